"""Open, migrate and salvage SQLite files that survive `kill -9`.

Migrations are numbered and atomic.
"""

import os
import secrets
import sqlite3
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

from coordinator.errors import StoreCorrupted, StoreError, UsageError
from coordinator.storage.database import Cursor, Database, Migration
from coordinator.storage.schema_version import check_version

BUSY_SECONDS = 10.0
ELSEWHERE = (
    "check its permissions, or name a directory that you may write: "
    "COORDINATOR_HOME, for the demo --home"
)
LAST_ROWID = 2**63 - 1
# The bytes in the header that mark a SQLite file with a write-ahead log, and their position
WAL_VERSIONS = b"\2\2"
WAL_PLACE = slice(18, 20)
# By SQLite's error code: the problem, and the remedy
CAUSES = {
    sqlite3.SQLITE_FULL: ("the disk is full", "free some space and start again; no record is lost"),
    sqlite3.SQLITE_READONLY: (
        "it is read-only",
        "check its permissions and those of its directory",
    ),
    sqlite3.SQLITE_CANTOPEN: ("it cannot be opened", "check its path and permissions"),
    sqlite3.SQLITE_BUSY: (
        "another process holds its lock",
        "stop that process, or try again later",
    ),
    sqlite3.SQLITE_IOERR: ("the disk fails", "check the disk and the free space"),
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
            # We never leave an empty file behind. SQLite would treat it as a new database.
            raise StoreCorrupted(
                f"{path} is empty: what was in it is gone",
                fix="restore it from a backup, or remove it to begin anew",
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
            if _pragma(self._connection, "user_version") >= number:
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

    def changes(self) -> int:
        with translate_errors(self.path):
            return _pragma(self._connection, "data_version")

    def close(self) -> None:
        self._connection.close()


def _make_file(path: Path, application_id: int) -> None:
    with closing(sqlite3.connect(":memory:")) as new:
        new.execute(f"PRAGMA application_id = {application_id}")
        content = bytearray(new.serialize())
    # Mark the write-ahead log in the new file. If two processes switched an existing file to a log
    # at the same time, they would not wait for each other, and one of them would fail.
    content[WAL_PLACE] = WAL_VERSIONS
    write_new(path, content)


def make_directory(path: Path) -> None:
    """Make a directory for our files, unless it exists. Raise StoreError if that fails."""
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"cannot create {path}: {error.strerror}", fix=ELSEWHERE) from error


def write_new(path: Path, content: bytes | bytearray) -> None:
    """Write a new file atomically, readable only by us. Leave an existing file as it is."""
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
    """Raise our own errors instead of SQLite's, except for broken constraints and misuse."""
    try:
        yield
    except (sqlite3.IntegrityError, sqlite3.ProgrammingError):
        raise
    except sqlite3.DatabaseError as error:
        code = _code(error)
        if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            raise StoreCorrupted(f"{path} is damaged: {error}", fix=_rescue(path)) from error
        what, fix = CAUSES.get(code, (str(error), "check its path and permissions"))
        raise StoreError(f"cannot use {path}: {what}", fix=fix) from error


def salvage(source: Path, target: Path, rebuild: Sequence[tuple[str, str]] = ()) -> dict[str, int]:
    """Copy every readable row into a new file. Return the number of rows of each table.

    `rebuild` holds statements to execute afterwards. Each statement comes with the name of a table,
    and is skipped if the file does not have that table.
    """
    if not source.is_file():
        raise UsageError(f"there is no file {source}", fix="name an existing state file")
    if not source.stat().st_size:  # SQLite would even remove the write-ahead log
        raise StoreCorrupted(f"there is nothing in {source}", fix="restore the file from a backup")
    if target.exists():
        raise UsageError(f"{target} exists already", fix="name a new file after --to")
    with closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as damaged:
        # Also save rows whose text contains invalid bytes.
        damaged.text_factory = lambda raw: raw.decode("utf-8", "replace")
        try:
            damaged.execute("PRAGMA cell_size_check = ON")
            damaged.execute("PRAGMA writable_schema = ON")  # also reads a file that was cut off
            schema = damaged.execute(
                "SELECT type, name, sql FROM sqlite_master "
                "WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'"
            ).fetchall()
        except sqlite3.DatabaseError as error:
            raise StoreCorrupted(
                f"even the schema of {source} cannot be read: {error}",
                fix="restore the file from a backup",
            ) from error
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with (
            translate_errors(target),
            closing(sqlite3.connect(target, isolation_level=None)) as saved,
        ):
            return _copy(damaged, saved, schema, rebuild)


def _recognise(connection: sqlite3.Connection, path: Path, application_id: int, newest: int) -> int:
    """Return the schema version of a file.

    Raise StoreCorrupted if the file is not ours, and StoreTooNew if its version is above `newest`.
    """
    connection.execute("BEGIN")  # one snapshot: another process may be migrating right now
    found = _pragma(connection, "application_id")
    version = _pragma(connection, "user_version")
    tables: int = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    connection.execute("COMMIT")
    if found != application_id and (found or version or tables):
        raise StoreCorrupted(
            f"{path} is not a file of this kind (application id {found:#x})", fix=_rescue(path)
        )
    fix = "upgrade coordinator, or set COORDINATOR_HOME elsewhere"
    check_version(str(path), version, newest, fix=fix)
    return version


def _make_durable(connection: sqlite3.Connection, path: Path) -> None:
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    if connection.execute("PRAGMA journal_mode = WAL").fetchone()[0] != "wal":
        raise StoreError(f"{path} cannot use a write-ahead log", fix="put it on a local disk")


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    value: int = connection.execute(f"PRAGMA {name}").fetchone()[0]
    return value


def _code(error: sqlite3.Error) -> int:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF  # without the extended part


def _rescue(path: Path) -> str:
    return f"save what can be read: coordinator state salvage {path} --to NEW"


# -- salvage
#
# The command `.recover` of SQLite's shell does not help. It needs a build with sqlite_dbpage, which
# the shell in Debian 12 lacks.


def _copy(
    damaged: sqlite3.Connection,
    saved: sqlite3.Connection,
    schema: list[tuple[str, str, str]],
    rebuild: Sequence[tuple[str, str]],
) -> dict[str, int]:
    saved.execute("BEGIN")
    _create(saved, schema, "table")
    _create(saved, schema, "index")
    rows = {}
    for kind, table, _ in schema:
        if kind == "table":
            rows[table] = _copy_table(damaged, saved, table)
    # Create views and triggers last, so that no trigger fires during the copying.
    _create(saved, schema, "view")
    _create(saved, schema, "trigger")
    for table, statement in rebuild:
        if table in rows:
            saved.execute(statement)
    for pragma in ("application_id", "user_version"):
        saved.execute(f"PRAGMA {pragma} = {_pragma(damaged, pragma)}")
    saved.execute("COMMIT")
    return rows


def _create(saved: sqlite3.Connection, schema: list[tuple[str, str, str]], wanted: str) -> None:
    """Create all parts of the schema that are of the wanted kind, such as all tables."""
    for kind, _, sql in schema:
        if kind == wanted:
            saved.execute(sql)


def _copy_table(damaged: sqlite3.Connection, saved: sqlite3.Connection, table: str) -> int:
    """Copy the readable rows of a table. Return their number."""
    width = len(saved.execute(f'PRAGMA table_info("{table}")').fetchall())
    places = ", ".join("?" for _ in range(width))
    copied = 0
    for row in _readable_rows(damaged, table):
        copied += saved.execute(f'INSERT OR IGNORE INTO "{table}" VALUES ({places})', row).rowcount
    return copied


def _readable_rows(damaged: sqlite3.Connection, table: str) -> Iterator[tuple[object, ...]]:
    """Yield the readable rows in the order of their rowid, and skip the others."""
    start = 0
    while start <= LAST_ROWID:
        try:
            query = f'SELECT rowid, * FROM "{table}" WHERE rowid >= ? ORDER BY rowid'
            for rowid, *row in damaged.execute(query, (start,)):
                start = rowid + 1
                yield tuple(row)
            return
        except sqlite3.DatabaseError:
            start = _next_readable(damaged, table, start)


def _next_readable(damaged: sqlite3.Connection, table: str, bad: int) -> int:
    """Return the next readable rowid. Double the gap until a row is readable, then bisect."""
    can_read = partial(_can_read, damaged, table)
    gap = 1
    while bad + gap <= LAST_ROWID and not can_read(bad + gap):
        gap *= 2
    skipped = range(bad + gap // 2 + 1, min(bad + gap, LAST_ROWID + 1))
    return skipped.start + bisect_left(skipped, True, key=can_read)


def _can_read(damaged: sqlite3.Connection, table: str, rowid: int) -> bool:
    """Return whether the first row from this rowid on can be read."""
    query = f'SELECT * FROM "{table}" WHERE rowid >= ? ORDER BY rowid LIMIT 1'
    try:
        damaged.execute(query, (rowid,)).fetchall()
    except sqlite3.DatabaseError:
        return False
    return True
