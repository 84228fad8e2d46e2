"""A council from its problem to a plan: each line is replayed after a crash, never repeated."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from functools import partial

import coordinator.council.records as records
from coordinator.council.code_run import code_folder, run_code
from coordinator.council.documents import write_files
from coordinator.council.prompts import AskBuilder, labels_for, plan_ask, revise_ask, synthesise_ask, vote_ask
from coordinator.council.records import CouncilRequest
from coordinator.council.session import CouncilSession, delete_copies
from coordinator.engine import Message
from coordinator.judgement.ballots import show
from coordinator.judgement.voting import Converged, converged, oscillates, quorum, stalled, tally
from coordinator.models import Abstention
from coordinator.parsing import report as replies
from coordinator.parsing.shapes import Plan, Proposal, ProposalRevision, Synthesis, Vote
from coordinator.storage.events import key_of
from coordinator.workspace.sandbox import sandbox_for

FAILURES = 3  # failed asks that end a council
FEWEST_PROPOSALS = 2  # with one, nobody could choose
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
        ended = end_of(session.request, rounds)
        if ended is not None:
            message = f"round {ended.round}: {ended.end}, {ended.why}"
            return rounds, await session.record("ended", ended, message)


def end_of(request: CouncilRequest, rounds: Sequence[records.CouncilRound]) -> records.DebateEnd | None:
    """Return why the debate is over after these rounds: the first reason of this order; None if it goes on."""
    last, members = rounds[-1], len(request.members)
    agreement = no_quorum = ""
    if last.counted is None:
        no_quorum = f"too few proposals to vote on: {len(last.slate.entries)}"
    elif len(last.cast) < quorum(members):
        no_quorum = f"{len(last.cast)} of {members} members voted, {quorum(members)} are needed"
    elif isinstance(last.counted.outcome, Converged):
        counted = last.counted.tally
        agreement = f"a share of {show(counted.share)}, with an uncertainty of {show(counted.uncertainty)}"
    abstentions = [abstention for each in rounds for abstention in each.abstentions]
    failures = sum(abstention.cause != "over budget" for abstention in abstentions)
    tallies = [each.tally for each in rounds if each.tally]
    so_far = f"{len(rounds)} round{'s' * (len(rounds) > 1)}"
    reasons: list[tuple[records.End, str]] = [
        ("converged", agreement),
        ("over budget", f"somebody could not be asked: {last.over_budget}" if last.over_budget else ""),
        ("quorum lost", no_quorum),
        ("too many failures", f"{failures} asks have failed" if failures >= FAILURES else ""),
        ("oscillating", "the lead has come back to a member who had lost it" if oscillates(tallies) else ""),
        ("stalled", "neither the lead nor a figure has moved for two rounds" if stalled(tallies) else ""),
        ("max rounds", f"no agreement after {so_far}" if len(rounds) >= request.rounds else ""),
    ]
    for end, why in reasons:
        if why:
            return records.DebateEnd(end=end, round=last.number, why=why)
    return None


async def run_round(session: CouncilSession, before: Sequence[records.CouncilRound]) -> records.CouncilRound:
    """Run the next round, as far as members and budget let it come; a member that fails stops nothing."""
    current = await collect_proposals(session, before[-1] if before else None)
    if current.over_budget or len(current.slate.entries) < FEWEST_PROPOSALS:
        return current
    if session.request.evidence:
        trials, place = {}, code_folder(session.config.home, session.run.id)
        sandbox = await asyncio.to_thread(sandbox_for, session.config)
        for entry in current.slate.entries:
            act = partial(run_code, entry, session.request.evidence, place, sandbox)
            trials[entry.id] = await session.run.step(key_of("trial", entry.id), act, records.CodeRun)
        current = current.model_copy(update={"trials": trials})
    led_before = before[-1].tally if before else None
    votes = await vote(session, current, led_before.author if led_before else "")
    current = current.model_copy(update={"votes": votes})
    counted = tally(current.ballots(session.request))
    result = records.TallyResult(tally=counted, outcome=converged(counted, session.request.thresholds))
    message = f"round {current.number}: {records.SHOWN.figures(counted)}"
    result = await session.record(key_of("tally", current.number), result, message)
    current = current.model_copy(update={"counted": result})
    # The author of what leads, or of what is first where nobody does, sums up; if that fails, the count stands.
    refiner = result.tally.author or current.slate.authors[result.tally.ranking[0].proposal]
    ask = synthesise_ask(session, refiner, current)
    synthesis = await session.ask(ask, Synthesis, replies.read_synthesis)
    return current.model_copy(update={"refiner": refiner, "synthesis": synthesis})


async def collect_proposals(session: CouncilSession, before: records.CouncilRound | None) -> records.CouncilRound:
    """Have every member propose, or revise after an earlier round; record what is voted on, and under which letters."""
    names = session.request.names
    entries: list[records.ProposalVersion] = []
    if before is None:
        asks = [(AskBuilder(session, "propose", name, 1).ask(), replies.read_proposal) for name in names]
        drafts = await session.ask_all(asks, Proposal)
        current = records.CouncilRound(number=1, drafts=drafts)
        for name, draft in drafts.items():
            if isinstance(draft, Proposal):
                entries.append(records.ProposalVersion(author=name, version=1, proposal=draft))
    else:
        dissenters, revising = before.tally.dissenters if before.tally else (), []
        for name in names:
            read = partial(replies.read_revision, must_name_defect=name in dissenters)
            revising.append((revise_ask(session, name, before), read))
        revisions = await session.ask_all(revising, ProposalRevision)
        current = records.CouncilRound(number=before.number + 1, revisions=revisions)
        for name, revision in revisions.items():
            entry = before.slate.by(name)
            if not isinstance(revision, Abstention) and revision.proposal is not None:
                version = entry.version + 1 if entry else 1
                entry = records.ProposalVersion(author=name, version=version, proposal=revision.proposal)
            if entry is not None:
                entries.append(entry)
    message = f"round {current.number}: {len(entries)} proposals"
    slate = await session.record(key_of("slate", current.number), records.Proposals(entries=tuple(entries)), message)
    letters = {"seen": {name: labels_for(session.seed, name, current.number, entries) for name in names}}
    letters = await session.run.record(key_of("letters", current.number), letters)
    return current.model_copy(update={"slate": slate, "letters": letters["seen"]})


async def vote(session: CouncilSession, current: records.CouncilRound, leader: str) -> dict[str, Vote | Abstention]:
    """Return every member's vote on the proposals of the others; `leader` wrote what led before this round."""
    order = [entry.id for entry in current.slate.entries]

    def read(letters: Mapping[str, str], text: str, *, reference: str) -> Vote:
        known = replies.unmask(replies.read_vote(text, tuple(letters), reference=reference), letters)
        # The order in which a member sees the others is chance; what it said of them is not.
        ratings = sorted(known.ratings, key=lambda rating: order.index(rating.label))
        return known.model_copy(update={"ratings": tuple(ratings)})

    asks = []
    for name in session.request.names:
        asks.append((vote_ask(session, name, current, leader), partial(read, current.letters[name])))
    return await session.ask_all(asks, Vote)


async def decide(
    session: CouncilSession, rounds: Sequence[records.CouncilRound], ended: records.DebateEnd
) -> records.CouncilDecision:
    """Return what the council agreed on, or what a person decides once it has escalated."""
    run, last = session.run, rounds[-1]
    if ended.end == "converged":
        assert last.tally is not None
        agreed = records.CouncilDecision(by="council", proposal=last.tally.winner, author=last.tally.author)
        return await run.record("decision", agreed)
    await publish(session, "escalated")
    log.warning("council %s, round %d: waits for a decision, %s", run.id, ended.round, ended.why)
    message = await run.wait("decide", records.DECIDE, until=NEVER)
    assert isinstance(message, Message)  # nobody lives to see it expire
    choice = records.PersonChoice.model_validate(message.body)
    authors = {entry.id: entry.author for each in rounds for entry in each.slate.entries}
    author = authors.get(choice.proposal) or planner_of(rounds)
    chosen = choice.model_dump(exclude={"by"})
    return await run.record("decision", records.CouncilDecision(by="person", person=choice.by, author=author, **chosen))


def planner_of(rounds: Sequence[records.CouncilRound]) -> str:
    """Return who plans what a person wrote: the author of what came first in the last vote."""
    for each in reversed(rounds):
        if each.refiner:
            return each.refiner
    entries = rounds[-1].slate.entries
    return entries[0].author if entries else next(iter(rounds[0].drafts))


async def plan(
    session: CouncilSession, rounds: Sequence[records.CouncilRound], decision: records.CouncilDecision
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
    run, store = session.run, session.store
    await run.step(key_of("files", stage), lambda: write_files(store, run.id), records.PublishedFiles)
