"""The embedded board: issues, comments and status history in one database, shared by processes; SQL in board.sql.

Authors are names that the writer gives; whoever can write the file can claim any of them.
A version counts the changes of the issue itself (its text and status); comments do not raise it.
"""

import asyncio
import json
import os
import re
import subprocess
import sys
import threading
import time
from asyncio import to_thread
from collections.abc import Callable, Collection, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar, get_args

from coordinator import trackers
from coordinator.config.yaml_file import closest
from coordinator.errors import Conflict, TrackerError, TrackerUnavailable, UsageError
from coordinator.models import Issue, Status, Value
from coordinator.parsing.excerpt import shorten
from coordinator.storage.database import Cursor, read_migrations, read_queries
from coordinator.storage.opening import open_database

GLANCE = 0.1  # seconds between two looks at whether anything was written
CLOSED = ("done", "cancelled")
ME = "coordinator"  # the daemon's author id
APPLICATION_ID = 0x436F4264  # "CoBd"
MIGRATIONS = read_migrations(Path(__file__).with_name("board_migrations"))
QUERIES = read_queries(Path(__file__).with_name("board.sql"))

Given = ParamSpec("Given")
Answer = TypeVar("Answer")
Row = TypeVar("Row", bound=Value)


class StatusChange(Value):
    """One change of status; `was` is empty for the first."""

    id: str
    was: str
    now: Status
    actor: str
    at: float


class IssueDetails(Value):
    """Everything the board knows about one issue."""

    issue: Issue
    created: float
    updated: float
    comments: tuple[trackers.Comment, ...]
    history: tuple[StatusChange, ...]


class Board:
    """The board in `home`; every call is one transaction, from any thread."""

    def __init__(self, home: Path) -> None:
        self.path = home / "board.db"
        self.database = open_database(self.path, MIGRATIONS, application_id=APPLICATION_ID)
        self._lock = threading.RLock()
        self._changes = 0

    def close(self) -> None:
        self.database.close()

    # -- reading

    def issues(self, status: str = "") -> tuple[Issue, ...]:
        """Return all issues, or those in one status, oldest first."""
        return self._select(Issue, "issues", status=status and status_named(status))

    def issue(self, key: str) -> Issue:
        """Return the issue as it is now; raise UsageError if there is none of this key."""
        found = self._select(Issue, "issue", issue=_number(key))
        if not found:
            fix = "keys look like B-1; coordinator board list shows them"
            raise UsageError(f"there is no issue '{key}' on the board", fix=fix)
        return found[0]

    def show(self, key: str) -> IssueDetails:
        """Return the issue with its comments and history, all of one moment."""
        with self._writing():  # nobody writes meanwhile
            issue, (created, updated) = (
                self.issue(key),
                self._execute("times", issue=_number(key)).fetchall()[0],
            )
            said = self.comments(key)
            changes = self.history(key)
        return IssueDetails(
            issue=issue, created=created, updated=updated, comments=said, history=changes
        )

    def comments(self, key: str) -> tuple[trackers.Comment, ...]:
        return self._about(key, trackers.Comment, "comments")

    def history(self, key: str) -> tuple[StatusChange, ...]:
        """Return all changes of the issue's status, oldest first."""
        return self._about(key, StatusChange, "history")

    def entries(self, after: int) -> tuple[trackers.ReviewRequest, ...]:
        """Return the entries into review after a change, oldest first."""
        return self._select(trackers.ReviewRequest, "entries", after=after)

    def entry(self, key: str) -> trackers.ReviewRequest | None:
        """Return the entry that the issue is in review by now."""
        return next(iter(self._about(key, trackers.ReviewRequest, "entry")), None)

    def last_change(self, key: str) -> str:
        return self.history(key)[-1].id

    def changes(self) -> int:
        """Return a number that is another one once somebody has written; as before while a thread is at it."""
        if self._lock.acquire(blocking=False):
            try:
                self._changes = self.database.changes()
            finally:
                self._lock.release()
        return self._changes

    # -- writing

    def add(
        self,
        title: str,
        text: str,
        *,
        creator: str,
        assignee: str = "",
        repo: str = "",
        base: str = "",
        status: str = "todo",
        labels: Sequence[str] = (),
    ) -> Issue:
        """Add an issue; its first status is the first line of its history."""
        title = " ".join(title.split())
        first = status_named(status)
        now = time.time()
        if not title:
            raise UsageError("an issue needs a title", fix="say in one line what is asked")
        if not text.strip():
            raise UsageError(
                f"the issue '{title}' has no text", fix="say what is asked with --text, --file or -"
            )
        with self._writing():
            place = {"assignee": assignee, "repo": repo, "base": base}
            added = self._execute(
                "add_issue", title=title, text=text, status=first, creator=creator, now=now, **place
            )
            number = added.fetchall()[0][0]
            self._execute("add_change", issue=number, was="", status=first, actor=creator, now=now)
            return self.label(f"B-{number}", add=labels)

    def comment(
        self, key: str, text: str, *, author: str, to: str = "", parent: str = ""
    ) -> trackers.Comment:
        """Add a comment, first of a thread or a reply to `parent`."""
        if not text.strip():
            raise UsageError(
                f"the comment on {key} has no text", fix="say something, or read it with -"
            )
        with self._writing():
            issue = self.issue(key)
            now = time.time()
            known = [comment.id for comment in self.comments(key)] if parent else []
            if parent and parent not in known:
                fix = f"coordinator board show {issue.key} lists {len(known)}"
                raise UsageError(f"{issue.key} has no comment {parent}", fix=fix)
            given = {"author": author, "to": to, "parent": parent, "text": text}
            self._execute("add_comment", issue=_number(key), now=now, **given)
            self._execute("touch", issue=_number(key), now=now)
            return self._select(trackers.Comment, "last_comment")[0]

    def post_once(
        self, key: str, text: str, *, marker: str, to: str = "", replace: bool = False
    ) -> trackers.Comment:
        """Return our comment under this marker: the one that is there, or a new one for the addressee `to`."""
        body = trackers.marked(text, marker)
        with self._writing():  # so that there are never two
            ours = [
                one
                for one in self.comments(key)
                if one.author == ME and trackers.carries(one.text, marker)
            ]
            if not ours:
                return self.comment(key, body, author=ME, to=to)
            if not replace:
                return ours[0]
            self._execute("replace_comment", id=ours[0].id, text=body)
            return ours[0].model_copy(update={"text": body})

    def move(self, key: str, to: str, *, actor: str) -> Issue:
        """Change the status from whatever it is; the same status again changes nothing."""
        with self._writing():
            issue = self.issue(key)
            status = status_named(to)
            if issue.status == status:
                return issue
            return self._set_status(issue, status, actor)

    def label(self, key: str, *, add: Sequence[str] = (), remove: Sequence[str] = ()) -> Issue:
        """Add labels and then remove some, in upper or lower case; the version stays, as for comments."""
        wanted = [" ".join(label.split()) for label in add]
        if not all(wanted):
            raise UsageError(f"a label of {key} is empty", fix="a label has at least one letter")
        with self._writing():
            self.issue(key)
            for label in wanted:
                self._execute("add_label", issue=_number(key), label=label)
            for label in remove:
                self._execute("remove_label", issue=_number(key), label=" ".join(label.split()))
            return self.issue(key)

    def conclude(self, key: str, to: Status, *, entry: str, version: int, actor: str = ME) -> Issue:
        """End one stay in review if nothing changed since it was read; the actor's own repeat changes nothing."""
        with self._writing():
            issue = self.issue(key)
            history = self.history(key)
            since = [change for change in history if int(change.id) > int(entry)]
            if since and (since[0].actor, since[0].now) == (actor, to):
                return issue
            if since or issue.version != version:
                what = f"{issue.key} is {issue.status} at version {issue.version}, no longer in review {entry}"
                raise Conflict(what, fix=f"see who changed it: coordinator board show {issue.key}")
            return self._set_status(issue, to, actor)

    def override(self, key: str, to: Status, *, entry: str) -> Issue:
        """Set what a person decided unless somebody else has moved the issue since `entry`."""
        with self._writing():
            issue = self.issue(key)
            if issue.status == to:
                return issue
            others = [c for c in self.history(key) if int(c.id) > int(entry) and c.actor != ME]
            if others:
                what = f"{issue.key} is {issue.status}: {others[-1].actor} has moved it since that review"
                raise Conflict(what, fix=f"see coordinator board show {issue.key}")
            return self._set_status(issue, to, ME)

    def begin_once(self, name: str, by: str) -> bool:
        """Return whether something of this name is begun by this one, as it is by the first who says so."""
        ours = f"{name} by {by}"
        with self._writing():
            if self._execute("begin_once", name=name).rowcount == 1:
                self._execute("begin_once", name=ours)
            return bool(self._execute("is_begun", name=ours).fetchall())

    def _set_status(self, issue: Issue, to: Status, actor: str) -> Issue:
        changed = {"issue": _number(issue.key), "status": to, "now": time.time()}
        self._execute("set_status", **changed)
        self._execute("add_change", was=issue.status, actor=actor, **changed)
        return self.issue(issue.key)

    # -- statements by their names

    def _execute(self, query: str, /, **values: object) -> Cursor:
        return self.database.execute(QUERIES[query], values)

    def _select(self, kind: type[Row], query: str, /, **values: object) -> tuple[Row, ...]:
        with self._lock:
            cursor = self._execute(query, **values)
            rows = cursor.fetchall()
        names = [column[0] for column in cursor.description or ()]
        found = []
        for row in rows:
            named = dict(zip(names, row, strict=True))
            if "labels" in named:  # of which there may be many
                named["labels"] = json.loads(named["labels"])
            found.append(kind.model_validate(named))
        return tuple(found)

    def _about(self, key: str, kind: type[Row], query: str) -> tuple[Row, ...]:
        """Return the rows of an issue; raise UsageError if there is none of this key."""
        self.issue(key)
        return self._select(kind, query, issue=_number(key))

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with self._lock:
            if self.database.in_transaction:
                yield  # `say` comments within its own look-up
                return
            try:
                with self.database.transaction():
                    yield
            except UnicodeEncodeError as error:
                what = f"the text is not valid Unicode at character {error.start + 1}"
                raise UsageError(what, fix="write it in UTF-8") from error


def _in_thread(
    act: Callable[Concatenate[Board, Given], Answer],
) -> Callable[Concatenate["BoardTracker", Given], Coroutine[Any, Any, Answer]]:
    """Return the act of a board as its tracker does it: in a thread, so that a held lock stops nobody else."""

    async def call(tracker: "BoardTracker", /, *args: Given.args, **kwargs: Given.kwargs) -> Answer:
        done: Answer = await to_thread(getattr(tracker.board, act.__name__), *args, **kwargs)
        return done

    return call


class BoardTracker(trackers.Tracker):
    """The board as the daemon sees it."""

    name = "board"
    me = ME
    statuses: tuple[str, ...] = get_args(Status)

    def __init__(self, board: Board, retrigger: str = "") -> None:
        self.board = board
        self._command = retrigger
        self._seen = -1

    entry = _in_thread(Board.entry)
    last_change = _in_thread(Board.last_change)
    comments = _in_thread(Board.comments)
    post_once = _in_thread(Board.post_once)
    move = _in_thread(Board.conclude)
    override = _in_thread(Board.override)

    async def pause(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while self.board.changes() == self._seen and (left := until - time.monotonic()) > 0:
            await asyncio.sleep(min(GLANCE, left))
        self._seen = self.board.changes()

    async def begin(self, *, backlog: bool) -> tuple[tuple[trackers.ReviewRequest, ...], str]:
        found, cursor = await self.entries("0")
        now = [entry for entry in found if backlog and await self.entry(entry.issue) == entry]
        return tuple(now), cursor

    async def entries(self, after: str) -> tuple[tuple[trackers.ReviewRequest, ...], str]:
        """Return the entries after the change that the cursor names, and the last of them as the next cursor."""
        if not after.isdecimal():
            raise TrackerError(f"'{after}' is no place in the board's history", fix="start anew")
        found = await to_thread(self.board.entries, int(after))
        return found, found[-1].id if found else after

    async def issue(self, key: str) -> Issue:
        issue = await to_thread(self.board.issue, key)
        return issue.model_copy(update={"text": shorten(issue.text, trackers.ISSUE_LIMIT)})

    async def issues(
        self, statuses: Collection[str], *, all_open: bool
    ) -> tuple[trackers.ListedIssue, ...]:
        listed = []
        for issue in await to_thread(self.board.issues):
            given = issue.model_dump(include={"key", "status", "labels", "repo", "base"}) | {
                "revision": issue.version
            }
            given |= {
                "assignees": tuple(filter(None, [issue.assignee])),
                "is_closed": issue.status in CLOSED,
            }
            listed.append(trackers.ListedIssue.model_validate(given))
        return tuple(
            each for each in listed if each.status in statuses or (all_open and not each.is_closed)
        )

    async def delivery(self, issue: Issue) -> trackers.Delivery:
        """Return the issue's repository, or the comments of its author where it has none."""
        author = (await self.issue(issue.key)).author
        said = await self.comments(issue.key)
        theirs = [
            one.text for one in said if one.author == author and not trackers.marker_of(one.text)
        ]
        return trackers.Delivery(repo=issue.repo, base=issue.base, words="\n\n".join(theirs))

    async def label(self, key: str, add: Sequence[str], remove: Sequence[str]) -> None:
        await to_thread(self.board.label, key, add=add, remove=remove)

    async def retrigger(self, issue: Issue, review: str) -> str:
        """Start the configured command, once, and leave it to itself; its output goes to a log in our home."""
        if not self._command:
            return "no command configured; the comment tells the assignee"
        environment = os.environ | {"ISSUE": issue.key, "REVIEW": review}
        with open(self.board.path.with_name("retrigger.log"), "ab") as said:
            # Not asyncio's: the author may work long, and must not end with our event loop.
            # Whatever is called so where we are
            once = (sys.executable, "-P", "-m", "coordinator.trackers.once")
            command = [*once, str(self.board.path.parent), review, self._command]
            process = subprocess.Popen(
                command,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=said,
                start_new_session=True,
            )
        threading.Thread(target=process.wait, daemon=True).start()
        reader = asyncio.StreamReader()
        protocol = asyncio.StreamReaderProtocol(reader)
        pipe, _ = await asyncio.get_running_loop().connect_read_pipe(
            lambda: protocol, process.stdout
        )
        try:
            if not await reader.read():
                raise TrackerUnavailable(
                    "the author could not be started", fix=f"{said.name} says why"
                )
        finally:
            pipe.close()
        return f"started process {process.pid}"


def status_named(name: str) -> Status:
    """Return the status of this name; raise a UsageError that names the nearest."""
    known: tuple[Status, ...] = get_args(Status)
    for status in known:
        if status == name:
            return status
    near = closest(name.replace(" ", "_").replace("-", "_"), known, 0.6)
    guess = f"did you mean {near}? " if near else ""
    raise UsageError(f"there is no status '{name}'", fix=f"{guess}known: {', '.join(known)}")


def _number(key: str) -> int:
    """Return the id of an issue; 0, which none has, for what is no key."""
    found = re.fullmatch(r"[Bb]-([1-9][0-9]{0,17})", key)
    if found:
        return int(found[1])
    return 0
