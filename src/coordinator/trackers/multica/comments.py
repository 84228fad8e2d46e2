"""The comments of an issue, and our own among them: each once, also if a write that we gave up arrives after all."""

import asyncio
import logging
from collections.abc import Sequence

from coordinator.errors import TrackerError
from coordinator.trackers import Comment, marker_of
from coordinator.trackers.http import Row
from coordinator.trackers.multica.client import MulticaApi
from coordinator.trackers.multica.timeline import actor_of, time_of

log = logging.getLogger("coordinator")


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
