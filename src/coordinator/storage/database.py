"""Define the interface of a database, and run named statements from .sql files on it."""

import sqlite3
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, Protocol, TypeVar

Migration = Sequence[str]
Row = TypeVar("Row")


def read_migrations(folder: Path) -> tuple[Migration, ...]:
    """Return the statements of each .sql file, in the order of the files' numbers."""
    files = sorted(folder.glob("*.sql"), key=_number_of)
    return tuple(_read_migration(file) for file in files)


def _number_of(file: Path) -> int:
    return int(file.name.partition("_")[0])


def _read_migration(file: Path) -> Migration:
    statements = []
    statement = ""
    for line in file.read_text(encoding="utf-8").splitlines():
        if not line.startswith("--"):
            statement += f"{line}\n"
        # A trigger contains statements of its own. SQLite's function finds the end of the trigger.
        if sqlite3.complete_statement(statement):
            statements.append(statement.strip().removesuffix(";"))
            statement = ""
    return tuple(statements)


def read_queries(file: Path, **texts: str) -> dict[str, str]:
    """Return the statements of a file by name, together with the given `texts`.

    A statement begins after a line `-- name: NAME`. In a statement, `{NAME}` is replaced by the
    given text or the earlier statement of that name. Raise ValueError if a name is defined twice.
    """
    named = dict(texts)
    for part in file.read_text(encoding="utf-8").split("-- name: ")[1:]:
        name, *lines = part.splitlines()
        if name in named:
            raise ValueError(f"{file.name}: {name} is defined twice")
        statement = "\n".join(line for line in lines if not line.startswith("--"))
        named[name] = statement.strip().removesuffix(";").format(**named)
    return named


class Cursor(Protocol):
    """The result of a statement."""

    @property
    def rowcount(self) -> int:
        """The number of written rows."""

    @property
    def description(self) -> Sequence[Sequence[Any]] | None:
        """The columns. The first item of each column is its name."""

    def fetchall(self) -> list[tuple[Any, ...]]:
        """Return all rows."""


class Database(ABC):
    """A connection to a database.

    Statements use SQL that SQLite and PostgreSQL share, with `:name` for each value.
    """

    begin: str
    commit = "COMMIT"
    name: str  # for messages
    server = ""  # name and version of the server program, if there is one
    ahead = 0.0  # seconds by which the database's clock is ahead of ours
    version: int  # the number of migrations that made its tables

    @property
    @abstractmethod
    def in_transaction(self) -> bool:
        """Whether a transaction has begun and has not ended."""

    @abstractmethod
    def execute(self, query: str, values: Mapping[str, object] | None = None) -> Cursor:
        """Execute a statement. Raise StoreError if the database itself fails."""

    @abstractmethod
    def execute_many(
        self, query: str, values: Iterable[Mapping[str, object]]
    ) -> list[tuple[Any, ...] | None]:
        """Execute a statement once for each mapping of values.

        Return the first row of each execution, or None for an execution without rows.
        """

    @abstractmethod
    def stream(self, query: str) -> Iterator[dict[str, Any]]:
        """Yield each row as a dict by column name, without reading all rows into memory."""

    def number_after(self, table: str, column: str) -> None:  # noqa: B027  # SQLite needs nothing
        """Let the numbers of new rows continue after the highest number in this column.

        This is needed after inserting rows that already have numbers.
        """

    @abstractmethod
    def rewriting(self, table: str) -> AbstractContextManager[None]:
        """Let this transaction change the rows of an append-only table within the `with` block."""

    @abstractmethod
    def compact(self) -> None:
        """Give unused space back to the disk, if the database does not do so by itself."""

    @abstractmethod
    def changes(self) -> int:
        """Return a number that changes whenever another connection commits."""

    @abstractmethod
    def close(self) -> None:
        """End the connection."""

    def now(self) -> float:
        """Return the time of the database's clock, which all processes share."""
        return time.time() + self.ahead

    def session(self) -> int:
        """Return the id of the server process behind this connection, or 0 without a server."""
        return 0

    def start(self) -> None:
        """Begin a transaction that excludes all other writers."""
        self.execute(self.begin)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Take the write lock. Commit at the end, or roll back on any exception."""
        try:
            self.start()
            yield
            self.execute(self.commit)
        except BaseException:
            if self.in_transaction:
                self.execute("ROLLBACK")
            raise

    @contextmanager
    def savepoint(self) -> Iterator[None]:
        """If the `with` block raises, roll back only its writes. A transaction must be open."""
        self.execute("SAVEPOINT part")
        try:
            yield
        except BaseException:
            if self.in_transaction:  # not if a full disk has already rolled everything back
                self.execute("ROLLBACK TO part")
                self.execute("RELEASE part")
            raise
        self.execute("RELEASE part")


class Statements:
    """Runs named statements on one database."""

    def __init__(self, database: Database, queries: Mapping[str, str]) -> None:
        self._database = database
        self._queries = queries

    def write(self, query: str, /, **values: object) -> Cursor:
        return self._database.execute(self._queries[query], values)

    def rows(self, query: str, /, **values: object) -> list[tuple[Any, ...]]:
        return self._database.execute(self._queries[query], values).fetchall()

    def select(self, row: Callable[..., Row], query: str, /, **values: object) -> list[Row]:
        """Return all rows as values of the class `row`."""
        return [row(*columns) for columns in self.rows(query, **values)]

    def column(self, query: str, /, **values: object) -> list[str]:
        """Return the first column of all rows."""
        return [str(columns[0]) for columns in self.rows(query, **values)]

    def value(self, query: str, /, **values: object) -> Any:
        """Return the first column of the first row, or None if there is no row."""
        rows = self.rows(query, **values)
        if rows:
            return rows[0][0]
        return None
