"""One round: proposals or revisions, runs of their code, votes, the count, and what it came to."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import partial

from coordinator.council.code_run import run_code
from coordinator.council.prompts import labels_for, propose_ask, revise_ask, synthesise_ask, vote_ask
from coordinator.council.records import CodeRun, CouncilRound, Proposals, ProposalVersion, TallyResult
from coordinator.council.session import CouncilSession
from coordinator.judgement.voting import converged, tally
from coordinator.models import Abstention, Ask
from coordinator.parsing.council import (
    Proposal,
    ProposalRevision,
    Synthesis,
    Vote,
    read_proposal,
    read_revision,
    read_synthesis,
    read_vote,
    unmask,
)
from coordinator.parsing.report import Unreadable
from coordinator.storage.events import key_of

FEWEST_PROPOSALS = 2  # with one, nobody could choose

log = logging.getLogger("coordinator")


async def run_round(session: CouncilSession, before: Sequence[CouncilRound]) -> CouncilRound:
    """Run the next round, as far as members and budget let it come; a member that fails stops nothing."""
    if before:
        current, entries = await revise(session, before[-1])
    else:
        current, entries = await propose(session)
    current = await _fix_proposals(session, current, entries)
    if current.is_over_budget or len(current.slate.entries) < FEWEST_PROPOSALS:
        return current
    if session.request.evidence:
        trials = {}
        for entry in current.slate.entries:
            act = partial(run_code, entry, session.request.evidence, session.code_folder)
            trials[entry.id] = await session.run.step(key_of("trial", entry.id), act, CodeRun)
        current = current.model_copy(update={"trials": trials})
    led_before = before[-1].tally if before else None
    votes = await vote(session, current, led_before.author if led_before else "")
    counted = await count(session, current.model_copy(update={"votes": votes}))
    current = current.model_copy(update={"votes": votes, "counted": counted})
    # The author of what leads, or of what is first where nobody does, sums up; if that fails, the count stands.
    refiner = counted.tally.author or current.slate.authors[counted.tally.ranking[0].proposal]
    ask = synthesise_ask(session, refiner, current)
    synthesis = await session.ask(ask, Synthesis, lambda _, text, word: read_synthesis(text, reference=word))
    return current.model_copy(update={"refiner": refiner, "synthesis": synthesis})


async def propose(session: CouncilSession) -> tuple[CouncilRound, list[ProposalVersion]]:
    """Have every member propose; return the first round so far, and what is to be voted on."""
    asks = [propose_ask(session, name) for name in session.request.names]
    drafts = await session.ask_all(asks, Proposal, lambda _, text, word: read_proposal(text, reference=word))
    entries = [
        ProposalVersion(author=name, version=1, proposal=draft)
        for name, draft in drafts.items()
        if isinstance(draft, Proposal)
    ]
    return CouncilRound(number=1, drafts=drafts), entries


async def revise(session: CouncilSession, before: CouncilRound) -> tuple[CouncilRound, list[ProposalVersion]]:
    """Have every member keep or replace its proposal; return the next round so far, and what is to be voted on."""
    dissenters = before.tally.dissenters if before.tally else ()

    def read(ask: Ask, text: str, reference: str) -> ProposalRevision | Unreadable:
        return read_revision(text, must_name_defect=ask.seat in dissenters, reference=reference)

    asks = [revise_ask(session, name, before) for name in session.request.names]
    revisions = await session.ask_all(asks, ProposalRevision, read)
    entries = []
    for name, revision in revisions.items():
        entry = before.slate.by(name)
        if not isinstance(revision, Abstention) and revision.proposal is not None:
            version = entry.version + 1 if entry else 1
            entry = ProposalVersion(author=name, version=version, proposal=revision.proposal)
        if entry is not None:
            entries.append(entry)
    return CouncilRound(number=before.number + 1, revisions=revisions), entries


async def _fix_proposals(
    session: CouncilSession, current: CouncilRound, entries: Sequence[ProposalVersion]
) -> CouncilRound:
    """Record which proposals are voted on, and under which letters each member sees those of the others."""
    run, number, names = session.run, current.number, session.request.names

    async def proposals() -> Proposals:
        log.info("council %s, round %d: %d proposals", run.id, number, len(entries))
        return Proposals(entries=tuple(entries))

    slate = await run.step(key_of("slate", number), proposals, Proposals)
    letters = {"seen": {name: labels_for(session.seed, name, number, entries) for name in names}}
    letters = await run.record(key_of("letters", number), letters, dict[str, dict[str, dict[str, str]]])
    return current.model_copy(update={"slate": slate, "letters": letters["seen"]})


async def vote(session: CouncilSession, current: CouncilRound, leader: str) -> dict[str, Vote | Abstention]:
    """Return every member's vote on the proposals of the others; `leader` wrote what led before this round."""
    order = [entry.id for entry in current.slate.entries]

    def read(ask: Ask, text: str, reference: str) -> Vote | Unreadable:
        letters = current.letters[ask.seat]
        cast = read_vote(text, tuple(letters), reference=reference)
        if isinstance(cast, Unreadable):
            return cast
        known = unmask(cast, letters)
        # The order in which a member sees the others is chance; what it said of them is not.
        ratings = sorted(known.ratings, key=lambda rating: order.index(rating.label))
        return known.model_copy(update={"ratings": tuple(ratings)})

    asks = [vote_ask(session, name, current, leader) for name in session.request.names]
    return await session.ask_all(asks, Vote, read)


async def count(session: CouncilSession, current: CouncilRound) -> TallyResult:
    """Count the votes and record whether they are an agreement."""

    async def result() -> TallyResult:
        counted = tally(current.ballots(session.request))
        lead = f"{counted.winner} leads" if counted.winner else "nobody leads"
        share, uncertainty = float(counted.share), float(counted.uncertainty)
        text = "council %s, round %d: %s, share %.1f, uncertainty %.1f"
        log.info(text, session.run.id, current.number, lead, share, uncertainty)
        return TallyResult(tally=counted, outcome=converged(counted, session.request.thresholds))

    return await session.run.step(key_of("tally", current.number), result, TallyResult)
