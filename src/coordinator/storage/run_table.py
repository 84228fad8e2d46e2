"""The list of runs: its rows, which triggers keep beside the events, and the SQL that filters it."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

from coordinator.errors import UsageError

ANYBODY = "*"  # whoever it is that is waited for

# Asks that were put to a person and are not answered; the keys of `open/` and `ask/` go on alike.
_UNANSWERED = (
    "asked.run = listing.run AND asked.key >= 'open/' AND asked.key < 'open0' AND asked.kind = 'step' AND NOT EXISTS"
    " (SELECT 1 FROM events AS said WHERE said.run = asked.run AND said.key = 'ask/' || substr(asked.key, 6))"
)
_WAITING = (
    f"panel = 'open' AND EXISTS (SELECT 1 FROM events AS asked WHERE {_UNANSWERED}"
    " AND ? IN ('*', json_extract(asked.body, '$.person')))"
)
# CROSS JOIN is an order to SQLite: the few open runs first, then their events.
AWAITED = (
    "SELECT DISTINCT json_extract(asked.body, '$.person') AS person FROM listing CROSS JOIN events AS asked"
    f" WHERE listing.panel = 'open' AND {_UNANSWERED} ORDER BY person"
)


class RunListRow(NamedTuple):
    """A run as lists show it; `state` is what a person has `decided`, or else what the run itself came to: `panel`."""

    run: str
    created: float
    job: str
    tracker: str
    key: str
    title: str
    panel: str
    decided: str
    state: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RunFilters:
    """Which runs are wanted; empty is any, `waiting` is a person or * for anybody, `before` is `next` of a page."""

    state: str = ""
    job: str = ""
    tracker: str = ""
    waiting: str = ""
    text: str = ""
    before: str = ""


def cursor_of(row: RunListRow) -> str:
    """Return the place of a run in the list, for the page after it."""
    return f"{row.created!r}~{row.run}"


def where_clause(jobs: Collection[str], filters: RunFilters) -> tuple[str, list[object]]:
    """Return the condition that runs of these jobs, or of any, have to meet, and the values in it."""
    clauses, values = ["TRUE"], list[object]()

    def add(clause: str, *given: object) -> None:
        clauses.append(clause)
        values.extend(given)

    if jobs:
        # A plus keeps SQLite from that index: without a state, walking the newest runs is quicker than sorting all.
        add(f"{'' if filters.state else '+'}job IN ({placeholders(jobs)})", *jobs)
    if filters.state:
        add("state = ?", filters.state)
    if filters.tracker:
        add("tracker = ?", filters.tracker)
    if filters.text:
        add("instr(lower(run || ' ' || key || ' ' || title), lower(?))", filters.text)
    if filters.waiting:
        add(_WAITING, filters.waiting)
    if filters.before:
        created, _, run = filters.before.partition("~")
        try:
            add("(created, run) < (?, ?)", float(created), run)
        except ValueError:
            what = f"'{filters.before}' is no place in the list"
            raise UsageError(what, fix="use `next` of the page before") from None
    return " AND ".join(clauses), values


def placeholders(values: Collection[str]) -> str:
    return ", ".join("?" * len(values))
