"""Who may come in, and what a page may do: host, token and origin are checked before anything else is looked at."""

from __future__ import annotations

import hmac
import logging
import re
import secrets
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qsl, urlencode, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from coordinator.web.context import Dashboard
from coordinator.web.problems import Refused, problem_response

log = logging.getLogger("coordinator")

POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self';"
    " form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    # Not no-referrer: with it browsers send `Origin: null` with our own forms, and the origin could not be checked.
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
LOCAL = re.compile(r"(localhost|127(\.[0-9]{1,3}){3}|\[::1\])(:[0-9]{1,5})?", re.IGNORECASE)
SESSION, VISITOR = "coordinator_session", "coordinator_visitor"
OPEN_TO_ALL = ("/healthz", "/static/", "/signin")
READING = ("GET", "HEAD", "OPTIONS")
MONTH = 30 * 86_400


class Guard:
    """Stands before the whole application."""

    def __init__(self, app: ASGIApp, dashboard: Dashboard) -> None:
        self._app = app
        self._house = dashboard

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or answer it here."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = False

        async def send_safely(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                _secure(MutableHeaders(scope=message))
            await send(message)

        try:
            answer = self._door(scope)
            await (answer or self._app)(scope, receive, send_safely)
        except Exception as error:
            log.exception("%s %s failed", scope["method"], scope["path"])
            if not started:
                await problem_response(scope, error)(scope, receive, send_safely)

    def _door(self, scope: Scope) -> Response | None:
        try:
            return self._welcome(scope)
        except Refused as refused:
            return problem_response(scope, refused)

    def _welcome(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        if self._house.is_local and not LOCAL.fullmatch(headers.get("host", "")):
            # A name that somebody made to point here: its page must not read ours.
            raise Refused(421, "this host name is not ours", fix="open the address that `coordinator serve` printed")
        if scope["method"] not in READING:
            _refuse_strangers(headers)
        if not self._house.token or scope["path"].startswith(OPEN_TO_ALL):
            return None
        signed_in = self._sign_in(scope)
        if signed_in is None:
            self._refuse_unknown(headers)
        return signed_in

    def _sign_in(self, scope: Scope) -> Response | None:
        """The same address without the token, and a cookie instead of it."""
        query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        given = dict(query).get("token")
        if given is None or scope["method"] != "GET":
            return None
        refuse_wrong_token(self._house, given)
        rest = urlencode([(name, value) for name, value in query if name != "token"])
        return welcome(self._house, f"{scope['path']}?{rest}" if rest else scope["path"])

    def _refuse_unknown(self, headers: Headers) -> None:
        kind, _, bearer = headers.get("authorization", "").partition(" ")
        if kind.lower() == "bearer" and _same(bearer.strip(), self._house.token):
            return
        if not _same(_cookie(headers, SESSION), _session(self._house)):
            raise Refused(401, "you are not signed in", fix="send the token as Authorization: Bearer …")


def _refuse_strangers(headers: Headers) -> None:
    """A form of another site may not be sent to us."""
    origin = headers.get("origin")
    same = origin is None or urlsplit(origin).netloc.lower() == headers.get("host", "").lower() != ""
    if not same or headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise Refused(403, "this was sent by a page of another site", fix="use the form on the dashboard itself")


def _secure(headers: MutableHeaders) -> None:
    for name, value in HEADERS.items():
        headers[name] = value
    headers.setdefault("Cache-Control", "no-store")


# -- signing in


def refuse_wrong_token(dashboard: Dashboard, given: str) -> None:
    """Refuse whoever does not know the token."""
    if not _same(given.strip(), dashboard.token):
        raise Refused(401, "the token is wrong", fix="it is in COORDINATOR_DASHBOARD_TOKEN where the server runs")


def welcome(dashboard: Dashboard, address: str) -> Response:
    """Send a browser on to an address of ours, with a cookie that lets it in."""
    response = RedirectResponse("/" + address.lstrip("/"), status_code=303)  # never //elsewhere
    remember(response, SESSION, _session(dashboard), age=MONTH)
    return response


def _session(dashboard: Dashboard) -> str:
    return signed(dashboard, "session", dashboard.token)


# -- cookies and forms


def signed(dashboard: Dashboard, purpose: str, text: str) -> str:
    """A word that only we can make from this text."""
    return hmac.new(dashboard.key, f"{purpose}:{text}".encode(), "sha256").hexdigest()


def visitor_of(request: Request) -> str:
    """The word that tells this browser from others; a new one if it has none yet."""
    known = request.cookies.get(VISITOR, "")
    return known if re.fullmatch("[0-9a-f]{32}", known) else secrets.token_hex(16)


def refuse_forged(dashboard: Dashboard, request: Request, given: str) -> None:
    """Refuse a form that was not made for this browser."""
    known = request.cookies.get(VISITOR, "")
    if not known or not _same(given, signed(dashboard, "form", known)):
        raise Refused(403, "the form is not one that we gave to this browser", fix="go back, reload it and send again")


def remember(response: Response, name: str, value: str, *, age: int) -> None:
    """Set a cookie that scripts cannot read and other sites cannot send."""
    response.set_cookie(name, value, max_age=age, httponly=True, samesite="strict")


def _cookie(headers: Headers, name: str) -> str:
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(name)
    except CookieError:
        return ""
    return found.value if found else ""


def _same(given: str, expected: str) -> bool:
    return hmac.compare_digest(given.encode(), expected.encode())
