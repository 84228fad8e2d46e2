"""The web application of the dashboard: the routes and their views."""

from collections.abc import Callable

from pydantic import ValidationError
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import (
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from coordinator.errors import CoordinatorError
from coordinator.web import actions, pages
from coordinator.web.access_control import SafetyMiddleware
from coordinator.web.api import ENDPOINTS, document
from coordinator.web.context import Dashboard, dashboard_of
from coordinator.web.metrics import MetricsCounter, metrics
from coordinator.web.rendering import PATHS, STATIC, url
from coordinator.web.route_table import MCP, PAGES
from coordinator.web.short_addresses import on_error
from coordinator.web.webhooks import PATH

LAST_SEQ = 2**62
STREAM = "text/event-stream"


def make_app(dashboard: Dashboard) -> ASGIApp:
    """Return the application of a dashboard behind all access checks."""
    app = Starlette(
        routes=routes_of(dashboard),
        exception_handlers=dict.fromkeys(
            (CoordinatorError, HTTPException, ValidationError, Exception), on_error
        ),
    )
    app.state.dashboard = dashboard
    app.state.metrics = MetricsCounter()
    return SafetyMiddleware(app, dashboard)


def routes_of(dashboard: Dashboard) -> list[BaseRoute]:
    """Return the routes of a dashboard. `route_table.py` says which access each of them needs."""
    return [
        *(Route(PATHS[name], with_last_event(getattr(pages, name))) for name in PAGES),
        *(
            Route(PATHS[name], actions.form_endpoint(name), methods=["GET", "POST"])
            for name in actions.FORMS
        ),
        Route("/signin", actions.sign_in_form, methods=["POST"]),
        *(Route(each.path, each.respond, methods=[each.method]) for each in ENDPOINTS),
        Route("/api/events", stream),
        Route("/api/openapi.json", lambda _: JSONResponse(document())),
        Route("/healthz", health),
        Route("/metrics", measure),
        Mount("/static", StaticFiles(directory=STATIC)),
        *([Route(MCP, dashboard.mcp)] if dashboard.mcp else []),
        *([Route(PATH, dashboard.webhook.respond, methods=["POST"])] if dashboard.webhook else []),
    ]


def with_last_event(page: Callable[[Request], Response]) -> Callable[[Request], Response]:
    """Return a view that shows a page, and remembers the last event before the page was made.

    The live updates of the page start after that event. A viewer with an open ask in the run is
    redirected to that ask.
    """

    def respond(request: Request) -> Response:
        request.state.seen = dashboard_of(request).store.last_seq()
        ask = pages.own_ask(request, request.path_params.get("id", ""))
        if ask:
            return RedirectResponse(url("ask", ask), status_code=303)
        return page(request)

    return respond


async def stream(request: Request) -> Response:
    last = request.headers.get("last-event-id") or request.query_params.get("after") or ""
    after = min(int(last), LAST_SEQ) if last.isascii() and last.isdigit() else None
    if request.method == "HEAD":
        return Response(media_type=STREAM)
    return StreamingResponse(dashboard_of(request).feed.stream(after), media_type=STREAM)


def health(request: Request) -> Response:
    """Report whether the state can be read."""
    return JSONResponse({"status": "ok", "events": dashboard_of(request).store.last_seq()})


def measure(request: Request) -> Response:
    text = metrics(dashboard_of(request), request.app.state.metrics)
    return PlainTextResponse(text, media_type="text/plain; version=0.0.4")
