"""The cost of durability: the engine beside a bare journal with group commit, on SQLite and PostgreSQL.

`make bench` sets TEST_DATABASE to the PostgreSQL that is measured.
"""

from __future__ import annotations

import asyncio
import gc
import sqlite3
import tempfile
import time
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Protocol

import psycopg

from bench._report import Row, Target, say, show
from coordinator.config.environment import state_file
from coordinator.engine import Run, serving
from coordinator.engine.journal import JournalEngine
from tests.support.databases import SERVER, state_in
from tests.support.programs import missing

ROUNDS = 5
JUDGE_SECONDS = 0.05
NOOP_STEPS = 500
MOST = 1000  # reviews in flight
Step = Callable[[str, Callable[[str], Awaitable[str]], str], Awaitable[str]]
Work = Callable[[Step], Awaitable[None]]
# Takes the URL of the database for the state.
System = Callable[[Path, Work, int, str], Coroutine[Any, Any, float]]
Steps = list[tuple[str, str, str]]


async def noop(given: str) -> str:
    """Do nothing."""
    return given


async def judge(given: str) -> str:
    """Sleep for as long as a judge takes."""
    await asyncio.sleep(JUDGE_SECONDS)
    return given


async def review(step: Step) -> None:
    """Run eight steps like those of a review: a start, two rounds of three parallel judges, and an end."""
    await step("checks", noop, "checks")
    for number in range(2):
        await asyncio.gather(
            *(step(f"ask/{seat}/{number}", judge, f"prompt {seat}") for seat in "abc")
        )
    await step("act", noop, "act")


async def noops(step: Step) -> None:
    """Run many steps one after the other."""
    for number in range(NOOP_STEPS):
        await step(f"noop/{number}", noop, "nothing")


class Table(Protocol):
    """The table to which a bare journal writes."""

    def write(self, steps: Steps) -> None:
        """Write all steps or none. They must survive a crash."""

    def close(self) -> None:
        """End the connection."""


class SqliteTable:
    """A table in SQLite: one INSERT for each step, a write-ahead log and full sync."""

    def __init__(self, path: Path) -> None:
        self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        self._db.execute(
            "CREATE TABLE events (run TEXT, key TEXT, value TEXT, PRIMARY KEY (run, key))"
        )
        self.close = self._db.close

    def write(self, steps: Steps) -> None:
        self._db.execute("BEGIN IMMEDIATE")
        self._db.executemany("INSERT INTO events VALUES (?, ?, ?)", steps)
        self._db.execute("COMMIT")


class PostgresTable:
    """A table in PostgreSQL. All INSERTs of a transaction are sent before any is answered."""

    def __init__(self, url: str) -> None:
        self._db = psycopg.connect(url)
        self._db.execute(
            "CREATE TABLE bare (run TEXT, key TEXT, value TEXT, PRIMARY KEY (run, key))"
        )
        self._db.commit()
        self.close = self._db.close

    def write(self, steps: Steps) -> None:
        with self._db.cursor() as cursor:
            cursor.executemany("INSERT INTO bare VALUES (%s, %s, %s)", steps)
        self._db.commit()


class BareJournal:
    """The minimal journal: one thread that commits the steps that have arrived since the last commit."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._loop = asyncio.get_running_loop()
        self._queue: SimpleQueue[tuple[tuple[str, str, str], asyncio.Future[None]] | None] = (
            SimpleQueue()
        )
        self._thread = Thread(target=self._work)
        self._thread.start()

    def step_of(self, run: str) -> Step:
        """Return the `step` function of one run."""

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
        while batch := self._next_batch():
            self._table.write([step for step, _ in batch])
            self._loop.call_soon_threadsafe(self._deliver, [future for _, future in batch])
        self._table.close()

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


async def bare(path: Path, work: Work, count: int, url: str) -> float:
    """Return the seconds for `count` simultaneous jobs on the bare journal."""
    journal = BareJournal(PostgresTable(url) if url else SqliteTable(path.with_name("bare.db")))
    await journal.step_of("warm")("up", noop, "")
    began = time.perf_counter()
    await asyncio.gather(*(work(journal.step_of(f"run{number}")) for number in range(count)))
    seconds = time.perf_counter() - began
    journal.close()
    return seconds


async def engine(path: Path, work: Work, count: int, _url: str = "") -> float:
    """Return the seconds for `count` simultaneous runs on the engine, from their start to their end."""

    async def job(run: Run, _: Any) -> None:
        await work(_step_of(run))

    async with JournalEngine(path, {"bench": job}, concurrency=count) as journal, serving(journal):
        began = time.perf_counter()
        await asyncio.gather(*(_whole(journal, f"run{number}") for number in range(count)))
        return time.perf_counter() - began


async def _whole(journal: JournalEngine, run_id: str) -> None:
    await journal.start("bench", run_id, {}, subject=f"bench:{run_id}")
    await journal.finished(run_id)


def seconds(system: System, database: str, work: Work, count: int) -> float:
    """Return the seconds of one measurement in a new database."""
    with tempfile.TemporaryDirectory() as home, state_in(Path(home), database) as url:
        gc.collect()
        return asyncio.run(system(state_file(Path(home)), work, count, url))


def compare(
    name: str, unit: str, database: str, work: Work, count: int, parts: int, rounds: int
) -> Row:
    """Return the milliseconds of engine and bare journal.

    They are measured in turn, so that a busy moment affects both.
    """
    say(f"  {name}")
    ours, theirs = [], []
    for _ in range(rounds):
        theirs.append(seconds(bare, database, work, count) / parts * 1000)
        ours.append(seconds(engine, database, work, count) / parts * 1000)
    target = Target(2.0) if count == MOST else None
    return Row(name, unit, ours, "bare journal", theirs, target, headline=count == MOST)


def measure(rounds: int = ROUNDS) -> list[Row]:
    """Measure steps one after the other, and simultaneous reviews of eight steps each."""
    rows = []
    for database, name in (("sqlite", "SQLite"), ("postgresql", "PostgreSQL")):
        if database != "sqlite" and not SERVER:
            rows.append(Row(name, "", (), note=missing("postgresql")))
            continue
        rows.append(
            compare(f"a step alone, {name}", "ms a step", database, noops, 1, NOOP_STEPS, rounds)
        )
        for count in (1, 100, MOST):
            about = f"reviews, {count:,} in flight, {name}"
            rows.append(compare(about, "ms a review", database, review, count, count, rounds))
    return rows


if __name__ == "__main__":
    show(measure())
