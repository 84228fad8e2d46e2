"""The dashboard: served until it is stopped, by itself or beside the daemon."""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, nullcontext
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import typer

from coordinator import council
from coordinator.cli import reviews
from coordinator.cli.logs import log_to_file
from coordinator.cli.signals import patiently, run_async
from coordinator.cli.terminal import person
from coordinator.cli.workflows import resume_run
from coordinator.config.environment import TOKEN_FILE, kept_token, state_file
from coordinator.config.settings import Config, load
from coordinator.council.records import JOB as COUNCIL
from coordinator.engine.journal import JournalEngine
from coordinator.errors import TrackerError, UsageError, WorkspaceError
from coordinator.models import Submission
from coordinator.reviews.override import override_job
from coordinator.runtime import (
    LOCAL_REVIEW,
    open_engine,
    open_store,
    open_tracker,
    repository_config,
)
from coordinator.storage.events import key_of
from coordinator.storage.review_record import DECISION
from coordinator.storage.sqlite import write_new
from coordinator.storage.store import MOST, Store
from coordinator.web.access import Role, give_access, people, take_access
from coordinator.web.context import open_dashboard
from coordinator.web.serving import is_loopback, serving
from coordinator.web.webhooks import Webhook
from coordinator.workflow.records import JOBS, WATCHED, Resumption
from coordinator.workflow.resume import reopen_run, resumptions
from coordinator.workspace.repository import open_repository

# What tells of a start on a page
STARTED = {key_of("~message", key) for key in ("started", "rerun")}
LOOK = 0.05  # seconds between two looks at whether something has begun

Work = Callable[[], Coroutine[Any, Any, object]]

log = logging.getLogger("coordinator")


def serve(config: Path | None, host: str, port: int | None, *, open_browser: bool) -> None:
    """Serve the dashboard until stopped; what is decided there is carried out here."""
    settings = load(config=config)

    async def work() -> None:
        log_to_file()
        engine = open_engine(
            settings.home, {DECISION: override_job(partial(open_tracker, settings))}
        )

        async def carry_out() -> None:
            async with engine:
                await engine.serve()

        async with dashboard(settings, engine, config, host, port) as link:
            typer.echo(f"the dashboard is at {link} (Ctrl-C stops it)")
            if open_browser:
                typer.launch(
                    link.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:")
                )
            await patiently(carry_out)  # pages say what is wrong meanwhile

    run_async(work(), lambda: "the dashboard is closed")


@asynccontextmanager
async def dashboard(
    config: Config, engine: JournalEngine, file: Path | None, host: str = "", port: int | None = None,
    webhook: Webhook | None = None,
) -> AsyncIterator[str]:  # fmt: skip
    """Serve the dashboard, and MCP if installed, while the body runs, which gets the link that lets a browser in."""
    sessions = None
    if find_spec("mcp"):
        from coordinator.cli.mcp.server import Server

        sessions = Server(file).http_sessions()
    where = host or config.serve.host
    async with background(config, file, engine) as beside:
        token = token_of(config)
        is_local = is_loopback(where)
        watching = WATCHED in engine.jobs
        about = {
            "person": person(),
            "token": token,
            "is_local": is_local,
            "watching": watching,
            "background": beside,
        }
        about |= {"mcp": sessions and sessions.asgi_app, "webhook": webhook}
        with open_dashboard(state_file(config.home), engine, **about) as opened:
            door = serving(opened, where, config.serve.port if port is None else port)
            # The sessions end first: the server waits until nobody has anything open.
            async with door as address, sessions.run() if sessions else nullcontext():
                yield f"{address}?{urlencode({'token': token})}"


def token_of(config: Config) -> str:
    """Return what lets into the dashboard: the variable, or else what is made at the first start and kept."""
    if given := config.environment.dashboard_token.get_secret_value():
        return given
    if not kept_token(config.home):
        write_new(config.home / TOKEN_FILE, secrets.token_hex(32).encode())
    return kept_token(config.home)


def access(config: Path | None, name: str, role: Role, *, remove: bool) -> str:
    """Give or take somebody's token, and return what says so; or the lines of all who have one."""
    settings = load(config=config)
    with open_store(settings.home) as store:
        if not name:
            lines = [f"{each.name}: {each.role}" for each in people(store).values()]
            return "\n".join(lines) or "nobody has a token of their own"
        if remove:
            take_access(store, name)
            return f"{name} is no longer let in"
        token = give_access(store, name, role)
    address = f"http://{settings.serve.host}:{settings.serve.port}/?{urlencode({'token': token})}"
    return f"{name} may {role}, with this token, which is shown only now: {token}\nor by this link: {address}"


class BackgroundTasks:
    """Begins things, or goes on with them, in this process; what is still open when it stops can be resumed."""

    def __init__(
        self, config: Config, file: Path | None, engine: JournalEngine, store: Store
    ) -> None:
        self._config = config
        self._file = file
        self._engine = engine
        self._store = store
        self._tasks: set[asyncio.Task[object]] = set()
        # The others are the daemon's, and this is its process
        self._jobs = set(JOBS) - engine.jobs.keys()

    def resume_runs(self) -> None:
        """Go on with the runs that went on here before, at a person's word, and with what was started on a page."""
        for run in self._store.runs(state="open", limit=MOST):
            if run.job in self._jobs and any(
                how.once for how in resumptions(self._store, run.id)[-1:]
            ):
                self._begin(run.id, resume_run(run.id, self._file, quiet=True))
            elif run.job in (LOCAL_REVIEW, COUNCIL) and not STARTED.isdisjoint(
                self._store.keys(run.id)
            ):
                if run.job == LOCAL_REVIEW:
                    self._begin(run.id, reviews.go_on(run.id, self._file, quiet=True))
                elif self._store.list_row(run.id).state == "open":  # else it waits for a person
                    self._begin(run.id, council.go_on(run.id, config=self._config))

    async def go_on(self, run_id: str, how: Resumption | None) -> None:
        if how is None:
            self._begin(run_id, council.go_on(run_id, config=self._config))
        elif self._store.run(run_id).job not in self._jobs:
            await reopen_run(self._engine, self._store, run_id, how)
        else:
            work = partial(resume_run, run_id, self._file, how, quiet=True)
            await self._on_record(run_id, work, lambda: how in resumptions(self._store, run_id))

    async def review(self, submission: Submission) -> None:
        given = submission.given
        assert given is not None  # what is in a tracker is left to a daemon

        async def work() -> None:
            settings = await repository_config(Path(given.repo), given.base, self._file)
            head = given.head
            if head:
                head = await (await open_repository(given.repo)).commit(head)
            at_commit = submission.model_copy(
                update={"given": given.model_copy(update={"head": head})}
            )
            panel = await asyncio.to_thread(reviews.with_panel, settings)
            await reviews.run_review(panel, at_commit, quiet=True)

        await self._on_record(submission.id, work, partial(self._store.has_run, submission.id))

    async def council(self, run_id: str, problem: str, repo: str) -> None:
        convene = partial(
            council.convene, problem, config=self._config, council_id=run_id, repo=repo
        )
        await self._on_record(run_id, convene, partial(self._store.has_run, run_id))

    async def _on_record(self, run_id: str, work: Work, is_on_record: Callable[[], bool]) -> None:
        """Begin what is not on record yet, and return once it is; a UsageError says what has kept it from that."""
        if is_on_record():
            return
        task = self._begin(run_id, work())
        while not task.done() and not is_on_record():
            await asyncio.wait([task], timeout=LOOK)
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
            log.warning("%s does not go on: %s", task.get_name(), error)

    async def stop(self) -> None:
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@asynccontextmanager
async def background(
    config: Config, file: Path | None, engine: JournalEngine
) -> AsyncIterator[BackgroundTasks]:
    """Give what begins things beside the dashboard; a run that went on there goes on when it starts again."""
    with open_store(config.home) as store:
        beside = BackgroundTasks(config, file, engine, store)
        beside.resume_runs()
        try:
            yield beside
        finally:
            await beside.stop()
