"""Criteria come from the request: what quotes it binds, and what does not is advice or left out."""

from __future__ import annotations

import json
from typing import Any

import pytest

from coordinator.judgement.rubric import general_rubric, overall, read_criteria
from coordinator.models import Issue, Rubric, Score
from coordinator.parsing.report import Unreadable

REQUEST = """Dark mode

- The *settings page* must have a switch for it.
- It is kept
  after a restart.

暗色模式要有开关
"""
SWITCH = "The *settings page* must have a switch"


def item(quote: str, importance: str = "essential", number: int = 1) -> dict[str, Any]:
    return {"id": f"CK-{number:03}", "question": f"Question {number}?", "importance": importance, "quote": quote}


def dimension(quote: str, name: str = "Care", weight: str = "1") -> dict[str, Any]:
    anchors = {"contrast": "c", "score_2": "two", "score_3": "three", "score_4": "four"}
    return {"name": name, "description": "how", "weight": weight, "quote": quote, "anchors": anchors}


def criteria(items: list[dict[str, Any]], *dimensions: dict[str, Any]) -> Rubric | Unreadable:
    given = {"checklist": items, "rubric_dimensions": dimensions or [dimension(SWITCH)]}
    return read_criteria(json.dumps(given), REQUEST)


def binding(*items: dict[str, Any]) -> list[bool]:
    read = criteria([item(SWITCH, number=99), *items])
    assert isinstance(read, Rubric), read
    return [each.binding for each in read.checklist[1:]]


@pytest.mark.parametrize("importance", ["essential", "important", "pitfall"])
@pytest.mark.parametrize(
    "quote", [SWITCH, "It is kept after a restart", "page* must … restart.", "Dark mode", "要有开关"]
)
def test_words_of_the_request_bind(importance: str, quote: str) -> None:
    assert binding(item(quote, importance)) == [True]


@pytest.mark.parametrize("importance", ["essential", "important", "pitfall"])
@pytest.mark.parametrize(
    "quote", ["", "It comes with a test", "must", "must have", "mode", "The settings page must not"]
)
def test_other_words_and_generic_ones_do_not(importance: str, quote: str) -> None:
    assert binding(item(quote, importance)) == [False]


def test_what_is_optional_is_advice_whatever_it_quotes() -> None:
    assert binding(item(SWITCH, "optional")) == [False]


def test_a_dimension_without_a_demand_is_left_out_and_its_weight_with_it() -> None:
    read = criteria(
        [item(SWITCH)], dimension(SWITCH, "A", "0.2"), dimension("", "B", "0.3"), dimension(SWITCH, "C", "0.5")
    )
    assert isinstance(read, Rubric)
    assert [each.name for each in read.dimensions] == ["A", "C"]
    assert [each.name for each in read.left_out] == ["B"]
    assert overall(read, [Score(dimension="A", score=5), Score(dimension="C", score=5)]) == 5
    assert Rubric.model_validate_json(read.model_dump_json()) == read


@pytest.mark.parametrize(
    ("items", "dimensions", "cause"),
    [
        (
            [item("a test"), item("", number=2)],
            [dimension(SWITCH)],
            "no essential item quotes the request: CK-001: the quote 'a test' is not in it; CK-002: there is no quote",
        ),
        (
            [item(SWITCH, "important"), item(SWITCH, "pitfall", 2)],
            [dimension(SWITCH)],
            "no essential item quotes the request: there is no essential item",
        ),
        (
            [item("must have")],
            [dimension(SWITCH)],
            "no essential item quotes the request: "
            "CK-001: the quote 'must have' is shorter than 3 words and no whole line of it",
        ),
        (
            [item(SWITCH)],
            [dimension("the style guide", weight="0.5"), dimension("", "Reach", "0.5")],
            "no dimension quotes the request: Care: the quote 'the style guide' is not in it; Reach: there is no quote",
        ),
    ],
)
def test_criteria_that_quote_nothing_are_no_criteria(
    items: list[dict[str, Any]], dimensions: list[dict[str, Any]], cause: str
) -> None:
    assert criteria(items, *dimensions) == Unreadable(cause=cause)


def test_the_general_criteria_quote_the_title_and_bind() -> None:
    general = general_rubric(Issue(key="B-1", title="Dark mode", text="Please."))
    assert {each.quote for each in general.checklist} == {each.quote for each in general.dimensions} == {"Dark mode"}
    assert all(each.binding for each in general.checklist)
