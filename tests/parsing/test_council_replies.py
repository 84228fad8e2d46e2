"""Replies of a council's members: what is read from them, and what is refused with a cause."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coordinator.models import Value
from coordinator.parsing.blocks import ReplyKind, read_block
from coordinator.parsing.council_replies import unmask
from coordinator.parsing.fields import plain
from coordinator.parsing.shapes import (
    CODE,
    DEFECT,
    NAME,
    POINT,
    Concern,
    Example,
    Plan,
    PlanStep,
    Proposal,
    ProposalRevision,
    Rating,
    Synthesis,
    Vote,
)
from tests.support.proposals import PLAN, PROPOSAL, STEP, SYNTHESIS, revision, said, vote
from tests.support.reading import (
    Unreadable,
    read_plan,
    read_proposal,
    read_revision,
    read_synthesis,
    read_vote,
)

WORD = "kestrel7"
LABELS = ("P1", "P2", "P3")
VOTE = vote("P2", P1=5, P2=9, P3=9)


def a_vote(text: str, reference: str = "") -> Vote | Unreadable:
    return read_vote(text, LABELS, reference=reference)


def a_revision(text: str, reference: str = "") -> ProposalRevision | Unreadable:
    return read_revision(text, must_name_defect=False, reference=reference)


def a_dissent(text: str) -> ProposalRevision | Unreadable:
    return read_revision(text, must_name_defect=True)


def cause(read: Value) -> str:
    assert isinstance(read, Unreadable), read
    return read.cause


# -- what is read


def test_a_proposal_is_read_whole_and_its_code_as_it_is() -> None:
    code = "    indented first line\n\nlast line  \n"
    assert read_proposal(said(PROPOSAL | {"code": code, "language": "Python"})) == Proposal(
        name="Token bucket",
        approach="Refill a counter by the clock and take from it.",
        code=code,
        language="python",
        complexity="O(1) in time and space",
        tradeoffs=("bursts are let through",),
        risks=("the clock may go back",),
        pros=("one counter a key",),
        cons=("not exact over a sliding minute",),
        tests=(Example(input="allow(full)", output="True"),),
    )


def test_what_a_proposal_need_not_say_is_empty() -> None:
    optional = ("complexity", "tradeoffs", "risks", "tests")
    read = read_proposal(
        said({key: value for key, value in PROPOSAL.items() if key not in optional})
    )
    assert isinstance(read, Proposal)
    assert (read.complexity, read.tradeoffs, read.risks, read.tests) == ("", (), (), ())


def test_a_test_case_keeps_its_white_space_and_may_have_no_input() -> None:
    read = read_proposal(
        said(PROPOSAL | {"tests": [{"input": "", "output": " 1\n"}, {"input": 5, "output": 25}]})
    )
    assert isinstance(read, Proposal)
    assert read.tests == (Example(input="", output=" 1\n"), Example(input="5", output="25"))


def test_a_vote_is_read_in_the_order_of_the_labels() -> None:
    read = a_vote(said(VOTE | {"ratings": VOTE["ratings"][::-1]}))
    assert read == Vote(
        choice="P2",
        confidence="high",
        reasoning="It is the simplest.",
        ratings=tuple(
            Rating(
                label=p, score=s, strengths=("s",), concerns=(Concern(severity="minor", text="c"),)
            )
            for p, s in zip(LABELS, (5, 9, 9), strict=True)
        ),
    )


def test_a_vote_unmasked_names_the_proposals_behind_its_labels() -> None:
    read = a_vote(said(VOTE))
    assert isinstance(read, Vote)
    named = unmask(read, {"P1": "ann/1", "P2": "bob/2", "P3": "cid/1"})
    assert named.choice == "bob/2"
    assert [(rating.label, rating.score) for rating in named.ratings] == [
        ("ann/1", 5),
        ("bob/2", 9),
        ("cid/1", 9),
    ]


def test_a_revision_keeps_a_proposal_or_gives_another() -> None:
    assert a_revision(said(revision(None))) == ProposalRevision(keep=True)
    other = a_revision(said(revision(PROPOSAL, "it loses calls")))
    assert other == ProposalRevision(keep=False, defect="it loses calls", proposal=proposal())


def proposal() -> Proposal:
    read = read_proposal(said(PROPOSAL))
    assert isinstance(read, Proposal)
    return read


def test_a_dissenter_may_keep_its_proposal_but_must_name_the_defect() -> None:
    assert a_dissent(said(revision(None, "it loses calls"))) == ProposalRevision(
        keep=True, defect="it loses calls"
    )
    assert cause(a_dissent(said(revision(None)))) == "line 2: defect is missing"


def test_a_synthesis_and_a_plan_are_read_whole() -> None:
    assert read_synthesis(said(SYNTHESIS)) == Synthesis(
        summary="Two of three prefer the bucket.",
        agreements=("state lives in one place",),
        disagreements=("whether bursts are harmful",),
        acceptance=("a full bucket lets one call through",),
        guidelines=("use a monotonic clock",),
    )
    step = PlanStep.model_validate(STEP)
    assert read_plan(said(PLAN)) == Plan(
        objectives=("limit calls by key",),
        steps=(
            step,
            step.model_copy(update={"title": "Wire it"}),
            step.model_copy(update={"title": "Measure it", "files": ()}),
        ),
        tests=("unit tests of take and refill",),
        risks=("the clock: use a monotonic one",),
        rollback="Turn the limit off in the settings.",
    )


Reader = Callable[[str, str], Value]
READERS: dict[str, tuple[Reader, dict[str, Any]]] = {
    "proposal": (lambda text, reference: read_proposal(text, reference=reference), PROPOSAL),
    "vote": (a_vote, VOTE),
    "revision": (a_revision, revision(PROPOSAL, "it loses calls")),
    "synthesis": (lambda text, reference: read_synthesis(text, reference=reference), SYNTHESIS),
    "plan": (lambda text, reference: read_plan(text, reference=reference), PLAN),
}


@pytest.mark.parametrize("kind", READERS)
def test_a_reply_is_read_with_its_reference_whatever_stands_around_it(kind: str) -> None:
    read, data = READERS[kind]
    signed = said(data, WORD)
    whole = read(signed, WORD)
    assert not isinstance(whole, Unreadable)
    fenced = f"<think>{said(data)}</think>\nHere it is:\n\n```json\n{signed}\n```\nDone."
    assert read(fenced, WORD) == whole
    assert read(f"{said(data)}\n{signed}", WORD) == whole
    assert "the reference is missing" in cause(read(said(data), WORD))
    assert "the reference is missing" in cause(read(said(data, "other"), WORD))


@pytest.mark.parametrize("kind", READERS)
def test_a_reply_of_another_kind_or_twice_is_refused(kind: str) -> None:
    read, data = READERS[kind]
    assert f"no {kind} in the reply" in cause(read("I agree with everybody.", ""))
    assert f"more than one {kind}" in cause(read(f"{said(data)}\n{said(data)}", ""))
    for other, (_, others) in READERS.items():
        if other != kind:
            assert isinstance(read(said(others, WORD), WORD), Unreadable)


# -- what is refused


def long(limit: int) -> str:
    return "x" * limit


PROPOSALS = [
    ({"name": None}, "name is missing"),
    ({"name": long(NAME)}, "name is too long: 200 characters, fewer than 200 allowed"),
    ({"approach": " "}, "approach is missing"),
    ({"code": " \n"}, "code is missing"),
    ({"code": long(CODE)}, "code is too long: 50000 characters, fewer than 50000 allowed"),
    ({"code": ["a", "b"]}, "code should be text"),
    ({"language": ""}, "language is missing"),
    ({"pros": []}, "pros has 0 entries, at least 1 is needed"),
    ({"cons": None}, "cons has 0 entries, at least 1 is needed"),
    ({"risks": "none"}, "risks should be a list"),
    ({"risks": ["", "b"]}, "an entry of risks should be text"),
    ({"risks": [{"risk": "b"}]}, "an entry of risks should be text"),
    (
        {"tradeoffs": [long(POINT)]},
        "tradeoffs is too long: 1000 characters, fewer than 1000 allowed",
    ),
    ({"tradeoffs": ["t"] * 21}, "tradeoffs has 21 entries, at most 20 are allowed"),
    ({"tests": [{"input": "", "output": ""}]}, "a test case has neither input nor output"),
    ({"tests": [{"input": [1, 2], "output": "3"}]}, "input should be text"),
    ({"tests": ["allow() is True"]}, "an entry of tests should be a mapping"),
]


@pytest.mark.parametrize(("change", "why"), PROPOSALS)
def test_a_proposal_is_refused(change: dict[str, Any], why: str) -> None:
    assert why in cause(read_proposal(said(PROPOSAL | change)))
    inside = revision(PROPOSAL | change)
    assert why in cause(a_revision(said(inside)))


def test_the_longest_code_is_read() -> None:
    read = read_proposal(said(PROPOSAL | {"code": long(CODE - 1)}))
    assert isinstance(read, Proposal)
    assert len(read.code) == CODE - 1


def rated(**change: object) -> list[dict[str, Any]]:
    first, *others = VOTE["ratings"]
    return [first | change, *others]


VOTES = [
    ({"ratings": []}, "no rating of P1, P2, P3"),
    ({"ratings": None}, "no rating of P1, P2, P3"),
    ({"ratings": VOTE["ratings"][:2]}, "no rating of P3"),
    ({"ratings": [*VOTE["ratings"], VOTE["ratings"][0]]}, "more than one rating of 'P1'"),
    ({"ratings": rated(label="P4")}, "label should be one of P1, P2, P3, not 'P4'"),
    ({"ratings": rated(score=8.5)}, "the score of 'P1' is not an integer: 8.5"),
    ({"ratings": rated(score=0)}, "the score of 'P1' is 0, outside its scale 1-10"),
    ({"ratings": rated(score=11)}, "the score of 'P1' is 11, outside its scale 1-10"),
    ({"ratings": rated(score="8/10")}, "the score of 'P1' is not a number"),
    ({"ratings": rated(score="eight")}, "the score of 'P1' is not a number"),
    ({"ratings": rated(score=None)}, "score is missing"),
    (
        {"ratings": rated(concerns=[long(POINT)])},
        "text is too long: 1000 characters, fewer than 1000 allowed",
    ),
    ({"choice": "P1"}, "the choice P1 is rated lower than P2, P3"),
    ({"choice": "P4"}, "choice should be one of P1, P2, P3, not 'P4'"),
    ({"choice": "p2"}, "choice should be one of P1, P2, P3, not 'p2'"),
    ({"choice": ""}, "choice is missing"),
    ({"confidence": "0.9"}, "confidence should be one of high, medium, low, not '0.9'"),
    ({"reasoning": ""}, "reasoning is missing"),
]


@pytest.mark.parametrize(("change", "why"), VOTES)
def test_a_vote_is_refused(change: dict[str, Any], why: str) -> None:
    assert why in cause(a_vote(said(VOTE | change)))


REVISIONS = [
    (revision(PROPOSAL) | {"keep": True}, "keep is true, but another proposal is given"),
    (revision(None) | {"keep": False}, "keep is false, but proposal is missing"),
    (revision(None) | {"keep": "maybe"}, "keep should be one of yes, no, true, false, not 'maybe'"),
    (revision(None) | {"keep": None}, "keep is missing"),
    (revision(None, long(DEFECT)), "defect is too long: 2000 characters, fewer than 2000 allowed"),
    (revision(None) | {"proposal": "the same", "keep": False}, "proposal should be a mapping"),
]


@pytest.mark.parametrize(("data", "why"), REVISIONS)
def test_a_revision_is_refused(data: dict[str, Any], why: str) -> None:
    assert why in cause(a_revision(said(data)))


PLANS = [
    ({"objectives": []}, "objectives has 0 entries, at least 1 is needed"),
    ({"objectives": ["o"] * 6}, "objectives has 6 entries, at most 5 are allowed"),
    ({"steps": [STEP, STEP]}, "steps has 2 entries, at least 3 are needed"),
    ({"steps": [STEP, STEP, STEP | {"expected_output": ""}]}, "expected_output is missing"),
    ({"steps": [STEP, STEP, STEP | {"description": ""}]}, "description is missing"),
    ({"steps": [STEP, STEP, STEP | {"title": ""}]}, "title is missing"),
    ({"steps": [STEP, STEP, STEP | {"files": None}]}, "files is missing"),
    ({"steps": [STEP | {"files": []}] * 3}, "no step names a file"),
    ({"steps": "first this, then that"}, "steps should be a list"),
    ({"tests": []}, "tests has 0 entries, at least 1 is needed"),
    ({"risks": []}, "risks has 0 entries, at least 1 is needed"),
    ({"rollback": ""}, "rollback is missing"),
]


@pytest.mark.parametrize(("change", "why"), PLANS)
def test_a_plan_is_refused(change: dict[str, Any], why: str) -> None:
    assert why in cause(read_plan(said(PLAN | change)))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"summary": ""}, "summary is missing"),
        ({"acceptance": []}, "acceptance has 0 entries, at least 1 is needed"),
        ({"agreements": "all"}, "agreements should be a list"),
    ],
)
def test_a_synthesis_is_refused(change: dict[str, Any], why: str) -> None:
    assert why in cause(read_synthesis(said(SYNTHESIS | change)))


# -- damage


def leaves(data: object) -> list[str]:
    """Every text and number of some data, as texts in lower case."""
    if isinstance(data, dict):
        return [leaf for value in data.values() for leaf in leaves(value)]
    if isinstance(data, list | tuple):
        return [leaf for value in data for leaf in leaves(value)]
    return [str(data).strip().lower()]


@pytest.mark.parametrize("kind", READERS)
def test_a_cut_off_reply_is_refused_wherever_it_ends(kind: str) -> None:
    read, data = READERS[kind]
    text = said(data, WORD)
    for end in range(0, len(text) - 1, 3):
        assert isinstance(read(text[:end], WORD), Unreadable)


@pytest.mark.parametrize("kind", READERS)
def test_damage_is_refused_or_harmless_but_never_invents(kind: str) -> None:
    read, data = READERS[kind]
    text = said(data, WORD)
    dice = random.Random(kind)
    for _ in range(400):
        start = dice.randrange(len(text))
        damaged = (
            text[:start]
            + dice.choice(["", '"', "{", "]", "\n", "9", ","])
            + text[start + dice.randrange(12) :]
        )
        came = read(damaged, WORD)
        if not isinstance(came, Unreadable):
            there = leaves(plain(read_block(damaged, ReplyKind(kind, ()), WORD)))
            invented = [
                leaf
                for leaf in leaves(came.model_dump(exclude_defaults=True))
                if leaf and leaf not in there
            ]
            assert invented == [], damaged


@pytest.mark.parametrize("kind", READERS)
@given(text=st.text(), data=st.data())
def test_no_text_raises(kind: str, text: str, data: st.DataObject) -> None:
    read, whole = READERS[kind]
    field = data.draw(st.sampled_from(sorted(whole)))
    values: st.SearchStrategy[object] = (
        st.none()
        | st.booleans()
        | st.integers()
        | st.text()
        | st.lists(st.text())
        | st.just({"a": [{}]})
    )
    for reply in (text, json.dumps(whole | {field: data.draw(values)})):
        came = read(reply, "")
        assert came == type(came).model_validate_json(came.model_dump_json())
