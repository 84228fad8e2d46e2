"""Access control: check the host, token and origin of every request, and set security headers."""

import hmac
import logging
import re
import secrets
from urllib.parse import parse_qsl, urlencode, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from coordinator.app.access import Viewer, digest_of, people
from coordinator.web.context import Dashboard
from coordinator.web.problems import RequestRefused, problem_response
from coordinator.web.route_table import READING, STRENGTH, Access, access_needed, access_of
from coordinator.web.viewer import SIGNED_IN

log = logging.getLogger("coordinator")

POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; "
    "connect-src 'self';"
    " form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    # If this were `no-referrer`, browsers would send `Origin: null` with our own forms.
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
FOREVER = "public, max-age=31536000, immutable"
LOCAL = re.compile(r"(localhost|127(\.[0-9]{1,3}){3}|\[::1\])(:[0-9]{1,5})?", re.IGNORECASE)
SESSION = "coordinator_session"
VISITOR = "coordinator_visitor"
MONTH = 30 * 86_400


class SafetyMiddleware:
    """Checks each request before the application sees it, and adds headers to each response."""

    def __init__(self, app: ASGIApp, dashboard: Dashboard) -> None:
        self._app = app
        self._dashboard = dashboard

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request to the application, or answer it here."""
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
                # The address of a packaged file contains a version, so its content never changes.
                is_file = scope["path"].startswith("/static/") and b"v=" in scope["query_string"]
                headers.setdefault(
                    "Cache-Control", FOREVER if is_file and message["status"] == 200 else "no-store"
                )
            await send(message)

        try:
            await (self._authenticate(scope) or self._app)(scope, receive, send_safely)
        except Exception as error:
            if not isinstance(error, RequestRefused):
                log.exception("%s %s failed", scope["method"], scope["path"])
            if not started:
                await problem_response(scope, error)(scope, receive, send_safely)

    def _authenticate(self, scope: Scope) -> Response | None:
        """Return None if the request is allowed. If it signs in, return a redirect with a cookie.

        Raise RequestRefused for any other request.
        """
        needed = access_needed(scope["method"], scope["path"])
        if needed == "signature":
            # A webhook can use any host name. Its signature authenticates it.
            return None
        headers = Headers(scope=scope)
        if self._dashboard.is_local and not LOCAL.fullmatch(headers.get("host", "")):
            # Another site can make its host name point to this machine, so that its pages could
            # read ours.
            fix = "open the address that `coordinator serve` printed"
            raise RequestRefused(421, "the dashboard does not answer under this host name", fix=fix)
        if scope["method"] not in READING:
            check_origin(headers)
        if needed == "nothing":
            return None
        query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        given = dict(query).get("token")
        if given is not None and scope["method"] == "GET":
            # Redirect to the same address with a cookie instead of the token.
            rest = urlencode([(name, value) for name, value in query if name != "token"])
            address = scope["path"]
            if rest:
                address += f"?{rest}"
            return sign_in(self._dashboard, given, address)
        viewer = self._viewer(HTTPConnection(scope))
        if viewer is None:
            raise RequestRefused(
                401, "you are not signed in", fix="send the token as Authorization: Bearer …"
            )
        check_access(viewer, needed)
        scope[SIGNED_IN] = viewer
        return None

    def _viewer(self, connection: HTTPConnection) -> Viewer | None:
        kind, _, bearer = connection.headers.get("authorization", "").partition(" ")
        known = _known(self._dashboard)
        given = digest_of(bearer) if kind.lower() == "bearer" else ""
        cookie = connection.cookies.get(_session_name(self._dashboard), "")
        for viewer in known:
            if _same(given, viewer.digest) or _same(
                cookie, signature(self._dashboard, "session", viewer.digest)
            ):
                return viewer
        return None


def check_access(viewer: Viewer, needed: Access) -> None:
    """Raise RequestRefused if a signed-in viewer has less access than a request needs."""
    if STRENGTH[access_of(viewer)] >= STRENGTH[needed]:
        return
    if needed == "owner":
        raise RequestRefused(
            403, "only the owner's token may do this", fix="ask the owner to do it"
        )
    raise RequestRefused(
        403, f"{viewer.name} may look, but not act", fix="ask the owner for the role `decide`"
    )


def check_origin(headers: Headers) -> None:
    """Raise RequestRefused for a form from another site."""
    origin = headers.get("origin")
    same = (
        origin is None or urlsplit(origin).netloc.lower() == headers.get("host", "").lower() != ""
    )
    if not same or headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise RequestRefused(
            403,
            "the request came from a page of another site",
            fix="use the form on the dashboard itself",
        )


def sign_in(dashboard: Dashboard, token: str, address: str) -> Response:
    """Return a redirect to a page of the dashboard. The response sets the session cookie.

    Raise RequestRefused if the token is wrong.
    """
    digest = digest_of(token)
    if not any(_same(digest, viewer.digest) for viewer in _known(dashboard)):
        raise RequestRefused(
            401,
            "the token is wrong",
            fix="it is in the link that the server printed at its start",
        )
    # Exactly one slash, because `//name` would lead to another host.
    response = RedirectResponse("/" + address.lstrip("/"), status_code=303)
    set_cookie(
        response, _session_name(dashboard), signature(dashboard, "session", digest), age=MONTH
    )
    return response


def _known(dashboard: Dashboard) -> list[Viewer]:
    return [Viewer(digest=digest_of(dashboard.token)), *people(dashboard.store).values()]


def _session_name(dashboard: Dashboard) -> str:
    """Return the name of the session cookie.

    Each dashboard has another name for it, because browsers send a cookie to every port of a host.
    """
    return f"{SESSION}_{signature(dashboard, 'name', '')[:8]}"


def signature(dashboard: Dashboard, purpose: str, text: str) -> str:
    """Return a signature of this text that only we can make."""
    return hmac.new(dashboard.key, f"{purpose}:{text}".encode(), "sha256").hexdigest()


def visitor_of(request: Request) -> str:
    """Return the random id of this browser. Make a new id if the browser has none yet."""
    known = request.cookies.get(VISITOR, "")
    if re.fullmatch("[0-9a-f]{32}", known):
        return known
    return secrets.token_hex(16)


def check_csrf(dashboard: Dashboard, request: Request, given: str) -> None:
    """Raise RequestRefused for a form that was not made for this browser."""
    known = request.cookies.get(VISITOR, "")
    if not known or not _same(given, signature(dashboard, "form", known)):
        what = "the form was not made for this browser"
        raise RequestRefused(403, what, fix="go back, reload it and send again")


def set_cookie(response: Response, name: str, value: str, *, age: int) -> None:
    """Set a cookie that scripts cannot read and other sites cannot send."""
    response.set_cookie(name, value, max_age=age, httponly=True, samesite="strict")


def _same(given: str, expected: str) -> bool:
    return hmac.compare_digest(given.encode(), expected.encode())
