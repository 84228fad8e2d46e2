"""Multica as a tracker: entries are transitions in the timeline, replies and writes are known by author id and marker.

An actor is `agent:ID`, `member:ID`, `squad:ID` or `system:`; a comment of ours that should start nobody begins
with `/note`, and one that should start somebody carries exactly that mention.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from coordinator.config import RepoConfig
from coordinator.errors import Conflict, TrackerError
from coordinator.model import Comment, Issue, Status
from coordinator.trackers import Delivery, Entry, carries, marked, marker
from coordinator.trackers.multica_api import MulticaApi
from coordinator.trackers.multica_push import listen

WATCHED = "in_review"
OVERLAP = timedelta(seconds=5)  # times are cut to seconds, and pages may shift while they are read
CONFLICTS = 3
SETTLING = 900.0  # seconds that an author's run may go on after it has submitted
LOOK_AGAIN = 5.0
FAR = "2999-12-31T00:00:00Z"
KNOWN: tuple[Status, ...] = ("backlog", "todo", "in_progress", "in_review", "done", "blocked", "cancelled")


class MulticaTracker:
    """One Multica workspace; requests grow with what has changed, not with how many issues there are."""

    name = "multica"

    def __init__(self, api: MulticaApi, repos: Sequence[RepoConfig] = ()) -> None:
        self.api = api
        self.repos = repos
        self.me = ""
        self.agents: list[dict[str, Any]] = []
        self.reviewers: set[str] = set()
        self._seen: dict[str, int] = {}
        self._names: dict[str, str] = {}
        self._news: defaultdict[str, asyncio.Event] = defaultdict(asyncio.Event)
        self._woken = asyncio.Event()
        self._listener: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Learn who we are and what the others are called; fails at once if the token or workspace is wrong."""
        me = await self.api.get("/api/me")
        self.me = f"member:{me['id']}"
        self.agents = await self.api.get("/api/agents")
        self._names = {f"agent:{agent['id']}": str(agent["name"]) for agent in self.agents}
        self._listener = asyncio.create_task(listen(self.api, self._hear))

    async def close(self) -> None:
        """Hang up."""
        if self._listener is not None:
            self._listener.cancel()
            await asyncio.wait([self._listener])
        await self.api.close()

    async def pause(self, seconds: float) -> None:
        """Wait until something may have happened, at most this long."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._woken.wait(), seconds)
        self._woken.clear()

    async def news(self, key: str, seconds: float) -> None:
        """Wait until an issue has changed, at most this long."""
        event = self._news[key]
        with suppress(TimeoutError):
            await asyncio.wait_for(event.wait(), seconds)
        event.clear()

    def _hear(self) -> None:
        self._woken.set()

    # -- what has entered review

    async def begin(self, *, backlog: bool) -> tuple[tuple[Entry, ...], str]:
        """The cursor to go on from, and for a backlog the entry of every issue that is in review now."""
        now = (await self.api.now()).isoformat()
        cursor = json.dumps({"since": now, "at": now})
        if not backlog:
            return (), cursor
        rows = self.api.pages("/api/issues", "issues", status_categories=WATCHED)
        entries = [await self._latest_entry(row["identifier"]) async for row in rows]
        return tuple(entry for entry in entries if entry is not None), cursor

    async def entries(self, after: str) -> tuple[tuple[Entry, ...], str]:
        """The latest entry of every issue that has changed since the cursor and is in review."""
        cursor = json.loads(after)
        start = datetime.fromisoformat(cursor["at"]) - OVERLAP
        found, latest = [], cursor["at"]
        async for row in self._changed(start):
            latest = max(latest, str(row["updated_at"]), key=datetime.fromisoformat)
            if self._seen.get(row["id"]) == row["revision"]:
                continue
            self._news[row["identifier"]].set()
            entry = await self._latest_entry(row["identifier"])
            if entry is not None and entry.at >= int(_time(cursor["since"])):
                found.append(entry)
            self._seen[row["id"]] = row["revision"]
        return tuple(sorted(found, key=lambda entry: entry.at)), json.dumps({**cursor, "at": latest})

    def _changed(self, start: datetime) -> Any:
        return self.api.pages(
            "/api/issues",
            "issues",
            status_categories=WATCHED,
            sort="updated_at",
            direction="desc",
            date_field="updated_at",
            date_start=start.isoformat(),
            date_end=FAR,
        )

    async def entry(self, key: str) -> str:
        """The id of the entry the issue is in review by now; "" if it is not in review."""
        moves = await self._moves(key)
        return str(moves[-1]["id"]) if moves and _enters(moves[-1]) else ""

    async def _latest_entry(self, key: str) -> Entry | None:
        moves = await self._moves(key)
        last = next((move for move in reversed(moves) if _enters(move)), None)
        if last is None:
            return None
        return Entry(id=last["id"], issue=key, at=_time(last["created_at"]), actor=_actor(last, "actor"))

    async def _moves(self, key: str) -> list[dict[str, Any]]:
        """The changes of status that count: a reviewer of ours that touches it by mistake changes nothing."""
        timeline = await self.api.get(f"/api/issues/{key}/timeline")
        moves = [row for row in timeline if row["type"] == "activity" and row.get("action") == "status_changed"]
        return [move for move in moves if _actor(move, "actor") not in self.reviewers]

    # -- issues and comments

    async def issue(self, key: str) -> Issue:
        """The issue as it is now."""
        row = await self.api.get(f"/api/issues/{key}")
        status = row.get("status_category") or row["status"]
        return Issue(
            key=row["identifier"],
            title=row["title"],
            text=row.get("description") or "",
            status=status if status in KNOWN else "todo",
            version=row["revision"],
            creator=_actor(row, "creator"),
            assignee=_actor(row, "assignee"),
        )

    async def delivery(self, issue: Issue) -> Delivery:
        """The pushed branch of the issue's pull request or of its author's run, in our clone of that repository."""
        await self._settled(issue)
        pulls = (await self.api.get(f"/api/issues/{issue.key}/pull-requests"))["pull_requests"]
        named = [(str(pull.get("html_url") or ""), str(pull.get("branch") or "")) for pull in pulls]
        for run in await self.api.get(f"/api/issues/{issue.key}/task-runs"):
            result = run.get("result") or {}
            branch = result.get("branch_name") or run.get("branch_name") or ""
            named.append((str(result.get("pr_url") or ""), str(branch)))
        return next((found for url, branch in named if (found := self._clone(url, branch)) is not None), Delivery())

    def _clone(self, url: str, branch: str) -> Delivery | None:
        for repo in self.repos:
            address = repo.url.removesuffix(".git").rstrip("/")
            if branch and (url.startswith(address) or (not url and len(self.repos) == 1)):
                return Delivery(repo=str(repo.path), base=repo.base, head=branch)
        return None

    async def _settled(self, issue: Issue) -> None:
        """Wait for the author's run that submitted the work: it may push and comment after it has set the status."""
        author, deadline = issue.assignee.partition(":")[2], time.monotonic() + SETTLING
        while author and time.monotonic() < deadline:
            active = (await self.api.get(f"/api/issues/{issue.key}/active-task"))["tasks"]
            if not any(task["agent_id"] == author for task in active):
                return
            await self.news(issue.key, LOOK_AGAIN)

    async def comments(self, key: str) -> tuple[Comment, ...]:
        """All comments of the issue, oldest first."""
        return tuple(map(_comment, await self.api.get(f"/api/issues/{key}/comments")))

    async def thread(self, key: str, root: str) -> tuple[Comment, ...]:
        """A comment and everything that answers it."""
        return tuple(map(_comment, await self.api.get(f"/api/issues/{key}/comments", thread=root)))

    async def say(self, key: str, text: str, *, marker: str, to: str = "", parent: str = "") -> Comment:
        """Post under a marker unless we have already; duplicates of it are deleted, the oldest stays."""
        ours = [c for c in await self.comments(key) if c.author == self.me and carries(c.text, marker)]
        for duplicate in ours[1:]:
            await self.api.write("DELETE", f"/api/comments/{duplicate.id}")
        if ours:
            return ours[0]
        head = f"{self.mention(to)} " if to else "/note "
        body: dict[str, object] = {"content": marked(head + text, marker)}
        if parent:
            body["parent_id"] = parent
        posted = await self.api.write("POST", f"/api/issues/{key}/comments", body)
        return _comment(posted).model_copy(update={"outcome": _outcome(posted)})

    def mention(self, actor: str) -> str:
        """A link that starts an agent or a squad, or tells a member."""
        kind, _, id = actor.partition(":")
        return f"[@{self._names.get(actor, kind)}](mention://{kind}/{id})"

    # -- acting

    async def move(self, key: str, to: Status, *, entry: str, version: int) -> Issue:
        """End the review that began with `entry`; done by us already is fine."""
        for _ in range(CONFLICTS):
            if self._is_done(await self._moves(key), entry, to):
                return await self.issue(key)
            body: dict[str, object] = {"status": to, "expected_revision": version}
            try:
                await self.api.write("PUT", f"/api/issues/{key}", body)
            except Conflict:
                # A comment raises the revision too: only a change of the status makes it somebody else's.
                version = (await self.issue(key)).version
                continue
            return await self.issue(key)
        raise Conflict(f"{key} keeps changing", fix="see its timeline")

    def _is_done(self, moves: list[dict[str, Any]], entry: str, to: Status) -> bool:
        ids = [move["id"] for move in moves]
        if entry not in ids:
            raise Conflict(f"the entry {entry} is not in the timeline", fix="see its timeline")
        since = moves[ids.index(entry) + 1 :]
        if not since:
            return False
        if _actor(since[0], "actor") == self.me and since[0]["details"].get("to") == to:
            return True
        raise Conflict(f"{_actor(since[0], 'actor')} moved it to {since[0]['details'].get('to')} first")

    async def retrigger(self, issue: Issue, review: str) -> str:
        """What the mention in the reject came to; the comment itself has started the author."""
        ours = [c for c in await self.comments(issue.key) if carries(c.text, marker(review, "reject"))]
        if not issue.assignee.startswith(("agent:", "squad:")) or not ours:
            return "nobody to start; the comment tells them"
        runs = await self.api.get(f"/api/issues/{issue.key}/task-runs")
        started = [run for run in runs if ours[0].id in triggers(run)]
        return f"run {started[0]['id']} is {started[0]['status']}" if started else "no run was started"


def _enters(move: dict[str, Any]) -> bool:
    return bool(move["details"].get("to") == WATCHED)


def _actor(row: dict[str, Any], role: str) -> str:
    kind = row.get(f"{role}_type")
    return f"{kind}:{row.get(f'{role}_id') or ''}" if kind else ""


def _comment(row: dict[str, Any]) -> Comment:
    return Comment(
        id=row["id"],
        issue=row["issue_id"],
        author=_actor(row, "author"),
        text=row["content"],
        parent=row.get("parent_id") or "",
        at=_time(row["created_at"]),
        kind=row.get("type") or "comment",
        task=row.get("source_task_id") or "",
    )


def _outcome(posted: dict[str, Any]) -> str:
    outcomes: Iterable[dict[str, Any]] = posted.get("trigger_outcomes") or ()
    return "; ".join(f"{row['status']} ({row.get('reason_code') or ''})" for row in outcomes)


def triggers(run: dict[str, Any]) -> set[str]:
    """The ids of all comments that a run answers."""
    several = (*(run.get("coalesced_comment_ids") or ()), *(run.get("delivered_comment_ids") or ()))
    return {str(run.get("trigger_comment_id") or ""), *several}


def _time(text: str) -> float:
    try:
        return datetime.fromisoformat(text).timestamp()
    except ValueError as error:
        raise TrackerError(f"{text!r} is no time", fix="check the server's version") from error
