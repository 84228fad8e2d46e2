"""How a seat judges is counted for each of its models, and a seat that judges unlike the others is named."""

from __future__ import annotations

from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from coordinator.judgement.statistics.confidence_interval import Rate
from coordinator.judgement.statistics.seat_stats import SeatFigures, SeatPart, seat_figures
from coordinator.models import Usage


def parts(seat: str, accepted: int, rejected: int, **more: object) -> list[SeatPart]:
    """Reviews in which a seat accepts or rejects, and the panel rejects."""
    ballots = [True] * accepted + [False] * rejected
    return [
        SeatPart.model_validate(
            {"seat": seat, "ballot": ballot, "outcome": False, "asks": 1} | more
        )
        for ballot in ballots
    ]


def of(figures: tuple[SeatFigures, ...], seat: str, model: str = "") -> SeatFigures:
    [found] = [each for each in figures if (each.seat, each.model) == (seat, model)]
    return found


def test_every_figure_counts_only_where_it_is_known() -> None:
    paid = Usage(tokens_in=10, tokens_out=1, usd=Decimal("0.5"))
    told = SeatPart(
        seat="Ann",
        ballot=True,
        outcome=True,
        person=False,
        truth=False,
        executed=False,
        evidence=4,
        not_found=1,
        asks=2,
        abstentions=1,
        usage=paid,
        seconds=8,
    )
    unknown = SeatPart(seat="Ann", ballot=False, asks=2, usage=paid, seconds=2)
    absent = SeatPart(seat="Ann", outcome=True, asks=1, abstentions=1)
    ann = of(seat_figures([told, unknown, absent]), "Ann")
    assert ann.reviews == 3
    assert ann.accepts == Rate(hits=1, of=2)
    assert ann.with_outcome == Rate(hits=1, of=1)
    assert ann.with_people == Rate(hits=0, of=1)
    assert ann.with_truth == Rate(hits=0, of=1)
    assert ann.overruled == Rate(hits=1, of=1)
    assert ann.not_found == Rate(hits=1, of=4)
    assert ann.abstained == Rate(hits=2, of=5)
    assert ann.usage.usd == Decimal("1.0")
    assert ann.seconds_per_ask == 2


def test_a_seat_that_accepts_what_all_others_reject_stands_apart() -> None:
    found = seat_figures([*parts("Ann", 19, 1), *parts("Bob", 5, 15), *parts("Cid", 4, 16)])
    [accepting, agreeing] = of(found, "Ann").apart
    assert accepting.startswith("accepts 95 % (76-99 %, 19 of 20), the other seats 22 % (12-38 %")
    assert agreeing.startswith("agrees with the outcome in 5 %")
    assert of(found, "Bob").apart == ()
    assert of(found, "Cid").apart == ()


def test_a_few_reviews_say_nothing() -> None:
    found = seat_figures([*parts("Ann", 2, 0), *parts("Bob", 0, 2), *parts("Cid", 0, 2)])
    assert not any(each.apart for each in found)


def test_seats_without_ballots_and_a_seat_alone_stand_apart_from_nobody() -> None:
    alone = [*parts("Ann", 30, 0), *(SeatPart(seat="Tester", asks=1) for _ in range(30))]
    assert not any(each.apart for each in seat_figures(alone))


def test_the_figures_of_another_model_are_others_but_not_those_of_another_seat() -> None:
    old = parts("Ann", 20, 0, model="old")
    new = parts("Ann", 0, 20, model="new")
    found = seat_figures([*old, *new, *parts("Bob", 1, 19), *parts("Cid", 1, 19)])
    assert of(found, "Ann", "old").apart
    assert of(found, "Ann", "new").apart == ()
    assert of(found, "Bob").apart == ()


@given(st.integers(0, 40), st.integers(0, 40))
def test_seats_that_judge_alike_never_stand_apart(accepted: int, rejected: int) -> None:
    seats = ("Ann", "Bob", "Cid")
    found = seat_figures([part for seat in seats for part in parts(seat, accepted, rejected)])
    assert not any(each.apart for each in found)
