"""HTTP on loopback: requests, answers, routing tables, and faults that a test can script."""

from __future__ import annotations

import base64
import contextlib
import json
import re
import socket
import struct
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatch
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, TypeVar
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit

from tests.support.forge import git as repositories
from tests.support.forge.state import Comment, Issue, Json, Pull, Refused, Repo, Review, User, World
from tests.support.repositories import git

Thing = TypeVar("Thing")
REFUSALS = (
    "403",
    "429",
    "primary",
    "secondary",
    "405",
    "409",
    "423",
    "500",
    "502",
    "503",
    "drop",
    "hang",
)
KINDS = frozenset(kind + when for kind in REFUSALS for when in ("", " after")) | {"slow"}


@dataclass
class Request:
    """A request that the server received, and the status of its answer: 0 if the connection was dropped."""

    method: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    raw: bytes
    target: str
    status: int = 0
    template: str = ""

    @property
    def conditional(self) -> bool:
        """Whether the request asks only for changed data."""
        return "if-none-match" in self.headers

    @property
    def body(self) -> Any:
        """The JSON that was sent, or None."""
        return json.loads(self.raw) if self.raw else None

    @property
    def credential(self) -> str:
        """The token of the request: a bearer's, or the password that git sends."""
        scheme, _, value = self.headers.get("authorization", "").partition(" ")
        if scheme.lower() == "basic":
            return base64.b64decode(value).decode().partition(":")[2]
        return value


@dataclass(frozen=True)
class Answer:
    """One response: a status, a body as JSON or bytes, and headers."""

    status: int = 200
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def raw(self) -> bytes:
        """The body as it is sent. None is an empty body."""
        if isinstance(self.body, bytes):
            return self.body
        return b"" if self.body is None else json.dumps(self.body).encode()


def found(thing: Thing | None) -> Thing:
    """Return the value, or raise a 404 answer if it is None."""
    if thing is None:
        raise Refused(404, "Not Found")
    return thing


class Sent(dict[str, Any]):
    """The JSON object that was sent. A missing key causes an answer that names it."""

    def __missing__(self, name: str) -> Any:
        raise Refused(422, f"{name} is missing")


@dataclass
class Call:
    """A request by a known account to a known route. The parts of the path name its subject."""

    world: World
    request: Request
    user: User
    parts: Mapping[str, str]
    base: str

    @property
    def repo(self) -> Repo:
        """Return the repository. One that the user cannot read is not found."""
        repo = self.world.repos.get(f"{self.parts['owner']}/{self.parts['repo']}")
        return found(repo if repo and repo.allows(self.user, "read") else None)

    @property
    def item(self) -> Issue:
        """The issue or pull request."""
        return found(self.repo.items.get(int(self.parts["number"])))

    @property
    def pull(self) -> Pull:
        """The pull request."""
        item = self.item
        return found(item if isinstance(item, Pull) else None)

    def one(self, things: list[Any], part: str) -> Any:
        """Return the row whose id is in the path."""
        return found(next((thing for thing in things if thing.id == int(self.parts[part])), None))

    @property
    def reviews(self) -> list[Review]:
        """Return the reviews that the user can see. Only its author sees a pending one."""
        return [one for one in self.pull.reviews if one.state != "PENDING" or one.user is self.user]

    @property
    def comment(self) -> tuple[Issue, Comment]:
        """Return the comment whose id is in the path, and its issue or pull request."""
        known = {
            comment.id: (item, comment)
            for item in self.repo.items.values()
            for comment in item.comments
        }
        return found(known.get(int(self.parts["comment_id"])))

    @property
    def sha(self) -> str:
        """Return the commit that the path names by its branch or its id."""
        for name in (f"refs/heads/{self.parts['ref']}", self.parts["ref"]):
            if repositories.knows(self.repo.path, name):
                return git(self.repo.path, "rev-parse", name)
        raise Refused(404, "Not Found")

    @property
    def body(self) -> Json:
        """The JSON object that was sent."""
        try:
            sent = self.request.body or {}
        except ValueError:
            sent = None
        if not isinstance(sent, dict):
            raise Refused(400, "Problems parsing JSON")
        return Sent(sent)

    def users(self, logins: list[str]) -> list[User]:
        """The accounts of these names."""
        return [found(self.world.users.get(login)) for login in logins]


Handler = Callable[[Call], Any]


class Routes:
    """The routing table of a dialect. Paths are written as in the server's own description of its API."""

    def __init__(self) -> None:
        self.rows: list[tuple[str, str, re.Pattern[str], Handler, int]] = []

    def __call__(
        self, method: str, template: str, status: int = 200
    ) -> Callable[[Handler], Handler]:
        """Register a handler for a path. The parts of the path in braces become parts of the call."""
        same = re.sub(r"\{(pull_number|issue_number|index)\}", "{number}", template)
        pattern = re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", same))

        def serve(handler: Handler) -> Handler:
            self.rows.append((method, template, pattern, handler, status))
            return handler

        return serve

    def find(self, method: str, path: str) -> tuple[str, Mapping[str, str], Handler, int]:
        """Return the template, the parts, the handler and the status of success for a request."""
        others = False
        for known, template, pattern, handler, status in self.rows:
            if match := pattern.fullmatch(path):
                others = True
                if known == method:
                    parts = {name: unquote(value) for name, value in match.groupdict().items()}
                    return template, parts, handler, status
        raise Refused(405 if others else 404, "" if others else "Not Found")


def paged(
    call: Call, rows: list[Any], size: tuple[str, int, int], path: str
) -> tuple[list[Any], dict[str, str]]:
    """Return one page of the rows and its Link header.

    The links lead to pages of `path`. The parameter for the size has a name, a default and a
    maximum.
    """
    name, usual, most = size
    query = dict(call.request.query)
    many = min(int(query.get(name, usual)), most)
    page = int(query.get("page", 1))
    last = max(1, -(-len(rows) // many))
    links = {"prev": page - 1, "next": page + 1, "first": 1, "last": last}
    wanted = [
        rel
        for rel in links
        if (rel in ("prev", "first") and page > 1) or (rel in ("next", "last") and page < last)
    ]
    address = f"{call.world.url}{call.base}{path}"
    linked = [
        f'<{address}?{urlencode({**query, "page": links[rel]})}>; rel="{rel}"' for rel in wanted
    ]
    return rows[(page - 1) * many : page * many], {"Link": ", ".join(linked)} if linked else {}


@dataclass
class Fault:
    """A fault in the answers to requests for a path.

    A kind that ends with ` after` strikes after the write was done. `fired` counts the matching
    requests. `struck` counts those whose work before the fault is complete.
    """

    method: str
    path: str
    kind: str
    times: int = 1
    skip: int = 0
    seconds: float = 1.0
    message: str = ""
    fired: int = 0
    struck: int = 0
    seen: int = 0

    def takes(self, request: Request) -> bool:
        """Return whether the fault applies to this request."""
        if self.method not in ("*", request.method) or not fnmatch(request.path, self.path):
            return False
        self.seen += 1
        due = self.skip < self.seen and self.fired < self.times
        self.fired += due
        return due

    @property
    def refusal(self) -> Refused:
        """Return the answer that replaces the real one."""
        what = self.kind.removesuffix(" after")
        if what == "primary":
            limits = {
                "x_ratelimit_remaining": "0",
                "x_ratelimit_reset": str(int(time.time() + self.seconds)),
            }
            return Refused(
                403, self.message or "API rate limit exceeded for user ID 1001.", **limits
            )
        if what in ("secondary", "429"):
            said = (
                self.message
                or "You have exceeded a secondary rate limit. Please wait a few minutes."
            )
            return Refused(429 if what == "429" else 403, said, retry_after=f"{self.seconds:g}")
        return Refused(int(what), self.message or "Server Error")


class Listener:
    """A port on loopback that can be closed and opened again. `answer` gets each request and its fault."""

    def __init__(self, answer: Callable[[Request, Fault | None], Answer], base: str) -> None:
        self.answer = answer
        self.base = base
        self.requests: list[Request] = []
        self.faults: list[Fault] = []
        self.choosing = threading.Lock()
        self.latency = 0.0
        self.port = 0
        self.connections: set[socket.socket] = set()
        self._server: ThreadingHTTPServer | None = None

    def open(self) -> None:
        """Listen, on the same port as before if there was one."""
        self._server = _Server(self)
        self.port = self._server.server_address[1]
        threading.Thread(
            target=self._server.serve_forever, args=(0.02,), daemon=True, name="forge"
        ).start()

    def close(self) -> None:
        """Stop listening and break every connection."""
        if self._server is not None:
            self._server.shutdown()
            for connection in list(self.connections):
                abort(connection)
            self._server.server_close()
            self._server = None


def abort(connection: socket.socket) -> None:
    """Break a connection without closing it properly."""
    with contextlib.suppress(OSError):
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.shutdown(socket.SHUT_RDWR)


class _Server(ThreadingHTTPServer):
    """The server of the standard library, with a list of its connections."""

    daemon_threads = False  # closing waits for the threads, so that none outlives the test
    request_queue_size = 128

    def __init__(self, listener: Listener) -> None:
        self.listener = listener
        super().__init__(("127.0.0.1", listener.port), _Handler)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore errors of connections, because clients may leave at any time."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: _Server

    def setup(self) -> None:
        super().setup()
        self.server.listener.connections.add(self.connection)

    def finish(self) -> None:
        self.server.listener.connections.discard(self.connection)
        super().finish()

    def log_message(self, *_: Any) -> None:
        """Print nothing."""

    def _serve(self) -> None:
        listener = self.server.listener
        request = self._request(listener.base)
        listener.requests.append(request)
        with listener.choosing:
            fault = next((one for one in listener.faults if one.takes(request)), None)
        what = fault.kind.removesuffix(" after") if fault else ""
        time.sleep(listener.latency + (fault.seconds if fault and what == "slow" else 0))
        reply = (
            Answer()
            if what in ("drop", "hang") and fault and what == fault.kind
            else listener.answer(request, fault)
        )
        if fault:
            fault.struck += 1
        if what == "hang":
            self.connection.recv(1)
        if what in ("drop", "hang"):
            self.close_connection = True
            return abort(self.connection)
        request.status = reply.status
        self.wfile.write(self._written(reply))

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = _serve

    def _request(self, base: str) -> Request:
        headers = {name.lower(): value for name, value in self.headers.items()}
        raw = b"".join(self._chunks()) if "transfer-encoding" in headers else b""
        raw = raw or self.rfile.read(int(headers.get("content-length", 0)))
        url = urlsplit(self.path)
        path = url.path.removeprefix(base) or "/"
        return Request(self.command, path, dict(parse_qsl(url.query)), headers, raw, self.path)

    def _chunks(self) -> Iterator[bytes]:
        while size := int(self.rfile.readline(), 16):
            yield self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()

    def _written(self, reply: Answer) -> bytes:
        lines = [
            f"HTTP/1.1 {reply.status} {HTTPStatus(reply.status).phrase}",
            f"Date: {self.date_time_string()}",
        ]
        headers = {"Content-Type": "application/json; charset=utf-8", **reply.headers}
        headers["Content-Length"] = str(len(reply.raw))
        lines += [f"{name}: {value}" for name, value in headers.items()]
        return "\r\n".join([*lines, "", ""]).encode() + reply.raw


def encoded(name: str) -> str:
    """Return a name as a part of a path."""
    return quote(name, safe="")
