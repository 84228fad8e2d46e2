"""The composition root: open the configured state, tracker and engine, and make the jobs.

Heavy packages are imported where they are used. `coordinator list` only reads the state, and must
not wait for the import of agents, panels and an HTTP client.
"""

import asyncio
import logging
import os
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import JsonValue

from coordinator.config.environment import state_file
from coordinator.config.home_directory import home as home_directory
from coordinator.config.settings import Config, load
from coordinator.engine import Engine, Job, Run
from coordinator.engine.journal import JournalEngine
from coordinator.errors import ConfigError, CoordinatorError, RunError, TrackerError, UsageError
from coordinator.models import Ending, Issue, Status, Submission
from coordinator.parsing.excerpt import shorten
from coordinator.reviews.cancelled_runs import OF_WORKFLOWS, tell_cancelled
from coordinator.reviews.record import RECHECK, ReviewReader
from coordinator.storage.short_ids import short_id
from coordinator.storage.store import RunRow, Store
from coordinator.trackers import ISSUE_LIMIT, Tracker
from coordinator.trackers.local import LocalTracker
from coordinator.trackers.registry import TRACKERS

if TYPE_CHECKING:
    from coordinator.doctor.health import HealthCheck

log = logging.getLogger("coordinator")

REVIEW = "review"
LOCAL_REVIEW = "local review"  # a review of a given issue; a daemon must not start it
CANCEL_SECONDS = 10.0  # the longest wait for the end of a cancelled run, and for its tracker
LONGEST_PAUSE = 10.0  # seconds between two attempts to reach a tracker that does not answer


@contextmanager
def open_store(home: Path | None = None) -> Iterator[Store]:
    """Open the state of a home directory.

    If `home` is None, use the home directory that the environment names.
    """
    with closing(Store(state_file(home or home_directory(os.environ)))) as store:
        yield store


def open_engine(
    home: Path | None = None,
    jobs: Mapping[str, Job] | None = None,
    **options: Any,
) -> JournalEngine:
    """Return the engine for the state in `home`.

    If `jobs` is None, the engine can only start, message and cancel runs.
    """
    return JournalEngine(state_file(home or home_directory(os.environ)), jobs or {}, **options)


async def result_of(engine: Engine, run: str) -> JsonValue:
    """Wait for the end of a run and return the result of its job.

    Raise RunError if the run failed or was cancelled.
    """
    ended = await engine.finished(run)
    if ended.state == "done":
        return ended.value
    name = short_id(run)
    fix = ""
    if ended.state == "failed":
        fix = f"`coordinator resume {name}` continues it"
    raise RunError(f"{name} {ended.state}: {ended.error}", fix=fix)


async def cancel_run(run: str, reason: str) -> str:
    """Cancel a run, and end the work of the agents in the tracker that it has asked.

    Return a sentence about what was ended; empty if the run was in no tracker. If the tracker
    cannot be told now, a daemon tells it later.
    """
    async with open_engine() as engine:
        if not await engine.cancel(run, reason):
            raise UsageError(
                f"{run} has already ended or is being cancelled", fix=f"`coordinator show {run}`"
            )
        with suppress(TimeoutError):
            async with asyncio.timeout(CANCEL_SECONDS):
                # The run must ask nobody after we have told the tracker.
                await engine.finished(run)
    with open_store() as store:
        row = store.run(run)
    if row.state != "cancelled":
        return "its process ends it when it reads the request"
    tracker = row.subject.removeprefix(OF_WORKFLOWS).partition(":")[0]
    if tracker not in TRACKERS:
        return ""
    try:
        return await _tell_cancelled(row, reason, tracker)
    except (CoordinatorError, TimeoutError) as error:
        log.debug("the tracker was not told: %s", error)
        return "a daemon will tell the tracker, which cannot be told now"


async def _tell_cancelled(run: RunRow, reason: str, tracker: str) -> str:
    config = load()
    if config.tracker != tracker:
        return f"a daemon that watches {tracker} will tell it"
    async with asyncio.timeout(CANCEL_SECONDS), open_tracker(config) as opened:
        ended = await tell_cancelled(opened, config, run, reason)
    return ended or "no agent of the tracker was at work"


@asynccontextmanager
async def open_tracker(
    config: Config, given: Submission | None = None, *, patient: bool = False
) -> AsyncIterator[Tracker]:
    """Open the configured tracker.

    If the submission contains its own issue, open a tracker that has only this issue and discards
    writes. If `patient` is true, wait until the tracker can be reached.
    """
    if given is not None and given.given is not None:
        tracker: Tracker = LocalTracker(given)
    else:
        tracker = TRACKERS[config.tracker].make(config)
    try:
        if patient:
            await _open_patiently(tracker)
        else:
            await tracker.open()
        yield tracker
    finally:
        await tracker.close()


async def _open_patiently(tracker: Tracker) -> None:
    last = ""
    for attempt in count():
        try:
            return await tracker.open()
        except TrackerError as error:
            if not error.transient:
                raise
            cause = str(error)
        if cause != last:
            log.warning("waiting for the tracker: %s", cause)
            last = cause
        await asyncio.sleep(min(2.0**attempt, LONGEST_PAUSE))


async def diagnose(config: Config) -> tuple["HealthCheck", ...]:
    """Check the state, its runs, the sandbox and the configured tracker, and return the results."""
    from coordinator.doctor.health import health
    from coordinator.doctor.machine import (
        check_database,
        check_files,
        check_runs,
        check_sandbox,
        check_workers,
    )
    from coordinator.doctor.seats import check_figures

    state = state_file(config.home)
    found = (*check_files(config, state), check_sandbox(config), *check_workers())
    if found[0].state == "fine":
        found += (*check_database(state), *check_runs(state), *check_figures(state))
    diagnose_tracker = DIAGNOSES.get(config.tracker, _diagnose_by_opening)
    try:
        return found + await diagnose_tracker(config)
    except ConfigError as error:
        return (*found, health("tracker", "broken", error.what, error.fix))


async def _diagnose_board(_config: Config) -> tuple["HealthCheck", ...]:
    """Return no checks, because `check_files` has already checked the board."""
    return ()


async def _diagnose_multica(config: Config) -> tuple["HealthCheck", ...]:
    from coordinator.doctor.multica import check_multica
    from coordinator.trackers.multica.kind import multica_api

    api = multica_api(config)
    try:
        return await check_multica(api, config)
    finally:
        await api.close()


async def _diagnose_forge(config: Config) -> tuple["HealthCheck", ...]:
    from coordinator.doctor.forge import check_forge
    from coordinator.trackers.forge.kind import forge_api

    api = forge_api(config)
    try:
        return await check_forge(api, config)
    finally:
        await api.close()


async def _diagnose_by_opening(config: Config) -> tuple["HealthCheck", ...]:
    from coordinator.doctor.health import health

    try:
        async with open_tracker(config) as tracker:
            return (health("tracker", "fine", tracker.name),)
    except TrackerError as error:
        return (health("tracker", "broken", error.what, error.fix),)


# The doctor's checks of each tracker. A tracker without an entry is only opened.
DIAGNOSES: Mapping[str, Callable[[Config], Awaitable[tuple["HealthCheck", ...]]]] = {
    "board": _diagnose_board,
    "multica": _diagnose_multica,
    "github": _diagnose_forge,
    "gitea": _diagnose_forge,
}


def review_jobs(
    config: Config, tracker: Tracker, record: ReviewReader, begun: str = ""
) -> Mapping[str, Job]:
    """Return the jobs of reviews for the engine. Raise ConfigError if no review can start.

    If `begun` is the id of an earlier review, that review's recorded configuration is used.
    """
    from coordinator.reviews.recheck import recheck
    from coordinator.reviews.review import review
    from coordinator.reviews.setup import ReviewContexts

    contexts = ReviewContexts(config, tracker, record, begun)

    def read(given: Any) -> Submission:
        submission = Submission.model_validate(given)
        if submission.tracker != tracker.name:
            raise ConfigError(
                f"{submission.key} belongs to tracker {submission.tracker}, but the "
                f"configured tracker is {tracker.name}",
                fix="configure that tracker, or run `coordinator review --pr --post` again",
            )
        return submission

    async def review_job(run: Run, given: Any) -> Ending:
        return await review(run, read(given), contexts)

    async def recheck_job(run: Run, given: Any) -> Ending:
        return await recheck(run, read(given), contexts)

    if isinstance(tracker, LocalTracker):
        return {LOCAL_REVIEW: review_job}
    return {REVIEW: review_job, RECHECK: recheck_job}


def local_submission(
    text: str, repo: Path, base: str, *, key: str = "local", name: str = "", head: str = ""
) -> Submission:
    """Return a submission of the work in a repository, with `text` as its issue.

    If `head` is given, that commit or branch is the work. Reviews with the same `key` are reviews
    of the same issue.
    """
    about = {"repo": os.path.abspath(repo), "base": base, "key": key, "head": head}
    name = f"local-{name or secrets.token_hex(4)}"
    issue = given_issue(text, status="in_review").model_copy(update=about)
    return Submission(id=name, tracker="local", entry=name, key=key, given=issue)


def given_issue(text: str, status: Status = "in_progress") -> Issue:
    """Return an issue made from a text. Its first line is the title."""
    title, _, rest = shorten(text.strip(), ISSUE_LIMIT).partition("\n")
    return Issue(
        key="local", title=title.lstrip("# ").strip(), text=rest.strip() or title, status=status
    )


async def repository_config(repo: Path, base: str, file: Path | None) -> Config:
    """Return the configuration for work in a repository.

    A configuration file in the repository is used only in the version that the user trusted.
    """
    from coordinator.workspace.repository import open_repository

    repository = await open_repository(str(repo))
    # Report a wrong repository or base before anything starts.
    await repository.merge_base(base, repository.in_hand())
    return load(config=file, repo=repository.root)
