"""Refuse a database that a newer version of coordinator has changed."""

from coordinator.errors import StoreTooNew


def check_version(name: str, version: int, newest: int, *, fix: str) -> None:
    """Raise StoreTooNew if `version` is above the newest schema version that this program knows."""
    if version > newest:
        raise StoreTooNew(
            f"{name} has schema version {version}, this coordinator supports up to {newest}",
            fix=fix,
        )
