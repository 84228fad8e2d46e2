"""Memory and processor time of a daemon whose reviews wait for a person's reply.

A few reviews are real. The daemon starts them in git repositories and runs them to the ask that a
person has to answer. Such a review takes some 50 ms of processor time. So the other reviews are
copies of the record of the first, which the daemon resumes as after a restart. All measurements are
made from outside. The daemon is a process of its own, and its record shows which reviews it has
resumed.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

from bench._daemon import Usage, cpu_seconds, daemon, usage
from bench._report import Row, Target, say, show
from coordinator.app.runtime import open_engine, open_store
from coordinator.config.settings import Config
from coordinator.engine.execution import canonical
from coordinator.storage.events import AskKey
from coordinator.storage.store import Store
from coordinator.trackers.board import Board
from coordinator.watch import submission_of
from tests.support.reviews import (
    add_issue,
    judge_line,
    make_config,
    make_repository,
    report,
    rubric_line,
    submit,
)

FEW, COUNTS = 10, (1000, 10_000)
MOST_MEGABYTES, MOST_PERCENT = 150.0, 1.0
# The number of copies that are added at a time. The daemon must not wait long for its turn to write.
AT_ONCE = 100
PATIENCE = 900.0  # seconds; a daemon resumes many reviews slowly
# A daemon that resumes reviews uses more than this share of a processor. Wait this many seconds for the end of it.
BUSY, LONGEST = 0.5, 60.0
MARIA = AskKey("judge", "Maria", 0)
SEATS = """\
  meta_judge: {recorded: REPLIES}
  judges: [{name: Ann, recorded: REPLIES}, {name: Maria, person: maria}]
"""
REPLIES = (rubric_line(), judge_line("Ann", report((4, 5))))
ANSWER = json.dumps(report((4, 4)) | {"reference": ""})


def wait_for(what: str, pid: int, holds: Callable[[], bool]) -> None:
    """Wait until the condition holds. Raise an error if the daemon ends before."""
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, f"not within {PATIENCE:g} s: {what}"
        assert not os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT), (
            f"the daemon ended before {what}"
        )
        time.sleep(0.01)


def begin_real(pid: int, config: Config, store: Store, place: Path) -> None:
    """Let the daemon start a few reviews, which then wait for a person's answer."""
    for number in range(FEW):
        submit(config, add_issue(config, make_repository(place / f"repo{number}")))
    key = MARIA.key("wait", 1)
    wait_for(
        "the real reviews wait",
        pid,
        lambda: sum(key in store.keys(run.id) for run in store.runs()) == FEW,
    )


def add_copies(config: Config, store: Store, count: int) -> None:
    """Add issues in review whose reviews have the same record as that of the first issue."""
    events = store.events("B-1.1")
    with (
        closing(Board(config.home)) as board,
        board.database.transaction(),
        store.database.transaction(),
    ):
        first = board.issue("B-1")
        given = {
            "creator": first.creator,
            "assignee": first.assignee,
            "repo": first.repo,
            "base": first.base,
        }
        for _ in range(count):
            key = board.add(first.title, first.text, status="in_review", **given).key
            entry = board.entry(key)
            assert entry is not None
            submission = submission_of("board", entry)
            # Without this, the daemon would take in the work again.
            (config.home / "work" / submission.id).mkdir()
            store.add_run(submission.id, "review", canonical(submission), "", f"board:{key}")
            for event in events:
                body = event.body.replace('"B-1"', f'"{key}"')
                store.append(submission.id, 1, event.key, event.kind, body, event.input)


def wait_with(pid: int, config: Config, store: Store, count: int) -> Usage:
    """Return the usage of the daemon when this many reviews wait."""
    for done in range(len(store.runs(limit=count)), count, AT_ONCE):
        add_copies(config, store, min(AT_ONCE, count - done))
        wait_for("all reviews are taken on", pid, lambda: not store.count_due())
    deadline, spent = time.monotonic() + LONGEST, 0.0
    while cpu_seconds([pid]) - spent > BUSY and time.monotonic() < deadline:
        spent = cpu_seconds([pid])
        time.sleep(1.0)
    return usage(pid)


def answer(pid: int, config: Config, store: Store, review: str) -> float:
    """Return the seconds from the person's answer to a copied review to the verdict of that review."""

    async def send() -> None:
        async with open_engine(config.home) as engine:
            assert await engine.send(review, MARIA.key("ask"), ANSWER, key=MARIA.key("answer"))

    work = config.home / "work"
    shutil.copytree(
        work / "B-1.1", work / review, dirs_exist_ok=True
    )  # the daemon deletes the copy of the work while a review waits
    began = time.monotonic()
    asyncio.run(send())
    wait_for("the answered review has its verdict", pid, lambda: "verdict" in store.keys(review))
    return time.monotonic() - began


def rows_of(few: Usage, many: Usage, count: int) -> Iterator[Row]:
    """Return the usage for this many waiting reviews, less the usage of the same process with a few."""
    about, is_most = f"{count:,} reviews wait", count == COUNTS[-1]
    base = f"{few.megabytes:.0f} MB, {few.cpu_percent:.1f} % of a core"
    note = f"Above what the same daemon takes while {FEW} wait: {base}."
    memory = Target(MOST_MEGABYTES, of="ours") if is_most else None
    yield Row(
        f"{about}, memory",
        "MB",
        [many.megabytes - few.megabytes],
        target=memory,
        headline=is_most,
        note=note,
    )
    cpu, more = (
        Target(MOST_PERCENT, of="ours") if is_most else None,
        many.cpu_percent - few.cpu_percent,
    )
    yield Row(
        f"{about}, CPU", "% of a core", [max(more, 0.0)], target=cpu, headline=is_most, note=note
    )


def measure() -> list[Row]:
    """Measure one daemon with few waiting reviews, and then with more and more."""
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as folder:
        config = make_config(Path(folder) / "home", REPLIES, seats=SEATS)
        with (
            daemon(config.home, {}, (config.home / "state.db").exists) as pid,
            open_store(config.home) as store,
        ):
            begin_real(pid, config, store, Path(folder))
            few = wait_with(pid, config, store, FEW)
            for count in COUNTS:
                say(f"  {count:,} waiting")
                rows += rows_of(few, wait_with(pid, config, store, count), count)
            delays = [1000 * answer(pid, config, store, f"B-{number}.1") for number in COUNTS]
    return [*rows, Row(f"{COUNTS[-1]:,} reviews wait, from an answer to the verdict", "ms", delays)]


if __name__ == "__main__":
    show(measure())
