"""A council from its problem to a plan: each line is replayed after a crash, never repeated."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import partial
from typing import Literal

from coordinator.council.documents import publish
from coordinator.council.records import (
    AGAIN,
    DECIDE,
    CouncilDecision,
    CouncilRound,
    DebateEnd,
    End,
    PersonChoice,
    PlanResult,
    PublishedFiles,
)
from coordinator.council.request import CouncilRequest
from coordinator.council.round import run_round
from coordinator.council.setup import CouncilContext, CouncilSession
from coordinator.engine import Message, Run
from coordinator.judgement.ballots import show
from coordinator.judgement.voting import Converged, oscillates, quorum, stalled
from coordinator.models import Abstention, Ask, Value
from coordinator.parsing.council import Plan, read_plan
from coordinator.parsing.report import Unreadable

FAILURES = 3  # failed asks that end a council
NEVER = 253_402_300_000.0  # a deadline in the year 9999: a person may take their time

log = logging.getLogger("coordinator")


class CouncilResult(Value):
    """What a council comes to."""

    outcome: Literal["agreed", "decided"]
    ended: DebateEnd
    decision: CouncilDecision
    planned: PlanResult


async def run_council(run: Run, request: CouncilRequest, context: CouncilContext) -> CouncilResult:
    """Debate until the members agree or cannot, let a person decide if they cannot, and have the plan written."""
    session = await context.open(run, request)
    rounds, ended = await debate(run, session)
    decision = await decide(run, session, rounds, ended)
    planned = await plan(run, session, rounds, decision)
    await write(run, session, "settled")
    session.clear()
    outcome: Literal["agreed", "decided"] = "agreed" if decision.by == "council" else "decided"
    return CouncilResult(outcome=outcome, ended=ended, decision=decision, planned=planned)


# -- the debate and its end


async def debate(run: Run, session: CouncilSession) -> tuple[list[CouncilRound], DebateEnd]:
    """Round after round, until one of them is the last."""
    rounds: list[CouncilRound] = []
    while True:
        rounds.append(await run_round(run, session, rounds))
        reason = end_of(session.request, rounds)
        if reason is not None:
            return rounds, await run.step("ended", partial(_as_found, run.id, reason), DebateEnd)


def end_of(request: CouncilRequest, rounds: Sequence[CouncilRound]) -> DebateEnd | None:
    """Why the debate is over after these rounds; None if there is another one."""
    last = rounds[-1]
    for end, why in _reasons(request, rounds):
        if why:
            return DebateEnd(end=end, round=last.number, why=why)
    return None


def _reasons(request: CouncilRequest, rounds: Sequence[CouncilRound]) -> list[tuple[End, str]]:
    """Every ending in the order in which they count, with why it applies, or nothing."""
    tallies = [round.counted.tally for round in rounds if round.counted]
    failures = sum(round.failures for round in rounds)
    return [
        ("converged", _agreement(request, rounds[-1])),
        ("over budget", _over_budget(rounds[-1])),
        ("quorum lost", _no_quorum(request, rounds[-1])),
        ("too many failures", f"{failures} asks have failed" if failures >= FAILURES else ""),
        ("oscillating", "the lead has come back to a member who had lost it" if oscillates(tallies) else ""),
        ("stalled", "neither the lead nor a figure has moved for two rounds" if stalled(tallies) else ""),
        ("max rounds", f"no agreement after {len(rounds)} rounds" if len(rounds) >= request.rounds else ""),
    ]


def _agreement(request: CouncilRequest, last: CouncilRound) -> str:
    if last.counted is None or not isinstance(last.counted.outcome, Converged) or _no_quorum(request, last):
        return ""
    tally = last.counted.tally
    return f"a share of {show(tally.share)}, with an uncertainty of {show(tally.uncertainty)}"


def _over_budget(last: CouncilRound) -> str:
    over = [abstention.detail for abstention in last.abstentions if abstention.cause == "over budget"]
    return f"somebody could not be asked: {over[0]}" if over else ""


def _no_quorum(request: CouncilRequest, last: CouncilRound) -> str:
    if last.counted is None:
        return f"{len(last.slate.entries)} proposals, too few to vote on"
    cast, needed = len(last.cast), quorum(len(request.members))
    return f"{cast} of {len(request.members)} members voted, {needed} are needed" if cast < needed else ""


async def _as_found(id: str, ended: DebateEnd) -> DebateEnd:
    log.info("council %s, round %d: %s, %s", id, ended.round, ended.end, ended.why)
    return ended


# -- the decision


async def decide(
    run: Run, session: CouncilSession, rounds: Sequence[CouncilRound], ended: DebateEnd
) -> CouncilDecision:
    """What the council agreed on, or what a person decides once it has escalated."""
    if ended.end == "converged":
        return await run.step("decision", lambda: _agreed(rounds[-1], ended.end), CouncilDecision)
    await write(run, session, "escalated")
    log.warning("council %s, round %d: waits for a decision, %s", run.id, ended.round, ended.why)
    message = await run.wait("decide", DECIDE, until=NEVER)
    assert isinstance(message, Message)  # nobody lives to see it expire
    return await run.step("decision", lambda: _decided(rounds, message, message.seq), CouncilDecision)


async def _agreed(last: CouncilRound, _: str) -> CouncilDecision:
    assert last.counted is not None
    return CouncilDecision(by="council", proposal=last.counted.tally.winner, author=last.counted.tally.author)


async def _decided(rounds: Sequence[CouncilRound], message: Message, _: int) -> CouncilDecision:
    choice = PersonChoice.model_validate(message.body)
    authors = {entry.id: entry.author for round in rounds for entry in round.slate.entries}
    author = authors.get(choice.proposal) or planner_of(rounds)
    said = {"proposal": choice.proposal, "text": choice.text, "reason": choice.reason, "person": choice.by}
    return CouncilDecision(by="person", author=author, **said)


def planner_of(rounds: Sequence[CouncilRound]) -> str:
    """Who writes the plan of what a person wrote: the author of what came first in the last vote."""
    for round in reversed(rounds):
        if round.refiner:
            return round.refiner
    entries = rounds[-1].slate.entries
    return entries[0].author if entries else next(iter(rounds[0].drafts))


# -- the plan


async def plan(
    run: Run, session: CouncilSession, rounds: Sequence[CouncilRound], decision: CouncilDecision
) -> PlanResult:
    """The plan by the author of what was decided; one that cannot be read is written down, and asked for when told."""
    attempt = 1
    while True:
        ask = session.scribe.plan(
            decision.author, attempt, decision, rounds, session.has_own_instructions(decision.author)
        )
        heard = (await session.hear(run, [ask], Plan, _read_plan))[decision.author]
        planned = PlanResult(author=decision.author, attempt=attempt, plan=heard)
        if not isinstance(heard, Abstention):
            return planned
        await write(run, session, f"unplanned/{attempt}")
        await run.wait(f"again/{attempt}", AGAIN, until=NEVER)
        attempt += 1


def _read_plan(ask: Ask, text: str, reference: str) -> Plan | Unreadable:
    return read_plan(text, reference=reference)


async def write(run: Run, session: CouncilSession, stage: str) -> PublishedFiles:
    """Write the files of this stage; they are made of what is on record alone."""
    return await run.step(f"files/{stage}", lambda: publish(session.context.store, run.id, stage), PublishedFiles)
