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


def splits(result: PanelResult) -> tuple[Split, ...]:
    """Every point that keeps the ballots from consensus; none means consensus."""
    ballots, rules = result.ballots, result.rules
    if not ballots:
        return ()
    return (
        *_overall_split(ballots, rules),
        *_criterion_splits(ballots, result.rubric, rules),
        *_item_splits(ballots, result.rubric),
        *_earlier_splits(ballots, result.earlier),
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


def gates(result: PanelResult) -> tuple[GateResult, ...]:
    """Every gate that fails for at least one ballot."""
    items = (_item_gate(item, result) for item in filter(is_gate, result.rubric.checklist))
    reasons = (_earlier_gate(reason, result) for reason in result.earlier)
    return tuple(gate for gate in (*reasons, *items) if gate.against)


def _item_gate(item: Item, result: PanelResult) -> GateResult:
    failing = [ballot for ballot in result.ballots if fails(ballot, item)]
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
        confirmed=any(_from_red_check(proof, result.red_checks) for proof in proofs),
    )


def _earlier_gate(reason: Reason, result: PanelResult) -> GateResult:
    open_for = [ballot for ballot in result.ballots if is_open(ballot, reason)]
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
        confirmed=any(_from_red_check(proof, result.red_checks) for proof in proofs),
    )


def _from_red_check(proof: Proof, red_checks: Sequence[str]) -> bool:
    return proof.at.rpartition(":")[0] in {f"check:{name}" for name in red_checks}


def _decides(gate: GateResult, result: PanelResult) -> bool:
    return gate.confirmed or len(gate.against) >= majority(len(result.ballots))


# -- the verdict


def decide(result: PanelResult) -> Verdict:
    """The verdict of a panel, by the first rule that applies, with leave-one-out stability beside it."""
    verdict = _decide(result)
    return verdict.model_copy(update={"stability": _stability(result)})


def _decide(result: PanelResult) -> Verdict:
    return next(verdict for rule in RULES if (verdict := rule(result)) is not None)


def _stability(result: PanelResult) -> dict[str, Outcome]:
    if len(result.ballots) < 2:
        return {}
    return {ballot.seat: _decide(_without(result, ballot.seat)).outcome for ballot in result.ballots}


def _without(result: PanelResult, seat: str) -> PanelResult:
    rules = result.rules.model_copy(update={"quorum": min(result.rules.quorum, majority(result.seats - 1))})
    remaining = tuple(t for t in result.testimonies if t.seat != seat)
    return result.model_copy(update={"testimonies": remaining, "seats": result.seats - 1, "rules": rules})


def _quorum(result: PanelResult) -> Verdict | None:
    needed, got = result.rules.quorum, len(result.ballots)
    if got >= max(needed, 1):
        return None
    rule = "quorum" if got else "no reports"
    causes = "; ".join(f"{a.seat}: {a.cause}" + (f" ({a.detail})" if a.detail else "") for a in result.abstentions)
    return Verdict(
        outcome="error",
        rule=rule,
        explanation=f"{got} of {result.seats} seats gave a ballot, {needed} are needed. {causes}",
        labels=_labels(result),
    )


def _gate(result: PanelResult) -> Verdict | None:
    failed = [gate for gate in gates(result) if _decides(gate, result)]
    if not failed:
        return None
    names = ", ".join(gate.name for gate in failed)
    return _reject(result, "gate", f"{names} failed for {_who(failed[0].against)}.", failed)


def _gate_disputed(result: PanelResult) -> Verdict | None:
    disputed = gates(result)
    if not disputed:
        return None
    points = "; ".join(f"{gate.name} failed only for {_who(gate.against)}" for gate in disputed)
    return _verdict(result, "escalate", "gate disputed", f"{points}.")


def _sides(result: PanelResult) -> Verdict | None:
    sides = [accepts(ballot, result.rules.bar) for ballot in result.ballots]
    if len(set(sides)) < 2:
        return None
    detail = f"{sum(sides)} of {len(sides)} ballots reach the bar."
    return _verdict(result, "escalate", "sides split", detail)


def _below(result: PanelResult) -> Verdict | None:
    if accepts(result.ballots[0], result.rules.bar):
        return None
    return _reject(result, "below the bar", "Every ballot is below the bar.", ())


def _degraded_accept(result: PanelResult) -> Verdict | None:
    if len(result.ballots) == result.seats:
        return None
    missing = ", ".join(f"{a.seat} ({a.cause})" for a in result.abstentions) or "seats not asked"
    return _verdict(result, "escalate", "degraded accept", f"An accept needs every seat; missing: {missing}.")


def _thin_accept(result: PanelResult) -> Verdict | None:
    if result.rules.thin == "decide" or not is_thin(result.ballots, result.rules):
        return None
    detail = "Every ballot reaches the bar, but their mean is too close to it."
    return _verdict(result, "escalate", "thin accept", detail)


def _above(result: PanelResult) -> Verdict | None:
    detail = "Every seat reaches the bar, and no gate fails."
    return _verdict(result, "accept", "above the bar", detail)


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


def _reject(result: PanelResult, rule: str, explanation: str, failed: Sequence[GateResult]) -> Verdict:
    reasons = number(reasons_of(result, failed), result.earlier)
    if not any(reason.proofs for reason in reasons):
        detail = f"{explanation} No reason for it could be verified, so there is nothing to send back."
        return _verdict(result, "escalate", "reject without evidence", detail)
    return _verdict(result, "reject", rule, explanation, reasons)


def _verdict(
    result: PanelResult, outcome: Outcome, rule: str, explanation: str, reasons: tuple[Reason, ...] = ()
) -> Verdict:
    return Verdict(
        outcome=outcome,
        rule=rule,
        explanation=explanation,
        reasons=reasons,
        advice=tuple(text for text in advice(result) if not any(text in reason.text for reason in reasons)),
        dissent=dissent(result) if outcome == "escalate" else (),
        mean=mean(result.ballots),
        bar=result.rules.bar,
        labels=_labels(result),
    )


def _labels(result: PanelResult) -> tuple[str, ...]:
    ballots = result.ballots
    marks = {
        "single opinion": result.seats == 1,
        "degraded panel": bool(result.abstentions) or any(ballot.fallback for ballot in ballots),
        "not every seat was asked": len(result.testimonies) < result.seats,
        "thin margin": bool(ballots) and is_thin(ballots, result.rules),
        "recorded replies": any(ballot.recorded for ballot in ballots),
        _agreement(result): bool(ballots) and result.seats > 1,
    }
    return tuple(label for label, applies in marks.items() if applies)


def _agreement(result: PanelResult) -> str:
    if splits(result):
        return "no consensus"
    return "agreement by debate" if result.debates else "agreement before debate"


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
