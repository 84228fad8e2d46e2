"""Modules that take long to import; a command that must start quickly imports none of them."""

from __future__ import annotations

HEAVY = {
    "asyncio",
    "httpx",
    "httpx2",
    "jinja2",
    "pydantic",
    "rich",
    "sqlite3",
    "starlette",
    "yaml",
}
