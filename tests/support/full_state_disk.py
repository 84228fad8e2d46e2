"""A program that fills the disk of the state while runs write to it, and later frees the disk; see its test."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Callable
from pathlib import Path

from coordinator.app.signals import patiently
from coordinator.engine import Run, serving
from coordinator.engine.journal import JournalEngine
from coordinator.engine.writer import Writer
from coordinator.errors import StoreError
from coordinator.storage.store import Store

LARGE = "x" * 100_000  # larger than the free space at the end of the log


def fill(disk: Path) -> None:
    """Fill all free space of the disk."""
    size = 1 << 16
    with open(disk / "filler", "ab", buffering=0) as filler:
        while size:
            try:
                filler.write(bytes(size))
            except OSError:
                size //= 2


def free(disk: Path) -> None:
    """Free the space again."""
    os.unlink(disk / "filler")


class Listener(logging.Handler):
    """Calls a function at the first log message that contains these words."""

    def __init__(self, words: str, act: Callable[[], None]) -> None:
        super().__init__()
        self.words = words
        self.act = act
        self.has_heard = False

    def emit(self, record: logging.LogRecord) -> None:
        if self.words in record.getMessage() and not self.has_heard:
            self.has_heard = True
            self.act()


async def write_on_a_full_disk(disk: Path) -> None:
    """Free the disk when the writer waits for room. Print the settings that were written."""
    failures: list[StoreError] = []
    writer = Writer(Store(disk / "state.db"), failures.append)
    await writer.write(lambda store: store.set_setting("before", LARGE))
    fill(disk)
    await writer.write(lambda store: store.set_setting("during", LARGE))
    await writer.write(lambda store: store.set_setting("after", LARGE))
    writer.close()
    assert not failures
    store = Store(disk / "state.db")
    print([name for name in ("before", "during", "after") if store.setting(name) == LARGE])
    store.close()


async def serve_on_a_full_disk(disk: Path) -> None:
    """Free the disk when the daemon waits for its database. Print the end of a run."""
    begun: list[str] = []

    async def act() -> str:
        begun.append("act")
        if len(begun) == 1:
            fill(disk)
        return LARGE

    async def job(run: Run, _: object) -> str:
        await run.step("fill", act, str)
        return f"acts: {len(begun)}"

    async def work() -> None:
        async with JournalEngine(disk / "state.db", {"job": job}) as engine, serving(engine):
            await engine.start("job", "r", {})
            print((await engine.finished("r")).value)

    await patiently(work)


ACTS = {
    "writer": (write_on_a_full_disk, "the disk is full"),
    "daemon": (serve_on_a_full_disk, "waiting for the database"),
}


if __name__ == "__main__":
    name, place = sys.argv[1:]
    act, words = ACTS[name]
    disk = Path(place)
    logging.getLogger("coordinator").addHandler(Listener(words, lambda: free(disk)))
    asyncio.run(act(disk))
