"""Multica as a tracker: entries are transitions in the timeline, replies and writes are known by author id and marker.

An actor is `agent:ID`, `member:ID`, `squad:ID` or `system:`; a comment of ours that should start nobody begins
with `/note`, and one that should start somebody carries exactly that mention.
"""

import asyncio
import json
import logging
import time
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Literal, get_args

from coordinator import trackers
from coordinator.config.trackers import RepoConfig
from coordinator.config.yaml_file import nearest
from coordinator.errors import Conflict, TrackerError, TrackerUnavailable
from coordinator.models import Issue, Status
from coordinator.parsing.excerpt import shorten
from coordinator.trackers.http import Row, time_of
from coordinator.trackers.multica import history
from coordinator.trackers.multica.client import MulticaApi

log = logging.getLogger("coordinator")

OVERLAP = timedelta(seconds=5)  # times are cut to seconds, and pages may shift while they are read
CONFLICTS = 10
PAUSE = 0.05  # seconds, longer with each conflict
SETTLING = 900.0  # seconds that an author's run may go on after it has submitted
LOOK_AGAIN = 5.0
STATUSES_AGE = 60.0  # seconds after which the statuses are read again
FAR = "2999-12-31T00:00:00Z"
KNOWN: tuple[Status, ...] = get_args(Status)
PULL_STATES: Mapping[str, Literal["open", "merged", "closed"]] = {
    "merged": "merged",
    "closed": "closed",
}
# It tells others where its pages are, but not of itself
CLOUD = {"https://api.multica.ai": "https://multica.ai"}
CI = {"passed": "passing", "failed": "failing", "pending": "pending"}
NOT_STARTED = {
    "target_unavailable": "it is archived",
    "invocation_not_allowed": "we may not run it; its owner can allow that",
    "agent_runtime_required": "it has no runtime",
    "runtime_unusable": "its runtime is broken",
    "runtime_offline": "its runtime is offline",
}
GOING = ("deferred", "queued", "dispatched", "waiting_local_directory", "running")


@dataclass(eq=False)
class MulticaTracker(trackers.Tracker):
    """One Multica workspace; requests grow with what has changed, not with how many issues there are."""

    api: MulticaApi
    _: KW_ONLY
    repos: Sequence[RepoConfig] = ()
    watched: str = "in_review"

    def __post_init__(self) -> None:
        self.name = "multica"
        self.me = ""
        self.agents: list[Row] = []
        self.reviewers: set[str] = set()
        # By the key of a status: its category, or `review` for what is watched
        self._states: dict[str, str] = {}
        self._statuses_read = 0.0
        # The address below which issues have theirs; empty if the server tells none
        self._pages = ""
        self._looked_for = ""  # the statuses that the last look has asked for
        self._revisions: dict[str, int] = {}  # of the issues that the last look has seen
        self._names: dict[str, str] = {}  # by actor
        # By the key of an issue: set when a look finds it changed
        self._news: dict[str, asyncio.Event] = {}
        self._own = history.OwnComments(self.api)
        # The newest change that was looked at for what is there twice
        self._tidied: datetime | None = None
        self._tidied_revisions: dict[str, int] = {}

    async def open(self) -> None:
        """Learn who we are and what the others are called; fails at once if the token or workspace is wrong."""
        me = await self.api.get("/api/me")
        self.me = f"member:{me['id']}"
        self.agents = await self.api.get("/api/agents")
        self._names = {f"agent:{agent['id']}": str(agent["name"]) for agent in self.agents}
        await self._read_statuses()
        app = (await self.api.get("/api/config")).get("daemon_app_url") or CLOUD.get(self.api.url)
        if app:
            workspace = await self.api.get(f"/api/workspaces/{self.api.workspace}")
            self._pages = f"{app}/{workspace['slug']}/issues"

    async def _read_statuses(self) -> None:
        """Learn the statuses of the workspace, which may get further ones at any time."""
        listed = (await self.api.get("/api/issue-statuses", include_archived="true"))["statuses"]
        categories = {key: str(key) for key in KNOWN} | {
            row["key"]: str(row["category"]) for row in listed
        }
        seen = {key for key, category in categories.items() if self.watched in (key, category)}
        self._states = categories | dict.fromkeys(seen, history.REVIEW)
        self._statuses_read = time.monotonic()

    async def close(self) -> None:
        await self.api.close()

    async def renew(self) -> float:
        try:
            ends = (await self.api.write("POST", "/api/tokens/current/renew"))["expires_at"]
            if ends:
                return time_of(ends)
            return 0.0
        except TrackerError as error:
            if error.transient:
                raise
            return 0.0  # an older server, or a token of another kind

    def news(self, key: str) -> asyncio.Event:
        """Return what is set at the next news of an issue; take it before you look, so that nothing is missed."""
        return self._news.setdefault(key, asyncio.Event())

    # -- what has entered review

    async def begin(self, *, backlog: bool) -> tuple[tuple[trackers.ReviewRequest, ...], str]:
        now = await self.api.now()
        # Times are cut to seconds: what entered in this very second is told apart by name.
        recent = [row async for row in self._changed(now, self._watched_keys)]
        self._revisions = {row["id"]: row["revision"] for row in recent}
        known = [entry.id for row in recent for entry in await self._entries(row)]
        cursor = json.dumps({"since": now.isoformat(), "at": now.isoformat(), "known": known})
        if not backlog:
            return (), cursor
        rows = [
            row
            async for row in self.api.pages("/api/issues", "issues", statuses=self._watched_keys)
        ]
        entered = [await self._entries(row) for row in rows]
        return tuple(entries[-1] for entries in entered if entries), cursor

    async def entries(self, after: str) -> tuple[tuple[trackers.ReviewRequest, ...], str]:
        """Return the entries of every issue that has changed since the cursor and is in review, and the next cursor."""
        cursor = json.loads(after)
        # No later than before a restart
        self._tidied = self._tidied or datetime.fromisoformat(cursor["at"])
        if time.monotonic() - self._statuses_read > STATUSES_AGE:
            await self._read_statuses()
        # What is in a status that the last look did not know may have entered it long before.
        start = cursor["at" if self._looked_for in ("", self._watched_keys) else "since"]
        first = time_of(cursor["since"])
        last = time_of(start)
        found = []
        latest = cursor["at"]
        revisions = {}
        async for row in self._changed(datetime.fromisoformat(start), self._watched_keys):
            latest = max(latest, str(row["updated_at"]), key=datetime.fromisoformat)
            revisions[row["id"]] = row["revision"]
            if self._revisions.get(row["id"]) == row["revision"]:
                continue
            if news := self._news.pop(row["identifier"], None):
                news.set()
            for entry in await self._entries(row):
                # Made since the first look, and since the last one, as far as the clock can tell.
                recent = entry.at >= int(first) and entry.at >= last - OVERLAP.total_seconds()
                if recent and entry.id not in cursor["known"]:
                    found.append(entry)
        self._revisions = revisions
        self._looked_for = self._watched_keys
        return tuple(sorted(found, key=lambda entry: entry.at)), json.dumps(
            {**cursor, "at": latest}
        )

    def _changed(self, start: datetime, statuses: str) -> AsyncIterator[Row]:
        """Return the issues in these statuses, or in any, that have changed since then."""
        query = {
            "sort": "updated_at",
            "direction": "desc",
            "date_field": "updated_at",
            "date_end": FAR,
        }
        date = (start - OVERLAP).isoformat()
        return self.api.pages("/api/issues", "issues", statuses=statuses, date_start=date, **query)

    async def entry(self, key: str) -> trackers.ReviewRequest | None:
        row = await self._row(key)
        last = (await self._moves(row))[-1]
        if last.to == history.REVIEW:
            return _request(row, last)
        return None

    async def _entries(self, row: Row) -> list[trackers.ReviewRequest]:
        return [_request(row, move) for move in await self._moves(row) if move.to == history.REVIEW]

    async def _moves(self, row: Row) -> list[history.StatusMove]:
        return (await self._history(row))[1]

    async def _history(self, row: Row) -> tuple[list[Row], list[history.StatusMove]]:
        """Return the timeline of an issue, and the changes of its status that count."""
        if row["status"] not in self._states:
            await self._read_statuses()
        timeline: list[Row] = await self.api.get(f"/api/issues/{row['id']}/timeline")
        return timeline, history.moves_of(row, timeline, self.reviewers, self._state)

    def _state(self, status: str) -> str:
        return self._states.get(status, status)

    @property
    def _watched_keys(self) -> str:
        return ",".join(
            sorted(key for key, state in self._states.items() if state == history.REVIEW)
        )

    # -- issues and comments

    async def _row(self, key: str) -> Row:
        row: Row = await self.api.get(f"/api/issues/{key}")
        return row

    async def issue(self, key: str) -> Issue:
        """Return the issue as it is now; its creator is a person, as to mention an agent would start it.

        What is attached to the issue itself, and not by its author or a reviewer, is part of the request.
        """
        row = await self._row(key)
        author = history.author_of(row, *await self._history(row))
        files = [file for file in row.get("attachments") or () if not file.get("comment_id")]
        makers = (
            self.reviewers | await history.authors_of(self.api, author, self.reviewers)
            if files
            else ()
        )
        asked = [file for file in files if history.actor_of(file, "uploader") not in makers]
        status = row.get("status_category") or row["status"]
        owners = {f"agent:{agent['id']}": f"member:{agent['owner_id']}" for agent in self.agents}
        creator = history.actor_of(row, "creator")
        return Issue(
            key=row["identifier"],
            title=row["title"],
            text=shorten(row.get("description") or "", trackers.ISSUE_LIMIT),
            status=status if status in KNOWN else "todo",
            version=row["revision"],
            creator=creator if creator.startswith("member:") else owners.get(creator, ""),
            assignee=history.actor_of(row, "assignee"),
            author=author,
            attachments=await history.read_files(self.api, asked),
            labels=tuple(str(label["name"]) for label in row.get("labels") or ()),
            priority=str(row.get("priority") or ""),
            url=f"{self._pages}/{row['id']}" if self._pages else "",
        )

    @property
    def statuses(self) -> tuple[str, ...]:
        return tuple(self._states)

    async def issues(
        self, statuses: Collection[str], *, all_open: bool
    ) -> tuple[trackers.ListedIssue, ...]:
        closed = {key for key, state in self._states.items() if state in ("done", "cancelled")}
        keys = {*statuses, *(self._states.keys() - closed if all_open else ())}
        query = {"statuses": ",".join(sorted(keys)), "sort": "created_at", "direction": "asc"}
        found = []
        async for row in self.api.pages("/api/issues", "issues", **query):
            assignee = history.actor_of(row, "assignee")
            if assignee.startswith("member:") and assignee not in self._names:
                await self._read_members()
            listed = trackers.ListedIssue(
                key=row["identifier"],
                status=row["status"],
                revision=row["revision"],
                labels=tuple(str(label["name"]) for label in row.get("labels") or ()),
                assignees=tuple(filter(None, (assignee, self._names.get(assignee)))),
                is_closed=row["status"] in closed,
            )
            found.append(listed)
        return tuple(found)

    async def last_change(self, key: str) -> str:
        return (await self._moves(await self._row(key)))[-1].id

    async def label(self, key: str, add: Sequence[str], remove: Sequence[str]) -> None:
        """Add labels of the workspace to an issue, then remove some; one that is there, or gone, already is fine."""
        answer = await self.api.get("/api/labels")
        rows = answer["labels"] if isinstance(answer, dict) else answer
        known = {str(row["name"]).casefold(): str(row["id"]) for row in rows}
        if missing := [label for label in add if label.strip().casefold() not in known]:
            what = f"the workspace has no label {missing[0]!r}"
            raise TrackerError(what, fix=nearest(missing[0], [str(row["name"]) for row in rows]))
        for label in add:
            body: dict[str, object] = {"label_id": known[label.strip().casefold()]}
            await self.api.write("POST", f"/api/issues/{key}/labels", body)
        issue = await self.api.get(f"/api/issues/{key}")
        here = {str(row["name"]).casefold(): str(row["id"]) for row in issue.get("labels") or ()}
        for label in remove:
            if label_id := here.get(label.strip().casefold()):
                await self.api.write("DELETE", f"/api/issues/{key}/labels/{label_id}")

    async def pulls(self, key: str) -> tuple[trackers.PullRequest, ...]:
        found = []
        for row in (await self.api.get(f"/api/issues/{key}/pull-requests"))["pull_requests"]:
            url = str(row.get("html_url") or "")
            ci = CI.get(str(row.get("checks_conclusion")), "")
            state = PULL_STATES.get(str(row.get("state")), "open")  # also a draft
            found.append(trackers.PullRequest(url=url, state=state, ci=ci))
        return tuple(found)

    async def delivery(self, issue: Issue) -> trackers.Delivery:
        # The run that submitted the work may push and comment after it has set the status.
        author = (await self.issue(issue.key)).author
        deadline = time.monotonic() + SETTLING
        while (left := deadline - time.monotonic()) > 0:
            news = self.news(issue.key)
            if not await self._working(issue.key) - (self.reviewers - {author}):
                break
            await trackers.is_set_within(news, min(left, LOOK_AGAIN))
        else:
            log.warning(
                "%s: somebody is still working on it; it is reviewed as it is now", issue.key
            )
        authors = await history.authors_of(self.api, author, self.reviewers)
        return await history.find_delivery(self.api, issue.key, self.repos, authors)

    async def _working(self, key: str) -> set[str]:
        return {
            f"agent:{task['agent_id']}"
            for task in (await self.api.get(f"/api/issues/{key}/active-task"))["tasks"]
        }

    async def comments(self, key: str, thread: str = "") -> tuple[trackers.Comment, ...]:
        return await history.read_comments(self.api, key, thread)

    async def runs(self, key: str, trigger: str) -> list[Row]:
        """Return the runs that a comment has started, newest first; a run may answer several comments."""
        found = []
        for run in await self.api.get(f"/api/issues/{key}/task-runs"):
            several = (
                *(run.get("coalesced_comment_ids") or ()),
                *(run.get("delivered_comment_ids") or ()),
            )
            if trigger in (str(run.get("trigger_comment_id") or ""), *several):
                found.append(run)
        return found

    async def post_once(
        self, key: str, text: str, *, marker: str, to: str = "", replace: bool = False
    ) -> trackers.Comment:
        """Post under a marker unless we have already; duplicates of it are deleted, the oldest stays.

        To replace it is to edit it, which starts again whom it mentions: `replace` is for what starts nobody.
        """
        body: dict[str, object] = {
            "content": trackers.marked(f"{await self._head(to)}{text}", marker)
        }
        path = f"/api/issues/{key}/comments"
        tries = 0

        async def post() -> trackers.Comment:
            nonlocal tries
            tries += 1
            return history.comment_of(await self.api.write("POST", path, body))

        async def find() -> trackers.Comment | None:
            return (await self._own.find(key, self.me)).get(marker)

        posted = await self.api.insist(post, find)
        # A try that seemed to have failed may have arrived after we looked for it.
        posted = posted if tries < 2 else (await find() or posted)
        if not replace or posted.text == body["content"]:
            return posted
        edited = await self.api.write(
            "PUT", f"/api/comments/{posted.id}", {"content": body["content"]}
        )
        return history.comment_of(edited)

    async def tidy(self, is_known: Callable[[str], bool]) -> None:
        """Look at the known ones among the issues that have changed since the last time."""
        latest = self._tidied or await self.api.now()
        seen = {}
        async for row in self._changed(latest, ""):
            latest = max(latest, datetime.fromisoformat(row["updated_at"]))
            seen[row["id"]] = row["revision"]
            if self._tidied_revisions.get(row["id"]) != row["revision"] and is_known(
                row["identifier"]
            ):
                await self._own.find(row["identifier"], self.me)
        self._tidied = latest
        self._tidied_revisions = seen

    async def _head(self, to: str) -> str:
        """Return the beginning of a comment, which decides who is started by it: an agent, a squad or nobody."""
        if to.startswith(("agent:", "squad:")):
            return f"{self._link(to)} "
        for row in await self._read_members() if to else ():
            actor = f"member:{row['user_id']}"
            if to in (actor, row["user_id"], row["name"], row["email"]):
                return f"/note {self._link(actor)} "
        if to:
            log.warning(
                "nobody in the workspace is called %r; review.escalate_to should be a name or address",
                to,
            )
        return "/note "

    async def _read_members(self) -> list[Row]:
        """Return the people of the workspace, whose names are known from now on."""
        members: list[Row] = await self.api.get(f"/api/workspaces/{self.api.workspace}/members")
        self._names |= {f"member:{row['user_id']}": str(row["name"]) for row in members}
        return members

    def _link(self, actor: str) -> str:
        kind, _, number = actor.partition(":")
        return f"[@{self._names.get(actor, kind)}](mention://{kind}/{number})"

    # -- acting

    async def move(self, key: str, to: Status, *, entry: str, version: int) -> Issue:
        """End the review that began with `entry`; done by us already is fine."""
        for attempt in range(CONFLICTS):
            with suppress(_Stale):
                await self.api.insist(
                    partial(self._put, key, to, version), partial(self._moved, key, entry, to)
                )
                return await self.issue(key)
            # A comment raises the revision too: only a change of the status makes it somebody else's.
            await asyncio.sleep(PAUSE * attempt)
            version = (await self._row(key))["revision"]
        raise TrackerUnavailable(f"{key} keeps changing while we write to it")

    async def override(self, key: str, to: Status, *, entry: str) -> Issue:
        for attempt in range(CONFLICTS):
            row = await self._row(key)
            if self._state(row["status"]) == self._state(to):
                return await self.issue(key)
            others = [
                move for move in _since(await self._moves(row), entry) if move.actor != self.me
            ]
            if others:
                raise Conflict(
                    f"{key}: {others[-1].actor} has moved it to {others[-1].to} since that review"
                )
            with suppress(_Stale):
                await self._put(key, to, row["revision"])
            await asyncio.sleep(PAUSE * attempt)
        raise TrackerUnavailable(f"{key} keeps changing while we write to it")

    async def _put(self, key: str, to: str, version: int) -> None:
        body: dict[str, object] = {"status": to, "expected_revision": version}
        try:
            await self.api.write("PUT", f"/api/issues/{key}", body)
        except Conflict as conflict:
            raise _Stale(str(conflict)) from conflict

    async def _moved(self, key: str, entry: str, to: Status) -> bool | None:
        """Return True if we have ended the review already, None if nobody has; raise Conflict if somebody else has."""
        moves = await self._moves(await self._row(key))
        if entry not in [move.id for move in moves]:
            raise Conflict(f"{key}: it has no entry {entry}", fix="nothing was written")
        since = _since(moves, entry)
        if not since:
            return None
        if since[0].actor == self.me and since[0].to == self._state(to):
            return True
        raise Conflict(
            f"{key}: {since[0].actor} moved it to {since[0].to} first", fix="nothing was written"
        )

    async def keep_in_review(self, key: str) -> None:
        """Put an issue back that a reviewer of ours has taken out of review."""
        row = await self._row(key)
        if (
            self._state(row["status"]) != history.REVIEW
            and (await self._moves(row))[-1].to == history.REVIEW
        ):
            log.warning("%s: a reviewer set it to %s; it goes back into review", key, row["status"])
            with suppress(_Stale):  # then whoever writes there looks again
                await self._put(key, self.watched, row["revision"])

    async def retrigger(self, issue: Issue, review: str) -> str:
        """Return what the mention in the reject came to; the creator is told if it has started nobody."""
        ours = (await self._own.find(issue.key, self.me)).get(trackers.marker(review, "reject"))
        if not issue.addressee.startswith(("agent:", "squad:")) or ours is None:
            return "nobody to start; the comment tells them"
        if runs := await self.runs(issue.key, ours.id):
            return f"run {runs[0]['id']} is {runs[0]['status']}"
        if issue.addressee in await self._working(issue.key):
            return "the author is at work, and goes on with the comment after that"
        # Only who posts a comment is told what came of it; the server says it again to whoever asks beforehand.
        path = f"/api/issues/{issue.key}/comments/trigger-preview"
        blocked = (await self.api.write("POST", path, {"content": ours.text})).get("blocked") or [
            {}
        ]
        code = str(blocked[0].get("reason_code") or "")
        why = NOT_STARTED.get(code) or (
            f"the server says {code}" if code else "the server does not say why"
        )
        text = f"The author was not started by the comment above: {why}."
        await self.post_once(
            issue.key, text, marker=trackers.marker(review, "stuck"), to=issue.creator
        )
        return f"nobody was started ({why}); the creator has been told"


class _Stale(Exception):
    """The issue has changed since it was read."""


def _since(moves: list[history.StatusMove], entry: str) -> list[history.StatusMove]:
    """Return the moves after an entry; all of them if it is not there."""
    ids = [move.id for move in moves]
    if entry in ids:
        return moves[ids.index(entry) + 1 :]
    return moves


def _request(row: Row, move: history.StatusMove) -> trackers.ReviewRequest:
    return trackers.ReviewRequest(id=move.id, issue=row["identifier"], at=move.at, actor=move.actor)
