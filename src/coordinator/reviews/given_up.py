"""Tell a person about each run that was given up, as soon as the tracker answers again."""

import json
import logging
from dataclasses import dataclass

from coordinator.config.settings import Config
from coordinator.errors import TrackerError
from coordinator.models import Submission
from coordinator.parsing.injection import defuse
from coordinator.reviews.escalation import person_to_tell
from coordinator.reviews.publish import MESSAGES, Publisher
from coordinator.reviews.record import RECHECK, REVIEW
from coordinator.storage.store import RunRow, Store
from coordinator.trackers import Tracker, marker

log = logging.getLogger("coordinator")


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenUpRuns:
    """The runs that only met outages for `watch.give_up_after`, and then failed."""

    tracker: Tracker
    store: Store
    config: Config

    async def tell(self) -> None:
        """Post a comment about each given up run of this tracker that nobody was told about."""
        for run_id in self.store.given_up():
            run = self.store.run(run_id)
            setting = f"given-up/{run.id}"
            told = str(run.epoch)  # grows if the run is resumed
            if self.store.setting(setting) == told:
                continue
            request = json.loads(run.input)
            if request.get("tracker") == self.tracker.name and request.get("key"):
                try:
                    await self._tell(run, str(request["key"]))
                except TrackerError as error:
                    if error.transient:
                        raise
                    log.warning("%s was given up, and nobody could be told: %s", run.id, error)
            self.store.set_setting(setting, told)

    async def _tell(self, run: RunRow, key: str) -> None:
        why = str(self.store.last_end(run.id)["error"])
        if run.job in (REVIEW, RECHECK):
            publisher = Publisher(tracker=self.tracker, config=self.config)
            submission = Submission.model_validate_json(run.input)
            await publisher.report_given_up(submission, why)
            return
        issue = await self.tracker.issue(key)
        await self.tracker.post_once(
            key,
            defuse(MESSAGES.run_given_up(why, run.id)),
            marker=marker(run.id, "failed"),
            to=person_to_tell(self.config, issue),
            replace=True,
        )
