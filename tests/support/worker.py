"""A real process that works on runs and can be killed."""

from __future__ import annotations

import asyncio
import logging
import os
import resource
import signal
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

from coordinator.engine import Job, Message, Run, serving
from coordinator.engine.journal import JournalEngine
from coordinator.errors import StoreError

BIG_STEPS = 200


class Effects:
    """External effects: lines that are appended to a file."""

    file: Path

    @classmethod
    async def act(cls, name: str) -> str:
        run, key, seconds = name.split()
        with cls.file.open("a") as file:
            file.write(f"{time.time()} {os.getpid()} {run} {key}\n")
        await asyncio.sleep(float(seconds))
        return key


async def chain(run: Run, run_id: str) -> str:
    """Five steps, three of them in parallel, and a message."""
    first = await run.step("a", lambda: Effects.act(f"{run_id} a 0.01"), str)
    keys = ("b0", "b1", "b2")
    both = await asyncio.gather(
        *(run.step(key, partial(Effects.act, f"{run_id} {key} 0.02"), str) for key in keys)
    )
    go = await run.wait("go", "go", until=time.time() + 60)
    assert isinstance(go, Message)
    return " ".join(
        [
            str(go.body),
            first,
            *both,
            await run.step("c", lambda: Effects.act(f"{run_id} c 0.01"), str),
        ]
    )


async def slow(run: Run, run_id: str) -> None:
    """Take some time for each of two steps."""
    await run.step("first", lambda: Effects.act(f"{run_id} first 0.5"), str)
    await run.step("second", lambda: Effects.act(f"{run_id} second 0"), str)


async def poison(run: Run, run_id: str) -> None:
    """Record one step, and then kill this process in another step."""
    await run.step("begun", lambda: Effects.act(f"{run_id} begun 0"), str)

    async def kill() -> str:
        await Effects.act(f"{run_id} kill 0.1")
        os.kill(os.getpid(), signal.SIGKILL)
        return ""

    await run.step("kill", kill, str)


async def big(run: Run, _: Any) -> int:
    """Record many steps with long results."""
    for number in range(BIG_STEPS):
        await run.step(f"{number}", partial(_long, number), str)
    return BIG_STEPS


async def _long(number: int) -> str:
    return f"{number} " * 5000


JOBS: dict[str, Job] = {"chain": chain, "slow": slow, "poison": poison, "big": big}


async def fill_the_disk(path: Path) -> None:
    async with JournalEngine(path, JOBS) as engine, serving(engine):
        resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, 1_000_000))
        await engine.start("big", "big", None)
        await engine.finished("big")


async def work(path: Path, lease: float, most_deaths: int, recovery: float) -> None:
    async with JournalEngine(
        path, JOBS, lease=lease, concurrency=4, most_deaths=most_deaths, recovery=recovery
    ) as engine:
        await engine.serve()


def main(path: Path, effects: Path, lease: float | None, most_deaths: int, recovery: float) -> None:
    """Work on this database with leases of this many seconds.

    Without a lease, work until the disk is full.
    """
    logging.basicConfig(level=logging.WARNING)
    # A shell can make its background processes ignore this signal.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    Effects.file = effects
    try:
        asyncio.run(
            fill_the_disk(path) if lease is None else work(path, lease, most_deaths, recovery)
        )
    except KeyboardInterrupt:
        sys.exit(130)
    except StoreError as error:
        print(error, file=sys.stderr)
        sys.exit(error.exit_code)
