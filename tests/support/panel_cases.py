"""Rubrics, ballots and panel results in one line each, for tests of judgement."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction

from coordinator.errors import Cause
from coordinator.judgement.ballots import ExecutedEvidence, PanelResult, Rules, majority
from coordinator.judgement.rubric import overall
from coordinator.models import (
    Abstention,
    Answer,
    Ballot,
    Dimension,
    Evidence,
    FailureWeight,
    Finding,
    Found,
    Importance,
    Item,
    JudgeResult,
    Proof,
    Quote,
    Reason,
    Report,
    Rubric,
    Score,
    Standing,
)
from coordinator.parsing.citations import read_evidence
from coordinator.parsing.json_yaml import parse

BAR = Fraction(7, 2)


def rubric(
    weights: Mapping[str, str] | None = None, items: Mapping[str, Importance] | None = None
) -> Rubric:
    """Return a rubric with these weights and these checklist items."""
    weights = {"A": "0.5", "B": "0.5"} if weights is None else weights
    items = {"CK-001": "essential", "CK-002": "pitfall"} if items is None else items
    return Rubric(
        checklist=tuple(
            Item(id=item, question=f"{item}?", importance=kind) for item, kind in items.items()
        ),
        dimensions=tuple(
            Dimension(name=name, description=f"how {name}", weight=Decimal(weight))
            for name, weight in weights.items()
        ),
    )


def evidence_in(raw: object) -> tuple[Evidence, ...]:
    """Return the evidence in a field of a report with this content."""
    return read_evidence(parse(json.dumps(raw, indent=1), 1, only_json=True))


def quote(text: str = "some exact words", source: str = "a.py:1") -> Quote:
    """Return a piece of evidence."""
    return Quote(source=source, text=text)


def ballot(
    seat: str,
    scores: Sequence[int],
    *,
    against: Sequence[str] = (),
    case: FailureWeight = "normal",
    scored: FailureWeight = "normal",
    by: Rubric | None = None,
    evidence: Sequence[Evidence] | None = None,
    found: Found = "verified",
    at: str = "",
    findings: Sequence[Finding] = (),
    rework: Mapping[str, Standing] | None = None,
    number: int = 0,
) -> Ballot:
    """Return a ballot with these scores, in the rubric's order. It fails the items in `against`."""
    by = by or rubric()
    evidence = (quote(f"what {seat} saw"),) if evidence is None else tuple(evidence)
    report = Report(
        answers=tuple(
            Answer(
                item=i.id,
                yes=(i.id in against) == (i.importance == "pitfall"),
                case=case,
                evidence=evidence,
            )
            for i in by.checklist
        ),
        scores=tuple(
            Score(dimension=d.name, score=s, case=scored, reasoning="because", evidence=evidence)
            for d, s in zip(by.dimensions, scores, strict=True)
        ),
        findings=tuple(findings),
        summary=f"{seat} says",
        rework=dict(rework or {}),
    )
    cited = (*evidence, *(e for finding in findings for e in finding.evidence))
    proofs = tuple(Proof(evidence=e, found=found, at=at) for e in dict.fromkeys(cited))
    return Ballot(
        seat=seat, round=number, report=report, proofs=proofs, overall=overall(by, report.scores)
    )


def abstention(seat: str, cause: Cause = "late") -> Abstention:
    """Return the abstention of a seat."""
    return Abstention(seat=seat, round=0, cause=cause, detail="in a test")


def hearing(
    *testimonies: JudgeResult,
    by: Rubric | None = None,
    bar: Fraction = BAR,
    quorum: int | None = None,
    thin: str = "escalate",
    red_checks: Sequence[str] = (),
    probes: Mapping[str, Proof] | None = None,
    earlier: Sequence[Reason] = (),
    touched: Sequence[str] = (),
    debates: int = 0,
    seats: int | None = None,
    unshown: Sequence[str] = (),
    secrets: Sequence[str] = (),
    executed: ExecutedEvidence | None = None,
) -> PanelResult:
    """Return a panel result with these ballots and abstentions under the default rules."""
    seats = len(testimonies) if seats is None else seats
    rules = Rules.model_validate(
        {"bar": bar, "quorum": majority(seats) if quorum is None else quorum, "thin": thin}
    )
    return PanelResult(
        rubric=by or rubric(),
        rules=rules,
        seats=seats,
        judge_results=testimonies,
        red_checks=tuple(red_checks),
        probes=dict(probes or {}),
        earlier=tuple(earlier),
        touched=tuple(touched),
        debates=debates,
        unshown=tuple(unshown),
        secrets=tuple(secrets),
        executed=executed or ExecutedEvidence(),
    )
