"""Claims about behaviour are run, not believed: scripts of judges in throw-away copies, in a real sandbox."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest

from coordinator.agents.file_tools import FileTools
from coordinator.config.checks import SetupConfig
from coordinator.config.review import ReviewConfig
from coordinator.config.settings import Config
from coordinator.judgement.evidence.experiments import EMPTY_HANDED, ONLY_BASE
from coordinator.judgement.evidence.verification import (
    SourceTexts,
    counts_against,
    same,
    shows_work,
    touches,
    verify,
)
from coordinator.models import Experiment, ExperimentRun, Proof
from coordinator.prompts import render
from coordinator.reviews.publish import verdict_comment
from coordinator.reviews.record import ReviewRecord
from coordinator.workspace.checks import experiment_runner
from coordinator.workspace.checks.experiment_runner import PROGRAMS, ExperimentRunner
from coordinator.workspace.checks.setup import CheckSetup
from coordinator.workspace.snapshot import Workspace, snapshot
from tests.support.panel_cases import evidence_in
from tests.support.processes import any_seconds, sleeping
from tests.support.programs import on_path
from tests.support.prompt_values import ANYTHING
from tests.support.repositories import git, new_repository, without_sandbox
from tests.support.reviews import (
    ASKED,
    JUDGES,
    Line,
    deliver,
    judge_line,
    make_config,
    report,
    review_locally,
    rubric_line,
)
from tests.support.shell import call

BEFORE = "def greet(name):\n    return 'Hello'\n"
# It reads as if it greeted everybody, and greets the first guest for ever.
NAMED = re.compile(r"script_[0-9a-f]{12}\.sh")  # the file of a script
LOOKS_RIGHT = (
    "def greet(name, guests=[]):\n    guests.append(name)\n    return 'Hello, ' + guests[0]\n"
)
LINE = {"source": "greet.py:3", "quote": "return 'Hello, ' + guests[0]"}
SCRIPT = "from greet import greet\ngreet('Ann')\nsaid = greet('Bob')\nprint('Bob hears:', said)\nexit('Bob' not in said)"
SHOWN = {"run": SCRIPT, "with": "python", "shows": "Bob hears: Hello, Ann", "on": "work"}
INVENTED = SHOWN | {"shows": "Bob hears: Goodbye"}


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    """Work that looks right, on a base that did less."""
    made = new_repository(tmp_path / "repo")
    deliver(made, {"greet.py": BEFORE, ".env": "TOKEN=abcdefgh12345678\n"}, "before")
    git(made, "checkout", "--quiet", "-b", "work")
    deliver(made, {"greet.py": LOOKS_RIGHT})
    return made


@pytest.fixture
def runner(repo: Path, tmp_path: Path) -> Iterator[ExperimentRunner]:
    work = asyncio.run(snapshot(str(repo), "main", tmp_path / "home"))
    yield ExperimentRunner(
        Workspace(work, tmp_path / "home"), CheckSetup(None, tmp_path / "cache"), ReviewConfig()
    )
    assert not [*(tmp_path / "home").glob("experiment-*")], "a copy was left behind"
    assert (repo / "greet.py").read_text() == LOOKS_RIGHT
    assert not git(repo, "status", "--porcelain")


def experiment(
    run: str, shows: str = "", language: Any = "sh", on: Literal["work", "base", "both"] = "work"
) -> Experiment:
    return Experiment(run=run, language=language, shows=shows or "anything", on=on)


def proof_of(runner: ExperimentRunner, piece: Experiment) -> Proof:
    return asyncio.run(runner.verify(piece))


# -- whole reviews


def panel(evidence: dict[str, str]) -> list[Line]:
    """Two judges who are content, and one who says that it fails, with this to show for it."""
    lines = [rubric_line()]
    for number in (0, 1):
        lines.append(
            judge_line(
                "Ann", report((4, 4), against=("CK-001",), evidence=[LINE, evidence]), number
            )
        )
        lines += [judge_line(seat, report((4, 4), evidence=[LINE]), number) for seat in JUDGES[1:]]
    return lines


def review(
    home: Path, repo: Path, evidence: dict[str, str], settings: str = ""
) -> tuple[Config, ReviewRecord]:
    config = make_config(home, panel(evidence), review=f"protocol: judge-with-debate{settings}")
    return config, review_locally(config, repo)


@pytest.mark.needs("bubblewrap")
def test_work_that_looks_right_is_rejected_by_what_it_does(tmp_path: Path, repo: Path) -> None:
    config, found = review(tmp_path / "home", repo, SHOWN)
    assert found.verdict is not None
    assert (found.verdict.outcome, found.verdict.rule, len(found.standings)) == (
        "reject",
        "gate",
        2,
    )
    (reason,) = found.verdict.reasons
    (proof,) = [proof for proof in reason.proofs if proof.runs]
    assert (reason.requirement, reason.seats, proof.at) == (
        ASKED,
        ("Ann",),
        "red (exit 1) on the work",
    )
    assert [run.output for run in proof.runs] == ["Bob hears: Hello, Ann\n"]

    letter = verdict_comment(found.verdict, found.id)
    assert "script (python):\n  \n      from greet import greet\n" in letter
    assert "on the work, red (exit 1):\n  \n      Bob hears: Hello, Ann\n" in letter

    def coordinator(*arguments: str) -> str:
        return call(*arguments, env={"COORDINATOR_HOME": str(config.home)}, cwd=config.home).stdout

    name = found.id
    shown = coordinator("show", name)
    assert (
        "✓ experiment (python) shows “Bob hears: Hello, Ann” [verified at red (exit 1) on the work]"
        in shown
    )
    assert "greet('Ann')" in shown
    assert "--run R1 runs it again" in shown
    assert coordinator("show", name, "--html", "page.html")
    page = (config.home / "page.html").read_text()
    assert "Script (python) and output" in page
    again = coordinator("show", name, "--run", "R1")
    assert "on the work, red (exit 1):\n\n    Bob hears: Hello, Ann\n" in again
    # The same scripts say whether it is mended.
    deliver(repo, {"greet.py": "def greet(name):\n    return 'Hello, ' + name\n"})
    again = coordinator("show", name, "--run", "R1")
    assert (
        "[not found at green (exit 0) on the work; the output does not contain the text]" in again
    )
    assert "Bob hears: Hello, Bob" in again


@pytest.mark.needs("bubblewrap")
def test_an_invented_output_is_not_believed(tmp_path: Path, repo: Path) -> None:
    _, found = review(tmp_path / "home", repo, INVENTED)
    assert found.verdict is not None
    assert found.verdict.outcome == "escalate"
    (ann, *_) = found.standings[-1].testimonies
    assert ann.kind == "ballot"
    assert "red (exit 1) on the work; the output does not contain the text" in [
        proof.at for proof in ann.proofs
    ]


# -- what is verified, and what that shows


CASES = [
    (experiment(SCRIPT, "hears: .*Ann$", "python"), "verified", "red (exit 1) on the work", ""),
    (
        experiment("cat greet.py; grep -q 'Hello,' greet.py", "+ guests[0]", on="both"),
        "verified",
        "green (exit 0) on the work, red (exit 1) on the base",
        "",
    ),
    (
        experiment("cat greet.py", "def greet", on="both"),
        "not found",
        "green (exit 0) on the work, green (exit 0) on the base; the output on the base contains the text too",
        "",
    ),
    (
        experiment("cat greet.py", "return 'Hello'", on="base"),
        "verified",
        "green (exit 0) on the base",
        ONLY_BASE,
    ),
    (
        experiment("echo it fails; exit 1", "it fails"),
        "verified",
        "red (exit 1) on the work",
        EMPTY_HANDED,
    ),
    (
        experiment("cat greet.py", "([x"),
        "not found",
        "green (exit 0) on the work; the output does not contain the text",
        "",
    ),
]


@pytest.mark.needs("bubblewrap")
def test_an_experiment_is_verified_where_its_output_shows_it(runner: ExperimentRunner) -> None:
    for piece, found, at, weak in CASES:
        proof = proof_of(runner, piece)
        assert (proof.found, proof.at, proof.weak) == (found, at, weak)
        assert shows_work(proof) == counts_against(proof) == (found == "verified" and not weak)


def test_without_a_sandbox_without_files_and_switched_off_nothing_is_run(
    runner: ExperimentRunner, tmp_path: Path
) -> None:
    piece = experiment("touch ran", "anything")
    bare = ExperimentRunner(
        runner.workspace, CheckSetup(None, tmp_path / "cache", without_sandbox), runner.config
    )
    proof = proof_of(bare, piece)
    assert (proof.found, proof.at.partition(":")[0]) == ("no source", "no sandbox")
    words = Workspace(runner.workspace.work.model_copy(update={"repo": ""}), tmp_path / "home")
    proof = proof_of(ExperimentRunner(words, runner.setup, runner.config), piece)
    assert (proof.found, proof.at) == ("no source", "the work has no files to run")
    off = runner.config.model_copy(update={"experiments": "off"})
    proof = proof_of(ExperimentRunner(runner.workspace, runner.setup, off), piece)
    assert (proof.found, proof.at) == ("no source", "review.experiments is off")


@pytest.mark.needs("bubblewrap")
def test_beyond_the_bounds_nothing_is_run(
    runner: ExperimentRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(experiment_runner, "PER_REVIEW", 0)
    proof = proof_of(runner, experiment("touch ran", "anything"))
    assert (proof.found, proof.at) == ("no source", "the limit of script runs is reached: 0 runs")


def test_the_same_script_is_no_new_evidence_and_is_about_all_that_was_touched() -> None:
    one = experiment("echo 1\necho 2", "1", on="work")
    assert same(experiment("echo 1 \n  echo 2", "2", on="both"), one)
    assert not same(experiment("echo 3"), one)
    assert (touches(one, ["greet.py"]), touches(one, [])) == (True, False)


def test_what_is_read_and_what_is_recorded() -> None:
    (read,) = evidence_in([{"run": "\nprint(1)\n", "with": "Python", "shows": " 1 ", "on": "both"}])
    assert read == Experiment(run="print(1)", language="python", shows="1", on="both")
    proof = Proof(
        evidence=read, found="verified", runs=(ExperimentRun(on="work", code=None, output="1\n"),)
    )
    assert Proof.model_validate_json(proof.model_dump_json()) == proof
    assert set(PROGRAMS) == {"python", "sh", "bash", "node", "go", "ruby", "php"}
    assert verify([read], SourceTexts()) == (
        Proof(evidence=read, found="no source", at="it was not run"),
    )


@pytest.mark.parametrize("name", ["judge", "debate"])
def test_judges_are_told_of_experiments_where_they_are_run(name: str) -> None:
    said = [render(name, **ANYTHING | {"experiments": seconds}).text for seconds in (0, 45.0)]
    assert ['"shows"' in text for text in said] == [False, True]
    assert "for 45 seconds at most" in said[1]
    assert "which a program runs again" in said[1]


# -- what a model tries out


@pytest.mark.needs("bubblewrap")
def test_what_a_model_has_tried_out_is_not_run_again(
    runner: ExperimentRunner, tmp_path: Path
) -> None:
    tools = FileTools(str(tmp_path), runner=runner)

    def said(script: object, language: str = "sh", on: str = "both") -> str:
        return asyncio.run(
            tools.answer("run_experiment", {"run": script, "with": language, "on": on})
        )

    tried = said("date +%N; grep -c Hello, greet.py\n")
    (on_work, on_base) = proof_of(
        runner, experiment("date +%N; grep -c Hello, greet.py", "1", on="both")
    ).runs
    assert (
        tried
        == f"on the work, green (exit 0):\n{on_work.output}\n\non the base, red (exit 1):\n{on_base.output}"
    )
    for wrong in (("",), (["ls"],), ("ls", "perl"), ("ls", "sh", "elsewhere"), ("x" * 10_001,)):
        assert said(*wrong).startswith("not possible: ")
    tools.until = 0
    assert said("ls").startswith("stopped after 0.0 s for want of time")
    tools.scripts = 0
    assert said("ls") == "scripts were run 5 times; answer from what is known"


@pytest.mark.needs("bubblewrap")
def test_half_of_all_runs_are_left_for_evidence(
    runner: ExperimentRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(experiment_runner, "PER_REVIEW", 2)

    def said(script: str) -> str:
        call = {"run": script, "with": "sh", "on": "base"}
        return asyncio.run(FileTools("/", runner=runner).answer("run_experiment", call))

    assert said("echo 1") == "on the base, green (exit 0):\n1\n" == said("echo 1")
    assert said("echo 2") == "not possible: the limit of script runs is reached: 1 runs"
    assert proof_of(runner, experiment("echo 222", "222", on="base")).found == "verified"


# -- what a script cannot do


@pytest.mark.needs("bubblewrap")
def test_a_script_has_a_copy_of_its_own_with_masked_secrets_and_no_network(
    runner: ExperimentRunner, repo: Path, tmp_path: Path
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        script = f"""
            pwd; ls -A; cat .env; echo changed >greet.py; rm -rf .git
            echo out >{repo}/out; echo out >{tmp_path}/out; echo out >{Path.home()}/out-of-experiment
            python3 -c 'import socket; socket.create_connection(("127.0.0.1", {server.getsockname()[1]}), 2)'
            env | grep -i token; ls {repo}; touch left; head -c 100000 /dev/zero | tr '\\0' x
        """
        (run,) = proof_of(runner, experiment(script)).runs
    assert NAMED.sub("SCRIPT", run.output).startswith(
        ".\n.env\ngreet.py\nSCRIPT\nTOKEN=[withheld: credential]\n"
    )
    assert "abcdefgh" not in run.output
    assert "ConnectionRefused" in run.output or "unreachable" in run.output
    assert len(run.output) < 9_000
    assert not [place for place in (repo, tmp_path, Path.home()) for _ in place.glob("out*")]
    # The next one finds nothing of it.
    (after,) = proof_of(runner, experiment("ls -A; cat greet.py")).runs
    assert NAMED.sub("SCRIPT", after.output) == f".env\ngreet.py\nSCRIPT\n{LOOKS_RIGHT}"


@pytest.mark.needs("bubblewrap")
def test_a_script_is_ended_with_all_that_it_has_started(runner: ExperimentRunner) -> None:
    seconds = any_seconds()
    runner.config = runner.config.model_copy(update={"experiment_seconds": 0.5})
    (run,) = proof_of(runner, experiment(f"sleep {seconds} & sleep {seconds}")).runs
    assert run.code is None
    assert not sleeping(seconds)


@pytest.mark.needs("bubblewrap")
def test_what_cannot_be_started_is_not_held_against_anybody(runner: ExperimentRunner) -> None:
    language = next(
        (name for name, (program, _) in PROGRAMS.items() if not on_path(program.split()[0])), None
    )
    if language is None:
        pytest.skip("every program is installed here")
    proof = proof_of(runner, experiment("exit 1", language=language))
    assert (proof.found, proof.at) == ("no source", f"{PROGRAMS[language][0]} is not installed")
    # No work gets away with saying so itself.
    proof = proof_of(runner, experiment("cat greet.py; exit 126", "guests[0]"))
    assert (proof.found, proof.at) == ("verified", "red (exit 1) on the work")


@pytest.mark.needs("bubblewrap")
def test_what_checks_need_is_there_and_a_script_runs_once_on_a_tree(
    runner: ExperimentRunner,
) -> None:
    tool = "mkdir -p .venv/bin; printf '#!/bin/sh\\necho installed: $0\\n' >.venv/bin/tool; chmod +x .venv/bin/tool"
    runner.setup = CheckSetup(SetupConfig(run=tool), runner.setup.cache)
    proof = proof_of(runner, experiment("tool; date +%N", "installed: ./.venv/bin/tool"))
    assert (proof.found, proof.weak) == ("verified", "")
    other = proof_of(runner, experiment("tool; date +%N", "something else"))
    assert (other.found, other.runs) == ("not found", proof.runs)
