"""The two databases for the state: files of SQLite, and the PostgreSQL that TEST_DATABASE names."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote
from uuid import uuid4

import psycopg

from tests.support.programs import DATABASE, missing

SERVER = DATABASE
# The errors for a violated constraint of a table.
REFUSED = (sqlite3.IntegrityError, psycopg.IntegrityError)


@contextmanager
def state_in(home: Path, database: str, server: str = SERVER) -> Iterator[str]:
    """Use a new database of this kind for the state of a home. Yield its URL, or an empty string for files."""
    if database == "sqlite":
        yield ""
        return
    assert server, missing("postgresql")
    schema = f"test_{uuid4().hex}"
    url = f"{server}?options={quote(f'-csearch_path={schema}', safe='')}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {schema}".encode())
    env = home / "env"
    env.touch(mode=0o600)
    env.write_text(f"{env.read_text()}COORDINATOR_DATABASE={url}\n")
    try:
        yield url
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(
                f"SET client_min_messages = warning; DROP SCHEMA {schema} CASCADE".encode()
            )
