"""Read the ballots of a council from a short text, one member on each line.

    Ann x2: Bob=5 Cid=7*
    Bob: abstains

In this example Ann, whose vote has weight 2, rates Bob's proposal 5 and Cid's 7, and votes for
Cid's. Bob abstains.

A proposal has the name of its author, with a number for another version: `ann`, `Ann` and `Ann2`
are proposals by Ann.
"""

from __future__ import annotations

import re
from fractions import Fraction

from coordinator.judgement.council.voting import Ballots
from coordinator.parsing.shapes import Confidence, Rating, Vote


def ballots(text: str, confidence: Confidence = "high") -> Ballots:
    lines = [line.strip().partition(":") for line in text.strip().splitlines()]
    names = [re.fullmatch(r"(\w+)(?: x([\d/]+))?", head) for head, _, _ in lines]
    members = {
        name[1]: said.split() for name, (_, _, said) in zip(names, lines, strict=True) if name
    }
    votes = {
        member: _vote(said, confidence) for member, said in members.items() if said != ["abstains"]
    }
    proposals = sorted({rating.label for vote in votes.values() for rating in vote.ratings})
    return Ballots(
        members=tuple(members),
        authors={proposal: proposal.rstrip("0123456789").capitalize() for proposal in proposals},
        votes=votes,
        weights={name[1]: Fraction(name[2]) for name in names if name and name[2]},
    )


def _vote(said: list[str], confidence: Confidence) -> Vote:
    scores = {name: score for name, _, score in (word.partition("=") for word in said)}
    [choice] = [name for name, score in scores.items() if score.endswith("*")]
    ratings = tuple(
        Rating(label=name, score=int(score.rstrip("*"))) for name, score in scores.items()
    )
    return Vote(choice=choice, confidence=confidence, reasoning="", ratings=ratings)
