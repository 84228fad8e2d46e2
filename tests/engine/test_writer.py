from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from coordinator.engine.writer import Writer
from coordinator.errors import LeaseLost, RunError, StoreError, StoreFull
from coordinator.storage.store import Event, NewEvent, Store
from tests.support.runs import run_async


def mark(name: str) -> Callable[[Store], object]:
    def write(store: Store) -> str:
        store.set_setting(name, "set")
        return name

    return write


def refuse(store: Store) -> None:
    store.set_setting("refused", "set")
    raise RunError("no")


def break_a_rule(store: Store) -> None:
    store.add_run("r", "job", "{}", owner="")
    store.append("r", 1, "key", "step", "{}")
    store.append("r", 1, "key", "step", "{}")


def test_a_refused_write_does_not_touch_its_neighbours(tmp_path: Path) -> None:
    async def test() -> None:
        failures: list[StoreError] = []
        writer = Writer(Store(tmp_path / "state.db"), failures.append)
        asks = [mark("a"), refuse, mark("b"), break_a_rule, mark("c")]
        answers = await asyncio.gather(*(writer.write(ask) for ask in asks), return_exceptions=True)
        writer.close()
        assert [answer for answer in answers if isinstance(answer, str)] == ["a", "b", "c"]
        assert [type(answer) for answer in answers][1::2] == [RunError, sqlite3.IntegrityError]
        assert failures == []

    run_async(test)
    with closing(Store(tmp_path / "state.db")) as store:
        assert [store.setting(name) for name in ("a", "b", "c", "refused")] == [
            "set",
            "set",
            "set",
            "",
        ]
        assert store.runs() == []


def test_events_that_come_at_once_are_appended_together_and_each_is_told_what_came_of_it(
    tmp_path: Path,
) -> None:
    told: dict[str, object] = {}

    async def test() -> None:
        failures: list[StoreError] = []
        writer = Writer(Store(tmp_path / "state.db"), failures.append)
        for run in ("r", "s"):
            await writer.write(lambda store, run=run: store.add_run(run, "job", "{}", owner="me"))  # type: ignore[misc]
        new = [("r", 1, "a"), ("s", 1, "b"), ("r", 7, "late"), ("r", 1, "a"), ("r", 1, "c")]
        for number, (run, epoch, key) in enumerate(new):
            heard = partial(
                lambda name, event, error: told.update({name: event or error}), f"{number}"
            )
            writer.append(NewEvent(run, epoch, key, "step", "{}"), heard)
        await writer.write(mark("after"))
        writer.close()
        assert failures == []

    run_async(test)
    assert {name: type(value) for name, value in told.items()} == {
        **dict.fromkeys("014", Event),
        "2": LeaseLost,
        "3": sqlite3.IntegrityError,
    }
    with closing(Store(tmp_path / "state.db")) as store:
        assert [(event.run, event.key) for run in "rs" for event in store.events(run)] == [
            *(("r", "a"), ("r", "c")),
            ("s", "b"),
        ]
        assert [event for run in "rs" for event in store.events(run)] == [
            told["0"],
            told["4"],
            told["1"],
        ]


def test_a_write_is_done_even_if_its_caller_is_cancelled_and_close_waits_for_it(
    tmp_path: Path,
) -> None:
    async def test() -> None:
        writer = Writer(Store(tmp_path / "state.db"), lambda _: None)
        caller = asyncio.create_task(writer.write(mark("a")))
        await asyncio.sleep(0)
        caller.cancel()
        writer.close()
        with pytest.raises(asyncio.CancelledError):
            await caller

    run_async(test)
    with closing(Store(tmp_path / "state.db")) as store:
        assert store.setting("a") == "set"


def test_after_a_storage_failure_nothing_more_is_written(tmp_path: Path) -> None:
    def fail(store: Store) -> None:
        store.database.execute("PRAGMA query_only = ON")
        store.add_text("long " * 100_000)

    async def test() -> None:
        failures: list[StoreError] = []
        writer = Writer(Store(tmp_path / "state.db"), failures.append)
        answers = await asyncio.gather(
            writer.write(mark("a")), writer.write(fail), return_exceptions=True
        )
        later = await asyncio.gather(writer.write(mark("b")), return_exceptions=True)
        writer.close()
        assert ["it is read-only" in str(answer) for answer in [*answers, *later]] == [True] * 3
        assert failures

    run_async(test)
    with closing(Store(tmp_path / "state.db")) as store:
        assert (store.setting("a"), store.setting("b")) == ("", "")


def test_a_batch_is_repeated_until_there_is_room(tmp_path: Path) -> None:
    attempts: list[str] = []

    def fill(store: Store) -> None:
        attempts.append("fill")
        if len(attempts) == 1:
            store.database.execute("PRAGMA max_page_count = 1")
        if len(attempts) == 3:
            store.database.execute("PRAGMA max_page_count = 1000000")
        store.set_setting("long", "long " * 100_000)

    async def test() -> None:
        failures: list[StoreError] = []
        writer = Writer(Store(tmp_path / "state.db"), failures.append)
        asks = [mark("a"), fill, mark("b")]
        await asyncio.gather(*(writer.write(ask) for ask in asks))
        writer.close()
        assert failures == []

    run_async(test)
    assert len(attempts) == 3
    with closing(Store(tmp_path / "state.db")) as store:
        assert [store.setting(name)[:4] for name in ("a", "long", "b")] == ["set", "long", "set"]


def test_a_closed_writer_gives_up_a_write_without_room(tmp_path: Path) -> None:
    def fill(store: Store) -> None:
        store.database.execute("PRAGMA max_page_count = 1")
        store.add_text("long " * 100_000)

    async def test() -> None:
        failures: list[StoreError] = []
        writer = Writer(Store(tmp_path / "state.db"), failures.append)
        asked = asyncio.create_task(writer.write(fill))
        await asyncio.sleep(0)
        writer.close()
        with pytest.raises(StoreFull):
            await asked

    run_async(test)
