"""The parts of the package that the snapshots read; everything else goes through commands. Moves end here."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, get_args

from coordinator.config.settings import Tree
from coordinator.mcp.server import Server
from coordinator.models import Purpose
from coordinator.parsing.forms import schema_for
from coordinator.storage.events import Kind
from coordinator.web.api import document
from coordinator.workspace.sandbox.sandbox import find_sandbox

PURPOSES: tuple[Purpose, ...] = get_args(Purpose)


def configuration_schema() -> dict[str, Any]:
    """Return the JSON Schema of coordinator.yaml."""
    return Tree.model_json_schema()


def openapi() -> dict[str, Any]:
    """Return the OpenAPI document."""
    return document()


def mcp_tools() -> list[dict[str, Any]]:
    """Return every tool of the MCP server."""
    tools = asyncio.run(Server(None, allow_decide=True).list_tools())
    return [tool.model_dump(mode="json", exclude_none=True) for tool in tools]


def reply_schemas() -> dict[str, dict[str, Any]]:
    """Return the schema of each kind of reply, and the one of a rubric for a model with little room."""
    schemas: dict[str, dict[str, Any]] = {
        "rubric, little room": schema_for("rubric", "WORD", room=1_000)
    }
    for purpose in PURPOSES:
        if purpose != "work":  # a working agent answers in its own words
            schemas[purpose] = schema_for(purpose, "WORD", ("R1",))
    return schemas


def event_kinds() -> list[str]:
    """Return every kind of event that has keys of its own."""
    kinds: set[str] = set()
    for group in get_args(Kind):
        kinds.update(get_args(group))
    return sorted(kinds)


@contextmanager
def sandbox_found_anew() -> Iterator[None]:
    """Let this process look for a sandbox again, and forget in the end what it has found."""
    find_sandbox.cache_clear()
    try:
        yield
    finally:
        find_sandbox.cache_clear()
