"""Running what members wrote: real processes, what they may know, and what they may use."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import pytest

from coordinator.council.trial import MEMORY, lay_out, try_out
from coordinator.council.values import Entry, Trial
from coordinator.proposal import Example, Proposal
from tests.councils import CODE, FOR_ANN, closing, hold_council, line, prompts, proposal, proposing, result, voting
from tests.test_process import wait_until

CHECK = f'{sys.executable} -c "import solution; n = solution.even_sum([2, 4]); print(n, n == 6); exit(n != 6)"'
PYTEST = f"{sys.executable} -m pytest -q -p no:cacheprovider"


def entry(code: str = CODE, language: str = "python", tests: tuple[Example, ...] = ()) -> Entry:
    made = Proposal(name="x", approach="y", code=code, language=language, pros=("a",), cons=("b",), tests=tests)
    return Entry(author="Ann", version=1, proposal=made)


def tried(command: str, code: str = CODE, *, seconds: float = 60.0, tests: tuple[Example, ...] = ()) -> Trial:
    return asyncio.run(try_out(entry(code, tests=tests), command, "", seconds=seconds))


def can_cut() -> bool:
    return subprocess.run(["unshare", "--map-root-user", "--net", "true"], check=False).returncode == 0


def is_gone(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


def test_test_cases_that_hold_pass_and_others_fail() -> None:
    right, wrong = Example(input="even_sum([2, 4])", output="6"), Example(input="even_sum([2])", output="'two'")
    good, bad = tried(PYTEST, tests=(right,)), tried(PYTEST, tests=(right, wrong))
    assert (good.status, good.summary[:6]) == ("passed", "exit 0")
    assert "1 passed" in good.summary
    assert (bad.status, bad.summary[:6]) == ("failed", "exit 1")
    assert "1 failed, 1 passed" in bad.summary


def test_code_that_cannot_be_imported_fails() -> None:
    assert tried(PYTEST, "def even_sum(:\n").status == "failed"


def test_the_files_are_named_for_the_language(tmp_path: Path) -> None:
    lay_out(entry("fn f() {}", "rust", (Example(input="f()", output="()"),)).proposal, tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"solution.rs", "tests.json"}
    assert json.loads((tmp_path / "tests.json").read_text()) == [{"input": "f()", "output": "()"}]
    lay_out(entry("?", "piet").proposal, tmp_path)
    assert (tmp_path / "solution.txt").read_text() == "?"


def test_a_command_that_does_not_exist_says_nothing_about_the_proposal() -> None:
    assert tried("no-such-command-anywhere").status == "not run"


def test_a_program_that_does_not_end_is_ended_with_all_it_started(tmp_path: Path) -> None:
    mark = tmp_path / "pid"
    trial = tried(f"sleep 300 & echo $! > {mark}; wait", seconds=1.0)
    assert (trial.status, trial.summary) == ("timed out", "no end after 1 s")
    wait_until(lambda: is_gone(int(mark.read_text())))


def test_memory_is_limited() -> None:
    trial = tried(f"{sys.executable} solution.py", f"x = bytearray({MEMORY} * 2048)\n")
    assert trial.status == "failed"
    assert "MemoryError" in trial.output


def test_output_is_bounded() -> None:
    trial = tried(f"{sys.executable} solution.py", "for n in range(200_000):\n    print(n)\n")
    assert trial.status == "passed"
    assert len(trial.output) < 10_000
    assert trial.output.rstrip().endswith("199999")


def test_no_secret_reaches_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    monkeypatch.setenv("COORDINATOR_TOKEN", "secret-token")
    trial = tried("env")
    assert "secret" not in trial.output
    assert f"HOME={Path.home()}\n" not in trial.output


@pytest.mark.skipif(not can_cut(), reason="this system does not let us cut the network")
def test_the_network_is_cut_where_the_system_can_and_the_record_says_so() -> None:
    code = "import socket\nsocket.create_connection(('127.0.0.1', 22), 1)\n"
    trial = tried(f"{sys.executable} solution.py", code)
    assert (trial.network, trial.status) == ("cut", "failed")
    assert "unreachable" in trial.output.lower()


def test_what_came_out_is_shown_to_voters_and_stands_in_the_result(tmp_path: Path) -> None:
    broken = proposal("broken", code="def even_sum(numbers):\n    return 7\n")
    lines = [*list(proposing())[:2], line("Cid", "propose", 1, broken), *voting(1, FOR_ANN), *closing()]
    council = hold_council(tmp_path, lines, evidence=CHECK)
    found = {each["author"]: each["evidence"]["status"] for each in result(council)["proposals"]}
    assert found == {"Ann": "passed", "Bob": "passed", "Cid": "failed"}
    told = {seat: prompt for seat, purpose, _, prompt in prompts(council, tmp_path) if purpose == "vote"}
    assert "It was run: failed." in told["Ann"]
    assert "7 False" in told["Bob"]
    assert "It was run: failed." not in told["Cid"]


def test_nothing_is_run_unless_it_is_asked_for(tmp_path: Path) -> None:
    mark = tmp_path / "ran"
    code = f"open({str(mark)!r}, 'w')\n"
    trap = line("Cid", "propose", 1, proposal("trap", code=code))
    lines = [*list(proposing())[:2], trap, *voting(1, FOR_ANN), *closing()]
    council = hold_council(tmp_path, lines)
    assert council.outcome == "agreed"
    assert not mark.exists()
    assert result(council)["proposals"][0]["evidence"] is None
