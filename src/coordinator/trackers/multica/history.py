"""Read an issue's author and its entries into review from its timeline on Multica."""

import logging
from collections.abc import Callable, Collection, Sequence

from coordinator.models import Value
from coordinator.trackers.http import Row, time_of

REVIEW = "review"

log = logging.getLogger("coordinator")


class StatusMove(Value):
    """A change of an issue's status.

    `to` is the category of the new status, or `review` if the new status is watched.
    """

    id: str
    at: float
    actor: str
    to: str


def moves_of(
    issue: Row, timeline: Sequence[Row], ours: Collection[str], state: Callable[[str], str]
) -> list[StatusMove]:
    """Return all changes of the status since the issue's creation, except mistakes of reviewers.

    `ours` holds our reviewers. `state` returns the category of a status, or `review`.

    If one of our reviewers moves an issue out of review by mistake, that move and the move back are
    left out. So an issue stays in review until another actor moves it. A move by the author is
    never left out, even if the author is one of our reviewers.
    """
    author = actor_of(issue, "assignee")
    counted: list[StatusMove] = []
    for move in _all_moves(issue, timeline, state):
        before = counted[-1].to if counted else ""
        is_ignored = before == REVIEW and move.actor in ours and move.actor != author
        if not is_ignored and move.to != before:
            counted.append(move)
    return counted


def _all_moves(
    issue: Row, timeline: Sequence[Row], state: Callable[[str], str]
) -> list[StatusMove]:
    created_by = str(issue["id"])
    for row in timeline:
        if row["type"] == "activity" and row.get("action") == "created":
            created_by = str(row["id"])
            break
    changes = []
    for row in timeline:
        if row["type"] == "activity" and row.get("action") == "status_changed":
            changes.append(row)
    first_status = str(issue["status"])
    if changes:
        first_status = str(changes[0]["details"]["from"])
    creation = StatusMove(
        id=created_by,
        at=time_of(issue["created_at"]),
        actor=actor_of(issue, "creator"),
        to=state(first_status),
    )
    moves = [creation]
    for row in changes:
        move = StatusMove(
            id=str(row["id"]),
            at=time_of(row["created_at"]),
            actor=actor_of(row, "actor"),
            to=state(str(row["details"]["to"])),
        )
        moves.append(move)
    now = state(str(issue["status"]))
    if changes and changes[-1]["details"]["to"] != issue["status"] and now != REVIEW:
        # The server moves some issues without a row in the timeline, but never into review. If the
        # issue is in review, the timeline is merely newer than the issue that we read.
        unlisted = StatusMove(
            id=f"{issue['id']}.{issue['revision']}",
            at=time_of(issue["updated_at"]),
            actor="system:",
            to=now,
        )
        moves.append(unlisted)
    return moves


def author_of(issue: Row, timeline: Sequence[Row], moves: Sequence[StatusMove]) -> str:
    """Return the author of the last submission: the assignee at that time, or else the submitter.

    Return the present assignee if the issue was never submitted.
    """
    entries = [move for move in moves if move.to == REVIEW]
    if not entries:
        return actor_of(issue, "assignee")
    entry = entries[-1]
    later = timeline
    for index, row in enumerate(timeline):
        if str(row["id"]) == entry.id:
            later = timeline[index + 1 :]
            break
    # An actor who was assigned later, such as a reviewer, is not the author.
    for row in later:
        if row.get("action") == "assignee_changed":
            return actor_of(row["details"], "from") or entry.actor
    return actor_of(issue, "assignee") or entry.actor


def actor_of(row: Row, role: str) -> str:
    """Return the actor that has `role` in a row, as `kind:ID`; empty if there is none."""
    kind = row.get(f"{role}_type")
    if kind:
        return f"{kind}:{row.get(f'{role}_id') or ''}"
    return ""
