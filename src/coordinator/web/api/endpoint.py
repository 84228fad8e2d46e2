"""Endpoints of the API: functions with typed input and output; the OpenAPI document is made of it."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from inspect import signature
from pathlib import Path
from typing import Any, get_type_hints

import yaml
from pydantic import TypeAdapter, create_model
from pydantic.json_schema import JsonSchemaMode
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from coordinator import __version__
from coordinator.models import Value
from coordinator.web.context import dashboard_of
from coordinator.web.forms import bounded_body
from coordinator.web.problems import Problem, RequestRefused

REFERENCE = "#/components/schemas/{model}"
PROBLEMS = {
    "GET": {401: "the token is missing", 404: "there is no such thing", 422: "a parameter is wrong"},
    "POST": {
        400: "the body cannot be read", 401: "the token is missing", 403: "sent by a page of another site",
        404: "there is no such thing", 409: "it was done before, otherwise", 413: "the body is too large",
        415: "the body is not JSON", 422: "it cannot be done, and why",
    },
}  # fmt: skip


class Nothing(Value):
    """No parameters."""


class Started(Value):
    """The run that was started, or that goes on."""

    id: str


@dataclass(frozen=True)
class Endpoint:
    """A path and the function that answers there; one that `acts` takes a POST.

    The function takes the dashboard, the id that is in the path, and a `query` or the fields of the body, as far as it
    needs them. One that acts returns the id of the run that goes on.
    """

    path: str
    answer: Callable[..., Any]
    acts: bool = False

    @property
    def method(self) -> str:
        return "POST" if self.acts else "GET"

    @cached_property
    def given(self) -> type[Value]:
        """The type of what it takes: the query of a GET, the body of a POST."""
        hints = get_type_hints(self.answer, include_extras=True)
        if not self.acts:
            query: type[Value] = hints.get("query", Nothing)
            return query
        fields: dict[str, Any] = {}
        for name, parameter in list(signature(self.answer).parameters.items())[2:]:
            fields[name] = (hints[name], ... if parameter.default is parameter.empty else parameter.default)
        made = f"{self.answer.__name__.capitalize()}Body"
        return create_model(made, __base__=Value, __doc__=self.answer.__doc__, **fields)

    @cached_property
    def returns(self) -> TypeAdapter[Any]:
        returned: Any = Started if self.acts else get_type_hints(self.answer)["return"]
        return TypeAdapter(returned)

    async def respond(self, request: Request) -> Response:
        about = (dashboard_of(request), *request.path_params.values())
        if self.acts:
            # Only as JSON, which no form of another site can send.
            if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
                raise RequestRefused(415, "the body has to be JSON", fix="send it with Content-Type: application/json")
            body = self.given.model_validate_json(await bounded_body(request))
            return self._response(Started(id=await self.answer(*about, **dict(body))))
        query = self.given.model_validate(dict(request.query_params))
        arguments = about if self.given is Nothing else (*about, query)
        return await run_in_threadpool(lambda: self._response(self.answer(*arguments)))

    def _response(self, value: Any) -> Response:
        return Response(self.returns.dump_json(value), media_type="application/json")


@lru_cache(maxsize=1)
def document(endpoints: tuple[Endpoint, ...]) -> dict[str, Any]:
    wanted: list[tuple[str, JsonSchemaMode, TypeAdapter[Any]]] = [("problem", "serialization", TypeAdapter(Problem))]
    for endpoint in endpoints:
        wanted.append((endpoint.answer.__name__, "validation", TypeAdapter(endpoint.given)))
        wanted.append((endpoint.answer.__name__, "serialization", endpoint.returns))
    schemas, rest = TypeAdapter.json_schemas(wanted, ref_template=REFERENCE)
    definitions = rest.get("$defs", {})
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        path = re.sub(r"{(\w+):path}", r"{\1}", endpoint.path)
        paths.setdefault(path, {})[endpoint.method.lower()] = _operation(endpoint, schemas, definitions)
    whole: dict[str, Any] = yaml.load(Path(__file__).with_name("openapi.yaml").read_bytes(), yaml.CSafeLoader)
    whole["info"]["version"] = __version__
    whole["paths"] = paths | whole["paths"]
    whole["components"]["schemas"] = definitions
    return whole


def _operation(endpoint: Endpoint, schemas: Mapping[Any, Any], definitions: Mapping[str, Any]) -> dict[str, Any]:
    name, summary = endpoint.answer.__name__, (endpoint.answer.__doc__ or "").strip()
    given, returned = schemas[name, "validation"], schemas[name, "serialization"]
    problem = {"application/problem+json": {"schema": schemas["problem", "serialization"]}}
    responses: dict[str, Any] = {"200": {"description": summary, "content": {"application/json": {"schema": returned}}}}
    for status, why in PROBLEMS[endpoint.method].items():
        responses[str(status)] = {"description": why, "content": problem}
    parameters: list[dict[str, Any]] = []
    operation = {"operationId": name, "summary": summary, "parameters": parameters, "responses": responses}
    if "{id" in endpoint.path:
        schema = {"type": "string", "minLength": 1}
        parameters.append({"name": "id", "in": "path", "required": True, "schema": schema})
    if endpoint.acts:
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": given}}}
        return operation
    if "$ref" in given:
        given = definitions[given["$ref"].rpartition("/")[2]]
    for field, schema in given.get("properties", {}).items():
        parameters.append({"name": field, "in": "query", "required": False, "schema": schema})
    return operation
