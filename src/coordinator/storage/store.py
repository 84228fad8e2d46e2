"""The record: runs, the append-only events they are made of, stored texts, workers and settings; SQL in queries.sql."""

import json
import re
from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeVar

from coordinator.errors import LeaseLost, RunError, UsageError
from coordinator.storage.database import Cursor, read_migrations, read_queries
from coordinator.storage.events import Kind, key_of, kind_of, prefix_of
from coordinator.storage.opening import open_database

State = Literal["open", "done", "failed", "cancelled"]
EventKind = Literal["start", "step", "wait", "woken", "message", "cancel", "park", "resume", "end"]

APPLICATION_ID = 0x636F6F72  # "coor"

MIGRATIONS = read_migrations(Path(__file__).with_name("migrations"))
MOST = 2**62  # rows, where nobody says how many
LAST = "\U0010ffff"  # which sorts after all that keys are made of
ANYBODY = "*"  # whoever it is that is waited for
TICK = 1e-6  # seconds by which runs about one subject are apart at least
SUSPECT_AFTER = 2  # deaths in a row of whoever held a run, with nothing recorded of it in between
# A UUID, a commit
_LONG = re.compile(r"([0-9a-f]{8})(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|([0-9a-f]{10})[0-9a-f]{30,}")


def short_id(run_id: str) -> str:
    """Return an id as people read it, which `Store.full_id` knows: of a UUID or commit in it the first part alone."""
    return _LONG.sub(r"\1\2", run_id)


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


class NewEvent(NamedTuple):
    """An event that is to be appended to a run held since this epoch."""

    run: str
    epoch: int
    key: str
    kind: EventKind
    body: str
    about: str = ""


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
    """A process that runs things, until its lease expires; how many it is at work on, and as JSON what it is."""

    owner: str
    beat: float
    expires: float
    busy: int
    about: str


class RunListRow(NamedTuple):
    """A run as lists show it: `panel` is what it came to itself, `state` what people see: also what they `decided`."""

    run: str
    job: str
    tracker: str
    key: str
    title: str
    panel: str
    decided: str
    state: str


Row = TypeVar("Row", RunRow, Event, EventHead, WorkerRow, RunListRow)
COLUMNS = {row.__name__: ", ".join(row._fields) for row in (RunRow, Event, WorkerRow, RunListRow)}
# By statements
NAMED: tuple[Kind, ...] = ("ask", "open", "~park", "~end", "again", "~woken", "ballot", "read")
KEYS = {kind.removeprefix("~").upper(): prefix_of(kind) for kind in NAMED}
QUERIES = read_queries(Path(__file__).with_name("queries.sql"), **COLUMNS, **KEYS, LAST=LAST)
# What makes a state file that was read in part whole again, each with the table that it needs.
REBUILD = tuple(
    ("listing", QUERIES[name])
    for name in ("rebuild_runs", "unlist", "rebuild_list", "rebuild_decisions")
)
REBUILD += (("details", QUERIES["rebuild_details"]),)
# What lists can be sorted by, and which way.
ORDERS = {"newest": ("created", "DESC"), "oldest": ("created", "ASC")}
ORDERS |= {
    name: (f"({QUERIES[value]})", "DESC")
    for name, value in (("longest", "took"), ("dearest", "paid"))
}
LISTED = ("wait", "woken")  # events that change how a run is listed, as does its issue
DETAILED = ("settings", "ask", "open", "verdict", "decision")  # keys of what a run is found by


class Store:
    """One connection to the state; each method is one or a few statements."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.database = open_database(path, MIGRATIONS, application_id=APPLICATION_ID)
        self.now = self.database.now

    def close(self) -> None:
        self.database.close()

    # -- reading

    def run(self, run_id: str) -> RunRow:
        """Return the run with this id; raise RunError if there is none."""
        rows = self._select(RunRow, "run", run=run_id)
        if not rows:
            raise RunError(f"there is no run {run_id}", fix="`coordinator list` shows them")
        return rows[0]

    def has_run(self, run_id: str) -> bool:
        return bool(self._select(RunRow, "run", run=run_id))

    def full_id(self, given: str) -> str:
        """Return the id of the run with this id, short id or beginning; given, if none; UsageError if several."""
        ids = self._column("ids")
        if given in ids:
            return given
        found = [each for each in ids if short_id(each) == given]
        found = found or [
            each for each in ids if _begins(given, each) or _begins(given, short_id(each))
        ]
        if len(found) > 1:
            raise UsageError(
                f"{len(found)} ids begin with {given}", fix=f"such as {', '.join(found[:10])}"
            )
        if found:
            return found[0]
        return given

    def runs(
        self, job: str = "", state: State | Literal[""] = "", limit: int = 100
    ) -> list[RunRow]:
        """Return the newest runs first, of one job or state or of any."""
        return self._select(RunRow, "runs", job=job, state=state, limit=limit)

    def runs_about(self, subject: str) -> list[RunRow]:
        return self._select(RunRow, "runs_about", subject=subject)

    def events(self, run: str, after_seq: int = 0) -> list[Event]:
        return self._select(Event, "events", run=run, seq=after_seq)

    def heads_since(self, seq: int, limit: int = 1000) -> list[EventHead]:
        """That something happened in any run after this event, in order."""
        return self._select(EventHead, "heads_since", seq=seq, limit=limit)

    def keys(self, run: str) -> list[str]:
        """Return the keys of all that is recorded of a run, in the order of the alphabet."""
        return self._column("keys", run=run)

    def step_values(self, run: str, prefix: str, *paths: str) -> list[tuple[Any, ...]]:
        """Return the key of every step of a run that begins so, and what stands in its body at these paths."""
        parts = "".join(f", json_extract(body, '{path}')" for path in paths)
        where = "run = :run AND key >= :first AND key < :last AND kind = 'step'"
        given = {"run": run, "first": prefix, "last": prefix + LAST}
        return self._read(f"SELECT key{parts} FROM events WHERE {where} ORDER BY seq", given)

    def answers_since(self, at: float, seq: int = 0) -> list[Event]:
        """Return how the asks of all runs have ended since a time, and after this event."""
        return self._select(Event, "answers_since", seq=seq or self._seq_at(at), at=at)

    def measured_since(self, seq: int, limit: int) -> list[Event]:
        """Return how asks have ended, which of them came to nothing, and the verdicts, after this event."""
        return self._select(Event, "measured_since", seq=seq, limit=limit)

    def pause_after_asks(self, most: int) -> float:
        """Return the seconds until fewer asks than so many, of all runs, have ended within an hour; 0 if it is so."""
        now = self.now()  # what has ended later, by a clock that was set back, does not count
        within = {"seq": self._seq_at(now - 3600), "first": now - 3600, "last": now}
        at = self._value("nth_last_answer", n=max(most, 1) - 1, **within)
        if at is None:
            return 0.0
        return float(at) + 3600 - now

    def _seq_at(self, at: float) -> int:
        """Return after which event to look for those since a time: they are numbered as they come."""
        return bisect_left(
            range(1, self.last_seq() + 1),
            at,
            key=lambda seq: float(self._value("time_of", seq=seq)),
        )

    def signals_since(self, seq: int) -> list[Event]:
        """The messages, cancels and ends after this event: what a process must hear of from others."""
        return self._select(Event, "signals_since", seq=seq)

    def last_seq(self) -> int:
        """Return the number of the newest event, 0 if there is none."""
        return int(self._value("last_seq"))

    def last_park(self, run: str) -> dict[str, Any]:
        """For how long a run was put aside, and why; empty if that is not the last thing that happened in it."""
        return dict(json.loads(self._value("last_park", run=run) or "{}"))

    def last_end(self, run: str) -> dict[str, Any]:
        """How a run ended the last time: its state, with the value or the error; empty if nothing says so."""
        return dict(json.loads(self._value("last_end", run=run) or "{}"))

    def last_attempt(self, run: str) -> str:
        """Return the id of the run that goes on where this one was superseded, its own if there is none."""
        while following := self._value("successor", run=run):
            run = str(following)
        return run

    def text(self, digest: str) -> str:
        """Return a stored text by its hash; raise RunError if there is none."""
        text = self._value("text", hash=digest)
        if text is None:
            raise RunError(f"no text with hash {digest} was kept")
        return str(text)

    def setting(self, name: str) -> str:
        """Return the value of a setting, empty if it was never set."""
        return str(self._value("setting", name=name) or "")

    def roles(self) -> dict[str, str]:
        """Return who has each role that only one process has at a time."""
        return dict(self._read(QUERIES["roles"]))

    def data_version(self) -> int:
        """A number that changes whenever another connection has committed."""
        return self.database.changes()

    # -- reading: the list of runs

    def list_rows(
        self, jobs: Collection[str], wanted: Mapping[str, object], limit: int
    ) -> list[RunListRow]:
        """Return the runs of these jobs, or of any, that pass the filters: sorted, and after the one of `before`."""
        column, way = ORDERS[str(wanted.get("sort") or "newest")]
        # What is put together uses no index: without a state, walking the newest runs is quicker than sorting all.
        where, given = _where(jobs, wanted, "job" if wanted.get("state") else "job || ''")
        if wanted.get("before"):
            after = f"{'<' if way == 'DESC' else '>'} (SELECT {column}, run FROM listing WHERE run = :before)"
            where += f" AND ({column}, run) {after}"
        order = f"ORDER BY {column} {way}, run {way} LIMIT :limit"
        query = f"SELECT {COLUMNS['RunListRow']} FROM listing WHERE {where} {order}"
        return [RunListRow(*row) for row in self._read(query, {**given, "limit": limit})]

    def list_row(self, run_id: str) -> RunListRow:
        """Return one run as lists show it; raise RunError if there is none."""
        listed = self._select(RunListRow, "listed", run=self.run(run_id).id)
        # By a coordinator of before, which was still running when the list came to be written by code
        if not listed:
            self._list(run_id)
        return (listed or self._select(RunListRow, "listed", run=run_id))[0]

    def troubled_runs(self) -> list[str]:
        """Runs that failed, newest first, and open ones that were put aside at some time."""
        return self._column("troubled_runs")

    def people_waited_for(self) -> list[str]:
        return self._column("people_waited_for")

    def trackers(self) -> list[str]:
        return self._column("trackers")

    def count_by_state(self, jobs: Collection[str], wanted: Mapping[str, object]) -> dict[str, int]:
        """Return how many runs of these jobs pass the filters in each state, whichever of them is wanted."""
        where, given = _where(jobs, {**wanted, "state": ""}, "job")
        return dict(
            self._read(f"SELECT state, count(*) FROM listing WHERE {where} GROUP BY state", given)
        )

    def count_by_job(self) -> list[tuple[str, str, int]]:
        """Return each job and state that there are runs of, and how many."""
        return [(job, state, number) for job, state, number in self._read(QUERIES["count_by_job"])]

    # -- writing: runs and events

    def add_run(
        self,
        run_id: str,
        job: str,
        request: str,
        owner: str,
        subject: str = "",
        urgent: bool = False,
    ) -> bool:
        """Record a new run, owned from the start or by nobody; False if the id exists already."""
        given = {"job": job, "request": request, "owner": owner, "subject": subject}
        now = self.now()
        # Those about one subject are in the order in which they were begun, also after the clock was set back.
        last = self._value("last_about", subject=subject) if subject else None
        began = max(now, float(last or 0) + TICK)
        is_new = (
            self._write(
                "add_run", run=run_id, now=began, due=0.0 if urgent else now, **given
            ).rowcount
            == 1
        )
        if is_new:
            self._write("list_run", run=run_id)
            self._write("new_details", run=run_id)
            if self._write("list_decision", run=run_id).rowcount:
                self._write("list_details", run=run_id)
        return is_new

    def append(
        self, run: str, epoch: int, key: str, kind: EventKind, body: str, about: str = ""
    ) -> Event:
        """Append an event to a run held since this epoch; LeaseLost if another process has it now."""
        return self.append_all([NewEvent(run, epoch, key, kind, body, about)])[0]

    def append_all(self, new: Sequence[NewEvent]) -> list[Event]:
        """Append events in their order; LeaseLost if another process has the run of one of them now."""
        now = self.now()
        events = []
        rows = self.database.execute_many(
            QUERIES["append"], [{**event._asdict(), "now": now} for event in new]
        )
        for (run, epoch, key, kind, body, about), row in zip(new, rows, strict=True):
            if row is None:
                raise _lease_lost(run, epoch)
            events.append(Event(row[0], run, key, kind, now, epoch, about, body))
        if any(kind_of(event.key) in DETAILED for event in events):
            self._write("add_details", seq=events[0].seq)
        # In this order: what is listed anew has all details, and none of them twice.
        for run in dict.fromkeys(
            event.run for event in events if event.kind in LISTED or event.key == "issue"
        ):
            self._list(run)
        return events

    def signal(self, run: str, key: str, kind: EventKind, body: Any) -> bool:
        """Append an event from outside, whoever holds the run; False if the key was used already."""
        return (
            self._write(
                "signal", run=run, key=key, kind=kind, now=self.now(), body=json.dumps(body)
            ).rowcount
            == 1
        )

    def holds(self, run: str, epoch: int) -> bool:
        return bool(self._value("holds", run=run, epoch=epoch))

    def check_lease(self, run: str, epoch: int) -> None:
        """LeaseLost if another process has taken the run over since this epoch."""
        if not self.holds(run, epoch):
            raise _lease_lost(run, epoch)

    def end(self, run: str, epoch: int, state: State, body: Any) -> Event:
        event = self.append(
            run, epoch, key_of("~end", epoch), "end", json.dumps({"state": state, **body})
        )
        self._write("end", run=run, state=state, now=event.at)
        self._list(run)  # with its details, also where a coordinator of before has begun it
        return event

    def park(self, run: str, epoch: int, seconds: float, body: Any) -> Event:
        """Put a run held since this epoch aside for a while."""
        event = self.append(
            run, epoch, key_of("~park", epoch), "park", json.dumps({"seconds": seconds, **body})
        )
        self._write("park", run=run, until=event.at + seconds)
        return event

    def reopen(self, run: str) -> None:
        """Let a failed or parked run be claimed now, with fresh attempts."""
        self._write("reopen", run=run)
        self._write("list_run", run=run)
        self.forget_deaths([run])
        self.signal(run, key_of("~resume", self.run(run).epoch), "resume", {})

    def retry_parked(self) -> None:
        """Let every run that was put aside be claimed now."""
        self._write("retry_parked", now=self.now())

    # -- who works on what

    def workers(self) -> list[WorkerRow]:
        """Every process that has a lease, lapsed ones included."""
        return self._select(WorkerRow, "workers")

    def open_jobs(self) -> list[str]:
        """Return the names of jobs with open runs that nobody runs."""
        return self._column("open_jobs")

    def due(self, jobs: Collection[str], only: Collection[str], limit: int) -> list[RunRow]:
        """Unowned runs of these jobs whose time has come, oldest first; `only` these ids if any are given."""
        now = self.now()
        if not only and (suspects := self._suspects(jobs, now)):
            # One after the other and nothing beside it: otherwise nobody can tell which of them kills.
            run_id, owner = suspects[0]
            if owner:
                return []
            return self.due(jobs, (run_id,), limit)
        if only:
            runs = [
                run
                for run_id in only
                for run in self._select(RunRow, "due_run", now=now, run=run_id)
            ]
        else:
            given = {"now": now, "limit": limit}
            runs = [
                run for job in jobs for run in self._select(RunRow, "due_of_job", job=job, **given)
            ]
        runs.sort(key=lambda run: run.not_before)
        return [run for run in runs if run.job in jobs][:limit]

    def count_due(self) -> int:
        """Return how many runs have nobody although their time has come."""
        return int(self._value("count_due", now=self.now()))

    def _suspects(self, jobs: Collection[str], now: float) -> list[tuple[str, str]]:
        """Return the runs that may be what killed their processes, with their owners, those that somebody has first."""
        given = {"now": now, "jobs": json.dumps(list(jobs)), "suspect_after": SUSPECT_AFTER}
        return [(str(run), str(owner)) for run, owner in self._read(QUERIES["suspects"], given)]

    def claim(self, owner: str, run: RunRow) -> RunRow:
        """Take an unowned run, and refuse whatever its earlier owners may still write."""
        self._write("claim", owner=owner, epoch=run.epoch + 1, run=run.id)
        return run._replace(owner=owner, epoch=run.epoch + 1)

    def renew_lease(self, owner: str, lease: float, busy: int = 0, about: str = "{}") -> bool:
        """Renew a worker's lease, and say what it does; False if it had none (any more)."""
        given = {"owner": owner, "now": self.now(), "lease": lease, "busy": busy}
        renewed = self._write("renew_lease", **given).rowcount == 1
        if not renewed:
            self._write("add_worker", **given, about=about)
        return renewed

    def set_busy(self, owner: str, busy: int) -> None:
        """Say how many runs a worker is at work on."""
        self._write("set_busy", owner=owner, busy=busy)

    def busy_elsewhere(self, owner: str) -> int:
        """Return how many runs all other workers are at work on."""
        return int(self._value("busy_elsewhere", owner=owner))

    def held_by(self, owner: str) -> list[RunRow]:
        """Return the runs that a worker holds, oldest first."""
        return self._select(RunRow, "held_by", owner=owner)

    def take_turn(self, name: str, apart: float) -> float:
        """Return in how many seconds it is one's turn, where turns of all processes are so far apart."""
        now = self.now()
        turn = max(now, float(self.setting(name) or 0))
        self.set_setting(name, repr(turn + apart))
        return turn - now

    def release_runs(self, owner: str) -> int:
        """Free all runs of a worker that left or died, and refuse what it may still write; how many."""
        self._write("remove_worker", owner=owner)
        return self._write("release_runs", owner=owner).rowcount

    def release_dead(self, owner: str) -> int:
        """Free the runs of a worker that died, and count that against them; return how many."""
        self._write("count_deaths", owner=owner)
        self._write("share_deaths", owner=owner, suspect_after=SUSPECT_AFTER)
        return self.release_runs(owner)

    def deaths(self, run: str = "") -> dict[str, int]:
        """Return how many in a row died while they worked on this or each run, without anything new of it on record."""
        return dict(self._read(QUERIES["deaths_of" if run else "deaths"], {"run": run}))

    def forget_deaths(self, runs: Collection[str]) -> None:
        """Count the deaths of those who hold these runs from the beginning."""
        self._write("forget_deaths", runs=json.dumps(list(runs)))

    def owners_without_lease(self) -> list[str]:
        """Owners of open runs that have no lease at all."""
        return self._column("owners_without_lease")

    # -- writing: texts and settings

    def add_text(self, text: str) -> str:
        """Store a text once under its SHA-256 hash, which is returned."""
        digest = sha256(text.encode()).hexdigest()
        self._write("add_text", hash=digest, text=text)
        return digest

    def set_setting(self, name: str, value: str) -> None:
        """Store a setting, such as how far a tracker was read."""
        self._write("set_setting", name=name, value=value)

    def _list(self, run: str) -> None:
        """Bring the list of runs up to date with one of them."""
        self._write("list_run", run=run)
        self._write("list_details", run=run)

    # -- queries by their names

    def _write(self, query: str, /, **values: object) -> Cursor:
        return self.database.execute(QUERIES[query], values)

    def _read(
        self, query: str, values: Mapping[str, object] | None = None
    ) -> list[tuple[Any, ...]]:
        return self.database.execute(query, values).fetchall()

    def _select(self, row: type[Row], query: str, /, **values: object) -> list[Row]:
        return [row(*columns) for columns in self._read(QUERIES[query], values)]

    def _column(self, query: str, /, **values: object) -> list[str]:
        """Return the first column of all rows."""
        return [str(row[0]) for row in self._read(QUERIES[query], values)]

    def _value(self, query: str, /, **values: object) -> Any:
        """Return the first column of the first row, None if there is none."""
        rows = self._read(QUERIES[query], values)
        if rows:
            return rows[0][0]
        return None


def _where(
    jobs: Collection[str], wanted: Mapping[str, object], column: str
) -> tuple[str, dict[str, object]]:
    """Return the condition that runs of these jobs pass the filters wanted, and the values in it."""
    tests = [
        "TRUE",
        *(
            QUERIES[f"has_{name}"]
            for name, value in wanted.items()
            if value and f"has_{name}" in QUERIES
        ),
    ]
    given = {f"job{number}": job for number, job in enumerate(jobs)}
    if jobs:
        tests.append(f"{column} IN ({', '.join(f':{name}' for name in given)})")
    return " AND ".join(tests), {**wanted, **given}


def _begins(given: str, run_id: str) -> bool:
    """Return whether an id begins so; a number counts as a whole, so that B-1 is not the beginning of B-12."""
    rest = run_id.removeprefix(given)
    cut = re.split("[.-]", given)[-1] + re.split("[.-]", rest)[0]
    return bool(given) and run_id.startswith(given) and (rest[:1] in ".-" or not cut.isdecimal())


def _lease_lost(run: str, epoch: int) -> LeaseLost:
    return LeaseLost(f"run {run} was taken over by another process (held here since epoch {epoch})")
