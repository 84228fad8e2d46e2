"""Recorded replies: found by seat, purpose and round, narrowed by review and issue, and never invented."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from coordinator.agents.recorded import RecordedAgent, lines_of
from coordinator.errors import AgentError, ConfigError
from coordinator.models import Ask, Reply


def ask(**fields: Any) -> Ask:
    given = {
        "seat": "Ann",
        "purpose": "judge",
        "prompt": "?",
        "template": "t",
        "reference": "w0rd",
        "deadline": 1.0,
    }
    return Ask.model_validate(given | fields)


def answer(path: Path, asked: Ask) -> Reply:
    return asyncio.run(RecordedAgent(path).answer(asked))


def replies(tmp_path: Path, *lines: object) -> Path:
    path = tmp_path / "replies.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def test_the_narrowest_line_that_fits_answers(tmp_path: Path) -> None:
    path = replies(
        tmp_path,
        {"seat": "Ann", "purpose": "judge", "reply": "any"},
        {"seat": "Ann", "purpose": "judge", "reply": "second review", "review": 2},
        {"seat": "Ann", "purpose": "judge", "reply": "of B-2", "review": 2, "issue": "B-2"},
        {"seat": "Ann", "purpose": "debate", "reply": "debate", "round": 1},
    )
    assert answer(path, ask()).text == "any"
    assert answer(path, ask(review=2, issue="B-1")).text == "second review"
    assert answer(path, ask(review=2, issue="B-2")).text == "of B-2"
    assert answer(path, ask(purpose="debate", round=1)).text == "debate"


def test_the_reference_word_of_the_ask_is_filled_in_and_the_reply_is_labelled(
    tmp_path: Path,
) -> None:
    path = replies(
        tmp_path,
        {"seat": "Ann", "purpose": "judge", "reply": {"reference": "{{reference}}", "a": "ü"}},
    )
    reply = answer(path, ask())
    assert json.loads(reply.text) == {"reference": "w0rd", "a": "ü"}
    assert reply.recorded


def test_no_matching_reply_says_what_is_missing_and_where(tmp_path: Path) -> None:
    path = replies(tmp_path, {"seat": "Ann", "purpose": "judge", "reply": "x"})
    with pytest.raises(
        AgentError, match="no recorded reply for Bob, judge, round 0, review 1"
    ) as error:
        answer(path, ask(seat="Bob"))
    assert (error.value.cause, str(path) in str(error.value)) == ("failed", True)


def test_a_recorded_failure_fails_with_its_cause(tmp_path: Path) -> None:
    path = replies(tmp_path, {"seat": "Ann", "purpose": "judge", "fail": "silent"})
    with pytest.raises(AgentError) as error:
        answer(path, ask())
    assert error.value.cause == "silent"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("not json", "replies.jsonl:2: Invalid JSON"),
        ('{"seat": "Ann"}', "replies.jsonl:2: purpose: Field required"),
        ('{"seat": "Ann", "purpose": "judge", "sead": 1, "reply": "x"}', "sead: Extra inputs"),
        ('{"seat": "Ann", "purpose": "judge"}', "needs either reply or fail"),
        ('{"seat": "Ann", "purpose": "jury", "reply": "x"}', "purpose: Input should be"),
    ],
)
def test_a_wrong_line_is_named(tmp_path: Path, line: str, says: str) -> None:
    path = tmp_path / "replies.jsonl"
    path.write_text(f"\n{line}\n", encoding="utf-8")
    with pytest.raises(ConfigError, match=says):
        lines_of(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        lines_of(tmp_path / "none.jsonl")


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    path = replies(tmp_path, {"seat": "Ann", "purpose": "judge", "reply": "old"})
    assert answer(path, ask()).text == "old"
    replies(tmp_path, {"seat": "Ann", "purpose": "judge", "reply": "new"}).touch()
    assert answer(path, ask()).text == "new"
