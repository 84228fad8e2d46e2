"""Go on without the members that no longer answer, if enough of the others are left."""

from collections.abc import Iterable, Mapping, Sequence

from coordinator.council.concerns import concerns_about
from coordinator.council.records import CouncilRequest, CouncilRound
from coordinator.judgement.council.convergence import quorum
from coordinator.models import Abstention

FAILED_OFTEN = 2  # after this many failed asks in a row, a member is not expected to answer
PAIR = 2


def lost_members(
    request: CouncilRequest, rounds: Sequence[CouncilRound], makers: Mapping[str, str]
) -> dict[str, str]:
    """Return the members that the count of the last round leaves out, each with the reason.

    A member is left out if its last two asks failed and it has not adopted a proposal. Return
    nothing if the other members are no quorum: then every member counts.
    """
    last = rounds[-1]
    members = last.slate.without_abstained(request.names)
    lost = {}
    for member in members:
        failures = _last_failures(member, rounds)
        if len(failures) == FAILED_OFTEN and member not in last.slate.adopted:
            lost[member] = f"{failures[-1].cause}, {failures[-1].detail}"
    remaining = [member for member in members if member not in lost]
    if missing_quorum(remaining, members, makers):
        return {}
    return lost


def missing_quorum(heard: Iterable[str], members: Sequence[str], makers: Mapping[str, str]) -> str:
    """Return the reason why the members that answered are no quorum, or an empty string."""
    heard = set(heard)
    needed = quorum(len(members))
    if len(heard) < needed:
        return f"{len(heard)} of {len(members)} members voted, {needed} are needed"
    configured = set(makers.values())
    known = {makers[member] for member in heard if member in makers}
    if len(configured) > 1 and len(known) < 2:
        named = ", ".join(sorted(known)) or "an unknown maker"
        return f"only models of one maker voted: {named}; a second maker is needed"
    return ""


def pair_of(
    request: CouncilRequest, last: CouncilRound, lost: Mapping[str, str]
) -> tuple[str, ...]:
    """Return the only two members that are left, or nothing if no member is lost or more are left.

    Each of the two can vote only for the proposal of the other. So they agree if one of them gives
    up its own proposal.
    """
    members = last.slate.without_abstained(request.names)
    remaining = tuple(member for member in members if member not in lost)
    if lost and len(remaining) == PAIR:
        return remaining
    return ()


def conceded(rounds: Sequence[CouncilRound], current: CouncilRound) -> str:
    """Return the proposal that both members of a pair stand for, or an empty string.

    A lost member that answers again has a say: then there is no agreement without a vote.
    """
    before = rounds[-1].counted
    if before is None or not before.pair:
        return ""
    for member in before.lost:
        if not isinstance(current.revisions.get(member), Abstention):
            return ""
    for entry in current.slate.entries:
        if not all(_stands_for(entry.author, member, current) for member in before.pair):
            continue
        for raised in concerns_about([*rounds, current], entry.id):
            if raised.concern.weight == "fatal" and raised.member not in current.slate.adopted:
                return ""
        return entry.id
    return ""


def _stands_for(author: str, member: str, current: CouncilRound) -> bool:
    return member == author or current.slate.adopted.get(member) == author


def _last_failures(member: str, rounds: Sequence[CouncilRound]) -> list[Abstention]:
    """Return the failed asks among the last two replies of a member."""
    said: list[object] = []
    for each in rounds:
        for replies_of in (each.drafts, each.revisions, each.votes):
            if member in replies_of:
                said.append(replies_of[member])
    failures = []
    for reply in said[-FAILED_OFTEN:]:
        if isinstance(reply, Abstention) and reply.cause != "over budget":
            failures.append(reply)
    return failures
