"""One submission from in_review to the tracker's new status: each line is replayed after a crash, never repeated."""

from __future__ import annotations

from coordinator.config.settings import Config
from coordinator.engine import Run
from coordinator.errors import UsageError, WorkspaceError
from coordinator.judgement.consensus import decide_checks, decide_delivery
from coordinator.models import Case, Ending, Submission, Superseded, Verdict
from coordinator.panels.protocols import PROTOCOLS
from coordinator.reviews.setup import ReviewContext
from coordinator.workspace.sources import EvidenceSources


async def review(run: Run, submission: Submission, context: ReviewContext) -> Ending:
    """Take the work in, get to a verdict, and carry it out unless the world has moved on."""
    publisher = context.publisher
    try:
        case, sources = await context.intake.open(run, submission)
    except (UsageError, WorkspaceError) as error:
        return await publisher.report_error(run, submission, error)
    if why := await publisher.superseded_by(run, submission, case, sources, "before"):
        return closed(sources, Superseded(why=why))
    verdict = (
        decide_delivery(case.work) or decide_checks(case.checks) or await run_protocol(run, case, sources, context)
    )
    # On record before anything follows from it.
    verdict = await run.record("verdict", bounded(noted(verdict, case), case, context.config))
    if why := await publisher.superseded_by(run, submission, case, sources, "after"):
        return closed(sources, Superseded(why=why))
    return closed(sources, await publisher.publish(run, submission, case, verdict))


def closed(sources: EvidenceSources, ending: Ending) -> Ending:
    """The ending, with the frozen copy of the work cleared away."""
    sources.clear()
    return ending


async def run_protocol(run: Run, case: Case, sources: EvidenceSources, context: ReviewContext) -> Verdict:
    """What the panel of the configured protocol comes to."""
    return await PROTOCOLS[context.config.review.protocol](run, case, context.panel(case, sources))


def noted(verdict: Verdict, case: Case) -> Verdict:
    """The verdict with what was noticed in the work and decides nothing."""
    withheld = tuple(f"withheld, may hold secrets: {path}" for path in case.work.withheld)
    return verdict.model_copy(update={"notices": (*withheld, *case.suspicions)})


def bounded(verdict: Verdict, case: Case, config: Config) -> Verdict:
    """The loop has an end: the last reject an issue may have goes to a person instead of its author."""
    rejects, most = case.earlier.rejects + 1, config.review.reviews_per_issue
    if verdict.outcome != "reject" or rejects < most:
        return verdict
    said = f"This would be reject {rejects} of at most {most} for this issue. {verdict.explanation}"
    return verdict.model_copy(update={"outcome": "escalate", "rule": "reviews per issue", "explanation": said})
