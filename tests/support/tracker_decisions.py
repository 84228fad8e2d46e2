"""Decisions that people make in the tracker, as the record and the inbox show them."""

from __future__ import annotations

import asyncio
from contextlib import closing, nullcontext

from coordinator.app.runtime import open_tracker
from coordinator.config.environment import state_file
from coordinator.config.settings import Config
from coordinator.engine import serving
from coordinator.engine.journal import JournalEngine
from coordinator.models import PreviousReview
from coordinator.reviews.decisions import TrackerDecisions
from coordinator.reviews.earlier_reviews import earlier_reviews
from coordinator.reviews.override import override_job
from coordinator.reviews.record import DECISION, OverrideRecord, ReviewReader
from coordinator.storage.store import Store
from coordinator.views.inbox import inbox
from tests.support.reviews import JUDGES, judge_line, report, rubric_line
from tests.support.waiting import wait_until

# Judges who stay split, so that a person has to decide.
SPLIT = [
    rubric_line(),
    *(
        judge_line(seat, report((1, 1) if seat == JUDGES[2] else (5, 5)), number)
        for seat in JUDGES
        for number in range(4)
    ),
]


def undecided(config: Config) -> list[str]:
    """The reviews that wait for a person in the inbox."""
    with closing(Store(state_file(config.home))) as store:
        return [item.run for item in inbox(store) if item.kind == "review"]


def until_undecided(config: Config) -> str:
    """The review that waits for a person, once there is one."""
    return wait_until(lambda: undecided(config))[0]


def decisions(config: Config) -> list[OverrideRecord]:
    """The decisions that are carried out, oldest first."""
    with closing(Store(state_file(config.home))) as store:
        made = ReviewReader(store).decisions()
        return [decision for decision in made if decision.state == "done"]


def until_decided(config: Config, count: int = 1) -> OverrideRecord:
    """The last decision, once there are so many."""
    wait_until(lambda: len(decisions(config)) >= count)
    return decisions(config)[-1]


def look_once(config: Config) -> list[OverrideRecord]:
    """Let a daemon look for decisions once, and carry them out; all decisions so far."""

    async def once() -> None:
        async with open_tracker(config) as tracker:
            jobs = {DECISION: override_job(lambda: nullcontext(tracker))}
            path = state_file(config.home)
            with closing(Store(path)) as store:
                async with JournalEngine(path, jobs) as engine, serving(engine):
                    await TrackerDecisions(tracker, engine, store, config).look()
                    for run in store.runs(DECISION, "open"):
                        await engine.finished(run.id)

    asyncio.run(once())
    return decisions(config)


def next_round(config: Config, tracker: str, key: str) -> PreviousReview:
    """What the next review of an issue is told about those before it."""
    with closing(Store(state_file(config.home))) as store:
        return earlier_reviews(ReviewReader(store), tracker, key, "the next one")
