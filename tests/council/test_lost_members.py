"""Councils in which members no longer answer: the others go on, and claim less."""

from __future__ import annotations

from pathlib import Path

import pytest

from coordinator.council.council import planner_for
from coordinator.council.lost_members import missing_quorum
from coordinator.council.records import CouncilRound, Proposals, ProposalVersion
from coordinator.parsing.shapes import Proposal
from tests.support.councils import (
    FOR_ANN,
    MEMBERS,
    OPEN,
    closing,
    failing,
    fatal,
    hold_council,
    keeping,
    line,
    proposing,
    result,
    revision,
    text_of,
    vote,
    voting,
)
from tests.support.reviews import Line

PAIR = {"Ann": "a loop", "Bob": "a generator"}
EACH_OTHER = {"Ann": {"Bob": 8}, "Bob": {"Ann": 8}}


def of_cid(kind: str) -> list[Line]:
    """Return the replies of a member that is dead, slow, or talks nonsense."""
    asks = [("propose", 1), ("vote", 1), ("revise", 2), ("vote", 2)]
    if kind == "late":
        return [failing("Cid", purpose, number, "late") for purpose, number in asks]
    if kind == "nonsense":
        return [line("Cid", purpose, number, "I like turtles.") for purpose, number in asks]
    return []


def pair_replies(ann: str = "", bob: str = "") -> list[Line]:
    """Return the replies of Ann and Bob, and the proposals that they adopt in the second round."""
    return [
        *proposing(PAIR),
        *voting(1, EACH_OTHER),
        line("Ann", "revise", 2, revision(adopt=ann)),
        line("Bob", "revise", 2, revision(adopt=bob)),
        *closing(("Ann", "Bob")),
    ]


@pytest.mark.parametrize("kind", ["dead", "late", "nonsense"])
def test_two_of_three_agree_if_one_gives_up_its_proposal(tmp_path: Path, kind: str) -> None:
    replies = [*pair_replies(bob="{{letter of Ann}}"), *of_cid(kind)]
    council = hold_council(tmp_path, replies)
    assert (council.outcome, len(council.rounds)) == ("agreed", 2)
    decision = result(council)["decision"]
    assert (decision["proposal"], decision["author"]) == ("Ann/1", "Ann")
    assert (decision["claim"], list(decision["lost"])) == ("reduced", ["Cid"])
    assert council.decision_text.endswith(", without Cid: a reduced claim")
    assert "Reduced claim: Cid no longer answered (" in text_of(council, "spec.md")
    assert council.ended is not None
    assert council.ended.why == "the only two members left stand for Ann/1, without Cid"


def test_two_of_three_that_keep_their_proposals_end_without_another_vote(tmp_path: Path) -> None:
    council = hold_council(tmp_path, pair_replies())
    assert council.ended is not None
    assert (council.outcome, council.ended.end) == ("escalated", "cannot be won")
    assert council.ended.round == 2
    assert council.rounds[1].votes == {}


def test_two_that_give_up_for_each_other_keep_both_proposals(tmp_path: Path) -> None:
    council = hold_council(tmp_path, pair_replies("{{letter of Bob}}", "{{letter of Ann}}"))
    assert council.outcome == "escalated"
    assert set(council.options.values()) == {"Ann/1", "Bob/1"}


def test_three_of_four_agree_by_their_votes(tmp_path: Path) -> None:
    replies = [*proposing(), *voting(1, FOR_ANN), *closing()]
    council = hold_council(tmp_path, replies, seats=(*MEMBERS, "Dan"))
    assert (council.outcome, len(council.rounds)) == ("agreed", 1)
    decision = result(council)["decision"]
    assert (decision["claim"], list(decision["lost"])) == ("reduced", ["Dan"])


def test_one_missing_vote_is_no_lost_member(tmp_path: Path) -> None:
    replies = [
        *proposing(OPEN | {"Dan": "a table"}),
        *voting(1, {member: dict(scores) | {"Dan": 3} for member, scores in FOR_ANN.items()}),
        *keeping(2, members=(*MEMBERS, "Dan")),
        *voting(2, {member: dict(scores) | {"Dan": 3} for member, scores in FOR_ANN.items()}),
        line("Dan", "vote", 2, vote({"Ann": 9, "Bob": 4, "Cid": 4})),
        *closing((*MEMBERS, "Dan")),
    ]
    council = hold_council(tmp_path, replies, seats=(*MEMBERS, "Dan"))
    assert council.rounds[0].short_of == ("the leader has a share of 66.67; 75.00 is needed",)
    assert (council.outcome, len(council.rounds)) == ("agreed", 2)
    assert result(council)["decision"]["claim"] == "full"


def test_a_fatal_concern_of_a_lost_member_still_stands(tmp_path: Path) -> None:
    """Cid calls the proposal of Ann broken and falls silent. Then nobody can agree on it."""
    split = {"Ann": {"Bob": 5, "Cid": 4}, "Bob": {"Ann": 5, "Cid": 6}}
    against = vote({"Ann": 2, "Bob": 5}, concern=fatal("It loses data."))
    replies = [
        *proposing(),
        *voting(1, split),
        line("Cid", "vote", 1, against),
        *keeping(2, members=("Ann", "Bob"), dissenters=("Ann", "Bob")),
        *voting(2, split),
        line("Bob", "revise", 3, revision(adopt="{{letter of Ann}}")),
        line("Ann", "revise", 3, revision()),
        *closing(("Ann", "Bob")),
    ]
    council = hold_council(tmp_path, replies)
    assert council.outcome == "escalated"
    assert council.decision is None


def test_a_quorum_has_two_makers_if_the_council_has() -> None:
    makers = {"A": "openai", "B": "openai", "C": "anthropic"}
    assert missing_quorum("AC", "ABC", makers) == ""
    assert missing_quorum("AB", "ABC", makers).startswith("only models of one maker voted: openai")
    assert missing_quorum("AB", "ABC", {"A": "openai", "B": "openai"}) == ""
    assert missing_quorum("A", "ABC", {}) == "1 of 3 members voted, 2 are needed"
    assert missing_quorum("AB", "ABCDE", {}) == "2 of 5 members voted, 3 are needed"


def test_another_member_writes_the_plan_of_a_lost_author() -> None:
    proposal = Proposal(
        name="n", approach="a", code="c", language="python", pros=("p",), cons=("c",)
    )
    slate = Proposals(entries=(ProposalVersion(author="Cid", version=1, proposal=proposal),))
    rounds = [CouncilRound(number=1, slate=slate, refiner="Bob")]
    assert planner_for("Cid/1", rounds, lost=()) == "Cid"
    assert planner_for("Cid/1", rounds, lost=("Cid",)) == "Bob"
