"""Decide from the ballots of a panel, by the rules in `RULES`.

The first rule that applies decides. Rules that reject come before rules that escalate, and rules
that accept come last. In this order, a worse ballot never improves the outcome. docs/judgement.md
explains each rule with an example.
"""

from collections.abc import Callable
from typing import NamedTuple

from coordinator.judgement.ballots import (
    SINGLE,
    UNSHOWN,
    PanelResult,
    Stance,
    answer_to,
    confirmed_proofs,
    is_executed,
    is_gate,
    is_proven,
    name_secrets,
    name_unshown,
    shown_labels,
    stance,
)
from coordinator.judgement.gates import GateResult, failed_gates, gate_fails_for, gates
from coordinator.judgement.reasons import (
    advice,
    dissent,
    number_reasons,
    reasons_of,
    seat_names,
    serious_findings,
)
from coordinator.judgement.splits import splits
from coordinator.models import Ballot, Item, Outcome, Reason, Verdict

BELOW = "Every ballot is below the bar."
EXECUTED = "executed evidence"  # the rule of a verdict by `decide_first_ballot`


class Conclusion(NamedTuple):
    """The outcome that a rule gives, with its explanation and reasons."""

    outcome: Outcome
    explanation: str
    reasons: tuple[Reason, ...] = ()


class Rule(NamedTuple):
    """A rule, with its name in verdicts and the function that applies it to a panel.

    The function returns None if the rule does not apply.
    """

    name: str
    apply: Callable[[PanelResult], Conclusion | None]


def decide(result: PanelResult) -> Verdict:
    """Return the verdict of a panel, even if only its first judge has been asked."""
    return decide_first_ballot(result) or _by_rules(result)


def _by_rules(result: PanelResult) -> Verdict:
    """Return the verdict of the first rule that applies.

    If that rule escalates, the explanation also covers all later rules that escalate.
    """
    deciding = ""
    doubts = []
    for rule in RULES:
        conclusion = rule.apply(result)
        if conclusion is None:
            continue
        if conclusion.outcome == "escalate":
            deciding = deciding or rule.name
            doubts.append(conclusion.explanation)
        elif not doubts:
            return _verdict(result, rule.name, conclusion)
    return _verdict(result, deciding, Conclusion("escalate", " ".join(doubts)))


def decide_first_ballot(result: PanelResult) -> Verdict | None:
    """Return the verdict of executed evidence and one judge, or None if all judges must be asked.

    Accept if green blind tests cover every essential item and the judge has no objection. Reject if
    a blind test is red and the judge agrees with it.
    """
    executed = result.executed
    is_first = len(result.judge_results) == 1 < result.seats
    if not is_first or not result.ballots or not executed.is_settled:
        return None
    rules = result.rules.model_copy(update={"quorum": 1})
    verdict = _by_rules(result.model_copy(update={"seats": 1, "rules": rules}))
    if verdict.outcome == "accept":
        settles = executed.complete and not _has_doubts(result)
    else:
        failed = {gate.name for gate in failed_gates(result)}
        settles = verdict.outcome == "reject" and not failed.isdisjoint(executed.failed)
    if not settles:
        return None
    return verdict.model_copy(update={"rule": EXECUTED, "labels": _labels(result)})


def _has_doubts(result: PanelResult) -> bool:
    """Return whether a judge objects to the work, even to what a green blind test covers."""
    if serious_findings(result) or gates(result) or len(result.accepting) < len(result.ballots):
        return True
    for ballot in result.ballots:
        for item in result.rubric.checklist:
            if stance(ballot, item) != Stance.FAILS:
                continue
            if is_gate(item) or _is_shown_optional(ballot, item):
                return True
    return False


def _is_shown_optional(ballot: Ballot, item: Item) -> bool:
    """Return whether an item is optional and an executed script backs the judge's answer."""
    return item.importance == "optional" and is_executed(ballot, item)


# -- rules that end with an error or a reject


def too_few_ballots(result: PanelResult) -> Conclusion | None:
    """Return an error if there are fewer ballots than the quorum.

    At least one ballot is required, because the later rules need one.
    """
    needed = result.rules.quorum
    got = len(result.ballots)
    if got >= max(needed, 1):
        return None
    causes = []
    for abstention in result.abstentions:
        cause = f"{abstention.seat}: {abstention.cause}"
        if abstention.detail:
            cause = f"{cause} ({abstention.detail})"
        causes.append(cause)
    counted = f"{got} of {result.seats} seats gave a ballot; the quorum is {needed}."
    return Conclusion("error", f"{counted} {'; '.join(causes)}")


def gate_fails(result: PanelResult) -> Conclusion | None:
    """Reject if a gate fails and code has verified at least one reason."""
    failed = failed_gates(result)
    if not failed:
        return None
    return _proven_reject(result, failed, _named(failed))


def all_below_bar(result: PanelResult) -> Conclusion | None:
    """Reject if every ballot is below the bar, a gate fails for a judge, and a reason is verified.

    If the rubric has no essential item, no gate has to fail.
    """
    if not _is_below(result) or failed_gates(result):
        return None
    if _has_essential_item(result) and not gates(result):
        return None
    return _proven_reject(result, [], BELOW)


def _proven_reject(
    result: PanelResult, failed: list[GateResult], explanation: str
) -> Conclusion | None:
    """Return a reject with its reasons, or None if code has verified none of the reasons."""
    reasons = number_reasons(reasons_of(result, failed), result.earlier)
    if not any(reason.proofs for reason in reasons):
        return None
    for gate in gates(result):
        if gate.question:
            explanation += f" The request can be read in two ways: {gate.question}"
    return Conclusion("reject", explanation, reasons)


# -- rules that escalate


def reject_without_proof(result: PanelResult) -> Conclusion | None:
    """Escalate if the ballots reject the work but code has verified none of their reasons."""
    against = _case_against(result)
    if not against:
        return None
    why = "Code could verify none of the reasons, so there is nothing to send back."
    return Conclusion("escalate", f"{against} {why}")


def gate_in_doubt(result: PanelResult) -> Conclusion | None:
    """Escalate if a gate fails for a majority, or a decisive gate fails for at least one judge.

    All gates are decisive except items that are only `important`.
    """
    texts = []
    for gate in gates(result):
        if gate.decisive or len(gate.against) >= result.majority:
            if gate.convinced:
                texts.append(f"{gate.name} failed for {seat_names(gate.convinced)}.")
            else:
                texts.append(f"{gate.name} is red, and no script has shown that the test is wrong.")
            if gate.question:
                texts.append(f"The request can be read in two ways: {gate.question}")
    texts += _against_green_tests(result)
    if not texts:
        return None
    return Conclusion("escalate", " ".join(texts))


def _against_green_tests(result: PanelResult) -> list[str]:
    """Return a text for each item that fails for a majority, although blind tests are green.

    Green tests are no proof, because the work can recognise a test and end it. So verified evidence
    from a majority is enough to ask a person.
    """
    texts = []
    for item in result.rubric.checklist:
        if item.id not in result.executed.covered:
            continue
        seats = []
        for ballot in result.ballots:
            proofs = confirmed_proofs(ballot.proofs, answer_to(ballot, item).evidence)
            if stance(ballot, item) == Stance.FAILS and proofs:
                seats.append(ballot.seat)
        if len(seats) >= result.majority:
            said = f"{item.id} failed for {seat_names(seats)}"
            texts.append(f"{said}, although blind tests that answer it are green.")
    return texts


def low_scores_alone(result: PanelResult) -> Conclusion | None:
    """Escalate if every ballot is below the bar, but no judge says that a gate fails."""
    if not _is_below(result) or gates(result) or not _has_essential_item(result):
        return None
    return Conclusion("escalate", f"{BELOW} No judge names an essential question that fails.")


def panel_is_divided(result: PanelResult) -> Conclusion | None:
    """Escalate if there are ballots on both sides of the bar."""
    if not _is_divided(result) or result.executed.complete:
        return None
    accepting = len(result.accepting)
    return Conclusion("escalate", f"{accepting} of {len(result.ballots)} ballots reach the bar.")


def grave_findings(result: PanelResult) -> Conclusion | None:
    """Escalate if a majority of the judges has serious findings."""
    seats = sorted({seat for seat, _ in serious_findings(result)})
    if len(seats) < result.majority:
        return None
    what = "reported serious findings with verified evidence."
    return Conclusion("escalate", f"{seat_names(seats)} {what}")


def optional_item_fails(result: PanelResult) -> Conclusion | None:
    """Escalate if an optional item fails for a majority and a script has shown it.

    The request does not demand such an item in its own words. But it can be another place with the
    same fault, so a person decides whether the work is done without it.
    """
    texts = []
    for item in result.rubric.checklist:
        against = [ballot for ballot in result.ballots if stance(ballot, item) == Stance.FAILS]
        if len(against) < result.majority:
            continue
        if any(_is_shown_optional(ballot, item) for ballot in against):
            seats = seat_names([ballot.seat for ballot in against])
            texts.append(f"{item.id} failed for {seats}, and a script shows it: {item.question}")
    if not texts:
        return None
    return Conclusion("escalate", " ".join(texts))


def items_without_proof(result: PanelResult) -> Conclusion | None:
    """Escalate if an essential item is proven by less than a majority of the ballots."""
    texts = []
    for name, proven in unproven_items(result).items():
        shown = f"{proven} of {len(result.ballots)} reports"
        texts.append(f"{name} is proven by evidence from the work in only {shown}.")
    if not texts:
        return None
    return Conclusion("escalate", " ".join(texts))


def tests_not_run(result: PanelResult) -> Conclusion | None:
    """Escalate an accept if a blind test ran on the base but could not be run on the work."""
    unmeasured = result.executed.unmeasured
    if not unmeasured:
        return None
    why = "ran on the base, but could not be run on the work"
    return Conclusion("escalate", f"{', '.join(unmeasured)} {why}.")


def seat_is_missing(result: PanelResult) -> Conclusion | None:
    """Escalate an accept if a seat has not given a ballot."""
    if len(result.ballots) >= result.seats or _case_against(result):
        return None
    missing = [f"{abstention.seat} ({abstention.cause})" for abstention in result.abstentions]
    named = ", ".join(missing) or "seats not asked"
    return Conclusion("escalate", f"An accept needs a ballot from every seat; missing: {named}.")


def mean_is_near_bar(result: PanelResult) -> Conclusion | None:
    """Escalate if the mean overall score is closer to the bar than the configured margin."""
    if _is_divided(result) or result.rules.thin != "escalate" or not result.is_thin:
        return None
    if result.executed.complete:
        return None
    why = "Every ballot is on one side of the bar, but their mean is too close to it."
    return Conclusion("escalate", why)


def files_not_shown(result: PanelResult) -> Conclusion | None:
    """Escalate work with changed files that no judge was shown in full."""
    if not result.unshown:
        return None
    return Conclusion("escalate", name_unshown(result.unshown))


def secret_added(result: PanelResult) -> Conclusion | None:
    """Escalate work that adds or alters a secret value."""
    if not result.secrets:
        return None
    return Conclusion("escalate", name_secrets(result.secrets))


# -- rules that accept


def tests_cover_request(result: PanelResult) -> Conclusion | None:
    """Accept regardless of the scores if green blind tests cover every essential item."""
    if not result.executed.complete:
        return None
    why = "Blind tests cover every essential question and are green, and no gate fails."
    return Conclusion("accept", why)


def every_seat_accepts(_result: PanelResult) -> Conclusion:
    """Accept, because no earlier rule applies."""
    return Conclusion("accept", "Every seat reaches the bar, and no gate fails.")


# All rules, in order. To add a rule, write a function above and add a row here.
RULES: tuple[Rule, ...] = (
    Rule("quorum", too_few_ballots),
    Rule("gate", gate_fails),
    Rule("below the bar", all_below_bar),
    Rule("unproven", reject_without_proof),
    Rule("open question", gate_in_doubt),
    Rule("open question", low_scores_alone),
    Rule("open question", panel_is_divided),
    Rule("open question", grave_findings),
    Rule("open question", optional_item_fails),
    Rule("unproven", items_without_proof),
    Rule("unproven", tests_not_run),
    Rule("degraded accept", seat_is_missing),
    Rule("thin margin", mean_is_near_bar),
    Rule("not shown", files_not_shown),
    Rule("secret value", secret_added),
    Rule(EXECUTED, tests_cover_request),
    Rule("above the bar", every_seat_accepts),
)

# -- the conditions of the rules


def unproven_items(result: PanelResult) -> dict[str, int]:
    """Return the essential items that less than a majority of the ballots prove.

    The result has the number of ballots that prove each item. Items that fail for any judge are
    left out, and so are items that a green blind test covers.
    """
    found = {}
    for item in result.rubric.checklist:
        if not is_gate(item) or item.importance != "essential":
            continue
        if item.id in result.executed.covered:
            continue
        if any(gate_fails_for(ballot, item, result) for ballot in result.ballots):
            continue
        proven = sum(is_proven(ballot, item) for ballot in result.ballots)
        if proven < result.majority:
            found[item.id] = proven
    return found


def _case_against(result: PanelResult) -> str:
    """Return the reason why the ballots reject the work, proven or not, or an empty string."""
    failed = failed_gates(result)
    if failed:
        return _named(failed)
    if _is_below(result) and (gates(result) or not _has_essential_item(result)):
        return BELOW
    return ""


def _named(failed: list[GateResult]) -> str:
    names = ", ".join(gate.name for gate in failed)
    return f"{names} failed for {seat_names(failed[0].against)}."


def _is_below(result: PanelResult) -> bool:
    """Return whether every ballot is below the bar and the mean score is not too close to it.

    Return False if green blind tests cover every essential item, because scores do not matter then.
    If a seat gave no ballot, it does not matter how close the mean score is. Otherwise a silent
    seat could prevent a reject.
    """
    if result.accepting or result.executed.complete:
        return False
    is_complete = len(result.ballots) == result.seats
    return not (result.rules.thin == "escalate" and result.is_thin and is_complete)


def _has_essential_item(result: PanelResult) -> bool:
    items = result.rubric.checklist
    return any(is_gate(item) and item.importance == "essential" for item in items)


def _is_divided(result: PanelResult) -> bool:
    return 0 < len(result.accepting) < len(result.ballots)


# -- the verdict


def _verdict(result: PanelResult, rule: str, conclusion: Conclusion) -> Verdict:
    if conclusion.outcome == "error":
        return Verdict(
            outcome="error",
            rule=rule,
            explanation=conclusion.explanation,
            labels=_labels(result),
        )
    reasons = conclusion.reasons
    further = []
    for text in advice(result):
        if not any(text in reason.text for reason in reasons):
            further.append(text)
    return Verdict(
        outcome=conclusion.outcome,
        rule=rule,
        explanation=conclusion.explanation,
        reasons=reasons,
        advice=tuple(further),
        dissent=dissent(result) if conclusion.outcome == "escalate" else (),
        mean=result.mean,
        bar=result.rules.bar,
        labels=_labels(result),
    )


def _labels(result: PanelResult) -> tuple[str, ...]:
    """Return the labels of a verdict. They name circumstances that a reader should know."""
    ballots = result.ballots
    labels = []
    if result.seats == 1:
        labels.append(SINGLE)
    if result.abstentions or any(ballot.fallback for ballot in ballots):
        labels.append("degraded panel")
    if len(result.judge_results) < result.seats:
        labels.append("not every seat was asked")
    if ballots and result.is_thin:
        labels.append("thin margin")
    asked_twice = [ballot.seat for ballot in ballots if ballot.again]
    if asked_twice:
        labels.append(f"asked twice: {seat_names(asked_twice)}")
    if any(ballot.recorded for ballot in ballots):
        labels.append("recorded replies")
    if any(ballot.unsandboxed for ballot in ballots):
        labels.append("judges without a sandbox")
    if any(ballot.blind for ballot in ballots):
        labels.append("judges whose commands all failed")
    if result.unshown:
        labels.append(UNSHOWN)
    labels.extend(shown_labels(ballots))
    if len(ballots) > 1:  # a single ballot cannot agree with another
        labels.append(_agreement(result))
    return tuple(labels)


def _agreement(result: PanelResult) -> str:
    if splits(result):
        return "no consensus"
    if result.debates:
        return "agreement by debate"
    return "agreement before debate"
