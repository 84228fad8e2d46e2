from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from coordinator.engine.repeated_deaths import MOST_DEATHS, RECOVERY
from coordinator.storage.store import Store
from tests.support.processes import Copy
from tests.support.runs import FAST, client, reading, run_async, until, working
from tests.support.waiting import PATIENCE
from tests.support.worker import BIG_STEPS, JOBS, main


class Workers:
    """Real processes on one file, and what they did."""

    def __init__(self, home: Path) -> None:
        self.path = home / "state.db"
        self.effects = home / "effects"
        self.effects.touch()
        self.processes: list[Copy] = []

    def launch(
        self,
        lease: float | None = 15.0,
        most_deaths: int = MOST_DEATHS,
        recovery: float = RECOVERY,
    ) -> Copy:
        said = self.path.with_name(f"said {len(self.processes)}")
        process = Copy(
            main,
            self.path,
            self.effects,
            lease,
            most_deaths,
            recovery,
            env=os.environ,
            cwd=said.parent,
            stderr=said,
        )
        self.processes.append(process)
        return process

    def said(self, process: Copy) -> str:
        """What a process has said by its end."""
        process.wait(PATIENCE)
        return self.path.with_name(f"said {self.processes.index(process)}").read_text()

    def did(self) -> list[tuple[float, int, str, str]]:
        """Time, process, run and key of everything that was begun."""
        lines = [line.split() for line in self.effects.read_text().splitlines()]
        return [(float(at), int(pid), run, key) for at, pid, run, key in lines]

    def close(self) -> None:
        for process in self.processes:
            process.kill()


@pytest.fixture
def workers(state_home: Path) -> Iterator[Workers]:
    with closing(Workers(state_home)) as workers:
        yield workers


def test_kill_9_at_random_points_loses_nothing_and_repeats_no_recorded_step(
    workers: Workers,
) -> None:
    chance = random.Random(7)
    kills, ids = 15, [f"r{number}" for number in range(45)]

    async def test() -> None:
        async with client(workers.path) as engine:
            for number in range(kills):
                for run_id in ids[number * 3 : number * 3 + 3]:
                    await engine.start("chain", run_id, run_id)
                    await engine.send(run_id, "go", f"go {run_id}", key="go")
                before = len(workers.did())
                # Kills at random meet one step more than once, which looks like a run that kills.
                process = workers.launch(most_deaths=kills)
                await until(lambda before=before: len(workers.did()) > before)  # type: ignore[misc]
                await asyncio.sleep(chance.uniform(0.0, 0.15))
                process.kill()
            workers.launch(most_deaths=kills + 1)
            ends = [await engine.finished(run_id) for run_id in ids]
        assert [end.value for end in ends] == [f"go {run_id} a b0 b1 b2 c" for run_id in ids]

    run_async(test)
    with reading(workers.path) as store:
        recorded = {
            (run_id, event.key): event.at
            for run_id in ids
            for event in store.events(run_id)
            if event.kind == "step"
        }
    assert len(recorded) == len(ids) * 5
    assert {(run, key) for _, _, run, key in workers.did()} == recorded.keys()
    again = [(run, key) for at, _, run, key in workers.did() if at > recorded[run, key]]
    assert again == []


def test_another_worker_takes_over_from_a_killed_one_at_once(workers: Workers) -> None:
    async def test() -> None:
        async with client(workers.path) as engine:
            first, _second = workers.launch(lease=1000.0), workers.launch(lease=1000.0)
            with reading(workers.path) as store:
                await until(lambda: len(store.workers()) == 2)
            ids: list[str] = []
            while not any(pid == first.pid for _, pid, _, _ in workers.did()):
                ids.append(f"r{len(ids)}")
                await engine.start("slow", ids[-1], ids[-1])
                await asyncio.sleep(0.05)
            killed = time.time()
            first.kill()
            assert all([(await engine.finished(run_id)).state == "done" for run_id in ids])
            lost = {run for _, pid, run, _ in workers.did() if pid == first.pid}
            taken_over = [
                at for at, pid, run, _ in workers.did() if run in lost and pid != first.pid
            ]
        assert min(taken_over) - killed < PATIENCE, "long before the lease of 1000 s is over"

    run_async(test)


def test_the_late_writes_of_a_suspended_worker_are_refused(workers: Workers) -> None:
    async def test() -> None:
        async with client(workers.path) as engine:
            zombie = workers.launch(lease=1.0)
            await engine.start("slow", "r", "r")
            await until(lambda: len(workers.did()) == 1)
            zombie.send_signal(signal.SIGSTOP)
            successor = workers.launch()
            assert (await engine.finished("r")).state == "done"
            zombie.send_signal(signal.SIGCONT)
            await engine.start("slow", "later", "later")
            assert (await engine.finished("later")).state == "done"
            zombie.send_signal(signal.SIGINT)
            told = await asyncio.to_thread(workers.said, zombie)
        assert "run r was taken over by another process" in told
        assert [(pid, key) for _, pid, run, key in workers.did() if run == "r"] == [
            (zombie.pid, "first"),
            (successor.pid, "first"),
            (successor.pid, "second"),
        ]
        with reading(workers.path) as store:
            start, *events = store.events("r")
            assert [event.key for event in events][:2] == ["first", "second"]
            assert {event.epoch for event in events} == {store.run("r").epoch}
            assert start.epoch < store.run("r").epoch

    run_async(test)


@pytest.mark.parametrize("place", [0, 3])
def test_a_run_that_kills_its_process_is_ended_after_three_deaths_and_alone(
    workers: Workers, place: int
) -> None:
    ids = [f"r{number}" for number in range(10)]
    ids.insert(place, "bad")

    async def test() -> None:
        async with client(workers.path) as engine:
            for run_id in ids:
                await engine.start("poison" if run_id == "bad" else "slow", run_id, run_id)
            ends = asyncio.gather(*(engine.finished(run_id) for run_id in ids))
            process = workers.launch(recovery=0.0)
            while not ends.done():
                if process.poll() is not None:
                    process = workers.launch(recovery=0.0)
                await asyncio.sleep(FAST)
            states = {run_id: end.state for run_id, end in zip(ids, await ends, strict=True)}
            assert states == {run_id: "failed" if run_id == "bad" else "done" for run_id in ids}
            assert "processes in a row died" in (await engine.finished("bad")).error
            assert process.poll() is None
            kills = [key for _, _, run, key in workers.did() if run == "bad"]
            # The first death came after progress, and does not count.
            assert kills == ["begun", *["kill"] * 4]
            assert [each.poll() for each in workers.processes] == [-signal.SIGKILL] * 4 + [None]

            await engine.resume("bad")
            await asyncio.to_thread(process.wait, PATIENCE)
        assert process.poll() == -signal.SIGKILL, "somebody wanted it tried again"

    run_async(test)


def test_a_run_that_kills_its_process_is_blamed_although_it_may_recover(workers: Workers) -> None:
    async def test() -> None:
        async with client(workers.path) as engine:
            for run_id in ("r0", "bad", "r1"):
                await engine.start("poison" if run_id == "bad" else "slow", run_id, run_id)
            ends = asyncio.gather(*(engine.finished(run_id) for run_id in ("r0", "bad", "r1")))
            process = workers.launch(recovery=0.2)
            while not ends.done():
                if process.poll() is not None:
                    process = workers.launch(recovery=0.2)
                await asyncio.sleep(FAST)
            assert [end.state for end in await ends] == ["done", "failed", "done"]

    run_async(test)


def test_quick_kills_from_outside_blame_no_run(workers: Workers) -> None:
    ids = [f"r{number}" for number in range(12)]

    async def test() -> None:
        async with client(workers.path) as engine:
            for run_id in ids:
                await engine.start("slow", run_id, run_id)
            for _ in range(MOST_DEATHS + 3):
                before = len(workers.did())
                process = workers.launch(recovery=2.0)
                with reading(workers.path) as store:
                    # A run rests after its second death, so a worker may have nothing to do.
                    await until(
                        lambda before=before, store=store, process=process: (  # type: ignore[misc]
                            len(workers.did()) > before or _has_worker(store, process.pid)
                        )
                    )
                process.kill()
            with reading(workers.path) as store:
                assert max(store.deaths().values()) < MOST_DEATHS
            workers.launch(recovery=2.0)
            ends = await asyncio.gather(*(engine.finished(run_id) for run_id in ids))
        assert [end.state for end in ends] == ["done"] * len(ids)

    run_async(test)


def _has_worker(store: Store, pid: int) -> bool:
    """Whether a process has a lease, and has had the time to begin runs if any are due."""
    owned = [worker.owner for worker in store.workers() if f"|{pid}|" in worker.owner]
    return bool(owned) and not store.due(list(JOBS), (), 1)


def test_a_run_that_only_waits_is_never_blamed_for_a_death(workers: Workers) -> None:
    async def test() -> None:
        async with client(workers.path) as engine:
            await engine.start("chain", "r", "r")
            with reading(workers.path) as store:

                def is_waiting(pid: int) -> bool:
                    blamed = store.database.execute(
                        "SELECT run FROM deaths WHERE count > 0"
                    ).fetchall()
                    return (
                        f"|{pid}|" in store.run("r").owner
                        and "go" in store.keys("r")
                        and not blamed
                    )

                for _ in range(MOST_DEATHS + 2):
                    process = workers.launch(lease=0.3)
                    await until(partial(is_waiting, process.pid))
                    process.kill()
            workers.launch()
            await engine.send("r", "go", "go r", key="go")
            assert (await engine.finished("r")).value == "go r a b0 b1 b2 c"

    run_async(test)


def test_ctrl_c_stops_a_worker_cleanly(workers: Workers) -> None:
    async def test() -> None:
        async with client(workers.path) as engine:
            process = workers.launch()
            await engine.start("slow", "r", "r")
            await until(lambda: len(workers.did()) == 1)
            process.send_signal(signal.SIGINT)
            told = await asyncio.to_thread(workers.said, process)
            assert (process.poll(), told) == (130, "")
        with reading(workers.path) as store:
            assert (store.run("r").state, store.run("r").owner, store.workers()) == ("open", "", [])

    run_async(test)


def test_a_full_disk_stops_the_worker_and_is_never_recorded(tmp_path: Path) -> None:
    with closing(Workers(tmp_path)) as workers:  # in files: of its disk a server takes care itself
        fill_and_go_on(workers)


def fill_and_go_on(workers: Workers) -> None:
    process = workers.launch(lease=None)
    said = workers.said(process)
    assert process.poll() == 3, said
    assert f"cannot use {workers.path}: the disk" in said
    with reading(workers.path) as store:
        assert store.run("big").state == "open"
        assert {event.kind for event in store.events("big")} == {"start", "step"}

    async def test() -> None:
        async with working(workers.path, JOBS) as engine:
            assert (await engine.finished("big")).value == BIG_STEPS

    run_async(test)
