"""Serve the dashboard inside our own event loop, and stop it without leaving requests hanging."""

import asyncio
import ipaddress
import resource
import socket
from collections.abc import AsyncIterator, Generator
from contextlib import asynccontextmanager, contextmanager, suppress

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from coordinator.errors import ConfigError, CoordinatorError, UsageError
from coordinator.web.app import make_app
from coordinator.web.context import Dashboard
from coordinator.web.viewer import SIGNED_IN

TOKEN = "COORDINATOR_DASHBOARD_TOKEN"
SHORTEST_TOKEN = 16
GRACE = 5  # seconds that a request has to finish when we stop
PATIENCE = 10.0  # seconds within which a connection must send a request
# The most open connections. They also use at most half of our file handles, because a daemon in
# this process needs the rest.
CONNECTIONS = 600
STRANGERS = 50  # the most connections from one address that have not sent a valid token yet


class _Server(uvicorn.Server):
    """A server that leaves signal handling to the owner of the event loop."""

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        yield


class _Connection(H11Protocol):
    """One connection.

    It is closed if no request comes in time, or if other connections need its place.
    """

    known = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        source = self.client[0] if self.client else ""
        # All loopback addresses count as one address.
        self.address = "" if is_loopback(source) else source
        self.began = self.loop.time()
        strangers = [
            each for each in self.connections if isinstance(each, _Connection) and each.is_stranger
        ]
        near = [each for each in strangers if each.address == self.address]
        most = min(CONNECTIONS, resource.getrlimit(resource.RLIMIT_NOFILE)[0] // 2)
        if len(near) > STRANGERS:
            crowd = near
        elif len(self.connections) > most:
            crowd = strangers
        else:
            crowd = []
        if crowd:  # contains at least this connection
            min(crowd, key=lambda each: each.began).transport.abort()
        self._expect_request()

    def on_response_complete(self) -> None:
        self.known = self.known or SIGNED_IN in self.scope
        self._expect_request()
        super().on_response_complete()

    @property
    def is_stranger(self) -> bool:
        """Return whether the connection is open and has not sent a valid token yet."""
        shown = self.cycle is not None and SIGNED_IN in self.scope
        return not (self.known or shown or self.transport.is_closing())

    def _expect_request(self) -> None:
        """Close the connection unless the complete head of the next request arrives in time."""
        self.loop.call_later(PATIENCE, self._close_after, self.cycle)

    def _close_after(self, last: RequestResponseCycle | None) -> None:
        if self.cycle is last:
            self.transport.close()


@asynccontextmanager
async def serving(dashboard: Dashboard, host: str, port: int) -> AsyncIterator[str]:
    """Serve in the background while the body runs, and yield the address."""
    check_token_length(dashboard.token)
    options = uvicorn.Config(
        make_app(dashboard),
        http=_Connection,
        timeout_graceful_shutdown=GRACE,
        lifespan="off",
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
    )
    with listening(host, port) as listener:
        server = _Server(options)
        feed_task = asyncio.create_task(dashboard.feed.run())
        server_task = asyncio.create_task(server.serve(sockets=[listener]))
        try:
            while not server.started:
                await asyncio.sleep(0.01)
                if server_task.done():
                    server_task.result()
                    raise CoordinatorError("the dashboard stopped before it was ready")
            named = f"[{host}]" if ":" in host else host
            yield f"http://{named}:{listener.getsockname()[1]}/"
        finally:
            feed_task.cancel()
            server.should_exit = True
            with suppress(asyncio.CancelledError):
                await asyncio.gather(feed_task, server_task, return_exceptions=True)


def check_token_length(token: str) -> None:
    """Raise ConfigError if the token is so short that it can be guessed."""
    if len(token) < SHORTEST_TOKEN:
        raise ConfigError(
            f"the token of the dashboard has fewer than {SHORTEST_TOKEN} characters",
            fix="make a long one: openssl rand -hex 32; "
            f"without {TOKEN} and dashboard.token, a token is made",
        )


def is_loopback(host: str) -> bool:
    """Return whether only this machine can reach the host."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


@contextmanager
def listening(host: str, port: int) -> Generator[socket.socket, None, None]:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM
        )[0]
        with socket.socket(family, kind, protocol) as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
            yield listener
    except OSError as error:
        what = f"cannot listen at {host} port {port}: {error.strerror or error}"
        raise UsageError(
            what, fix="choose another with --port or --host; --port 0 takes any free port"
        ) from error
