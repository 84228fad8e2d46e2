"""The embedded board: issues, comments and status history in one database.

The SQL statements are in board.sql. Several processes can share the board. Names of authors are not
verified: whoever can write to the database can use any name.

The version of an issue counts the changes of its text and status. Comments do not raise it.
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
from coordinator.config.settings import Config
from coordinator.config.suggestions import closest
from coordinator.errors import Conflict, TrackerError, TrackerUnavailable, UsageError
from coordinator.models import Issue, Status, Value
from coordinator.parsing.excerpt import shorten
from coordinator.storage.database import Cursor, read_migrations, read_queries
from coordinator.storage.opening import open_database
from coordinator.trackers.decisions import command_act, status_act
from coordinator.trackers.kind import TrackerKind

GLANCE = 0.1  # seconds between two checks for new writes
CLOSED = ("done", "cancelled")
ME = "coordinator"  # the daemon's author id
APPLICATION_ID = 0x436F4264  # "CoBd"
MIGRATIONS = read_migrations(Path(__file__).with_name("board_migrations"))
QUERIES = read_queries(Path(__file__).with_name("board.sql"))

Given = ParamSpec("Given")
Answer = TypeVar("Answer")
Row = TypeVar("Row", bound=Value)


class StatusChange(Value):
    """One change of status. `was` is the status before it, empty for the first change."""

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
    """The board in `home`. Every call is one transaction. Any thread can make calls."""

    def __init__(self, home: Path) -> None:
        self.path = home / "board.db"
        self.database = open_database(self.path, MIGRATIONS, application_id=APPLICATION_ID)
        self._lock = threading.RLock()
        self._changes = 0

    def close(self) -> None:
        with self._lock:  # a call in another thread ends first
            self.database.close()

    # -- reading

    def issues(self, status: str = "") -> tuple[Issue, ...]:
        """Return all issues, or the issues in one status, oldest first."""
        if status:
            status = status_named(status)
        return self._select(Issue, "issues", status=status)

    def issue(self, key: str) -> Issue:
        """Return the issue as it is now. Raise UsageError for an unknown key."""
        found = self._select(Issue, "issue", issue=_number(key))
        if not found:
            fix = "keys look like B-1; coordinator board list shows them"
            raise UsageError(f"there is no issue '{key}' on the board", fix=fix)
        return found[0]

    def show(self, key: str) -> IssueDetails:
        """Return the issue with its comments and history, all from the same moment."""
        with self._writing():  # the write lock keeps the issue as it is while we read
            issue = self.issue(key)
            created, updated = self._execute("times", issue=_number(key)).fetchall()[0]
            comments = self.comments(key)
            history = self.history(key)
        return IssueDetails(
            issue=issue, created=created, updated=updated, comments=comments, history=history
        )

    def comments(self, key: str) -> tuple[trackers.Comment, ...]:
        return self._about(key, trackers.Comment, "comments")

    def history(self, key: str) -> tuple[StatusChange, ...]:
        """Return all changes of the issue's status, oldest first."""
        return self._about(key, StatusChange, "history")

    def entries(self, after: int) -> tuple[trackers.ReviewRequest, ...]:
        """Return the entries into review after the change with this id, oldest first."""
        return self._select(trackers.ReviewRequest, "entries", after=after)

    def entry(self, key: str) -> trackers.ReviewRequest | None:
        """Return the current entry of an issue; None if the issue is not in review."""
        found = self._about(key, trackers.ReviewRequest, "entry")
        if found:
            return found[0]
        return None

    def last_change(self, key: str) -> str:
        return self.history(key)[-1].id

    def acted_since(self, after: str) -> tuple[tuple[str, ...], str]:
        """Return the issues with a new status or comment since the cursor, and the next cursor.

        If `after` is empty, return no issues.
        """
        with self._lock:
            newest = self._execute("newest").fetchall()[0]
            keys: list[str] = []
            if after:
                change, comment = json.loads(after)
                rows = self._execute("changed", change=change, comment=comment).fetchall()
                keys = [row[0] for row in rows]
        return tuple(keys), json.dumps(newest)

    def acts(self, key: str, *, entry: str) -> tuple[trackers.Act, ...]:
        """Return what people did since `entry` that can be a decision, oldest first."""
        found = []
        for change in self.history(key):
            if int(change.id) <= int(entry) or change.actor == ME:
                continue
            if change.now == "in_review":
                break  # later changes are about a later review
            found.append(status_act(change.id, change.now, _account(change.actor), change.at))
        comments = self.comments(key)
        ours = {comment.id for comment in comments if comment.author == ME}
        for comment in comments:
            if comment.author != ME:
                found.append(command_act(comment, _account(comment.author), ours))
        acts = [act for act in found if act is not None]
        return tuple(sorted(acts, key=lambda act: act.at))

    def changes(self) -> int:
        """Return a number that changes whenever another connection writes to the board.

        While another thread is writing, return the last known number instead of waiting.
        """
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
        """Add an issue. Its history begins with its first status."""
        title = " ".join(title.split())
        first = status_named(status)
        now = time.time()
        if not title:
            raise UsageError("an issue needs a title", fix="describe the request in one line")
        if not text.strip():
            raise UsageError(
                f"the issue '{title}' has no text", fix="give the request with --text, --file or -"
            )
        with self._writing():
            added = self._execute(
                "add_issue",
                title=title,
                text=text,
                status=first,
                creator=creator,
                assignee=assignee,
                repo=repo,
                base=base,
                now=now,
            )
            number = added.fetchall()[0][0]
            self._execute("add_change", issue=number, was="", status=first, actor=creator, now=now)
            return self.label(f"B-{number}", add=labels)

    def comment(
        self, key: str, text: str, *, author: str, to: str = "", parent: str = ""
    ) -> trackers.Comment:
        """Add a comment: a reply to `parent`, or else the first comment of a thread."""
        if not text.strip():
            raise UsageError(
                f"the comment on {key} has no text",
                fix="give a text, or - to read it from standard input",
            )
        with self._writing():
            issue = self.issue(key)
            now = time.time()
            if parent:
                known = [comment.id for comment in self.comments(key)]
                if parent not in known:
                    fix = f"coordinator board show {issue.key} lists {len(known)}"
                    raise UsageError(f"{issue.key} has no comment {parent}", fix=fix)
            self._execute(
                "add_comment",
                issue=_number(key),
                author=author,
                to=to,
                parent=parent,
                text=text,
                now=now,
            )
            self._execute("touch", issue=_number(key), now=now)
            return self._select(trackers.Comment, "last_comment")[0]

    def post_once(
        self, key: str, text: str, *, marker: str, to: str = "", replace: bool = False
    ) -> trackers.Comment:
        """Return our comment under this marker. If there is none, add one addressed to `to`.

        If `replace` is true, an existing comment gets the new text.
        """
        body = trackers.marked(text, marker)
        with self._writing():  # so that no other writer adds a second one
            for comment in self.comments(key):
                if comment.author != ME or not trackers.carries(comment.text, marker):
                    continue
                if not replace:
                    return comment
                self._execute("replace_comment", id=comment.id, text=body)
                return comment.model_copy(update={"text": body})
            return self.comment(key, body, author=ME, to=to)

    def move(self, key: str, to: str, *, actor: str) -> Issue:
        """Set the status, whatever it is now. Do nothing if the issue has it already."""
        with self._writing():
            issue = self.issue(key)
            status = status_named(to)
            if issue.status == status:
                return issue
            return self._set_status(issue, status, actor)

    def label(self, key: str, *, add: Sequence[str] = (), remove: Sequence[str] = ()) -> Issue:
        """Add labels, then remove labels, ignoring case. The issue keeps its version."""
        wanted = [" ".join(label.split()) for label in add]
        if not all(wanted):
            raise UsageError(f"a label of {key} is empty", fix="a label needs at least one letter")
        with self._writing():
            self.issue(key)
            for label in wanted:
                self._execute("add_label", issue=_number(key), label=label)
            for label in remove:
                self._execute("remove_label", issue=_number(key), label=" ".join(label.split()))
            return self.issue(key)

    def conclude(self, key: str, to: Status, *, entry: str, version: int, actor: str = ME) -> Issue:
        """End the review of `entry` by setting the status `to`.

        Raise Conflict if the issue has changed since `version`. If the same actor has already ended
        the review with this status, do nothing.
        """
        with self._writing():
            issue = self.issue(key)
            history = self.history(key)
            since = [change for change in history if int(change.id) > int(entry)]
            if since and (since[0].actor, since[0].now) == (actor, to):
                return issue
            if since or issue.version != version:
                raise Conflict(
                    f"{issue.key} is {issue.status} at version {issue.version}, "
                    f"no longer in review {entry}",
                    fix=f"see who changed it: coordinator board show {issue.key}",
                )
            return self._set_status(issue, to, actor)

    def override(self, key: str, to: Status, *, entry: str) -> Issue:
        """Set the status that a person chose.

        Raise Conflict if anyone but us has moved the issue since `entry`.
        """
        with self._writing():
            issue = self.issue(key)
            if issue.status == to:
                return issue
            for change in reversed(self.history(key)):
                if int(change.id) > int(entry) and change.actor != ME:
                    raise Conflict(
                        f"{issue.key} is {issue.status}: "
                        f"{change.actor} has moved it since that review",
                        fix=f"see coordinator board show {issue.key}",
                    )
            return self._set_status(issue, to, ME)

    def begin_once(self, name: str, by: str) -> bool:
        """Claim `name` for `by`. Return True if `by` is the first claimant, also on a retry."""
        ours = f"{name} by {by}"
        with self._writing():
            if self._execute("begin_once", name=name).rowcount == 1:
                self._execute("begin_once", name=ours)
            return bool(self._execute("is_begun", name=ours).fetchall())

    def _set_status(self, issue: Issue, to: Status, actor: str) -> Issue:
        number = _number(issue.key)
        now = time.time()
        self._execute("set_status", issue=number, status=to, now=now)
        self._execute("add_change", issue=number, was=issue.status, status=to, actor=actor, now=now)
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
            if "labels" in named:  # the column holds a JSON list
                named["labels"] = json.loads(named["labels"])
            found.append(kind.model_validate(named))
        return tuple(found)

    def _about(self, key: str, kind: type[Row], query: str) -> tuple[Row, ...]:
        """Return the rows of an issue. Raise UsageError for an unknown key."""
        self.issue(key)
        return self._select(kind, query, issue=_number(key))

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with self._lock:
            if self.database.in_transaction:
                yield  # the calling method has begun the transaction
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
    """Return an async method of the tracker that calls a method of the board.

    The call runs in a thread, so that the event loop does not wait for a lock.
    """

    async def call(tracker: "BoardTracker", /, *args: Given.args, **kwargs: Given.kwargs) -> Answer:
        done: Answer = await to_thread(getattr(tracker.board, act.__name__), *args, **kwargs)
        return done

    return call


class BoardTracker(trackers.Tracker):
    """The board as a tracker."""

    name = "board"
    me = ME
    statuses: tuple[str, ...] = get_args(Status)

    def __init__(self, board: Board, retrigger: str = "", *, owns_board: bool = False) -> None:
        self.board = board
        self._command = retrigger
        self._owns_board = owns_board
        self._seen = -1

    async def close(self) -> None:
        if self._owns_board:
            self.board.close()

    entry = _in_thread(Board.entry)
    last_change = _in_thread(Board.last_change)
    comments = _in_thread(Board.comments)
    acted_since = _in_thread(Board.acted_since)
    acts = _in_thread(Board.acts)
    post_once = _in_thread(Board.post_once)
    move = _in_thread(Board.conclude)
    override = _in_thread(Board.override)

    async def pause(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while self.board.changes() == self._seen:
            left = until - time.monotonic()
            if left <= 0:
                break
            await asyncio.sleep(min(GLANCE, left))
        self._seen = self.board.changes()

    async def begin(self, *, backlog: bool) -> tuple[tuple[trackers.ReviewRequest, ...], str]:
        found, cursor = await self.entries("0")
        current = []
        if backlog:
            for entry in found:
                if await self.entry(entry.issue) == entry:
                    current.append(entry)
        return tuple(current), cursor

    async def entries(self, after: str) -> tuple[tuple[trackers.ReviewRequest, ...], str]:
        """Return the entries after the cursor, and the id of the last entry as the next cursor."""
        if not after.isdecimal():
            raise TrackerError(
                f"'{after}' is not a position in the board's history",
                fix="start with a new state directory",
            )
        found = await to_thread(self.board.entries, int(after))
        if found:
            after = found[-1].id
        return found, after

    async def issue(self, key: str) -> Issue:
        issue = await to_thread(self.board.issue, key)
        text = shorten(issue.text, trackers.ISSUE_LIMIT)
        # The board has no pages, so the address of an issue is the command that shows it.
        return issue.model_copy(update={"text": text, "url": f"coordinator board show {issue.key}"})

    async def issues(
        self, statuses: Collection[str], *, all_open: bool
    ) -> tuple[trackers.ListedIssue, ...]:
        listed = []
        for issue in await to_thread(self.board.issues):
            is_closed = issue.status in CLOSED
            if issue.status not in statuses and (is_closed or not all_open):
                continue
            row = trackers.ListedIssue(
                key=issue.key,
                status=issue.status,
                revision=issue.version,
                labels=issue.labels,
                assignees=(issue.assignee,) if issue.assignee else (),
                is_closed=is_closed,
                repo=issue.repo,
                base=issue.base,
            )
            listed.append(row)
        return tuple(listed)

    async def delivery(self, issue: Issue) -> trackers.Delivery:
        """Return the issue's repository, and the comments of its author."""
        author = (await self.issue(issue.key)).author
        words = []
        for comment in await self.comments(issue.key):
            if comment.author == author and not trackers.marker_of(comment.text):
                words.append(comment.text)
        return trackers.Delivery(repo=issue.repo, base=issue.base, words="\n\n".join(words))

    async def may_decide(self, _key: str, _account: trackers.Account, /) -> bool:
        """Return True, because whoever can write to the board may decide."""
        return True

    async def label(self, key: str, add: Sequence[str], remove: Sequence[str]) -> None:
        await to_thread(self.board.label, key, add=add, remove=remove)

    async def retrigger(self, issue: Issue, review: str) -> str:
        """Start the configured command once for a review, and return without waiting for its end.

        The output goes to retrigger.log beside the board.
        """
        if not self._command:
            return "no command is configured to start the author; the comment informs the assignee"
        log_file = self.board.path.with_name("retrigger.log")
        process = self._start_command(issue, review, log_file)
        threading.Thread(target=process.wait, daemon=True).start()
        reader = asyncio.StreamReader()
        protocol = asyncio.StreamReaderProtocol(reader)
        pipe, _ = await asyncio.get_running_loop().connect_read_pipe(
            lambda: protocol, process.stdout
        )
        try:
            if not await reader.read():
                raise TrackerUnavailable(
                    "the author could not be started", fix=f"{log_file} says why"
                )
        finally:
            pipe.close()
        return f"started process {process.pid}"

    def _start_command(self, issue: Issue, review: str, log_file: Path) -> subprocess.Popen[bytes]:
        """Start the configured command through `trackers.once`, and return its process.

        We use Popen, because a process of asyncio would end with our event loop. The author may
        work longer than that.
        """
        command = [
            sys.executable,
            "-P",  # ignore a package of this name in the working directory
            "-m",
            "coordinator.trackers.once",
            str(self.board.path.parent),
            review,
            self._command,
        ]
        with open(log_file, "ab") as output:
            return subprocess.Popen(
                command,
                env=os.environ | {"ISSUE": issue.key, "REVIEW": review},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=output,
                start_new_session=True,
            )


def _missing_settings(_config: Config) -> list[str]:
    return []


def _make_tracker(config: Config) -> BoardTracker:
    return BoardTracker(Board(config.home), config.board.retrigger, owns_board=True)


BOARD = TrackerKind(
    name="board",
    abilities=frozenset({"move_issue", "comment_issue", "labels", "close_issue"}),
    facts=frozenset(trackers.ISSUE_FACTS) - {"Priority"},
    make=_make_tracker,
    missing_settings=_missing_settings,
    statuses=get_args(Status),
    issue_source="of the board",
)


def status_named(name: str) -> Status:
    """Return the status with this name.

    If the name is unknown, raise a UsageError that suggests the nearest name.
    """
    known: tuple[Status, ...] = get_args(Status)
    for status in known:
        if status == name:
            return status
    near = closest(name.replace(" ", "_").replace("-", "_"), known, 0.6)
    guess = f"did you mean {near}? " if near else ""
    raise UsageError(f"there is no status '{name}'", fix=f"{guess}known: {', '.join(known)}")


def _account(name: str) -> trackers.Account:
    return trackers.Account(id=name, name=name)


def _number(key: str) -> int:
    """Return the number in an issue's key. For a malformed key, return 0, which no issue has."""
    found = re.fullmatch(r"[Bb]-([1-9][0-9]{0,17})", key)
    if found:
        return int(found[1])
    return 0
