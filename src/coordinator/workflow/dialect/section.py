"""What the models of a workflow file have in common: how one mapping is read, and the types of single values.

What ElasticClaw reads is read here too. Scalars are the text that is written (`yes` is yes, `1.0` is 1.0), and unknown
keys are ignored with a warning.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, get_origin

from pydantic import (
    BeforeValidator,
    ConfigDict,
    Field,
    JsonValue,
    StringConstraints,
    ValidationError,
    ValidationInfo,
    ValidatorFunctionWrapHandler,
    WithJsonSchema,
    WrapValidator,
    model_validator,
)
from pydantic.fields import FieldInfo

from coordinator.config.words import Keyed
from coordinator.config.yaml_file import BareText, NullText, Place, Refused, Table, closest, keys, model_in, quoted
from coordinator.workflow.dialect.diagnostics import Diagnostic, error, warning

FEW = 15  # keys that a diagnostic can list
MOST_HOMES = 3  # places of a key that it can name
SURELY, PERHAPS, LIKELY = 0.8, 0.6, 0.5  # how like a known key, or one of a few words, one that is not must be


_UNITS = {"ns": 1e-9, "us": 1e-6, "\u00b5s": 1e-6, "\u03bcs": 1e-6, "ms": 1e-3, "s": 1.0, "m": 60.0, "h": 3600.0}
_PART = r"(\d{1,18}(?:\.\d{0,18})?|\.\d{1,18})(ns|us|\u00b5s|\u03bcs|ms|s|m|h)"
_DURATION = rf"^\+?({_PART})+$"
_LONGEST = 2**63 / 1e9  # the longest time of Go, some 292 years
_NUMBER = r"[+-]?(?:[0-9]{1,15}(?:\.[0-9]{0,15})?|\.[0-9]{1,15})"
FLAGS = dict.fromkeys(("true", "yes", "on", "y"), True) | dict.fromkeys(("false", "no", "off", "n"), False)


def seconds(text: str) -> float | None:
    """A duration as Go writes it, such as `1h30m` or `500ms`; None if it is none."""
    text = text.strip()
    if text == "0":
        return 0.0
    if not re.match(_DURATION, text):
        return None
    total = sum(float(amount) * _UNITS[unit] for amount, unit in re.findall(_PART, text))
    return total if total < _LONGEST else None


def _whole(word: str) -> int | None:
    return int(word) if re.fullmatch(r"[0-9]{1,15}", word) and int(word) else None


def _scalar(meaning: str, read: Callable[[str], object], fix: Callable[[str], str] | None = None) -> BeforeValidator:
    """Read a text, where `read` returns None for one that is wrong; a value that the program passes stays as it is."""

    def validate(value: object) -> object:
        if not isinstance(value, str):
            if isinstance(value, bool | int | float):
                return value
            raise Refused(f"should be {meaning}")
        word = value.strip()
        found = read(word)
        if found is None:
            raise Refused(f"should be {meaning}, not {quoted(word)}", fix(word) if fix else "")
        return found

    return BeforeValidator(validate)


def _read_word(value: object, handler: ValidatorFunctionWrapHandler) -> Any:
    """One of a few words, in upper or lower case."""
    if not isinstance(value, str):
        raise Refused("should be a single word")
    word = value.strip()
    try:
        return handler(word.casefold())
    except ValidationError as wrong:
        choices = str(wrong.errors()[0]["ctx"]["expected"]).replace("'", "")
        near = closest(word.casefold(), re.split(", | or ", choices), LIKELY)
        raise Refused(f"should be {choices}, not {quoted(word)}", near and f"did you mean {near}?") from None


def _as_value(value: Any) -> JsonValue:
    """Any value as JSON has it: a number or a flag where one is written without quotes."""
    if isinstance(value, Refused):  # a mapping that cannot be read
        raise value
    if isinstance(value, dict):
        return {str(key): _as_value(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_as_value(each) for each in value]
    if isinstance(value, BareText) and re.fullmatch(rf"true|false|{_NUMBER}", value):
        with suppress(ValueError):  # such as 007
            read: JsonValue = json.loads(value)
            return read
    if isinstance(value, NullText):
        return None
    return str(value) if isinstance(value, str) else value


Flag = Annotated[bool, _scalar("true or false", lambda word: FLAGS.get(word.casefold()))]
Whole = Annotated[int, Field(ge=1), _scalar("a whole number above 0", _whole)]
Number = Annotated[float, _scalar("a number", lambda word: float(word) if re.fullmatch(_NUMBER, word) else None)]
Seconds = Annotated[
    float,
    _scalar(
        "a duration above 0",
        lambda word: seconds(word) or None,
        lambda word: f"write {word}s" if _whole(word) else "for example 1h30m, 90s or 500ms",
    ),
    WithJsonSchema({"type": "string", "pattern": _DURATION}),
]
StageId = Annotated[str, StringConstraints(strip_whitespace=True)]
# Among texts null is a text like any other.
_Item = Annotated[str, Field(pattern=r"\S"), WithJsonSchema({"type": ["string", "number", "boolean", "null"]})]
Texts = tuple[_Item, ...]
Anything = Annotated[JsonValue, BeforeValidator(_as_value), WithJsonSchema({})]
WORD = WrapValidator(_read_word)  # on a Literal


class FileContext(NamedTuple):
    """What is known while a file is read."""

    key_lines: dict[Place, int]  # the line of each key by its place
    root: type[Section]  # what the whole of it is read as
    notes: list[Diagnostic]  # what has been noted so far

    def note_missing(self, at: Place) -> None:
        """Note that a key has no value."""
        what = "empty" if at in self.key_lines else "missing"
        self.notes.append(error(self.key_lines.get(at, self.key_lines[at[:-1]]), f"{dotted(at)} is {what}"))

    def lines_within(self, at: Place, value: object, name: str) -> Iterator[tuple[str, int]]:
        """The lines of a value and of all its parts, by their dotted names."""
        yield name, self.key_lines[at]
        parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        for key, part in parts:
            yield from self.lines_within((*at, key), part, f"{name}.{key}")


def dotted(at: Place) -> str:
    """A place as a diagnostic names it: its keys, for a part of a stage from there on."""
    if not at or (at[0] == "stages" and len(at) == 2):
        return "a stage" if at else "the file"
    within = at[2:] if at[0] == "stages" and len(at) > 2 else at
    return ".".join(part for part in within if isinstance(part, str))


def is_blank(value: object) -> bool:
    """Whether nothing is written: null, nothing but spaces, or a mapping or list without anything in it."""
    return not value.strip() if isinstance(value, str) else value in (None, {}, [])


def sections_in(first: type[Section]) -> list[type[Section]]:
    """Every section that a section leads to, itself first, each once."""
    return list(dict.fromkeys(section for _, section in _sections_at(first)))


def _sections_at(first: type[Section], at: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], type[Section]]]:
    """Every section that a section leads to, itself first, at each of the keys that lead to it."""
    yield at, first
    for key, field in keys(first).items():
        inner = model_in(field.annotation)
        if inner is not None and issubclass(inner, Section):
            yield from _sections_at(inner, (*at, key))


def _where(keys_to: tuple[str, ...]) -> str:
    """Where the section at these keys is, after `it belongs`."""
    named = {(): "at the top of the file", ("stages",): "to a stage"}
    return named.get(keys_to) or f"under {'.'.join(keys_to).removeprefix('stages.')}"


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

    def __init_subclass__(cls, *, title: str = "", short: str = "", empty: Empty = "ignored") -> None:
        super().__init_subclass__()
        cls.short, cls.empty = short, empty

    @classmethod
    def title(cls) -> str:
        """What the documentation calls it; of a trigger, its key in the file."""
        return cls.model_config["title"] or ""

    @classmethod
    def prepare(cls, _data: Table, _file: FileContext) -> dict[str, Any]:
        """Note what is wrong with several keys together; return values that are not in the file."""
        return {}

    @model_validator(mode="before")
    @classmethod
    def _read(cls, data: Any, info: ValidationInfo) -> Any:
        """What is validated of a mapping in a file; unknown, empty and missing keys are noted in the context."""
        file: FileContext | None = info.context
        if file is None or isinstance(data, cls):
            return data  # made by the program
        if isinstance(data, Refused):
            raise data
        if is_blank(data) and cls.empty != "meant":
            raise Refused("is empty")
        known = keys(cls)
        if not isinstance(data, Table):
            if cls.short:
                return {cls.short: data}
            required = [key for key, field in known.items() if field.is_required()]
            single = len(required) == 1 and isinstance(data, str)
            raise Refused("should be a mapping of keys to values", f"write {{{required[0]}: {data}}}" if single else "")
        taken = {}
        for key, value in data.items():
            at = (*data.at, key)
            if key in known:
                taken[key] = _taken(known[key], value, at, file)
            else:
                text = f"unknown key {quoted(key)}" + (f" under {dotted(data.at)}" if data.at else "")
                note = error if cls.refuses_unknown else warning
                text += "" if cls.refuses_unknown else " is ignored"
                file.notes.append(note(file.key_lines[at], text, cls._right_name(key, data.at, file.root)))
        given = {key: value for key, value in taken.items() if value is not None}
        return given | cls.prepare(data, file)

    @classmethod
    def _right_name(cls, name: str, at: Place, root: type[Section]) -> str:
        """What an unknown key may have been meant to be: a key like it, or the same key where it belongs."""
        known = list(keys(cls))
        if near := closest(name, known, SURELY):
            return f'did you mean "{near}"?'
        here = tuple(key for key in at if isinstance(key, str))
        sections = [(place, each) for place, each in _sections_at(root) if place[:1] == here[:1] or not here]
        homes = [place for place, section in sections if name in keys(section)]
        homes = [place for place in homes if place[: len(here)] == here] or homes
        home = " or ".join(map(_where, homes)) if len(homes) <= MOST_HOMES else ""
        longer = [key for key in known if name in key.split("_")]
        if longer and here:
            return f'did you mean "{longer[0]}"?' + (f" Otherwise it belongs {home}" if len(homes) == 1 else "")
        if home:
            return f"it belongs {home}"
        if near := closest(name, known, PERHAPS):
            return f'did you mean "{near}"?'
        for place, section in sections:
            if not homes and (near := closest(name, keys(section), SURELY)):
                return f'did you mean "{near}"? It belongs {_where(place)}'
        return f"known: {', '.join(known)}" if len(known) <= FEW else ""


def _taken(field: FieldInfo, value: Any, at: Place, file: FileContext) -> Any:
    """The value of a key that is known, for the model; None if it is as if nothing were written."""
    several = get_origin(field.annotation) in (tuple, dict)
    section = None if several else model_in(field.annotation)
    if field.is_required() and is_blank(value):
        return None
    if section is None or not issubclass(section, Section):
        if isinstance(value, Table):
            return {name: each for name, each in value.items() if each is not None}
        if several or field.annotation is str or not isinstance(value, str):
            return value
        return value if value.strip() else None
    if section.empty == "marker" or (section.empty == "meant" and value in (None, {})):
        return section()
    if value not in (None, {}):
        return value
    line, text = file.key_lines[at], f"{dotted(at)} is empty"
    if section.empty == "refused":
        file.notes.append(error(line, text, "say what it is to be, or remove it"))
    else:
        file.notes.append(warning(line, f"{text} and is ignored", "remove it"))
    return None
