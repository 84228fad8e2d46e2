"""Call off the panels of reviews whose issue or work changes while they are at work.

The daemon compares changed issues with the text that their open reviews have read. The process that
executes a review watches its work. Both send the review a message, which is recorded.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import KW_ONLY, dataclass, field

from coordinator.config.settings import Config
from coordinator.engine import Engine, Message, Run
from coordinator.errors import CoordinatorError, IssueGone
from coordinator.models import Issue, Submission
from coordinator.reviews.publish import ISSUE_GONE, WORK_CHANGED, Publisher
from coordinator.reviews.record import REVIEW
from coordinator.storage.short_ids import short_id
from coordinator.storage.steps import StepReader
from coordinator.storage.store import MOST, RunRow, Store
from coordinator.trackers import Tracker
from coordinator.workspace.snapshot import Workspace

log = logging.getLogger("coordinator")

CHANGED = "changed"  # the topic and the key of the message to a review
# At most this share of the time is spent on looking whether the work has changed.
MOST_LOOKING = 0.05


async def call_off(engine: Engine, run: RunRow, why: str) -> None:
    """Tell an open review that it is out of date, unless it has a verdict already."""
    if not await engine.send(run.id, CHANGED, why, key=CHANGED, unless="verdict"):
        return
    log.info("%s is called off: %s", short_id(run.id), why)
    if run.not_before > time.time():
        await engine.resume(run.id)  # it is parked


def reason_of(message: Message) -> str:
    """Return why a review was called off."""
    return str(message.body)


@dataclass(eq=False)
class OpenReviews:
    """Calls off, for a daemon, each open review of a tracker whose issue has changed."""

    tracker: Tracker
    engine: Engine
    store: Store
    config: Config
    _: KW_ONLY
    # The issues that may have changed and were not compared yet
    _uncompared: set[str] = field(default_factory=set)

    async def look(self) -> None:
        """Compare the issues that may have changed with what their open reviews have read."""
        reviews: dict[str, list[RunRow]] = {}
        for run in self.store.runs(REVIEW, "open", MOST):
            tracker, _, key = run.subject.partition(":")
            if tracker == self.tracker.name:
                reviews.setdefault(key, []).append(run)
        self._uncompared &= reviews.keys()
        self._uncompared.update(await self.tracker.changed(set(reviews)))
        for key in sorted(self._uncompared):
            is_complete = True
            for run in reviews[key]:
                is_complete = await self._compare(run) and is_complete
            if is_complete:
                self._uncompared.discard(key)

    async def _compare(self, run: RunRow) -> bool:
        """Call a review off if its issue has changed.

        Return False if the review has not read its issue yet, so it has to be compared again.
        """
        steps = StepReader(self.store.events(run.id))
        if "verdict" in steps.bodies:
            return True
        submission = Submission.model_validate_json(run.input)
        issue = steps.one("issue", Issue)
        publisher = Publisher(tracker=self.tracker, config=self.config)
        try:
            if issue is None:
                why = await publisher.why_away(submission)
            else:
                why = await publisher.why_outdated(submission, issue)
        except IssueGone:
            why = ISSUE_GONE
        if why:
            await call_off(self.engine, run, why)
        return issue is not None or bool(why)


@asynccontextmanager
async def watched_work(
    run: Run, frozen: Callable[[], Workspace | None], poll: float
) -> AsyncIterator[None]:
    """Call the review off if its work changes during the body of the `async with`.

    `frozen` returns the frozen work, or None before it is frozen.
    """
    watcher = asyncio.create_task(_watch_work(run, frozen, poll))
    try:
        yield
    finally:
        watcher.cancel()
        await asyncio.wait([watcher])


async def _watch_work(run: Run, frozen: Callable[[], Workspace | None], poll: float) -> None:
    pause = poll
    workspace = None
    while True:
        await asyncio.sleep(pause)
        began = time.monotonic()
        try:
            workspace = workspace or frozen()
            if workspace is not None and not await workspace.still_current():
                await run.tell(CHANGED, WORK_CHANGED, key=CHANGED, unless="verdict")
                return
        except (CoordinatorError, OSError) as error:
            # The review looks again before each round, and reports the error then.
            log.debug("%s: its work could not be compared: %s", run.id, error)
        pause = max(poll, (time.monotonic() - began) / MOST_LOOKING)
