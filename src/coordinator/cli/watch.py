"""`coordinator watch`: the daemon."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from coordinator.config.settings import Config
    from coordinator.storage.review_record import ReviewReader
    from coordinator.storage.store import Store
    from coordinator.trackers import Tracker


def watch(
    backlog: Annotated[
        bool, typer.Option("--backlog", help="On the first start, review also what is in review already.")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Log what would be written to the tracker; write nothing.")
    ] = False,
    serve: Annotated[
        bool, typer.Option("--serve", help="Also show the dashboard, where `serve` of the configuration says.")
    ] = False,
    config: Annotated[
        Path | None,
        typer.Option("--config", metavar="FILE", help="Use this configuration file.", show_default=False),
    ] = None,
) -> None:
    """Review every issue that enters in_review, and update the tracker.

    Runs until it is stopped (Ctrl-C or SIGTERM), and goes on where it stopped, even after a crash. Several may run
    on one machine. Log lines go to stderr and to coordinator.log in the home directory.

    A dry run only reads the tracker, and keeps its reviews apart: the real ones are still due.

    \b
    Examples:
      coordinator watch --backlog --serve
      coordinator watch --dry-run
    """
    import asyncio

    asyncio.run(_watch(config, backlog, dry_run, serve))


async def _watch(config: Path | None, backlog: bool, dry_run: bool, serve: bool) -> None:
    from coordinator.cli.dry_run import apart_from
    from coordinator.cli.logs import log_to_file, log_to_stderr
    from coordinator.config.settings import load
    from coordinator.runtime import open_store, open_tracker
    from coordinator.storage.review_record import ReviewReader
    from coordinator.trackers.dry_run import DryRunTracker, PlannedWrite

    def tell(intent: PlannedWrite) -> None:
        _log(f"{intent.issue}  ", intent.shown())

    settings = load(config=config)
    with open_store(settings.home) as store:
        async with open_tracker(settings) as tracker:
            log_to_file()
            log_to_stderr()
            if not dry_run:
                await _serve(settings, tracker, ReviewReader(store), store, backlog, serve)
                return
            apart = apart_from(settings)
            with open_store(apart.home) as own:
                await _serve(apart, DryRunTracker(tracker, tell), ReviewReader(store), own, backlog, serve)


async def _serve(
    settings: Config, tracker: Tracker, record: ReviewReader, store: Store, backlog: bool, shows: bool
) -> None:
    import asyncio
    import logging
    import signal
    from contextlib import nullcontext

    from coordinator.cli.progress import line
    from coordinator.cli.serve import dashboard
    from coordinator.reviews.override import override_job
    from coordinator.runtime import open_engine, review_jobs
    from coordinator.storage.review_record import DECISION
    from coordinator.storage.store import Event
    from coordinator.trackers.dry_run import DryRunTracker
    from coordinator.watch import Watch

    log = logging.getLogger("coordinator")
    rehearses = isinstance(tracker, DryRunTracker)

    def tell(event: Event) -> None:
        if not (rehearses and event.key.startswith("act/")):
            _log(f"{event.run}  ", line(event))

    todo = {**review_jobs(settings, tracker, record), DECISION: override_job(lambda: nullcontext(tracker))}
    concurrency = settings.watch.concurrency
    async with (
        open_engine(settings.home, todo, concurrency=concurrency, on_event=tell) as engine,
        dashboard(settings, engine, watching=True) if shows else nullcontext("") as address,
    ):
        watching = asyncio.ensure_future(
            Watch(tracker=tracker, engine=engine, store=store, config=settings).run(backlog=backlog)
        )
        for name in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(name, watching.cancel)
        dry = ", a dry run" if rehearses else ""
        log.info("watching %s%s (%s); state in %s", tracker.name, dry, settings.source, settings.home)
        if address:
            log.info("the dashboard is at %s", address)
        try:
            await watching
        except asyncio.CancelledError:
            log.info("stopped" if rehearses else "stopped; what was going on is kept and goes on at the next start")


def _log(head: str, text: str) -> None:
    import logging

    from coordinator.cli.terminal import plain

    for line in text.splitlines():
        logging.getLogger("coordinator").info("%s%s", head, plain(line))
