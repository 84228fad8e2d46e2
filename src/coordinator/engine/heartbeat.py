"""Renew the lease of this process, so that other workers do not take its runs over."""

import asyncio
import time
from collections.abc import Sequence
from functools import partial
from typing import Protocol

from coordinator.engine.execution import Execution
from coordinator.engine.writer import Writer
from coordinator.storage.store import Store


class LeaseHolder(Protocol):
    """The part of the engine that the heartbeat uses."""

    def owned(self) -> list[Execution]:
        """Return the executions of runs that this process owns."""

    def description(self) -> str:
        """Return a description of this worker for other processes, as JSON."""

    def publish_busy(self) -> int:
        """Return the number of busy runs, and remember it as the published number.

        The heartbeat publishes it with the lease.
        """

    def lose(self, lost: Sequence[Execution]) -> None:
        """Stop the executions of runs that other workers have taken over."""

    async def after_beat(self) -> None:
        """Do the regular work after each renewal of the lease, such as looking for due runs."""


class Heartbeat:
    """The lease of one worker. A worker that renews its lease late learns which runs it lost."""

    def __init__(
        self, owner: str, seconds: float, reader: Store, writer: Writer, holder: LeaseHolder
    ) -> None:
        self._owner = owner
        self._seconds = seconds
        self._reader = reader
        self._writer = writer
        self._holder = holder
        self._valid_until = 0.0  # the end of the lease as time.time(), or 0 without a lease
        self._renewal = asyncio.Lock()

    async def beat(self) -> None:
        """Renew the lease after each third of its duration, until the task is cancelled."""
        while True:
            await self._renew()
            await self._holder.after_beat()
            await asyncio.sleep(self._seconds / 3)

    async def renew_if_due(self) -> None:
        """Renew the lease if it has expired or we have none."""
        async with self._renewal:  # one renewal is enough for all branches that need it
            if time.time() >= self._valid_until:
                await self._renew()

    async def ensure(self, run: str, epoch: int) -> None:
        """Raise LeaseLost if this process no longer holds the run."""
        if time.time() >= self._valid_until:
            await self.renew_if_due()
            await self._writer.write(lambda store: store.check_lease(run, epoch))

    def give_up(self) -> None:
        """Forget the lease after all runs were released."""
        self._valid_until = 0.0

    async def _renew(self) -> None:
        now = time.time()
        owned = self._holder.owned() if self._valid_until else []
        description = self._holder.description()
        lost = await self._writer.write(partial(self._write_lease, owned, description))
        if lost is not None:
            self._holder.lose(lost)
        self._valid_until = now + self._seconds

    def _write_lease(
        self, owned: Sequence[Execution], description: str, store: Store
    ) -> list[Execution] | None:
        """Renew the lease and return None.

        If the lease is gone from the store, take a new one and return the executions of the runs
        that other workers have taken over meanwhile.
        """
        busy = self._holder.publish_busy()
        # Copy the difference between the clocks to the reading connection, because the writing
        # connection measures it more often.
        self._reader.database.ahead = store.database.ahead
        if store.renew_lease(self._owner, self._seconds, busy, description):
            return None
        return [run for run in owned if not store.holds(run.id, run.row.epoch)]
