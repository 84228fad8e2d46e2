"""Run a council from its problem to a plan. After a crash, the council replays its record."""

import asyncio
import logging
from collections.abc import Collection, Iterator, Mapping, Sequence

import coordinator.council.records as records
from coordinator.council.concerns import concerns_about
from coordinator.council.documents import write_files
from coordinator.council.lost_members import lost_members, missing_quorum
from coordinator.council.prompts import plan_ask
from coordinator.council.records import CouncilRequest
from coordinator.council.round import merge_answer, run_round
from coordinator.council.session import CouncilSession, delete_copies
from coordinator.council.unwinnable import stop_before
from coordinator.engine import Message
from coordinator.judgement.ballots import show
from coordinator.judgement.council.convergence import Converged, oscillates, stalled
from coordinator.models import Abstention
from coordinator.parsing import council_replies as replies
from coordinator.parsing.shapes import Plan
from coordinator.storage.events import key_of
from coordinator.storage.steps import StepReader

FAILURES = 3  # this many failed asks end the debate
NEVER = 253_402_300_000.0  # a deadline in the year 9999, because a person has no time limit

log = logging.getLogger("coordinator")


async def run_council(session: CouncilSession) -> dict[str, object]:
    """Run the debate, get the decision of the council or of a person, and get the plan."""
    rounds, ended = await debate(session)
    decision = await decide(session, rounds, ended)
    planned = await plan(session, rounds, decision)
    await publish(session, "settled")
    await asyncio.to_thread(delete_copies, session.config.home, session.run.id)
    outcome = "agreed" if decision.by == "council" else "decided"
    return {"outcome": outcome, "ended": ended, "decision": decision, "planned": planned}


async def debate(session: CouncilSession) -> tuple[list[records.CouncilRound], records.DebateEnd]:
    """Run rounds until the debate ends. Return the rounds and the end of the debate."""
    rounds: list[records.CouncilRound] = []
    while True:
        rounds.append(await run_round(session, rounds))
        ended = await asked_for(session, rounds[-1].number)
        ended = ended or recorded_end(session, rounds[-1].number)
        ended = ended or end_of(session.request, rounds, session.makers)
        ended = ended or await stop_before(session, rounds, "revise")
        if ended is not None:
            message = f"round {ended.round}: {ended.end}, {ended.why}"
            return rounds, await session.record("ended", ended, message)


async def asked_for(session: CouncilSession, number: int) -> records.DebateEnd | None:
    """Return the end of the debate if somebody has asked for a person's decision, else None."""
    message = await session.run.wait(key_of("asked", number), records.ESCALATE, until=0.0)
    if not isinstance(message, Message):
        return None
    asked = records.PersonChoice.model_validate(message.body)
    why = f"{asked.by or 'somebody'} asks for a person"
    if asked.reason:
        why += f": {asked.reason}"
    return records.DebateEnd(end="asked for", round=number, why=why)


def recorded_end(session: CouncilSession, number: int) -> records.DebateEnd | None:
    """Return the end that is on record for this round, else None.

    An earlier version of coordinator, with a stricter quorum, may have ended the debate here.
    """
    ended = StepReader(session.store.events(session.run.id)).one("ended", records.DebateEnd)
    if ended is not None and ended.round == number:
        return ended
    return None


def end_of(
    request: CouncilRequest, rounds: Sequence[records.CouncilRound], makers: Mapping[str, str]
) -> records.DebateEnd | None:
    """Return the end of the debate after these rounds, or None if the debate continues.

    If several rules end the debate, the first one decides.
    """
    last = rounds[-1]
    if last.stopped:
        return last.stopped
    for end, why in _ends(request, rounds, makers):
        if why:
            return records.DebateEnd(end=end, round=last.number, why=why)
    return None


def _ends(
    request: CouncilRequest, rounds: Sequence[records.CouncilRound], makers: Mapping[str, str]
) -> Iterator[tuple[records.End, str]]:
    """Yield the possible ends of the debate, most important first, each with its reason.

    An empty reason means that the debate has not ended in this way.
    """
    last = rounds[-1]
    tallies = [each.tally for each in rounds if each.tally]
    yield "asked for", _wishes(last)
    lost = lost_members(request, rounds, makers)
    no_quorum = ""
    if not last.conceded:
        no_quorum = _missing_quorum(request, last, makers)
    if not no_quorum:
        yield "converged", _agreement(last, lost)
    if last.over_budget:
        yield "over budget", f"the budget did not allow an ask: {last.over_budget}"
    yield "quorum lost", no_quorum
    failures = _failures(rounds, lost)
    if failures >= FAILURES:
        yield "too many failures", f"{failures} asks have failed"
    if oscillates(tallies):
        yield "oscillating", "a member who had lost the lead leads again"
    if stalled(tallies):
        yield "stalled", "neither the leader nor the figures have changed for two rounds"
    if len(rounds) >= request.rounds:
        noun = "round" if len(rounds) == 1 else "rounds"
        yield "max rounds", f"no agreement after {len(rounds)} {noun}"


def _wishes(last: records.CouncilRound) -> str:
    """Return the members' requests for a person's decision as one string."""
    wishes = []
    for member, vote in last.cast.items():
        if vote.person:
            wishes.append(f"{member} asks for a person: {vote.person}")
    return "; ".join(wishes)


def _missing_quorum(
    request: CouncilRequest, last: records.CouncilRound, makers: Mapping[str, str]
) -> str:
    if last.counted is None:
        return f"too few proposals to vote on: {len(last.slate.entries)}"
    members = last.slate.without_abstained(request.names)
    return missing_quorum({*last.cast, *last.slate.adopted}, members, makers)


def _agreement(last: records.CouncilRound, lost: Collection[str]) -> str:
    without = f", without {', '.join(lost)}" if lost else ""
    if last.conceded:
        return f"the only two members left stand for {last.conceded}{without}"
    if last.counted is None or not isinstance(last.counted.outcome, Converged):
        return ""
    share = show(last.counted.tally.share)
    uncertainty = show(last.counted.tally.uncertainty)
    return f"a share of {share}, with an uncertainty of {uncertainty}{without}"


def _failures(rounds: Sequence[records.CouncilRound], lost: Collection[str]) -> int:
    """Return the number of failed asks, except those of lost members and for want of budget."""
    failures = 0
    for each in rounds:
        for abstention in each.abstentions:
            if abstention.cause != "over budget" and abstention.seat not in lost:
                failures += 1
    return failures


async def decide(
    session: CouncilSession, rounds: list[records.CouncilRound], ended: records.DebateEnd
) -> records.CouncilDecision:
    """Return the council's agreement, or the decision of a person after an escalation."""
    run = session.run
    last = rounds[-1]
    lost = lost_members(session.request, rounds, session.makers)
    merge = ""
    if ended.end == "converged":
        winner = last.conceded
        if not winner:
            assert last.tally is not None
            winner = last.tally.winner
            if session.request.merge:
                rounds.append(await merge_answer(session, last))
                winner, merge = came_of_merge(winner, rounds[-1])
        agreed = records.CouncilDecision(
            by="council",
            proposal=winner,
            author=planner_for(winner, rounds, lost),
            merge=merge,
            claim="reduced" if lost else "full",
            lost=lost,
        )
        standing = accepted(rounds, winner)
        # The vote on a merged answer may have raised a concern that is fatal to the winner as well.
        if merge == "" or all(each.concern.weight != "fatal" for each in standing):
            return await run.record("decision", agreed.model_copy(update={"accepted": standing}))
    await publish(session, "escalated")
    log.warning(
        "council %s, round %d: waits for a decision: %s", run.id, ended.round, merge or ended.why
    )
    message = await run.wait("decide", records.DECIDE, until=NEVER)
    assert isinstance(message, Message)  # the deadline is in the year 9999
    choice = records.PersonChoice.model_validate(message.body)
    decided = records.CouncilDecision(
        by="person",
        person=choice.by,
        proposal=choice.proposal,
        author=planner_for(choice.proposal, rounds, lost),
        text=choice.text,
        reason=choice.reason,
        accepted=accepted(rounds, choice.proposal),
    )
    return await run.record("decision", decided)


def accepted(
    rounds: Sequence[records.CouncilRound], proposal: str
) -> tuple[records.RaisedConcern, ...]:
    """Return the concerns that the council accepts if it adopts a proposal.

    These are the concerns about the proposal that still stand, except minor ones.
    """
    raised = concerns_about(rounds, proposal)
    return tuple(each for each in raised if each.concern.weight != "minor")


def came_of_merge(winner: str, merged: records.CouncilRound) -> tuple[str, str]:
    """Return the final proposal after the vote on a merged version, and the reason.

    The final proposal is the merged version if the members agreed on it. Otherwise it is the
    earlier winner.
    """
    if merged.counted and isinstance(merged.counted.outcome, Converged):
        chosen = merged.counted.outcome.winner
        if chosen != winner:
            return (
                chosen,
                f"{chosen} replaces {winner}: it adopts better parts of the other proposals",
            )
        return winner, f"{winner} is kept unmerged: the others prefer it"
    why = list(merged.short_of)
    for each in merged.abstentions:
        why.append(f"{each.seat}: {each.cause}, {each.detail}")
    return winner, f"{winner} is kept unmerged: {'; '.join(why)}"


def planner_for(
    proposal: str, rounds: Sequence[records.CouncilRound], lost: Collection[str]
) -> str:
    """Return the member that writes the plan: the author, unless it no longer answers."""
    author = ""
    for each in rounds:
        author = each.slate.authors.get(proposal, author)
    if author and author not in lost:
        return author
    return planner_of(rounds)


def planner_of(rounds: Sequence[records.CouncilRound]) -> str:
    """Return the member that writes the plan for a person's own answer.

    This is the member that was last asked for a synthesis. If nobody was asked, it is the author of
    the first proposal, or the first member if there is no proposal.
    """
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
    """Ask `decision.author` for the plan, and return the plan.

    If the reply contains no readable plan, wait for a message and ask again.
    """
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
    """Write the council's files from the record.

    `stage` names the event after which the files are written. A replay does not write them again.
    """
    run = session.run
    store = session.store
    await run.step(
        key_of("files", stage), lambda: write_files(store, run.id), records.PublishedFiles
    )
