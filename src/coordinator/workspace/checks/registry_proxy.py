"""A program that lets a set-up reach package registries, and no other address.

`setup_network.py` starts this file by its path for each set-up, so it uses only the standard
library. It receives a listening socket through a channel, and serves as an HTTP proxy on it.
`CONNECT` reaches registries with TLS, `GET` and `HEAD` reach registries without TLS. It prints a
line about each refused address.

If the environment names a proxy of this machine, connections go through that proxy. Its password
stays in this process.
"""

import asyncio
import base64
import io
import ipaddress
import json
import os
import re
import socket
import ssl
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit
from urllib.request import getproxies_environment, proxy_bypass

HEAD = 16_384  # bytes of the largest request line with its headers
HEAD_SECONDS = 10.0  # for a client to send its request line and headers
CONNECT_SECONDS = 30.0  # for a registry, or the proxy of this machine, to answer
CONNECTIONS = 200  # open at the same time
CHUNK = 65_536
REPORTED = 20  # refused addresses that are printed

# From RFC 8446 and RFC 6066
RECORD_HEADER = 5  # bytes
LARGEST_RECORD = 16_384
HANDSHAKE = 22
CLIENT_HELLO = 1
VERSION_AND_RANDOM = 34  # bytes
SERVER_NAME = 0
HOST_NAME = 0

_HOST = r"([A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])"
_CONNECT = re.compile(rf"CONNECT {_HOST}:([0-9]{{1,5}}) HTTP/1\.[01]")
_FETCH = re.compile(rf"(GET|HEAD) http://{_HOST}(?::([0-9]{{1,5}}))?(/[!-~]*) HTTP/1\.[01]")
_HEADER = re.compile(r"([A-Za-z0-9!#$%&'*+.^_`|~-]+):[ \t]*([ -~\t\x80-\xff]*)")
_STATUS = re.compile(rb"HTTP/1\.[01] ([0-9]{3})[ \r]")
# Headers that concern a single connection, or that the proxy writes itself.
_NOT_FORWARDED = frozenset(
    (
        "connection",
        "content-length",
        "host",
        "keep-alive",
        "proxy-authorization",
        "proxy-connection",
        "te",
        "trailer",
        "upgrade",
    )
)

Place = tuple[str, int]  # a host in lower case, and a port
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class RefusedRequest(Exception):
    """A client's request that the proxy does not carry out, with the HTTP status of the answer."""

    def __init__(self, status: int, cause: str) -> None:
        super().__init__(cause)
        self.status = status


@dataclass(frozen=True, slots=True)
class Request:
    """A client's request for a tunnel or, if `method` is not CONNECT, for a file without TLS."""

    method: str
    place: Place
    path: str = ""
    headers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Upstream:
    """The proxy through which this machine reaches the internet."""

    host: str
    port: int
    is_tls: bool
    headers: str  # its authorization, or nothing

    async def open(self) -> Streams:
        context = ssl.create_default_context() if self.is_tls else None
        return await asyncio.open_connection(self.host, self.port, ssl=context, limit=HEAD)


def main() -> None:
    """Receive a listening socket, and answer its clients until this process is ended."""
    plan = json.loads(sys.argv[1])
    allowed = {(host, port): is_local for host, port, is_local in plan["places"]}
    with socket.socket(fileno=plan["channel"]) as channel:
        _, files, _, _ = socket.recv_fds(channel, 1, 1)
    if files:
        asyncio.run(RegistryProxy(allowed).serve(socket.socket(fileno=files[0])))


class RegistryProxy:
    """An HTTP proxy that connects to allowed places only.

    `allowed` has the allowed places. Its values say whether a place may be on this machine.
    """

    def __init__(self, allowed: Mapping[Place, bool]) -> None:
        self.allowed = allowed
        self.connections = 0
        self.reported: set[str] = set()

    async def serve(self, listener: socket.socket) -> None:
        server = await asyncio.start_server(self._answer, sock=listener, limit=HEAD)
        async with server:
            await server.serve_forever()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            if self.connections > CONNECTIONS:
                raise RefusedRequest(503, f"more than {CONNECTIONS} connections at the same time")
            async with asyncio.timeout(HEAD_SECONDS):
                request = await _read_request(reader)
            await self._carry_out(request, (reader, writer))
        except RefusedRequest as refused:
            answer = f"HTTP/1.1 {refused.status} {refused}\r\nContent-Length: 0\r\n"
            writer.write(f"{answer}Connection: close\r\n\r\n".encode("ascii", "replace"))
        except (OSError, EOFError):  # the client or the server is gone or too slow
            pass
        finally:
            self.connections -= 1
            await _close(writer)

    async def _carry_out(self, request: Request, client: Streams) -> None:
        self._require_allowed(request.place)
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                far = await self._open(request)
        except (OSError, EOFError, ValueError) as error:
            cause = f"{_text(request.place)} cannot be reached: {_one_line(error)}"
            raise RefusedRequest(502, cause) from None
        try:
            if request.method == "CONNECT":
                client[1].write(b"HTTP/1.1 200 Connected\r\n\r\n")
                far[1].write(await self._read_hello(client[0], request.place))
                await _join(client, far)
            else:
                # Read nothing more from the client. The proxy of this machine would take further
                # bytes for another request.
                await _copy(far[0], client[1])
        finally:
            await _close(far[1])

    def _require_allowed(self, place: Place) -> None:
        if place not in self.allowed:
            host, port = place
            entry = host if port == 443 else f'"{_text(place)}"'
            self._refuse(
                f"{_text(place)} is not among the package registries; "
                f"to allow it, add it to the configuration: registries: [{entry}]"
            )

    def _refuse(self, cause: str) -> None:
        """Print the cause unless it was printed before, and raise RefusedRequest."""
        if cause not in self.reported and len(self.reported) < REPORTED:
            self.reported.add(cause)
            print(f"set-up: {cause}", flush=True)
        raise RefusedRequest(403, cause)

    async def _read_hello(self, reader: asyncio.StreamReader, place: Place) -> bytes:
        """Return the first record of a tunnel. Raise RefusedRequest if it is not TLS for the host.

        The host must match, because many servers also answer for other hosts at their address.
        """
        async with asyncio.timeout(HEAD_SECONDS):
            start = await reader.readexactly(RECORD_HEADER)
            size = int.from_bytes(start[3:])
            if start[0] != HANDSHAKE or size > LARGEST_RECORD:
                self._refuse(f"the tunnel to {_text(place)} was used for something else than TLS")
            record = await reader.readexactly(size)
        name = server_name(record)
        host = place[0]
        expected = "" if is_address(host) else host
        if name != expected:
            self._refuse(f"the tunnel to {_text(place)} was used for another host")
        return start + record

    async def _open(self, request: Request) -> Streams:
        """Connect to the registry of a request. Without a tunnel, also send the request.

        Return the connection, which may lead through the proxy of this machine.
        """
        scheme = "https" if request.method == "CONNECT" else "http"
        upstream = upstream_for(scheme, request.place[0])
        if upstream is None:
            far = await self._connect(request.place)
            if request.method != "CONNECT":
                far[1].write(_forwarded(request, request.path))
            return far
        far = await upstream.open()
        try:
            if request.method == "CONNECT":
                await _open_tunnel(far, upstream, request.place)
            else:
                url = f"http://{_text(request.place)}{request.path}"
                far[1].write(_forwarded(request, url, upstream.headers))
        except BaseException:
            await _close(far[1])
            raise
        return far

    async def _connect(self, place: Place) -> Streams:
        """Return a connection to an allowed place; resolve the name of the place only once."""
        host, port = place
        loop = asyncio.get_running_loop()
        found = await loop.getaddrinfo(host.strip("[]"), port, type=socket.SOCK_STREAM)
        addresses = list(dict.fromkeys(str(row[4][0]) for row in found))
        for address in addresses:
            if not self.allowed[place] and is_own(address):
                self._refuse(
                    f"{_text(place)} has the address {address} of this machine or its network "
                    f'link; to allow it, write its port too: registries: ["{_text(place)}"]'
                )
        failure = OSError("it has no address")
        for address in addresses:
            try:
                return await asyncio.open_connection(address, port, limit=HEAD)
            except OSError as error:
                failure = error
        raise failure


def is_own(address: str) -> bool:
    """Return whether an IP address leads to this machine or stays on its network link."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped:
        found = found.ipv4_mapped
    never_far = found.is_loopback or found.is_link_local
    return never_far or found.is_unspecified or found.is_multicast


def is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True


def server_name(record: bytes) -> str | None:
    """Return the host that the first record of a TLS client names; empty if it names none.

    Return None if the record is not a whole ClientHello with at most one name.
    """
    hello = io.BytesIO(record)
    kind = _number(hello, 1)
    if kind != CLIENT_HELLO or _number(hello, 3) != len(record) - 4:
        return None
    hello.seek(VERSION_AND_RANDOM, os.SEEK_CUR)
    for width in (1, 2, 1):  # session, ciphers, compressions
        _field(hello, width)
    extensions = io.BytesIO(_field(hello, 2))
    is_whole = not hello.read()
    names = []
    while extensions.tell() < len(extensions.getbuffer()):
        extension = _number(extensions, 2)
        value = _field(extensions, 2)
        if extension == SERVER_NAME:
            names.append(value)
    if not names and is_whole:
        return ""
    if len(names) != 1 or not is_whole:
        return None
    listed = io.BytesIO(names[0])
    is_whole = _number(listed, 2) == len(names[0]) - 2
    name_type = _number(listed, 1)
    name = _field(listed, 2).decode("ascii", "replace")
    if name_type != HOST_NAME or listed.read() or not is_whole:
        return None
    return _normal(name)


def _number(stream: io.BytesIO, width: int) -> int:
    return int.from_bytes(stream.read(width))


def _field(stream: io.BytesIO, width: int) -> bytes:
    """Return the content of a TLS field, which begins with its length in `width` bytes."""
    return stream.read(_number(stream, width))


def upstream_for(scheme: str, host: str) -> Upstream | None:
    """Return the proxy that the environment names for a host; None if there is none."""
    known = getproxies_environment()
    url = known.get(scheme) or known.get("all") or ""
    if not url or proxy_bypass(host):
        return None
    if "://" not in url:
        url = f"http://{url}"
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("the proxy of this machine is not an HTTP proxy")
    headers = ""
    if parts.username is not None:
        pair = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
        headers = f"Proxy-Authorization: Basic {base64.b64encode(pair.encode()).decode()}\r\n"
    is_tls = parts.scheme == "https"
    return Upstream(parts.hostname, parts.port or (443 if is_tls else 80), is_tls, headers)


async def _read_request(reader: asyncio.StreamReader) -> Request:
    """Return the first request of a connection; raise RefusedRequest if it is malformed."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.LimitOverrunError:
        raise RefusedRequest(431, f"the headers are longer than {HEAD} bytes") from None
    line, *rows = head.decode("latin-1").removesuffix("\r\n\r\n").split("\r\n")
    headers = []
    for row in rows:
        header = _HEADER.fullmatch(row)
        if not header:
            raise RefusedRequest(400, "a header is malformed")
        headers.append((header[1], header[2]))
    tunnel = _CONNECT.fullmatch(line)
    if tunnel:
        return Request("CONNECT", (_normal(tunnel[1]), int(tunnel[2])))
    fetch = _FETCH.fullmatch(line)
    if not fetch:
        raise RefusedRequest(
            400, "this proxy carries out CONNECT, and GET and HEAD of http addresses"
        )
    for name, value in headers:
        is_body = name.lower() == "content-length" and value.strip() != "0"
        if is_body or name.lower() == "transfer-encoding":
            raise RefusedRequest(400, "this proxy forwards no body")
    return Request(fetch[1], (_normal(fetch[2]), int(fetch[3] or 80)), fetch[4], tuple(headers))


def _normal(host: str) -> str:
    return host.lower().removesuffix(".")


def _text(place: Place) -> str:
    return f"{place[0]}:{place[1]}"


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__


def _forwarded(request: Request, target: str, authorization: str = "") -> bytes:
    """Return the head of a request without TLS, as the registry or another proxy receives it."""
    host = _text(request.place).removesuffix(":80")
    lines = [f"{request.method} {target} HTTP/1.1", f"Host: {host}"]
    for name, value in request.headers:
        if name.lower() not in _NOT_FORWARDED:
            lines.append(f"{name}: {value}")
    lines.append("Connection: close")
    return ("\r\n".join(lines) + f"\r\n{authorization}\r\n").encode("latin-1")


async def _open_tunnel(far: Streams, upstream: Upstream, place: Place) -> None:
    """Have the proxy of this machine open a tunnel. Raise OSError if it refuses."""
    reader, writer = far
    to = _text(place)
    writer.write(f"CONNECT {to} HTTP/1.1\r\nHost: {to}\r\n{upstream.headers}\r\n".encode())
    try:
        answer = await reader.readuntil(b"\r\n\r\n")
    except asyncio.LimitOverrunError:
        raise OSError("the proxy of this machine sent headers that are too long") from None
    status = _STATUS.match(answer)
    if not status or status[1] != b"200":
        said = status[1].decode() if status else "no status"
        raise OSError(f"the proxy of this machine answered {said}")


async def _join(client: Streams, far: Streams) -> None:
    """Copy bytes in both directions until one side ends."""
    ways = {
        asyncio.ensure_future(_copy(client[0], far[1])),
        asyncio.ensure_future(_copy(far[0], client[1])),
    }
    try:
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for way in ways:
            way.cancel()
        await asyncio.gather(*ways, return_exceptions=True)


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while chunk := await reader.read(CHUNK):
        writer.write(chunk)
        await writer.drain()


async def _close(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with suppress(OSError):
        await writer.wait_closed()


if __name__ == "__main__":
    main()
