"""What is known of the work of reviews: canaries, what people decided, and what was merged or reverted."""

from collections.abc import Sequence
from typing import Literal

from coordinator.errors import WorkspaceError
from coordinator.judgement.ballots import PanelResult
from coordinator.models import Value
from coordinator.reviews.record import ReviewReader, ReviewRecord, panel_of
from coordinator.workspace.repository import open_repository

REVERTS = "This reverts commit "


class KnownTruth(Value):
    """A panel, whether the work should have been accepted, and who or what says so."""

    panel: PanelResult
    truth: bool
    source: Literal["canaries", "people", "reverts", "merges"]


async def known_truths(reader: ReviewReader, reviews: Sequence[str]) -> list[KnownTruth]:
    """Return those of these reviews whose truth is known; a revert counts more than a person, and they than a merge."""
    people = {
        each.decision.review: each.decision.outcome == "accept" for each in reader.decisions()
    }
    found = []
    for review in map(reader.review, reviews):
        panel = panel_of(review)
        canary = review.submission.truth
        if panel is None:
            continue
        stayed = (
            await _stayed(review)
            if not canary and "accept" in (review.panel, review.state)
            else None
        )
        if canary:
            found.append(KnownTruth(panel=panel, truth=canary == "accept", source="canaries"))
        elif stayed is False:
            found.append(KnownTruth(panel=panel, truth=False, source="reverts"))
        elif review.id in people:
            found.append(KnownTruth(panel=panel, truth=people[review.id], source="people"))
        elif stayed:
            found.append(KnownTruth(panel=panel, truth=True, source="merges"))
    return found


async def _stayed(review: ReviewRecord) -> bool | None:
    """Return whether accepted work is in its base and no commit there takes it back; None if it is not there."""
    work = review.work
    if work is None or not work.head or not work.repo:
        return None
    try:
        repository = await open_repository(work.repo)
        base = await repository.base_name(review.issue.base if review.issue else "")
        if await repository.merge_base(base, work.commit) != work.commit:
            return None
        commits = await repository.git.text("rev-list", f"{work.base}..{work.commit}")
        said = await repository.git.text(
            "log", "--format=%B", f"--grep={REVERTS}", f"{work.commit}..{base}"
        )
    except WorkspaceError:  # the clone is gone, or has another history by now
        return None
    return not any(f"{REVERTS}{commit}" in said for commit in commits.split())
