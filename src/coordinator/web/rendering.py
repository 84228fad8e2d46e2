"""Pages from templates: everything is escaped, and a name that is not there is an error."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path
from urllib.parse import quote, urlencode

from jinja2 import Environment, PackageLoader, StrictUndefined

from coordinator import __version__
from coordinator.web import filters as legible

STATIC = Path(__file__).with_name("static")
FILTERS = ("inert", "brief", "passage", "money", "span", "clock", "stamp", "counted", "rate", "middle")

PATHS = {
    "queue": "/",
    "review": "/reviews/{id}",
    "text": "/reviews/{id}/texts/{hash}",
    "reply": "/reviews/{id}/replies/{ask}",
    "override": "/reviews/{id}/override",
    "rerun": "/reviews/{id}/rerun",
    "runs": "/runs",
    "run": "/runs/{id}",
    "cancel": "/runs/{id}/cancel",
    "councils": "/councils",
    "council": "/councils/{id}",
    "decide": "/councils/{id}/decide",
    "asks": "/asks",
    "ask": "/asks/{id}",
    "panel": "/panel",
    "api": "/api/{id}",
    "static": "/static/{id}",
}


@lru_cache(maxsize=1)
def environment() -> Environment:
    """The templates, with all that they may use."""
    made = Environment(
        loader=PackageLoader("coordinator.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {name: getattr(legible, name) for name in FILTERS}
    made.globals |= {"url": url, "version": __version__}
    return made


def url(kind: str, id: str = "", **query: str) -> str:
    """The address of a page; what is in its path is taken from the query, what is empty is left out."""
    path = PATHS[kind]
    if kind == "static":
        query = {"v": _version(id)}
    given = {"id": quote(id, safe="/" if kind in ("ask", "api", "static") else "")}
    given |= {name: quote(query.pop(name), safe="/") for name in ("hash", "ask") if f"{{{name}}}" in path}
    rest = urlencode({name: value for name, value in query.items() if value})
    return path.format(**given) + (f"?{rest}" if rest else "")


@lru_cache(maxsize=100)
def _version(name: str) -> str:
    return hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:12]
