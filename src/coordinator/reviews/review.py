"""One submission from in_review to the tracker's new status: each line is replayed after a crash, never repeated."""

from __future__ import annotations

from coordinator.config.settings import Config
from coordinator.engine import Run
from coordinator.errors import UsageError, WorkspaceError
from coordinator.judgement.consensus import decide_checks, decide_delivery
from coordinator.models import Case, Ending, Submission, Superseded, Verdict
from coordinator.panels.judge import run_judge
from coordinator.panels.judge_with_debate import run_judge_with_debate
from coordinator.panels.tool_mad import run_tool_mad
from coordinator.reviews.setup import ReviewContext
from coordinator.workspace.sources import EvidenceSources

WORDS_ALONE = (
    "nothing was pushed that we could look at: the author's comments and files were reviewed, "
    "and evidence in code has no source"
)

# How a panel gets from a case to a verdict.
PROTOCOLS = {"judge": run_judge, "judge-with-debate": run_judge_with_debate, "tool-mad": run_tool_mad}


async def review(run: Run, submission: Submission, context: ReviewContext) -> Ending:
    """Take the work in, get to a verdict, and carry it out unless the world has moved on."""
    try:
        case, sources = await context.intake.open(run, submission)
    except (UsageError, WorkspaceError) as error:
        return await context.publisher.report_error(run, submission, error)
    ending = await judge_and_publish(run, submission, case, sources, context)
    sources.workspace.remove()  # not before: a review that was interrupted goes on with the same frozen work
    return ending


async def judge_and_publish(
    run: Run, submission: Submission, case: Case, sources: EvidenceSources, context: ReviewContext
) -> Ending:
    """Get to a verdict, by code alone where that is enough, put it on record, and publish it."""
    publisher = context.publisher
    if why := await publisher.superseded_by(run, submission, case, sources, "before"):
        return Superseded(why=why)
    verdict = decide_delivery(case.work) or decide_checks(case.checks)
    if verdict is None:
        protocol = PROTOCOLS[context.config.review.protocol]
        verdict = await protocol(run, case, context.panel(case, sources))
    # On record before anything follows from it.
    verdict = await run.record("verdict", escalate_last_reject(with_notices(verdict, case), case, context.config))
    if why := await publisher.superseded_by(run, submission, case, sources, "after"):
        return Superseded(why=why)
    return await publisher.publish(run, submission, case, verdict)


def with_notices(verdict: Verdict, case: Case) -> Verdict:
    """Return the verdict with what was noticed in the work and decides nothing."""
    withheld = tuple(f"withheld, may hold secrets: {path}" for path in case.work.withheld)
    words = () if case.work.repo or WORDS_ALONE in case.suspicions else (WORDS_ALONE,)  # once they were kept there
    return verdict.model_copy(update={"notices": (*words, *withheld, *case.suspicions)})


def escalate_last_reject(verdict: Verdict, case: Case, config: Config) -> Verdict:
    """Return the verdict, but send the last reject that an issue may have to a person: the loop has an end."""
    rejects, most = case.earlier.rejects + 1, config.review.reviews_per_issue
    if verdict.outcome != "reject" or rejects < most:
        return verdict
    said = f"This would be reject {rejects} of at most {most} for this issue. {verdict.explanation}"
    return verdict.model_copy(update={"outcome": "escalate", "rule": "reviews per issue", "explanation": said})
