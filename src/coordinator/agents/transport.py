"""The HTTP connections to one address, in several small pools."""

from collections.abc import AsyncIterator
from functools import cache
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import httpx2

from coordinator.errors import AgentError

CONNECT = 10.0
LONGEST = 3_600.0  # an ask's own deadline ends a call long before

# A pool looks at all its connections for every call, so the cost of a call grows with the pool. At 200 calls at once
# one pool costs twice the CPU and time of pools of 16 (bench/asks.py).
POOL_SIZE = 16

# Bytes of an answer, unpacked; the longest replies of models have a few hundred thousand
BODY_LIMIT = 16_000_000

tls_context = cache(httpx2.create_ssl_context)

_OF_PACKED_BODY = (b"content-encoding", b"content-length")


class BoundedBody(httpx2.AsyncByteStream):
    """The body of an answer, unpacked piece by piece; one that is too large ends the call before it fills memory."""

    def __init__(self, response: httpx2.Response) -> None:
        self._response = response

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        async for piece in self._response.aiter_bytes():
            size += len(piece)
            if size > BODY_LIMIT:
                raise AgentError(
                    "malformed", f"the answer is larger than {BODY_LIMIT:,} bytes, unpacked"
                )
            yield piece

    async def aclose(self) -> None:
        await self._response.aclose()


class PooledTransport(httpx2.AsyncBaseTransport):
    """Hands each request to the first of several pools that has room."""

    def __init__(self, pools: list[httpx2.AsyncHTTPTransport]) -> None:
        self._pools = pools
        self._busy = [0] * len(pools)

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send a request and wait for the head of its answer, which is when the model has written it."""
        which = next((number for number, busy in enumerate(self._busy) if busy < POOL_SIZE), 0)
        self._busy[which] += 1
        try:
            response = await self._pools[which].handle_async_request(request)
        finally:
            self._busy[which] -= 1
        kept = [
            (name, value)
            for name, value in response.headers.raw
            if name.lower() not in _OF_PACKED_BODY
        ]
        body = BoundedBody(response)
        return httpx2.Response(
            response.status_code, headers=kept, stream=body, extensions=response.extensions
        )

    async def aclose(self) -> None:
        for pool in self._pools:
            await pool.aclose()


def http_client(address: str, concurrency: int) -> httpx2.AsyncClient:
    """Return a client for up to this many calls at once to one address, through the environment's proxy for it."""
    from pydantic_ai.models import create_async_httpx2_client

    parts = urlsplit(address)
    proxies = getproxies()
    bypassed = proxy_bypass(parts.hostname or "")
    proxy = None if bypassed else proxies.get(parts.scheme) or proxies.get("all")
    # The rate limiter says how many calls there may be, so a pool has no limit of its own.
    limits = httpx2.Limits(max_connections=None, max_keepalive_connections=None)
    count = -(-concurrency // POOL_SIZE)
    pools = [
        httpx2.AsyncHTTPTransport(verify=tls_context(), limits=limits, proxy=proxy)
        for _ in range(count)
    ]
    timeout = httpx2.Timeout(LONGEST, connect=CONNECT)
    return create_async_httpx2_client(timeout=timeout, transport=PooledTransport(pools))
