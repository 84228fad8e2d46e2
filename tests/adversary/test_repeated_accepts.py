"""An author submits accepted work again after its base has moved, to have the accept repeated unseen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from coordinator.config.settings import Config
from coordinator.reviews.record import ReviewRecord
from tests.support.repositories import git, new_repository
from tests.support.reviews import (
    ASKED,
    ISSUE,
    JUDGES,
    add_issue,
    deliver,
    judge_line,
    make_config,
    probe_line,
    report,
    review_board,
    review_locally,
    rubric_line,
    submit,
)

pytestmark = [pytest.mark.adversary, pytest.mark.needs("bubblewrap")]

BASE = {
    "greet.py": "def greet(name):\n    return ''\n",
    "helper.py": "def word():\n    return 'Hello'\n",
}
WORK = {
    "greet.py": "from helper import word\n\n\ndef greet(name):\n    return word() + ', ' + name\n"
}
# The work merges cleanly into this base, but no longer greets.
MOVED = {"helper.py": "def word():\n    return 'Bye'\n"}
UNRELATED = {"other.py": "pass\n"}
# It is red on the base and green on the work.
DEMAND = {
    "kind": "demand",
    "title": "a guest is greeted by name",
    "quote": ASKED,
    "run": "from greet import greet\nexit(greet('Bob') != 'Hello, Bob')",
    "with": "python",
}
PRAISE = report((5, 5), evidence=[{"source": "greet.py:5", "quote": "return word() + ', ' + name"}])

Review = Callable[[Config, Path], ReviewRecord]


def review_on_board(config: Config, repo: Path) -> ReviewRecord:
    """Submit the work for another issue of the board, and review it."""
    submit(config, add_issue(config, repo, ISSUE))
    return review_board(config)[-1]


DOORS = {"a local review": review_locally, "the board": review_on_board}


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    repo = new_repository(tmp_path / "repo")
    deliver(repo, BASE, "base")
    git(repo, "checkout", "--quiet", "-b", "work")
    deliver(repo, WORK)
    return repo


@pytest.fixture
def config(tmp_path: Path) -> Config:
    lines = [rubric_line(), probe_line(DEMAND)]
    lines += [judge_line(seat, PRAISE) for seat in JUDGES]
    return make_config(tmp_path / "home", lines, "experiments: probes, base_moved: ignore")


def move_base(repo: Path, files: dict[str, str]) -> None:
    git(repo, "checkout", "--quiet", "main")
    deliver(repo, files, "moved")
    git(repo, "checkout", "--quiet", "work")


def blind_tests(review: ReviewRecord) -> dict[str, str]:
    return {check.name: check.status for check in review.checks}


@pytest.mark.parametrize("review", DOORS.values(), ids=DOORS.keys())
def test_an_accept_is_not_repeated_on_a_base_that_has_moved(
    repo: Path, config: Config, review: Review
) -> None:
    first = review(config, repo)
    assert (first.state, blind_tests(first)) == ("accept", {"P1": "green"})
    move_base(repo, MOVED)
    second = review(config, repo)
    assert second.state != "accept"
    assert blind_tests(second) == {"P1": "red"}


def test_the_same_content_on_the_same_moved_base_has_one_panel(repo: Path, config: Config) -> None:
    move_base(repo, UNRELATED)
    assert review_locally(config, repo).asked
    again = review_locally(config, repo)
    assert again.verdict is not None
    assert (again.verdict.outcome, again.verdict.rule) == ("accept", "same content")
    move_base(repo, {"other.py": "pass  # 2\n"})
    assert review_locally(config, repo).asked
