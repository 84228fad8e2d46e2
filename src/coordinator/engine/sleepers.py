"""Keep runs that wait for a long time out of memory, except for their epochs and wake times."""

import time
from collections.abc import Iterable, Iterator
from heapq import heappop, heappush

from coordinator.engine.execution import Execution

REST_SECONDS = 2.0  # seconds that a run must wait before it may be put to sleep


class Sleepers:
    """The sleeping runs of a process. The process still owns them."""

    def __init__(self) -> None:
        self._epochs: dict[str, int] = {}  # by run: the epoch since which we hold it
        # A heap of wake times and runs. Runs that were woken early stay in it.
        self._alarms: list[tuple[float, str]] = []

    def __iter__(self) -> Iterator[str]:
        return iter(self._epochs)

    def __contains__(self, run: str) -> bool:
        return run in self._epochs

    def add(self, run: str, epoch: int, until: float) -> None:
        self._epochs[run] = epoch
        heappush(self._alarms, (until, run))

    def wake(self, run: str) -> int:
        """Remove a run from the sleeping runs.

        Return the epoch since which we hold the run, or 0 if it was not asleep.
        """
        return self._epochs.pop(run, 0)

    def ring(self) -> None:
        """Make all sleeping runs due now."""
        self._alarms = [(0.0, run) for run in self._epochs]

    def due(self) -> Iterator[str]:
        """Yield the runs whose wake time has come, and remove their entries from the heap."""
        while self._alarms and self._alarms[0][0] <= time.time():
            _, run = heappop(self._alarms)
            yield run

    def clear(self) -> None:
        self._epochs.clear()
        self._alarms.clear()


def longest_waiting(held: Iterable[Execution], jobs: Iterable[str], awake: int) -> list[Execution]:
    """Return the runs of these jobs that should be put to sleep, longest waiting first.

    At least `awake` of the waiting runs stay in memory. More stay if some runs cannot sleep.
    """
    latest = time.monotonic() - REST_SECONDS
    waiting = []
    for execution in held:
        has_rested = 0 < execution.waits_since < latest
        if execution.row.job in jobs and execution.waits and has_rested:
            waiting.append(execution)
    too_many = len(waiting) - awake
    if too_many <= 0:
        return []
    can_sleep = [execution for execution in waiting if execution.wake_time()]
    can_sleep.sort(key=lambda execution: execution.waits_since)
    return can_sleep[:too_many]
