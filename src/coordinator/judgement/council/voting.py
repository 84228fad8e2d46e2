"""Count the votes of a council's round, and compute the leader's share and uncertainty.

docs/council.md defines every figure with an example. All figures are exact fractions.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Annotated

from pydantic import Field, model_validator

from coordinator.judgement.council.uncertainty import WHOLE, rank_agreement, spread, uncertainty
from coordinator.models import Value
from coordinator.parsing.shapes import Vote

Choices = Mapping[str, str]  # the proposal that each member chooses


class Ballots(Value):
    """The votes of one round. Proposals are named by their ids.

    A member that has adopted a proposal and does not vote counts as voting for that proposal.
    `members` does not include members that have declared that they abstain.
    """

    members: tuple[str, ...]
    authors: dict[str, str]  # by proposal
    votes: dict[str, Vote]  # by member
    adopted: dict[str, str] = Field(default_factory=dict)  # the adopted proposal, by member
    weights: dict[str, Annotated[Fraction, Field(gt=0)]] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _belongs_together(self) -> "Ballots":
        """Raise ValueError for votes that are not allowed, and for weights of unknown members."""
        for member, vote in self.votes.items():
            if member not in self.members:
                raise ValueError(f"{member} votes, but is not a member")
            rated = [rating.label for rating in vote.ratings]
            if vote.choice not in rated or len(set(rated)) < len(rated):
                what = "must rate each proposal once, and choose one of the rated proposals"
                raise ValueError(f"the vote of {member} {what}")
            wrong = [label for label in rated if self.authors.get(label, member) == member]
            if wrong:
                raise ValueError(
                    f"{member} rates {', '.join(wrong)}, but may rate only other members' work"
                )
        strangers = self.weights.keys() - set(self.members)
        if strangers:
            raise ValueError(f"only members have weights, not {', '.join(sorted(strangers))}")
        return self

    @property
    def scores(self) -> dict[str, dict[str, int]]:
        """The scores that each member gave, keyed by member and then by proposal."""
        scores = {}
        for member, vote in self.votes.items():
            scores[member] = {rating.label: rating.score for rating in vote.ratings}
        return scores

    def weight(self, members: Iterable[str]) -> Fraction:
        """Return the total weight of these members. The default weight of a member is 1."""
        return sum((self.weights.get(member, Fraction(1)) for member in members), Fraction(0))

    def eligible(self, proposal: str) -> tuple[str, ...]:
        """Return the members that may vote for a proposal.

        The author may not vote for it. Neither may a member that could vote for no other proposal,
        because that member would have no choice.
        """
        members = []
        for member in self.members:
            choices = [each for each, author in self.authors.items() if author != member]
            if member != self.authors[proposal] and len(choices) > 1:
                members.append(member)
        return tuple(members)

    def votes_for(self, proposal: str, choices: Choices) -> Fraction:
        """Return the weight of the members that choose a proposal."""
        return self.weight(member for member, choice in choices.items() if choice == proposal)

    def share(self, proposal: str, choices: Choices) -> Fraction:
        """Return the share of a proposal among the members that may vote for it, in percent.

        All these members are in the denominator, even those that do not vote.
        """
        eligible = self.weight(self.eligible(proposal))
        if not eligible:
            return WHOLE * self.votes_for(proposal, choices)
        return WHOLE * self.votes_for(proposal, choices) / eligible


class Ranked(Value):
    """The figures of one proposal in a round; equally good proposals share a `place`.

    `mean` is None if nobody rated the proposal. `spread` is None if fewer than two members did.
    """

    proposal: str
    place: int
    votes: Fraction
    share: Fraction
    mean: Fraction | None
    spread: Fraction | None


class Tally(Value):
    """The figures of one round.

    If there is no winner, `tied` has the proposals that share the lead.
    """

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
        """Whether the same proposal would lead if any single vote were left out."""
        return bool(self.winner) and not self.flips


def tally(ballots: Ballots) -> Tally:
    """Return the figures of one round."""
    choices = _choices(ballots)
    ranking = _rank(ballots, choices)
    share = max((each.share for each in ranking), default=Fraction(0))
    leaders = [each for each in ranking if share and each.share == share]
    undecided = []
    absent = []
    for member in ballots.members:
        if member in choices:
            continue
        if member in ballots.votes:
            undecided.append(member)
        else:
            absent.append(member)
    eligible = {}
    for each in ranking:
        eligible[each.proposal] = ballots.weight(ballots.eligible(each.proposal))
    counted = Tally(
        preference=bool(choices),
        share=share,
        uncertainty=WHOLE,
        undecided=tuple(undecided),
        absent=tuple(absent),
        votes={each.proposal: each.votes for each in ranking},
        eligible=eligible,
        ranking=ranking,
    )
    if len(leaders) == 1:
        return _with_winner(counted, leaders[0], ballots, choices)
    return counted.model_copy(update={"tied": tuple(leader.proposal for leader in leaders)})


def _choices(ballots: Ballots) -> dict[str, str]:
    """Return the proposal that each member chooses."""
    choices = {}
    for member, proposal in ballots.adopted.items():
        if member not in ballots.votes:
            choices[member] = proposal
    for member, scores in ballots.scores.items():
        choice = ballots.votes[member].choice
        # A member that rates all proposals alike has no preference, so its choice does not count.
        if min(scores.values()) < scores[choice]:
            choices[member] = choice
    return choices


def _rank(ballots: Ballots, choices: Choices) -> tuple[Ranked, ...]:
    """Return the proposals in order of share, then mean rating; equal proposals share a place."""
    ranking = [_figures(proposal, ballots, choices) for proposal in ballots.authors]
    worth = {each.proposal: (each.share, each.mean or 0) for each in ranking}
    for number, each in enumerate(ranking):
        better = [other for other in worth.values() if other > worth[each.proposal]]
        ranking[number] = each.model_copy(update={"place": 1 + len(better)})
    return tuple(sorted(ranking, key=lambda each: (each.place, each.proposal)))


def _figures(proposal: str, ballots: Ballots, choices: Choices) -> Ranked:
    """Return the figures of one proposal; the caller sets its place."""
    ratings = {}
    for member, scores in ballots.scores.items():
        if proposal in scores:
            ratings[member] = scores[proposal]
    mean = None
    if ratings:
        total = Fraction(0)
        for member, rating in ratings.items():
            total += ballots.weight([member]) * rating
        mean = total / ballots.weight(ratings)
    return Ranked(
        proposal=proposal,
        place=1,
        votes=ballots.votes_for(proposal, choices),
        share=ballots.share(proposal, choices),
        mean=mean,
        spread=spread(ratings.values()),
    )


def _with_winner(counted: Tally, leader: Ranked, ballots: Ballots, choices: Choices) -> Tally:
    """Return the tally with the figures about its winner."""
    winner = leader.proposal
    # The winner's author could not vote for it, and must not count as a dissenter. So the figures
    # about the winner ignore the author's vote for another proposal.
    voters = {}
    for member in ballots.eligible(winner):
        if member in choices:
            voters[member] = choices[member]
    agreement = rank_agreement(winner, ballots.scores.values())
    return counted.model_copy(
        update={
            "winner": winner,
            "author": ballots.authors[winner],
            "uncertainty": uncertainty(agreement, leader.share, leader.spread),
            "quality": leader.mean,
            "agreement": agreement,
            "margin": _margin(winner, ballots, voters),
            "flips": _flips(winner, ballots, voters),
            "supporters": tuple(member for member in voters if voters[member] == winner),
            "dissenters": tuple(member for member in voters if voters[member] != winner),
        }
    )


def _margin(winner: str, ballots: Ballots, voters: Choices) -> Fraction:
    """Return the winner's share minus the highest share of another proposal."""
    others = set(voters.values()) - {winner}
    next_best = max((ballots.share(other, voters) for other in others), default=Fraction(0))
    return ballots.share(winner, voters) - next_best


def _flips(winner: str, ballots: Ballots, voters: Choices) -> tuple[str, ...]:
    """Return each member whose vote alone decides: without it, the winner would not lead."""
    flips = []
    for member in voters:
        left = {other: choice for other, choice in voters.items() if other != member}
        if _margin(winner, ballots, left) <= 0:
            flips.append(member)
    return tuple(flips)
