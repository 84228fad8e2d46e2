"""Compute figures about each seat from its part in past reviews, and find seats that stand apart.

A seat stands apart in a figure if the confidence interval of its figure does not overlap with that
of all other seats together.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

from coordinator.judgement.statistics.confidence_interval import Rate
from coordinator.models import Usage, Value


class SeatPart(Value):
    """The part of one seat in one review, and the answers to compare its ballot with.

    In the fields of type `bool | None`, True means accept and False means reject. None means that
    the answer is unknown or does not exist. For example, a tester has no ballot.
    """

    seat: str
    model: str = ""
    ballot: bool | None = None
    outcome: bool | None = None  # the verdict of the panel
    person: bool | None = None  # the decision of a person
    truth: bool | None = None  # the right answer, as in `coordinator replay calibrate`
    executed: bool | None = None  # the side that executed evidence is on
    evidence: int = 0
    not_found: int = 0
    asks: int = 0
    abstentions: int = 0
    usage: Usage = Usage(usd=Decimal(0))
    seconds: float = 0.0


class SeatFigures(Value):
    """The figures of one seat with one model.

    `apart` describes the figures in which the seat stands apart.
    """

    seat: str
    model: str
    reviews: int
    accepts: Rate
    with_outcome: Rate
    with_people: Rate
    with_truth: Rate
    overruled: Rate
    not_found: Rate
    abstained: Rate
    usage: Usage
    seconds: float
    asks: int
    apart: tuple[str, ...] = ()

    @property
    def seconds_per_ask(self) -> float:
        return self.seconds / max(1, self.asks)


RateOf = Callable[[SeatFigures], Rate]

# The figures in which a seat can stand apart, with the words for them.
COMPARED: Mapping[str, RateOf] = {
    "accepts": lambda figures: figures.accepts,
    "agrees with the outcome in": lambda figures: figures.with_outcome,
    "is overruled by executed evidence in": lambda figures: figures.overruled,
    "gives evidence that is not found in": lambda figures: figures.not_found,
}


class Difference(NamedTuple):
    """A figure of one seat, and the same figure of all other seats together."""

    figures: SeatFigures
    own: Rate
    others: Rate

    @property
    def is_more_than_chance(self) -> bool:
        low, high = self.own.interval
        others_low, others_high = self.others.interval
        return high < others_low or others_high < low

    @property
    def size(self) -> float:
        return abs(self.own.hits / self.own.of - self.others.hits / self.others.of)

    @property
    def said(self) -> str:
        return f"{_percent(self.own)}, the other seats {_percent(self.others)}"


def seat_figures(parts: Iterable[SeatPart]) -> tuple[SeatFigures, ...]:
    """Return the figures of each seat and model. The parts are ordered from oldest to newest."""
    grouped: dict[tuple[str, str], list[SeatPart]] = defaultdict(list)
    for part in parts:
        grouped[part.seat, part.model].append(part)
    figures = [_figures(seat, model, own) for (seat, model), own in grouped.items()]
    apart: dict[tuple[str, str], list[str]] = defaultdict(list)
    for words, rate_of in COMPARED.items():
        for difference in _standing_apart(figures, rate_of):
            key = difference.figures.seat, difference.figures.model
            apart[key].append(f"{words} {difference.said}")
    named = []
    for own in figures:
        named.append(own.model_copy(update={"apart": tuple(apart[own.seat, own.model])}))
    return tuple(sorted(named, key=lambda each: each.seat))


def _figures(seat: str, model: str, parts: Sequence[SeatPart]) -> SeatFigures:
    voted = [part for part in parts if part.ballot is not None]
    return SeatFigures(
        seat=seat,
        model=model,
        reviews=len(parts),
        accepts=Rate(hits=sum(part.ballot is True for part in voted), of=len(voted)),
        with_outcome=_agreement(voted, lambda part: part.outcome),
        with_people=_agreement(voted, lambda part: part.person),
        with_truth=_agreement(voted, lambda part: part.truth),
        overruled=_disagreement(voted, lambda part: part.executed),
        not_found=Rate(
            hits=sum(part.not_found for part in parts), of=sum(part.evidence for part in parts)
        ),
        abstained=Rate(
            hits=sum(part.abstentions for part in parts), of=sum(part.asks for part in parts)
        ),
        usage=sum((part.usage for part in parts), Usage(usd=Decimal(0))),
        seconds=sum(part.seconds for part in parts),
        asks=sum(part.asks for part in parts),
    )


def _agreement(parts: Sequence[SeatPart], side: Callable[[SeatPart], bool | None]) -> Rate:
    """Return how often the ballot agrees with a side, in the reviews whose side is known."""
    known = [part for part in parts if side(part) is not None]
    return Rate(hits=sum(part.ballot == side(part) for part in known), of=len(known))


def _disagreement(parts: Sequence[SeatPart], side: Callable[[SeatPart], bool | None]) -> Rate:
    agreement = _agreement(parts, side)
    return Rate(hits=agreement.of - agreement.hits, of=agreement.of)


def _standing_apart(figures: Sequence[SeatFigures], rate_of: RateOf) -> list[Difference]:
    """Return the differences of the seats that stand apart in one figure.

    The most different seat is found first and then left out, because it would distort the figures
    to which the other seats are compared. If there are only two seats, both stand apart.
    """
    left = list(figures)
    found: list[Difference] = []
    while True:
        differences = []
        for own in left:
            others = [rate_of(other) for other in left if other.seat != own.seat]
            theirs = Rate(
                hits=sum(rate.hits for rate in others), of=sum(rate.of for rate in others)
            )
            difference = Difference(own, rate_of(own), theirs)
            if difference.is_more_than_chance:
                differences.append(difference)
        if not differences:
            return found
        if len({each.seat for each in left if rate_of(each).of}) == 2:
            return found + differences
        largest = max(differences, key=lambda difference: difference.size)
        found.append(largest)
        left.remove(largest.figures)


def _percent(rate: Rate) -> str:
    low, high = rate.interval
    share = 100 * rate.hits / rate.of
    return f"{share:.0f} % ({100 * low:.0f}-{100 * high:.0f} %, {rate.hits} of {rate.of})"
