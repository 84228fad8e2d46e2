"""The reports of one judge on the parts of a diff become one: any no is no, and the lowest score counts."""

from __future__ import annotations

from decimal import Decimal
from typing import Literal

import pytest

from coordinator.judgement.part_reports import UNANSWERED, merge_reports
from coordinator.models import Answer, Dimension, Item, Quote, Report, Rubric, Score, Standing
from coordinator.parsing.fields import ParseError

ITEM = Item(id="CK-001", question="Does it greet?", importance="essential")
PITFALL = Item(id="CK-002", question="Are guests invented?", importance="pitfall")
RUBRIC = Rubric(
    checklist=(ITEM, PITFALL),
    dimensions=(Dimension(name="Care", description="How careful?", weight=Decimal(1)),),
)


def quote(text: str) -> Quote:
    return Quote(source="diff", text=text)


def part(
    *answers: Answer, score: int | None = 4, rework: dict[str, Standing] | None = None
) -> Report:
    scores: tuple[Score, ...] = ()
    if score is not None:
        scores = (Score(dimension="Care", score=score, evidence=(quote(f"line {score}"),)),)
    return Report(answers=answers, scores=scores, rework=rework or {})


def said(yes: bool | None, text: str, item: Item = ITEM, case: str = "normal") -> Answer:
    given: Literal["normal", "rare", "leftover"] = "normal"
    if case == "rare":
        given = "rare"
    return Answer(item=item.id, yes=yes, case=given, note=text, evidence=(quote(text),))


def answer(*reports: Report, item: Item = ITEM) -> Answer:
    merged = merge_reports(reports, RUBRIC, ())
    [found] = [each for each in merged.answers if each.item == item.id]
    return found


def test_one_no_is_no_with_the_evidence_of_that_part_alone() -> None:
    found = answer(part(said(True, "fine")), part(said(False, "broken")), part(said(True, "good")))
    assert found == said(False, "broken")


def test_yes_keeps_the_evidence_of_every_part_that_says_so() -> None:
    found = answer(part(said(True, "fine")), part(), part(said(True, "good")))
    assert found.yes
    assert found.note == "fine; good"
    assert found.evidence == (quote("fine"), quote("good"))


def test_a_no_in_the_normal_case_weighs_more_than_a_rare_one() -> None:
    found = answer(part(said(False, "seldom", case="rare")), part(said(False, "always")))
    assert found == said(False, "always")


def test_a_pitfall_in_one_part_is_hit() -> None:
    found = answer(
        part(said(False, "none", PITFALL)), part(said(True, "there", PITFALL)), item=PITFALL
    )
    assert found == said(True, "there", PITFALL)


def test_a_question_that_no_part_answers_has_no_evidence() -> None:
    found = answer(part(), part())
    assert found == Answer(item="CK-001", yes=None, note=UNANSWERED)


def test_the_lowest_score_counts_and_a_dimension_without_a_score_is_an_error() -> None:
    merged = merge_reports([part(score=5), part(score=2), part(score=None)], RUBRIC, ())
    [score] = merged.scores
    assert score.score == 2
    assert score.evidence == (quote("line 2"), quote("line 5"))
    with pytest.raises(ParseError, match="no part of the diff has a score for Care"):
        merge_reports([part(score=None)], RUBRIC, ())


def test_a_low_score_for_something_rare_hides_no_other_score() -> None:
    rare = Report(answers=(), scores=(Score(dimension="Care", score=2, case="rare"),))
    [score] = merge_reports([rare, part(score=3)], RUBRIC, ()).scores
    assert (score.score, score.case) == (3, "normal")


@pytest.mark.parametrize(
    ("given", "merged"),
    [
        (["resolved", None], "resolved"),
        (["resolved", "open"], "open"),
        ([None, None], "open"),
    ],
)
def test_an_earlier_reason_is_resolved_if_a_part_says_so_and_none_objects(
    given: list[Standing | None], merged: Standing
) -> None:
    reports = [part(rework={"R1": each} if each else {}) for each in given]
    assert merge_reports(reports, RUBRIC, ["R1"]).rework == {"R1": merged}
