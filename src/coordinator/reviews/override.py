"""What a person decides about a review that has ended: kept as theirs, and carried out in the tracker."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any, Literal

from coordinator.engine import Engine, Job, Run
from coordinator.errors import Conflict, UsageError
from coordinator.parsing.injection import defuse
from coordinator.reviews.publish import TARGETS, ActionResult
from coordinator.storage.review_record import DECISION, JOBS, Override, ReviewReader, ReviewRecord
from coordinator.storage.store import Store
from coordinator.trackers import Tracker, marker
from coordinator.trackers.local import LocalTracker

LONGEST_REASON = 10_000
LONGEST_NAME = 100

OpenTracker = Callable[[], AbstractAsyncContextManager[Tracker]]


def override_of(whole: ReviewRecord, outcome: str, reason: str, by: str) -> Override:
    """The decision on a review, or a UsageError that says what is missing."""
    if whole.state == "open":
        raise UsageError(f"{whole.id} is still open", fix="wait for its end, or cancel it first")
    wanted: Literal["accept", "reject"] = "accept" if outcome == "accept" else "reject"
    if outcome != wanted:
        raise UsageError(f"'{outcome}' is no decision", fix="decide accept or reject")
    _refuse_unless(
        reason.strip(), LONGEST_REASON, "a decision needs a reason", "say why, for the author and the record"
    )
    name = " ".join(by.split())
    _refuse_unless(name, LONGEST_NAME, "a decision needs the name of who decides", "give your name")
    stood = whole.decisions[-1].decision.outcome if whole.decisions else whole.state
    return Override(
        review=whole.id,
        outcome=wanted,
        reason=reason.strip(),
        by=name,
        panel=whole.state,
        stood=stood,
        submission=whole.submission,
    )


def _refuse_unless(text: str, longest: int, what: str, fix: str) -> None:
    if not text:
        raise UsageError(what, fix=fix)
    if len(text) > longest:
        raise UsageError(f"{what.removeprefix('a decision needs ')} is too long", fix=f"at most {longest:,} characters")


async def start_override(engine: Engine, store: Store, decision: Override, once: str) -> str:
    """Put a decision on record under the id made of `once`, and have it carried out; the id."""
    id, run = f"{DECISION}-{once}", store.run(decision.review)
    if any(settled.id == id and _same(settled.decision, decision) for settled in ReviewReader(store).decisions(run)):
        return id  # sent twice; what it stands on has changed by itself
    await engine.start(DECISION, id, decision, subject=run.subject)
    return id


def _same(first: Override, second: Override) -> bool:
    return first == second.model_copy(update={"stood": first.stood})


def override_job(tracker: OpenTracker) -> Job:
    """The job that carries decisions out, in the tracker that the review belongs to."""

    async def job(run: Run, input: Any) -> Override:
        decision = Override.model_validate(input)
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
    if decision.outcome == decision.stood:
        return decision
    moved = await run.step("act/status", lambda: _move(decision, tracker, decision.outcome), ActionResult)
    if not moved.why:
        await run.step("act/comment", lambda: _tell(run.id, decision, tracker, ""), ActionResult)
        if decision.outcome == "reject":
            await run.step("act/retrigger", lambda: _retrigger(decision, tracker, run.id), ActionResult)
    return decision


async def _move(decision: Override, tracker: Tracker, outcome: str) -> ActionResult:
    submission = decision.submission
    try:
        await tracker.override(submission.key, TARGETS[outcome], entry=submission.entry)
    except Conflict as conflict:
        return ActionResult(why=f"left alone: {conflict}")
    return ActionResult()


async def _tell(id: str, decision: Override, tracker: Tracker, _: str) -> ActionResult:
    key = decision.submission.key
    to = (await tracker.issue(key)).assignee if decision.outcome == "reject" else ""
    said = await tracker.say(key, override_comment(decision), marker=marker(id, decision.outcome), to=to)
    return ActionResult(why=said.outcome)


async def _retrigger(decision: Override, tracker: Tracker, id: str) -> ActionResult:
    return ActionResult(why=await tracker.retrigger(await tracker.issue(decision.submission.key), id))


def override_comment(decision: Override) -> str:
    """The comment that goes with a decision; it says whose it is, and what it is not."""
    head = "Accepted" if decision.outcome == "accept" else "Sent back"
    rework = "Please rework this and set the issue to in_review again when it is done."
    parts = (
        f"**{head} by {decision.by}**. The panel had come to: {decision.panel}.",
        decision.reason,
        rework if decision.outcome == "reject" else "",
        f"Review {decision.review}; `coordinator show {decision.review}` has all of it.",
    )
    return defuse("\n\n".join(part for part in parts if part))


def review_of(store: Store, id: str) -> ReviewRecord:
    """The review with this id; a UsageError if the run is something else."""
    if (run := store.run(id)).job not in JOBS:
        raise UsageError(f"{id} is a {run.job} and no review", fix="`coordinator list` shows the reviews")
    return ReviewReader(store).review(id)
