"""Watch a tracker: start a review for each issue that enters review, and start workflow runs."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path

from coordinator.config.environment import Environment, state_file
from coordinator.config.settings import Config
from coordinator.engine import Engine
from coordinator.errors import CoordinatorError, RunError, TrackerError
from coordinator.models import Submission, Superseded
from coordinator.reviews.calling_off import OpenReviews, call_off
from coordinator.reviews.cancelled_runs import CancelledRuns
from coordinator.reviews.decisions import TrackerDecisions
from coordinator.reviews.given_up import GivenUpRuns
from coordinator.reviews.moved_base import MovedBases
from coordinator.reviews.publish import ENTERED_AGAIN
from coordinator.reviews.record import RECHECK, REVIEW, finished_reviews
from coordinator.reviews.seat_parts import seats_apart
from coordinator.storage.short_ids import short_id
from coordinator.storage.store import Store
from coordinator.trackers import ReviewRequest, Tracker, file_name
from coordinator.trackers.token_expiry import TOKEN_ENDS, TOKEN_WARNED, token_attention
from coordinator.workflow.run_starter import RunStarter
from coordinator.workspace.copies import clear

log = logging.getLogger("coordinator")

STANDS_BY = "another daemon watches the tracker; this one executes runs, and takes over if it stops"
RENEWAL = 3600.0  # seconds between two renewals of the token


@dataclass
class PollState:
    """The state of the polling loop between two polls."""

    backlog: bool
    environment: Environment | None = None  # as of the last successful poll
    is_away: bool = True  # true if the last poll failed or was left to another daemon
    announced: str = ""
    newest: tuple[str, ...] = ()  # the newest reviews when the seats were last compared
    renewal_due: float = 0.0

    def announce(self, level: int, text: str) -> None:
        """Log a text unless it is the same as the last announcement."""
        if text != self.announced:
            log.log(level, "%s", text)
        self.announced = text


@dataclass(frozen=True, slots=True, kw_only=True)
class Watch:
    """Polls the tracker and starts runs, which the engine executes."""

    tracker: Tracker
    engine: Engine
    store: Store
    config: Config
    starter: RunStarter | None = None
    reviews: bool = True
    # A function that reviews the canaries if the model of a seat has changed since their last
    # review.
    review_canaries: Callable[[], Awaitable[object]] | None = None
    open_reviews: OpenReviews = field(init=False)

    def __post_init__(self) -> None:
        found = OpenReviews(self.tracker, self.engine, self.store, self.config)
        object.__setattr__(self, "open_reviews", found)

    async def run(self, *, backlog: bool = False, polls: bool = True) -> None:
        """Watch until the task is cancelled or the engine's storage fails.

        If `polls` is false, only execute the runs that other daemons start.
        """
        await self._clear_work()
        if not polls:
            # Do not use a task group here: it would delay a second request to stop.
            return await self.engine.serve()
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self.engine.serve())
            tasks.create_task(self._poll(backlog))
            if self.review_canaries:
                tasks.create_task(self._canaries_once(self.review_canaries))

    async def _canaries_once(self, review_canaries: Callable[[], Awaitable[object]]) -> None:
        """Review the canaries as soon as this daemon is the one that watches the tracker.

        The daemon does its other work meanwhile. One review of the canaries is enough: a daemon
        reads the configuration once, so the models stay the same.
        """
        while not await self.engine.lead(self._role()):
            await asyncio.sleep(self.config.watch.poll)
        try:
            await review_canaries()
        except (CoordinatorError, OSError) as error:
            log.warning("the canaries could not be reviewed: %s", error)

    async def _clear_work(self) -> None:
        """Remove the copies of the work that ended reviews have left behind.

        A review leaves its copy behind if it is cancelled, or superseded by a later review.
        """
        for work in self.config.home.glob("work/*"):
            with suppress(RunError):
                if self.store.run(work.name).state in ("done", "cancelled"):
                    await asyncio.to_thread(clear, work)

    def _role(self) -> str:
        """Return the name of the role of watching, which only one of several daemons can have.

        The name contains the watched tracker and workflows, so daemons that watch something else
        have another role.
        """
        watched = [self.tracker.name]
        if not self.reviews:
            watched = [f"{self.tracker.name} without reviews"]
        if self.starter:
            watched += sorted(workflow.name for workflow in self.starter.workflows)
        return f"watch/{', '.join(watched)}"

    async def _poll(self, backlog: bool) -> None:
        role = self._role()
        state = PollState(backlog)
        bases = MovedBases(self.tracker, self.engine, self.store, self.config)
        decisions = TrackerDecisions(self.tracker, self.engine, self.store, self.config)
        while True:
            if not await self.engine.lead(role):
                state.announce(logging.INFO, STANDS_BY)
                state.is_away = True
                await asyncio.sleep(self.config.watch.poll)
                continue
            if state.announced == STANDS_BY:
                state.announce(
                    logging.INFO, "the other daemon has stopped: this one watches the tracker now"
                )
            try:
                await self._poll_once(state, bases, decisions)
            except TrackerError as error:
                # Poll again later. For example, an issue was deleted while we read it, or the token
                # has to be replaced.
                state.is_away = True
                state.announce(logging.WARNING, str(error))
            pause = self.config.watch.poll
            if self.starter:
                pause = min(pause, self.starter.next_look(time.time()))
            await self.tracker.pause(pause)

    async def _poll_once(
        self, state: PollState, bases: MovedBases, decisions: TrackerDecisions
    ) -> None:
        if self.starter:
            # Look at the clock first, because schedules do not depend on the tracker.
            await self.starter.look_at_clock(time.time())
        if self.reviews:
            # Decisions come first, so that a new review of the same issue counts them.
            await decisions.look()
            await self.look(backlog=state.backlog)
            await bases.look()
        if self.starter:
            await self.starter.look_at_issues(time.time(), backlog=state.backlog)
        await GivenUpRuns(tracker=self.tracker, store=self.store, config=self.config).tell()
        state.backlog = False
        environment = self.config.environment
        is_changed = environment != state.environment
        state.environment = environment
        if state.is_away or is_changed:
            # Parked runs may wait for the tracker, or for a new token.
            state.is_away = False
            state.announced = ""
            await self.engine.retry_parked()
        await self._compare_seats(state)
        if time.monotonic() >= state.renewal_due or is_changed:
            state.renewal_due = time.monotonic() + RENEWAL
            await self._renew_token()

    async def _compare_seats(self, state: PollState) -> None:
        """If a review has ended since the last call, record the seats that stand apart."""
        newest = tuple(finished_reviews(self.store, 1))
        if newest != state.newest:
            state.newest = newest
            try:
                # On a thread, because it reads a hundred reviews.
                await asyncio.to_thread(compare_seats, self.config.home)
            except (CoordinatorError, ValueError) as error:
                # A record that cannot be read must not stop the reviews.
                log.warning("the seats could not be compared: %s", error)

    async def _renew_token(self) -> None:
        """Let the tracker renew its token, and record when the token expires.

        If the token was not renewed, log a warning a week and a day before it expires.
        """
        ends = await self.tracker.renew()
        self.store.set_setting(TOKEN_ENDS, f"{ends:.0f}" if ends else "")
        warning = token_attention(self.store)
        if warning and self.store.setting(TOKEN_WARNED) != warning:
            self.store.set_setting(TOKEN_WARNED, warning)
            log.warning("%s", warning)

    async def look(self, *, backlog: bool = False) -> int:
        """Start a review for every new entry into review. Return the number of entries.

        Issues that were in review before the first look are included only if `backlog` is true.
        """
        tracker = self.tracker
        setting = f"watch/{tracker.name}"
        cursor = self.store.setting(setting)
        if cursor and not backlog:
            entries, after = await tracker.entries(cursor)
        else:
            entries, after = await tracker.begin(backlog=backlog)
            done = "not reviewed (use --backlog to review them)"
            if backlog:
                done = "reviewed, unless they have a review"
            log.info("issues that were in review on %s before now are %s", tracker.name, done)
        last_entries = {}
        for entry in entries:
            await self._start_review(entry)
            last_entries[entry.issue] = entry.id
        for issue, entry_id in last_entries.items():
            await self._replace_panels(f"{tracker.name}:{issue}", entry_id)
        if after != cursor:
            self.store.set_setting(setting, after)
        await tracker.tidy(self._is_known)
        await self.open_reviews.look()
        await CancelledRuns(tracker, self.store, self.config).look()
        return len(entries)

    async def _start_review(self, entry: ReviewRequest) -> None:
        submission = submission_of(self.tracker.name, entry)
        subject = f"{self.tracker.name}:{entry.issue}"
        if submission.id in [run.id for run in self.store.runs_about(subject)]:
            return
        if await self.engine.start("review", submission.id, submission, subject=subject):
            log.info("%s entered review: %s", entry.issue, short_id(submission.id))

    async def _replace_panels(self, subject: str, entry: str) -> None:
        """End the open reviews of an issue's earlier entries, because `entry` replaces them.

        A review that has a verdict already continues.
        """
        for run in self.store.runs_about(subject):
            if run.job not in (REVIEW, RECHECK):
                continue
            if Submission.model_validate_json(run.input).entry == entry:
                # Later reviews stay: another daemon may have started them while we were suspended.
                break
            if run.state != "open":
                continue
            if run.job == REVIEW:
                await call_off(self.engine, run, ENTERED_AGAIN)
            elif await self.engine.conclude(
                run.id, Superseded(why=ENTERED_AGAIN), unless="verdict"
            ):
                log.info("%s is superseded: %s", short_id(run.id), ENTERED_AGAIN)

    def _is_known(self, issue: str) -> bool:
        """Return whether we have started a run about an issue, and so may have written to it."""
        subject = f"{self.tracker.name}:{issue}"
        if self.store.runs_about(subject):
            return True
        return bool(self.store.runs_about(f"workflow:{subject}"))


def compare_seats(home: Path) -> None:
    """Record the seats that stand apart from the others. Call this in a thread."""
    with closing(Store(state_file(home))) as store:
        seats_apart(store)


def submission_of(tracker: str, entry: ReviewRequest) -> Submission:
    """Return the submission of an entry into review. Its id is also the id of the review."""
    name = f"{file_name(entry.issue)}.{entry.number or entry.id}"
    return Submission(id=name, tracker=tracker, entry=entry.id, key=entry.issue)
