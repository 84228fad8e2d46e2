"""Free the runs of dead workers, so that living workers take them over."""

import logging
import time
from collections.abc import Mapping
from functools import partial

from coordinator.engine.owner import is_dead
from coordinator.engine.writer import Writer
from coordinator.storage.store import Store

logger = logging.getLogger("coordinator")

# A worker and the time of its last beat.
Beat = tuple[str, float]


class TakeOver:
    """Looks for dead workers on behalf of one worker."""

    def __init__(self, me: str, reader: Store, writer: Writer, recovery: float) -> None:
        self._me = me
        self._recovery = recovery
        self._reader = reader
        self._writer = writer
        # The time when each beat was first seen, by this process's monotonic clock
        self._first_seen: dict[Beat, float] = {}

    async def release_dead(self) -> None:
        """Free the runs of workers that died on this host or whose lease expired."""
        now = time.monotonic()
        first_seen: dict[Beat, float] = {}
        for worker in self._reader.workers():
            beat = (worker.owner, worker.beat)
            first_seen[beat] = self._first_seen.get(beat, now)
        self._first_seen = first_seen
        if dead_workers(self._reader, self._me, first_seen):
            await self._writer.write(partial(self._release, first_seen))

    def _release(self, first_seen: Mapping[Beat, float], store: Store) -> None:
        for owner in dead_workers(store, self._me, first_seen):
            released = store.release_dead(owner, self._recovery)
            logger.warning(
                "worker %s is dead; %d of its runs are free to be taken over", owner, released
            )


def dead_workers(store: Store, me: str, first_seen: Mapping[Beat, float]) -> set[str]:
    """Return all workers and run owners, except `me`, that are dead or have no valid lease."""
    now = time.monotonic()
    dead = set(store.owners_without_lease())
    for worker in store.workers():
        # If the clock is set back, a lease seems to expire far in the future. So a worker is also
        # dead if we saw its last beat longer ago than its lease lasts.
        seen = first_seen.get((worker.owner, worker.beat), now)
        is_silent = now - seen > worker.expires - worker.beat
        if is_silent or worker.expires <= store.now() or is_dead(worker.owner):
            dead.add(worker.owner)
    dead.discard(me)
    return dead
