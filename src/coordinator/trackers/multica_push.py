"""Push from Multica: a frame only says that something has happened; the poll that it wakes finds out what."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from urllib.parse import urlsplit, urlunsplit

from coordinator.trackers.multica_api import MulticaApi

log = logging.getLogger("coordinator")

LONGEST_DELAY = 30.0
TELLING = ("issue:", "comment:", "task:completed", "task:failed", "task:cancelled", "activity:")


async def listen(api: MulticaApi, hear: Callable[[], None]) -> None:
    """Call `hear` whenever something has happened, connecting again and again; without push, polling goes on."""
    try:
        from websockets.asyncio.client import connect
        from websockets.exceptions import WebSocketException
    except ImportError:
        log.info("no push: the package websockets is not installed; polling goes on")
        return
    delay = 0.5
    while True:
        try:
            async with connect(_address(api), open_timeout=10) as socket:
                await socket.send(json.dumps({"type": "auth", "payload": {"token": api.token}}))
                hear()  # there is no replay: what happened while we were away is found by polling now
                async for frame in socket:
                    delay = 0.5
                    if _tells(frame):
                        hear()
        except (OSError, TimeoutError, WebSocketException) as error:
            log.debug("push is gone, polling goes on: %s", error)
        await asyncio.sleep(delay)
        delay = min(delay * 2, LONGEST_DELAY)


def _address(api: MulticaApi) -> str:
    parts = urlsplit(api.url)
    scheme = "wss" if parts.scheme == "https" else "ws"
    return urlunsplit((scheme, parts.netloc, "/ws", f"workspace_id={api.workspace}", ""))


def _tells(frame: str | bytes) -> bool:
    try:
        return str(json.loads(frame).get("type", "")).startswith(TELLING)
    except (ValueError, AttributeError):
        return False
