"""Compare a council's decision with the proposal of its best single member."""

from fractions import Fraction
from typing import Literal

from coordinator.judgement.council.voting import Ballots, tally
from coordinator.models import Value

BaselineOutcome = Literal["kept it", "kept it revised", "chose another", "chose nothing"]


class Baseline(Value):
    """The proposal of the best single member, compared with the decision of the council.

    `favourite` is the proposal that this member voted for. It is empty if the member did not vote.
    """

    kind: Literal["baseline"] = "baseline"
    member: str
    proposal: str
    mean: Fraction
    favourite: str = ""
    council: BaselineOutcome


class NoBaseline(Value):
    """No single member stood out in the first round."""

    kind: Literal["no baseline"] = "no baseline"
    why: str


def best_single(first: Ballots, decision: str, author: str) -> Baseline | NoBaseline:
    """Compare the decision with the proposal that was rated highest in the first round.

    Return NoBaseline if nothing was rated, or if several proposals were rated highest.

    `decision` is the id of the council's final proposal, and `author` is its author. `decision` is
    empty if the council chose no proposal.
    """
    rated = {}
    for each in tally(first).ranking:
        if each.mean is not None:
            rated[each.proposal] = (each.mean, each.share)
    best = [proposal for proposal, worth in rated.items() if worth == max(rated.values())]
    if not best:
        return NoBaseline(why="no member rated a proposal")
    if len(best) > 1:
        return NoBaseline(why=f"{', '.join(best)} have the same rating and the same share of votes")
    [proposal] = best
    member = first.authors[proposal]
    council: BaselineOutcome
    if not decision:
        council = "chose nothing"
    elif decision == proposal:
        council = "kept it"
    elif author == member:
        council = "kept it revised"
    else:
        council = "chose another"
    mean, _ = rated[proposal]
    favourite = first.votes[member].choice if member in first.votes else ""
    return Baseline(
        member=member, proposal=proposal, mean=mean, favourite=favourite, council=council
    )
