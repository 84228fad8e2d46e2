"""The real daemon in a thread of its own, for a home at the stand-in."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext, suppress
from typing import Any

from coordinator.app.runtime import open_store, open_tracker, review_jobs
from coordinator.config.environment import state_file
from coordinator.config.settings import Config
from coordinator.engine.journal import JournalEngine
from coordinator.models import Abstention, Decided
from coordinator.reviews.override import override_job
from coordinator.reviews.record import DECISION, JOBS, ReviewReader, ReviewRecord
from coordinator.storage.store import RunRow, Store
from coordinator.watch import Watch
from tests.support.multica_house import WORDS
from tests.support.multica_server import Agent, Issue, MulticaServer
from tests.support.waiting import wait_until

_MARKER = re.compile(r"<!-- coordinator: \S+ (\S+ \d+) -->$")
_MENTION = re.compile(r"\[@([^\]]+)\]\(mention://(?:agent|squad)/")


FAST = "checks: []\nwatch: {poll: 0.2s}\n"
ASKED = "greet.py must greet every guest by name."


class Daemon(threading.Thread):
    """Watches until it is stopped. If it has ended otherwise, `error` is the reason."""

    def __init__(self, config: Config, *, backlog: bool = False, backoff: float = 1.0) -> None:
        super().__init__(name="daemon", daemon=True)
        self.config = config
        self.backlog = backlog
        self.backoff = backoff
        self.error: BaseException | None = None
        self._loop = asyncio.new_event_loop()
        self._task: asyncio.Task[None] | None = None

    def run(self) -> None:
        self._task = self._loop.create_task(self._watch())
        try:
            with suppress(asyncio.CancelledError):
                self._loop.run_until_complete(self._task)
        except BaseException as error:
            self.error = error
        finally:
            self._loop.close()

    async def _watch(self) -> None:
        config = self.config
        with open_store(config.home) as store:
            async with open_tracker(config, patient=True) as tracker:
                decisions = {DECISION: override_job(lambda: nullcontext(tracker))}
                todo = {**review_jobs(config, tracker, ReviewReader(store)), **decisions}
                async with JournalEngine(
                    state_file(config.home),
                    todo,
                    backoff=self.backoff,
                    give_up_after=config.watch.give_up_after,
                ) as engine:
                    await Watch(tracker=tracker, engine=engine, store=store, config=config).run(
                        backlog=self.backlog
                    )

    def stop(self) -> None:
        """Stop the daemon as SIGTERM would."""
        if self.is_alive() and self._task is not None:
            self._loop.call_soon_threadsafe(self._task.cancel)
        self.join(20)
        assert not self.is_alive(), "the daemon does not stop"


@contextmanager
def watching(
    server: MulticaServer, config: Config, *, backlog: bool = False, backoff: float = 1.0
) -> Iterator[Daemon]:
    """Run the daemon, and continue once it has polled for the first time."""
    looks = server.count("GET", "/api/issues")
    daemon = Daemon(config, backlog=backlog, backoff=backoff)
    daemon.start()
    try:
        server.wait(lambda: not daemon.is_alive() or server.count("GET", "/api/issues") > looks + 1)
        yield daemon
    finally:
        daemon.stop()
    if daemon.error is not None:
        raise daemon.error


def reviews(config: Config) -> list[ReviewRecord]:
    """Return all reviews on record, oldest first."""
    with closing(Store(state_file(config.home))) as store:
        runs = [run for run in reversed(store.runs()) if run.job in JOBS]
        return [ReviewReader(store).review(run.id) for run in runs]


def ended(server: MulticaServer, config: Config, count: int = 1) -> list[ReviewRecord]:
    """Wait until this many reviews have ended, and return them."""

    def over() -> bool:
        with closing(Store(state_file(config.home))) as store:
            return sum(run.state in ("done", "failed") for run in store.runs()) >= count

    server.wait(over)
    return reviews(config)


def told(server: MulticaServer, issue: Issue) -> list[str]:
    """Return every comment and change of status in order.

    Our own comments are shown by their recipient and their marker.
    """
    return [
        _short(line)
        for line in server.story(issue, "comment", "system", "status", "comment deleted")
    ]


def _short(line: str) -> str:
    who, _, said = line.partition(": ")
    deleted = said.startswith("comment deleted ")
    kind, _, text = said.replace("comment deleted", "comment", 1).partition(" ")
    marked = _MARKER.search(text)
    if kind == "status" or marked is None:
        return f"{who}: {said}" if kind == "status" else f"{who}: {kind}"
    started = _MENTION.match(text)
    whom = f"@{started[1]}" if started else text.split()[0]
    return f"{who}: {whom} {marked[1]}{' deleted' if deleted else ''}"


def submitted(server: MulticaServer, author: Agent | None = None, **more: Any) -> Issue:
    """Return an issue whose author has commented on the finished work, and which nobody has submitted yet."""
    writer = author or server.add_agent("Author")
    issue = server.add_issue(
        "Send greetings", assignee=writer, status="in_progress", description=ASKED, **more
    )
    server.say(issue, WORDS, writer)
    return issue


def enter(server: MulticaServer, issue: Issue) -> None:
    """Submit an issue."""
    server.move(issue, "in_review", by=server.owner)


def outcome(whole: ReviewRecord) -> tuple[str, str]:
    """Return the outcome of a review and its rule."""
    assert isinstance(whole.ending, Decided)
    return whole.ending.verdict.outcome, whole.ending.verdict.rule


def ours(server: MulticaServer, issue: Issue, purpose: str) -> list[str]:
    """Return our comments that were posted for a purpose."""
    every = [c.content for c in server.comments(issue) if c.author == server.user.actor]
    return [text for text in every if f" {purpose} 0 -->" in text.splitlines()[-1]]


def abstained(whole: ReviewRecord, seat: str) -> str:
    """Return why a seat gave no ballot in the first round."""
    found = [
        t for t in whole.standings[0].testimonies if t.seat == seat and isinstance(t, Abstention)
    ]
    return f"{found[0].cause}: {found[0].detail}" if found else "a ballot"


def parked(config: Config) -> tuple[RunRow, str] | None:
    """Return the parked run and the reason; None if there is none."""
    with closing(Store(state_file(config.home))) as store:
        for run in store.runs():
            parks = [event for event in store.events(run.id) if event.kind == "park"]
            if parks and not run.owner and run.state == "open":
                return run, json.loads(parks[-1].body)["error"]
    return None


def until_parked(config: Config) -> tuple[RunRow, str]:
    found = wait_until(lambda: parked(config))
    assert found is not None
    return found
