"""How Go shows values: `print`, `println`, `printf` and what a template writes by itself.

Values are those of decoded JSON. A number in a list or a mapping is a float, for Go reads all numbers of JSON as
floats; an integer is one only if the template itself wrote or counted it.
"""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

LARGEST = 1_000_000  # characters that one value or one whole output may have
ELEMENT = 64  # characters that take about as long to show as an element of a list by itself
DEEPEST = 64  # levels of lists and mappings that are shown
WIDEST = 1_000_000  # Go's own limit for a width or a precision

_NO_BYTES = re.compile("[\ud800-\udc7f\udd00-\udfff]")  # surrogates that stand for nothing
_BASES = {"d": "d", "v": "d", "b": "b", "o": "o", "O": "o", "x": "x", "X": "X"}
_QUOTED = {sign: "\\" + letter for sign, letter in zip("\a\b\f\n\r\t\v\\", "abfnrtv\\", strict=True)}


class Fault(Exception):
    """Something a template asks for cannot be done; whoever knows the line says where."""

    def __init__(self, what: str, fix: str = "") -> None:
        super().__init__(what)
        self.fix = fix


class Byte(int):
    """One byte of a text, which Go tells from other integers."""


class Buffer:
    """Text that grows up to a limit."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._size = 0

    def write(self, text: str) -> None:
        """Add text; too much of it is a fault."""
        self._size += len(text)
        if self._size > LARGEST:
            raise Fault(f"the text grows beyond {LARGEST} characters")
        self._parts.append(text)

    def text(self) -> str:
        """All that was written."""
        return "".join(self._parts)


def inside(value: object) -> object:
    """An element of a list or a mapping as Go has it."""
    if isinstance(value, int) and not isinstance(value, bool):
        try:
            return float(value)
        except OverflowError:
            raise Fault("a number in the data is too large") from None
    return value


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


def type_name(value: object) -> str:
    """What Go calls the type of a value."""
    if isinstance(value, Mapping):
        return "map[string]interface {}"
    for type, name in _TYPES:
        if isinstance(value, type):
            return name
    raise Fault(f"a value of the type {value.__class__.__name__} cannot be shown")


_TYPES: tuple[tuple[type | tuple[type, ...], str], ...] = (
    (bool, "bool"),
    (Byte, "uint8"),
    (int, "int"),
    (float, "float64"),
    (str, "string"),
    ((list, tuple), "[]interface {}"),
)


def shown(value: object) -> str:
    """A value as `{{ . }}` writes it."""
    return sprint([value])


def sprint(values: Sequence[object]) -> str:
    """Go's Sprint: a space between two values of which none is text."""
    buffer = Buffer()
    for number, value in enumerate(values):
        if number and not isinstance(value, str) and not isinstance(values[number - 1], str):
            buffer.write(" ")
        _write(buffer, value, Spec("v"), 0)
    return buffer.text()


def sprintln(values: Sequence[object]) -> str:
    """Go's Sprintln: spaces between all values, and a line break."""
    buffer = Buffer()
    for number, value in enumerate(values):
        buffer.write(" " if number else "")
        _write(buffer, value, Spec("v"), 0)
    buffer.write("\n")
    return buffer.text()


# -- printf


@dataclass(frozen=True, slots=True)
class Spec:
    """One verb with its flags; a width of zero is none."""

    verb: str
    width: int = 0
    precision: int | None = None
    flags: frozenset[str] = frozenset()

    def pad(self, text: str, *, zeros: bool = True) -> str:
        """The text made as wide as is asked for."""
        if "-" in self.flags:
            return text.ljust(self.width)
        return text.rjust(self.width, "0" if zeros and "0" in self.flags else " ")

    def sign(self, negative: bool) -> str:
        """What stands before a number."""
        return "-" if negative else "+" if "+" in self.flags else " " if " " in self.flags else ""


def sprintf(form: str, values: Sequence[object]) -> str:
    """Go's Sprintf, with its own words for what does not fit; without `#`, `*` and `[n]`."""
    buffer = Buffer()
    used = at = 0
    while (start := form.find("%", at)) >= 0:
        buffer.write(form[at:start])
        spec, at = _spec(form, start + 1)
        if spec is None:
            buffer.write("%!(NOVERB)")
        elif spec.verb == "%":
            buffer.write("%")
        elif used == len(values):
            buffer.write(f"%!{spec.verb}(MISSING)")
        else:
            _write(buffer, values[used], spec, 0)
            used += 1
    buffer.write(form[at:])
    _write_unused(buffer, values[used:])
    return buffer.text()


def _write_unused(buffer: Buffer, values: Sequence[object]) -> None:
    if not values:
        return
    buffer.write("%!(EXTRA ")
    for number, value in enumerate(values):
        buffer.write(", " if number else "")
        buffer.write("" if value is None else f"{type_name(value)}=")
        _write(buffer, value, Spec("v"), 0)
    buffer.write(")")


def _spec(form: str, at: int) -> tuple[Spec | None, int]:
    """The verb that begins after a percent sign, or None if there is none, and where the text goes on."""
    flags: set[str] = set()
    while form.startswith(("+", "-", "#", " ", "0"), at):
        flags.add(form[at])
        at += 1
    width, at = _count(form, at)
    precision = None
    if form.startswith(".", at) and at + 1 < len(form):
        precision, at = _count(form, at + 1)
    if at >= len(form):
        return None, len(form)
    if form[at] in "*[#" or "#" in flags:
        raise Fault("printf with `#`, `*` or `[n]` is not supported")
    if form[at] == "v":
        flags.discard("+")
    return Spec(form[at], width, precision, frozenset(flags)), at + 1


def _count(form: str, at: int) -> tuple[int, int]:
    number = 0
    while at < len(form) and form[at] in "0123456789":
        if number > WIDEST:
            return 0, len(form)
        number = number * 10 + int(form[at])
        at += 1
    return number, at


# -- one value


def _write(buffer: Buffer, value: object, spec: Spec, depth: int) -> None:
    if depth > DEEPEST:
        raise Fault(f"a value is nested more than {DEEPEST} deep")
    if spec.verb == "T" and not depth and value is not None:
        buffer.write(_text(type_name(value), spec))
    elif isinstance(value, Mapping):
        _write_mapping(buffer, value, spec, depth)
    elif isinstance(value, list | tuple):
        _write_list(buffer, value, spec, depth)
    elif value is None:
        buffer.write("<nil>" if depth else _nil(spec))
    else:
        formatted = _scalar(value, spec)
        buffer.write(_misfit(value, spec) if formatted is None else formatted)


def _write_mapping(buffer: Buffer, value: Mapping[str, object], spec: Spec, depth: int) -> None:
    _refuse_address(spec)
    buffer.write("map[")
    for number, key in enumerate(sorted(value, key=str)):
        buffer.write(" " if number else "")
        _write(buffer, key, spec, depth + 1)
        buffer.write(":")
        _write(buffer, inside(value[key]), spec, depth + 1)
    buffer.write("]")


def _write_list(buffer: Buffer, value: Sequence[object], spec: Spec, depth: int) -> None:
    _refuse_address(spec)
    buffer.write("[")
    for number, element in enumerate(value):
        buffer.write(" " if number else "")
        _write(buffer, inside(element), spec, depth + 1)
    buffer.write("]")


def _refuse_address(spec: Spec) -> None:
    if spec.verb == "p":
        raise Fault("printf with %p is not supported")


def _nil(spec: Spec) -> str:
    return spec.pad("<nil>") if spec.verb in "vT" else f"%!{spec.verb}(<nil>)"


def _misfit(value: object, spec: Spec) -> str:
    """Go's words for a verb that does not fit; the width holds for the value in them, too."""
    return f"%!{spec.verb}({type_name(value)}={_scalar(value, replace(spec, verb='v'))})"


def _scalar(value: object, spec: Spec) -> str | None:
    """One text, number or truth; None if the verb does not fit it."""
    if isinstance(value, bool):
        return spec.pad("true" if value else "false") if spec.verb in "tv" else None
    if isinstance(value, int):
        return _integer(value, spec)
    if isinstance(value, float):
        return _float(value, spec)
    if isinstance(value, str):
        return _string(value, spec)
    raise Fault(f"a value of the type {type(value).__name__} cannot be shown")


def _string(value: str, spec: Spec) -> str | None:
    if spec.verb in "xX":
        return _hexadecimal(value, spec)
    if spec.verb == "q":
        return spec.pad(quoted(value if spec.precision is None else value[: spec.precision], "+" in spec.flags))
    return _text(value, spec) if spec.verb in "sv" else None


def _text(value: str, spec: Spec) -> str:
    return spec.pad(value if spec.precision is None else value[: spec.precision])


def _hexadecimal(value: str, spec: Spec) -> str:
    raw = encoded(value)[: spec.precision]
    digits = raw.hex(" ") if " " in spec.flags else raw.hex()
    return spec.pad(digits.upper() if spec.verb == "X" else digits)


def encoded(text: str) -> bytes:
    """The bytes of a text; those that are no UTF-8 were kept as surrogates."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return _NO_BYTES.sub("\ufffd", text).encode("utf-8", "surrogateescape")


def quoted(text: str, ascii_only: bool = False, quote: str = '"') -> str:
    """Text as Go writes it in its own programs."""
    return quote + "".join(_quoted_sign(sign, ascii_only, quote) for sign in text) + quote


def _quoted_sign(sign: str, ascii_only: bool, quote: str) -> str:
    if sign == quote:
        return "\\" + quote
    if sign in _QUOTED:
        return _QUOTED[sign]
    code = ord(sign)
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02x}"
    if sign.isprintable() and (code < 0x80 or not ascii_only):
        return sign
    if code < 0x20 or code == 0x7F:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _integer(value: int, spec: Spec) -> str | None:
    if spec.verb in "cq":
        sign = chr(value) if 0 <= value <= 0x10FFFF and not 0xD800 <= value < 0xE000 else "\ufffd"
        return spec.pad(sign if spec.verb == "c" else quoted(sign, "+" in spec.flags, "'"))
    if spec.verb in "Up":
        raise Fault(f"printf with %{spec.verb} is not supported")
    if spec.verb not in _BASES:
        return None
    if spec.precision == 0 and not value:
        return " " * spec.width
    sign = spec.sign(value < 0)
    digits = format(abs(value), _BASES[spec.verb]).rjust(_least_digits(spec, sign), "0")
    return spec.pad(sign + ("0o" if spec.verb == "O" else "") + digits, zeros=False)


def _least_digits(spec: Spec, sign: str) -> int:
    if spec.precision is not None:
        return spec.precision
    return spec.width - len(sign) if "0" in spec.flags and "-" not in spec.flags else 0


def _float(value: float, spec: Spec) -> str | None:
    if spec.verb in "bxXp":
        raise Fault(f"printf with %{spec.verb} of a float is not supported")
    if spec.verb not in "vgGeEfF":
        return None
    sign = spec.sign(math.copysign(1, value) < 0 and not math.isnan(value))
    if math.isnan(value):
        return spec.pad(sign + "NaN", zeros=False)
    if math.isinf(value):
        return spec.pad((sign or "+") + "Inf", zeros=False)
    digits = _digits(abs(value), spec)
    if "0" in spec.flags and "-" not in spec.flags:
        return sign + digits.rjust(spec.width - len(sign), "0")
    return spec.pad(sign + digits)


def _digits(value: float, spec: Spec) -> str:
    verb = "g" if spec.verb == "v" else spec.verb
    if verb in "gG" and spec.precision is None:
        return _shortest(value).upper() if verb == "G" else _shortest(value)
    return format(value, f".{6 if spec.precision is None else spec.precision}{verb}")


def _shortest(value: float) -> str:
    """The fewest digits that mean this number, with an exponent from a million on and below a ten-thousandth."""
    number = Decimal(repr(value)).normalize()
    power = number.adjusted()
    if -4 <= power < 6:
        return format(number, "f")
    digits = "".join(map(str, number.as_tuple().digits))
    fraction = f".{digits[1:]}" if digits[1:] else ""
    return f"{digits[0]}{fraction}e{power:+03}"
