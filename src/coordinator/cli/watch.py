"""`coordinator watch`: the daemon."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def watch(
    backlog: Annotated[
        bool, typer.Option("--backlog", help="On the first start, review also what is in review already.")
    ] = False,
    config: Annotated[
        Path | None,
        typer.Option("--config", metavar="FILE", help="Use this configuration file.", show_default=False),
    ] = None,
) -> None:
    """Review every issue that enters in_review, and update the tracker.

    Runs until it is stopped (Ctrl-C or SIGTERM), and goes on where it stopped, even after a crash. Several may run
    on one machine. Log lines go to stderr and to coordinator.log in the home directory.

    \b
    Example:
      coordinator watch --backlog
    """
    import asyncio

    asyncio.run(_watch(config, backlog))


async def _watch(config: Path | None, backlog: bool) -> None:
    import asyncio
    import logging
    import signal

    from coordinator.cli.house import jobs, state_of, tracker_of
    from coordinator.cli.logs import log_to_file, log_to_stderr
    from coordinator.cli.progress import line
    from coordinator.cli.state import state_file
    from coordinator.config import load
    from coordinator.engine.journal import JournalEngine
    from coordinator.record import Record
    from coordinator.store import Event
    from coordinator.watch import Watch

    log = logging.getLogger("coordinator")
    settings = load(config=config)

    def tell(event: Event) -> None:
        for text in line(event).splitlines():
            log.info("%s  %s", event.run, text)

    async with state_of(settings) as store, tracker_of(settings) as tracker:
        todo = jobs(settings, tracker, Record(store))
        log_to_file()
        log_to_stderr()
        concurrency = settings.watch.concurrency
        async with JournalEngine(state_file(settings.home), todo, concurrency=concurrency, on_event=tell) as engine:
            watching = asyncio.ensure_future(
                Watch(tracker=tracker, engine=engine, store=store, config=settings).run(backlog=backlog)
            )
            for name in (signal.SIGINT, signal.SIGTERM):
                asyncio.get_running_loop().add_signal_handler(name, watching.cancel)
            log.info("watching %s (%s); state in %s", tracker.name, settings.source, settings.home)
            try:
                await watching
            except asyncio.CancelledError:
                log.info("stopped; what was going on is kept and goes on at the next start")
