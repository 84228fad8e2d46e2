"""Running what members wrote: real processes, what they may know, and what they may use."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

import coordinator
from coordinator.council.code_run import LIMITS, code_folder, run_code, write_solution
from coordinator.council.records import CodeRun, ProposalVersion
from coordinator.parsing.shapes import Example, Proposal
from coordinator.workspace.sandbox.sandbox import Limits, find_sandbox
from tests.support.councils import (
    CODE,
    FOR_ANN,
    closing,
    hold_council,
    line,
    prompts,
    proposal,
    proposing,
    result,
    text_of,
    voting,
)
from tests.support.processes import any_seconds, sleeping
from tests.support.waiting import wait_until

CHECK = f'{sys.executable} -c "import solution; n = solution.even_sum([2, 4]); print(n, n == 6); exit(n != 6)"'
# Without the plugins of this suite, which take longer to load than the tests of a proposal to run.
PYTEST = f"PYTEST_DISABLE_PLUGIN_AUTOLOAD=1 {sys.executable} -m pytest -q -p no:cacheprovider"


def entry(
    code: str = CODE, language: str = "python", tests: tuple[Example, ...] = ()
) -> ProposalVersion:
    made = Proposal(
        name="x", approach="y", code=code, language=language, pros=("a",), cons=("b",), tests=tests
    )
    return ProposalVersion(author="Ann", version=1, proposal=made)


def tried(
    command: str, code: str = CODE, *, seconds: float = 60.0, tests: tuple[Example, ...] = ()
) -> CodeRun:
    with TemporaryDirectory() as place:
        trial = asyncio.run(
            run_code(
                entry(code, tests=tests), command, Path(place), find_sandbox(), seconds=seconds
            )
        )
        assert list(Path(place).iterdir()) == []  # nothing is left of it
    return trial


def test_test_cases_that_hold_pass_and_others_fail() -> None:
    right, wrong = (
        Example(input="even_sum([2, 4])", output="6"),
        Example(input="even_sum([2])", output="'two'"),
    )
    good, bad = tried(PYTEST, tests=(right,)), tried(PYTEST, tests=(right, wrong))
    assert (good.status, good.summary[:6]) == ("passed", "exit 0")
    assert "1 passed" in good.summary
    assert (bad.status, bad.summary[:6]) == ("failed", "exit 1")
    assert "1 failed, 1 passed" in bad.summary


def test_code_that_cannot_be_imported_fails() -> None:
    assert tried(PYTEST, "def even_sum(:\n").status == "failed"


def test_the_files_are_named_for_the_language(tmp_path: Path) -> None:
    write_solution(
        entry("fn f() {}", "rust", (Example(input="f()", output="()"),)).proposal, tmp_path
    )
    assert {path.name for path in tmp_path.iterdir()} == {"solution.rs", "tests.json"}
    assert json.loads((tmp_path / "tests.json").read_text()) == [{"input": "f()", "output": "()"}]
    write_solution(entry("?", "piet").proposal, tmp_path)
    assert (tmp_path / "solution.txt").read_text() == "?"


def test_a_command_that_does_not_exist_says_nothing_about_the_proposal() -> None:
    assert tried("no-such-command-anywhere").status == "not run"


def test_a_program_that_does_not_end_is_ended_with_all_it_started() -> None:
    seconds = any_seconds()
    trial = tried(f"sleep {seconds} & wait", seconds=1.0)
    assert (trial.status, trial.summary) == ("timed out", "timed out after 1 s")
    wait_until(lambda: not sleeping(seconds))


@pytest.mark.needs("bubblewrap")
def test_what_leaves_the_group_of_a_program_ends_with_it() -> None:
    seconds = any_seconds()
    assert tried(f"setsid sleep {seconds} > /dev/null 2>&1 &").status == "passed"
    wait_until(lambda: not sleeping(seconds))


KILLED = """\
import asyncio, sys
from pathlib import Path
from coordinator.council.code_run import run_code
from coordinator.workspace.sandbox.sandbox import Limits, find_sandbox
from tests.council.test_code_run import entry
asyncio.run(run_code(entry(), sys.argv[1], Path(sys.argv[2]), find_sandbox()))
"""


@pytest.mark.needs("bubblewrap")
def test_a_program_ends_when_the_process_that_runs_it_is_killed(tmp_path: Path) -> None:
    seconds = any_seconds()
    source = Path(coordinator.__file__).parents[1]
    environment = os.environ | {"PYTHONPATH": f"{source}{os.pathsep}{source.parent}"}
    arguments = [sys.executable, "-c", KILLED, f"sleep {seconds}", str(tmp_path)]
    with subprocess.Popen(arguments, env=environment) as process:
        wait_until(lambda: sleeping(seconds))
        process.kill()
    wait_until(lambda: not sleeping(seconds))


def test_what_a_kill_has_left_is_deleted_when_the_council_goes_on(tmp_path: Path) -> None:
    left = code_folder(tmp_path, "C") / "left"
    left.mkdir(parents=True)
    (left / "solution.py").touch()
    left.chmod(0o500)
    lines = [*proposing(), *voting(1, FOR_ANN), *closing()]
    command = f"ls {left} > /dev/null 2>&1 && echo there || echo deleted"
    council = hold_council(tmp_path, lines, evidence=command, council_id="C")
    assert {each["evidence"]["output"] for each in result(council)["proposals"]} == {"deleted\n"}
    assert not left.parent.exists()


def test_pytest_looks_at_nothing_above_the_folder(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(
        '[tool.pytest.ini_options]\naddopts = "--no-such-option"\n'
    )
    (tmp_path / "conftest.py").write_text("raise RuntimeError\n")
    case = Example(input="even_sum([2])", output="2")
    trial = asyncio.run(run_code(entry(tests=(case,)), PYTEST, tmp_path / "trials", find_sandbox()))
    assert trial.status == "passed", trial.output


def test_the_output_does_not_say_where_it_was_run() -> None:
    assert tried("pwd; ls $HOME/solution.py").output == ".\n./solution.py\n"


def test_a_trial_has_limits_of_its_own() -> None:
    # The others are tried in test_sandbox.py
    assert tried("ulimit -f").output == f"{LIMITS.file // 512}\n"
    assert LIMITS.memory < Limits().memory


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


@pytest.mark.needs("bubblewrap")
def test_the_network_is_cut_where_the_system_can_and_the_record_says_so() -> None:
    code = "import socket\nsocket.create_connection(('127.0.0.1', 22), 1)\n"
    trial = tried(f"{sys.executable} solution.py", code)
    assert (trial.network, trial.status) == ("cut", "failed")
    assert "refused" in trial.output.lower()  # by its own loopback, on which nobody listens


def test_what_came_out_is_shown_to_voters_and_stands_in_the_result(tmp_path: Path) -> None:
    broken = proposal("broken", code="def even_sum(numbers):\n    return 7\n")
    lines = [
        *list(proposing())[:2],
        line("Cid", "propose", 1, broken),
        *voting(1, FOR_ANN),
        *closing(),
    ]
    council = hold_council(tmp_path, lines, evidence=CHECK)
    found = {each["author"]: each["evidence"]["status"] for each in result(council)["proposals"]}
    assert found == {"Ann": "passed", "Bob": "passed", "Cid": "failed"}
    told = {
        seat: prompt for seat, purpose, _, prompt in prompts(council, tmp_path) if purpose == "vote"
    }
    assert "It was run: failed." in told["Ann"]
    assert "7 False" in told["Bob"]
    assert "It was run: failed." not in told["Cid"]


def test_the_tests_of_each_proposal_are_held_against_the_code_of_all(tmp_path: Path) -> None:
    """Bob's code passes his own tests alone; Ann's tests find him out, and he is not told whose they are."""
    wrong = "def even_sum(numbers):\n    return 7\n"
    blind = proposal("blind", code=wrong, tests=[{"input": "even_sum([7])", "output": "7"}])
    lines = [
        *list(proposing())[::2],
        line("Bob", "propose", 1, blind),
        *voting(1, FOR_ANN),
        *closing(),
    ]
    council = hold_council(tmp_path, lines, evidence=PYTEST)
    assert result(council)["matrix"] == {
        "Ann/1": {"Ann/1": "passed", "Bob/1": "failed", "Cid/1": "passed"},
        "Bob/1": {"Bob/1": "passed", "Ann/1": "failed", "Cid/1": "failed"},
        "Cid/1": {"Cid/1": "passed", "Ann/1": "passed", "Bob/1": "failed"},
    }
    assert "| Bob/1 | failed | passed | failed |" in text_of(council, "spec.md")
    told = {
        seat: prompt for seat, purpose, _, prompt in prompts(council, tmp_path) if purpose == "vote"
    }
    assert "with those of your own proposal: failed" in told["Ann"]
    assert told["Cid"].count("Run with the tests of others, ") == 2


def test_nothing_is_run_unless_it_is_asked_for(tmp_path: Path) -> None:
    mark = tmp_path / "ran"
    code = f"open({str(mark)!r}, 'w')\n"
    trap = line("Cid", "propose", 1, proposal("trap", code=code))
    lines = [*list(proposing())[:2], trap, *voting(1, FOR_ANN), *closing()]
    council = hold_council(tmp_path, lines)
    assert council.outcome == "agreed"
    assert not mark.exists()
    assert result(council)["proposals"][0]["evidence"] is None
