"""What has happened to an issue: its entries into review, who has ended them, its comments, and what was delivered.

The server stores no code, only names of branches.
"""

import asyncio
import logging
import re
from collections.abc import Callable, Collection, Iterator, Sequence

from coordinator.config.trackers import RepoConfig
from coordinator.errors import TrackerError
from coordinator.models import AttachedFile, Value
from coordinator.parsing.excerpt import bound
from coordinator.trackers import Comment, Delivery, marker_of
from coordinator.trackers.http import Row, time_of
from coordinator.trackers.multica.client import MulticaApi

REVIEW = "review"
FILE_LIMIT = 200_000  # bytes of one attachment that are shown
SERVED = 2 * 1024**2  # bytes of the longest file that the server gives out as text
_QUOTED = re.compile(r"^ {0,3}>.*$", re.MULTILINE)  # somebody else's words
_LINK = re.compile(r"https?://[^\s<>()\[\]\"'`]+")
# What a link to a branch, a pull request or a merge request is called by git.
_HEADS = (
    (re.compile(r"/(?:-/)?tree/(?P<name>[^?#\s]+)"), "{}"),
    (re.compile(r"/pulls?/(?P<name>\d+)"), "refs/pull/{}/head"),
    (re.compile(r"/(?:-/)?merge_requests/(?P<name>\d+)"), "refs/merge-requests/{}/head"),
)

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
    born = next(
        (str(row["id"]) for row in activities if row.get("action") == "created"), str(issue["id"])
    )
    created = time_of(issue["created_at"])
    moves = [StatusMove(id=born, at=created, actor=actor_of(issue, "creator"), to=state(first))]
    for row in changes:
        actor = actor_of(row, "actor")
        to = state(str(row["details"]["to"]))
        moves.append(
            StatusMove(id=str(row["id"]), at=time_of(row["created_at"]), actor=actor, to=to)
        )
    now = state(str(issue["status"]))
    if changes and changes[-1]["details"]["to"] != issue["status"] and now != REVIEW:
        # The server takes some issues out of a status without a line in the history. It puts none into review so:
        # then the timeline is merely newer than the issue that we read.
        name = f"{issue['id']}.{issue['revision']}"
        at = time_of(issue["updated_at"])
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
    if kind:
        return f"{kind}:{row.get(f'{role}_id') or ''}"
    return ""


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
    # An answer would be deleted with what it answers
    answered = {comment.parent for comment in comments}
    first: dict[str, Comment] = {}
    spare = []
    for comment in comments:
        mark = marker_of(comment.text) if comment.author == me else ""
        if mark and first.setdefault(mark, comment) is not comment and comment.id not in answered:
            spare.append(comment)
    return first, spare


def comment_of(row: Row) -> Comment:
    """Return a comment as the server writes it down."""
    outcomes = [
        f"{each['status']} ({each.get('reason_code') or ''})"
        for each in row.get("trigger_outcomes") or ()
    ]
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
    """Return who counts as the author of an issue: the author itself, and of a squad whoever does not review."""
    kind, _, number = author.partition(":")
    members = await api.get(f"/api/squads/{number}/members") if kind == "squad" else ()
    return {author} | ({actor_of(row, "member") for row in members} - set(reviewers))


async def find_delivery(
    api: MulticaApi, key: str, repos: Sequence[RepoConfig], authors: Collection[str]
) -> Delivery:
    """Return the pushed branch in our clone of its repository; the authors' words and files where there is none.

    Nobody else can say what is judged, but the server itself, which links pull requests.
    """
    theirs = [
        one
        for one in await read_comments(api, key)
        if one.kind == "comment" and one.author in authors
    ]
    # The member whose token we have may be an author, too, so our own comments are known by their marker.
    comments = [comment.text for comment in theirs if not marker_of(comment.text)]
    if repos:
        runs = await api.get(f"/api/issues/{key}/task-runs")
        runs = [run for run in runs if f"agent:{run['agent_id']}" in authors]
        pulls = (await api.get(f"/api/issues/{key}/pull-requests"))["pull_requests"]
        for url, head in _candidates(pulls, runs, comments):
            if clone := _clone(url, head, repos):
                return clone
    rows = [
        row
        for row in await api.get(f"/api/issues/{key}/attachments")
        if actor_of(row, "uploader") in authors
    ]
    files = [
        f"Attachment {file.name}:\n{file.text}" for file in await read_files(api, rows) if file.text
    ]
    return Delivery(words="\n\n".join([*comments, *files]))


async def read_files(api: MulticaApi, rows: Sequence[Row]) -> tuple[AttachedFile, ...]:
    """Return attachments, with their text within bounds if the server gives it out."""
    found = []
    for row in rows:
        try:
            text = await api.text(f"/api/attachments/{row['id']}/content", SERVED)
        except TrackerError as error:
            if error.transient:
                raise
            text = ""  # it does not for what is no text, or longer than this
        name = " ".join(str(row["filename"]).split())
        found.append(
            AttachedFile(name=name, size=row.get("size_bytes") or 0, text=bound(text, FILE_LIMIT))
        )
    return tuple(found)


def _candidates(
    pulls: Sequence[Row], runs: Sequence[Row], comments: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """Yield the addresses and branches that may be the work, the likeliest first; one of the two may be empty."""
    # Open pull requests before merged ones, the newest first.
    rank = {"open": 0, "draft": 0, "merged": 1}
    alive = [pull for pull in pulls if pull.get("state", "open") in rank]
    for pull in sorted(
        alive, key=lambda pull: (rank[pull.get("state", "open")], -int(pull.get("number") or 0))
    ):
        yield str(pull.get("html_url") or ""), str(pull.get("branch") or "")
    for run in runs:
        result = run.get("result") or {}
        yield (
            str(result.get("pr_url") or ""),
            str(result.get("branch_name") or run.get("branch_name") or ""),
        )
    for text in reversed(comments):
        for url in _LINK.findall(_QUOTED.sub("", text)):
            yield url.rstrip(".,;:!?"), ""


def _clone(url: str, head: str, repos: Sequence[RepoConfig]) -> Delivery | None:
    """Return where an address or a branch is among our clones; None if it is in none of them."""
    for repo in repos:
        address = repo.url.removesuffix(".git").rstrip("/")
        within = url.startswith(f"{address}/")
        names = [head] if head else []
        for pattern, form in _HEADS if within else ():
            if match := pattern.match(url.removeprefix(address)):
                names.insert(0, form.format(match["name"].rstrip("/")))
        if names and (within or (not url and len(repos) == 1)):
            return Delivery(repo=str(repo.path), base=repo.base, heads=tuple(names))
    return None
