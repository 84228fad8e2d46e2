"""What has happened to an issue: its entries into review, who has ended them, and its comments, our own each once."""

import asyncio
import logging
from collections.abc import Callable, Collection, Sequence

from coordinator.errors import TrackerError
from coordinator.models import Value
from coordinator.trackers import Comment, marker_of
from coordinator.trackers.http import Row, time_of
from coordinator.trackers.multica.client import MulticaApi

REVIEW = "review"

log = logging.getLogger("coordinator")


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


# -- comments; of our own each stays once, also if a write that we gave up arrives after all


async def read_comments(api: MulticaApi, key: str, thread: str = "") -> tuple[Comment, ...]:
    """Return all comments of an issue, or one and everything that answers it."""
    return tuple(map(comment_of, await api.get(f"/api/issues/{key}/comments", thread=thread)))


class OwnComments:
    """Finds our comments by their markers; of several under one the oldest stays, and the later ones are removed."""

    def __init__(self, api: MulticaApi) -> None:
        self._api = api
        self._removing = asyncio.Lock()

    async def find(self, key: str, me: str) -> dict[str, Comment]:
        """Return our comments on an issue by their markers, each once."""
        ours, spare = _told_apart(await read_comments(self._api, key), me)
        if spare:
            async with self._removing:
                ours, spare = _told_apart(await read_comments(self._api, key), me)
                for duplicate in spare:
                    await self._remove(key, duplicate, ours[marker_of(duplicate.text)])
        return ours

    async def _remove(self, key: str, duplicate: Comment, first: Comment) -> None:
        """Delete a duplicate, and with it the run that it has started; the run of the first goes on."""

        async def started_by(comment: Comment) -> list[str]:
            runs = await self._api.get(f"/api/issues/{key}/task-runs")
            return [run["status"] for run in runs if run.get("trigger_comment_id") == comment.id]

        async def repeat_first() -> None:
            await self._api.write("PUT", f"/api/comments/{first.id}", {"content": first.text})

        # A run that has not begun is handed to the duplicate by the server, and would go with it; the same words again
        # take it back. That comes before the deletion, so that nothing is lost if we end in between.
        handed = set(await started_by(duplicate)) - {"cancelled"} and not await started_by(first)
        try:
            if handed:
                await repeat_first()
            await self._api.write("DELETE", f"/api/comments/{duplicate.id}")
            if handed and not set(await started_by(first)) - {"cancelled"}:
                await repeat_first()
        except TrackerError as error:
            if error.transient:
                raise
            log.info("%s: a comment of ours that was there twice is gone already: %s", key, error)


def _told_apart(comments: Sequence[Comment], me: str) -> tuple[dict[str, Comment], list[Comment]]:
    """Return our comments by marker, the oldest under each, and the later ones that nobody has answered."""
    answered = {comment.parent for comment in comments}  # an answer would be deleted with what it answers
    first: dict[str, Comment] = {}
    spare = []
    for comment in comments:
        mark = marker_of(comment.text) if comment.author == me else ""
        if mark and first.setdefault(mark, comment) is not comment and comment.id not in answered:
            spare.append(comment)
    return first, spare


def comment_of(row: Row) -> Comment:
    """Return a comment as the server writes it down."""
    outcomes = [f"{each['status']} ({each.get('reason_code') or ''})" for each in row.get("trigger_outcomes") or ()]
    return Comment(
        id=row["id"],
        issue=row["issue_id"],
        author=actor_of(row, "author"),
        text=row["content"],
        parent=row.get("parent_id") or "",
        at=time_of(row["created_at"]),
        kind=row.get("type") or "comment",
        task=row.get("source_task_id") or "",
        outcome="; ".join(outcomes),
    )
