"""The forms that a value in a workflow file can have; the reader, the JSON Schema and the documentation share them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

_UNITS = {"ns": 1e-9, "us": 1e-6, "\u00b5s": 1e-6, "\u03bcs": 1e-6, "ms": 1e-3, "s": 1.0, "m": 60.0, "h": 3600.0}
_PART = r"(\d{1,18}(?:\.\d{0,18})?|\.\d{1,18})(ns|us|\u00b5s|\u03bcs|ms|s|m|h)"
DURATION = rf"^\+?({_PART})+$"
LONGEST = 2**63 / 1e9  # the longest time of Go, some 292 years


@dataclass(frozen=True)
class Text:
    """A scalar, as it is written; `words` are those that mean something."""

    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class Flag:
    """True or false."""


@dataclass(frozen=True)
class Whole:
    """A whole number above 0."""


@dataclass(frozen=True)
class Number:
    """A number."""


@dataclass(frozen=True)
class Time:
    """A duration as Go writes it."""


@dataclass(frozen=True)
class Word:
    """One of these words, in upper or lower case."""

    words: tuple[str, ...]


@dataclass(frozen=True)
class Pattern:
    """A regular expression."""


@dataclass(frozen=True)
class Presence:
    """The key alone counts, whatever its value."""


@dataclass(frozen=True)
class Anything:
    """Whatever is written, kept as text."""


@dataclass(frozen=True)
class Several:
    """A list."""

    of: Form


@dataclass(frozen=True)
class Named:
    """A mapping whose keys are free."""

    of: Form


@dataclass(frozen=True)
class Key:
    """One key of a table; a required one is not needed beside the key `unless`.

    `lost` says what a run here does without, where the key has no effect.
    """

    name: str
    form: Form
    meaning: str
    default: str = ""
    required: bool = False
    ours: bool = False
    lost: str = ""
    unless: str = ""


@dataclass(frozen=True)
class Table:
    """A mapping with these keys.

    A scalar may stand for the key `short`. An empty mapping, or none, is ignored with a warning, refused, or meant.
    With `loose` an item of a list that is no mapping is ignored.
    """

    title: str
    about: str
    keys: tuple[Key, ...]
    short: str = ""
    empty: Literal["ignored", "refused", "meant"] = "ignored"
    loose: bool = False
    by_name: dict[str, Key] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_name", {key.name: key for key in self.keys})


Form: TypeAlias = Text | Flag | Whole | Number | Time | Word | Pattern | Presence | Anything | Several | Named | Table


def tables_in(form: Form) -> Iterator[Table]:
    """Every table that a form leads to, itself first, each once."""
    waiting: list[Form] = [form]
    met: set[str] = set()
    while waiting:
        each = waiting.pop(0)
        if isinstance(each, Several | Named):
            waiting.insert(0, each.of)
        elif isinstance(each, Table) and each.title not in met:
            met.add(each.title)
            yield each
            waiting = [*(key.form for key in each.keys), *waiting]


def seconds(text: str) -> float | None:
    """A duration as Go writes it, such as `1h30m` or `500ms`; None if it is none."""
    text = text.strip()
    if text == "0":
        return 0.0
    if not re.match(DURATION, text):
        return None
    total = sum(float(amount) * _UNITS[unit] for amount, unit in re.findall(_PART, text))
    return total if total < LONGEST else None
