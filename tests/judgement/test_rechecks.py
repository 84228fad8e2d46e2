"""The verdict on accepted work whose base has moved, from the results of checks and blind tests."""

from __future__ import annotations

from typing import Literal

import pytest

from coordinator.judgement.rechecks import decide_recheck, green_probes
from coordinator.models import BaseMerge, CheckResult, Experiment, Proof, Work

WORK = Work(
    repo="r",
    head="HEAD",
    base="b" * 40,
    commit="c" * 40,
    revision="t" * 40,
    diff="+x",
    diff_bytes=2,
    base_now="d" * 40,
    merge=BaseMerge(branch="main", onto="d" * 40, tree="e" * 40),
)
Status = Literal["green", "red", "error"]


def check(status: Status, *, blocks: bool = True) -> CheckResult:
    return CheckResult(name="tests", status=status, blocks=blocks, summary="s")


def probe(status: Status, found: Literal["verified", "no source"] = "verified") -> CheckResult:
    script = Experiment(run="exit(1)", language="python", shows="", on="both")
    proof = Proof(evidence=script, found=found)
    return CheckResult(name="P1", status=status, blocks=False, summary="s", probe=proof)


@pytest.mark.parametrize(
    ("now", "before", "outcome", "rule"),
    [
        ([check("green")], [check("green")], "accept", "base moved"),
        ([check("red")], [check("green")], "reject", "red check"),
        ([check("error")], [check("green")], "error", "check could not run"),
        ([check("red", blocks=False)], [check("green", blocks=False)], "accept", "base moved"),
        ([probe("green")], [probe("green")], "accept", "base moved"),
        ([probe("red")], [probe("green")], "reject", "red blind test"),
        ([probe("error")], [probe("green")], "accept", "base moved"),  # dropped on the base
        ([probe("error", "no source")], [probe("green")], "error", "blind test could not run"),
        ([], [], "accept", "base moved"),
    ],
)
def test_red_and_unmeasured_results_end_an_accept(
    now: list[CheckResult], before: list[CheckResult], outcome: str, rule: str
) -> None:
    verdict = decide_recheck(WORK, now, before)
    assert (verdict.outcome, verdict.rule) == (outcome, rule)
    assert verdict.work == f"commit {'c' * 40}"


def test_a_check_that_a_person_accepted_in_red_does_not_count() -> None:
    assert decide_recheck(WORK, [check("red")], [check("red")]).outcome == "accept"


def test_conflicts_reject() -> None:
    merge = BaseMerge(branch="main", onto="d" * 40, conflicts=("a.py",))
    verdict = decide_recheck(WORK.model_copy(update={"merge": merge}), [], [check("green")])
    assert (verdict.outcome, verdict.rule) == ("reject", "conflict")


def test_a_git_that_cannot_merge_is_named() -> None:
    merge = BaseMerge(branch="main", onto="d" * 40, problem="the installed git is too old")
    verdict = decide_recheck(WORK.model_copy(update={"merge": merge}), [check("green")], [])
    assert verdict.outcome == "accept"
    assert "ran on the work alone: the installed git is too old" in verdict.explanation


def test_only_blind_tests_that_were_green_run_again() -> None:
    assert green_probes([probe("green"), check("green")]) == {"P1"}
    assert green_probes([probe("red")]) == frozenset()
    assert green_probes([probe("error")]) == frozenset()
