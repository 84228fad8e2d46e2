"""Decide about accepted work whose base has moved, from checks and blind tests alone."""

from collections.abc import Sequence

from coordinator.judgement.preconditions import decide_checks, decide_delivery, label_checks
from coordinator.judgement.reasons import number_reasons
from coordinator.models import CheckResult, Reason, Verdict, Work

BASE_MOVED = "base moved"  # the rule of the verdict if the accept still holds
RED_PROBE = "red blind test"


def decide_recheck(
    work: Work, checks: Sequence[CheckResult], before: Sequence[CheckResult]
) -> Verdict:
    """Return the verdict on accepted work whose base has moved.

    `checks` are the results with the present base, and `before` are the results at the time of the
    accept. A blocking check that was not green at that time does not count, because a person has
    accepted the work in spite of it.
    """
    excused = {check.name for check in before if check.blocks and check.status != "green"}
    counted = [check for check in checks if not check.probe and check.name not in excused]
    probes = [check for check in checks if check.probe]
    verdict = (
        decide_delivery(work) or decide_checks(counted) or _decide_probes(probes) or _accept(work)
    )
    return label_checks(verdict, checks).model_copy(update={"work": work.name})


def green_probes(before: Sequence[CheckResult]) -> frozenset[str]:
    """Return the ids of the blind tests that were green on the accepted work.

    The other tests are ignored: the judges found them wrong, or they could not be used.
    """
    return frozenset(check.name for check in before if check.probe and check.status == "green")


def _decide_probes(probes: Sequence[CheckResult]) -> Verdict | None:
    """Return a reject if a blind test is red, an error if one could not be run, else None.

    A blind test that was dropped says nothing about the work.
    """
    red = [check for check in probes if check.status == "red"]
    if red:
        names = ", ".join(check.name for check in red)
        reasons = [_red_probe_reason(check) for check in red]
        return Verdict(
            outcome="reject",
            rule=RED_PROBE,
            explanation=f"Green before, red now: {names}. No judge was asked.",
            reasons=number_reasons(reasons, ()),
        )
    causes = []
    for check in probes:
        if check.probe and check.probe.found == "no source":
            causes.append(f"{check.name}: {check.summary}")
    if causes:
        return Verdict(
            outcome="error", rule="blind test could not run", explanation="; ".join(causes)
        )
    return None


def _red_probe_reason(check: CheckResult) -> Reason:
    assert check.probe is not None
    return Reason(
        id="",
        text=f"the blind test {check.name} is red: {check.summary}",
        requirement=f"The blind test {check.name} must pass.",
        proofs=(check.probe,),
    )


def _accept(work: Work) -> Verdict:
    explanation = "Checks and blind tests are still green."
    if work.merge and work.merge.problem:
        explanation = f"{work.merge.notice}."
    elif work.ran_on:
        explanation = f"Checks and blind tests are still green on {work.ran_on}."
    return Verdict(outcome="accept", rule=BASE_MOVED, explanation=explanation)
