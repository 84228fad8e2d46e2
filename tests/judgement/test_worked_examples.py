"""The worked examples of docs/judgement.md, run as they stand there."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from coordinator.config.settings import Config
from coordinator.judgement import consensus, tool_mad
from coordinator.judgement.ballots import ExecutedEvidence
from coordinator.judgement.consensus import decide
from coordinator.judgement.evidence.regressions import hold_against_base
from coordinator.judgement.preconditions import decide_checks, decide_delivery
from coordinator.judgement.tool_mad import ExaminerResult, ToolMadResult, VerifiedArgument
from coordinator.judgement.tool_mad import decide as decide_tool_mad
from coordinator.models import (
    BaseMerge,
    Case,
    CheckResult,
    Evidence,
    Finding,
    Issue,
    JudgeResult,
    OwnedPath,
    PreviousReview,
    Proof,
    Reason,
    Verdict,
    Work,
)
from coordinator.parsing.report import Ruling
from coordinator.parsing.shapes import Argument, Refutation
from coordinator.reviews.earlier_reviews import repeated
from coordinator.reviews.escalation import escalate_last_reject, keep_with_person, leave_to_owners
from tests.support.panel_cases import abstention, ballot, hearing, quote, rubric
from tests.support.paths import DOCS

BY = rubric(items={"CK-001": "essential", "CK-002": "pitfall", "CK-003": "important"})
PAGE = (DOCS / "judgement.md").read_text(encoding="utf-8")
TOOL_MAD = (DOCS / "tool-mad.md").read_text(encoding="utf-8")
RANKED = ("default rule", "mean", "margin, as often")
EXAMPLES = re.findall(r"```example\n(.*?)```", PAGE, re.DOTALL)


def read(seat: str, said: str) -> JudgeResult:
    words = said.split()
    if words[0] == "abstains":
        return abstention(seat, words[1])  # type: ignore[arg-type]  # the page names the cause
    after = dict(pairwise(words[2:]))
    cited = after.get("citing", "")
    evidence: list[Evidence] = (
        [quote("1 failed", source=cited)] if cited else [quote(f"what {seat} saw")]
    )
    return ballot(
        seat,
        (int(words[0]), int(words[1])),
        against=[after[how] for how in ("fails", "rarely") if how in after],
        case="rare" if "rarely" in after else "normal",
        by=BY,
        evidence=evidence,
        at=f"{cited}:1",
        found="not found" if "unverified" in words else "verified",
        findings=[
            Finding(
                text=how, criterion=after.get("open", ""), priority="high", evidence=tuple(evidence)
            )
            for how in ("open", "finds")
            if how in after
        ],
        rework={after[state]: state for state in ("open", "resolved") if state in after},
    )


def rows(heading: str) -> list[tuple[str, str, str]]:
    """The rules of a table with their example and their verdict."""
    section = f"{PAGE}\n{TOOL_MAD}".partition(heading)[2].partition("\n## ")[0]
    return re.findall(r"^\| (\w[\w ]*) \| .* \| `(.*)` \| (\w+) \|$", section, re.MULTILINE)


def heard(example: str) -> tuple[dict[str, Any], list[JudgeResult], str]:
    settings: dict[str, Any] = {}
    testimonies = []
    *lines, expected = example.strip().splitlines()
    for line in lines:
        name, _, said = line.partition(": ")
        if name == "red check":
            settings["red_checks"] = [said]
        elif name.startswith("the request"):
            unclear = [
                item.model_copy(update={"ambiguity": name if item.id == said else ""})
                for item in BY.checklist
            ]
            settings["by"] = BY.model_copy(update={"checklist": tuple(unclear)})
        elif name == "not shown":
            settings["unshown"] = [said]
        elif name == "secret value":
            settings["secrets"] = [said]
        elif name == "green tests answer":
            settings["executed"] = ExecutedEvidence(covered=(said,), complete=True)
        elif name == "thin":
            settings["thin"] = said
        elif name == "earlier":
            settings["earlier"] = [Reason(id=said, text="it is wrong", proofs=())]
        else:
            testimonies.append(read(name, said))
    return settings, testimonies, expected.removeprefix("→ ")


@pytest.mark.parametrize(
    "example", EXAMPLES, ids=[example.splitlines()[-1] for example in EXAMPLES]
)
def test_example(example: str) -> None:
    settings, testimonies, expected = heard(example)
    verdict = decide(hearing(*testimonies, **{"by": BY} | settings))
    assert f"{verdict.outcome} by {verdict.rule}" == expected


def test_every_rule_has_an_example() -> None:
    headings = re.findall(
        "^### (.*)", PAGE.partition("## The rules")[2].partition("## Reasons")[0], re.MULTILINE
    )
    assert set(headings) == {rule.name for rule in consensus.RULES}
    assert set(headings) == {
        example.strip().splitlines()[-1].partition(" by ")[2] for example in EXAMPLES
    }


def test_the_figures_are_those_that_replay_prints() -> None:
    printed = (DOCS / "replay.md").read_text(encoding="utf-8")
    said = re.findall(r"\d\d\.\d", PAGE.partition("### thin margin")[2].partition("###")[0])
    columns = [
        re.findall(rf"^{rule} +([0-9.]+) \(.*?\) +([0-9.]+) ", printed, re.MULTILINE)
        for rule in RANKED
    ]
    (decided, right), (_, mean), (_, margin) = (list(zip(*rows, strict=True)) for rows in columns)
    assert said == [*decided, *right, *mean, *margin]


# -- Tool-MAD

TOOL_RULES = rows("# Tool-MAD")


@pytest.mark.parametrize(
    ("rule", "example", "outcome"), TOOL_RULES, ids=[row[0] for row in TOOL_RULES]
)
def test_example_of_tool_mad(rule: str, example: str, outcome: str) -> None:
    said, _, judge = example.partition("; ")
    shown, near, other = (
        quote(text, "a.py:3") for text in ("calls nobody", "asks the model", "returns a constant")
    )
    examined: list[ExaminerResult] = []
    for number, word in enumerate(said.split(", "), 1):
        argument = Argument(drift=word == "drift", claim="as seen", evidence=(shown,))
        proofs = (Proof(evidence=shown, found="verified", at="a.py:3"),)
        given = VerifiedArgument(
            seat=f"E{number}", name=f"A{number}", argument=argument, proofs=proofs
        )
        examined.append(abstention(given.seat) if word == "missing" else given)
    ruling = Ruling(
        verdict="reject" if "rejects" in judge else "accept",
        failures=(Finding(text="it is wrong", evidence=(other,)),)
        if "with evidence" in judge
        else (),
        refutations=(Refutation(argument="A1", evidence=(near,)),) if "refutes" in judge else (),
    )
    found = tuple(Proof(evidence=each, found="verified", at="a.py:4") for each in (near, other))
    result = ToolMadResult(
        seats=3,
        examined=tuple(examined),
        ruling=ruling if "the judge" in judge else None,
        proofs=found,
        unshown=("store.p12",) if "not shown" in judge else (),
        secrets=("login.py: github pat",) if "secret value" in judge else (),
    )
    verdict = decide_tool_mad(result)
    assert (verdict.rule, verdict.outcome) == (rule, outcome)


def test_every_rule_of_tool_mad_has_an_example() -> None:
    rules = re.findall(
        r'_verdict\(\s*result, "\w+", "([\w ]+)"', inspect.getsource(tool_mad.decide)
    )
    assert [row[0] for row in TOOL_RULES] == rules


# -- what code decides alone

NOTHING = Work(repo="r", base="b", commit="c", revision="t", diff="", diff_bytes=0)
OWNED = NOTHING.model_copy(update={"owned": (OwnedPath(path="infra/main.tf", owners=("@ops",)),)})
CONFLICTING = NOTHING.model_copy(
    update={"diff": "+", "merge": BaseMerge(branch="main", onto="c" * 40, conflicts=("a.py",))}
)
REJECT = Verdict(outcome="reject", rule="gate", explanation="It fails.")
ACCEPT = Verdict(outcome="accept", rule="above the bar", explanation="It is right.")


def ended(status: str, blocks: bool = True) -> CheckResult:
    given = {
        "name": "tests",
        "status": status,
        "blocks": blocks,
        "detected": not blocks,
        "summary": "as seen",
    }
    return CheckResult.model_validate(given)


def after(**earlier: Any) -> Case:
    return Case(
        review="r",
        issue=Issue(key="B-1", title="t"),
        work=NOTHING,
        seed="s",
        earlier=PreviousReview(**earlier),
    )


ALONE: dict[str, Callable[[], Verdict | None]] = {
    "no file": lambda: decide_delivery(NOTHING),
    "a conflict with main": lambda: decide_delivery(CONFLICTING),
    "tests: red": lambda: decide_checks([ended("red")]),
    "tests: error": lambda: decide_checks([ended("error")]),
    "detected tests: red, red; base: green": lambda: decide_checks(
        [hold_against_base(ended("red", False), ended("red", False), ended("green", False))]
    ),
    "the same work, rejected before": lambda: repeated(after(same="B-1.1", answer=REJECT)),
    "the same work, rejected in another issue": lambda: repeated(
        after(same="B-1.1", answer=REJECT, elsewhere=True)
    ),
    "a reject after two": lambda: escalate_last_reject(
        REJECT, after(rejects=2), Config(home=Path())
    ),
    "an accept after an escalation": lambda: keep_with_person(
        ACCEPT, after(held="B-1.1"), Config(home=Path())
    ),
    "an accept of owned paths": lambda: leave_to_owners(
        ACCEPT, after().model_copy(update={"work": OWNED})
    ),
}


@pytest.mark.parametrize(
    ("rule", "example", "outcome"), [*rows("## Before any judge"), *rows("## Rework")]
)
def test_example_of_code_alone(rule: str, example: str, outcome: str) -> None:
    verdict = ALONE[example]()
    assert verdict is not None
    assert (verdict.rule, verdict.outcome) == (rule, outcome)
