"""Render pages from templates. All values are escaped. An undefined variable is an error."""

import base64
import hashlib
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from jinja2 import Environment
from markupsafe import Markup

from coordinator import __version__
from coordinator.council import CouncilRecord
from coordinator.judgement.ballots import accepts, answer_to, fails, is_gate, score_of, show
from coordinator.judgement.evidence.experiments import red_or_green
from coordinator.judgement.evidence.verification import CONFIRMED
from coordinator.prompts import strict_templates
from coordinator.reviews.publish import TARGETS
from coordinator.reviews.record import ReviewRecord
from coordinator.storage.store import Event
from coordinator.views import formatting, graph, review, run
from coordinator.views.inbox import InboxItem
from coordinator.workflow.history import RunRecord

Record = ReviewRecord | RunRecord | CouncilRecord
STATIC = Path(__file__).with_name("static")
# The filters of the templates, and the functions that they can call.
FILTERS = {
    "accepts": accepts,
    "brief": formatting.brief,
    "clock": formatting.clock,
    "counted": formatting.counted,
    "fails": fails,
    "inert": formatting.inert,
    "money": formatting.money,
    "passage": formatting.passage,
    "percent": formatting.percent,
    "raw_passage": formatting.raw_passage,
    "score": show,
    "score_of": score_of,
    "seat_anchor": formatting.seat_anchor,
    "span": formatting.span,
    "stamp": formatting.stamp,
    "tenths": formatting.tenths,
    "usage_text": formatting.usage_text,
}
FUNCTIONS = (
    answer_to,
    formatting.axis,
    graph.graph_layout,
    is_gate,
    red_or_green,
    review.ask_key,
    review.ballot_changes,
    review.debate_moves,
    review.overall_scores,
    review.proofs_of,
    review.protocol_of,
    review.sides,
    run.convergence_points,
    run.output_text,
    run.proposal_name,
)
# The address of each page.
PATHS = {
    "inbox": "/",
    "next_item": "/next",
    "everything": "/list",
    "start": "/start/{id}",
    "review": "/reviews/{id}",
    "text": "/reviews/{id}/texts/{hash}",
    "reply": "/reviews/{id}/replies/{ask:path}",
    "override": "/reviews/{id}/override",
    "rerun": "/reviews/{id}/rerun",
    "runs": "/runs",
    "run": "/runs/{id}",
    "cancel": "/runs/{id}/cancel",
    "resume": "/runs/{id}/resume",
    "councils": "/councils",
    "council": "/councils/{id}",
    "decide": "/councils/{id}/decide",
    "ask": "/asks/{id:path}",
    "api": "/api/{id:path}",
    "static": "/static/{id:path}",
}


@lru_cache(maxsize=1)
def environment() -> Environment:
    """Return the template environment with its filters and functions."""
    templates = strict_templates(Path(__file__).with_name("templates"))
    made = templates.overlay(autoescape=True, keep_trailing_newline=False)
    made.filters.update(FILTERS)
    for function in FUNCTIONS:
        made.globals[function.__name__] = function
    made.globals["CONFIRMED"] = CONFIRMED
    made.globals["TARGETS"] = TARGETS
    made.globals["version"] = __version__
    made.globals["url"] = url
    made.globals["item_url"] = item_url
    return made


def url(kind: str, about: str = "", /, **query: str) -> str:
    """Return the address of a page.

    Path parameters are filled in, and empty query values left out.
    """
    path = PATHS[kind]
    safe = ""
    if "{id:path}" in path:
        safe = "/"
    address = path.replace(":path", "").replace("{id}", quote(about, safe=safe))
    if kind == "static":
        query = {"v": _version(about)}
    for name in ("hash", "ask"):
        if f"{{{name}}}" in address:
            address = address.replace(f"{{{name}}}", quote(query.pop(name), safe="/"))
    rest = urlencode({name: value for name, value in query.items() if value})
    if rest:
        address += f"?{rest}"
    return address


def item_url(item: InboxItem, /, **query: str) -> str:
    """Return the address of the page for an inbox item, or an empty string if there is none."""
    if item.kind == "ask":
        return url("ask", item.id, **query)
    if item.of:
        return url(item.of, item.run, **query)
    return ""


@lru_cache(maxsize=100)
def _version(name: str) -> str:
    return hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:12]


def standalone_graph(drawn: graph.Graph) -> str:
    """Return a workflow as an SVG file that contains the colours of the pages."""
    sheet = (STATIC / "style.css").read_text(encoding="utf-8")
    colours, _, rules = sheet.partition("*, *::before")
    drawing = [line for line in rules.splitlines() if ".graph" in line]
    style = "\n".join([colours, "svg { background: var(--card); }", *drawing])
    macros: Any = environment().get_template("graph.html").module
    return str(macros.drawn_graph(drawn, style))


def standalone(record: Record, events: Sequence[Event], text: Callable[[str], str]) -> str:
    """Return the page of a review, run or council as one HTML file that contains all texts.

    The content security policy of the file allows nothing but its own style.
    """
    if isinstance(record, RunRecord):
        body = "run_body.html"
        context = run.run_context(record, text, alone=True)
    elif isinstance(record, CouncilRecord):
        body = "council_body.html"
        context = {"council": record, "prompt": text}
    else:
        body = "review_body.html"
        context = review.review_context(record, events, text)
    style = f"\n{(STATIC / 'style.css').read_text(encoding='utf-8')}"
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    return (
        environment()
        .get_template("share.html")
        .render(context, body=body, style=Markup(style), policy=policy)
    )
