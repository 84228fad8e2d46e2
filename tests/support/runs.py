"""Helpers for tests of durable runs."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Any

from coordinator.engine import Job, serving
from coordinator.engine.journal import JournalEngine
from coordinator.storage.store import Store
from tests.support.waiting import PATIENCE

FAST = 0.01  # seconds between two looks at the file


class Acts:
    """Counts how often each step is carried out, and can delay steps."""

    def __init__(self) -> None:
        self.done: Counter[str] = Counter()
        self.gates: dict[str, asyncio.Event] = {}

    async def act(self, name: str) -> str:
        self.done[name] += 1
        if name in self.gates:
            await self.gates[name].wait()
        return name.upper()


@asynccontextmanager
async def working(
    path: Path, jobs: Mapping[str, Job], **options: Any
) -> AsyncIterator[JournalEngine]:
    async with JournalEngine(path, jobs, poll=FAST, **options) as engine, serving(engine):
        yield engine


@asynccontextmanager
async def client(path: Path) -> AsyncIterator[JournalEngine]:
    async with JournalEngine(path, {}, poll=FAST) as engine:
        yield engine


@contextmanager
def reading(path: Path) -> Iterator[Store]:
    with closing(Store(path)) as store:
        yield store


async def until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "it did not happen in time"
        await asyncio.sleep(FAST)


async def takes_all_slots(engine: JournalEngine) -> bool:
    """Take this many slots at the same time. Return whether all were free soon."""
    for _ in range(engine.concurrency):
        await engine.slots.acquire()
    return engine.slots.locked()


def run_async(test: Callable[[], Awaitable[None]]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(2 * PATIENCE):
            await test()

    asyncio.run(bounded())
