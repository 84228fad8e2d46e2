"""How far a council agrees: the ballots of one round → its tally, and what a run of tallies shows.

docs/council.md defines every figure and works an example through. All are exact fractions. Ratings of different
proposals are never mixed: a good proposal next to a bad one is no disagreement. How the others compare among
themselves does not count either, because that is not what is being decided.
"""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, groupby, pairwise
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from coordinator.judgement.ballots import show
from coordinator.models import Value
from coordinator.parsing.shapes import BEST, Vote

WHOLE = Fraction(100)
STEP = Fraction(5)  # a change smaller than this is no trend
STILL = Fraction(2)  # a change smaller than this is no movement

Trend = Literal["improving", "stable", "diverging", "mixed"]
BaselineOutcome = Literal["kept it", "kept it revised", "chose another", "chose nothing"]
Measure = Literal["preference", "lead", "share", "uncertainty", "quality", "concern"]


class Ballots(Value):
    """The votes of one round on proposals by their id; a member without a vote chose what it had adopted, if anything.

    Who abstains by name is none of the members.
    """

    members: tuple[str, ...]
    authors: dict[str, str]
    votes: dict[str, Vote]
    adopted: dict[str, str] = Field(default_factory=dict)  # member → proposal
    weights: dict[str, Annotated[Fraction, Field(gt=0)]] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _belongs_together(self) -> "Ballots":
        """Votes are by members, on proposals that exist and are not their own."""
        for member, vote in self.votes.items():
            rated = [rating.label for rating in vote.ratings]
            if member not in self.members:
                raise ValueError(f"{member} votes, but is no member")
            if vote.choice not in rated or len(set(rated)) < len(rated):
                raise ValueError(
                    f"the vote of {member} does not rate each proposal once, and its choice among them"
                )
            if wrong := [label for label in rated if self.authors.get(label, member) == member]:
                raise ValueError(f"{member} rates {', '.join(wrong)}, which it may not")
        if strangers := self.weights.keys() - set(self.members):
            raise ValueError(f"a weight for {', '.join(sorted(strangers))}, who is no member")
        return self

    @property
    def scores(self) -> dict[str, dict[str, int]]:
        """How each member rates the proposals."""
        return {
            member: {each.label: each.score for each in vote.ratings}
            for member, vote in self.votes.items()
        }

    def weight(self, members: Iterable[str]) -> Fraction:
        """Return what these members weigh together; each weighs 1 unless configured."""
        return sum((self.weights.get(member, Fraction(1)) for member in members), Fraction(0))

    def eligible(self, proposal: str) -> tuple[str, ...]:
        """Return those who may vote for a proposal: every member but its author, and but who has no other to choose."""
        others = [member for member in self.members if member != self.authors[proposal]]
        return tuple(
            member
            for member in others
            if len(self.authors) - list(self.authors.values()).count(member) > 1
        )

    def share(self, proposal: str, choices: Mapping[str, str]) -> Fraction:
        """Return the part that chooses a proposal, of those who may vote for it; who abstains stays in."""
        votes = self.weight(member for member, choice in choices.items() if choice == proposal)
        return WHOLE * votes / (self.weight(self.eligible(proposal)) or 1)


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
    council: BaselineOutcome


class NoBaseline(Value):
    """No single member stood out in the first round."""

    kind: Literal["no baseline"] = "no baseline"
    why: str


def tally(ballots: Ballots) -> Tally:
    """Return what the ballots of one round come to."""
    choices = {
        member: proposal
        for member, proposal in ballots.adopted.items()
        if member not in ballots.votes
    }
    for member, scores in ballots.scores.items():
        choice = ballots.votes[member].choice
        if min(scores.values()) < scores[choice]:  # else it prefers nothing, and counts for nobody
            choices[member] = choice
    ranking = _rank(ballots, choices)
    share = max((each.share for each in ranking), default=Fraction(0))
    leaders = [each for each in ranking if share and each.share == share]
    tied: dict[str, Any] = {"tied": tuple(each.proposal for each in leaders), "uncertainty": WHOLE}
    return Tally(
        preference=bool(choices),
        share=share,
        undecided=tuple(
            member for member in ballots.members if member in ballots.votes.keys() - choices.keys()
        ),
        absent=tuple(
            member
            for member in ballots.members
            if member not in ballots.votes.keys() | choices.keys()
        ),
        votes={each.proposal: each.votes for each in ranking},
        eligible={
            each.proposal: ballots.weight(ballots.eligible(each.proposal)) for each in ranking
        },
        ranking=ranking,
        **(_lead(leaders[0], ballots, choices) if len(leaders) == 1 else tied),
    )


def _rank(ballots: Ballots, choices: Mapping[str, str]) -> tuple[Ranked, ...]:
    """Return the proposals by their share and then their mean rating; equal ones share a place."""
    ranking = []
    for proposal in ballots.authors:
        ratings = {
            member: rated[proposal] for member, rated in ballots.scores.items() if proposal in rated
        }
        total = sum(
            (ballots.weight([member]) * score for member, score in ratings.items()), Fraction(0)
        )
        # How far apart two raters are on average, in parts of the scale; unknown with fewer than two.
        apart = [
            WHOLE * abs(one - other) / (BEST - 1)
            for one, other in combinations(ratings.values(), 2)
        ]
        votes = ballots.weight(member for member, choice in choices.items() if choice == proposal)
        share = ballots.share(proposal, choices)
        mean = total / ballots.weight(ratings) if ratings else None
        ranking.append(
            Ranked(
                proposal=proposal, place=1, votes=votes, share=share, mean=mean, spread=_mean(apart)
            )
        )
    worth = {each.proposal: (each.share, each.mean or 0) for each in ranking}
    for number, each in enumerate(ranking):
        place = 1 + sum(other > worth[each.proposal] for other in worth.values())
        ranking[number] = each.model_copy(update={"place": place})
    return tuple(sorted(ranking, key=lambda each: (each.place, each.proposal)))


def _lead(leader: Ranked, ballots: Ballots, choices: Mapping[str, str]) -> dict[str, Any]:
    """Return what a tally has of a winner alone."""
    winner = leader.proposal
    # The winner's author could not vote for it. So that it is not taken to be against it, its vote for another
    # proposal counts in no figure about the winner.
    eligible = {member: choices[member] for member in ballots.eligible(winner) if member in choices}

    def margin(left_out: str = "") -> Fraction:
        """Return the winner's share less that of the next."""
        left = {member: choice for member, choice in eligible.items() if member != left_out}
        others = [ballots.share(proposal, left) for proposal in {*left.values()} - {winner}]
        return ballots.share(winner, left) - max(others, default=Fraction(0))

    agreement = _rank_agreement(winner, ballots)
    against = WHOLE - (leader.share if agreement is None else agreement)
    return {
        "winner": winner,
        "author": ballots.authors[winner],
        "uncertainty": WHOLE if leader.spread is None else (against + leader.spread) / 2,
        "quality": leader.mean,
        "agreement": agreement,
        "margin": margin(),
        "flips": tuple(member for member in eligible if margin(left_out=member) <= 0),
        "supporters": tuple(member for member, choice in eligible.items() if choice == winner),
        "dissenters": tuple(member for member, choice in eligible.items() if choice != winner),
    }


def _mean(values: Sequence[Fraction]) -> Fraction | None:
    if values:
        return sum(values, Fraction(0)) / len(values)
    return None


def _rank_agreement(winner: str, ballots: Ballots) -> Fraction | None:
    """Return how far two raters of the winner place it alike among what both have rated; None if that is nothing."""
    raters = [scores for scores in ballots.scores.values() if winner in scores]
    alike = []
    for one, other in combinations(raters, 2):
        shared = []
        for rival in one.keys() & other.keys() - {winner}:
            # 1 if the winner is rated higher than its rival, 0 if the same, -1 if lower
            by_one, by_other = (
                (s[winner] > s[rival]) - (s[winner] < s[rival]) for s in (one, other)
            )
            shared.append(WHOLE - WHOLE * abs(by_one - by_other) / 2)
        alike.append(_mean(shared))
    return _mean([each for each in alike if each is not None])


# -- whether that is enough


def converged(counted: Tally, needed: Thresholds, fatal: str = "") -> Converged | NotYet:
    """Return whether a round is an agreement: somebody leads, with share, certainty and quality enough.

    `fatal` is what a member holds to be fatal to what leads, and has not taken back.
    """
    reasons: dict[Measure, str] = {}
    if not counted.preference:
        reasons["preference"] = "no ballot prefers one proposal to another"
    elif counted.quality is None:
        reasons["lead"] = f"{', '.join(counted.tied)} have the same share of the votes"
    else:
        share = show(counted.share)
        uncertainty = show(counted.uncertainty)
        quality = show(counted.quality)
        if counted.share < needed.share:
            reasons["share"] = f"the leader has a share of {share}, {show(needed.share)} is needed"
        if counted.uncertainty > needed.uncertainty:
            reasons["uncertainty"] = (
                f"uncertainty is {uncertainty}, at most {show(needed.uncertainty)} is allowed"
            )
        if counted.quality < needed.quality:
            reasons["quality"] = (
                f"the leader is rated {quality} on average, {show(needed.quality)} is needed"
            )
        if fatal:
            reasons["concern"] = fatal
    if not reasons:
        return Converged(winner=counted.winner)
    return NotYet(
        reasons=tuple(Shortfall(measure=measure, text=text) for measure, text in reasons.items())
    )


def quorum(members: int) -> int:
    """Return how many ballots a round needs: two thirds of the members, rounded up."""
    return -(-2 * members // 3)


def hopeless(
    slate: Ballots, able: Collection[str], blocked: Collection[str], needed: Thresholds
) -> str:
    """Return why no votes of the members that are `able` to vote on these proposals can be an agreement, if none can.

    `blocked` are authors against whose proposals something fatal is held by somebody who cannot take it back.
    """
    heard = {*able, *slate.adopted}
    enough = quorum(len(slate.members))
    if len(heard) < enough:
        return f"{len(heard)} of {len(slate.members)} members can still vote, {enough} are needed"
    best = Fraction(0)
    for proposal, author in slate.authors.items():
        raters = [member for member in able if member != author]
        if author in blocked or len(raters) < 2:  # one opinion is not agreement
            continue
        choosing = [
            each
            for each in slate.eligible(proposal)
            if each in able or slate.adopted.get(each) == proposal
        ]
        best = max(best, slate.share(proposal, dict.fromkeys(choosing, proposal)))
    if best >= needed.share:
        return ""
    return f"whatever the others vote, no proposal gets a share above {show(best)}, {show(needed.share)} is needed"


# -- over the rounds


def trend(history: Sequence[Tally]) -> Trend:
    """Return where the last round went, compared with the one before; a first round is stable."""
    if len(history) < 2:
        return "stable"
    before, now = history[-2:]
    gains = (now.share - before.share, before.uncertainty - now.uncertainty)
    better = any(gain >= STEP for gain in gains)
    worse = any(gain <= -STEP for gain in gains)
    if better and worse:
        return "mixed"
    if better:
        return "improving"
    if worse:
        return "diverging"
    return "stable"


def expected_rounds(history: Sequence[Tally], needed: Thresholds, left: int) -> int:
    """Return how many more rounds it takes at the pace of the last one; all that are left where nothing came closer."""
    missing = max(
        needed.share - history[-1].share, history[-1].uncertainty - needed.uncertainty, Fraction(0)
    )
    gain = history[-1].share - history[-2].share if len(history) > 1 else Fraction(0)
    if gain > 0:
        return min(left, max(1, math.ceil(missing / gain)))
    return left


def oscillates(history: Sequence[Tally]) -> bool:
    """Return whether the lead has come back to an author who had lost it to another: A, B, A."""
    leads = [author for author, _ in groupby(each.author for each in history if each.winner)]
    return len(set(leads)) < len(leads)


def stalled(history: Sequence[Tally]) -> bool:
    """Return whether neither the lead nor a figure has moved for two rounds."""
    still = []
    for before, now in pairwise(history[-3:]):
        moves = (now.share - before.share, now.uncertainty - before.uncertainty)
        still.append(before.author == now.author and max(map(abs, moves)) < STILL)
    return still == [True, True]


def best_single(first: Ballots, decision: str, author: str) -> Baseline | NoBaseline:
    """Return the author whose proposal the others rated highest in the first round, and what became of it.

    `decision` is the final proposal, by `author`; one that is empty was not made.
    """
    rated = {
        each.proposal: (each.mean, each.share)
        for each in tally(first).ranking
        if each.mean is not None
    }
    best = [proposal for proposal, worth in rated.items() if worth == max(rated.values())]
    if len(best) != 1:
        return NoBaseline(
            why=f"{', '.join(best)} were rated and chosen alike"
            if best
            else "nobody rated anything"
        )
    [proposal] = best
    member = first.authors[proposal]
    council: BaselineOutcome = "kept it revised" if author == member else "chose another"
    if not decision or decision == proposal:
        council = "kept it" if decision else "chose nothing"
    favourite = first.votes[member].choice if member in first.votes else ""
    return Baseline(
        member=member,
        proposal=proposal,
        mean=rated[proposal][0],
        favourite=favourite,
        council=council,
    )
