"""Pages from templates: everything is escaped, and a name that is not there is an error."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from urllib.parse import quote, urlencode

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from coordinator import __version__
from coordinator.judgement.ballots import accepts, fails, is_gate, score_of, show
from coordinator.judgement.evidence import CONFIRMED
from coordinator.storage.review_record import ReviewRecord, cost
from coordinator.storage.store import Event
from coordinator.web.display.council import convergence_points, proposal_name
from coordinator.web.display.filters import (
    axis,
    brief,
    clock,
    counted,
    inert,
    money,
    passage,
    percent,
    raw_passage,
    seat_anchor,
    span,
    stamp,
    tenths,
)
from coordinator.web.display.graph import graph_layout
from coordinator.web.display.review import (
    ask_key,
    ballot_changes,
    debate_moves,
    overall_scores,
    proofs_of,
    protocol_of,
    review_context,
)
from coordinator.web.display.run import output_text

STATIC = Path(__file__).with_name("static")
# What templates may use beside Jinja's own.
FILTERS = (
    accepts,
    brief,
    clock,
    cost,
    counted,
    fails,
    inert,
    money,
    passage,
    percent,
    raw_passage,
    score_of,
    seat_anchor,
    span,
    stamp,
    tenths,
)
FUNCTIONS = (
    ask_key,
    axis,
    ballot_changes,
    convergence_points,
    debate_moves,
    graph_layout,
    is_gate,
    output_text,
    overall_scores,
    proofs_of,
    proposal_name,
    protocol_of,
)
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
    """Return the templates, with all that they may use."""
    made = Environment(
        loader=PackageLoader("coordinator.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {function.__name__: function for function in FILTERS} | {"score": show}
    made.globals |= {function.__name__: function for function in FUNCTIONS} | {"url": url}
    made.globals |= {"version": __version__, "CONFIRMED": CONFIRMED}
    return made


def url(kind: str, run: str = "", **query: str) -> str:
    """Return the address of a page; what is in its path is taken from the query, what is empty is left out."""
    path = PATHS[kind]
    if kind == "static":
        query = {"v": _version(run)}
    given = {"id": quote(run, safe="/" if kind in ("ask", "api", "static") else "")}
    given |= {name: quote(query.pop(name), safe="/") for name in ("hash", "ask") if f"{{{name}}}" in path}
    rest = urlencode({name: value for name, value in query.items() if value})
    return path.format(**given) + (f"?{rest}" if rest else "")


@lru_cache(maxsize=100)
def _version(name: str) -> str:
    return hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:12]


def standalone_review(record: ReviewRecord, events: Sequence[Event], prompt: Callable[[str], str]) -> str:
    """Return the page of a review as one file without a server; its policy allows this one style and nothing else."""
    style = f"\n{(STATIC / 'style.css').read_text(encoding='utf-8')}"
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    context = review_context(record, events, prompt)
    return environment().get_template("share.html").render(context, style=Markup(style), policy=policy)
