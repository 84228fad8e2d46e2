"""What the models of a workflow file have in common: how one mapping is read, and the types of single values.

What ElasticClaw reads is read here too. Scalars are the text that is written (`yes` is yes, `1.0` is 1.0), and unknown
keys are ignored with a warning.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress
from typing import Annotated, Any, ClassVar, Literal, get_origin

from pydantic import (
    AfterValidator,
    BeforeValidator,
    ConfigDict,
    Field,
    JsonValue,
    StringConstraints,
    ValidationInfo,
    WithJsonSchema,
    model_validator,
)
from pydantic.fields import FieldInfo

from coordinator.config import yaml_file
from coordinator.config.diagnostics import error, warning
from coordinator.config.words import Keyed

FLAGS = dict.fromkeys(("true", "yes", "on", "y"), True) | dict.fromkeys(
    ("false", "no", "off", "n"), False
)


def _read_flag(value: object) -> object:
    if isinstance(value, str):
        return FLAGS.get(value.strip().casefold(), value)
    return value


def _read_word(value: object) -> object:
    """One of a few words, in upper or lower case."""
    if isinstance(value, str):
        return value.strip().casefold()
    return value


def _read_seconds(value: object) -> object:
    if isinstance(value, int | float):
        return value
    found = yaml_file.seconds(value) if isinstance(value, str) else None
    if not found:
        is_number = isinstance(value, str) and value.strip().strip("0").isdecimal()
        fix = f"write {value}s" if is_number else "for example 1h30m, 90s or 500ms"
        raise yaml_file.Refused("should be a duration above 0", fix)
    return found


def _check_item(text: str) -> str:
    if not text.strip():
        raise yaml_file.Refused("is empty")
    return text


def _as_value(value: Any) -> JsonValue:
    """Any value as JSON has it: a number or a flag where one is written without quotes."""
    if isinstance(value, yaml_file.Refused):  # a mapping that cannot be read
        raise value
    if isinstance(value, dict):
        return {str(key): _as_value(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_as_value(each) for each in value]
    if isinstance(value, yaml_file.BareText) and re.fullmatch(
        r"true|false|-?[0-9]{1,15}(?:\.[0-9]{1,15})?", value
    ):
        with suppress(ValueError):  # such as 007
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
    WithJsonSchema({"type": "string", "pattern": yaml_file.DURATION}),
]
StageId = Annotated[str, StringConstraints(strip_whitespace=True)]
# Among texts null is a text like any other.
_Item = Annotated[
    str,
    AfterValidator(_check_item),
    WithJsonSchema({"type": ["string", "number", "boolean", "null"]}),
]
Texts = tuple[_Item, ...]
Anything = Annotated[JsonValue, BeforeValidator(_as_value), WithJsonSchema({})]
WORD = BeforeValidator(_read_word)  # on a Literal


def is_blank(value: object) -> bool:
    """Whether nothing is written: null, nothing but spaces, or a mapping or list without anything in it."""
    if isinstance(value, str):
        return not value.strip()
    return value in (None, {}, [])


Empty = Literal["ignored", "refused", "meant", "marker"]


class Section(Keyed):
    """A mapping of a workflow file: each field with a description is a key.

    A text alone may stand for the key `short`. An empty one is ignored with a warning, refused, or meant as it is; of a
    marker only the key counts, whatever its value. Unknown keys are ignored with a warning, or refused.
    """

    model_config = ConfigDict(validate_by_name=True)
    short: ClassVar[str]
    empty: ClassVar[Empty]
    refuses_unknown: ClassVar[bool] = False

    def __init_subclass__(
        cls, *, title: str = "", short: str = "", empty: Empty = "ignored"
    ) -> None:
        super().__init_subclass__()
        cls.short = short
        cls.empty = empty

    @classmethod
    def title(cls) -> str:
        """What the documentation calls it; of a trigger, its key in the file."""
        return cls.model_config["title"] or ""

    @classmethod
    def prepare(cls, _data: yaml_file.Table, _file: yaml_file.YamlFile) -> dict[str, Any]:
        """Note what is wrong with several keys together; return values that are not in the file."""
        return {}

    @model_validator(mode="before")
    @classmethod
    def _read(cls, data: Any, info: ValidationInfo) -> Any:
        """What is validated of a mapping in a file; unknown, empty and missing keys are noted in the context."""
        file: yaml_file.YamlFile | None = info.context
        if file is None or isinstance(data, cls):
            return data  # made by the program
        if isinstance(data, yaml_file.Refused):
            raise data
        if is_blank(data) and cls.empty != "meant":
            raise yaml_file.Refused("is empty")
        known = yaml_file.keys(cls)
        if not isinstance(data, yaml_file.Table):
            if cls.short:
                return {cls.short: data}
            required = [key for key, field in known.items() if field.is_required()]
            single = len(required) == 1 and isinstance(data, str)
            raise yaml_file.Refused(
                yaml_file.MAPPING, f"write {{{required[0]}: {data}}}" if single else ""
            )
        taken = {}
        for key, value in data.items():
            at = (*data.at, key)
            if key in known:
                taken[key] = _taken(known[key], value, at, file)
            else:
                file.note_unknown(at, ignored=not cls.refuses_unknown)
        given = {key: value for key, value in taken.items() if value is not None}
        return given | cls.prepare(data, file)


def _taken(field: FieldInfo, value: Any, at: yaml_file.Place, file: yaml_file.YamlFile) -> Any:
    """The value of a key that is known, for the model; None if it is as if nothing were written."""
    several = get_origin(field.annotation) in (tuple, dict)
    section = None if several else yaml_file.model_in(field.annotation)
    if field.is_required() and is_blank(value):
        return None
    if section is None or not issubclass(section, Section):
        if isinstance(value, yaml_file.Table):
            return {name: each for name, each in value.items() if each is not None}
        if several or field.annotation is str or not isinstance(value, str):
            return value
        if value.strip():
            return value
        return None
    if section.empty == "marker" or (section.empty == "meant" and value in (None, {})):
        return section()
    if value not in (None, {}):
        return value
    line = file.key_lines[at]
    text = f"{yaml_file.dotted(at)} is empty"
    if section.empty == "refused":
        file.notes.append(error(line, text, "say what it is to be, or remove it"))
    else:
        file.notes.append(warning(line, f"{text} and is ignored", "remove it"))
    return None
