"""What durability costs: the journal engine next to a bare SQLite journal, in one run on this machine.

python bench/engine.py [--rounds N]
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

from coordinator.engine import Run, serving
from coordinator.engine.journal import JournalEngine

JUDGE_SECONDS = 0.05
NOOP_STEPS = 500
Step = Callable[[str, Callable[[str], Awaitable[str]], str], Awaitable[str]]
Work = Callable[[Step], Awaitable[None]]
System = Callable[[Path, Work, int], Coroutine[Any, Any, float]]


async def noop(given: str) -> str:
    """A step that does nothing."""
    return given


async def judge(given: str) -> str:
    """A judge that thinks for a moment."""
    await asyncio.sleep(JUDGE_SECONDS)
    return given


async def review(step: Step) -> None:
    """Eight steps like those of a review: two rounds of three judges in parallel, a start and an end."""
    await step("checks", noop, "checks")
    for number in range(2):
        await asyncio.gather(*(step(f"ask/{seat}/{number}", judge, f"prompt {seat}") for seat in "abc"))
    await step("act", noop, "act")


async def noops(step: Step) -> None:
    """Many steps one after the other."""
    for number in range(NOOP_STEPS):
        await step(f"noop/{number}", noop, "nothing")


class BareJournal:
    """The floor: one INSERT a step, WAL, full sync, one thread with group commit, and nothing else."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._loop = asyncio.get_running_loop()
        self._queue: SimpleQueue[tuple[tuple[str, str, str], asyncio.Future[None]] | None] = SimpleQueue()
        self._thread = Thread(target=self._work)
        self._thread.start()

    def step_of(self, run: str) -> Step:
        """The `step` of one run."""

        async def step(key: str, act: Callable[[str], Awaitable[str]], given: str) -> str:
            value = await act(given)
            future: asyncio.Future[None] = self._loop.create_future()
            self._queue.put(((run, key, value), future))
            await future
            return value

        return step

    def close(self) -> None:
        """End the thread."""
        self._queue.put(None)
        self._thread.join()

    def _work(self) -> None:
        db = sqlite3.connect(self._path, isolation_level=None)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("CREATE TABLE events (run TEXT, key TEXT, value TEXT, PRIMARY KEY (run, key))")
        while batch := self._next_batch():
            db.execute("BEGIN IMMEDIATE")
            db.executemany("INSERT INTO events VALUES (?, ?, ?)", [row for row, _ in batch])
            db.execute("COMMIT")
            self._loop.call_soon_threadsafe(self._deliver, [future for _, future in batch])
        db.close()

    def _next_batch(self) -> list[tuple[tuple[str, str, str], asyncio.Future[None]]]:
        batch = []
        ask = self._queue.get()
        with suppress(Empty):
            while ask is not None:
                batch.append(ask)
                ask = self._queue.get_nowait()
        if ask is None and batch:
            self._queue.put(None)
        return batch

    @staticmethod
    def _deliver(futures: list[asyncio.Future[None]]) -> None:
        for future in futures:
            future.set_result(None)


def _step_of(run: Run) -> Step:
    async def step(key: str, act: Callable[[str], Awaitable[str]], given: str) -> str:
        return await run.step(key, lambda: act(given), str)

    return step


async def bare(path: Path, work: Work, count: int) -> float:
    """Seconds for `count` pieces of work at once on the bare journal."""
    journal = BareJournal(path)
    await journal.step_of("warm")("up", noop, "")
    began = time.perf_counter()
    await asyncio.gather(*(work(journal.step_of(f"run{number}")) for number in range(count)))
    seconds = time.perf_counter() - began
    journal.close()
    return seconds


async def engine(path: Path, work: Work, count: int) -> float:
    """Seconds for `count` runs at once on the engine, from their start to their end."""

    async def job(run: Run, _: Any) -> None:
        await work(_step_of(run))

    async with JournalEngine(path, {"bench": job}, concurrency=count) as journal, serving(journal):
        began = time.perf_counter()
        await asyncio.gather(*(_whole(journal, f"run{number}") for number in range(count)))
        return time.perf_counter() - began


async def _whole(journal: JournalEngine, run_id: str) -> None:
    await journal.start("bench", run_id, {})
    await journal.finished(run_id)


def measure(system: System, work: Work, count: int) -> float:
    """One measurement in a fresh file: seconds."""
    with tempfile.TemporaryDirectory() as home:
        return asyncio.run(system(Path(home) / "bench.db", work, count))


def step_milliseconds(system: System) -> float:
    """What one step costs that does nothing, one after the other."""
    return measure(system, noops, 1) / NOOP_STEPS * 1000


def reviews_per_second(count: int, system: System) -> float:
    """How many reviews end in a second with so many in flight."""
    return count / measure(system, review, count)


def compare(name: str, unit: str, of: Callable[[System], float], rounds: int) -> None:
    """Measure both in turn; print the medians, and how many times the bare journal's time ours takes."""
    pairs = [(of(bare), of(engine)) for _ in range(rounds)]
    floor, ours = (statistics.median(side) for side in zip(*pairs, strict=True))
    costs = [second / first if unit == "ms" else first / second for first, second in pairs]
    spread = f"{statistics.median(costs):>5.2f}x  ({min(costs):.2f}-{max(costs):.2f})"
    print(f"{name:<28} {floor:>10.3f} {ours:>10.3f} {unit:<10} {spread}")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    rounds = parser.parse_args().rounds
    print(f"{'':<28} {'bare':>10} {'engine':>10} {'':<10} engine to bare (median, min-max)")
    compare("no-op step", "ms", step_milliseconds, rounds)
    for count in (100, 1000):
        compare(f"reviews, {count} in flight", "reviews/s", partial(reviews_per_second, count), rounds)


if __name__ == "__main__":
    main()
