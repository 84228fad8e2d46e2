"""Compose the texts of a verdict: numbered reasons for the author, advice and dissent."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from coordinator.judgement.ballots import (
    PanelResult,
    answer_to,
    confirmed_proofs,
    fails,
    is_gate,
    show,
)
from coordinator.judgement.evidence.verification import touches
from coordinator.judgement.gates import GateResult, gate_fails_for
from coordinator.models import Ballot, Evidence, Finding, Item, Proof, Reason
from coordinator.parsing.fields import without_repeats


class _Claim(NamedTuple):
    """A finding with its ballot, and those of its proofs that count against the work."""

    ballot: Ballot
    finding: Finding
    proofs: tuple[Proof, ...]


def reasons_of(result: PanelResult, failed: Sequence[GateResult]) -> tuple[Reason, ...]:
    """Return the failed gates and the verified findings as reasons.

    If none of them has a proof, low scores with verified evidence are reasons too.
    """
    claims = _claims(result)
    reasons = [_gate_reason(gate, claims, result) for gate in failed]
    gate_names = {gate.name for gate in failed}
    for claim in claims:
        requirement = requirement_of(claim.finding.criterion, result)
        is_demanded = (
            requirement
            and claim.finding.criterion not in gate_names
            and claim.finding.priority != "low"
        )
        if is_demanded and claim.proofs and counts(claim.finding, result):
            reasons.append(
                Reason(
                    id="",
                    text=claim.finding.text,
                    requirement=requirement,
                    proofs=claim.proofs,
                    seats=(claim.ballot.seat,),
                )
            )
    merged = _merge(reasons)
    if any(reason.proofs for reason in merged):
        return merged
    return (*merged, *_merge(_low_scores(result)))


def _gate_reason(gate: GateResult, claims: Sequence[_Claim], result: PanelResult) -> Reason:
    """Return a failed gate as a reason, with the verified findings about it."""
    texts = [gate.text]
    proofs = list(gate.proofs)
    for claim in claims:
        if claim.finding.criterion == gate.name and claim.proofs:
            texts.append(claim.finding.text)
            proofs += claim.proofs
    is_earlier = any(reason.id == gate.name for reason in result.earlier)
    return Reason(
        id=gate.name if is_earlier else "",
        text="; ".join(without_repeats(texts)),
        requirement=gate.requirement,
        proofs=without_repeats(proofs),
        seats=gate.against,
    )


def _low_scores(result: PanelResult) -> list[Reason]:
    """Return a reason for each score below the bar that has verified evidence.

    After rework, that evidence must be about changed code.
    """
    reasons = []
    for ballot in result.ballots:
        for score in ballot.report.scores:
            if score.counted >= result.rules.bar:
                continue
            proofs = confirmed_proofs(ballot.proofs, score.evidence)
            if not proofs or not _is_fresh(score.evidence, result):
                continue
            text = f"{score.dimension} has a score of {score.score} of 5: {score.reasoning}".rstrip(
                ": "
            )
            reasons.append(
                Reason(
                    id="",
                    text=text,
                    requirement=requirement_of(score.dimension, result),
                    proofs=proofs,
                    seats=(ballot.seat,),
                )
            )
    return reasons


def _is_fresh(evidence: Iterable[Evidence], result: PanelResult) -> bool:
    """Return whether evidence is about changed code. In a first review all code is changed."""
    if not result.earlier:
        return True
    return any(touches(piece, result.touched) for piece in evidence)


def counts(finding: Finding, result: PanelResult) -> bool:
    """Return whether a finding can be a reason to reject the work.

    After rework, a finding about unchanged code cannot be one, unless it is about a gate or an
    earlier reason.
    """
    criteria = {item.id for item in result.rubric.checklist if is_gate(item)}
    criteria.update(reason.id for reason in result.earlier)
    return finding.criterion in criteria or _is_fresh(finding.evidence, result)


def serious_findings(result: PanelResult) -> list[tuple[str, Finding]]:
    """Return the findings of high priority with verified evidence, each with its seat.

    Findings about items that are only advice are left out.
    """
    niceties = {item.id for item in result.rubric.checklist if not is_gate(item)}
    found = []
    for claim in _claims(result):
        if claim.finding.priority != "high" or claim.finding.criterion in niceties:
            continue
        if claim.proofs and counts(claim.finding, result):
            found.append((claim.ballot.seat, claim.finding))
    return found


def advice(result: PanelResult) -> tuple[str, ...]:
    """Return a text for every finding, and for every item and score that does not decide.

    An item does not decide if the request does not demand it, if it fails only slightly, if a green
    blind test covers it, or if it is important but fails only for a minority. A low score does not
    decide if only something slight lowers it. Findings without a proof are marked.
    """
    texts = []
    for claim in _claims(result):
        mark = "" if claim.proofs else " (not verified)"
        texts.append(f"{claim.finding.text}{mark}")
    for item in result.rubric.checklist:
        against = [ballot for ballot in result.ballots if fails(ballot, item)]
        deciding = [ballot for ballot in against if gate_fails_for(ballot, item, result)]
        is_lone = item.importance == "important" and len(deciding) < result.majority
        if against and (is_lone or not deciding or not is_gate(item)):
            texts.append(_item_advice(item, against, is_probe=item.id in result.probes))
    for ballot in result.ballots:
        for score in ballot.report.scores:
            if score.score < score.counted:
                said = f"{score.dimension} has a score of {score.said}, says {ballot.seat}"
                texts.append(f"{said}: {score.reasoning}".rstrip(": "))
    return without_repeats(texts)


def _item_advice(item: Item, against: Sequence[Ballot], *, is_probe: bool) -> str:
    """Return the question of an item, the seats that answer against the work, and their notes."""
    question = item.question
    if is_probe:
        question = f"Is the work right although the test {item.id} is red ({item.rationale})?"
    answer = "Yes" if item.importance == "pitfall" else "No"
    parts = [f"{question} {answer}, says {seat_names([ballot.seat for ballot in against])}"]
    for note in without_repeats(answer_to(ballot, item).note for ballot in against):
        if note:
            parts.append(note)
    return "; ".join(parts)


def dissent(result: PanelResult) -> tuple[str, ...]:
    """Return the position of each seat, for the person who has to decide."""
    lines = []
    for ballot in result.ballots:
        side = "accepts" if ballot in result.accepting else "rejects"
        line = f"{ballot.seat}: {show(ballot.overall)}, {side}. {ballot.report.summary}"
        lines.append(line.strip())
    for abstention in result.abstentions:
        lines.append(f"{abstention.seat}: no ballot ({abstention.cause})")
    return tuple(lines)


def number_reasons(reasons: Iterable[Reason], earlier: Sequence[Reason]) -> tuple[Reason, ...]:
    """Return the reasons with ids R1, R2, …

    Earlier reasons keep their ids, and new reasons get the next numbers.
    """
    highest = max((int(reason.id[1:]) for reason in earlier), default=0)
    numbered = []
    for reason in reasons:
        if not reason.id:
            highest += 1
            reason = reason.model_copy(update={"id": f"R{highest}"})
        numbered.append(reason)
    return tuple(numbered)


def requirement_of(criterion: str, result: PanelResult) -> str:
    """Return the demand behind a criterion, or an empty string if there is none."""
    for reason in result.earlier:
        if reason.id == criterion:
            return reason.requirement or reason.text
    for dimension in result.rubric.dimensions:
        if dimension.name == criterion:
            return dimension.quote or dimension.description
    for item in result.rubric.checklist:
        if item.id == criterion and is_gate(item):
            return item.quote or item.question
    return ""


def seat_names(seats: Sequence[str]) -> str:
    if len(seats) < 3:
        return " and ".join(seats)
    return f"{', '.join(seats[:-1])} and {seats[-1]}"


def _claims(result: PanelResult) -> list[_Claim]:
    """Return every finding with its ballot and proofs, the most urgent first."""
    claims = []
    for ballot in result.ballots:
        for finding in ballot.report.findings:
            proofs = confirmed_proofs(ballot.proofs, finding.evidence)
            claims.append(_Claim(ballot, finding, proofs))
    return sorted(claims, key=_urgency)


def _urgency(claim: _Claim) -> tuple[int, str, str]:
    order = ("high", "medium", "low")
    return order.index(claim.finding.priority), claim.finding.text, claim.ballot.seat


def _merge(reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    """Merge the reasons that have the same text into one reason with all seats and proofs."""
    merged: dict[str, Reason] = {}
    for reason in reasons:
        known = merged.get(reason.text)
        if known:
            seats = without_repeats(known.seats + reason.seats)
            proofs = without_repeats(known.proofs + reason.proofs)
            reason = known.model_copy(update={"seats": seats, "proofs": proofs})
        merged[reason.text] = reason
    return tuple(merged.values())
