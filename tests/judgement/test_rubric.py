"""Criteria come from the request: what quotes it binds, and what does not is advice or left out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from coordinator.judgement.rubric import overall
from coordinator.models import Issue, Rubric, Score
from coordinator.panels.records import HumanTask
from coordinator.prompts import general_rubric
from coordinator.views.asks import OpenAsk, problem
from tests.support.reading import Unreadable, read_criteria
from tests.support.repositories import git, new_repository
from tests.support.reviews import (
    JUDGES,
    RUBRIC,
    WORK,
    add_issue,
    deliver,
    judge_line,
    make_config,
    report,
    review_board,
    rubric_line,
    submit,
)

REQUEST = """Dark mode

- The *settings page* must have a switch for it.
- It is kept
  after a restart.

暗色模式要有开关
"""
SWITCH = "The *settings page* must have a switch"


def item(quote: str, importance: str = "essential", number: int = 1) -> dict[str, Any]:
    return {
        "id": f"CK-{number:03}",
        "question": f"Question {number}?",
        "importance": importance,
        "quote": quote,
    }


def dimension(quote: str, name: str = "Care", weight: str = "1") -> dict[str, Any]:
    anchors = {"contrast": "c", "score_2": "two", "score_3": "three", "score_4": "four"}
    return {
        "name": name,
        "description": "how",
        "weight": weight,
        "quote": quote,
        "anchors": anchors,
    }


def criteria(items: list[dict[str, Any]], *dimensions: dict[str, Any]) -> Rubric | Unreadable:
    given = {"checklist": items, "rubric_dimensions": dimensions or [dimension(SWITCH)]}
    return read_criteria(json.dumps(given), REQUEST)


def binding(*items: dict[str, Any]) -> list[bool]:
    read = criteria([item(SWITCH, number=99), *items])
    assert isinstance(read, Rubric), read
    return [each.binding for each in read.checklist[1:]]


@pytest.mark.parametrize("importance", ["essential", "important", "pitfall"])
@pytest.mark.parametrize(
    "quote",
    [SWITCH, "It is kept after a restart", "page* must … restart.", "Dark mode", "要有开关"],
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
        [item(SWITCH)],
        dimension(SWITCH, "A", "0.2"),
        dimension("", "B", "0.3"),
        dimension(SWITCH, "C", "0.5"),
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
            "no essential item quotes the request: CK-001: the request does not contain the quote 'a test'; CK-002: there is no quote",
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
            "CK-001: the quote 'must have' has fewer than 3 words and is not a whole line",
        ),
        (
            [item(SWITCH)],
            [dimension("the style guide", weight="0.5"), dimension("", "Reach", "0.5")],
            "no dimension quotes the request: Care: the request does not contain the quote 'the style guide'; Reach: there is no quote",
        ),
    ],
)
def test_criteria_that_quote_nothing_are_no_criteria(
    items: list[dict[str, Any]], dimensions: list[dict[str, Any]], cause: str
) -> None:
    assert criteria(items, *dimensions) == Unreadable(cause=cause)


def test_the_general_criteria_quote_the_title_and_bind() -> None:
    general = general_rubric(Issue(key="B-1", title="Dark mode", text="Please."))
    assert (
        {each.quote for each in general.checklist}
        == {each.quote for each in general.dimensions}
        == {"Dark mode"}
    )
    assert all(each.binding for each in general.checklist)


def test_a_person_whose_criteria_quote_nothing_is_told_before_the_answer_counts() -> None:
    task = HumanTask(prompt="", person="Eve", at=0, until=1, remind=1)
    ask = OpenAsk(
        run="B-1.1", purpose="rubric", seat="Meta-Judge", round=0, opened=task, request=REQUEST
    )
    given = {"checklist": [item("It comes with a test")], "rubric_dimensions": [dimension(SWITCH)]}
    assert problem(ask, json.dumps(given)).startswith(
        "no essential item quotes the request: CK-001"
    )
    assert problem(ask, json.dumps(given | {"checklist": [item(SWITCH)]})) == ""


# -- the rules of a repository

WANTED = {"id": "CK-003", "question": "Was a test added?", "importance": "essential"}
RULE = "Every change comes with a test."


def criteria_line(quote: str, review: int) -> dict[str, Any]:
    items = [*RUBRIC["checklist"], WANTED | {"quote": quote}]
    return rubric_line(reply=RUBRIC | {"checklist": items}, review=review)


def answers_line(seat: str, tested: str, **more: Any) -> dict[str, Any]:
    said = report((5, 5), **more)
    absent = [{"absent": "def test_", "in": "*.py"}]
    said["checklist"].append(
        {"id": "CK-003", "answer": tested, "evidence": absent if tested == "no" else []}
    )
    return judge_line(seat, said, review=2 if more else 1)


def test_rules_of_the_base_are_part_of_the_request_and_those_of_the_work_are_not(
    tmp_path: Path,
) -> None:
    repo = tmp_path / "repo"
    new_repository(repo)
    deliver(repo, {"docs/RULES.md": f"# Rules\n\n- {RULE}\n"})
    git(repo, "checkout", "--quiet", "-b", "work")
    deliver(repo, WORK | {"docs/RULES.md": "# Rules\n\n- Anything goes here.\n"})
    lines = [criteria_line(RULE, 1), criteria_line("Anything goes here.", 2)]
    lines += [answers_line(seat, "no") for seat in JUDGES]
    lines += [answers_line(seat, "no", rework={"R1": "resolved"}) for seat in JUDGES]
    config = make_config(
        tmp_path / "home", lines, "protocol: judge-with-debate, rules: docs/RULES.md"
    )
    key = add_issue(config, repo)
    submit(config, key)
    (first,) = review_board(config)
    assert first.verdict is not None
    assert first.work is not None
    assert (first.verdict.outcome, first.work.rules) == ("reject", f"# Rules\n\n- {RULE}\n")

    # The same change of the base is another request, for which there is no rubric yet.
    git(repo, "checkout", "--quiet", "main")
    deliver(repo, {"docs/RULES.md": "# Rules\n\n- Names are in English.\n"})
    git(repo, "checkout", "--quiet", "work")
    git(repo, "merge", "--quiet", "--strategy=ours", "--message", "merge", "main")
    submit(config, key)
    second = review_board(config)[-1]
    assert second.rubric is not None
    assert second.rubric.origin == "meta-judge"
    assert [item.binding for item in second.rubric.rubric.checklist] == [True, True, False]
    assert second.verdict is not None
    assert second.verdict.outcome == "accept"


def test_rules_that_are_not_there_are_a_clear_error(tmp_path: Path) -> None:
    repo = tmp_path / "repo"
    new_repository(repo)
    deliver(repo, {"README.md": "x\n"})
    git(repo, "checkout", "--quiet", "-b", "work")
    deliver(repo, WORK | {"RULES.md": RULE})
    config = make_config(tmp_path / "home", [], "protocol: judge-with-debate, rules: RULES.md")
    submit(config, add_issue(config, repo))
    (whole,) = review_board(config)
    assert whole.verdict is not None
    assert whole.verdict.outcome == "error"
    assert (
        "review.rules names RULES.md, which cannot be read in the base" in whole.verdict.explanation
    )
    assert "no such file" in whole.verdict.explanation
