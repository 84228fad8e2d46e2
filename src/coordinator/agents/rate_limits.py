"""How many calls to one provider may be under way at once, and how fast they may follow each other.

All seats of a process that ask the same provider at the same address share one limiter and its connections. A limiter
belongs to the event loop it was made in, and its connections are closed with that loop.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from coordinator.agents.providers import ProviderAccess, build, connect
from coordinator.config.seats import ModelsConfig

if TYPE_CHECKING:
    from httpx2 import AsyncClient
    from pydantic_ai.models import Model as Backend

Key = tuple[asyncio.AbstractEventLoop, str, str, ModelsConfig]
_limiters: dict[Key, RateLimiter] = {}


class RateLimiter:
    """Admits calls to one provider, and keeps the clients they are made with."""

    def __init__(self, key: Key, limits: ModelsConfig) -> None:
        self._key = key
        self._limits = limits
        self._slots = asyncio.Semaphore(limits.concurrency)
        self._next_start = 0.0
        self._opening = asyncio.Lock()
        self._connections: AsyncGenerator[AsyncClient, None] | None = None
        self._client: AsyncClient | None = None
        self._backends: dict[ProviderAccess, Backend] = {}

    async def backend(self, access: ProviderAccess) -> Backend:
        """Return the client of a seat, built once; what it needs is imported by the first that needs it."""
        async with self._opening:
            if self._client is None:
                self._connections = self._open(access)
                self._client = await anext(self._connections)
            if access not in self._backends:
                self._backends[access] = await asyncio.to_thread(build, access, self._client)
            return self._backends[access]

    async def _open(self, access: ProviderAccess) -> AsyncGenerator[AsyncClient, None]:
        # A generator, because a loop that ends closes those that are open in it: nobody else could close the
        # connections in time.
        client = await asyncio.to_thread(connect, access, self._limits.concurrency)
        try:
            yield client
        finally:
            _limiters.pop(self._key, None)
            await client.aclose()

    @asynccontextmanager
    async def admitted(self) -> AsyncIterator[None]:
        """Wait for a place among the calls at once, and for the next start."""
        async with self._slots:
            if self._limits.per_minute is not None:
                # Calls start evenly, not in bursts: providers hold a limit per minute against every second of it.
                now = asyncio.get_running_loop().time()
                start = max(now, self._next_start)
                self._next_start = start + 60 / self._limits.per_minute
                await asyncio.sleep(start - now)
            yield


def limiter_for(access: ProviderAccess, limits: ModelsConfig) -> RateLimiter:
    """Return the limiter of this event loop for a provider's address."""
    key = (asyncio.get_running_loop(), access.vendor, access.address, limits)
    if key not in _limiters:
        _limiters[key] = RateLimiter(key, limits)
    return _limiters[key]
