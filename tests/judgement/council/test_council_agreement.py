"""How far a council agrees: a table of rounds, many named after who gets them wrong, and the rounds together."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple, get_args

import pytest
from pydantic import ValidationError

from coordinator.judgement.ballots import show
from coordinator.judgement.council.convergence import (
    Converged,
    Measure,
    NotYet,
    Thresholds,
    converged,
    quorum,
)
from coordinator.judgement.council.voting import Ballots, Tally, tally
from tests.support.ballots import ballots
from tests.support.paths import DOCS

# Who is refuted, or the case; the ballots; the expected ending and figures.
TABLE = """
--- consensus-coder's synthesis: a unanimous 10, 1, 1 is told to continue
A: b=1* c=1
B: a=10* c=1
C: a=10* b=1
= converged a; share 100; uncertainty 0; quality 10

--- consensus-coder's synthesis: nine for everything converges
A: b=9* c=9
B: a=9* c=9
C: a=9* b=9
= not yet preference; share 0; uncertainty 100

--- consensus-coder's synthesis: two opposed favourites, both rated high, converge
A: b=8 c=9* d=8
B: a=9* c=8 d=8
C: a=9* b=8 d=8
D: a=8 b=8 c=9*
= not yet lead; share 66.67; uncertainty 100

--- consensus-coder's synthesis: its voting score is the mean rating, whatever the votes
A: b=10* c=9 d=9 e=9
B: a=9 c=10* d=9 e=9
C: a=9 b=9 d=10* e=9
D: a=9 b=9 c=9 e=10*
E: a=10* b=9 c=9 d=9
= not yet lead; share 25

--- consensus-coder's synthesis: proposals of different quality are called uncertain
A: b=7* c=4 d=1
B: a=10* c=4 d=1
C: a=10* b=7 d=1
D: a=10* b=7 c=4
= converged a; uncertainty 0; agreement 100

--- consensus-coder's synthesis: replies without one number are nearly certain
A: abstains
B: abstains
C: abstains
= not yet preference; share 0; uncertainty 100

--- consensus-coder's synthesis: a missing rating is a 5, so a lone reply has company
A: abstains
B: a=9* c=4
C: abstains
= not yet uncertainty; share 100; uncertainty 100

--- consensus-coder's adapters: two certain voters for different options are 50 sure and 0 uncertain
X: a=10* b=1
Y: a=1 b=10*
= not yet lead; share 50; uncertainty 100

--- consensus-coder's adapters: an unreadable vote goes to the first option
A: b=6 c=8*
B: a=8* c=5
C: abstains
= not yet lead; share 50

--- consensus-coder's adapters: the weight of one of them is dead
A x2: b=4 c=8* d=5 e=5
B: a=8* c=7 d=5 e=5
C: a=8* b=4 d=5 e=5
D: a=7 b=4 c=8* e=5
E: a=7 b=4 c=8* d=5
= converged c; share 80; quality 7.80

--- amiable's strength score: a total cycle is strong
X: a=9* b=6 c=3
Y: b=9* c=6 a=3
Z: c=9* a=6 b=3
= not yet lead; share 33.33; uncertainty 100

--- amiable's strength score: a cycle of three members
A: b=9* c=6
B: c=9* a=6
C: a=9* b=6
= not yet lead; share 50; uncertainty 100

--- amiable's strength score: exactly opposite rankings are strong
X: a=9* b=6 c=3
Y: a=3 b=6 c=9*
= not yet lead; share 50; uncertainty 100

--- amiable's strength score: the unanimity of four is only moderate
W: a=9* b=7 c=5 d=3
X: a=9* b=7 c=5 d=3
Y: a=9* b=7 c=5 d=3
Z: a=9* b=7 c=5 d=3
= converged a; share 100; uncertainty 0; agreement 100; margin 100

--- ai-counsel: one vote more than the others is a consensus
A: b=7 c=7 d=8* e=7
B: a=9* c=8 d=8 e=8
C: a=9* b=8 d=8 e=8
D: a=8 b=9* c=8 e=8
E: a=8 b=8 c=9* d=8
= not yet share; share 50; uncertainty 28.70; agreement 50; flips B C

--- karpathy's mean rank: everybody's second choice comes first
W: a=10* d=8 b=2 c=1
X: b=10* d=8 c=2 a=1
Y: c=10* d=8 a=2 b=1
Z: a=10* d=8 b=2 c=1
= not yet share uncertainty quality; share 50; quality 5.75

--- rubber-duck: any tie is broken
A: b=8* c=5 d=4 e=4
B: a=8* c=5 d=4 e=4
C: a=8* b=7 d=4 e=4
D: a=7 b=8* c=5 e=4
E: a=7 b=7 c=8* d=4
= not yet lead; share 50

--- octopus: the many subtasks that went well are not the opinion of anybody
A: b=10* c=10 d=10
B: a=10* c=10 d=10
C: a=10* b=10 d=10
D: a=10* b=10 c=10
= not yet preference; share 0

--- five members, two of them silent: silence is not consent
A: b=5 c=7* d=5 e=5
B: a=9* c=6 d=5 e=5
C: a=8* b=4 d=5 e=5
D: abstains
E: abstains
= not yet share; share 50; uncertainty 5.56

--- three members need both others
A: b=5 c=7*
B: a=9* c=6
C: a=8* b=4
= converged a; share 100; uncertainty 5.56; quality 8.50; margin 100

--- three members: the leader's author may be silent
A: abstains
B: a=9* c=6
C: a=8* b=4
= converged a; share 100; uncertainty 5.56

--- three members: the leader's author may prefer nothing
A: b=6* c=6
B: a=9* c=6
C: a=8* b=4
= converged a; share 100; undecided A

--- three members: equal ratings are no preference, whatever is chosen
A: b=5 c=7*
B: a=8* c=8
C: a=8* b=4
= not yet lead; share 50; undecided B

--- three members agree on the best, but not that it is good
A: b=5 c=7*
B: a=10* c=6
C: a=2* b=1
= not yet uncertainty; share 100; uncertainty 44.44; quality 6

--- three members agree on the best of a bad lot
A: b=2 c=3*
B: a=5* c=3
C: a=6* b=2
= not yet quality; share 100; uncertainty 5.56; quality 5.50

--- a quality of six is enough
A: b=2 c=3*
B: a=6* c=3
C: a=6* b=2
= converged a; quality 6

--- one point of preference is a preference
A: b=8* c=7
B: a=8* c=7
C: a=8* b=7
= converged a; share 100; uncertainty 0

--- three members and two proposals: who has no choice has no vote, and is not held against anything
A: b=7*
B: a=9*
C: a=9* b=5
= converged a; share 100; undecided A B

--- five members and two proposals: three free votes are enough
A: b=7*
B: a=9*
C: a=9* b=5
D: a=9* b=6
E: a=8* b=4
= converged a; share 100; undecided A B

--- five members and two proposals: two free votes of three are not enough
A: b=7*
B: a=9*
C: a=9* b=5
D: a=9* b=6
E: a=7 b=8*
= not yet share uncertainty; share 66.67; undecided A B

--- one proposal is no choice
A: abstains
B: a=9*
C: a=9*
= not yet preference; share 0

--- four members need all three others
A: b=7* c=6 d=5
B: a=9* c=6 d=5
C: a=9* b=7 d=5
D: a=8 b=7 c=9*
= not yet share; share 66.67

--- five members need three of four
A: b=8* c=6 d=5 e=3
B: a=9* c=6 d=5 e=3
C: a=9* b=8 d=5 e=3
D: a=9* b=8 c=6 e=3
E: a=7 b=8* c=6 d=5
= converged a; share 75; uncertainty 13.89; agreement 83.33; margin 50; dissenters E

--- five members, one of the four silent
A: b=8* c=6 d=5 e=3
B: a=9* c=6 d=5 e=3
C: a=9* b=8 d=5 e=3
D: a=9* b=8 c=6 e=3
E: abstains
= converged a; share 75; uncertainty 0; absent E

--- five members, and the fourth calls the leader broken
A: b=8* c=6 d=5 e=3
B: a=9* c=6 d=5 e=3
C: a=9* b=8 d=5 e=3
D: a=9* b=8 c=6 e=3
E: a=1 b=8* c=6 d=5
= not yet uncertainty; share 75; uncertainty 47.22; agreement 50; quality 7

--- five members, two against two
A: b=8* c=6 d=5 e=3
B: a=9* c=6 d=5 e=3
C: a=9* b=8 d=5 e=3
D: a=7 b=8 c=6 e=9*
E: a=7 b=8 c=6 d=9*
= not yet share uncertainty; share 50; uncertainty 32.41; flips B C

--- seven members need five of six
A: b=7* c=6 d=6 e=5 f=4 g=3
B: a=9* c=6 d=6 e=5 f=4 g=3
C: a=9* b=7 d=6 e=5 f=4 g=3
D: a=9* b=7 c=6 e=5 f=4 g=3
E: a=9* b=7 c=6 d=6 f=4 g=3
F: a=9* b=7 c=6 d=6 e=5 g=3
G: a=8 b=9* c=6 d=6 e=5 f=4
= converged a; share 83.33; dissenters G

--- seven members: four of six are not enough
A: b=7* c=6 d=6 e=5 f=4 g=3
B: a=9* c=6 d=6 e=5 f=4 g=3
C: a=9* b=7 d=6 e=5 f=4 g=3
D: a=9* b=7 c=6 e=5 f=4 g=3
E: a=9* b=7 c=6 d=6 f=4 g=3
F: a=8 b=9* c=6 d=6 e=5 g=3
G: a=8 b=9* c=6 d=6 e=5 f=4
= not yet share; share 66.67; dissenters F G

--- all agree on the best and on nothing else
A: b=1 c=8* d=4 e=6
B: a=9* c=1 d=8 e=5
C: a=9* b=8 d=1 e=7
D: a=9* b=2 c=8 e=1
E: a=9* b=7 c=2 d=8
= converged a; share 100; uncertainty 0; agreement 100

--- generous and severe raters who agree
A: b=8* c=7 d=6
B: a=10* c=9 d=8
C: a=6* b=4 d=3
D: a=8* b=6 c=5
= converged a; share 100; uncertainty 14.81; quality 8

--- two proposals rated best: the choice between them counts
A: b=9* c=9 d=2
B: a=9* c=9 d=2
C: a=9* b=9 d=2
D: a=9* b=8 c=8
= converged a; share 100; uncertainty 16.67; agreement 66.67

--- a heavy vote counts as configured
A: b=5 c=7*
B x3: a=9* c=6
C: a=7 b=8*
= converged a; share 75; uncertainty 23.61; flips B

--- a heavy vote alone is one opinion
A: b=5 c=7*
B x9: a=9* c=6
C: abstains
= not yet uncertainty; share 90; uncertainty 100

--- an alternative of the same author in a later round
A: b=4 c=5*
B: a=7 a2=9* c=6
C: a=6 a2=8* b=4
= converged a2; share 100; uncertainty 5.56; agreement 100
"""


class Row(NamedTuple):
    """One round of the table."""

    case: str
    ballots: Ballots
    ending: str
    figures: dict[str, str]


def rows(table: str) -> list[Row]:
    found = re.findall(r"^--- (.+)\n((?:.+\n)+?)= (.+)$", table, re.MULTILINE)
    return [
        Row(case, ballots(said), ending, dict(figure.strip().split(" ", 1) for figure in figures))
        for case, said, (ending, *figures) in (
            (case, said, expected.split(";")) for case, said, expected in found
        )
    ]


def ending(counted: Tally) -> str:
    result = converged(counted, Thresholds())
    if isinstance(result, Converged):
        return f"converged {result.winner}"
    return " ".join(["not yet", *(reason.measure for reason in result.reasons)])


def shown(value: object) -> str:
    if isinstance(value, tuple):
        return " ".join(value)
    return show(value).removesuffix(".00") if isinstance(value, Fraction) else str(value)


@pytest.mark.parametrize("row", rows(TABLE), ids=lambda row: row.case)
def test_a_round_comes_to_its_figures(row: Row) -> None:
    counted = tally(row.ballots)
    assert ending(counted) == row.ending
    assert {name: shown(getattr(counted, name)) for name in row.figures} == row.figures


def test_the_table_is_large_and_every_measure_stops_some_round() -> None:
    table = rows(TABLE)
    assert len(table) == TABLE.count("---") >= 30
    stopped = {
        measure
        for row in table
        if row.ending.startswith("not")
        for measure in row.ending.split()[2:]
    }
    assert stopped == set(get_args(Measure)) - {"concern"}  # which no ballot has


def test_something_fatal_keeps_any_round_from_agreement() -> None:
    counted = tally(ballots("A: b=1* c=1\nB: a=10* c=1\nC: a=10* b=1"))
    assert isinstance(converged(counted, Thresholds()), Converged)
    blocked = converged(counted, Thresholds(), "B raises a fatal concern: it loses data")
    assert isinstance(blocked, NotYet)
    assert [(each.measure, each.text) for each in blocked.reasons] == [
        ("concern", "B raises a fatal concern: it loses data")
    ]


# -- what ballots cannot say


@pytest.mark.parametrize(
    "said",
    [
        pytest.param(
            "A: a=9* b=2\nB: a=9*\nC: a=9* b=3", id="karpathy's self-ranking: a rating of one's own"
        ),
        pytest.param("A: b=9*\nB: a=8*\nC x0: a=9* b=1", id="a weight of nothing"),
    ],
)
def test_such_ballots_are_refused(said: str) -> None:
    with pytest.raises(ValidationError):
        ballots(said)


def test_a_vote_of_somebody_who_is_no_member_is_refused_unlike_octopus_chair() -> None:
    whole = ballots("A: b=5 c=7*\nB: a=9* c=6\nC: a=8* b=4")
    with pytest.raises(ValidationError, match="C votes, but is not a member"):
        Ballots(members=("A", "B"), authors=whole.authors, votes=whole.votes)


def test_a_weight_of_somebody_who_is_no_member_is_refused() -> None:
    with pytest.raises(ValidationError, match="only members have weights, not Z"):
        Ballots(members=("A", "B"), authors={}, votes={}, weights={"Z": Fraction(1)})


def test_a_choice_that_is_not_rated_is_refused() -> None:
    vote = (
        ballots("A: b=5 c=7*\nB: a=9* c=6\nC: a=8* b=4")
        .votes["A"]
        .model_copy(update={"choice": "d"})
    )
    with pytest.raises(ValidationError, match="must rate each proposal once"):
        Ballots(members=("A",), authors={"b": "B", "c": "C", "d": "D"}, votes={"A": vote})


def test_confidence_in_words_counts_for_nothing_unlike_in_rubber_duck() -> None:
    said = "A: b=5 c=7*\nB: a=9* c=6\nC: a=8* b=4"
    assert tally(ballots(said, "low")) == tally(ballots(said, "high"))


def test_thresholds_keep_to_their_ranges_and_their_edges_are_enough() -> None:
    counted = tally(ballots("A: b=5 c=7*\nB x3: a=9* c=6\nC: a=7 b=8*"))
    assert counted.quality is not None
    edge = Thresholds(share=counted.share, uncertainty=counted.uncertainty, quality=counted.quality)
    assert converged(counted, edge) == Converged(winner="a")
    beyond = edge.model_copy(update={"share": edge.share + Fraction(1, 100)})
    assert isinstance(converged(counted, beyond), NotYet)
    with pytest.raises(ValidationError):
        Thresholds(share=Fraction(49))
    with pytest.raises(ValidationError):
        Thresholds(uncertainty=Fraction(51))


def test_what_keeps_a_round_from_agreement_is_said_in_words() -> None:
    result = converged(tally(ballots("A: b=2 c=3*\nB: a=5* c=3\nC: a=4 b=5*")), Thresholds())
    assert isinstance(result, NotYet)
    assert [reason.text for reason in result.reasons] == [
        "a, b, c have the same share of the votes"
    ]
    result = converged(tally(ballots("A: b=3* c=3\nB: a=9* c=3\nC: a=4* b=4")), Thresholds())
    assert isinstance(result, NotYet)
    assert [reason.text for reason in result.reasons] == [
        "the leader has a share of 50.00; 75.00 is needed",
        "uncertainty is 52.78; at most 30.00 is allowed",
    ]


def test_the_ranking_goes_by_share_then_by_rating_and_equals_share_a_place() -> None:
    ranking = tally(
        ballots("A: b=5 c=7* d=5\nB: a=9* c=6 d=4\nC: a=8* b=4 d=3\nD: a=8* b=3 c=2")
    ).ranking
    assert [(each.place, each.proposal) for each in ranking] == [
        (1, "a"),
        (2, "c"),
        (3, "b"),
        (3, "d"),
    ]
    assert [shown(each.mean) for each in ranking] == ["8.33", "5", "4", "4"]


@pytest.mark.parametrize(("members", "needed"), [(2, 2), (3, 2), (4, 2), (5, 3), (6, 3), (7, 4)])
def test_a_quorum_is_half_of_the_members_and_at_least_two(members: int, needed: int) -> None:
    assert quorum(members) == needed


# -- the page

PAGE = (DOCS / "council.md").read_text(encoding="utf-8")


def cells(first: str) -> list[list[str]]:
    """The rows of the table of the page whose first column is called so."""
    [table] = re.findall(rf"^\| {first} \|.*\n\|[-|]+\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in table.splitlines()]


def test_the_worked_example_of_the_page_comes_to_its_figures() -> None:
    [example] = re.findall(r"^```ballots\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    counted = tally(ballots(example))
    figures = {
        **{f"share of {each.proposal}": shown(each.share) for each in counted.ranking},
        "winner": counted.winner,
        "agreement": shown(counted.agreement).replace("None", "unknown"),
        f"spread of {counted.winner}": shown(counted.ranking[0].spread),
        "uncertainty": shown(counted.uncertainty),
        "quality": shown(counted.quality),
        "margin": shown(counted.margin),
        "stable": "yes" if counted.stable else "no",
        "result": ending(counted).split()[0],
    }
    assert {figure: value for figure, _, value in cells("figure")} == figures


def test_what_the_page_says_about_an_abstention_in_the_example_is_so() -> None:
    [example] = re.findall(r"^```ballots\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    without = re.sub(r"^Cid: .*$", "Cid: abstains", example, flags=re.MULTILINE)
    assert tally(ballots(without)).share == 50
    assert ending(tally(ballots(without))).startswith("not yet")
    assert "Had Cid abstained, the share would be 50" in PAGE


def test_the_page_says_how_many_votes_a_share_of_75_is() -> None:
    for members, others, needed in ([int(cell) for cell in row] for row in cells("members")):
        assert others == members - 1
        assert (
            Fraction(100 * (needed - 1), others)
            < Thresholds().share
            <= Fraction(100 * needed, others)
        )


def test_the_page_names_the_thresholds() -> None:
    share, uncertainty, quality = (shown(value) for _, value in Thresholds())
    said = f"share of at least {share}, an uncertainty of at most {uncertainty} and a quality\nof at least {quality}"
    assert said in PAGE
