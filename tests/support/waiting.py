"""Waiting for something to happen: as long as it takes, but not forever."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

PATIENCE = 180.0  # seconds after which something hangs, however busy the machine is
SHORTEST_PAUSE = 0.01
LONGEST_PAUSE = 0.1


def wait_until(holds: Callable[[], T], what: Callable[[], object] = str) -> T:
    """What holds at last; `what` says how things stand if it never does."""
    began = time.monotonic()
    while not (found := holds()):
        waited = time.monotonic() - began
        assert waited < PATIENCE, f"it did not happen in {PATIENCE:g} s: {what()}"
        time.sleep(pause_after(waited))
    return found


def pause_after(waited: float) -> float:
    """The seconds until the next look: a look takes processor time from the thing that is waited for."""
    return min(max(waited / 10, SHORTEST_PAUSE), LONGEST_PAUSE)


def cpu_seconds() -> float:
    """What processors have spent so far on this process and on the children it has waited for."""
    return sum(os.times()[:4])
