"""Open and migrate SQLite files that survive `kill -9`.

Migrations are numbered and atomic.
"""

import os
import secrets
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

from coordinator.errors import StoreCorrupted, StoreError, StoreFull
from coordinator.storage.database import Cursor, Database, Migration
from coordinator.storage.schema_version import check_version

BUSY_SECONDS = 10.0
ELSEWHERE = (
    "check its permissions, or choose a writable directory with "
    "COORDINATOR_HOME (in the demo: --home)"
)
# The bytes in the header that mark a SQLite file with a write-ahead log, and their position
WAL_VERSIONS = b"\2\2"
WAL_PLACE = slice(18, 20)
# By SQLite's error code: the problem, and the remedy
CAUSES = {
    sqlite3.SQLITE_READONLY: (
        "it is read-only",
        "check its permissions and those of its directory",
    ),
    sqlite3.SQLITE_CANTOPEN: ("it cannot be opened", "check its path and permissions"),
    sqlite3.SQLITE_BUSY: (
        "another process holds its lock",
        "stop that process, or try again later",
    ),
    sqlite3.SQLITE_IOERR: ("the disk reports an error", "check the disk and the free space"),
}


class SqliteDatabase(Database):
    """A SQLite file that is opened with full durability and migrated to the newest version."""

    begin = "BEGIN IMMEDIATE"

    def __init__(self, path: Path, migrations: Sequence[Migration], application_id: int) -> None:
        self.path = path
        self.name = str(path)
        self.version = len(migrations)
        make_directory(path.parent)
        if not path.exists():
            _make_file(path, application_id)
        elif not path.stat().st_size:
            # We never leave an empty file behind, so its content was lost. SQLite would treat the
            # file as a new database.
            raise StoreCorrupted(
                f"{path} is empty: its content is lost",
                fix="restore it from a backup, or delete it to start over",
            )
        with translate_errors(path):
            self._connection = sqlite3.connect(
                path, BUSY_SECONDS, isolation_level=None, check_same_thread=False
            )
            try:
                version = _recognise(self._connection, path, application_id, newest=len(migrations))
                _make_durable(self._connection, path)
                for number in range(version + 1, len(migrations) + 1):
                    self._migrate(number, migrations[number - 1], application_id)
            except BaseException:
                self._connection.close()
                raise

    def _migrate(self, number: int, migration: Migration, application_id: int) -> None:
        with self.transaction():
            if read_pragma(self._connection, "user_version") >= number:
                return  # another process did it while we waited for the lock
            for statement in migration:
                self._connection.execute(statement)
            self._connection.execute(f"PRAGMA application_id = {application_id}")
            self._connection.execute(f"PRAGMA user_version = {number}")

    @property
    def in_transaction(self) -> bool:
        return self._connection.in_transaction

    def execute(self, query: str, values: Mapping[str, object] | None = None) -> Cursor:
        with translate_errors(self.path):
            return self._connection.execute(query, values or {})

    def execute_many(
        self, query: str, values: Iterable[Mapping[str, object]]
    ) -> list[tuple[Any, ...] | None]:
        with translate_errors(self.path):
            first_rows: list[tuple[Any, ...] | None] = []
            for given in values:
                rows = self._connection.execute(query, given).fetchall()
                first_rows.append(rows[0] if rows else None)
            return first_rows

    def stream(self, query: str) -> Iterator[dict[str, Any]]:
        with translate_errors(self.path):
            cursor = self._connection.execute(query)
            columns = [column[0] for column in cursor.description]
            for row in cursor:
                yield dict(zip(columns, row, strict=True))

    @contextmanager
    def rewriting(self, table: str) -> Iterator[None]:
        query = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = :table"
        triggers = self.execute(query, {"table": table}).fetchall()
        for name, _ in triggers:
            self.execute(f"DROP TRIGGER {name}")
        yield
        for _, statement in triggers:
            self.execute(statement)

    def compact(self) -> None:
        self.execute("VACUUM")
        self.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def changes(self) -> int:
        with translate_errors(self.path):
            return read_pragma(self._connection, "data_version")

    def close(self) -> None:
        self._connection.close()


def _make_file(path: Path, application_id: int) -> None:
    with closing(sqlite3.connect(":memory:")) as new:
        new.execute(f"PRAGMA application_id = {application_id}")
        content = bytearray(new.serialize())
    # Make the new file use a write-ahead log from the start. If two processes switched an existing
    # file to a log at the same time, they would not wait for each other, and one would fail.
    content[WAL_PLACE] = WAL_VERSIONS
    write_new(path, content)


def make_directory(path: Path) -> None:
    """Make a directory that only this user can read, unless it exists.

    Raise StoreError if that fails.
    """
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"cannot create {path}: {error.strerror}", fix=ELSEWHERE) from error


def write_new(path: Path, content: bytes | bytearray) -> None:
    """Write a new file atomically, readable only by this user. Leave an existing file as it is."""
    draft = f"{path}.{secrets.token_hex(8)}"
    try:
        with open(draft, "xb", opener=partial(os.open, mode=0o600)) as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        # If another process has made the file first, keep that file.
        with suppress(FileExistsError):
            os.link(draft, path)
        os.unlink(draft)
    except OSError as error:
        raise StoreError(f"cannot create {path}: {error.strerror}", fix=ELSEWHERE) from error


@contextmanager
def translate_errors(path: Path) -> Iterator[None]:
    """Replace SQLite's errors with errors from errors.py.

    Errors about broken constraints, and about wrong use of the SQLite module, stay as they are.
    """
    try:
        yield
    except (sqlite3.IntegrityError, sqlite3.ProgrammingError):
        raise
    except sqlite3.DatabaseError as error:
        code = _code(error)
        if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            raise StoreCorrupted(f"{path} is damaged: {error}", fix=_rescue(path)) from error
        if code == sqlite3.SQLITE_FULL:
            raise StoreFull(
                f"cannot use {path}: the disk is full", fix="free some space; no record is lost"
            ) from error
        what, fix = CAUSES.get(code, (str(error), "check its path and permissions"))
        raise StoreError(f"cannot use {path}: {what}", fix=fix) from error


def _recognise(connection: sqlite3.Connection, path: Path, application_id: int, newest: int) -> int:
    """Return the schema version of a file.

    Raise StoreCorrupted if the file is not ours, and StoreTooNew if its version is above `newest`.
    """
    connection.execute("BEGIN")  # one snapshot: another process may be migrating right now
    found = read_pragma(connection, "application_id")
    version = read_pragma(connection, "user_version")
    tables: int = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    connection.execute("COMMIT")
    if found != application_id and (found or version or tables):
        raise StoreCorrupted(
            f"{path} is not a file of coordinator (application id {found:#x})", fix=_rescue(path)
        )
    fix = "upgrade coordinator, or set another COORDINATOR_HOME"
    check_version(str(path), version, newest, fix=fix)
    return version


def _make_durable(connection: sqlite3.Connection, path: Path) -> None:
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    if connection.execute("PRAGMA journal_mode = WAL").fetchone()[0] != "wal":
        raise StoreError(f"{path} cannot use a write-ahead log", fix="put it on a local disk")


def read_pragma(connection: sqlite3.Connection, name: str) -> int:
    value: int = connection.execute(f"PRAGMA {name}").fetchone()[0]
    return value


def _code(error: sqlite3.Error) -> int:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF  # without the extended part


def _rescue(path: Path) -> str:
    return f"save the readable rows: coordinator state salvage {path} --to NEW"
