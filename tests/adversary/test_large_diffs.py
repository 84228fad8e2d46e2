"""An author hides a fault in a late file of a large change: a judge finds it, or nobody accepts the work."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from coordinator.models import Ballot
from coordinator.reviews.record import ReviewRecord
from coordinator.views.text import review_text
from tests.support.reviews import (
    JUDGES,
    WORK,
    make_config,
    make_repository,
    review_locally,
    rubric_line,
)

pytestmark = [pytest.mark.adversary]

FAULT = "    return 'Hello, ' + ADMIN_OF_ALL_GUESTS"
FILES = 40
# A judge that says no only if it sees the fault, and that quotes a line of whatever it is shown.
JUDGE = f"""\
import json, re, sys

prompt = sys.stdin.read()
word = re.findall('"reference": "([0-9a-f]{{20}})"', prompt)[-1]
lines = [line[1:] for line in prompt.split("\\n") if line.startswith("+") and "value_" in line]
fault = {FAULT!r}
seen = fault in prompt
quote = fault.strip() if seen else lines[len(lines) // 2]
shown = [{{"source": "diff", "quote": quote}}]
score = 2 if seen else 5
print(json.dumps({{
    "reference": word,
    "summary": "as seen",
    "checklist": [
        {{"id": "CK-001", "answer": "no" if seen else "yes", "evidence": shown}},
        {{"id": "CK-002", "answer": "no", "evidence": shown}},
    ],
    "scores": [{{"name": name, "score": score, "evidence": shown}} for name in ("Care", "Reach")],
    "findings": [],
    "rework": {{}},
}}))
"""


def large_change(fault: str = FAULT, at: int = 36) -> dict[str, str]:
    """Files of 12.5 kB each. The one with this number has the fault in its middle."""
    files = dict(WORK)
    for number in range(FILES):
        lines = [f"value_{number}_{line} = 'of file {number}, line {line}'" for line in range(345)]
        if number == at:
            lines.insert(140, fault)
        files[f"part/file_{number:02}.py"] = "\n".join(lines) + "\n"
    return files


def reviewed(
    tmp_path: Path, files: Mapping[str, str], seats: int, review: str = ""
) -> ReviewRecord:
    script = tmp_path / "judge.py"
    script.write_text(JUDGE)
    agent = f"command: {{argv: [{sys.executable}, {script}], prompt: stdin}}"
    panel = "  meta_judge: {recorded: REPLIES}\n"
    protocol = "protocol: judge"
    if seats == 1:
        panel += f"  judge: {{{agent}}}\n"
    else:
        panel += "  judges:\n"
        panel += "".join(f"    - {{name: {name}, {agent}}}\n" for name in JUDGES)
        protocol = "protocol: judge-with-debate"
    config = make_config(tmp_path / "home", [rubric_line()], protocol + review, seats=panel)
    return review_locally(config, make_repository(tmp_path / "repo", files))


@pytest.mark.parametrize("seats", [1, 3])
def test_a_fault_in_a_late_file_of_a_large_change_is_found(tmp_path: Path, seats: int) -> None:
    files = large_change()
    assert sum(map(len, files.values())) > 500_000
    record = reviewed(tmp_path, files, seats)
    assert record.verdict is not None
    assert record.verdict.outcome == "reject", record.verdict.explanation
    assert any("ADMIN_OF_ALL_GUESTS" in str(reason.proofs) for reason in record.verdict.reasons)
    assert record.work is not None
    assert len(record.work.parts) > 8


@pytest.mark.parametrize("seats", [1, 3])
def test_the_same_change_without_the_fault_is_accepted_and_says_what_was_shown(
    tmp_path: Path, seats: int
) -> None:
    record = reviewed(tmp_path, large_change("value_0_0_0 = 'no fault'"), seats)
    assert record.verdict is not None
    assert record.verdict.outcome == "accept", record.verdict.explanation
    assert record.work is not None
    parts = len(record.work.parts)
    [shown] = [label for label in record.verdict.labels if "was shown" in label]
    size = f"{record.work.diff_bytes / 1000:.0f}"
    assert shown == f"every judge was shown {size} of {size} kB of the diff in {parts} parts"
    assert shown in review_text(record)
    for result in record.standings[0].testimonies:
        assert isinstance(result, Ballot)
        assert result.shown is not None
        assert not result.shown.missing


def test_a_change_that_needs_too_many_parts_is_not_accepted(tmp_path: Path) -> None:
    record = reviewed(tmp_path, large_change(at=20), 1, ", parts: 5")
    assert record.verdict is not None
    assert record.verdict.outcome == "escalate", record.verdict.explanation
    assert record.verdict.rule == "not shown"
    assert len([ask for ask in record.asked if ask.purpose == "judge"]) == 1
    assert any(
        "part/file_20.py (cut)" in notice or "more" in notice for notice in record.verdict.notices
    )


def test_a_lock_file_takes_no_part_from_the_code(tmp_path: Path) -> None:
    entries = "".join(f'  "value_{number}": "1.0.{number}",\n' for number in range(40_000))
    files = WORK | {
        "package.json": '{"value_name": "greet"}\n',
        "package-lock.json": "{\n" + entries + "}\n",
        "src/late.py": f"def value_of(name):\n{FAULT}\n",
    }
    record = reviewed(tmp_path, files, 1)
    assert record.verdict is not None
    assert record.verdict.outcome == "reject"
    assert len([ask for ask in record.asked if ask.purpose == "judge"]) == 1


def test_a_part_that_says_nothing_keeps_the_work_from_being_accepted(tmp_path: Path) -> None:
    asleep = JUDGE.replace(
        "seen = fault in prompt",
        "seen = False\nif fault in prompt:\n"
        '    print(json.dumps({"reference": word, "summary": "nothing of interest",'
        ' "checklist": [], "scores": [], "findings": [], "rework": {}}))\n    sys.exit()',
    )
    assert asleep != JUDGE
    script = tmp_path / "asleep.py"
    script.write_text(asleep)
    agent = f"command: {{argv: [{sys.executable}, {script}], prompt: stdin}}"
    panel = f"  meta_judge: {{recorded: REPLIES}}\n  judge: {{{agent}}}\n"
    config = make_config(tmp_path / "home", [rubric_line()], "protocol: judge", seats=panel)
    record = review_locally(config, make_repository(tmp_path / "repo", large_change()))
    assert record.verdict is not None
    assert record.verdict.outcome == "error"
    assert "of the diff: it gives no evidence" in record.verdict.explanation
