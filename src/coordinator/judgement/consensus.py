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

from collections.abc import Callable, Sequence
from typing import Literal

from coordinator.judgement.ballots import (
    GateResult,
    PanelResult,
    accepts,
    confirmed_proofs,
    fails,
    is_gate,
    is_open,
    is_thin,
    majority,
    mean,
    score_of,
    show,
    unique,
)
from coordinator.judgement.reasons import advice, dissent, number_reasons, reasons_of
from coordinator.models import CheckResult, Item, Outcome, Proof, Quote, Reason, Value, Verdict, Work

UNCOMMITTED = "uncommitted"  # the rule of a reject that does not count: nothing was judged

SplitKind = Literal["overall", "criterion", "item", "side", "margin"]


class Split(Value):
    """One point on which the ballots do not agree, and so one point to debate."""

    kind: SplitKind
    name: str
    detail: str


# -- where the ballots differ


def splits(result: PanelResult) -> tuple[Split, ...]:
    """Return every point that keeps the ballots from consensus; none means consensus."""
    ballots, rules = result.ballots, result.rules
    if not ballots:
        return ()
    found: list[tuple[SplitKind, str, str]] = []
    low, high = min(ballot.overall for ballot in ballots), max(ballot.overall for ballot in ballots)
    if high - low > rules.overall_spread:
        found.append(("overall", "overall", f"overall scores from {show(low)} to {show(high)}"))
    for dimension in result.rubric.dimensions:
        scores = [score_of(ballot, dimension.name) for ballot in ballots]
        if max(scores) - min(scores) > rules.criterion_spread:
            found.append(("criterion", dimension.name, f"scores from {min(scores)} to {max(scores)}"))
    for item in filter(is_gate, result.rubric.checklist):
        if len({fails(ballot, item) for ballot in ballots}) > 1:
            found.append(("item", item.id, f"{item.importance} item answered both ways: {item.question}"))
    for reason in result.earlier:
        if len({is_open(ballot, reason) for ballot in ballots}) > 1:
            found.append(("item", reason.id, f"{reason.id} called both resolved and open"))
    if len({accepts(ballot, rules.bar) for ballot in ballots}) > 1:
        found.append(("side", "overall", "overall scores lead to opposite conclusions"))
    if is_thin(ballots, rules):
        found.append(("margin", "overall", "the mean is too close to call"))
    return tuple(Split(kind=kind, name=name, detail=detail) for kind, name, detail in found)


# -- gates


def gates(result: PanelResult) -> tuple[GateResult, ...]:
    """Return every gate that fails for at least one ballot: earlier reasons first, then checklist items."""
    red_checks = {f"check:{check}" for check in result.red_checks}
    candidates: tuple[Reason | Item, ...] = (*result.earlier, *filter(is_gate, result.rubric.checklist))
    found = []
    for gate in candidates:
        proofs: list[Proof] = []
        if isinstance(gate, Reason):
            against = [ballot for ballot in result.ballots if is_open(ballot, gate)]
            text, requirement = gate.text, gate.requirement
            for ballot in against:
                for finding in ballot.report.findings:
                    proofs += confirmed_proofs(ballot, finding.evidence) if finding.criterion == gate.id else ()
        else:
            against = [ballot for ballot in result.ballots if fails(ballot, gate)]
            problem = "a pitfall was hit" if gate.importance == "pitfall" else "an essential requirement is not met"
            text, requirement = f"{problem}: {gate.question}", gate.question
            for ballot in against:
                for answer in ballot.report.answers:
                    proofs += confirmed_proofs(ballot, answer.evidence) if answer.item == gate.id else ()
        if against:
            # A red check is no opinion: one judge who quotes its output is enough.
            confirmed = any(proof.at.rpartition(":")[0] in red_checks for proof in proofs)
            seats = tuple(ballot.seat for ballot in against)
            found.append(GateResult(gate.id, text, requirement, seats, unique(proofs), confirmed))
    return tuple(found)


# -- the verdict


def decide(result: PanelResult) -> Verdict:
    """Return the verdict by the first rule that applies."""
    for rule in RULES:
        if verdict := rule(result):
            return verdict
    raise AssertionError("the last rule always applies")


def _quorum(result: PanelResult) -> Verdict | None:
    needed, got = result.rules.quorum, len(result.ballots)
    if got >= max(needed, 1):
        return None
    rule = "quorum" if got else "no reports"
    causes = "; ".join(f"{a.seat}: {a.cause}" + (f" ({a.detail})" if a.detail else "") for a in result.abstentions)
    return Verdict(
        outcome="error",
        rule=rule,
        explanation=f"{got} of {result.seats} seats gave a ballot; the quorum is {needed}. {causes}",
        labels=_labels(result),
    )


def _gate(result: PanelResult) -> Verdict | None:
    needed = majority(len(result.ballots))
    failed = [gate for gate in gates(result) if gate.confirmed or len(gate.against) >= needed]
    if not failed:
        return None
    names = ", ".join(gate.name for gate in failed)
    return _reject(result, "gate", f"{names} failed for {_names(failed[0].against)}.", failed)


def _gate_disputed(result: PanelResult) -> Verdict | None:
    disputed = gates(result)
    if not disputed:
        return None
    points = "; ".join(f"{gate.name} failed only for {_names(gate.against)}" for gate in disputed)
    return _verdict(result, "escalate", "gate disputed", f"{points}.")


def _sides_split(result: PanelResult) -> Verdict | None:
    sides = [accepts(ballot, result.rules.bar) for ballot in result.ballots]
    if len(set(sides)) < 2:
        return None
    return _verdict(result, "escalate", "sides split", f"{sum(sides)} of {len(sides)} ballots reach the bar.")


def _below_the_bar(result: PanelResult) -> Verdict | None:
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


def _above_the_bar(result: PanelResult) -> Verdict | None:
    return _verdict(result, "accept", "above the bar", "Every seat reaches the bar, and no gate fails.")


RULES: tuple[Callable[[PanelResult], Verdict | None], ...] = (
    _quorum,
    _gate,
    _gate_disputed,
    _sides_split,
    _below_the_bar,
    _degraded_accept,
    _thin_accept,
    _above_the_bar,
)


def _reject(result: PanelResult, rule: str, explanation: str, failed: Sequence[GateResult]) -> Verdict:
    reasons = number_reasons(reasons_of(result, failed), result.earlier)
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
    agreement = "agreement by debate" if result.debates else "agreement before debate"
    marks = {
        "single opinion": result.seats == 1,
        "degraded panel": bool(result.abstentions) or any(ballot.fallback for ballot in ballots),
        "not every seat was asked": len(result.judge_results) < result.seats,
        "thin margin": bool(ballots) and is_thin(ballots, result.rules),
        "recorded replies": any(ballot.recorded for ballot in ballots),
        "judges without a sandbox": any(ballot.unsandboxed for ballot in ballots),
        "no consensus" if splits(result) else agreement: bool(ballots) and result.seats > 1,
    }
    return tuple(label for label, applies in marks.items() if applies)


def _names(seats: Sequence[str]) -> str:
    return " and ".join(seats) if len(seats) < 3 else f"{', '.join(seats[:-1])} and {seats[-1]}"


# -- what code decides before any judge is asked


def decide_delivery(work: Work, earlier: Sequence[Reason] = ()) -> Verdict | None:
    """Return a reject if nothing was delivered, or not committed; judges can be talked into liking an empty page."""
    if work.uncommitted:
        text = f"not in the commit as it is in the working tree: {', '.join(work.uncommitted)}"
        todo = "Commit what belongs to the work; remove the rest, or have `.gitignore` ignore it."
        return Verdict(
            outcome="reject",
            rule=UNCOMMITTED,
            explanation=f"A commit is judged, and the working tree differs from {work.name}. No judge was asked.",
            reasons=number_reasons((Reason(id="", text=text, requirement=todo),), earlier),
        )
    if work.diff.strip() or work.changed or work.withheld:
        return None
    text = "nothing was delivered: no file differs from the base, and the author wrote nothing in the issue"
    proof = Proof(evidence=Quote(source="diff", text="(empty)"), found="verified")
    return Verdict(
        outcome="reject",
        rule="nothing delivered",
        explanation="There is no work to judge. No judge was asked.",
        reasons=number_reasons((Reason(id="", text=text, proofs=(proof,)),), earlier),
    )


def hold_against_base(first: CheckResult, again: CheckResult, base: CheckResult) -> CheckResult:
    """Return what two results on the work say of a check that nobody configured and that was red at first.

    Green on the base and red on the work, both times, is a regression: it blocks. All else is not measured.
    """
    if base.status == "green" and again.status == "red":
        return first.model_copy(update={"blocks": True, "summary": f"{first.summary}; green on the base"})
    if base.status == "red":
        why = f"red on the base as well: {base.summary}"
    elif base.status == "error":
        why = f"red, but the base could not be measured: {base.summary}"
    else:
        why = f"red at first ({first.summary}), and then, with nothing changed, {again.said}: {again.summary}"
    return first.model_copy(update={"status": "error", "summary": why})


def label_checks(verdict: Verdict, checks: Sequence[CheckResult]) -> Verdict:
    """Return the verdict, which says if checks ran without a sandbox; an accept also says which are not green."""
    labels = ["checks without a sandbox"] if any(check.unsandboxed for check in checks) else []
    if verdict.outcome == "accept":
        labels += [f"check {check.said}: {check.name}" for check in checks if check.status != "green"]
    return verdict.model_copy(update={"labels": tuple(dict.fromkeys((*verdict.labels, *labels)))})


def decide_checks(checks: Sequence[CheckResult], earlier: Sequence[Reason] = ()) -> Verdict | None:
    """Return a reject for red blocking checks, an error for one that could not be carried out, else None."""
    blocking = [check for check in checks if check.blocks]
    broken = [check for check in blocking if check.status == "error"]
    red = [check for check in blocking if check.status == "red"]
    if broken:
        causes = "; ".join(f"{check.name}: {check.summary}" for check in broken)
        return Verdict(outcome="error", rule="check could not run", explanation=causes)
    if not red:
        return None
    reasons = []
    for check in red:
        tail = "\n".join(check.output.strip().splitlines()[-12:])
        quote = Quote(source=f"check:{check.name}", text=tail or check.summary)
        reason = Reason(
            id="",
            text=f'the check "{check.name}" is red: {check.summary}',
            requirement=f'The check "{check.name}" must pass.',
            proofs=(Proof(evidence=quote, found="verified"),),
        )
        reasons.append(reason)
    names, regression = ", ".join(check.name for check in red), all(check.detected for check in red)
    said = f"Green on the base, red on the work: {names}" if regression else f"Red: {names}"
    return Verdict(
        outcome="reject",
        rule="regression" if regression else "red check",
        explanation=f"{said}. No judge was asked.",
        reasons=number_reasons(reasons, earlier),
    )
