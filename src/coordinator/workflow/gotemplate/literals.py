"""Read the literals of a template: numbers, characters and strings."""

from coordinator.workflow.gotemplate.errors import Refusal
from coordinator.workflow.gotemplate.nodes import Literal, TooLarge

_BASES = {"b": 2, "o": 8, "x": 16}
_DIGITS = "0123456789abcdef"
_ESCAPES = {
    "a": "\a",
    "b": "\b",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
    "v": "\v",
    "\\": "\\",
}
_HEXADECIMAL_ESCAPES = {"x": 2, "u": 4, "U": 8}  # the number of digits after the letter


def number(text: str) -> Literal | TooLarge:
    """Return the number that a text spells. Raise Refusal if the text spells no number."""
    if text.endswith("i"):
        imaginary = _float(text[:-1])
        if imaginary is not None:
            return Literal(complex(0, imaginary))
    integer = _integer(text)
    is_signed = text[0] in "+-"
    has_point_or_exponent = any(sign in text for sign in ".eEpP")
    if integer is not None and -(2**63) <= integer < 2**63:
        # As in Go, the e of a hexadecimal number with a sign passes for an exponent.
        is_hexadecimal = text[:2] in ("0x", "0X")
        if has_point_or_exponent and not is_hexadecimal:
            return Literal(float(integer))
        return Literal(integer)
    if integer is not None and not is_signed and integer < 2**64:
        return TooLarge(text)
    value = _float(text)
    if value is None or not has_point_or_exponent:
        raise Refusal(f"{text!r} is no number, or too large for one")
    return Literal(value)


def complex_number(text: str) -> Literal:
    """Return the complex number that a text such as `1+2i` spells."""
    middle = max(text.rfind("+", 0, -1), text.rfind("-", 0, -1))
    if text[middle - 1] in "eEpP":
        middle = max(text.rfind("+", 0, middle), text.rfind("-", 0, middle))
    real = _float(text[:middle])
    imaginary = _float(text[middle:-1])
    if real is None or imaginary is None:
        raise Refusal(f"{text!r} is no number")
    return Literal(complex(real, imaginary))


def _integer(text: str) -> int | None:
    if not _are_underscores_right(text):
        return None
    digits = text.replace("_", "").lower()
    sign = 1
    if digits[:1] in ("+", "-"):
        sign = -1 if digits[0] == "-" else 1
        digits = digits[1:]
    base = 10
    if digits[:1] == "0" and len(digits) > 1:
        base = _BASES.get(digits[1], 8)
        digits = digits[2:] if digits[1] in _BASES else digits[1:]
    try:
        return sign * int(digits, base)
    except ValueError:
        return None


def _float(text: str) -> float | None:
    """Return the float that a text spells; None if it spells none, or one that is too large."""
    if not _are_underscores_right(text):
        return None
    digits = text.replace("_", "").lower()
    is_hexadecimal = "x" in digits
    if is_hexadecimal != ("p" in digits):
        return None
    try:
        value = float.fromhex(digits) if is_hexadecimal else float(digits)
    except (ValueError, OverflowError):
        return None
    if abs(value) == float("inf"):
        return None
    return value


def _are_underscores_right(text: str) -> bool:
    """Return whether each underscore is between two digits, or between a prefix and a digit."""
    if "_" not in text:
        return True
    digits = text.lower().lstrip("+-")
    allowed = _DIGITS[:10]
    before = ""
    if digits[0] == "0" and digits[1] in _BASES:
        if digits[1] == "x":
            allowed = _DIGITS
        before = "0"
        digits = digits[2:]
    for each in digits:
        if each == "_" and (before == "" or before not in allowed):
            return False
        if before == "_" and each not in allowed:
            return False
        before = each
    return before != "_"


def character(text: str) -> Literal:
    """Return the code of the character that a text in apostrophes spells."""
    code, _, end = _unescaped(text, 1, "'")
    if end != len(text) - 1 or text == "''":
        raise Refusal(f"{text} should hold one character")
    return Literal(code)


def string(text: str) -> bytes:
    """Return the string that a text in quotes spells."""
    if text[0] == "`":
        return text[1:-1].replace("\r", "").encode()
    result = bytearray()
    at = 1
    while at < len(text) - 1:
        code, is_byte, at = _unescaped(text, at, '"')
        if is_byte:
            result.append(code)
        else:
            result += chr(code).encode()
    return bytes(result)


def _unescaped(text: str, at: int, quote: str) -> tuple[int, bool, int]:
    """Read the character or escape at a position.

    Return its code, whether the code is that of a single byte, and the position after it.
    """
    if text[at] != "\\":
        return ord(text[at]), False, at + 1
    letter = text[at + 1]
    at += 2
    if letter == quote:
        return ord(quote), False, at
    if letter in _ESCAPES:
        return ord(_ESCAPES[letter]), False, at
    if letter in "01234567":
        code = _code(text[at - 1 : at + 2], 3, 8)
        if code > 255:
            raise Refusal(f"the escape \\{text[at - 1 : at + 2]} is no byte")
        return code, True, at + 2
    if letter not in _HEXADECIMAL_ESCAPES:
        raise Refusal(f"unknown escape \\{letter}")
    count = _HEXADECIMAL_ESCAPES[letter]
    code = _code(text[at : at + count], count, 16)
    if letter != "x" and (0xD800 <= code < 0xE000 or code > 0x10FFFF):
        raise Refusal(f"the escape \\{letter}{text[at : at + count]} is no character")
    return code, letter == "x", at + count


def _code(digits: str, count: int, base: int) -> int:
    """Return the number that the digits spell. Raise Refusal unless there are `count` of them."""
    allowed = _DIGITS[:base]
    if len(digits) != count or any(each not in allowed for each in digits.lower()):
        raise Refusal(f"{digits!r} is no code of a character")
    return int(digits, base)
