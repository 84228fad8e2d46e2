"""The daemon's look at the tracker: every entry into review once, whatever happens between two looks."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

from coordinator.config.environment import state_file
from coordinator.config.settings import Config
from coordinator.engine.journal import JournalEngine
from coordinator.errors import TrackerUnavailable
from coordinator.reviews.seat_parts import recorded_apart
from coordinator.trackers import ReviewRequest
from coordinator.trackers.board import Board, BoardTracker
from coordinator.watch import Watch
from tests.support.reviews import (
    ISSUE,
    JUDGES,
    add_issue,
    judge_line,
    make_config,
    make_repository,
    open_board,
    report,
    review_locally,
    rubric_line,
    submit,
)
from tests.support.waiting import PATIENCE


def looking(config: Config, look: Callable[[Watch], Awaitable[None]]) -> list[str]:
    """Look without working on anything; the ids of all runs, oldest first."""

    async def work() -> list[str]:
        with open_board(config) as (store, tracker):
            async with JournalEngine(state_file(config.home), {}) as engine:
                await look(Watch(tracker=tracker, engine=engine, store=store, config=config))
            return [run.id for run in reversed(store.runs())]

    return asyncio.run(work())


async def once(watch: Watch) -> None:
    await watch.look()


async def with_backlog(watch: Watch) -> None:
    await watch.look(backlog=True)


def test_what_was_in_review_at_the_first_start_is_left_alone(tmp_path: Path) -> None:
    config = make_config(tmp_path, [])
    submit(config, add_issue(config, ""))
    assert looking(config, once) == []
    submit(config, add_issue(config, ""))
    assert looking(config, once) == ["B-2.1"]


def test_backlog_reviews_it(tmp_path: Path) -> None:
    config = make_config(tmp_path, [])
    submit(config, add_issue(config, ""))
    assert looking(config, with_backlog) == ["B-1.1"]


def test_a_first_start_on_an_empty_board_misses_nothing_after_it(tmp_path: Path) -> None:
    config = make_config(tmp_path, [])
    assert looking(config, once) == []
    submit(config, add_issue(config, ""))
    assert looking(config, once) == ["B-1.1"]


def test_leaving_and_entering_between_two_looks_is_two_entries(tmp_path: Path) -> None:
    config = make_config(tmp_path, [])
    looking(config, once)
    key = add_issue(config, "")
    submit(config, key)
    with closing(Board(config.home)) as board:
        board.move(key, "in_progress", actor="ada")
    submit(config, key)
    assert looking(config, once) == ["B-1.1", "B-1.2"]


def test_looking_twice_starts_nothing_twice(tmp_path: Path) -> None:
    config = make_config(tmp_path, [])
    looking(config, once)
    submit(config, add_issue(config, ""))
    assert looking(config, once) == looking(config, once) == ["B-1.1"]


def test_two_daemons_looking_at_once_start_each_review_once(tmp_path: Path) -> None:
    config = make_config(tmp_path, [])
    looking(config, once)
    for _ in range(20):
        submit(config, add_issue(config, ""))

    async def two(watch: Watch) -> None:
        async with JournalEngine(state_file(config.home), {}) as other:
            rival = Watch(tracker=watch.tracker, engine=other, store=watch.store, config=config)
            await asyncio.gather(watch.look(), rival.look())

    assert len(looking(config, two)) == 20


class Unreliable(BoardTracker):
    """A board that does not answer every second time."""

    calls = 0

    async def begin(self, *, backlog: bool) -> tuple[tuple[ReviewRequest, ...], str]:
        self.calls += 1
        if self.calls % 2:
            raise TrackerUnavailable("the tracker did not answer")
        return await super().begin(backlog=backlog)


def test_a_tracker_that_does_not_answer_is_asked_again(tmp_path: Path) -> None:
    config = make_config(tmp_path, [], extra="watch: {poll: 0.01s}")

    async def watching(watch: Watch) -> None:
        with closing(Board(config.home)) as board:
            flaky = Unreliable(board)
            task = asyncio.ensure_future(
                Watch(tracker=flaky, engine=watch.engine, store=watch.store, config=config).run(
                    backlog=True
                )
            )
            async with asyncio.timeout(PATIENCE):
                while not watch.store.runs():
                    await asyncio.sleep(0.01)
            task.cancel()
            await asyncio.wait([task])
            assert flaky.calls >= 2

    submit(config, add_issue(config, ""))
    assert looking(config, watching) == ["B-1.1"]


def test_a_poll_compares_the_seats_after_a_review_has_ended(tmp_path: Path) -> None:
    lines = [rubric_line()]
    for seat, scores in zip(JUDGES, ((5, 5), (1, 1), (1, 1)), strict=True):
        against = () if scores == (5, 5) else ("CK-001",)
        lines.append(judge_line(seat, report(scores, against=against)))
    config = make_config(tmp_path / "home", lines, "protocol: judge-with-debate, debates: 0")
    repo = make_repository(tmp_path / "repo")
    for number in range(8):
        review_locally(config, repo, f"{ISSUE}\nTable {number} first.\n")

    async def poll(watch: Watch) -> None:
        assert recorded_apart(watch.store) == {}
        async with asyncio.timeout(PATIENCE):
            daemon = asyncio.create_task(watch.run())
            while not recorded_apart(watch.store):
                await asyncio.sleep(0.01)
        daemon.cancel()
        await asyncio.gather(daemon, return_exceptions=True)
        assert list(recorded_apart(watch.store)) == ["Ann"]

    looking(config, poll)
