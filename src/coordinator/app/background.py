"""Reviews, councils and runs that the dashboard starts in its own process."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

from coordinator import council
from coordinator.app import reviews
from coordinator.app.runtime import LOCAL_REVIEW, open_store, repository_config
from coordinator.app.workflows import resume_run
from coordinator.config.settings import Config
from coordinator.council.records import JOB as COUNCIL
from coordinator.engine.journal import JournalEngine
from coordinator.errors import TrackerError, UsageError, WorkspaceError
from coordinator.models import Submission
from coordinator.storage.events import key_of
from coordinator.storage.store import MOST, RunRow, Store
from coordinator.workflow.records import JOBS, Resumption
from coordinator.workflow.resume import reopen_run, resumptions
from coordinator.workspace.repository import open_repository

# The keys of the messages that a page sends to start a run.
STARTED = {key_of("~message", key) for key in ("started", "rerun")}
POLL = 0.05  # seconds between two checks whether a run is on record

Work = Callable[[], Coroutine[Any, Any, object]]

log = logging.getLogger("coordinator")


class BackgroundTasks:
    """Starts reviews, councils and runs in this process. A later process can resume them."""

    def __init__(
        self, config: Config, file: Path | None, engine: JournalEngine, store: Store
    ) -> None:
        self._config = config
        self._file = file
        self._engine = engine
        self._store = store
        self._tasks: set[asyncio.Task[object]] = set()
        # The workflow jobs that we run ourselves. If the engine has jobs, there is a daemon in this
        # process that runs them.
        self._jobs = set(JOBS) - engine.jobs.keys()

    def resume_runs(self) -> None:
        """Resume the open runs that an earlier dashboard process had started."""
        for run in self._store.runs(state="open", limit=MOST):
            work = self._work_of(run)
            if work is not None:
                self._begin(run.id, work)

    def _work_of(self, run: RunRow) -> Coroutine[Any, Any, object] | None:
        """Return the coroutine that continues a run; None if this process must not continue it.

        This process continues only runs that a person started or resumed from a page.
        """
        if run.job in self._jobs:
            # A person resumed the run from a page.
            last = resumptions(self._store, run.id)[-1:]
            if any(how.once for how in last):
                return resume_run(run.id, self._file)
            return None
        if STARTED.isdisjoint(self._store.keys(run.id)):
            return None
        if run.job == LOCAL_REVIEW:
            return reviews.go_on(run.id, self._file)
        is_waiting = self._store.index.row(run.id).state != "open"  # it waits for a person
        if run.job == COUNCIL and not is_waiting:
            return council.go_on(run.id, config=self._config)
        return None

    async def go_on(self, run_id: str, how: Resumption | None) -> None:
        if how is None:
            self._begin(run_id, council.go_on(run_id, config=self._config))
        elif self._store.run(run_id).job not in self._jobs:
            await reopen_run(self._engine, self._store, run_id, how)
        else:
            work = partial(
                resume_run,
                run_id,
                self._file,
                how,
            )
            await self._on_record(run_id, work, lambda: how in resumptions(self._store, run_id))

    async def review(self, submission: Submission) -> None:
        given = submission.given
        assert given is not None  # a daemon reviews the issues of a tracker

        async def work() -> None:
            settings = await repository_config(Path(given.repo), given.base, self._file)
            head = given.head
            if head:
                head = await (await open_repository(given.repo)).commit(head)
            at_commit = submission.model_copy(
                update={"given": given.model_copy(update={"head": head})}
            )
            settings, _ = await asyncio.to_thread(reviews.seat_panel, settings)
            await reviews.run_review(settings, at_commit)

        await self._on_record(submission.id, work, partial(self._store.has_run, submission.id))

    async def council(self, run_id: str, problem: str, repo: str) -> None:
        convene = partial(
            council.convene, problem, config=self._config, council_id=run_id, repo=repo
        )
        await self._on_record(run_id, convene, partial(self._store.has_run, run_id))

    async def _on_record(self, run_id: str, work: Work, is_on_record: Callable[[], bool]) -> None:
        """Start the run that `work` executes, and wait until the run is on record.

        Do nothing if the run is already on record.

        Raise UsageError if the work fails before its run is on record.
        """
        if is_on_record():
            return
        task = self._begin(run_id, work())
        while not task.done() and not is_on_record():
            await asyncio.wait([task], timeout=POLL)
        try:
            if not is_on_record():
                task.result()
        except (TrackerError, WorkspaceError) as error:
            raise UsageError(error.what, fix=error.fix) from error

    def _begin(self, run_id: str, work: Coroutine[Any, Any, object]) -> asyncio.Task[object]:
        task = asyncio.create_task(work, name=run_id)
        self._tasks.add(task)
        task.add_done_callback(self._end)
        return task

    def _end(self, task: asyncio.Task[object]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.warning("%s stopped: %s", task.get_name(), error)

    async def stop(self) -> None:
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@asynccontextmanager
async def background(
    config: Config, file: Path | None, engine: JournalEngine
) -> AsyncIterator[BackgroundTasks]:
    """Yield the background tasks of a dashboard, after resuming the tasks of an earlier process."""
    with open_store(config.home) as store:
        beside = BackgroundTasks(config, file, engine, store)
        beside.resume_runs()
        try:
            yield beside
        finally:
            await beside.stop()
