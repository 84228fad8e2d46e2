"""Carry over what people decide in the tracker: a status, a comment, a review, a merge, a close."""

import hashlib
import logging
from collections.abc import Iterable, Iterator

from coordinator.config.settings import Config
from coordinator.engine import Engine
from coordinator.errors import TrackerError
from coordinator.models import Decided
from coordinator.parsing.excerpt import bound
from coordinator.reviews.override import LONGEST_NAME, start_override
from coordinator.reviews.record import (
    DECISION,
    REVIEW,
    EarlyActs,
    Override,
    OverrideRecord,
    ReviewReader,
    ReviewRecord,
)
from coordinator.storage.events import EARLY
from coordinator.storage.short_ids import short_id
from coordinator.storage.steps import StepReader
from coordinator.storage.store import Store
from coordinator.trackers import Act, Tracker
from coordinator.trackers.decisions import is_listed

log = logging.getLogger("coordinator")

MOST_UNDECIDED = 200  # reviews of each state that are examined at the first look


class TrackerDecisions:
    """Starts a decision for each act of a person in the tracker that decides a review.

    Only the last review of an issue can be decided, and only after its verdict.
    """

    def __init__(self, tracker: Tracker, engine: Engine, store: Store, config: Config) -> None:
        self._tracker = tracker
        self._engine = engine
        self._store = store
        self._reader = ReviewReader(store)
        self._people = config.people
        self._setting = f"decisions/{tracker.name}"
        self._cursor: str | None = None  # None before the first look of this process
        self._due: set[str] = set()  # the issues that have to be examined

    async def look(self) -> None:
        """Start a decision for each new act of a person that decides a review.

        An error with one issue does not stop the other decisions. The next call examines that issue
        again if the error can pass.
        """
        if self._cursor is None:
            self._cursor = self._store.setting(self._setting)
            # Somebody may have decided before we watched for decisions.
            self._due.update(self._undecided())
        changed, cursor = await self._tracker.acted_since(self._cursor)
        self._cursor = cursor
        self._due.update(changed)
        for key in sorted(self._due):
            try:
                is_settled = await self._examine(key)
            except TrackerError as error:
                log.warning("%s: its decisions could not be read: %s", key, error)
                is_settled = not error.transient
            if is_settled:
                self._due.discard(key)
        # After a crash, the issues that are still due are looked up again.
        if not self._due and self._store.setting(self._setting) != cursor:
            self._store.set_setting(self._setting, cursor)

    def _undecided(self) -> Iterator[str]:
        """Yield the issues whose last review waits for a person."""
        wanted = {"tracker": self._tracker.name, "sort": "newest"}
        for state in ("escalate", "error"):
            for row in self._store.index.rows([REVIEW], {**wanted, "state": state}, MOST_UNDECIDED):
                yield row.key

    async def _examine(self, key: str) -> bool:
        """Start the decision about an issue, if there is one.

        Return False if the issue must be examined again, because a verdict or a decision is still
        being carried out.
        """
        runs = self._store.runs_about(f"{self._tracker.name}:{key}")
        reviews = [run for run in runs if run.job == REVIEW]
        if not reviews:
            return True
        if any(run.job == DECISION and run.state == "open" for run in runs):
            return False
        review = self._reader.review(reviews[-1].id)
        if reviews[-1].state == "open":
            return review.verdict is None
        if not isinstance(review.ending, Decided):
            return True
        acts = await self._tracker.acts(key, entry=review.submission.entry)
        act = await self._deciding(review, self._later(review, acts))
        if act is None:
            return True
        decision = _override(review, act)
        started = await start_override(self._engine, self._store, decision, _once(review, act))
        log.info("%s: %s %s it (%s)", key, decision.by, decision.outcome, short_id(started))
        return True

    def _later(self, review: ReviewRecord, acts: Iterable[Act]) -> list[Act]:
        """Return the acts after the verdict and after the last decision."""
        early = StepReader(self._store.events(review.id)).one(EARLY, EarlyActs)
        later = []
        for act in acts:
            is_early = act.at < review.ended  # older coordinators did not record the early acts
            if early is not None:
                is_early = act.id in early.ids
            if act.way not in ("command", "review") or not is_early:
                later.append(act)
        for decision in review.decisions:
            later = _after(later, review, decision)
        return later

    async def _deciding(self, review: ReviewRecord, acts: Iterable[Act]) -> Act | None:
        """Return the last act by somebody who may decide; None if it changes nothing."""
        deciding = None
        for act in acts:
            if await self._may_decide(review, act):
                deciding = act
        if deciding is None or deciding.outcome == review.state:
            return None
        return deciding

    async def _may_decide(self, review: ReviewRecord, act: Act) -> bool:
        """Return whether the account of an act may decide: a person, not the author, and allowed.

        By default people who can write may decide. If `people` is configured, only those may.
        """
        account = act.by
        key = review.submission.key
        if not account.is_person or account.id == self._tracker.me:
            return False
        authors = {(await self._tracker.issue(key)).author}
        if review.issue is not None:
            authors.add(review.issue.author)
        if account.id.casefold() in {author.casefold() for author in authors}:
            return False
        if self._people:
            return is_listed(account, self._people)
        return await self._tracker.may_decide(key, account)


def _after(acts: list[Act], review: ReviewRecord, decided: OverrideRecord) -> list[Act]:
    """Return the acts after a decision.

    An act in the same second counts, because servers cut times to seconds.
    """
    for index, act in enumerate(acts):
        if f"{DECISION}-{_once(review, act)}" == decided.id:
            return acts[index + 1 :]
    at = decided.decision.at or decided.at
    return [act for act in acts if act.at >= int(at)]


def _override(review: ReviewRecord, act: Act) -> Override:
    return Override(
        review=review.id,
        outcome=act.outcome,
        reason=act.reason,
        by=bound(" ".join(act.by.name.split()), LONGEST_NAME),
        panel=review.panel,
        stood=review.state,
        submission=review.submission,
        way=act.way,
        account=act.by.id,
        at=act.at,
    )


def _once(review: ReviewRecord, act: Act) -> str:
    return hashlib.sha256(f"{review.id} {act.id}".encode()).hexdigest()[:16]
