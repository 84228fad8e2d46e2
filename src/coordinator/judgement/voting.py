"""How far a council agrees: the ballots of one round → its tally, and what a run of tallies shows.

All figures are exact fractions. `docs/council.md` works one example through.

    vote          counts for its choice if the ballot rates something lower than it; a ballot that prefers
                  nothing, or could choose only one proposal, counts for nobody
    share         of those who may vote for a proposal (every member but its author; who abstains stays in), the
                  part that did, weighted. The largest share wins; if several have it, nobody does
    ranks         how often two raters disagree whether the winner is better than another proposal that both have
                  rated; a tie against a preference is half a disagreement. The mean over all pairs of raters
    ratings       how far apart two raters of the winner are, in parts of the whole scale; the mean over all pairs
    uncertainty   the mean of ranks and ratings; where no pair of raters has rated the winner and one more proposal
                  (three members with a proposal each), the part that did not vote for the winner takes the place
                  of ranks. 100 if nobody wins or fewer than two have rated the winner
    quality       the weighted mean rating of the winner
    margin        the winner's share less the next largest, without the vote of the winner's author; a flip is a
                  member without whose vote there would be no margin

Ratings of different proposals are never mixed: a good proposal next to a bad one is no disagreement. How the
others compare among themselves does not count either, because that is not what is being decided.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, groupby, pairwise
from typing import Annotated, Literal

from pydantic import Field, model_validator

from coordinator.judgement.ballots import show
from coordinator.models import Value
from coordinator.parsing.council import BEST, Vote

WHOLE = Fraction(100)
STEP = Fraction(5)  # a change smaller than this is no trend
STILL = Fraction(2)  # a change smaller than this is no movement

Trend = Literal["improving", "stable", "diverging", "mixed"]
Outcome = Literal["kept it", "kept it revised", "chose another", "chose nothing"]
Measure = Literal["preference", "lead", "share", "uncertainty", "quality"]


class Ballots(Value):
    """The votes of one round on proposals by their id; a member without a vote abstains."""

    members: tuple[str, ...]
    authors: dict[str, str]
    votes: dict[str, Vote]
    weights: dict[str, Annotated[Fraction, Field(gt=0)]] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _belongs_together(self) -> Ballots:
        """Votes are by members, on proposals that exist and are not their own."""
        for member, vote in self.votes.items():
            rated = [rating.label for rating in vote.ratings]
            if member not in self.members:
                raise ValueError(f"{member} votes, but is no member")
            if vote.choice not in rated or len(set(rated)) < len(rated):
                raise ValueError(f"the vote of {member} does not rate each proposal once, and its choice among them")
            if wrong := [label for label in rated if self.authors.get(label, member) == member]:
                raise ValueError(f"{member} rates {', '.join(wrong)}, which it may not")
        if strangers := self.weights.keys() - set(self.members):
            raise ValueError(f"a weight for {', '.join(sorted(strangers))}, who is no member")
        return self

    def weight(self, members: Iterable[str]) -> Fraction:
        """What these members weigh together; each weighs 1 unless configured."""
        return sum((self.weights.get(member, Fraction(1)) for member in members), Fraction(0))

    def eligible(self, proposal: str) -> tuple[str, ...]:
        """Those who may vote for a proposal: every member but its author."""
        return tuple(member for member in self.members if member != self.authors[proposal])


class Ranked(Value):
    """One proposal in the order of a round; equal proposals share a place. Unrated, it has no mean."""

    proposal: str
    place: int
    votes: Fraction
    share: Fraction
    mean: Fraction | None
    spread: Fraction | None


class Tally(Value):
    """What one round's ballots come to; without a winner, `tied` has those that share the lead, if anybody leads."""

    winner: str = ""
    author: str = ""
    tied: tuple[str, ...] = ()
    preference: bool
    share: Fraction
    uncertainty: Fraction
    quality: Fraction | None = None
    agreement: Fraction | None = None
    margin: Fraction = Fraction(0)
    flips: tuple[str, ...] = ()
    supporters: tuple[str, ...] = ()
    dissenters: tuple[str, ...] = ()
    undecided: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    votes: dict[str, Fraction]
    eligible: dict[str, Fraction]
    ranking: tuple[Ranked, ...]

    @property
    def stable(self) -> bool:
        """Whether the same proposal leads whichever single vote is left out."""
        return bool(self.winner) and not self.flips


class Thresholds(Value):
    """What a round must reach to be an agreement."""

    share: Annotated[Fraction, Field(ge=50, le=100)] = Fraction(75)
    uncertainty: Annotated[Fraction, Field(ge=0, le=50)] = Fraction(30)
    quality: Annotated[Fraction, Field(ge=1, le=BEST)] = Fraction(6)


class Shortfall(Value):
    """One measure that keeps a round from being an agreement."""

    measure: Measure
    text: str


class Converged(Value):
    """The council agrees on a proposal."""

    kind: Literal["converged"] = "converged"
    winner: str


class NotYet(Value):
    """The council does not agree, and every reason why."""

    kind: Literal["not yet"] = "not yet"
    reasons: tuple[Shortfall, ...]


class Baseline(Value):
    """What the best single member would have chosen, and what the council did with it."""

    kind: Literal["baseline"] = "baseline"
    member: str
    proposal: str
    mean: Fraction
    favourite: str = ""
    council: Outcome


class NoBaseline(Value):
    """No single member stood out in the first round."""

    kind: Literal["no baseline"] = "no baseline"
    why: str


def tally(ballots: Ballots) -> Tally:
    """What the ballots of one round come to."""
    counted = _counted(ballots)
    ranking = _ranking(ballots, counted)
    share = max((each.share for each in ranking), default=Fraction(0))
    leaders = [each for each in ranking if share and each.share == share]
    leaderless = Tally(
        tied=tuple(each.proposal for each in leaders),
        preference=bool(counted),
        share=share,
        uncertainty=WHOLE,
        undecided=tuple(member for member in ballots.members if member in ballots.votes.keys() - counted.keys()),
        absent=tuple(member for member in ballots.members if member not in ballots.votes),
        votes={each.proposal: each.votes for each in ranking},
        eligible={each.proposal: ballots.weight(ballots.eligible(each.proposal)) for each in ranking},
        ranking=ranking,
    )
    return _led_by(leaders[0], leaderless, ballots, counted) if len(leaders) == 1 else leaderless


def _counted(ballots: Ballots) -> dict[str, str]:
    """The choice of every member whose ballot rates something lower than it."""
    return {
        member: vote.choice
        for member, vote in ballots.votes.items()
        if min(rating.score for rating in vote.ratings) < _scores(vote)[vote.choice]
    }


def _scores(vote: Vote) -> dict[str, int]:
    return {rating.label: rating.score for rating in vote.ratings}


def _ranking(ballots: Ballots, counted: Mapping[str, str]) -> tuple[Ranked, ...]:
    unplaced = [_standing(proposal, ballots, counted) for proposal in ballots.authors]
    keys = [_key(each) for each in unplaced]
    placed = [each.model_copy(update={"place": 1 + sum(key > _key(each) for key in keys)}) for each in unplaced]
    return tuple(sorted(placed, key=lambda each: (each.place, each.proposal)))


def _key(standing: Ranked) -> tuple[Fraction, Fraction]:
    return standing.share, standing.mean or Fraction(0)


def _standing(proposal: str, ballots: Ballots, counted: Mapping[str, str]) -> Ranked:
    ratings = _ratings(proposal, ballots)
    weight = ballots.weight(ratings)
    total = sum((ballots.weight([member]) * score for member, score in ratings.items()), Fraction(0))
    return Ranked(
        proposal=proposal,
        place=1,
        votes=_votes(proposal, counted, ballots),
        share=_share(proposal, counted, ballots),
        mean=total / weight if ratings else None,
        spread=_spread(ratings),
    )


def _votes(proposal: str, counted: Mapping[str, str], ballots: Ballots) -> Fraction:
    return ballots.weight(member for member, choice in counted.items() if choice == proposal)


def _share(proposal: str, counted: Mapping[str, str], ballots: Ballots) -> Fraction:
    return WHOLE * _votes(proposal, counted, ballots) / (ballots.weight(ballots.eligible(proposal)) or 1)


def _ratings(proposal: str, ballots: Ballots) -> dict[str, int]:
    rated = {member: _scores(vote).get(proposal) for member, vote in ballots.votes.items()}
    return {member: score for member, score in rated.items() if score is not None}


def _spread(ratings: Mapping[str, int]) -> Fraction | None:
    """How far apart two raters are on average, in parts of the scale; unknown with fewer than two."""
    return _mean([WHOLE * abs(one - other) / (BEST - 1) for one, other in combinations(ratings.values(), 2)])


def _mean(values: Sequence[Fraction]) -> Fraction | None:
    return sum(values, Fraction(0)) / len(values) if values else None


# -- what is true of a winner


def _led_by(leader: Ranked, leaderless: Tally, ballots: Ballots, counted: Mapping[str, str]) -> Tally:
    """The tally with its winner, whose author could not vote for it and so is not held to be against it."""
    winner, eligible = leader.proposal, ballots.eligible(leader.proposal)
    heard = {member: counted[member] for member in eligible if member in counted}
    agreement = _agreement(winner, ballots)
    figures = {
        "winner": winner,
        "author": ballots.authors[winner],
        "tied": (),
        "uncertainty": _uncertainty(leader, agreement),
        "quality": leader.mean,
        "agreement": agreement,
        "margin": _lead(winner, heard, ballots),
        "flips": tuple(member for member in heard if _lead(winner, _without(heard, member), ballots) <= 0),
        "supporters": tuple(member for member, choice in heard.items() if choice == winner),
        "dissenters": tuple(member for member, choice in heard.items() if choice != winner),
    }
    return leaderless.model_copy(update=figures)


def _uncertainty(leader: Ranked, agreement: Fraction | None) -> Fraction:
    if leader.spread is None:
        return WHOLE
    against = WHOLE - (leader.share if agreement is None else agreement)
    return (against + leader.spread) / 2


def _agreement(winner: str, ballots: Ballots) -> Fraction | None:
    """How far two raters of the winner place it alike among what both have rated; unknown if that is nothing else."""
    rated = [_scores(vote) for vote in ballots.votes.values()]
    pairs = combinations([scores for scores in rated if winner in scores], 2)
    known = (_alike(winner, one, other) for one, other in pairs)
    return _mean([alike for alike in known if alike is not None])


def _alike(winner: str, one: Mapping[str, int], other: Mapping[str, int]) -> Fraction | None:
    rivals = one.keys() & other.keys() - {winner}
    apart = [abs(_places(winner, rival, one) - _places(winner, rival, other)) for rival in rivals]
    return _mean([WHOLE - WHOLE * each / 2 for each in apart])


def _places(winner: str, rival: str, scores: Mapping[str, int]) -> int:
    """1 if the winner is rated higher than its rival, 0 if the same, -1 if lower."""
    return (scores[winner] > scores[rival]) - (scores[winner] < scores[rival])


def _lead(winner: str, heard: Mapping[str, str], ballots: Ballots) -> Fraction:
    """The winner's share less that of the next, by these votes."""
    shares = {choice: _share(choice, heard, ballots) for choice in {*heard.values(), winner}}
    return shares.pop(winner) - max(shares.values(), default=Fraction(0))


def _without(heard: Mapping[str, str], left_out: str) -> dict[str, str]:
    return {member: choice for member, choice in heard.items() if member != left_out}


# -- whether that is enough


def converged(counted: Tally, thresholds: Thresholds) -> Converged | NotYet:
    """Whether a round is an agreement: somebody leads, with share, certainty and quality enough."""
    reasons = tuple(_shortfalls(counted, thresholds))
    return NotYet(reasons=reasons) if reasons else Converged(winner=counted.winner)


def _shortfalls(counted: Tally, needed: Thresholds) -> Iterator[Shortfall]:
    if not counted.preference:
        yield Shortfall(measure="preference", text="no ballot prefers one proposal to another")
    elif counted.quality is None:
        yield Shortfall(measure="lead", text=f"{', '.join(counted.tied)} have the same share of the votes")
    else:
        if counted.share < needed.share:
            text = f"the leader has a share of {show(counted.share)}, {show(needed.share)} is needed"
            yield Shortfall(measure="share", text=text)
        if counted.uncertainty > needed.uncertainty:
            text = f"uncertainty is {show(counted.uncertainty)}, at most {show(needed.uncertainty)} is allowed"
            yield Shortfall(measure="uncertainty", text=text)
        if counted.quality < needed.quality:
            text = f"the leader is rated {show(counted.quality)} on average, {show(needed.quality)} is needed"
            yield Shortfall(measure="quality", text=text)


def quorum(members: int) -> int:
    """How many ballots a round needs: two thirds of the members, rounded up."""
    return -(-2 * members // 3)


# -- over the rounds


def trend(history: Sequence[Tally]) -> Trend:
    """Where the last round went, compared with the one before; a first round is stable."""
    if len(history) < 2:
        return "stable"
    before, now = history[-2:]
    gains = (now.share - before.share, before.uncertainty - now.uncertainty)
    better, worse = any(gain >= STEP for gain in gains), any(gain <= -STEP for gain in gains)
    if better and worse:
        return "mixed"
    if better:
        return "improving"
    return "diverging" if worse else "stable"


def oscillates(history: Sequence[Tally]) -> bool:
    """Whether the lead has come back to an author who had lost it to another: A, B, A."""
    leads = [author for author, _ in groupby(each.author for each in history if each.winner)]
    return len(set(leads)) < len(leads)


def stalled(history: Sequence[Tally]) -> bool:
    """Whether neither the lead nor a figure has moved for two rounds."""
    last = history[-3:]
    return len(last) == 3 and all(_stands_still(before, now) for before, now in pairwise(last))


def _stands_still(before: Tally, now: Tally) -> bool:
    moves = (now.share - before.share, now.uncertainty - before.uncertainty)
    return before.author == now.author and all(abs(move) < STILL for move in moves)


def best_single(first: Ballots, decision: str, author: str) -> Baseline | NoBaseline:
    """The author whose proposal the others rated highest in the first round, against the final `decision` by `author`.

    A decision that is empty was not made.
    """
    rated = [(each.mean, each.share, each.proposal) for each in tally(first).ranking if each.mean is not None]
    best = [row for row in rated if row[:2] == max(other[:2] for other in rated)]
    if len(best) != 1:
        alike = ", ".join(proposal for _, _, proposal in best)
        return NoBaseline(why=f"{alike} were rated and chosen alike" if best else "nobody rated anything")
    [(mean, _, proposal)] = best
    member = first.authors[proposal]
    vote = first.votes.get(member)
    return Baseline(
        member=member,
        proposal=proposal,
        mean=mean,
        favourite=vote.choice if vote else "",
        council=_done_with(proposal, member, decision, author),
    )


def _done_with(proposal: str, member: str, decision: str, author: str) -> Outcome:
    if not decision:
        return "chose nothing"
    if decision == proposal:
        return "kept it"
    return "kept it revised" if author == member else "chose another"
