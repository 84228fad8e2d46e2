"""Tell the tracker that a run was cancelled, whichever process has cancelled it.

A cancelled run can do nothing more by itself. So a daemon looks for the ends of cancelled runs, and
the command `cancel` tells the tracker at once if it can reach it.
"""

import json
import logging
from dataclasses import dataclass

from coordinator.config.settings import Config
from coordinator.errors import CoordinatorError
from coordinator.models import Submission
from coordinator.parsing.injection import defuse
from coordinator.reviews.publish import MESSAGES, Publisher, agents_ended
from coordinator.reviews.record import REVIEW
from coordinator.storage.short_ids import short_id
from coordinator.storage.store import RunRow, Store
from coordinator.trackers import Tracker, marker

log = logging.getLogger("coordinator")

OF_WORKFLOWS = "workflow:"  # the prefix of the subjects of workflow runs


def issue_of(subject: str, tracker: str) -> str:
    """Return the key of a run's issue; empty if the issue is in no tracker or in another one."""
    name, _, key = subject.removeprefix(OF_WORKFLOWS).partition(":")
    if name == tracker:
        return key
    return ""


async def tell_cancelled(tracker: Tracker, config: Config, run: RunRow, reason: str) -> str:
    """Cancel the work of the agents that a cancelled run has asked, and post one comment.

    Return a sentence about the agents whose work was ended; empty if none was at work.
    """
    key = issue_of(run.subject, tracker.name)
    ended = agents_ended(await tracker.cancel_asks(key, run.id))
    publisher = Publisher(tracker=tracker, config=config)
    if run.job == REVIEW and publisher.sets_states:
        entry = Submission.model_validate_json(run.input).entry
        await tracker.show_state(key, "error", "The review was cancelled", entry=entry)
    text = MESSAGES.cancelled(run.id, run.job == REVIEW, reason, ended)
    await tracker.post_once(key, defuse(text), marker=marker(run.id, "cancelled"))
    return ended


@dataclass(frozen=True, slots=True)
class CancelledRuns:
    """Tells the tracker about cancelled runs on behalf of a daemon, once for each."""

    tracker: Tracker
    store: Store
    config: Config

    async def look(self) -> None:
        """Tell the tracker about the runs that were cancelled since the last call.

        If the tracker cannot be reached, the next call tells it.
        """
        setting = f"cancelled/{self.tracker.name}"
        last = self.store.setting(setting)
        if not last:
            self.store.set_setting(setting, str(self.store.last_seq()))
            return
        for event in self.store.signals_since(int(last)):
            if event.kind == "end":
                end = json.loads(event.body)
                if end["state"] == "cancelled":
                    await self._tell(self.store.run(event.run), str(end.get("error", "")))
            last = str(event.seq)
            self.store.set_setting(setting, last)

    async def _tell(self, run: RunRow, reason: str) -> None:
        if not issue_of(run.subject, self.tracker.name):
            return
        try:
            await tell_cancelled(self.tracker, self.config, run, reason)
        except CoordinatorError as error:
            if error.transient:
                raise
            log.warning("%s was cancelled, but nobody was told: %s", short_id(run.id), error)
