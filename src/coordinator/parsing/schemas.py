"""The forms that replies are asked in, as JSON schemas that every vendor's strict mode takes.

The short rubric alone is not for all of them: it has bounds, which some refuse.

They say what the prompts say, in the narrow dialect that all vendors share: every field is required, no other is
allowed, and a fixed value is an enum of one. They help a model to write; the reader alone decides what was written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from coordinator.models import Purpose

Schema = dict[str, Any]

_TEXT: Schema = {"type": "string"}
_NUMBER: Schema = {"type": "number"}
_YES: Schema = {"type": "boolean"}
_EVIDENCE: Schema = {"$ref": "#/$defs/evidence"}
_WITH_EVIDENCE = ("judge", "debate", "argue", "rule")

AMPLE = 4_800  # tokens: room for the largest rubric that the prompt asks for, wordily put
_QUESTIONS, _DIMENSIONS = 12, 6  # of that rubric
_FIRST = 600  # tokens that one question and one dimension may take


def schema_for(purpose: Purpose, reference: str, earlier: Sequence[str] = (), room: int = AMPLE) -> Schema:
    """The form of a reply for this purpose with this reference word, and an answer for each id in `earlier`.

    With less than ample `room`, in tokens, a rubric is bounded to what fits; not every vendor takes that form.
    """
    fields = _short_rubric(room) if purpose == "rubric" and room < AMPLE else _FIELDS[purpose]()
    if "rework" in fields:
        fields["rework"] = _object(**{id: _one_of("resolved", "open") for id in earlier})
    form = _object(reference=_one_of(reference), **fields)
    return form | {"$defs": {"evidence": _evidence()}} if purpose in _WITH_EVIDENCE else form


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
    item = _object(id=_TEXT, **_question(_TEXT))
    return {"checklist": _list(item), "rubric_dimensions": _list(_dimension(_TEXT))}


def _short_rubric(room: int) -> dict[str, Schema]:
    """A rubric that even a model which never stops by itself can finish, and cannot get wrong by arithmetic.

    The lists grow with the room, from one entry each, and no text may take more than a sixteenth of it. Ids are left
    to the reader, who numbers the questions, and so are the weights, which it divides by their sum.
    """
    text = _TEXT | {"maxLength": room // 4}  # about four characters are a token
    more, most = room - _FIRST, AMPLE - _FIRST
    return {
        "checklist": _few(_object(**_question(text)), _QUESTIONS * more // most),
        "rubric_dimensions": _few(_dimension(text), _DIMENSIONS * more // most),
        "scoring": _object(aggregation=_one_of("weighted_sum"), normalize=_one_of("true")),
    }


def _few(of: Schema, most: int) -> Schema:
    return _list(of) | {"minItems": 1, "maxItems": max(1, most)}


def _question(text: Schema) -> dict[str, Schema]:
    return {
        "question": text,
        "category": _one_of("hard_rule", "principle"),
        "importance": _one_of("essential", "important", "optional", "pitfall"),
        "rationale": text,
    }


def _dimension(text: Schema) -> Schema:
    return _object(
        name=text,
        description=text,
        scale=_one_of("1-5"),
        weight=_NUMBER,
        instruction=text,
        anchors=_object(contrast=text, score_2=text, score_4=text),
    )


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


def _opinion() -> dict[str, Schema]:
    severity = _one_of("low", "medium", "high", "critical")
    return {
        "verdict": _one_of("pass", "fail"),
        "summary": _TEXT,
        "findings": _list(_object(file=_TEXT, line=_TEXT, comment=_TEXT, severity=severity)),
        "required_fixes": _list(_TEXT),
    }


def _proposal() -> dict[str, Schema]:
    texts = _list(_TEXT)
    return {
        "name": _TEXT,
        "approach": _TEXT,
        "code": _TEXT,
        "language": _TEXT,
        "complexity": _TEXT,
        "tradeoffs": texts,
        "risks": texts,
        "pros": texts,
        "cons": texts,
        "tests": _list(_object(input=_TEXT, output=_TEXT)),
    }


def _vote() -> dict[str, Schema]:
    score = {"type": "integer", "enum": list(range(1, 11))}
    rating = _object(label=_TEXT, strengths=_list(_TEXT), concerns=_list(_TEXT), score=score)
    return {
        "ratings": _list(rating),
        "reasoning": _TEXT,
        "choice": _TEXT,
        "confidence": _one_of("high", "medium", "low"),
    }


def _revision() -> dict[str, Schema]:
    return {"defect": _TEXT, "keep": _YES, "proposal": {"anyOf": [_object(**_proposal()), {"type": "null"}]}}


def _synthesis() -> dict[str, Schema]:
    lists = ("agreements", "disagreements", "acceptance", "guidelines")
    return {"summary": _TEXT} | {name: _list(_TEXT) for name in lists}


def _plan() -> dict[str, Schema]:
    step = _object(title=_TEXT, description=_TEXT, expected_output=_TEXT, files=_list(_TEXT))
    texts = _list(_TEXT)
    return {"objectives": texts, "steps": _list(step), "tests": texts, "risks": texts, "rollback": _TEXT}


_FIELDS: Mapping[Purpose, Callable[[], dict[str, Schema]]] = {
    "rubric": _rubric,
    "judge": _report,
    "debate": _report,
    "argue": _argument,
    "rule": _ruling,
    "stage": _opinion,
    "propose": _proposal,
    "vote": _vote,
    "revise": _revision,
    "synthesise": _synthesis,
    "plan": _plan,
}
