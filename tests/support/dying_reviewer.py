"""A process that reviews an issue on a board and kills itself again and again, until the review has ended."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from pathlib import Path

from coordinator.app.runtime import open_store, open_tracker, review_jobs
from coordinator.config.environment import state_file
from coordinator.config.settings import load
from coordinator.engine import serving
from coordinator.engine.journal import JournalEngine
from coordinator.reviews.record import ReviewReader
from coordinator.storage.store import Event
from coordinator.trackers.board import Board
from coordinator.watch import Watch
from tests.support.reviews import WORK, deliver


def work_until_killed(every: int, overtaken: bool = True) -> None:
    """Review the issue. Die after this many new events, and after each effect that is not on record yet.

    If `overtaken` is true, the work changes when the first panel has answered.
    """
    home = Path(os.environ["COORDINATOR_HOME"])
    config = load(config=home / "coordinator.yaml")
    left = every

    def die() -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    def hear(event: Event) -> None:
        nonlocal left
        if overtaken and (event.run, event.key) == ("B-1.1", "standing/0"):
            deliver(home.parent / "repo", WORK | {"notes.md": "We greeted 41 guests.\n"})
        left -= 1
        if not left:
            die()

    def deadly(act: Callable[..., object], name: str) -> Callable[..., object]:
        def acting(self: Board, *given: str, **options: str) -> object:
            value = act(self, *given, **options)
            died = home / f"died {name} {options.get('marker', '')[:60].replace('/', '_')}"
            if not died.exists():
                died.touch()
                die()
            return value

        return acting

    for name in ("post_once", "conclude"):
        setattr(Board, name, deadly(getattr(Board, name), name))

    async def work() -> None:
        with open_store(config.home) as store:
            async with open_tracker(config) as tracker:
                jobs = review_jobs(config, tracker, ReviewReader(store))
                path = state_file(config.home)
                async with (
                    JournalEngine(path, jobs, on_event=hear, poll=0.01) as engine,
                    serving(engine),
                ):
                    watch = Watch(tracker=tracker, engine=engine, store=store, config=config)
                    await watch.look(backlog=True)
                    while any(run.state == "open" for run in store.runs()):
                        await asyncio.sleep(0.01)

    asyncio.run(work())
