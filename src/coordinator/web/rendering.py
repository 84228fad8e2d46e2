"""Pages from templates: everything is escaped, and a name that is not there is an error."""

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
from coordinator.agents.ask_records import total_usage
from coordinator.council import CouncilRecord
from coordinator.judgement.ballots import accepts, answer_to, fails, is_gate, score_of, show
from coordinator.judgement.evidence import CONFIRMED
from coordinator.judgement.experiments import red_or_green
from coordinator.prompts import strict_templates
from coordinator.reviews.publish import TARGETS
from coordinator.reviews.record import ReviewRecord
from coordinator.storage.store import Event
from coordinator.views import formatting as filters
from coordinator.views import graph, review, run
from coordinator.views.inbox import InboxItem
from coordinator.workflow.history import RunRecord

Record = ReviewRecord | RunRecord | CouncilRecord
STATIC = Path(__file__).with_name("static")
TEXT_FILTERS = (
    "brief",
    "clock",
    "counted",
    "inert",
    "money",
    "passage",
    "percent",
    "raw_passage",
    "span",
    "stamp",
)
FUNCTIONS = (
    review.ask_key, review.ballot_changes, review.debate_moves, review.overall_scores, review.proofs_of,
    review.protocol_of, review.sides, run.convergence_points, run.output_text, run.proposal_name, filters.axis,
    graph.graph_layout, answer_to, is_gate, red_or_green,
)  # fmt: skip
# Each page: its name, and its address.
PATHS = dict(
    line.split()
    for line in Path(__file__).with_name("paths.txt").read_text(encoding="utf-8").splitlines()
)


@lru_cache(maxsize=1)
def environment() -> Environment:
    """Return the templates, with all that they may use."""
    templates = strict_templates(Path(__file__).with_name("templates"))
    made = templates.overlay(autoescape=True, keep_trailing_newline=False)
    made.filters |= {
        name: getattr(filters, name) for name in (*TEXT_FILTERS, "seat_anchor", "tenths")
    }
    made.filters |= {
        "accepts": accepts,
        "usage": total_usage,
        "fails": fails,
        "score": show,
        "score_of": score_of,
    }
    made.globals |= {function.__name__: function for function in FUNCTIONS}
    made.globals |= {"CONFIRMED": CONFIRMED, "TARGETS": TARGETS, "version": __version__}
    made.globals |= {"url": url, "item_url": item_url}
    return made


def url(kind: str, about: str = "", /, **query: str) -> str:
    """Return the address of a page: path parameters are filled in, empty query values left out."""
    path = PATHS[kind].replace(":path", "")
    safe = "/" if "{id:path}" in PATHS[kind] else ""
    if kind == "static":
        query = {"v": _version(about)}
    given = {"id": quote(about, safe=safe)}
    given |= {
        name: quote(query.pop(name), safe="/") for name in ("hash", "ask") if f"{{{name}}}" in path
    }
    rest = urlencode({name: value for name, value in query.items() if value})
    return path.format(**given) + (f"?{rest}" if rest else "")


def item_url(item: InboxItem, /, **query: str) -> str:
    """Return the address of the page that deals with an inbox item; empty if there is none."""
    if item.kind == "ask":
        return url("ask", item.id, **query)
    if item.of:
        return url(item.of, item.run, **query)
    return ""


@lru_cache(maxsize=100)
def _version(name: str) -> str:
    return hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:12]


def standalone_graph(drawn: graph.Graph) -> str:
    """Return a workflow as an SVG file that brings its own colours, those of the pages."""
    sheet = (STATIC / "style.css").read_text(encoding="utf-8")
    colours, _, rules = sheet.partition("*, *::before")
    drawing = [line for line in rules.splitlines() if ".graph" in line]
    style = "\n".join([colours, "svg { background: var(--card); }", *drawing])
    macros: Any = environment().get_template("graph.html").module
    return str(macros.drawn_graph(drawn, style))


def standalone(record: Record, events: Sequence[Event], text: Callable[[str], str]) -> str:
    """Return a page as one file with all texts in it; its policy allows only its own style."""
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
