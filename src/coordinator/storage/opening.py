"""Open the database of a state directory: a SQLite file, or PostgreSQL."""

from collections.abc import Sequence
from pathlib import Path

from coordinator.config.environment import database_url
from coordinator.errors import ConfigError
from coordinator.storage.database import Database, Migration
from coordinator.storage.sqlite import SqliteDatabase


def open_database(path: Path, migrations: Sequence[Migration], *, application_id: int) -> Database:
    """Open the PostgreSQL database that `COORDINATOR_DATABASE` names, or else this SQLite file."""
    url = database_url(path.parent)
    if not url:
        return SqliteDatabase(path, migrations, application_id)
    try:
        # Import it here, because psycopg is an optional dependency.
        from coordinator.storage.postgres import PostgresDatabase
    except ImportError as error:
        raise ConfigError(
            "COORDINATOR_DATABASE needs psycopg", fix="install agent-coordinator[fleet]"
        ) from error
    return PostgresDatabase(url, migrations, path.stem)
