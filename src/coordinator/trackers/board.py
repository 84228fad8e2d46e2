"""The embedded board: issues, comments and status history in one SQLite file, shared by processes.

Authors are names that the writer gives; whoever can write the file can claim any of them.
A version counts the changes of the issue itself (its text and status); comments do not raise it.
"""

import difflib
import json
import os
import re
import sqlite3
import subprocess
import threading
import time
from asyncio import to_thread
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, get_args

from coordinator.config.environment import VARIABLES
from coordinator.errors import Conflict, TrackerError, UsageError
from coordinator.models import Issue, Status, Value
from coordinator.parsing.excerpt import shorten
from coordinator.storage.database import open_database, read_migrations, transaction, translate_errors
from coordinator.trackers import (
    ISSUE_LIMIT,
    Comment,
    Delivery,
    ListedIssue,
    ReviewRequest,
    Tracker,
    carries,
    marked,
    marker_of,
)

CLOSED = ("done", "cancelled")
ME = "coordinator"  # the daemon's author id
# Started again after a crash, the command finds that it was there before: only one can make the directory.
ONCE = 'mkdir "$0" && exec /bin/sh -c "$1"'
APPLICATION_ID = 0x436F4264  # "CoBd"
MIGRATIONS = read_migrations(Path(__file__).with_name("board_migrations"))

_ISSUE = (
    "'B-' || id AS key, title, text, status, version, creator, assignee, repo, base,"
    " coalesce(nullif(assignee, ''), (SELECT actor FROM history WHERE issue = issues.id AND now = 'in_review'"
    " ORDER BY history.id DESC LIMIT 1), '') AS author,"
    " (SELECT json_group_array(label) FROM labels WHERE issue = issues.id) AS labels"
)
_COMMENT = (
    "CAST(id AS TEXT) AS id, 'B-' || issue AS issue, author, addressee,"
    " coalesce(CAST(parent AS TEXT), '') AS parent, text, at"
)
_CHANGE = "CAST(id AS TEXT) AS id, was, now, actor, at"
# What an entry into review is called on its issue: 1, 2, 3; those from before they were counted keep the id they had.
_ENTRY_NUMBER = "coalesce(nullif(entry, 0), id)"
_INSERT_CHANGE = (
    "INSERT INTO history (issue, was, now, actor, at, entry) VALUES (?1, ?2, ?3, ?4, ?5, iif(?3 = 'in_review',"
    f" (SELECT coalesce(max({_ENTRY_NUMBER}), 0) + 1 FROM history WHERE issue = ?1 AND now = 'in_review'), 0))"
)
_ENTRY = f"CAST(id AS TEXT) AS id, 'B-' || issue AS issue, at, actor, CAST({_ENTRY_NUMBER} AS TEXT) AS number"


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
    comments: tuple[Comment, ...]
    history: tuple[StatusChange, ...]


class Board:
    """The board in `home`; every call is one transaction, from any thread."""

    def __init__(self, home: Path) -> None:
        self.path = home / "board.db"
        self._connection = open_database(self.path, MIGRATIONS, application_id=APPLICATION_ID)
        self._connection.row_factory = sqlite3.Row
        self._lock = threading.RLock()

    def close(self) -> None:
        self._connection.close()

    # -- reading

    def issues(self, status: str = "") -> tuple[Issue, ...]:
        """Return all issues, or those in one status, oldest first."""
        return self._issues("? IN ('', status)", status and status_named(status))

    def issue(self, key: str) -> Issue:
        """Return the issue as it is now; raise UsageError if there is none of this key."""
        found = self._issues("id = ?", _number(key))
        if not found:
            fix = "keys look like B-1; coordinator board list shows them"
            raise UsageError(f"there is no issue '{key}' on the board", fix=fix)
        return found[0]

    def show(self, key: str) -> IssueDetails:
        """Return the issue with its comments and history, all of one moment."""
        with self._lock, translate_errors(self.path):
            self._connection.execute("BEGIN")
            try:
                issue = self.issue(key)
                times = self._rows("SELECT created, updated FROM issues WHERE id = ?", _number(key))[0]
                return IssueDetails(issue=issue, comments=self.comments(key), history=self.history(key), **times)
            finally:
                self._connection.execute("COMMIT")

    def comments(self, key: str) -> tuple[Comment, ...]:
        self.issue(key)
        rows = self._rows(f"SELECT {_COMMENT} FROM comments WHERE issue = ? ORDER BY comments.id", _number(key))
        return tuple(map(Comment.model_validate, rows))

    def history(self, key: str) -> tuple[StatusChange, ...]:
        """Return all changes of the issue's status, oldest first."""
        self.issue(key)
        rows = self._rows(f"SELECT {_CHANGE} FROM history WHERE issue = ? ORDER BY history.id", _number(key))
        return tuple(map(StatusChange.model_validate, rows))

    def entries(self, after: int) -> tuple[ReviewRequest, ...]:
        """Return the entries into review after a change, oldest first."""
        rows = self._rows(f"SELECT {_ENTRY} FROM history WHERE id > ? AND now = 'in_review' ORDER BY history.id", after)
        return tuple(map(ReviewRequest.model_validate, rows))

    def entry(self, key: str) -> ReviewRequest | None:
        """Return the entry that the issue is in review by now."""
        self.issue(key)
        last = "(SELECT * FROM history WHERE issue = ? ORDER BY id DESC LIMIT 1)"
        rows = self._rows(f"SELECT {_ENTRY} FROM {last} AS history WHERE now = 'in_review'", _number(key))
        return ReviewRequest.model_validate(rows[0]) if rows else None

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
        title, first, now = " ".join(title.split()), status_named(status), time.time()
        if not title:
            raise UsageError("an issue needs a title", fix="say in one line what is asked")
        if not text.strip():
            raise UsageError(f"the issue '{title}' has no text", fix="say what is asked with --text, --file or -")
        with self._writing():
            number = self._execute(
                "INSERT INTO issues (title, text, status, creator, assignee, repo, base, created, updated)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                *(title, text, first, creator, assignee, repo, base, now, now),
            )
            self._execute(_INSERT_CHANGE, number, "", first, creator, now)
            return self.label(f"B-{number}", add=labels)

    def comment(self, key: str, text: str, *, author: str, to: str = "", parent: str = "") -> Comment:
        """Add a comment, first of a thread or a reply to `parent`."""
        if not text.strip():
            raise UsageError(f"the comment on {key} has no text", fix="say something, or read it with -")
        with self._writing():
            issue, now = self.issue(key), time.time()
            known = [comment.id for comment in self.comments(key)] if parent else []
            if parent and parent not in known:
                fix = f"coordinator board show {issue.key} lists {len(known)}"
                raise UsageError(f"{issue.key} has no comment {parent}", fix=fix)
            number = self._execute(
                "INSERT INTO comments (issue, author, addressee, parent, text, at) VALUES (?, ?, ?, ?, ?, ?)",
                *(_number(key), author, to, parent or None, text, now),
            )
            self._execute("UPDATE issues SET updated = ? WHERE id = ?", now, _number(key))
            [row] = self._rows(f"SELECT {_COMMENT} FROM comments WHERE id = ?", number)
            return Comment.model_validate(row)

    def post_once(
        self, key: str, text: str, *, author: str, marker: str, to: str = "", parent: str = "", replace: bool = False
    ) -> Comment:
        """Return the author's comment under this marker: the oldest that is there, or a new one."""
        with self._writing():
            ours = [comment for comment in self.comments(key) if comment.author == author]
            ours = [comment for comment in ours if carries(comment.text, marker)]
            if not ours:
                return self.comment(key, marked(text, marker), author=author, to=to, parent=parent)
            for duplicate in ours[1:]:
                # Replies to the duplicate are other people's words; they move to the comment that stays.
                self._execute("UPDATE comments SET parent = ? WHERE parent = ?", ours[0].id, duplicate.id)
                self._execute("DELETE FROM comments WHERE id = ?", duplicate.id)
            if not replace:
                return ours[0]
            self._execute("UPDATE comments SET text = ? WHERE id = ?", marked(text, marker), ours[0].id)
            return ours[0].model_copy(update={"text": marked(text, marker)})

    def edit(self, key: str, *, text: str) -> Issue:
        """Ask for something else: replaces the text and raises the version."""
        if not text.strip():
            raise UsageError(f"the new text of {key} is empty", fix="say what is asked")
        with self._writing():
            self.issue(key)
            sql = "UPDATE issues SET text = ?, version = version + 1, updated = ? WHERE id = ?"
            self._execute(sql, text, time.time(), _number(key))
            return self.issue(key)

    def move(self, key: str, to: str, *, actor: str) -> Issue:
        """Change the status from whatever it is; the same status again changes nothing."""
        with self._writing():
            issue, status = self.issue(key), status_named(to)
            return issue if issue.status == status else self._set_status(issue, status, actor)

    def label(self, key: str, *, add: Sequence[str] = (), remove: Sequence[str] = ()) -> Issue:
        """Add labels and then remove some, in upper or lower case; the version stays, as for comments."""
        wanted = [" ".join(label.split()) for label in add]
        if not all(wanted):
            raise UsageError(f"a label of {key} is empty", fix="a label has at least one letter")
        with self._writing():
            self.issue(key)
            number = _number(key)
            for label in wanted:
                self._execute("INSERT OR IGNORE INTO labels VALUES (?, ?)", number, label)
            for label in remove:
                self._execute("DELETE FROM labels WHERE issue = ? AND label = ?", number, " ".join(label.split()))
            return self.issue(key)

    def conclude(self, key: str, to: Status, *, actor: str, entry: str, version: int) -> Issue:
        """End one stay in review if nothing changed since it was read; the actor's own repeat changes nothing."""
        with self._writing():
            issue, history = self.issue(key), self.history(key)
            since = [change for change in history if int(change.id) > int(entry)]
            if since and (since[0].actor, since[0].now) == (actor, to):
                return issue
            if since or issue.version != version:
                what = f"{issue.key} is {issue.status} at version {issue.version}, no longer in review {entry}"
                raise Conflict(what, fix=f"see who changed it: coordinator board show {issue.key}")
            return self._set_status(issue, to, actor)

    def override(self, key: str, to: Status, *, actor: str, entry: str) -> Issue:
        """Set what a person decided unless somebody else has moved the issue since `entry`."""
        with self._writing():
            issue = self.issue(key)
            if issue.status == to:
                return issue
            others = [c for c in self.history(key) if int(c.id) > int(entry) and c.actor != actor]
            if others:
                what = f"{issue.key} is {issue.status}: {others[-1].actor} has moved it since that review"
                raise Conflict(what, fix=f"see coordinator board show {issue.key}")
            return self._set_status(issue, to, actor)

    # -- inside a transaction

    def _set_status(self, issue: Issue, to: Status, actor: str) -> Issue:
        now, number = time.time(), _number(issue.key)
        sql = "UPDATE issues SET status = ?, version = version + 1, updated = ? WHERE id = ?"
        self._execute(sql, to, now, number)
        self._execute(_INSERT_CHANGE, number, issue.status, to, actor, now)
        return self.issue(issue.key)

    def _execute(self, sql: str, *values: object) -> int:
        """Return the id of the row that was inserted last."""
        return self._connection.execute(sql, values).lastrowid or 0

    # -- the connection

    def _rows(self, sql: str, *values: object) -> list[dict[str, Any]]:
        with self._lock, translate_errors(self.path):
            return [dict(row) for row in self._connection.execute(sql, values)]

    def _issues(self, condition: str, value: object) -> tuple[Issue, ...]:
        rows = self._rows(f"SELECT {_ISSUE} FROM issues WHERE {condition} ORDER BY issues.id", value)
        return tuple(Issue.model_validate(row | {"labels": json.loads(row["labels"])}) for row in rows)

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
                what = f"the text is not valid Unicode at character {error.start + 1}"
                raise UsageError(what, fix="write it in UTF-8") from error


class BoardTracker(Tracker):
    """The board as the daemon sees it; calls run in a thread, so that a held lock stops nobody else."""

    name = "board"
    me = ME
    statuses: tuple[str, ...] = get_args(Status)

    def __init__(self, board: Board, retrigger: str = "") -> None:
        self._board = board
        self._command = retrigger

    async def begin(self, *, backlog: bool) -> tuple[tuple[ReviewRequest, ...], str]:
        found = await to_thread(self._board.entries, 0)
        now = [entry for entry in found if backlog and await self.entry(entry.issue) == entry]
        return tuple(now), found[-1].id if found else "0"

    async def entries(self, after: str) -> tuple[tuple[ReviewRequest, ...], str]:
        """Return the entries after the change that the cursor names, and the last of them as the next cursor."""
        if not after.isdecimal():
            raise TrackerError(f"'{after}' is no place in the board's history", fix="start anew")
        found = await to_thread(self._board.entries, int(after))
        return found, found[-1].id if found else after

    async def entry(self, key: str) -> ReviewRequest | None:
        return await to_thread(self._board.entry, key)

    async def last_change(self, key: str) -> str:
        return (await to_thread(self._board.history, key))[-1].id

    async def issue(self, key: str) -> Issue:
        issue = await to_thread(self._board.issue, key)
        return issue.model_copy(update={"text": shorten(issue.text, ISSUE_LIMIT)})

    async def issues(self, statuses: Collection[str], *, all_open: bool) -> tuple[ListedIssue, ...]:
        listed = []
        for issue in await to_thread(self._board.issues):
            given = issue.model_dump(include={"key", "status", "labels", "repo", "base"}) | {"revision": issue.version}
            given |= {"assignees": tuple(filter(None, [issue.assignee])), "is_closed": issue.status in CLOSED}
            listed.append(ListedIssue.model_validate(given))
        return tuple(each for each in listed if each.status in statuses or (all_open and not each.is_closed))

    async def delivery(self, issue: Issue) -> Delivery:
        """Return the issue's repository, or the comments of its author where it has none."""
        author = (await self.issue(issue.key)).author
        theirs = [c.text for c in await self.comments(issue.key) if c.author == author and not marker_of(c.text)]
        return Delivery(repo=issue.repo, base=issue.base, words="\n\n".join(theirs))

    async def comments(self, key: str) -> tuple[Comment, ...]:
        return await to_thread(self._board.comments, key)

    async def post_once(
        self, key: str, text: str, *, marker: str, to: str = "", parent: str = "", replace: bool = False
    ) -> Comment:
        """Post under a marker unless we have already; `to` is recorded as the addressee."""
        post = partial(self._board.post_once, key, text, author=self.me, marker=marker, to=to, parent=parent)
        return await to_thread(post, replace=replace)

    async def move(self, key: str, to: Status, *, entry: str, version: int) -> Issue:
        return await to_thread(self._board.conclude, key, to, actor=self.me, entry=entry, version=version)

    async def override(self, key: str, to: Status, *, entry: str) -> Issue:
        return await to_thread(self._board.override, key, to, actor=self.me, entry=entry)

    async def label(self, key: str, add: Sequence[str], remove: Sequence[str]) -> None:
        await to_thread(self._board.label, key, add=add, remove=remove)

    async def retrigger(self, issue: Issue, review: str) -> str:
        """Start the configured command and leave it to itself; its output goes to a log in our home."""
        if not self._command:
            return "no command configured; the comment tells the assignee"
        begun = self._board.path.with_name("retriggered")
        begun.mkdir(mode=0o700, exist_ok=True)
        environment = {name: value for name, value in os.environ.items() if name not in VARIABLES}
        environment |= {"ISSUE": issue.key, "REVIEW": review}
        with open(self._board.path.with_name("retrigger.log"), "ab") as log:
            # Not asyncio's: the author may work long, and must not end with our event loop.
            command = ["/bin/sh", "-c", ONCE, str(begun / review), self._command]
            process = subprocess.Popen(
                command, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
            )
        threading.Thread(target=process.wait, daemon=True).start()
        return f"started process {process.pid}"


def status_named(name: str) -> Status:
    """Return the status of this name; raise a UsageError that names the nearest."""
    known: tuple[Status, ...] = get_args(Status)
    for status in known:
        if status == name:
            return status
    near = difflib.get_close_matches(name.lower().replace(" ", "_").replace("-", "_"), known, n=1)
    guess = f"did you mean {near[0]}? " if near else ""
    raise UsageError(f"there is no status '{name}'", fix=f"{guess}known: {', '.join(known)}")


def _number(key: str) -> int:
    """Return the id of an issue; 0, which none has, for what is no key."""
    found = re.fullmatch(r"[Bb]-([1-9][0-9]{0,17})", key)
    return int(found[1]) if found else 0
