"""An issue on the board as a tracker shows it, and reviews that a change makes obsolete."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import closing

from coordinator.app.runtime import review_jobs
from coordinator.config.environment import state_file
from coordinator.config.settings import Config
from coordinator.engine import serving
from coordinator.engine.journal import JournalEngine
from coordinator.reviews.record import ReviewReader, ReviewRecord
from coordinator.storage.store import Event
from coordinator.trackers.board import Board, IssueDetails
from coordinator.watch import Watch
from tests.support.reviews import look_up, open_board


def card(config: Config, key: str) -> IssueDetails:
    with closing(Board(config.home)) as board:
        return board.show(key)


def overtake(config: Config, at: str, happen: Callable[[], object]) -> ReviewRecord:
    """Review the issue, and call a function right after the step `at` was recorded."""

    async def once() -> str:
        with open_board(config) as (store, tracker):
            done = asyncio.Event()

            def hear(event: Event) -> None:
                if event.key == at and not done.is_set():
                    happen()
                    done.set()

            todo = review_jobs(config, tracker, ReviewReader(store))
            async with (
                JournalEngine(state_file(config.home), todo, on_event=hear) as engine,
                serving(engine),
            ):
                await Watch(tracker=tracker, engine=engine, store=store, config=config).look(
                    backlog=True
                )
                (run,) = store.runs()
                await engine.finished(run.id)
                assert done.is_set()
                return run.id

    return look_up(config, asyncio.run(once()))
