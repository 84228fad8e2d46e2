"""The forms that replies are asked in fit what the reader reads, and what the vendors' strict modes take."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import chain
from typing import Any

import pytest

from coordinator.models import Rubric
from coordinator.parsing.forms import AMPLE, schema_for
from coordinator.parsing.report import read_rubric
from tests.support import proposals, reviews


def whole(report: dict[str, Any]) -> dict[str, Any]:
    """A report that leaves out no field."""
    return report | {
        "checklist": [{"case": "normal", "note": ""} | answer for answer in report["checklist"]],
        "scores": [{"case": "normal"} | score for score in report["scores"]],
    }


FORMS: Mapping[str, dict[str, Any]] = {
    "rubric": reviews.RUBRIC
    | {
        "checklist": [
            item | {"rationale": "r", "ambiguity": ""} for item in reviews.RUBRIC["checklist"]
        ]
    },
    "judge": whole(reviews.report((4, 5), evidence=[reviews.GREETS, {"absent": "x", "in": "**"}])),
    "debate": whole(reviews.report((1, 2), rework={"R1": "open"})),
    "argue": {
        "reference": "w",
        "drift": False,
        "claim": "c",
        "evidence": [reviews.GREETS],
        "query": "",
    },
    "rule": {
        "reference": "w",
        "verdict": "reject",
        "failures": [{"id": "R1", "text": "t", "evidence": [reviews.GREETS]}],
        "refuted": [{"argument": "A1", "evidence": []}],
    },
    "stage": {
        "reference": "w",
        "verdict": "fail",
        "summary": "s",
        "findings": [{"file": "a.py", "line": "12", "comment": "c", "severity": "high"}],
        "required_fixes": ["f"],
    },
    "propose": proposals.PROPOSAL,
    "vote": proposals.vote("P1", P1=10, P2=1),
    "revise": proposals.revision(proposals.PROPOSAL),
    "synthesise": proposals.SYNTHESIS,
    "plan": proposals.PLAN,
}


def misfits(value: Any, schema: dict[str, Any], root: dict[str, Any], at: str = "") -> list[str]:
    """Where a value does not fit a schema of our dialect."""
    if "$ref" in schema:
        return misfits(value, root["$defs"][schema["$ref"].removeprefix("#/$defs/")], root, at)
    if "anyOf" in schema:
        tried = [misfits(value, each, root, at) for each in schema["anyOf"]]
        return [] if [] in tried else tried[0]
    kinds: dict[str, Any] = {
        "object": dict,
        "array": list,
        "string": str,
        "integer": int,
        "number": (int, float),
        "boolean": bool,
        "null": type(None),
    }
    if not isinstance(value, kinds[schema["type"]]) or value not in schema.get("enum", [value]):
        return [f"{at}: {value!r}"]
    if isinstance(value, list | str) and len(value) > schema.get(
        "maxItems", schema.get("maxLength", len(value))
    ):
        return [f"{at}: longer than it may be"]
    if isinstance(value, list):
        return [
            found for each in value for found in misfits(each, schema["items"], root, f"{at}[]")
        ]
    if not isinstance(value, dict):
        return []
    assert schema["required"] == list(schema["properties"])
    assert schema["additionalProperties"] is False
    inner = [
        misfits(value[k], schema["properties"][k], root, f"{at}.{k}")
        for k in value.keys() & schema["properties"]
    ]
    return [f"{at}.{key}" for key in value.keys() ^ schema["properties"].keys()] + list(
        chain(*inner)
    )


@pytest.mark.parametrize("purpose", FORMS)
def test_the_forms_ask_for_what_the_reader_reads(purpose: Any) -> None:
    form = schema_for(purpose, "w", ("R1",) if purpose == "debate" else ())
    value = FORMS[purpose] | {"reference": "w"}
    assert misfits(value, form, form) == []
    assert misfits(value | {"reference": "other"}, form, form) == [".reference: 'other'"]
    assert misfits(value | {"more": 1}, form, form) == [".more"]
    assert next(iter(form["properties"])) == "reference"


def test_who_keeps_a_proposal_gives_no_other() -> None:
    form = schema_for("revise", "w")
    assert misfits({"reference": "w"} | proposals.revision(None), form, form) == []


def rubric(questions: int, dimensions: int, text: str) -> dict[str, Any]:
    """A rubric as the short form has it, as long as it may be."""
    item = {"question": text, "importance": "important", "quote": text, "rationale": text}
    anchors = {"contrast": text, "score_2": text, "score_3": text, "score_4": text}
    dimension = {
        "name": text,
        "description": text,
        "quote": text,
        "scale": "1-5",
        "weight": 3,
        "instruction": text,
    }
    return {
        "reference": "w",
        "checklist": [item | {"question": f"{number} {text}"} for number in range(questions)],
        "rubric_dimensions": [
            dimension | {"name": f"{n} {text}", "anchors": anchors} for n in range(dimensions)
        ],
        "scoring": {"aggregation": "weighted_sum", "normalize": "true"},
    }


@pytest.mark.parametrize(
    ("room", "questions", "dimensions"),
    [(16, 1, 1), (600, 1, 1), (1_000, 1, 1), (2_400, 4, 2), (5_599, 11, 5)],
)
def test_a_rubric_for_little_room_is_bounded_and_reads(
    room: int, questions: int, dimensions: int
) -> None:
    form = schema_for("rubric", "w", room=room)
    lists = form["properties"]
    assert (lists["checklist"]["minItems"], lists["checklist"]["maxItems"]) == (1, questions)
    assert (lists["rubric_dimensions"]["minItems"], lists["rubric_dimensions"]["maxItems"]) == (
        1,
        dimensions,
    )
    value = rubric(questions, dimensions, "x" * (room // 4 - 3))
    assert misfits(value, form, form) == []
    read = read_rubric(json.dumps(value), reference="w")
    assert isinstance(read, Rubric)
    assert [item.id for item in read.checklist] == [
        f"CK-{number:03}" for number in range(1, questions + 1)
    ]
    assert sum(each.weight for each in read.dimensions) == pytest.approx(1)


def test_a_rubric_with_room_enough_is_the_same_for_all() -> None:
    assert (
        schema_for("rubric", "w", room=AMPLE)
        == schema_for("rubric", "w", room=8_000)
        == schema_for("rubric", "w")
    )


@pytest.mark.parametrize("purpose", FORMS)
def test_the_forms_keep_to_the_limits_of_strict_modes(purpose: Any) -> None:
    shown = str(schema_for(purpose, "w", [f"R{number}" for number in range(1, 20)]))
    assert not any(bound in shown for bound in ("maxItems", "minItems", "maxLength"))
    assert shown.count("anyOf") <= 16
    assert shown.count("'properties'") < 100
