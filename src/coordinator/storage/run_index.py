"""Keep the index of runs, from which lists of runs are shown, searched, filtered and sorted.

The store updates the index in the transaction that writes a run or an event. The statements in
run_index.sql decide how the runs of each job are listed.
"""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from coordinator.errors import RunError
from coordinator.storage.database import Database, Statements, read_queries
from coordinator.storage.events import LAST_CHARACTER, kind_of, prefix_of
from coordinator.storage.rows import Event

ANYBODY = "*"  # the value of the filter `waiting` for runs that wait for any person


class RunListRow(NamedTuple):
    """A run as lists show it.

    `panel` is the outcome of the run itself. `decided` is the outcome that a person chose later, or
    empty. `state` is `decided` if a person chose, otherwise `panel`.
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
    """A sort order of lists: the SQL expression to sort by, and the direction."""

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
# Kinds of events that can change how a run is listed. The event `issue` can do so, too.
LISTED_KINDS = ("wait", "woken")
# Kinds of keys whose events contain the words that people search runs by.
DETAIL_KEYS = ("settings", "ask", "open", "verdict", "decision")


class RunIndex:
    """The index of the runs in one database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._sql = Statements(database, QUERIES)

    # -- writing, in the transaction of the caller

    def add_run(self, run: str) -> None:
        """Add a new run to the index."""
        self._sql.write("write_listing", run=run)
        self._sql.write("begin_details", run=run)
        is_decision = self._sql.write("write_decision", run=run).rowcount > 0
        if is_decision:
            self._sql.write("write_details", run=run)

    def add_events(self, events: Sequence[Event]) -> None:
        """Update the index after new events, which must be in the order of their numbers."""
        if any(kind_of(event.key) in DETAIL_KEYS for event in events):
            self._sql.write("append_details", seq=events[0].seq)
        runs: list[str] = []
        for event in events:
            is_listed = event.kind in LISTED_KINDS or event.key == "issue"
            if is_listed and event.run not in runs:
                runs.append(event.run)
        # Do this after append_details, because `update` replaces all details of a run. So no detail
        # is there twice.
        for run in runs:
            self.update(run)

    def update(self, run: str) -> None:
        """Replace the row and the details of a run."""
        self.update_row(run)
        self._sql.write("write_details", run=run)

    def update_row(self, run: str) -> None:
        """Replace the row of a run, and keep its details."""
        self._sql.write("write_listing", run=run)

    # -- reading

    def rows(
        self, jobs: Collection[str], wanted: Mapping[str, object], limit: int
    ) -> list[RunListRow]:
        """Return the runs of these jobs that pass the filters. If `jobs` is empty, use all jobs.

        `wanted` maps names in FILTERS to values. It can also have `sort`, a name in ORDERS, and
        `before`, the last run of the previous page.
        """
        order = ORDERS[str(wanted.get("sort") or "newest")]
        # The expression job || '' keeps the database from using the index on `job`. Without a
        # filter by state, reading the newest runs in order is quicker than sorting all runs of
        # these jobs.
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
        """Return one run as lists show it. Raise RunError if the run does not exist."""
        listed = self._sql.select(RunListRow, "listed", run=run)
        if not listed and self._sql.value("is_recorded", run=run):
            # A process of an older version recorded the run, and did not write the index.
            self.update(run)
            listed = self._sql.select(RunListRow, "listed", run=run)
        if not listed:
            raise no_such_run(run)
        return listed[0]

    def troubled_runs(self) -> list[str]:
        """Return the ids of failed runs and of open runs that were parked, in descending order."""
        return self._sql.column("troubled_runs")

    def people_waited_for(self) -> list[str]:
        return self._sql.column("people_waited_for")

    def trackers(self) -> list[str]:
        return self._sql.column("trackers")

    def count_by_state(self, jobs: Collection[str], wanted: Mapping[str, object]) -> dict[str, int]:
        """Return the number of runs in each state that pass all filters except the one by state."""
        without_state = {**wanted, "state": ""}
        condition, values = _condition(jobs, without_state, "job")
        query = f"SELECT state, count(*) FROM listing WHERE {condition} GROUP BY state"
        return dict(self._database.execute(query, values).fetchall())

    def count_by_job(self) -> list[tuple[str, str, int]]:
        """Return the number of runs for each job and state."""
        return [(job, state, number) for job, state, number in self._sql.rows("count_by_job")]


def no_such_run(run: str) -> RunError:
    return RunError(f"there is no run {run}", fix="`coordinator list` shows them")


def _condition(
    jobs: Collection[str], wanted: Mapping[str, object], job_column: str
) -> tuple[str, dict[str, object]]:
    """Return an SQL condition for the runs of `jobs` that pass the filters, and the SQL values."""
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
