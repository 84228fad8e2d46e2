"""The daemon: every entry into review becomes one durable review, and what starts a workflow one durable run."""

import asyncio
import logging
import math
import time
from contextlib import suppress
from dataclasses import dataclass
from itertools import takewhile

from coordinator.config.settings import Config
from coordinator.engine import Engine
from coordinator.errors import RunError, TrackerError
from coordinator.models import Submission, Superseded
from coordinator.reviews.publish import ENTERED_AGAIN
from coordinator.storage.store import Store, short_id
from coordinator.trackers import ReviewRequest, Tracker, file_name
from coordinator.trackers.token_expiry import TOKEN_ENDS, TOKEN_WARNED, token_attention
from coordinator.workflow.run_starter import RunStarter
from coordinator.workspace.snapshot import clear

log = logging.getLogger("coordinator")

STANDS_BY = "another daemon watches; this one does reviews and runs, and stands by"
RENEWAL = 3600.0  # seconds between two looks at how long our token lives


@dataclass(frozen=True, slots=True, kw_only=True)
class Watch:
    """Looks at the tracker again and again; the engine does the reviews."""

    tracker: Tracker
    engine: Engine
    store: Store
    config: Config
    starter: RunStarter | None = None
    reviews: bool = True

    async def run(self, *, backlog: bool = False, polls: bool = True) -> None:
        """Watch until cancelled, or until the engine's storage fails; without polls, only do what others begin."""
        # The work of reviews that are over and could not clear it away: cancelled, or overtaken by a successor.
        for work in self.config.home.glob("work/*"):
            with suppress(RunError):
                if self.store.run(work.name).state in ("done", "cancelled"):
                    await asyncio.to_thread(clear, work)
        if not polls:  # and no group, which would hold back a second request to stop
            return await self.engine.serve()
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self.engine.serve())
            tasks.create_task(self._poll(backlog))

    async def _poll(self, backlog: bool) -> None:
        known = None
        away = True
        said = ""
        due = 0.0
        # Who watches the same takes turns; another daemon for other workflows, or for reviews alone, goes on beside it.
        watched = [self.tracker.name] if self.reviews else [f"{self.tracker.name} without reviews"]
        watched += sorted(each.name for each in self.starter.workflows) if self.starter else ()
        role = f"watch/{', '.join(watched)}"
        while True:
            if not await self.engine.lead(role):
                if said != (said := STANDS_BY):
                    log.info("%s", said)
                away = True
                await asyncio.sleep(self.config.watch.poll)
                continue
            if said == STANDS_BY:
                log.info("it is gone: this one watches from now on")
            try:
                if self.starter:  # first, as its clock goes on while the tracker is away
                    await self.starter.look_at_clock(time.time())
                if self.reviews:
                    await self.look(backlog=backlog)
                if self.starter:
                    await self.starter.look_at_issues(time.time(), backlog=backlog)
                backlog = False
                before = known
                known = self.config.environment
                if away or known != before:  # what parked runs wait for may be there now
                    away = False
                    said = ""
                    await self.engine.retry_parked()
                if time.monotonic() >= due or known != before:
                    due = time.monotonic() + RENEWAL
                    await self._keep_token()
            except (
                TrackerError
            ) as error:  # an issue may be deleted while we look, or a token exchanged
                away = True
                if said != (said := str(error)):
                    log.warning("%s", said)
            due_in = self.starter.next_look(time.time()) if self.starter else math.inf
            await self.tracker.pause(min(self.config.watch.poll, due_in))

    async def _keep_token(self) -> None:
        """Have the token live longer if it is about to end; say a week and a day before if it ends all the same."""
        ends = await self.tracker.renew()
        self.store.set_setting(TOKEN_ENDS, f"{ends:.0f}" if ends else "")
        warning = token_attention(self.store)
        if warning and self.store.setting(TOKEN_WARNED) != warning:
            self.store.set_setting(TOKEN_WARNED, warning)
            log.warning("%s", warning)

    async def look(self, *, backlog: bool = False) -> int:
        """Start a review for every entry that is new; return how many there were."""
        tracker = self.tracker
        setting = f"watch/{self.tracker.name}"
        cursor = self.store.setting(setting)
        if cursor and not backlog:
            entries, after = await tracker.entries(cursor)
        else:
            entries, after = await tracker.begin(backlog=backlog)
            done = (
                "taken on where it was not before"
                if backlog
                else "left alone, until --backlog takes it on"
            )
            log.info("what is in review on %s already is %s", tracker.name, done)
        for entry in entries:
            submission = submission_of(tracker.name, entry)
            subject = f"{tracker.name}:{entry.issue}"
            if submission.id in {run.id for run in self.store.runs_about(subject)}:
                continue
            if await self.engine.start("review", submission.id, submission, subject=subject):
                log.info("%s entered review: %s", entry.issue, short_id(submission.id))
        for issue, entry_id in {entry.issue: entry.id for entry in entries}.items():
            await self._replace_panels(f"{tracker.name}:{issue}", entry_id)
        if after != cursor:
            self.store.set_setting(setting, after)
        await tracker.tidy(self._is_known)
        return len(entries)

    async def _replace_panels(self, subject: str, entry: str) -> None:
        """End the earlier reviews of an issue that has entered review again, but for a verdict being carried out."""
        reviews = [run for run in self.store.runs_about(subject) if run.job == "review"]
        # No later ones: whoever watches in our place, as we were suspended, may have begun them since we looked.
        for run in takewhile(
            lambda run: Submission.model_validate_json(run.input).entry != entry, reviews
        ):
            if run.state != "open":
                continue
            if await self.engine.conclude(run.id, Superseded(why=ENTERED_AGAIN), unless="verdict"):
                log.info("%s is superseded: %s", short_id(run.id), ENTERED_AGAIN)

    def _is_known(self, issue: str) -> bool:
        """Whether anything was ever begun about an issue, by which we may have written to it."""
        subject = f"{self.tracker.name}:{issue}"
        return any(self.store.runs_about(one) for one in (subject, f"workflow:{subject}"))


def submission_of(tracker: str, entry: ReviewRequest) -> Submission:
    """The submission of one entry; its id names the review and is the same whenever the entry is seen."""
    name = f"{file_name(entry.issue)}.{entry.number or entry.id}"
    return Submission(id=name, tracker=tracker, entry=entry.id, key=entry.issue)
