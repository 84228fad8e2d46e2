"""End a debate before it pays for asks that cannot lead to an agreement.

`hopeless` of judgement/council/convergence.py computes whether votes can reach the thresholds.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

from coordinator.agents import PersonAgent
from coordinator.council.concerns import concerns_about
from coordinator.council.lost_members import FAILED_OFTEN, lost_members, pair_of
from coordinator.council.records import CouncilRequest, CouncilRound, DebateEnd
from coordinator.council.session import CouncilSession
from coordinator.judgement.council.convergence import hopeless
from coordinator.models import Abstention
from coordinator.storage.events import AskKey, key_of
from coordinator.storage.steps import StepReader


async def stop_before(
    session: CouncilSession, rounds: Sequence[CouncilRound], purpose: Literal["revise", "vote"]
) -> DebateEnd | None:
    """Return the end of the debate if the next asks should not be made, else None.

    The debate ends if the budget is too small for the asks, or if they cannot lead to an agreement.
    """
    last = rounds[-1]
    number = last.number + 1 if purpose == "revise" else last.number

    async def act() -> DebateEnd | None:
        asked = StepReader(session.store.events(session.run.id)).under("ask", purpose)
        # If the asks are already on record, an older version of coordinator made them without
        # this check.
        if any(AskKey.parse(key).round == number for key, _ in asked):
            return None
        active = last.slate.without_abstained(session.request.names)
        paid = [name for name in active if not isinstance(session.asker.agent(name), PersonAgent)]
        over = ""
        if purpose == "revise":
            over = session.asker.budget.short_of(len(paid))
        if over:
            return DebateEnd(
                end="over budget",
                round=last.number,
                why=f"the budget does not allow another round: {over}",
            )
        why = no_chance(session.request, rounds, session.makers, may_propose=purpose == "revise")
        if why:
            return DebateEnd(end="cannot be won", round=last.number, why=why)
        return None

    return await session.run.step(key_of("chance", purpose, number), act, DebateEnd | None)


def no_chance(
    request: CouncilRequest,
    rounds: Sequence[CouncilRound],
    makers: Mapping[str, str],
    *,
    may_propose: bool,
) -> str:
    """Return the reason why the council can no longer agree, or an empty string.

    Only the last proposals can win. If `may_propose` is true, members without a proposal can also
    win with a new one.
    """
    last = rounds[-1]
    able = _able_members(request, rounds)
    blocked = set()
    for proposal in last.slate.authors:
        for raised in concerns_about(rounds, proposal):
            if raised.concern.weight == "fatal" and raised.member not in able:
                author, _, _ = raised.proposal.rpartition("/")
                blocked.add(author)
    lost = lost_members(request, rounds, makers)
    pair = pair_of(request, last, lost)
    if may_propose and any(member not in blocked for member in pair):
        return ""  # one of the two can give up its own proposal
    ballots = last.ballots(request, lost).model_copy(update={"votes": {}})
    reason = hopeless(ballots, able, blocked, request.thresholds)
    if not reason:
        return ""
    authors = dict(ballots.authors)
    if may_propose:
        for member in able:
            if last.slate.by(member) is None:
                authors[f"{member}/1"] = member
    with_new = ballots.model_copy(update={"authors": authors})
    if not hopeless(with_new, able, blocked, request.thresholds):
        return ""
    return reason


def _able_members(request: CouncilRequest, rounds: Sequence[CouncilRound]) -> list[str]:
    """Return the members that have not abstained and whose last replies did not all fail."""
    able = []
    for member in rounds[-1].slate.without_abstained(request.names):
        said: list[object] = []
        for each in rounds:
            for replies_of in (each.drafts, each.revisions, each.votes):
                if member in replies_of:
                    said.append(replies_of[member])
        if not all(isinstance(reply, Abstention) for reply in said[-FAILED_OFTEN:]):
            able.append(member)
    return able
