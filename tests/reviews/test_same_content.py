"""A verdict belongs to its content: the same content gets the same answer in all issues of a repository."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from coordinator.app.reviews import run_review, with_new_panel
from coordinator.app.runtime import local_submission
from coordinator.app.watching import RunWatcher
from coordinator.config.checks import CheckConfig
from coordinator.config.environment import state_file
from coordinator.config.settings import Config, load
from coordinator.models import Submission
from coordinator.reviews.record import ReviewRecord
from coordinator.reviews.same_content import shown_text
from coordinator.storage.store import Event, Store
from coordinator.trackers.board import Board
from tests.support.databases import state_in
from tests.support.dying_reviewer import work_until_killed
from tests.support.overrides import decide
from tests.support.processes import Copy
from tests.support.programs import needing
from tests.support.repositories import git
from tests.support.reviews import (
    GREETS,
    ISSUE,
    JUDGES,
    Line,
    add_issue,
    deliver,
    judge_line,
    look_up,
    make_config,
    make_repository,
    report,
    review_board,
    review_locally,
    rubric_line,
    submit,
    write_replies,
)
from tests.support.waiting import PATIENCE

GOOD = report((5, 5))
WRONG = {"text": "greets nobody", "priority": "high", "criterion": "CK-001", "evidence": [GREETS]}
BAD = report((2, 2), against=["CK-001"], findings=[WRONG])
MENDED = report((5, 5), rework={"R1": "resolved"})


def panel(reply: object) -> list[Line]:
    """All judges say this in every review."""
    return [rubric_line(), *(judge_line(seat, reply) for seat in JUDGES)]


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    return make_repository(tmp_path / "repo")


def settle(repo: Path, reply: object, review: str = "debates: 0") -> Config:
    return make_config(repo.parent / "home", panel(reply), review)


def review_new_issue(config: Config, repo: Path, text: str = ISSUE) -> ReviewRecord:
    """Submit the work of a repository for another issue, and review it."""
    submit(config, add_issue(config, repo, text))
    return review_board(config)[-1]


def outcome(review: ReviewRecord) -> tuple[str, str, bool]:
    """What a review came to, by which rule, and whether a judge was asked."""
    assert review.verdict is not None
    return review.verdict.outcome, review.verdict.rule, bool(review.asked)


def comment_on(config: Config, key: str) -> str:
    with closing(Board(config.home)) as board:
        return board.comments(key)[-1].text


def test_a_second_issue_gets_the_reject_of_the_first_with_its_reasons(repo: Path) -> None:
    config = settle(repo, BAD)
    assert outcome(review_new_issue(config, repo)) == ("reject", "gate", True)
    write_replies(config.home, panel(GOOD))
    second = review_new_issue(config, repo)
    assert outcome(second) == ("reject", "same content", False)
    said = comment_on(config, "B-2")
    assert "are the same as in B-1.1, so its answer stands (gate): R1. No judge was asked." in said
    assert "`coordinator resume B-2.1 --again`" in said
    assert "- R1: " in said


def test_a_second_issue_gets_the_accept_of_the_first(repo: Path) -> None:
    config = settle(repo, GOOD)
    assert outcome(review_new_issue(config, repo)) == ("accept", "above the bar", True)
    write_replies(config.home, panel(BAD))
    assert outcome(review_new_issue(config, repo)) == ("accept", "same content", False)


def test_another_working_tree_of_the_clone_is_the_same_repository(repo: Path) -> None:
    config = settle(repo, BAD)
    review_new_issue(config, repo)
    write_replies(config.home, panel(GOOD))
    other = repo.parent / "other"
    git(repo, "worktree", "add", "--quiet", "--detach", str(other), "work")
    assert outcome(review_new_issue(config, other)) == ("reject", "same content", False)


@pytest.mark.parametrize("difference", ["request", "work", "rules", "check"])
def test_other_content_gets_a_panel_of_its_own(repo: Path, difference: str) -> None:
    config = settle(repo, BAD)
    check = CheckConfig(name="guests", grep="^We greeted 40", in_="notes.md", blocks=False)
    if difference == "check":
        config = config.model_copy(update={"checks": (check,)})
    review_new_issue(config, repo)
    text = ISSUE
    if difference == "request":
        text = f"{ISSUE} It must do so politely."
    elif difference == "work":
        deliver(repo, {"more.py": "pass\n"})
    elif difference == "rules":
        config = settle(repo, BAD, "debates: 0, bar: 3")
    else:
        (repo / "notes.md").write_text("nobody\n")
        deliver(repo, {})
    write_replies(config.home, panel(GOOD))
    assert outcome(review_new_issue(config, repo, text)) == ("accept", "above the bar", True)


def test_the_same_head_against_another_base_gets_a_panel_of_its_own(repo: Path) -> None:
    config = settle(repo, BAD)
    review_new_issue(config, repo)
    git(repo, "branch", "--force", "main", "work")
    deliver(repo, {"greet.py": "def greet(name):\n    return name\n"})
    deliver(repo, {"greet.py": "def greet(name):\n    return 'Hello, ' + name\n"})
    git(repo, "branch", "--force", "main", "HEAD~1")
    write_replies(config.home, panel(GOOD))
    assert outcome(review_new_issue(config, repo)) == ("accept", "above the bar", True)


def test_an_accept_elsewhere_does_not_close_the_open_reasons_of_an_issue(repo: Path) -> None:
    config = settle(repo, GOOD)
    assert review_new_issue(config, repo).state == "accept"
    deliver(repo, {"more.py": "pass\n"})
    write_replies(config.home, panel(BAD))
    assert outcome(review_new_issue(config, repo)) == ("reject", "gate", True)
    git(repo, "rm", "--quiet", "more.py")
    deliver(repo, {})
    write_replies(config.home, panel(MENDED))
    submit(config, "B-2")
    third = review_board(config)[-1]
    assert outcome(third) == ("accept", "above the bar", True)


def test_a_persons_reject_stands_for_the_content_and_a_persons_accept_frees_it(repo: Path) -> None:
    config = settle(repo, GOOD)
    first = review_new_issue(config, repo)
    decide(config, first.id, "reject")
    second = review_new_issue(config, repo)
    assert outcome(second) == ("reject", "same content", False)
    assert second.verdict is not None
    assert "(sent back by Maria): R1." in second.verdict.explanation
    assert [reason.text for reason in second.verdict.reasons] == ["because"]
    decide(config, second.id, "accept", once="01")
    assert outcome(review_new_issue(config, repo)) == ("accept", "above the bar", True)


def test_a_person_gets_a_new_panel_and_the_record_says_who(repo: Path) -> None:
    config = settle(repo, BAD)
    assert review_locally(config, repo).state == "reject"
    write_replies(config.home, panel(GOOD))
    assert outcome(review_locally(config, repo)) == ("reject", "same content", False)
    asked = with_new_panel(local_submission(ISSUE, repo, "main"), "Maria")
    asyncio.run(run_review(config, asked))
    record = look_up(config, asked.id)
    assert outcome(record) == ("accept", "above the bar", True)
    assert record.submission.asked_by == "Maria"
    assert outcome(review_locally(config, repo)) == ("accept", "same content", False)


def test_a_canary_is_always_judged(repo: Path) -> None:
    config = settle(repo, BAD)
    review_locally(config, repo)
    canary = local_submission(ISSUE, repo, "main").model_copy(update={"truth": "accept"})
    write_replies(config.home, panel(GOOD))
    asyncio.run(run_review(config, canary))
    assert outcome(look_up(config, canary.id)) == ("accept", "above the bar", True)
    assert outcome(review_locally(config, repo)) == ("reject", "same content", False)


def test_a_review_whose_process_was_killed_holds_up_no_other(repo: Path) -> None:
    config = settle(repo, BAD)
    first = local_submission(ISSUE, repo, "main")
    errors = config.home / "stderr"
    given = (die_in_panel, config.home, first.model_dump_json())
    killed = Copy(*given, env=os.environ, cwd=config.home, stderr=errors)
    assert killed.wait(PATIENCE) == -signal.SIGKILL
    assert outcome(review_locally(config, repo)) == ("reject", "gate", True)


def die_in_panel(home: Path, submission: str) -> None:
    """Review a submission, and die at its first ballot."""

    class Deadly(RunWatcher):
        def started(self, run_id: str, source: str, notice: str = "") -> None:
            """Do nothing."""

        def happened(self, event: Event) -> None:
            if event.key.startswith("ballot/"):
                os.kill(os.getpid(), signal.SIGKILL)

    config = load(config=home / "coordinator.yaml", environ={"COORDINATOR_HOME": str(home)})
    given = Submission.model_validate_json(submission)
    asyncio.run(run_review(config, given, watcher=Deadly()))


@pytest.fixture(params=["sqlite", *needing("postgresql")])
def home(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
    """A home whose state is in a file, and then one whose state is in PostgreSQL."""
    (tmp_path / "home").mkdir()
    with state_in(tmp_path / "home", request.param):
        yield tmp_path / "home"


def test_reviews_at_the_same_time_that_are_killed_again_and_again_ask_one_panel(
    home: Path, repo: Path
) -> None:
    config = make_config(home, panel(GOOD), "debates: 0")
    for _ in range(3):
        submit(config, add_issue(config, repo))
    environ = {**os.environ, "COORDINATOR_HOME": str(home)}
    for _ in range(100):
        worker = Copy(work_until_killed, 7, False, env=environ, cwd=home, stderr=home / "stderr")
        code = worker.wait(PATIENCE)
        if code == 0:
            break
        assert code == -signal.SIGKILL
    with closing(Store(state_file(home))) as store:
        assert [run.state for run in store.runs()] == ["done"] * 3
    found = [look_up(config, f"B-{number}.1") for number in (1, 2, 3)]
    assert [review.state for review in found] == ["accept"] * 3
    assert sorted(bool(review.asked) for review in found) == [False, False, True]


def test_shown_text_leaves_out_what_no_page_shows() -> None:
    assert shown_text("a <!-- 1 --> b\n\n c\u200b\u3164") == "a b c"
    assert shown_text("a <!-- b") == "a <!-- b"
