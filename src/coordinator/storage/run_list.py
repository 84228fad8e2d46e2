"""The queue: runs as lists and the dashboard show them, a page at a time, read without opening every event."""

from __future__ import annotations

import json
import time
from collections.abc import Collection
from decimal import Decimal

from coordinator.errors import UsageError
from coordinator.models import Purpose, Value
from coordinator.storage.events import AskKey, engine_key, kind_of, number_of, prefix_of, subject_of
from coordinator.storage.review_record import JOBS, OverrideRecord, ReviewReader
from coordinator.storage.run_table import RunCondition, RunListRow
from coordinator.storage.store import RunRow, Store

STATES = ("open", "accept", "reject", "escalate", "error", "superseded", "failed", "cancelled")
TESTIMONIES = ("judge", "debate", "argue")
UNDECIDED, UNPLANNED = "waits for a decision", "has no plan; `coordinator resume` asks again"


class OpenWait(Value):
    """An ask that a person has not answered yet."""

    ask: str
    person: str
    seat: str
    purpose: Purpose
    since: float
    until: float


class RunSummary(Value):
    """One run in a list; `state` is a person's word where there is one, `panel` what the run itself came to."""

    id: str
    job: str
    tracker: str
    key: str
    title: str
    state: str
    panel: str
    phase: str
    rule: str
    began: float
    ended: float
    ballots: int
    seats: int
    round: int
    asks: int
    usd: Decimal | None
    waits: tuple[OpenWait, ...]
    decision: OverrideRecord | None

    @property
    def shown(self) -> str:
        """The state as people see it: what is open and waits for nobody but a person has escalated."""
        return {UNDECIDED: "escalate", UNPLANNED: "error"}.get(self.phase, self.state)


class RunFilters(Value):
    """Which runs are wanted; empty is any, `waiting` is a person or * for anybody, `before` a cursor."""

    state: str = ""
    job: str = ""
    tracker: str = ""
    waiting: str = ""
    text: str = ""
    before: str = ""


class RunListPage(Value):
    """Some runs, newest first, how many there are in each state, and the cursor of the next page."""

    rows: tuple[RunSummary, ...]
    counts: dict[str, int]
    filters: RunFilters
    next: str = ""


class RunList:
    """The runs in the store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._record = ReviewReader(store)

    def page(self, filters: RunFilters, *, jobs: Collection[str] = JOBS, limit: int = 50) -> RunListPage:
        """The newest runs of these jobs that pass the filters."""
        if filters.job not in ("", *jobs):
            raise UsageError(f"there is no job '{filters.job}'", fix=f"known: {', '.join(jobs)}")
        chosen = (filters.job,) if filters.job else tuple(jobs)
        listed = self._store.listed(chosen, _narrowed(filters), limit + 1)
        counts = dict.fromkeys(STATES, 0) | self._store.listed_states(chosen)
        return RunListPage(
            rows=tuple(map(self._row, listed[:limit])),
            counts=counts,
            filters=filters,
            next=_cursor(listed[limit - 1]) if len(listed) > limit else "",
        )

    def row(self, id: str) -> RunSummary:
        """One run; RunError if there is none."""
        return self._row(self._store.listed_run(id))

    def waits(self, run: str) -> tuple[OpenWait, ...]:
        """What a run waits for from people, oldest first."""
        answered = {subject_of(key) for (key,) in self._store.picked(run, prefix_of("ask"))}
        waits = []
        for key, person, at, until in self._store.picked(run, prefix_of("open"), "$.person", "$.at", "$.until"):
            ask = AskKey.parse(key)
            if ask.name not in answered:
                name = f"{run}/{ask.name}"
                waits.append(
                    OpenWait(ask=name, person=person, seat=ask.seat, purpose=ask.purpose, since=at, until=until)
                )
        return tuple(waits)

    def _row(self, listed: RunListRow) -> RunSummary:
        run, keys = self._store.run(listed.run), self._store.keys(listed.run)
        costs = self._store.picked(run.id, prefix_of("ask"), "$.ending.usage", "$.ending.usage.usd")
        round, ballots = _progress(keys) if run.job in JOBS else (0, 0)
        return RunSummary(
            id=run.id,
            job=run.job,
            tracker=listed.tracker,
            key=listed.key,
            title=listed.title,
            state=listed.state,
            panel=listed.panel,
            phase=_phase(run, keys, round),
            rule=self._rule(run),
            began=run.created,
            ended=run.ended,
            ballots=ballots,
            seats=self._seats(run),
            round=round,
            asks=len(costs),
            usd=_total([usd for _, usage, usd in costs if usage is not None]),
            waits=self.waits(run.id) if run.state == "open" else (),
            decision=(self._record.decisions(run) or (None,))[-1] if listed.decided else None,
        )

    def _rule(self, run: RunRow) -> str:
        """What decided a run, or what ended it otherwise."""
        if run.state in ("failed", "cancelled"):
            return str(json.loads(self._store.last_end(run.id).body).get("error", ""))
        return next((str(rule or "") for _, rule in self._store.picked(run.id, "verdict", "$.rule")), "")

    def _seats(self, run: RunRow) -> int:
        # The settings of other jobs have no seats.
        return sum(len(json.loads(seats or "[]")) for _, seats in self._store.picked(run.id, "settings", "$.seats"))


def _narrowed(filters: RunFilters) -> RunCondition:
    created, _, run = filters.before.partition("~")
    try:
        before = (float(created), run) if filters.before else None
    except ValueError:
        raise UsageError(f"'{filters.before}' is no place in the list", fix="use `next` of the page before") from None
    return RunCondition(filters.state, filters.tracker, filters.text, filters.waiting, before)


def _cursor(listed: RunListRow) -> str:
    return f"{listed.created!r}~{listed.run}"


def _total(costs: list[str | None]) -> Decimal | None:
    return None if None in costs else sum((Decimal(cost) for cost in costs if cost is not None), Decimal(0))


def _progress(keys: Collection[str]) -> tuple[int, int]:
    """The newest round that somebody testified in or that was begun, and how many have testified in it."""
    begun = [number_of(key) for key in keys if kind_of(key) == "splits"]
    read = [AskKey.parse(key) for key in keys if kind_of(key) == "ballot"]
    rounds = [ask.round for ask in read if ask.purpose in TESTIMONIES]
    newest = max([*begun, *rounds], default=0)
    return newest, rounds.count(newest)


def _phase(run: RunRow, keys: Collection[str], round: int) -> str:
    """Where an open run stands."""
    if run.state != "open":
        return ""
    if run.job not in JOBS:
        return _council_phase(keys)
    if not run.owner:
        return "tried again soon" if run.not_before > time.time() else "queued"
    if "verdict" in keys:
        return "carrying out"
    if "settings" in keys:
        return f"debate {round}" if round else "judges"
    reached = {"suspicions": "rubric", "work": "checks", "issue": "work"}
    return next((phase for key, phase in reached.items() if key in keys), "intake")


def _council_phase(keys: Collection[str]) -> str:
    """Where an open council stands; other runs that are no reviews have no such steps, and no phase."""
    waits = [key for key in keys if key == "decide" or kind_of(key) == "again"]
    if unheard := [key for key in waits if engine_key("woken", key) not in keys]:
        return UNDECIDED if "decide" in unheard else UNPLANNED
    rounds = sum(kind_of(key) == "slate" for key in keys)
    return f"round {rounds}" if rounds else ""
