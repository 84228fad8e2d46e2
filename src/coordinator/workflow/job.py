"""A run of a workflow as a job: it is told what the tracker knows of its pull requests, and people of its end."""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

from coordinator.config.settings import Config
from coordinator.engine import Engine, Job, Run
from coordinator.errors import CoordinatorError, LeaseLost, StoreError, TrackerError, is_transient
from coordinator.parsing.excerpt import bound
from coordinator.parsing.injection import defuse
from coordinator.reviews.publish import LONGEST_ERROR, do_once
from coordinator.storage.events import key_of, message_key
from coordinator.storage.store import Store, short_id
from coordinator.trackers import Tracker, marker
from coordinator.trackers.local import LocalTracker
from coordinator.workflow.dialect.reader import read_workflow
from coordinator.workflow.history import run_record
from coordinator.workflow.matching import waits_for_pull_requests
from coordinator.workflow.records import (
    TOPIC,
    WATCHED,
    PullRequestEnd,
    PullRequestFact,
    RunRequest,
    RunResult,
)
from coordinator.workflow.run_state import MESSAGES
from coordinator.workflow.runner import run_workflow
from coordinator.workflow.setup import WorkflowContext, prepare_run

log = logging.getLogger("coordinator")

LOOK = 30.0  # seconds between two looks at the pull requests of an issue


def watched_job(
    config: Config, tracker: Tracker, store: Store, engine: Callable[[], Engine]
) -> dict[str, Job]:
    """Return the job of runs that the daemon has started; whoever has to know is told of one that cannot go on."""

    async def job(run: Run, given: Any) -> RunResult:
        request = RunRequest.model_validate(given)
        try:
            workflow = read_workflow(request.label, request.text)
            context = prepare_run(
                config, own_tracker(request, tracker), store, workflow, request.agent
            )
            result = await see_through(run, request, context, engine())
        except Exception as error:
            if not is_transient(error) and not isinstance(error, StoreError | LeaseLost):
                name = short_id(run.id)
                what = bound(f"{type(error).__name__}: {error}", LONGEST_ERROR)
                with suppress(CoordinatorError):  # then it is in the list of runs alone
                    said = MESSAGES.stopped(name, what)
                    mark = marker(run.id, "failed")
                    await _post(request, own_tracker(request, tracker), config, mark, said)
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
    """Return the tracker of a run: the given one, or that of an issue which no tracker has."""
    if request.given is None:
        return tracker
    return LocalTracker(request.submission)


async def see_through(
    run: Run, request: RunRequest, context: WorkflowContext, engine: Engine
) -> RunResult:
    """Run a workflow to its end; where nobody started it, somebody is told if that is not its completion."""
    async with relaying(engine, run.id, request.key, context):
        result = await run_workflow(run, request, context)

    async def tell() -> str:
        said = MESSAGES.ended(short_id(run.id), result)
        mark = marker(run.id, result.kind, result.visits)
        return await _post(request, context.tracker, context.config, mark, said)

    if request.why and result.kind != "completed":
        await do_once(run, key_of("act", "ended", result.visits), tell)
    return result


async def _post(request: RunRequest, tracker: Tracker, config: Config, mark: str, text: str) -> str:
    """Tell whoever decides about the issue; return what that came to."""
    to = config.review.escalate_to or (await tracker.issue(request.key)).creator
    return (await tracker.post_once(request.key, defuse(text), marker=mark, to=to)).outcome


@asynccontextmanager
async def relaying(
    engine: Engine, run_id: str, key: str, context: WorkflowContext
) -> AsyncIterator[None]:
    """Tell the run what the tracker knows of its pull requests, while the body runs."""
    if not (context.hears_of_pulls and waits_for_pull_requests(context.workflow)):
        yield
        return
    told: dict[str, str] = {}

    async def relay() -> None:
        while True:
            with suppress(TrackerError):  # it is asked again
                ours = run_record(context.store, run_id).pulls
                for pull in await context.tracker.pulls(key):
                    if pull.url not in ours:
                        continue
                    if pull.state != "open" and told.get(pull.url) != pull.state:
                        told[pull.url] = pull.state
                        end = PullRequestEnd.model_validate({"event": f"pr_{pull.state}"})
                        await engine.send(
                            run_id, TOPIC, end, key=message_key(TOPIC, pull.url, pull.state)
                        )
                    for name, known in (("ci", pull.ci), ("reviews", pull.reviews)):
                        if known and told.get(f"{pull.url} {name}") != known:
                            told[f"{pull.url} {name}"] = known
                            fact = PullRequestFact.model_validate({name: known})
                            await engine.send(
                                run_id, TOPIC, fact, key=message_key(TOPIC, secrets.token_hex(8))
                            )
            await context.tracker.pause(LOOK)

    relaying = asyncio.create_task(relay())
    try:
        yield
    finally:
        relaying.cancel()
        await asyncio.wait([relaying])
