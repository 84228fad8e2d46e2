"""Decide whether a council agrees, whether it can still agree, and how its rounds develop."""

import math
from collections.abc import Collection, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Annotated, Literal

from pydantic import Field

from coordinator.judgement.ballots import show
from coordinator.judgement.council.voting import Ballots, Tally
from coordinator.models import Value
from coordinator.parsing.shapes import BEST

STEP = Fraction(5)  # a smaller change does not count as a trend
FEWEST_VOTES = 2  # one opinion is not agreement
STILL = Fraction(2)  # a smaller change does not count as movement

Trend = Literal["improving", "stable", "diverging", "mixed"]
Measure = Literal["preference", "lead", "share", "uncertainty", "quality", "concern"]


class Thresholds(Value):
    """The limits that a round must meet for an agreement."""

    share: Annotated[Fraction, Field(ge=50, le=100)] = Fraction(75)
    uncertainty: Annotated[Fraction, Field(ge=0, le=50)] = Fraction(30)
    quality: Annotated[Fraction, Field(ge=1, le=BEST)] = Fraction(6)


class Shortfall(Value):
    """A measure in which a round falls short of an agreement."""

    measure: Measure
    text: str


class Converged(Value):
    """The council agrees on a proposal."""

    kind: Literal["converged"] = "converged"
    winner: str


class NotYet(Value):
    """The council does not agree, for these reasons."""

    kind: Literal["not yet"] = "not yet"
    reasons: tuple[Shortfall, ...]


def converged(counted: Tally, needed: Thresholds, fatal: str = "") -> Converged | NotYet:
    """Return `Converged` if a round meets all thresholds, else `NotYet` with the reasons.

    `fatal` describes a fatal concern about the leading proposal that a member has not withdrawn.
    """
    reasons = _shortfalls(counted, needed, fatal)
    if reasons:
        return NotYet(reasons=tuple(reasons))
    return Converged(winner=counted.winner)


def _shortfalls(counted: Tally, needed: Thresholds, fatal: str) -> list[Shortfall]:
    """Return every measure in which a round misses the thresholds."""
    if not counted.preference:
        what = "no ballot prefers one proposal to another"
        return [Shortfall(measure="preference", text=what)]
    if counted.quality is None:
        what = f"{', '.join(counted.tied)} have the same share of the votes"
        return [Shortfall(measure="lead", text=what)]
    reasons = []
    if counted.share < needed.share:
        has = f"the leader has a share of {show(counted.share)}"
        what = f"{has}; {show(needed.share)} is needed"
        reasons.append(Shortfall(measure="share", text=what))
    if counted.uncertainty > needed.uncertainty:
        has = f"uncertainty is {show(counted.uncertainty)}"
        what = f"{has}; at most {show(needed.uncertainty)} is allowed"
        reasons.append(Shortfall(measure="uncertainty", text=what))
    if counted.quality < needed.quality:
        has = f"the leader is rated {show(counted.quality)} on average"
        what = f"{has}; {show(needed.quality)} is needed"
        reasons.append(Shortfall(measure="quality", text=what))
    if fatal:
        reasons.append(Shortfall(measure="concern", text=fatal))
    return reasons


def quorum(members: int) -> int:
    """Return the number of ballots that a round needs: half of the members, but at least two."""
    return max(FEWEST_VOTES, math.ceil(Fraction(members, 2)))


def hopeless(
    slate: Ballots, able: Collection[str], blocked: Collection[str], needed: Thresholds
) -> str:
    """Return the reason why the members can no longer agree, or an empty string.

    Only the `able` members can still vote. `blocked` has the authors of proposals with a fatal
    concern that nobody can withdraw any more.
    """
    heard = {*able, *slate.adopted}
    enough = quorum(len(slate.members))
    if len(heard) < enough:
        return f"{len(heard)} of {len(slate.members)} members can still vote; {enough} are needed"
    best = Fraction(0)
    for proposal, author in slate.authors.items():
        raters = [member for member in able if member != author]
        if author in blocked or len(raters) < 2:  # one opinion is not agreement
            continue
        choices = {}
        for member in slate.eligible(proposal):
            if member in able or slate.adopted.get(member) == proposal:
                choices[member] = proposal
        best = max(best, slate.share(proposal, choices))
    if best >= needed.share:
        return ""
    return (
        f"however the other members vote, no proposal can get a share above {show(best)}; "
        f"{show(needed.share)} is needed"
    )


# -- over the rounds


def trend(history: Sequence[Tally]) -> Trend:
    """Return the trend from the round before the last to the last round.

    The first round counts as stable.
    """
    if len(history) < 2:
        return "stable"
    before, now = history[-2:]
    gains = (now.share - before.share, before.uncertainty - now.uncertainty)
    better = any(gain >= STEP for gain in gains)
    worse = any(gain <= -STEP for gain in gains)
    if better and worse:
        return "mixed"
    if better:
        return "improving"
    if worse:
        return "diverging"
    return "stable"


def expected_rounds(history: Sequence[Tally], needed: Thresholds, left: int) -> int:
    """Return the number of further rounds to an agreement, at the pace of the last round.

    Return `left`, the number of remaining rounds, if the last round gained nothing.
    """
    if len(history) < 2:
        return left
    before, now = history[-2:]
    gain = now.share - before.share
    if gain <= 0:
        return left
    missing_share = needed.share - now.share
    excess = now.uncertainty - needed.uncertainty
    missing = max(missing_share, excess, Fraction(0))
    return min(left, max(1, math.ceil(missing / gain)))


def oscillates(history: Sequence[Tally]) -> bool:
    """Return whether an author has regained a lead that it had lost to another, as in A, B, A."""
    leads: list[str] = []
    for counted in history:
        if counted.winner and leads[-1:] != [counted.author]:
            leads.append(counted.author)
    return len(set(leads)) < len(leads)


def stalled(history: Sequence[Tally]) -> bool:
    """Return whether the lead and the figures have stayed nearly the same for two rounds."""
    if len(history) < 3:
        return False
    return all(_is_still(before, now) for before, now in pairwise(history[-3:]))


def _is_still(before: Tally, now: Tally) -> bool:
    if before.author != now.author:
        return False
    share = abs(now.share - before.share)
    uncertainty = abs(now.uncertainty - before.uncertainty)
    return share < STILL and uncertainty < STILL
