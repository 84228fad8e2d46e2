"""One round of a council: proposals or revisions, trials, votes and the synthesis."""

import asyncio
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import product

import coordinator.council.records as records
from coordinator.council.code_run import code_folder, run_code
from coordinator.council.concerns import concerns_about, look_up_quotes
from coordinator.council.lost_members import conceded, lost_members, pair_of
from coordinator.council.prompts import (
    AskBuilder,
    labels_for,
    merge_ask,
    revise_ask,
    synthesise_ask,
    vote_ask,
)
from coordinator.council.records import (
    CouncilRound,
    Proposals,
    ProposalVersion,
)
from coordinator.council.session import CouncilSession
from coordinator.council.unwinnable import stop_before
from coordinator.judgement.council.convergence import converged
from coordinator.judgement.council.voting import tally
from coordinator.models import Abstention
from coordinator.parsing import council_replies as replies
from coordinator.parsing.shapes import Proposal, ProposalRevision, Synthesis, Vote
from coordinator.storage.events import key_of
from coordinator.workspace.sandbox.sandbox import sandbox_for

FEWEST_PROPOSALS = 2  # with one proposal, members have no choice

Rounds = Sequence[CouncilRound]


async def run_round(session: CouncilSession, before: Rounds) -> CouncilRound:
    """Run the next round as far as members and budget allow. No failing member stops the round."""
    if before:
        current = await collect_revisions(session, before[-1])
    else:
        current = await collect_proposals(session)
    agreed = conceded(before, current) if before else ""
    if agreed:
        return current.model_copy(update={"conceded": agreed})
    if current.over_budget or len(current.slate.entries) < FEWEST_PROPOSALS:
        return current
    if before:
        stopped = await stop_before(session, [*before, current], "vote")
        if stopped:
            return current.model_copy(update={"stopped": stopped})
    current = await take_vote(session, current, before)
    assert current.tally is not None
    # The author of the leading or first proposal writes the synthesis. If the synthesis fails, the
    # vote still counts.
    refiner = current.tally.author or current.slate.authors[current.tally.ranking[0].proposal]
    if current.counted and refiner in current.counted.lost:
        refiner = next(iter(current.cast))
    ask = synthesise_ask(session, refiner, current)
    synthesis = await session.ask(ask, Synthesis, replies.read_synthesis)
    return current.model_copy(update={"refiner": refiner, "synthesis": synthesis})


async def merge_answer(session: CouncilSession, last: CouncilRound) -> CouncilRound:
    """Ask the winner's author to merge in other ideas. Let the others vote on both versions."""
    assert last.tally is not None
    entries = {entry.id: entry for entry in last.slate.entries}
    winner = entries[last.tally.winner]
    merged = await session.ask(merge_ask(session, winner, last), Proposal, replies.read_proposal)
    current = CouncilRound(number=last.number + 1, drafts={winner.author: merged})
    if isinstance(merged, Abstention):
        return current
    both = (winner, winner.model_copy(update={"version": winner.version + 1, "proposal": merged}))
    slate = Proposals(entries=both, abstained=last.slate.abstained)
    return await take_vote(session, await present(session, current, slate), (last,))


async def collect_proposals(session: CouncilSession) -> CouncilRound:
    """Ask every member for a proposal; record the proposals and their letters."""
    asks = []
    for name in session.request.names:
        asks.append((AskBuilder(session, "propose", name, 1).ask(), replies.read_proposal))
    drafts = await session.ask_all(asks, Proposal)
    entries = []
    for name, draft in drafts.items():
        if isinstance(draft, Proposal):
            entries.append(ProposalVersion(author=name, version=1, proposal=draft))
    return await present(
        session, CouncilRound(number=1, drafts=drafts), Proposals(entries=tuple(entries))
    )


async def collect_revisions(session: CouncilSession, before: CouncilRound) -> CouncilRound:
    """Let every member keep or replace its proposal; record the proposals and their letters."""
    old = before.slate
    asks = []
    dissenters: tuple[str, ...] = ()
    pair: tuple[str, ...] = ()
    if before.counted:
        dissenters = before.counted.tally.dissenters
        pair = before.counted.pair
    for name in old.without_abstained(session.request.names):
        has_own = old.by(name) is not None
        adoptable = None
        if not has_own or name in pair:
            adoptable = before.letters[name]
        read = partial(
            replies.read_revision,
            must_name_defect=name in dissenters,
            adoptable=adoptable,
            may_abstain=not has_own,
        )
        asks.append((revise_ask(session, name, before), read))
    revisions = await session.ask_all(asks, ProposalRevision)
    giving_up = []
    for name in pair:
        said = revisions[name]
        if isinstance(said, ProposalRevision) and said.adopt and old.by(name):
            giving_up.append(name)
    entries = []
    adopted = dict(old.adopted)
    abstained = dict(old.abstained)
    for name, revision in revisions.items():
        entry = old.by(name)
        if not isinstance(revision, Abstention):
            if revision.proposal is not None:
                version = entry.version + 1 if entry else 1
                entry = ProposalVersion(author=name, version=version, proposal=revision.proposal)
            if revision.adopt:
                author = old.authors[revision.adopt]
                if author in giving_up:  # both give up for the other, so both proposals stay
                    adopted.pop(name, None)
                else:
                    adopted[name] = author
                    entry = None
            elif revision.abstain:
                abstained[name] = revision.abstain
        if entry is not None:
            entries.append(entry)
        if entry is not None or name in abstained:
            adopted.pop(name, None)
    current = CouncilRound(number=before.number + 1, revisions=revisions)
    return await present(
        session, current, Proposals(entries=tuple(entries), adopted=adopted, abstained=abstained)
    )


async def present(session: CouncilSession, current: CouncilRound, slate: Proposals) -> CouncilRound:
    """Record the proposals, and the letters under which each member sees them."""
    number = current.number
    message = f"round {current.number}: {len(slate.entries)} proposals"
    slate = await session.record(key_of("slate", number), slate, message)
    seen = {}
    for name in session.request.names:
        seen[name] = labels_for(session.seed, name, number, slate.entries)
    letters = await session.run.record(key_of("letters", number), records.Letters(seen=seen))
    return current.model_copy(update={"slate": slate, "letters": letters.seen})


async def take_vote(session: CouncilSession, current: CouncilRound, before: Rounds) -> CouncilRound:
    """Run the proposals' code if `evidence` is set, let the members vote, and count the votes."""
    if session.request.evidence:
        current = await try_code(session, current, before)
    current = current.model_copy(update={"votes": await vote(session, current, before)})
    rounds = [*before, current]
    lost = lost_members(session.request, rounds, session.makers)
    counted = tally(current.ballots(session.request, lost))
    fatal = ""
    for raised in concerns_about(rounds, counted.winner):
        if raised.concern.weight == "fatal" and not fatal:
            fatal = f"{raised.member} raises a fatal concern: {raised.concern.text}"
    result = records.TallyResult(
        tally=counted,
        outcome=converged(counted, session.request.thresholds, fatal),
        lost=lost,
        pair=pair_of(session.request, current, lost),
    )
    message = f"round {current.number}: {records.SHOWN.figures(counted)}"
    result = await session.record(key_of("tally", current.number), result, message)
    return current.model_copy(update={"counted": result})


async def try_code(session: CouncilSession, current: CouncilRound, before: Rounds) -> CouncilRound:
    """Run each proposal's code with its own tests and with those of other proposals.

    The other proposals are those of this and the previous round in the same language.
    """
    place = code_folder(session.config.home, session.run.id)
    command = session.request.evidence
    sandbox = await asyncio.to_thread(sandbox_for, session.config)

    async def try_out(code: ProposalVersion, tests: ProposalVersion, key: str) -> records.CodeRun:
        proposal = code.proposal.model_copy(update={"tests": tests.proposal.tests})
        act = partial(
            run_code, code.model_copy(update={"proposal": proposal}), command, place, sandbox
        )
        return await session.run.step(key, act, records.CodeRun)

    entries = current.slate.entries
    trials = {}
    for entry in entries:
        trials[entry.id] = await try_out(entry, entry, key_of("trial", entry.id))
    test_sources = list(entries)
    if before:
        test_sources += [entry for entry in before[-1].slate.entries if entry not in entries]
    crossed: dict[str, dict[str, records.CodeRun]] = {}
    for code, tests in product(entries, test_sources):
        same_language = tests.proposal.language == code.proposal.language
        if code != tests and tests.proposal.tests and same_language:
            run = await try_out(code, tests, key_of("cross", code.id, tests.id))
            crossed.setdefault(code.id, {})[tests.id] = run
    return current.model_copy(update={"trials": trials, "crossed": crossed})


async def vote(
    session: CouncilSession, current: CouncilRound, before: Rounds
) -> dict[str, Vote | Abstention]:
    """Let each member that has not abstained vote on the others' proposals. Return the votes."""
    order = list(current.slate.authors)
    request = session.request
    given = "\n".join([request.problem, *(each.text for each in request.context)])

    def read(letters: Mapping[str, str], text: str, *, reference: str) -> Vote:
        known = replies.unmask(
            replies.read_vote(text, tuple(letters), reference=reference), letters
        )
        # A member rates the proposals in a random order. We store the ratings in our order.
        ratings = sorted(known.ratings, key=lambda rating: order.index(rating.label))
        known = known.model_copy(update={"ratings": tuple(ratings)})
        return look_up_quotes(known, current.slate.entries, given)

    asks = []
    for name in current.slate.without_abstained(request.names):
        letters = current.letters[name]
        if letters:
            asks.append((vote_ask(session, name, current, before), partial(read, letters)))
    return await session.ask_all(asks, Vote)
