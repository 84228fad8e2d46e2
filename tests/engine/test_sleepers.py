"""Runs that wait for long take no memory, and hear what they wait for all the same."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from coordinator.engine import Expired, Message, Run, sleepers
from coordinator.engine.journal import JournalEngine
from coordinator.storage.store import Store
from tests.support.runs import Acts, client, reading, run_async, until, working

LEASE = 1.5  # seconds, so that who holds what is looked at often


@pytest.fixture
def path(state_home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sleepers, "REST_SECONDS", 0.0)
    return state_home / "state.db"


class Waiting:
    """A job that does something, waits for a message, and does something else; and how often it was begun and left."""

    def __init__(self, seconds: float = 1000.0) -> None:
        self.seconds = seconds
        self.acts = Acts()
        self.begun: Counter[str] = Counter()
        self.left: Counter[str] = Counter()
        self.leaving = asyncio.Event()
        self.leaving.set()

    async def __call__(self, run: Run, _: Any) -> object:
        self.begun[run.id] += 1
        await run.step("before", lambda: self.acts.act(f"{run.id} before"), str)
        try:
            heard = await run.wait("news", "news", until=time.time() + self.seconds)
        except asyncio.CancelledError:
            self.left[run.id] += 1
            await self.leaving.wait()
            raise
        await run.step("after", lambda: self.acts.act(f"{run.id} after"), str)
        return heard.body if isinstance(heard, Message) else "expired"

    def options(self, awake: int = 0) -> dict[str, Any]:
        return {"jobs": {"job": self}, "lease": LEASE, "sleeping": ("job",), "awake": awake}


def test_most_of_what_waits_sleeps_and_hears_what_it_waits_for(path: Path) -> None:
    async def test() -> None:
        job = Waiting()
        names = [f"r{number}" for number in range(7)]
        async with client(path) as other, working(path, **job.options(awake=2)) as engine:
            for name in names:
                await engine.start("job", name, None)
            await until(lambda: job.left.total() == 5)
            with reading(path) as store:
                assert {store.run(name).owner for name in names} == {engine.owner}
            for name in names:
                await other.send(name, "news", name.upper(), key="a")
            assert [(await other.finished(name)).value for name in names] == [
                name.upper() for name in names
            ]
        assert job.begun == Counter(names) + job.left
        assert set(job.acts.done.values()) == {1}

    run_async(test)


def test_whoever_sleeps_is_woken_in_time(path: Path) -> None:
    async def test() -> None:
        job = Waiting(seconds=2.0)
        async with working(path, **job.options()) as engine:
            await engine.start("job", "r", None)
            await until(lambda: bool(job.left))
            assert (await engine.finished("r")).value == "expired"
        assert job.begun["r"] == 2

    run_async(test)


def test_whoever_sleeps_can_be_cancelled_and_goes_on_elsewhere(path: Path) -> None:
    async def test() -> None:
        job = Waiting()
        async with client(path) as other, working(path, **job.options()) as engine:
            for name in ("r", "s"):
                await engine.start("job", name, None)
            await until(lambda: job.left.keys() == {"r", "s"})
            await other.cancel("r", "no longer wanted")
            assert (await other.finished("r")).state == "cancelled"
        async with working(path, **job.options()) as engine:
            await engine.send("s", "news", "later", key="a")
            assert (await engine.finished("s")).value == "later"
        assert job.acts.done == {"r before": 1, "s before": 1, "s after": 1}

    run_async(test)


def test_what_is_heard_while_it_falls_asleep_is_not_missed(path: Path) -> None:
    async def test() -> None:
        job = Waiting()
        job.leaving.clear()
        async with working(path, **job.options()) as engine:
            await engine.start("job", "r", None)
            await until(lambda: bool(job.left))
            await engine.send("r", "news", "just now", key="a")
            await until(
                lambda: any(event.kind == "message" for event in engine.events_after("r", 0))
            )
            job.leaving.set()
            assert (await engine.finished("r")).value == "just now"

    run_async(test)


def test_what_is_heard_by_the_look_that_puts_it_to_sleep_is_not_missed(path: Path) -> None:
    async def test() -> None:
        job = Waiting()
        async with working(path, **job.options(awake=1)) as engine:
            await engine.start("job", "r", None)
            await until(lambda: any(event.kind == "wait" for event in engine.events_after("r", 0)))
            await until(lambda: engine._held["r"].waits)
            with reading(path) as store:
                store.signal("r", "~message/a", "message", {"topic": "news", "body": "heard"})
            # Nothing is awaited before the next look finds both
            engine.awake, engine._next_worker_check = 0, 0.0
            assert (await engine.finished("r")).value == "heard"
        assert set(job.acts.done.values()) == {1}

    run_async(test)


def test_whoever_has_lost_its_lease_goes_on_once(path: Path) -> None:
    async def test() -> None:
        job = Waiting(seconds=4.0)
        job.acts.gates["r after"] = asyncio.Event()
        async with working(path, **job.options()) as engine:
            await engine.start("job", "r", None)
            await until(lambda: bool(job.left))
            engine.awake = 1
            with reading(path) as store:
                # As another does with the runs of one that was suspended
                store.release_dead(engine.owner)
            await until(lambda: job.begun["r"] == 2)
            await until(lambda: bool(job.acts.done["r after"]))
            job.acts.gates["r after"].set()
            assert (await engine.finished("r")).value == "expired"
        assert job.acts.done == {"r before": 1, "r after": 1}

    run_async(test)


def test_whoever_does_something_beside_its_wait_does_not_sleep(path: Path) -> None:
    acts = Acts()

    async def job(run: Run, _: Any) -> str:
        async def poll() -> str:
            async with run.idle():
                return await acts.act("poll")

        news = asyncio.create_task(run.wait("news", "news", until=time.time() + 1000))
        polled = await run.step("poll", poll, str)
        assert not isinstance(await news, Expired)
        return polled

    def beats(store: Store, engine: JournalEngine) -> float:
        return next(worker.beat for worker in store.workers() if worker.owner == engine.owner)

    async def test() -> None:
        acts.gates["poll"] = asyncio.Event()
        options: dict[str, Any] = {"lease": LEASE, "sleeping": ("job",), "awake": 0}
        async with working(path, {"job": job}, **options) as engine:
            await engine.start("job", "r", None)
            await until(lambda: acts.done["poll"] == 1)
            with reading(path) as store:
                for _ in range(3):
                    before = beats(store, engine)
                    await until(lambda: beats(store, engine) != before)  # noqa: B023
            acts.gates["poll"].set()
            await engine.send("r", "news", "", key="a")
            assert (await engine.finished("r")).value == "POLL"
        assert acts.done["poll"] == 1

    run_async(test)
