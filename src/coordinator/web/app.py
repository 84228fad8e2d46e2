"""Every address of the dashboard, in one table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pydantic import ValidationError
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Scope

from coordinator.errors import CoordinatorError
from coordinator.web import actions as acting
from coordinator.web import pages
from coordinator.web.api import ENDPOINTS
from coordinator.web.context import Dashboard, dashboard_of
from coordinator.web.endpoint import routes
from coordinator.web.metrics import MetricsCounter, metrics
from coordinator.web.openapi import document
from coordinator.web.problems import on_error
from coordinator.web.rendering import STATIC
from coordinator.web.safety import Guard

FOREVER = "public, max-age=31536000, immutable"
LAST_SEQ = 2**62
STREAM = "text/event-stream"

PAGES: dict[str, Callable[[Request], Response]] = {
    "/": pages.queue,
    "/reviews/{id}": pages.review,
    "/reviews/{id}/texts/{hash}": pages.text,
    "/reviews/{id}/replies/{ask:path}": pages.reply,
    "/runs": pages.runs,
    "/runs/{id}": pages.run,
    "/councils": pages.councils,
    "/councils/{id}": pages.council,
    "/panel": pages.panel,
    "/asks": pages.asks,
}
# Each with the page that says what will happen, and what carries it out.
ACTS: dict[str, tuple[Callable[[Request], Response], Callable[[Request], Any]]] = {
    "/reviews/{id}/override": (acting.override_page, acting.override_form),
    "/reviews/{id}/rerun": (acting.rerun_page, acting.rerun_form),
    "/runs/{id}/cancel": (acting.cancel_page, acting.cancel_form),
    "/councils/{id}/decide": (acting.decide_page, acting.decide_form),
    "/asks/{id:path}": (pages.ask, acting.answer_form),
}


def make_app(dashboard: Dashboard) -> ASGIApp:
    """The dashboard on this house, with its guard before it."""
    app = Starlette(
        routes=[
            *(Route(path, _looked_at(page)) for path, page in PAGES.items()),
            *(route for path, act in ACTS.items() for route in _act(path, *act)),
            Route("/signin", acting.sign_in_form, methods=["POST"]),
            *routes(ENDPOINTS),
            Route("/api/events", stream),
            Route("/api/openapi.json", openapi),
            Route("/healthz", health),
            Route("/metrics", measure),
            Mount("/static", Static(directory=STATIC)),
        ],
        exception_handlers=dict.fromkeys((CoordinatorError, HTTPException, ValidationError, Exception), on_error),
    )
    app.state.dashboard = dashboard
    app.state.tally = MetricsCounter()
    return Guard(app, dashboard)


def _looked_at(page: Callable[[Request], Response]) -> Callable[[Request], Response]:
    """The page, which also knows the last event before it was made: what happens meanwhile is told to it later."""

    def look(request: Request) -> Response:
        request.state.seen = dashboard_of(request).store.last_seq()
        return page(request)

    return look


def _act(path: str, page: Callable[[Request], Response], form: Callable[[Request], Any]) -> list[BaseRoute]:
    return [Route(path, page, methods=["GET"]), Route(path, form, methods=["POST"])]


class Static(StaticFiles):
    """Files that come with the package; an address with their version never changes."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file."""
        response = await super().get_response(path, scope)
        if response.status_code == 200 and b"v=" in scope["query_string"]:
            response.headers["Cache-Control"] = FOREVER
        return response


async def stream(request: Request) -> Response:
    """What happens, as it happens."""
    last = request.headers.get("last-event-id") or request.query_params.get("after") or ""
    after = min(int(last), LAST_SEQ) if last.isascii() and last.isdigit() else None
    if request.method == "HEAD":
        return Response(media_type=STREAM)
    return StreamingResponse(dashboard_of(request).feed.stream(after), media_type=STREAM)


async def openapi(request: Request) -> Response:
    """The OpenAPI document."""
    return JSONResponse(document(ENDPOINTS))


def health(request: Request) -> Response:
    """Whether the state can be read."""
    return JSONResponse({"status": "ok", "events": dashboard_of(request).store.last_seq()})


def measure(request: Request) -> Response:
    """Numbers for Prometheus."""
    text = metrics(dashboard_of(request), request.app.state.tally)
    return PlainTextResponse(text, media_type="text/plain; version=0.0.4")
