"""What an author tries against blind tests: end them, recognise them, keep them from running."""

from __future__ import annotations

from pathlib import Path

import pytest

from coordinator.judgement.ballots import ExecutedEvidence
from coordinator.judgement.consensus import decide
from coordinator.judgement.evidence.executed import executed_evidence
from coordinator.models import CheckResult, Experiment, ExperimentRun, Probe, Proof
from coordinator.reviews.record import ReviewRecord
from tests.support.panel_cases import ballot, hearing, rubric
from tests.support.repositories import git, new_repository
from tests.support.reviews import (
    ASKED,
    JUDGES,
    deliver,
    judge_line,
    make_config,
    probe_line,
    report,
    review_locally,
    rubric_line,
)

pytestmark = [pytest.mark.adversary, pytest.mark.needs("bubblewrap")]

BASE = {
    "greet.py": "def greet(name):\n    return 'Hello'\n",
    "test_greet.py": "from greet import greet\n\n\ndef test_greet():\n    assert greet('Ann').startswith('Hello')\n",
}
DEMAND = {
    "kind": "demand",
    "title": "every guest is greeted",
    "quote": ASKED,
    "certainty": 5,
    "answers": ["CK-001"],
    "run": "from greet import greet\nsaid = greet('Bob')\nprint(said)\nexit('Bob' not in said)",
    "with": "python",
}
QUOTE = {"source": "greet.py", "quote": "def greet(name"}
ENDS = "import os, sys\nif 'pytest' not in sys.modules:\n    os._exit(0)\n"
RECOGNISES = "import sys\nif 'coordinator_experiment' in sys.argv[0]:\n    sys.exit(0)\n"
EQUALS = (
    "class Any(str):\n    def __contains__(self, other):\n        return True\n"
    "def greet(name):\n    return Any('Hello')\n"
)
IDLE = "def greet(name):\n    return 'Hello'\n"


def reviewed(tmp_path: Path, work: str, scores: tuple[int, int]) -> ReviewRecord:
    against = [] if scores[0] > 3 else ["CK-001"]
    lines = [rubric_line(), probe_line(DEMAND)]
    for seat in JUDGES:
        lines.append(judge_line(seat, report(scores, against=against, evidence=[QUOTE])))
    repo = new_repository(tmp_path / "repo")
    deliver(repo, BASE, "before")
    git(repo, "checkout", "--quiet", "-b", "work")
    deliver(repo, {"greet.py": work})
    config = make_config(tmp_path / "home", lines, "protocol: judge-with-debate, debates: 0")
    return review_locally(config, repo)


@pytest.mark.parametrize("cheat", [ENDS + IDLE, EQUALS], ids=["ends it", "is equal to anything"])
def test_work_that_makes_a_blind_test_green_is_not_accepted_against_its_judges(
    cheat: str, tmp_path: Path
) -> None:
    record = reviewed(tmp_path, cheat, (1, 1))
    assert record.verdict is not None
    assert record.verdict.outcome in ("escalate", "reject")
    assert {ask.seat for ask in record.asked if ask.purpose == "judge"} == set(JUDGES)


def test_work_does_not_know_a_blind_test_by_the_name_of_its_file(tmp_path: Path) -> None:
    record = reviewed(tmp_path, RECOGNISES + IDLE, (1, 1))
    assert {check.name: check.status for check in record.checks if check.probe} == {"P1": "red"}


def test_work_that_keeps_a_blind_test_from_running_is_not_accepted() -> None:
    script = Experiment(run="true", language="sh", shows="", on="both")
    by = rubric(items={"CK-001": "essential"})
    probe = Probe(id="P1", kind="demand", title="t", script=script, certainty=5)
    by = by.model_copy(update={"probes": (probe,)})
    base = ExperimentRun(on="base", code=1, output="")
    proof = Proof(evidence=script, found="no source", at="the disk is full", runs=(base, base))
    check = CheckResult(name="P1", status="error", blocks=False, summary="", probe=proof)
    executed = executed_evidence(by, [check])
    assert executed == ExecutedEvidence(unmeasured=("P1",))
    liked = [ballot(seat, (5, 5), by=by) for seat in JUDGES]
    assert decide(hearing(*liked, by=by)).outcome == "accept"
    verdict = decide(hearing(*liked, by=by, executed=executed))
    assert (verdict.outcome, verdict.rule) == ("escalate", "unproven")
