"""The cost and the benefit of shared state: files, PostgreSQL and DBOS, then one to four workers.

`make bench ONLY=fleet` sets TEST_DATABASE to the PostgreSQL that is measured.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit
from uuid import uuid4

import psycopg

from bench._peers import PeerError, interpreter
from bench._report import Row, say, show
from bench.engine import JUDGE_SECONDS, NOOP_STEPS, engine, noops, review
from coordinator.config.environment import state_file
from coordinator.config.settings import Config
from coordinator.engine.journal import JournalEngine
from coordinator.storage.store import Store
from coordinator.watch import Watch
from tests.support.databases import SERVER, state_in
from tests.support.programs import missing
from tests.support.reviews import (
    JUDGES,
    add_issue,
    judge_line,
    make_config,
    make_repository,
    open_board,
    report,
    rubric_line,
)
from tests.support.reviews import submit as submit_issue
from tests.support.waiting import wait_until

PEER = Path(__file__).with_name("_dbos.py")
ROUNDS = 3
IN_FLIGHT = 100
SUBMISSIONS = 48
SLOTS = 4  # reviews that one worker does at a time
THINKING = 1.5  # seconds that a recorded judge takes
FLEETS = (("sqlite", 1), ("postgresql", 1), ("postgresql", 2), ("postgresql", 3), ("postgresql", 4))
ONE = ("postgresql", 1)
FILES = "files (SQLite)"
Speed = tuple[float, float]  # milliseconds of an empty step, and reviews per second


class Pace(NamedTuple):
    """The speed of a fleet, and its processor time for one review without the database."""

    reviews: float  # per second
    cpu: float  # seconds


# -- the engine on both databases, and its peer


def engine_on(database: str) -> Speed:
    """Return the engine with its state in a new database of this kind."""
    seconds = []
    for work, count in ((noops, 1), (review, IN_FLIGHT)):
        with tempfile.TemporaryDirectory() as home, state_in(Path(home), database):
            seconds.append(asyncio.run(engine(state_file(Path(home)), work, count)))
    return seconds[0] / NOOP_STEPS * 1000, IN_FLIGHT / seconds[1]


def dbos_on(python: str) -> Speed:
    """Run a plain DBOS workflow of the same shape, on the same server in a database of its own."""
    name = f"bench_{uuid4().hex}"
    url = urlsplit(SERVER)._replace(path=f"/{name}").geturl()
    given = (url, NOOP_STEPS, IN_FLIGHT, JUDGE_SECONDS)
    try:
        ran = subprocess.run(
            [python, PEER, *map(str, given)],
            check=True,
            capture_output=True,
            text=True,
            timeout=600,
        )
    finally:
        with psycopg.connect(SERVER, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)".encode())
    steps, reviews = json.loads(ran.stdout.splitlines()[-1])
    return steps / NOOP_STEPS * 1000, IN_FLIGHT / reviews


def compare_engines(rounds: int) -> list[Row]:
    """Measure steps and reviews of each system and of the engine on files, in turn."""
    systems: dict[str, Callable[[], Speed]] = {FILES: partial(engine_on, "sqlite")}
    systems["PostgreSQL"] = partial(engine_on, "postgresql")
    missing = ""
    try:
        systems["DBOS on PostgreSQL"] = partial(dbos_on, interpreter("dbos"))
    except PeerError as error:
        missing = str(error)
    found = []
    for number in range(rounds):
        say(f"fleet: engines, round {number + 1} of {rounds}")
        found.append({name: measured() for name, measured in systems.items()})
    rows = []
    for name in list(systems)[1:]:
        steps, reviews = ([each[name][part] for each in found] for part in (0, 1))
        floor = [[each[FILES][part] for each in found] for part in (0, 1)]
        rows.append(Row(f"a step, {name}", "ms", steps, FILES, floor[0], note=missing))
        rows.append(
            Row(f"reviews a second, {IN_FLIGHT} at once, {name}", "/s", reviews, FILES, floor[1])
        )
    return rows


# -- whole reviews by workers


def reviews_by(database: str, workers: int) -> Pace:
    """Return the pace of this many workers.

    Each worker has a home of its own, and the board has issues in review.
    """
    with ExitStack() as stack:
        place = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        lines = [
            rubric_line(delay=THINKING),
            *(judge_line(name, report((5, 5)), delay=THINKING) for name in JUDGES),
        ]
        config = make_config(place / "home", lines, extra=f"watch: {{concurrency: {SLOTS}}}\n")
        stack.enter_context(state_in(config.home, database))
        for number in range(SUBMISSIONS):
            submit_issue(config, add_issue(config, make_repository(place / f"repo{number}")))
        pids = stack.enter_context(at_work(config, workers))
        return asyncio.run(review_all(config, pids))


@contextmanager
def at_work(config: Config, count: int) -> Iterator[list[int]]:
    """Start this many workers, and yield their process ids. On files they share the home directory."""
    processes = []
    try:
        for number in range(count):
            home = config.home
            if (config.home / "env").exists():
                home = config.home.parent / f"machine{number}"
                home.mkdir()
                shutil.copy(config.home / "env", home)
            command = [
                sys.executable,
                "-m",
                "coordinator",
                "worker",
                "--config",
                str(config.home / "coordinator.yaml"),
            ]
            env = os.environ | {
                "COORDINATOR_HOME": str(home),
                "PYTHONPATH": os.pathsep.join(sys.path),
            }
            processes.append(subprocess.Popen(command, env=env, stderr=subprocess.DEVNULL))
        with closing(Store(state_file(config.home))) as store:
            wait_until(lambda: len(store.workers()) >= count)
        yield [process.pid for process in processes]
    finally:
        for process in processes:
            process.kill()
            process.wait()


def cpu_seconds(pids: list[int]) -> float:
    """Return the processor time of these processes and of their ended child processes."""
    ticks = (
        Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:15] for pid in pids
    )
    return sum(int(number) for each in ticks for number in each) / os.sysconf("SC_CLK_TCK")


async def review_all(config: Config, pids: list[int]) -> Pace:
    """Start all reviews at the same time, and wait for the last one."""
    with open_board(config) as (store, tracker):
        async with JournalEngine(state_file(config.home), {}) as begun:
            began, spent = time.perf_counter(), cpu_seconds(pids)
            await Watch(tracker=tracker, engine=begun, store=store, config=config).look(
                backlog=True
            )
            runs = [run.id for run in store.runs(limit=SUBMISSIONS)]
            ends = [await begun.finished(run) for run in runs]
            seconds, cpu = time.perf_counter() - began, cpu_seconds(pids) - spent
        assert len(ends) == SUBMISSIONS
        assert {end.state for end in ends} == {"done"}
    return Pace(SUBMISSIONS / seconds, cpu / SUBMISSIONS)


def compare_fleets(rounds: int) -> list[Row]:
    """Measure reviews per second and processor time of fleets of every size, beside one worker on PostgreSQL."""
    found = []
    for number in range(rounds):
        say(f"fleet: workers, round {number + 1} of {rounds}")
        found.append({fleet: reviews_by(*fleet) for fleet in FLEETS})
    rows = []
    for fleet in FLEETS:
        name = f"{'PostgreSQL' if fleet[0] == 'postgresql' else 'files'}, {fleet[1]} worker{'s' * (fleet[1] > 1)}"
        for part, (about, unit) in enumerate((("reviews a second", "/s"), ("CPU per review", "s"))):
            ours, one = ([each[size][part] for each in found] for size in (fleet, ONE))
            rows.append(Row(f"{about}, {name}", unit, ours, "one worker on PostgreSQL", one))
    return rows


def measure(rounds: int = ROUNDS) -> list[Row]:
    """Measure engines and fleets."""
    if not SERVER:
        return [Row("PostgreSQL", "", (), note=missing("postgresql"))]
    return [*compare_engines(rounds), *compare_fleets(rounds)]


if __name__ == "__main__":
    show(measure())
