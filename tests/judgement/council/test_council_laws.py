"""What holds of the arithmetic of a council for any ballots at all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from hypothesis import assume, given
from hypothesis import strategies as st

from coordinator.judgement.council.convergence import Converged, Thresholds, converged
from coordinator.judgement.council.voting import Ballots, Ranked, Tally, tally
from coordinator.parsing.shapes import Rating, Vote

SCORES = st.integers(1, 10)
WEIGHTS = st.sampled_from([Fraction(1, 2), Fraction(1), Fraction(3)])
Scores = Mapping[str, int]


def vote(scores: Scores, choice: str) -> Vote:
    ratings = tuple(Rating(label=label, score=score) for label, score in scores.items())
    return Vote(choice=choice, confidence="medium", reasoning="", ratings=ratings)


def scores_of(one: Vote) -> dict[str, int]:
    return {rating.label: rating.score for rating in one.ratings}


@st.composite
def rounds(draw: st.DrawFn) -> Ballots:
    """Three to six members, of whom at least one has a proposal; some weigh more, some abstain."""
    members = "ABCDEF"[: draw(st.integers(3, 6))]
    authors = {author.lower(): author for author in members if draw(st.integers(0, 4))}
    votes = {}
    for member in members:
        shown = [proposal for proposal, author in authors.items() if author != member]
        silent = draw(st.integers(0, 5)) == 0
        if shown and not silent:
            scores = {proposal: draw(SCORES) for proposal in shown}
            best = [proposal for proposal in shown if scores[proposal] == max(scores.values())]
            votes[member] = vote(scores, draw(st.sampled_from(best)))
    weights = {member: draw(WEIGHTS) for member in members} if draw(st.booleans()) else {}
    return Ballots(members=tuple(members), authors=authors, votes=votes, weights=weights)


def with_votes(ballots: Ballots, votes: Mapping[str, Vote]) -> Ballots:
    return Ballots.model_validate({**dict(ballots), "votes": dict(votes)})


def revoted(ballots: Ballots, changes: Mapping[str, Vote]) -> Ballots:
    return with_votes(ballots, ballots.votes | dict(changes))


def silenced(ballots: Ballots, member: str) -> Ballots:
    return with_votes(
        ballots, {voter: cast for voter, cast in ballots.votes.items() if voter != member}
    )


# -- bounds


@given(rounds())
def test_every_figure_stays_on_its_scale(ballots: Ballots) -> None:
    counted = tally(ballots)
    for figure in (counted.share, counted.uncertainty, *(each.share for each in counted.ranking)):
        assert 0 <= figure <= 100
    for maybe in (counted.agreement, *(each.spread for each in counted.ranking)):
        assert maybe is None or 0 <= maybe <= 100
    for mean in (each.mean for each in counted.ranking):
        assert mean is None or 1 <= mean <= 10
    assert counted.margin <= counted.share


@given(rounds())
def test_every_member_stands_somewhere_and_nobody_twice(ballots: Ballots) -> None:
    counted = tally(ballots)
    groups = [counted.supporters, counted.dissenters, counted.undecided, counted.absent]
    placed = [member for group in groups for member in group]
    assert len(placed) == len(set(placed))
    if counted.winner:
        assert set(ballots.members) - set(placed) <= {counted.author}
        assert set(counted.flips) <= set(counted.supporters)
    else:
        assert counted.uncertainty == 100
        assert not isinstance(converged(counted, Thresholds()), Converged)


@given(rounds())
def test_a_tally_survives_being_written_down(ballots: Ballots) -> None:
    counted = tally(ballots)
    assert Tally.model_validate_json(counted.model_dump_json()) == counted


# -- symmetry


def renamed(
    ballots: Ballots, members: Callable[[str], str], proposals: Callable[[str], str]
) -> Ballots:
    """The same round with other names, in another order."""
    backwards = reversed(list(ballots.votes.items()))
    votes = {
        members(member): vote(
            {proposals(p): s for p, s in scores_of(cast).items()}, proposals(cast.choice)
        )
        for member, cast in backwards
    }
    return Ballots(
        members=tuple(members(member) for member in reversed(ballots.members)),
        authors={proposals(p): members(m) for p, m in reversed(list(ballots.authors.items()))},
        votes=votes,
        weights={members(member): weight for member, weight in ballots.weights.items()},
    )


def unordered(
    counted: Tally, members: Callable[[str], str], proposals: Callable[[str], str]
) -> dict[str, object]:
    """All of a tally under other names, with nothing that depends on their order."""

    def ranked(each: Ranked) -> Ranked:
        return each.model_copy(update={"proposal": proposals(each.proposal)})

    who = ("flips", "supporters", "dissenters", "undecided", "absent")
    return dict(counted) | {
        "winner": counted.winner and proposals(counted.winner),
        "author": counted.author and members(counted.author),
        "tied": {proposals(proposal) for proposal in counted.tied},
        "votes": {proposals(proposal): votes for proposal, votes in counted.votes.items()},
        "eligible": {proposals(proposal): weight for proposal, weight in counted.eligible.items()},
        "ranking": {ranked(each) for each in counted.ranking},
        **{group: {members(member) for member in getattr(counted, group)} for group in who},
    }


@given(rounds(), st.permutations("ABCDEF"), st.permutations("uvwxyz"))
def test_other_names_change_nothing_but_the_names(
    ballots: Ballots, people: list[str], works: list[str]
) -> None:
    members = dict(zip("ABCDEF", people, strict=True)).__getitem__
    proposals = dict(zip("abcdef", works, strict=True)).__getitem__
    other = tally(renamed(ballots, members, proposals))
    assert unordered(other, str, str) == unordered(tally(ballots), members, proposals)


@given(rounds(), st.sampled_from([Fraction(1, 7), Fraction(10)]))
def test_only_the_proportion_of_weights_matters(ballots: Ballots, factor: Fraction) -> None:
    heavier = {member: factor * ballots.weight([member]) for member in ballots.members}
    one, other = tally(ballots), tally(ballots.model_copy(update={"weights": heavier}))
    figures = ("winner", "share", "uncertainty", "quality", "margin", "flips")
    assert [getattr(one, name) for name in figures] == [getattr(other, name) for name in figures]


# -- monotony


@given(rounds(), st.data())
def test_one_more_vote_for_the_winner_never_lowers_its_share(
    ballots: Ballots, data: st.DataObject
) -> None:
    before = tally(ballots)
    assume(before.winner)
    voters = [voter for voter in ballots.eligible(before.winner) if voter in ballots.votes]
    voter = data.draw(st.sampled_from(voters))
    convinced = {p: min(score, 9) for p, score in scores_of(ballots.votes[voter]).items()} | {
        before.winner: 10
    }
    after = tally(revoted(ballots, {voter: vote(convinced, before.winner)}))
    assert after.winner == before.winner
    assert after.share >= before.share
    assert voter in after.supporters or len(convinced) == 1


@given(rounds(), st.data())
def test_an_abstention_never_raises_a_share(ballots: Ballots, data: st.DataObject) -> None:
    assume(ballots.votes)
    voter = data.draw(st.sampled_from(sorted(ballots.votes)))
    before = {each.proposal: each.share for each in tally(ballots).ranking}
    after = {each.proposal: each.share for each in tally(silenced(ballots, voter)).ranking}
    assert all(after[proposal] <= before[proposal] for proposal in before)


@given(st.integers(5, 9), st.data())
def test_a_dissenter_who_joins_the_majority_never_raises_uncertainty(
    size: int, data: st.DataObject
) -> None:
    members = "ABCDEFGHI"[:size]
    authors = {member.lower(): member for member in members}
    scores = data.draw(
        st.lists(SCORES, min_size=size, max_size=size, unique=True).map(lambda s: sorted(s)[::-1])
    )
    liked = dict(zip(authors, scores, strict=True))
    reversed_taste = dict(zip(authors, scores[::-1], strict=True))

    def uncertainty(dissenters: int) -> Fraction:
        votes = {}
        for place, member in enumerate(members):
            taste = reversed_taste if place >= size - dissenters else liked
            shown = {p: score for p, score in taste.items() if authors[p] != member}
            votes[member] = vote(shown, max(shown, key=lambda p: shown[p]))
        counted = tally(Ballots(members=tuple(members), authors=authors, votes=votes))
        assert counted.winner == "a"
        return counted.uncertainty

    figures = [uncertainty(dissenters) for dissenters in range((size - 1) // 2)]
    assert figures == sorted(figures)
    assert figures[0] == 0


@given(rounds(), st.data())
def test_a_rating_that_comes_nearer_to_most_others_never_widens_a_spread(
    ballots: Ballots, data: st.DataObject
) -> None:
    contested = [each for each in tally(ballots).ranking if each.spread]
    assume(contested)
    proposal = data.draw(st.sampled_from(contested)).proposal
    rated = {
        m: scores_of(cast)[proposal]
        for m, cast in ballots.votes.items()
        if proposal in scores_of(cast)
    }
    high = [
        m
        for m, score in rated.items()
        if 2 * sum(other < score for other in rated.values()) >= len(rated) - 1
    ]
    assume(high)
    member = data.draw(st.sampled_from(high))
    nearer = scores_of(ballots.votes[member]) | {proposal: max(1, rated[member] - 1)}
    after = tally(revoted(ballots, {member: vote(nearer, ballots.votes[member].choice)}))
    assert spread(after, proposal) <= spread(tally(ballots), proposal)


def spread(counted: Tally, proposal: str) -> Fraction:
    [found] = [each.spread for each in counted.ranking if each.proposal == proposal]
    assert found is not None
    return found


# -- what decides, and what does not


@given(rounds(), st.data())
def test_unanimity_converges_whatever_else_is_said(ballots: Ballots, data: st.DataObject) -> None:
    """Everybody who may vote for one proposal likes it best and calls it at least a 6."""
    assume(len(ballots.authors) > 2)
    loved = data.draw(st.sampled_from(sorted(ballots.authors)))
    votes = {}
    for member in ballots.eligible(loved):
        rivals = [p for p, author in ballots.authors.items() if author != member and p != loved]
        best = data.draw(st.integers(6, 10))
        votes[member] = vote(
            {p: data.draw(st.integers(1, best - 1)) for p in rivals} | {loved: best}, loved
        )
    author = ballots.authors[loved]
    others = {author: ballots.votes[author]} if author in ballots.votes else {}
    counted = tally(with_votes(ballots, votes | others))
    assert counted.share == counted.margin == 100
    assert converged(counted, Thresholds()) == Converged(winner=loved)


@given(rounds())
def test_the_author_of_the_winner_decides_nothing_about_it(ballots: Ballots) -> None:
    before = tally(ballots)
    assume(before.author in ballots.votes)
    after = tally(silenced(ballots, before.author))
    figures = (
        "winner",
        "share",
        "uncertainty",
        "quality",
        "agreement",
        "margin",
        "flips",
        "supporters",
        "dissenters",
    )
    assert [getattr(after, name) for name in figures] == [getattr(before, name) for name in figures]


@given(rounds(), st.data())
def test_how_the_losers_compare_is_no_uncertainty(ballots: Ballots, data: st.DataObject) -> None:
    before = tally(ballots)
    assume(before.supporters)
    changes = {}
    for member in before.supporters:
        old = scores_of(ballots.votes[member])
        best = old[before.winner]
        new = {
            p: data.draw(st.integers(1, best - 1)) if score < best else score
            for p, score in old.items()
        }
        changes[member] = vote(new, before.winner)
    after = tally(revoted(ballots, changes))
    assert (after.share, after.uncertainty, after.quality) == (
        before.share,
        before.uncertainty,
        before.quality,
    )


@given(rounds())
def test_nothing_converges_but_by_every_threshold(ballots: Ballots) -> None:
    counted = tally(ballots)
    enough = counted.share >= 75 and counted.uncertainty <= 30 and (counted.quality or 0) >= 6
    assert isinstance(converged(counted, Thresholds()), Converged) is enough
