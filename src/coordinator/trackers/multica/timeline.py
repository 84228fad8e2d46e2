"""What the timeline of an issue says about its status: its entries into review, and who has ended them."""

from collections.abc import Callable, Collection, Sequence
from datetime import datetime

from coordinator.errors import TrackerError
from coordinator.models import Value
from coordinator.trackers.http import Row

REVIEW = "review"


class StatusMove(Value):
    """One change of status that counts; `to` is a category, or `review` for what is watched."""

    id: str
    at: float
    actor: str
    to: str


def moves_of(
    issue: Row, timeline: Sequence[Row], ours: Collection[str], state: Callable[[str], str]
) -> list[StatusMove]:
    """Return the moves that count, from the issue's creation on.

    A reviewer of ours that touches an issue in review by mistake changes nothing, nor does whoever undoes that;
    so an issue is in review until somebody else takes it out. An author always counts, also one that reviews.
    """
    activities = [row for row in timeline if row["type"] == "activity"]
    changes = [row for row in activities if row.get("action") == "status_changed"]
    first = str(changes[0]["details"]["from"]) if changes else str(issue["status"])
    born = next((str(row["id"]) for row in activities if row.get("action") == "created"), str(issue["id"]))
    created = time_of(issue["created_at"])
    moves = [StatusMove(id=born, at=created, actor=actor_of(issue, "creator"), to=state(first))]
    for row in changes:
        actor, to = actor_of(row, "actor"), state(str(row["details"]["to"]))
        moves.append(StatusMove(id=str(row["id"]), at=time_of(row["created_at"]), actor=actor, to=to))
    now = state(str(issue["status"]))
    if changes and changes[-1]["details"]["to"] != issue["status"] and now != REVIEW:
        # The server takes some issues out of a status without a line in the history. It puts none into review so:
        # then the timeline is merely newer than the issue that we read.
        name, at = f"{issue['id']}.{issue['revision']}", time_of(issue["updated_at"])
        moves.append(StatusMove(id=name, at=at, actor="system:", to=now))
    author = actor_of(issue, "assignee")
    counted: list[StatusMove] = []
    for move in moves:
        before = counted[-1].to if counted else ""
        ignored = before == REVIEW and move.actor in ours and move.actor != author
        if not ignored and move.to != before:
            counted.append(move)
    return counted


def author_of(issue: Row, timeline: Sequence[Row], moves: Sequence[StatusMove]) -> str:
    """Return who made what was last submitted: who was assigned then, or whoever submitted it if nobody was."""
    entry = next((move for move in reversed(moves) if move.to == REVIEW), None)
    if entry is None:
        return actor_of(issue, "assignee")
    ids = [str(row["id"]) for row in timeline]
    later = timeline[ids.index(entry.id) + 1 :] if entry.id in ids else timeline
    # Who is assigned after that, as a reviewer may be, has not made it.
    handed = [row["details"] for row in later if row.get("action") == "assignee_changed"]
    return (actor_of(handed[0], "from") if handed else actor_of(issue, "assignee")) or entry.actor


def actor_of(row: Row, role: str) -> str:
    """Return who plays a role in a row, as `kind:ID`; nothing if nobody does."""
    kind = row.get(f"{role}_type")
    return f"{kind}:{row.get(f'{role}_id') or ''}" if kind else ""


def time_of(text: str) -> float:
    try:
        return datetime.fromisoformat(text).timestamp()
    except ValueError as error:
        raise TrackerError(f"{text!r} is no time", fix="check the server's version") from error
