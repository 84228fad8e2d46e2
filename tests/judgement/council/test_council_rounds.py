"""The rounds of a council together: trend, oscillation, stall, and the best single member beside the council."""

from __future__ import annotations

from fractions import Fraction

import pytest

from coordinator.judgement.council.baseline import (
    Baseline,
    BaselineOutcome,
    NoBaseline,
    best_single,
)
from coordinator.judgement.council.convergence import (
    Converged,
    NotYet,
    Thresholds,
    converged,
    oscillates,
    stalled,
    trend,
)
from coordinator.judgement.council.voting import Tally, tally
from tests.support.ballots import ballots

ANN = "A: b=5 c=7*\nB: a=9* c=6\nC: a=8* b=4"
ANN_REVISED = ANN.replace("a=", "a2=")
SPLIT = "A: b=9* c=6\nB: c=9* a=6\nC: a=9* b=6"
BOB = "A: b=9* c=7\nB: a=5 c=7*\nC: a=4 b=8*"
CID = "A: b=4 c=9*\nB: a=5 c=8*\nC: a=7* b=4"


def history(*rounds: str) -> list[Tally]:
    return [tally(ballots(said)) for said in rounds]


@pytest.mark.parametrize(
    ("rounds", "swings"),
    [
        ([], False),
        ([ANN, BOB], False),
        ([ANN, BOB, ANN], True),
        ([ANN, BOB, ANN_REVISED], True),
        ([ANN, ANN_REVISED, ANN_REVISED], False),
        ([ANN, SPLIT, ANN], False),
        ([ANN, SPLIT, BOB, SPLIT, ANN], True),
        ([ANN, BOB, CID], False),
        ([ANN, BOB, CID, ANN], True),
        ([SPLIT, SPLIT, SPLIT], False),
    ],
)
def test_the_lead_oscillates_when_it_comes_back(rounds: list[str], swings: bool) -> None:
    assert oscillates(history(*rounds)) is swings


@pytest.mark.parametrize(
    ("rounds", "stands"),
    [
        ([SPLIT, SPLIT], False),
        ([SPLIT, SPLIT, SPLIT], True),
        ([ANN, SPLIT, SPLIT, SPLIT], True),
        ([SPLIT, SPLIT, ANN], False),
        ([ANN, ANN_REVISED, ANN], True),
        ([ANN, BOB, ANN], False),
    ],
)
def test_a_council_stalls_when_nothing_moves_for_two_rounds(
    rounds: list[str], stands: bool
) -> None:
    assert stalled(history(*rounds)) is stands


def test_members_who_repeat_themselves_and_disagree_have_stalled_where_ai_counsel_sees_convergence() -> (
    None
):
    same = history(SPLIT, SPLIT, SPLIT)
    assert stalled(same)
    assert all(isinstance(converged(each, Thresholds()), NotYet) for each in same)


def test_members_who_newly_agree_improve_where_ai_counsel_sees_divergence() -> None:
    assert trend(history(SPLIT, ANN)) == "improving"
    assert converged(history(SPLIT, ANN)[-1], Thresholds()) == Converged(winner="a")


def test_votes_of_earlier_rounds_are_not_pooled_as_by_ai_counsel() -> None:
    first, last = history(ANN, SPLIT)
    pooled = {proposal: first.votes[proposal] + last.votes[proposal] for proposal in last.votes}
    assert max(pooled, key=lambda proposal: pooled[proposal]) == "a"
    assert last.winner == ""


def moved(share: int, uncertainty: int) -> Tally:
    base = tally(ballots(ANN))
    return base.model_copy(update={"share": Fraction(share), "uncertainty": Fraction(uncertainty)})


@pytest.mark.parametrize(
    ("share", "uncertainty", "goes"),
    [
        (54, 46, "stable"),
        (46, 54, "stable"),
        (55, 50, "improving"),
        (50, 45, "improving"),
        (55, 54, "improving"),
        (45, 50, "diverging"),
        (50, 55, "diverging"),
        (55, 55, "mixed"),
        (45, 45, "mixed"),
    ],
)
def test_a_trend_is_a_change_of_five_points(share: int, uncertainty: int, goes: str) -> None:
    assert trend([moved(0, 0), moved(50, 50), moved(share, uncertainty)]) == goes


@pytest.mark.parametrize(
    ("share", "uncertainty", "stands"), [(1, 1, True), (-1, 1, True), (2, 0, False), (0, -2, False)]
)
def test_a_move_of_two_points_is_no_stall(share: int, uncertainty: int, stands: bool) -> None:
    rounds = [moved(50 + number * share, 50 + number * uncertainty) for number in range(3)]
    assert stalled(rounds) is stands


def test_a_first_round_has_no_trend() -> None:
    assert trend(history(ANN)) == "stable"


# -- the best single member


@pytest.mark.parametrize(
    ("decision", "author", "council"),
    [
        ("a", "A", "kept it"),
        ("a2", "A", "kept it revised"),
        ("b2", "B", "chose another"),
        ("own", "", "chose another"),
        ("", "", "chose nothing"),
    ],
)
def test_the_council_is_held_against_who_was_rated_highest_in_the_first_round(
    decision: str, author: str, council: BaselineOutcome
) -> None:
    found = best_single(ballots(ANN), decision, author)
    assert found == Baseline(
        member="A", proposal="a", mean=Fraction(17, 2), favourite="c", council=council
    )


def test_a_member_that_did_not_vote_can_still_be_the_best_single_one() -> None:
    found = best_single(ballots("A: abstains\nB: a=9* c=6\nC: a=8* b=4"), "a", "A")
    assert isinstance(found, Baseline)
    assert (found.member, found.favourite) == ("A", "")


def test_equal_means_are_decided_by_votes() -> None:
    found = best_single(ballots("A: b=8* c=2\nB: a=8* c=2\nC: a=8* b=8\nD: a=8* b=8 c=7"), "a", "A")
    assert isinstance(found, Baseline)
    assert (found.member, found.mean) == ("A", Fraction(8))


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (SPLIT, "a, b, c have the same rating and the same share of votes"),
        ("A: abstains\nB: abstains", "no member rated a proposal"),
    ],
)
def test_no_single_member_stands_out(said: str, why: str) -> None:
    assert best_single(ballots(said), "a", "A") == NoBaseline(why=why)
