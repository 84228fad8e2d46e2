"""Decide about missing work and failed checks, before any judge is asked.

A judge can be persuaded to accept an empty delivery. Code cannot.
"""

from collections.abc import Sequence

from coordinator.judgement.ballots import name_paths
from coordinator.judgement.reasons import number_reasons
from coordinator.models import CheckResult, Proof, Quote, Reason, Verdict, Work
from coordinator.parsing.fields import without_repeats

# A reject by one of these rules is left out when the rejects of an issue are counted: no judge and
# no check has seen the work, and the author does not control when the base moves.
UNCOMMITTED = "uncommitted"
CONFLICT = "conflict"
NOT_COUNTED = (UNCOMMITTED, CONFLICT)
SHOWN_LINES = 12  # a reason quotes this many lines from the end of a red check's output


def decide_delivery(work: Work, earlier: Sequence[Reason] = ()) -> Verdict | None:
    """Return a reject if the work is empty, has uncommitted files, or does not merge, else None."""
    if work.uncommitted:
        paths = ", ".join(work.uncommitted)
        reason = Reason(
            id="",
            text=f"the working tree differs from the commit in: {paths}",
            requirement="Commit the files that belong to the work; delete the others, "
            "or list them in `.gitignore`.",
        )
        why = f"The review judges {work.name}, but the working tree differs from it."
        return _reject_unjudged(UNCOMMITTED, why, [reason], earlier)
    if work.diff.strip() or work.changed or work.withheld:
        return _decide_merge(work, earlier)
    reason = Reason(
        id="",
        text="nothing was delivered: no file differs from the base, "
        "and the author wrote nothing in the issue",
        proofs=(Proof(evidence=Quote(source="diff", text="(empty)"), found="verified"),),
    )
    why = "There is no work to judge."
    return _reject_unjudged("nothing delivered", why, [reason], earlier)


def _decide_merge(work: Work, earlier: Sequence[Reason]) -> Verdict | None:
    """Return a reject if the work does not merge into its base, else None."""
    merge = work.merge
    if merge is None or not merge.conflicts:
        return None
    reason = Reason(
        id="",
        text=f"the work does not merge cleanly into {merge.branch} {merge.onto[:10]}: "
        f"{name_paths(merge.conflicts)}",
        requirement=f"Merge {merge.branch} into the work, or rebase the work on it, "
        "and resolve the conflicts.",
    )
    why = f"The work does not merge cleanly into {merge.branch}."
    return _reject_unjudged(CONFLICT, why, [reason], earlier)


def decide_checks(checks: Sequence[CheckResult], earlier: Sequence[Reason] = ()) -> Verdict | None:
    """Return a reject if blocking checks are red, an error if one could not run, else None."""
    blocking = [check for check in checks if check.blocks]
    broken = [check for check in blocking if check.status == "error"]
    if broken:
        causes = "; ".join(f"{check.name}: {check.summary}" for check in broken)
        return Verdict(outcome="error", rule="check could not run", explanation=causes)
    red = [check for check in blocking if check.status == "red"]
    if not red:
        return None
    reasons = [_red_check_reason(check) for check in red]
    names = ", ".join(check.name for check in red)
    if all(check.detected for check in red):
        why = f"Green on the base, red on the work: {names}."
        return _reject_unjudged("regression", why, reasons, earlier)
    return _reject_unjudged("red check", f"Red: {names}.", reasons, earlier)


def _red_check_reason(check: CheckResult) -> Reason:
    tail = "\n".join(check.output.strip().splitlines()[-SHOWN_LINES:])
    quote = Quote(source=f"check:{check.name}", text=tail or check.summary)
    return Reason(
        id="",
        text=f'the check "{check.name}" is red: {check.summary}',
        requirement=f'The check "{check.name}" must pass.',
        proofs=(Proof(evidence=quote, found="verified"),),
    )


def _reject_unjudged(
    rule: str, why: str, reasons: Sequence[Reason], earlier: Sequence[Reason]
) -> Verdict:
    return Verdict(
        outcome="reject",
        rule=rule,
        explanation=f"{why} No judge was asked.",
        reasons=number_reasons(reasons, earlier),
    )


def label_checks(verdict: Verdict, checks: Sequence[CheckResult]) -> Verdict:
    """Return the verdict with a label if a check ran without a sandbox.

    An accept also gets a label for each check that is not green.
    """
    labels = list(verdict.labels)
    if any(check.unsandboxed for check in checks):
        labels.append("checks without a sandbox")
    if verdict.outcome == "accept":
        for check in checks:
            if check.status != "green":
                labels.append(f"check {check.said}: {check.name}")
    return verdict.model_copy(update={"labels": without_repeats(labels)})
