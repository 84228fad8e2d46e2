"""A council from its problem to a plan: each line is replayed after a crash, never repeated."""

import asyncio
import logging
from collections.abc import Sequence

import coordinator.council.records as records
from coordinator.council.documents import write_files
from coordinator.council.prompts import plan_ask
from coordinator.council.records import CouncilRequest
from coordinator.council.round import merge_answer, run_round, stop_before
from coordinator.council.session import CouncilSession, delete_copies
from coordinator.engine import Message
from coordinator.judgement.ballots import show
from coordinator.judgement.convergence import Converged, oscillates, quorum, stalled
from coordinator.models import Abstention
from coordinator.parsing import council_replies as replies
from coordinator.parsing.shapes import Plan
from coordinator.storage.events import key_of

FAILURES = 3  # failed asks that end a council
NEVER = 253_402_300_000.0  # a deadline in the year 9999: a person may take their time

log = logging.getLogger("coordinator")


async def run_council(session: CouncilSession) -> dict[str, object]:
    """Debate until the members agree or cannot, let a person decide if they cannot, and have the plan written."""
    rounds, ended = await debate(session)
    decision = await decide(session, rounds, ended)
    planned = await plan(session, rounds, decision)
    await publish(session, "settled")
    await asyncio.to_thread(delete_copies, session.config.home, session.run.id)
    outcome = "agreed" if decision.by == "council" else "decided"
    return {"outcome": outcome, "ended": ended, "decision": decision, "planned": planned}


async def debate(session: CouncilSession) -> tuple[list[records.CouncilRound], records.DebateEnd]:
    """Run rounds until one of them is the last; return them, and why there is no other."""
    rounds: list[records.CouncilRound] = []
    while True:
        rounds.append(await run_round(session, rounds))
        ended = await asked_for(session, rounds[-1].number) or end_of(session.request, rounds)
        ended = ended or await stop_before(session, rounds, "revise")
        if ended is not None:
            message = f"round {ended.round}: {ended.end}, {ended.why}"
            return rounds, await session.record("ended", ended, message)


async def asked_for(session: CouncilSession, number: int) -> records.DebateEnd | None:
    """Return who has asked from outside, by the end of this round, that a person decides; None if nobody has."""
    message = await session.run.wait(key_of("asked", number), records.ESCALATE, until=0.0)
    if not isinstance(message, Message):
        return None
    asked = records.PersonChoice.model_validate(message.body)
    why = f"{asked.by or 'somebody'} asks for a person{f': {asked.reason}' if asked.reason else ''}"
    return records.DebateEnd(end="asked for", round=number, why=why)


def end_of(
    request: CouncilRequest, rounds: Sequence[records.CouncilRound]
) -> records.DebateEnd | None:
    """Return why the debate is over after these rounds: the first reason of this order; None if it goes on."""
    last = rounds[-1]
    if last.stopped:
        return last.stopped
    members = len(last.slate.without_abstained(request.names))
    heard = len({*last.cast, *last.slate.adopted})
    agreement = no_quorum = ""
    if last.counted is None:
        no_quorum = f"too few proposals to vote on: {len(last.slate.entries)}"
    elif heard < quorum(members):
        no_quorum = f"{heard} of {members} members voted, {quorum(members)} are needed"
    elif isinstance(last.counted.outcome, Converged):
        counted = last.counted.tally
        agreement = (
            f"a share of {show(counted.share)}, with an uncertainty of {show(counted.uncertainty)}"
        )
    abstentions = [abstention for each in rounds for abstention in each.abstentions]
    failures = sum(abstention.cause != "over budget" for abstention in abstentions)
    tallies = [each.tally for each in rounds if each.tally]
    person = [
        f"{member} asks for a person: {vote.person}"
        for member, vote in last.cast.items()
        if vote.person
    ]
    so_far = f"{len(rounds)} round{'s' * (len(rounds) > 1)}"
    reasons: list[tuple[records.End, str]] = [
        ("asked for", "; ".join(person)),
        ("converged", agreement),
        (
            "over budget",
            f"somebody could not be asked: {last.over_budget}" if last.over_budget else "",
        ),
        ("quorum lost", no_quorum),
        ("too many failures", f"{failures} asks have failed" if failures >= FAILURES else ""),
        (
            "oscillating",
            "the lead has come back to a member who had lost it" if oscillates(tallies) else "",
        ),
        (
            "stalled",
            "neither the lead nor a figure has moved for two rounds" if stalled(tallies) else "",
        ),
        ("max rounds", f"no agreement after {so_far}" if len(rounds) >= request.rounds else ""),
    ]
    for end, why in reasons:
        if why:
            return records.DebateEnd(end=end, round=last.number, why=why)
    return None


async def decide(
    session: CouncilSession, rounds: list[records.CouncilRound], ended: records.DebateEnd
) -> records.CouncilDecision:
    """Return what the council agreed on, or what a person decides once it has escalated."""
    run = session.run
    last = rounds[-1]
    merge = ""
    if ended.end == "converged":
        assert last.tally is not None
        winner = last.tally.winner
        if session.request.merge:
            rounds.append(await merge_answer(session, last))
            winner, merge = came_of_merge(winner, rounds[-1])
        agreed = records.CouncilDecision(
            by="council", proposal=winner, author=last.tally.author, merge=merge
        )
        standing = accepted(rounds, winner)
        # The vote on a merged answer may have brought up what is fatal to what had won as well.
        if merge == "" or all(each.concern.weight != "fatal" for each in standing):
            return await run.record("decision", agreed.model_copy(update={"accepted": standing}))
    await publish(session, "escalated")
    log.warning(
        "council %s, round %d: waits for a decision, %s", run.id, ended.round, merge or ended.why
    )
    message = await run.wait("decide", records.DECIDE, until=NEVER)
    assert isinstance(message, Message)  # nobody lives to see it expire
    choice = records.PersonChoice.model_validate(message.body)
    authors = {entry.id: entry.author for each in rounds for entry in each.slate.entries}
    author = authors.get(choice.proposal) or planner_of(rounds)
    chosen = choice.model_dump(exclude={"by"}) | {
        "accepted": accepted(rounds, choice.proposal),
        "author": author,
    }
    return await run.record(
        "decision", records.CouncilDecision(by="person", person=choice.by, **chosen)
    )


def accepted(
    rounds: Sequence[records.CouncilRound], proposal: str
) -> tuple[records.RaisedConcern, ...]:
    """Return the concerns, but for minor ones, in spite of which a proposal is carried out."""
    return tuple(
        each for each in records.concerns_about(rounds, proposal) if each.concern.weight != "minor"
    )


def came_of_merge(winner: str, merged: records.CouncilRound) -> tuple[str, str]:
    """Return what is carried out once the others have voted on a merged answer, and why it is this one."""
    outcome = merged.counted.outcome if merged.counted else None
    if isinstance(outcome, Converged) and outcome.winner != winner:
        return outcome.winner, f"{outcome.winner} takes up in {winner} what the others did better"
    failed = [f"{each.seat}: {each.cause}, {each.detail}" for each in merged.abstentions]
    why = (
        (*merged.short_of, *failed)
        if not isinstance(outcome, Converged)
        else ("the others prefer it",)
    )
    return winner, f"{winner} stands unmerged: {'; '.join(why)}"


def planner_of(rounds: Sequence[records.CouncilRound]) -> str:
    """Return who plans what a person wrote: the author of what came first in the last vote."""
    for each in reversed(rounds):
        if each.refiner:
            return each.refiner
    entries = rounds[-1].slate.entries
    if entries:
        return entries[0].author
    return next(iter(rounds[0].drafts))


async def plan(
    session: CouncilSession,
    rounds: Sequence[records.CouncilRound],
    decision: records.CouncilDecision,
) -> records.PlanResult:
    """Return the plan by the author of what was decided; after a plan that cannot be read, ask again when told."""
    attempt = 1
    while True:
        ask = plan_ask(session, attempt, decision, rounds)
        reply = await session.ask(ask, Plan, replies.read_plan)
        if not isinstance(reply, Abstention):
            return records.PlanResult(author=decision.author, attempt=attempt, plan=reply)
        await publish(session, f"unplanned/{attempt}")
        await session.run.wait(key_of("again", attempt), records.AGAIN, until=NEVER)
        attempt += 1


async def publish(session: CouncilSession, stage: str) -> None:
    """Write the files of this stage; they are made of what is on record alone."""
    run = session.run
    store = session.store
    await run.step(
        key_of("files", stage), lambda: write_files(store, run.id), records.PublishedFiles
    )
