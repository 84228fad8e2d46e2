"""Where what belongs to a directory of state is: in files there, or in the PostgreSQL that its environment names."""

from collections.abc import Sequence
from pathlib import Path

from coordinator.config.environment import database_url
from coordinator.errors import ConfigError
from coordinator.storage.database import Database, Migration
from coordinator.storage.sqlite import SqliteDatabase


def open_database(path: Path, migrations: Sequence[Migration], *, application_id: int) -> Database:
    """Open this file, or what is in its place in PostgreSQL."""
    url = database_url(path.parent)
    if not url:
        return SqliteDatabase(path, migrations, application_id)
    try:
        # Which one machine alone does not need
        from coordinator.storage.postgres import PostgresDatabase
    except ImportError as error:
        raise ConfigError(
            "COORDINATOR_DATABASE needs psycopg", fix="install agent-coordinator[fleet]"
        ) from error
    return PostgresDatabase(url, migrations, path.stem)
