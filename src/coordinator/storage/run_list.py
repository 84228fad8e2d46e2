"""Runs as lists and the dashboard show them, a page at a time, read without opening every event."""

from __future__ import annotations

import json
import time
from collections.abc import Collection
from decimal import Decimal

from coordinator.errors import UsageError
from coordinator.models import Purpose, Value
from coordinator.storage.events import AskKey, engine_key, kind_of, number_of, prefix_of, subject_of
from coordinator.storage.review_record import JOBS, OverrideRecord, ReviewReader
from coordinator.storage.run_table import RunFilters, RunListRow, cursor_of
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
        self._reviews = ReviewReader(store)

    def page(self, filters: RunFilters, *, jobs: Collection[str] = JOBS, limit: int = 50) -> RunListPage:
        """Return the newest runs of these jobs that pass the filters."""
        if filters.job not in ("", *jobs):
            raise UsageError(f"there is no job '{filters.job}'", fix=f"known: {', '.join(jobs)}")
        chosen = (filters.job,) if filters.job else tuple(jobs)
        listed = self._store.list_rows(chosen, filters, limit + 1)
        return RunListPage(
            rows=tuple(map(self._row, listed[:limit])),
            counts=dict.fromkeys(STATES, 0) | self._store.count_by_state(chosen),
            filters=filters,
            next=cursor_of(listed[limit - 1]) if len(listed) > limit else "",
        )

    def row(self, run_id: str) -> RunSummary:
        """Return one run; raise RunError if there is none."""
        return self._row(self._store.list_row(run_id))

    def waits(self, run: str) -> tuple[OpenWait, ...]:
        """What a run waits for from people, oldest first."""
        answered = {subject_of(key) for (key,) in self._store.step_values(run, prefix_of("ask"))}
        waits = []
        for key, person, at, until in self._store.step_values(run, prefix_of("open"), "$.person", "$.at", "$.until"):
            ask = AskKey.parse(key)
            if ask.name not in answered:
                name = f"{run}/{ask.name}"
                waits.append(
                    OpenWait(ask=name, person=person, seat=ask.seat, purpose=ask.purpose, since=at, until=until)
                )
        return tuple(waits)

    def _row(self, listed: RunListRow) -> RunSummary:
        store, run_id = self._store, listed.run
        run, keys = store.run(run_id), store.keys(run_id)
        debate, ballots = _progress(keys) if run.job in JOBS else (0, 0)
        # What decided the run, or what ended it otherwise.
        rules = [str(rule or "") for _, rule in store.step_values(run_id, "verdict", "$.rule")]
        if run.state in ("failed", "cancelled"):
            rules = [str(json.loads(store.last_end(run_id).body).get("error", ""))]
        seats = 0
        for _, names in store.step_values(run_id, "settings", "$.seats"):
            seats += len(json.loads(names or "[]"))  # the settings of other jobs have none
        asks = store.step_values(run_id, prefix_of("ask"), "$.ending.usage", "$.ending.usage.usd")
        prices = [usd for _, usage, usd in asks if usage is not None]
        return RunSummary(
            id=run_id,
            job=run.job,
            tracker=listed.tracker,
            key=listed.key,
            title=listed.title,
            state=listed.state,
            panel=listed.panel,
            phase=_phase(run, keys, debate) if run.state == "open" else "",
            rule=rules[0] if rules else "",
            began=run.created,
            ended=run.ended,
            ballots=ballots,
            seats=seats,
            round=debate,
            asks=len(asks),
            usd=None if None in prices else sum(map(Decimal, prices), Decimal(0)),
            waits=self.waits(run_id) if run.state == "open" else (),
            decision=(self._reviews.decisions(run) or (None,))[-1] if listed.decided else None,
        )


def _progress(keys: Collection[str]) -> tuple[int, int]:
    """Return the newest round that somebody testified in or that was begun, and how many have testified in it."""
    begun = [number_of(key) for key in keys if kind_of(key) == "splits"]
    read = [AskKey.parse(key) for key in keys if kind_of(key) == "ballot"]
    rounds = [ask.round for ask in read if ask.purpose in TESTIMONIES]
    newest = max([*begun, *rounds], default=0)
    return newest, rounds.count(newest)


def _phase(run: RunRow, keys: Collection[str], debate: int) -> str:
    """Return where an open run stands."""
    if run.job not in JOBS:  # a council; other runs have no such steps, and no phase
        waits = [key for key in keys if key == "decide" or kind_of(key) == "again"]
        unheard = [key for key in waits if engine_key("woken", key) not in keys]
        if unheard:
            return UNDECIDED if "decide" in unheard else UNPLANNED
        rounds = sum(kind_of(key) == "slate" for key in keys)
        return f"round {rounds}" if rounds else ""
    if not run.owner:
        return "tried again soon" if run.not_before > time.time() else "queued"
    if "verdict" in keys:
        return "carrying out"
    if "settings" in keys:
        return f"debate {debate}" if debate else "judges"
    for key, phase in (("suspicions", "rubric"), ("work", "checks"), ("issue", "work")):
        if key in keys:
            return phase
    return "intake"
