"""The connections to one address, in pools that stay small."""

from __future__ import annotations

import ssl
from functools import cache
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import httpx2

CONNECT = 10.0
LONGEST = 3_600.0  # an ask's own deadline ends a call long before

# Calls that share a pool. A pool looks at all its connections for every call, so that the cost of a call grows with
# the pool: at 200 calls at once, pools of 16 halve it.
POOL = 16


class Spread(httpx2.AsyncBaseTransport):
    """Hands each request to the first of several pools that has room."""

    def __init__(self, pools: list[httpx2.AsyncHTTPTransport]) -> None:
        self._pools = pools
        self._busy = [0] * len(pools)

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send a request and wait for the head of its answer, which is when the model has written it."""
        which = next((number for number, busy in enumerate(self._busy) if busy < POOL), 0)
        self._busy[which] += 1
        try:
            return await self._pools[which].handle_async_request(request)
        finally:
            self._busy[which] -= 1

    async def aclose(self) -> None:
        """Close every connection."""
        for pool in self._pools:
            await pool.aclose()


def http_client(address: str, concurrency: int) -> httpx2.AsyncClient:
    """A client for up to this many calls at once to one address; redirects are not followed, the key stays there."""
    from pydantic_ai.models import create_async_httpx2_client

    tls, proxy = _tls(), _proxy(address)
    # How many calls there may be is for the lane to say, so a pool has no limit of its own.
    limits = httpx2.Limits(max_connections=None, max_keepalive_connections=None)
    count = -(-concurrency // POOL)
    pools = [httpx2.AsyncHTTPTransport(verify=tls, limits=limits, proxy=proxy) for _ in range(count)]
    return create_async_httpx2_client(timeout=httpx2.Timeout(LONGEST, connect=CONNECT), transport=Spread(pools))


@cache
def _tls() -> ssl.SSLContext:
    return httpx2.create_ssl_context()


def _proxy(address: str) -> str | None:
    """The proxy that the environment names for an address."""
    parts, proxies = urlsplit(address), getproxies()
    if proxy_bypass(parts.hostname or ""):
        return None
    return proxies.get(parts.scheme) or proxies.get("all")
