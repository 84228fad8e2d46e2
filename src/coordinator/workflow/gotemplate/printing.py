"""How Go shows values: `print`, `println`, `printf` and what a template writes by itself.

Values are those of decoded JSON. A number in a list or a mapping is a float, for Go reads all numbers of JSON as
floats; an integer is one only if the template itself wrote or counted it.
"""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

ELEMENT = 64  # characters that take about as long to show as an element of a list by itself
DEEPEST = 64  # levels of lists and mappings that are shown

_SCALARS = {bool: "bool", int: "int", float: "float64", str: "string"}
_HALVES = re.compile("[\ud800-\udfff]")  # of a pair that stands for one character: no character by itself
_VERB = re.compile(r"%(?P<form>[-+ 0]*[0-9]{0,2}(?:\.[0-9]{0,2})?)(?P<verb>.?)", re.DOTALL)
_FITTING = {"bool": "vt", "int": "vd", "float64": "vf", "string": "vs"}


class Fault(Exception):
    """Something a template asks for cannot be done; whoever knows the line says where."""

    def __init__(self, what: str, fix: str = "") -> None:
        super().__init__(what)
        self.fix = fix


class Unknown(Fault):
    """A value that the data is known to lack: it counts as false, and is an error wherever else it is used."""

    def __bool__(self) -> bool:
        return False


def type_name(value: object) -> str:
    """What Go calls the type of a value."""
    if value is None:
        return "nil"
    if isinstance(value, Mapping):
        return "map[string]interface {}"
    if isinstance(value, list | tuple):
        return "[]interface {}"
    for each, name in _SCALARS.items():
        if isinstance(value, each):
            return name
    if isinstance(value, Unknown):
        raise value
    raise Fault(f"a value of the type {type(value).__name__} cannot be shown")


def inside(value: object) -> object:
    """An element of a list or a mapping as Go has it."""
    if not isinstance(value, int) or isinstance(value, bool):
        return value
    try:
        return float(value)
    except OverflowError:
        raise Fault("a number in the data is too large") from None


def weight(value: object) -> int:
    """How much work it is to show a value: its characters, and as many as `ELEMENT` for every element."""
    total = 0
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, str):
            total += len(each)
        elif isinstance(each, list | tuple | Mapping):
            total += ELEMENT * len(each)
            waiting += each.values() if isinstance(each, Mapping) else each
    return total


def encoded(text: str) -> bytes:
    """The bytes of a text; what is no character is replaced, as Go does when it reads JSON."""
    return _HALVES.sub("\ufffd", text).encode()


def sprint(*values: object) -> str:
    """Go's Sprint: a space between two values of which none is text."""
    pieces: list[str] = []
    for number, value in enumerate(values):
        if number and not isinstance(value, str) and not isinstance(values[number - 1], str):
            pieces.append(" ")
        pieces.append(_shown(value))
    return "".join(pieces)


def sprintln(*values: object) -> str:
    """Go's Sprintln: spaces between all values, and a line break."""
    return " ".join(map(_shown, values)) + "\n"


def sprintf(form: object, *values: object) -> str:
    """Go's Sprintf with the verbs v, s, d, f and t, and with its own words for what does not fit."""
    if not isinstance(form, str):
        raise Fault("printf needs a text first")
    return "".join(_filled(form, values))


def _filled(text: str, values: Sequence[object]) -> Iterator[str]:
    used = at = 0
    for found in _VERB.finditer(text):
        form, verb = found.groups()
        yield text[at : found.start()]
        at = found.end()
        if verb == "%":
            yield "%"
        elif not verb or verb not in "vsdft":
            raise Fault(f"printf knows no {found[0]!r}", "the verbs are %v, %s, %d, %f and %t")
        elif used == len(values):
            yield f"%!{verb}(MISSING)"
        else:
            yield _shown(values[used], verb, form.replace("+", "") if verb == "v" else form)
            used += 1
    yield text[at:]
    extra = [("" if value is None else f"{type_name(value)}=") + _shown(value) for value in values[used:]]
    yield f"%!(EXTRA {', '.join(extra)})" if extra else ""


def _shown(value: object, verb: str = "v", form: str = "", depth: int = 0) -> str:
    """A value by a verb and its form, which hold for the elements of a list or a mapping, too."""
    if depth > DEEPEST:
        raise Fault(f"a value is nested more than {DEEPEST} deep")
    if value is None:
        return "<nil>" if depth else _padded("<nil>", form) if verb == "v" else f"%!{verb}(<nil>)"

    def element(each: object) -> str:
        return _shown(each, verb, form, depth + 1)

    kind = type_name(value)
    if isinstance(value, Mapping):
        return f"map[{' '.join(f'{element(key)}:{element(inside(value[key]))}' for key in sorted(value, key=str))}]"
    if isinstance(value, list | tuple):
        return f"[{' '.join(element(inside(each)) for each in value)}]"
    if verb in _FITTING[kind]:
        return _scalar(value, verb, form)
    return f"%!{verb}({kind}={_scalar(value, 'v', form)})"  # the width holds for the value in Go's words, too


def _scalar(value: Any, verb: str, form: str) -> str:
    if isinstance(value, str):
        return _padded(value, form, cut=True)
    if isinstance(value, bool):
        return _padded("true" if value else "false", form)
    if verb in "df" and math.isfinite(value) and (verb == "f" or "." not in form):
        return str(f"%{form}{verb}" % value)
    return _padded(_number(value), form)


def _padded(text: str, form: str, *, cut: bool = False) -> str:
    """A text made as wide as is asked for, or cut to as many characters."""
    if not re.fullmatch(r"-?(?!0)[0-9]*(\.[0-9]*)?", form) or ("." in form and not cut):
        raise Fault(f"printf cannot fill in a value by %{form}", "a width is always possible, as in %-8v")
    return str(f"%{form}s" % text)


def _number(value: float) -> str:
    """The fewest digits that mean a number, with an exponent from a million on and below a ten-thousandth."""
    if isinstance(value, int):
        return str(value)
    if not math.isfinite(value):
        return "NaN" if math.isnan(value) else "+Inf" if value > 0 else "-Inf"
    number = Decimal(repr(value)).normalize()
    digits, _, power = format(number, "f" if -4 <= number.adjusted() < 6 else "e").partition("e")
    return digits + (f"e{int(power):+03}" if power else "")
