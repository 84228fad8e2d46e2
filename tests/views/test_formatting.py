"""Numbers and texts as people read them on a page: bounded, honest about what is left out, and unable to steer."""

from __future__ import annotations

from decimal import Decimal

import pytest

from coordinator.parsing.excerpt import bound
from coordinator.views.formatting import LINES, LONGEST_LINE, brief, inert, money, passage, span


def test_what_would_steer_the_eye_is_made_visible() -> None:
    assert inert("a\u202eb\x1b[31mc\u200bd\te\n") == "a\ufffdb\ufffd[31mc\ufffdd\te\n"


def test_a_passage_is_bounded_in_both_directions() -> None:
    text = passage("a\n" * (LINES + 5) + "b" * 1_000)
    assert len(text.lines) == LINES
    assert text.left_out == 6
    assert passage("c" * (LONGEST_LINE + 1)).lines[0].left_out == 1


def test_what_was_cut_before_it_was_recorded_is_counted_too() -> None:
    [line] = passage(bound("z" * 1_000_000, 60_000)).lines
    assert len(line.text) + line.left_out == 1_000_000


def test_a_text_cut_short_says_by_how_much() -> None:
    assert brief("one\n two") == "one two"
    assert brief("x" * 15, 10) == "xxxxxxxxxx … (5 more characters)"
    assert brief("x" * 10_000_000, 10).endswith("(9,999,990 more characters)")


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0.0 s"),
        (9.96, "10.0 s"),
        (59.4, "59 s"),
        (61, "1 min 1 s"),
        (3_700, "1 h 1 min"),
        (90_000, "1 d 1 h"),
    ],
)
def test_a_duration_is_told_in_its_two_largest_units(seconds: float, text: str) -> None:
    assert span(seconds) == text


def test_a_cost_that_is_not_known_is_not_zero() -> None:
    assert [money(None), money(Decimal(0)), money(Decimal("0.0840")), money(Decimal("12.5"))] == [
        "cost unknown",
        "$0.00",
        "$0.084",
        "$12.50",
    ]
