"""Tests that nobody configured: held against the base, and in every verdict."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from coordinator.config.settings import Config
from coordinator.models import Verdict
from coordinator.reviews.record import ReviewRecord
from tests.support.programs import on_path
from tests.support.repositories import git, new_repository
from tests.support.reviews import (
    ISSUE,
    JUDGES,
    WORK,
    Line,
    deliver,
    judge_line,
    make_config,
    report,
    review_locally,
    rubric_line,
)
from tests.support.shell import call

TESTS = 'test:\n\t@echo run >> "$$HOME/runs"; cat greet.py; grep -q Hello greet.py\n'
SILENT = "def greet(name):\n    return name\n"
BROKEN = WORK | {"greet.py": SILENT}


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))


def panel() -> Iterator[Line]:
    """Judges who like everything."""
    yield rubric_line()
    for seat in JUDGES:
        yield judge_line(
            seat,
            report((4, 4), evidence=[{"source": "notes.md:1", "quote": WORK["notes.md"].strip()}]),
        )


def unconfigured(tmp_path: Path, **update: object) -> Config:
    """A configuration without the key `checks`."""
    return make_config(tmp_path / "home", panel()).model_copy(
        update={"checks": None, "sandbox": "off", **update}
    )


def submitted(
    tmp_path: Path, base: Mapping[str, str], work: Mapping[str, str], without: str = ""
) -> Path:
    repo = new_repository(tmp_path / "repo")
    deliver(repo, base)
    git(repo, "checkout", "--quiet", "-b", "work")
    (repo / without).unlink() if without else None
    deliver(repo, work)
    return repo


def runs(tmp_path: Path) -> int:
    return len((tmp_path / "runs").read_text().split())


def decided(record: ReviewRecord) -> Verdict:
    assert record.verdict is not None
    return record.verdict


def test_a_regression_that_the_tests_see_is_rejected_without_configuration_and_without_a_judge(
    tmp_path: Path,
) -> None:
    repo = submitted(tmp_path, WORK | {"Makefile": TESTS}, BROKEN)
    record = review_locally(unconfigured(tmp_path), repo)
    verdict = decided(record)
    assert (verdict.outcome, verdict.rule, list(record.asked)) == ("reject", "regression", [])
    assert (
        verdict.explanation == "Green on the base, red on the work: make test. No judge was asked."
    )
    (reason,) = verdict.reasons
    assert reason.text.startswith('the check "make test" is red: exit 2: make')
    assert reason.text.endswith("; green on the base")
    assert reason.proofs[0].found == "verified"
    assert "return name" in reason.proofs[0].evidence.text  # type: ignore[union-attr]
    (check,) = record.checks
    assert (check.status, check.blocks, check.detected) == ("red", True, True)
    assert runs(tmp_path) == 3, "twice on the work, once on the base"
    deliver(repo, {"more.md": "still broken\n"})
    assert decided(review_locally(unconfigured(tmp_path), repo)).rule == "regression"
    assert runs(tmp_path) == 5, "what the base gave is known by its commit"


@pytest.mark.parametrize(
    ("base", "work", "why"),
    [
        (
            BROKEN | {"Makefile": TESTS},
            WORK | {"greet.py": f"# much better\n{SILENT}"},
            "red on the base as well: exit 2",
        ),
        (
            {"Makefile": TESTS, "greet.py": WORK["greet.py"]},
            WORK | {"Makefile": "test:\n\t@[ -e again ] || { touch again; exit 1; }\n"},
            "red in the first run (exit 2: make: ",
        ),
    ],
    ids=["red before", "flaky"],
)
def test_what_says_nothing_about_the_work_is_not_measured_and_an_accept_says_so(
    tmp_path: Path, base: Mapping[str, str], work: Mapping[str, str], why: str
) -> None:
    config = unconfigured(tmp_path)
    record = review_locally(config, submitted(tmp_path, base, work))
    (check,) = record.checks
    assert (check.status, check.summary[: len(why)]) == ("error", why)
    assert (decided(record).outcome, decided(record).labels[-1]) == (
        "accept",
        "check not measured: make test",
    )
    if "at first" in why:
        assert check.summary.endswith("); second run without changes: green: exit 0")
    else:
        shown = call("show", record.id, env={"COORDINATOR_HOME": str(config.home)}).stdout
        assert f"make test: not measured ({check.seconds:.1f} s, detected), {why}" in shown
        assert "check not measured: make test" in shown


def test_tests_that_the_work_has_removed_are_missed(tmp_path: Path) -> None:
    repo = submitted(tmp_path, WORK | {"Makefile": TESTS}, {"more.md": "x\n"}, without="Makefile")
    record = review_locally(unconfigured(tmp_path), repo)
    (check,) = record.checks
    assert (check.status, check.summary) == (
        "error",
        "the base has tests for `make test`, the work has none",
    )
    assert decided(record).labels[-1] == "check not measured: make test"


@pytest.mark.needs("bubblewrap")
def test_a_set_up_is_told_when_it_begins_and_rejects_nothing_when_it_fails(tmp_path: Path) -> None:
    repo = submitted(tmp_path, WORK | {"Makefile": TESTS}, BROKEN)
    file = make_config(tmp_path / "home", panel()).home / "coordinator.yaml"
    file.write_text(file.read_text().replace("checks: []", "setup: echo no network; exit 1"))
    (tmp_path / "issue.md").write_text(ISSUE)
    given = ("--issue", tmp_path / "issue.md", "--repo", repo, "--base", "main", "--config", file)
    ran = call("review", *given, env=os.environ | {"COORDINATOR_HOME": str(file.parent)})
    assert ran.returncode == 0, ran.stderr
    rows = [" ".join(line.split()) for line in ran.stderr.splitlines()]
    began = rows.index("set-up for the checks: echo no network; exit 1")
    why = "the set-up failed: `echo no network; exit 1`: exit 1: no network"
    assert rows[began + 1] == f"check make test: not measured, {why} (detected, not configured)"
    assert "check not measured: make test" in ran.stdout


def test_review_and_doctor_say_first_what_is_not_run_without_bubblewrap(tmp_path: Path) -> None:
    repo = submitted(tmp_path, WORK | {"Makefile": TESTS}, {"more.md": "x\n"})
    file = make_config(tmp_path / "home", panel()).home / "coordinator.yaml"
    file.write_text(file.read_text().replace("checks: []", ""))
    (tmp_path / "issue.md").write_text(ISSUE)
    (tmp_path / "bin").mkdir()
    for name in ("git", "chmod", "rm"):
        (tmp_path / "bin" / name).symlink_to(on_path(name))
    env = {**os.environ, "COORDINATOR_HOME": str(file.parent), "PATH": str(tmp_path / "bin")}

    def lines(*command: object) -> list[str]:
        # In a process of its own: this one may have found a sandbox already.
        argv = [
            sys.executable,
            "-m",
            "coordinator",
            *map(str, command),
            "--config",
            str(file),
            "--json",
        ]
        ran = subprocess.run(argv, env=env, cwd=repo, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stderr
        assert json.loads(ran.stdout)
        return [" ".join(line.split()) for line in ran.stderr.splitlines()]

    said = "sandbox none: bubblewrap is not installed; not run: detected checks, scripts of judges, blind tests (apt"
    reviewed = lines("review", "--issue", tmp_path / "issue.md", "--base", "main")
    assert [line.startswith(said) for line in reviewed[:2]] == [False, True], reviewed
    assert any(
        line.startswith("check make test: not measured, no sandbox: ") for line in reviewed
    ), reviewed
    assert lines("doctor")[0].startswith(said)
