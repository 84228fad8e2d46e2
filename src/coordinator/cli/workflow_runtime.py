"""What the commands about workflow runs share: starting one, seeing it to its end here, and going on with it."""

from __future__ import annotations

import asyncio
import secrets
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

from coordinator.cli.logs import log_to_file
from coordinator.cli.progress import row
from coordinator.cli.run_text import stage_line
from coordinator.cli.terminal import tell
from coordinator.config.settings import Config, load
from coordinator.engine import Run, serving
from coordinator.engine.journal import JournalEngine
from coordinator.errors import TrackerError, UsageError
from coordinator.models import Issue, Submission, Value
from coordinator.runtime import open_engine, open_store, open_tracker, repository_config, result_of
from coordinator.storage.store import Event
from coordinator.workflow.dialect.input_values import inputs_of
from coordinator.workflow.dialect.lint import load_workflow
from coordinator.workflow.dialect.reader import read_workflow
from coordinator.workflow.history import run_record
from coordinator.workflow.matching import waits_for_pull_requests
from coordinator.workflow.records import JOB, TOPIC, Outside, PullRequestEnd, PullRequestFact, RunRequest, RunResult
from coordinator.workflow.runner import run_workflow
from coordinator.workflow.setup import WorkflowContext, check_repository, prepare_run

LOOK = 30.0  # seconds between two looks at the pull requests of an issue

Begin = Callable[[JournalEngine], Awaitable[object]]


class WorkflowRequest(Value):
    """What somebody asks for on the command line: a workflow on an issue, somewhere."""

    label: str
    text: str
    key: str = ""
    issue: Issue | None = None
    repo: str = ""
    base: str = ""
    in_place: bool = False
    inputs: Mapping[str, str]
    agent: str = ""


async def started(asked: WorkflowRequest, config: Path | None) -> tuple[Config, RunRequest]:
    """The configuration and the start of a run; everything that can be refused is refused now."""
    read = load_workflow(asked.label, asked.text)
    for note in read.notes:
        print(f"{asked.label}:{note}", file=sys.stderr)
    values = inputs_of(read.workflow, dict(asked.inputs))
    settings = load(config=config)
    start = RunRequest(
        label=asked.label,
        text=asked.text,
        tracker="local" if asked.issue else settings.tracker,
        key=asked.issue.key if asked.issue else asked.key,
        given=asked.issue,
        repo=asked.repo,
        base=asked.base,
        in_place=asked.in_place,
        inputs=values,
        agent=asked.agent,
    )
    start = start if asked.issue else await _as_the_tracker_says(settings, start)
    await check_repository(start)
    return await _settings(start, config), start


async def _as_the_tracker_says(config: Config, start: RunRequest) -> RunRequest:
    """The issue's own repository and base, where the command line names none."""
    async with open_tracker(config) as tracker:
        issue = await tracker.issue(start.key)
    if start.repo:
        return start.model_copy(update={"key": issue.key})
    return start.model_copy(update={"key": issue.key, "repo": issue.repo, "base": start.base or issue.base})


async def _settings(start: RunRequest, config: Path | None) -> Config:
    """The configuration; that of a repository counts as it is at the base, for an agent may change the file."""
    if not start.repo or not (start.in_place or start.given):
        return load(config=config)
    return await repository_config(Path(start.repo), start.base, config)


# -- here and now


def new_id() -> str:
    """A name for a run."""
    return f"run-{secrets.token_hex(4)}"


async def run_workflow_here(id: str, config: Config, start: RunRequest, *, quiet: bool) -> RunResult:
    """Start a run and see it to its end in this process."""
    subject = f"workflow:{start.tracker}:{start.key}"
    begin = partial(JournalEngine.start, job=JOB, run_id=id, request=start, subject=subject)
    return await _to_end(id, config, start, begin, quiet)


async def resume_run_here(id: str, config: Path | None, *, quiet: bool) -> RunResult:
    """Go on with a run in this process; one that has ended is only looked up."""
    with open_store() as store:
        whole = run_record(store, id)
    if whole.ending is not None:
        return whole.ending
    begun = whole.start
    if begun.in_place and whole.place is not None:
        # What the agent has committed there since then must not decide about its work.
        begun = begun.model_copy(update={"base": whole.place.base})
    settings = await _settings(begun, config)
    return await _to_end(id, settings, whole.start, lambda engine: engine.resume(id), quiet)


async def retry_run_here(id: str, again: str, config: Path | None, *, quiet: bool) -> RunResult:
    """Run a workflow again as it was started, under a new id."""
    with open_store() as store:
        whole = run_record(store, id)
    if whole.state == "open":
        raise UsageError(f"{id} is still open", fix=f"`coordinator resume {id}` goes on with it")
    await check_repository(whole.start)
    return await run_workflow_here(again, await _settings(whole.start, config), whole.start, quiet=quiet)


async def _to_end(id: str, config: Config, start: RunRequest, begin: Begin, quiet: bool) -> RunResult:
    log_to_file()
    with open_store(config.home) as store:
        given = Submission(id="", tracker="local", entry="", key=start.key, given=start.given)
        async with open_tracker(config, given) as tracker:
            workflow = read_workflow(start.label, start.text).workflow
            context = prepare_run(config, tracker, store, workflow, start.agent)
            show = None if quiet else _show
            async with open_engine(config.home, {JOB: _job(context)}, on_event=show) as engine:
                await begin(engine)
                if not quiet:
                    tell(row("run", f"{id}: {workflow.name}, configured by {config.source}"))
                async with serving(engine, only=(id,)), _relaying(engine, id, start, context):
                    return RunResult.model_validate(await result_of(engine, id))


def _job(context: WorkflowContext) -> Callable[[Run, Any], Awaitable[RunResult]]:
    async def job(run: Run, input: Any) -> RunResult:
        return await run_workflow(run, RunRequest.model_validate(input), context)

    return job


def _show(event: Event) -> None:
    if text := stage_line(event):
        tell(text)


# -- the world outside


async def send_event(id: str, event: Outside, key: str) -> None:
    """Tell a run what has happened outside; a key that was used before says nothing new."""
    async with open_engine() as engine:
        with open_store() as store:
            whole = run_record(store, id)
        if whole.state != "open":
            raise UsageError(f"{id} has ended: {whole.state}", fix=f"`coordinator show {id}`")
        await engine.send(id, TOPIC, event, key=f"{TOPIC}/{key or secrets.token_hex(8)}")


@asynccontextmanager
async def _relaying(engine: JournalEngine, id: str, start: RunRequest, context: WorkflowContext) -> AsyncIterator[None]:
    """Tell the run what the tracker knows of its pull requests, while the body runs."""
    knows = context.hears_of_pulls and waits_for_pull_requests(context.workflow)
    relay = asyncio.create_task(_relay(engine, id, start.key, context)) if knows else None
    try:
        yield
    finally:
        if relay is not None:
            relay.cancel()
            await asyncio.wait([relay])


async def _relay(engine: JournalEngine, id: str, key: str, context: WorkflowContext) -> None:
    told: dict[str, str] = {}
    while True:
        with suppress(TrackerError):  # it is asked again
            ours = run_record(context.store, id).pulls
            for pull in await context.tracker.pulls(key):
                if pull.url in ours:
                    await _report(engine, id, pull.url, pull.state, told)
                    if pull.ci and told.get(f"{pull.url} ci") != pull.ci:
                        told[f"{pull.url} ci"] = pull.ci
                        await engine.send(id, TOPIC, PullRequestFact(ci=pull.ci), key=f"{TOPIC}/{secrets.token_hex(8)}")
        await context.tracker.pause(LOOK)


async def _report(engine: JournalEngine, id: str, url: str, state: str, told: dict[str, str]) -> None:
    if state != "open" and told.get(url) != state:
        told[url] = state
        event = PullRequestEnd.model_validate({"event": f"pr_{state}"})
        await engine.send(id, TOPIC, event, key=f"{TOPIC}/{url}/{state}")
