"""A limit that ends blind tests early leaves out no kind alone, and running them side by side changes no order."""

from __future__ import annotations

from pathlib import Path

import pytest

from coordinator.reviews.record import ReviewRecord
from coordinator.workspace.checks import experiment_runner
from tests.support.repositories import git, new_repository
from tests.support.reviews import (
    ASKED,
    JUDGES,
    deliver,
    judge_line,
    make_config,
    probe_line,
    report,
    review_locally,
    rubric_line,
)

pytestmark = pytest.mark.needs("bubblewrap")

BASE = {"greet.py": "def greet(name):\n    return 'Hello'\n", "test_greet.py": "import greet\n"}
WORK = {"greet.py": "def greet(name):\n    return 'Hello, ' + name\n"}
GREETS = {"source": "greet.py", "quote": "return 'Hello, ' + name"}


def probe(kind: str, number: int, passes: str) -> dict[str, str]:
    script = f"from greet import greet\nprint({number})\nexit(not {passes})"
    return {"kind": kind, "title": "greets", "quote": ASKED, "run": script, "with": "python"}


def reviewed(tmp_path: Path) -> ReviewRecord:
    """A review with three demands and then three keeps, which all pass."""
    probes = [probe("demand", number, "greet('Ann').endswith('Ann')") for number in range(3)]
    probes += [probe("keep", number, "greet('Ann').startswith('Hello')") for number in range(3, 6)]
    judges = [judge_line(seat, report((5, 5), evidence=[GREETS])) for seat in JUDGES]
    lines = [rubric_line(), probe_line(*probes), *judges]
    repo = new_repository(tmp_path / "repo")
    deliver(repo, BASE, "before")
    git(repo, "checkout", "--quiet", "-b", "work")
    deliver(repo, WORK)
    return review_locally(make_config(tmp_path / "home", lines), repo)


def results(record: ReviewRecord) -> dict[str, str]:
    return {check.name: check.status for check in record.checks if check.probe}


def test_a_limit_leaves_out_no_kind_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(experiment_runner, "processors", lambda: 1)
    # Half of them is for blind tests. Each is tried on the base, and then takes another run there
    # and one on the work.
    monkeypatch.setattr(experiment_runner, "PER_REVIEW", 20)
    record = reviewed(tmp_path)
    assert results(record) == {
        "P1": "green",
        "P2": "error",
        "P3": "error",
        "P4": "green",
        "P5": "error",
        "P6": "error",
    }
    unmeasured = next(check for check in record.checks if check.name == "P2")
    assert "could not be run: the limit of script runs is reached: 10 runs" in unmeasured.summary


def test_side_by_side_they_keep_their_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(experiment_runner, "processors", lambda: 3)
    record = reviewed(tmp_path)
    assert list(results(record).items()) == [(f"P{number}", "green") for number in range(1, 7)]
