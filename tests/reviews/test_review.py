"""One submission from in_review to the tracker's new status, and all the ways the world can overtake it."""

from __future__ import annotations

import asyncio
from contextlib import closing
from pathlib import Path

import pytest

from coordinator.config.settings import Config
from coordinator.models import Superseded
from coordinator.reviews.earlier_reviews import earlier_reviews
from coordinator.reviews.record import ReviewReader
from coordinator.trackers import unmarked
from coordinator.trackers.board import Board
from tests.support.board_writers import edit
from tests.support.overtaken_reviews import card, overtake
from tests.support.reviews import (
    GREETS,
    JUDGES,
    Line,
    add_issue,
    deliver,
    fail_line,
    judge_line,
    make_config,
    make_repository,
    open_board,
    report,
    review_board,
    rubric_line,
    submit,
)
from tests.support.waiting import PATIENCE

ACCEPTING = [rubric_line(), *(judge_line(seat, report((4, 5))) for seat in JUDGES)]
WRONG = {"text": "greets nobody", "priority": "high", "criterion": "CK-001", "evidence": [GREETS]}
REJECTING = [
    rubric_line(),
    *(judge_line(seat, report((2, 2), against=["CK-001"], findings=[WRONG])) for seat in JUDGES),
]


def submitted(
    tmp_path: Path, lines: list[Line], extra: str = "", review: str = ""
) -> tuple[Config, str]:
    config = make_config(tmp_path / "home", lines, review, extra)
    key = add_issue(config, make_repository(tmp_path / "repo"))
    submit(config, key)
    return config, key


def test_accept_closes_the_issue_with_a_summary_for_nobody_in_particular(tmp_path: Path) -> None:
    config, key = submitted(tmp_path, ACCEPTING)
    review_board(config)
    shown = card(config, key)
    assert shown.issue.status == "done"
    (note,) = shown.comments
    assert (note.author, note.addressee) == ("coordinator", "")
    assert note.text.startswith("**Accepted** (above the bar).")


def test_reject_sends_the_author_back_with_numbered_reasons(tmp_path: Path) -> None:
    config, key = submitted(tmp_path, REJECTING)
    review_board(config)
    shown = card(config, key)
    assert shown.issue.status == "in_progress"
    (note,) = shown.comments
    assert note.addressee == "ada"
    assert (
        "- R1: an essential requirement is not met: Does greet greet by name?; greets nobody"
        in note.text
    )
    assert "Evidence: greet.py:2: “return 'Hello, ' + name” [verified]" in note.text


def test_reject_starts_the_configured_command_with_issue_and_review(tmp_path: Path) -> None:
    told = tmp_path / "told"
    config, key = submitted(
        tmp_path,
        REJECTING,
        f"board: {{retrigger: 'echo $ISSUE $REVIEW > {told}.new; mv {told}.new {told}'}}",
    )
    (whole,) = review_board(config)

    async def appears() -> str:
        async with asyncio.timeout(PATIENCE):
            while not told.exists():
                await asyncio.sleep(0.02)
        return told.read_text()

    assert asyncio.run(appears()) == f"{key} {whole.id}\n"


def test_the_verdict_comment_does_not_tell_where_the_bar_is(tmp_path: Path) -> None:
    config, key = submitted(tmp_path, REJECTING)
    review_board(config)
    text = unmarked(card(config, key).comments[0].text)
    assert "3.5" not in text
    assert "2.0" not in text


def test_escalation_calls_the_creator_and_leaves_the_status(tmp_path: Path) -> None:
    lines = [
        rubric_line(),
        *(judge_line(s, report((4, 5))) for s in JUDGES[:2]),
        fail_line("Cid", "late"),
    ]
    config, key = submitted(tmp_path, lines)
    review_board(config)
    shown = card(config, key)
    assert (shown.issue.status, shown.comments[0].addressee) == ("in_review", "eve")
    assert "Cid: no ballot (late)" in shown.comments[0].text


def test_escalation_calls_the_configured_person(tmp_path: Path) -> None:
    lines = [
        rubric_line(),
        *(judge_line(s, report((4, 5))) for s in JUDGES[:2]),
        fail_line("Cid", "late"),
    ]
    config, key = submitted(tmp_path, lines, review="escalate_to: maria")
    review_board(config)
    assert card(config, key).comments[0].addressee == "maria"


def test_an_error_is_told_and_does_not_count_as_a_review(tmp_path: Path) -> None:
    config, key = submitted(tmp_path, [rubric_line(reply="no idea", review=1)])
    (whole,) = review_board(config)
    shown = card(config, key)
    assert (whole.state, shown.issue.status, shown.comments[0].addressee) == (
        "error",
        "in_review",
        "eve",
    )
    assert "There is no usable rubric" in shown.comments[0].text
    with open_board(config) as (store, tracker):
        assert earlier_reviews(ReviewReader(store), tracker.name, key, "another").reviews == 0


def test_a_red_blocking_check_rejects_without_asking_anyone(tmp_path: Path) -> None:
    config, key = submitted(tmp_path, [], extra="")
    text = (config.home / "coordinator.yaml").read_text()
    checks = "checks:\n  - {name: greets, grep: 'Good morning', in: '*.py', expect: present, blocks: true}\n"
    (config.home / "coordinator.yaml").write_text(text.replace("checks: []\n", checks))
    from coordinator.config.settings import load

    config = load(
        config=config.home / "coordinator.yaml", environ={"COORDINATOR_HOME": str(config.home)}
    )
    (whole,) = review_board(config)
    assert (whole.state, whole.asked) == ("reject", ())
    assert card(config, key).issue.status == "in_progress"
    assert 'the check "greets" is red' in card(config, key).comments[0].text


def test_an_issue_without_a_repository_is_judged_by_what_the_author_wrote(tmp_path: Path) -> None:
    words = {"source": "diff", "quote": "I greeted everyone by name"}
    lines = [
        rubric_line(),
        *(judge_line(seat, report((4, 5), evidence=[words])) for seat in JUDGES),
    ]
    config = make_config(tmp_path / "home", lines)
    key = add_issue(config, "")
    with closing(Board(config.home)) as board:
        board.comment(key, "I greeted everyone by name, see the photo.", author="ada")
    submit(config, key)
    (whole,) = review_board(config)
    assert whole.state == "accept"


@pytest.mark.parametrize("repository", [True, False])
def test_nothing_delivered_is_sent_back_without_asking_anyone(
    tmp_path: Path, repository: bool
) -> None:
    config = make_config(tmp_path / "home", ACCEPTING)
    key = add_issue(config, make_repository(tmp_path / "repo", {}) if repository else "")
    submit(config, key)
    (whole,) = review_board(config)
    assert whole.verdict is not None
    assert (whole.state, whole.verdict.rule, whole.asked) == ("reject", "nothing delivered", ())


def test_the_frozen_copy_of_the_work_is_removed(tmp_path: Path) -> None:
    config, _ = submitted(tmp_path, ACCEPTING)
    review_board(config)
    assert list((config.home / "work").iterdir()) == []


def test_a_repository_that_is_gone_is_told_instead_of_hanging(tmp_path: Path) -> None:
    config = make_config(tmp_path / "home", ACCEPTING)
    key = add_issue(config, tmp_path / "nowhere")
    submit(config, key)
    (whole,) = review_board(config)
    shown = card(config, key)
    assert (whole.state, shown.issue.status, shown.comments[0].addressee) == (
        "error",
        "in_review",
        "eve",
    )
    assert "there is no directory" in shown.comments[0].text


# -- overtaken


@pytest.mark.parametrize("at", ["work", "ask/judge/Ann/0", "verdict", "overtaken/after"])
def test_a_person_who_moves_the_issue_supersedes_the_review(tmp_path: Path, at: str) -> None:
    config, key = submitted(tmp_path, ACCEPTING)
    with closing(Board(config.home)) as board:
        whole = overtake(config, at, lambda: board.move(key, "cancelled", actor="eve"))
    assert isinstance(whole.ending, Superseded)
    shown = card(config, key)
    assert shown.issue.status == "cancelled"
    (comment,) = shown.comments
    assert "It is cancelled now." in comment.text


def test_leaving_and_entering_again_supersedes_the_first_review(tmp_path: Path) -> None:
    config, key = submitted(tmp_path, ACCEPTING)

    def again() -> None:
        with closing(Board(config.home)) as board:
            board.move(key, "in_progress", actor="ada")
            board.move(key, "in_review", actor="ada")

    whole = overtake(config, "verdict", again)
    assert isinstance(whole.ending, Superseded)
    _, second = review_board(config)
    assert second.state == "accept"


def test_a_new_commit_supersedes_the_running_review(tmp_path: Path) -> None:
    config, key = submitted(tmp_path, ACCEPTING, review="settle: 0.01s")
    whole = overtake(config, "verdict", lambda: deliver(tmp_path / "repo", {"greet.py": "pass\n"}))
    assert isinstance(whole.ending, Superseded)
    assert whole.ending.why == "the work has changed since the review began"
    assert card(config, key).issue.status == "in_review"


def test_a_new_text_of_the_issue_supersedes_the_running_review(tmp_path: Path) -> None:
    config, key = submitted(tmp_path, ACCEPTING, review="settle: 0.01s")
    with closing(Board(config.home)) as board:
        whole = overtake(config, "verdict", lambda: edit(board, key, "Say goodbye."))
    assert isinstance(whole.ending, Superseded)
    assert whole.ending.why == "the text of the issue has changed"
