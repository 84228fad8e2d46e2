"""Lead an address with a short id of a run to the address with its full id."""

from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from coordinator.errors import RunError, UsageError
from coordinator.web.context import dashboard_of
from coordinator.web.problems import problem_response


async def on_error(request: Request, error: Exception) -> Response:
    """Return the description of an error, or lead a short id of a run to its full id."""
    if isinstance(error, RunError):
        try:
            address = await run_in_threadpool(_full_address, request)
        except UsageError as ambiguous:
            return problem_response(request.scope, ambiguous)
        if address:
            return RedirectResponse(address)
    return problem_response(request.scope, error)


def _full_address(request: Request) -> str:
    """Return the address with the full id of the run that a short id names; empty if it has none.

    Raise UsageError if the short id can be one of several ids.
    """
    given = str(request.path_params.get("id", ""))
    run_id = dashboard_of(request).store.full_id(given)
    if not given or run_id == given:
        return ""
    path = request.scope["path"].replace(f"/{given}", f"/{run_id}", 1)
    return str(request.url.replace(path=quote(path, safe="/+")))
