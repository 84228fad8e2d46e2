"""Wait for a condition with a generous time limit."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

PATIENCE = 180.0  # after this many seconds something hangs, even on a busy machine
SHORTEST_PAUSE = 0.01
LONGEST_PAUSE = 0.1


def wait_until(holds: Callable[[], T], what: Callable[[], object] = str) -> T:
    """Wait for a true value and return it. If it never comes, the error contains the result of `what`."""
    began = time.monotonic()
    while not (found := holds()):
        waited = time.monotonic() - began
        assert waited < PATIENCE, f"it did not happen in {PATIENCE:g} s: {what()}"
        time.sleep(pause_after(waited))
    return found


def pause_after(waited: float) -> float:
    """Return the seconds until the next look. A look takes processor time from the work that the test waits for."""
    return min(max(waited / 10, SHORTEST_PAUSE), LONGEST_PAUSE)


def cpu_seconds() -> float:
    """Return the processor time of this process and of its ended child processes."""
    return sum(os.times()[:4])
