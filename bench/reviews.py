"""Whole reviews by three judges with a rubric: their time beside their asks, and their cost beside peers.

python -m bench.reviews --only ours --count 60 runs this many reviews at zero latency in this
process and prints their cost. Use it with a profiler.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import resource
import statistics
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import httpx2

from bench._peers import PeerError, run_peer
from bench._report import Row, Target, say, show
from bench._server import model_server
from coordinator.app.runtime import review_jobs
from coordinator.config.environment import state_file
from coordinator.config.settings import Config, load
from coordinator.engine import serving
from coordinator.engine.journal import JournalEngine
from coordinator.reviews.record import ReviewReader
from coordinator.watch import Watch
from tests.support.reviews import WORK, add_issue, make_repository, open_board, submit

COUNT, ROUNDS = 60, 3
AT_ONCE = 8  # simultaneous reviews, the default of the configuration
LATENCY = 0.2
ASK_ROUNDS = 2  # first the rubric, then all judges at the same time
OURS, RAW, PLAIN = "ours", "raw HTTP calls", "plain asyncio script"
PATH_TARGETS = {1: Target(1.05), 200: Target(1.15)}
PATH_ROUNDS = {1: 9, 50: 3, 200: 3}  # keyed by the number of simultaneous reviews
JUDGES = {"Ann": "gpt-5.4", "Bob": "claude-sonnet-4-6", "Cid": "gemini-2.5-pro"}


class Cost(NamedTuple):
    """The cost of these reviews: seconds, and processor seconds including those of child processes."""

    wall: float
    cpu: float


Turns = Sequence[Mapping[str, Cost]]


def processor_seconds() -> float:
    """Return the processor time of this process and of its ended child processes."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in used)


# -- ours


def configuration(home: Path, origin: str, at_once: int) -> Config:
    """Return a configuration with three judges and a meta-judge on the model server.

    `count` limits simultaneous reviews and calls.
    """
    models = {
        name: f"{{name: 'openai:{name}', base_url: '{origin}/v1'}}" for name in JUDGES.values()
    }
    judges = "\n".join(
        f"    - {{name: {seat}, model: {models[name]}}}" for seat, name in JUDGES.items()
    )
    panel = f"panel:\n  meta_judge: {{model: {models[JUDGES['Ann']]}}}\n  judges:\n{judges}\nchecks: []\n"
    limits = (
        f"models: {{concurrency: {min(3 * at_once, 1000)}}}\nwatch: {{concurrency: {at_once}}}\n"
    )
    limits += "review: {budget: {asks_per_hour: 1000000}}\n"
    home.mkdir()
    file = home / "coordinator.yaml"
    file.write_text(panel + limits, encoding="utf-8")
    return load(config=file, environ={"COORDINATOR_HOME": str(home)})


@contextmanager
def submissions(origin: str, count: int, at_once: int) -> Iterator[Config]:
    """Make a board with this many issues in review. Each has a three-line change in its own repository."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        config = configuration(place / "home", origin, at_once)
        for number in range(count):
            submit(config, add_issue(config, make_repository(place / f"repo{number}")))
        yield config


async def review_all(config: Config, count: int) -> Cost:
    """Let the daemon review all issues that are in review, and wait for the last verdict."""
    with open_board(config) as (store, tracker):
        jobs = review_jobs(config, tracker, ReviewReader(store))
        limit = config.watch.concurrency
        async with (
            JournalEngine(state_file(config.home), jobs, concurrency=limit) as engine,
            serving(engine),
        ):
            wall, cpu = time.perf_counter(), processor_seconds()
            await Watch(tracker=tracker, engine=engine, store=store, config=config).look(
                backlog=True
            )
            runs = store.runs(limit=count)
            ends = [await engine.finished(run.id) for run in runs]
            cost = Cost(time.perf_counter() - wall, processor_seconds() - cpu)
        found = [ReviewReader(store).review(run.id) for run in runs]
    assert len(ends) == count, f"{len(ends)} of {count} reviews were begun"
    for review in found:
        assert review.verdict is not None, review.error
        assert review.verdict.outcome == "accept", review.verdict
        assert len(review.asked) == 4
    return cost


def ours(origin: str, count: int, at_once: int = AT_ONCE) -> Cost:
    """Return the cost of this many durable reviews."""
    with submissions(origin, count, at_once) as config:
        return asyncio.run(review_all(config, count))


# -- the peers


Body = dict[str, Any]


def latest_requests(origin: str) -> list[Body]:
    """Return the requests of our last review: the one for the rubric, and those to the judges."""
    bodies: list[Body] = httpx2.get(f"{origin}/latest").json()
    return sorted(
        bodies, key=lambda body: body["response_format"]["json_schema"]["name"] != "rubric"
    )


async def call_all(
    origin: str, bodies: Sequence[Body], count: int, at_once: int, read: Callable[[str], None]
) -> Cost:
    """Make the calls of this many reviews with the HTTP client alone. Call `read` with each reply."""
    free = asyncio.Semaphore(at_once)
    limits = httpx2.Limits(max_connections=None, max_keepalive_connections=None)
    async with httpx2.AsyncClient(timeout=60, limits=limits) as client:

        async def call(body: Body) -> None:
            reply = await client.post(f"{origin}/v1/chat/completions", json=body)
            read(reply.json()["choices"][0]["message"]["content"])

        async def review() -> None:
            async with free:
                await call(bodies[0])
                await asyncio.gather(*map(call, bodies[1:]))

        wall, cpu = time.perf_counter(), processor_seconds()
        await asyncio.gather(*(review() for _ in range(count)))
        return Cost(time.perf_counter() - wall, processor_seconds() - cpu)


def raw(origin: str, bodies: Sequence[Body], count: int, at_once: int = AT_ONCE) -> Cost:
    """Return the cost of the raw HTTP calls alone."""
    return asyncio.run(call_all(origin, bodies, count, at_once, lambda _: None))


def plain(origin: str, bodies: Sequence[Body], count: int) -> Cost:
    """Return the cost of a script without durability.

    It sends the same requests, parses the replies and looks up their quotes.
    """
    work = "".join(WORK.values())

    def read(text: str) -> None:
        reply = json.loads(text)
        for judged in (*reply["checklist"], *reply.get("scores", ())):
            assert all(shown["quote"] in work for shown in judged.get("evidence", ()))

    return asyncio.run(call_all(origin, bodies, count, AT_ONCE, read))


def peer(name: str, origin: str, bodies: Sequence[Body], count: int) -> Cost:
    """Return the cost of a peer, whose judges get our prompt."""
    with tempfile.TemporaryDirectory() as folder:
        prompt = Path(folder) / "prompt"
        prompt.write_text(bodies[-1]["messages"][0]["content"], encoding="utf-8")
        return Cost(
            *json.loads(run_peer(name, origin, prompt, count, *JUDGES.values(), cwd=Path(folder)))
        )


def compare(count: int, rounds: int) -> list[Row]:
    """Measure reviews per second and processor time of each system at zero latency, in turn."""
    with model_server() as origin:
        ours(origin, 1)  # imports, builds, connects
        bodies = latest_requests(origin)
        systems: dict[str, Callable[[int], Cost]] = {
            RAW: partial(raw, origin, bodies),
            PLAIN: partial(plain, origin, bodies),
            "verdict": partial(peer, "verdict", origin, bodies),
            "Inspect": partial(peer, "inspect", origin, bodies),
        }
        missing: dict[str, str] = {}
        for name, system in systems.items():
            try:
                system(2)
            except PeerError as error:
                missing[name] = str(error)
        turns = []
        for number in range(rounds):
            say(f"reviews: {count} at zero latency, round {number + 1} of {rounds}")
            turn = {name: system(count) for name, system in systems.items() if name not in missing}
            turns.append(turn | {OURS: ours(origin, count)})
    return [
        *rows_of_cpu(turns, count, missing, systems),
        *rows_of_pace(turns, count, missing, systems),
    ]


def rows_of_cpu(
    turns: Turns, count: int, missing: Mapping[str, str], systems: Iterable[str]
) -> list[Row]:
    """Return the processor time of a review beside that of each other system."""
    costs = {name: [turn[name].cpu / count * 1000 for turn in turns] for name in turns[0]}
    rows = []
    for name in systems:
        row = Row(
            "CPU per review",
            "ms",
            costs[OURS],
            name,
            costs.get(name, ()),
            note=missing.get(name, ""),
        )
        rows.append(replace(row, target=Target(2), headline=True) if name == RAW else row)
    return rows


def rows_of_pace(
    turns: Turns, count: int, missing: Mapping[str, str], systems: Iterable[str]
) -> list[Row]:
    """Return the reviews per second beside those of each other system."""
    paces = {name: [count / turn[name].wall for turn in turns] for name in turns[0]}
    rows = []
    for name in systems:
        row = Row(
            "reviews a second",
            "/s",
            paces[OURS],
            name,
            paces.get(name, ()),
            note=missing.get(name, ""),
        )
        rows.append(
            replace(row, target=Target(3, "at least"), headline=True) if name == "verdict" else row
        )
    return rows


# -- the critical path


def critical_path(count: int, rounds: int) -> list[Row]:
    """Measure the duration of one of this many simultaneous reviews.

    Compare it with its own longest asks, the latency alone, and the raw calls.
    """
    walls, asks, calls = [], [], []
    with model_server(LATENCY) as origin:
        ours(origin, 1)
        bodies = latest_requests(origin)
        for number in range(rounds):
            say(
                f"reviews: {count} at once with {LATENCY * 1000:.0f} ms latency, round {number + 1} of {rounds}"
            )
            with submissions(origin, count, count) as config:
                asyncio.run(review_all(config, count))
                wall, asked = longest(config)
            walls.append(wall)
            asks.append(asked)
            calls.append(raw(origin, bodies, count, count).wall)
    name = f"critical path, {count} at once"
    return [
        Row(
            name,
            "s",
            walls,
            "its longest asks",
            asks,
            target=PATH_TARGETS.get(count),
            headline=True,
        ),
        Row(name, "s", walls, "the latency of both rounds", [ASK_ROUNDS * LATENCY] * rounds),
        Row(name, "s", walls, RAW, calls),
    ]


def longest(config: Config) -> tuple[float, float]:
    """Return the duration of the median review, and the sum of the longest ask of each round."""
    walls, asks = [], []
    with open_board(config) as (store, _):
        for run in store.runs(limit=1_000):
            asked: dict[tuple[str, int], float] = {}
            for ask in ReviewReader(store).review(run.id).asked:
                at = (ask.purpose, ask.round)
                asked[at] = max(asked.get(at, 0.0), ask.answered.seconds)
            assert len(asked) == ASK_ROUNDS
            walls.append(run.ended - run.created)
            asks.append(sum(asked.values()))
    return statistics.median(walls), statistics.median(asks)


def measure(count: int = COUNT, rounds: int = ROUNDS) -> list[Row]:
    """Run all measurements."""
    paths = [row for at_once, times in PATH_ROUNDS.items() for row in critical_path(at_once, times)]
    return paths + compare(count, rounds)


def main() -> None:
    """Print the table, or the cost of one system."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", choices=("ours",))
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--latency", type=float, default=0.0)
    parser.add_argument("--at-once", type=int, default=AT_ONCE)
    given = parser.parse_args()
    if not given.only:
        return show(measure(given.count, given.rounds))
    with model_server(given.latency) as origin:
        ours(origin, 1)  # imports, builds, connects
        cost = ours(origin, given.count, given.at_once)
    each = cost.cpu / given.count * 1000
    print(
        f"{given.count} reviews: {cost.wall:.2f} s, {given.count / cost.wall:.1f} a second, {each:.1f} ms of CPU each"
    )
    return None


if __name__ == "__main__":
    main()
