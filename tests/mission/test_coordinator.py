"""The statements about the coordinator (1 to 48), as far as the readers of replies show them.

The numbers are those of the list of statements. Further statements have tests in tests/panels,
tests/reviews and tests/trackers.
"""

from __future__ import annotations

import pytest

from coordinator.parsing.fields import ParseError
from coordinator.parsing.report import read_argument, read_report, read_rubric, read_ruling


def test_22_a_rubric_that_is_no_data_is_refused() -> None:
    with pytest.raises(ParseError):
        read_rubric("The criteria are obvious.")


def test_23_a_report_that_is_no_data_is_refused() -> None:
    rubric = read_rubric(RUBRIC)
    with pytest.raises(ParseError):
        read_report("It is good: 5 of 5.", rubric)


def test_25_a_backslash_before_a_backtick_is_read_as_the_backtick() -> None:
    text = 'drift: true\nclaim: "see \\`foo.py\\`"\nevidence: [{source: issue, quote: x}]\n'
    assert read_argument(text).claim == "see `foo.py`"


def test_26_data_in_a_fence_is_read() -> None:
    fenced = f"My rubric:\n\n```yaml\n{RUBRIC}```\n"
    assert read_rubric(fenced) == read_rubric(RUBRIC)


@pytest.mark.parametrize(
    ("text", "verdict", "reasons"),
    [
        ("VERDICT: ACCEPT", "accept", []),
        ("VERDICT: REJECT\n- R1: no call\n- R2: no test", "reject", ["no call", "no test"]),
    ],
)
def test_41_a_verdict_in_lines_is_read_with_its_numbered_reasons(
    text: str, verdict: str, reasons: list[str]
) -> None:
    ruling = read_ruling(text)
    assert ruling.verdict == verdict
    assert [failure.text for failure in ruling.failures] == reasons


RUBRIC = """\
checklist:
  - {id: CK-001, question: Does it greet?, importance: essential, quote: greet}
rubric_dimensions:
  - name: Fulfilment
    description: How well?
    quote: greet
    scale: 1-5
    weight: 1.0
    instruction: look
    anchors: {contrast: c, score_2: two, score_3: three, score_4: four}
"""
