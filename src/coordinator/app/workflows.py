"""Use cases about workflow runs: start, resume, repeat or dry-run one, and send events to it."""

import secrets
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from coordinator.app import runtime
from coordinator.app.watching import RunWatcher
from coordinator.config.diagnostics import Diagnostic, in_order
from coordinator.config.settings import Config, load
from coordinator.config.suggestions import nearest
from coordinator.engine import Run, serving
from coordinator.engine.journal import JournalEngine
from coordinator.engine.owner import still_open
from coordinator.errors import UsageError
from coordinator.models import Issue
from coordinator.storage.events import message_key
from coordinator.storage.store import Store
from coordinator.workflow import records
from coordinator.workflow.dialect import lint, requirements
from coordinator.workflow.dialect.reader import read_workflow
from coordinator.workflow.dry_run import DryRun, Show, dry_run
from coordinator.workflow.history import run_record
from coordinator.workflow.job import see_through
from coordinator.workflow.resume import reopen_run
from coordinator.workflow.setup import prepare_run
from coordinator.workflow.worktree import check_repository

# The outside events that can be sent to a run.
EVENTS = "pr_merged, pr_closed, ci=passing, ci=failing, reviews=clean, reviews=changes, commented"
Begin = Callable[[JournalEngine, Store], Awaitable[None]]


# -- starting a run


@dataclass(frozen=True, slots=True)
class PreparedRun:
    """A run that is ready to start, and the warnings about its workflow file."""

    config: Config
    start: records.RunRequest
    warnings: tuple[Diagnostic, ...]


async def prepare(request: records.RunRequest, config: Path | None) -> PreparedRun:
    """Return a run that is ready to start. Raise an error if it cannot be started."""
    workflow, warnings = lint.load_workflow(request.label, request.text)
    inputs = workflow.check_inputs(request.inputs)
    if not request.has_issue:
        for note in in_order(requirements.needs_issue(workflow)):
            raise UsageError(f"{request.label}:{note.line}: {note.text}", fix=note.fix)
        none = Issue(key="local", title=workflow.name, status="in_progress")
        request = request.model_copy(update={"key": none.key, "given": none})
    settings = load(config=config)
    tracker_name = "local" if request.given else settings.tracker
    start = request.model_copy(update={"inputs": inputs, "tracker": tracker_name})
    if start.given is None:
        async with runtime.open_tracker(settings) as tracker:
            issue = await tracker.issue(start.key)
        start = start.model_copy(update={"key": issue.key})
        if not start.repo:
            # The command line names no repository. Use that of the issue, and by default its base.
            start = start.model_copy(update={"repo": issue.repo, "base": start.base or issue.base})
    await check_repository(start)
    return PreparedRun(await _settings_for(start, config), start, tuple(warnings))


async def _settings_for(start: records.RunRequest, config: Path | None) -> Config:
    """Return the configuration of a run.

    A configuration file in the repository is used only in the version that the user trusted,
    because an agent can change the file.
    """
    if not start.repo or not (start.in_place or start.given):
        return load(config=config)
    return await runtime.repository_config(Path(start.repo), start.base, config)


def new_id() -> str:
    """Return a new id for a run."""
    return f"run-{secrets.token_hex(4)}"


async def start_run(
    run_id: str,
    config: Config,
    start: records.RunRequest,
    *,
    watcher: RunWatcher | None = None,
    begin: Begin | None = None,
) -> records.RunResult:
    """Start a run in this process, wait for its end, and return its result.

    If `begin` is given, it is called instead of the normal start, for example to resume the run.
    """
    with runtime.open_store(config.home) as store:
        async with runtime.open_tracker(config, start.submission) as tracker:
            workflow = read_workflow(start.label, start.text)
            context = prepare_run(config, tracker, store, workflow, start.agent)

            async def job(run: Run, _: Any) -> records.RunResult:
                return await see_through(run, start, context, engine)

            jobs = dict.fromkeys(records.JOBS, job)
            on_event = None
            if watcher is not None:
                on_event = watcher.happened
            async with runtime.open_engine(config.home, jobs, on_event=on_event) as engine:
                if begin is not None:
                    await begin(engine, store)
                else:
                    await engine.start(records.JOB, run_id, start, subject=start.subject)
                if watcher is not None:
                    watcher.started(run_id, f"{workflow.name}, configured by {config.source}")
                async with serving(engine, only=(run_id,)):
                    value = await runtime.result_of(engine, run_id)
                return records.RunResult.model_validate(value)


async def resume_run(
    run_id: str,
    config: Path | None,
    how: records.Resumption | None = None,
    *,
    watcher: RunWatcher | None = None,
) -> records.RunResult:
    """Resume a run in this process and return its result.

    A run that has ended continues only if `how` is given. Otherwise return its recorded result.
    """
    with runtime.open_store() as store:
        record = run_record(store, run_id)
    if record.ending is not None and how is None:
        return record.ending

    async def begin(engine: JournalEngine, store: Store) -> None:
        if how is None:
            await engine.resume(run_id)
        else:
            await reopen_run(engine, store, run_id, how)

    settings = await _settings_for(record.start, config)
    return await start_run(run_id, settings, record.start, begin=begin, watcher=watcher)


async def run_again(
    run_id: str, again: str, config: Path | None, *, watcher: RunWatcher | None = None
) -> records.RunResult:
    """Run the same workflow on the same issue once more, under the id `again`."""
    with runtime.open_store() as store:
        record = run_record(store, run_id)
        if record.state == "open":
            raise still_open(store.run(run_id))
    start = record.start.model_copy(update={"why": ""})  # a person starts it now
    await check_repository(start)
    settings = await _settings_for(start, config)
    return await start_run(again, settings, start, watcher=watcher)


# -- outside events


async def send_event(run_id: str, event: records.Outside, key: str) -> None:
    """Send an outside event to a run. An event with a key that was used before is ignored.

    If `key` is empty, the event gets a new key.
    """
    async with runtime.open_engine() as engine:
        with runtime.open_store() as store:
            record = run_record(store, run_id)
        if record.state != "open":
            raise UsageError(
                f"{run_id} has ended: {record.state}",
                fix=f"`coordinator resume {run_id} --from STAGE` continues it at the stage that "
                "waits for this event",
            )
        key = message_key(records.TOPIC, key or secrets.token_hex(8))
        await engine.send(run_id, records.TOPIC, event, key=key)


def outside_event(word: str) -> records.Outside:
    """Return the event for a word on the command line. Raise UsageError if the word is unknown."""
    name, separator, value = word.strip().partition("=")
    if name in ("pr_merged", "pr_closed") and not separator:
        return records.PullRequestEnd.model_validate({"event": name})
    if name in ("ci", "reviews") and value.strip():
        return records.PullRequestFact.model_validate({name: value.strip()})
    if word.strip() == "commented":
        return records.PullRequestFact(at=time.time())
    raise UsageError(f"unknown event {word!r}", fix=f"known: {EVENTS}")


# -- dry runs


@dataclass(frozen=True, slots=True)
class DryRunResult:
    """The result of a dry run, the stages with assumed answers, and the unused answers."""

    result: records.RunResult
    assumed: tuple[str, ...]
    unused: tuple[str, ...]


async def run_dry(
    prepared: PreparedRun, given: Iterable[tuple[str, str]], show: Show
) -> DryRunResult:
    """Follow a workflow with given answers (stage, answer), and start nothing.

    `show` is called with each step.
    """
    start = prepared.start
    workflow = read_workflow(start.label, start.text)
    answers: dict[str, list[str]] = {stage.id: [] for stage in workflow.stages}
    for name, answer in given:
        if name not in answers:
            raise UsageError(
                f"--answer {name}={answer}: the workflow has no stage {name!r}",
                fix=nearest(name, answers),
            )
        answers[name].append(answer.strip())
    dry = DryRun(workflow, answers, show)
    async with runtime.open_tracker(prepared.config, start.submission) as tracker:
        result = await dry_run(start, prepared.config, tracker, dry)
    unused = _unused(answers, dry)
    return DryRunResult(result, tuple(dict.fromkeys(dry.assumed)), unused)


def _unused(answers: Mapping[str, list[str]], dry: DryRun) -> tuple[str, ...]:
    unused = []
    for name, each in answers.items():
        for answer in each:
            given = f"{name}={answer}"
            if given not in dry.used:
                dry.check_unused(name, answer)
                unused.append(given)
    return tuple(unused)
