"""Read and write runs, their append-only events, texts, workers and settings.

The statements are in queries.sql. The index for lists of runs is in run_index.py. Queries about the
asks of all runs are in ask_history.py.
"""

import json
from bisect import bisect_left
from collections.abc import Collection, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

from coordinator.errors import RunError
from coordinator.storage.database import Statements, read_migrations, read_queries
from coordinator.storage.events import CONTENT, LAST_CHARACTER, key_of, prefix_of
from coordinator.storage.leases import SUSPECT_AFTER, Leases, lease_lost
from coordinator.storage.opening import open_database
from coordinator.storage.rows import (
    Event,
    EventHead,
    EventKind,
    NewEvent,
    RunRow,
    State,
    WorkerRow,
)
from coordinator.storage.run_index import REBUILD_INDEX, RunIndex, no_such_run
from coordinator.storage.short_ids import full_id

__all__ = [
    "APPLICATION_ID",
    "MIGRATIONS",
    "MOST",
    "QUERIES",
    "REBUILD",
    "Event",
    "EventHead",
    "EventKind",
    "NewEvent",
    "RunRow",
    "State",
    "Store",
    "WorkerRow",
]

APPLICATION_ID = 0x636F6F72  # "coor"

MIGRATIONS = read_migrations(Path(__file__).with_name("migrations"))
MOST = 2**62  # a row limit that no query reaches
TICK = 1e-6  # minimum seconds between the creation of two runs about one subject

QUERIES = read_queries(
    Path(__file__).with_name("queries.sql"),
    RunRow=", ".join(RunRow._fields),
    Event=", ".join(Event._fields),
    WorkerRow=", ".join(WorkerRow._fields),
    PARK=prefix_of("~park"),
    END=prefix_of("~end"),
    ASK=prefix_of("ask"),
    ACT=prefix_of("act"),
    CONTENT=CONTENT,
    LAST=LAST_CHARACTER,
)
# Statements that complete a salvaged file, each with the table that it needs.
REBUILD = (("listing", QUERIES["rebuild_runs"]), *REBUILD_INDEX)


class Store(Leases):
    """One connection to the state. Each method executes one or a few statements."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.database = open_database(path, MIGRATIONS, application_id=APPLICATION_ID)
        self.index = RunIndex(self.database)
        super().__init__(self.database, Statements(self.database, QUERIES))

    def close(self) -> None:
        self.database.close()

    # -- reading runs

    def run(self, run_id: str) -> RunRow:
        """Return the run with this id. Raise RunError if it does not exist."""
        rows = self._sql.select(RunRow, "run", run=run_id)
        if not rows:
            raise no_such_run(run_id)
        return rows[0]

    def has_run(self, run_id: str) -> bool:
        return bool(self._sql.select(RunRow, "run", run=run_id))

    def full_id(self, given: str) -> str:
        """Return the full id of the run whose id, short id or prefix of the id is `given`.

        Return `given` if no run matches. Raise UsageError if several runs match.
        """
        return full_id(self._sql.column("ids"), given)

    def runs(
        self, job: str = "", state: State | Literal[""] = "", limit: int = 100
    ) -> list[RunRow]:
        """Return runs, newest first. An empty `job` or `state` matches every run."""
        return self._sql.select(RunRow, "runs", job=job, state=state, limit=limit)

    def runs_about(self, subject: str) -> list[RunRow]:
        return self._sql.select(RunRow, "runs_about", subject=subject)

    def runs_with_content(self, content: str) -> list[RunRow]:
        """Return the runs that recorded this content, in the order in which they recorded it.

        The content is the hash of everything that determines the verdict of a panel. Leave out the
        runs that ended without an ask and without a person's decision.
        """
        return self._sql.select(RunRow, "runs_with_content", body=json.dumps(content))

    def last_park(self, run: str) -> dict[str, Any]:
        """Return the reason why a run is parked, and the duration of the pause.

        Return an empty dict if the last event of the run did not park it.
        """
        return dict(json.loads(self._sql.value("last_park", run=run) or "{}"))

    def parked_since(self, run: str) -> float:
        """Return since when a run is parked; 0 if its last event did not park it."""
        return float(self._sql.value("parked_since", run=run) or 0.0)

    def given_up(self) -> list[str]:
        """Return the failed runs that were given up because they only met outages."""
        return self._sql.column("given_up")

    def last_end(self, run: str) -> dict[str, Any]:
        """Return what was recorded at a run's last end: its state, and its value or error.

        Return an empty dict if the run has never ended.
        """
        return dict(json.loads(self._sql.value("last_end", run=run) or "{}"))

    def last_attempt(self, run: str) -> str:
        """Follow the successors of a run, and return the id of the last; `run` if it has none."""
        while True:
            successor = self._sql.value("successor", run=run)
            if not successor:
                return run
            run = str(successor)

    # -- reading events

    def actions_about(self, subjects: Collection[str]) -> list[float]:
        """Return when runs about these subjects started or acted on issues, oldest time first."""
        rows = self._sql.column("actions_about", subjects=json.dumps(list(subjects)))
        return [float(at) for at in rows]

    def events(self, run: str, after_seq: int = 0) -> list[Event]:
        return self._sql.select(Event, "events", run=run, seq=after_seq)

    def heads_since(self, seq: int, limit: int = 1000) -> list[EventHead]:
        """Return the events of all runs after the event `seq`, in order, without their bodies."""
        return self._sql.select(EventHead, "heads_since", seq=seq, limit=limit)

    def keys(self, run: str) -> list[str]:
        """Return the keys of all events of a run, sorted."""
        return self._sql.column("keys", run=run)

    def step_values(self, run: str, prefix: str, *paths: str) -> list[tuple[Any, ...]]:
        """Return a row for each step of a run whose key begins with the prefix.

        The first value of a row is the key. The others are the values at these paths in the body.
        """
        columns = "".join(f", json_extract(body, '{path}')" for path in paths)
        query = (
            f"SELECT key{columns} FROM events "
            "WHERE run = :run AND key >= :first AND key < :last AND kind = 'step' ORDER BY seq"
        )
        values = {"run": run, "first": prefix, "last": prefix + LAST_CHARACTER}
        return self.database.execute(query, values).fetchall()

    def seq_before(self, at: float) -> int:
        """Return the number of the last event before the time `at`.

        The search relies on the order of events: higher numbers have later times.
        """
        return bisect_left(
            range(1, self.last_seq() + 1),
            at,
            key=lambda seq: float(self._sql.value("time_of", seq=seq)),
        )

    def signals_since(self, seq: int) -> list[Event]:
        """Return the messages, cancels and ends that any process has recorded after event `seq`."""
        return self._sql.select(Event, "signals_since", seq=seq)

    def last_seq(self) -> int:
        """Return the number of the newest event, or 0 if there is none."""
        return int(self._sql.value("last_seq"))

    def data_version(self) -> int:
        """Return a number that changes whenever another connection commits."""
        return self.database.changes()

    # -- reading texts and settings

    def text(self, digest: str) -> str:
        """Return a stored text by its hash. Raise RunError if no such text is stored."""
        text = self._sql.value("text", hash=digest)
        if text is None:
            raise RunError(f"no text with the hash {digest} is stored")
        return str(text)

    def setting(self, name: str) -> str:
        """Return the value of a setting, or an empty string if it was never set."""
        return str(self._sql.value("setting", name=name) or "")

    def roles(self) -> dict[str, str]:
        """Return the owner of each role. Only one process has a role at a time."""
        return dict(self._sql.rows("roles"))

    # -- writing runs and events

    def add_run(
        self,
        run_id: str,
        job: str,
        request: str,
        owner: str,
        subject: str = "",
        urgent: bool = False,
    ) -> bool:
        """Record a new run with the input `request`. Return False if the id exists already.

        An `urgent` run is due before all others. If `owner` is empty, any worker can claim the run.
        """
        now = self.now()
        due = 0.0 if urgent else now
        created = now
        if subject:
            # Runs about one subject keep their order, even if the clock was set back.
            last = self._sql.value("last_about", subject=subject)
            created = max(now, float(last or 0) + TICK)
        added = self._sql.write(
            "add_run",
            run=run_id,
            job=job,
            request=request,
            owner=owner,
            due=due,
            now=created,
            subject=subject,
        )
        if added.rowcount != 1:
            return False
        self.index.add_run(run_id)
        return True

    def append(
        self, run: str, epoch: int, key: str, kind: EventKind, body: str, about: str = ""
    ) -> Event:
        """Append an event to a run that we have held since `epoch`.

        Raise LeaseLost if another process has taken the run over.
        """
        return self.append_all([NewEvent(run, epoch, key, kind, body, about)])[0]

    def append_all(self, new: Sequence[NewEvent]) -> list[Event]:
        """Append events in order. Raise LeaseLost if another process has taken over a run."""
        now = self.now()
        rows = self.database.execute_many(
            QUERIES["append"], [{**event._asdict(), "now": now} for event in new]
        )
        events = []
        for event, row in zip(new, rows, strict=True):
            if row is None:
                raise lease_lost(event.run, event.epoch)
            events.append(
                Event(
                    seq=row[0],
                    run=event.run,
                    key=event.key,
                    kind=event.kind,
                    at=now,
                    epoch=event.epoch,
                    input=event.about,
                    body=event.body,
                )
            )
        self.index.add_events(events)
        return events

    def signal(self, run: str, key: str, kind: EventKind, body: Any) -> bool:
        """Append an event to a run, whichever process holds it. Return False if the key exists."""
        written = self._sql.write(
            "signal", run=run, key=key, kind=kind, now=self.now(), body=json.dumps(body)
        )
        return written.rowcount == 1

    def end(self, run: str, epoch: int, state: State, body: Any) -> Event:
        """Record the end of a run that we have held since `epoch`."""
        text = json.dumps({"state": state, **body})
        event = self.append(run, epoch, key_of("~end", epoch), "end", text)
        self._sql.write("end", run=run, state=state, now=event.at)
        # Write the details, too: an older version may have begun the run without them.
        self.index.update(run)
        return event

    def park(self, run: str, epoch: int, seconds: float, body: Any) -> Event:
        """Park a run that we have held since `epoch`, for this many seconds."""
        text = json.dumps({"seconds": seconds, **body})
        event = self.append(run, epoch, key_of("~park", epoch), "park", text)
        self._sql.write("park", run=run, until=event.at + seconds)
        return event

    def reopen(self, run: str) -> None:
        """Let workers claim a failed or parked run now, and restart the count of its attempts."""
        self._sql.write("reopen", run=run)
        self.index.update_row(run)
        self.forget_deaths([run])
        self.signal(run, key_of("~resume", self.run(run).epoch), "resume", {})

    def retry_parked(self) -> None:
        """Let workers claim every parked run now."""
        self._sql.write("retry_parked", now=self.now())

    # -- claiming runs

    def open_jobs(self) -> list[str]:
        """Return the names of the jobs that have open runs without an owner."""
        return self._sql.column("open_jobs")

    def due(self, jobs: Collection[str], only: Collection[str], limit: int) -> list[RunRow]:
        """Return the due runs of these jobs that have no owner, longest due first.

        If `only` is not empty, return only runs with these ids.
        """
        now = self.now()
        if not only:
            suspects = self._suspects(jobs, now)
            if suspects:
                # Execute suspects alone and one at a time, to find the run that kills its workers.
                run_id, owner = suspects[0]
                if owner:
                    return []
                return self.due(jobs, (run_id,), limit)
        runs: list[RunRow] = []
        if only:
            for run_id in only:
                runs += self._sql.select(RunRow, "due_run", now=now, run=run_id)
        else:
            for job in jobs:
                runs += self._sql.select(RunRow, "due_of_job", now=now, job=job, limit=limit)
        runs.sort(key=lambda run: run.not_before)
        return [run for run in runs if run.job in jobs][:limit]

    def count_due(self) -> int:
        """Return the number of due runs that have no owner."""
        return int(self._sql.value("count_due", now=self.now()))

    def _suspects(self, jobs: Collection[str], now: float) -> list[tuple[str, str]]:
        """Return the runs that are suspected of killing their workers, each with its owner.

        Runs that have an owner come first.
        """
        rows = self._sql.rows(
            "suspects", now=now, jobs=json.dumps(list(jobs)), suspect_after=SUSPECT_AFTER
        )
        return [(str(run), str(owner)) for run, owner in rows]

    def take_turn(self, name: str, apart: float) -> float:
        """Reserve the next free turn to make a rate-limited request.

        Return the seconds until the turn begins. All processes share the turns of a name. There are
        at least `apart` seconds between two turns.
        """
        now = self.now()
        turn = max(now, float(self.setting(name) or 0))
        self.set_setting(name, repr(turn + apart))
        return turn - now

    # -- writing texts and settings

    def add_text(self, text: str) -> str:
        """Store a text once under its SHA-256 hash, and return the hash."""
        digest = sha256(text.encode()).hexdigest()
        self._sql.write("add_text", hash=digest, text=text)
        return digest

    def set_setting(self, name: str, value: str) -> None:
        """Store a setting, such as the cursor of a tracker."""
        self._sql.write("set_setting", name=name, value=value)
