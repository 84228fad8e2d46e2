"""The files of a council: result.json for programs, spec.md for whoever carries the decision out, plan.md.

And a council as recorded replies, so that it can be held again without asking anybody.
"""

import json
import os
import re
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

from coordinator.agents.recorded import PLACEHOLDER, RecordedLine, line_of
from coordinator.config import replace_file
from coordinator.council.history import CouncilRecord, council_record
from coordinator.council.records import TEMPLATES, CouncilRound, ProposalVersion, PublishedFiles
from coordinator.errors import UsageError
from coordinator.judgement.baseline import Baseline
from coordinator.models import Abstention, Value
from coordinator.parsing.excerpt import bound
from coordinator.parsing.injection import defuse
from coordinator.parsing.shapes import Plan, ProposalRevision, Synthesis
from coordinator.storage.store import Store

FORMAT = 1  # of result.json
CONTEXT = 10_000  # bytes of each given file that are repeated in spec.md
LABELS = {
    "escalated": "PARTIAL, NOT DECIDED",
    "cancelled": "PARTIAL, CANCELLED",
    "plan failed": "PARTIAL, WITHOUT A PLAN",
    "unfinished": "PARTIAL, UNFINISHED",
}


async def write_files(store: Store, council_id: str) -> PublishedFiles:
    """Write every file of a council that there is something to write into; each is whole or as it was before."""
    council = council_record(store, council_id)
    folder = Path(council.request.out)
    texts = {"result.json": result_text(council), "spec.md": _markdown("spec.md.j2", council)}
    if council.planned is not None and isinstance(council.planned.plan, Plan):
        texts |= {
            "plan.md": _markdown("plan.md.j2", council),
            "prompt.md": _markdown("prompt.md.j2", council),
        }
    make_folder(folder)
    for name, text in texts.items():
        replace_file(folder / name, text.encode())
        (folder / name).chmod(0o644)
    return PublishedFiles(folder=str(folder), files=tuple(texts))


def make_folder(folder: Path) -> None:
    """Make the folder that files are written to; an error says why it cannot be used."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(
            f"{folder} cannot be made: {error.strerror}", fix="name another place with --out"
        ) from None
    if not os.access(folder, os.W_OK | os.X_OK):
        raise UsageError(f"{folder} cannot be written to", fix="name another place with --out")


def result_text(council: CouncilRecord) -> str:
    request = council.request
    decision = council.decision
    baseline = council.baseline
    proposals = [
        {"letter": letter} | _proposal(council, entry)
        for letter, entry in council.final_proposals.items()
    ]
    trends = [*council.trends, *[""] * len(council.rounds)]
    result = {
        "format": FORMAT,
        "council": council.id,
        "outcome": council.outcome,
        "partial": council.outcome in LABELS,
        "problem": request.problem,
        "context": [given.name for given in request.context],
        "constraints": request.constraints,
        "alternatives": request.alternatives,
        "members": {member.name: float(member.weight) for member in request.members},
        "concerns": council.concerns,
        "needed": request.thresholds,
        "ending": council.ended,
        "decision": dict(decision) | {"letter": council.letter(decision.proposal)}
        if decision
        else None,
        "options": council.options,
        "proposals": proposals,
        "replaced": [_proposal(council, entry) for entry in council.replaced],
        "matrix": council.matrix,
        "rounds": [
            _round(shown) | {"trend": trend}
            for shown, trend in zip(council.rounds, trends, strict=False)
        ],
        "merged": council.merged and _round(council.merged),
        "dissent": council.dissent,
        "disagreements": council.disagreements,
        "baseline": dict(baseline if isinstance(baseline, Baseline) else ())
        | {"text": council.baseline_text},
        "plan": council.planned and council.planned.plan,
        "failed": council.failed,
        "outlook": council.outlook,
        "costs": council.costs,
        "total": council.total,
    }
    return json.dumps(result, default=_as_json, ensure_ascii=False, indent=1) + "\n"


def _proposal(council: CouncilRecord, entry: ProposalVersion) -> dict[str, Any]:
    head = {"id": entry.id, "author": entry.author, "version": entry.version}
    return head | dict(entry.proposal) | {"evidence": council.trial(entry.id)}


def _round(shown: CouncilRound) -> dict[str, Any]:
    tally = shown.tally
    figures = ("share", "uncertainty", "agreement", "quality", "margin")
    return {
        "number": shown.number,
        "proposals": [
            {
                "id": entry.id,
                "author": entry.author,
                "version": entry.version,
                "name": entry.proposal.name,
            }
            for entry in shown.slate.entries
        ],
        "adopted": shown.slate.adopted,
        "abstained": shown.slate.abstained,
        "votes": shown.votes,
        "defects": shown.defects,
        "answers": shown.answers,
        "winner": tally.winner if tally else "",
        **{name: getattr(tally, name, None) for name in figures},
        "stable": tally is not None and tally.stable,
        "flips": tally.flips if tally else (),
        "short_of": shown.short_of,
        "ranking": tally.ranking if tally else (),
        "refiner": shown.refiner,
        "synthesis": shown.synthesis if isinstance(shown.synthesis, Synthesis) else None,
        "failed": [
            {"member": each.seat, "cause": each.cause, "detail": each.detail}
            for each in shown.abstentions
        ],
    }


def _as_json(value: Value | Fraction | Decimal) -> object:
    """Shares and ratings are rounded to two places; the exact ones are on record."""
    if isinstance(value, Fraction):
        return round(float(value), 2)
    if isinstance(value, Decimal):
        return str(value)
    return dict(value)


# -- spec.md and plan.md: Markdown that those whose text is in it cannot break out of


class Markdown(str):
    """Text that is Markdown already; all other text in a template becomes one harmless line."""

    __slots__ = ()


def one_line(text: str) -> Markdown:
    return Markdown(defuse(" ".join(text.split())))


def inline(text: str) -> Markdown:
    return Markdown(f"`{one_line(text).replace('`', chr(39))}`")


def quoted(text: str) -> Markdown:
    return Markdown("\n".join(f"> {line}".rstrip() for line in defuse(text).strip().splitlines()))


def block(text: str, language: str = "") -> Markdown:
    """Return text as it is, in a fence longer than any inside it."""
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    return Markdown(
        f"{fence}{re.sub(r'[^a-z0-9+#-]', '', language)}\n{text.rstrip(chr(10))}\n{fence}"
    )


DOCUMENTS = TEMPLATES.overlay(
    finalize=lambda value: one_line(value) if type(value) is str else value
)
DOCUMENTS.filters = {
    **TEMPLATES.filters,
    "inline": inline,
    "quoted": quoted,
    "block": block,
    "defuse": defuse,
}
# Of a macro, whose parts are harmless already
DOCUMENTS.filters["markdown"] = lambda text: Markdown(text.strip("\n"))
DOCUMENTS.filters["cases"] = lambda tests: json.dumps(
    [dict(test) for test in tests], ensure_ascii=False, indent=1
)
DOCUMENTS.tests = {**TEMPLATES.tests, "abstention": lambda value: isinstance(value, Abstention)}


def _markdown(template: str, council: CouncilRecord) -> str:
    """Return spec.md or plan.md; what is missing of the result is said in the title."""
    label = f"[{LABELS[council.outcome]}] " if council.outcome in LABELS else ""
    leading = council.last.tally.winner if council.last and council.last.tally else ""
    text = DOCUMENTS.get_template(template).render(
        title=f"{label}{council.request.title} ({council.id})",
        council=council,
        entry=council.entries.get(council.decision.proposal if council.decision else leading),
        context=[(given.name, bound(given.text, CONTEXT)) for given in council.request.context],
    )
    return text.strip("\n") + "\n"


def recorded_lines(council: CouncilRecord) -> Iterator[RecordedLine]:
    """Yield every ask of the council as a line; letters, which another council deals out anew, become placeholders."""
    letters = {
        entry.id: f"{{{{letter of {entry.author}}}}}"
        for each in council.rounds
        for entry in each.slate.entries
    }
    if council.merged:  # in which two are by the same author
        letters |= {
            entry.id: f"{{{{letter of {entry.id}}}}}" for entry in council.merged.slate.entries
        }
    votes = {
        (each.number, member): vote
        for each in council.all_rounds
        for member, vote in each.cast.items()
    }
    revisions = {
        (each.number, member): said
        for each in council.rounds
        for member, said in each.revisions.items()
    }
    for asked in council.asked:
        line = line_of(asked, 1)
        about = (asked.round, asked.seat)
        if asked.purpose == "vote" and about in votes:
            reply = votes[about].model_dump(mode="json") | {"reference": PLACEHOLDER}
            reply["choice"] = letters[votes[about].choice]
            for rating in reply["ratings"]:
                rating["label"] = letters[rating["label"]]
                for concern in rating["concerns"]:
                    del concern["found"]  # which is no part of the reply
            line = line.model_copy(update={"reply": reply})
        said = revisions.get(about)
        if asked.purpose == "revise" and isinstance(said, ProposalRevision) and said.adopt:
            reply = said.model_dump(mode="json") | {
                "reference": PLACEHOLDER,
                "adopt": letters[said.adopt],
            }
            line = line.model_copy(update={"reply": reply})
        yield line
