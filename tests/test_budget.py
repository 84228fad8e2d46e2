"""Money, tokens and minutes: reserved before an ask, settled after it."""

from __future__ import annotations

from decimal import Decimal

from coordinator.budget import BudgetTracker, Spending
from coordinator.config.review import BudgetConfig
from coordinator.models import Usage


def limits(**fields: object) -> BudgetConfig:
    return BudgetConfig.model_validate(fields)


def test_without_limits_nothing_is_refused() -> None:
    purse = BudgetTracker(limits())
    assert [purse.reserve(f"{n}", "x" * 10_000) for n in range(100)] == [""] * 100


def test_parallel_reservations_count_before_they_are_settled() -> None:
    purse = BudgetTracker(limits(usd="0.60", unknown_ask_usd="0.25"))
    assert [bool(purse.reserve(key, "")) for key in "abc"] == [False, False, True]


def test_settling_gives_back_what_was_not_used() -> None:
    purse = BudgetTracker(limits(usd="0.60", unknown_ask_usd="0.25"))
    for key in "ab":
        purse.reserve(key, "")
        purse.settle(key, Usage(usd=Decimal("0.10")), 1)
    assert purse.reserve("c", "") == ""
    assert purse.spent.usd == Decimal("0.20")


def test_an_unknown_price_stays_as_reserved() -> None:
    purse = BudgetTracker(limits(usd="1", unknown_ask_usd="0.25"))
    purse.reserve("a", "")
    purse.settle("a", Usage(), 1)
    assert purse.spent.usd == Decimal("0.25")


def test_an_ask_that_used_nothing_gives_its_reservation_back() -> None:
    purse = BudgetTracker(limits(usd="0.25"))
    purse.reserve("a", "")
    purse.release("a")
    assert purse.reserve("b", "") == ""


def test_what_is_replayed_is_settled_without_a_reservation() -> None:
    purse = BudgetTracker(limits(usd="1"))
    purse.settle("a", Usage(usd=Decimal("0.80"), tokens_in=5), 1)
    assert purse.spent == Spending(usd=Decimal("0.80"), tokens=5, minutes=Decimal(1) / 60)
    assert "of 1 USD for this review" in purse.reserve("b", "")


def test_tokens_are_estimated_from_the_prompt_and_the_reply() -> None:
    purse = BudgetTracker(limits(tokens=3_000))
    assert purse.reserve("a", "x" * 4_000) == ""
    assert "tokens for this review" in purse.reserve("b", "")


def test_minutes_are_bounded() -> None:
    purse = BudgetTracker(limits(minutes="1"))
    purse.settle("a", Usage(), 59)
    assert purse.reserve("b", "") == ""
    purse.settle("b", Usage(), 1)
    assert "of 1 minutes for this review" in purse.reserve("c", "")


def test_the_day_counts_what_others_used() -> None:
    purse = BudgetTracker(limits(usd_per_day="5"), today=lambda: Spending(usd=Decimal("4.80")))
    assert "of 5 USD for today" in purse.reserve("a", "")
    tokens = BudgetTracker(limits(tokens_per_day=10_000), today=lambda: Spending(tokens=9_000))
    assert "tokens for today" in tokens.reserve("a", "")
