"""What the timeline of an issue says about its status: its entries into review, and who has ended them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import datetime

from coordinator.errors import TrackerError
from coordinator.models import Value
from coordinator.trackers.multica.client import Row

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
    """The moves that count, from the issue's creation on.

    A reviewer of ours that touches an issue in review by mistake changes nothing, nor does whoever undoes that;
    so an issue is in review until somebody else takes it out. An author always counts, also one that reviews.
    """
    author = actor_of(issue, "assignee")
    counted: list[StatusMove] = []
    for move in _all(issue, timeline, state):
        now = counted[-1].to if counted else ""
        ignored = now == REVIEW and move.actor in ours and move.actor != author
        if not ignored and move.to != now:
            counted.append(move)
    return counted


def _all(issue: Row, timeline: Sequence[Row], state: Callable[[str], str]) -> Iterator[StatusMove]:
    activities = [row for row in timeline if row["type"] == "activity"]
    changes = [row for row in activities if row.get("action") == "status_changed"]
    first = str(changes[0]["details"]["from"]) if changes else str(issue["status"])
    born = next((str(row["id"]) for row in activities if row.get("action") == "created"), str(issue["id"]))
    yield StatusMove(id=born, at=time_of(issue["created_at"]), actor=actor_of(issue, "creator"), to=state(first))
    for row in changes:
        actor, to = actor_of(row, "actor"), state(str(row["details"]["to"]))
        yield StatusMove(id=str(row["id"]), at=time_of(row["created_at"]), actor=actor, to=to)
    silent = changes and changes[-1]["details"]["to"] != issue["status"]
    if silent and state(str(issue["status"])) != REVIEW:
        # The server takes some issues out of a status without a line in the history. It puts none into review so:
        # then the timeline is merely newer than the issue that we read.
        at = time_of(issue["updated_at"])
        yield StatusMove(
            id=f"{issue['id']}.{issue['revision']}", at=at, actor="system:", to=state(str(issue["status"]))
        )


def actor_of(row: Row, role: str) -> str:
    """Who plays a role in a row, as `kind:ID`; nothing if nobody does."""
    kind = row.get(f"{role}_type")
    return f"{kind}:{row.get(f'{role}_id') or ''}" if kind else ""


def time_of(text: str) -> float:
    """A time of the server's as seconds, also its own."""
    try:
        return datetime.fromisoformat(text).timestamp()
    except ValueError as error:
        raise TrackerError(f"{text!r} is no time", fix="check the server's version") from error
