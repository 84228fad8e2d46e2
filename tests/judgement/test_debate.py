"""What may change after the first word: only with evidence that is new to the judge's own report, and found."""

from __future__ import annotations

import pytest

from coordinator.judgement.debate import evidence_of, revise_after_debate, revise_after_rework
from coordinator.models import Absence, Evidence
from tests.support.panel_cases import ballot, quote, rubric

OLD, NEW = quote("the first thing it saw"), quote("another thing entirely", source="b.py:4")
NOWHERE = Absence(pattern="openai", where="src/**")


@pytest.mark.parametrize("evidence", [NEW, NOWHERE])
def test_a_change_with_new_found_evidence_stands(evidence: Evidence) -> None:
    before = ballot("X", (4, 4), evidence=[OLD])
    after = ballot("X", (2, 4), evidence=[OLD, evidence], number=1)
    standing = revise_after_debate(before, after, rubric())
    assert [score.score for score in standing.report.scores] == [2, 4]
    assert standing.reverted == ()
    assert standing.overall == 3


@pytest.mark.parametrize(
    "evidence",
    [
        OLD,
        quote("the  first thing\nit saw"),
        quote("first thing it saw"),
        quote("the first thing it saw", source="./a.py:9"),
    ],
)
def test_the_same_evidence_in_other_words_is_not_new(evidence: Evidence) -> None:
    before = ballot("X", (4, 4), evidence=[OLD])
    standing = revise_after_debate(
        before, ballot("X", (2, 4), evidence=[evidence], number=1), rubric()
    )
    assert [score.score for score in standing.report.scores] == [4, 4]
    assert standing.reverted == ("A 4 → 2: no new verified evidence",)


def test_new_evidence_that_is_not_there_changes_nothing() -> None:
    before = ballot("X", (4, 4), evidence=[OLD])
    standing = revise_after_debate(
        before, ballot("X", (2, 2), evidence=[NEW], found="not found", number=1), rubric()
    )
    assert standing.overall == 4
    assert standing.reverted == (
        "A 4 → 2: no new verified evidence (b.py:4: not found)",
        "B 4 → 2: no new verified evidence (b.py:4: not found)",
    )


def test_an_answer_changes_like_a_score() -> None:
    before = ballot("X", (4, 4), evidence=[OLD])
    undone = revise_after_debate(
        before, ballot("X", (4, 4), against=["CK-001"], evidence=[OLD], number=1), rubric()
    )
    assert undone.reverted == ("CK-001 yes → no: no new verified evidence",)
    kept = revise_after_debate(
        before, ballot("X", (4, 4), against=["CK-001"], evidence=[NEW], number=1), rubric()
    )
    assert kept.reverted == ()


def test_the_weight_of_a_score_changes_like_a_score() -> None:
    before = ballot("X", (2, 4), evidence=[OLD])
    kinder = ballot("X", (2, 4), scored="rare", evidence=[OLD], number=1)
    undone = revise_after_debate(before, kinder, rubric())
    assert undone.reverted == (
        "A 2 → 2, in a rare case: no new verified evidence",
        "B 4 → 4, in a rare case: no new verified evidence",
    )
    assert undone.overall == 3
    shown = ballot("X", (2, 4), scored="rare", evidence=[NEW], number=1)
    assert revise_after_debate(before, shown, rubric()).overall == 4


def test_on_rework_a_rare_case_does_not_become_an_ordinary_one() -> None:
    earlier = ballot("X", (2, 4), scored="rare", evidence=[OLD])
    harsher = ballot("X", (2, 4), evidence=[quote("x = 1", source="a.py:3")])
    kept = revise_after_rework(earlier, harsher, ["b.py"], rubric())
    assert kept.reverted == ("A 2, in a rare case → 2: the code behind it is unchanged",)
    assert kept.overall == 4
    assert revise_after_rework(earlier, harsher, ["a.py"], rubric()).overall == 3


def test_what_was_seen_in_an_earlier_round_is_not_new_in_a_later_one() -> None:
    first = ballot("X", (4, 4), evidence=[OLD])
    second = revise_after_debate(first, ballot("X", (3, 4), evidence=[NEW], number=1), rubric())
    third = revise_after_debate(second, ballot("X", (5, 4), evidence=[OLD], number=2), rubric())
    assert [score.score for score in third.report.scores] == [3, 4]


def test_a_peers_quote_is_new_to_whoever_had_not_given_it() -> None:
    peer = ballot("Y", (2, 2), evidence=[NEW])
    before = ballot("X", (4, 4), evidence=[OLD])
    after = ballot("X", (2, 4), evidence=evidence_of(peer.report), number=1)
    assert revise_after_debate(before, after, rubric()).reverted == ()


def test_on_rework_a_score_falls_only_with_the_code() -> None:
    earlier = ballot("X", (4, 4), evidence=[OLD])
    harsher = ballot("X", (2, 4), evidence=[quote("x = 1", source="a.py:3")])
    assert revise_after_rework(earlier, harsher, ["b.py"], rubric()).overall == 4
    assert revise_after_rework(earlier, harsher, ["a.py"], rubric()).overall == 3


def test_on_rework_a_score_may_always_rise() -> None:
    earlier = ballot("X", (2, 2), evidence=[OLD])
    assert (
        revise_after_rework(earlier, ballot("X", (4, 4), evidence=[OLD]), [], rubric()).overall == 4
    )
