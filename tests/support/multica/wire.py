"""HTTP on loopback, with faults that a test can script."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC
from email.utils import format_datetime
from fnmatch import fnmatch
from http import HTTPStatus
from urllib.parse import parse_qsl, unquote, urlsplit

from tests.support.multica.http import Answer, Request, answer
from tests.support.multica.model import Refused
from tests.support.multica.world import World

KINDS = frozenset(
    kind + when for kind in ("500", "502", "503", "429", "hang", "drop") for when in ("", " after")
) | {
    "conflict",
    "revoke",
    "slow",
    "late",
}


@dataclass
class Fault:
    """A fault in the answers to requests for a path.

    `after` means that it strikes after the write was done.
    """

    method: str
    path: str
    kind: str
    times: int = 1
    skip: int = 0
    every: int = 1
    seconds: float = 0.0
    fired: int = 0
    seen: int = 0

    def takes(self, request: Request) -> bool:
        """Return whether the fault applies to this request."""
        if self.method not in ("*", request.method) or not fnmatch(request.path, self.path):
            return False
        self.seen += 1
        due = (
            self.seen > self.skip
            and (self.seen - self.skip - 1) % self.every == 0
            and self.fired < self.times
        )
        self.fired += due
        return due


class Wire:
    """The listener on one port, which can be closed and opened again."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.requests: list[Request] = []
        self.faults: list[Fault] = []
        self.latency = 0.0
        self.under_way: list[Request] = []
        self._writers: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None

    async def open(self, port: int) -> int:
        """Listen on loopback; return the port."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", port, limit=1 << 20)
        return int(self._server.sockets[0].getsockname()[1])

    async def close(self) -> None:
        """Stop listening and break every connection."""
        if self._server is not None:
            self._server.close()
            abort(self._writers)
            await self._server.wait_closed()
            self._server = None

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        try:
            while await self._exchange(reader, writer):
                pass
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            self._writers.discard(writer)
            writer.close()

    async def _exchange(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        raw = await reader.readuntil(b"\r\n\r\n")
        request = parse(raw)
        if (length := int(request.headers.get("content-length", 0))) > 0:
            request = parse(raw, await reader.readexactly(length))
        self.requests.append(request)
        await asyncio.sleep(self.latency)
        fault = next((one for one in self.faults if one.takes(request)), None)
        return await self._answer(request, fault, reader, writer)

    async def _answer(
        self,
        request: Request,
        fault: Fault | None,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> bool:
        kind = fault.kind if fault else ""
        if kind == "conflict":
            self._interfere(request)
        if kind == "revoke":
            self._revoke(request)
        if fault and kind == "slow":
            await asyncio.sleep(fault.seconds)
        if kind == "late":
            self.under_way.append(request)
            await reader.read()
            return False
        what = kind.removesuffix(" after")
        refused = what == kind and kind not in ("", "conflict", "revoke", "slow")
        reply = Answer() if refused else answer(self.world, request)
        if what == "drop":
            abort([writer])
            return False
        if what == "hang":
            await reader.read()
            return False
        writer.write(self._written(_broken(what, fault) if fault and what.isdigit() else reply))
        await writer.drain()
        return True

    async def arrive(self) -> None:
        """Carry out the delayed requests. Nobody waits for the answers any more."""
        while self.under_way:
            answer(self.world, self.under_way.pop(0))

    def _interfere(self, request: Request) -> None:
        """Write to the issue as somebody else just before this request does."""
        with self.world.changed, contextlib.suppress(Refused):
            self.world.touch(self.world.issue(request.path.split("/")[3]))

    def _revoke(self, request: Request) -> None:
        """Make the token of this request invalid."""
        user = self.world.user_of(request.headers.get("authorization", "").removeprefix("Bearer "))
        if user is not None:
            user.token = "revoked"

    def _written(self, reply: Answer) -> bytes:
        now = format_datetime(self.world.now().astimezone(UTC), usegmt=True)
        lines = [f"HTTP/1.1 {reply.status} {HTTPStatus(reply.status).phrase}", f"Date: {now}"]
        lines += [f"{name}: {value}" for name, value in reply.headers.items()]
        lines += [f"Content-Type: {reply.type}", f"Content-Length: {len(reply.raw)}"]
        return "\r\n".join([*lines, "", ""]).encode() + reply.raw


def parse(raw: bytes, body: bytes = b"") -> Request:
    """Return the request in these bytes."""
    first, *lines = raw.decode("latin-1").split("\r\n")[:-2]
    method, target, _ = first.split(" ")
    headers = {
        name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)
    }
    url = urlsplit(target)
    return Request(
        method, unquote(url.path), dict(parse_qsl(url.query)), headers, body, time.monotonic()
    )


def abort(writers: Iterable[asyncio.StreamWriter]) -> None:
    """Break connections without closing them properly."""
    for writer in list(writers):
        writer.transport.abort()


def _broken(status: str, fault: Fault) -> Answer:
    headers = {"Retry-After": f"{fault.seconds:g}"} if status == "429" else {}
    return Answer(int(status), {"error": f"failed to do it: {status} on purpose"}, headers)
