"""Push from Multica: a frame only says that something has happened; the poll that it wakes finds out what."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from coordinator.trackers.multica.client import MulticaApi

log = logging.getLogger("coordinator")

FIRST_DELAY = 0.5
LONGEST_DELAY = 30.0
CONNECTED = "connected"


async def listen(api: MulticaApi, hear: Callable[[str, str], None]) -> None:
    """Call `hear` with the kind and the issue of all that happens, connecting again and again."""
    try:  # an optional package
        from websockets.asyncio.client import connect  # noqa: PLC0415
        from websockets.exceptions import WebSocketException  # noqa: PLC0415
    except ImportError:
        log.info("no push: the package websockets is not installed; polling goes on")
        return
    server = urlsplit(api.url)
    scheme = "wss" if server.scheme == "https" else "ws"
    address = urlunsplit((scheme, server.netloc, "/ws", f"workspace_id={api.workspace}", ""))
    delay = FIRST_DELAY
    while True:
        try:
            async with connect(address, open_timeout=10) as socket:
                await socket.send(json.dumps({"type": "auth", "payload": {"token": api.token}}))
                async for frame in socket:
                    kind, issue = _event(frame)
                    if kind == "auth_ack":
                        # There is no replay: what happened while we were away is found by polling now.
                        kind, delay = CONNECTED, FIRST_DELAY
                    hear(kind, issue)
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
