"""What helps to write a reply, derived from its shape; what was written is decided by the readers alone."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import get_args

from coordinator.models import Language, Purpose
from coordinator.parsing.shapes import (
    QUESTION,
    REPLIES,
    Field,
    Fields,
    ListOf,
    OrNull,
    Prose,
    Schema,
    Single,
    one_of,
)

AMPLE = 5_600  # tokens: room for the largest rubric that the prompt asks for, wordily put
_QUESTIONS = 12
_DIMENSIONS = 6  # of that rubric
_TEXT: Schema = {"type": "string"}
_ENTRIES: tuple[Fields, ...] = (
    {"source": Prose(), "quote": Prose()},
    {"absent": Prose(), "in": Prose()},
    {
        "run": Prose(),
        "with": one_of(*get_args(Language)),
        "shows": Prose(),
        "on": one_of("work", "base", "both"),
    },
)
_ID = re.compile("[A-Z]|[A-Z]+-?[0-9]+")
_FIRST = 600  # tokens that one question and one dimension may take


def schema_for(
    purpose: Purpose, reference: str, earlier: Sequence[str] = (), room: int = AMPLE
) -> Schema:
    """Return the schema of a reply with this reference word, and an answer for each id in `earlier`.

    It keeps to the narrow dialect that every vendor's strict mode takes: each field is required, no other is allowed,
    and a fixed value is an enum of one. Only with less than ample `room`, in tokens, a rubric is bounded to what fits,
    so that even a model which never stops can finish it; not every vendor takes that form.
    """
    fields: dict[str, Field] = {"reference": one_of(reference), **fields_for(purpose, earlier)}
    if purpose == "rubric" and room < AMPLE:
        # Ids are left to the reader, who numbers the questions, and so are the weights, which it divides by their sum.
        brief = {name: field for name, field in QUESTION.items() if name not in ("id", "ambiguity")}
        fields["checklist"] = ListOf(brief)
        fields["scoring"] = {"aggregation": one_of("weighted_sum"), "normalize": one_of("true")}
        # The lists grow with the room, from one entry each, and no text may take more than a sixteenth of it; about
        # four characters are a token.
        schema = _schema(fields, _TEXT | {"maxLength": room // 4})
        for name, largest in (("checklist", _QUESTIONS), ("rubric_dimensions", _DIMENSIONS)):
            most = largest * (room - _FIRST) // (AMPLE - _FIRST)
            schema["properties"][name] |= {"minItems": 1, "maxItems": max(1, most)}
        return schema
    schema = _schema(fields)
    if "#/$defs/evidence" in str(schema):
        schema["$defs"] = {
            "evidence": {"type": "array", "items": {"anyOf": [*map(_schema, _ENTRIES)]}}
        }
    return schema


def fields_for(purpose: str, earlier: Sequence[str]) -> dict[str, Field]:
    """Return all fields of a reply, none for work, with an answer for each id in `earlier`."""
    fields = {name: field for line in REPLIES.get(purpose, ()) for name, field in line.items()}
    if "rework" in fields:
        fields["rework"] = {reason_id: one_of("resolved", "open") for reason_id in earlier}
    return fields


def _schema(field: Field, text: Schema = _TEXT) -> Schema:
    """Return the schema of a field, in which every text has the schema `text`."""
    if isinstance(field, Prose):
        return dict(text)
    if isinstance(field, Single):
        return dict(field.schema)
    if isinstance(field, ListOf):
        return {"type": "array", "items": _schema(field.of, text)}
    if isinstance(field, OrNull):
        return {"anyOf": [_schema(field.of, text), {"type": "null"}]}
    properties = {name: _schema(each, text) for name, each in field.items()}
    return {
        "type": "object",
        "properties": properties,
        "required": list(field),
        "additionalProperties": False,
    }


def prompt_form(purpose: str) -> str:
    """Return the form that a prompt shows, with `{{ reference }}` in the place of the reference word."""
    lines = [
        ", ".join(f'"{name}": {_example(field)}' for name, field in line.items())
        for line in REPLIES[purpose]
    ]
    # Short forms go on in the line of the reference
    between = ", " if purpose in ("argue", "rule") else ",\n "
    return '{"reference": "{{ reference }}"' + between + ",\n ".join(lines) + "}"


def _example(field: Field, *, short: bool = False) -> str:
    """Return what stands for a field in a prompt; in `short`, every text is an ellipsis."""
    if isinstance(field, Prose):
        if short:
            return '"…"'
        return f'"{field.example}"'
    if isinstance(field, Single):
        return field.example
    if isinstance(field, ListOf):
        return f"[{_example(field.of, short=short)}]"
    if isinstance(field, OrNull):
        return f"null, or {_example(field.of, short=True)}"
    return (
        "{"
        + ", ".join(f'"{name}": {_example(each, short=short)}' for name, each in field.items())
        + "}"
    )


@dataclass(frozen=True, slots=True)
class Row:
    """An entry that a list in a blank form has from the start: what is filled in, and comments above it."""

    filled: Mapping[str, str]
    comments: tuple[str, ...] = ()


def blank_form(
    purpose: Purpose, rows: Mapping[str, Sequence[Row]] | None = None, earlier: Sequence[str] = ()
) -> str:
    """Return YAML to fill in; `rows` are the entries that a list must have, `earlier` the reasons sent back before."""
    fields = fields_for(purpose, earlier)
    lines = ["reference:   # by this line the answer is found; it may stay empty"] if fields else []
    return "\n".join([*lines, *_blank_lines(fields, rows or {})]) + "\n"


def _scalar(text: str) -> str:
    """Return a text as YAML has it: an id as it is, all else in quotes."""
    if _ID.fullmatch(text):
        return text
    return json.dumps(text, ensure_ascii=False)


def _blank_lines(fields: Fields, rows: Mapping[str, Sequence[Row]]) -> list[str]:
    lines: list[str] = []
    for name, field in fields.items():
        if isinstance(field, Prose):
            lines += [f"{name}: |", "  "] if field.verbatim else [f"{name}: "]
        elif isinstance(field, Single):
            lines.append(f"{name}: {field.blank}")
        elif isinstance(field, OrNull):
            nested = _blank_lines({name: field.of}, {})
            lines += [f"# {line}" for line in (field.when, *nested)]
        elif isinstance(field, Mapping):
            nested = _blank_lines(field, {})
            lines += [f"{name}:", *(f"  {line}" for line in nested)] if nested else []
        elif isinstance(field.of, Prose):
            lines += [f"{name}:", "  - "] if field.least else [f"{name}: []"]
        elif name not in rows and not field.least:
            lines.append(f"{name}: []   # each with {', '.join(field.of)}")
        else:
            lines.append(f"{name}:")
            for row in rows.get(name, [Row({})] * field.least):
                left = {key: each for key, each in field.of.items() if key not in row.filled}
                entry = [
                    f"{key}: {_scalar(value)}" for key, value in row.filled.items()
                ] + _blank_lines(left, {})
                lines += [f"  # {comment}" for comment in row.comments]
                lines += [f"  - {entry[0]}", *(f"    {line}" for line in entry[1:])]
    return lines
