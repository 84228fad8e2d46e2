"""The dialect told to others: a JSON Schema for editors, and the tables of the documentation."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from coordinator.workflow.dialect import WORKFLOW
from coordinator.workflow.field_types import (
    DURATION,
    Anything,
    Flag,
    Form,
    Key,
    Named,
    Number,
    Pattern,
    Presence,
    Several,
    Table,
    Text,
    Time,
    Whole,
    Word,
    tables_in,
)

FILE = "workflow.schema.json"
Schema = dict[str, Any]

# Scalars are read as they are written, so a number or a truth is a text as well.
_TEXT: Schema = {"type": ["string", "number", "boolean"]}
_NOTHING: Schema = {"type": "null"}


def schema_text() -> str:
    """The JSON Schema as it is shipped."""
    return json.dumps(json_schema(), indent=2, ensure_ascii=False) + "\n"


def json_schema() -> Schema:
    """A JSON Schema of workflow files: what it accepts is read without a note on an unknown key or a wrong form."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "coordinator workflow",
        "description": WORKFLOW.about,
        **_table(WORKFLOW),
        "anyOf": [{"required": ["stages"]}, {"required": ["pipeline_yaml"]}],
        "$defs": {table.title: _definition(table) for table in tables_in(WORKFLOW) if table is not WORKFLOW},
    }


def _definition(table: Table) -> Schema:
    full: Schema = {"description": table.about, **_table(table)}
    others = [_schema(table.by_name[table.short].form)] if table.short else []
    others += [_NOTHING] if table.empty == "meant" else []
    return {"anyOf": [full, *others]} if others else full


def _table(table: Table) -> Schema:
    made: Schema = {
        "type": "object",
        "properties": {key.name: _property(key) for key in table.keys},
        "additionalProperties": False,
    }
    required = [key.name for key in table.keys if key.required and not key.unless]
    made |= {"required": required} if required else {}
    if replaced := [key for key in table.keys if key.unless]:
        made["anyOf"] = [{"required": [replaced[0].unless]}, {"required": [key.name for key in replaced]}]
    return made


def _property(key: Key) -> Schema:
    schema = _schema(key.form)
    meaning = key.meaning[:1].upper() + key.meaning[1:] + "."
    if key.default:
        meaning += f" Default: {key.default}."
    if not key.required and schema:
        schema = {"anyOf": [schema, _NOTHING]}
    return schema | {"description": meaning}


def _schema(form: Form) -> Schema:
    return _SCHEMAS[type(form)](form)


def _item(form: Form) -> Schema:
    """Among texts null is one as well."""
    return {"type": [*_TEXT["type"], "null"]} if form == Text() else _schema(form)


def _cases(*words: str) -> list[str]:
    """The words as they are usually written; the reader takes any mixture."""
    return list(dict.fromkeys(case for word in words for case in (word, word.capitalize(), word.upper())))


_SCHEMAS: Mapping[type[Form], Callable[[Any], Schema]] = {
    Text: lambda form: {"enum": list(form.words)} if form.words else dict(_TEXT),
    Flag: lambda form: {"enum": [True, False, *_cases("yes", "no", "on", "off", "y", "n")]},
    Whole: lambda form: {"type": "integer", "minimum": 1},
    Number: lambda form: {"type": "number"},
    Time: lambda form: {"type": "string", "pattern": DURATION},
    Word: lambda form: {"enum": _cases(*form.words)},
    Pattern: lambda form: dict(_TEXT),
    Presence: lambda form: {},
    Anything: lambda form: {},
    Several: lambda form: {"type": "array", "items": _item(form.of)},
    Named: lambda form: {"type": "object", "additionalProperties": _schema(form.of)},
    Table: lambda form: {"$ref": f"#/$defs/{form.title}"},
}


# -- the documentation


def tables() -> str:
    """Every key as Markdown: its form, default and meaning; those that ElasticClaw does not have are marked."""
    return "\n\n".join(_page_of(table) for table in tables_in(WORKFLOW)) + "\n"


def _page_of(table: Table) -> str:
    head = [f"## {table.title}", "", table.about, "", "| key | type | default | meaning |", "|---|---|---|---|"]
    return "\n".join([*head, *_rows(table)])


def _rows(table: Table) -> Iterator[str]:
    for key in table.keys:
        needed = f"required without `{key.unless}`" if key.unless else "required"
        default = needed if key.required else _default(key.default)
        notes = [key.meaning, "**ours**" if key.ours else "", f"no effect here: {key.lost}" if key.lost else ""]
        yield f"| `{key.name}` | {_type(key.form)} | {default} | {'; '.join(filter(None, notes))} |"


def _default(written: str) -> str:
    return written if " " in written or "`" in written or not written else f"`{written}`"


def _type(form: Form) -> str:
    if isinstance(form, Word | Text) and form.words:
        return " or ".join(f"`{word}`" for word in form.words)
    if isinstance(form, Several):
        return f"list of {_type(form.of)}"
    if isinstance(form, Named):
        return f"mapping of {_type(form.of)}"
    if isinstance(form, Table):
        return f"[{form.title}](#{form.title})" + (" or text" if form.short else "")
    return _TYPES[type(form)]


_TYPES: Mapping[type[Form], str] = {
    Text: "text",
    Flag: "true or false",
    Whole: "whole number",
    Number: "number",
    Time: "duration",
    Pattern: "regular expression",
    Presence: "nothing",
    Anything: "anything",
}
