"""The files of a council: result.json for programs, spec.md for whoever carries the decision out, plan.md."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any

from coordinator.council.history import CouncilRecord, council_record
from coordinator.council.markdown import plan_text, spec_text
from coordinator.council.records import CouncilRound, ProposalVersion, PublishedFiles
from coordinator.council.summary import baseline_text, disagreements, dissent, short_of, total
from coordinator.errors import UsageError
from coordinator.judgement.voting import Baseline
from coordinator.models import Abstention, Value
from coordinator.parsing.council import Plan, Synthesis
from coordinator.storage.store import Store

FORMAT = 1  # of result.json


async def publish(store: Store, id: str, _: str) -> PublishedFiles:
    """Write the files of a council as far as it has come, and say which."""
    return write_files(council_record(store, id))


def write_files(council: CouncilRecord) -> PublishedFiles:
    """Write every file that there is something to write into; each is whole or as it was before."""
    folder = Path(council.request.out)
    texts = {"result.json": result_text(council), "spec.md": spec_text(council)}
    if council.planned is not None and isinstance(council.planned.plan, Plan):
        texts["plan.md"] = plan_text(council, council.planned.plan)
    make_folder(folder)
    for name, text in texts.items():
        _replace(folder / name, text)
    return PublishedFiles(folder=str(folder), files=tuple(texts))


def make_folder(folder: Path) -> None:
    """Make the folder that files are written to; an error says why it cannot be used."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{folder} cannot be made: {error.strerror}", fix="name another place with --out") from None
    if not os.access(folder, os.W_OK | os.X_OK):
        raise UsageError(f"{folder} cannot be written to", fix="name another place with --out")


def _replace(path: Path, text: str) -> None:
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except OSError:
        Path(temporary).unlink(missing_ok=True)
        raise
    for left in path.parent.glob(f".{path.name}.*"):  # by somebody who was killed while writing
        left.unlink(missing_ok=True)


# -- result.json


def result_text(council: CouncilRecord) -> str:
    """The result as JSON."""
    return json.dumps(result(council), ensure_ascii=False, indent=1) + "\n"


def result(council: CouncilRecord) -> dict[str, Any]:
    """The result for programs; shares and ratings are rounded to two places, the exact ones are on record."""
    request, ended, planned = council.request, council.ended, council.planned
    return {
        "format": FORMAT,
        "council": council.id,
        "outcome": council.outcome,
        "partial": council.is_partial,
        "problem": request.problem,
        "context": [given.name for given in request.context],
        "members": {voice.name: float(voice.weight) for voice in request.members},
        "concerns": list(council.concerns),
        "needed": _rounded(request.thresholds),
        "ending": ended.model_dump(mode="json") if ended else None,
        "decision": _decision(council),
        "options": council.options,
        "proposals": [_proposal(entry, council) for entry in council.standing],
        "rounds": [_round(round) | {"trend": trend} for round, trend in _with_trends(council)],
        "dissent": list(dissent(council)),
        "disagreements": list(disagreements(council)),
        "baseline": _baseline(council),
        "plan": planned.plan.model_dump(mode="json") if planned else None,
        "costs": [cost.model_dump(mode="json") for cost in council.costs],
        "total": total(council).model_dump(mode="json"),
    }


def _with_trends(council: CouncilRecord) -> Iterable[tuple[CouncilRound, str]]:
    trends = [*council.trends, *[""] * len(council.rounds)]
    return zip(council.rounds, trends, strict=False)


def _decision(council: CouncilRecord) -> dict[str, Any] | None:
    if council.decision is None:
        return None
    letters = {id: letter for letter, id in council.options.items()}
    return council.decision.model_dump(mode="json") | {"letter": letters.get(council.decision.proposal, "own")}


def _proposal(entry: ProposalVersion, council: CouncilRecord) -> dict[str, Any]:
    letters = {id: letter for letter, id in council.options.items()}
    trials = [round.trials[entry.id] for round in council.rounds if entry.id in round.trials]
    return {
        "id": entry.id,
        "letter": letters[entry.id],
        "author": entry.author,
        "version": entry.version,
        **entry.proposal.model_dump(mode="json"),
        "evidence": trials[-1].model_dump(mode="json") if trials else None,
    }


def _round(round: CouncilRound) -> dict[str, Any]:
    counted = round.counted
    tally = counted.tally if counted else None
    return {
        "number": round.number,
        "proposals": [
            {"id": entry.id, "author": entry.author, "version": entry.version, "name": entry.proposal.name}
            for entry in round.slate.entries
        ],
        "votes": {member: vote.model_dump(mode="json") for member, vote in round.votes.items()},
        "defects": round.defects,
        "winner": tally.winner if tally else "",
        "share": _number(tally.share) if tally else None,
        "uncertainty": _number(tally.uncertainty) if tally else None,
        "agreement": _number(tally.agreement) if tally else None,
        "quality": _number(tally.quality) if tally else None,
        "margin": _number(tally.margin) if tally else None,
        "stable": tally.stable if tally else False,
        "flips": list(tally.flips) if tally else [],
        "short_of": list(short_of(round)),
        "ranking": [_rounded(each) for each in tally.ranking] if tally else [],
        "refiner": round.refiner,
        "synthesis": round.synthesis.model_dump(mode="json") if isinstance(round.synthesis, Synthesis) else None,
        "failed": [_failed(abstention) for abstention in round.abstentions],
    }


def _rounded(value: Value) -> dict[str, Any]:
    return {name: _number(each) if isinstance(each, Fraction) else each for name, each in value}


def _failed(abstention: Abstention) -> dict[str, str]:
    return {"member": abstention.seat, "cause": abstention.cause, "detail": abstention.detail}


def _baseline(council: CouncilRecord) -> dict[str, Any]:
    found = council.baseline
    numbers = _rounded(found) if isinstance(found, Baseline) else {}
    return numbers | {"text": baseline_text(council)}


def _number(value: Fraction | None) -> float | None:
    return None if value is None else float(f"{float(value):.2f}")
