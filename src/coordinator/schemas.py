"""The forms that replies are asked in, as JSON schemas that every vendor's strict mode takes.

They say what the prompts say, in the narrow dialect that all vendors share: every field is required, no other is
allowed, and a fixed value is an enum of one. They help a model to write; the reader alone decides what was written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .model import Purpose

Schema = dict[str, Any]

_TEXT: Schema = {"type": "string"}
_NUMBER: Schema = {"type": "number"}
_YES: Schema = {"type": "boolean"}
_EVIDENCE: Schema = {"$ref": "#/$defs/evidence"}


def schema_for(purpose: Purpose, reference: str, earlier: Sequence[str] = ()) -> Schema:
    """The form of a reply for this purpose with this reference word, and an answer for each id in `earlier`."""
    fields = _FIELDS[purpose]()
    if "rework" in fields:
        fields["rework"] = _object(**{id: _one_of("resolved", "open") for id in earlier})
    form = _object(reference=_one_of(reference), **fields)
    return form if purpose == "rubric" else form | {"$defs": {"evidence": _evidence()}}


def _object(**fields: Schema) -> Schema:
    return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}


def _list(of: Schema) -> Schema:
    return {"type": "array", "items": of}


def _one_of(*words: str) -> Schema:
    return {"type": "string", "enum": list(words)}


def _evidence() -> Schema:
    quote = _object(source=_TEXT, quote=_TEXT)
    absence = _object(absent=_TEXT, **{"in": _TEXT})
    return _list({"anyOf": [quote, absence]})


def _rubric() -> dict[str, Schema]:
    item = _object(
        id=_TEXT,
        question=_TEXT,
        category=_one_of("hard_rule", "principle"),
        importance=_one_of("essential", "important", "optional", "pitfall"),
        rationale=_TEXT,
    )
    dimension = _object(
        name=_TEXT,
        description=_TEXT,
        scale=_one_of("1-5"),
        weight=_NUMBER,
        instruction=_TEXT,
        anchors=_object(contrast=_TEXT, score_2=_TEXT, score_4=_TEXT),
    )
    return {"checklist": _list(item), "rubric_dimensions": _list(dimension)}


def _report() -> dict[str, Schema]:
    points = {"type": "integer", "enum": [1, 2, 3, 4, 5]}
    return {
        "summary": _TEXT,
        "checklist": _list(_object(id=_TEXT, answer=_one_of("yes", "no"), evidence=_EVIDENCE)),
        "scores": _list(_object(name=_TEXT, reasoning=_TEXT, placement=_TEXT, score=points, evidence=_EVIDENCE)),
        "findings": _list(
            _object(
                text=_TEXT,
                priority=_one_of("high", "medium", "low"),
                criterion=_TEXT,
                evidence=_EVIDENCE,
                suggestion=_TEXT,
            )
        ),
        "rework": _object(),
    }


def _argument() -> dict[str, Schema]:
    return {"drift": _YES, "claim": _TEXT, "evidence": _EVIDENCE, "query": _TEXT}


def _ruling() -> dict[str, Schema]:
    return {
        "verdict": _one_of("accept", "reject"),
        "failures": _list(_object(id=_TEXT, text=_TEXT, evidence=_EVIDENCE)),
        "refuted": _list(_object(argument=_TEXT, evidence=_EVIDENCE)),
    }


_FIELDS: Mapping[Purpose, Callable[[], dict[str, Schema]]] = {
    "rubric": _rubric,
    "judge": _report,
    "debate": _report,
    "argue": _argument,
    "rule": _ruling,
}
