"""Compute how uncertain a council's decision is, in percent.

The uncertainty of a winner is the mean of two figures. The first says how differently its raters
rank it among the other proposals. The second says how far apart their ratings of it are.
docs/council.md defines both with an example. All figures are exact fractions.

Ratings of different proposals are never mixed, because a high rating of one proposal and a low
rating of another are not a disagreement. The order of the other proposals among themselves is
ignored.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from coordinator.parsing.shapes import BEST

WHOLE = Fraction(100)

Scores = Mapping[str, int]  # one member's ratings by proposal


def mean(values: Sequence[Fraction]) -> Fraction | None:
    if not values:
        return None
    return sum(values, Fraction(0)) / len(values)


def spread(ratings: Iterable[int]) -> Fraction | None:
    """Return the average distance between two ratings, in percent of the scale.

    Return None if there are fewer than two ratings.
    """
    distances = []
    for one, other in combinations(ratings, 2):
        distances.append(WHOLE * abs(one - other) / (BEST - 1))
    return mean(distances)


def rank_agreement(winner: str, scores: Iterable[Scores]) -> Fraction | None:
    """Return the agreement of the raters on the rank of the winner, in percent.

    This is the average over all pairs of raters. Two raters are compared only on the rivals that
    both have rated. Return None if no two raters have rated the same rival.
    """
    raters = [rated for rated in scores if winner in rated]
    pairs = []
    for one, other in combinations(raters, 2):
        alike = []
        for rival in one.keys() & other.keys() - {winner}:
            distance = abs(_order(one, winner, rival) - _order(other, winner, rival))
            alike.append(WHOLE - WHOLE * distance / 2)
        agreement = mean(alike)
        if agreement is not None:
            pairs.append(agreement)
    return mean(pairs)


def _order(scores: Scores, winner: str, rival: str) -> int:
    """Return 1 if the winner is rated higher than its rival, 0 if the same, -1 if lower."""
    if scores[winner] > scores[rival]:
        return 1
    if scores[winner] < scores[rival]:
        return -1
    return 0


def uncertainty(
    agreement: Fraction | None, share: Fraction, spread_of_ratings: Fraction | None
) -> Fraction:
    """Return the uncertainty of a winner. It is 100 if the winner has fewer than two raters.

    If the `agreement` on the winner's rank is None, the winner's share of the votes is used
    instead.
    """
    if spread_of_ratings is None:
        return WHOLE
    if agreement is None:
        agreement = share
    return (WHOLE - agreement + spread_of_ratings) / 2
