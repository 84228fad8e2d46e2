"""The dashboard: served until it is stopped, by itself or beside the daemon."""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, nullcontext
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlencode

import typer

from coordinator.cli.logs import log_to_file
from coordinator.cli.signals import run_async
from coordinator.cli.terminal import person
from coordinator.config.environment import TOKEN_FILE, kept_token, state_file
from coordinator.config.settings import Config, load
from coordinator.council import go_on
from coordinator.engine import Engine
from coordinator.errors import CoordinatorError
from coordinator.reviews.override import override_job
from coordinator.runtime import open_engine, open_tracker
from coordinator.storage.database import write_new
from coordinator.storage.review_record import DECISION
from coordinator.web.context import open_dashboard
from coordinator.web.serving import is_loopback, serving

log = logging.getLogger("coordinator")


def serve(config: Path | None, host: str, port: int | None, *, open_browser: bool) -> None:
    """Serve the dashboard until stopped; what is decided there is carried out here."""
    settings = load(config=config)

    async def work() -> None:
        log_to_file()
        jobs = {DECISION: override_job(partial(open_tracker, settings))}
        async with open_engine(settings.home, jobs) as engine, dashboard(settings, engine, config, host, port) as link:
            typer.echo(f"the dashboard is at {link} (Ctrl-C stops it)")
            if open_browser:
                typer.launch(link.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:"))
            await engine.serve()

    run_async(work(), lambda: "the dashboard is closed")


@asynccontextmanager
async def dashboard(
    config: Config, engine: Engine, file: Path | None, host: str = "", port: int | None = None, watching: bool = False
) -> AsyncIterator[str]:
    """Serve the dashboard, and MCP if installed, while the body runs, which gets the link that lets a browser in."""
    sessions = None
    if find_spec("mcp"):
        from coordinator.cli.mcp.server import Server

        sessions = Server(file).http_sessions()
    where = host or config.serve.host
    async with resumed_councils(config) as resume:
        token, is_local = token_of(config), is_loopback(where)
        about = {"person": person(), "token": token, "is_local": is_local, "watching": watching, "go_on": resume}
        about["mcp"] = sessions and sessions.asgi_app
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
async def resumed_councils(config: Config) -> AsyncIterator[Callable[[str], None]]:
    """Give a function that goes on with a council in the background; what is not done at the end can be resumed."""
    tasks: set[asyncio.Task[None]] = set()

    async def work(run_id: str) -> None:
        try:
            await go_on(run_id, config=config)
        except CoordinatorError as error:
            log.warning("%s does not go on: %s", run_id, error)

    def resume(run_id: str) -> None:
        task = asyncio.create_task(work(run_id))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    try:
        yield resume
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
