"""One ask to one agent: its fallback is only what the user wrote, and it is said wherever it counts."""

from __future__ import annotations

from pathlib import Path

from coordinator.models import Abstention, Reply
from coordinator.reviews.record import ReviewRecord
from tests.support.reviews import (
    JUDGES,
    Line,
    fail_line,
    judge_line,
    make_config,
    make_repository,
    report,
    review_locally,
    rubric_line,
    write_replies,
)

SEATS = """\
  meta_judge: {recorded: REPLIES}
  judges:
    - {name: Ann, recorded: REPLIES}
    - {name: Bob, recorded: REPLIES}
    - {name: Cid, recorded: REPLIES, fallback: {recorded: SPARE}}
"""


def review(tmp_path: Path, spare: Line, *lines: Line) -> ReviewRecord:
    other = write_replies(tmp_path / "spare", [spare])
    config = make_config(
        tmp_path / "home", [rubric_line(), *lines], seats=SEATS.replace("SPARE", str(other))
    )
    return review_locally(config, make_repository(tmp_path / "repo"))


def test_a_fallback_answers_for_an_agent_that_failed_and_marks_the_panel(tmp_path: Path) -> None:
    first = [judge_line(seat, report((4, 5))) for seat in JUDGES[:2]]
    whole = review(tmp_path, judge_line("Cid", report((5, 4))), *first, fail_line("Cid", "failed"))
    assert whole.state == "accept"
    assert whole.verdict is not None
    assert "degraded panel" in whole.verdict.labels
    reply = next(asked.answered.ending for asked in whole.asked if asked.seat == "Cid")
    assert isinstance(reply, Reply)
    assert reply.fallback == "failed: as recorded"


def test_a_fallback_is_not_asked_when_the_agent_answers(tmp_path: Path) -> None:
    lines = [judge_line(seat, report((4, 5))) for seat in JUDGES]
    whole = review(tmp_path, fail_line("Cid", "late"), *lines)
    assert whole.state == "accept"
    assert whole.verdict is not None
    assert "degraded panel" not in whole.verdict.labels


def test_a_malformed_reply_is_not_a_failure_to_fall_back_from(tmp_path: Path) -> None:
    first = [judge_line(seat, report((4, 5))) for seat in JUDGES[:2]]
    whole = review(
        tmp_path, judge_line("Cid", report((5, 4))), *first, judge_line("Cid", "Looks good!")
    )
    cid = whole.standings[-1].testimonies[2]
    assert isinstance(cid, Abstention)
    assert cid.cause == "malformed"


def test_both_failures_are_told(tmp_path: Path) -> None:
    first = [judge_line(seat, report((4, 5))) for seat in JUDGES[:2]]
    whole = review(tmp_path, fail_line("Cid", "silent"), *first, fail_line("Cid", "failed"))
    cid = whole.standings[-1].testimonies[2]
    assert isinstance(cid, Abstention)
    assert (cid.cause, cid.detail) == (
        "silent",
        "as recorded (fallback, after failed: as recorded)",
    )
