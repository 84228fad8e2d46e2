"""Copy the readable rows of a damaged SQLite file into a new file.

The command `.recover` of SQLite's shell does not help. It needs a build with sqlite_dbpage, which
the shell in Debian 12 lacks.
"""

import sqlite3
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

from coordinator.errors import StoreCorrupted, UsageError
from coordinator.storage.sqlite import read_pragma, translate_errors

LAST_ROWID = 2**63 - 1


def salvage(source: Path, target: Path, rebuild: Sequence[tuple[str, str]] = ()) -> dict[str, int]:
    """Copy every readable row into a new file. Return the number of rows of each table.

    `rebuild` holds statements to execute afterwards. Each statement comes with the name of a table,
    and is skipped if the file does not have that table.
    """
    if not source.is_file():
        raise UsageError(f"there is no file {source}", fix="name an existing state file")
    if not source.stat().st_size:  # for an empty file, SQLite would even remove the log
        raise StoreCorrupted(f"{source} is empty", fix="restore the file from a backup")
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
                f"the schema of {source} cannot be read either: {error}",
                fix="restore the file from a backup",
            ) from error
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with (
            translate_errors(target),
            closing(sqlite3.connect(target, isolation_level=None)) as saved,
        ):
            return _copy(damaged, saved, schema, rebuild)


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
        saved.execute(f"PRAGMA {pragma} = {read_pragma(damaged, pragma)}")
    saved.execute("COMMIT")
    return rows


def _create(saved: sqlite3.Connection, schema: list[tuple[str, str, str]], wanted: str) -> None:
    """Create all parts of the schema that are of the kind `wanted`, such as all tables."""
    for kind, _, sql in schema:
        if kind == wanted:
            saved.execute(sql)


def _copy_table(damaged: sqlite3.Connection, saved: sqlite3.Connection, table: str) -> int:
    """Copy the readable rows of a table. Return the number of copied rows."""
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
    """Return the next readable rowid after `bad`.

    Double the distance from `bad` until a row is readable. Then bisect the last doubling.
    """
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
