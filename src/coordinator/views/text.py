"""Reviews, runs and councils as text: a line for each event, and the whole record.

The words are in `templates/`. A file `*_events.txt` has one macro for each kind of event. The other
files show a whole record.
"""

import json
import shlex
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from jinja2 import Environment

from coordinator.agents.ask_records import AskRecord
from coordinator.council import CouncilRecord
from coordinator.judgement.ballots import accepts, fails, score_of, show
from coordinator.judgement.council.voting import Tally
from coordinator.judgement.evidence.verification import counts_against
from coordinator.judgement.tool_mad import VerifiedArgument
from coordinator.models import Ballot, JudgeResult
from coordinator.panels.prompt_parts import proof_text, reproduction
from coordinator.prompts import strict_templates
from coordinator.reviews.publish import MESSAGES
from coordinator.reviews.record import ReviewRecord
from coordinator.storage.events import AskKey, kind_of, number_of, subject_of
from coordinator.storage.short_ids import short_id
from coordinator.storage.store import Event
from coordinator.views.formatting import span, usage_text
from coordinator.views.review import ballot_changes, debate_moves, recorded_results
from coordinator.views.terminal_text import counted, one_line, plain, row, when

MARKS = {"verified": "✓", "moved": "≈", "not found": "✗", "no source": "?"}


def render(template: str, **variables: object) -> str:
    """Fill in a template. Text from the work under review cannot control the terminal."""
    return plain(_environment().get_template(template).render(variables).removesuffix("\n"))


def event_line(event: Event, template: str = "review_events.txt", *, dashboard: str = "") -> str:
    """Return the line that describes an event; an empty string if the event has no line.

    `dashboard` is the address of the dashboard, if it is served.
    """
    if event.kind not in ("step", "park", "end"):
        return ""
    kind: str = event.kind
    if event.kind == "step":
        kind = kind_of(event.key)
    if kind in ("park", "end", "open"):
        template = "events.txt"
    source = _environment().get_template(template)
    macros = source.make_module({"run": event.run, "dashboard": dashboard})
    macro = getattr(macros, kind, None)
    if macro:
        return str(macro(event.key, json.loads(event.body)))
    return ""


def flow_yaml(value: object) -> str:
    """Return a value as YAML on one line."""
    text = yaml.safe_dump(value, default_flow_style=True, sort_keys=False, width=1_000)
    return text.strip()


@cache
def _environment() -> Environment:
    environment = strict_templates(Path(__file__).with_name("templates"))
    environment.filters |= {
        "ask": AskKey.parse,
        "ask_name": ask_name,
        "figures": tally_figures,
        "cost": lambda usage: "cost unknown" if usage.usd is None else f"${usage.usd}",
        "counted": counted,
        "flow": flow_yaml,
        "number": number_of,
        "one_line": one_line,
        "proof": lambda proof: f"{MARKS[proof.found]} {proof_text(proof)}",
        "proof_text": proof_text,
        "quote": shlex.quote,
        "reproduction": reproduction,
        "row": lambda text, head: row(head, text),
        "score": lambda number: show(Fraction(number)),
        "short_id": short_id,
        "span": span,
        "subject": subject_of,
        "usage_text": usage_text,
        "what_to_do": MESSAGES.what_to_do,
        "when": when,
        "wrap": lambda text: textwrap.wrap(text, 110),
    }
    environment.tests["counts_against"] = counts_against
    environment.globals |= {"ballot_changes": ballot_changes, "debate_moves": debate_moves}
    return environment


def tally_figures(tally: Mapping[str, Any]) -> str:
    from coordinator.council.records import SHOWN  # only councils need this import

    return str(SHOWN.figures(Tally.model_validate(tally)))


def ask_name(asked: AskRecord) -> str:
    """Return the seat, the purpose, the round and the part of an ask as a text.

    The text leaves out round 0, except for a plan.
    """
    about: str = asked.purpose
    if asked.round or asked.purpose == "plan":
        about += f" {asked.round}"
    if asked.part:
        about += f", part {asked.part}"
    if asked.answered.again:
        about += ", asked again"
    return f"{asked.seat} ({about})"


def council_text(council: CouncilRecord) -> str:
    """Return the whole record of a council."""
    return render("council.txt", council=council, costs=(*council.costs, council.total))


def council_end_text(council: CouncilRecord) -> str:
    """Return the outcome of a council, and the next steps for a person."""
    return render("council_end.txt", council=council)


def review_text(review: ReviewRecord) -> str:
    results: Sequence[JudgeResult] = ()
    if review.standings:
        results = review.standings[-1].testimonies
    ballots = [result for result in results if isinstance(result, Ballot)]
    arguments = []
    for result in recorded_results(review).values():
        if isinstance(result, VerifiedArgument):
            arguments.append(result)
    scores = "\n".join(_score_table(review, ballots))
    return render("review.txt", review=review, results=results, arguments=arguments, scores=scores)


def _score_table(review: ReviewRecord, ballots: Sequence[Ballot]) -> Iterator[str]:
    """Yield a row for each dimension and each question, with a column for each judge."""
    if not ballots or review.rubric is None or review.settings is None:
        return
    rubric = review.rubric.rubric
    rules = review.settings.rules
    names = ["overall"]
    names += [dimension.name for dimension in rubric.dimensions]
    names += [item.id for item in rubric.checklist]
    width = max(len(name) for name in names) + 18
    seats = [ballot.seat for ballot in ballots]

    def cells(head: str, values: Iterable[str], is_split: bool = False) -> str:
        padded = []
        for value, seat in zip(values, seats, strict=True):
            padded.append(f"{value:>{max(len(seat), 11)}}")
        row = f"  {head:<{width}} {'  '.join(padded)}"
        if is_split:
            row += "  ← split"
        return row

    yield cells("", seats)
    for dimension in rubric.dimensions:
        scores = [score_of(ballot, dimension.name) for ballot in ballots]
        is_split = max(scores) - min(scores) > rules.criterion_spread
        yield cells(f"{dimension.name} ({dimension.weight})", map(str, scores), is_split)
    for item in rubric.checklist:
        failed = [fails(ballot, item) for ballot in ballots]
        answers = ["fails" if against else "ok" for against in failed]
        yield cells(f"{item.id} {item.importance}", answers, any(failed) and not all(failed))
    overall = []
    for ballot in ballots:
        side = "≥" if accepts(ballot, rules.bar) else "<"
        overall.append(f"{show(ballot.overall)} {side} {show(rules.bar)}")
    yield cells("overall", overall)
