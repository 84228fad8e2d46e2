from __future__ import annotations

import asyncio
import json
import time
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from coordinator.engine import Run, serving
from coordinator.engine.journal import JournalEngine
from coordinator.errors import RunError, StepMismatch, TrackerUnavailable
from coordinator.models import Abstention, JudgeResult, Usage
from coordinator.storage.store import Store
from tests.support.runs import (
    FAST,
    Acts,
    client,
    reading,
    run_async,
    takes_all_slots,
    until,
    working,
)


@pytest.fixture
def path(state_home: Path) -> Path:
    return state_home / "state.db"


# -- steps


def test_parallel_branches_replay_by_key_whatever_their_order(path: Path) -> None:
    acts = Acts()

    async def branch(run: Run, name: str, pause: float) -> list[str]:
        await asyncio.sleep(pause)
        return [
            await run.step(f"{name}/{number}", partial(acts.act, f"{name}{number}"), str)
            for number in range(3)
        ]

    async def job(run: Run, pauses: list[float]) -> list[list[str]]:
        first = acts.done.total() == 0
        order = pauses if first else pauses[::-1]
        return list(
            await asyncio.gather(*(branch(run, n, p) for n, p in zip("abc", order, strict=True)))
        )

    async def test() -> None:
        acts.gates = {"a2": asyncio.Event(), "c1": asyncio.Event()}
        async with working(path, {"job": job}) as engine:
            await engine.start("job", "r", [0.0, 0.02, 0.04])
            await until(lambda: acts.done.keys() >= {"a2", "b2", "c1"})
        acts.gates.clear()
        async with working(path, {"job": job}) as engine:
            ended = await engine.finished("r")
        assert ended.value == [["A0", "A1", "A2"], ["B0", "B1", "B2"], ["C0", "C1", "C2"]]
        assert {name: count for name, count in acts.done.items() if count > 1} == {"a2": 2, "c1": 2}

    run_async(test)


def test_what_was_over_in_time_is_over_at_the_same_step_in_every_replay(path: Path) -> None:
    acts, limits = Acts(), [time.time() + 3600, 0.0, time.time() + 3600]

    async def job(run: Run, _: Any) -> list[str]:
        done: list[str] = []

        async def work() -> str:
            for name in "ab":
                done.append(await run.step(name, partial(acts.act, name), str))
            return "all of it"

        assert await run.within("limit", limits.pop(0), work) is None
        acts.gates.clear()
        return [*done, await run.step("b", partial(acts.act, "b"), str)]

    async def test() -> None:
        acts.gates = {"b": asyncio.Event()}
        async with working(path, {"job": job}) as engine:
            await engine.start("job", "r", "")
            await until(lambda: acts.done["b"] == 1)
        async with working(path, {"job": job}) as engine:
            assert (await engine.finished("r")).value == ["A", "B"]
            assert await engine.reopen("r", "resume", {}, key="resume/1")
            assert (await engine.finished("r")).value == ["A", "B"]
        assert limits == []

    run_async(test)


def test_a_recorded_step_with_other_input_is_an_error(path: Path) -> None:
    async def job(run: Run, _: Any) -> None:
        await run.step("ask", lambda: Acts().act("one"), str)
        await run.wait("ask", "two", until=time.time() + 60)

    async def test() -> None:
        async with working(path, {"job": job}) as engine:
            await engine.start("job", "r", None)
            ended = await engine.finished("r")
        assert ended.state == "failed"
        assert ended.error.startswith(
            "StepMismatch: run r: 'ask' is already recorded as a step with different input"
        )

    run_async(test)


def test_a_key_used_twice_at_once_is_done_once(path: Path) -> None:
    acts = Acts()

    async def job(run: Run, _input: Any) -> list[str]:
        acts.gates["x"] = asyncio.Event()
        both = asyncio.gather(*(run.step("same", lambda: acts.act("x"), str) for _ in range(2)))
        await asyncio.sleep(0)
        acts.gates["x"].set()
        return [*await both, await run.step("same", lambda: acts.act("x"), str)]

    async def test() -> None:
        async with working(path, {"job": job}) as engine:
            await engine.start("job", "r", None)
            assert (await engine.finished("r")).value == ["X", "X", "X"]
        assert acts.done == {"x": 1}

    run_async(test)


def test_whoever_shares_a_step_does_it_when_the_first_is_cancelled(path: Path) -> None:
    acts = Acts()

    async def job(run: Run, _: Any) -> str:
        acts.gates["x"] = asyncio.Event()
        first = asyncio.create_task(run.step("same", lambda: acts.act("x"), str))
        second = asyncio.create_task(run.step("same", lambda: acts.act("x"), str))
        await until(lambda: acts.done["x"] == 1)
        first.cancel()
        await until(lambda: acts.done["x"] == 2)
        acts.gates["x"].set()
        return await second

    async def test() -> None:
        async with working(path, {"job": job}) as engine:
            await engine.start("job", "r", None)
            assert (await engine.finished("r")).value == "X"

    run_async(test)


def test_typed_values_come_back_as_they_were(path: Path) -> None:
    seen: list[Usage] = []

    async def spend(given: Usage) -> Usage:
        return given.model_copy(update={"tokens_out": 5})

    async def job(run: Run, _: Any) -> None:
        seen.append(
            await run.step("spend", lambda: spend(Usage(tokens_in=3, usd=Decimal("0.10"))), Usage)
        )
        if len(seen) == 1:
            raise ValueError("once more")

    async def test() -> None:
        async with working(path, {"job": job}) as engine:
            await engine.start("job", "r", None)
            await engine.finished("r")
            await engine.resume("r")
            await engine.finished("r")
        assert seen == [Usage(tokens_in=3, tokens_out=5, usd=Decimal("0.10"))] * 2

    run_async(test)


def test_unions_are_told_apart_by_their_kind(path: Path) -> None:
    async def abstain(given: str) -> JudgeResult:
        return Abstention(seat=given, round=0, cause="late")

    async def job(run: Run, _: Any) -> str:
        testimony = await run.step("ask", lambda: abstain("Judge"), JudgeResult)
        return type(testimony).__name__

    async def test() -> None:
        async with working(path, {"job": job}) as engine:
            await engine.start("job", "r", None)
            assert (await engine.finished("r")).value == "Abstention"

    run_async(test)


def test_a_value_that_would_not_read_back_is_refused_before_it_is_recorded(path: Path) -> None:
    async def job(run: Run, _: Any) -> None:
        await run.step("ask", lambda: Acts().act("text"), int)

    async def test() -> None:
        async with working(path, {"job": job}) as engine:
            await engine.start("job", "r", None)
            ended = await engine.finished("r")
        assert ended.error.startswith("RunError: run r: ")
        with reading(path) as store:
            assert [event.kind for event in store.events("r")] == ["start", "end"]

    run_async(test)


@pytest.mark.parametrize("key", ["", "~end/1"])
def test_a_key_must_not_be_empty_or_one_of_ours(path: Path, key: str) -> None:
    async def job(run: Run, _: Any) -> None:
        await run.step(key, lambda: Acts().act("x"), str)

    async def test() -> None:
        async with working(path, {"job": job}) as engine:
            await engine.start("job", "r", None)
            assert "cannot be the key of a step" in (await engine.finished("r")).error

    run_async(test)


# -- failures


def test_an_exception_is_never_a_record_and_resume_tries_again(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    acts, broken = Acts(), [True]

    async def fail(_: str) -> str:
        if broken:
            raise ValueError("no such thing")
        return "fine"

    async def job(run: Run, _: Any) -> str:
        await run.step("before", lambda: acts.act("x"), str)
        return await run.step("fail", lambda: fail("x"), str)

    async def test() -> None:
        async with working(path, {"job": job}) as engine:
            await engine.start("job", "r", None)
            ended = await engine.finished("r")
            assert (ended.state, ended.error) == ("failed", "ValueError: no such thing")
            broken.clear()
            await engine.resume("r")
            assert (await engine.finished("r")).value == "fine"
            with pytest.raises(RunError, match="r is done and cannot continue"):
                await engine.resume("r")
        assert acts.done == {"x": 1}

    run_async(test)
    assert "no such thing" in caplog.text
    assert "Traceback" in caplog.text


def test_branches_that_a_failed_job_left_behind_do_no_more(path: Path) -> None:
    acts, interrupted = Acts(), []

    async def fail(_: str) -> str:
        await until(lambda: acts.done["slow"] == 1)
        raise ValueError("no")

    async def branch(run: Run) -> None:
        try:
            await run.step("slow", lambda: acts.act("slow"), str)
        except asyncio.CancelledError:
            interrupted.append(True)
        await run.step("after", lambda: acts.act("after"), str)

    async def job(run: Run, _: Any) -> None:
        await asyncio.gather(branch(run), run.step("fail", lambda: fail("x"), str))

    async def test() -> None:
        acts.gates["slow"] = asyncio.Event()
        async with working(path, {"job": job}) as engine:
            await engine.start("job", "r", None)
            assert (await engine.finished("r")).error == "ValueError: no"
            await until(lambda: interrupted == [True])
        assert acts.done == {"slow": 1}

    run_async(test)


@pytest.mark.parametrize("grouped", [False, True])
def test_a_transient_error_parks_the_run_and_it_is_tried_again(path: Path, grouped: bool) -> None:
    failures = [TrackerUnavailable("no answer"), TrackerUnavailable("no answer")]

    async def reach(_: str) -> str:
        if failures:
            raise failures.pop()
        return "reached"

    async def job(run: Run, _: Any) -> str:
        if not grouped:
            return await run.step("reach", lambda: reach("x"), str)
        async with asyncio.TaskGroup() as group:
            task = group.create_task(run.step("reach", lambda: reach("x"), str))
        return task.result()

    async def test() -> None:
        async with working(path, {"job": job}, backoff=0.05) as engine:
            began = time.time()
            await engine.start("job", "r", None)
            assert (await engine.finished("r")).value == "reached"
            assert time.time() - began >= 0.05 + 0.1
        with reading(path) as store:
            parks = [json.loads(event.body) for event in store.events("r") if event.kind == "park"]
            assert [park["seconds"] for park in parks] == [0.05, 0.1]
            assert parks[0]["error"] == "TrackerUnavailable: no answer"
            assert store.run("r").attempts == 2

    run_async(test)


def test_resume_does_not_wait_for_a_parked_run(path: Path) -> None:
    failures = [TrackerUnavailable("no answer")]

    async def job(_run: Run, _input: Any) -> str:
        if failures:
            raise failures.pop()
        return "reached"

    async def test() -> None:
        async with working(path, {"job": job}, backoff=1000.0) as engine:
            await engine.start("job", "r", None)
            await until(lambda: engine.events_after("r", 0)[-1].kind == "park")
            await engine.resume("r")
            assert (await engine.finished("r")).value == "reached"

    run_async(test)


def test_a_waiting_run_that_was_taken_over_is_dropped_at_the_next_beat(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def job(run: Run, _: Any) -> str:
        await run.wait("go", "go", until=time.time() + 60)
        return "done"

    async def test() -> None:
        async with working(path, {"job": job}, lease=0.3, concurrency=1) as engine:
            await engine.start("job", "r", None)
            await until(lambda: engine.events_after("r", 0)[-1].kind == "wait")
            with reading(path) as store:
                store.renew_lease("another host|boot|1|0|1", 1000.0)
                store.release_runs(engine.owner)
                store.claim("another host|boot|1|0|1", store.run("r"))
            await until(lambda: "run r was taken over by another process" in caplog.text)
            await engine.start("job", "s", None)
            await engine.send("s", "go", None, key="go")
            assert (await engine.finished("s")).value == "done"
        with reading(path) as store:
            assert (store.run("r").owner, store.events("r")[-1].kind) == (
                "another host|boot|1|0|1",
                "wait",
            )

    run_async(test)


def test_a_run_that_is_begun_while_a_lost_lease_is_taken_anew_is_executed(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ahead, clock = 0.0, time.time
    monkeypatch.setattr(time, "time", lambda: clock() + ahead)

    async def job(_run: Run, _: Any) -> str:
        return "done"

    async def test() -> None:
        nonlocal ahead
        with reading(path) as store:
            async with working(path, {"job": job}, lease=1000.0) as engine:
                await until(lambda: bool(store.workers()))
                ahead = 7200.0  # so that another one finds the lease run out
                store.release_dead(engine.owner)
                await engine.start("job", "r", None)
                assert (await engine.finished("r")).value == "done"

    run_async(test)


def test_after_the_clock_was_set_back_a_lease_lasts_no_longer_than_its_length_and_no_live_one_is_lost(
    path: Path,
) -> None:
    async def job(_run: Run, _: Any) -> str:
        return "done"

    def beat(store: Store, owner: str, later: float) -> None:
        """Renew a lease by a clock that is so many seconds ahead."""
        with store.database.transaction():
            store.renew_lease(owner, 0.5)
            later_by = "UPDATE workers SET beat = beat + :later, expires = expires + :later WHERE owner = :owner"
            store.database.execute(later_by, {"later": later, "owner": owner})

    async def test() -> None:
        elsewhere = [
            "another host|boot|1|0|1",
            "another host|boot|2|0|1",
        ]  # of which nobody here sees the process
        with reading(path) as store:
            for name, owner in zip(("silent", "alive"), elsewhere, strict=True):
                beat(store, owner, 7200.0)
                store.add_run(name, "job", "null", owner)
                store.append(name, 1, "~start", "start", "{}")
            async with working(path, {"job": job}) as engine:
                ended = asyncio.ensure_future(engine.finished("silent"))
                while not ended.done():
                    beat(store, elsewhere[1], 0.0)  # by the clock as it is now
                    await asyncio.sleep(FAST)
                assert ended.result().value == "done"
                assert store.run("alive").owner == elsewhere[1]

    run_async(test)


# -- starting


def test_a_start_is_idempotent_but_not_with_other_input(path: Path) -> None:
    acts = Acts()

    async def job(run: Run, given: Any) -> str:
        return await run.step("x", lambda: acts.act(given["name"]), str)

    async def test() -> None:
        async with working(path, {"job": job}) as engine:
            started = await asyncio.gather(
                *(engine.start("job", "r", {"name": "x"}) for _ in range(5))
            )
            assert sorted(started) == [False] * 4 + [True]
            await engine.finished("r")
            assert not await engine.start("job", "r", {"name": "x"})
            with pytest.raises(StepMismatch, match="r already exists with different input"):
                await engine.start("job", "r", {"name": "y"})
            with pytest.raises(RunError, match="there is no run s"):
                await engine.finished("s")
        assert acts.done == {"x": 1}

    run_async(test)


def test_a_run_of_an_unknown_job_is_left_alone_and_said_once(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def job(_run: Run, _input: Any) -> str:
        return "done"

    async def test() -> None:
        async with client(path) as engine:
            await engine.start("future", "f", None)
            await engine.start("job", "r", None)
        async with working(path, {"job": job}, lease=0.05) as engine:
            await engine.finished("r")
            await until(lambda: "'future'" in caplog.text)
            await asyncio.sleep(0.1)
        with reading(path) as store:
            assert (store.run("f").state, store.run("f").epoch) == ("open", 1)

    run_async(test)
    assert caplog.text.count("'future'") == 1


def test_a_process_may_serve_only_some_runs(path: Path) -> None:
    async def job(_run: Run, _input: Any) -> str:
        return "done"

    async def test() -> None:
        async with (
            JournalEngine(path, {"job": job}, poll=FAST) as engine,
            serving(engine, only=["mine"]),
        ):
            await engine.start("job", "theirs", None)
            await engine.start("job", "mine", None)
            await engine.finished("mine")
            assert engine.events_after("theirs", 0)[-1].kind == "start"

    run_async(test)


def test_no_more_runs_execute_than_allowed_and_a_waiting_one_gives_its_slot_back(
    path: Path,
) -> None:
    executing, most = 0, 0

    async def act(given: str) -> str:
        nonlocal executing, most
        executing += 1
        most = max(most, executing)
        await asyncio.sleep(0.01)
        executing -= 1
        return given

    async def job(run: Run, _: Any) -> str:
        await run.step("one", lambda: act("x"), str)
        await run.wait("go", "go", until=time.time() + 60)
        return await run.step("two", lambda: act("x"), str)

    async def test() -> None:
        async with working(path, {"job": job}, concurrency=3) as engine:
            ids = [f"r{number}" for number in range(12)]
            for run_id in ids:
                await engine.start("job", run_id, None)
            await until(
                lambda: all(engine.events_after(run_id, 0)[-1].kind == "wait" for run_id in ids)
            )
            await asyncio.gather(*(engine.send(run_id, "go", None, key="go") for run_id in ids))
            assert all([(await engine.finished(run_id)).state == "done" for run_id in ids])
            assert await takes_all_slots(engine)

    run_async(test)
    assert most == 3
