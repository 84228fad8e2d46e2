"""One round: proposals or revisions, trials, votes, the count, and what it came to."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import partial

from coordinator.council.prompts import labels_for
from coordinator.council.records import (
    CodeRun,
    CouncilRound,
    Labels,
    Proposals,
    ProposalVersion,
    TallyResult,
    ballots_of,
)
from coordinator.council.setup import CouncilSession
from coordinator.council.trial import run_code
from coordinator.engine import Run
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

FEWEST_PROPOSALS = 2  # with one, nobody could choose

log = logging.getLogger("coordinator")


async def run_round(run: Run, session: CouncilSession, before: Sequence[CouncilRound]) -> CouncilRound:
    """The next round, as far as members and budget let it come; a member that fails stops nothing."""
    round = await _revise(run, session, before[-1]) if before else await _propose(run, session)
    if round.is_over_budget or len(round.slate.entries) < FEWEST_PROPOSALS:
        return round
    round = await _try_out(run, session, round)
    round = await _vote(run, session, round, before)
    round = await _count(run, session, round)
    return await _synthesise(run, session, round)


# -- proposals


async def _propose(run: Run, session: CouncilSession) -> CouncilRound:
    asks = [session.scribe.propose(name, session.has_own_instructions(name)) for name in session.request.names]
    drafts = await session.hear(run, asks, Proposal, _read_proposal)
    entries = [
        ProposalVersion(author=name, version=1, proposal=said)
        for name, said in drafts.items()
        if isinstance(said, Proposal)
    ]
    return await _lay_out(run, session, CouncilRound(number=1, drafts=drafts), entries)


async def _revise(run: Run, session: CouncilSession, before: CouncilRound) -> CouncilRound:
    asks = [session.scribe.revise(name, before, session.has_own_instructions(name)) for name in session.request.names]
    dissenters = before.counted.tally.dissenters if before.counted else ()
    revisions = await session.hear(run, asks, ProposalRevision, partial(_read_revision, dissenters))
    entries = [
        entry for name in session.request.names for entry in revised(before.slate.by(name), name, revisions[name])
    ]
    return await _lay_out(run, session, CouncilRound(number=before.number + 1, revisions=revisions), entries)


def revised(
    entry: ProposalVersion | None, author: str, said: ProposalRevision | Abstention
) -> tuple[ProposalVersion, ...]:
    """What stands for a member after its revision: nothing, the old version, or the next one."""
    if isinstance(said, Abstention) or said.proposal is None:
        return (entry,) if entry else ()
    return (ProposalVersion(author=author, version=entry.version + 1 if entry else 1, proposal=said.proposal),)


async def _lay_out(
    run: Run, session: CouncilSession, round: CouncilRound, entries: Sequence[ProposalVersion]
) -> CouncilRound:
    """Fix which proposals stand, and under which letters each member sees those of the others."""

    async def slate(_: int) -> Proposals:
        log.info("council %s, round %d: %d proposals", run.id, round.number, len(entries))
        return Proposals(entries=tuple(entries))

    async def letters(_: int) -> Labels:
        names = session.request.names
        return Labels(seen={name: labels_for(session.seed, name, round.number, entries) for name in names})

    laid = await run.step(f"slate/{round.number}", lambda: slate(round.number), Proposals)
    seen = await run.step(f"letters/{round.number}", lambda: letters(round.number), Labels)
    return round.model_copy(update={"slate": laid, "letters": seen.seen})


async def _try_out(run: Run, session: CouncilSession, round: CouncilRound) -> CouncilRound:
    """Run what the members wrote, if whoever convened them wants that; each version once."""
    if not session.request.evidence:
        return round
    trials = {}
    for entry in round.slate.entries:
        act = partial(run_code, entry, session.request.evidence, session.trials)
        trials[entry.id] = await run.step(f"trial/{entry.id}", act, CodeRun)
    return round.model_copy(update={"trials": trials})


# -- votes


async def _vote(run: Run, session: CouncilSession, round: CouncilRound, before: Sequence[CouncilRound]) -> CouncilRound:
    last = before[-1].counted if before else None
    against = last.tally.author if last else ""
    asks = [
        session.scribe.vote(name, round, against, session.has_own_instructions(name)) for name in session.request.names
    ]
    votes = await session.hear(run, asks, Vote, partial(_read_vote, round))
    return round.model_copy(update={"votes": votes})


async def _count(run: Run, session: CouncilSession, round: CouncilRound) -> CouncilRound:
    async def count(_: int) -> TallyResult:
        counted = tally(ballots_of(round, session.request.names, session.request.weights))
        share, uncertainty = float(counted.share), float(counted.uncertainty)
        said = f"{counted.winner} leads" if counted.winner else "nobody leads"
        told = "council %s, round %d: %s, share %.1f, uncertainty %.1f"
        log.info(told, run.id, round.number, said, share, uncertainty)
        return TallyResult(tally=counted, outcome=converged(counted, session.request.thresholds))

    counted = await run.step(f"tally/{round.number}", lambda: count(round.number), TallyResult)
    return round.model_copy(update={"counted": counted})


async def _synthesise(run: Run, session: CouncilSession, round: CouncilRound) -> CouncilRound:
    """Have the author of the leading proposal write down what the round came to; without it the count stands."""
    refiner = refiner_of(round)
    ask = session.scribe.synthesise(refiner, round, session.has_own_instructions(refiner))
    heard = await session.hear(run, [ask], Synthesis, _read_synthesis)
    return round.model_copy(update={"refiner": refiner, "synthesis": heard[refiner]})


def refiner_of(round: CouncilRound) -> str:
    """Whose proposal leads, or stands first in the order where nobody leads."""
    assert round.counted is not None
    authors = {entry.id: entry.author for entry in round.slate.entries}
    return round.counted.tally.author or authors[round.counted.tally.ranking[0].proposal]


# -- readers


def _read_proposal(ask: Ask, text: str, reference: str) -> Proposal | Unreadable:
    return read_proposal(text, reference=reference)


def _read_revision(dissenters: Sequence[str], ask: Ask, text: str, reference: str) -> ProposalRevision | Unreadable:
    return read_revision(text, must_name_defect=ask.seat in dissenters, reference=reference)


def _read_vote(round: CouncilRound, ask: Ask, text: str, reference: str) -> Vote | Unreadable:
    letters = round.letters[ask.seat]
    vote = read_vote(text, tuple(letters), reference=reference)
    if isinstance(vote, Unreadable):
        return vote
    order = [entry.id for entry in round.slate.entries]
    known = unmask(vote, letters)
    # The order in which a member sees the others is chance; what it said of them is not.
    return known.model_copy(update={"ratings": tuple(sorted(known.ratings, key=lambda r: order.index(r.label)))})


def _read_synthesis(ask: Ask, text: str, reference: str) -> Synthesis | Unreadable:
    return read_synthesis(text, reference=reference)
