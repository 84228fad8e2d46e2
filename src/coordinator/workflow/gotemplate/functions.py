"""The functions that Go builds into its templates, over decoded JSON; None is nil, and so is what is missing."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote_plus

from coordinator.workflow.gotemplate.formatting import (
    Byte,
    Fault,
    encoded,
    inside,
    sprint,
    sprintf,
    sprintln,
    type_name,
)

_HTML = str.maketrans({"\0": "\ufffd", '"': "&#34;", "'": "&#39;", "&": "&amp;", "<": "&lt;", ">": "&gt;"})
_SCRIPT = re.compile(r"[\\'\"<>&=\x00-\x1f]|[^\x00-\x7f]")


@dataclass(frozen=True, slots=True)
class Function:
    """What a name stands for, and how many values it takes: `most` None is any number.

    `shows` says that it writes its values out whole.
    """

    apply: Callable[..., object]
    fewest: int
    most: int | None = None
    shows: bool = False

    def refuse_count(self, name: str, count: int) -> None:
        """A fault if the function does not take so many values."""
        if count < self.fewest or (self.most is not None and count > self.most):
            wanted = f"{self.fewest}" if self.most == self.fewest else f"at least {self.fewest}"
            raise Fault(f"{name} takes {wanted} values, not {count}")


def _negate(value: object) -> bool:
    return not value


# -- comparing


def _kind(value: object) -> str:
    """The kinds of which a value can only be compared with its own."""
    return "nil" if value is None else "int" if isinstance(value, Byte) else type_name(value)


def _is_basic(kind: str) -> bool:
    return kind in ("bool", "int", "float64", "string")


def _equal(first: object, *others: object) -> bool:
    if not others:
        raise Fault("eq needs something to compare with")
    return any(_same(first, other) for other in others)


def _same(first: object, second: object) -> bool:
    kinds = _kind(first), _kind(second)
    if "nil" in kinds:
        return kinds == ("nil", "nil")
    if kinds[0] != kinds[1]:
        raise _incomparable(*kinds)
    if not _is_basic(kinds[0]):
        raise Fault(f"values of the type {kinds[0]} cannot be compared")
    return first == second


def _incomparable(first: str, second: str) -> Fault:
    fix = ""
    if {first, second} == {"float64", "int"}:
        fix = "numbers in the data are floats: write 1.0, not 1"
    return Fault(f"a {first} cannot be compared with a {second}", fix)


def _unequal(first: object, second: object) -> bool:
    return not _equal(first, second)


def _less(first: object, second: object) -> bool:
    kinds = _kind(first), _kind(second)
    for kind in kinds:
        if not _is_basic(kind):
            raise Fault(f"a {kind} is neither less nor more than anything")
    if kinds[0] != kinds[1]:
        raise _incomparable(*kinds)
    if isinstance(first, str) and isinstance(second, str):
        return encoded(first) < encoded(second)
    if isinstance(first, bool) or not isinstance(first, int | float) or not isinstance(second, int | float):
        raise Fault(f"a {kinds[0]} is neither less nor more than anything")
    return first < second


def _at_most(first: object, second: object) -> bool:
    return _less(first, second) or _equal(first, second)


def _more(first: object, second: object) -> bool:
    return not _at_most(first, second)


def _at_least(first: object, second: object) -> bool:
    return not _less(first, second)


# -- parts of values


def _length(value: object) -> int:
    if isinstance(value, str):
        return len(encoded(value))
    if isinstance(value, list | tuple | Mapping):
        return len(value)
    raise Fault(f"{_kind(value)} has no length")


def _index(value: object, *keys: object) -> object:
    if value is None:
        raise Fault("index of nil")
    for key in keys:
        value = _element(value, key)
    return value


def _element(value: object, key: object) -> object:
    if isinstance(value, Mapping):
        if not isinstance(key, str):
            raise Fault(f"the key of a mapping is text, not {_kind(key)}")
        return inside(value.get(key))
    if isinstance(value, str):
        raw = encoded(value)
        return Byte(raw[_position(key, len(raw) - 1)])
    if isinstance(value, list | tuple):
        return inside(value[_position(key, len(value) - 1)])
    raise Fault(f"index of {_kind(value)}")


def _position(key: object, last: int) -> int:
    if not isinstance(key, int) or isinstance(key, bool):
        raise Fault(f"a position is an integer, not {_kind(key)}")
    if not 0 <= key <= last:
        raise Fault(f"the position {key} is out of range")
    return key


def _slice(value: object, *positions: object) -> object:
    if isinstance(value, str):
        if len(positions) == 3:
            raise Fault("slice takes two positions of a text")
        start, end = _range(len(encoded(value)), positions)
        return encoded(value)[start:end].decode("utf-8", "surrogateescape")
    if isinstance(value, list | tuple):
        start, end = _range(len(value), positions)
        return value[start:end]
    raise Fault(f"slice of {_kind(value)}")


def _range(length: int, positions: Sequence[object]) -> tuple[int, int]:
    if len(positions) > 3:
        raise Fault("slice takes at most three positions")
    found = [_position(position, length) for position in positions]
    start, end, *most = [*found, *[0, length][len(found) :]]
    if start > end or (most and end > most[0]):
        raise Fault(f"the positions {', '.join(map(str, found))} of a slice are not in order")
    return start, end


# -- text


def _print(*values: object) -> str:
    return sprint(values)


def _print_line(*values: object) -> str:
    return sprintln(values)


def _print_formatted(form: object, *values: object) -> str:
    if not isinstance(form, str):
        raise Fault(f"printf needs a text first, not {_kind(form)}")
    return sprintf(form, values)


def _joined(values: Sequence[object]) -> str:
    return sprint(["<no value>" if value is None else value for value in values])


def _escape_html(*values: object) -> str:
    return _joined(values).translate(_HTML)


def _escape_script(*values: object) -> str:
    return _SCRIPT.sub(_escaped_in_script, _joined(values))


def _escaped_in_script(found: re.Match[str]) -> str:
    sign = found[0]
    if sign in "\\'\"":
        return "\\" + sign
    if ord(sign) > 0x7F and (sign.isprintable() or 0xDC80 <= ord(sign) <= 0xDCFF):
        return sign
    return f"\\u{ord(sign):04X}"


def _escape_query(*values: object) -> str:
    return quote_plus(encoded(_joined(values)))


def _call(*values: object) -> object:
    raise Fault("there is no function in the data to call")


# `and` and `or` stop at the first value that settles them, so whoever evaluates the values carries them out.
SETTLED_BY = {"and": False, "or": True}

FUNCTIONS: Mapping[str, Function] = {
    "and": Function(_call, 1),
    "call": Function(_call, 1),
    "eq": Function(_equal, 1),
    "ge": Function(_at_least, 2, 2),
    "gt": Function(_more, 2, 2),
    "html": Function(_escape_html, 0, shows=True),
    "index": Function(_index, 1),
    "js": Function(_escape_script, 0, shows=True),
    "le": Function(_at_most, 2, 2),
    "len": Function(_length, 1, 1),
    "lt": Function(_less, 2, 2),
    "ne": Function(_unequal, 2, 2),
    "not": Function(_negate, 1, 1),
    "or": Function(_call, 1),
    "print": Function(_print, 0, shows=True),
    "printf": Function(_print_formatted, 1, shows=True),
    "println": Function(_print_line, 0, shows=True),
    "slice": Function(_slice, 1),
    "urlquery": Function(_escape_query, 0, shows=True),
}
