"""Render the pages for a browser, and read the forms that it sends back."""

import asyncio
import secrets
import time
from collections.abc import Mapping
from urllib.parse import parse_qsl, quote, unquote

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from coordinator.web.access_control import VISITOR, set_cookie, signature, visitor_of
from coordinator.web.context import dashboard_of
from coordinator.web.problems import RequestRefused
from coordinator.web.rendering import environment
from coordinator.web.viewer import viewer_of

NAME = "coordinator_name"
INBOX_FILTERS = ("person", "kind", "tracker")
YEAR = 365 * 86_400
LARGEST_FORM = 2_000_000  # bytes
MOST_FIELDS = 1_000
PATIENCE = 30.0  # seconds within which a request body must arrive


def new_once() -> str:
    """Return a random token for a form, so that the form takes effect once if it is sent twice."""
    return secrets.token_hex(8)


def render(request: Request, template: str, status: int = 200, **context: object) -> HTMLResponse:
    """Return a page. The variables that all pages need are added to `context`.

    The variable `seen` is the last event that the page can show. The live updates of the page start
    after that event.
    """
    dashboard = dashboard_of(request)
    visitor = visitor_of(request)
    common = {
        "path": request.url.path,
        "csrf": signature(dashboard, "form", visitor),
        "viewer": viewer_of(request),
        "name": name_of(request),
        "chosen": inbox_filters(request),
        "watching": dashboard.watching,
        "once": new_once(),
        "seen": getattr(request.state, "seen", ""),
        "now": time.time(),
    }
    response = HTMLResponse(environment().get_template(template).render(common | context), status)
    if visitor != request.cookies.get(VISITOR):
        set_cookie(response, VISITOR, visitor, age=YEAR)
    return response


def inbox_filters(request: Request) -> dict[str, str]:
    """Return the filters of the inbox. Links from one inbox item to the next keep them."""
    return {name: request.query_params.get(name, "") for name in INBOX_FILTERS}


def name_of(request: Request) -> str:
    """Return the sender's name.

    It is the name of the person to whom the token belongs. For the owner it is the name that the
    owner entered before, or else the name of this machine's user.
    """
    known = unquote(request.cookies.get(NAME, "")) or dashboard_of(request).person
    return viewer_of(request).name or known


def see_other(address: str, form: Mapping[str, str]) -> Response:
    """Redirect the browser after its form took effect, and remember the sender's name."""
    response = RedirectResponse(address, status_code=303)
    if name := " ".join(form.get("name", "").split())[:100]:
        set_cookie(response, NAME, quote(name), age=YEAR)
    return response


async def form_fields(request: Request) -> dict[str, str]:
    body = await bounded_body(request)
    try:
        pairs = parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=MOST_FIELDS)
    except ValueError:
        raise RequestRefused(
            400, "the form cannot be read", fix="send it from the page of the dashboard"
        ) from None
    fields: dict[str, list[str]] = {}
    for name, value in pairs:
        fields.setdefault(name, []).append(value.replace("\r\n", "\n"))
    # A tick box has the same name as the text field beside it, so we join their values.
    return {name: "\n\n".join(filter(None, values)) for name, values in fields.items()}


async def bounded_body(request: Request) -> bytes:
    """Return the whole request body. Raise RequestRefused if it is too large or too slow."""
    body = bytearray()
    try:
        async with asyncio.timeout(PATIENCE):
            async for piece in request.stream():
                body += piece
                if len(body) > LARGEST_FORM:
                    raise RequestRefused(
                        413, "the request is too large", fix=f"send at most {LARGEST_FORM:,} bytes"
                    )
    except TimeoutError:
        raise RequestRefused(
            408, "the request did not arrive in time", fix="send it again"
        ) from None
    return bytes(body)
