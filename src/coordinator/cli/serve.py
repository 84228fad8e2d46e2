"""`coordinator serve`: the dashboard."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from coordinator.config.settings import Config
    from coordinator.engine import Engine

Host = Annotated[str, typer.Option("--host", metavar="ADDRESS", help="Listen there instead of on 127.0.0.1.")]
Port = Annotated[
    int | None,
    typer.Option("--port", metavar="N", min=0, max=65_535, help="The port, 8750 if not given; 0 is any free one."),
]


def serve(
    host: Host = "",
    port: Port = None,
    open_browser: Annotated[bool, typer.Option("--open", help="Open it in a browser.")] = False,
    config: Annotated[
        Path | None,
        typer.Option("--config", metavar="FILE", help="Use this configuration file.", show_default=False),
    ] = None,
) -> None:
    """Show every review, run and council on pages, live, and let a person act.

    Reviews nothing itself: `coordinator watch --serve` does both in one process. Only this machine can reach it,
    unless --host says otherwise; then COORDINATOR_DASHBOARD_TOKEN has to be set, and a browser asks for it once.

    \b
    Examples:
      coordinator serve --open
      COORDINATOR_DASHBOARD_TOKEN=$(openssl rand -hex 32) coordinator serve --host 0.0.0.0
    """
    from coordinator.cli.signals import run_here
    from coordinator.config.settings import load

    settings = load(config=config)
    run_here(_serve(settings, host, port, open_browser), lambda: "the dashboard is closed")


async def _serve(settings: Config, host: str, port: int | None, open_browser: bool) -> None:
    from functools import partial

    from coordinator.cli.logs import log_to_file
    from coordinator.reviews.override import override_job
    from coordinator.runtime import open_engine, open_tracker
    from coordinator.storage.review_record import DECISION

    log_to_file()
    todo = {DECISION: override_job(partial(open_tracker, settings))}
    async with (
        open_engine(settings.home, todo) as engine,
        dashboard(settings, engine, host=host, port=port) as address,
    ):
        needs = "sign in with COORDINATOR_DASHBOARD_TOKEN; " if settings.environment.dashboard_token else ""
        typer.echo(f"the dashboard is at {address} ({needs}Ctrl-C stops it)")
        if open_browser:
            typer.launch(address.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:"))
        await engine.serve()


@asynccontextmanager
async def dashboard(
    settings: Config, engine: Engine, *, host: str = "", port: int | None = None, watching: bool = False
) -> AsyncIterator[str]:
    """Serve the dashboard in the background while the body runs; its address."""
    from coordinator.config.environment import state_file
    from coordinator.web.context import open_dashboard
    from coordinator.web.serving import is_loopback, serving

    where = host or settings.serve.host
    token = settings.environment.dashboard_token.get_secret_value()
    async with councils(settings) as go_on:
        with open_dashboard(
            state_file(settings.home),
            engine,
            person=person(),
            token=token,
            is_local=is_loopback(where),
            watching=watching,
            go_on=go_on,
        ) as dashboard:
            async with serving(dashboard, where, settings.serve.port if port is None else port) as address:
                yield address


@asynccontextmanager
async def councils(settings: Config) -> AsyncIterator[Callable[[str], None]]:
    """Go on with councils that are decided for on the dashboard; what is not done in the end can be resumed."""
    import asyncio
    import logging

    from coordinator.council import go_on
    from coordinator.errors import CoordinatorError

    log = logging.getLogger("coordinator")
    tasks: set[asyncio.Task[None]] = set()

    async def carry_on(id: str) -> None:
        try:
            await go_on(id, config=settings)
        except CoordinatorError as error:
            log.warning("%s does not go on: %s", id, error)

    def begin(id: str) -> None:
        task = asyncio.create_task(carry_on(id))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    try:
        yield begin
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def person() -> str:
    """Who sits at this machine, as git or the system knows them."""
    import getpass
    import subprocess
    from contextlib import suppress

    with suppress(OSError, subprocess.SubprocessError):
        asked = ["git", "config", "--get", "user.name"]
        found = subprocess.run(asked, capture_output=True, text=True, timeout=5, stdin=subprocess.DEVNULL)
        if name := found.stdout.strip():
            return name
    with suppress(OSError, KeyError):
        return getpass.getuser()
    return ""
