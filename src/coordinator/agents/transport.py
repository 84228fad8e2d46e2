"""An HTTP client that spreads its connections to one address over several small pools."""

import math
from collections.abc import AsyncIterator
from functools import cache
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import httpx2

from coordinator.errors import AgentError

CONNECT = 10.0
LONGEST = 3_600.0  # seconds; the deadline of an ask ends a call earlier

# A pool looks at all its connections for every call, so the cost of a call grows with the pool.
# With 200 simultaneous calls, one pool costs twice the CPU and time of pools of 16 (bench/asks.py).
POOL_SIZE = 16

# The largest size of an answer after decompression, in bytes. The longest replies of models have a
# few hundred thousand bytes.
BODY_LIMIT = 16_000_000

tls_context = cache(httpx2.create_ssl_context)

_OF_PACKED_BODY = (b"content-encoding", b"content-length")


class BoundedBody(httpx2.AsyncByteStream):
    """The body of a response, decompressed piece by piece.

    Reading raises AgentError as soon as the decompressed body exceeds BODY_LIMIT.
    """

    def __init__(self, response: httpx2.Response) -> None:
        self._response = response

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        async for piece in self._response.aiter_bytes():
            size += len(piece)
            if size > BODY_LIMIT:
                raise AgentError(
                    "malformed",
                    f"the answer is larger than {BODY_LIMIT:,} bytes after decompression",
                )
            yield piece

    async def aclose(self) -> None:
        await self._response.aclose()


class PooledTransport(httpx2.AsyncBaseTransport):
    """Sends each request through one of several pools: the first that has room."""

    def __init__(self, pools: list[httpx2.AsyncHTTPTransport]) -> None:
        self._pools = pools
        self._busy = [0] * len(pools)

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send a request, and return the response as soon as its headers have arrived.

        The request occupies its pool only until then. That is enough, because the headers arrive
        when the model has written the whole answer.
        """
        number = self._first_with_room()
        self._busy[number] += 1
        try:
            response = await self._pools[number].handle_async_request(request)
        finally:
            self._busy[number] -= 1
        headers = []
        for name, value in response.headers.raw:
            if name.lower() not in _OF_PACKED_BODY:
                headers.append((name, value))
        return httpx2.Response(
            response.status_code,
            headers=headers,
            stream=BoundedBody(response),
            extensions=response.extensions,
        )

    def _first_with_room(self) -> int:
        for number, busy in enumerate(self._busy):
            if busy < POOL_SIZE:
                return number
        return 0

    async def aclose(self) -> None:
        for pool in self._pools:
            await pool.aclose()


def http_client(address: str, concurrency: int) -> httpx2.AsyncClient:
    """Return a client for up to `concurrency` simultaneous calls to one address.

    The client uses the environment's proxy for the address.
    """
    from pydantic_ai.models import create_async_httpx2_client

    proxy = _proxy_for(address)
    # The rate limiter limits the number of calls, so a pool has no limit of its own.
    limits = httpx2.Limits(max_connections=None, max_keepalive_connections=None)
    pools = []
    for _ in range(math.ceil(concurrency / POOL_SIZE)):
        pools.append(httpx2.AsyncHTTPTransport(verify=tls_context(), limits=limits, proxy=proxy))
    timeout = httpx2.Timeout(LONGEST, connect=CONNECT)
    return create_async_httpx2_client(timeout=timeout, transport=PooledTransport(pools))


def _proxy_for(address: str) -> str | None:
    parts = urlsplit(address)
    if proxy_bypass(parts.hostname or ""):
        return None
    proxies = getproxies()
    return proxies.get(parts.scheme) or proxies.get("all")
