"""The functions that Go builds into its templates, over decoded JSON; None is nil, and so is what is missing."""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import quote_plus

from coordinator.workflow.gotemplate.printing import Byte, Fault, encoded, inside, sprint, sprintf, sprintln, type_name

_HTML = str.maketrans({"\0": "\ufffd", '"': "&#34;", "'": "&#39;", "&": "&amp;", "<": "&lt;", ">": "&gt;"})
_SCRIPT = re.compile(r"[\\'\"<>&=\x00-\x1f]|[^\x00-\x7f]")


class Function(NamedTuple):
    """What a name stands for, how many values it takes, and whether it writes them out whole."""

    apply: Callable[..., object]
    fewest: int
    most: float = math.inf
    shows: bool = False


def _kind(value: object) -> str:
    """The kinds of which a value can only be compared with its own."""
    return "nil" if value is None else "int" if isinstance(value, Byte) else type_name(value)


def _refuse_incomparable(first: object, second: object) -> None:
    kind, other = _kind(first), _kind(second)
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
    return bool(encoded(first) < encoded(second) if isinstance(first, str) else first < second)


def _parts(value: Any, purpose: str) -> Any:
    """What has positions: the elements of a list, or the bytes of a text."""
    if not isinstance(value, str | list | tuple):
        raise Fault(f"{purpose} of {_kind(value)}")
    return encoded(value) if isinstance(value, str) else value


def _position(key: object, last: int) -> int:
    if not isinstance(key, int) or isinstance(key, bool):
        raise Fault(f"a position is an integer, not {_kind(key)}")
    if not 0 <= key <= last:
        raise Fault(f"the position {key} is out of range")
    return key


def _index(value: object, *keys: object) -> object:
    if value is None:
        raise Fault("index of nil")
    for key in keys:
        if not isinstance(value, Mapping):
            parts = _parts(value, "index")
            found = parts[_position(key, len(parts) - 1)]
            value = Byte(found) if isinstance(parts, bytes) else inside(found)
        elif isinstance(key, str):
            value = inside(value[key]) if key in value else None
        else:
            raise Fault(f"the key of a mapping is text, not {_kind(key)}")
    return value


def _slice(value: object, *keys: object) -> object:
    parts = _parts(value, "slice")
    if len(keys) > (most := 2 if isinstance(value, str) else 3):
        raise Fault(f"slice takes at most {most} positions here")
    positions = [_position(key, len(parts)) for key in keys]
    if positions != sorted(positions):
        raise Fault(f"the positions {', '.join(map(str, positions))} of a slice are not in order")
    # A third position bounds the capacity, which nothing here can tell.
    start, end = positions[:2] + [0, len(parts)][len(positions) :]
    part = parts[start:end]
    return part.decode("utf-8", "surrogateescape") if isinstance(part, bytes) else part


def _text(values: Sequence[object]) -> str:
    return sprint(*("<no value>" if value is None else value for value in values))


def _escaped_in_script(found: re.Match[str]) -> str:
    sign = found[0]
    if sign in "\\'\"":
        return "\\" + sign
    if ord(sign) > 0x7F and (sign.isprintable() or 0xDC80 <= ord(sign) <= 0xDCFF):
        return sign
    return f"\\u{ord(sign):04X}"


def _call(*_: object) -> object:
    raise Fault("there is no function in the data to call")


# `and` and `or` stop at the first value that settles them, so whoever evaluates the values carries them out.
SETTLED_BY = {"and": False, "or": True}

FUNCTIONS: Mapping[str, Function] = {
    "and": Function(_call, 1),
    "call": Function(_call, 1),
    "eq": Function(_equal, 2),
    "ge": Function(lambda first, second: not _less(first, second), 2, 2),
    "gt": Function(lambda first, second: not (_less(first, second) or _equal(first, second)), 2, 2),
    "html": Function(lambda *values: _text(values).translate(_HTML), 0, shows=True),
    "index": Function(_index, 1),
    "js": Function(lambda *values: _SCRIPT.sub(_escaped_in_script, _text(values)), 0, shows=True),
    "le": Function(lambda first, second: _less(first, second) or _equal(first, second), 2, 2),
    "len": Function(lambda value: len(value if isinstance(value, Mapping) else _parts(value, "len")), 1, 1),
    "lt": Function(_less, 2, 2),
    "ne": Function(lambda first, second: not _equal(first, second), 2, 2),
    "not": Function(lambda value: not value, 1, 1),
    "or": Function(_call, 1),
    "print": Function(sprint, 0, shows=True),
    "printf": Function(sprintf, 1, shows=True),
    "println": Function(sprintln, 0, shows=True),
    "slice": Function(_slice, 1),
    "urlquery": Function(lambda *values: quote_plus(encoded(_text(values))), 0, shows=True),
}
