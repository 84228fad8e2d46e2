"""Find the standing concerns of council members, and look up the quotes in concerns."""

from collections.abc import Iterable

from coordinator.council.records import SHOWN, CouncilRound, ProposalVersion, RaisedConcern
from coordinator.judgement.evidence.quotes import ANYWHERE, SourceText
from coordinator.parsing.shapes import Vote


def concerns_about(rounds: Iterable[CouncilRound], proposal: str) -> tuple[RaisedConcern, ...]:
    """Return the standing concerns about a proposal and its earlier versions.

    A concern stands until the member that raised it rates the proposal again without repeating it.
    """
    author, _, _ = proposal.rpartition("/")
    held: dict[str, list[RaisedConcern]] = {}
    for each in rounds:
        by_author = [entry.id for entry in each.slate.entries if entry.author == author]
        rated = proposal
        if proposal not in by_author:
            rated = by_author[0] if by_author else ""
        for member, vote in each.cast.items():
            for rating in vote.ratings:
                if rating.label == rated:
                    held[member] = [
                        RaisedConcern(member=member, proposal=rated, concern=concern)
                        for concern in rating.concerns
                    ]
    raised: list[RaisedConcern] = []
    for concerns in held.values():
        raised += concerns
    return tuple(raised)


def look_up_quotes(vote: Vote, entries: Iterable[ProposalVersion], given: str) -> Vote:
    """Return the vote with each quote in its concerns marked as found or not found.

    A quote is found if it is in the rated proposal or in the `given` text.
    """
    texts = {}
    for entry in entries:
        texts[entry.id] = SourceText(f"{SHOWN.proposal(entry.proposal)}\n{given}")
    ratings = []
    for rating in vote.ratings:
        concerns = list(rating.concerns)
        for place, concern in enumerate(concerns):
            if concern.evidence:
                found = texts[rating.label].find(concern.evidence, ANYWHERE) is not None
                concerns[place] = concern.model_copy(update={"found": found})
        ratings.append(rating.model_copy(update={"concerns": tuple(concerns)}))
    return vote.model_copy(update={"ratings": tuple(ratings)})
