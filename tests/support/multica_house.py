"""A home for the daemon at the stand-in, with scripted agents as judges."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from coordinator.config.environment import VARIABLES
from coordinator.config.settings import Config, load
from tests.support.multica_server import Agent, Behave, MulticaServer, Run
from tests.support.reviews import RUBRIC, report

META = "Meta-Judge"
JUDGES = ("Judge-GPT", "Judge-Claude", "Judge-Gemini")
PANEL = """\
panel:
  meta_judge: {mention: Meta-Judge}
  judges:
    - {name: Judge-GPT, mention: Judge-GPT}
    - {name: Judge-Claude, mention: Judge-Claude}
    - {name: Judge-Gemini, mention: Judge-Gemini}
checks: []
watch: {poll: 0.5s}
"""
WORDS = "def greet(name): return 'Hello, ' + name"
SEEN = {"source": "diff", "quote": WORDS}
GOOD = report((4, 4), evidence=[SEEN])
BAD = report((2, 2), against=["CK-001"], evidence=[SEEN])
_REFERENCE = re.compile(r'"reference": "([0-9a-f]{20})"')


def variables(server: MulticaServer) -> dict[str, str]:
    """Return the environment variables of a Multica set-up."""
    return {
        "COORDINATOR_SERVER_URL": server.url,
        "COORDINATOR_WORKSPACE_ID": server.workspace,
        "COORDINATOR_TOKEN": server.token,
    }


def environment(server: MulticaServer, home: Path) -> dict[str, str]:
    """Return the environment of a process for this home."""
    return {**os.environ, **variables(server), "COORDINATOR_HOME": str(home)}


def write_env(server: MulticaServer, home: Path, *, mode: int = 0o600, more: str = "") -> None:
    """Write the variables into the env file of a home. Replace the file as a whole."""
    home.mkdir(parents=True, exist_ok=True)
    new = home / "env.new"
    new.write_text("".join(f"{name}={value}\n" for name, value in variables(server).items()) + more)
    new.chmod(mode)
    new.replace(home / "env")


def environ(home: Path) -> dict[str, str]:
    """Return the environment of a process that reads its variables from the env file of this home."""
    others = {name: value for name, value in os.environ.items() if name not in VARIABLES}
    return others | {"COORDINATOR_HOME": str(home)}


def settle(server: MulticaServer, home: Path, text: str = PANEL) -> Config:
    """Make a home with this configuration for the stand-in."""
    home.mkdir(parents=True, exist_ok=True)
    (home / "coordinator.yaml").write_text(f"tracker: multica\n{text}", encoding="utf-8")
    return load(config=home / "coordinator.yaml", environ=environment(server, home))


def answers(reply: Mapping[str, Any]) -> Behave:
    """Return a behaviour that replies with this object and the reference word of the prompt."""

    def behave(run: Run) -> None:
        found = _REFERENCE.search(run.prompt)
        run.reply(json.dumps({**reply, "reference": found[1] if found else ""}))

    return behave


def seat_panel(
    server: MulticaServer,
    *,
    delay: float = 0.0,
    reply: Mapping[str, Any] = GOOD,
    rubric: Mapping[str, Any] = RUBRIC,
) -> dict[str, Agent]:
    """Add a meta-judge and three judges that all give the same reply."""
    meta = {META: server.add_agent(META, behave=answers(rubric), delay=delay)}
    return meta | {
        name: server.add_agent(name, behave=answers(reply), delay=delay) for name in JUDGES
    }
