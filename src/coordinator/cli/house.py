"""What the commands about reviews share: the state, the right configuration, and running a review here."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from coordinator.bench import Bench, assemble
from coordinator.cli.logs import log_to_file
from coordinator.cli.progress import line
from coordinator.config import FILE_NAME, Config, load
from coordinator.engine import Ended, Job, Run, serving
from coordinator.engine.journal import JournalEngine
from coordinator.errors import RunError, UsageError
from coordinator.model import Ending, Issue, Submission
from coordinator.record import ENDING, Record
from coordinator.review import review
from coordinator.store import Event, Store
from coordinator.trackers import Tracker
from coordinator.trackers.board import Board, BoardTracker
from coordinator.trackers.local import LocalTracker
from coordinator.workspace import Missing, base_of, file_at

STATE = "state.db"


def state_file(home: Path) -> Path:
    """The state of this home."""
    return home / STATE


@contextmanager
def opened(config: Config) -> Iterator[tuple[Store, Tracker]]:
    """The reading side of the state, and the configured tracker."""
    with closing(Store(state_file(config.home))) as store, closing(Board(config.home)) as board:
        yield store, BoardTracker(board, config.board.retrigger)


def review_job(bench_for: Callable[[Submission], Bench]) -> Job:
    """The review as a job of the engine."""

    async def job(run: Run, input: Any) -> Ending:
        submission = Submission.model_validate(input)
        return await review(run, submission, bench_for(submission))

    return job


def jobs(config: Config, tracker: Tracker, record: Record) -> Mapping[str, Job]:
    """The jobs of a daemon, checked before anything is started."""
    bench = assemble(config, tracker, record)
    return {"review": review_job(lambda _: bench)}


def local_jobs(config: Config, record: Record) -> Mapping[str, Job]:
    """The job of reviews that belong to no tracker."""
    return {"local review": review_job(lambda s: assemble(config, LocalTracker(s), record))}


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
    if config is not None:
        return load(config=config)
    commit = await base_of(str(repo), base)
    found = await file_at(str(repo), commit, FILE_NAME)
    if not isinstance(found, Missing):
        return load(text=(f"{FILE_NAME} at {commit[:10]}", found))
    # A file that only the work has must not decide about the work: look elsewhere.
    inside = Path.cwd().resolve().is_relative_to(repo.resolve())
    return load(cwd=Path(os.devnull).parent if inside else None)


async def review_here(config: Config, submission: Submission, *, quiet: bool) -> Ending:
    """Run a local review in this process to its end."""
    with closing(Store(state_file(config.home))) as store:
        todo = local_jobs(config, Record(store))
        assemble(config, LocalTracker(submission), Record(store))
        log_to_file()
        async with JournalEngine(state_file(config.home), todo, on_event=_shown(quiet)) as engine:
            subject = f"local:{submission.given.repo if submission.given else ''}"
            await engine.start("local review", submission.id, submission, subject=subject)
            return await _to_the_end(engine, submission.id)


async def resume_here(id: str, config: Path | None, *, quiet: bool) -> Ending:
    """Go on with a review in this process, whichever job it is of."""
    settings = load()
    with opened(settings) as (store, tracker):
        submission = Submission.model_validate_json(store.run(id).input)
        record = Record(store)
        if submission.given is not None:
            settings = await repository_config(Path(submission.given.repo), submission.given.base, config)
            todo = local_jobs(settings, record)
        else:
            settings = load(config=config)
            todo = jobs(settings, tracker, record)
        log_to_file()
        async with JournalEngine(state_file(settings.home), todo, on_event=_shown(quiet)) as engine:
            if store.run(id).state != "done":
                await engine.resume(id)
            return await _to_the_end(engine, id)


async def retry_here(id: str, config: Path | None, *, quiet: bool) -> Ending:
    """Review the same submission again under a new id."""
    settings = load(config=config)
    with closing(Store(state_file(settings.home))) as store:
        run = store.run(id)
        if run.state == "open":
            raise UsageError(f"{id} is still open", fix=f"`coordinator resume {id}` goes on with it")
        submission = Submission.model_validate_json(run.input)
        again = submission.model_copy(update={"id": f"{id}-{secrets.token_hex(2)}"})
        async with JournalEngine(state_file(settings.home), {}) as engine:
            await engine.start(run.job, again.id, again, subject=run.subject)
    return await resume_here(again.id, config, quiet=quiet)


async def cancel_run(id: str, reason: str) -> None:
    """Cancel a run, whichever process has it."""
    async with JournalEngine(state_file(load().home), {}) as engine:
        if not await engine.cancel(id, reason):
            raise UsageError(f"{id} has ended already, or is being cancelled", fix=f"`coordinator show {id}`")


async def _to_the_end(engine: JournalEngine, id: str) -> Ending:
    async with serving(engine, only=(id,)):
        return _ending(id, await engine.finished(id))


def _ending(id: str, ended: Ended) -> Ending:
    if ended.state == "done":
        return ENDING.validate_python(ended.value)
    fix = f"`coordinator resume {id}` goes on where it stopped" if ended.state == "failed" else ""
    raise RunError(f"{id} {ended.state}: {ended.error}", fix=fix)


def _shown(quiet: bool) -> Callable[[Event], None] | None:
    if quiet:
        return None

    def show(event: Event) -> None:
        if text := line(event):
            print(text, file=sys.stderr, flush=True)

    return show
