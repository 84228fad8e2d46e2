"""The real CLI agents that `.ci/agents` has installed, each with a home of its own and a scripted model on loopback.

    @real("claude", "codex")
    def test_it_answers(name: str, tmp_path: Path) -> None:
        with real_cli(name, tmp_path / "home", [Say("Hello")]) as program:
            said = subprocess.run([program.path, ...], input="Hi", env=program.env, ...)
            assert "Hi" in program.model.asked[0].prompt

A script (see vendor_streams.py) says what the model answers, turn by turn; `run_call` and `write_call` are turns in
which it has a command run or a file written. In `program.env` the program knows no other server and no other home. Such
tests run by `make agents`; without the program they are skipped, with the reason.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from tests.support.programs import AGENTS, needing
from tests.support.vendor_streams import Say, Script, ScriptedModel, serving_model

KEY = "sk-loopback-000000000000000000000000"
QUIET = {
    "DISABLE_TELEMETRY": "1",
    "DISABLE_ERROR_REPORTING": "1",
    "DISABLE_AUTOUPDATER": "1",
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    "GEMINI_TELEMETRY_ENABLED": "false",
    "OPENCODE_DISABLE_MODELS_FETCH": "1",
    "OPENCODE_DISABLE_AUTOUPDATE": "1",
    "COPILOT_OFFLINE": "true",
    "NO_PROXY": "127.0.0.1",
}


@dataclass(frozen=True)
class RealCli:
    """A program with its environment and its home, and the model that it is configured for."""

    name: str
    path: str
    env: dict[str, str]
    home: Path
    model: ScriptedModel


def run_call(name: str, command: str) -> Say:
    """Return a turn in which the model of this CLI runs a command."""
    said = {"description": "as asked"}
    calls: dict[str, tuple[str, dict[str, Any]]] = {
        "claude": ("Bash", {"command": command} | said),
        "codex": ("exec_command", {"cmd": command}),
        "gemini": ("run_shell_command", {"command": command} | said),
        "opencode": ("bash", {"command": command} | said),
        "copilot": ("bash", {"command": command} | said),
    }
    return Say(call=calls[name], finish="tool")


def write_call(name: str, file: Path, text: str) -> Say:
    """Return a turn in which the model of this CLI writes a file."""
    calls: dict[str, tuple[str, dict[str, Any]]] = {
        "claude": ("Write", {"file_path": str(file), "content": text}),
        "codex": (
            "apply_patch",
            {"input": f"*** Begin Patch\n*** Add File: {file}\n+{text}\n*** End Patch\n"},
        ),
        "gemini": ("write_file", {"file_path": str(file), "content": text}),
        "opencode": ("write", {"filePath": str(file), "content": text}),
        "copilot": ("create", {"path": str(file), "file_text": text}),
    }
    return Say(call=calls[name], finish="tool")


def real(*names: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Mark a test that runs on each of these real programs. Its argument `name` is the program."""

    def mark(test: Callable[..., None]) -> Callable[..., None]:
        marked: Callable[..., None] = pytest.mark.agents(test)
        parametrized: Callable[..., None] = pytest.mark.parametrize(
            "name", [*chain(*map(needing, names))]
        )(marked)
        return parametrized

    return mark


@contextmanager
def real_cli(name: str, home: Path, script: Script) -> Iterator[RealCli]:
    """Yield the program of this name, with this home and a model that follows the script."""
    with serving_model(script) as model:
        home.mkdir(exist_ok=True)
        yield RealCli(name, str(AGENTS / name), environment(name, home, model.origin), home, model)


def environment(name: str, home: Path, origin: str) -> dict[str, str]:
    """Return the environment of the program. Write a file in its home if the address must be there."""
    env = {"HOME": str(home), "PATH": f"{AGENTS}{os.pathsep}{os.environ['PATH']}", **QUIET}
    if name == "claude":
        env |= {"ANTHROPIC_BASE_URL": origin, "ANTHROPIC_API_KEY": KEY}
    elif name == "codex":
        _write(home / ".codex/config.toml", f'openai_base_url = "{origin}/v1"\n')
        env |= {"OPENAI_BASE_URL": f"{origin}/v1", "CODEX_API_KEY": KEY}
    elif name == "gemini":
        _write(
            home / ".gemini/settings.json",
            json.dumps({"security": {"auth": {"selectedType": "gemini-api-key"}}}),
        )
        env |= {"GOOGLE_GEMINI_BASE_URL": origin, "GEMINI_API_KEY": KEY}
    elif name == "opencode":
        options = {"baseURL": f"{origin}/v1", "apiKey": KEY}
        house = {
            "npm": "@ai-sdk/openai-compatible",
            "options": options,
            "models": {"model": {"name": "model"}},
        }
        settings = {
            "$schema": "https://opencode.ai/config.json",
            "model": "house/model",
            "provider": {"house": house},
        }
        _write(home / ".config/opencode/opencode.json", json.dumps(settings))
    else:
        env |= {
            "COPILOT_PROVIDER_BASE_URL": f"{origin}/v1",
            "COPILOT_PROVIDER_API_KEY": KEY,
        }
    return env


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
