"""Every route of the dashboard: the role that it needs, and what a request can cause."""

from dataclasses import dataclass
from functools import cached_property
from re import Pattern
from typing import Literal, get_args

from starlette.routing import compile_path

from coordinator.app.access import Viewer
from coordinator.web.rendering import PATHS
from coordinator.web.webhooks import PATH as WEBHOOK

# The access that a route needs, from the weakest to the strongest. A signature is not a weaker
# token: a signed route takes no token at all.
Access = Literal["nothing", "signature", "look", "decide", "owner"]
Method = Literal["GET", "POST", "any"]

STRENGTH: dict[Access, int] = {access: strength for strength, access in enumerate(get_args(Access))}
MCP = "/mcp"
READING = ("GET", "HEAD", "OPTIONS")
SHOWS = "shows only"


@dataclass(frozen=True)
class RouteAccess:
    """A route, the access that it needs, and the effects of a request."""

    method: Method
    path: str
    needs: Access
    causes: str = SHOWS

    @cached_property
    def _pattern(self) -> Pattern[str]:
        pattern, _, _ = compile_path(self.path)
        return pattern

    def matches(self, method: str, path: str) -> bool:
        """Return True if the route answers this request."""
        if self.method != "any" and (self.method == "GET") != (method in READING):
            return False
        return self._pattern.match(path) is not None


def _form(name: str, needs: Access, causes: str, *, form: Access = "look") -> list[RouteAccess]:
    """Return the three routes of an action: showing its form, sending the form, and the API."""
    path = PATHS[name]
    return [
        RouteAccess("GET", path, form, "shows the form"),
        RouteAccess("POST", path, needs, causes),
        RouteAccess("POST", f"/api{path}", needs, causes),
    ]


# Each name is a function in pages.py.
PAGES = (
    "inbox",
    "next_item",
    "everything",
    "review",
    "text",
    "reply",
    "runs",
    "run",
    "councils",
    "council",
)
DATA = (
    "/api/reviews",
    "/api/reviews/{id}",
    "/api/runs",
    "/api/runs/{id}",
    "/api/runs/{id}/events",
    "/api/councils",
    "/api/councils/{id}",
    "/api/inbox",
    "/api/asks",
    "/api/asks/{id:path}",
    "/api/events",
    "/api/openapi.json",
    "/metrics",
)
ROUTES: tuple[RouteAccess, ...] = (
    *(RouteAccess("GET", PATHS[name], "look") for name in PAGES),
    *_form(
        "override",
        "decide",
        "records a decision about a review: the tracker gets a status and a comment, and after a "
        "reject the tracker starts the author again",
    ),
    *_form(
        "rerun",
        "decide",
        "starts the recorded submission's review again: panel and configured checks, at their cost",
    ),
    *_form("cancel", "decide", "stops a run"),
    *_form("decide", "decide", "records a decision for a council, whose seats then write the plan"),
    *_form(
        "ask",
        "decide",
        "records an answer to a question; people with a token of their own answer only theirs",
    ),
    *_form(
        "resume",
        "owner",
        "continues a run of a workflow: its agent gets the text and runs commands",
        form="owner",
    ),
    *_form(
        "start",
        "owner",
        "starts a review or council about any folder of this machine: checks run commands",
        form="owner",
    ),
    *(RouteAccess("GET", path, "look") for path in DATA),
    RouteAccess("any", MCP, "owner", "starts, resumes and decides reviews and councils, as agents"),
    RouteAccess("POST", WEBHOOK, "signature", "makes the daemon ask the tracker for new work"),
    RouteAccess("POST", "/signin", "nothing", "sets the cookie of a browser that sends a token"),
    RouteAccess("GET", "/healthz", "nothing", "shows whether the state can be read"),
    RouteAccess("GET", PATHS["static"], "nothing", "shows packaged files"),
)


def access_needed(method: str, path: str) -> Access:
    """Return the access that a request needs.

    If several routes match, return the strongest access. An address without a route needs access as
    well, so that strangers cannot find out which addresses exist.
    """
    found = [route.needs for route in ROUTES if route.matches(method, path)]
    if found:
        return max(found, key=STRENGTH.__getitem__)
    if method in READING:
        return "look"
    return "owner"


def access_of(viewer: Viewer) -> Access:
    """Return the access of a viewer: `owner`, or the role of another person."""
    if viewer.is_owner:
        return "owner"
    return viewer.role


def access_table() -> str:
    """Return all routes as a Markdown table."""
    rows = ["| route | needs | can cause |", "|---|---|---|"]
    for route in ROUTES:
        path = route.path.replace(":path", "")
        rows.append(f"| `{route.method} {path}` | {route.needs} | {route.causes} |")
    return "\n".join(rows)
