"""What a CLI agent leaves behind when it ends: no process, its reason at the deadline, a price, and how much it saw."""

from __future__ import annotations

import asyncio
import json
import os
from decimal import Decimal
from pathlib import Path

import pytest

from coordinator.agents.command import NO_SANDBOX, CommandAgent
from coordinator.cli_agents import BY_NAME
from coordinator.cli_agents.claude import read_claude
from coordinator.cli_agents.codex import read_codex
from coordinator.config.seats import CommandConfig
from coordinator.errors import AgentError
from coordinator.models import Ask
from tests.support.processes import Copy, any_seconds, sleeping
from tests.support.waiting import wait_until

TRIED = BY_NAME["claude"].tried_versions[-1]
LAST_TESTED = f" with coordinator; the last tested version is {TRIED}"


def agent(script: str) -> CommandAgent:
    return CommandAgent(
        CommandConfig(argv=("/bin/sh", "-c", script)), get_sandbox=lambda: NO_SANDBOX
    )


def ask(folder: Path | str, deadline: float = 60.0) -> Ask:
    return Ask(
        seat="Ann",
        purpose="judge",
        prompt="?",
        deadline=deadline,
        template="t",
        reference="w",
        folder=str(folder),
    )


def detached(seconds: str) -> str:
    """A script whose last process has a session of its own and no parent that is known."""
    return f"(setsid sh -c 'setsid sleep {seconds} & sleep {seconds}' &)"


def test_without_a_sandbox_too_nothing_that_it_started_goes_on(tmp_path: Path) -> None:
    seconds = any_seconds()
    script = f"{detached(seconds)}; until grep -qszx {seconds} /proc/[0-9]*/cmdline; do :; done; echo accept"
    assert asyncio.run(agent(script).answer(ask(tmp_path))).text == "accept\n"
    assert not sleeping(seconds)


def answer_for_ever(script: str, folder: str) -> None:
    """What a process that is killed was doing."""
    asyncio.run(agent(script).answer(ask(folder)))


def test_nor_does_it_when_coordinator_is_killed(tmp_path: Path) -> None:
    seconds = any_seconds()
    given = (f"{detached(seconds)}; sleep {seconds}", str(tmp_path))
    process = Copy(
        answer_for_ever, *given, env=os.environ, cwd=tmp_path, stderr=tmp_path / "stderr"
    )
    wait_until(lambda: sleeping(seconds))
    process.kill()
    wait_until(lambda: not sleeping(seconds))


def test_at_the_deadline_its_last_words_are_told(tmp_path: Path) -> None:
    with pytest.raises(
        AgentError, match=r"sh: no reply within 0.4 s, it said: 401, trying again"
    ) as late:
        asyncio.run(agent("echo 401, trying again >&2; sleep 1000").answer(ask(tmp_path, 0.4)))
    assert late.value.cause == "late"


@pytest.mark.parametrize(("codes", "blind"), [((), False), ((1, None), True), ((1, 0), False)])
def test_a_judge_whose_every_command_failed_has_seen_nothing(
    codes: tuple[int | None, ...], blind: bool
) -> None:
    items = [{"type": "command_execution", "exit_code": code} for code in codes]
    lines = [
        {"type": "item.completed", "item": item}
        for item in (*items, {"type": "agent_message", "text": "yes"})
    ]
    said = read_codex("\n".join(map(json.dumps, [*lines, {"type": "turn.completed"}])))
    assert (said.text, said.complete, said.blind) == ("yes", True, blind)


def test_a_price_has_no_digits_of_its_arithmetic() -> None:
    result = {"is_error": False, "result": "x", "total_cost_usd": 0.009204000000000002}
    assert read_claude(json.dumps(result)).usd == Decimal("0.009204")


@pytest.mark.parametrize(
    ("version", "says"),
    [
        (f"{TRIED} (Claude Code)", ""),
        ("9.9.9 (Claude Code)", f"claude 9.9.9 is not tested{LAST_TESTED}"),
        ("", f"claude (version unknown) is not tested{LAST_TESTED}"),
    ],
)
def test_a_version_that_was_never_tried_is_named(
    version: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "claude"
    program.write_text(f"#!/bin/sh\necho '{version}'\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    assert asyncio.run(CommandAgent(CommandConfig(preset="claude")).untried()) == says
