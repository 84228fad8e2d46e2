"""Derive a web form from the shape of a reply, and turn the filled-in form into the reply."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

from coordinator.models import Purpose
from coordinator.parsing.forms import Row, fields_for
from coordinator.parsing.shapes import Field, Fields, ListOf, OrNull, Prose, Single

SPARE = 4  # blank entries that a list offers in addition to the required ones
# A line or column number after the place is ignored.
_CITATION = re.compile(
    r"(?P<source>(?:check|tool):[^:]++|diff|issue|changed paths|.+?:[0-9]+)(?::[0-9]+)?"
    r"\s*:\s?(?P<quote>.*\S)"
)

Kind = Literal["text", "choice", "lines", "evidence", "fixed", "group", "entries"]


@dataclass(frozen=True, slots=True)
class FormField:
    """One field of a form, or a group of fields.

    A browser sends the field under its `name`, and shows its `notes` above it. If `spare` is true,
    the group can stay blank.
    """

    name: str
    kind: Kind
    value: str = ""
    options: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    parts: tuple["FormField", ...] = ()
    needed: bool = False
    spare: bool = False

    @property
    def key(self) -> str:
        """The name of the field in its group."""
        return self.name.rpartition(".")[2]

    @property
    def label(self) -> str:
        return self.key.replace("_", " ")


class FormProblem(NamedTuple):
    """The name of a field with a missing or wrong value, and advice to the person."""

    name: str
    text: str


def inputs_for(
    purpose: Purpose, rows: Mapping[str, Sequence[Row]], earlier: Sequence[str] = ()
) -> tuple[FormField, ...]:
    """Return the form fields of a reply.

    `rows` maps the name of a list to the entries that it must have. `earlier` has the ids of the
    reasons for an earlier reject.
    """
    inputs = []
    for name, field in fields_for(purpose, earlier).items():
        inputs.append(_input(name, field, rows.get(name)))
    return tuple(inputs)


def _input(name: str, field: Field, rows: Sequence[Row] | None = None) -> FormField:
    if isinstance(field, Prose):
        return FormField(name, "text", needed=field.required)
    if isinstance(field, Single):
        return _single(name, field)
    if isinstance(field, OrNull):
        return replace(_group(name, field.of), notes=(field.when,), spare=True)
    if isinstance(field, ListOf):
        return _list(name, field, rows)
    return _group(name, field)


def _single(name: str, field: Single) -> FormField:
    if "$ref" in field.schema:
        return FormField(name, "evidence")
    if field.schema.get("type") == "boolean":
        return FormField(name, "choice", options=("yes", "no"), value=field.default, needed=True)
    options = tuple(map(str, field.schema.get("enum", ())))
    if len(options) == 1:
        return FormField(name, "fixed", value=options[0])
    kind: Kind = "choice" if options else "text"
    return FormField(name, kind, options=options, value=field.default, needed=True)


def _list(name: str, field: ListOf, rows: Sequence[Row] | None) -> FormField:
    """Return the form field of a list.

    A list of strings becomes one field, with one string per line. A list of objects becomes a group
    for each row. If `rows` is None, the groups are blank: the required number, and `SPARE` more.
    """
    if isinstance(field.of, Prose):
        return FormField(name, "lines", needed=field.least > 0)
    parts = []
    if rows is None:
        for number in range(field.least + SPARE):
            part = _group(f"{name}.{number}", field.of)
            parts.append(replace(part, spare=number >= field.least))
    else:
        for number, row in enumerate(rows):
            part = _group(f"{name}.{number}", field.of, row.filled)
            parts.append(replace(part, notes=row.comments))
    return FormField(name, "entries", parts=tuple(parts))


def _group(name: str, fields: Fields, filled: Mapping[str, str] | None = None) -> FormField:
    """Return a group of fields. A field with a value in `filled` keeps it and cannot be edited."""
    parts = []
    for key, field in fields.items():
        part_name = f"{name}.{key}"
        if filled and key in filled:
            parts.append(FormField(part_name, "fixed", value=filled[key]))
        else:
            parts.append(_input(part_name, field))
    return FormField(name, "group", parts=tuple(parts))


def reply_of(inputs: Sequence[FormField], form: Mapping[str, str]) -> dict[str, Any]:
    """Return the reply that a filled-in form contains."""
    reply: dict[str, Any] = {"reference": ""}
    for each in inputs:
        reply[each.name] = _value(each, form)
    return reply


def _value(given: FormField, form: Mapping[str, str]) -> Any:
    text = form.get(given.name, "").replace("\r\n", "\n")
    if given.kind == "fixed":
        return given.value
    if given.kind == "group":
        if given.spare and _is_blank(given, form):
            return None
        return {part.key: _value(part, form) for part in given.parts}
    if given.kind == "entries":
        entries = [_value(part, form) for part in given.parts]
        return [entry for entry in entries if entry is not None]
    if given.kind == "choice":
        return text or given.value
    if given.kind == "text":
        return text
    lines = [line for line in text.split("\n") if line.strip()]
    if given.kind == "evidence":
        return _citations(lines)
    return lines


def _citations(lines: Sequence[str]) -> list[dict[str, str]]:
    citations = []
    for line in lines:
        found = _CITATION.fullmatch(line.strip())
        if found:
            citations.append(found.groupdict())
    return citations


def _is_blank(group: FormField, form: Mapping[str, str]) -> bool:
    """Return whether the person wrote no text into a group. Choices in the group are ignored."""
    for part in group.parts:
        if part.parts and not _is_blank(part, form):
            return False
        if part.kind in ("text", "lines", "evidence") and form.get(part.name, "").strip():
            return False
    return True


def all_missing(inputs: Sequence[FormField], form: Mapping[str, str]) -> Iterator[FormProblem]:
    """Yield a problem for every field with a missing or wrong value, also inside groups."""
    for each in inputs:
        if each.spare and _is_blank(each, form):
            continue
        yield from all_missing(each.parts, form)
        given = form.get(each.name, "").strip()
        if each.kind == "choice" and (given or each.value) not in each.options:
            yield FormProblem(each.name, f"choose {' or '.join(each.options)}")
        elif each.kind in ("text", "lines") and each.needed and not given:
            yield FormProblem(each.name, "fill in this field")
        elif each.kind == "evidence":
            for line in given.split("\n"):
                if line.strip() and not _CITATION.fullmatch(line.strip()):
                    what = "write each quote on its own line, as `path:line: quoted text`"
                    yield FormProblem(each.name, what)
