"""Check or review accepted work again when its base moves, depending on `review.base_moved`."""

import logging
from collections.abc import Collection

from coordinator.config.settings import Config
from coordinator.engine import Engine
from coordinator.models import Submission, Superseded
from coordinator.reviews.record import RECHECK, REVIEW, ReviewReader
from coordinator.reviews.standing_accepts import StandingAccept, standing_accept
from coordinator.storage.short_ids import short_id
from coordinator.storage.store import RunRow, Store
from coordinator.trackers import Tracker

log = logging.getLogger("coordinator")

MOVED_AGAIN = "the base has moved again"


class MovedBases:
    """Starts a recheck or a review of each accepted issue whose base has moved."""

    def __init__(self, tracker: Tracker, engine: Engine, store: Store, config: Config) -> None:
        self._tracker = tracker
        self._engine = engine
        self._store = store
        self._reader = ReviewReader(store)
        self._mode = config.review.base_moved
        if config.review.mode == "advisory":  # a recheck would set a status
            self._mode = "ignore"
        # By issue: the runs at the last look, and the accept that was valid at that time
        self._known: dict[str, tuple[list[RunRow], StandingAccept | None]] = {}

    async def look(self) -> None:
        """Start a run for each accepted issue whose base has moved since its last check.

        If the base was pushed several times, only the newest commit counts.
        """
        if self._mode == "ignore":
            return
        for found in await self._tracker.base_heads(self._is_accepted):
            accept = self._accept_of(found.issue)
            if accept is not None and found.commit not in accept.bases:
                await self._start(accept, found.commit)

    def _is_accepted(self, issue: str, commit: str) -> bool:
        accept = self._accept_of(issue)
        return accept is not None and accept.submission.entry.startswith(commit)

    def _accept_of(self, issue: str) -> StandingAccept | None:
        runs = self._store.runs_about(f"{self._tracker.name}:{issue}")
        known = self._known.get(issue)
        if known is not None and known[0] == runs:
            return known[1]
        accept = standing_accept(self._reader, runs)
        if accept is None or not accept.rechecks:  # a running recheck has not recorded its base yet
            self._known[issue] = (runs, accept)
        return accept

    async def _start(self, accept: StandingAccept, commit: str) -> None:
        reviewed = accept.submission
        subject = f"{self._tracker.name}:{reviewed.key}"
        taken = {run.id for run in self._store.runs_about(subject)}
        run_id = _free_id(reviewed.id, commit, taken)
        for recheck in accept.rechecks:
            ending = Superseded(why=MOVED_AGAIN, successor=run_id)
            await self._engine.conclude(recheck, ending, unless="verdict")
        job = REVIEW
        again = ""
        if self._mode == "checks":
            job = RECHECK
            again = reviewed.id
        submission = Submission(
            id=run_id,
            tracker=reviewed.tracker,
            entry=reviewed.entry,
            key=reviewed.key,
            again=again,
            moved_to=commit,
        )
        if await self._engine.start(job, run_id, submission, subject=subject):
            log.info(
                "the base of %s has moved to %s: %s", reviewed.key, commit[:10], short_id(run_id)
            )


def _free_id(review: str, commit: str, taken: Collection[str]) -> str:
    """Return an unused id for a run about an accepted review and a commit of its base.

    If the base has returned to an earlier commit, the id also has a number.
    """
    first = review.partition("~")[0]
    name = f"{first}~{commit[:12]}"
    run_id = name
    number = 1
    while run_id in taken:
        number += 1
        run_id = f"{name}~{number}"
    return run_id
