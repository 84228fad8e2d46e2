"""One endpoint of the API: a function with typed input and output, from which its route and its schema are made."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, get_type_hints

from pydantic import TypeAdapter
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from coordinator.models import Value
from coordinator.web.context import dashboard_of
from coordinator.web.forms import bounded_body
from coordinator.web.problems import RequestRefused


class Nothing(Value):
    """No parameters."""


@dataclass(frozen=True)
class Endpoint:
    """A path and the function that answers there; a coroutine function acts, which takes a POST.

    The function takes the dashboard, the id that is in the path, and a `query` or a `body`, as far as it needs them.
    """

    path: str
    answer: Callable[..., Any]

    @cached_property
    def acts(self) -> bool:
        """Whether something is done."""
        return inspect.iscoroutinefunction(self.answer)

    @property
    def method(self) -> str:
        """The HTTP method."""
        return "POST" if self.acts else "GET"

    @cached_property
    def given(self) -> type[Value]:
        """The type of what it takes: the query of a GET, the body of a POST."""
        hints = get_type_hints(self.answer)
        given: type[Value] = hints.get("query") or hints.get("body") or Nothing
        return given

    @cached_property
    def returns(self) -> TypeAdapter[Any]:
        """The type of what it answers."""
        return TypeAdapter(get_type_hints(self.answer)["return"])

    async def __call__(self, request: Request) -> Response:
        """Answer one request."""
        if self.acts:
            given = self.given.model_validate_json(await json_body(request))
        else:
            given = self.given.model_validate(dict(request.query_params))
        arguments = [dashboard_of(request), *request.path_params.values()]
        if self.given is not Nothing:
            arguments.append(given)
        if self.acts:
            return self._response(await self.answer(*arguments))
        return await run_in_threadpool(lambda: self._response(self.answer(*arguments)))

    def _response(self, value: Any) -> Response:
        return Response(self.returns.dump_json(value), media_type="application/json")


async def json_body(request: Request) -> bytes:
    """Return the body; only as JSON, which no form of another site can send."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise RequestRefused(415, "the body has to be JSON", fix="send it with Content-Type: application/json")
    return await bounded_body(request)


def routes(endpoints: tuple[Endpoint, ...]) -> list[Route]:
    """Return one route for each path, so that a wrong method is told which are right."""
    by_path: dict[str, dict[str, Endpoint]] = {}
    for endpoint in endpoints:
        by_path.setdefault(endpoint.path, {})[endpoint.method] = endpoint
    return [Route(path, _dispatch(methods), methods=list(methods)) for path, methods in by_path.items()]


def _dispatch(methods: dict[str, Endpoint]) -> Callable[[Request], Any]:
    async def dispatch(request: Request) -> Response:
        return await methods["POST" if request.method == "POST" else "GET"](request)  # HEAD is a GET too

    return dispatch
