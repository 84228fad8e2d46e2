"""Export the state and the board as JSON lines, and import them into other databases."""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from coordinator.errors import StoreUnavailable, UsageError
from coordinator.storage.database import Database

# Each table comes after the tables that it refers to. Its value is the column that the database
# itself numbers, if there is one.
STATE = {
    "runs": "",
    "events": "seq",
    "texts": "",
    "marks": "",
    "listing": "",
    "details": "",
    "deaths": "",
}
BOARD = {
    "issues": "id",
    "comments": "id",
    "history": "id",
    "labels": "",
    "begun": "",
}
# Prefixes of the settings that belong to the record. All other settings are not exported, and an
# import refuses them. They belong to a process, or they grant access, such as the tokens of people
# and the dashboard's secret.
MOVED = ("watch/", "start/", "token/")
MOST_NAMED = 10  # refused rows that an error names
PING_ROWS = 1000  # rows between two pings, so that no server ends an idle connection
EXPORT_AGAIN = "export again"


def export_rows(databases: Sequence[Database]) -> Iterator[str]:
    """Yield a line for every row of the state and of the board. Exported runs have no owner."""
    rows = 0
    yield _first_line(databases)
    for database, tables in zip(databases, (STATE, BOARD), strict=True):
        for table, numbered in tables.items():
            for row in database.stream(f"SELECT * FROM {table} ORDER BY {numbered or '1'}"):
                if table == "marks" and not row["name"].startswith(MOVED):
                    continue
                if table == "runs" and row["owner"]:
                    row["owner"] = ""
                    row["epoch"] += 1
                rows += 1
                yield json.dumps({table: row})
    yield json.dumps({"rows": rows})  # an export without this line was cut off


def import_rows(databases: Sequence[Database], lines: Iterable[str]) -> dict[str, int]:
    """Insert all exported rows into empty databases, or none if an error occurs.

    Return the number of rows of each table. If a row grants access, raise a UsageError that names
    the row.
    """
    remaining = iter(lines)
    if next(remaining, "").strip() != _first_line(databases):
        fix = "give a file that `coordinator state export` of the same version wrote"
        raise UsageError("this file is not an export, or another version wrote it", fix=fix)
    state, board = databases
    with state.transaction(), board.transaction():
        _require_empty(state, "runs")
        _require_empty(board, "issues")
        counts = _insert_rows(state, board, remaining)
        _number_new_rows(state, STATE)
        _number_new_rows(board, BOARD)
    return counts


def _first_line(databases: Sequence[Database]) -> str:
    return json.dumps({"versions": [database.version for database in databases]})


def _require_empty(database: Database, table: str) -> None:
    if database.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchall():
        raise UsageError(
            f"{database.name} is not empty: it has {table}", fix="import into a new database"
        )


def _insert_rows(state: Database, board: Database, lines: Iterable[str]) -> dict[str, int]:
    """Insert the row of each line. Return the number of rows of each table."""
    counts = dict.fromkeys((*STATE, *BOARD), 0)
    expected = -1
    refused: list[str] = []
    for number, line in enumerate(lines):
        if number % PING_ROWS == 0:
            state.execute("SELECT 1")
            board.execute("SELECT 1")
        try:
            [(table, row)] = json.loads(line).items()
            if table == "rows":
                expected = row
                continue
            # Count first: an unknown table raises KeyError here, so its name never gets into SQL.
            counts[table] += 1
            database = state if table in STATE else board
            if why := _refusal(table, row):
                refused.append(f"{why} in line {number + 2}")
            _insert_row(database, table, row)
        except StoreUnavailable:
            raise
        except Exception as error:
            # The first line of the file is not in `lines`, and people count from 1.
            raise UsageError(
                f"line {number + 2} is not a row of an export", fix=EXPORT_AGAIN
            ) from error
    if expected != sum(counts.values()):
        raise UsageError("the export was cut off", fix=EXPORT_AGAIN)
    if refused:
        named = ", ".join(refused[:MOST_NAMED])
        if len(refused) > MOST_NAMED:
            named += f" and {len(refused) - MOST_NAMED} more"
        raise UsageError(
            f"somebody has changed the file: an export never contains {named}",
            fix="export again; if you trust the other rows, delete these and correct the count in "
            "the last line",
        )
    return counts


def _refusal(table: str, row: dict[str, Any]) -> str:
    """Return a description of the row's forbidden content, or an empty string."""
    if table == "marks" and not row["name"].startswith(MOVED):
        return f"the setting {json.dumps(row['name'])}"
    if table == "runs" and row["owner"]:
        return f"an owner of run {row['id']}"
    return ""


def _insert_row(database: Database, table: str, row: dict[str, Any]) -> None:
    """Insert a row. Raise ValueError if the name of a column is not a lower-case identifier."""
    for column in row:
        # For SQLite, `name` and `NAME` are the same column. `_refusal` has checked only `name`.
        if not column.isidentifier() or column != column.lower():
            raise ValueError(row)
    columns = ", ".join(row)
    values = ", ".join(f":{column}" for column in row)
    database.execute(f"INSERT INTO {table} ({columns}) VALUES ({values})", row)


def _number_new_rows(database: Database, tables: dict[str, str]) -> None:
    for table, numbered in tables.items():
        if numbered:
            database.number_after(table, numbered)
