"""Collect the known correct outcomes of reviews from canaries, decisions, merges and reverts."""

from collections.abc import Sequence
from typing import Literal

from coordinator.errors import WorkspaceError
from coordinator.judgement.ballots import PanelResult
from coordinator.models import Value
from coordinator.reviews.record import ReviewReader, ReviewRecord, panel_of
from coordinator.workspace.repository import open_repository

REVERTS = "This reverts commit "


class KnownTruth(Value):
    """The result of a panel, whether accepting the work would be right, and how we know."""

    review: str
    panel: PanelResult
    truth: bool
    source: Literal["canaries", "people", "reverts", "merges"]


async def known_truths(reader: ReviewReader, reviews: Sequence[str]) -> list[KnownTruth]:
    """Return the known truths about these reviews. Leave out a review without a known truth.

    A canary outranks a revert, a revert outranks a person's decision, and a person's decision
    outranks a merge.
    """
    decided = {}
    for record in reader.decisions():
        decided[record.decision.review] = record.decision.outcome == "accept"
    found = []
    for review_id in reviews:
        review = reader.review(review_id)
        panel = panel_of(review)
        if panel is None:
            continue
        known = await _known_truth(review, panel, decided.get(review.id))
        if known is not None:
            found.append(known)
    return found


async def _known_truth(
    review: ReviewRecord, panel: PanelResult, decided: bool | None
) -> KnownTruth | None:
    canary = review.submission.truth
    if canary:
        return KnownTruth(
            review=review.id, panel=panel, truth=canary == "accept", source="canaries"
        )
    stayed = None
    if "accept" in (review.panel, review.state):
        stayed = await _stayed(review)
    if stayed is False:
        return KnownTruth(review=review.id, panel=panel, truth=False, source="reverts")
    if decided is not None:
        return KnownTruth(review=review.id, panel=panel, truth=decided, source="people")
    if stayed:
        return KnownTruth(review=review.id, panel=panel, truth=True, source="merges")
    return None


async def _stayed(review: ReviewRecord) -> bool | None:
    """Return True if accepted work was merged and kept, False if it was merged and reverted.

    Return None if it was not merged, or if that cannot be determined.
    """
    work = review.work
    if work is None or not work.head or not work.repo:
        return None
    try:
        repository = await open_repository(work.repo)
        base = await repository.base_name(review.issue.base if review.issue else "")
        if await repository.merge_base(base, work.commit) != work.commit:
            return None
        commits = await repository.git.text("rev-list", f"{work.base}..{work.commit}")
        reverts = await repository.git.text(
            "log", "--format=%B", f"--grep={REVERTS}", f"{work.commit}..{base}"
        )
    except WorkspaceError:  # the clone has been removed, or has a different history now
        return None
    return not any(f"{REVERTS}{commit}" in reverts for commit in commits.split())
