"""From ballots to a verdict: where judges differ, which gates fail, and the rules in their order.

    quorum          too few ballots: error, never a verdict
    gate            a criterion of the request, a pitfall or an earlier reason fails for a majority in the normal case,
                    or for one judge whose evidence is a red check, or after a debate an experiment: reject
    below the bar   every ballot below: reject
                    (either needs one reason that code has verified)
    open question,  what keeps the work from being accepted, each a rule of its own: escalate, with all of them
    unproven,
    degraded accept,
    thin margin,
    not shown
    above the bar   accept

Worse testimony never improves an outcome: what rejects is looked at before what escalates.
docs/judgement.md has the reason and an example of each rule.
"""

from collections.abc import Sequence
from typing import Literal

from coordinator.judgement.ballots import (
    UNSHOWN,
    GateResult,
    PanelResult,
    answer_to,
    confirmed_proofs,
    fails,
    is_gate,
    is_open,
    is_proven,
    name_unshown,
    score_of,
    show,
    stance,
)
from coordinator.judgement.reasons import advice, dissent, number_reasons, reasons_of, seat_names, serious_findings
from coordinator.models import CheckResult, Outcome, Proof, Quote, Reason, Value, Verdict, Work

UNCOMMITTED = "uncommitted"  # the rule of a reject that does not count: nothing was judged

SplitKind = Literal["overall", "criterion", "item", "side", "margin", "finding"]


class Split(Value):
    """One point on which the ballots do not agree, and so one point to debate."""

    kind: SplitKind
    name: str
    detail: str


# -- where the ballots differ


def splits(result: PanelResult) -> tuple[Split, ...]:
    """Return every point that is open between the ballots; none means consensus.

    Scores that differ are open only where the mean is too near the bar to be sure of; `debate: always` takes every
    wide spread and every thin margin for one.
    """
    ballots, rules = result.ballots, result.rules
    if not ballots:
        return ()
    found: list[tuple[SplitKind, str, str]] = []
    thin, always = result.is_thin, rules.debate == "always"
    low, high = min(ballot.overall for ballot in ballots), max(ballot.overall for ballot in ballots)
    if thin or always:
        if high - low > rules.overall_spread:
            found.append(("overall", "overall", f"overall scores from {show(low)} to {show(high)}"))
        for dimension in result.rubric.dimensions:
            scores = [score_of(ballot, dimension.name) for ballot in ballots]
            if max(scores) - min(scores) > rules.criterion_spread:
                found.append(("criterion", dimension.name, f"scores from {min(scores)} to {max(scores)}"))
    for item in filter(is_gate, result.rubric.checklist):
        if len({stance(ballot, item) for ballot in ballots}) > 1:
            found.append(("item", item.id, f"{item.importance} item answered both ways: {item.question}"))
    for reason in result.earlier:
        if len({is_open(ballot, reason) for ballot in ballots}) > 1:
            found.append(("item", reason.id, f"{reason.id} called both resolved and open"))
    serious = serious_findings(result)
    if result.accepting and not failed_gates(result) and len({seat for seat, _ in serious}) < result.majority:
        found += [("finding", finding.criterion or "finding", finding.text) for _, finding in serious]
    if 0 < len(result.accepting) < len(ballots):
        found.append(("side", "overall", "overall scores lead to opposite conclusions"))
    if thin and always:
        found.append(("margin", "overall", "the mean is too close to call"))
    return tuple(Split(kind=kind, name=name, detail=detail) for kind, name, detail in found)


def open_criteria(result: PanelResult, points: Sequence[Split]) -> frozenset[str]:
    """Return the criteria that a debate of these points is about: items, earlier reasons and dimensions by name."""
    dimensions = [dimension.name for dimension in result.rubric.dimensions]
    items, earlier = (item.id for item in result.rubric.checklist), (reason.id for reason in result.earlier)
    names = {point.name for point in points} & {*items, *earlier, *dimensions}
    if any(point.kind in ("side", "overall", "margin") for point in points):
        differing = [name for name in dimensions if len({score_of(ballot, name) for ballot in result.ballots}) > 1]
        names |= set(differing or dimensions)
    return frozenset(names)


# -- gates


def gates(result: PanelResult) -> tuple[GateResult, ...]:
    """Return every gate that fails for at least one ballot: earlier reasons first, then checklist items."""
    found = []
    for reason in result.earlier:
        against = [ballot for ballot in result.ballots if is_open(ballot, reason)]
        about = [(ballot, each) for ballot in against for each in ballot.report.findings if each.criterion == reason.id]
        proofs = [proof for ballot, finding in about for proof in confirmed_proofs(ballot.proofs, finding.evidence)]
        seats, shown = tuple(ballot.seat for ballot in against), tuple(dict.fromkeys(proofs))
        found.append(GateResult(reason.id, reason.text, reason.requirement, seats, seats, shown, True))
    for item in filter(is_gate, result.rubric.checklist):
        failing = [(ballot, answer_to(ballot, item)) for ballot in result.ballots if fails(ballot, item)]
        proofs = [proof for ballot, answer in failing for proof in confirmed_proofs(ballot.proofs, answer.evidence)]
        said = {"pitfall": "a pitfall was hit"}.get(item.importance, f"an {item.importance} requirement is not met")
        what = item.question
        if item.id in result.probes:
            said, what = "a test written from the request alone is red", item.rationale
            proofs.append(result.probes[item.id])
        gate = GateResult(
            name=item.id,
            text="; ".join([f"{said}: {what}", *filter(None, dict.fromkeys(answer.note for _, answer in failing))]),
            requirement=item.quote or what,
            against=tuple(ballot.seat for ballot, _ in failing),
            normally=tuple(ballot.seat for ballot, answer in failing if answer.case == "normal"),
            proofs=tuple(dict.fromkeys(proofs)),
            decisive=item.importance != "important",
            question=item.ambiguity,
        )
        found.append(gate)
    return tuple(gate for gate in found if gate.against)


def failed_gates(result: PanelResult) -> list[GateResult]:
    """Return the gates that reject: for a majority in the normal case, or by a red check or an experiment."""
    failed, red = [], {f"check:{check}" for check in result.red_checks}
    for gate in gates(result):
        normally = bool(gate.normally) and not gate.question
        # A red check is no opinion: one judge who quotes its output is enough. Nor is what an experiment shows of the
        # normal case, once others could say what is wrong with the script; but it cannot show how a request is to be
        # read. Whether a blind test is right is what the judges are asked: one of them is not enough.
        is_red = any(proof.at.rpartition(":")[0] in red for proof in gate.proofs)
        ran = normally and result.debates > 0 and any(proof.runs for proof in gate.proofs)
        by_majority = normally and len(gate.normally) >= result.majority
        if by_majority or ((is_red or ran) and gate.name not in result.probes):
            failed.append(gate)
    return failed


# -- the verdict


def decide(result: PanelResult) -> Verdict:
    """Return the verdict by the first rule that applies."""
    needed, got = result.rules.quorum, len(result.ballots)
    if got < max(needed, 1):
        causes = "; ".join(f"{a.seat}: {a.cause}" + (f" ({a.detail})" if a.detail else "") for a in result.abstentions)
        explanation = f"{got} of {result.seats} seats gave a ballot; the quorum is {needed}. {causes}"
        return Verdict(outcome="error", rule="quorum", explanation=explanation, labels=_labels(result))
    failed = failed_gates(result)
    # Who keeps silent must not make a reject thin: only a whole panel is too close to call.
    thin = result.rules.thin == "escalate" and result.is_thin and got == result.seats
    below = not thin and not result.accepting
    reasons = number_reasons(reasons_of(result, failed), result.earlier)
    against = "Every ballot is below the bar." if below else ""
    if failed:
        names = ", ".join(gate.name for gate in failed)
        against = f"{names} failed for {seat_names(failed[0].against)}."
    if against and any(reason.proofs for reason in reasons):
        unclear = [f" The request can be read in two ways: {gate.question}" for gate in gates(result) if gate.question]
        return _verdict(result, "reject", "gate" if failed else "below the bar", against + "".join(unclear), reasons)
    if doubts := _doubts(result, against):
        return _verdict(result, "escalate", doubts[0][0], " ".join(text for _, text in doubts))
    return _verdict(result, "accept", "above the bar", "Every seat reaches the bar, and no gate fails.")


def _doubts(result: PanelResult, against: str) -> list[tuple[str, str]]:
    """Return what keeps the work from being accepted, each with the rule that it is; `against` speaks for a reject."""
    ballots, most, doubts = result.ballots, result.majority, []
    if against:
        doubts.append(("unproven", f"{against} No reason for it could be verified, so there is nothing to send back."))
    for gate in gates(result):
        if gate.decisive or len(gate.against) >= most:
            how = "" if gate.normally else " in a rare case"
            asked = f" The request can be read in two ways: {gate.question}" if gate.question else ""
            doubts.append(("open question", f"{gate.name} failed for {seat_names(gate.against)}{how}.{asked}"))
    divided = 0 < len(result.accepting) < len(ballots)
    if divided:
        doubts.append(("open question", f"{len(result.accepting)} of {len(ballots)} ballots reach the bar."))
    raised = sorted({seat for seat, _ in serious_findings(result)})
    if len(raised) >= most:
        doubts.append(("open question", f"{seat_names(raised)} found something grave, with verified evidence."))
    for name, proven in unproven_items(result).items():
        doubts.append(("unproven", f"{name} is shown by the work itself in {proven} of {len(ballots)} reports."))
    if not against and len(ballots) < result.seats:
        missing = ", ".join(f"{a.seat} ({a.cause})" for a in result.abstentions) or "seats not asked"
        doubts.append(("degraded accept", f"An accept needs every seat; missing: {missing}."))
    if not divided and result.rules.thin == "escalate" and result.is_thin:
        doubts.append(("thin margin", "Every ballot is on one side of the bar, but their mean is too close to it."))
    if result.unshown:
        doubts.append(("not shown", name_unshown(result.unshown)))
    return doubts


def unproven_items(result: PanelResult) -> dict[str, int]:
    """Return the essential items that fail for nobody, with how many ballots show them, where that is no majority."""
    found = {}
    for item in result.rubric.checklist:
        if is_gate(item) and item.importance == "essential":
            proven = sum(is_proven(ballot, item) for ballot in result.ballots)
            if proven < result.majority and not any(fails(ballot, item) for ballot in result.ballots):
                found[item.id] = proven
    return found


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
        mean=result.mean,
        bar=result.rules.bar,
        labels=_labels(result),
    )


def _labels(result: PanelResult) -> tuple[str, ...]:
    ballots = result.ballots
    agreement = "agreement by debate" if result.debates else "agreement before debate"
    asked_twice = [ballot.seat for ballot in ballots if ballot.again]
    marks = {
        "single opinion": result.seats == 1,
        "degraded panel": bool(result.abstentions) or any(ballot.fallback for ballot in ballots),
        "not every seat was asked": len(result.judge_results) < result.seats,
        "thin margin": bool(ballots) and result.is_thin,
        f"asked twice: {seat_names(asked_twice)}": bool(asked_twice),
        "recorded replies": any(ballot.recorded for ballot in ballots),
        "judges without a sandbox": any(ballot.unsandboxed for ballot in ballots),
        "judges whose commands all failed": any(ballot.blind for ballot in ballots),
        UNSHOWN: bool(result.unshown),
        "no consensus" if splits(result) else agreement: len(ballots) > 1,  # one ballot agrees with nobody
    }
    return tuple(label for label, applies in marks.items() if applies)


# -- what code decides before any judge is asked


def decide_delivery(work: Work, earlier: Sequence[Reason] = ()) -> Verdict | None:
    """Return a reject if nothing was delivered, or not committed; judges can be talked into liking an empty page."""
    if work.uncommitted:
        text = f"not in the commit as it is in the working tree: {', '.join(work.uncommitted)}"
        todo = "Commit what belongs to the work; remove the rest, or have `.gitignore` ignore it."
        why = f"A commit is judged, and the working tree differs from {work.name}."
        return _unjudged(UNCOMMITTED, why, [Reason(id="", text=text, requirement=todo)], earlier)
    if work.diff.strip() or work.changed or work.withheld:
        return None
    text = "nothing was delivered: no file differs from the base, and the author wrote nothing in the issue"
    proof = Proof(evidence=Quote(source="diff", text="(empty)"), found="verified")
    reason = Reason(id="", text=text, proofs=(proof,))
    return _unjudged("nothing delivered", "There is no work to judge.", [reason], earlier)


def hold_against_base(first: CheckResult, again: CheckResult, base: CheckResult) -> CheckResult:
    """Return what two results on the work say of a check that nobody configured and that was red at first.

    Green on the base and red on the work, both times, is a regression: it blocks. All else is not measured.
    """
    if base.status == "green" and again.status == "red":
        return first.model_copy(update={"blocks": True, "summary": f"{first.summary}; green on the base"})
    why = {
        "red": f"red on the base as well: {base.summary}",
        "error": f"red, but the base could not be measured: {base.summary}",
        "green": f"red at first ({first.summary}), and then, with nothing changed, {again.said}: {again.summary}",
    }[base.status]
    return first.model_copy(update={"status": "error", "summary": why})


def label_checks(verdict: Verdict, checks: Sequence[CheckResult]) -> Verdict:
    """Return the verdict, which says if checks ran without a sandbox; an accept also says which are not green."""
    labels = ["checks without a sandbox"] if any(check.unsandboxed for check in checks) else []
    if verdict.outcome == "accept":
        labels += [f"check {check.said}: {check.name}" for check in checks if check.status != "green"]
    return verdict.model_copy(update={"labels": tuple(dict.fromkeys((*verdict.labels, *labels)))})


def decide_checks(checks: Sequence[CheckResult], earlier: Sequence[Reason] = ()) -> Verdict | None:
    """Return a reject for red blocking checks, an error for one that could not be carried out, else None."""
    broken, red = ([each for each in checks if each.blocks and each.status == end] for end in ("error", "red"))
    if broken:
        causes = "; ".join(f"{check.name}: {check.summary}" for check in broken)
        return Verdict(outcome="error", rule="check could not run", explanation=causes)
    if not red:
        return None
    reasons = []
    for check in red:
        tail = "\n".join(check.output.strip().splitlines()[-12:])
        proof = Proof(evidence=Quote(source=f"check:{check.name}", text=tail or check.summary), found="verified")
        text, requirement = f'the check "{check.name}" is red: {check.summary}', f'The check "{check.name}" must pass.'
        reasons.append(Reason(id="", text=text, requirement=requirement, proofs=(proof,)))
    names = ", ".join(check.name for check in red)
    if all(check.detected for check in red):
        return _unjudged("regression", f"Green on the base, red on the work: {names}.", reasons, earlier)
    return _unjudged("red check", f"Red: {names}.", reasons, earlier)


def _unjudged(rule: str, why: str, reasons: Sequence[Reason], earlier: Sequence[Reason]) -> Verdict:
    explanation, numbered = f"{why} No judge was asked.", number_reasons(reasons, earlier)
    return Verdict(outcome="reject", rule=rule, explanation=explanation, reasons=numbered)
