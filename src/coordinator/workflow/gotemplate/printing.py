"""How Go shows values: `print`, `println`, `printf` and what a template writes by itself.

Values are those of decoded JSON. A number in a list or a mapping is a float, for Go reads all numbers of JSON as
floats; an integer is one only if the template itself wrote or counted it.
"""

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

LARGEST = 1_000_000  # characters that one value or one whole output may have
ELEMENT = 64  # characters that take about as long to show as an element of a list by itself
DEEPEST = 64  # levels of lists and mappings that are shown
WIDEST = 1_000_000  # Go's own limit for a width or a precision

_SCALARS = {bool: "bool", int: "int", float: "float64", str: "string"}
_NO_BYTES = re.compile("[\ud800-\udc7f\udd00-\udfff]")  # surrogates that stand for nothing
_VERB = re.compile(r"%(?P<flags>[-+# 0]*)(?P<width>[0-9]*)(?:\.(?!\Z)(?P<precision>[0-9]*))?(?P<verb>.?)", re.DOTALL)
# The verbs that fit a type, and those that would in Go but are left out here.
_FITTING = {"bool": "vt", "int": "vdboOxXcq", "uint8": "vdboOxXcq", "float64": "veEfFgG", "string": "vsqxX"}
_LEFT_OUT = {"int": "Up", "uint8": "Up", "float64": "bxXp", "[]interface {}": "p", "map[string]interface {}": "p"}
_QUOTED = {sign: "\\" + letter for sign, letter in zip("\a\b\f\n\r\t\v\\", "abfnrtv\\", strict=True)}


class Fault(Exception):
    """Something a template asks for cannot be done; whoever knows the line says where."""

    def __init__(self, what: str, fix: str = "") -> None:
        super().__init__(what)
        self.fix = fix


class Unknown(Fault):
    """A value that the data is known to lack: it counts as false, and is an error wherever else it is used."""

    def __bool__(self) -> bool:
        return False


class Byte(int):
    """One byte of a text, which Go tells from other integers."""


def type_name(value: object) -> str:
    """What Go calls the type of a value."""
    if isinstance(value, Mapping):
        return "map[string]interface {}"
    if isinstance(value, list | tuple):
        return "[]interface {}"
    for each, name in _SCALARS.items():
        if isinstance(value, each):
            return "uint8" if isinstance(value, Byte) else name
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
    """The bytes of a text; those that are no UTF-8 were kept as surrogates."""
    return _NO_BYTES.sub("\ufffd", text).encode("utf-8", "surrogateescape")


def sprint(*values: object) -> str:
    """Go's Sprint: a space between two values of which none is text."""
    pieces: list[str] = []
    for number, value in enumerate(values):
        if number and not isinstance(value, str) and not isinstance(values[number - 1], str):
            pieces.append(" ")
        pieces.append(_shown(value, Spec()))
    return "".join(pieces)


def sprintln(*values: object) -> str:
    """Go's Sprintln: spaces between all values, and a line break."""
    return " ".join(_shown(value, Spec()) for value in values) + "\n"


class Spec(NamedTuple):
    """One verb with its flags; a width of zero is none."""

    verb: str = "v"
    width: int = 0
    precision: int | None = None
    flags: str = ""

    def pad(self, text: str, *, zeros: bool = True) -> str:
        """The text made as wide as is asked for."""
        if "-" in self.flags:
            return text.ljust(self.width)
        return text.rjust(self.width, "0" if zeros and "0" in self.flags else " ")

    def fill(self, digits: str, sign: str) -> str:
        """The digits with zeros before them, if they are to fill the width."""
        return digits.rjust(self.width - len(sign), "0") if "0" in self.flags and "-" not in self.flags else digits

    def sign(self, value: float) -> str:
        """What stands before a number."""
        negative = math.copysign(1, value) < 0 and not math.isnan(value)
        return "-" if negative else "+" if "+" in self.flags else " " if " " in self.flags else ""


def sprintf(form: object, *values: object) -> str:
    """Go's Sprintf, with its own words for what does not fit; without `#`, `*` and `[n]`."""
    if not isinstance(form, str):
        raise Fault("printf needs a text first")
    return _joined(_filled(form, values))


def _joined(pieces: Iterable[str], between: str = "") -> str:
    found, size = [], 0
    for piece in pieces:
        found.append(piece)
        size += len(piece)
        if size > LARGEST:
            raise Fault(f"the text grows beyond {LARGEST} characters")
    return between.join(found)


def _filled(form: str, values: Sequence[object]) -> Iterator[str]:
    used = at = 0
    while found := _VERB.search(form, at):
        yield form[at : found.start()]
        spec, at = _spec(found), found.end()
        if spec is None:
            yield "%!(NOVERB)"
            at = len(form)
        elif spec.verb == "%":
            yield "%"
        elif used == len(values):
            yield f"%!{spec.verb}(MISSING)"
        else:
            yield _shown(values[used], spec)
            used += 1
    yield form[at:]
    extra = [("" if value is None else f"{type_name(value)}=") + _shown(value, Spec()) for value in values[used:]]
    yield f"%!(EXTRA {', '.join(extra)})" if extra else ""


def _spec(found: re.Match[str]) -> Spec | None:
    """What stands after a percent sign; None if it ends without a verb."""
    flags, verb = found["flags"], found["verb"]
    width, precision = _count(found["width"]), _count(found["precision"] or "")
    if not verb or width is None or precision is None:
        return None
    if verb in "*[#" or "#" in flags:
        raise Fault("printf with `#`, `*` or `[n]` is not supported")
    if verb == "v":
        flags = flags.replace("+", "")
    return Spec(verb, width, None if found["precision"] is None else precision, flags)


def _count(digits: str) -> int | None:
    """The number that digits write; None if it is too large for Go, which asks that before it reads the last one."""
    digits = digits.lstrip("0")
    return None if len(digits) > 8 or int(digits[:-1] or 0) > WIDEST else int(digits or 0)


def _shown(value: object, spec: Spec, depth: int = 0) -> str:
    """A value by a verb, which holds for the elements of a list or a mapping, too."""
    if depth > DEEPEST:
        raise Fault(f"a value is nested more than {DEEPEST} deep")
    if value is None:
        return "<nil>" if depth else spec.pad("<nil>") if spec.verb in "vT" else f"%!{spec.verb}(<nil>)"
    kind = type_name(value)
    if spec.verb == "T" and not depth:
        return spec.pad(kind[: spec.precision])
    if spec.verb in _LEFT_OUT.get(kind, ""):
        raise Fault(f"printf with %{spec.verb} of a {kind} is not supported")

    def element(each: object) -> str:
        return _shown(each, spec, depth + 1)

    if isinstance(value, Mapping):
        keys = sorted(value, key=str)
        return f"map[{_joined((f'{element(key)}:{element(inside(value[key]))}' for key in keys), ' ')}]"
    if isinstance(value, list | tuple):
        return f"[{_joined((element(inside(each)) for each in value), ' ')}]"
    if spec.verb not in _FITTING[kind]:  # the width holds for the value in Go's words, too
        return f"%!{spec.verb}({kind}={_scalar(value, spec._replace(verb='v'))})"
    return _scalar(value, spec)


def _scalar(value: Any, spec: Spec) -> str:
    if isinstance(value, bool):
        return spec.pad("true" if value else "false")
    if isinstance(value, str):
        return _string(value, spec)
    return _integer(value, spec) if isinstance(value, int) else _float(value, spec)


def _string(value: str, spec: Spec) -> str:
    if spec.verb in "xX":
        raw = encoded(value)[: spec.precision]
        digits = raw.hex(" ") if " " in spec.flags else raw.hex()
        return spec.pad(digits.upper() if spec.verb == "X" else digits)
    if spec.verb == "q":
        return spec.pad(_quoted(value[: spec.precision], '"', spec))
    return spec.pad(value[: spec.precision])


def _quoted(text: str, quote: str, spec: Spec) -> str:
    """Text as Go writes it in its own programs; the flag + leaves only ASCII."""

    def escaped(sign: str) -> str:
        code = ord(sign)
        if sign == quote or sign in _QUOTED:
            return _QUOTED.get(sign, "\\" + quote)
        if sign.isprintable() and (code < 0x80 or "+" not in spec.flags):
            return sign
        if code < 0x80 or 0xDC80 <= code <= 0xDCFF:
            return f"\\x{code % 0xDC00:02x}"
        return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"

    return quote + "".join(map(escaped, text)) + quote


def _integer(value: int, spec: Spec) -> str:
    if spec.verb in "cq":
        sign = chr(value) if 0 <= value <= 0x10FFFF and not 0xD800 <= value < 0xE000 else "\ufffd"
        return spec.pad(sign if spec.verb == "c" else _quoted(sign, "'", spec))
    if spec.precision == 0 and not value:
        return " " * spec.width
    sign, digits = spec.sign(value), format(abs(value), {"v": "d", "O": "o"}.get(spec.verb, spec.verb))
    digits = spec.fill(digits, sign) if spec.precision is None else digits.rjust(spec.precision, "0")
    return spec.pad(sign + ("0o" if spec.verb == "O" else "") + digits, zeros=False)


def _float(value: float, spec: Spec) -> str:
    sign = spec.sign(value)
    if not math.isfinite(value):
        return spec.pad(sign + "NaN" if math.isnan(value) else (sign or "+") + "Inf", zeros=False)
    if spec.verb not in "vgG" or spec.precision is not None:
        places = 6 if spec.precision is None else spec.precision
        digits = format(abs(value), f".{places}{spec.verb.replace('v', 'g')}")
    else:  # the fewest digits that mean this number, with an exponent from a million on and below a ten-thousandth
        number = Decimal(repr(abs(value))).normalize()
        digits, _, power = format(number, "f" if -4 <= number.adjusted() < 6 else "e").partition("e")
        digits += f"{'E' if spec.verb == 'G' else 'e'}{int(power):+03}" if power else ""
    return spec.pad(sign + spec.fill(digits, sign))
