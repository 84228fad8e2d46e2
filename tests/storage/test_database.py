from __future__ import annotations

import shutil
import signal
import sqlite3
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from multiprocessing.context import ForkServerProcess
from pathlib import Path

import pytest

from coordinator.errors import StoreCorrupted, StoreError, StoreTooNew, UsageError
from coordinator.storage.database import Database
from coordinator.storage.opening import open_database
from coordinator.storage.salvage import salvage
from coordinator.storage.store import APPLICATION_ID, MIGRATIONS, REBUILD, Store
from tests.support.database_opener import open_and_die
from tests.support.processes import COPIES
from tests.support.runs import client, run_async
from tests.support.waiting import PATIENCE

UPGRADE = (
    "CREATE TABLE notes (name TEXT PRIMARY KEY, about TEXT NOT NULL DEFAULT '')",
    "ALTER TABLE texts ADD COLUMN language TEXT NOT NULL DEFAULT 'en'",
    "INSERT INTO notes (name) SELECT name FROM marks",
    "CREATE INDEX notes_about ON notes (about)",
)
NEWER = (*MIGRATIONS, UPGRADE)
VERSION = len(MIGRATIONS)


def opened(path: Path, migrations: tuple[Sequence[str], ...] = MIGRATIONS) -> Database:
    return open_database(path, migrations, application_id=APPLICATION_ID)


def schema(connection: Database | sqlite3.Connection) -> list[tuple[str, ...]]:
    return connection.execute("SELECT type, name, sql FROM sqlite_master ORDER BY name").fetchall()


def opening(path: Path, version: int, moment: str = "never", number: int = 0) -> ForkServerProcess:
    """A process that opens a file and is killed at this call of SQLite."""
    process = COPIES.Process(target=open_and_die, args=(path, NEWER[:version], moment, number))
    process.start()
    return process


def exit_code(process: ForkServerProcess) -> int | None:
    process.join(PATIENCE)
    return process.exitcode


def kill_at_every_call(
    version: int, moment: str, prepare: Callable[[Path], object], home: Path
) -> list[Path]:
    """One file for each call of SQLite at which opening it was killed."""
    files: list[Path] = []
    while True:
        path = home / f"{len(files) + 1}.db"
        prepare(path)
        ended = exit_code(opening(path, version, moment, len(files) + 1))
        if ended == 0:
            return files
        assert ended == -signal.SIGKILL
        files.append(path)


@pytest.mark.parametrize("moment", ["c_call", "c_return"])
def test_a_first_start_killed_at_any_point_leaves_a_usable_file(
    tmp_path: Path, moment: str
) -> None:
    with closing(opened(tmp_path / "whole.db")) as whole:
        expected = schema(whole)
    files = kill_at_every_call(VERSION, moment, lambda _: None, tmp_path)
    assert len(files) > len(MIGRATIONS[0])
    for path in files:
        with closing(opened(path)) as connection:
            assert schema(connection) == expected
            assert connection.execute("PRAGMA user_version").fetchall() == [(VERSION,)]
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


@pytest.mark.parametrize("moment", ["c_call", "c_return"])
def test_an_upgrade_killed_at_any_point_leaves_a_usable_file(tmp_path: Path, moment: str) -> None:
    with closing(opened(tmp_path / "old.db")) as old:
        old.execute("INSERT INTO marks VALUES ('cursor', '7')")
    with closing(opened(tmp_path / "whole.db", NEWER)) as whole:
        expected = schema(whole)
    files = kill_at_every_call(
        VERSION + 1, moment, lambda path: shutil.copyfile(tmp_path / "old.db", path), tmp_path
    )
    assert len(files) > len(UPGRADE)
    for path in files:
        with closing(opened(path, NEWER)) as connection:
            assert schema(connection) == expected
            assert connection.execute("SELECT name FROM notes").fetchall() == [("cursor",)]


def test_processes_that_create_the_same_file_at_once_all_succeed(tmp_path: Path) -> None:
    processes = [opening(tmp_path / "new.db", VERSION + 1) for _ in range(6)]
    assert [exit_code(process) for process in processes] == [0] * 6


def test_a_new_file_is_durable_and_its_directory_private(tmp_path: Path) -> None:
    with closing(opened(tmp_path / "home" / "state.db")) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchall() == [("wal",)]
        assert connection.execute("PRAGMA synchronous").fetchall() == [(2,)]
        assert connection.execute("PRAGMA foreign_keys").fetchall() == [(1,)]
    assert (tmp_path / "home").stat().st_mode & 0o777 == 0o700


def test_a_failed_migration_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "state.db"
    with pytest.raises(StoreError, match="syntax error"):
        opened(path, (("CREATE TABLE one (a)", "CREATE NONSENSE"),))
    with closing(sqlite3.connect(path)) as connection:
        assert schema(connection) == []


def test_a_file_of_a_newer_version_is_refused_with_both_versions(tmp_path: Path) -> None:
    opened(tmp_path / "state.db", NEWER).close()
    with pytest.raises(
        StoreTooNew,
        match=rf"state\.db has schema version {VERSION + 1}, .* up to {VERSION} .*upgrade",
    ):
        opened(tmp_path / "state.db")


def test_a_file_that_is_no_database_is_refused_with_the_command_that_saves_it(
    tmp_path: Path,
) -> None:
    path = tmp_path / "state.db"
    path.write_text("status: fine\n" * 1000)
    with pytest.raises(StoreCorrupted) as caught:
        opened(path)
    assert f"coordinator state salvage {path} --to NEW" in str(caught.value)


def test_a_file_of_another_program_is_refused_and_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "state.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE theirs (a)")
    before = path.read_bytes()
    with pytest.raises(StoreCorrupted, match="not a file of coordinator"):
        opened(path)
    assert path.read_bytes() == before


def test_a_directory_that_cannot_be_made_gets_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot create"):
        opened(tmp_path / "file" / "state.db")


@pytest.mark.parametrize(
    ("pragma", "said"),
    [("max_page_count = 1", "the disk is full"), ("query_only = ON", "it is read-only")],
)
def test_a_full_or_read_only_disk_gets_one_clear_line(
    tmp_path: Path, pragma: str, said: str
) -> None:
    path = tmp_path / "state.db"
    with closing(opened(path)) as connection:
        connection.execute(f"PRAGMA {pragma}")
        with pytest.raises(StoreError, match=said), connection.transaction():
            connection.execute(
                "INSERT INTO texts VALUES ('hash', :text)", {"text": "long " * 10000}
            )
        assert not connection.in_transaction


def test_a_lock_held_too_long_gets_one_clear_line(tmp_path: Path) -> None:
    path = tmp_path / "state.db"
    with closing(opened(path)) as holder, closing(opened(path)) as other:
        other.execute("PRAGMA busy_timeout = 1")
        said = pytest.raises(StoreError, match="another process holds its lock")
        with holder.transaction(), said, other.transaction():
            pass


def test_broken_constraints_pass_through(tmp_path: Path) -> None:
    path = tmp_path / "state.db"
    with closing(opened(path)) as connection, pytest.raises(sqlite3.IntegrityError):
        connection.execute("INSERT INTO marks VALUES ('name', NULL)")


# -- salvage

ROWS = 600


def full_file(path: Path) -> None:
    with closing(opened(path)) as connection, connection.transaction():
        for number in range(ROWS):
            event = {"run": f"run{number % 7}", "key": f"key{number}", "body": f'"{"word " * 30}"'}
            columns = "INSERT INTO events (run, key, kind, at, epoch, input, body)"
            connection.execute(f"{columns} VALUES (:run, :key, 'step', 0, 1, '', :body)", event)
        connection.execute("INSERT INTO marks VALUES ('cursor', '7')")


def overwrite_page(path: Path, page: int, size: int) -> None:
    with path.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xa5" * size)


def test_salvage_saves_all_rows_that_any_overwritten_page_leaves_readable(tmp_path: Path) -> None:
    full_file(tmp_path / "whole.db")
    with closing(sqlite3.connect(tmp_path / "whole.db")) as whole:
        rows = set(whole.execute("SELECT * FROM events").fetchall())
        pages, size = (
            whole.execute(f"PRAGMA {name}").fetchall()[0][0] for name in ("page_count", "page_size")
        )
    saved = []
    for page in range(2, pages + 1):
        damaged, rescued = tmp_path / f"{page}.db", tmp_path / f"{page}-new.db"
        shutil.copyfile(tmp_path / "whole.db", damaged)
        overwrite_page(damaged, page, size)
        counts = salvage(damaged, rescued)
        saved.append(counts["events"])
        with closing(opened(rescued)) as connection:
            kept = set(connection.execute("SELECT * FROM events").fetchall())
            assert len(kept) == counts["events"]
            assert kept <= rows
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    partly = [count for count in saved if 0 < count < ROWS]
    assert min(partly) > ROWS * 0.9, "one page holds few rows, and only those may be lost"
    assert saved.count(0) <= 1, "only the page at the root of the table takes all of it along"


def test_a_damaged_page_is_reported_where_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "state.db"
    full_file(path)
    with closing(opened(path)) as connection:
        root = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'events'"
        ).fetchall()[0][0]
        size = connection.execute("PRAGMA page_size").fetchall()[0][0]
    overwrite_page(path, root, size)
    said = pytest.raises(StoreCorrupted, match=r"malformed.*salvage")
    with closing(opened(path)) as connection, said:
        connection.execute("SELECT * FROM events").fetchall()


def test_salvage_reads_a_file_that_was_cut_off_as_far_as_it_goes(tmp_path: Path) -> None:
    whole = tmp_path / "whole.db"
    full_file(whole)
    content = whole.read_bytes()
    with closing(sqlite3.connect(whole)) as connection:
        size = connection.execute("PRAGMA page_size").fetchall()[0][0]
        needed = connection.execute(
            "SELECT max(rootpage) * ? FROM sqlite_master", (size,)
        ).fetchall()[0][0]
    for share in (0.9, 0.75, 0.5):
        cut = tmp_path / f"{share}.db"
        # Also in the middle of a page
        cut.write_bytes(content[: max(needed, int(len(content) * share))])
        said = pytest.raises(StoreCorrupted, match=r"malformed.*salvage")
        with said, closing(opened(cut)) as connection:
            connection.execute("SELECT * FROM events").fetchall()
        counts = salvage(cut, tmp_path / f"{share}-new.db")
        assert counts["marks"] == 1
        lost = (len(content) - cut.stat().st_size) // size + 1  # pages, of at most 24 rows
        assert ROWS > counts["events"] >= ROWS - 24 * lost
        with closing(opened(tmp_path / f"{share}-new.db")) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def decided_file(path: Path, reviews: int) -> None:
    """Reviews that were rejected, of which a person has accepted every second."""

    async def work() -> None:
        async with client(path) as engine:
            for number in range(reviews):
                review = {"key": f"B-{number}", "title": f"Issue {number}", "words": "word " * 40}
                await engine.start("review", f"B-{number}.1", review, subject=f"board:B-{number}")
                ending = {"value": {"verdict": {"outcome": "reject"}}}
                await engine.writer.write(
                    partial(Store.end, run=f"B-{number}.1", epoch=1, state="done", body=ending)
                )
                if number % 2:
                    decision = {
                        "review": f"B-{number}.1",
                        "outcome": "accept",
                        "reason": "word " * 40,
                    }
                    await engine.start(
                        "decision", f"decision-{number}", decision, subject=f"board:B-{number}"
                    )

    run_async(work)


def test_salvage_keeps_what_people_decided_and_makes_the_lists_again(tmp_path: Path) -> None:
    decided_file(tmp_path / "whole.db", 40)
    columns = "id, job, input, state, epoch, subject FROM runs"
    labels = "run, job, tracker, key, title, decided FROM listing"
    with closing(opened(tmp_path / "whole.db")) as whole:
        runs, listed, states = (
            set(whole.execute(f"SELECT {what}").fetchall())
            for what in (columns, labels, "run, state FROM listing")
        )
        size, pages = (
            whole.execute(f"PRAGMA {name}").fetchall()[0][0] for name in ("page_size", "page_count")
        )
    assert sum(row[-1] == "accept" for row in listed) == 20
    read = Counter[str]()
    for page in range(2, pages + 1):
        damaged, rescued = tmp_path / f"{page}.db", tmp_path / f"{page}-new.db"
        shutil.copyfile(tmp_path / "whole.db", damaged)
        overwrite_page(damaged, page, size)
        counts = salvage(damaged, rescued, REBUILD)
        # Of which no page held both the row of a run and its first event
        with closing(opened(rescued)) as saved:
            assert set(saved.execute(f"SELECT {columns}").fetchall()) == runs
            assert set(saved.execute(f"SELECT {labels}").fetchall()) == listed
            if counts["events"] == len(runs) + 40:  # otherwise how some have ended is lost
                assert set(saved.execute("SELECT run, state FROM listing").fetchall()) == states
        read.update(table for table in ("runs", "listing") if counts[table] < len(runs))
    assert read["runs"] > 1
    assert read["listing"]


def test_a_run_that_was_opened_again_is_salvaged_open(tmp_path: Path) -> None:
    async def work() -> None:
        async with client(tmp_path / "state.db") as engine:
            await engine.start("run", "run-1", {"key": "B-1"})
            ending = {"value": {"kind": "error"}}
            await engine.writer.write(
                partial(Store.end, run="run-1", epoch=1, state="done", body=ending)
            )
            assert await engine.reopen("run-1", "resume", {"by": "Maria"}, key="resume/1")

    run_async(work)
    with closing(opened(tmp_path / "state.db")) as lost, lost.transaction():
        lost.execute("DELETE FROM runs")
    salvage(tmp_path / "state.db", tmp_path / "new.db", REBUILD)
    with closing(opened(tmp_path / "new.db")) as saved:
        assert saved.execute("SELECT state, panel FROM listing").fetchall() == [("open", "open")]


def test_an_empty_file_is_reported_and_nothing_beside_it_is_touched(tmp_path: Path) -> None:
    path = tmp_path / "state.db"
    path.touch()
    (tmp_path / "state.db-wal").write_bytes(b"what is left")
    with pytest.raises(StoreCorrupted, match=r"state\.db is empty.*backup.*delete it"):
        opened(path)
    with pytest.raises(StoreCorrupted, match="is empty"):
        salvage(path, tmp_path / "new.db")
    assert (tmp_path / "state.db-wal").read_bytes() == b"what is left"
    assert not (tmp_path / "new.db").exists()


def test_salvage_says_when_even_the_schema_is_gone(tmp_path: Path) -> None:
    full_file(tmp_path / "state.db")
    overwrite_page(tmp_path / "state.db", 1, 4096)
    with pytest.raises(StoreCorrupted, match=r"the schema of .* cannot be read"):
        salvage(tmp_path / "state.db", tmp_path / "new.db")
    assert not (tmp_path / "new.db").exists()


def test_salvage_overwrites_nothing_and_needs_a_source(tmp_path: Path) -> None:
    full_file(tmp_path / "state.db")
    (tmp_path / "new.db").write_text("precious")
    with pytest.raises(UsageError, match="exists already"):
        salvage(tmp_path / "state.db", tmp_path / "new.db")
    with pytest.raises(UsageError, match="there is no file"):
        salvage(tmp_path / "nothing.db", tmp_path / "other.db")
    assert (tmp_path / "new.db").read_text() == "precious"
