"""Write numbers as Go's printf does."""

import math

from coordinator.workflow.gotemplate.verbs import Verb

_BASES = {"b": "b", "o": "o", "O": "o", "x": "x", "X": "X", "d": "d", "v": "d"}
_PREFIXES = {"b": "0b", "x": "0x", "X": "0X"}
_MANTISSA_BITS = 52
_SMALLEST_EXPONENT = -1074  # of the last bit of a float


def integer(value: int, verb: Verb) -> bytes:
    """Return an integer in the number base that the verb asks for."""
    if verb.precision == 0 and value == 0:
        return b" " * (verb.width or 0)
    sign = verb.sign(is_negative=value < 0)
    digits = format(abs(value), _BASES[verb.letter])
    if verb.precision is not None:
        digits = digits.rjust(verb.precision, "0")
    elif verb.zero and not verb.minus:
        digits = digits.rjust((verb.width or 0) - len(sign), "0")
    if verb.sharp and verb.letter in _PREFIXES:
        digits = _PREFIXES[verb.letter] + digits
    elif verb.sharp and verb.letter in "oO" and digits[0] != "0":
        digits = "0" + digits
    if verb.letter == "O":
        digits = "0o" + digits
    return verb.pad((sign + digits).encode(), zeros=False)


def code_point(value: int, verb: Verb) -> bytes:
    """Return an integer as a code point, such as U+0041. With the flag #, add the character."""
    code = value % 2**64
    places = max(4, verb.precision or 0)
    text = f"U+{code:0{places}X}"
    if verb.sharp and code <= 0x10FFFF and chr(code).isprintable():
        text += f" '{chr(code)}'"
    return verb.pad(text.encode(), zeros=False)


def character(value: int) -> str:
    """Return the character with this code, or the replacement character."""
    if 0 <= value <= 0x10FFFF and not 0xD800 <= value < 0xE000:
        return chr(value)
    return "\ufffd"


def floating(value: float, verb: Verb) -> bytes:
    """Return a float in the notation of the verb."""
    is_negative = math.copysign(1, value) < 0
    if math.isnan(value):
        sign = verb.sign(is_negative=False)
        return verb.pad(f"{sign}NaN".encode(), zeros=False)
    sign = verb.sign(is_negative=is_negative)
    if math.isinf(value):
        return verb.pad(f"{sign or '+'}Inf".encode(), zeros=False)
    digits = _digits(abs(value), verb)
    if verb.sharp and verb.letter != "b":
        digits = _with_point(digits, verb)
    if sign and verb.zero and not verb.minus:
        digits = digits.rjust((verb.width or 0) - len(sign), "0")
    return verb.pad((sign + digits).encode())


def _digits(value: float, verb: Verb) -> str:
    """Return the digits of a float as the verb writes them. The float is not negative."""
    precision = verb.precision
    match verb.letter:
        case "b":
            return _binary(value)
        case "x" | "X":
            text = _hexadecimal(value, precision)
            return text.upper() if verb.letter == "X" else text
        case "e" | "E" | "f" | "F":
            places = 6 if precision is None else precision
            return format(value, f".{places}{verb.letter.replace('F', 'f')}")
    letter = "G" if verb.letter == "G" else "g"
    if precision is not None:
        return format(value, f".{precision}{letter}")
    return _shortest(value, "E" if letter == "G" else "e")


def _shortest(value: float, exponent_letter: str) -> str:
    """Return a float with the fewest digits that still mean the same float.

    Use an exponent if the float is below 0.0001, or at least 1000000.
    """
    mantissa, _, power = repr(value).partition("e")
    whole, _, fraction = mantissa.partition(".")
    all_digits = whole + fraction
    digits = all_digits.lstrip("0")
    leading_zeros = len(all_digits) - len(digits)
    exponent = int(power or 0) + len(whole) - 1 - leading_zeros
    digits = digits.rstrip("0")
    if not digits:
        return "0"
    if exponent < -4 or exponent >= 6:
        tail = f".{digits[1:]}" if len(digits) > 1 else ""
        return f"{digits[0]}{tail}{exponent_letter}{exponent:+03d}"
    if exponent < 0:
        return "0." + "0" * (-exponent - 1) + digits
    whole = digits[: exponent + 1].ljust(exponent + 1, "0")
    fraction = digits[exponent + 1 :]
    return f"{whole}.{fraction}" if fraction else whole


def _bits(value: float) -> tuple[int, int]:
    """Return the mantissa of a float as an integer, and its power of two."""
    _, exponent = math.frexp(value)
    exponent = max(exponent - _MANTISSA_BITS - 1, _SMALLEST_EXPONENT)
    if value == 0:
        return 0, _SMALLEST_EXPONENT
    numerator, denominator = value.as_integer_ratio()
    if exponent < 0:
        return (numerator << -exponent) // denominator, exponent
    return numerator >> exponent, exponent


def _binary(value: float) -> str:
    """Return a float as a mantissa and a power of two, as in 1p-1074."""
    mantissa, exponent = _bits(value)
    return f"{mantissa}p{exponent:+d}"


def _hexadecimal(value: float, precision: int | None) -> str:
    """Return a float as a hexadecimal fraction and a power of two, as in 0x1.8p+01."""
    mantissa, exponent = _bits(value)
    places = _MANTISSA_BITS // 4
    if mantissa:
        missing = _MANTISSA_BITS + 1 - mantissa.bit_length()
        mantissa <<= missing
        exponent += _MANTISSA_BITS - missing
    else:
        exponent = 0
    if precision is not None and precision < places:
        mantissa = _rounded(mantissa, 4 * (places - precision))
        if mantissa.bit_length() > _MANTISSA_BITS + 1:
            mantissa >>= 1
            exponent += 1
    digits = f"{mantissa:0{places + 1}x}"
    fraction = digits[1:]
    if precision is None:
        fraction = fraction.rstrip("0")
    else:
        fraction = fraction[:precision].ljust(precision, "0")
    point = "." if fraction else ""
    return f"0x{digits[0]}{point}{fraction}p{exponent:+03d}"


def _rounded(mantissa: int, bits: int) -> int:
    """Return a mantissa rounded to a multiple of 2**bits; a half goes to the even multiple."""
    unit = 1 << bits
    whole = mantissa >> bits
    rest = mantissa % unit
    if rest * 2 > unit or (rest * 2 == unit and whole % 2):
        whole += 1
    return whole << bits


def _with_point(digits: str, verb: Verb) -> str:
    """Return digits with a point and with trailing zeros, as the flag # asks for.

    Go counts the x of a hexadecimal number as a digit.
    """
    missing = 0
    if verb.letter in "vgGx":
        missing = 6 if verb.precision is None else verb.precision
    exponent_letters = "pP" if verb.letter in "xX" else "eE"
    end = 0
    while end < len(digits) and digits[end] not in exponent_letters:
        end += 1
    number = digits[:end]
    significant = number.replace(".", "").lstrip("0")
    missing -= len(significant)
    if "." not in number:
        if number == "0":
            missing -= 1
        number += "."
    return number + "0" * max(0, missing) + digits[end:]
