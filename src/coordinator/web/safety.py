"""Who may come in, and what a page may do: host, token and origin are checked before anything else is looked at."""

import hmac
import logging
import re
import secrets
from urllib.parse import parse_qsl, urlencode, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from coordinator.web.context import Dashboard
from coordinator.web.problems import RequestRefused, problem_response
from coordinator.web.webhooks import PATH as WEBHOOK

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
FOREVER = "public, max-age=31536000, immutable"
LOCAL = re.compile(r"(localhost|127(\.[0-9]{1,3}){3}|\[::1\])(:[0-9]{1,5})?", re.IGNORECASE)
SESSION, VISITOR = "coordinator_session", "coordinator_visitor"
SIGNED_IN = "coordinator.signed_in"  # set in the scope of a request that was let in
PUBLIC = ("/healthz", "/static/", "/signin")
READING = ("GET", "HEAD", "OPTIONS")
MONTH = 30 * 86_400


class SafetyMiddleware:
    """Checks every request before the application sees it, and sets the headers of every response."""

    def __init__(self, app: ASGIApp, dashboard: Dashboard) -> None:
        self._app = app
        self._dashboard = dashboard

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
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                # A file of the package at an address with its version never changes.
                is_file = scope["path"].startswith("/static/") and b"v=" in scope["query_string"]
                headers.setdefault("Cache-Control", FOREVER if is_file and message["status"] == 200 else "no-store")
            await send(message)

        try:
            try:
                answer = self._authenticate(scope)
            except RequestRefused as refused:
                answer = problem_response(scope, refused)
            await (answer or self._app)(scope, receive, send_safely)
        except Exception as error:
            log.exception("%s %s failed", scope["method"], scope["path"])
            if not started:
                await problem_response(scope, error)(scope, receive, send_safely)

    def _authenticate(self, scope: Scope) -> Response | None:
        """Return nothing if the request may go on, or a redirect that signs it in; raise RequestRefused otherwise."""
        if (scope["method"], scope["path"]) == ("POST", WEBHOOK):
            return None  # it reaches us by any name, from no page, and shows nothing; what lets it in is its signature
        headers = Headers(scope=scope)
        if self._dashboard.is_local and not LOCAL.fullmatch(headers.get("host", "")):
            # A name that somebody made to point here: its page must not read ours.
            fix = "open the address that `coordinator serve` printed"
            raise RequestRefused(421, "this host name is not ours", fix=fix)
        if scope["method"] not in READING:
            check_origin(headers)
        if scope["path"].startswith(PUBLIC):
            return None
        query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        given = dict(query).get("token")
        if given is not None and scope["method"] == "GET":
            # The same address without the token, and a cookie instead of it.
            check_token(self._dashboard, given)
            rest = urlencode([(name, value) for name, value in query if name != "token"])
            return sign_in(self._dashboard, f"{scope['path']}?{rest}" if rest else scope["path"])
        kind, _, bearer = headers.get("authorization", "").partition(" ")
        is_bearer = kind.lower() == "bearer" and _same(bearer.strip(), self._dashboard.token)
        name, value = _session(self._dashboard)
        if not is_bearer and not _same(HTTPConnection(scope).cookies.get(name, ""), value):
            raise RequestRefused(401, "you are not signed in", fix="send the token as Authorization: Bearer …")
        scope[SIGNED_IN] = True
        return None


def check_origin(headers: Headers) -> None:
    """Refuse a form of another site."""
    origin = headers.get("origin")
    same = origin is None or urlsplit(origin).netloc.lower() == headers.get("host", "").lower() != ""
    if not same or headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise RequestRefused(403, "this was sent by a page of another site", fix="use the form on the dashboard itself")


def check_token(dashboard: Dashboard, given: str) -> None:
    """Refuse whoever does not know the token."""
    if not _same(given.strip(), dashboard.token):
        raise RequestRefused(401, "the token is wrong", fix="it is in the link that was printed when the server began")


def sign_in(dashboard: Dashboard, address: str) -> Response:
    """Send a browser on to an address of ours, with a cookie that lets it in."""
    response = RedirectResponse("/" + address.lstrip("/"), status_code=303)  # never //elsewhere
    name, value = _session(dashboard)
    set_cookie(response, name, value, age=MONTH)
    return response


def _session(dashboard: Dashboard) -> tuple[str, str]:
    """Return name and value of the cookie; browsers send it to every port, so another dashboard needs another name."""
    return f"{SESSION}_{signature(dashboard, 'name', '')[:8]}", signature(dashboard, "session", dashboard.token)


def signature(dashboard: Dashboard, purpose: str, text: str) -> str:
    """Return a word that only we can make from this text."""
    return hmac.new(dashboard.key, f"{purpose}:{text}".encode(), "sha256").hexdigest()


def visitor_of(request: Request) -> str:
    """Return the word that tells this browser from others; a new one if it has none yet."""
    known = request.cookies.get(VISITOR, "")
    return known if re.fullmatch("[0-9a-f]{32}", known) else secrets.token_hex(16)


def check_csrf(dashboard: Dashboard, request: Request, given: str) -> None:
    """Refuse a form that was not made for this browser."""
    known = request.cookies.get(VISITOR, "")
    if not known or not _same(given, signature(dashboard, "form", known)):
        what = "the form is not one that we gave to this browser"
        raise RequestRefused(403, what, fix="go back, reload it and send again")


def set_cookie(response: Response, name: str, value: str, *, age: int) -> None:
    """Set a cookie that scripts cannot read and other sites cannot send."""
    response.set_cookie(name, value, max_age=age, httponly=True, samesite="strict")


def _same(given: str, expected: str) -> bool:
    return hmac.compare_digest(given.encode(), expected.encode())
