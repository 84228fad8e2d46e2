"""Review one submission: take in the work, reach a verdict, and publish it in the tracker.

Every step is recorded. After a crash a recorded step is replayed and not repeated.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from functools import partial
from typing import NamedTuple

from coordinator.config.settings import Config
from coordinator.engine import Message, Run
from coordinator.errors import (
    CoordinatorError,
    IssueGone,
    LeaseLost,
    NotHere,
    StoreError,
    UsageError,
    WorkspaceError,
    is_exhausted,
)
from coordinator.judgement.preconditions import decide_checks, decide_delivery, label_checks
from coordinator.models import Case, Ending, Submission, Superseded, Verdict
from coordinator.panels.panel import Panel
from coordinator.panels.protocols import PROTOCOLS
from coordinator.reviews.calling_off import CHANGED, reason_of, watched_work
from coordinator.reviews.earlier_reviews import repeated
from coordinator.reviews.escalation import (
    confirm_single_opinion,
    escalate_last_reject,
    keep_with_person,
    leave_to_owners,
)
from coordinator.reviews.intake import WORDS_ALONE
from coordinator.reviews.publish import ISSUE_GONE, Overtaken
from coordinator.reviews.setup import ReviewContext, ReviewContexts
from coordinator.workspace.copies import clear
from coordinator.workspace.sources import EvidenceSources


async def review(run: Run, submission: Submission, contexts: ReviewContexts) -> Ending:
    """Run the review and return its ending.

    If the review cannot continue, report that in the tracker and raise the error.
    """
    return await carry_out(run, submission, contexts, partial(review_submission, run, submission))


async def carry_out(
    run: Run,
    submission: Submission,
    contexts: ReviewContexts,
    work: Callable[[ReviewContext], Awaitable[Ending]],
) -> Ending:
    """Return the ending of `work`. If it fails, report that in the tracker and raise the error."""
    try:
        return await work(await contexts.open(run, submission))
    except IssueGone:
        return Superseded(why=ISSUE_GONE)
    except Exception as error:
        if is_exhausted(error):  # frees disk space; the copies of the work can be made again
            copies = contexts.publisher.config.home / "work" / run.id / "tree"
            await asyncio.to_thread(clear, copies)
        if not isinstance(error, StoreError | LeaseLost) and not goes_on_elsewhere(error, run):
            await contexts.publisher.report_failure(submission, error)
        raise


async def review_submission(run: Run, submission: Submission, context: ReviewContext) -> Ending:
    """Take in the work, reach a verdict, and publish it unless the issue or work has changed."""
    publisher = context.publisher
    judge = partial(judge_submission, run, submission, context)
    try:
        # After the verdict, the author may change the work while a killed review is continued.
        judged = await run.until_told("told", CHANGED, judge, unless="verdict")
        if isinstance(judged, Message):
            raise Overtaken(reason_of(judged))
        if isinstance(judged, CoordinatorError):
            return await publisher.report_error(run, submission, judged)
        diff = judged.sources.diff
        check = partial(publisher.check_current, run, submission, judged.case, judged.sources)
        verdict = judged.verdict
        ending = await publisher.publish(run, submission, judged.case, verdict, check, diff)
    except Overtaken as overtaken:
        frozen = context.intake.frozen(run)
        ending = await publisher.give_way(run, submission, frozen, str(overtaken))
    # This comes last, because an interrupted review continues with the same frozen work.
    await context.intake.discard(run)
    return ending


class Judged(NamedTuple):
    """The verdict of a review that is not yet published."""

    case: Case
    sources: EvidenceSources
    verdict: Verdict


async def judge_submission(
    run: Run, submission: Submission, context: ReviewContext
) -> Judged | CoordinatorError:
    """Take in the work, and return the verdict; or the error, if there is no work to judge.

    Raise Overtaken if the issue or the work has changed.
    """
    publisher = context.publisher
    await context.intake.check_limit(run, submission)
    await publisher.settle_replaced(run, submission, context.intake.record.store)
    # This comes first, because the commit can still show the state of an earlier review.
    await publisher.show_state(run, submission, "begun", "The panel is at work")
    watched: AbstractAsyncContextManager[None] = nullcontext()
    if not publisher.has_reviews:  # otherwise a push is a new entry into review
        frozen = partial(context.intake.frozen, run)
        watched = watched_work(run, frozen, context.config.watch.poll)
    async with watched:
        try:
            case, sources = await context.intake.open(run, submission)
        except (UsageError, WorkspaceError) as error:
            if error.transient or goes_on_elsewhere(error, run):
                raise
            return error
        check = partial(publisher.check_current, run, submission, case, sources)
        try:
            panel = context.panel(case, sources, check)
            verdict = await reach_verdict(run, submission, case, panel, context.config)
        except WorkspaceError:
            # Another machine took in the work, and the work may have changed since then.
            await check("missed")
            raise
    await check("after")
    return Judged(case, sources, verdict)


def goes_on_elsewhere(error: Exception, run: Run) -> bool:
    """Return whether a worker on another machine can continue after this error."""
    return isinstance(error, NotHere) and run.can_move


async def reach_verdict(
    run: Run, submission: Submission, case: Case, panel: Panel, config: Config
) -> Verdict:
    """Decide the case, and record and return the verdict.

    The panel is asked only if code cannot decide without it.
    """
    open_reasons = case.earlier.reasons
    refusals: tuple[str, ...] = ()
    verdict = (
        decide_delivery(case.work, open_reasons)
        or decide_checks(case.checks, open_reasons)
        or repeated(case)
    )
    if verdict is None:
        protocol = PROTOCOLS[config.review.protocol]
        verdict = await protocol.run(run, case, panel)
        refusals = panel.asker.refusals()
    verdict = with_notices(verdict, case, refusals)
    verdict = escalate_last_reject(verdict, case, config)
    verdict = confirm_single_opinion(verdict, submission, config)
    verdict = leave_to_owners(verdict, case)
    verdict = keep_with_person(verdict, case, config)
    return await run.record("verdict", verdict)


def with_notices(verdict: Verdict, case: Case, refusals: Sequence[str] = ()) -> Verdict:
    """Return the verdict with the name of the work, and notices about the work and its checks.

    `refusals` are messages about seats that were not asked.
    """
    found = [*case.work.notices, *case.suspicions, *refusals]
    if case.work.diff and not case.work.repo:
        found.insert(0, WORDS_ALONE)
    notices: list[str] = []
    for notice in found:
        if notice not in notices:  # older reviews recorded some notices twice
            notices.append(notice)
    update = {"notices": tuple(notices), "work": case.work.name}
    return label_checks(verdict, case.checks).model_copy(update=update)
