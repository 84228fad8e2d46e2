"""What a person decides about a review that has ended: kept as theirs, and carried out in the tracker."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any, Literal

from coordinator.engine import Engine, Job, Run
from coordinator.errors import Conflict, UsageError
from coordinator.parsing.injection import defuse
from coordinator.reviews.publish import MESSAGES, TARGETS, do_once
from coordinator.reviews.record import DECISION, Override, ReviewReader, ReviewRecord
from coordinator.storage.events import key_of
from coordinator.storage.store import Store
from coordinator.trackers import ABILITIES, Tracker, marker
from coordinator.trackers.local import LocalTracker

LONGEST_REASON = 10_000
LONGEST_NAME = 100

OpenTracker = Callable[[], AbstractAsyncContextManager[Tracker]]


def override_of(review: ReviewRecord, outcome: str, reason: str, by: str) -> Override:
    """The decision on a review, or a UsageError that says what is missing."""
    if review.panel == "open":
        raise UsageError(f"{review.id} is still open", fix="wait for its end, or cancel it first")
    wanted: Literal["accept", "reject"] = "accept" if outcome == "accept" else "reject"
    if outcome != wanted:
        raise UsageError(f"'{outcome}' is no decision", fix="decide accept or reject")
    name = " ".join(by.split())
    for text, longest, needed, fix in (
        (reason.strip(), LONGEST_REASON, "a reason", "say why, for the author and the record"),
        (name, LONGEST_NAME, "the name of who decides", "give your name"),
    ):
        if not text:
            raise UsageError(f"a decision needs {needed}", fix=fix)
        if len(text) > longest:
            raise UsageError(f"{needed} is too long", fix=f"at most {longest:,} characters")
    return Override(
        review=review.id,
        outcome=wanted,
        reason=reason.strip(),
        by=name,
        panel=review.panel,
        stood=review.state,
        submission=review.submission,
    )


async def start_override(engine: Engine, store: Store, decision: Override, once: str) -> str:
    """Put a decision on record under the id made of `once`, and have it carried out; the id."""
    run_id = f"{DECISION}-{once}"
    review = store.run(decision.review)
    for known in ReviewReader(store).decisions(review):
        # The same sent twice; only what it stands on may have changed by itself.
        if known.id == run_id and known.decision == decision.model_copy(
            update={"stood": known.decision.stood}
        ):
            return run_id
    await engine.start(DECISION, run_id, decision, subject=review.subject, urgent=True)
    return run_id


def override_job(tracker: OpenTracker) -> Job:
    """The job that carries decisions out, in the tracker that the review belongs to."""

    async def job(run: Run, request: Any) -> Override:
        decision = Override.model_validate(request)
        if decision.submission.given is not None:
            return await publish_override(run, decision, LocalTracker(decision.submission))
        async with tracker() as opened:
            if opened.name != decision.submission.tracker:
                what = f"{decision.review} belongs to {decision.submission.tracker}, and {opened.name} is configured"
                raise UsageError(what, fix="decide it where that tracker is configured")
            return await publish_override(run, decision, opened)

    return job


async def publish_override(run: Run, decision: Override, tracker: Tracker) -> Override:
    """Status first, then the comment, then the author; nothing of it if the decision changes nothing."""
    submission = decision.submission
    reviews = "reviews" in ABILITIES[tracker.name]

    async def move() -> str:
        try:
            await tracker.override(
                submission.key, TARGETS[decision.outcome], entry=submission.entry
            )
        except Conflict as conflict:
            return f"left alone: {conflict}"
        return ""

    async def comment() -> str:
        to = (await tracker.issue(submission.key)).addressee if decision.outcome == "reject" else ""
        said = defuse(MESSAGES.override(decision, "push again" if reviews else ""))
        return (
            await tracker.post_once(
                submission.key, said, marker=marker(run.id, decision.outcome), to=to
            )
        ).outcome

    async def retrigger() -> str:
        return await tracker.retrigger(await tracker.issue(submission.key), run.id)

    if decision.outcome == decision.stood or await do_once(run, key_of("act", "status"), move):
        return decision
    await do_once(run, key_of("act", "comment"), comment)
    if decision.outcome == "reject":
        await do_once(run, key_of("act", "retrigger"), retrigger)
    return decision


def review_of(store: Store, run_id: str) -> ReviewRecord:
    """Return the review with this id; raise a UsageError if the run is something else."""
    return ReviewReader(store).review(run_id)
