"""Carry out a person's decision about an ended review. The panel's verdict stays on record."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any, Literal

from coordinator.config.settings import Config
from coordinator.engine import Engine, Job, Run
from coordinator.errors import Conflict, UsageError
from coordinator.parsing.injection import defuse
from coordinator.reviews.publish import MESSAGES, TARGETS, do_once, link_to, with_link
from coordinator.reviews.record import DECISION, Override, ReviewReader, ReviewRecord
from coordinator.storage.events import key_of
from coordinator.storage.store import Store
from coordinator.trackers import Tracker, marker
from coordinator.trackers.local import LocalTracker
from coordinator.trackers.registry import TRACKERS

LONGEST_REASON = 10_000  # characters
LONGEST_NAME = 100

OpenTracker = Callable[[], AbstractAsyncContextManager[Tracker]]


def override_of(review: ReviewRecord, outcome: str, reason: str, by: str) -> Override:
    """Return the decision about a review. Raise UsageError if an input is missing or wrong."""
    if review.panel == "open":
        raise UsageError(f"{review.id} is still open", fix="wait for its end, or cancel it first")
    wanted: Literal["accept", "reject"] = "accept" if outcome == "accept" else "reject"
    if outcome != wanted:
        raise UsageError(f"'{outcome}' is not a valid decision", fix="choose accept or reject")
    why = reason.strip()
    name = " ".join(by.split())
    _check_text(
        why, LONGEST_REASON, "a reason", fix="give the reason, for the author and the record"
    )
    _check_text(name, LONGEST_NAME, "the name of the person who decides", fix="give your name")
    return Override(
        review=review.id,
        outcome=wanted,
        reason=why,
        by=name,
        panel=review.panel,
        stood=review.state,
        submission=review.submission,
    )


def _check_text(text: str, longest: int, what: str, *, fix: str) -> None:
    if not text:
        raise UsageError(f"a decision needs {what}", fix=fix)
    if len(text) > longest:
        raise UsageError(f"{what} is too long", fix=f"at most {longest:,} characters")


async def start_override(engine: Engine, store: Store, decision: Override, once: str) -> str:
    """Start the run that carries out a decision, and return the run's id.

    `once` identifies the decision. A decision that is sent twice with the same `once` is carried
    out only once.
    """
    run_id = f"{DECISION}-{once}"
    review = store.run(decision.review)
    for known in ReviewReader(store).decisions(review):
        # The first of two equal decisions may have changed the state of the review.
        same = decision.model_copy(update={"stood": known.decision.stood})
        if known.id == run_id and known.decision == same:
            return run_id
    await engine.start(DECISION, run_id, decision, subject=review.subject, urgent=True)
    return run_id


def override_job(open_tracker: OpenTracker, config: Config | None = None) -> Job:
    """Return the job that carries out a person's decision in the tracker of the decided review.

    Without a configuration, the comments of the job have no link to the dashboard.
    """

    async def job(run: Run, request: Any) -> Override:
        decision = Override.model_validate(request)
        if decision.submission.given is not None:
            return await publish_override(run, decision, LocalTracker(decision.submission), "")
        async with open_tracker() as tracker:
            if tracker.name != decision.submission.tracker:
                raise UsageError(
                    f"{decision.review} belongs to {decision.submission.tracker}, "
                    f"but the configured tracker is {tracker.name}",
                    fix="decide it where that tracker is configured",
                )
            link = link_to(config, f"reviews/{decision.review}") if config else ""
            return await publish_override(run, decision, tracker, link)

    return job


async def publish_override(run: Run, decision: Override, tracker: Tracker, link: str) -> Override:
    """Set the status and post the comment. After a reject, start the author again.

    Do nothing if the decision changes nothing, or if the issue has changed in the meantime. If the
    person has changed the issue itself, do nothing either: the decision is only recorded.
    """
    submission = decision.submission

    async def move() -> str:
        target = TARGETS[decision.outcome]
        try:
            await tracker.override(submission.key, target, entry=submission.entry)
        except Conflict as conflict:
            return f"the issue was not changed: {conflict}"
        return ""

    async def comment() -> str:
        to = ""
        if decision.outcome == "reject":
            issue = await tracker.issue(submission.key)
            to = issue.addressee
        has_reviews = "reviews" in TRACKERS[tracker.name].abilities
        text = MESSAGES.override(decision, "push again" if has_reviews else "")
        mark = marker(run.id, decision.outcome)
        shown = with_link(defuse(text), link)
        posted = await tracker.post_once(submission.key, shown, marker=mark, to=to)
        return posted.outcome

    async def show() -> str:
        text = f"{decision.by} has decided"
        await tracker.show_state(
            submission.key, decision.outcome, text, entry=submission.entry, link=link
        )
        return ""

    async def retrigger() -> str:
        return await tracker.retrigger(await tracker.issue(submission.key), run.id)

    if decision.outcome == decision.stood or decision.way in ("status", "merge", "close"):
        return decision
    if decision.way == "review":  # the person's own review says everything
        await do_once(run, key_of("act", "state"), show)
    else:
        why_not = await do_once(run, key_of("act", "status"), move)
        if why_not:
            return decision
        await do_once(run, key_of("act", "comment"), comment)
    if decision.outcome == "reject":
        await do_once(run, key_of("act", "retrigger"), retrigger)
    return decision


def review_of(store: Store, run_id: str) -> ReviewRecord:
    """Return the review with this id. Raise UsageError if the run is not a review."""
    return ReviewReader(store).review(run_id)
