"""All that a home directory has on record, from one database into another: a line of JSON for each row."""

import json
from collections.abc import Iterable, Iterator, Sequence

from coordinator.errors import StoreUnavailable, UsageError
from coordinator.storage.database import Database

# Each after those that it refers to, with the columns of numbers that the database itself gives out.
STATE = {
    "runs": "",
    "events": "seq",
    "texts": "",
    "marks": "",
    "listing": "",
    "details": "",
    "deaths": "",
}
BOARD = {"issues": "id", "comments": "id", "history": "id", "labels": "", "begun": ""}
# What belongs to processes and not to the record; the last is a secret, and made anew.
NOT_MOVED = ("leader/", "turn/", "dashboard/")


def export_rows(databases: Sequence[Database]) -> Iterator[str]:
    """Return the lines for every row of the state and of the board, as it is put elsewhere: held by nobody."""
    rows = 0
    yield json.dumps({"versions": [database.version for database in databases]})
    for database, tables in zip(databases, (STATE, BOARD), strict=True):
        for table, numbered in tables.items():
            for row in database.stream(f"SELECT * FROM {table} ORDER BY {numbered or '1'}"):
                if table == "runs":
                    row |= {"owner": "", "epoch": row["epoch"] + bool(row["owner"])}
                if not (table == "marks" and row["name"].startswith(NOT_MOVED)):
                    rows += 1
                    yield json.dumps({table: row})
    yield json.dumps({"rows": rows})  # without which it was cut off


def import_rows(databases: Sequence[Database], lines: Iterable[str]) -> dict[str, int]:
    """Put what was exported into databases that are empty, all or none; return how many rows each table has got."""
    given = iter(lines)
    counts = dict.fromkeys((*STATE, *BOARD), 0)
    if next(given, "").strip() != json.dumps(
        {"versions": [database.version for database in databases]}
    ):
        fix = "give what `coordinator state export` wrote with the same version of coordinator"
        raise UsageError("this is no export, or one of another version", fix=fix)
    state, board = databases
    with state.transaction(), board.transaction():
        for database, table in ((state, "runs"), (board, "issues")):
            if database.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchall():
                raise UsageError(
                    f"{database.name} has {table} already", fix="import into one that is new"
                )
        rows = -1
        for number, line in enumerate(given):
            for silent in databases if number % 1000 == 0 else ():
                silent.execute("SELECT 1")  # or its server takes us for gone
            try:
                [(table, row)] = json.loads(line).items()
                if table == "rows":
                    rows = row
                    continue
                # First, and only names: nothing that a file says becomes a statement
                counts[table] += 1
                if not all(map(str.isidentifier, row)):
                    raise ValueError(row)
                columns = ", ".join(row)
                values = ", ".join(f":{name}" for name in row)
                database = state if table in STATE else board
                database.execute(f"INSERT INTO {table} ({columns}) VALUES ({values})", row)
            except Exception as error:
                if isinstance(error, StoreUnavailable):
                    raise
                raise UsageError(
                    f"line {number + 2} is no row of an export", fix="export anew"
                ) from error
        if rows != sum(counts.values()):
            raise UsageError("the export was cut off", fix="export anew")
        for database, tables in ((state, STATE), (board, BOARD)):
            for table, numbered in tables.items():
                if numbered:
                    database.number_after(table, numbered)
    return counts
