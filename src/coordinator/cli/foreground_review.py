"""What the commands about reviews share: the state, the right configuration, and running a review here."""

from __future__ import annotations

import os
import secrets
import shlex
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from coordinator.cli.logs import log_to_file
from coordinator.cli.progress import line, row
from coordinator.cli.state import state_file as state_file
from coordinator.cli.terminal import tell
from coordinator.config.environment import home
from coordinator.config.settings import FILE_NAME, Config, load
from coordinator.engine import Job, Run, RunEnd, serving
from coordinator.engine.journal import JournalEngine
from coordinator.errors import ConfigError, RunError, UsageError
from coordinator.models import Ending, Issue, Submission
from coordinator.reviews.review import review
from coordinator.reviews.setup import review_context
from coordinator.storage.review_record import ENDING, ReviewReader
from coordinator.storage.store import Event, Store
from coordinator.trackers import ReviewRequest, Tracker
from coordinator.trackers.board import Board, BoardTracker
from coordinator.trackers.local import LocalTracker
from coordinator.watch import submission_of
from coordinator.workspace.repository import open_repository
from coordinator.workspace.snapshot import MissingText, base_of, file_at

if TYPE_CHECKING:
    from coordinator.doctor.tracker import HealthCheck
    from coordinator.trackers.multica.client import MulticaApi

LOCAL = "local review"
Begin = Callable[[JournalEngine], Awaitable[object]]


@asynccontextmanager
async def state_of(config: Config) -> AsyncIterator[Store]:
    """The reading side of the state."""
    with closing(Store(state_file(config.home))) as store:
        yield store


@asynccontextmanager
async def tracker_of(config: Config) -> AsyncIterator[Tracker]:
    """The configured tracker, ready to be used."""
    if config.tracker == "multica":
        tracker: Tracker = _multica(config)
        board = None
    else:
        board = Board(config.home)
        tracker = BoardTracker(board, config.board.retrigger)
    try:
        await tracker.open()
        yield tracker
    finally:
        await tracker.close()
        if board is not None:
            board.close()


def _multica(config: Config) -> Tracker:
    from coordinator.trackers.multica.legacy_queue import unfinished
    from coordinator.trackers.multica.tracker import MulticaTracker

    return MulticaTracker(
        multica_api(config),
        repos=config.multica.repos,
        watched=config.multica.status,
        inherited=unfinished(config.home / "queue.json"),
    )


def multica_api(config: Config) -> MulticaApi:
    """The server that the environment names; a ConfigError says what is missing."""
    from coordinator.trackers.multica.client import MulticaApi

    known = config.environment
    given = {"SERVER_URL": known.server_url, "WORKSPACE_ID": known.workspace_id, "TOKEN": str(known.token)}
    if missing := [f"COORDINATOR_{name}" for name, value in given.items() if not value]:
        what = f"tracker multica needs {', '.join(missing)}"
        raise ConfigError(what, fix=f"set them, or write them into {config.home / 'env'} (mode 600)")
    token, timeout = known.token.get_secret_value(), config.multica.timeout
    return MulticaApi(known.server_url, known.workspace_id, token, timeout=timeout)


async def diagnose(config: Config) -> tuple[HealthCheck, ...]:
    """What is found of the state and of the configured tracker."""
    from coordinator.doctor.tracker import broken, check_files, check_multica

    found = check_files(config, state_file(config.home))
    if config.tracker != "multica":
        return found
    try:
        api = multica_api(config)
    except ConfigError as error:
        return (*found, broken("tracker", error.what, error.fix))
    try:
        return found + await check_multica(api, config)
    finally:
        await api.close()


@contextmanager
def opened(config: Config) -> Iterator[tuple[Store, Tracker]]:
    """The reading side of the state, and the board."""
    with closing(Store(state_file(config.home))) as store, closing(Board(config.home)) as board:
        yield store, BoardTracker(board, config.board.retrigger)


def jobs(config: Config, tracker: Tracker, record: ReviewReader, name: str = "review") -> Mapping[str, Job]:
    """The review as a job of the engine; the configuration is checked before anything is started."""
    context = review_context(config, tracker, record)

    async def job(run: Run, input: Any) -> Ending:
        return await review(run, Submission.model_validate(input), context)

    return {name: job}


# -- a review by hand


def local_submission(text: str, repo: Path, base: str) -> Submission:
    """A submission made of an issue's text and a repository."""
    title, _, rest = text.strip().partition("\n")
    issue = Issue(
        key="local",
        title=title.lstrip("# ").strip(),
        text=rest.strip() or title,
        status="in_review",
        repo=os.path.abspath(repo),
        base=base,
    )
    id = f"local-{secrets.token_hex(4)}"
    return Submission(id=id, tracker="local", entry=id, key="local", given=issue)


async def repository_config(repo: Path, base: str, config: Path | None) -> Config:
    """The configuration for a local review: the file of a reviewed repository counts as it is at the base."""
    commit = await base_of(str(repo), base)  # first, so that a wrong repository or base starts nothing
    if config is not None:
        return load(config=config)
    found = await file_at(str(repo), commit, FILE_NAME)
    if not isinstance(found, MissingText):
        return load(text=(f"{FILE_NAME} at {commit[:10]}", found))
    # A file that only the work has must not decide about the work: look elsewhere.
    root = (await open_repository(str(repo))).root.resolve()
    settings = load(cwd=home(os.environ) if Path.cwd().resolve().is_relative_to(root) else None)
    if not (root / FILE_NAME).exists():
        return settings
    unused = f"{settings.source} ({FILE_NAME} is not in the base {commit[:10]}: commit it there, or use --config)"
    return settings.model_copy(update={"source": unused})


async def review_here(config: Config, submission: Submission, *, quiet: bool) -> Ending:
    """Run a local review in this process to its end."""
    subject = f"local:{submission.given.repo if submission.given else ''}"
    start = partial(JournalEngine.start, job=LOCAL, id=submission.id, input=submission, subject=subject)
    return await _run(submission, config, start, quiet)


# -- an issue of the tracker


async def submission_for(config: Config, key: str) -> Submission:
    """The submission that an issue of the tracker is in review by."""
    async with tracker_of(config) as tracker:
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
    return partial(JournalEngine.start, job="review", id=submission.id, input=submission, subject=subject)


# -- going on, again, or not


async def resume_here(id: str, config: Path | None, *, quiet: bool) -> Ending:
    """Go on with a review in this process; one that is done is only looked up."""
    with closing(Store(state_file(home(os.environ)))) as store:
        whole = ReviewReader(store).review(id)
    if whole.ending is not None:
        return whole.ending
    settings = await _settings(whole.submission, config)
    return await _run(whole.submission, settings, lambda engine: engine.resume(id), quiet)


async def retry_here(id: str, again: str, config: Path | None, *, quiet: bool) -> Ending:
    """Review the same submission again under a new id."""
    with closing(Store(state_file(home(os.environ)))) as store:
        run = store.run(id)
    if run.state == "open":
        raise UsageError(f"{id} is still open", fix=f"`coordinator resume {id}` goes on with it")
    submission = Submission.model_validate_json(run.input).model_copy(update={"id": again})
    settings = await _settings(submission, config)
    start = partial(JournalEngine.start, job=run.job, id=again, input=submission, subject=run.subject)
    return await _run(submission, settings, start, quiet)


def another_id(id: str) -> str:
    """A new id that shows what is tried again."""
    return f"{id}-{secrets.token_hex(2)}"


async def cancel_run(id: str, reason: str) -> None:
    """Cancel a run, whichever process has it."""
    async with JournalEngine(state_file(home(os.environ)), {}) as engine:
        if not await engine.cancel(id, reason):
            raise UsageError(f"{id} has ended already, or is being cancelled", fix=f"`coordinator show {id}`")


def how_to_go_on(id: str, config: Path | None) -> str:
    """What somebody who stopped a review needs to know."""
    with closing(Store(state_file(home(os.environ)))) as store, suppress(RunError):
        if store.run(id).state == "open":
            return f"`{_resume_command(id, config)}` goes on with it"
    return "nothing is left open"


def _resume_command(id: str, config: Path | None) -> str:
    named = f" --config {shlex.quote(str(config))}" if config else ""
    return f"coordinator resume {id}{named}"


async def _settings(submission: Submission, config: Path | None) -> Config:
    given = submission.given
    return load(config=config) if given is None else await repository_config(Path(given.repo), given.base, config)


@asynccontextmanager
async def _jobs_for(submission: Submission, config: Config) -> AsyncIterator[Mapping[str, Job]]:
    with closing(Store(state_file(config.home))) as store:
        if submission.given is None:
            async with tracker_of(config) as tracker:
                yield jobs(config, tracker, ReviewReader(store))
        else:
            yield jobs(config, LocalTracker(submission), ReviewReader(store), LOCAL)


async def _run(submission: Submission, config: Config, begin: Begin, quiet: bool) -> Ending:
    """Begin or go on with the run of a submission, and see it to its end."""
    async with _jobs_for(submission, config) as todo:
        # A review that belongs to no tracker acts on nothing.
        return await run_to_end(submission.id, config, todo, begin, quiet=quiet, acts=submission.given is None)


async def run_to_end(
    id: str, config: Config, todo: Mapping[str, Job], begin: Begin, *, quiet: bool, acts: bool
) -> Ending:
    """Begin or go on with one run, and see it to its end."""
    log_to_file()
    on_event = None if quiet else partial(_show, acts=acts)
    async with JournalEngine(state_file(config.home), todo, on_event=on_event) as engine:
        await begin(engine)
        if not quiet:
            tell(row("review", f"{id}, configured by {config.source}"))
        async with serving(engine, only=(id,)):
            return _ending(id, await engine.finished(id))


def _ending(id: str, ended: RunEnd) -> Ending:
    if ended.state == "done":
        return ENDING.validate_python(ended.value)
    fix = f"`coordinator resume {id}` goes on where it stopped" if ended.state == "failed" else ""
    raise RunError(f"{id} {ended.state}: {ended.error}", fix=fix)


# -- what is shown meanwhile


def _show(event: Event, *, acts: bool) -> None:
    text = line(event)
    # The verdict is printed at the end.
    if text and event.key != "verdict" and (acts or not event.key.startswith("act/")):
        tell(text)
