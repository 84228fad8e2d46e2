"""What the page of a council computes from its record."""

from __future__ import annotations

from coordinator.council.history import CouncilRecord
from coordinator.web.display.filters import brief


def proposal_name(council: CouncilRecord, proposal: str) -> str:
    """Return a proposal's name with its author, or its id where no such proposal is on record."""
    entry = council.entry(proposal)
    return brief(f"“{entry.proposal.name}” by {entry.author}", 160) if entry else proposal


def convergence_points(council: CouncilRecord) -> list[tuple[int, float, float]]:
    """Return number, share and uncertainty of every round whose votes were counted."""
    points = []
    for voted in council.rounds:
        if voted.counted:
            tally = voted.counted.tally
            points.append((voted.number, float(tally.share), float(tally.uncertainty)))
    return points
