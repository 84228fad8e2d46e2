"""A reply as the fields of a form on a page, derived from its shape; and what was filled in there, as the reply."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from coordinator.models import Purpose
from coordinator.parsing.forms import Row, fields_for
from coordinator.parsing.shapes import Field, Fields, ListOf, OrNull, Prose, Single

SPARE = 4  # entries that a list offers to be filled in
# A line, or a column, may follow where it says nothing more.
_CITATION = re.compile(
    r"(?P<source>(?:check|tool):[^:]++|diff|issue|changed paths|.+?:[0-9]+)(?::[0-9]+)?\s*:\s?(?P<quote>.*\S)"
)

Kind = Literal["text", "choice", "lines", "evidence", "fixed", "group", "entries"]


@dataclass(frozen=True, slots=True)
class FormField:
    """One field of a form, or a group of them; `name` is what a browser sends it as, `notes` stand above it.

    A `spare` group is an entry that may stay blank.
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
    def label(self) -> str:
        return self.name.rpartition(".")[2].replace("_", " ")


def inputs_for(
    purpose: Purpose, rows: Mapping[str, Sequence[Row]], earlier: Sequence[str] = ()
) -> tuple[FormField, ...]:
    """Return the fields of a reply; `rows` are the entries that a list must have, `earlier` what was sent back."""
    return tuple(_input(name, field, rows) for name, field in fields_for(purpose, earlier).items())


def _input(name: str, field: Field, rows: Mapping[str, Sequence[Row]]) -> FormField:
    if isinstance(field, Prose):
        return FormField(name, "text", needed=field.required)
    if isinstance(field, Single):
        return _single(name, field)
    if isinstance(field, OrNull):
        return replace(_group(name, field.of), notes=(field.when,), spare=True)
    if not isinstance(field, ListOf):
        return _group(name, field)
    if isinstance(field.of, Prose):
        return FormField(name, "lines", needed=field.least > 0)
    given = rows.get(name)
    if given is not None:
        parts = [_group(f"{name}.{number}", field.of, row) for number, row in enumerate(given)]
        return FormField(name, "entries", parts=tuple(parts))
    blank = [_group(f"{name}.{number}", field.of) for number in range(field.least + SPARE)]
    parts = [replace(part, spare=number >= field.least) for number, part in enumerate(blank)]
    return FormField(name, "entries", parts=tuple(parts))


def _single(name: str, field: Single) -> FormField:
    if "$ref" in field.schema:
        return FormField(name, "evidence")
    if field.schema.get("type") == "boolean":
        return FormField(name, "choice", options=("yes", "no"), value=field.default, needed=True)
    options = tuple(map(str, field.schema.get("enum", ())))
    if len(options) == 1:
        return FormField(name, "fixed", value=options[0])
    return FormField(
        name, "choice" if options else "text", options=options, value=field.default, needed=True
    )


def _group(name: str, fields: Fields, row: Row | None = None) -> FormField:
    filled = row.filled if row else {}
    parts = []
    for key, field in fields.items():
        part = _input(f"{name}.{key}", field, {})
        parts.append(FormField(part.name, "fixed", value=filled[key]) if key in filled else part)
    return FormField(name, "group", parts=tuple(parts), notes=row.comments if row else ())


def reply_of(inputs: Sequence[FormField], form: Mapping[str, str]) -> dict[str, Any]:
    """Return the reply that a form was filled in with."""
    return {"reference": ""} | {each.name: _value(each, form) for each in inputs}


def _value(given: FormField, form: Mapping[str, str]) -> Any:
    text = form.get(given.name, "").replace("\r\n", "\n")
    if given.kind == "fixed":
        return given.value
    if given.kind == "group":
        if given.spare and _is_blank(given, form):
            return None
        return {part.name.rpartition(".")[2]: _value(part, form) for part in given.parts}
    if given.kind == "entries":
        return [
            _value(part, form) for part in given.parts if not (part.spare and _is_blank(part, form))
        ]
    if given.kind == "choice":
        return text or given.value
    lines = [line for line in text.split("\n") if line.strip()]
    if given.kind == "evidence":
        return [found.groupdict() for line in lines if (found := _CITATION.fullmatch(line.strip()))]
    if given.kind == "lines":
        return lines
    return text


def _is_blank(group: FormField, form: Mapping[str, str]) -> bool:
    """Return whether nothing was written into a group; what is merely chosen in it does not count."""
    for part in group.parts:
        if part.parts and not _is_blank(part, form):
            return False
        if part.kind in ("text", "lines", "evidence") and form.get(part.name, "").strip():
            return False
    return True


def all_missing(inputs: Sequence[FormField], form: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the name of every field that is not filled in, or not as it must be, and what is wrong with it."""
    for each in inputs:
        given = form.get(each.name, "").strip()
        if each.spare and _is_blank(each, form):
            continue
        yield from all_missing(each.parts, form)
        if each.kind == "choice" and (given or each.value) not in each.options:
            yield each.name, f"choose {' or '.join(each.options)}"
        elif each.kind in ("text", "lines") and each.needed and not given:
            yield each.name, "say something here"
        for line in given.split("\n") if each.kind == "evidence" else ():
            if line.strip() and not _CITATION.fullmatch(line.strip()):
                yield (
                    each.name,
                    "write each quote on a line, as `path:line: the text that stands there`",
                )
