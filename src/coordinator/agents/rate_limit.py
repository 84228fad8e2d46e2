"""Limit the calls to one provider, and share its connections.

All seats of a process that ask the same provider at the same address share one limiter.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, NamedTuple

from coordinator.agents.providers import ProviderAccess, find_provider
from coordinator.config.settings import ModelsConfig
from coordinator.engine import take_turn

if TYPE_CHECKING:
    from httpx2 import AsyncClient
    from pydantic_ai.models import Model as Backend

# Importing takes seconds, so it is done on threads; one at a time, as threads that import packages
# with cycles at once may see each other's half-made modules.
_importing = threading.Lock()


def connect(address: str, concurrency: int) -> AsyncClient:
    """Return a client for the connections to an address; to be called on a thread."""
    with _importing:
        from coordinator.agents.transport import http_client

        return http_client(address, concurrency)


def open_model(access: ProviderAccess, client: AsyncClient) -> Backend:
    """Return the library's model for a seat; to be called on a thread."""
    provider = find_provider(access.vendor)
    assert provider is not None  # there is no access without one
    with _importing:
        return provider.open_model(access, client)


class LimiterKey(NamedTuple):
    """The calls that share one limiter."""

    loop: asyncio.AbstractEventLoop
    vendor: str
    address: str
    limits: ModelsConfig


_limiters: dict[LimiterKey, RateLimiter] = {}


class RateLimiter:
    """Admits calls to one provider and keeps its clients, in the event loop it was made in."""

    def __init__(self, key: LimiterKey) -> None:
        self._key = key
        self._slots = asyncio.Semaphore(key.limits.concurrency)
        self._opening = asyncio.Lock()
        self._connections: AsyncGenerator[AsyncClient, None] | None = None
        self._client: AsyncClient | None = None
        self._backends: dict[ProviderAccess, Backend] = {}

    async def backend(self, access: ProviderAccess) -> Backend:
        """Return the client of a seat, built once; the first call imports its package."""
        async with self._opening:
            if self._client is None:
                self._connections = self._open()
                self._client = await anext(self._connections)
            if access not in self._backends:
                self._backends[access] = await asyncio.to_thread(open_model, access, self._client)
            return self._backends[access]

    async def _open(self) -> AsyncGenerator[AsyncClient, None]:
        # A generator, because a loop that ends closes its open generators: nobody else could close
        # the connections in time.
        concurrency = self._key.limits.concurrency
        client = await asyncio.to_thread(connect, self._key.address, concurrency)
        try:
            yield client
        finally:
            _limiters.pop(self._key, None)
            await client.aclose()

    @asynccontextmanager
    async def admitted(self) -> AsyncIterator[None]:
        """Wait for a place among the calls at once, and for the next start."""
        per_minute = self._key.limits.per_minute
        async with self._slots:
            # The tiny questions of the doctor have no turn, and do not need one.
            turn = take_turn.get(None)
            if per_minute is not None and turn is not None:
                # Calls start evenly, not in bursts: providers hold a limit per minute against every
                # second of it.
                name = f"{self._key.vendor} {self._key.address}"
                await asyncio.sleep(await turn(name, 60 / per_minute))
            yield


def limiter_for(access: ProviderAccess, limits: ModelsConfig) -> RateLimiter:
    """Return the limiter of this event loop for a provider's address."""
    key = LimiterKey(asyncio.get_running_loop(), access.vendor, access.address, limits)
    if key not in _limiters:
        _limiters[key] = RateLimiter(key)
    return _limiters[key]
