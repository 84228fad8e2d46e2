"""Open a database, and kill this process before or after its n-th call of SQLite."""

from __future__ import annotations

import os
import signal
import sqlite3
import sys
from pathlib import Path
from types import FrameType
from typing import Any

from coordinator.storage.opening import open_database
from coordinator.storage.store import APPLICATION_ID


def open_and_die(
    path: Path, migrations: tuple[tuple[str, ...], ...], moment: str, number: int
) -> None:
    """Kill the process at this moment of this call: `c_call` or `c_return`. Any other moment never comes."""
    calls = 0

    def count(_: FrameType, event: str, called: Any) -> None:
        nonlocal calls
        if event == moment and isinstance(getattr(called, "__self__", None), sqlite3.Connection):
            calls += 1
            if calls == number:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.setprofile(count)
    open_database(path, migrations, application_id=APPLICATION_ID).close()
    sys.setprofile(None)
