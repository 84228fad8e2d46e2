"""Statistics of seats over many panels, in counts and intervals; a bare point is never given.

A vote is what a seat said before any debate: what a debate changed is counted as a flip. A rate of fewer than
FEW cases is called too few; its interval (Wilson, 95 %) is wide, and would still look like knowledge.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from itertools import combinations
from math import atanh, comb, sqrt, tanh
from statistics import correlation
from typing import Literal

from coordinator.errors import Cause
from coordinator.models import Value

Side = Literal["accept", "reject"]

FEW = 5  # cases below which a rate says nothing
FEW_PAIRS = 10  # decided reviews below which a correlation says nothing
Z = 1.959964  # 95 %
SURE = 0.95
# Which of two seats were wrong, and what such reviews are counted as.
CELLS = {
    **{(True, True): "both_wrong", (True, False): "only_one"},
    **{(False, True): "only_other", (False, False): "both_right"},
}


class SeatTurn(Value):
    """What one seat did in one review; a side is empty where it gave no vote."""

    review: str
    seat: str
    asks: int
    causes: tuple[Cause, ...] = ()
    first: Side | Literal[""] = ""
    last: Side | Literal[""] = ""
    debates: int = 0
    seconds: tuple[float, ...] = ()
    costs: tuple[Decimal | None, ...] = ()


class Rate(Value):
    """How often something happened, of how many times it could have."""

    hits: int
    of: int

    @property
    def enough(self) -> bool:
        return self.of >= FEW

    @property
    def interval(self) -> tuple[float, float]:
        """The Wilson interval of 95 %; everything is possible where nothing was seen."""
        if not self.of:
            return 0.0, 1.0
        share, n = self.hits / self.of, self.of
        centre = share + Z * Z / (2 * n)
        reach = Z * sqrt(share * (1 - share) / n + Z * Z / (4 * n * n))
        low, high = ((centre + side * reach) / (1 + Z * Z / n) for side in (-1, 1))
        return max(0.0, min(low, share)), min(1.0, max(high, share))


class Median(Value):
    """The median of some measurements, with the interval of 95 % that their order gives, or their whole range."""

    count: int
    median: float
    low: float
    high: float
    whole_range: bool


class SeatCost(Value):
    """What a seat's replies cost together; `unknown` of them had no price."""

    usd: Decimal
    replies: int
    unknown: int


class SeatStats(Value):
    """One seat over many reviews."""

    seat: str
    reviews: int
    abstained: Rate
    causes: dict[Cause, int]
    with_others: Rate
    with_people: Rate
    flipped: Rate
    cost: SeatCost
    latency: Median | None


class SeatPair(Value):
    """How the errors of two seats go together, where people decided: counts, and a correlation if they allow one."""

    one: str
    other: str
    both_wrong: int
    only_one: int
    only_other: int
    both_right: int

    @property
    def decided(self) -> int:
        """The reviews that a person decided and both voted on."""
        return self.both_wrong + self.only_one + self.only_other + self.both_right

    @property
    def enough(self) -> bool:
        return self.decided >= FEW_PAIRS

    @property
    def correlation(self) -> tuple[float, float, float] | None:
        """Phi with its interval of 95 %; none if either seat was always right or always wrong."""
        cases = []
        for cell, name in CELLS.items():
            cases += [cell] * getattr(self, name)
        if len(cases) < 4 or any(len(set(wrong)) == 1 for wrong in zip(*cases, strict=True)):
            return None
        # Half a case more in each cell: otherwise a run of luck would look like certainty.
        centre = atanh(correlation(*zip(*cases, *cases, *CELLS, strict=True)))
        reach, phi = Z / sqrt(len(cases) - 3), correlation(*zip(*cases, strict=True))
        return phi, min(phi, tanh(centre - reach)), max(phi, tanh(centre + reach))


def seat_stats(turns: Iterable[SeatTurn], decisions: Mapping[str, Side]) -> tuple[SeatStats, ...]:
    """Return the statistics of every seat, by name; `decisions` are what people decided of reviews."""
    turns = list(turns)
    votes = _votes(turns)
    stats = []
    for seat in sorted({turn.seat for turn in turns}):
        own = [turn for turn in turns if turn.seat == seat]
        causes = Counter(cause for turn in own for cause in turn.causes)
        costs = [cost for turn in own for cost in turn.costs]
        usd = sum((cost for cost in costs if cost is not None), Decimal(0))
        voted = [turn for turn in own if turn.first]
        with_others = []
        for turn in voted:
            sides = [side for other, side in votes[turn.review].items() if other != seat]
            lead = sides.count("accept") - sides.count("reject")
            if lead:  # others who are even or absent have no side
                with_others.append((turn.first == "accept") == (lead > 0))
        with_people = [turn.first == decisions[turn.review] for turn in voted if turn.review in decisions]
        flipped = [turn.first != turn.last for turn in voted if turn.debates and turn.last]
        one = SeatStats(
            seat=seat,
            reviews=len(own),
            abstained=Rate(hits=sum(causes.values()), of=sum(turn.asks for turn in own)),
            causes=dict(causes.most_common()),
            with_others=Rate(hits=sum(with_others), of=len(with_others)),
            with_people=Rate(hits=sum(with_people), of=len(with_people)),
            flipped=Rate(hits=sum(flipped), of=len(flipped)),
            cost=SeatCost(usd=usd, replies=len(costs), unknown=costs.count(None)),
            latency=median([seconds for turn in own for seconds in turn.seconds]),
        )
        stats.append(one)
    return tuple(stats)


def _votes(turns: Iterable[SeatTurn]) -> dict[str, dict[str, Side]]:
    """Return each seat's first vote, by review and seat."""
    votes: dict[str, dict[str, Side]] = defaultdict(dict)
    for turn in turns:
        if turn.first:
            votes[turn.review][turn.seat] = turn.first
    return votes


def pairs(turns: Iterable[SeatTurn], decisions: Mapping[str, Side]) -> tuple[SeatPair, ...]:
    """Return every two seats that voted on a review which a person decided."""
    seen: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for review, votes in _votes(turns).items():
        wrong = {seat: side != decisions[review] for seat, side in votes.items() if review in decisions}
        for one, other in combinations(sorted(wrong), 2):
            seen[one, other][CELLS[wrong[one], wrong[other]]] += 1
    empty = dict.fromkeys(CELLS.values(), 0)
    return tuple(SeatPair(one=one, other=other, **(empty | seen[one, other])) for one, other in sorted(seen))


def median(values: Sequence[float]) -> Median | None:
    """Return the median, between the two measurements that hold it with 95 %; None without any."""
    if not values:
        return None
    ordered, n = sorted(values), len(values)
    # The largest `cut` for which the cut-th lowest and the cut-th highest of n hold the median with 95 %, or 0.
    cut, outside = 0, 1
    while n <= 1_000 and cut < n // 2 and 2 * outside <= (1 - SURE) * 2**n:
        cut += 1
        outside += comb(n, cut)
    if n > 1_000:
        cut = int((n - Z * sqrt(n)) / 2)
    return Median(
        count=n,
        median=(ordered[(n - 1) // 2] + ordered[n // 2]) / 2,
        low=ordered[max(cut - 1, 0)],
        high=ordered[n - max(cut, 1)],
        whole_range=cut == 0,
    )
