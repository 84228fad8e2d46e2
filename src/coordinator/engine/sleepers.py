"""Runs that have waited for long: a process still has them, but of each no more in memory than when to go on."""

import time
from collections.abc import Iterable, Iterator
from heapq import heappop, heappush

from coordinator.engine.execution import Execution

REST = 2.0  # seconds that a run has done nothing but wait before it may be put to sleep


class Sleepers:
    """The runs of a process that are asleep."""

    def __init__(self) -> None:
        self._epochs: dict[str, int] = {}  # of each run: since when it is held
        # A heap; those of runs that were woken before stay in it
        self._alarms: list[tuple[float, str]] = []

    def __iter__(self) -> Iterator[str]:
        return iter(self._epochs)

    def __contains__(self, run: str) -> bool:
        return run in self._epochs

    def add(self, run: str, epoch: int, until: float) -> None:
        self._epochs[run] = epoch
        heappush(self._alarms, (until, run))

    def wake(self, run: str) -> int:
        """Take a run out; return the epoch since which it is held, 0 if it was not asleep."""
        return self._epochs.pop(run, 0)

    def ring(self) -> None:
        """Let all of them go on."""
        self._alarms = [(0.0, run) for run in self._epochs]

    def due(self) -> Iterator[str]:
        """The runs that have to go on by now, whatever they have heard."""
        while self._alarms and self._alarms[0][0] <= time.time():
            yield heappop(self._alarms)[1]

    def clear(self) -> None:
        self._epochs.clear()
        self._alarms.clear()


def longest_waiting(held: Iterable[Execution], jobs: Iterable[str], awake: int) -> list[Execution]:
    """Return the runs of these jobs that do nothing but wait, and have longest, without as many as are kept awake."""
    since = time.monotonic() - REST
    waiting = [
        run for run in held if run.row.job in jobs and run.waits and 0 < run.waits_since < since
    ]
    too_many = len(waiting) - awake
    waiting = [run for run in waiting if run.alarm()] if too_many > 0 else []
    waiting.sort(key=lambda run: run.waits_since)
    return waiting[: max(0, too_many)]
