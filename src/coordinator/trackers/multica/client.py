"""Multica's API, as far as we use it: reads are retried, writes are looked for before they are repeated; push."""

import asyncio
import json
import logging
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit, urlunsplit

from coordinator.errors import AccessRefused, Conflict, IssueGone, TrackerError, TrackerUnavailable

if TYPE_CHECKING:
    from httpx2 import AsyncClient, Response

log = logging.getLogger("coordinator")

PAGE = 100
RETRIES = 5
FIRST_DELAY = 0.1
LONGEST_DELAY = 30.0
FIRST_PAUSE = 0.5  # before the push is connected again
CONNECTED = "connected"
FIXES = {
    401: "write a valid COORDINATOR_TOKEN into the env file, and what waits for it goes on; or start again with one",
    403: "give the token's user access, and what waits for it goes on",
    404: "check COORDINATOR_WORKSPACE_ID and the issue's key",
}

Row = dict[str, Any]
Found = TypeVar("Found")


class MulticaApi:
    """One workspace of one server, seen with the token that is valid now."""

    def __init__(self, url: str, workspace: str, token: Callable[[], str], *, timeout: float = 30.0) -> None:
        self.url = url.rstrip("/")
        self.workspace = workspace
        self.token = token
        self._timeout = timeout
        self._client: AsyncClient | None = None

    async def close(self) -> None:
        if self._client is not None:
            await self._client.aclose()
            self._client = None

    # -- reading

    async def get(self, path: str, **query: object) -> Any:
        """Return what the server answers to a read, tried again while it does not answer."""
        return _content(await self._read(path, query))

    async def text(self, path: str, limit: int) -> str:
        """Return the beginning of a file as text; nothing if it is none."""
        raw = (await self._read(path)).content[:limit]
        return "" if b"\0" in raw else raw.decode("utf-8", "replace")

    async def now(self) -> datetime:
        response = await self._read("/api/me")
        return parsedate_to_datetime(response.headers["Date"]) if "Date" in response.headers else datetime.now(UTC)

    async def pages(self, path: str, key: str, **query: object) -> AsyncIterator[Row]:
        offset = 0
        while True:
            rows = (await self.get(path, **query, limit=PAGE, offset=offset))[key]
            for row in rows:
                yield row
            if len(rows) < PAGE:
                return
            offset += PAGE

    async def _read(self, path: str, query: dict[str, object] | None = None) -> "Response":
        return await self.insist(lambda: self._request("GET", path, query=query))

    # -- writing

    async def write(self, method: str, path: str, body: dict[str, object] | None = None) -> Any:
        """Do one write; raise TrackerUnavailable if it may or may not have happened, so look before repeating it."""
        return _content(await self._request(method, path, body=body))

    async def insist(
        self, act: Callable[[], Awaitable[Found]], look: Callable[[], Awaitable[Found | None]] | None = None
    ) -> Found:
        """Return what `act` comes to, tried again while the server does not answer, unless `look` finds it done."""
        for attempt in range(RETRIES + 1):
            if look is not None and (found := await look()) is not None:
                return found
            try:
                return await act()
            except TrackerUnavailable as error:
                if attempt == RETRIES:
                    raise
                delay = min(FIRST_DELAY * 2**attempt, LONGEST_DELAY) * random.uniform(0.75, 1.25)
                await asyncio.sleep(error.retry_after if isinstance(error, ServerBusy) else delay)
        raise AssertionError("unreachable")

    async def _request(
        self, method: str, path: str, *, query: dict[str, object] | None = None, body: dict[str, object] | None = None
    ) -> "Response":
        import httpx2  # noqa: PLC0415  # takes most of a second, which commands without a server need not spend

        parameters = {name: str(value) for name, value in (query or {}).items() if value not in (None, "")}
        try:
            if self._client is None:
                workspace = {"X-Workspace-ID": self.workspace}
                self._client = httpx2.AsyncClient(base_url=self.url, headers=workspace, timeout=self._timeout)
            us = {"Authorization": f"Bearer {self.token()}"}
            response = await self._client.request(method, path, params=parameters, json=body, headers=us)
        except (httpx2.InvalidURL, httpx2.UnsupportedProtocol) as error:
            raise TrackerError(f"{self.url} is no address", fix="set COORDINATOR_SERVER_URL") from error
        except (httpx2.TimeoutException, httpx2.TransportError) as error:
            why = str(error) or type(error).__name__
            raise TrackerUnavailable(f"{self.url} did not answer {method} {path}: {why}") from error
        if response.status_code >= 400:
            raise _refusal(method, path, response)
        return response


class ServerBusy(TrackerUnavailable):
    """The server asks us to come back later."""

    def __init__(self, what: str, retry_after: float) -> None:
        super().__init__(what)
        self.retry_after = retry_after


def _refusal(method: str, path: str, response: "Response") -> TrackerError:
    """Return the error that an answer stands for, with the server's own words."""
    status = response.status_code
    try:
        words = str(json.loads(response.text).get("error", response.text))
    except (ValueError, AttributeError):  # some errors are not JSON at all
        words = " ".join(response.text.split())
    what = f"{method} {path}: {status} {words[:300]}"
    if status == 429:
        try:
            return ServerBusy(what, min(float(response.headers.get("Retry-After", "")), LONGEST_DELAY))
        except ValueError:
            return ServerBusy(what, 1.0)
    if status >= 500:
        return TrackerUnavailable(what)
    if status == 404 and words == "issue not found":
        return IssueGone(what)
    kind = {401: AccessRefused, 403: AccessRefused, 409: Conflict}.get(status, TrackerError)
    return kind(what, fix=FIXES.get(status, ""))


def _content(response: "Response") -> Any:
    if not response.content:
        return None
    try:
        return json.loads(response.text)
    except ValueError as error:
        what = f"{response.request.url.path} answered something that is not JSON"
        raise TrackerError(what, fix="check COORDINATOR_SERVER_URL") from error


# -- push: a frame only says that something has happened; the poll that it wakes finds out what


async def listen(api: MulticaApi, on_event: Callable[[str, str], None]) -> None:
    """Call `on_event` with the kind and the issue of all that happens, connecting again and again."""
    try:  # an optional package
        from websockets.asyncio.client import connect  # noqa: PLC0415
        from websockets.exceptions import WebSocketException  # noqa: PLC0415
    except ImportError:
        log.info("no push: the package websockets is not installed; polling goes on")
        return
    server = urlsplit(api.url)
    scheme = "wss" if server.scheme == "https" else "ws"
    address = urlunsplit((scheme, server.netloc, "/ws", f"workspace_id={api.workspace}", ""))
    delay = FIRST_PAUSE
    while True:
        try:
            async with connect(address, open_timeout=10) as socket:
                await socket.send(json.dumps({"type": "auth", "payload": {"token": api.token()}}))
                async for frame in socket:
                    kind, issue = _event(frame)
                    if kind == "auth_ack":
                        # There is no replay: what happened while we were away is found by polling now.
                        kind, delay = CONNECTED, FIRST_PAUSE
                    on_event(kind, issue)
        except (OSError, TimeoutError, WebSocketException) as error:
            log.debug("push is gone, polling goes on: %s", error)
        await asyncio.sleep(delay)
        delay = min(delay * 2, LONGEST_DELAY)


def _event(frame: str | bytes) -> tuple[str, str]:
    """Return what kind of thing happened, and the id of the issue it happened to."""
    try:
        content: Any = json.loads(frame)
        payload = content.get("payload") or {}
        within = payload.get("issue") or payload.get("comment") or {}
        return str(content.get("type", "")), str(payload.get("issue_id") or within.get("issue_id") or within.get("id"))
    except (ValueError, AttributeError):
        return "", ""
