"""A person's decision on a review, given and carried out."""

from __future__ import annotations

import asyncio
from contextlib import closing
from functools import partial

from coordinator.app.runtime import open_tracker
from coordinator.config.environment import state_file
from coordinator.config.settings import Config
from coordinator.engine import serving
from coordinator.engine.journal import JournalEngine
from coordinator.reviews.override import override_job, override_of, review_of, start_override
from coordinator.reviews.record import DECISION, OverrideRecord, ReviewReader
from coordinator.storage.store import Store


def decide(
    config: Config, review: str, outcome: str, *, once: str = "00", serve: bool = True
) -> OverrideRecord:
    """Record Maria's decision on a review. If `serve` is true, also carry it out."""

    async def work() -> None:
        jobs = {DECISION: override_job(partial(open_tracker, config))}
        with closing(Store(state_file(config.home))) as store:
            async with JournalEngine(state_file(config.home), jobs if serve else {}) as engine:
                decision = override_of(review_of(store, review), outcome, "because", "Maria")
                given = await start_override(engine, store, decision, once)
                if serve:
                    async with serving(engine, only=(given,)):
                        await engine.finished(given)

    asyncio.run(work())
    with closing(Store(state_file(config.home))) as store:
        return ReviewReader(store).decisions(store.run(review))[-1]
