"""Keep and read the index of runs: what lists show, search, filter and sort by.

The store writes the index in the same transaction as the runs and events it is made of. Its SQL,
which knows how runs of each job are listed, is in run_index.sql.
"""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from coordinator.errors import RunError
from coordinator.storage.database import Database, Statements, read_queries
from coordinator.storage.events import LAST_CHARACTER, kind_of, prefix_of
from coordinator.storage.rows import Event

ANYBODY = "*"  # as the filter `waiting`: any person


class RunListRow(NamedTuple):
    """A run as lists show it.

    `panel` is the outcome of the run itself, `decided` the outcome that a person decided
    afterwards, `state` the one that counts.
    """

    run: str
    job: str
    tracker: str
    key: str
    title: str
    panel: str
    decided: str
    state: str


class Order(NamedTuple):
    """An order of lists: the SQL that they are sorted by, and its direction."""

    column: str
    direction: str


QUERIES = read_queries(
    Path(__file__).with_name("run_index.sql"),
    RunListRow=", ".join(RunListRow._fields),
    AGAIN=prefix_of("again"),
    ASK=prefix_of("ask"),
    END=prefix_of("~end"),
    OPEN=prefix_of("open"),
    WOKEN=prefix_of("~woken"),
    LAST=LAST_CHARACTER,
)
ORDERS = {
    "newest": Order("created", "DESC"),
    "oldest": Order("created", "ASC"),
    "longest": Order(f"({QUERIES['duration']})", "DESC"),
    "dearest": Order(f"({QUERIES['total_cost']})", "DESC"),
}
FILTERS = {
    "state": QUERIES["has_state"],
    "job": QUERIES["has_job"],
    "tracker": QUERIES["has_tracker"],
    "waiting": QUERIES["has_waiting"],
    "text": QUERIES["has_text"],
    "since": QUERIES["has_since"],
    "until": QUERIES["has_until"],
}
# Statements that rebuild the index of a salvaged file, each with the table that it needs.
REBUILD_INDEX = (
    ("listing", QUERIES["clear_listing"]),
    ("listing", QUERIES["rebuild_listing"]),
    ("listing", QUERIES["rebuild_decisions"]),
    ("details", QUERIES["rebuild_details"]),
)
# Kinds of events after which a run may be listed differently; so it is after the event `issue`.
LISTED_KINDS = ("wait", "woken")
# Kinds of keys whose events hold words that a run is found by.
DETAIL_KEYS = ("settings", "ask", "open", "verdict", "decision")


class RunIndex:
    """The index of the runs in one database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._sql = Statements(database, QUERIES)

    # -- writing, in the transaction of the caller

    def add_run(self, run: str) -> None:
        """List a run that was just recorded."""
        self._sql.write("write_listing", run=run)
        self._sql.write("begin_details", run=run)
        is_decision = self._sql.write("write_decision", run=run).rowcount > 0
        if is_decision:
            self._sql.write("write_details", run=run)

    def add_events(self, events: Sequence[Event]) -> None:
        """Take in events that were just appended, in the order of their numbers."""
        if any(kind_of(event.key) in DETAIL_KEYS for event in events):
            self._sql.write("append_details", seq=events[0].seq)
        runs: list[str] = []
        for event in events:
            is_listed = event.kind in LISTED_KINDS or event.key == "issue"
            if is_listed and event.run not in runs:
                runs.append(event.run)
        # After append_details: update writes all details of a run anew, so none is there twice.
        for run in runs:
            self.update(run)

    def update(self, run: str) -> None:
        """Write the row and the details of a run anew."""
        self.update_row(run)
        self._sql.write("write_details", run=run)

    def update_row(self, run: str) -> None:
        """Write the row of a run anew, and leave its details."""
        self._sql.write("write_listing", run=run)

    # -- reading

    def rows(
        self, jobs: Collection[str], wanted: Mapping[str, object], limit: int
    ) -> list[RunListRow]:
        """Return the runs of these jobs, or of any, that pass the filters.

        `wanted` holds values of FILTERS, the name of an order as `sort`, and as `before` the last
        run of the previous page.
        """
        order = ORDERS[str(wanted.get("sort") or "newest")]
        # The expression job || '' uses no index: without a state, walking the newest runs is
        # quicker than sorting all runs of these jobs.
        job_column = "job" if wanted.get("state") else "job || ''"
        condition, values = _condition(jobs, wanted, job_column)
        if wanted.get("before"):
            comparison = "<" if order.direction == "DESC" else ">"
            last = f"(SELECT {order.column}, run FROM listing WHERE run = :before)"
            condition += f" AND ({order.column}, run) {comparison} {last}"
        values["limit"] = limit
        query = (
            f"SELECT {QUERIES['RunListRow']} FROM listing WHERE {condition} "
            f"ORDER BY {order.column} {order.direction}, run {order.direction} LIMIT :limit"
        )
        return [RunListRow(*row) for row in self._database.execute(query, values).fetchall()]

    def row(self, run: str) -> RunListRow:
        """Return one run as lists show it; raise RunError if there is none."""
        listed = self._sql.select(RunListRow, "listed", run=run)
        if not listed and self._sql.value("is_recorded", run=run):
            # Recorded by an older version, which was still running and wrote no index
            self.update(run)
            listed = self._sql.select(RunListRow, "listed", run=run)
        if not listed:
            raise no_such_run(run)
        return listed[0]

    def troubled_runs(self) -> list[str]:
        """Return the ids of failed runs, newest first, and of open runs that were ever parked."""
        return self._sql.column("troubled_runs")

    def people_waited_for(self) -> list[str]:
        return self._sql.column("people_waited_for")

    def trackers(self) -> list[str]:
        return self._sql.column("trackers")

    def count_by_state(self, jobs: Collection[str], wanted: Mapping[str, object]) -> dict[str, int]:
        """Return how many runs in each state pass the filters, whichever state is wanted."""
        without_state = {**wanted, "state": ""}
        condition, values = _condition(jobs, without_state, "job")
        query = f"SELECT state, count(*) FROM listing WHERE {condition} GROUP BY state"
        return dict(self._database.execute(query, values).fetchall())

    def count_by_job(self) -> list[tuple[str, str, int]]:
        """Return each job and state that has runs, and their number."""
        return [(job, state, number) for job, state, number in self._sql.rows("count_by_job")]


def no_such_run(run: str) -> RunError:
    return RunError(f"there is no run {run}", fix="`coordinator list` shows them")


def _condition(
    jobs: Collection[str], wanted: Mapping[str, object], job_column: str
) -> tuple[str, dict[str, object]]:
    """Return the SQL that selects the runs of these jobs that pass the filters, and its values."""
    tests = ["TRUE"]
    for name, value in wanted.items():
        if value and name in FILTERS:
            tests.append(FILTERS[name])
    values = dict(wanted)
    names = []
    for number, job in enumerate(jobs):
        values[f"job{number}"] = job
        names.append(f":job{number}")
    if names:
        tests.append(f"{job_column} IN ({', '.join(names)})")
    return " AND ".join(tests), values
