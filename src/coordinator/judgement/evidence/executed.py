"""Find the questions that blind tests have answered, so that judges need not settle them.

A blind test counts here only if its tester was almost certain that all correct work passes it.
"""

from collections.abc import Sequence

from coordinator.judgement.ballots import ExecutedEvidence, is_gate
from coordinator.models import CheckResult, Probe, Rubric

CERTAIN = 4  # a test of at least this certainty decides
ASKED = 3  # a red test of at least this certainty is a question for the judges, else advice


def executed_evidence(rubric: Rubric, checks: Sequence[CheckResult]) -> ExecutedEvidence:
    """Return the questions of the rubric that the blind tests in `checks` have answered."""
    statuses = {check.name: check.status for check in checks if check.probe}
    probes = rubric.probes or ()
    red = [probe for probe in probes if statuses.get(probe.id) == "red"]
    green = [probe for probe in probes if statuses.get(probe.id) == "green"]
    covered = _answered(green) - _answered(red)
    binding = {item.id for item in rubric.checklist if is_gate(item)}
    essential = [
        item.id
        for item in rubric.checklist
        if is_gate(item) and item.importance == "essential" and item.id not in statuses
    ]
    has_red_check = any(check.status == "red" and not check.probe for check in checks)
    has_red_probe = any(probe.certainty >= ASKED for probe in red)
    is_complete = bool(essential) and covered.issuperset(essential)
    return ExecutedEvidence(
        covered=tuple(sorted(covered & binding)),
        failed=tuple(
            probe.id for probe in red if probe.certainty >= CERTAIN and probe.id in binding
        ),
        complete=is_complete and not has_red_check and not has_red_probe,
        unmeasured=tuple(check.name for check in checks if _failed_only_on_work(check)),
    )


def _failed_only_on_work(check: CheckResult) -> bool:
    """Return whether a blind test ran twice on the base, but could not be run on the work."""
    if check.probe is None or check.probe.found != "no source":
        return False
    trees = [run.on for run in check.probe.runs]
    return trees == ["base", "base"]


def _answered(probes: Sequence[Probe]) -> set[str]:
    """Return the ids of the questions that these tests answer."""
    answered: set[str] = set()
    for probe in probes:
        if probe.certainty >= CERTAIN and probe.kind != "keep":
            answered.update(probe.answers)
    return answered
