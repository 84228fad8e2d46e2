"""`watch` and `worker`: the daemon process."""

import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from functools import partial
from pathlib import Path

import typer

from coordinator import __version__
from coordinator.app.canaries import review_after_change
from coordinator.app.logs import log_to_file, log_to_stderr
from coordinator.app.reviews import dry_run_config, sandbox_notice
from coordinator.app.runtime import open_engine, open_store, open_tracker, review_jobs
from coordinator.app.signals import Interrupted, Terminated, patiently, run_async
from coordinator.config.settings import Config, load
from coordinator.engine.journal import JournalEngine
from coordinator.reviews.override import override_job
from coordinator.reviews.record import DECISION, JOBS, ReviewReader
from coordinator.storage.events import AskKey, is_panel_key, kind_of
from coordinator.storage.short_ids import short_id
from coordinator.storage.store import Event, Store
from coordinator.trackers import Tracker
from coordinator.trackers.dry_run import DryRunTracker, PlannedWrite
from coordinator.trackers.registry import FORGES
from coordinator.views.terminal_text import plain
from coordinator.views.text import event_line, render
from coordinator.watch import Watch
from coordinator.workflow.job import watched_job
from coordinator.workflow.records import WATCHED
from coordinator.workflow.run_starter import RunStarter, WatchedWorkflow, load_workflows
from coordinator.workspace.sandbox.sandbox import require_isolation

log = logging.getLogger("coordinator")


def watch(
    config: Path | None, *, backlog: bool, dry_run: bool, serve: bool, polls: bool = True
) -> None:
    """Review every issue that enters review, until stopped. A dry run has a separate home.

    If `polls` is false, the process is a worker: it only executes runs that other processes start.
    """
    settings = load(config=config)
    require_isolation(settings)

    async def work() -> None:
        with open_store(settings.home) as store:
            reader = ReviewReader(store)
            async with open_tracker(settings, patient=True) as tracker:
                daemon = Daemon(settings, tracker, reader, config, serve=serve, polls=polls)
                if dry_run:
                    daemon = Daemon(
                        dry_run_config(settings),
                        DryRunTracker(tracker, _log_planned),
                        reader,
                        config,
                        serve=serve,
                        polls=polls,
                    )
                await daemon.run(backlog=backlog)

    log_to_file()
    log_to_stderr()
    left = "open reviews and runs are saved and continue at the next start"
    if dry_run:
        left = "nothing was written"
    try:
        run_async(patiently(work), lambda: left)
    except (Interrupted, Terminated) as stopped:
        log.info("%s", stopped)


class Daemon:
    """One process that watches a tracker and executes runs.

    If `polls` is false, it is a worker: it only executes runs that other processes start.
    """

    def __init__(
        self,
        config: Config,
        tracker: Tracker,
        reader: ReviewReader,
        file: Path | None,
        *,
        serve: bool,
        polls: bool,
    ) -> None:
        self._config = config
        self._tracker = tracker
        self._reader = reader
        self._file = file
        self._serve = serve
        self._polls = polls
        self._is_dry = isinstance(tracker, DryRunTracker)
        self._link = ""

    async def run(self, *, backlog: bool) -> None:
        """Watch until cancelled.

        If `backlog` is true, also review the issues that are already in review.
        """
        config = self._config
        tracker = self._tracker
        with open_store(config.home) as store:
            reviews = bool(config.panel.seats) or not config.watch.workflows
            jobs = {DECISION: override_job(lambda: nullcontext(tracker), config)}
            jobs.update(watched_job(config, tracker, store, lambda: engine))
            if reviews:
                jobs.update(review_jobs(config, tracker, self._reader))
            workflows: Sequence[WatchedWorkflow] = ()
            if not self._is_dry:
                workflows = await load_workflows(config, tracker, store)
            about = {
                "kind": "watch" if self._polls else "worker",
                "version": __version__,
                "since": time.time(),
                "concurrency": config.watch.concurrency,
            }
            async with (
                open_engine(
                    config.home,
                    jobs,
                    on_event=partial(self._show, store),
                    concurrency=config.watch.concurrency,
                    give_up_after=config.watch.give_up_after,
                    fleet=config.watch.fleet_concurrency,
                    about=about,
                    sleeping=JOBS,
                    drain=0.0 if self._polls else config.watch.drain,
                ) as engine,
                self._dashboard(engine) as self._link,
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
                    review_canaries=self._canaries(store),
                )
                self._log_start(store, reviews)
                if self._polls:
                    starter.log_workflows(time.time())
                if self._link:
                    # We do not log the sign-in link, because the log is kept.
                    typer.echo(f"the dashboard is at {self._link}", err=True)
                await watcher.run(backlog=backlog, polls=self._polls)

    def _canaries(self, store: Store) -> Callable[[], Awaitable[object]] | None:
        if self._is_dry or not self._config.canaries:
            return None
        return partial(review_after_change, self._config, store)

    def _dashboard(self, engine: JournalEngine) -> AbstractAsyncContextManager[str]:
        if not self._serve:
            return nullcontext("")
        # Imported here, because not every daemon has a web server.
        from coordinator.web.dashboard import dashboard
        from coordinator.web.webhooks import Webhook

        config = self._config
        webhook = None
        if self._tracker.name in FORGES:
            webhook = Webhook(
                lambda: config.environment.webhook_secret.get_secret_value(), self._tracker.wake
            )
        return dashboard(config, engine, self._file, webhook=webhook)

    def _show(self, store: Store, event: Event) -> None:
        """Log an event of a run."""
        kind = kind_of(event.key)
        if self._is_dry and kind == "act":
            return
        template = "review_events.txt"
        if store.run(event.run).job == WATCHED and not is_panel_key(event.key):
            template = "run_events.txt"
        seat = ""
        if kind in ("ask", "ballot", "read"):
            seat = AskKey.parse(event.key).member
        address, _, _ = self._link.partition("?")
        line = event_line(event, template, dashboard=address)
        _log(short_id(event.run), line, run=event.run, seat=seat)

    def _log_start(self, store: Store, reviews: bool) -> None:
        config = self._config
        does = "watching" if self._polls else "executing runs for"
        dry = " as a dry run" if self._is_dry else ""
        place = store.database.name
        log.info("%s %s%s (%s); state in %s", does, self._tracker.name, dry, config.source, place)
        notice = sandbox_notice(config)
        if notice:
            log.warning("sandbox: %s", notice)
        if not reviews:
            log.info("reviews are off: no panel is configured")
        if self._is_dry and config.watch.workflows:
            log.info("a dry run does not start the workflows of watch.workflows")


def _log(about: str, text: str, **known: str) -> None:
    for line in text.splitlines():
        log.info("%s  %s", about, plain(line), extra=known)


def _log_planned(write: PlannedWrite) -> None:
    _log(write.issue, render("planned_write.txt", write=write))
