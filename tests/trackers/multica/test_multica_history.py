"""Which changes of status count: read from the timelines of issues, without a server."""

from __future__ import annotations

from typing import Any

import pytest

from coordinator.trackers.multica.history import REVIEW, StatusMove, moves_of

TIME = "2026-03-01T10:00:00+02:00"
AUTHOR, JUDGE, OWNER = "agent:author", "agent:judge", "member:owner"
STATES = {"in_review": REVIEW, "qa": REVIEW}


def counted(
    *moves: tuple[str, str], now: str = "", first: str = "todo", assignee: str = AUTHOR
) -> list[StatusMove]:
    """The moves that count of an issue that was moved so."""
    was, timeline = first, [row("created", OWNER)]
    for number, (actor, to) in enumerate(moves):
        timeline.append(
            row("status_changed", actor, id=f"m{number}", details={"from": was, "to": to})
        )
        was = to
    kind, actor_id = assignee.split(":")
    issue = {
        "id": "issue",
        "revision": 7,
        "status": now or was,
        "created_at": TIME,
        "updated_at": TIME,
    }
    issue |= {
        "creator_type": "member",
        "creator_id": "owner",
        "assignee_type": kind,
        "assignee_id": actor_id,
    }
    return moves_of(issue, timeline, {JUDGE}, lambda status: STATES.get(status, status))


def row(action: str, actor: str, **more: Any) -> dict[str, Any]:
    kind, actor_id = actor.split(":")
    given = {"type": "activity", "id": action, "action": action, "created_at": TIME, "details": {}}
    return given | {"actor_type": kind, "actor_id": actor_id} | more


def path(moves: list[StatusMove]) -> list[str]:
    return [move.to for move in moves]


def test_every_entry_has_an_id_of_its_own() -> None:
    moves = counted((AUTHOR, "in_review"), (OWNER, "in_progress"), (AUTHOR, "in_review"))
    assert [move.id for move in moves if move.to == REVIEW] == ["m0", "m2"]


def test_an_issue_created_in_review_entered_with_its_creation() -> None:
    assert [(move.id, move.to) for move in counted(first="in_review")] == [("created", REVIEW)]


def test_a_reviewer_changes_nothing_while_the_issue_is_in_review() -> None:
    moves = counted(
        (AUTHOR, "in_review"), (JUDGE, "in_progress"), (JUDGE, "in_review"), (JUDGE, "done")
    )
    assert path(moves) == ["todo", REVIEW]


def test_nor_does_whoever_undoes_what_a_reviewer_did() -> None:
    moves = counted((AUTHOR, "in_review"), (JUDGE, "done"), (OWNER, "in_review"))
    assert [move.id for move in moves] == ["created", "m0"]


def test_an_author_that_also_reviews_counts_on_its_own_issue() -> None:
    assert path(counted((JUDGE, "in_review"), (JUDGE, "in_progress"), assignee=JUDGE)) == [
        "todo",
        REVIEW,
        "in_progress",
    ]


def test_a_move_between_two_statuses_that_are_reviewed_is_no_entry() -> None:
    assert path(counted((AUTHOR, "in_review"), (OWNER, "qa"))) == ["todo", REVIEW]


@pytest.mark.parametrize(("now", "last"), [("done", "done"), ("todo", "todo")])
def test_a_change_that_the_history_does_not_tell_ends_the_review(now: str, last: str) -> None:
    moves = counted((AUTHOR, "in_review"), now=now)
    assert (moves[-1].actor, moves[-1].to) == ("system:", last)


def test_a_timeline_newer_than_the_issue_makes_no_entry() -> None:
    assert path(counted((AUTHOR, "in_review"), (OWNER, "done"), now="in_review")) == [
        "todo",
        REVIEW,
        "done",
    ]
