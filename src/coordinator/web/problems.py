"""Errors as responses: a page for people, JSON for programs. Both say how to fix the error."""

from pydantic import ValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.types import Scope

from coordinator import errors
from coordinator.errors import CoordinatorError
from coordinator.models import Value
from coordinator.web.rendering import environment

# The first matching entry decides.
STATUSES: tuple[tuple[type[Exception], int], ...] = (
    *(
        (kind, 409)
        for kind in (errors.StepMismatch, errors.LeaseLost, errors.Unsettled, errors.Conflict)
    ),
    (errors.RunError, 404),
    (errors.UsageError, 422),
    (errors.TrackerError, 502),
    (errors.StoreError, 503),
)
PROGRAMS = ("/api/", "/healthz", "/metrics", "/webhooks/")
KNOWN = {404: "there is no page at this address", 405: "this address does not support that method"}


class Problem(Value):
    """An error, and how to fix it."""

    status: int
    what: str
    fix: str = ""


class RequestRefused(CoordinatorError):
    """A request that is not carried out."""

    def __init__(self, status: int, what: str, *, fix: str = "") -> None:
        super().__init__(what, fix=fix)
        self.status = status


def problem_of(error: Exception) -> Problem:
    """Return the description of an error. An unexpected error is not described in detail."""
    if isinstance(error, RequestRefused):
        return Problem(status=error.status, what=error.what, fix=error.fix)
    if isinstance(error, HTTPException):
        return Problem(status=error.status_code, what=KNOWN.get(error.status_code, error.detail))
    if isinstance(error, ValidationError):
        first = error.errors(include_url=False, include_input=False)[0]
        what = f"{'.'.join(map(str, first['loc'])) or 'the request'}: {first['msg']}"
        return Problem(status=422, what=what, fix="/api/openapi.json describes the expected input")
    status = next((status for kind, status in STATUSES if isinstance(error, kind)), 500)
    if status == 500 or not isinstance(error, CoordinatorError):
        return Problem(
            status=500,
            what="an unexpected error occurred",
            fix="coordinator.log has the details",
        )
    return Problem(status=status, what=error.what, fix=error.fix)


def problem_response(scope: Scope, error: Exception) -> Response:
    problem = problem_of(error)
    headers = dict(error.headers or {}) if isinstance(error, HTTPException) else {}
    if problem.status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    if scope["path"].startswith(PROGRAMS):
        return JSONResponse(
            problem.model_dump(), problem.status, headers, media_type="application/problem+json"
        )
    template = "signin.html" if problem.status == 401 else "error.html"
    defaults = {
        "path": scope["path"],
        "watching": False,
        "seen": "",
        "csrf": "",
        "name": "",
        "viewer": None,
    }
    text = environment().get_template(template).render(problem.model_dump() | defaults)
    return Response(text, problem.status, headers, media_type="text/html")
