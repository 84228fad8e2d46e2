"""Review one submission: take in the work, reach a verdict, and publish it in the tracker.

Every step is recorded. After a crash a recorded step is replayed and not repeated.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from coordinator.config.settings import Config
from coordinator.engine import Run
from coordinator.errors import (
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
from coordinator.reviews.earlier_reviews import repeated
from coordinator.reviews.escalation import (
    confirm_single_opinion,
    escalate_last_reject,
    keep_with_person,
    leave_to_owners,
)
from coordinator.reviews.intake import WORDS_ALONE
from coordinator.reviews.publish import Overtaken
from coordinator.reviews.setup import ReviewContext, ReviewContexts
from coordinator.workspace.copies import clear


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
        return Superseded(why="the issue is gone")
    except Exception as error:
        if is_exhausted(error):  # frees space; the copies can be made again
            copies = contexts.publisher.config.home / "work" / run.id / "tree"
            await asyncio.to_thread(clear, copies)
        if not isinstance(error, StoreError | LeaseLost) and not goes_on_elsewhere(error, run):
            await contexts.publisher.report_failure(submission, error)
        raise


async def review_submission(run: Run, submission: Submission, context: ReviewContext) -> Ending:
    """Take in the work, reach a verdict, and publish it unless the issue or work has changed."""
    publisher = context.publisher
    try:
        # This comes first, because the commit can still show the state of an earlier review.
        await publisher.show_state(run, submission, "begun", "The panel is at work")
        case, sources = await context.intake.open(run, submission)
    except Overtaken as overtaken:
        return Superseded(why=str(overtaken))
    except (UsageError, WorkspaceError) as error:
        if error.transient or goes_on_elsewhere(error, run):
            raise
        return await publisher.report_error(run, submission, error)
    check = partial(publisher.check_current, run, submission, case, sources)
    try:
        try:
            panel = context.panel(case, sources, check)
            verdict = await reach_verdict(run, submission, case, panel, context.config)
        except WorkspaceError:
            # Another machine took in the work, and the work may have changed since then.
            await check("missed")
            raise
        await check("after")
        ending = await publisher.publish(run, submission, case, verdict, check, sources.diff)
    except Overtaken as overtaken:
        ending = await publisher.give_way(run, submission, sources.workspace, str(overtaken))
    # This comes last, because an interrupted review continues with the same frozen work.
    await sources.workspace.remove()
    return ending


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
