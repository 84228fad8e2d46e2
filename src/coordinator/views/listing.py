"""The list of runs, with one summary for each run. It has filters and pages."""

import json
import time
from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from typing import NamedTuple

from pydantic import Field

from coordinator.errors import UsageError
from coordinator.models import Purpose, Value
from coordinator.panels.spending import DAY
from coordinator.reviews.record import DECISION, JOBS, OverrideRecord, ReviewReader
from coordinator.storage.events import AskKey, key_of, kind_of, number_of, prefix_of
from coordinator.storage.run_index import ORDERS, RunListRow
from coordinator.storage.short_ids import short_id
from coordinator.storage.store import RunRow, Store

# The jobs of each kind of run, and the outcomes that only this kind has.
KINDS: dict[str, Collection[str]] = {
    "review": JOBS,
    "run": ("run", "watched run"),
    "council": ("council",),
}
OUTCOMES = {
    "review": ("accept", "reject", "superseded"),
    "run": ("completed",),
    "council": ("agreed", "decided"),
}
LONG = 10.0  # seconds; a run that is tried again sooner needs no attention
TESTIMONIES = ("judge", "debate", "argue")
UNDECIDED = "waits for a decision"
UNPLANNED = "has no plan; `coordinator resume` asks again"


class OpenWait(Value):
    """An ask that a person has not answered yet."""

    ask: str
    person: str
    seat: str
    purpose: Purpose
    since: float
    until: float


class Attention(Value):
    """Why a run needs attention, and what to do.

    `since` is the time since which a run is postponed, and `next_try` the time of its next try.
    Both are 0 for other runs.
    """

    why: str
    todo: str
    next_try: float = 0.0
    since: float = 0.0


class RunSummary(Value):
    """One run in a list.

    `panel` is the outcome of the run itself. `state` is a person's decision if there is one,
    otherwise `panel`.
    """

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
    abstained: int
    seats: int
    round: int
    asks: int
    usd: Decimal | None
    waits: tuple[OpenWait, ...]
    decision: OverrideRecord | None
    attention: Attention | None = None

    @property
    def kind(self) -> str:
        return kind_of_job(self.job)


class RunFilters(Value):
    """The filters and the order of a list; an empty field matches any run."""

    state: str = Field(default="", description="only runs in this state")
    job: str = Field(default="", description="only runs of this job")
    tracker: str = Field(default="", description="only runs about an issue of this tracker")
    waiting: str = Field(
        default="", description="only runs that wait for this person; * is any person"
    )
    text: str = Field(
        default="",
        description="only runs with this text in their id, key, title, rule, seats or people",
    )
    since: str = Field(
        default="", description="only runs that began on this day (2026-11-16) or later"
    )
    until: str = Field(default="", description="only runs that began on this day or earlier")
    sort: str = Field(
        default="", description=f"the order, by what comes first: {', '.join(ORDERS)}"
    )
    before: str = Field(default="", description="`next` of the previous page")

    @property
    def wanted(self) -> dict[str, object]:
        """Return the filters that are set, with days converted to times in seconds.

        Raise UsageError if a day cannot be read.
        """
        values = {name: value for name, value in self if value}
        for name, days in (("since", 0), ("until", 1)):
            if name in values:
                try:
                    day = datetime.fromisoformat(values[name]).replace(tzinfo=UTC)
                except ValueError:
                    raise UsageError(
                        f"'{values[name]}' is not a date", fix="write it as 2026-11-16"
                    ) from None
                values[name] = day.timestamp() + days * DAY
        return values


class RunListPage(Value):
    """A page of runs, the number of matches in each state, and the cursor of the next page."""

    rows: tuple[RunSummary, ...]
    counts: dict[str, int]
    filters: RunFilters
    next: str = ""


class PanelProgress(NamedTuple):
    """How far the panel of a run has come: the newest round, ballots and abstaining seats."""

    keys: Sequence[str]
    round: int
    ballots: int
    abstained: int


class RunList:
    """The runs in the store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._reviews = ReviewReader(store)

    def page(self, filters: RunFilters, kind: str = "", limit: int = 50) -> RunListPage:
        """Return a page of runs of one kind, or of all kinds if `kind` is empty.

        Raise UsageError for an unknown kind, job, state or order.
        """
        jobs: list[str] = []
        outcomes: list[str] = []
        for each in KINDS:
            if kind in ("", each):
                jobs += KINDS[each]
                outcomes += OUTCOMES[each]
        states = ("open", *outcomes, "escalate", "error", "failed", "cancelled")
        _refuse_unknown("kind", kind, KINDS)
        _refuse_unknown("job", filters.job, jobs)
        _refuse_unknown("state", filters.state, states)
        _refuse_unknown("order", filters.sort, ORDERS)
        if filters.before:
            self._store.run(filters.before)
        wanted = filters.wanted
        listed = self._store.index.rows(jobs, wanted, limit + 1)
        counts = dict.fromkeys(states, 0)
        counts.update(self._store.index.count_by_state(jobs, wanted))
        next_page = ""
        if len(listed) > limit:
            next_page = listed[limit - 1].run
        rows = tuple(self._row(row) for row in listed[:limit])
        return RunListPage(rows=rows, counts=counts, filters=filters, next=next_page)

    def row(self, run_id: str) -> RunSummary:
        """Return one run. Raise RunError if it does not exist."""
        return self._row(self._store.index.row(run_id))

    def attention(self) -> tuple[RunSummary, ...]:
        """Return every run of any job that needs attention."""
        rows = []
        for run_id in self._store.index.troubled_runs():
            row = self.row(run_id)
            if row.attention is not None:
                rows.append(row)
        return tuple(rows)

    def _attention(self, run: RunRow) -> Attention | None:
        """Return the reason why a run needs attention; None if it needs none.

        A run needs attention if it failed without a later attempt, or waits a long time for the
        next attempt.
        """
        name = short_id(run.id)
        if run.state == "failed":
            if self._was_tried_again(run):
                return None
            todo = (
                f"`coordinator resume {name}` continues it, `coordinator cancel {name}` gives it up"
            )
            if run.job == DECISION:
                todo = "decide again: `coordinator decide --help`"
            return Attention(why=str(self._store.last_end(run.id)["error"]), todo=todo)
        parked = {}
        if run.state == "open" and run.attempts:
            parked = self._store.last_park(run.id)
        if parked.get("seconds", 0.0) < LONG:
            return None
        todo = (
            f"fix that, then `coordinator resume {name}` tries again at once; "
            "otherwise it is tried again automatically"
        )
        since = self._store.parked_since(run.id)
        return Attention(why=parked["error"], todo=todo, next_try=run.not_before, since=since)

    def _was_tried_again(self, run: RunRow) -> bool:
        if not run.subject:
            return False
        for other in self._store.runs_about(run.subject):
            is_later = other.job == run.job and other.created > run.created
            if is_later and matter_of(other) == matter_of(run):
                return True
        return False

    def waits(self, run: str) -> tuple[OpenWait, ...]:
        """Return the questions to people that a run waits for, oldest first."""
        keys = set(self._store.keys(run))
        waits = []
        for key, person, at, until in self._store.step_values(
            run, prefix_of("open"), "$.person", "$.at", "$.until"
        ):
            ask = AskKey.parse(key)
            if ask.key("ask") in keys:
                continue
            if key_of("~message", ask.key("answer")) in keys:
                continue  # the answer is recorded, and is read when the run continues
            waits.append(
                OpenWait(
                    ask=f"{run}/{ask.name}",
                    person=person,
                    seat=ask.seat,
                    purpose=ask.purpose,
                    since=at,
                    until=until,
                )
            )
        return tuple(waits)

    def _row(self, listed: RunListRow) -> RunSummary:
        store = self._store
        run = store.run(listed.run)
        is_open = run.state == "open"
        progress = self._progress(run)
        phase = _phase(run, listed.state, progress) if is_open else ""
        for _, stage in store.step_values(run.id, prefix_of("visit"), "$.stage"):
            phase = str(stage)
        seats = 0
        for _, names in store.step_values(run.id, "settings", "$.seats"):
            seats += len(json.loads(names or "[]"))  # the settings of other jobs have no seats
        asks = store.step_values(run.id, prefix_of("ask"), "$.ending.usage", "$.ending.usage.usd")
        decision = None
        attention = None
        if listed.decided:
            made = self._reviews.decisions(run)
            decision = made[-1] if made else None
        else:
            attention = self._attention(run)
        return RunSummary(
            id=run.id,
            job=listed.job,
            tracker=listed.tracker,
            key=listed.key,
            title=listed.title,
            state=listed.state,
            panel=listed.panel,
            phase=phase,
            rule=self._rule(run, listed, phase),
            began=run.created,
            ended=run.ended,
            ballots=progress.ballots,
            abstained=progress.abstained,
            seats=seats,
            round=progress.round,
            asks=len(asks),
            usd=_cost([usd for _, usage, usd in asks if usage is not None]),
            waits=self.waits(run.id) if is_open else (),
            decision=decision,
            attention=attention,
        )

    def _rule(self, run: RunRow, listed: RunListRow, phase: str) -> str:
        """Return the rule that decided a run, or the reason why it ended without a rule.

        Return an empty string if neither is known.
        """
        store = self._store
        end = {}
        if run.state != "open":
            end = store.last_end(run.id)
        if run.state in ("failed", "cancelled"):
            return str(end.get("error", ""))
        if listed.panel == "superseded":  # a verdict, if there is one, was not carried out
            return str(end["value"]["why"])
        if phase and end:
            return str(end["value"].get("reason", ""))
        rules = store.step_values(run.id, "verdict", "$.rule")
        if not rules:
            rules = store.step_values(run.id, "ended", "$.end")
        if not rules:
            return ""
        return str(rules[0][1] or "")

    def _progress(self, run: RunRow) -> PanelProgress:
        keys = self._store.keys(run.id)
        rounds = [number_of(key) for key in keys if kind_of(key) == "splits"]
        cast: set[str] = set()
        silent: set[str] = set()
        if run.job in JOBS:
            for key, kind in self._store.step_values(run.id, prefix_of("ballot"), "$.kind"):
                ask = AskKey.parse(key)
                if ask.purpose not in TESTIMONIES:
                    continue
                rounds.append(ask.round)
                if kind == "abstention":
                    silent.add(ask.seat)
                else:
                    cast.add(ask.seat)
        return PanelProgress(keys, max(rounds, default=0), len(cast), len(silent - cast))


def _refuse_unknown(what: str, given: str, known: Collection[str]) -> None:
    if given not in ("", *known):
        raise UsageError(f"there is no {what} '{given}'", fix=f"known: {', '.join(known)}")


def _cost(prices: Sequence[str | None]) -> Decimal | None:
    """Return the sum of the prices, or None if a price is unknown."""
    total = Decimal(0)
    for price in prices:
        if price is None:
            return None
        total += Decimal(price)
    return total


def matter_of(run: RunRow) -> tuple[str, ...]:
    """Return what tells runs with the same `subject` apart by purpose.

    This is the name of the workflow, and for a request that is in no tracker also its title and
    text.
    """
    request = json.loads(run.input)
    given: dict[str, object] = {}
    if request.get("key") == "local":
        given = request.get("given") or {}
    return (
        str(request.get("label", "")),
        str(given.get("title", "")),
        str(given.get("text", "")),
    )


def kind_of_job(job: str) -> str:
    """Return the kind of run for a job. Jobs that serve a review have the kind `review`."""
    for kind, jobs in KINDS.items():
        if job in jobs:
            return kind
    return "review"


def _phase(run: RunRow, state: str, progress: PanelProgress) -> str:
    """Return the phase of an open run."""
    keys = progress.keys
    if run.job not in JOBS:  # the phase of a council; all other jobs have none
        if state == "escalate":
            return UNDECIDED
        if state == "error":
            return UNPLANNED
        rounds = sum(kind_of(key) == "slate" for key in keys)
        return f"round {rounds}" if rounds else ""
    if not run.owner:
        if run.not_before > time.time():
            return "tried again soon"
        return "queued"
    if "verdict" in keys:
        return "carrying out"
    if "settings" in keys:
        if progress.round:
            return f"debate {progress.round}"
        return "judges"
    for key, phase in (("suspicions", "rubric"), ("work", "checks"), ("issue", "work")):
        if key in keys:
            return phase
    return "intake"
