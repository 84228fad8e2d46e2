"""Read our own comments on a Multica issue, and delete duplicates.

A duplicate arises if the server's answer to a post is lost, and we post the comment again.
"""

import asyncio
import logging
from collections.abc import Sequence

from coordinator.errors import TrackerError
from coordinator.trackers import Comment, marker_of
from coordinator.trackers.http import Row, time_of
from coordinator.trackers.multica.client import MulticaApi
from coordinator.trackers.multica.history import actor_of

log = logging.getLogger("coordinator")


async def read_comments(api: MulticaApi, key: str, thread: str = "") -> tuple[Comment, ...]:
    """Return all comments of an issue, or one thread: a comment and all replies to it."""
    return tuple(map(comment_of, await api.get(f"/api/issues/{key}/comments", thread=thread)))


class OwnComments:
    """Finds our comments by their markers, and removes all but the oldest under each marker."""

    def __init__(self, api: MulticaApi) -> None:
        self._api = api
        self._removing = asyncio.Lock()

    async def find(self, key: str, me: str) -> dict[str, Comment]:
        """Return our comments on an issue by their markers, and delete duplicates."""
        ours, duplicates = _split_duplicates(await read_comments(self._api, key), me)
        if duplicates:
            async with self._removing:
                # Another task may have removed them while we waited.
                ours, duplicates = _split_duplicates(await read_comments(self._api, key), me)
                for duplicate in duplicates:
                    await self._remove(key, duplicate, ours[marker_of(duplicate.text)])
        return ours

    async def _remove(self, key: str, duplicate: Comment, first: Comment) -> None:
        """Delete a duplicate and the run that it has started. Keep the run of `first`."""
        # If the run of `first` has not begun, the server hands it over to the duplicate, and would
        # delete it with the duplicate. Posting the text of `first` again takes the run back. We do
        # that before the deletion, so that no run is lost if this process ends in between.
        is_handed_over = False
        if await self._has_live_run(key, duplicate):
            is_handed_over = not await self._run_states(key, first)
        try:
            if is_handed_over:
                await self._post_again(first)
            await self._api.write("DELETE", f"/api/comments/{duplicate.id}")
            if is_handed_over and not await self._has_live_run(key, first):
                await self._post_again(first)
        except TrackerError as error:
            if error.transient:
                raise
            log.info("%s: a duplicate of our comment is deleted already: %s", key, error)

    async def _run_states(self, key: str, comment: Comment) -> list[str]:
        """Return the states of the runs that a comment has started."""
        runs = await self._api.get(f"/api/issues/{key}/task-runs")
        return [run["status"] for run in runs if run.get("trigger_comment_id") == comment.id]

    async def _has_live_run(self, key: str, comment: Comment) -> bool:
        states = set(await self._run_states(key, comment))
        states.discard("cancelled")
        return bool(states)

    async def _post_again(self, comment: Comment) -> None:
        await self._api.write("PUT", f"/api/comments/{comment.id}", {"content": comment.text})


def _split_duplicates(
    comments: Sequence[Comment], me: str
) -> tuple[dict[str, Comment], list[Comment]]:
    """Return our oldest comment under each marker, and the duplicates that can be deleted."""
    # A duplicate with replies stays, because the server would delete the replies with it.
    answered = {comment.parent for comment in comments}
    first: dict[str, Comment] = {}
    duplicates = []
    for comment in comments:
        if comment.author != me:
            continue
        mark = marker_of(comment.text)
        if not mark:
            continue
        if mark not in first:
            first[mark] = comment
        elif comment.id not in answered:
            duplicates.append(comment)
    return first, duplicates


def comment_of(row: Row) -> Comment:
    """Return the comment in a row of the server."""
    outcomes = []
    for outcome in row.get("trigger_outcomes") or ():
        outcomes.append(f"{outcome['status']} ({outcome.get('reason_code') or ''})")
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
        is_edited=_is_edited(row),
    )


def _is_edited(row: Row) -> bool:
    """Return whether a comment was changed, even in the same second in which it was posted."""
    is_later = row.get("updated_at", row["created_at"]) != row["created_at"]
    return is_later or int(row.get("revision") or 1) > 1
