"""What a verdict tells: numbered reasons for the author, advice, and the dissent for a person."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from coordinator.judgement.ballots import GateResult, PanelResult, accepts, held, is_gate, show, unique
from coordinator.judgement.evidence import touches
from coordinator.models import Ballot, Finding, Reason, Rubric


def reasons_of(result: PanelResult, failed: Sequence[GateResult]) -> tuple[Reason, ...]:
    """The failed gates and the verified findings; low scores with verified evidence where there is neither."""
    reasons = _merged((*(_gate_reason(gate, result) for gate in failed), *_finding_reasons(result, failed)))
    return reasons if any(reason.proofs for reason in reasons) else (*reasons, *_merged(_score_reasons(result)))


def _gate_reason(gate: GateResult, result: PanelResult) -> Reason:
    about = [(ballot, finding) for ballot, finding in _findings(result) if finding.criterion == gate.name]
    found = tuple(proof for ballot, finding in about for proof in held(ballot, finding.evidence))
    said = [finding.text for ballot, finding in about if held(ballot, finding.evidence)]
    return Reason(
        id=gate.name if gate.name in {reason.id for reason in result.earlier} else "",
        text="; ".join(dict.fromkeys((gate.text, *said))),
        requirement=gate.requirement,
        proofs=unique((*gate.proofs, *found)),
        seats=gate.against,
    )


def _finding_reasons(result: PanelResult, failed: Sequence[GateResult]) -> Iterable[Reason]:
    told = {gate.name for gate in failed}
    for ballot, finding in _findings(result):
        proofs = held(ballot, finding.evidence)
        if finding.criterion in told or finding.priority == "low" or not proofs or not counts(finding, result):
            continue
        yield Reason(
            id="",
            text=finding.text,
            requirement=requirement_of(finding.criterion, result.rubric),
            proofs=proofs,
            seats=(ballot.seat,),
        )


def _score_reasons(result: PanelResult) -> Iterable[Reason]:
    for ballot in result.ballots:
        for score in ballot.report.scores:
            proofs = held(ballot, score.evidence)
            fresh = not result.earlier or any(touches(e, result.touched) for e in score.evidence)
            if proofs and fresh and score.score < result.rules.bar:
                yield Reason(
                    id="",
                    text=f"{score.dimension} is at {score.score} of 5: {score.reasoning}".rstrip(": "),
                    requirement=requirement_of(score.dimension, result.rubric),
                    proofs=proofs,
                    seats=(ballot.seat,),
                )


def counts(finding: Finding, result: PanelResult) -> bool:
    """Whether a finding may send the author back: on rework, a new one on unchanged code may not."""
    gated = {item.id for item in result.rubric.checklist if is_gate(item)}
    known = {reason.id for reason in result.earlier}
    if not result.earlier or finding.criterion in gated | known:
        return True
    return any(touches(evidence, result.touched) for evidence in finding.evidence)


def advice(result: PanelResult) -> tuple[str, ...]:
    """Findings that decide nothing but are worth reading, marked where nothing could be verified."""
    said = []
    for ballot, finding in _findings(result):
        mark = "" if held(ballot, finding.evidence) else " (not verified)"
        said.append(f"{finding.text}{mark}")
    return tuple(dict.fromkeys(said))


def dissent(result: PanelResult) -> tuple[str, ...]:
    """Where each seat stands, for the person who has to decide."""
    bar = result.rules.bar
    stands = [
        f"{b.seat}: {show(b.overall)}, {'accepts' if accepts(b, bar) else 'rejects'}. {b.report.summary}".strip()
        for b in result.ballots
    ]
    return (*stands, *(f"{a.seat}: no ballot ({a.cause})" for a in result.abstentions))


def number(reasons: Iterable[Reason], earlier: Sequence[Reason]) -> tuple[Reason, ...]:
    """R1, R2, … in order; an earlier reason keeps its number, a new one goes on after the highest."""
    highest = max((int(reason.id[1:]) for reason in earlier), default=0)
    numbered = []
    for reason in reasons:
        if not reason.id:
            highest += 1
        numbered.append(reason if reason.id else reason.model_copy(update={"id": f"R{highest}"}))
    return tuple(numbered)


def requirement_of(criterion: str, rubric: Rubric) -> str:
    """The verbatim requirement behind a criterion's name, or nothing."""
    texts = {item.id: item.question for item in rubric.checklist}
    texts |= {dimension.name: dimension.description for dimension in rubric.dimensions}
    return texts.get(criterion, "")


def _findings(result: PanelResult) -> Iterable[tuple[Ballot, Finding]]:
    order = {"high": 0, "medium": 1, "low": 2}
    pairs = [(ballot, finding) for ballot in result.ballots for finding in ballot.report.findings]
    return sorted(pairs, key=lambda pair: (order[pair[1].priority], pair[1].text, pair[0].seat))


def _merged(reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    merged: dict[str, Reason] = {}
    for reason in reasons:
        known = merged.get(reason.text)
        merged[reason.text] = (
            reason
            if known is None
            else known.model_copy(
                update={
                    "seats": tuple(dict.fromkeys(known.seats + reason.seats)),
                    "proofs": unique(known.proofs + reason.proofs),
                }
            )
        )
    return tuple(merged.values())
