"""Councils from a shell: exit codes, progress and result apart, one clear line for bad input."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.commands import coordinator, environment, listed
from tests.support.councils import PROBLEM, agreeing, council_config, line, plan, splitting
from tests.support.reviews import make_repository
from tests.support.shell import Ran, data_of
from tests.support.waiting import wait_until


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


class Shell:
    """Commands of one home."""

    def __init__(self, home: Path) -> None:
        self._home = home

    def __call__(self, *arguments: object, given: str = "") -> Ran:
        return coordinator(self._home, *arguments, given=given)

    def refused(self, *arguments: object) -> str:
        """The one line that a refused command says."""
        ran = self(*arguments)
        assert (ran.returncode, ran.stdout, ran.stderr.count("\n")) == (64, "", 1), ran
        return ran.stderr

    def listed(self, *options: str) -> list[Any]:
        """What is on the list."""
        rows: list[Any] = data_of(self("list", "--json", *options).stdout)
        return rows


@pytest.fixture
def shell(home: Path) -> Shell:
    return Shell(home)


def test_agreement_is_exit_code_0_with_progress_on_stderr_and_the_result_on_stdout(
    home: Path, tmp_path: Path
) -> None:
    council_config(home, agreeing())
    out = tmp_path / "out"
    ran = coordinator(home, "council", PROBLEM, "--out", out)
    assert ran.returncode == 0, ran.stderr
    assert "Agreed: the council agreed on A: a loop (by Ann, version 1)" in ran.stdout
    assert "By the first votes the best single member was Ann" in ran.stdout
    rows = ran.stderr.splitlines()
    assert rows[0].startswith("council        council-")
    assert "Bob            proposes: a generator" in rows
    assert any(row.startswith("Cid            votes for Ann/1") for row in rows)
    assert "round 1        Ann/1 leads, share 100.00 %, uncertainty 5.56 %, quality 8.50" in rows
    assert {path.name for path in out.iterdir()} == {
        "result.json",
        "spec.md",
        "plan.md",
        "prompt.md",
    }


def convened(shell: Shell, *options: object, given: str = "") -> tuple[Ran, Any]:
    """A council with --json, and what it printed."""
    ran = shell("council", *options, "--json", given=given)
    return ran, data_of(ran.stdout)


def test_json_is_the_result_alone_and_the_problem_may_come_from_stdin(
    home: Path, shell: Shell
) -> None:
    council_config(home, agreeing())
    ran, found = convened(shell, "--file", "-", given=PROBLEM)
    assert (ran.returncode, ran.stderr.split()[0]) == (0, "council")
    assert (found["outcome"], found["problem"]) == ("agreed", PROBLEM)
    assert found == json.loads((home / "councils" / found["council"] / "result.json").read_text())


def test_an_escalation_is_exit_code_2_is_listed_and_shown_and_decided_by_letter(
    home: Path, shell: Shell
) -> None:
    council_config(home, splitting(2))
    ran = shell("council", "How?", "--rounds", 2, "--quiet")
    assert (ran.returncode, ran.stderr) == (2, "")
    assert ran.stdout.startswith(
        "Escalated after round 2: max rounds, no agreement after 2 rounds\n"
    )
    assert "  open: whether speed matters\n" in ran.stdout
    [row] = shell.listed("--state", "escalate")
    assert (row["job"], row["title"], row["state"]) == ("council", "How?", "escalate")
    assert f"`coordinator decide {row['id']} A|B|C|own` decides" in ran.stdout
    assert "has no proposal Q" in shell.refused("decide", row["id"], "Q")
    assert "`own` and --file must be given together" in shell.refused("decide", row["id"], "own")
    decided = shell(
        "decide", row["id"], "own", "--file", "-", "--by", "Maria", given="Use numpy.\n"
    )
    assert decided.returncode == 0, decided.stderr
    assert "Maria decided for an answer of their own" in decided.stdout
    shown = shell("show", row["id"], "--prompts")
    assert shown.stdout.startswith(f"Council {row['id']}: decided\nHow?\n")
    assert "==== Bob (vote 2): prompt" in shown.stdout
    assert "Use numpy." in shown.stdout
    whole = data_of(shell("show", row["id"], "--json").stdout)
    assert [len(each["votes"]) for each in whole["rounds"]] == [3, 3]
    assert [row["state"] for row in shell.listed()] == ["decided"]


def test_a_plan_that_cannot_be_read_is_exit_code_3_and_resume_asks_again(
    home: Path, shell: Shell
) -> None:
    lines = [each for each in agreeing() if each["purpose"] != "plan"]
    council_config(
        home, [*lines, line("Ann", "plan", 1, "Just do it."), line("Ann", "plan", 2, plan())]
    )
    ran = shell("council", PROBLEM, "--quiet")
    assert ran.returncode == 3
    assert "no plan by Ann: malformed" in ran.stdout
    [row] = shell.listed("--state", "error")
    again = shell("resume", row["id"])
    assert again.returncode == 0, again.stderr
    assert again.stdout.startswith("Agreed: ")
    assert shell("resume", row["id"]).stdout == again.stdout
    assert "is a council" in shell.refused("resume", row["id"], "--again")


def test_an_escalation_says_who_failed_and_a_plan_that_is_too_dear_what_to_raise(
    home: Path, shell: Shell
) -> None:
    lines = [each for each in agreeing() if (each["seat"], each["purpose"]) == ("Ann", "propose")]
    council_config(home, lines, "budget: {usd: 0.30}")
    ran = shell("council", PROBLEM, "--quiet")
    assert ran.returncode == 2
    assert "  round 1: Bob failed: over budget, 0.50 of 0.30 USD for this council\n" in ran.stdout
    [row] = shell.listed()
    council_config(home, lines, "budget: {usd: 0.10}")
    decided = shell("decide", row["id"], "a", "--quiet")
    assert decided.returncode == 3
    again = f"raise `council.budget` first; `coordinator resume {row['id']}` asks for it again."
    assert again in decided.stdout


def test_a_council_that_is_interrupted_says_how_to_go_on_and_can_be_cancelled(home: Path) -> None:
    council_config(
        home, [each | {"delay": 60.0 if each["purpose"] == "vote" else 0.0} for each in agreeing()]
    )
    command = [sys.executable, "-m", "coordinator", "council", PROBLEM]
    with subprocess.Popen(
        command,
        cwd=home.parent,
        env=environment(home),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr is not None
        said = [process.stderr.readline() for _ in range(4)]
        assert said[-1].startswith("Cid            proposes"), said
        process.send_signal(signal.SIGINT)
        rest = process.stderr.read()
    assert process.returncode == 130
    [row] = listed(home, "--state", "open")
    assert f"`coordinator resume {row['id']}` continues it" in rest
    cancelled = coordinator(home, "cancel", row["id"], "--reason", "too slow")
    assert cancelled.returncode == 0, cancelled.stderr
    assert "its partial result is in" in cancelled.stdout
    shown = coordinator(home, "show", row["id"])
    assert "cancelled, too slow" in shown.stdout
    spec = (home / "councils" / row["id"] / "spec.md").read_text()
    assert spec.startswith("# [PARTIAL, CANCELLED] Sum the even numbers")


def test_context_and_repository_reach_the_members(home: Path, tmp_path: Path, shell: Shell) -> None:
    council_config(home, agreeing())
    repo = make_repository(tmp_path / "repo")
    notes = tmp_path / "notes.md"
    notes.write_text("Numbers may be negative.\n")
    ran, found = convened(
        shell, PROBLEM, "--context", notes, "--repo", repo, "--members", "Ann,Bob,Cid"
    )
    assert ran.returncode == 0, ran.stderr
    shown = shell("show", found["council"], "--prompts").stdout
    assert "notes.md\n\nNumbers may be negative." in shown
    assert "a copy of the repository" in shown
    assert not list((home / "work").iterdir())
    assert found["context"] == ["notes.md"]


def test_a_past_council_is_recorded_and_held_again(home: Path, shell: Shell) -> None:
    council_config(home, agreeing())
    _, first = convened(shell, PROBLEM)
    recorded = shell("seat", "record", first["council"])
    assert recorded.returncode == 0, recorded.stderr
    (home / "replies.jsonl").write_text(recorded.stdout)
    _, second = convened(shell, PROBLEM)
    assert second["rounds"] == first["rounds"]
    assert second["plan"] == first["plan"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ((), "no problem is given"),
        (("x", "--file", "-"), "the problem is given both"),
        (("x" * 10_001,), "10,001 characters, the limit is 10,000"),
        (("x", "--rounds", "6"), "--rounds"),
        (("x", "--vote", "49"), "--vote"),
        (("x", "--uncertainty", "51"), "--uncertainty"),
        (
            ("x", "--members", "Ann,Bob"),
            "needs at least 3 members, but has 2 (members: Ann, Bob, Cid)",
        ),
        (("x", "--members", "Ann,Bob,Zoe"), "has no council member Zoe"),
        (("x", "--context", "nowhere.md"), "cannot read nowhere.md"),
        (("x", "--out", "/proc/nowhere"), "cannot create /proc/nowhere"),
    ],
)
def test_bad_input_is_one_clear_line_and_begins_nothing(
    home: Path, shell: Shell, options: tuple[str, ...], said: str
) -> None:
    council_config(home, agreeing())
    assert said in shell.refused("council", *options)
    assert not any((home / "councils").glob("*"))


def test_a_file_with_secrets_is_no_context(home: Path, tmp_path: Path, shell: Shell) -> None:
    council_config(home, agreeing())
    (tmp_path / ".env").write_text("KEY=1\n")
    assert "may contain secrets" in shell.refused("council", "x", "--context", tmp_path / ".env")


# -- without holding it here


def test_a_dry_run_shows_the_prompts_and_asks_nobody(home: Path, shell: Shell) -> None:
    council_config(home, [])
    ran = shell(
        "council",
        PROBLEM,
        "--dry-run",
        "--merge",
        "--constraint",
        "no numpy",
        "--evidence",
        "false",
        "--json",
    )
    assert ran.returncode == 0, ran.stderr
    found = data_of(ran.stdout)
    assert list(found) == ["propose", "vote", "synthesise", "revise", "merge", "plan"]
    assert all(
        "no numpy" in prompt and "Sum the even numbers" in prompt for prompt in found.values()
    )
    assert "(a proposal)" in found["vote"]
    assert not shell.listed()
    assert "==== propose\n" in shell("council", PROBLEM, "--dry-run").stdout
    assert "exclude each other" in shell.refused("council", PROBLEM, "--dry-run", "--background")


def test_a_council_in_the_background_is_held_by_a_process_of_its_own(
    home: Path, shell: Shell
) -> None:
    council_config(home, splitting(1))
    ran = shell("council", PROBLEM, "--background", "--rounds", 1, "--json")
    assert ran.returncode == 0, ran.stderr
    begun = data_of(ran.stdout)
    log = home / "councils" / begun["id"] / "log.txt"
    wait_until(lambda: "Escalated after round 1" in log.read_text())
    assert [row["state"] for row in shell.listed()] == ["escalate"]
    assert shell("decide", begun["id"], "A", "--quiet").returncode == 0


def test_what_was_decided_is_handed_to_a_working_agent_once(
    home: Path, tmp_path: Path, shell: Shell
) -> None:
    worker = f"workflow:\n  agents:\n    - {{name: Builder, recorded: {home / 'replies.jsonl'}}}\n"
    done = {"seat": "Builder", "purpose": "work", "round": 1, "reply": "It works.\n\n[DONE]"}
    council_config(home, [*agreeing(), done], extra=worker)
    repo = make_repository(tmp_path / "repo")
    assert "--implement Builder needs a repository" in shell.refused(
        "council", "x", "--implement", "Builder"
    )
    assert "workflow.agents: Builder" in shell.refused(
        "council", "x", "--implement", "Nobody", "--repo", repo
    )
    ran = shell("council", PROBLEM, "--implement", "Builder", "--repo", repo, "--json")
    assert ran.returncode == 0, ran.stderr
    assert data_of(ran.stdout)["kind"] == "completed"
    rows = {row["job"]: row for row in shell.listed()}
    assert rows.keys() == {"council", "run"}
    shown = shell("show", rows["run"]["id"], "--prompts").stdout
    assert "Build: Sum the even numbers" in shown
    assert "### 3. Measure" in shown
    assert shell("resume", rows["council"]["id"]).returncode == 0
    assert len(shell.listed()) == 2


def test_a_council_that_does_not_debate_cannot_be_told_to_escalate(
    home: Path, shell: Shell
) -> None:
    council_config(home, agreeing())
    _, found = convened(shell, PROBLEM)
    assert "is not debating: its state is agreed" in shell.refused(
        "decide", found["council"], "escalate"
    )
