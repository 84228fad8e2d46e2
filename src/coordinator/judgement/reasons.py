"""What a verdict says: numbered reasons for the author, advice, and the dissent for a person."""

from collections.abc import Iterable, Sequence

from coordinator.judgement.ballots import (
    GateResult,
    PanelResult,
    answer_to,
    confirmed_proofs,
    fails,
    is_gate,
    show,
)
from coordinator.judgement.evidence import touches
from coordinator.models import Ballot, Finding, Reason


def reasons_of(result: PanelResult, failed: Sequence[GateResult]) -> tuple[Reason, ...]:
    """Return the failed gates and the verified findings; low scores with verified evidence where there is neither."""
    reasons = []
    findings = [
        (each, finding, confirmed_proofs(each.proofs, finding.evidence))
        for each, finding in _findings(result)
    ]
    earlier = {reason.id for reason in result.earlier}
    for gate in failed:
        about = [
            (finding, proofs)
            for _, finding, proofs in findings
            if finding.criterion == gate.name and proofs
        ]
        reason = Reason(
            id=gate.name if gate.name in earlier else "",
            text="; ".join(dict.fromkeys((gate.text, *(finding.text for finding, _ in about)))),
            requirement=gate.requirement,
            proofs=tuple(
                dict.fromkeys((*gate.proofs, *(proof for _, proofs in about for proof in proofs)))
            ),
            seats=gate.against,
        )
        reasons.append(reason)
    gate_names = {gate.name for gate in failed}
    for ballot, finding, proofs in findings:
        requirement = requirement_of(finding.criterion, result)
        seats = (ballot.seat,)
        demanded = requirement and finding.criterion not in gate_names and finding.priority != "low"
        if demanded and proofs and counts(finding, result):
            reasons.append(
                Reason(
                    id="", text=finding.text, requirement=requirement, proofs=proofs, seats=seats
                )
            )
    merged = _merge(reasons)
    if any(reason.proofs for reason in merged):
        return merged
    low_scores = []
    for ballot in result.ballots:
        for score in ballot.report.scores:
            proofs = confirmed_proofs(ballot.proofs, score.evidence)
            fresh = not result.earlier or any(
                touches(piece, result.touched) for piece in score.evidence
            )
            if proofs and fresh and score.score < result.rules.bar:
                text = f"{score.dimension} is at {score.score} of 5: {score.reasoning}".rstrip(": ")
                requirement = requirement_of(score.dimension, result)
                seats = (ballot.seat,)
                low_scores.append(
                    Reason(id="", text=text, requirement=requirement, proofs=proofs, seats=seats)
                )
    return (*merged, *_merge(low_scores))


def counts(finding: Finding, result: PanelResult) -> bool:
    """Return whether a finding may send the author back: on rework, a new one on unchanged code may not."""
    gated = {item.id for item in result.rubric.checklist if is_gate(item)}
    known = {reason.id for reason in result.earlier}
    if not result.earlier or finding.criterion in gated | known:
        return True
    return any(touches(evidence, result.touched) for evidence in finding.evidence)


def serious_findings(result: PanelResult) -> list[tuple[str, Finding]]:
    """Return the findings of high priority with verified evidence, each with its seat; not what is only advice."""
    niceties = {item.id for item in result.rubric.checklist if not is_gate(item)}
    found = []
    for ballot, finding in _findings(result):
        demanded = (
            finding.priority == "high"
            and finding.criterion not in niceties
            and counts(finding, result)
        )
        if demanded and confirmed_proofs(ballot.proofs, finding.evidence):
            found.append((ballot.seat, finding))
    return found


def advice(result: PanelResult) -> tuple[str, ...]:
    """Return the text of every finding, marked where nothing could be verified, and the items that fail undecidedly.

    These are what the request does not demand, and what is important for a minority only.
    """
    texts = []
    for ballot, finding in _findings(result):
        mark = "" if confirmed_proofs(ballot.proofs, finding.evidence) else " (not verified)"
        texts.append(f"{finding.text}{mark}")
    for item in result.rubric.checklist:
        against = [ballot for ballot in result.ballots if fails(ballot, item)]
        lone = item.importance == "important" and len(against) < result.majority
        if against and (lone or not is_gate(item)):
            notes = dict.fromkeys(answer_to(ballot, item).note for ballot in against)
            said = "yes" if item.importance == "pitfall" else "no"
            who = seat_names([ballot.seat for ballot in against])
            asked = (
                f"Is the test {item.id} wrong: {item.rationale}?"
                if item.id in result.probes
                else item.question
            )
            texts.append(
                "; ".join([f"{asked} {said.capitalize()}, says {who}", *filter(None, notes)])
            )
    return tuple(dict.fromkeys(texts))


def dissent(result: PanelResult) -> tuple[str, ...]:
    """Return where each seat stands, for the person who has to decide."""
    lines = []
    for ballot in result.ballots:
        side = "accepts" if ballot in result.accepting else "rejects"
        lines.append(
            f"{ballot.seat}: {show(ballot.overall)}, {side}. {ballot.report.summary}".strip()
        )
    return (
        *lines,
        *(
            f"{abstention.seat}: no ballot ({abstention.cause})"
            for abstention in result.abstentions
        ),
    )


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


def requirement_of(criterion: str, result: PanelResult) -> str:
    """Return the request's own words behind a criterion, or nothing where it demands none."""
    texts = {
        item.id: item.quote or item.question for item in result.rubric.checklist if is_gate(item)
    }
    texts |= {each.name: each.quote or each.description for each in result.rubric.dimensions}
    texts |= {reason.id: reason.requirement or reason.text for reason in result.earlier}
    return texts.get(criterion, "")


def seat_names(seats: Sequence[str]) -> str:
    if len(seats) < 3:
        return " and ".join(seats)
    return f"{', '.join(seats[:-1])} and {seats[-1]}"


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
            seats = dict.fromkeys(known.seats + reason.seats)
            proofs = dict.fromkeys(known.proofs + reason.proofs)
            reason = known.model_copy(update={"seats": tuple(seats), "proofs": tuple(proofs)})
        merged[reason.text] = reason
    return tuple(merged.values())
