"""The embedded board: issues, comments and status history in one SQLite file, shared by processes.

Authors are names that the writer gives; whoever can write the file can claim any of them.
A version counts the changes of the issue itself (its text and status); comments do not raise it.
"""

from __future__ import annotations

import asyncio
import difflib
import json
import os
import re
import sqlite3
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import get_args

from coordinator.config.environment import VARIABLES
from coordinator.errors import Conflict, TrackerError, UsageError
from coordinator.models import Comment, Issue, Status, Value
from coordinator.storage.database import open_database, transaction, translate_errors
from coordinator.trackers import Delivery, PullRequest, ReviewRequest, carries, marked

ME = "coordinator"  # the daemon's author id
# Started again after a crash, the command finds that it was there before: only one can make the directory.
ONCE = 'mkdir "$0" && exec /bin/sh -c "$1"'
APPLICATION_ID = 0x436F4264  # "CoBd"
MIGRATIONS = (
    (
        """CREATE TABLE issues (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            title TEXT NOT NULL,
            text TEXT NOT NULL,
            status TEXT NOT NULL CHECK (status IN
                ('backlog', 'todo', 'in_progress', 'in_review', 'done', 'blocked', 'cancelled')),
            version INTEGER NOT NULL DEFAULT 1,
            creator TEXT NOT NULL,
            assignee TEXT NOT NULL,
            repo TEXT NOT NULL,
            base TEXT NOT NULL,
            created REAL NOT NULL,
            updated REAL NOT NULL)""",
        """CREATE TABLE comments (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            issue INTEGER NOT NULL REFERENCES issues (id),
            author TEXT NOT NULL,
            addressee TEXT NOT NULL,
            parent INTEGER REFERENCES comments (id),
            text TEXT NOT NULL,
            at REAL NOT NULL)""",
        "CREATE INDEX comments_of_issue ON comments (issue)",
        "CREATE INDEX replies ON comments (parent) WHERE parent IS NOT NULL",
        """CREATE TABLE history (
            id INTEGER PRIMARY KEY,
            issue INTEGER NOT NULL REFERENCES issues (id),
            was TEXT NOT NULL,
            now TEXT NOT NULL,
            actor TEXT NOT NULL,
            at REAL NOT NULL)""",
        "CREATE INDEX history_of_issue ON history (issue)",
        """CREATE TRIGGER history_is_never_changed BEFORE UPDATE ON history
            BEGIN SELECT RAISE(ABORT, 'history is append-only'); END""",
        """CREATE TRIGGER history_is_never_deleted BEFORE DELETE ON history
            BEGIN SELECT RAISE(ABORT, 'history is append-only'); END""",
    ),
    (
        """CREATE TABLE labels (
            issue INTEGER NOT NULL REFERENCES issues (id), label TEXT NOT NULL COLLATE NOCASE,
            PRIMARY KEY (issue, label)) WITHOUT ROWID""",
    ),
)

_ISSUE = (
    "'B-' || id AS key, title, text, status, version, creator, assignee, repo, base,"
    " (SELECT json_group_array(label) FROM labels WHERE issue = issues.id) AS labels"
)
_NOTE = (
    "CAST(id AS TEXT) AS id, 'B-' || issue AS issue, author, addressee,"
    " coalesce(CAST(parent AS TEXT), '') AS parent, text, at"
)
_CHANGE = "CAST(id AS TEXT) AS id, was, now, actor, at"
_ENTRY = "CAST(id AS TEXT) AS id, 'B-' || issue AS issue, at, actor"


class BoardComment(Comment):
    """A comment on the board, with whom it is meant for."""

    addressee: str = ""


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
    comments: tuple[BoardComment, ...]
    history: tuple[StatusChange, ...]


class Board:
    """The board in `home`; every call is one transaction, from any thread."""

    def __init__(self, home: Path) -> None:
        self.path = home / "board.db"
        self._connection = open_database(self.path, MIGRATIONS, application_id=APPLICATION_ID)
        self._connection.row_factory = sqlite3.Row
        self._lock = threading.RLock()

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    # -- reading

    def list(self, status: str = "") -> tuple[Issue, ...]:
        """All issues, or those in one status, oldest first."""
        wanted = status and status_named(status)
        rows = self._rows(f"SELECT {_ISSUE} FROM issues WHERE ? IN ('', status) ORDER BY issues.id", wanted)
        return tuple(map(_issue, rows))

    def issue(self, key: str) -> Issue:
        """The issue as it is now."""
        rows = self._rows(f"SELECT {_ISSUE} FROM issues WHERE id = ?", _number(key))
        if not rows:
            raise _unknown(key)
        return _issue(rows[0])

    def show(self, key: str) -> IssueDetails:
        """The issue with its comments and history."""
        with self._snapshot():
            issue = self.issue(key)
            times = self._rows("SELECT created, updated FROM issues WHERE id = ?", _number(key))[0]
            return IssueDetails(issue=issue, comments=self.comments(key), history=self.history(key), **dict(times))

    def comments(self, key: str) -> tuple[BoardComment, ...]:
        """All comments of the issue, oldest first."""
        self.issue(key)
        rows = self._rows(f"SELECT {_NOTE} FROM comments WHERE issue = ? ORDER BY comments.id", _number(key))
        return tuple(BoardComment.model_validate(dict(row)) for row in rows)

    def history(self, key: str) -> tuple[StatusChange, ...]:
        """All changes of the issue's status, oldest first."""
        self.issue(key)
        rows = self._rows(f"SELECT {_CHANGE} FROM history WHERE issue = ? ORDER BY history.id", _number(key))
        return tuple(StatusChange.model_validate(dict(row)) for row in rows)

    def entries(self, after: int) -> tuple[ReviewRequest, ...]:
        """Entries into review after a change, oldest first."""
        rows = self._rows(f"SELECT {_ENTRY} FROM history WHERE id > ? AND now = 'in_review' ORDER BY history.id", after)
        return tuple(ReviewRequest.model_validate(dict(row)) for row in rows)

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
    ) -> Issue:
        """A new issue; its first status is the first line of its history."""
        title, first, now = " ".join(title.split()), status_named(status), time.time()
        if not title:
            raise UsageError("an issue needs a title", fix="say in one line what is asked")
        if not text.strip():
            raise UsageError(f"the issue '{title}' has no text", fix="say what is asked with --text, --file or -")
        with self._writing():
            number = self._insert(
                "INSERT INTO issues (title, text, status, creator, assignee, repo, base, created, updated)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                *(title, text, first, creator, assignee, repo, base, now, now),
            )
            self._record(number, "", first, creator, now)
            return self.issue(f"B-{number}")

    def comment(self, key: str, text: str, *, author: str, to: str = "", parent: str = "") -> BoardComment:
        """A new comment, first of a thread or a reply to `parent`."""
        if not text.strip():
            raise UsageError(f"the comment on {key} has no text", fix="say something, or read it with -")
        with self._writing():
            issue, now = self.issue(key), time.time()
            above = self._comment_number(issue.key, parent) if parent else None
            number = self._insert(
                "INSERT INTO comments (issue, author, addressee, parent, text, at) VALUES (?, ?, ?, ?, ?, ?)",
                *(_number(key), author, to, above, text, now),
            )
            self._connection.execute("UPDATE issues SET updated = ? WHERE id = ?", (now, _number(key)))
            return BoardComment(
                id=str(number),
                issue=issue.key,
                author=author,
                addressee=to,
                parent=str(above or ""),
                text=text,
                at=now,
            )

    def say(self, key: str, text: str, *, author: str, marker: str, to: str = "", parent: str = "") -> BoardComment:
        """The author's comment under this marker: the oldest that is there, or a new one."""
        with self._writing():
            ours = [note for note in self.comments(key) if note.author == author and carries(note.text, marker)]
            if not ours:
                return self.comment(key, marked(text, marker), author=author, to=to, parent=parent)
            for duplicate in ours[1:]:
                self._fold(duplicate, into=ours[0])
            return ours[0]

    def edit(self, key: str, *, text: str) -> Issue:
        """Ask for something else: replaces the text and raises the version."""
        if not text.strip():
            raise UsageError(f"the new text of {key} is empty", fix="say what is asked")
        with self._writing():
            self.issue(key)
            self._connection.execute(
                "UPDATE issues SET text = ?, version = version + 1, updated = ? WHERE id = ?",
                (text, time.time(), _number(key)),
            )
            return self.issue(key)

    def move(self, key: str, to: str, *, actor: str) -> Issue:
        """Change the status from whatever it is; the same status again changes nothing."""
        with self._writing():
            issue, status = self.issue(key), status_named(to)
            return issue if issue.status == status else self._enter(issue, status, actor)

    def label(self, key: str, *, add: Sequence[str] = (), remove: Sequence[str] = ()) -> Issue:
        """Add labels and then remove some, in upper or lower case; the version stays, as for comments."""
        wanted = [" ".join(label.split()) for label in add]
        if not all(wanted):
            raise UsageError(f"a label of {key} is empty", fix="a label has at least one letter")
        with self._writing():
            self.issue(key)
            number = _number(key)
            rows = [(number, label) for label in wanted]
            self._connection.executemany("INSERT OR IGNORE INTO labels VALUES (?, ?)", rows)
            gone = [(number, " ".join(label.split())) for label in remove]
            self._connection.executemany("DELETE FROM labels WHERE issue = ? AND label = ?", gone)
            return self.issue(key)

    def conclude(self, key: str, to: Status, *, actor: str, entry: str, version: int) -> Issue:
        """End one stay in review if nothing changed since it was read; the actor's own repeat changes nothing."""
        with self._writing():
            issue, history = self.issue(key), self.history(key)
            since = [change for change in history if int(change.id) > int(entry)]
            if since and (since[0].actor, since[0].now) == (actor, to):
                return issue
            if since or issue.version != version:
                raise Conflict(
                    f"{issue.key} is {issue.status} at version {issue.version}, no longer in review {entry}",
                    fix=f"see who changed it: coordinator board show {issue.key}",
                )
            return self._enter(issue, to, actor)

    def override(self, key: str, to: Status, *, actor: str, entry: str) -> Issue:
        """Set what a person decided unless somebody else has moved the issue since `entry`."""
        with self._writing():
            issue = self.issue(key)
            others = [c for c in self.history(key) if int(c.id) > int(entry) and c.actor != actor]
            if issue.status == to or not others:
                return issue if issue.status == to else self._enter(issue, to, actor)
            raise Conflict(
                f"{issue.key} is {issue.status}: {others[-1].actor} has moved it since that review",
                fix=f"see coordinator board show {issue.key}",
            )

    # -- inside a transaction

    def _enter(self, issue: Issue, to: Status, actor: str) -> Issue:
        now, number = time.time(), _number(issue.key)
        self._connection.execute(
            "UPDATE issues SET status = ?, version = version + 1, updated = ? WHERE id = ?", (to, now, number)
        )
        self._record(number, issue.status, to, actor, now)
        return self.issue(issue.key)

    def _record(self, number: int, was: str, now: Status, actor: str, at: float) -> None:
        self._insert(
            "INSERT INTO history (issue, was, now, actor, at) VALUES (?, ?, ?, ?, ?)",
            *(number, was, now, actor, at),
        )

    def _fold(self, duplicate: BoardComment, *, into: BoardComment) -> None:
        # Replies to the duplicate are other people's words; they move to the comment that stays.
        self._connection.execute("UPDATE comments SET parent = ? WHERE parent = ?", (into.id, duplicate.id))
        self._connection.execute("DELETE FROM comments WHERE id = ?", (duplicate.id,))

    def _comment_number(self, key: str, comment: str) -> int:
        known = [note.id for note in self.comments(key)]
        if comment not in known:
            raise UsageError(f"{key} has no comment {comment}", fix=f"coordinator board show {key} lists {len(known)}")
        return int(comment)

    def _insert(self, sql: str, *values: object) -> int:
        number = self._connection.execute(sql, values).lastrowid
        assert number is not None
        return number

    # -- the connection

    def _rows(self, sql: str, *values: object) -> tuple[sqlite3.Row, ...]:
        with self._lock, translate_errors(self.path):
            return tuple(self._connection.execute(sql, values))

    @contextmanager
    def _snapshot(self) -> Iterator[None]:
        with self._lock, translate_errors(self.path):
            self._connection.execute("BEGIN")
            try:
                yield
            finally:
                self._connection.execute("COMMIT")

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with self._lock, translate_errors(self.path):
            if self._connection.in_transaction:
                yield  # `say` comments within its own look-up
                return
            try:
                with transaction(self._connection):
                    yield
            except UnicodeEncodeError as error:
                raise UsageError(
                    f"the text is not valid Unicode at character {error.start + 1}", fix="write it in UTF-8"
                ) from error


class BoardTracker:
    """The board as the daemon sees it; calls run in a thread, so that a held lock stops nobody else."""

    name = "board"
    me = ME
    statuses: tuple[str, ...] = get_args(Status)

    def __init__(self, board: Board, retrigger: str = "") -> None:
        self._board = board
        self._command = retrigger

    async def open(self) -> None:
        """Nothing to get ready."""

    async def close(self) -> None:
        """Nothing to let go of."""

    async def pause(self, seconds: float) -> None:
        """Wait; nobody tells us anything."""
        await asyncio.sleep(seconds)

    async def begin(self, *, backlog: bool) -> tuple[tuple[ReviewRequest, ...], str]:
        """The cursor to go on from, and for a backlog the entry of every issue that is in review now."""
        found = await asyncio.to_thread(self._board.entries, 0)
        now = [entry for entry in found if backlog and await self.entry(entry.issue) == entry.id]
        return tuple(now), found[-1].id if found else "0"

    async def entries(self, after: str) -> tuple[tuple[ReviewRequest, ...], str]:
        """Entries into review since the cursor, oldest first, and the next cursor."""
        if not after.isdecimal():
            raise TrackerError(f"'{after}' is no place in the board's history", fix="start anew")
        found = await asyncio.to_thread(self._board.entries, int(after))
        return found, found[-1].id if found else after

    async def delivery(self, issue: Issue) -> Delivery:
        """Where the issue says that the work is."""
        return Delivery(repo=issue.repo, base=issue.base)

    async def entry(self, key: str) -> str:
        """The id of the entry the issue is in review by now; "" if it is not in review."""
        history = await asyncio.to_thread(self._board.history, key)
        return "".join(change.id for change in history[-1:] if change.now == "in_review")

    async def issue(self, key: str) -> Issue:
        """The issue as it is now."""
        return await asyncio.to_thread(self._board.issue, key)

    async def comments(self, key: str) -> tuple[Comment, ...]:
        """All comments of the issue, oldest first."""
        return tuple(_plain(note) for note in await asyncio.to_thread(self._board.comments, key))

    async def say(self, key: str, text: str, *, marker: str, to: str = "", parent: str = "") -> Comment:
        """Post under a marker unless we have already; `to` is recorded as the addressee."""
        note = await asyncio.to_thread(self._board.say, key, text, author=self.me, marker=marker, to=to, parent=parent)
        return _plain(note)

    async def move(self, key: str, to: Status, *, entry: str, version: int) -> Issue:
        """End the review that began with `entry`; done by us already is fine."""
        return await asyncio.to_thread(self._board.conclude, key, to, actor=self.me, entry=entry, version=version)

    async def override(self, key: str, to: Status, *, entry: str) -> Issue:
        """Set what a person decided, if nobody but us has moved the issue since `entry`."""
        return await asyncio.to_thread(self._board.override, key, to, actor=self.me, entry=entry)

    async def last_change(self, key: str) -> str:
        """The id of the newest change of the issue's status."""
        return (await asyncio.to_thread(self._board.history, key))[-1].id

    async def label(self, key: str, add: Sequence[str], remove: Sequence[str]) -> None:
        """Add labels that are not there, then remove those that are."""
        await asyncio.to_thread(self._board.label, key, add=add, remove=remove)

    async def pulls(self, key: str) -> tuple[PullRequest, ...]:
        """None: the board knows of no pull requests."""
        return ()

    async def retrigger(self, issue: Issue, review: str) -> str:
        """Start the configured command and leave it to itself; its output goes to a log in our home."""
        if not self._command:
            return "no command configured; the comment tells the assignee"
        begun = self._board.path.with_name("retriggered")
        begun.mkdir(mode=0o700, exist_ok=True)
        environment = {name: value for name, value in os.environ.items() if name not in VARIABLES}
        with open(self._board.path.with_name("retrigger.log"), "ab") as log:
            # Not asyncio's: the author may work long, and must not end with our event loop.
            process = subprocess.Popen(
                ["/bin/sh", "-c", ONCE, str(begun / review), self._command],
                env=environment | {"ISSUE": issue.key, "REVIEW": review},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        threading.Thread(target=process.wait, daemon=True).start()
        return f"started process {process.pid}"


def status_named(name: str) -> Status:
    """The status of this name."""
    known: tuple[Status, ...] = get_args(Status)
    for status in known:
        if status == name:
            return status
    near = difflib.get_close_matches(name.lower().replace(" ", "_").replace("-", "_"), known, n=1)
    guess = f"did you mean {near[0]}? " if near else ""
    raise UsageError(f"there is no status '{name}'", fix=f"{guess}known: {', '.join(known)}")


def _number(key: str) -> int:
    found = re.fullmatch(r"[Bb]-([1-9][0-9]{0,17})", key)
    if not found:
        raise _unknown(key)
    return int(found[1])


def _issue(row: sqlite3.Row) -> Issue:
    return Issue.model_validate({**dict(row), "labels": json.loads(row["labels"])})


def _unknown(key: str) -> UsageError:
    return UsageError(
        f"there is no issue '{key}' on the board", fix="keys look like B-1; coordinator board list shows them"
    )


def _plain(note: BoardComment) -> Comment:
    return Comment.model_validate(note.model_dump(exclude={"addressee"}))
