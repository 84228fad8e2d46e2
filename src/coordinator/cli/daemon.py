"""The daemon: reviews every issue that enters review, until it is stopped."""

import logging
import time
from contextlib import AbstractAsyncContextManager, nullcontext
from pathlib import Path
from typing import Any

import typer

from coordinator import __version__
from coordinator.app.logs import log_to_file, log_to_stderr
from coordinator.app.reviews import dry_run_config
from coordinator.app.runtime import open_engine, open_store, open_tracker, review_jobs
from coordinator.app.signals import Interrupted, Terminated, patiently, run_async
from coordinator.config.settings import Config, load
from coordinator.engine.journal import JournalEngine
from coordinator.reviews.override import override_job
from coordinator.reviews.record import DECISION, JOBS, ReviewReader
from coordinator.storage.events import AskKey, is_panel_key, kind_of
from coordinator.storage.store import Event, short_id
from coordinator.trackers import FORGES, Tracker
from coordinator.trackers.dry_run import DryRunTracker, PlannedWrite
from coordinator.views.terminal_text import plain
from coordinator.views.text import event_line, render
from coordinator.watch import Watch
from coordinator.workflow.job import watched_job
from coordinator.workflow.records import WATCHED
from coordinator.workflow.run_starter import RunStarter, load_workflows

log = logging.getLogger("coordinator")


def watch(
    config: Path | None, *, backlog: bool, dry_run: bool, serve: bool, polls: bool = True
) -> None:
    """Review every issue that enters review, until stopped; a dry run has a home of its own.

    Without `polls` the process is a worker: it does the runs that others begin.
    """
    settings = load(config=config)

    async def work() -> None:
        with open_store(settings.home) as store:
            reader = ReviewReader(store)
            async with open_tracker(settings, patient=True) as tracker:
                used = dry_run_config(settings) if dry_run else settings
                seen = DryRunTracker(tracker, _log_planned) if dry_run else tracker
                await _watch(used, seen, reader, config, backlog, serve, polls)

    log_to_file()
    log_to_stderr()
    kept = (
        "nothing was written"
        if dry_run
        else "what was going on is kept and goes on at the next start"
    )
    try:
        run_async(patiently(work), lambda: kept)
    except (Interrupted, Terminated) as stopped:
        log.info("%s", stopped)


async def _watch(
    config: Config,
    tracker: Tracker,
    reader: ReviewReader,
    file: Path | None,
    backlog: bool,
    serve: bool,
    polls: bool,
) -> None:
    is_dry = isinstance(tracker, DryRunTracker)

    def show(event: Event) -> None:
        if not (is_dry and kind_of(event.key) == "act"):
            is_run = store.run(event.run).job == WATCHED and not is_panel_key(event.key)
            template = "run_events.txt" if is_run else "review_events.txt"
            seat = (
                AskKey.parse(event.key).member
                if kind_of(event.key) in ("ask", "ballot", "read")
                else ""
            )
            line = event_line(event, template, dashboard=link.partition("?")[0])
            _log(short_id(event.run), line, run=event.run, seat=seat)

    def shown(engine: JournalEngine) -> AbstractAsyncContextManager[str]:
        if not serve:
            return nullcontext("")
        from coordinator.web.dashboard import dashboard  # a web server, which not every daemon has
        from coordinator.web.webhooks import Webhook

        webhook = Webhook(
            lambda: config.environment.webhook_secret.get_secret_value(), tracker.wake
        )
        return dashboard(config, engine, file, webhook=webhook if tracker.name in FORGES else None)

    options: dict[str, Any] = {
        "concurrency": config.watch.concurrency,
        "fleet": config.watch.fleet_concurrency,
    }
    options |= {
        "about": {
            "kind": "watch" if polls else "worker",
            "version": __version__,
            "since": time.time(),
        }
    }
    options["about"]["concurrency"] = config.watch.concurrency
    options["sleeping"] = JOBS
    if not polls:
        options["drain"] = config.watch.drain
    with open_store(config.home) as store:
        reviews = bool(config.panel.seats) or not config.watch.workflows
        jobs = {DECISION: override_job(lambda: nullcontext(tracker))}
        jobs |= watched_job(config, tracker, store, lambda: engine)
        jobs |= review_jobs(config, tracker, reader) if reviews else {}
        workflows = () if is_dry else await load_workflows(config, tracker, store)
        async with (
            open_engine(config.home, jobs, on_event=show, **options) as engine,
            shown(engine) as link,
        ):
            starter = RunStarter(
                tracker=tracker, engine=engine, store=store, config=config, workflows=workflows
            )
            watcher = Watch(
                tracker=tracker,
                engine=engine,
                store=store,
                config=config,
                starter=starter,
                reviews=reviews,
            )
            does = "watching" if polls else "working for"
            dry = ", a dry run" if is_dry else ""
            place = store.database.name
            log.info("%s %s%s (%s); state in %s", does, tracker.name, dry, config.source, place)
            if not reviews:
                log.info("nothing is reviewed, as no panel is configured")
            if is_dry and config.watch.workflows:
                log.info("the workflows of watch.workflows start nothing in a dry run")
            if polls:
                starter.log_workflows(time.time())
            if link:
                # Not in the log, which is kept: the link lets in
                typer.echo(f"the dashboard is at {link}", err=True)
            await watcher.run(backlog=backlog, polls=polls)


def _log(about: str, text: str, **known: str) -> None:
    for line in text.splitlines():
        log.info("%s  %s", about, plain(line), extra=known)


def _log_planned(write: PlannedWrite) -> None:
    _log(write.issue, render("planned_write.txt", write=write))
