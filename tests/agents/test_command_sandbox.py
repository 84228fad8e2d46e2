"""Judges that are programs, in the sandbox of this system: what they find there, and what they do not."""

from __future__ import annotations

import asyncio
import os
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import pytest

from coordinator.agents.command import CommandAgent
from coordinator.cli_agents import BY_NAME
from coordinator.config.seats import CommandConfig
from coordinator.errors import AgentError
from coordinator.models import Ask, Reply
from coordinator.workspace.sandbox.sandbox import Sandbox, find_sandbox
from tests.support.cli_imitations import CLIS, fingerprint
from tests.support.processes import Copy, any_seconds, sleeping
from tests.support.programs import needing
from tests.support.waiting import PATIENCE, wait_until


@dataclass(frozen=True)
class House:
    """A user with a home full of secrets, the state of coordinator, and a copy of some work."""

    sandbox: Sandbox
    user: Path
    state: Path
    work: Path

    def agent(self, **spec: Any) -> CommandAgent:
        return CommandAgent(CommandConfig.model_validate(spec), get_sandbox=lambda: self.sandbox)

    def judge(self, script: str, name: str = "judge", **spec: Any) -> CommandAgent:
        """A program of this name on PATH."""
        program = self.user / "bin" / name
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
        return self.agent(argv=[name], **spec)

    def ask(self, purpose: Literal["judge", "work"] = "judge", prompt: str = "?") -> Ask:
        about: dict[str, Any] = {
            "template": "t",
            "reference": "w",
            "deadline": 9,
            "folder": str(self.work),
        }
        return Ask(seat="Ann", purpose=purpose, prompt=prompt, **about)

    def answer(self, agent: CommandAgent, ask: Ask | None = None) -> Reply:
        return asyncio.run(asyncio.wait_for(agent.answer(ask or self.ask()), PATIENCE))


def write(file: Path, text: str) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return file


@pytest.fixture(params=needing("bubblewrap"))
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    sandbox = find_sandbox()
    user = tmp_path / "user"
    for name in (
        ".ssh/id",
        ".netrc",
        ".aws/credentials",
        ".config/gh/hosts.yml",
        ".claude/projects/x.jsonl",
    ):
        write(user / name, "secret")
    for name in (
        ".claude/.credentials.json",
        ".claude/settings.json",
        ".claude.json",
        ".codex/auth.json",
    ):
        write(user / name, name)
    (user / "bin").mkdir()
    state = user / ".coordinator"
    write(state / "env", "secret")
    work = write(state / "reviews/1/copy/a.py", "print(1)\n").parent
    monkeypatch.setenv("HOME", str(user))
    folders = (str(user / "bin"), str(CLIS), os.path.dirname(sys.executable), os.environ["PATH"])
    monkeypatch.setenv("PATH", os.pathsep.join(folders))
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    return House(replace(sandbox, hides=(state,)), user, state, work)


@pytest.mark.parametrize("preset", sorted(BY_NAME))
def test_a_known_cli_answers_from_inside_the_sandbox(preset: str, house: House) -> None:
    prompt = "judge this\n" + "x" * 300_000
    reply = house.answer(house.agent(preset=preset), house.ask(prompt=prompt))
    assert (reply.text, reply.unsandboxed) == (fingerprint(prompt), False)


def test_a_judge_reads_the_work_and_its_own_things_and_nothing_else(house: House) -> None:
    script = (
        f"find {house.user} -type f | grep -v /bin/ | sort; cat ~/.claude/.credentials.json a.py; id() {{ :; }}\n"
        f"cat {house.user}/.ssh/id {house.state}/env ../../../env /proc/1/root{house.state}/env /proc/1/environ 2>&1\n"
        "ls /proc | grep -c '^[0-9]'"
    )
    lines = house.answer(house.judge(script, "claude-spy")).text.splitlines()
    own = (".claude.json", ".claude/.credentials.json", ".claude/settings.json")
    seen = sorted([*(str(house.user / name) for name in own), str(house.work / "a.py")])
    assert lines[:4] == seen
    assert lines[4] == ".claude/.credentials.jsonprint(1)"
    assert "secret" not in "".join(lines)
    assert int(lines[-1]) < 9


def test_what_a_judge_writes_is_lost_but_for_its_sign_in(house: House) -> None:
    script = (
        "echo renewed > ~/.claude/.credentials.json; echo mine > ~/.claude/settings.json; echo x > ~/.claude/new\n"
        "mv ~/.claude.json ~/old; echo x > /tmp/x; echo more >> a.py || touch b.py || rm a.py\n"
        f"touch {house.state}/x {house.user}/bin/x {house.user}/.ssh; echo accept"
    )
    before = {path for path in house.user.rglob("*") if not path.is_relative_to(house.user / "bin")}
    assert house.answer(house.judge(script, "claude-spy")).text == "accept\n"
    assert {
        path for path in house.user.rglob("*") if not path.is_relative_to(house.user / "bin")
    } == before
    found = {path.name: path.read_text() for path in before if path.is_file()}
    assert found[".credentials.json"] == "renewed\n"
    assert (found["settings.json"], found["a.py"]) == (".claude/settings.json", "print(1)\n")
    assert not (house.user / "bin/x").exists()


def test_its_folder_may_be_named_by_its_variable(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(house.user / "elsewhere/auth.json", "another sign-in")
    monkeypatch.setenv("CODEX_HOME", str(house.user / "elsewhere"))
    agent = house.judge(
        "cat $CODEX_HOME/auth.json; echo new > $CODEX_HOME/auth.json",
        "codex-acp",
        environment=["CODEX_HOME"],
    )
    assert house.answer(agent).text == "another sign-in"
    assert (house.user / "elsewhere/auth.json").read_text() == "new\n"
    assert (house.user / ".codex/auth.json").read_text() == ".codex/auth.json"


def test_any_other_program_reads_what_the_configuration_names(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("rules/strict.md", "key.json", "judge.sh", "other.md"):
        write(house.user / name, f"cat ~/rules/* $KEY_FILE ~/other.md; echo {name}\n")
    monkeypatch.setenv("KEY_FILE", str(house.user / "key.json"))
    spec: dict[str, Any] = {"environment": ["KEY_FILE"], "reads": [str(house.user / "rules")]}
    text = house.answer(house.agent(argv=["/bin/sh", str(house.user / "judge.sh")], **spec)).text
    assert [line.split()[-1] for line in text.splitlines()] == [
        "rules/strict.md",
        "key.json",
        "judge.sh",
    ]


def test_only_a_cli_with_a_sandbox_of_its_own_may_build_one(house: House) -> None:
    script = "unshare -U true 2>/dev/null && echo built || echo refused"
    assert house.answer(house.judge(script, "codex-spy")).text == "built\n"
    if house.sandbox.program[1:]:  # bubblewrap before 0.8 cannot refuse
        assert house.answer(house.judge(script)).text == "refused\n"


def test_who_is_to_work_does_so_outside(house: House) -> None:
    worker = house.judge("cat ~/.ssh/id; echo done > made")
    assert house.answer(worker, house.ask("work")).text == "secret"
    assert (house.work / "made").read_text() == "done\n"


def test_an_agent_of_the_protocol_is_spoken_to_in_the_sandbox(house: House) -> None:
    prompt = "x" * 300_000
    agent = house.agent(argv=[sys.executable, str(CLIS / "acp_agent.py")], acp=True)
    assert (
        house.answer(agent, house.ask(prompt=prompt)).text
        == f"{fingerprint(prompt)} in {house.work}"
    )


def detached(seconds: str) -> str:
    """A script that starts this in a session of its own, and waits for ever."""
    return f"trap '' TERM; setsid sleep {seconds} & sleep {seconds}"


@pytest.mark.parametrize("acp", [False, True], ids=["stdin", "acp"])
def test_the_deadline_ends_also_what_has_a_session_of_its_own(acp: bool, house: House) -> None:
    seconds = any_seconds()

    async def too_late() -> None:
        asking = asyncio.create_task(house.judge(detached(seconds), acp=acp).answer(house.ask()))
        await asyncio.to_thread(wait_until, lambda: sleeping(seconds))
        await asyncio.wait_for(asking, 0.01)

    with pytest.raises(TimeoutError):
        asyncio.run(too_late())
    wait_until(lambda: not sleeping(seconds))


def judge_for_ever(work: str) -> None:
    """What a process that is killed was doing."""
    agent = CommandAgent(CommandConfig(argv=("judge",)))
    ask = Ask(
        seat="Ann",
        purpose="judge",
        prompt="?",
        template="t",
        reference="w",
        deadline=9,
        folder=work,
    )
    asyncio.run(agent.answer(ask))


def test_nothing_of_a_judge_outlives_a_coordinator_that_is_killed(house: House) -> None:
    seconds = any_seconds()
    house.judge(detached(seconds), "judge")
    process = Copy(
        judge_for_ever,
        str(house.work),
        env=os.environ,
        cwd=house.user,
        stderr=house.user / "stderr",
    )
    wait_until(lambda: sleeping(seconds))
    process.kill()
    wait_until(lambda: not sleeping(seconds))


def test_a_program_that_is_not_there_inside_is_a_failure_that_names_it(house: House) -> None:
    agent = house.judge("true")
    (house.user / "bin/judge").unlink()
    with pytest.raises(AgentError, match=r"exit 127: sandbox: .*/judge: No such file"):
        house.answer(agent)


def test_without_a_sandbox_a_reply_says_so(house: House) -> None:
    without = replace(house, sandbox=Sandbox("none", "none here"))
    assert without.answer(without.judge("cat ~/.ssh/id")).unsandboxed
