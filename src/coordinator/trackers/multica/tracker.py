"""Multica as a tracker. An issue enters review when its timeline shows a watched status.

We recognise replies by their author's id, and our own comments by their markers. An actor is
`agent:ID`, `member:ID`, `squad:ID` or `system:`. A comment of ours that should start nobody begins
with `/note`. A comment that should start an agent mentions exactly that agent.
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
from coordinator.config.suggestions import nearest
from coordinator.config.trackers import RepoConfig
from coordinator.errors import Conflict, TrackerError, TrackerUnavailable
from coordinator.models import Issue, Status
from coordinator.parsing.excerpt import shorten
from coordinator.trackers.http import Row, time_of
from coordinator.trackers.multica import decisions, delivery, duplicate_comments, history
from coordinator.trackers.multica.client import MulticaApi

log = logging.getLogger("coordinator")

# Each poll reads again the changes of this much time before the newest change of the last poll. The
# server cuts times to seconds, and pages can shift while we read them.
OVERLAP = timedelta(seconds=5)
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
# The address of the web pages, by the address of the API, for servers that do not report it
CLOUD = {"https://api.multica.ai": "https://multica.ai"}
CI = {"passed": "passing", "failed": "failing", "pending": "pending"}
NOT_STARTED = {
    "target_unavailable": "it is archived",
    "invocation_not_allowed": "we are not allowed to run it; its owner can allow that",
    "agent_runtime_required": "it has no runtime",
    "runtime_unusable": "its runtime is broken",
    "runtime_offline": "its runtime is offline",
}
GOING = ("deferred", "queued", "dispatched", "waiting_local_directory", "running")


@dataclass(eq=False)
class MulticaTracker(trackers.Tracker):
    """One Multica workspace.

    The number of API calls depends on the number of changes, not of issues.
    """

    api: MulticaApi
    _: KW_ONLY
    repos: Sequence[RepoConfig] = ()
    watched: str = "in_review"

    def __post_init__(self) -> None:
        self.name = "multica"
        self.me = ""
        self.agents: list[Row] = []
        self.reviewers: set[str] = set()
        # By the key of a status: its category, or `review` for a watched status
        self._states: dict[str, str] = {}
        self._statuses_read = 0.0
        # The prefix of the addresses of issues; empty if the server does not report it
        self._pages = ""
        self._looked_for = ""  # the statuses that the last poll asked for
        self._revisions: dict[str, int] = {}  # by id, of the issues in the last poll
        self._names: dict[str, str] = {}  # by actor
        # By the key of an issue: an event that is set when a poll finds a change
        self._news: dict[str, asyncio.Event] = {}
        self._own = duplicate_comments.OwnComments(self.api)
        # The time of the newest change that `tidy` has seen
        self._tidied: datetime | None = None
        self._tidied_revisions: dict[str, int] = {}
        # The issues that `tidy` has found changed, and those of the last call of `changed`
        self._touched: set[str] = set()
        self._compared: set[str] = set()
        # The revisions that the last call of `acted_since` has seen
        self._changed_revisions: dict[str, int] = {}

    async def open(self) -> None:
        """Read our account, the agents and statuses. Raise TrackerError for a wrong token."""
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
        """Read the statuses of the workspace. People can add statuses at any time."""
        listed = (await self.api.get("/api/issue-statuses", include_archived="true"))["statuses"]
        states: dict[str, str] = {key: key for key in KNOWN}
        for row in listed:
            states[row["key"]] = str(row["category"])
        for key, category in states.items():
            if self.watched in (key, category):
                states[key] = history.REVIEW
        self._states = states
        self._statuses_read = time.monotonic()

    async def close(self) -> None:
        await self.api.close()

    async def renew(self) -> float:
        try:
            ends = (await self.api.write("POST", "/api/tokens/current/renew"))["expires_at"]
            return time_of(ends) if ends else 0.0
        except TrackerError as error:
            if error.transient:
                raise
            return 0.0  # an older server, or a token of another kind

    def news(self, key: str) -> asyncio.Event:
        """Return an event that is set at the next change of an issue.

        Call this before you read the issue, so that you miss no change.
        """
        return self._news.setdefault(key, asyncio.Event())

    # -- entries into review

    async def begin(self, *, backlog: bool) -> tuple[tuple[trackers.ReviewRequest, ...], str]:
        now = await self.api.now()
        # The server cuts times to seconds, so we remember the entries of this second by their ids.
        recent = [row async for row in self._changed(now, self._watched_keys)]
        self._revisions = {row["id"]: row["revision"] for row in recent}
        known = []
        for row in recent:
            for entry in await self._entries(row):
                known.append(entry.id)
        cursor = json.dumps({"since": now.isoformat(), "at": now.isoformat(), "known": known})
        found = []
        if backlog:
            pages = self.api.pages("/api/issues", "issues", statuses=self._watched_keys)
            rows = [row async for row in pages]  # read all first: rows can shift between pages
            for row in rows:
                entries = await self._entries(row)
                if entries:
                    found.append(entries[-1])
        return tuple(found), cursor

    async def entries(self, after: str) -> tuple[tuple[trackers.ReviewRequest, ...], str]:
        """Return the entries since the cursor, oldest first, and the next cursor.

        Only issues in a watched status are read. Also set the event from `news` for each issue that
        has changed.
        """
        cursor = json.loads(after)
        if self._tidied is None:  # after a restart
            self._tidied = datetime.fromisoformat(cursor["at"])
        if time.monotonic() - self._statuses_read > STATUSES_AGE:
            await self._read_statuses()
        start = cursor["at"]
        if self._looked_for not in ("", self._watched_keys):
            # Issues may have entered a status long before we began to watch that status.
            start = cursor["since"]
        # We return an entry if it is newer than the first poll, and newer than the last poll minus
        # the overlap.
        earliest = max(int(time_of(cursor["since"])), time_of(start) - OVERLAP.total_seconds())
        found = []
        latest = cursor["at"]
        revisions = {}
        async for row in self._changed(datetime.fromisoformat(start), self._watched_keys):
            latest = max(latest, str(row["updated_at"]), key=datetime.fromisoformat)
            revisions[row["id"]] = row["revision"]
            if self._revisions.get(row["id"]) == row["revision"]:
                continue
            news = self._news.pop(row["identifier"], None)
            if news:
                news.set()
            for entry in await self._entries(row):
                if entry.at >= earliest and entry.id not in cursor["known"]:
                    found.append(entry)
        self._revisions = revisions
        self._looked_for = self._watched_keys
        cursor["at"] = latest
        return tuple(sorted(found, key=lambda entry: entry.at)), json.dumps(cursor)

    def _changed(self, start: datetime, statuses: str) -> AsyncIterator[Row]:
        """Return the issues in `statuses` that have changed since `start`.

        If `statuses` is empty, return the changed issues in every status.
        """
        return self.api.pages(
            "/api/issues",
            "issues",
            statuses=statuses,
            date_field="updated_at",
            date_start=(start - OVERLAP).isoformat(),
            date_end=FAR,
            sort="updated_at",
            direction="desc",
        )

    async def entry(self, key: str) -> trackers.ReviewRequest | None:
        row = await self._row(key)
        last = (await self._moves(row))[-1]
        if last.to == history.REVIEW:
            return _request(row, last)
        return None

    async def _entries(self, row: Row) -> list[trackers.ReviewRequest]:
        entries = []
        for move in await self._moves(row):
            if move.to == history.REVIEW:
                entries.append(_request(row, move))
        return entries

    async def _moves(self, row: Row) -> list[history.StatusMove]:
        return (await self._history(row))[1]

    async def _history(self, row: Row) -> tuple[list[Row], list[history.StatusMove]]:
        """Return the timeline of an issue, and its changes of status as `moves_of` finds them."""
        if row["status"] not in self._states:
            await self._read_statuses()
        timeline: list[Row] = await self.api.get(f"/api/issues/{row['id']}/timeline")
        return timeline, history.moves_of(row, timeline, self.reviewers, self._state)

    def _state(self, status: str) -> str:
        return self._states.get(status, status)

    @property
    def _watched_keys(self) -> str:
        keys = [key for key, state in self._states.items() if state == history.REVIEW]
        return ",".join(sorted(keys))

    # -- issues and comments

    async def _row(self, key: str) -> Row:
        row: Row = await self.api.get(f"/api/issues/{key}")
        return row

    async def issue(self, key: str) -> Issue:
        """Return the issue as it is now."""
        row = await self._row(key)
        timeline, moves = await self._history(row)
        author = history.author_of(row, timeline, moves)
        status = row.get("status_category") or row["status"]
        return Issue(
            key=row["identifier"],
            title=row["title"],
            text=shorten(row.get("description") or "", trackers.ISSUE_LIMIT),
            status=status if status in KNOWN else "todo",
            version=row["revision"],
            creator=self._creator(row),
            assignee=history.actor_of(row, "assignee"),
            author=author,
            attachments=await delivery.read_files(self.api, await self._asked_files(row, author)),
            labels=_labels_of(row),
            priority=str(row.get("priority") or ""),
            url=f"{self._pages}/{row['id']}" if self._pages else "",
        )

    def _creator(self, row: Row) -> str:
        """Return the person who created an issue, or who owns the agent that created it.

        Return an empty string if that person is unknown. An agent is never returned, because a
        mention would start it.
        """
        creator = history.actor_of(row, "creator")
        if creator.startswith("member:"):
            return creator
        for agent in self.agents:
            if creator == f"agent:{agent['id']}":
                return f"member:{agent['owner_id']}"
        return ""

    async def _asked_files(self, row: Row, author: str) -> list[Row]:
        """Return the attachments that are part of the request.

        These files are attached to the issue itself, not to a comment. Files from the author of the
        work or from a reviewer are left out.
        """
        files = [file for file in row.get("attachments") or () if not file.get("comment_id")]
        if not files:
            return []
        authors = await delivery.authors_of(self.api, author, self.reviewers)
        makers = self.reviewers | authors
        return [file for file in files if history.actor_of(file, "uploader") not in makers]

    @property
    def statuses(self) -> tuple[str, ...]:
        return tuple(self._states)

    async def issues(
        self, statuses: Collection[str], *, all_open: bool
    ) -> tuple[trackers.ListedIssue, ...]:
        closed = {key for key, state in self._states.items() if state in ("done", "cancelled")}
        keys = set(statuses)
        if all_open:
            keys |= self._states.keys() - closed
        rows = self.api.pages(
            "/api/issues",
            "issues",
            statuses=",".join(sorted(keys)),
            sort="created_at",
            direction="asc",
        )
        found = []
        async for row in rows:
            assignee = history.actor_of(row, "assignee")
            if assignee.startswith("member:") and assignee not in self._names:
                await self._read_members()
            listed = trackers.ListedIssue(
                key=row["identifier"],
                status=row["status"],
                revision=row["revision"],
                labels=_labels_of(row),
                assignees=tuple(filter(None, (assignee, self._names.get(assignee)))),
                is_closed=row["status"] in closed,
            )
            found.append(listed)
        return tuple(found)

    async def last_change(self, key: str) -> str:
        return (await self._moves(await self._row(key)))[-1].id

    async def label(self, key: str, add: Sequence[str], remove: Sequence[str]) -> None:
        """Add the labels `add` to an issue, then take the labels `remove` off it.

        Upper and lower case count as the same. Labels to add must exist in the Multica workspace.
        """
        answer = await self.api.get("/api/labels")
        rows = answer["labels"] if isinstance(answer, dict) else answer
        known = _label_ids(rows)
        for label in add:
            if label.strip().casefold() not in known:
                names = [str(row["name"]) for row in rows]
                what = f"the workspace has no label {label!r}"
                raise TrackerError(what, fix=nearest(label, names))
        for label in add:
            body: Row = {"label_id": known[label.strip().casefold()]}
            await self.api.write("POST", f"/api/issues/{key}/labels", body)
        issue = await self.api.get(f"/api/issues/{key}")
        present = _label_ids(issue.get("labels") or ())
        for label in remove:
            label_id = present.get(label.strip().casefold())
            if label_id:
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
        await self._wait_for_workers(issue.key, self.reviewers - {author})
        authors = await delivery.authors_of(self.api, author, self.reviewers)
        return await delivery.find_delivery(self.api, issue.key, self.repos, authors)

    async def _wait_for_workers(self, key: str, ignored: Collection[str]) -> None:
        """Wait until nobody but `ignored` actors works on an issue, at most SETTLING seconds."""
        deadline = time.monotonic() + SETTLING
        while True:
            left = deadline - time.monotonic()
            if left <= 0:
                log.warning("%s: somebody is still working on it; it is reviewed as it is now", key)
                return
            news = self.news(key)
            if not (await self._working(key)).difference(ignored):
                return
            await trackers.is_set_within(news, min(left, LOOK_AGAIN))

    async def _working(self, key: str) -> set[str]:
        """Return the agents that work on an issue."""
        active = await self.api.get(f"/api/issues/{key}/active-task")
        return {f"agent:{task['agent_id']}" for task in active["tasks"]}

    async def comments(self, key: str, thread: str = "") -> tuple[trackers.Comment, ...]:
        return await duplicate_comments.read_comments(self.api, key, thread)

    async def runs(self, key: str, trigger: str) -> list[Row]:
        """Return the runs that a comment started, newest first. A run can have several triggers."""
        found = []
        for run in await self.api.get(f"/api/issues/{key}/task-runs"):
            if trigger in _triggers_of(run):
                found.append(run)
        return found

    async def post_once(
        self, key: str, text: str, *, marker: str, to: str = "", replace: bool = False
    ) -> trackers.Comment:
        """Post a comment under a marker, unless we have posted it already. Delete duplicates.

        An edit starts the mentioned agent again, so use `replace` only for a comment that starts
        nobody.
        """
        content = trackers.marked(f"{await self._salutation(to)}{text}", marker)
        body: Row = {"content": content}
        path = f"/api/issues/{key}/comments"
        tries = 0

        async def post() -> trackers.Comment:
            nonlocal tries
            tries += 1
            return duplicate_comments.comment_of(await self.api.write("POST", path, body))

        async def find() -> trackers.Comment | None:
            return (await self._own.find(key, self.me)).get(marker)

        posted = await self.api.insist(post, find)
        if tries > 1:
            # A post that seemed to have failed may have arrived after we looked for it.
            posted = await find() or posted
        if not replace or posted.text == content:
            return posted
        return duplicate_comments.comment_of(
            await self.api.write("PUT", f"/api/comments/{posted.id}", body)
        )

    async def tidy(self, is_known: Callable[[str], bool]) -> None:
        """Remove duplicate comments from the known issues that changed since the last call."""
        latest = self._tidied or await self.api.now()
        seen = {}
        async for row in self._changed(latest, ""):
            latest = max(latest, datetime.fromisoformat(row["updated_at"]))
            seen[row["id"]] = row["revision"]
            is_changed = self._tidied_revisions.get(row["id"]) != row["revision"]
            if is_changed:
                self._touched.add(row["identifier"])
            if is_changed and is_known(row["identifier"]):
                await self._own.find(row["identifier"], self.me)
        self._tidied = latest
        self._tidied_revisions = seen

    async def changed(self, keys: Collection[str]) -> Collection[str]:
        """Return the issues that `tidy` has found changed, and those not in the last call."""
        found = [key for key in keys if key in self._touched or key not in self._compared]
        self._touched.clear()
        self._compared = set(keys)
        return found

    async def agent_runs(self, key: str, since: float) -> tuple[float, ...]:
        created = []
        for run in await self.api.get(f"/api/issues/{key}/task-runs"):
            at = time_of(run["created_at"])
            if at > since:
                created.append(at)
        return tuple(created)

    async def cancel_asks(self, key: str, run: str) -> int:
        asks = set()
        for mark, comment in (await self._own.find(key, self.me)).items():
            if trackers.is_ask_of(mark, run):
                asks.add(comment.id)
        cancelled = 0
        for task in await self.api.get(f"/api/issues/{key}/task-runs"):
            triggers = _triggers_of(task)
            # A run that somebody else has triggered, too, goes on.
            if task["status"] in GOING and triggers and triggers <= asks:
                await self._cancel_run(str(task["id"]))
                cancelled += 1
        return cancelled

    async def _cancel_run(self, run: str) -> None:
        try:
            await self.api.write("POST", f"/api/tasks/{run}/cancel")
        except TrackerError as error:
            if error.transient:
                raise
            log.info("run %s has ended already: %s", run, error)

    async def acted_since(self, after: str) -> tuple[Collection[str], str]:
        if not after:
            return (), (await self.api.now()).isoformat()
        latest = datetime.fromisoformat(after)
        keys = []
        revisions = {}
        async for row in self._changed(latest, ""):
            latest = max(latest, datetime.fromisoformat(row["updated_at"]))
            revisions[row["id"]] = row["revision"]
            if self._changed_revisions.get(row["id"]) != row["revision"]:
                keys.append(row["identifier"])
        self._changed_revisions = revisions
        return keys, latest.isoformat()

    async def acts(self, key: str, *, entry: str) -> tuple[trackers.Act, ...]:
        moves = await self._moves(await self._row(key))
        if entry not in [move.id for move in moves]:
            return ()
        accounts = decisions.accounts_of(await self._read_members())
        return decisions.acts_of(_since(moves, entry), await self.comments(key), accounts, self.me)

    async def _salutation(self, to: str) -> str:
        """Return the first words of a comment, which determine whom it starts or notifies."""
        if not to:
            return "/note "
        if to.startswith(("agent:", "squad:")):
            return f"{self._link(to)} "
        for row in await self._read_members():
            actor = f"member:{row['user_id']}"
            if to in (actor, row["user_id"], row["name"], row["email"]):
                return f"/note {self._link(actor)} "
        log.warning(
            "nobody in the workspace is called %r; review.escalate_to should be a name or address",
            to,
        )
        return "/note "

    async def _read_members(self) -> list[Row]:
        """Return the members of the workspace, and remember their names."""
        members: list[Row] = await self.api.get(f"/api/workspaces/{self.api.workspace}/members")
        for row in members:
            self._names[f"member:{row['user_id']}"] = str(row["name"])
        return members

    def _link(self, actor: str) -> str:
        kind, _, number = actor.partition(":")
        return f"[@{self._names.get(actor, kind)}](mention://{kind}/{number})"

    # -- acting

    async def move(self, key: str, to: Status, *, entry: str, version: int) -> Issue:
        """End the review of `entry` by setting the status `to`.

        Raise Conflict if somebody else has moved the issue since `entry`. Do nothing if we have
        ended the review already.
        """
        for attempt in range(CONFLICTS):
            with suppress(_Stale):
                await self.api.insist(
                    partial(self._put, key, to, version), partial(self._moved, key, entry, to)
                )
                return await self.issue(key)
            # A comment raises the revision, too. Only a change of the status is a conflict.
            await asyncio.sleep(PAUSE * attempt)
            version = (await self._row(key))["revision"]
        raise TrackerUnavailable(f"{key} keeps changing while we write to it")

    async def override(self, key: str, to: Status, *, entry: str) -> Issue:
        for attempt in range(CONFLICTS):
            row = await self._row(key)
            if self._state(row["status"]) == self._state(to):
                return await self.issue(key)
            for move in reversed(_since(await self._moves(row), entry)):
                if move.actor != self.me:
                    raise Conflict(
                        f"{key}: {move.actor} has moved it to {move.to} since that review"
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
        """Return True if we have ended the review of `entry`, or None if nobody has ended it.

        Raise Conflict if somebody else has ended it.
        """
        moves = await self._moves(await self._row(key))
        if entry not in [move.id for move in moves]:
            raise Conflict(f"{key} has no entry {entry}", fix="nothing was written")
        since = _since(moves, entry)
        if not since:
            return None
        if since[0].actor == self.me and since[0].to == self._state(to):
            return True
        raise Conflict(
            f"{key}: {since[0].actor} moved it to {since[0].to} first", fix="nothing was written"
        )

    async def keep_in_review(self, key: str) -> None:
        """Move an issue back into review if one of our reviewers has moved it out."""
        row = await self._row(key)
        if self._state(row["status"]) == history.REVIEW:
            return
        last = (await self._moves(row))[-1]
        if last.to == history.REVIEW:
            log.warning("%s: a reviewer set it to %s; it goes back into review", key, row["status"])
            with suppress(_Stale):  # the next poll calls us again
                await self._put(key, self.watched, row["revision"])

    async def retrigger(self, issue: Issue, review: str) -> str:
        """Return one line that says whether our reject comment has started the author again.

        The reject comment mentions the author. If it has started nobody, post another comment that
        tells the issue's creator why.
        """
        ours = (await self._own.find(issue.key, self.me)).get(trackers.marker(review, "reject"))
        if not issue.addressee.startswith(("agent:", "squad:")) or ours is None:
            return "no agent to start; the comment tells the author"
        runs = await self.runs(issue.key, ours.id)
        if runs:
            return f"run {runs[0]['id']} is {runs[0]['status']}"
        if issue.addressee in await self._working(issue.key):
            return "the author is working, and reads the comment afterwards"
        why = await self._why_not_started(issue.key, ours)
        text = f"The author was not started by the comment above: {why}."
        await self.post_once(
            issue.key, text, marker=trackers.marker(review, "stuck"), to=issue.creator
        )
        return f"nobody was started ({why}); the creator has been told"

    async def _why_not_started(self, key: str, comment: trackers.Comment) -> str:
        """Return the reason why our comment has started nobody.

        The server gives the reason only when a comment is posted or previewed. So we ask for a
        preview of the same text.
        """
        path = f"/api/issues/{key}/comments/trigger-preview"
        preview = await self.api.write("POST", path, {"content": comment.text})
        blocked = preview.get("blocked")
        code = ""
        if blocked:
            code = str(blocked[0].get("reason_code") or "")
        if not code:
            return "the server does not say why"
        return NOT_STARTED.get(code, f"the server says {code}")


class _Stale(Exception):
    """The issue has changed since it was read."""


def _since(moves: list[history.StatusMove], entry: str) -> list[history.StatusMove]:
    """Return the moves after an entry; all moves if the entry is not among them."""
    for index, move in enumerate(moves):
        if move.id == entry:
            return moves[index + 1 :]
    return moves


def _triggers_of(run: Row) -> set[str]:
    """Return the ids of the comments that have started a run."""
    triggers = {str(run.get("trigger_comment_id") or "")}
    triggers.update(run.get("coalesced_comment_ids") or ())
    triggers.update(run.get("delivered_comment_ids") or ())
    triggers.discard("")
    return triggers


def _labels_of(row: Row) -> tuple[str, ...]:
    return tuple(str(label["name"]) for label in row.get("labels") or ())


def _label_ids(rows: Sequence[Row]) -> dict[str, str]:
    """Return the ids of labels by their names in lower case."""
    return {str(row["name"]).casefold(): str(row["id"]) for row in rows}


def _request(row: Row, move: history.StatusMove) -> trackers.ReviewRequest:
    return trackers.ReviewRequest(id=move.id, issue=row["identifier"], at=move.at, actor=move.actor)
