"""From ballots to a verdict: spread, sides of the bar, gates, quorum, and the rules in their order.

The rules, first match decides (docs/judgement.md has the reason and an example of each):

    no reports, quorum      too few ballots: error, never a verdict
    gate                    an essential item, pitfall or earlier reason fails for a majority,
                            or for one judge whose evidence is a red check: reject
    gate disputed           it fails for a minority: escalate
    sides split             ballots on both sides of the bar: escalate
    below the bar           every ballot below: reject
    degraded accept         every ballot at or above, but a seat is missing: escalate
    thin accept             the mean is closer to the bar than the margin: escalate
    above the bar           accept

A reject without one verified reason to send back is escalated instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal

from coordinator.judgement.ballots import (
    GateResult,
    PanelResult,
    Rules,
    accepts,
    fails,
    held,
    is_gate,
    is_open,
    is_thin,
    majority,
    mean,
    score_of,
    show,
    unique,
)
from coordinator.judgement.reasons import advice, dissent, number, reasons_of
from coordinator.models import Ballot, CheckResult, Item, Outcome, Proof, Quote, Reason, Rubric, Value, Verdict, Work


class Split(Value):
    """One point on which the ballots do not agree, and so one point to debate."""

    kind: Literal["overall", "criterion", "item", "side", "margin"]
    name: str
    detail: str


# -- where the ballots differ


def splits(hearing: PanelResult) -> tuple[Split, ...]:
    """Every point that keeps the ballots from consensus; none means consensus."""
    ballots, rules = hearing.ballots, hearing.rules
    if not ballots:
        return ()
    return (
        *_overall_split(ballots, rules),
        *_criterion_splits(ballots, hearing.rubric, rules),
        *_item_splits(ballots, hearing.rubric),
        *_earlier_splits(ballots, hearing.earlier),
        *_side_split(ballots, rules),
        *_margin_split(ballots, rules),
    )


def _overall_split(ballots: Sequence[Ballot], rules: Rules) -> Iterable[Split]:
    low, high = min(b.overall for b in ballots), max(b.overall for b in ballots)
    if high - low > rules.overall_spread:
        yield Split(kind="overall", name="overall", detail=f"overall scores from {show(low)} to {show(high)}")


def _criterion_splits(ballots: Sequence[Ballot], rubric: Rubric, rules: Rules) -> Iterable[Split]:
    for dimension in rubric.dimensions:
        scores = [score_of(ballot, dimension.name) for ballot in ballots]
        if max(scores) - min(scores) > rules.criterion_spread:
            detail = f"scores from {min(scores)} to {max(scores)}"
            yield Split(kind="criterion", name=dimension.name, detail=detail)


def _item_splits(ballots: Sequence[Ballot], rubric: Rubric) -> Iterable[Split]:
    for item in filter(is_gate, rubric.checklist):
        failing = [ballot for ballot in ballots if fails(ballot, item)]
        if 0 < len(failing) < len(ballots):
            detail = f"{item.importance} item answered both ways: {item.question}"
            yield Split(kind="item", name=item.id, detail=detail)


def _earlier_splits(ballots: Sequence[Ballot], earlier: Sequence[Reason]) -> Iterable[Split]:
    for reason in earlier:
        open_for = [ballot for ballot in ballots if is_open(ballot, reason)]
        if 0 < len(open_for) < len(ballots):
            yield Split(kind="item", name=reason.id, detail=f"{reason.id} called both resolved and open")


def _side_split(ballots: Sequence[Ballot], rules: Rules) -> Iterable[Split]:
    if len({accepts(ballot, rules.bar) for ballot in ballots}) > 1:
        yield Split(kind="side", name="overall", detail="overall scores lead to opposite conclusions")


def _margin_split(ballots: Sequence[Ballot], rules: Rules) -> Iterable[Split]:
    if is_thin(ballots, rules):
        yield Split(kind="margin", name="overall", detail="the mean is too close to call")


# -- gates


def gates(hearing: PanelResult) -> tuple[GateResult, ...]:
    """Every gate that fails for at least one ballot."""
    items = (_item_gate(item, hearing) for item in filter(is_gate, hearing.rubric.checklist))
    reasons = (_earlier_gate(reason, hearing) for reason in hearing.earlier)
    return tuple(gate for gate in (*reasons, *items) if gate.against)


def _item_gate(item: Item, hearing: PanelResult) -> GateResult:
    failing = [ballot for ballot in hearing.ballots if fails(ballot, item)]
    proofs = tuple(
        proof
        for ballot in failing
        for answer in ballot.report.answers
        if answer.item == item.id
        for proof in held(ballot, answer.evidence)
    )
    said = "a pitfall was hit" if item.importance == "pitfall" else "an essential requirement is not met"
    return GateResult(
        name=item.id,
        text=f"{said}: {item.question}",
        requirement=item.question,
        against=tuple(ballot.seat for ballot in failing),
        proofs=unique(proofs),
        confirmed=any(_from_red_check(proof, hearing.red_checks) for proof in proofs),
    )


def _earlier_gate(reason: Reason, hearing: PanelResult) -> GateResult:
    open_for = [ballot for ballot in hearing.ballots if is_open(ballot, reason)]
    proofs = tuple(
        proof
        for ballot in open_for
        for finding in ballot.report.findings
        if finding.criterion == reason.id
        for proof in held(ballot, finding.evidence)
    )
    return GateResult(
        name=reason.id,
        text=reason.text,
        requirement=reason.requirement,
        against=tuple(ballot.seat for ballot in open_for),
        proofs=unique(proofs),
        confirmed=any(_from_red_check(proof, hearing.red_checks) for proof in proofs),
    )


def _from_red_check(proof: Proof, red_checks: Sequence[str]) -> bool:
    return proof.at.rpartition(":")[0] in {f"check:{name}" for name in red_checks}


def _decides(gate: GateResult, hearing: PanelResult) -> bool:
    return gate.confirmed or len(gate.against) >= majority(len(hearing.ballots))


# -- the verdict


def decide(hearing: PanelResult) -> Verdict:
    """The verdict of a panel, by the first rule that applies, with leave-one-out stability beside it."""
    verdict = _decide(hearing)
    return verdict.model_copy(update={"stability": _stability(hearing)})


def _decide(hearing: PanelResult) -> Verdict:
    return next(verdict for rule in RULES if (verdict := rule(hearing)) is not None)


def _stability(hearing: PanelResult) -> dict[str, Outcome]:
    if len(hearing.ballots) < 2:
        return {}
    return {ballot.seat: _decide(_without(hearing, ballot.seat)).outcome for ballot in hearing.ballots}


def _without(hearing: PanelResult, seat: str) -> PanelResult:
    rules = hearing.rules.model_copy(update={"quorum": min(hearing.rules.quorum, majority(hearing.seats - 1))})
    remaining = tuple(t for t in hearing.testimonies if t.seat != seat)
    return hearing.model_copy(update={"testimonies": remaining, "seats": hearing.seats - 1, "rules": rules})


def _quorum(hearing: PanelResult) -> Verdict | None:
    needed, got = hearing.rules.quorum, len(hearing.ballots)
    if got >= max(needed, 1):
        return None
    rule = "quorum" if got else "no reports"
    causes = "; ".join(f"{a.seat}: {a.cause}" + (f" ({a.detail})" if a.detail else "") for a in hearing.abstentions)
    return Verdict(
        outcome="error",
        rule=rule,
        explanation=f"{got} of {hearing.seats} seats gave a ballot, {needed} are needed. {causes}",
        labels=_labels(hearing),
    )


def _gate(hearing: PanelResult) -> Verdict | None:
    failed = [gate for gate in gates(hearing) if _decides(gate, hearing)]
    if not failed:
        return None
    names = ", ".join(gate.name for gate in failed)
    return _reject(hearing, "gate", f"{names} failed for {_who(failed[0].against)}.", failed)


def _gate_disputed(hearing: PanelResult) -> Verdict | None:
    disputed = gates(hearing)
    if not disputed:
        return None
    points = "; ".join(f"{gate.name} failed only for {_who(gate.against)}" for gate in disputed)
    return _verdict(hearing, "escalate", "gate disputed", f"{points}.")


def _sides(hearing: PanelResult) -> Verdict | None:
    sides = [accepts(ballot, hearing.rules.bar) for ballot in hearing.ballots]
    if len(set(sides)) < 2:
        return None
    detail = f"{sum(sides)} of {len(sides)} ballots reach the bar."
    return _verdict(hearing, "escalate", "sides split", detail)


def _below(hearing: PanelResult) -> Verdict | None:
    if accepts(hearing.ballots[0], hearing.rules.bar):
        return None
    return _reject(hearing, "below the bar", "Every ballot is below the bar.", ())


def _degraded_accept(hearing: PanelResult) -> Verdict | None:
    if len(hearing.ballots) == hearing.seats:
        return None
    missing = ", ".join(f"{a.seat} ({a.cause})" for a in hearing.abstentions) or "seats not asked"
    return _verdict(hearing, "escalate", "degraded accept", f"An accept needs every seat; missing: {missing}.")


def _thin_accept(hearing: PanelResult) -> Verdict | None:
    if hearing.rules.thin == "decide" or not is_thin(hearing.ballots, hearing.rules):
        return None
    detail = "Every ballot reaches the bar, but their mean is too close to it."
    return _verdict(hearing, "escalate", "thin accept", detail)


def _above(hearing: PanelResult) -> Verdict | None:
    detail = "Every seat reaches the bar, and no gate fails."
    return _verdict(hearing, "accept", "above the bar", detail)


RULES: tuple[Callable[[PanelResult], Verdict | None], ...] = (
    _quorum,
    _gate,
    _gate_disputed,
    _sides,
    _below,
    _degraded_accept,
    _thin_accept,
    _above,
)


def _reject(hearing: PanelResult, rule: str, explanation: str, failed: Sequence[GateResult]) -> Verdict:
    reasons = number(reasons_of(hearing, failed), hearing.earlier)
    if not any(reason.proofs for reason in reasons):
        detail = f"{explanation} No reason for it could be verified, so there is nothing to send back."
        return _verdict(hearing, "escalate", "reject without evidence", detail)
    return _verdict(hearing, "reject", rule, explanation, reasons)


def _verdict(
    hearing: PanelResult, outcome: Outcome, rule: str, explanation: str, reasons: tuple[Reason, ...] = ()
) -> Verdict:
    return Verdict(
        outcome=outcome,
        rule=rule,
        explanation=explanation,
        reasons=reasons,
        advice=tuple(text for text in advice(hearing) if not any(text in reason.text for reason in reasons)),
        dissent=dissent(hearing) if outcome == "escalate" else (),
        mean=mean(hearing.ballots),
        bar=hearing.rules.bar,
        labels=_labels(hearing),
    )


def _labels(hearing: PanelResult) -> tuple[str, ...]:
    ballots = hearing.ballots
    marks = {
        "single opinion": hearing.seats == 1,
        "degraded panel": bool(hearing.abstentions) or any(ballot.fallback for ballot in ballots),
        "not every seat was asked": len(hearing.testimonies) < hearing.seats,
        "thin margin": bool(ballots) and is_thin(ballots, hearing.rules),
        "recorded replies": any(ballot.recorded for ballot in ballots),
        _agreement(hearing): bool(ballots) and hearing.seats > 1,
    }
    return tuple(label for label, applies in marks.items() if applies)


def _agreement(hearing: PanelResult) -> str:
    if splits(hearing):
        return "no consensus"
    return "agreement by debate" if hearing.debates else "agreement before debate"


def _who(seats: Sequence[str]) -> str:
    return " and ".join(seats) if len(seats) < 3 else f"{', '.join(seats[:-1])} and {seats[-1]}"


# -- what code decides before any judge is asked


def decide_delivery(work: Work) -> Verdict | None:
    """Work that is not there is sent back; judges can be talked into liking an empty page."""
    if work.diff.strip() or work.changed or work.withheld:
        return None
    text = "nothing was delivered: no file differs from the base, and the author wrote nothing in the issue"
    proof = Proof(evidence=Quote(source="diff", text="(empty)"), found="verified")
    return Verdict(
        outcome="reject",
        rule="nothing delivered",
        explanation="There is no work to judge. No judge was asked.",
        reasons=number((Reason(id="", text=text, proofs=(proof,)),), ()),
    )


def decide_checks(checks: Sequence[CheckResult]) -> Verdict | None:
    """A red blocking check rejects; one that could not be carried out is an error; otherwise nothing."""
    blocking = [check for check in checks if check.blocks]
    broken = [check for check in blocking if check.status == "error"]
    red = [check for check in blocking if check.status == "red"]
    if broken:
        said = "; ".join(f"{check.name}: {check.summary}" for check in broken)
        return Verdict(outcome="error", rule="check could not run", explanation=said)
    if not red:
        return None
    return Verdict(
        outcome="reject",
        rule="red check",
        explanation=f"Red: {', '.join(check.name for check in red)}. No judge was asked.",
        reasons=number((_check_reason(check) for check in red), ()),
    )


def _check_reason(check: CheckResult) -> Reason:
    tail = "\n".join(check.output.strip().splitlines()[-12:])
    proof = Proof(evidence=Quote(source=f"check:{check.name}", text=tail or check.summary), found="verified")
    return Reason(
        id="",
        text=f'the check "{check.name}" is red: {check.summary}',
        requirement=f'The check "{check.name}" must pass.',
        proofs=(proof,),
    )
