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
from coordinator.web.problems import Refused


class Nothing(Value):
    """No parameters."""


@dataclass(frozen=True)
class Endpoint:
    """A path and what answers there: `answer(house, id, given)`, which acts if it is a coroutine function."""

    path: str
    answer: Callable[..., Any]

    @cached_property
    def acts(self) -> bool:
        """Whether something is done, which takes a POST."""
        return inspect.iscoroutinefunction(self.answer)

    @property
    def method(self) -> str:
        """How it is asked."""
        return "POST" if self.acts else "GET"

    @cached_property
    def given(self) -> type[Value]:
        """What it takes: the query of a GET, the body of a POST."""
        hints = get_type_hints(self.answer)
        given: type[Value] = next(hint for name, hint in hints.items() if name in ("query", "body"))
        return given

    @cached_property
    def returns(self) -> Any:
        """What it answers."""
        return get_type_hints(self.answer)["return"]

    @cached_property
    def _returned(self) -> TypeAdapter[Any]:
        return TypeAdapter(self.returns)

    async def __call__(self, request: Request) -> Response:
        """Answer one request."""
        id = request.path_params.get("id", "")
        if self.acts:
            body = self.given.model_validate_json(await json_body(request))
            return self._response(await self.answer(dashboard_of(request), id, body))
        query = self.given.model_validate(dict(request.query_params))
        return await run_in_threadpool(self._read, request, id, query)

    def _read(self, request: Request, id: str, query: Value) -> Response:
        return self._response(self.answer(dashboard_of(request), id, query))

    def _response(self, value: Any) -> Response:
        return Response(self._returned.dump_json(value), media_type="application/json")


async def json_body(request: Request) -> bytes:
    """The body; only as JSON, which no form of another site can send."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Refused(415, "the body has to be JSON", fix="send it with Content-Type: application/json")
    return await bounded_body(request)


def routes(endpoints: tuple[Endpoint, ...]) -> list[Route]:
    """One route for each path, so that a wrong method is told which are right."""
    paths = dict.fromkeys(endpoint.path for endpoint in endpoints)
    return [_route(path, {e.method: e for e in endpoints if e.path == path}) for path in paths]


def _route(path: str, by_method: dict[str, Endpoint]) -> Route:
    async def dispatch(request: Request) -> Response:
        return await by_method.get(request.method, by_method.get("GET", next(iter(by_method.values()))))(request)

    return Route(path, dispatch, methods=list(by_method))
