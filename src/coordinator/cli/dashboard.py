"""The dashboard: served until it is stopped, by itself or beside the daemon."""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, nullcontext
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import typer

from coordinator import council
from coordinator.cli.logs import log_to_file
from coordinator.cli.signals import patiently, run_async
from coordinator.cli.terminal import person
from coordinator.cli.workflows import resume_run
from coordinator.config.environment import TOKEN_FILE, kept_token, state_file
from coordinator.config.settings import Config, load
from coordinator.engine.journal import JournalEngine
from coordinator.reviews.override import override_job
from coordinator.runtime import open_engine, open_store, open_tracker
from coordinator.storage.review_record import DECISION
from coordinator.storage.sqlite import write_new
from coordinator.storage.store import MOST
from coordinator.web.context import GoOn, open_dashboard
from coordinator.web.serving import is_loopback, serving
from coordinator.web.webhooks import Webhook
from coordinator.workflow.records import JOBS, WATCHED, Resumption
from coordinator.workflow.resume import reopen_run, resumptions

log = logging.getLogger("coordinator")


def serve(config: Path | None, host: str, port: int | None, *, open_browser: bool) -> None:
    """Serve the dashboard until stopped; what is decided there is carried out here."""
    settings = load(config=config)

    async def work() -> None:
        log_to_file()
        engine = open_engine(settings.home, {DECISION: override_job(partial(open_tracker, settings))})

        async def carry_out() -> None:
            async with engine:
                await engine.serve()

        async with dashboard(settings, engine, config, host, port) as link:
            typer.echo(f"the dashboard is at {link} (Ctrl-C stops it)")
            if open_browser:
                typer.launch(link.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:"))
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
    async with background(config, file, engine) as go_on:
        token, is_local, watching = token_of(config), is_loopback(where), WATCHED in engine.jobs
        about = {"person": person(), "token": token, "is_local": is_local, "watching": watching, "go_on": go_on}
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


@asynccontextmanager
async def background(config: Config, file: Path | None, engine: JournalEngine) -> AsyncIterator[GoOn]:
    """Give a function that goes on with a council, or with a run that has ended as a person says, in the background.

    It returns once that is begun. A run that is still open when this stops goes on when it starts again.
    """
    tasks: set[asyncio.Task[object]] = set()
    jobs = set(JOBS) - engine.jobs.keys()

    def begin(run_id: str, work: Coroutine[Any, Any, object]) -> asyncio.Task[object]:
        task = asyncio.create_task(work, name=run_id)
        tasks.add(task)
        task.add_done_callback(end)
        return task

    def end(task: asyncio.Task[object]) -> None:
        tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.warning("%s does not go on: %s", task.get_name(), error)

    async def go_on(run_id: str, how: Resumption | None) -> None:
        if how is None:
            begin(run_id, council.go_on(run_id, config=config))
        elif store.run(run_id).job not in jobs:  # this is the daemon, which goes on with it as soon as it is open
            await reopen_run(engine, store, run_id, how)
        else:
            begun = asyncio.get_running_loop().create_future()
            task = begin(run_id, resume_run(run_id, file, how, quiet=True, begun=lambda: begun.set_result(None)))
            await asyncio.wait([task, begun], return_when=asyncio.FIRST_COMPLETED)
            if not begun.done():
                task.result()  # why it could not be

    with open_store(config.home) as store:
        for run in store.runs(state="open", limit=MOST):
            if run.job in jobs and any(how.once for how in resumptions(store, run.id)[-1:]):
                begin(run.id, resume_run(run.id, file, quiet=True))
        try:
            yield go_on
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
