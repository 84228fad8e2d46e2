"""The presets on the real programs, with a scripted model on loopback: `make agents` runs these."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import pytest

from coordinator.agents.command import CommandAgent
from coordinator.config.seats import CommandConfig
from coordinator.models import Ask, Reply
from coordinator.workspace.sandbox import Sandbox, find_sandbox
from tests.real_clis import KEY, RealCli, real, real_cli
from tests.vendor_streams import Say

ALL = ("claude", "codex", "gemini", "opencode", "copilot")
PATIENT = 240  # seconds: the first start of a program on a busy machine
MODELS = {"copilot": "gpt-5.4"}  # the one that has no model of its own without a sign-in
BALLOT = '{"reference": "{{reference}}", "answer": "a ballot"}'


@dataclass(frozen=True)
class Seat:
    """A seat on one of the real programs, and the folder it is given."""

    program: RealCli
    folder: Path
    walls: Sandbox

    def answer(self, purpose: Literal["judge", "work"] = "judge", **spec: Any) -> Reply:
        """What comes of one ask."""
        config = CommandConfig.model_validate(
            {"preset": self.program.name, "model": MODELS.get(self.program.name, "")} | spec
        )
        agent = CommandAgent(config, lambda name: self.program.env.get(name, ""), find_walls=lambda: self.walls)
        prompt = 'Judge this. Its first field must be "reference": "abc123".'
        about: dict[str, Any] = {
            "template": "t",
            "reference": "abc123",
            "deadline": PATIENT,
            "folder": str(self.folder),
        }
        ask = Ask(seat="Ann", purpose=purpose, prompt=prompt, **about)
        return asyncio.run(asyncio.wait_for(agent.answer(ask), PATIENT))


Take = Callable[[RealCli], Seat]


@pytest.fixture(params=["walls", "none"])
def take(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Take:
    """Return how a program gets its seat, with the best walls of this system or with none."""
    walls = find_sandbox() if request.param == "walls" else Sandbox("none", "tried without")
    if request.param == "walls" and walls.kind == "none":
        pytest.skip(walls.missing)
    folder = tmp_path / "copy/work"
    folder.mkdir(parents=True)
    (folder / "a.py").write_text("print(1)\n")

    def seated(program: RealCli) -> Seat:
        for name in ("HOME", "PATH"):
            monkeypatch.setenv(name, program.env[name])
        return Seat(program, folder, walls)

    return seated


@real(*ALL)
def test_it_answers_as_a_judge(name: str, take: Take, tmp_path: Path) -> None:
    with real_cli(name, tmp_path / "user", [Say(BALLOT)]) as program:
        reply = take(program).answer()
        assert reply.text.strip() == BALLOT.replace("{{reference}}", "abc123")
        assert len(program.model.asked) == 1
        assert KEY in "".join(program.model.asked[0].headers.values())
