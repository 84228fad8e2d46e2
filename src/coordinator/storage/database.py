"""What a database of ours can do, whichever it is, and the files of its statements."""

import sqlite3
import time
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

Migration = Sequence[str]


def read_migrations(folder: Path) -> tuple[tuple[str, ...], ...]:
    """Return the statements of each .sql file, in the order of their numbers."""
    migrations = []
    for file in sorted(folder.glob("*.sql"), key=lambda file: int(file.name.partition("_")[0])):
        statements = []
        statement = ""
        for line in file.read_text(encoding="utf-8").splitlines():
            statement += "" if line.startswith("--") else f"{line}\n"
            if sqlite3.complete_statement(statement):  # which knows where a trigger ends
                statements.append(statement.strip().removesuffix(";"))
                statement = ""
        migrations.append(tuple(statements))
    return tuple(migrations)


def read_queries(file: Path, **texts: str) -> dict[str, str]:
    """Return the statements of a file by their names; {NAME} in one stands for the text or statement of that name."""
    named = dict(texts)
    for part in file.read_text(encoding="utf-8").split("-- name: ")[1:]:
        name, *lines = part.splitlines()
        statement = "\n".join(line for line in lines if not line.startswith("--"))
        named[name] = statement.strip().removesuffix(";").format(**named)
    return named


class Cursor(Protocol):
    """What a statement has come to."""

    @property
    def rowcount(self) -> int:
        """How many rows were written."""

    @property
    def description(self) -> Sequence[Sequence[Any]] | None:
        """The columns, each with its name first."""

    def fetchall(self) -> list[tuple[Any, ...]]:
        """Return all rows."""


class Database(ABC):
    """One connection; statements are those that SQLite and PostgreSQL both understand, with :names for values."""

    begin: str
    commit = "COMMIT"
    name: str  # as people know it
    server = ""  # the program that keeps it, with its version, if there is one
    ahead = 0.0  # seconds that its clock is ahead of ours
    version: int  # of its tables

    @property
    @abstractmethod
    def in_transaction(self) -> bool:
        """Whether a transaction has begun and can still go on."""

    @abstractmethod
    def execute(self, query: str, values: Mapping[str, object] | None = None) -> Cursor:
        """Have a statement done; a StoreError says what is wrong with the database itself."""

    @abstractmethod
    def execute_many(
        self, query: str, values: Iterable[Mapping[str, object]]
    ) -> list[tuple[Any, ...] | None]:
        """Have a statement done with each of the values, in order; return the first row of each, if it has any."""

    @abstractmethod
    def stream(self, query: str) -> Iterator[dict[str, Any]]:
        """Return the rows of a query one by one, by the names of their columns, however many there are."""

    def number_after(self, table: str, column: str) -> None:  # noqa: B027  # SQLite does so by itself
        """Number new rows after those that were put in with their numbers."""

    @abstractmethod
    def changes(self) -> int:
        """Return a number that is another one whenever another connection has committed."""

    @abstractmethod
    def close(self) -> None:
        """End the connection."""

    def now(self) -> float:
        """Return the time by the clock of all who share the database."""
        return time.time() + self.ahead

    def session(self) -> int:
        """Return the number of the process that works for us in the server; 0 where there is none."""
        return 0

    def start(self) -> None:
        """Begin a transaction beside which nobody else writes."""
        self.execute(self.begin)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Take the write lock; commit at the end, or roll back on any exception."""
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
        """Inside a transaction: undo only this part if it raises."""
        self.execute("SAVEPOINT part")
        try:
            yield
        except BaseException:
            if self.in_transaction:  # a full disk has undone everything already
                self.execute("ROLLBACK TO part")
                self.execute("RELEASE part")
            raise
        self.execute("RELEASE part")
