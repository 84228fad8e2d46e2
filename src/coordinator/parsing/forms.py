"""Derive a JSON schema, a form for prompts and a blank form from the shape of a reply.

Schema and forms only help to write a reply. The readers alone decide whether a reply is valid.
"""

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

AMPLE = 5_600  # tokens that suffice for the largest rubric that the prompt asks for
_QUESTIONS = 12  # questions in that rubric
_DIMENSIONS = 6  # dimensions in that rubric
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
_FIRST = 600  # tokens for one question and one dimension


def schema_for(
    purpose: Purpose, reference: str, earlier: Sequence[str] = (), room: int = AMPLE
) -> Schema:
    """Return the JSON schema of a reply with this reference word.

    If `reference` is empty, the reply can have any reference word. `earlier` has the ids of earlier
    reasons, each of which the reply must answer.

    The schema uses the narrow dialect that every vendor's strict mode accepts. Each field is
    required, no other field is allowed, and a fixed value is an enum of one. If `room` is less than
    `AMPLE`, the schema limits the lists and texts of a rubric, so that the longest reply takes
    about `room` tokens. This stops a model that would write without end, but not every vendor
    accepts such a schema.
    """
    word: Field = one_of(reference) if reference else Prose()
    fields: dict[str, Field] = {"reference": word, **fields_for(purpose, earlier)}
    if purpose == "rubric" and room < AMPLE:
        return _bounded_rubric(fields, room)
    schema = _schema(fields)
    if "#/$defs/evidence" in str(schema):
        entries = [_schema(entry) for entry in _ENTRIES]
        schema["$defs"] = {"evidence": {"type": "array", "items": {"anyOf": entries}}}
    return schema


def _bounded_rubric(fields: dict[str, Field], room: int) -> Schema:
    """Return the schema of a rubric whose longest reply takes about `room` tokens."""
    # The reader numbers questions without ids, and divides the weights by their sum.
    brief = {name: field for name, field in QUESTION.items() if name not in ("id", "ambiguity")}
    fields["checklist"] = ListOf(brief)
    fields["scoring"] = {"aggregation": one_of("weighted_sum"), "normalize": one_of("true")}
    # The lists grow with the room, from one entry each. A text can take at most a sixteenth of the
    # room, because a token is about four characters.
    schema = _schema(fields, _TEXT | {"maxLength": room // 4})
    for name, largest in (("checklist", _QUESTIONS), ("rubric_dimensions", _DIMENSIONS)):
        most = largest * (room - _FIRST) // (AMPLE - _FIRST)
        schema["properties"][name]["minItems"] = 1
        schema["properties"][name]["maxItems"] = max(1, most)
    return schema


def fields_for(purpose: str, earlier: Sequence[str]) -> dict[str, Field]:
    """Return all fields of a reply, by name.

    If `rework` is one of them, it contains a field for each id in `earlier`. A reply for the
    purpose `work` has no fields.
    """
    fields: dict[str, Field] = {}
    for line in REPLIES.get(purpose, ()):
        fields.update(line)
    if "rework" in fields:
        fields["rework"] = {reason_id: one_of("resolved", "open") for reason_id in earlier}
    return fields


def _schema(field: Field, text: Schema = _TEXT) -> Schema:
    """Return the schema of a field. Every string in it has the schema `text`."""
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
    """Return the form that a prompt shows, with `{{ reference }}` for the reference word."""
    lines = [_examples(line) for line in REPLIES[purpose]]
    # Short forms continue on the line of the reference.
    between = ", " if purpose in ("argue", "rule") else ",\n "
    return '{"reference": "{{ reference }}"' + between + ",\n ".join(lines) + "}"


def _examples(fields: Fields, *, short: bool = False) -> str:
    examples = []
    for name, field in fields.items():
        examples.append(f'"{name}": {_example(field, short=short)}')
    return ", ".join(examples)


def _example(field: Field, *, short: bool = False) -> str:
    """Return the example value that a prompt shows for a field.

    If `short` is true, write "…" for every string.
    """
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
    return "{" + _examples(field, short=short) + "}"


@dataclass(frozen=True, slots=True)
class Row:
    """An entry that a list in a blank form already contains.

    `filled` has the values of some of its fields, and `comments` are written above it.
    """

    filled: Mapping[str, str]
    comments: tuple[str, ...] = ()


def blank_form(
    purpose: Purpose, rows: Mapping[str, Sequence[Row]] | None = None, earlier: Sequence[str] = ()
) -> str:
    """Return a YAML form to fill in.

    `rows` has the entries that each list must have. `earlier` has the ids of the reasons for an
    earlier reject.
    """
    fields = fields_for(purpose, earlier)
    lines = []
    if fields:
        lines.append("reference:   # marks the answer for coordinator; may stay empty")
    lines += _blank_lines(fields, rows or {})
    return "\n".join(lines) + "\n"


def _scalar(text: str) -> str:
    """Return a string as a YAML scalar, in quotes unless it is an id."""
    if _ID.fullmatch(text):
        return text
    return json.dumps(text, ensure_ascii=False)


def _blank_lines(fields: Fields, rows: Mapping[str, Sequence[Row]]) -> list[str]:
    lines: list[str] = []
    for name, field in fields.items():
        if isinstance(field, Prose):
            lines += _blank_text(name, field)
        elif isinstance(field, Single):
            lines.append(f"{name}: {field.blank}")
        elif isinstance(field, OrNull):
            nested = _blank_lines({name: field.of}, {})
            lines += _indented([field.when, *nested], "# ")
        elif isinstance(field, ListOf):
            lines += _blank_list(name, field, rows.get(name))
        elif field:
            lines.append(f"{name}:")
            lines += _indented(_blank_lines(field, {}), "  ")
    return lines


def _blank_text(name: str, field: Prose) -> list[str]:
    if field.verbatim:
        return [f"{name}: |", "  "]
    return [f"{name}: "]


def _blank_list(name: str, field: ListOf, rows: Sequence[Row] | None) -> list[str]:
    """Return the lines of a list with its rows or, if `rows` is None, with blank entries."""
    if isinstance(field.of, Prose):
        if field.least:
            return [f"{name}:", "  - "]
        return [f"{name}: []"]
    if rows is None:
        rows = [Row({}) for _ in range(field.least)]
        if not rows:
            return [f"{name}: []   # each with {', '.join(field.of)}"]
    lines = [f"{name}:"]
    for row in rows:
        lines += _indented(row.comments, "  # ")
        first, *others = _blank_entry(field.of, row)
        lines.append(f"  - {first}")
        lines += _indented(others, "    ")
    return lines


def _blank_entry(fields: Fields, row: Row) -> list[str]:
    lines = [f"{key}: {_scalar(value)}" for key, value in row.filled.items()]
    left = {key: field for key, field in fields.items() if key not in row.filled}
    return lines + _blank_lines(left, {})


def _indented(lines: Sequence[str], by: str) -> list[str]:
    return [f"{by}{line}" for line in lines]
