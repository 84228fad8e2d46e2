"""Find the accept of an issue that still stands, and the base that it was last checked with."""

from collections.abc import Sequence

from coordinator.models import Submission, Value, Work
from coordinator.reviews.record import RECHECK, REVIEW, ReviewReader, ReviewRecord
from coordinator.storage.store import RunRow


class StandingAccept(Value):
    """An accept that no later review and no person has replaced.

    `bases` has the commits of the base that need no further check. `rechecks` has the ids of the
    checks of this accept that are under way.
    """

    submission: Submission
    bases: frozenset[str]
    rechecks: tuple[str, ...] = ()


def standing_accept(reader: ReviewReader, runs: Sequence[RunRow]) -> StandingAccept | None:
    """Return the accept of an issue that still stands, or None if there is none.

    `runs` has all runs about the issue, oldest first. No accept stands while a review is under way.
    """
    last = None
    rechecks: list[RunRow] = []
    for run in runs:
        if run.job == REVIEW:
            last = run
            rechecks = []
        elif run.job == RECHECK:
            rechecks.append(run)
    if last is None or last.state != "done":
        return None
    review = reader.review(last.id)
    if review.state != "accept" or review.work is None or not review.work.repo:
        return None
    bases = {review.submission.moved_to, _base_of(measured_review(reader, review).work)}
    if rechecks:
        newest = reader.without_decisions(rechecks[-1])
        bases = {newest.submission.moved_to, _base_of(newest.work)}
    return StandingAccept(
        submission=review.submission,
        bases=frozenset(bases - {""}),
        rechecks=tuple(run.id for run in rechecks if run.state == "open"),
    )


def measured_review(reader: ReviewReader, review: ReviewRecord) -> ReviewRecord:
    """Return the review whose blind tests support an accept.

    If this review repeats the answer of an earlier one, return the earlier one, because no blind
    test ran in this one.
    """
    while review.earlier.answer is not None:
        review = reader.review(review.earlier.same)
    return review


def last_recheck(
    reader: ReviewReader, runs: Sequence[RunRow], review: str, before: str
) -> ReviewRecord | None:
    """Return the last recheck of a review that reached a verdict, or None if there was none.

    Look only at runs before the run with the id `before`.
    """
    last = None
    for run in runs:
        if run.id == before:
            break
        if run.job == RECHECK and run.state == "done":
            found = reader.review(run.id)
            if found.submission.again == review and found.verdict is not None:
                last = found
    return last


def is_withdrawn(reader: ReviewReader, review: RunRow, subject: str) -> bool:
    """Return whether the last recheck of an accept with a new base did not confirm it.

    Consider the rechecks in the review's own issue, and in the issue `subject`, which may have
    repeated the accept and rechecked it there.
    """
    last = None
    for about in {review.subject, subject}:
        for run in reader.store.runs_about(about):
            if run.job != RECHECK or run.state != "done":
                continue
            found = reader.review(run.id)
            if found.verdict is None or (last is not None and found.began < last.began):
                continue
            accepted = reader.review(found.submission.again)
            if measured_review(reader, accepted).id == review.id:
                last = found
    return last is not None and last.state != "accept"


def _base_of(work: Work | None) -> str:
    """Return the commit of the base branch when the work was frozen, or "" if there is no work."""
    if work is None:
        return ""
    return work.base_now or work.base
