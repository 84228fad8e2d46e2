"""The forms that replies are asked in fit what the reader reads, and what the vendors' strict modes take."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import Any

import pytest

from coordinator.schemas import schema_for
from tests import reviews

FORMS: Mapping[str, dict[str, Any]] = {
    "rubric": reviews.RUBRIC | {"checklist": [item | {"rationale": "r"} for item in reviews.RUBRIC["checklist"]]},
    "judge": reviews.report((4, 5), evidence=[reviews.GREETS, {"absent": "x", "in": "**"}]),
    "debate": reviews.report((1, 2), rework={"R1": "open"}),
    "argue": {"reference": "w", "drift": False, "claim": "c", "evidence": [reviews.GREETS], "query": ""},
    "rule": {
        "reference": "w",
        "verdict": "reject",
        "failures": [{"id": "R1", "text": "t", "evidence": [reviews.GREETS]}],
        "refuted": [{"argument": "A1", "evidence": []}],
    },
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
    }
    if not isinstance(value, kinds[schema["type"]]) or value not in schema.get("enum", [value]):
        return [f"{at}: {value!r}"]
    if isinstance(value, list):
        return [found for each in value for found in misfits(each, schema["items"], root, f"{at}[]")]
    if not isinstance(value, dict):
        return []
    assert schema["required"] == list(schema["properties"])
    assert schema["additionalProperties"] is False
    inner = [misfits(value[k], schema["properties"][k], root, f"{at}.{k}") for k in value.keys() & schema["properties"]]
    return [f"{at}.{key}" for key in value.keys() ^ schema["properties"].keys()] + list(chain(*inner))


@pytest.mark.parametrize("purpose", FORMS)
def test_the_forms_ask_for_what_the_reader_reads(purpose: Any) -> None:
    form = schema_for(purpose, "w", ("R1",) if purpose == "debate" else ())
    value = FORMS[purpose] | {"reference": "w"}
    assert misfits(value, form, form) == []
    assert misfits(value | {"reference": "other"}, form, form) == [".reference: 'other'"]
    assert misfits(value | {"more": 1}, form, form) == [".more"]
    assert next(iter(form["properties"])) == "reference"


@pytest.mark.parametrize("purpose", FORMS)
def test_the_forms_keep_to_the_limits_of_strict_modes(purpose: Any) -> None:
    shown = str(schema_for(purpose, "w", [f"R{number}" for number in range(1, 20)]))
    assert shown.count("anyOf") <= 16
    assert shown.count("'properties'") < 100
