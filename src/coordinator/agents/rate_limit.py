"""Limit the calls to one provider, and share its connections.

All seats of a process that ask the same provider at the same address share one limiter.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, NamedTuple

from coordinator.agents.providers import ProviderAccess
from coordinator.config.settings import ModelsConfig
from coordinator.engine import take_turn

if TYPE_CHECKING:
    from httpx2 import AsyncClient
    from pydantic_ai.models import Model as Backend

# An import takes seconds, so it runs on a thread. Only one import runs at a time, because threads
# that import packages with cycles can see each other's incomplete modules.
_importing = threading.Lock()


def connect(address: str, concurrency: int) -> AsyncClient:
    """Return a client for an address. Call this on a thread: its imports take seconds."""
    with _importing:
        from coordinator.agents.transport import http_client

        return http_client(address, concurrency)


def open_model(access: ProviderAccess, client: AsyncClient) -> Backend:
    """Return the pydantic_ai model for a seat. Call this on a thread: its imports take seconds."""
    with _importing:
        return access.provider.open_model(access, client)


class LimiterKey(NamedTuple):
    """The key of a limiter. All calls with the same key share one limiter."""

    loop: asyncio.AbstractEventLoop
    vendor: str
    address: str
    limits: ModelsConfig


_limiters: dict[LimiterKey, RateLimiter] = {}


class RateLimiter:
    """Limits the calls to one provider, and keeps its clients, within one event loop."""

    def __init__(self, key: LimiterKey) -> None:
        self._key = key
        self._slots = asyncio.Semaphore(key.limits.concurrency)
        self._opening = asyncio.Lock()
        self._connections: AsyncGenerator[AsyncClient, None] | None = None
        self._client: AsyncClient | None = None
        self._backends: dict[ProviderAccess, Backend] = {}

    async def backend(self, access: ProviderAccess) -> Backend:
        """Return the client of a seat. The first call imports its package and builds the client."""
        async with self._opening:
            if self._client is None:
                self._connections = self._open()
                self._client = await anext(self._connections)
            if access not in self._backends:
                self._backends[access] = await asyncio.to_thread(open_model, access, self._client)
            return self._backends[access]

    async def _open(self) -> AsyncGenerator[AsyncClient, None]:
        # This is a generator, because an event loop closes its open generators when it ends. No
        # other code could close the connections in time.
        concurrency = self._key.limits.concurrency
        client = await asyncio.to_thread(connect, self._key.address, concurrency)
        try:
            yield client
        finally:
            _limiters.pop(self._key, None)
            await client.aclose()

    @asynccontextmanager
    async def admitted(self) -> AsyncIterator[None]:
        """Wait for a free slot, and until the limit per minute allows the next call.

        The slot is occupied while the body of the `async with` runs.
        """
        per_minute = self._key.limits.per_minute
        async with self._slots:
            # Turns exist only inside a run. The short test asks of the doctor need none.
            turn = take_turn.get(None)
            if per_minute is not None and turn is not None:
                # Calls start at even intervals, because providers enforce a limit per minute within
                # every second.
                name = f"{self._key.vendor} {self._key.address}"
                await asyncio.sleep(await turn(name, 60 / per_minute))
            yield


def limiter_for(access: ProviderAccess, limits: ModelsConfig) -> RateLimiter:
    """Return the limiter of this event loop for a provider's address."""
    key = LimiterKey(asyncio.get_running_loop(), access.vendor, access.address, limits)
    if key not in _limiters:
        _limiters[key] = RateLimiter(key)
    return _limiters[key]
