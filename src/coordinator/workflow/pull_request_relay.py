"""Ask the tracker about the pull requests of a run, and send their events to the run."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from coordinator.engine import Engine
from coordinator.errors import TrackerError
from coordinator.storage.events import message_key
from coordinator.trackers import PullRequest
from coordinator.workflow.history import run_record
from coordinator.workflow.records import TOPIC, PullRequestEnd, PullRequestEnding, PullRequestFact
from coordinator.workflow.setup import WorkflowContext
from coordinator.workflow.transitions import waits_for_pull_requests

LOOK = 30.0  # seconds between two requests for the pull requests of an issue


@asynccontextmanager
async def relaying(
    engine: Engine, run_id: str, key: str, context: WorkflowContext
) -> AsyncIterator[None]:
    """Send a run the events of its pull requests while the `async with` block runs.

    Send nothing if the tracker does not report such events, or if no stage waits for them.
    """
    if not (context.hears_of_pulls and waits_for_pull_requests(context.workflow)):
        yield
        return
    relay = _Relay(engine, run_id, key, context)
    task = asyncio.create_task(relay.run())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait([task])


class _Relay:
    def __init__(self, engine: Engine, run_id: str, key: str, context: WorkflowContext) -> None:
        self._engine = engine
        self._run_id = run_id
        self._key = key
        self._context = context
        # The last value that was sent for each pull request and for each fact about it.
        self._sent: dict[str, str] = {}

    async def run(self) -> None:
        """Send news about the pull requests until the task is cancelled."""
        while True:
            with suppress(TrackerError):  # the next request asks again
                await self._look()
            await self._context.tracker.pause(LOOK)

    async def _look(self) -> None:
        known = run_record(self._context.store, self._run_id).pulls
        for pull in await self._context.tracker.pulls(self._key):
            if pull.url in known:
                await self._send_news(pull)

    async def _send_news(self, pull: PullRequest) -> None:
        if pull.state != "open" and self._is_news(pull.url, pull.state):
            event: PullRequestEnding = "pr_merged" if pull.state == "merged" else "pr_closed"
            end = PullRequestEnd(event=event, url=pull.url)
            key = message_key(TOPIC, pull.url, pull.state)
            await self._engine.send(self._run_id, TOPIC, end, key=key)
        if pull.ci and self._is_news(f"{pull.url} ci", pull.ci):
            await self._send_fact(PullRequestFact(ci=pull.ci))
        if pull.reviews and self._is_news(f"{pull.url} reviews", pull.reviews):
            await self._send_fact(PullRequestFact(reviews=pull.reviews))

    def _is_news(self, name: str, value: str) -> bool:
        """Return whether a value differs from the last one under this name, and remember it."""
        if self._sent.get(name) == value:
            return False
        self._sent[name] = value
        return True

    async def _send_fact(self, fact: PullRequestFact) -> None:
        key = message_key(TOPIC, secrets.token_hex(8))
        await self._engine.send(self._run_id, TOPIC, fact, key=key)
