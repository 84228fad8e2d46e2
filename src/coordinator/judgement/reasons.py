"""What a verdict says: numbered reasons for the author, advice, and the dissent for a person."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from coordinator.judgement.ballots import GateResult, PanelResult, accepts, confirmed_proofs, is_gate, show, unique
from coordinator.judgement.evidence import touches
from coordinator.models import Ballot, Finding, Reason, Rubric


def reasons_of(result: PanelResult, failed: Sequence[GateResult]) -> tuple[Reason, ...]:
    """Return the failed gates and the verified findings; low scores with verified evidence where there is neither."""
    reasons = []
    findings = [(ballot, finding, confirmed_proofs(ballot, finding.evidence)) for ballot, finding in _findings(result)]
    earlier = {reason.id for reason in result.earlier}
    for gate in failed:
        about = [(finding, proofs) for _, finding, proofs in findings if finding.criterion == gate.name and proofs]
        reason = Reason(
            id=gate.name if gate.name in earlier else "",
            text="; ".join(dict.fromkeys((gate.text, *(finding.text for finding, _ in about)))),
            requirement=gate.requirement,
            proofs=unique((*gate.proofs, *(proof for _, proofs in about for proof in proofs))),
            seats=gate.against,
        )
        reasons.append(reason)
    gate_names = {gate.name for gate in failed}
    for ballot, finding, proofs in findings:
        if finding.criterion not in gate_names and finding.priority != "low" and proofs and counts(finding, result):
            requirement = requirement_of(finding.criterion, result.rubric)
            seats = (ballot.seat,)
            reasons.append(Reason(id="", text=finding.text, requirement=requirement, proofs=proofs, seats=seats))
    merged = _merge(reasons)
    if any(reason.proofs for reason in merged):
        return merged
    low_scores = []
    for ballot in result.ballots:
        for score in ballot.report.scores:
            proofs = confirmed_proofs(ballot, score.evidence)
            fresh = not result.earlier or any(touches(piece, result.touched) for piece in score.evidence)
            if proofs and fresh and score.score < result.rules.bar:
                text = f"{score.dimension} is at {score.score} of 5: {score.reasoning}".rstrip(": ")
                requirement = requirement_of(score.dimension, result.rubric)
                seats = (ballot.seat,)
                low_scores.append(Reason(id="", text=text, requirement=requirement, proofs=proofs, seats=seats))
    return (*merged, *_merge(low_scores))


def counts(finding: Finding, result: PanelResult) -> bool:
    """Return whether a finding may send the author back: on rework, a new one on unchanged code may not."""
    gated = {item.id for item in result.rubric.checklist if is_gate(item)}
    known = {reason.id for reason in result.earlier}
    if not result.earlier or finding.criterion in gated | known:
        return True
    return any(touches(evidence, result.touched) for evidence in finding.evidence)


def advice(result: PanelResult) -> tuple[str, ...]:
    """Return the text of every finding, marked where nothing could be verified."""
    texts = []
    for ballot, finding in _findings(result):
        mark = "" if confirmed_proofs(ballot, finding.evidence) else " (not verified)"
        texts.append(f"{finding.text}{mark}")
    return tuple(dict.fromkeys(texts))


def dissent(result: PanelResult) -> tuple[str, ...]:
    """Return where each seat stands, for the person who has to decide."""
    lines = []
    for ballot in result.ballots:
        side = "accepts" if accepts(ballot, result.rules.bar) else "rejects"
        lines.append(f"{ballot.seat}: {show(ballot.overall)}, {side}. {ballot.report.summary}".strip())
    return (*lines, *(f"{abstention.seat}: no ballot ({abstention.cause})" for abstention in result.abstentions))


def number_reasons(reasons: Iterable[Reason], earlier: Sequence[Reason]) -> tuple[Reason, ...]:
    """Return the reasons as R1, R2, …; an earlier reason keeps its number, a new one goes on after the highest."""
    highest = max((int(reason.id[1:]) for reason in earlier), default=0)
    numbered = []
    for reason in reasons:
        if not reason.id:
            highest += 1
            reason = reason.model_copy(update={"id": f"R{highest}"})
        numbered.append(reason)
    return tuple(numbered)


def requirement_of(criterion: str, rubric: Rubric) -> str:
    """Return the verbatim requirement behind a criterion's name, or nothing."""
    texts = {item.id: item.question for item in rubric.checklist}
    texts |= {dimension.name: dimension.description for dimension in rubric.dimensions}
    return texts.get(criterion, "")


def _findings(result: PanelResult) -> list[tuple[Ballot, Finding]]:
    """Return every finding with its ballot, the most urgent first."""
    order = {"high": 0, "medium": 1, "low": 2}
    pairs = [(ballot, finding) for ballot in result.ballots for finding in ballot.report.findings]
    return sorted(pairs, key=lambda pair: (order[pair[1].priority], pair[1].text, pair[0].seat))


def _merge(reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    """Return the reasons with those of one text made one, which has the seats and proofs of all."""
    merged: dict[str, Reason] = {}
    for reason in reasons:
        if known := merged.get(reason.text):
            seats = tuple(dict.fromkeys(known.seats + reason.seats))
            reason = known.model_copy(update={"seats": seats, "proofs": unique(known.proofs + reason.proofs)})
        merged[reason.text] = reason
    return tuple(merged.values())
