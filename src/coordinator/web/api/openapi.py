"""The OpenAPI document, made from the endpoints and their types."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import JsonSchemaMode

from coordinator import __version__
from coordinator.web.api.endpoint import Endpoint
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
    """Return the whole document."""
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
    return {
        "openapi": "3.1.0",
        "info": {"title": "coordinator", "version": __version__, "description": "Reviews, runs and councils."},
        "paths": paths | {"/api/events": STREAM},
        "components": {"schemas": definitions, "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
        "security": [{}, {"token": []}],
    }


def _operation(endpoint: Endpoint, schemas: Mapping[Any, Any], definitions: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the document says of one endpoint."""
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
