"""One council as it is on record: the read model of `show`, of the files it writes, and of the dashboard."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from typing import Any, Literal, TypeVar

from pydantic import Field, TypeAdapter

from coordinator.council.prompts import label_of
from coordinator.council.records import (
    AGAIN,
    DECIDE,
    CodeRun,
    CouncilDecision,
    CouncilRound,
    DebateEnd,
    Independence,
    Labels,
    PlanResult,
    Proposals,
    ProposalVersion,
    PublishedFiles,
    TallyResult,
    ballots_of,
)
from coordinator.council.request import JOB, CouncilRequest
from coordinator.errors import RunError
from coordinator.judgement.voting import Baseline, NoBaseline, Trend, best_single, trend
from coordinator.models import Abstention, Value
from coordinator.parsing.council import Plan, Proposal, ProposalRevision, Synthesis, Vote
from coordinator.storage.events import Kind
from coordinator.storage.review_record import AskRecord, asked_of
from coordinator.storage.steps import StepReader
from coordinator.storage.store import Event, RunRow, Store

Outcome = Literal["agreed", "decided", "escalated", "plan failed", "cancelled", "unfinished"]
State = Literal["open", "agreed", "decided", "escalate", "error", "failed", "cancelled"]
Read = TypeVar("Read")

DRAFT: TypeAdapter[Proposal | Abstention] = TypeAdapter(Proposal | Abstention)
REVISION: TypeAdapter[ProposalRevision | Abstention] = TypeAdapter(ProposalRevision | Abstention)
VOTE: TypeAdapter[Vote | Abstention] = TypeAdapter(Vote | Abstention)
SYNTHESIS: TypeAdapter[Synthesis | Abstention] = TypeAdapter(Synthesis | Abstention)
PLAN: TypeAdapter[Plan | Abstention] = TypeAdapter(Plan | Abstention)


class MemberCost(Value):
    """What one member used in one round, or for the plan (round 0); a price that is not known is None."""

    member: str
    round: int
    asks: int
    failed: int
    tokens_in: int
    tokens_out: int
    usd: Decimal | None
    seconds: float


class CouncilRecord(Value):
    """Everything on record about one council, as far as it has come.

    `state` is `escalate` while it waits for a decision, `error` while it waits to be asked for a plan again.
    `options` are the letters by which a person chooses: the proposals in the order of the last vote.
    `concerns` are what limits how far the members are independent of each other.
    """

    id: str
    state: State
    began: float
    finished: float
    error: str = ""
    request: CouncilRequest
    concerns: tuple[str, ...] = ()
    rounds: tuple[CouncilRound, ...] = ()
    trends: tuple[Trend, ...] = ()
    ended: DebateEnd | None = None
    options: dict[str, str] = Field(default_factory=dict)
    told: bool = False
    decision: CouncilDecision | None = None
    planned: PlanResult | None = None
    baseline: Baseline | NoBaseline | None = None
    costs: tuple[MemberCost, ...] = ()
    published: PublishedFiles | None = None
    asked: tuple[AskRecord, ...] = ()

    @property
    def outcome(self) -> Outcome:
        """What the council has come to, by what it has recorded of itself."""
        if self.ended is not None and self.ended.end == "cancelled":
            return "cancelled"
        if self.decision is None:
            return "escalated" if self.ended and self.ended.end != "converged" else "unfinished"
        if self.planned is None:
            return "unfinished"
        if isinstance(self.planned.plan, Abstention):
            return "plan failed"
        return "agreed" if self.decision.by == "council" else "decided"

    @property
    def waits(self) -> bool:
        """Whether it goes on only when somebody outside tells it to."""
        return self.state in ("escalate", "error") and not self.told

    @property
    def is_partial(self) -> bool:
        """Whether something of a whole result is missing."""
        return self.outcome not in ("agreed", "decided")

    @property
    def last(self) -> CouncilRound | None:
        """The last round that had a vote."""
        return next((round for round in reversed(self.rounds) if round.counted), None)

    def entry(self, id: str) -> ProposalVersion | None:
        """A proposal in one version, of whichever round."""
        entries = (entry for round in self.rounds for entry in round.slate.entries)
        return next((entry for entry in entries if entry.id == id), None)

    @property
    def standing(self) -> tuple[ProposalVersion, ...]:
        """The proposals that stand at the end, in the order of `options`."""
        found = (self.entry(id) for id in self.options.values())
        return tuple(entry for entry in found if entry is not None)


def council_record(store: Store, id: str) -> CouncilRecord:
    """One council with everything that is on record."""
    run = store.run(id)
    if run.job != JOB:
        raise RunError(f"{id} is not a council but a {run.job}", fix=f"`coordinator show {id}`")
    return record_of(run, store.events(id))


def record_of(run: RunRow, events: Sequence[Event]) -> CouncilRecord:
    """The same, from what is in the store."""
    steps = StepReader(events)
    request = CouncilRequest.model_validate_json(run.input)
    rounds = tuple(_rounds(steps, request))
    asked = tuple(asked_of(key, body) for key, body in steps.under("ask"))
    cause = steps.error
    ended = steps.one("ended", DebateEnd)
    if run.state == "cancelled":
        ended = DebateEnd(end="cancelled", round=len(rounds), why=cause or "somebody cancelled it")
    decision = steps.one("decision", CouncilDecision)
    planned = _planned(steps)
    tallies = [round.counted.tally for round in rounds if round.counted]
    return CouncilRecord(
        id=run.id,
        state=_state(run, ended, decision, planned, events),
        began=run.created,
        finished=run.ended,
        error=cause if run.state == "failed" else "",
        request=request,
        concerns=(steps.one("independence", Independence) or Independence()).concerns,
        rounds=rounds,
        trends=tuple(trend(tallies[: number + 1]) for number in range(len(tallies))),
        ended=ended,
        options=_options(rounds),
        told=_is_told(events),
        decision=decision,
        planned=planned,
        baseline=_baseline(request, rounds, decision),
        costs=tuple(_costs(request, asked)),
        published=_last(steps, "files", PublishedFiles),
        asked=asked,
    )


def _said(
    steps: StepReader, phase: str, round: int, names: Sequence[str], adapter: TypeAdapter[Read]
) -> dict[str, Read]:
    """What members have said in one phase of a round, as it was read."""
    keys = {name: f"read/{phase}/{name}/{round}" for name in names}
    return {name: adapter.validate_json(steps.bodies[key]) for name, key in keys.items() if key in steps.bodies}


def _rounds(steps: StepReader, request: CouncilRequest) -> Iterator[CouncilRound]:
    for number in range(1, request.rounds + 1):
        round = _round(steps, number, request.names)
        if not (round.drafts or round.revisions):
            return
        yield round


def _round(steps: StepReader, number: int, names: Sequence[str]) -> CouncilRound:
    slate = steps.one(f"slate/{number}", Proposals) or Proposals(entries=())
    letters = steps.one(f"letters/{number}", Labels)
    trials = {entry.id: steps.one(f"trial/{entry.id}", CodeRun) for entry in slate.entries}
    synthesis = _said(steps, "synthesise", number, names, SYNTHESIS)
    return CouncilRound(
        number=number,
        drafts=_said(steps, "propose", number, names, DRAFT),
        revisions=_said(steps, "revise", number, names, REVISION),
        slate=slate,
        trials={id: trial for id, trial in trials.items() if trial is not None},
        letters=letters.seen if letters else {},
        votes=_said(steps, "vote", number, names, VOTE),
        counted=steps.one(f"tally/{number}", TallyResult),
        refiner=next(iter(synthesis), ""),
        synthesis=next(iter(synthesis.values()), None),
    )


def _planned(steps: StepReader) -> PlanResult | None:
    read = [(key.removeprefix("read/plan/"), body) for key, body in steps.under("read", "plan")]
    attempts = [(name.rpartition("/"), PLAN.validate_json(body)) for name, body in read]
    found = [PlanResult(author=author, attempt=int(number), plan=said) for (author, _, number), said in attempts]
    return max(found, key=lambda planned: planned.attempt, default=None)


def _last(steps: StepReader, prefix: Kind, kind: type[Any]) -> Any:
    found = steps.each(prefix, kind)
    return found[-1] if found else None


def _options(rounds: Sequence[CouncilRound]) -> dict[str, str]:
    """The proposals that stand, by the letters a person chooses by: in the order of the last vote on them."""
    standing = [round for round in rounds if round.slate.entries]
    if not standing:
        return {}
    last = standing[-1]
    ids = [entry.id for entry in last.slate.entries]
    if last.counted:
        ids = [ranked.proposal for ranked in last.counted.tally.ranking]
    return {label_of(number): id for number, id in enumerate(ids)}


def _baseline(
    request: CouncilRequest, rounds: Sequence[CouncilRound], decision: CouncilDecision | None
) -> Baseline | NoBaseline | None:
    if not rounds or rounds[0].counted is None:
        return None
    first = ballots_of(rounds[0], request.names, request.weights)
    if decision is None:
        return best_single(first, "", "")
    # What a person wrote is a decision too, by none of the members.
    return best_single(first, decision.proposal or "own", decision.author if decision.proposal else "")


def _costs(request: CouncilRequest, asked: Iterable[AskRecord]) -> Iterator[MemberCost]:
    groups: dict[tuple[int, str], list[AskRecord]] = {}
    for each in asked:
        groups.setdefault((0 if each.purpose == "plan" else each.round, each.seat), []).append(each)
    order = {name: place for place, name in enumerate(request.names)}
    for round, member in sorted(groups, key=lambda group: (group[0] == 0, group[0], order.get(group[1], 0))):
        yield _cost(member, round, groups[round, member])


def _cost(member: str, round: int, asked: Sequence[AskRecord]) -> MemberCost:
    endings = [each.answered.ending for each in asked]
    used = [ending.usage for ending in endings if ending.usage is not None]  # also for replies that were no good
    prices = [usage.usd for usage in used if usage.usd is not None]
    return MemberCost(
        member=member,
        round=round,
        asks=len(asked),
        failed=sum(isinstance(ending, Abstention) for ending in endings),
        tokens_in=sum(usage.tokens_in for usage in used),
        tokens_out=sum(usage.tokens_out for usage in used),
        usd=sum(prices, Decimal(0)) if len(prices) == len(used) else None,
        seconds=round_seconds(each.answered.seconds for each in asked),
    )


def round_seconds(seconds: Iterable[float]) -> float:
    """So many seconds together, to the millisecond."""
    return float(f"{sum(seconds):.3f}")


def _state(
    run: RunRow,
    ended: DebateEnd | None,
    decision: CouncilDecision | None,
    planned: PlanResult | None,
    events: Sequence[Event],
) -> State:
    if run.state in ("failed", "cancelled"):
        return run.state
    if run.state == "done":
        return "agreed" if decision and decision.by == "council" else "decided"
    waits = {event.key for event in events if event.kind == "wait"} - {
        event.key.removeprefix("~woken/") for event in events if event.kind == "woken"
    }
    if "decide" in waits:
        return "escalate"
    return "error" if any(key.startswith("again/") for key in waits) else "open"


def _is_told(events: Sequence[Event]) -> bool:
    """Whether somebody has told the council to go on and it has not heard that yet."""
    heard = {json.loads(event.body).get("seq") for event in events if event.kind == "woken"}
    unheard = [event for event in events if event.kind == "message" and event.seq not in heard]
    return any(json.loads(event.body)["topic"] in (DECIDE, AGAIN) for event in unheard)
