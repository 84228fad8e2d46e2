"""The OpenAPI document, made from the endpoints and their types."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import JsonSchemaMode

from coordinator import __version__
from coordinator.web.endpoint import Endpoint
from coordinator.web.problems import Problem

REFERENCE = "#/components/schemas/{model}"
PROBLEMS = {
    "GET": {404: "there is no such thing", 422: "a parameter is wrong"},
    "POST": {
        400: "the body cannot be read",
        403: "sent by a page of another site",
        404: "there is no such thing",
        409: "it was done before, otherwise",
        413: "the body is too large",
        415: "the body is not JSON",
        422: "it cannot be done, and why",
    },
}
STREAM = {
    "get": {
        "operationId": "stream",
        "summary": "What happens, as it happens: server-sent events.",
        "parameters": [
            {"name": "Last-Event-ID", "in": "header", "schema": {"type": "string"}, "description": "go on after it"}
        ],
        "responses": {"200": {"description": "a stream", "content": {"text/event-stream": {}}}},
    }
}


@lru_cache(maxsize=1)
def document(endpoints: tuple[Endpoint, ...]) -> dict[str, Any]:
    """The whole document."""
    schemas = _Schemas(endpoints)
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        path = re.sub(r"{(\w+):path}", r"{\1}", endpoint.path)
        paths.setdefault(path, {})[endpoint.method.lower()] = _operation(endpoint, schemas)
    return {
        "openapi": "3.1.0",
        "info": {"title": "coordinator", "version": __version__, "description": "Reviews, runs and councils."},
        "paths": paths | {"/api/events": STREAM},
        "components": {
            "schemas": schemas.definitions,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{}, {"token": []}],
    }


class _Schemas:
    """The schema of everything that is given or answered, by who uses it."""

    def __init__(self, endpoints: Sequence[Endpoint]) -> None:
        wanted: list[tuple[tuple[Endpoint | None, str], JsonSchemaMode, TypeAdapter[Any]]] = []
        for endpoint in endpoints:
            wanted.append(((endpoint, "given"), "validation", TypeAdapter(endpoint.given)))
            wanted.append(((endpoint, "returns"), "serialization", TypeAdapter(endpoint.returns)))
        wanted.append(((None, "problem"), "serialization", TypeAdapter(Problem)))
        found, rest = TypeAdapter.json_schemas(wanted, ref_template=REFERENCE)
        self._found: Mapping[Any, Any] = found
        self.definitions = rest.get("$defs", {})

    def of(self, endpoint: Endpoint | None, part: str) -> dict[str, Any]:
        """The schema, mostly as a reference."""
        modes = {"given": "validation", "returns": "serialization", "problem": "serialization"}
        schema: dict[str, Any] = self._found[(endpoint, part), modes[part]]
        return schema

    def resolved(self, endpoint: Endpoint) -> dict[str, Any]:
        """The schema of what is given, without a reference at its top."""
        schema = self.of(endpoint, "given")
        definition: dict[str, Any] = self.definitions[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
        return definition


def _operation(endpoint: Endpoint, schemas: _Schemas) -> dict[str, Any]:
    summary = (endpoint.answer.__doc__ or "").strip()
    answered = {"description": summary, "content": {"application/json": {"schema": schemas.of(endpoint, "returns")}}}
    problem = {"application/problem+json": {"schema": schemas.of(None, "problem")}}
    failures = {str(s): {"description": why, "content": problem} for s, why in PROBLEMS[endpoint.method].items()}
    operation: dict[str, Any] = {
        "operationId": endpoint.answer.__name__,
        "summary": summary,
        "parameters": list(_parameters(endpoint, schemas)),
        "responses": {"200": answered} | failures,
    }
    if endpoint.acts:
        body = {"application/json": {"schema": schemas.of(endpoint, "given")}}
        operation["requestBody"] = {"required": True, "content": body}
    return operation


def _parameters(endpoint: Endpoint, schemas: _Schemas) -> Iterator[dict[str, Any]]:
    if "{id" in endpoint.path:
        yield {"name": "id", "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}
    if not endpoint.acts:
        for name, schema in schemas.resolved(endpoint).get("properties", {}).items():
            yield {"name": name, "in": "query", "required": False, "schema": schema}
