"""Check every request and reply in GitHub's dialect against GitHub's own description, if it is available."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import jsonschema_rs

from tests.support.forge.http import Answer, Request
from tests.support.forge.state import Json
from tests.support.programs import GITHUB_DESCRIPTION

ERROR = {"$ref": "#/components/schemas/basic-error"}


@cache
def description() -> Json:
    """Return the description. A deleted fork is null in GitHub's replies, although the description forbids it."""
    read: Json = json.loads(GITHUB_DESCRIPTION.read_bytes())
    for name in ("pull-request", "pull-request-simple"):
        ends = read["components"]["schemas"][name]["properties"]["head"]["properties"]
        ends["repo"] = {"nullable": True, "allOf": [ends["repo"]]}
    return read


def resolved(node: Json) -> Json:
    """Return the target of a reference, or the node itself if it is no reference."""
    if "$ref" not in node:
        return node
    found: Any = description()
    for part in node["$ref"].removeprefix("#/").split("/"):
        found = found[part]
    return dict(found)


def plain(node: Any) -> Any:
    """Return the schema with `nullable` in the form of JSON Schema."""
    if isinstance(node, list):
        return [plain(one) for one in node]
    if not isinstance(node, dict):
        return node
    made = {name: plain(value) for name, value in node.items()}
    if made.get("nullable") is not True:
        return made
    if "type" in made and "enum" not in made:
        return made | {"type": [made["type"], "null"]}
    return {"anyOf": [made, {"type": "null"}]}


def references(node: Any) -> Iterator[str]:
    """Return the names of the schemas that this schema refers to."""
    for value in node.values() if isinstance(node, dict) else node:
        if isinstance(value, dict | list):
            yield from references(value)
    if isinstance(node, dict) and isinstance(node.get("$ref"), str):
        yield node["$ref"].removeprefix("#/components/schemas/")


@cache
def component(name: str) -> Any:
    """Return the schema with this name."""
    return plain(description()["components"]["schemas"][name])


@cache
def _validator(written: str) -> jsonschema_rs.Draft4Validator:
    schema = plain(json.loads(written))
    parts: Json = {}
    wanted = list(references(schema))
    while wanted:
        if (name := wanted.pop()) not in parts:
            parts[name] = component(name)
            wanted += references(parts[name])
    whole = {"allOf": [schema], "components": {"schemas": parts}}
    return jsonschema_rs.Draft4Validator(whole, validate_formats=True)


def broken(schema: Json, value: Any, what: str) -> list[str]:
    """Return the places where a value does not match its schema."""
    errors = _validator(json.dumps(schema)).iter_errors(value)
    return [
        f"{what}: {'/'.join(map(str, error.instance_path))}: {error.message[:300]}"
        for error in errors
    ]


def violations(template: str, request: Request, reply: Answer) -> list[str]:
    """Return the errors in a request to a known path, and in its reply."""
    operation = description()["paths"][template][request.method.lower()]
    what = f"{request.method} {request.path}"
    return [
        *_asked(operation, request, what),
        *_answered(operation, reply, f"{what} {reply.status}"),
    ]


def _asked(operation: Json, request: Request, what: str) -> Iterator[str]:
    known = {
        row["name"]: row
        for row in map(resolved, operation.get("parameters", []))
        if row["in"] == "query"
    }
    for name, value in request.query.items():
        if name not in known:
            yield f"{what}: there is no parameter {name}"
        else:
            read = int(value) if known[name]["schema"].get("type") == "integer" else value
            yield from broken(known[name]["schema"], read, f"{what}?{name}")
    content = operation.get("requestBody", {}).get("content", {})
    schema = content.get("application/json", {}).get("schema")
    if request.raw and schema is None:
        yield f"{what}: nothing is to be sent"
    elif schema and (request.raw or operation["requestBody"].get("required")):
        sent = request.body
        yield from broken(schema, sent, what)
        for name in set(sent or {}) - set(schema.get("properties", sent or {})):
            yield f"{what}: there is no field {name}"


def _answered(operation: Json, reply: Answer, what: str) -> Iterator[str]:
    found = operation["responses"].get(str(reply.status))
    if (
        reply.status == 304
    ):  # GitHub gives this answer for every resource with an ETag, but seldom describes it.
        found = {}
    if found is None and reply.status < 400:
        yield f"{what}: this answer is not described"
        return
    content = resolved(found).get("content", {}) if found else {}
    schema = content.get("application/json", {}).get("schema")
    if schema is None and reply.status < 400:
        yield from [f"{what}: the answer has a body"] if reply.raw else []
    else:
        yield from broken(schema or ERROR, json.loads(reply.raw), what)


def hook_violations(event: str, payload: Json) -> list[str]:
    """Return the errors in a delivery of a webhook."""
    words = [event, payload["action"]] if "action" in payload else [event]
    hook = description()["x-webhooks"]["-".join(words).replace("_", "-")]
    return broken(
        hook["post"]["requestBody"]["content"]["application/json"]["schema"],
        payload,
        " ".join(words),
    )
