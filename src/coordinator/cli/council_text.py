"""A council as text: a line for each thing that happens in it, and the whole of it when it is shown."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from coordinator.cli.progress import line as common_line
from coordinator.cli.progress import row
from coordinator.cli.terminal import counted, plain
from coordinator.council.documents import result_text
from coordinator.council.history import CouncilRecord
from coordinator.council.records import CouncilRound, TallyResult
from coordinator.council.summary import (
    baseline_text,
    decision_text,
    disagreements,
    dissent,
    figures,
    price,
    short_of,
    total,
)
from coordinator.models import Abstention, Reply
from coordinator.parsing.council import ProposalRevision, Synthesis
from coordinator.storage.store import Event

# -- while it lasts


def line(event: Event) -> str:
    """What to show for an event; nothing for what only the record needs."""
    if event.kind != "step":
        return common_line(event)
    kind, _, rest = event.key.partition("/")
    tell = TELLERS.get(kind)
    return tell(rest, json.loads(event.body)) if tell else ""


def _read(key: str, body: Any) -> str:
    phase, _, rest = key.partition("/")
    member = rest.rpartition("/")[0]
    if body.get("kind") == "abstention":
        return row(member, f"fails to {phase}: {body['cause']}, {body['detail']}")
    return row(member, SAID[phase](body))


def _revised(body: Any) -> str:
    said = "keeps its proposal" if body["keep"] else f"puts forward: {body['proposal']['name']}"
    return f"{said}; against what leads: {body['defect']}" if body["defect"] else said


def _voted(body: Any) -> str:
    ratings = ", ".join(f"{rating['label']}: {rating['score']}" for rating in body["ratings"])
    return f"votes for {body['choice']} (confidence {body['confidence']}; {ratings})"


SAID: dict[str, Callable[[Any], str]] = {
    "propose": lambda body: f"proposes: {body['name']}",
    "revise": _revised,
    "vote": _voted,
    "synthesise": lambda body: f"sums up: {body['summary']}",
    "plan": lambda body: f"plans in {counted(len(body['steps']), 'step')}",
}


def _tally(key: str, body: Any) -> str:
    counted = TallyResult.model_validate(body)
    return row(f"round {key}", figures(CouncilRound(number=int(key), counted=counted)))


def _trial(key: str, body: Any) -> str:
    return row("trial", f"{key}: {body['status']}, {body['summary']} (network {body['network']})")


def _ended(key: str, body: Any) -> str:
    return row("ended", f"{body['end']}: {body['why']}")


def _files(key: str, body: Any) -> str:
    return row("files", f"{', '.join(body['files'])} in {body['folder']}")


def _independence(key: str, body: Any) -> str:
    return row("warning", "; ".join(body["concerns"])) if body["concerns"] else ""


def _opened(key: str, body: Any) -> str:
    return row("waits", f"for {body['person']} to answer ({key}); see `coordinator asks`")


TELLERS: dict[str, Callable[[str, Any], str]] = {
    "independence": _independence,
    "read": _read,
    "tally": _tally,
    "trial": _trial,
    "ended": _ended,
    "files": _files,
    "open": _opened,
}

# -- at its end


def closing(council: CouncilRecord) -> str:
    """What to say when a council is done or waits: what it came to, and what a person can do now."""
    if council.outcome in ("agreed", "decided"):
        lines = [f"{council.outcome.capitalize()}: {decision_text(council)}", *_how(council), baseline_text(council)]
    elif council.outcome == "escalated":
        lines = [*_escalation(council)]
    else:
        lines = [f"{council.outcome.capitalize()}: {decision_text(council)}", *_how(council), *_plan_failure(council)]
    lines += [f"warning: {text}" for text in council.concerns]
    lines += [f"files: {council.request.out}"] if council.published or council.outcome == "cancelled" else []
    return plain("\n".join([*lines, f"`coordinator show {council.id}` has the whole council."]))


def _how(council: CouncilRecord) -> Iterator[str]:
    if council.ended is not None:
        yield f"ended after round {council.ended.round}: {council.ended.end}, {council.ended.why}"
    if council.last is not None:
        yield figures(council.last)


def _escalation(council: CouncilRecord) -> Iterator[str]:
    assert council.ended is not None
    yield f"Escalated after round {council.ended.round}: {council.ended.end}, {council.ended.why}"
    yield from (f"  round {round.number}: {figures(round)}" for round in council.rounds)
    if council.last is not None:
        yield from (f"  short of agreement: {text}" for text in short_of(council.last))
    yield from (f"  {text}" for round in council.rounds for text in _failures(round))
    yield from (f"  open: {text}" for text in disagreements(council))
    yield from (f"  dissent: {text}" for text in dissent(council))
    yield baseline_text(council)
    for letter, entry in council.final_proposals.items():
        yield f"  {letter}: {entry.proposal.name} (by {entry.author}, version {entry.version})"
    letters = "|".join([*council.options, "own"])
    yield f"`coordinator decide {council.id} --choose {letters}` decides; own needs --file with your own answer."


def _plan_failure(council: CouncilRecord) -> Iterator[str]:
    if council.planned is not None and isinstance(council.planned.plan, Abstention):
        failed = council.planned.plan
        yield f"no plan by {council.planned.author}: {failed.cause}, {failed.detail}"
        first = "raise `council.budget` first; " if failed.cause == "over budget" else ""
        yield f"{first}`coordinator resume {council.id}` asks for it again."


def _failures(round: CouncilRound) -> Iterator[str]:
    for each in round.abstentions:
        yield f"round {round.number}: {each.seat} failed: {each.cause}, {each.detail}"


# -- the whole of it


def sheet(council: CouncilRecord) -> str:
    """Everything a person needs to see how a council came to its end."""
    members = ", ".join(council.request.names)
    parts = (
        f"Council {council.id}: {council.outcome}\n{council.request.title}\nmembers: {members}",
        council.error,
        *(_round(round) for round in council.rounds),
        "\n".join(["Costs", *(f"  {text}" for text in _costs(council))]) if council.costs else "",
        closing(council),
    )
    return plain("\n\n".join(part for part in parts if part))


def _round(round: CouncilRound) -> str:
    lines = [f"Round {round.number}: {figures(round)}", *_proposals(round)]
    names = {entry.id: entry.proposal.name for entry in round.slate.entries}
    for member, vote in round.cast.items():
        lines.append(f"  {member} votes for {names[vote.choice]} ({vote.confidence}): {vote.reasoning}")
        for rating in vote.ratings:
            concerns = "; ".join(rating.concerns)
            lines.append(
                f"    {rating.score:>2}  {names[rating.label]}{f' (concerns: {concerns})' if concerns else ''}"
            )
    lines += [f"  {each.seat} failed: {each.cause}, {each.detail}" for each in round.abstentions]
    if isinstance(round.synthesis, Synthesis):
        lines.append(f"  {round.refiner} sums up: {round.synthesis.summary}")
        lines += [f"    open: {text}" for text in round.synthesis.disagreements]
    return "\n".join(lines)


def _proposals(round: CouncilRound) -> Iterator[str]:
    for entry in round.slate.entries:
        said = round.revisions.get(entry.author)
        doubt = f"; against what led: {said.defect}" if isinstance(said, ProposalRevision) and said.defect else ""
        trial = round.trials.get(entry.id)
        ran = f"; run: {trial.status}, {trial.summary}" if trial else ""
        yield f"  {entry.id}: {entry.proposal.name} ({entry.proposal.language}){doubt}{ran}"


def _costs(council: CouncilRecord) -> Iterator[str]:
    for cost in (*council.costs, total(council)):
        when = f"round {cost.round}" if cost.round else ("together" if cost.member == "all" else "plan")
        tokens = f"{cost.tokens_in:,} + {cost.tokens_out:,} tokens"
        yield f"{cost.member:<14} {when:<9} {counted(cost.asks, 'ask')}, {tokens}, {price(cost.usd)}"


def transcript(council: CouncilRecord, prompt: Callable[[str], str]) -> str:
    """Every prompt and the raw reply to it."""
    return plain("\n\n".join(_exchanges(council, prompt)))


def _exchanges(council: CouncilRecord, prompt: Callable[[str], str]) -> Iterable[str]:
    for asked in council.asked:
        ending = asked.answered.ending
        said = ending.text if isinstance(ending, Reply) else f"({ending.cause}: {ending.detail})"
        name = f"{asked.seat} ({asked.purpose} {asked.round})"
        yield f"==== {name}: prompt\n{prompt(asked.answered.prompt)}\n==== {name}: reply\n{said}"


def as_json(council: CouncilRecord) -> str:
    """The result for programs."""
    return result_text(council).rstrip("\n")
