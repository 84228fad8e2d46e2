"""Waiting for something to happen: as long as it takes, but not forever."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

PATIENCE = 180.0  # seconds after which something hangs, however busy the machine is


def wait_until(holds: Callable[[], T], what: Callable[[], object] = str) -> T:
    """What holds at last; `what` says how things stand if it never does."""
    deadline = time.monotonic() + PATIENCE
    while not (found := holds()):
        assert time.monotonic() < deadline, f"it did not happen in {PATIENCE:g} s: {what()}"
        time.sleep(0.01)
    return found


def cpu_seconds() -> float:
    """What processors have spent so far on this process and on the children it has waited for."""
    return sum(os.times()[:4])
