"""Where the state is."""

from __future__ import annotations

from pathlib import Path


def state_file(home: Path) -> Path:
    """The state of this home."""
    return home / "state.db"
