"""A dump of PostgreSQL is a back-up: open reviews go on where it is restored."""

from __future__ import annotations

import asyncio
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit
from uuid import uuid4

import psycopg
import pytest

from coordinator.app.runtime import review_jobs
from coordinator.config.environment import state_file
from coordinator.config.settings import Config
from coordinator.engine import serving
from coordinator.engine.journal import JournalEngine
from coordinator.reviews.record import ReviewReader
from coordinator.storage.store import Event, Store
from coordinator.watch import Watch
from tests.support.dashboards import ACCEPT, begin
from tests.support.databases import SERVER, state_in
from tests.support.programs import postgresql_programs
from tests.support.reviews import (
    JUDGES,
    judge_line,
    make_config,
    open_board,
    report,
    review_board,
    rubric_line,
    write_replies,
)

SLOW = [rubric_line(), *(judge_line(name, report((5, 5)), delay=600.0) for name in JUDGES)]


def interrupted(config: Config) -> list[Event]:
    """Begin a review, and stop while its judges think; what is on record then."""

    async def work() -> None:
        with open_board(config) as (store, tracker):
            jobs, asked = review_jobs(config, tracker, ReviewReader(store)), asyncio.Event()

            def look(event: Event) -> None:
                if event.key == "settings":
                    asked.set()

            async with (
                JournalEngine(state_file(config.home), jobs, on_event=look) as engine,
                serving(engine),
            ):
                await Watch(tracker=tracker, engine=engine, store=store, config=config).look(
                    backlog=True
                )
                await asyncio.wait_for(asked.wait(), 60)

    asyncio.run(work())
    return events_of(config)


def events_of(config: Config) -> list[Event]:
    with closing(Store(state_file(config.home))) as store:
        return [event for run in store.runs() for event in store.events(run.id)]


def finish_elsewhere(tmp_path: Path, config: Config, before: list[Event]) -> None:
    """Go on with what was moved, on another machine with the same judges, who answer now."""
    write_replies(config.home, ACCEPT)  # which the review knows from its beginning
    second = make_config(tmp_path / "second", ACCEPT)
    assert events_of(second) == before
    [review] = review_board(second)
    assert review.verdict is not None
    assert review.verdict.outcome == "accept"
    after = events_of(second)
    assert after[: len(before)] == before
    assert [event.key for event in after].count("ask/rubric/Meta-Judge/0") == 1


@contextmanager
def restored(url: str, tmp_path: Path) -> Iterator[str]:
    """The URL of a new database with what a dump has of the one that is named."""
    programs = postgresql_programs()
    assert programs is not None
    name, target = f"restored_{uuid4().hex}", urlsplit(url)
    schema = url.rpartition("%3D")[2]
    new = target._replace(path=f"/{name}").geturl()
    dump = str(tmp_path / "coordinator.dump")
    with psycopg.connect(SERVER, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
        try:
            for command in (
                ("pg_dump", "--format=custom", f"--schema={schema}", f"--file={dump}", SERVER),
                (
                    "pg_restore",
                    "--no-owner",
                    f"--dbname={urlsplit(SERVER)._replace(path=f'/{name}').geturl()}",
                    dump,
                ),
            ):
                subprocess.run([programs / command[0], *command[1:]], check=True, timeout=120)
            yield new
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


@pytest.mark.needs("postgresql", "postgresql-programs")
def test_an_open_review_goes_on_in_a_database_that_was_restored(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "second").mkdir()
    with state_in(tmp_path / "home", "postgresql") as url:
        config, _ = begin(tmp_path, SLOW)
        before = interrupted(config)
        with restored(url, tmp_path) as new:
            (tmp_path / "second" / "env").touch(mode=0o600)
            (tmp_path / "second" / "env").write_text(f"COORDINATOR_DATABASE={new}\n")
            finish_elsewhere(tmp_path, config, before)
