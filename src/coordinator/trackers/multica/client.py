"""Multica's API, as far as we use it, and its push."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, ClassVar
from urllib.parse import urlsplit, urlunsplit

from coordinator.errors import IssueGone, TrackerError
from coordinator.trackers.http import LONGEST_DELAY, HttpApi, Row, date_of

if TYPE_CHECKING:
    from httpx2 import Response

log = logging.getLogger("coordinator")

PAGE = 100
FIRST_PAUSE = 0.5  # before the push is connected again
CONNECTED = "connected"


class MulticaApi(HttpApi):
    """One workspace of one server, seen with the token that is valid now."""

    address_fix = "set COORDINATOR_SERVER_URL"
    fixes: ClassVar[Mapping[int, str]] = {
        401: "write a valid COORDINATOR_TOKEN into the env file, and what waits for it goes on; or start anew with one",
        403: "give the token's user access, and what waits for it goes on",
        404: "check COORDINATOR_WORKSPACE_ID and the issue's key",
    }

    def __init__(self, url: str, workspace: str, token: Callable[[], str], *, timeout: float = 30.0) -> None:
        super().__init__(url, timeout=timeout)
        self.workspace = workspace
        self.token = token

    async def headers(self) -> dict[str, str]:
        return {"X-Workspace-ID": self.workspace, "Authorization": f"Bearer {self.token()}"}

    def refusal(self, what: str, words: str, response: "Response") -> TrackerError | None:
        return IssueGone(what) if response.status_code == 404 and words == "issue not found" else None

    async def text(self, path: str, limit: int) -> str:
        """Return the beginning of a file as text; nothing if it is none."""
        raw = (await self.read(path)).content[:limit]
        return "" if b"\0" in raw else raw.decode("utf-8", "replace")

    async def now(self) -> datetime:
        return datetime.fromtimestamp(date_of(await self.read("/api/me")), UTC)

    async def pages(self, path: str, key: str, **query: object) -> AsyncIterator[Row]:
        offset = 0
        while True:
            rows = (await self.get(path, **query, limit=PAGE, offset=offset))[key]
            for row in rows:
                yield row
            if len(rows) < PAGE:
                return
            offset += PAGE


# -- push: a frame only says that something has happened; the poll that it wakes finds out what


async def listen(api: MulticaApi, on_event: Callable[[str, str], None]) -> None:
    """Call `on_event` with the kind and the issue of all that happens, connecting again and again."""
    from websockets.asyncio.client import connect  # noqa: PLC0415  # commands that do not listen need not load it
    from websockets.exceptions import WebSocketException  # noqa: PLC0415

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
