"""What the commands about reviews share: the state, the right configuration, and running a review here."""

from __future__ import annotations

import secrets
import shlex
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path

from coordinator.cli.logs import log_to_file
from coordinator.cli.progress import line, row
from coordinator.cli.terminal import tell
from coordinator.config.settings import Config, load
from coordinator.engine import Job, serving
from coordinator.engine.journal import JournalEngine
from coordinator.errors import RunError, UsageError
from coordinator.models import Ending, Submission
from coordinator.runtime import (
    LOCAL_REVIEW,
    REVIEW,
    open_engine,
    open_store,
    open_tracker,
    repository_config,
    result_of,
    review_jobs,
)
from coordinator.storage.review_record import ENDING, ReviewReader
from coordinator.storage.store import Event
from coordinator.trackers import ReviewRequest
from coordinator.watch import submission_of

Begin = Callable[[JournalEngine], Awaitable[object]]


# -- a review by hand


async def review_here(config: Config, submission: Submission, *, quiet: bool) -> Ending:
    """Run a local review in this process to its end."""
    subject = f"local:{submission.given.repo if submission.given else ''}"
    start = partial(JournalEngine.start, job=LOCAL_REVIEW, run_id=submission.id, request=submission, subject=subject)
    return await _run(submission, config, start, quiet)


# -- an issue of the tracker


async def submission_for(config: Config, key: str) -> Submission:
    """The submission that an issue of the tracker is in review by."""
    async with open_tracker(config) as tracker:
        issue = await tracker.issue(key)
        entry = await tracker.entry(issue.key)
    if not entry:
        raise UsageError(f"{issue.key} is not in review but {issue.status}", fix="set it to in_review first")
    return submission_of(tracker.name, ReviewRequest(id=entry, issue=issue.key, at=0.0, actor=""))


async def review_issue_here(config: Config, submission: Submission, *, quiet: bool) -> Ending:
    """Review an issue of the tracker in this process; a daemon that has it already is waited for."""
    return await _run(submission, config, start_of(submission), quiet)


def start_of(submission: Submission) -> Begin:
    """How the review of an issue begins; the same as when the daemon begins it."""
    subject = f"{submission.tracker}:{submission.key}"
    return partial(JournalEngine.start, job=REVIEW, run_id=submission.id, request=submission, subject=subject)


# -- going on, again, or not


async def resume_here(id: str, config: Path | None, *, quiet: bool) -> Ending:
    """Go on with a review in this process; one that is done is only looked up."""
    with open_store() as store:
        whole = ReviewReader(store).review(id)
    if whole.ending is not None:
        return whole.ending
    settings = await _settings(whole.submission, config)
    return await _run(whole.submission, settings, lambda engine: engine.resume(id), quiet)


async def retry_here(id: str, again: str, config: Path | None, *, quiet: bool) -> Ending:
    """Review the same submission again under a new id."""
    with open_store() as store:
        run = store.run(id)
    if run.state == "open":
        raise UsageError(f"{id} is still open", fix=f"`coordinator resume {id}` goes on with it")
    submission = Submission.model_validate_json(run.input).model_copy(update={"id": again})
    settings = await _settings(submission, config)
    start = partial(JournalEngine.start, job=run.job, run_id=again, request=submission, subject=run.subject)
    return await _run(submission, settings, start, quiet)


def another_id(id: str) -> str:
    """A new id that shows what is tried again."""
    return f"{id}-{secrets.token_hex(2)}"


def how_to_go_on(id: str, config: Path | None) -> str:
    """What somebody who stopped a review needs to know."""
    with open_store() as store, suppress(RunError):
        if store.run(id).state == "open":
            return f"`{_resume_command(id, config)}` goes on with it"
    return "nothing is left open"


def _resume_command(id: str, config: Path | None) -> str:
    named = f" --config {shlex.quote(str(config))}" if config else ""
    return f"coordinator resume {id}{named}"


async def _settings(submission: Submission, config: Path | None) -> Config:
    given = submission.given
    return load(config=config) if given is None else await repository_config(Path(given.repo), given.base, config)


async def _run(submission: Submission, config: Config, begin: Begin, quiet: bool) -> Ending:
    """Begin or go on with the run of a submission, and see it to its end."""
    is_local = submission.given is not None  # one that belongs to no tracker acts on nothing
    with open_store(config.home) as store:
        async with open_tracker(config, submission) as tracker:
            todo = review_jobs(config, tracker, ReviewReader(store), LOCAL_REVIEW if is_local else REVIEW)
            return await run_to_end(submission.id, config, todo, begin, quiet=quiet, acts=not is_local)


async def run_to_end(
    id: str, config: Config, todo: Mapping[str, Job], begin: Begin, *, quiet: bool, acts: bool
) -> Ending:
    """Begin or go on with one run, and see it to its end."""
    log_to_file()
    on_event = None if quiet else partial(_show, acts=acts)
    async with open_engine(config.home, todo, on_event=on_event) as engine:
        await begin(engine)
        if not quiet:
            tell(row("review", f"{id}, configured by {config.source}"))
        async with serving(engine, only=(id,)):
            return ENDING.validate_python(await result_of(engine, id))


# -- what is shown meanwhile


def _show(event: Event, *, acts: bool) -> None:
    text = line(event)
    # The verdict is printed at the end.
    if text and event.key != "verdict" and (acts or not event.key.startswith("act/")):
        tell(text)
