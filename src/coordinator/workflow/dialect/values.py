"""Types of single values in workflow files.

As in ElasticClaw, a scalar is read as a string, as the file spells it. So `1.0` stays `1.0`.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress
from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    JsonValue,
    StringConstraints,
    WithJsonSchema,
)

from coordinator.config import yaml_file
from coordinator.config.field_types import DURATION, seconds

FLAGS = {
    "true": True,
    "yes": True,
    "on": True,
    "y": True,
    "false": False,
    "no": False,
    "off": False,
    "n": False,
}
_JSON_SCALAR = re.compile(r"true|false|-?[0-9]{1,15}(?:\.[0-9]{1,15})?")


def is_blank(value: object) -> bool:
    """Return whether a value is null, only spaces, an empty mapping or an empty list."""
    if isinstance(value, str):
        return not value.strip()
    return value in (None, {}, [])


def _read_flag(value: object) -> object:
    if isinstance(value, str):
        return FLAGS.get(value.strip().casefold(), value)
    return value


def _read_word(value: object) -> object:
    if isinstance(value, str):
        return value.strip().casefold()
    return value


def _read_seconds(value: object) -> object:
    if isinstance(value, int | float):
        return value
    if not isinstance(value, str):
        raise _no_duration("for example 1h30m, 90s or 500ms")
    found = seconds(value)
    if found:
        return found
    is_number = value.strip().strip("0").isdecimal()
    if is_number:
        raise _no_duration(f"write {value}s")
    raise _no_duration("for example 1h30m, 90s or 500ms")


def _no_duration(fix: str) -> yaml_file.Refused:
    return yaml_file.Refused("should be a duration above 0", fix)


def _check_item(text: str) -> str:
    if not text.strip():
        raise yaml_file.Refused("is empty")
    return text


def _as_json(value: Any) -> JsonValue:
    """Return a value as JSON. The text of an unquoted number or boolean becomes that value."""
    if isinstance(value, yaml_file.Refused):  # it replaces a mapping that cannot be read
        raise value
    if isinstance(value, dict):
        return {str(key): _as_json(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_as_json(each) for each in value]
    if isinstance(value, yaml_file.BareText) and _JSON_SCALAR.fullmatch(value):
        with suppress(ValueError):  # such as 007, which stays a string
            read: JsonValue = json.loads(value)
            return read
    if isinstance(value, yaml_file.NullText):
        return None
    if isinstance(value, str):
        return str(value)
    other: JsonValue = value
    return other


Flag = Annotated[bool, Field(strict=True), BeforeValidator(_read_flag)]
Whole = Annotated[int, Field(ge=1)]
Number = Annotated[float, Field(allow_inf_nan=False)]
Seconds = Annotated[
    float,
    BeforeValidator(_read_seconds),
    WithJsonSchema({"type": "string", "pattern": DURATION}),
]
StageId = Annotated[str, StringConstraints(strip_whitespace=True)]
# In a list of strings, null is a string like any other.
_Item = Annotated[
    str,
    AfterValidator(_check_item),
    WithJsonSchema({"type": ["string", "number", "boolean", "null"]}),
]
Texts = tuple[_Item, ...]
Anything = Annotated[JsonValue, BeforeValidator(_as_json), WithJsonSchema({})]
# For a `Literal` whose words can be written in upper or lower case.
ANY_CASE = BeforeValidator(_read_word)
