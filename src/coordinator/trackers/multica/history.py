"""Read from Multica an issue's entries into review, its comments, its author and its work.

The server stores no code, only the names of branches and links to pull requests.
"""

import asyncio
import logging
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple

from coordinator.config.trackers import RepoConfig
from coordinator.errors import TrackerError
from coordinator.models import AttachedFile, Value
from coordinator.parsing.excerpt import bound
from coordinator.trackers import Comment, Delivery, marker_of
from coordinator.trackers.http import Row, time_of
from coordinator.trackers.multica.client import MulticaApi

REVIEW = "review"
FILE_LIMIT = 200_000  # bytes of one attachment that are shown
SERVED = 2 * 1024**2  # the server returns a file as text up to this many bytes
_QUOTED = re.compile(r"^ {0,3}>.*$", re.MULTILINE)  # the words of another comment
_LINK = re.compile(r"https?://[^\s<>()\[\]\"'`]+")
# The path in a link to a branch, a pull request or a merge request, and the git ref that it means
_HEADS = (
    (re.compile(r"/(?:-/)?tree/(?P<name>[^?#\s]+)"), "{}"),
    (re.compile(r"/pulls?/(?P<name>\d+)"), "refs/pull/{}/head"),
    (re.compile(r"/(?:-/)?merge_requests/(?P<name>\d+)"), "refs/merge-requests/{}/head"),
)
# The states of pull requests that may hold the work; lower ranks come first
_PULL_RANKS = {"open": 0, "draft": 0, "merged": 1}

log = logging.getLogger("coordinator")


class StatusMove(Value):
    """A change of an issue's status.

    `to` is the category of the new status, or `review` if the new status is watched.
    """

    id: str
    at: float
    actor: str
    to: str


class WorkLink(NamedTuple):
    """A place that may hold the work of an issue; the address or the branch may be empty."""

    url: str
    branch: str


def moves_of(
    issue: Row, timeline: Sequence[Row], ours: Collection[str], state: Callable[[str], str]
) -> list[StatusMove]:
    """Return the changes of status that count, beginning with the issue's creation.

    `ours` holds our reviewers. `state` returns the category of a status, or `review`.

    If one of our reviewers moves an issue out of review by mistake, neither that move nor the move
    back counts. So an issue is in review until another actor moves it. A move by the author counts,
    even if the author is one of our reviewers.
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
            log.info("%s: a comment of ours that was there twice is gone already: %s", key, error)

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
    )


async def authors_of(api: MulticaApi, author: str, reviewers: Collection[str]) -> set[str]:
    """Return the author and, if the author is a squad, its members who are not reviewers."""
    authors = {author}
    kind, _, number = author.partition(":")
    if kind == "squad":
        for row in await api.get(f"/api/squads/{number}/members"):
            member = actor_of(row, "member")
            if member not in reviewers:
                authors.add(member)
    return authors


async def find_delivery(
    api: MulticaApi, key: str, repos: Sequence[RepoConfig], authors: Collection[str]
) -> Delivery:
    """Return the pushed branch in our clone of its repository, or the authors' words and files.

    Runs and comments of other actors are ignored. So only the authors, and the server's links to
    pull requests, decide which work is judged.
    """
    comments = []
    for comment in await read_comments(api, key):
        # The member whose token we use can be an author, too. A marker identifies our own comments.
        is_theirs = comment.author in authors and not marker_of(comment.text)
        if comment.kind == "comment" and is_theirs:
            comments.append(comment.text)
    if repos:
        runs = await api.get(f"/api/issues/{key}/task-runs")
        runs = [run for run in runs if f"agent:{run['agent_id']}" in authors]
        pulls = (await api.get(f"/api/issues/{key}/pull-requests"))["pull_requests"]
        for candidate in _candidates(pulls, runs, comments):
            found = _find_in_clones(candidate, repos)
            if found:
                return found
    attachments = await api.get(f"/api/issues/{key}/attachments")
    theirs = [row for row in attachments if actor_of(row, "uploader") in authors]
    files = await read_files(api, theirs)
    texts = [f"Attachment {file.name}:\n{file.text}" for file in files if file.text]
    return Delivery(words="\n\n".join([*comments, *texts]))


async def read_files(api: MulticaApi, rows: Sequence[Row]) -> tuple[AttachedFile, ...]:
    """Return attachments with their shortened text, which is empty if the server refuses it."""
    found = []
    for row in rows:
        try:
            text = await api.text(f"/api/attachments/{row['id']}/content", SERVED)
        except TrackerError as error:
            if error.transient:
                raise
            text = ""  # the server refuses files that are not text, or too long
        name = " ".join(str(row["filename"]).split())
        found.append(
            AttachedFile(name=name, size=row.get("size_bytes") or 0, text=bound(text, FILE_LIMIT))
        )
    return tuple(found)


def _candidates(
    pulls: Sequence[Row], runs: Sequence[Row], comments: Sequence[str]
) -> Iterator[WorkLink]:
    """Yield the places that may hold the work, the likeliest first."""
    for pull in sorted(filter(_is_alive, pulls), key=_pull_order):
        yield WorkLink(str(pull.get("html_url") or ""), str(pull.get("branch") or ""))
    for run in runs:
        result = run.get("result") or {}
        branch = result.get("branch_name") or run.get("branch_name") or ""
        yield WorkLink(str(result.get("pr_url") or ""), str(branch))
    for text in reversed(comments):
        for url in _LINK.findall(_QUOTED.sub("", text)):
            yield WorkLink(url.rstrip(".,;:!?"), "")


def _is_alive(pull: Row) -> bool:
    return pull.get("state", "open") in _PULL_RANKS


def _pull_order(pull: Row) -> tuple[int, int]:
    """Return the sort key of a pull request: open before merged, the newest first."""
    return _PULL_RANKS[pull.get("state", "open")], -int(pull.get("number") or 0)


def _find_in_clones(candidate: WorkLink, repos: Sequence[RepoConfig]) -> Delivery | None:
    """Return the delivery of a candidate in one of our clones; None if no clone has it."""
    for repo in repos:
        address = repo.url.removesuffix(".git").rstrip("/")
        is_here = candidate.url.startswith(f"{address}/")
        names = []
        if candidate.branch:
            names.append(candidate.branch)
        if is_here:
            names = [*_refs_of_link(candidate.url.removeprefix(address)), *names]
        is_only_clone = not candidate.url and len(repos) == 1
        if names and (is_here or is_only_clone):
            return Delivery(repo=str(repo.path), base=repo.base, heads=tuple(names))
    return None


def _refs_of_link(path: str) -> list[str]:
    """Return the git refs that the path of a link can mean.

    Matches of later patterns in `_HEADS` come first.
    """
    refs: list[str] = []
    for pattern, form in _HEADS:
        match = pattern.match(path)
        if match:
            refs.insert(0, form.format(match["name"].rstrip("/")))
    return refs
