"""The job of a workflow run: run the workflow, and tell people if it did not complete."""

import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from coordinator.config.settings import Config
from coordinator.engine import Engine, Job, Run
from coordinator.errors import CoordinatorError, LeaseLost, StoreError, is_transient
from coordinator.parsing.excerpt import bound
from coordinator.parsing.injection import defuse
from coordinator.reviews.publish import LONGEST_ERROR, do_once
from coordinator.storage.events import key_of
from coordinator.storage.short_ids import short_id
from coordinator.storage.store import Store
from coordinator.trackers import Tracker, marker
from coordinator.trackers.local import LocalTracker
from coordinator.workflow.dialect.reader import read_workflow
from coordinator.workflow.messages import MESSAGES
from coordinator.workflow.pull_request_relay import relaying
from coordinator.workflow.records import WATCHED, RunRequest, RunResult
from coordinator.workflow.runner import run_workflow
from coordinator.workflow.setup import WorkflowContext, prepare_run

log = logging.getLogger("coordinator")


def watched_job(
    config: Config, tracker: Tracker, store: Store, engine: Callable[[], Engine]
) -> dict[str, Job]:
    """Return the job for runs that the daemon starts, in a dict keyed by the job's name."""

    async def job(run: Run, given: Any) -> RunResult:
        request = RunRequest.model_validate(given)
        own = own_tracker(request, tracker)
        try:
            workflow = read_workflow(request.label, request.text)
            context = prepare_run(config, own, store, workflow, request.agent)
            result = await see_through(run, request, context, engine())
        except Exception as error:
            if not is_transient(error) and not isinstance(error, StoreError | LeaseLost):
                await _report_failure(run, request, own, config, error)
            raise
        log.info(
            "%s has ended as %s at stage %s: %s",
            short_id(run.id),
            result.kind,
            result.stage,
            result.reason,
        )
        return result

    return {WATCHED: job}


def own_tracker(request: RunRequest, tracker: Tracker) -> Tracker:
    """Return the given tracker, or a local one if the issue of the run is in no tracker."""
    if request.given is None:
        return tracker
    return LocalTracker(request.submission)


async def see_through(
    run: Run, request: RunRequest, context: WorkflowContext, engine: Engine
) -> RunResult:
    """Run a workflow to its end.

    If the daemon started the run and the run does not complete, post a comment about its end.
    """
    async with relaying(engine, run.id, request.key, context):
        result = await run_workflow(run, request, context)

    async def tell() -> str:
        text = MESSAGES.ended(short_id(run.id), result)
        mark = marker(run.id, result.kind, result.visits)
        return await _post(request, context.tracker, context.config, mark, text)

    if request.why and result.kind != "completed":
        await do_once(run, key_of("act", "ended", result.visits), tell)
    return result


async def _report_failure(
    run: Run, request: RunRequest, tracker: Tracker, config: Config, error: Exception
) -> None:
    what = bound(f"{type(error).__name__}: {error}", LONGEST_ERROR)
    text = MESSAGES.stopped(short_id(run.id), what)
    with suppress(CoordinatorError):  # the list of runs shows the failure as well
        await _post(request, tracker, config, marker(run.id, "failed"), text)


async def _post(request: RunRequest, tracker: Tracker, config: Config, mark: str, text: str) -> str:
    """Post a comment to the person who decides about the issue. Return its `outcome`."""
    person = config.review.escalate_to
    if not person:
        person = (await tracker.issue(request.key)).creator
    comment = await tracker.post_once(request.key, defuse(text), marker=mark, to=person)
    return comment.outcome
