"""Write the files of a council: `result.json` for programs, `spec.md` and `plan.md` for readers.

This module also turns a council into recorded replies, so that it can be replayed without agents.
"""

import json
import os
import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from itertools import zip_longest
from pathlib import Path
from typing import Any

from coordinator.agents.recorded import PLACEHOLDER, RecordedLine, line_of
from coordinator.config import replace_file
from coordinator.council.history import CouncilRecord, council_record
from coordinator.council.records import TEMPLATES, CouncilRound, ProposalVersion, PublishedFiles
from coordinator.errors import UsageError
from coordinator.judgement.council.baseline import Baseline
from coordinator.models import Abstention, Value
from coordinator.parsing.excerpt import bound
from coordinator.parsing.injection import defuse
from coordinator.parsing.shapes import Plan, ProposalRevision, Synthesis, Vote
from coordinator.storage.store import Store

FORMAT = 1  # the format version of result.json
CONTEXT = 10_000  # the most bytes of a context file that `spec.md` repeats
LABELS = {
    "escalated": "PARTIAL, NOT DECIDED",
    "cancelled": "PARTIAL, CANCELLED",
    "plan failed": "PARTIAL, WITHOUT A PLAN",
    "unfinished": "PARTIAL, UNFINISHED",
}


async def write_files(store: Store, council_id: str) -> PublishedFiles:
    """Write the files of a council. Replace each file as a whole."""
    council = council_record(store, council_id)
    folder = Path(council.request.out)
    texts = {"result.json": result_text(council), "spec.md": _markdown("spec.md.j2", council)}
    if council.planned is not None and isinstance(council.planned.plan, Plan):
        texts["plan.md"] = _markdown("plan.md.j2", council)
        texts["prompt.md"] = _markdown("prompt.md.j2", council)
    make_folder(folder)
    for name, text in texts.items():
        replace_file(folder / name, text.encode())
        (folder / name).chmod(0o644)
    return PublishedFiles(folder=str(folder), files=tuple(texts))


def make_folder(folder: Path) -> None:
    """Make the folder for the files. Raise UsageError if it cannot be used."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(
            f"cannot create {folder}: {error.strerror}", fix="give another folder with --out"
        ) from None
    if not os.access(folder, os.W_OK | os.X_OK):
        raise UsageError(f"cannot write to {folder}", fix="give another folder with --out")


def result_text(council: CouncilRecord) -> str:
    """Return the text of `result.json`."""
    request = council.request
    decision = None
    if council.decision:
        decision = dict(council.decision)
        decision["letter"] = council.letter(council.decision.proposal)
    proposals = []
    for letter, entry in council.final_proposals.items():
        proposals.append({"letter": letter, **_proposal(council, entry)})
    rounds = []
    for shown, trend in zip_longest(council.rounds, council.trends, fillvalue=""):
        assert isinstance(shown, CouncilRound)  # there are at most as many trends as rounds
        rounds.append({**_round(shown), "trend": trend})
    baseline: dict[str, Any] = {}
    if isinstance(council.baseline, Baseline):
        baseline.update(council.baseline)
    baseline["text"] = council.baseline_text
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
        "decision": decision,
        "options": council.options,
        "proposals": proposals,
        "replaced": [_proposal(council, entry) for entry in council.replaced],
        "matrix": council.matrix,
        "rounds": rounds,
        "merged": council.merged and _round(council.merged),
        "dissent": council.dissent,
        "disagreements": council.disagreements,
        "baseline": baseline,
        "plan": council.planned and council.planned.plan,
        "failed": council.failed,
        "outlook": council.outlook,
        "costs": council.costs,
        "total": council.total,
    }
    return json.dumps(result, default=_as_json, ensure_ascii=False, indent=1) + "\n"


def _proposal(council: CouncilRecord, entry: ProposalVersion) -> dict[str, Any]:
    return {
        "id": entry.id,
        "author": entry.author,
        "version": entry.version,
        **dict(entry.proposal),
        "evidence": council.trial(entry.id),
    }


def _round(shown: CouncilRound) -> dict[str, Any]:
    tally = shown.tally
    proposals = []
    for entry in shown.slate.entries:
        proposals.append(
            {
                "id": entry.id,
                "author": entry.author,
                "version": entry.version,
                "name": entry.proposal.name,
            }
        )
    failed = []
    for each in shown.abstentions:
        failed.append({"member": each.seat, "cause": each.cause, "detail": each.detail})
    return {
        "number": shown.number,
        "proposals": proposals,
        "adopted": shown.slate.adopted,
        "abstained": shown.slate.abstained,
        "votes": shown.votes,
        "defects": shown.defects,
        "answers": shown.answers,
        "winner": tally.winner if tally else "",
        "share": tally.share if tally else None,
        "uncertainty": tally.uncertainty if tally else None,
        "agreement": tally.agreement if tally else None,
        "quality": tally.quality if tally else None,
        "margin": tally.margin if tally else None,
        "stable": tally is not None and tally.stable,
        "flips": tally.flips if tally else (),
        "short_of": shown.short_of,
        "ranking": tally.ranking if tally else (),
        "refiner": shown.refiner,
        "synthesis": shown.synthesis if isinstance(shown.synthesis, Synthesis) else None,
        "failed": failed,
    }


def _as_json(value: Value | Fraction | Decimal) -> object:
    """Return a value as JSON data. Unlike in the record, fractions are rounded to two decimals."""
    if isinstance(value, Fraction):
        return round(float(value), 2)
    if isinstance(value, Decimal):
        return str(value)
    return dict(value)


# -- spec.md and plan.md: the texts of members cannot break out of the Markdown


class Markdown(str):
    """Safe Markdown text. Templates make all other text safe and put it on one line."""

    __slots__ = ()


def one_line(text: str) -> Markdown:
    return Markdown(defuse(" ".join(text.split())))


def inline(text: str) -> Markdown:
    return Markdown(f"`{one_line(text).replace('`', chr(39))}`")


def quoted(text: str) -> Markdown:
    return Markdown("\n".join(f"> {line}".rstrip() for line in defuse(text).strip().splitlines()))


def block(text: str, language: str = "") -> Markdown:
    """Return the text unchanged in a code fence that is longer than any fence in the text."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    name = re.sub(r"[^a-z0-9+#-]", "", language)
    body = text.rstrip("\n")
    return Markdown(f"{fence}{name}\n{body}\n{fence}")


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
# Marks the output of a macro as safe, because its parts are already safe.
DOCUMENTS.filters["markdown"] = lambda text: Markdown(text.strip("\n"))
DOCUMENTS.filters["cases"] = lambda tests: json.dumps(
    [dict(test) for test in tests], ensure_ascii=False, indent=1
)
DOCUMENTS.tests = {**TEMPLATES.tests, "abstention": lambda value: isinstance(value, Abstention)}


def _markdown(template: str, council: CouncilRecord) -> str:
    """Return the content of a file. The title in it says whether the result is partial."""
    title = f"{council.request.title} ({council.id})"
    if council.outcome in LABELS:
        title = f"[{LABELS[council.outcome]}] {title}"
    chosen = ""
    if council.decision:
        chosen = council.decision.proposal
    elif council.last and council.last.tally:
        chosen = council.last.tally.winner
    text = DOCUMENTS.get_template(template).render(
        title=title,
        council=council,
        entry=council.entries.get(chosen),
        context=[(given.name, bound(given.text, CONTEXT)) for given in council.request.context],
    )
    return text.strip("\n") + "\n"


def recorded_lines(council: CouncilRecord) -> Iterator[RecordedLine]:
    """Yield every ask of the council as a line of a recording.

    A placeholder replaces each letter of a proposal, because a replay assigns different letters.
    """
    letters = _letter_placeholders(council)
    votes = {}
    for each in council.all_rounds:
        for member, vote in each.cast.items():
            votes[each.number, member] = vote
    revisions = {}
    for each in council.rounds:
        for member, revision in each.revisions.items():
            revisions[each.number, member] = revision
    for asked in council.asked:
        line = line_of(asked, 1)
        about = (asked.round, asked.seat)
        if asked.purpose == "vote" and about in votes:
            line = line.model_copy(update={"reply": _vote_reply(votes[about], letters)})
        revised = revisions.get(about)
        if asked.purpose == "revise" and isinstance(revised, ProposalRevision) and revised.adopt:
            reply = revised.model_dump(mode="json")
            reply["reference"] = PLACEHOLDER
            reply["adopt"] = letters[revised.adopt]
            line = line.model_copy(update={"reply": reply})
        yield line


def _letter_placeholders(council: CouncilRecord) -> dict[str, str]:
    letters = {}
    for each in council.rounds:
        for entry in each.slate.entries:
            letters[entry.id] = f"{{{{letter of {entry.author}}}}}"
    if council.merged:  # the vote on a merged version has two versions by the same author
        for entry in council.merged.slate.entries:
            letters[entry.id] = f"{{{{letter of {entry.id}}}}}"
    return letters


def _vote_reply(vote: Vote, letters: Mapping[str, str]) -> dict[str, Any]:
    reply = vote.model_dump(mode="json")
    reply["reference"] = PLACEHOLDER
    reply["choice"] = letters[vote.choice]
    for rating in reply["ratings"]:
        rating["label"] = letters[rating["label"]]
        for concern in rating["concerns"]:
            del concern["found"]  # our code adds this field, not the member
    return reply
