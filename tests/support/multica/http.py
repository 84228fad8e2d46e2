"""Requests, answers and the routing table of the stand-in."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.support.multica.model import Actor, Json, Refused, Task, User
from tests.support.multica.world import World

PUBLIC = ("/health", "/healthz", "/readyz", "/api/config")
ACCOUNT = ("/api/me", "/api/tokens", "/api/workspaces", "/api/daemon")
UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


@dataclass(frozen=True)
class Request:
    """A request that the server received. `at` is a monotonic time."""

    method: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    raw: bytes
    at: float

    @property
    def body(self) -> Json:
        """The JSON object that was sent. Raise a 400 answer if there is none."""
        try:
            sent = json.loads(self.raw or b"{}")
        except ValueError:
            sent = None
        if not isinstance(sent, dict):
            raise Refused(400, "invalid request body")
        return sent


@dataclass(frozen=True)
class Answer:
    """One response: a status, JSON (or bytes) and headers."""

    status: int = 200
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)
    type: str = "application/json"

    @property
    def raw(self) -> bytes:
        """The body as it is sent."""
        if isinstance(self.body, bytes):
            return self.body
        return b"" if self.status == 204 else json.dumps(self.body).encode()


@dataclass(frozen=True)
class Call:
    """A request by a known account. The token of an agent names its task."""

    world: World
    request: Request
    user: User | None = None
    task: Task | None = None

    @property
    def actor(self) -> Actor:
        """The author of the changes that the call makes."""
        if self.task:
            return self.world.agents[self.task.agent_id].actor
        return self.member.actor

    @property
    def member(self) -> User:
        """Return the person who called, and refuse an agent."""
        if self.user is None:
            raise Refused(403, "an agent may not do this")
        return self.user

    @property
    def user_id(self) -> str:
        """The person whose permissions apply."""
        return self.world.originator(self.actor, self.task)

    @property
    def body(self) -> Json:
        """The JSON object that was sent."""
        return self.request.body

    def get(self, name: str, default: str = "") -> str:
        """One query parameter."""
        return self.request.query.get(name, default)


Handler = Callable[..., Any]
ROUTES: list[tuple[str, re.Pattern[str], Handler]] = []


def route(method: str, path: str) -> Callable[[Handler], Handler]:
    """Register a handler for a path. The parts of the path in braces become arguments."""
    pattern = re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", path))

    def serve(handler: Handler) -> Handler:
        ROUTES.append((method, pattern, handler))
        return handler

    return serve


def answer(world: World, request: Request) -> Answer:
    """Carry out the request, or refuse it with a reason."""
    with world.changed:
        try:
            found = _answer(world, request)
        except Refused as refusal:
            return Answer(refusal.status, refusal.body)
    return found if isinstance(found, Answer) else Answer(200, found)


def _answer(world: World, request: Request) -> Any:
    for method, pattern, handler in ROUTES:
        match = pattern.fullmatch(request.path)
        if method == request.method and match:
            called = _call(world, request)
            return called if isinstance(called, Answer) else handler(called, **match.groupdict())
    return Answer(404, b"404 page not found\n", type="text/plain; charset=utf-8")


def _call(world: World, request: Request) -> Call | Answer:
    if request.path in PUBLIC:
        return Call(world, request)
    token = request.headers.get("authorization", "").removeprefix("Bearer ")
    if not token:
        return unauthorised("missing authorization")
    task = (
        next((one for one in world.tasks.values() if one.token == token), None)
        if token[:4] == "mat_"
        else None
    )
    user = world.user_of(token)
    if task is None and user is None:
        return unauthorised("invalid token")
    if user and not request.path.startswith(ACCOUNT):
        enter(world, user, chosen(world, request))
    return Call(world, request, user, task)


def unauthorised(error: str) -> Answer:
    """Return a 401 answer. The server labels its JSON as plain text."""
    return Answer(401, json.dumps({"error": error}).encode(), type="text/plain; charset=utf-8")


def chosen(world: World, request: Request) -> str:
    """Return the id of the workspace that a request names. A slug takes precedence over an id."""
    slug = request.query.get("workspace_slug") or request.headers.get("x-workspace-slug")
    if slug:
        return world.workspace if slug == world.slug else "?"
    named = request.query.get("workspace_id") or request.headers.get("x-workspace-id")
    if not named:
        raise Refused(400, "workspace_id or workspace_slug is required")
    if not UUID.fullmatch(named):
        raise Refused(400, "invalid workspace_id")
    return named


def enter(world: World, user: User, workspace: str) -> None:
    """Refuse everybody but members. To others the workspace seems not to exist."""
    if user.role is None or workspace != world.workspace:
        raise Refused(404, "workspace not found")
