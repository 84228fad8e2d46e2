"""HTTP and WebSocket on loopback, with faults that a test can script."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC
from email.utils import format_datetime
from fnmatch import fnmatch
from http import HTTPStatus
from urllib.parse import parse_qsl, unquote, urlsplit

from websockets.frames import Frame, Opcode
from websockets.http11 import Request as Handshake
from websockets.protocol import State
from websockets.server import ServerProtocol

from tests.multica.http import Answer, Request, answer, chosen, enter
from tests.multica.model import Json, Refused
from tests.multica.world import World

KINDS = frozenset(kind + when for kind in ("500", "502", "503", "429", "hang", "drop") for when in ("", " after")) | {
    "conflict",
    "revoke",
    "slow",
    "late",
}
FRAME_LIMIT = 64 * 1024
AUTH_SECONDS = 10.0


@dataclass
class Fault:
    """Something that goes wrong with requests to a path; `after` means after the write was applied."""

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
        """Whether it strikes this request."""
        if self.method not in ("*", request.method) or not fnmatch(request.path, self.path):
            return False
        self.seen += 1
        due = self.seen > self.skip and (self.seen - self.skip - 1) % self.every == 0 and self.fired < self.times
        self.fired += due
        return due


@dataclass
class Push:
    """How the sockets behave: switched off, doubled, or losing the next frames."""

    on: bool = True
    copies: int = 1
    lose: int = 0

    def due(self) -> int:
        """How often the frame of this moment goes out."""
        if not self.on:
            return 0
        lost = self.lose > 0
        self.lose -= lost
        return 0 if lost else self.copies


class Socket:
    """One client's WebSocket."""

    def __init__(self, protocol: ServerProtocol, writer: asyncio.StreamWriter) -> None:
        self.protocol = protocol
        self.writer = writer
        self.known = False

    def send(self, frame: Json) -> None:
        """Push one frame."""
        self.protocol.send_text(json.dumps(frame).encode())
        self.flush()

    def close(self, frame: Json) -> None:
        """Say why, and close."""
        self.send(frame)
        self.protocol.send_close(1008)
        self.flush()

    def flush(self) -> None:
        """Hand over what the protocol wants to send."""
        for data in self.protocol.data_to_send():
            if data:
                self.writer.write(data)
            elif self.writer.can_write_eof():
                self.writer.write_eof()


class Wire:
    """The listener: one port for HTTP and WebSocket, which can be closed and opened again."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.requests: list[Request] = []
        self.faults: list[Fault] = []
        self.push = Push()
        self.latency = 0.0
        self.under_way: list[Request] = []
        self.sockets: set[Socket] = set()
        self._writers: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None

    async def open(self, port: int) -> int:
        """Listen on loopback; the port."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", port, limit=1 << 20)
        return int(self._server.sockets[0].getsockname()[1])

    async def close(self) -> None:
        """Stop listening and break every connection."""
        if self._server is not None:
            self._server.close()
            abort(self._writers)
            await self._server.wait_closed()
            self._server = None

    def drop_sockets(self) -> None:
        """Break every WebSocket."""
        abort(socket.writer for socket in self.sockets)

    def broadcast(self, frame: Json, copies: int) -> None:
        """Push a frame to everyone who has shown a token."""
        for socket in [one for one in self.sockets if one.known]:
            for _ in range(copies):
                with contextlib.suppress(Exception):
                    socket.send(frame)

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
        if fault is None and request.headers.get("upgrade", "").lower() == "websocket":
            await self._socket(raw, request, reader, writer)
            return False
        return await self._answer(request, fault, reader, writer)

    async def _answer(
        self, request: Request, fault: Fault | None, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
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
        """Carry out what was under way; nobody waits for the answers any more."""
        while self.under_way:
            answer(self.world, self.under_way.pop(0))

    def _interfere(self, request: Request) -> None:
        """Somebody else writes to the issue just before this request does."""
        with self.world.changed, contextlib.suppress(Refused):
            self.world.touch(self.world.issue(request.path.split("/")[3]))

    def _revoke(self, request: Request) -> None:
        """The token of this request is no longer valid."""
        user = self.world.user_of(request.headers.get("authorization", "").removeprefix("Bearer "))
        if user is not None:
            user.token = "revoked"

    def _written(self, reply: Answer) -> bytes:
        now = format_datetime(self.world.now().astimezone(UTC), usegmt=True)
        lines = [f"HTTP/1.1 {reply.status} {HTTPStatus(reply.status).phrase}", f"Date: {now}"]
        lines += [f"{name}: {value}" for name, value in reply.headers.items()]
        lines += [f"Content-Type: {reply.type}", f"Content-Length: {len(reply.raw)}"]
        return "\r\n".join([*lines, "", ""]).encode() + reply.raw

    async def _socket(
        self, raw: bytes, request: Request, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        socket = Socket(ServerProtocol(max_size=FRAME_LIMIT), writer)
        socket.protocol.receive_data(raw)
        handshake = next(event for event in socket.protocol.events_received() if isinstance(event, Handshake))
        socket.protocol.send_response(socket.protocol.accept(handshake))
        socket.flush()
        self.sockets.add(socket)
        late = asyncio.get_running_loop().call_later(AUTH_SECONDS, self._too_late, socket)
        try:
            while data := await reader.read(FRAME_LIMIT):
                socket.protocol.receive_data(data)
                self._heard(socket, request)
                socket.flush()
        finally:
            late.cancel()
            self.sockets.discard(socket)

    def _too_late(self, socket: Socket) -> None:
        if not socket.known and socket.protocol.state is State.OPEN:
            socket.close({"error": "authentication timeout"})

    def _heard(self, socket: Socket, request: Request) -> None:
        for event in socket.protocol.events_received():
            if not isinstance(event, Frame) or event.opcode is not Opcode.TEXT:
                continue
            frame = json.loads(bytes(event.data))
            if frame.get("type") == "ping":
                socket.send({"type": "pong"})
            elif frame.get("type") == "auth" and not socket.known:
                self._admit(socket, request, str(frame.get("payload", {}).get("token", "")))

    def _admit(self, socket: Socket, request: Request, token: str) -> None:
        try:
            user = self.world.user_of(token)
            if user is None:
                raise Refused(401, "invalid token")
            enter(self.world, user, chosen(self.world, request))
        except Refused as refusal:
            socket.close(refusal.body)
            return
        socket.known = True
        socket.send({"type": "auth_ack"})


def parse(raw: bytes, body: bytes = b"") -> Request:
    """A request from its bytes."""
    first, *lines = raw.decode("latin-1").split("\r\n")[:-2]
    method, target, _ = first.split(" ")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    url = urlsplit(target)
    return Request(method, unquote(url.path), dict(parse_qsl(url.query)), headers, body, time.monotonic())


def abort(writers: Iterable[asyncio.StreamWriter]) -> None:
    """Break connections without a goodbye."""
    for writer in list(writers):
        writer.transport.abort()


def _broken(status: str, fault: Fault) -> Answer:
    headers = {"Retry-After": f"{fault.seconds:g}"} if status == "429" else {}
    return Answer(int(status), {"error": f"failed to do it: {status} on purpose"}, headers)
