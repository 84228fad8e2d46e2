"""How seats conduct themselves: counts, intervals, and what is too little to say."""

from __future__ import annotations

from decimal import Decimal
from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coordinator.judgement.statistics import FEW, FEW_PAIRS, Rate, SeatPair, SeatTurn, Side, median, pairs, seat_stats


def turn(review: str, seat: str, first: Side | str = "", last: Side | str = "", **more: object) -> SeatTurn:
    return SeatTurn.model_validate(
        {"review": review, "seat": seat, "asks": 1, "first": first, "last": last or first} | more
    )


# -- rates


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [
        # Computed by hand from Wilson's formula with z = 1.96.
        (0, 5, 0.0, 0.4345),
        (5, 5, 0.5655, 1.0),
        (5, 10, 0.2366, 0.7634),
        (1, 20, 0.0089, 0.2361),
        (90, 100, 0.8256, 0.9448),
    ],
)
def test_the_interval_of_a_rate_is_wilsons(hits: int, of: int, low: float, high: float) -> None:
    interval = Rate(hits=hits, of=of).interval
    assert isclose(interval[0], low, abs_tol=0.0002)
    assert isclose(interval[1], high, abs_tol=0.0002)


def test_of_nothing_everything_is_possible() -> None:
    assert Rate(hits=0, of=0).interval == (0.0, 1.0)


@given(st.integers(0, 400), st.integers(0, 400))
def test_an_interval_holds_its_rate_and_stays_between_none_and_all(hits: int, misses: int) -> None:
    rate = Rate(hits=hits, of=hits + misses)
    low, high = rate.interval
    assert 0 <= low <= high <= 1
    assert not rate.of or low <= hits / rate.of <= high


@given(st.integers(1, 50), st.integers(0, 50), st.integers(2, 20))
def test_more_cases_of_the_same_rate_say_more(hits: int, misses: int, times: int) -> None:
    few = Rate(hits=hits, of=hits + misses).interval
    many = Rate(hits=hits * times, of=(hits + misses) * times).interval
    assert many[1] - many[0] < few[1] - few[0]


def test_a_rate_of_few_cases_says_so() -> None:
    assert not Rate(hits=4, of=FEW - 1).enough
    assert Rate(hits=4, of=FEW).enough


# -- the median


@pytest.mark.parametrize(
    ("values", "middle", "low", "high", "whole_range"),
    [
        ([3.0], 3.0, 3.0, 3.0, True),
        ([1.0, 2.0, 3.0, 4.0, 5.0], 3.0, 1.0, 5.0, True),
        # Six measurements hold the median between the lowest and the highest with 97 %, five only with 94 %.
        ([1.0, 2.0, 3.0, 4.0, 5.0, 6.0], 3.5, 1.0, 6.0, False),
        ([float(n) for n in range(1, 21)], 10.5, 6.0, 15.0, False),
    ],
)
def test_a_median_stands_between_its_bounds(
    values: list[float], middle: float, low: float, high: float, whole_range: bool
) -> None:
    found = median(values)
    assert found is not None
    assert (found.median, found.low, found.high, found.whole_range) == (middle, low, high, whole_range)


def test_without_a_measurement_there_is_no_median() -> None:
    assert median([]) is None


@given(st.lists(st.floats(0, 1e6), min_size=1, max_size=60))
def test_the_bounds_hold_the_median(values: list[float]) -> None:
    found = median(values)
    assert found is not None
    assert min(values) <= found.low <= found.median <= found.high <= max(values)


def test_the_bounds_of_many_measurements_are_narrow() -> None:
    found = median([float(n) for n in range(10_001)])
    assert found is not None
    assert 4_900 < found.low < found.median == 5_000 < found.high < 5_100


# -- seats


def test_a_seat_agrees_with_the_most_of_the_others() -> None:
    turns = [
        turn("r1", "A", "accept"),
        turn("r1", "B", "accept"),
        turn("r1", "C", "reject"),
        turn("r2", "A", "reject"),
        turn("r2", "B", "accept"),
        turn("r2", "C", "accept"),
    ]
    seats = {conduct.seat: conduct for conduct in seat_stats(turns, {})}
    # In r1 the others of A are even, as are those of B; the others of C both accept.
    assert (seats["A"].with_others.hits, seats["A"].with_others.of) == (0, 1)
    assert (seats["B"].with_others.hits, seats["B"].with_others.of) == (0, 0)
    assert (seats["C"].with_others.hits, seats["C"].with_others.of) == (0, 1)


def test_only_reviews_that_a_person_decided_tell_who_was_right() -> None:
    turns = [turn("r1", "A", "accept"), turn("r2", "A", "accept"), turn("r3", "A", "reject"), turn("r4", "A")]
    [conduct] = seat_stats(turns, {"r1": "accept", "r2": "reject", "r4": "accept"})
    assert (conduct.with_people.hits, conduct.with_people.of) == (1, 2)


def test_a_flip_is_a_changed_side_in_a_debate() -> None:
    turns = [
        turn("r1", "A", "accept", "reject", debates=1),
        turn("r2", "A", "accept", "accept", debates=2),
        turn("r3", "A", "accept", "accept"),
    ]
    [conduct] = seat_stats(turns, {})
    assert (conduct.flipped.hits, conduct.flipped.of) == (1, 2)


def test_abstentions_are_counted_by_ask_and_by_cause() -> None:
    turns = [turn("r1", "A", asks=3, causes=("late", "malformed")), turn("r2", "A", asks=2, causes=("late",))]
    [conduct] = seat_stats(turns, {})
    assert (conduct.abstained.hits, conduct.abstained.of) == (3, 5)
    assert conduct.causes == {"late": 2, "malformed": 1}


def test_a_price_that_is_not_known_is_not_counted_as_nothing() -> None:
    [conduct] = seat_stats([turn("r1", "A", costs=(Decimal("0.10"), None, Decimal("0.05")))], {})
    assert (conduct.cost.usd, conduct.cost.replies, conduct.cost.unknown) == (Decimal("0.15"), 3, 1)


# -- pairs


def test_errors_are_counted_for_every_two_seats() -> None:
    turns = [turn(f"r{n}", seat, "accept") for n in range(4) for seat in ("A", "B")]
    turns += [turn("r9", "A", "reject"), turn("r9", "B", "accept"), turn("r9", "C")]
    [pair] = pairs(turns, {"r0": "reject", "r1": "accept", "r9": "accept"})
    assert (pair.one, pair.other) == ("A", "B")
    assert (pair.both_wrong, pair.only_one, pair.only_other, pair.both_right) == (1, 1, 0, 1)
    assert not pair.enough


@pytest.mark.parametrize(
    ("counts", "phi"),
    [((5, 0, 0, 5), 1.0), ((0, 5, 5, 0), -1.0), ((4, 4, 4, 4), 0.0), ((6, 2, 3, 9), 0.4924)],
)
def test_the_correlation_is_phi_within_its_interval(counts: tuple[int, int, int, int], phi: float) -> None:
    pair = _pair(counts)
    assert pair.enough == (sum(counts) >= FEW_PAIRS)
    assert pair.correlation is not None
    found, low, high = pair.correlation
    assert isclose(found, phi, abs_tol=0.001)
    assert -1 <= low <= found <= high <= 1


def test_a_run_of_luck_is_no_certainty() -> None:
    found = _pair((5, 0, 0, 5)).correlation
    assert found is not None
    assert found[1] < 0.6


@pytest.mark.parametrize("counts", [(0, 0, 0, 12), (6, 0, 6, 0), (0, 0, 5, 7), (1, 0, 0, 1)])
def test_seats_that_never_differ_have_no_correlation(counts: tuple[int, int, int, int]) -> None:
    assert _pair(counts).correlation is None


@given(st.tuples(*[st.integers(0, 40)] * 4))
def test_a_correlation_is_never_outside_of_its_bounds(counts: tuple[int, int, int, int]) -> None:
    found = _pair(counts).correlation
    assert found is None or -1.000001 <= found[1] <= found[0] <= found[2] <= 1.000001


def _pair(counts: tuple[int, int, int, int]) -> SeatPair:
    both, one, other, neither = counts
    return SeatPair(one="A", other="B", both_wrong=both, only_one=one, only_other=other, both_right=neither)
