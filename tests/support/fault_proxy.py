"""A proxy between a daemon and a tracker that answers some requests itself, as an ingress or a sign-in page does.

with FaultProxy(server.url) as proxy:
    proxy.rate, proxy.kinds = 0.2, KINDS
"""

from __future__ import annotations

import http.client
import random
import socket
import threading
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any
from urllib.parse import urlsplit

HOST = "127.0.0.1"
KINDS = ("404", "html", "302", "408", "413", "cut", "type")
# The answers that the tracker gave, and that came through damaged.
DAMAGED = ("cut", "type")
HOPS = ("connection", "keep-alive", "transfer-encoding", "content-length")
PAGE = b"<html><body>Please sign in</body></html>"


@dataclass(frozen=True)
class Reply:
    """An answer; of a cut one only half of the body is sent."""

    status: int
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""
    is_cut: bool = False


def is_write(method: str) -> bool:
    """Whether a request with this method changes something."""
    return method not in ("GET", "HEAD")


class FaultProxy:
    """Hands requests on to `target`.

    `choose` says by method and path which kind of fault a request meets: "" for none. It is called for the
    requests to the API only. By default it strikes at random, at this `rate`, with these `kinds`. Each other
    request that meets a fault is carried out by the tracker, and only its answer is lost, unless `carries_out` is
    false.
    """

    def __init__(self, target: str, *, kinds: Collection[str] = KINDS, seed: int = 7) -> None:
        at = urlsplit(target)
        assert at.hostname
        self._target = (at.hostname, at.port or 80)
        self.kinds = tuple(kinds)
        self.rate = 0.0
        self.carries_out = True
        self.choose: Callable[[str, str], str] = self._at_random
        self.struck = 0
        self.strays = 0  # requests to the places that a redirect leads to
        self._chance = random.Random(seed)
        self._choosing = threading.Lock()
        self._elsewhere = socket.create_server((HOST, 0))
        self._server = _Server(self)
        self.url = f"http://{HOST}:{self._server.server_address[1]}"

    def __enter__(self) -> FaultProxy:
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        threading.Thread(target=self._count_strays, daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        with suppress(OSError):
            self._elsewhere.shutdown(socket.SHUT_RDWR)
        self._elsewhere.close()
        assert kind or not self.strays, "a redirect was followed"

    def _count_strays(self) -> None:
        with suppress(OSError):
            while True:
                self._elsewhere.accept()[0].close()
                self.strays += 1

    def _at_random(self, _method: str, _path: str) -> str:
        if self._chance.random() >= self.rate:
            return ""
        return self._chance.choice(self.kinds)

    def reply(self, method: str, target: str, headers: dict[str, str], body: bytes) -> Reply:
        """The answer to a request."""
        path = target.partition("?")[0]
        if path == "/login":
            self.strays += 1
        with self._choosing:
            kind = self.choose(method, path) if path.startswith("/api/") else ""
            self.struck += bool(kind)
            is_lost = kind in DAMAGED or (self.carries_out and self.struck % 2 == 0)
        theirs = Reply(200)
        if not kind or is_lost:
            theirs = self._ask(method, target, headers, body)
        return self._spoil(kind, theirs)

    def _ask(self, method: str, target: str, headers: dict[str, str], body: bytes) -> Reply:
        connection = http.client.HTTPConnection(*self._target, timeout=60)
        try:
            connection.request(method, target, body, headers)
            answer = connection.getresponse()
            kept = tuple(
                (name, value) for name, value in answer.getheaders() if name.lower() not in HOPS
            )
            return Reply(answer.status, kept, answer.read())
        finally:
            connection.close()

    def _spoil(self, kind: str, theirs: Reply) -> Reply:
        html = (("Content-Type", "text/html; charset=utf-8"),)
        if kind in ("404", "408", "413"):
            return Reply(int(kind), html, b"<html><title>" + kind.encode() + b"</title></html>")
        if kind == "html":
            return Reply(200, html, PAGE)
        if kind == "302":
            places = (f"{self.url}/login", f"http://{HOST}:{self._elsewhere.getsockname()[1]}/in")
            return Reply(302, (("Location", places[self.struck % 2]), *html), PAGE)
        if kind == "cut":
            return Reply(theirs.status, theirs.headers, theirs.body or b"{}", is_cut=True)
        if kind == "type":
            others = [pair for pair in theirs.headers if pair[0].lower() != "content-type"]
            return Reply(theirs.status, (*others, *html), theirs.body or b"{}")
        if kind == "empty":
            return Reply(200, html)
        assert not kind, kind
        return theirs


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, proxy: FaultProxy) -> None:
        self.proxy = proxy
        super().__init__((HOST, 0), _Handler)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client or a tracker that went away is no news."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: _Server

    def log_message(self, *_: Any) -> None:
        """Nothing is printed."""

    def _serve(self) -> None:
        headers = {name: value for name, value in self.headers.items() if name.lower() not in HOPS}
        if "transfer-encoding" in self.headers:
            body = self._chunks()
        else:
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
        reply = self.server.proxy.reply(self.command, self.path, headers, body)
        self.send_response_only(reply.status)
        for name, value in reply.headers:
            self.send_header(name, value)
        if reply.status not in (204, 304):
            self.send_header("Content-Length", str(len(reply.body)))
        sent = reply.body
        if reply.is_cut:
            sent = sent[: len(sent) // 2]
            self.close_connection = True
            self.send_header("Connection", "close")
        self.end_headers()
        if reply.status not in (204, 304):
            self.wfile.write(sent)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = _serve

    def _chunks(self) -> bytes:
        found = b""
        while size := int(self.rfile.readline(), 16):
            found += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return found
