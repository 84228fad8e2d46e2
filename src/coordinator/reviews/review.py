"""One submission from in_review to the tracker's new status: each line is replayed after a crash, never repeated."""

import asyncio
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
from coordinator.reviews.history import escalate_last_reject, keep_with_person, repeated
from coordinator.reviews.intake import WORDS_ALONE
from coordinator.reviews.publish import Overtaken
from coordinator.reviews.setup import ReviewContext, ReviewContexts
from coordinator.workspace.copies import clear


async def review(run: Run, submission: Submission, contexts: ReviewContexts) -> Ending:
    """Return how the review ended; whoever has to know is told, also of one that cannot go on."""
    try:
        return await review_submission(run, submission, await contexts.open(run, submission))
    except IssueGone:
        return Superseded(why="the issue is gone")
    except Exception as error:
        if is_exhausted(error):  # copies can be made again later
            await asyncio.to_thread(clear, contexts.publisher.config.home / "work" / run.id / "tree")
        if not isinstance(error, StoreError | LeaseLost) and not (isinstance(error, NotHere) and run.can_move):
            await contexts.publisher.report_failure(submission, error)
        raise


async def review_submission(run: Run, submission: Submission, context: ReviewContext) -> Ending:
    """Take the work in, get to a verdict, and carry it out unless the world has moved on."""
    publisher = context.publisher
    try:
        # First, as the commit may have had an answer already, in another pull request or before another base.
        await publisher.show_state(run, submission, "begun", "The panel is at work")
        case, sources = await context.intake.open(run, submission)
    except Overtaken as overtaken:
        return Superseded(why=str(overtaken))
    except (UsageError, WorkspaceError) as error:
        if error.transient or (isinstance(error, NotHere) and run.can_move):
            raise
        return await publisher.report_error(run, submission, error)
    check = partial(publisher.check_current, run, submission, case, sources)
    try:
        try:
            verdict = await reach_verdict(run, case, context.panel(case, sources, check), context.config)
        except WorkspaceError:
            # Another machine took the work in, and it is no more as it was then
            await check("missed")
            raise
        await check("after")
        ending = await publisher.publish(run, submission, case, verdict, check, sources.diff)
    except Overtaken as overtaken:
        ending = await publisher.give_way(run, submission, sources.workspace, str(overtaken))
    # Not before: a review that was interrupted goes on with the same frozen work
    await sources.workspace.remove()
    return ending


async def reach_verdict(run: Run, case: Case, panel: Panel, config: Config) -> Verdict:
    """Get to a verdict, by code alone where that is enough, and put it on record before anything follows from it."""
    open_reasons = case.earlier.reasons
    verdict = decide_delivery(case.work, open_reasons) or decide_checks(case.checks, open_reasons) or repeated(case)
    if verdict is None:
        verdict = await PROTOCOLS[config.review.protocol].run(run, case, panel)
    verdict = keep_with_person(escalate_last_reject(with_notices(verdict, case), case, config), case, config)
    return await run.record("verdict", verdict)


def with_notices(verdict: Verdict, case: Case) -> Verdict:
    """Return the verdict with what it is about, and what was noticed in the work or in its checks."""
    words = (WORDS_ALONE,) if case.work.diff and not case.work.repo else ()
    # Older reviews have the words in both
    notices = dict.fromkeys((*words, *case.work.notices, *case.suspicions))
    return label_checks(verdict, case.checks).model_copy(update={"notices": tuple(notices), "work": case.work.name})
