from __future__ import annotations

import asyncio
import contextlib
import time
from pathlib import Path
from typing import Any

import pytest

from coordinator.engine import Expired, Message, Run
from coordinator.errors import RunError, StoreError, TrackerUnavailable
from coordinator.storage.store import Event
from tests.support.runs import Acts, client, reading, run_async, takes_all_slots, until, working


@pytest.fixture
def path(state_home: Path) -> Path:
    return state_home / "state.db"


# -- waits and messages


def test_messages_are_delivered_in_order_each_to_one_wait(path: Path) -> None:
    async def job(run: Run, _: Any) -> list[Any]:
        got = [await run.wait(f"w{number}", "news", until=time.time() + 60) for number in range(3)]
        return [message.body for message in got if isinstance(message, Message)]

    async def test() -> None:
        async with client(path) as other, working(path, {"job": job}) as engine:
            await other.start("job", "r", None)
            assert await other.send("r", "news", {"n": 1}, key="a")
            assert not await other.send("r", "news", {"n": 9}, key="a")
            await until(lambda: any(event.key == "w1" for event in engine.events_after("r", 0)))
            assert await other.send("r", "weather", "rain", key="b")
            assert await other.send("r", "news", {"n": 2}, key="c")
            assert await engine.send("r", "news", {"n": 3}, key="d")
            assert (await other.finished("r")).value == [{"n": 1}, {"n": 2}, {"n": 3}]
            assert not await other.send("r", "news", {"n": 4}, key="e")

    run_async(test)


def test_a_later_version_can_shorten_a_wait(path: Path) -> None:
    async def earlier(run: Run, _: Any) -> bool:
        return isinstance(await run.wait("w", "news", until=time.time() + 1e8), Expired)

    async def later(run: Run, _: Any) -> bool:
        return isinstance(await run.wait("w", "news", until=0.0), Expired)

    async def test() -> None:
        async with working(path, {"job": earlier}) as engine:
            await engine.start("job", "r", None)
            await until(lambda: any(event.key == "w" for event in engine.events_after("r", 0)))
        async with working(path, {"job": later}) as engine:
            assert (await engine.finished("r")).value is True

    run_async(test)


def test_parallel_waits_get_different_messages_also_after_a_restart(path: Path) -> None:
    async def job(run: Run, _: Any) -> list[Any]:
        waits = (run.wait(f"w{number}", "news", until=time.time() + 60) for number in range(3))
        got = await asyncio.gather(*waits)
        return sorted(message.body for message in got if isinstance(message, Message))

    async def test() -> None:
        async with working(path, {"job": job}) as engine:
            await engine.start("job", "r", None)
            await engine.send("r", "news", 1, key="a")
            await until(lambda: any(event.kind == "woken" for event in engine.events_after("r", 0)))
        async with working(path, {"job": job}) as engine:
            await engine.send("r", "news", 2, key="b")
            await engine.send("r", "news", 3, key="c")
            assert (await engine.finished("r")).value == [1, 2, 3]

    run_async(test)


def test_a_deadline_survives_a_restart(path: Path) -> None:
    seconds = [0.6, 1000.0]  # a deadline that began anew would be the second one

    async def job(run: Run, _: Any) -> str:
        arrival = await run.wait("reply", "reply", until=time.time() + seconds.pop(0))
        assert isinstance(arrival, Expired)
        return "expired"

    async def test() -> None:
        async with working(path, {"job": job}) as engine:
            began = time.time()
            await engine.start("job", "r", None)
            await until(lambda: engine.events_after("r", 0)[-1].kind == "wait")
        await asyncio.sleep(0.3)
        async with working(path, {"job": job}) as engine:
            assert (await engine.finished("r")).value == "expired"
            assert time.time() - began >= 0.6

    run_async(test)


def test_a_message_that_came_before_the_deadline_was_noticed_wins(path: Path) -> None:
    async def job(run: Run, deadline: float) -> Any:
        arrival = await run.wait("reply", "reply", until=deadline)
        return arrival.kind

    async def test() -> None:
        deadline = time.time() + 2.0
        async with working(path, {"job": job}) as engine:
            await engine.start("job", "r", deadline)
            await until(lambda: engine.events_after("r", 0)[-1].kind == "wait")
        async with client(path) as other:
            await other.send("r", "reply", "just in time", key="a")
            await until(lambda: time.time() > deadline)
        async with working(path, {"job": job}) as engine:
            assert (await engine.finished("r")).value == "message"

    run_async(test)


def test_a_text_is_kept_once_under_its_hash(path: Path) -> None:
    async def job(run: Run, text: str) -> list[str]:
        return [await run.store_text(text), await run.store_text(text)]

    async def test() -> None:
        async with working(path, {"job": job}) as engine:
            await engine.start("job", "r", "a long prompt")
            value = (await engine.finished("r")).value
        assert isinstance(value, list)
        first, second = value
        assert first == second
        with reading(path) as store:
            assert store.text(str(first)) == "a long prompt"

    run_async(test)


def test_every_event_of_the_runs_here_is_told(path: Path) -> None:
    told: list[Event] = []

    async def job(run: Run, _: Any) -> str:
        await run.step("one", lambda: Acts().act("x"), str)
        await run.wait("go", "go", until=time.time() + 60)
        return "done"

    async def test() -> None:
        async with working(path, {"job": job}, on_event=told.append) as engine:
            await engine.start("job", "r", None)
            await until(lambda: told[-1].kind == "wait")
            await engine.send("r", "go", None, key="go")
            await engine.finished("r")
            await until(lambda: told[-1].kind == "end")
        with reading(path) as store:
            assert sorted(told) == store.events("r")
        assert [event.kind for event in sorted(told)] == [
            "start",
            "step",
            "wait",
            "message",
            "woken",
            "end",
        ]

    run_async(test)


# -- cancelling and stopping


def test_cancel_interrupts_a_step_and_nothing_more_is_done(path: Path) -> None:
    acts, cleaned = Acts(), []

    async def job(run: Run, _: Any) -> None:
        try:
            await run.step("slow", lambda: acts.act("slow"), str)
        finally:
            cleaned.append(True)
            with contextlib.suppress(asyncio.CancelledError):
                await run.step("after", lambda: acts.act("after"), str)

    async def test() -> None:
        acts.gates["slow"] = asyncio.Event()
        async with client(path) as other, working(path, {"job": job}) as engine:
            await engine.start("job", "r", None)
            await until(lambda: acts.done["slow"] == 1)
            assert await other.cancel("r", "not needed")
            assert not await other.cancel("r", "again")
            ended = await other.finished("r")
            assert (ended.state, ended.error) == ("cancelled", "not needed")
            assert not await other.cancel("r", "too late")
        assert cleaned == [True]
        assert acts.done == {"slow": 1}

    run_async(test)


def test_cancel_ends_a_waiting_a_parked_and_an_unowned_run(path: Path) -> None:
    async def waits(run: Run, _: Any) -> None:
        await run.wait("w", "t", until=time.time() + 60)

    async def parks(_run: Run, _input: Any) -> None:
        raise TrackerUnavailable("no answer")

    async def test() -> None:
        async with (
            client(path) as other,
            working(path, {"waits": waits, "parks": parks}, backoff=1000) as engine,
        ):
            for job in ("waits", "parks", "unknown"):
                await engine.start(job, job, None)
            await until(lambda: engine.events_after("waits", 0)[-1].kind == "wait")
            await until(lambda: engine.events_after("parks", 0)[-1].kind == "park")
            for run_id in ("waits", "parks", "unknown"):
                assert await other.cancel(run_id, "enough")
                assert (await other.finished(run_id)).state == "cancelled"
            assert await takes_all_slots(engine)
            with pytest.raises(RunError, match="cancelled and cannot continue"):
                await other.resume("waits")

    run_async(test)


def test_a_cancel_that_nobody_saw_is_carried_out_by_the_next_owner(path: Path) -> None:
    acts = Acts()

    async def job(run: Run, _: Any) -> None:
        await run.step("x", lambda: acts.act("x"), str)

    async def test() -> None:
        async with client(path) as engine:
            await engine.start("job", "r", None)
        with reading(path) as store:
            store.signal("r", "~cancel", "cancel", {"reason": "asked while its owner was dying"})
        async with working(path, {"job": job}) as engine:
            assert (await engine.finished("r")).state == "cancelled"
        assert acts.done == {}

    run_async(test)


def test_stopping_releases_everything_for_a_successor(path: Path) -> None:
    acts = Acts()

    async def job(run: Run, _: Any) -> str:
        await run.step("quick", lambda: acts.act("quick"), str)
        return await run.step("slow", lambda: acts.act("slow"), str)

    async def test() -> None:
        acts.gates["slow"] = asyncio.Event()
        async with working(path, {"job": job}) as engine:
            await engine.start("job", "r", None)
            await until(lambda: acts.done["slow"] == 1)
        with reading(path) as store:
            assert (store.run("r").owner, store.workers()) == ("", [])
        acts.gates.clear()
        async with working(path, {"job": job}) as engine:
            assert (await engine.finished("r")).value == "SLOW"
        assert acts.done == {"quick": 1, "slow": 2}

    run_async(test)


def test_an_engine_that_is_closed_says_so(path: Path) -> None:
    async def test() -> None:
        async with client(path) as engine:
            pass
        with pytest.raises(StoreError, match="already closed"):
            await engine.start("job", "r", None)

    run_async(test)
