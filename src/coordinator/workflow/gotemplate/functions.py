"""The functions that Go builds into its templates, over decoded JSON; None is nil, and so is what is missing."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import quote_plus

from coordinator.workflow.gotemplate.printing import Fault, encoded, inside, sprint, sprintf, sprintln, type_name

_HTML = str.maketrans({"\0": "\ufffd", '"': "&#34;", "'": "&#39;", "&": "&amp;", "<": "&lt;", ">": "&gt;"})


class Function(NamedTuple):
    """What a name stands for, how many values it takes, and whether it writes them out whole."""

    apply: Callable[..., object]
    fewest: int
    most: float = math.inf
    shows: bool = False


def _refuse_incomparable(first: object, second: object) -> None:
    kind, other = type_name(first), type_name(second)
    if kind != other:
        fix = "numbers in the data are floats: write 1.0, not 1" if {kind, other} == {"float64", "int"} else ""
        raise Fault(f"a {kind} cannot be compared with a {other}", fix)
    if kind not in ("bool", "int", "float64", "string"):
        raise Fault(f"values of the type {kind} cannot be compared")


def _equal(first: object, *others: object) -> bool:
    for other in others:
        if first is not None and other is not None:
            _refuse_incomparable(first, other)
        if first == other:
            return True
    return False


def _less(first: Any, second: Any) -> bool:
    _refuse_incomparable(first, second)
    if isinstance(first, bool):
        raise Fault("a bool is neither less nor more than anything")
    return bool(first < second)


def _length(value: object) -> int:
    if not isinstance(value, str | list | tuple | Mapping):
        raise Fault(f"len of {type_name(value)}")
    return len(encoded(value) if isinstance(value, str) else value)


def _position(key: object, last: int) -> int:
    if not isinstance(key, int) or isinstance(key, bool):
        raise Fault(f"a position is an integer, not {type_name(key)}")
    if not 0 <= key <= last:
        raise Fault(f"the position {key} is out of range")
    return key


def _index(value: object, *keys: object) -> object:
    if value is None:
        raise Fault("index of nil")
    for key in keys:
        if isinstance(value, list | tuple):
            value = inside(value[_position(key, len(value) - 1)])
        elif not isinstance(value, Mapping):
            raise Fault(f"index of {type_name(value)}")
        elif isinstance(key, str):
            value = inside(value[key]) if key in value else None
        else:
            raise Fault(f"the key of a mapping is text, not {type_name(key)}")
    return value


def _slice(value: object, *keys: object) -> object:
    """A part of a list, or of the bytes of a text."""
    if not isinstance(value, str | list | tuple):
        raise Fault(f"slice of {type_name(value)}")
    parts = encoded(value) if isinstance(value, str) else value
    positions = [_position(key, len(parts)) for key in keys]
    if positions != sorted(positions):
        raise Fault(f"the positions {', '.join(map(str, positions))} of a slice are not in order")
    start, end = positions + [0, len(parts)][len(positions) :]
    part = parts[start:end]
    return part.decode("utf-8", "replace") if isinstance(part, bytes) else part


def _text(values: Sequence[object]) -> str:
    return sprint(*("<no value>" if value is None else value for value in values))


def _last(*values: object) -> object:
    return values[-1]


# These stop at the first value that settles them: what follows it is not even evaluated.
SETTLED_BY = {"and": False, "or": True}

FUNCTIONS: Mapping[str, Function] = {
    "and": Function(_last, 1),
    "eq": Function(_equal, 2),
    "ge": Function(lambda first, second: not _less(first, second), 2, 2),
    "gt": Function(lambda first, second: not (_less(first, second) or _equal(first, second)), 2, 2),
    "html": Function(lambda *values: _text(values).translate(_HTML), 0, shows=True),
    "index": Function(_index, 1),
    "le": Function(lambda first, second: _less(first, second) or _equal(first, second), 2, 2),
    "len": Function(_length, 1, 1),
    "lt": Function(_less, 2, 2),
    "ne": Function(lambda first, second: not _equal(first, second), 2, 2),
    "not": Function(lambda value: not value, 1, 1),
    "or": Function(_last, 1),
    "print": Function(sprint, 0, shows=True),
    "printf": Function(sprintf, 1, shows=True),
    "println": Function(sprintln, 0, shows=True),
    "slice": Function(_slice, 1, 3),
    "urlquery": Function(lambda *values: quote_plus(encoded(_text(values))), 0, shows=True),
}
