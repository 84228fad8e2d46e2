"""The way to one vendor: its connections, how many calls may be on it at once, and how fast they may follow.

All seats of a process that ask the same vendor at the same address share one lane. A lane belongs to the event loop
it was opened in, and is closed with it.
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
_LANES: dict[Key, RateLimiter] = {}


class RateLimiter:
    """Admits calls to one vendor."""

    def __init__(self, limits: ModelsConfig) -> None:
        self._limits = limits
        self._slots = asyncio.Semaphore(limits.concurrency)
        self._next = 0.0
        self._opening = asyncio.Lock()
        self._keeper: AsyncGenerator[AsyncClient, None] | None = None
        self._client: AsyncClient | None = None
        self._built: dict[ProviderAccess, Backend] = {}

    async def backend(self, access: ProviderAccess) -> Backend:
        """The client of a seat, built once; what it needs is imported by the first that needs it."""
        async with self._opening:
            if self._client is None:
                # A loop that ends closes the generators that are open in it, and this one closes the connections.
                self._keeper = self._connections(access)
                self._client = await anext(self._keeper)
            if access not in self._built:
                self._built[access] = await asyncio.to_thread(build, access, self._client)
            return self._built[access]

    async def _connections(self, access: ProviderAccess) -> AsyncGenerator[AsyncClient, None]:
        client = await asyncio.to_thread(connect, access, self._limits.concurrency)
        try:
            yield client
        finally:
            _LANES.pop(_key(access, self._limits), None)
            await client.aclose()

    @asynccontextmanager
    async def admitted(self) -> AsyncIterator[None]:
        """Wait for a place among the calls at once, and for the next start."""
        async with self._slots:
            await self._pace()
            yield

    async def _pace(self) -> None:
        if self._limits.per_minute is None:
            return
        # Calls start evenly, not in bursts: vendors hold a limit per minute against every second of it.
        now = asyncio.get_running_loop().time()
        start = max(now, self._next)
        self._next = start + 60 / self._limits.per_minute
        await asyncio.sleep(start - now)


def limiter_for(access: ProviderAccess, limits: ModelsConfig) -> RateLimiter:
    """The lane of this event loop to a vendor's address."""
    key = _key(access, limits)
    if key not in _LANES:
        _LANES[key] = RateLimiter(limits)
    return _LANES[key]


def _key(access: ProviderAccess, limits: ModelsConfig) -> Key:
    return (asyncio.get_running_loop(), access.vendor, access.address, limits)
