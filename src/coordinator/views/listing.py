"""Runs as lists and the dashboard show them, a page at a time, read without opening every event."""

import json
import time
from collections.abc import Collection, Iterable
from datetime import UTC, datetime
from decimal import Decimal

from pydantic import Field

from coordinator.errors import UsageError
from coordinator.models import Purpose, Value
from coordinator.panels.spending import DAY
from coordinator.reviews.record import DECISION, JOBS, OverrideRecord, ReviewReader
from coordinator.storage.events import AskKey, key_of, kind_of, number_of, prefix_of
from coordinator.storage.store import ORDERS, RunListRow, RunRow, Store, short_id

# The jobs of each kind, and the states that people see them in.
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
# Seconds for which a run is put aside; shorter waits are over before anybody could look
LONG = 10.0
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
    """Why a run needs somebody's attention, and what to do; one that was put aside is tried again at `next_try`."""

    why: str
    todo: str
    next_try: float = 0.0


class RunSummary(Value):
    """One run in a list; `state` is what people see, or have decided, `panel` what the run itself came to."""

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
    """Which runs are wanted, in which order; what is empty is any."""

    state: str = Field(default="", description="only those in this state")
    job: str = Field(default="", description="only those of this job")
    tracker: str = Field(default="", description="only those about an issue of this tracker")
    waiting: str = Field(
        default="", description="only those that wait for this person; * is anybody"
    )
    text: str = Field(
        default="", description="only those whose id, key, title, rule, seat or person has it"
    )
    since: str = Field(
        default="", description="only those that began on this day (2026-11-16) or later"
    )
    until: str = Field(default="", description="only those that began on this day or before")
    sort: str = Field(default="", description=f"which come first: {', '.join(ORDERS)}")
    before: str = Field(default="", description="`next` of the page before")

    @property
    def wanted(self) -> dict[str, object]:
        """What is asked for, in terms of the record: a day begins and ends at a second."""
        values = {name: value for name, value in self if value}
        for name, days in (("since", 0), ("until", 1)):
            if name in values:
                try:
                    day = datetime.fromisoformat(values[name]).replace(tzinfo=UTC)
                except ValueError:
                    raise UsageError(
                        f"'{values[name]}' is no day", fix="write it as 2026-11-16"
                    ) from None
                values[name] = day.timestamp() + days * DAY
        return values


class RunListPage(Value):
    """Some runs, in the order asked for, how many pass the filters in each state, and the cursor of the next page."""

    rows: tuple[RunSummary, ...]
    counts: dict[str, int]
    filters: RunFilters
    next: str = ""


class RunList:
    """The runs in the store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._reviews = ReviewReader(store)

    def page(self, filters: RunFilters, kind: str = "", limit: int = 50) -> RunListPage:
        """Return some runs of one kind, or of all; a UsageError for what there is no such thing of."""
        jobs = [job for each, jobs in KINDS.items() if kind in ("", each) for job in jobs]
        outcomes = [
            state for each, states in OUTCOMES.items() if kind in ("", each) for state in states
        ]
        states = ("open", *outcomes, "escalate", "error", "failed", "cancelled")
        asked = {
            "kind": (kind, KINDS),
            "job": (filters.job, jobs),
            "state": (filters.state, states),
        }
        for what, (given, known) in (asked | {"order": (filters.sort, ORDERS)}).items():
            if given not in ("", *known):
                raise UsageError(f"there is no {what} '{given}'", fix=f"known: {', '.join(known)}")
        if filters.before:
            self._store.run(filters.before)
        wanted = filters.wanted
        listed = self._store.list_rows(jobs, wanted, limit + 1)
        return RunListPage(
            rows=tuple(map(self._row, listed[:limit])),
            counts=dict.fromkeys(states, 0) | self._store.count_by_state(jobs, wanted),
            filters=filters,
            next=listed[limit - 1].run if len(listed) > limit else "",
        )

    def row(self, run_id: str) -> RunSummary:
        """Return one run; raise RunError if there is none."""
        return self._row(self._store.list_row(run_id))

    def attention(self) -> tuple[RunSummary, ...]:
        """Return every run, of any job, that needs somebody's attention."""
        return tuple(
            row for row in map(self.row, self._store.troubled_runs()) if row.attention is not None
        )

    def _attention(self, run: RunRow) -> Attention | None:
        """Return why a run needs attention: it failed and nobody has tried again, or it has been put aside for long."""
        name = short_id(run.id)
        if run.state == "failed":
            about = self._store.runs_about(run.subject) if run.subject else []
            later = (
                other for other in about if other.job == run.job and other.created > run.created
            )
            if any(matter_of(other) == matter_of(run) for other in later):
                return None
            todo = f"`coordinator resume {name}` goes on with it, `coordinator cancel {name}` lets it be"
            if run.job == DECISION:
                todo = "decide again: `coordinator decide --help`"
            return Attention(why=str(self._store.last_end(run.id)["error"]), todo=todo)
        parked = self._store.last_park(run.id) if run.state == "open" and run.attempts else {}
        if parked.get("seconds", 0.0) < LONG:
            return None
        todo = f"mend that, then `coordinator resume {name}` tries at once; otherwise it is tried again by itself"
        return Attention(why=parked["error"], todo=todo, next_try=run.not_before)

    def waits(self, run: str) -> tuple[OpenWait, ...]:
        """What a run waits for from people, oldest first."""
        keys = set(self._store.keys(run))
        waits = []
        for key, person, at, until in self._store.step_values(
            run, prefix_of("open"), "$.person", "$.at", "$.until"
        ):
            ask = AskKey.parse(key)
            # An answer that is there is read in a moment, or when somebody goes on with the run.
            if ask.key("ask") not in keys and key_of("~message", ask.key("answer")) not in keys:
                when = {"person": person, "since": at, "until": until}
                waits.append(
                    OpenWait(ask=f"{run}/{ask.name}", seat=ask.seat, purpose=ask.purpose, **when)
                )
        return tuple(waits)

    def _row(self, listed: RunListRow) -> RunSummary:
        store = self._store
        run_id = listed.run
        run = store.run(run_id)
        keys = store.keys(run_id)
        read = store.step_values(run_id, prefix_of("ballot"), "$.kind") if run.job in JOBS else ()
        debate, ballots, abstained = _progress(keys, read)
        # What decided the run, or what ended it otherwise.
        rules = store.step_values(run_id, "verdict", "$.rule") or store.step_values(
            run_id, "ended", "$.end"
        )
        rule = str(rules[0][1] or "") if rules else ""
        phase = _phase(run, listed.state, keys, debate) if run.state == "open" else ""
        for _, stage in store.step_values(run_id, prefix_of("visit"), "$.stage"):
            phase = str(stage)
        end = store.last_end(run_id) if run.state != "open" else {}
        if run.state in ("failed", "cancelled"):
            rule = str(end.get("error", ""))
        elif listed.panel == "superseded":  # whatever its verdict was, it was not carried out
            rule = str(end["value"]["why"])
        elif phase and end:
            rule = str(end["value"].get("reason", ""))
        seats = 0
        for _, names in store.step_values(run_id, "settings", "$.seats"):
            seats += len(json.loads(names or "[]"))  # the settings of other jobs have none
        asks = store.step_values(run_id, prefix_of("ask"), "$.ending.usage", "$.ending.usage.usd")
        prices = [usd for _, usage, usd in asks if usage is not None]
        return RunSummary(
            id=run_id,
            **{
                name: getattr(listed, name)
                for name in ("job", "tracker", "key", "title", "state", "panel")
            },
            phase=phase,
            rule=rule,
            began=run.created,
            ended=run.ended,
            ballots=ballots,
            abstained=abstained,
            seats=seats,
            round=debate,
            asks=len(asks),
            usd=None if None in prices else sum(map(Decimal, prices), Decimal(0)),
            waits=self.waits(run_id) if run.state == "open" else (),
            decision=(self._reviews.decisions(run) or (None,))[-1] if listed.decided else None,
            attention=None if listed.decided else self._attention(run),
        )


def matter_of(run: RunRow) -> tuple[str, ...]:
    """Return what tells a run from others about its subject: its workflow, and the request where that has no key."""
    request = json.loads(run.input)
    given = (request.get("given") or {}) if request.get("key") == "local" else {}
    return tuple(
        str(about.get(name, ""))
        for about, name in ((request, "label"), (given, "title"), (given, "text"))
    )


def kind_of_job(job: str) -> str:
    """Return which kind of run a job is; what belongs to a review is shown with it."""
    return next((kind for kind, jobs in KINDS.items() if job in jobs), "review")


def _progress(keys: Collection[str], read: Iterable[tuple[str, str]]) -> tuple[int, int, int]:
    """Return the newest round, how many ballots stand (also of before a debate), and how many seats have given none."""
    rounds = [number_of(key) for key in keys if kind_of(key) == "splits"]
    cast = set[str]()
    silent = set[str]()
    for key, kind in read:
        ask = AskKey.parse(key)
        if ask.purpose in TESTIMONIES:
            rounds.append(ask.round)
            (silent if kind == "abstention" else cast).add(ask.seat)
    return max(rounds, default=0), len(cast), len(silent - cast)


def _phase(run: RunRow, state: str, keys: Collection[str], debate: int) -> str:
    """Return where an open run stands."""
    if run.job not in JOBS:  # a council; other runs have no such steps, and no phase
        rounds = sum(kind_of(key) == "slate" for key in keys)
        return {"escalate": UNDECIDED, "error": UNPLANNED}.get(
            state, f"round {rounds}" if rounds else ""
        )
    if not run.owner:
        if run.not_before > time.time():
            return "tried again soon"
        return "queued"
    if "verdict" in keys:
        return "carrying out"
    if "settings" in keys:
        if debate:
            return f"debate {debate}"
        return "judges"
    for key, phase in (("suspicions", "rubric"), ("work", "checks"), ("issue", "work")):
        if key in keys:
            return phase
    return "intake"
