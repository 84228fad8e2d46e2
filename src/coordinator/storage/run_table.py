"""The list of runs: a table that triggers keep beside the events, and the SQL that filters it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

from coordinator.errors import UsageError

ANYBODY = "*"  # whoever it is that is waited for

# Written tightly: the schema should fit on the first page of the file, the one that `salvage` cannot do without.
_ROW = (
    "SELECT id,created,job,substr(subject,1,max(instr(subject,':')-1,0)),coalesce(json_extract(input,'$.key'),''),"
    "coalesce(json_extract(input,'$.given.title'),json_extract(input,'$.title'),json_extract(input,'$.label'),''),state,'',state"
    " FROM runs WHERE json_valid(input)"
)
_OWN_END = (
    "UPDATE listing SET panel=coalesce((SELECT coalesce(json_extract(body,'$.value.verdict.outcome'),"
    "json_extract(body,'$.value.outcome'),json_extract(body,'$.value.kind')) FROM events JOIN runs ON run=id"
    " WHERE run=listing.run AND key='~end/'||runs.epoch AND state='done' AND json_valid(body)),"
    "(SELECT state FROM runs WHERE id=run))"
)
_STATE = "UPDATE listing SET state=iif(decided='',panel,decided)"
_TITLE = (
    "UPDATE listing SET title=coalesce((SELECT json_extract(body,'$.title') FROM events"
    " WHERE run=listing.run AND key='issue' AND json_valid(body)),title)"
)

LISTING = (
    # A table of its own, kept by triggers: also what an older coordinator writes meanwhile is listed.
    "CREATE TABLE listing (run TEXT PRIMARY KEY, created REAL NOT NULL, job TEXT NOT NULL, tracker TEXT NOT NULL,"
    " key TEXT NOT NULL, title TEXT NOT NULL, panel TEXT NOT NULL, decided TEXT NOT NULL, state TEXT NOT NULL)",
    "CREATE INDEX listing_by_time ON listing (created, run)",
    "CREATE INDEX listing_by_state ON listing (job, state, created, run)",
    f"INSERT INTO listing {_ROW}",
    _OWN_END,
    _STATE,
    _TITLE,
    f"CREATE TRIGGER list_run AFTER INSERT ON runs BEGIN INSERT INTO listing {_ROW} AND id=NEW.id; END",
    f"CREATE TRIGGER list_state AFTER UPDATE OF state ON runs BEGIN {_OWN_END} WHERE run=NEW.id;"
    f" {_STATE} WHERE run=NEW.id; END",
    f"CREATE TRIGGER list_title AFTER INSERT ON events WHEN NEW.key='issue' BEGIN {_TITLE} WHERE run=NEW.run; END",
    "CREATE TRIGGER list_decision AFTER INSERT ON runs WHEN NEW.job='decision' AND json_valid(NEW.input)"
    " BEGIN UPDATE listing SET decided=json_extract(NEW.input,'$.outcome'),state=json_extract(NEW.input,'$.outcome')"
    " WHERE run=json_extract(NEW.input,'$.review'); END",
)

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
    """A question mark for each value."""
    return ", ".join("?" * len(values))
