"""A council from its problem to a plan: each line is replayed after a crash, never repeated."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Literal

from coordinator.council.documents import write_files
from coordinator.council.history import council_record
from coordinator.council.prompts import plan_ask
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
from coordinator.council.session import CouncilContext, CouncilSession, open_session
from coordinator.engine import Message, Run
from coordinator.judgement.ballots import show
from coordinator.judgement.voting import Converged, oscillates, quorum, stalled
from coordinator.models import Abstention, Value
from coordinator.parsing.council import Plan, read_plan
from coordinator.storage.events import key_of

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
    session = await open_session(run, request, context)
    rounds, ended = await debate(session)
    decision = await decide(session, rounds, ended)
    planned = await plan(session, rounds, decision)
    await publish_files(session, "settled")
    session.clear()
    outcome: Literal["agreed", "decided"] = "agreed" if decision.by == "council" else "decided"
    return CouncilResult(outcome=outcome, ended=ended, decision=decision, planned=planned)


async def debate(session: CouncilSession) -> tuple[list[CouncilRound], DebateEnd]:
    """Run rounds until one of them is the last; return them, and why there is no other."""
    rounds: list[CouncilRound] = []
    while True:
        rounds.append(await run_round(session, rounds))
        ended = end_of(session.request, rounds)
        if ended is not None:
            break

    async def end() -> DebateEnd:
        log.info("council %s, round %d: %s, %s", session.run.id, ended.round, ended.end, ended.why)
        return ended

    return rounds, await session.run.step("ended", end, DebateEnd)


def end_of(request: CouncilRequest, rounds: Sequence[CouncilRound]) -> DebateEnd | None:
    """Return why the debate is over after these rounds: the first reason of this order; None if it goes on."""
    last, members = rounds[-1], len(request.members)
    agreement = no_quorum = ""
    if last.counted is None:
        no_quorum = f"{len(last.slate.entries)} proposals, too few to vote on"
    elif len(last.cast) < quorum(members):
        no_quorum = f"{len(last.cast)} of {members} members voted, {quorum(members)} are needed"
    elif isinstance(last.counted.outcome, Converged):
        counted = last.counted.tally
        agreement = f"a share of {show(counted.share)}, with an uncertainty of {show(counted.uncertainty)}"
    over_budget = [abstention.detail for abstention in last.abstentions if abstention.cause == "over budget"]
    failures = sum(each.failures for each in rounds)
    tallies = [each.tally for each in rounds if each.tally]
    reasons: list[tuple[End, str]] = [
        ("converged", agreement),
        ("over budget", f"somebody could not be asked: {over_budget[0]}" if over_budget else ""),
        ("quorum lost", no_quorum),
        ("too many failures", f"{failures} asks have failed" if failures >= FAILURES else ""),
        ("oscillating", "the lead has come back to a member who had lost it" if oscillates(tallies) else ""),
        ("stalled", "neither the lead nor a figure has moved for two rounds" if stalled(tallies) else ""),
        ("max rounds", f"no agreement after {len(rounds)} rounds" if len(rounds) >= request.rounds else ""),
    ]
    for end, why in reasons:
        if why:
            return DebateEnd(end=end, round=last.number, why=why)
    return None


async def decide(session: CouncilSession, rounds: Sequence[CouncilRound], ended: DebateEnd) -> CouncilDecision:
    """Return what the council agreed on, or what a person decides once it has escalated."""
    run, last = session.run, rounds[-1]
    if ended.end == "converged":
        assert last.tally is not None
        agreed = CouncilDecision(by="council", proposal=last.tally.winner, author=last.tally.author)
        return await run.record("decision", agreed)
    await publish_files(session, "escalated")
    log.warning("council %s, round %d: waits for a decision, %s", run.id, ended.round, ended.why)
    message = await run.wait("decide", DECIDE, until=NEVER)
    assert isinstance(message, Message)  # nobody lives to see it expire
    choice = PersonChoice.model_validate(message.body)
    authors = {entry.id: entry.author for each in rounds for entry in each.slate.entries}
    decision = CouncilDecision(
        by="person",
        person=choice.by,
        proposal=choice.proposal,
        author=authors.get(choice.proposal) or planner_of(rounds),
        text=choice.text,
        reason=choice.reason,
    )
    return await run.record("decision", decision)


def planner_of(rounds: Sequence[CouncilRound]) -> str:
    """Return who plans what a person wrote: the author of what came first in the last vote."""
    for each in reversed(rounds):
        if each.refiner:
            return each.refiner
    entries = rounds[-1].slate.entries
    return entries[0].author if entries else next(iter(rounds[0].drafts))


async def plan(session: CouncilSession, rounds: Sequence[CouncilRound], decision: CouncilDecision) -> PlanResult:
    """Return the plan by the author of what was decided; after a plan that cannot be read, ask again when told."""
    attempt = 1
    while True:
        ask = plan_ask(session, attempt, decision, rounds)
        reply = await session.ask(ask, Plan, lambda _, text, word: read_plan(text, reference=word))
        if not isinstance(reply, Abstention):
            return PlanResult(author=decision.author, attempt=attempt, plan=reply)
        await publish_files(session, f"unplanned/{attempt}")
        await session.run.wait(key_of("again", attempt), AGAIN, until=NEVER)
        attempt += 1


async def publish_files(session: CouncilSession, stage: str) -> PublishedFiles:
    """Write the files of this stage; they are made of what is on record alone."""

    async def write() -> PublishedFiles:
        return write_files(council_record(session.context.store, session.run.id))

    return await session.run.step(key_of("files", stage), write, PublishedFiles)
