"""The SQL of the record: runs, the append-only events they are made of, stored texts, workers and settings."""

import json
import re
import time
from bisect import bisect_left
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeVar

from coordinator.errors import LeaseLost, RunError, UsageError
from coordinator.storage.database import open_database, read_migrations, transaction, translate_errors
from coordinator.storage.events import key_of, prefix_of
from coordinator.storage.run_table import AWAITED, RunFilters, RunListRow, placeholders, where_clause

State = Literal["open", "done", "failed", "cancelled"]
EventKind = Literal["start", "step", "wait", "woken", "message", "cancel", "park", "resume", "end"]

APPLICATION_ID = 0x636F6F72  # "coor"

MIGRATIONS = read_migrations(Path(__file__).with_name("migrations"))
# Settings: when the token of the tracker ends, in seconds, empty for never; and what was said of that last.
TOKEN_ENDS, TOKEN_WARNED = "token/expires", "token/warned"
SUSPECT_AFTER = 2  # deaths in a row of whoever held a run, with nothing recorded of it in between
# What shows that a run gets somewhere; {} is the epoch after which it counts.
_PROGRESS = (
    "EXISTS (SELECT 1 FROM events WHERE run = runs.id AND epoch > {} AND kind IN ('step', 'wait', 'woken', 'park'))"
)

# A run that was put aside is due then; where that is further away than was asked for, the clock was set back since.
_IS_DUE = (
    "(not_before <= ?1 OR not_before > ?1 + coalesce((SELECT json_extract(body, '$.seconds') FROM events"
    f" WHERE run = runs.id AND key = '{key_of('~park', '')}' || runs.epoch), 0))"
)
# What makes a state file that was read in part whole again: runs from their first event, and the list of runs.
REBUILD = (
    "INSERT OR IGNORE INTO runs SELECT run, json_extract(body, '$.job'), json_extract(body, '$.input'),"
    " coalesce((SELECT json_extract(body, '$.state') FROM events WHERE run = began.run AND kind IN ('end', 'resume')"
    " AND json_valid(body) ORDER BY seq DESC LIMIT 1), 'open'), '',"
    " (SELECT max(epoch) FROM events WHERE run = began.run), at, 0, at,"
    " coalesce((SELECT max(at) FROM events WHERE run = began.run AND kind = 'end'), 0),"
    " json_extract(body, '$.subject') FROM events AS began WHERE kind = 'start' AND json_valid(body)",
    "DELETE FROM listing",
    *(statement for statement in MIGRATIONS[1] if statement.startswith(("INSERT", "UPDATE"))),
)
_ASKS = f"kind = 'step' AND key GLOB '{prefix_of('ask')}*'"

_UUID = re.compile(r"([0-9a-f]{8})(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def short_id(run_id: str) -> str:
    """Return an id as people read it, which `Store.full_id` knows: of a UUID in it the first part alone."""
    return _UUID.sub(r"\1", run_id)


class RunRow(NamedTuple):
    """A run about a subject; `input` is JSON, `owner` is empty while unowned, `ended` is 0 while open."""

    id: str
    job: str
    input: str
    state: State
    owner: str
    epoch: int
    not_before: float
    attempts: int
    created: float
    ended: float
    subject: str


class Event(NamedTuple):
    """One thing that happened in a run; `input` is the hash of a wait's topic, `body` is JSON."""

    seq: int
    run: str
    key: str
    kind: EventKind
    at: float
    epoch: int
    input: str
    body: str


class EventHead(NamedTuple):
    """That something happened in a run of some job, without what it was."""

    seq: int
    run: str
    job: str
    subject: str
    key: str
    kind: EventKind
    at: float


class WorkerRow(NamedTuple):
    """A process that runs things, until its lease expires."""

    owner: str
    beat: float
    expires: float


Row = TypeVar("Row", RunRow, Event, WorkerRow, RunListRow)
# What each row is read from; its fields are the columns.
TABLES: dict[type, str] = {RunRow: "runs", Event: "events", WorkerRow: "workers", RunListRow: "listing"}


class Store:
    """One connection to the state file; each method is one or a few statements."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._db = open_database(path, MIGRATIONS, application_id=APPLICATION_ID)

    def close(self) -> None:
        self._db.close()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Make everything inside one durable change, or none."""
        with translate_errors(self.path), transaction(self._db):
            yield

    @contextmanager
    def savepoint(self) -> Iterator[None]:
        """Inside a transaction: undo only this part if it raises."""
        self._db.execute("SAVEPOINT part")
        try:
            with translate_errors(self.path):
                yield
        except BaseException:
            if self._db.in_transaction:  # a full disk has undone everything already
                self._db.execute("ROLLBACK TO part")
                self._db.execute("RELEASE part")
            raise
        self._db.execute("RELEASE part")

    # -- reading

    def run(self, run_id: str) -> RunRow:
        """Return the run with this id; raise RunError if there is none."""
        rows = self._select(RunRow, "WHERE id = ?", run_id)
        if not rows:
            raise RunError(f"there is no run {run_id}", fix="`coordinator list` shows them")
        return rows[0]

    def full_id(self, given: str) -> str:
        """Return the id of the run with this id, short id or beginning; given, if none; UsageError if several."""
        ids = self._column("SELECT id FROM runs ORDER BY created DESC, rowid DESC")
        if given in ids:
            return given
        found = [each for each in ids if short_id(each) == given]
        found = found or [each for each in ids if _begins(given, each) or _begins(given, short_id(each))]
        if len(found) > 1:
            raise UsageError(f"{len(found)} ids begin with {given}", fix=f"such as {', '.join(found[:10])}")
        return found[0] if found else given

    def runs(self, job: str = "", state: State | Literal[""] = "", limit: int = 100) -> list[RunRow]:
        """Return the newest runs first, of one job or state or of any."""
        wanted = "WHERE ?1 IN ('', job) AND ?2 IN ('', state) ORDER BY created DESC, rowid DESC LIMIT ?3"
        return self._select(RunRow, wanted, job, state, limit)

    def runs_about(self, subject: str) -> list[RunRow]:
        return self._select(RunRow, "WHERE subject = ? ORDER BY created, rowid", subject)

    def events(self, run: str, after_seq: int = 0) -> list[Event]:
        return self._select(Event, "WHERE run = ? AND seq > ? ORDER BY seq", run, after_seq)

    def heads_since(self, seq: int, limit: int = 1000) -> list[EventHead]:
        """That something happened in any run after this event, in order."""
        query = (
            "SELECT seq, run, coalesce(job, ''), coalesce(subject, ''), key, kind, at"
            " FROM events LEFT JOIN runs ON runs.id = events.run WHERE seq > ? ORDER BY seq LIMIT ?"
        )
        return [EventHead(*row) for row in self._read(query, seq, limit)]

    def keys(self, run: str) -> list[str]:
        """Return the keys of all that is recorded of a run, in the order of the alphabet."""
        return self._column("SELECT key FROM events WHERE run = ? ORDER BY key", run)

    def step_values(self, run: str, prefix: str, *paths: str) -> list[tuple[Any, ...]]:
        """Return the key of every step of a run that begins so, and what stands in its body at these paths."""
        parts = "".join(", json_extract(body, ?)" for _ in paths)
        query = f"SELECT key{parts} FROM events WHERE run = ? AND key >= ? AND key < ? AND kind = 'step' ORDER BY seq"
        return self._read(query, *paths, run, prefix, f"{prefix}\U0010ffff")

    def answers_since(self, at: float, seq: int = 0, limit: int = -1) -> list[Event]:
        """Return how the asks of all runs have ended since a time, and after this event."""
        wanted = f"WHERE seq > ? AND {_ASKS} AND at >= ? ORDER BY seq LIMIT ?"
        return self._select(Event, wanted, max(seq, self._seq_at(at)), at, limit)

    def pause_after_asks(self, most: int) -> float:
        """Return the seconds until fewer asks than so many, of all runs, have ended within an hour; 0 if it is so."""
        now = time.time()  # what has ended later, by a clock that was set back, does not count
        query = f"SELECT at FROM events WHERE seq > ? AND {_ASKS} AND at BETWEEN ? AND ? ORDER BY at DESC LIMIT ?, 1"
        at = self._value(query, self._seq_at(now - 3600), now - 3600, now, max(most, 1) - 1)
        return 0.0 if at is None else float(at) + 3600 - now

    def _seq_at(self, at: float) -> int:
        """Return after which event to look for those since a time: they are numbered as they come."""
        query = "SELECT at FROM events WHERE seq >= ? ORDER BY seq LIMIT 1"
        return bisect_left(range(1, self.last_seq() + 1), at, key=lambda seq: float(self._value(query, seq)))

    def signals_since(self, seq: int) -> list[Event]:
        """The messages, cancels and ends after this event: what a process must hear of from others."""
        wanted = "INDEXED BY signals WHERE seq > ? AND kind IN ('message', 'cancel', 'end') ORDER BY seq"
        return self._select(Event, wanted, seq)

    def last_seq(self) -> int:
        """Return the number of the newest event, 0 if there is none."""
        return int(self._value("SELECT coalesce(max(seq), 0) FROM events"))

    def last_end(self, run: str) -> dict[str, Any]:
        """How a run ended the last time: its state, with the value or the error; empty if nothing says so."""
        query = "SELECT body FROM events WHERE run = ? AND kind = 'end' ORDER BY seq DESC LIMIT 1"
        return dict(json.loads(self._value(query, run) or "{}"))

    def text(self, digest: str) -> str:
        """Return a stored text by its hash; raise RunError if there is none."""
        text = self._value("SELECT text FROM texts WHERE hash = ?", digest)
        if text is None:
            raise RunError(f"no text with hash {digest} was kept")
        return str(text)

    def setting(self, name: str) -> str:
        """Return the value of a setting, empty if it was never set."""
        return str(self._value("SELECT value FROM marks WHERE name = ?", name) or "")

    def workers(self) -> list[WorkerRow]:
        """Every process that has a lease, lapsed ones included."""
        return self._select(WorkerRow, "")

    def open_jobs(self) -> list[str]:
        """Return the names of jobs with open runs that nobody runs."""
        return self._column("SELECT DISTINCT job FROM runs WHERE state = 'open' AND owner = ''")

    def due(self, jobs: Collection[str], only: Collection[str], limit: int) -> list[RunRow]:
        """Unowned runs of these jobs whose time has come, oldest first; `only` these ids if any are given."""
        claimable = f"WHERE state = 'open' AND owner = '' AND {_IS_DUE}"
        now = time.time()
        if not only and (suspects := self._suspects(jobs, now)):
            # One after the other and nothing beside it: otherwise nobody can tell which of them kills.
            run_id, owner = suspects[0]
            return [] if owner else self.due(jobs, (run_id,), limit)
        if only:
            runs = [run for run_id in only for run in self._select(RunRow, f"{claimable} AND id = ?2", now, run_id)]
        else:
            wanted = f"{claimable} AND job = ?2 ORDER BY not_before LIMIT ?3"
            runs = [run for job in jobs for run in self._select(RunRow, wanted, now, job, limit)]
        runs.sort(key=lambda run: run.not_before)
        return [run for run in runs if run.job in jobs][:limit]

    def _suspects(self, jobs: Collection[str], now: float) -> list[tuple[str, str]]:
        """Return the runs that may be what killed their processes, with their owners, those that somebody has first."""
        query = (
            "SELECT id, owner FROM deaths JOIN runs ON run = id"
            f" WHERE count >= {SUSPECT_AFTER} AND state = 'open' AND {_IS_DUE} AND job IN ({placeholders(jobs)})"
            f" AND NOT {_PROGRESS.format('deaths.epoch')} ORDER BY owner = '', not_before"
        )
        return [(str(run), str(owner)) for run, owner in self._read(query, now, *jobs)]

    # -- reading: the list of runs

    def list_rows(self, jobs: Collection[str], filters: RunFilters, limit: int) -> list[RunListRow]:
        where, values = where_clause(jobs, filters)
        return self._select(RunListRow, f"WHERE {where} ORDER BY created DESC, run DESC LIMIT ?", *values, limit)

    def list_row(self, run_id: str) -> RunListRow:
        """Return one run as lists show it; raise RunError if there is none."""
        return self._select(RunListRow, "WHERE run = ?", self.run(run_id).id)[0]

    def troubled_runs(self) -> list[str]:
        """Runs that failed, newest first, and open ones that were put aside at some time."""
        query = (
            "SELECT run FROM listing WHERE job IN (SELECT DISTINCT job FROM listing) AND state = 'failed' UNION ALL"
            " SELECT id FROM runs WHERE state = 'open' AND attempts > 0 ORDER BY 1 DESC"
        )
        return self._column(query)

    def last_attempt(self, run: str) -> str:
        """Return the id of the run that goes on where this one was superseded, its own if there is none."""
        query = "SELECT json_extract(body, '$.value.successor') FROM events WHERE run = ? AND kind = 'end'"
        while following := self._value(f"{query} ORDER BY seq DESC LIMIT 1", run):
            run = str(following)
        return run

    def last_event(self, run: str) -> Event | None:
        """Return the newest event of a run; None if all were lost with a damaged file."""
        rows = self._select(Event, "WHERE run = ? ORDER BY seq DESC LIMIT 1", run)
        return rows[0] if rows else None

    def people_waited_for(self) -> list[str]:
        return self._column(AWAITED)

    def count_by_state(self, jobs: Collection[str]) -> dict[str, int]:
        query = f"SELECT state, count(*) FROM listing WHERE job IN ({placeholders(jobs)}) GROUP BY state"
        return {str(state): int(number) for state, number in self._read(query, *jobs)}

    def trackers(self) -> list[str]:
        return self._column("SELECT DISTINCT tracker FROM listing WHERE tracker <> ''")

    def count_by_job(self) -> list[tuple[str, str, int]]:
        query = "SELECT job, panel, count(*) FROM listing GROUP BY job, panel ORDER BY job, panel"
        return [(str(job), str(state), int(number)) for job, state, number in self._read(query)]

    def data_version(self) -> int:
        """A number that changes whenever another connection has committed."""
        return int(self._value("PRAGMA data_version"))

    # -- writing: runs and events

    def add_run(self, run_id: str, job: str, request: str, owner: str, subject: str = "") -> bool:
        """Record a new run, owned from the start or by nobody; False if the id exists already."""
        now = time.time()
        cursor = self._db.execute(
            "INSERT OR IGNORE INTO runs VALUES (?, ?, ?, 'open', ?, 1, ?, 0, ?, 0, ?)",
            (run_id, job, request, owner, now, now, subject),
        )
        return cursor.rowcount == 1

    def append(self, run: str, epoch: int, key: str, kind: EventKind, body: str, about: str = "") -> Event:
        """Append an event to a run held since this epoch; LeaseLost if another process has it now."""
        now = time.time()
        cursor = self._db.execute(
            "INSERT INTO events (run, key, kind, at, epoch, input, body) SELECT id, ?, ?, ?, epoch, ?, ?"
            " FROM runs WHERE id = ? AND epoch = ? AND state = 'open'",
            (key, kind, now, about, body, run, epoch),
        )
        if cursor.rowcount != 1:
            raise _lease_lost(run, epoch)
        return Event(cursor.lastrowid or 0, run, key, kind, now, epoch, about, body)

    def signal(self, run: str, key: str, kind: EventKind, body: Any) -> bool:
        """Append an event from outside, whoever holds the run; False if the key was used already."""
        cursor = self._db.execute(
            "INSERT OR IGNORE INTO events (run, key, kind, at, epoch, input, body)"
            " SELECT id, ?, ?, ?, epoch, '', ? FROM runs WHERE id = ?",
            (key, kind, time.time(), json.dumps(body), run),
        )
        return cursor.rowcount == 1

    def holds(self, run: str, epoch: int) -> bool:
        return bool(self._value("SELECT 1 FROM runs WHERE id = ? AND epoch = ? AND state = 'open'", run, epoch))

    def check_lease(self, run: str, epoch: int) -> None:
        """LeaseLost if another process has taken the run over since this epoch."""
        if not self.holds(run, epoch):
            raise _lease_lost(run, epoch)

    def end(self, run: str, epoch: int, state: State, body: Any) -> Event:
        event = self.append(run, epoch, key_of("~end", epoch), "end", json.dumps({"state": state, **body}))
        query = "UPDATE runs SET state = ?, owner = '', ended = ? WHERE id = ?"
        self._db.execute(query, (state, event.at, run))
        return event

    def park(self, run: str, epoch: int, seconds: float, body: Any) -> Event:
        """Put a run held since this epoch aside for a while."""
        event = self.append(run, epoch, key_of("~park", epoch), "park", json.dumps({"seconds": seconds, **body}))
        query = "UPDATE runs SET owner = '', not_before = ?, attempts = attempts + 1 WHERE id = ?"
        self._db.execute(query, (event.at + seconds, run))
        return event

    def reopen(self, run: str) -> None:
        """Let a failed or parked run be claimed now, with fresh attempts."""
        self._db.execute(
            "UPDATE runs SET state = 'open', owner = '', epoch = epoch + 1, not_before = ?, attempts = 0,"
            " ended = 0 WHERE id = ?",
            (time.time(), run),
        )
        self.forget_deaths([run])
        self.signal(run, key_of("~resume", self.run(run).epoch), "resume", {})

    def retry_parked(self) -> None:
        """Let every run that was put aside be claimed now."""
        now = time.time()
        query = "UPDATE runs SET not_before = ? WHERE state = 'open' AND owner = '' AND not_before > ?"
        self._db.execute(query, (now, now))

    # -- writing: ownership

    def claim(self, owner: str, run: RunRow) -> RunRow:
        """Take an unowned run, and refuse whatever its earlier owners may still write."""
        self._db.execute("UPDATE runs SET owner = ?, epoch = ? WHERE id = ?", (owner, run.epoch + 1, run.id))
        return run._replace(owner=owner, epoch=run.epoch + 1)

    def renew_lease(self, owner: str, lease: float) -> bool:
        """Renew a worker's lease; False if it had none (any more)."""
        now = time.time()
        query = "UPDATE workers SET beat = ?, expires = ? WHERE owner = ?"
        renewed = self._db.execute(query, (now, now + lease, owner)).rowcount == 1
        if not renewed:
            self._db.execute("INSERT INTO workers VALUES (?, ?, ?)", (owner, now, now + lease))
        return renewed

    def release_runs(self, owner: str) -> int:
        """Free all runs of a worker that left or died, and refuse what it may still write; how many."""
        self._db.execute("DELETE FROM workers WHERE owner = ?", (owner,))
        query = "UPDATE runs SET owner = '', epoch = epoch + 1 WHERE state = 'open' AND owner = ?"
        return self._db.execute(query, (owner,)).rowcount

    def release_dead(self, owner: str) -> int:
        """Free the runs of a worker that died; return how many. Who was not alone with it is no more than a suspect."""
        progress = _PROGRESS.format("coalesce(deaths.epoch, runs.epoch - 1)")
        self._db.execute(
            f"INSERT OR REPLACE INTO deaths SELECT id, iif({progress}, 0, coalesce(count, 0) + 1), runs.epoch"
            " FROM runs LEFT JOIN deaths ON run = id WHERE state = 'open' AND owner = ?",
            (owner,),
        )
        present = "FROM deaths JOIN runs ON run = id WHERE owner = ? AND count > 0"
        if self._value(f"SELECT count(*) {present}", owner) > 1:
            query = f"UPDATE deaths SET count = min(count, ?) WHERE run IN (SELECT id {present})"
            self._db.execute(query, (SUSPECT_AFTER, owner))
        return self.release_runs(owner)

    def deaths(self, run: str) -> int:
        """Return how many in a row died while they worked on a run, without anything new of it on record."""
        return int(self._value("SELECT count FROM deaths WHERE run = ?", run) or 0)

    def forget_deaths(self, runs: Collection[str]) -> None:
        """Count the deaths of those who hold these runs from the beginning."""
        self._db.execute(f"DELETE FROM deaths WHERE run IN ({placeholders(runs)})", tuple(runs))

    def owners_without_lease(self) -> list[str]:
        """Owners of open runs that have no lease at all."""
        query = (
            "SELECT DISTINCT owner FROM runs WHERE state = 'open' AND owner <> ''"
            " AND owner NOT IN (SELECT owner FROM workers)"
        )
        return self._column(query)

    # -- writing: texts and settings

    def add_text(self, text: str) -> str:
        """Store a text once under its SHA-256 hash, which is returned."""
        digest = sha256(text.encode()).hexdigest()
        self._db.execute("INSERT OR IGNORE INTO texts VALUES (?, ?)", (digest, text))
        return digest

    def set_setting(self, name: str, value: str) -> None:
        """Store a setting, such as how far a tracker was read."""
        with translate_errors(self.path):
            self._db.execute("INSERT OR REPLACE INTO marks VALUES (?, ?)", (name, value))

    # -- the ways to read

    def _select(self, kind: type[Row], wanted: str, *values: object) -> list[Row]:
        """Return the rows of a table that are wanted."""
        query = f"SELECT {', '.join(kind._fields)} FROM {TABLES[kind]} {wanted}"
        return [kind(*row) for row in self._read(query, *values)]

    def _column(self, query: str, *values: object) -> list[str]:
        """Return the first column of all rows."""
        return [str(row[0]) for row in self._read(query, *values)]

    def _read(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        with translate_errors(self.path):
            return self._db.execute(query, values).fetchall()

    def _value(self, query: str, *values: object) -> Any:
        """Return the first column of the first row, None if there is none."""
        rows = self._read(query, *values)
        return rows[0][0] if rows else None


def _begins(given: str, run_id: str) -> bool:
    """Return whether an id begins so; a number counts as a whole, so that B-1 is not the beginning of B-12."""
    rest = run_id.removeprefix(given)
    cut = re.split("[.-]", given)[-1] + re.split("[.-]", rest)[0]
    return bool(given) and run_id.startswith(given) and (rest[:1] in ".-" or not cut.isdecimal())


def _lease_lost(run: str, epoch: int) -> LeaseLost:
    return LeaseLost(f"run {run} was taken over by another process (held here since epoch {epoch})")
