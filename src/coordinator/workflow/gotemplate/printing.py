"""Write values as Go's print, println and each verb of printf do."""

from collections.abc import Sequence

from coordinator.workflow.gotemplate.errors import Refusal
from coordinator.workflow.gotemplate.limits import ELEMENT, Allowance, check_size
from coordinator.workflow.gotemplate.numbers import character, code_point, floating, integer
from coordinator.workflow.gotemplate.quoting import can_backquote, quoted
from coordinator.workflow.gotemplate.values import (
    Absent,
    Byte,
    List,
    Map,
    characters,
    from_characters,
    refuse_unknown,
    type_name,
)
from coordinator.workflow.gotemplate.verbs import PLAIN, Verb

_FLOAT_LETTERS = "vbgGxXfFeE"
_INTEGER_LETTERS = "vdboOxX"
_STRING_LETTERS = "vsxXq"


def sprint(allowance: Allowance, values: Sequence[object]) -> bytes:
    """Return the values as one string.

    Put a space between two neighbours if neither of them is a string.
    """
    pieces: list[bytes] = []
    is_after_string = True
    for value in values:
        is_string = isinstance(value, bytes)
        if not is_string and not is_after_string:
            pieces.append(b" ")
        pieces.append(shown(allowance, value, PLAIN))
        is_after_string = is_string
    return joined(pieces)


def sprintln(allowance: Allowance, values: Sequence[object]) -> bytes:
    """Return the values with spaces between them, and a line break."""
    pieces: list[bytes] = []
    for value in values:
        pieces.append(shown(allowance, value, PLAIN))
    return b" ".join(pieces) + b"\n"


def joined(pieces: Sequence[bytes]) -> bytes:
    """Return the pieces as one string. Raise Refusal if the string is too large."""
    check_size(sum(map(len, pieces)))
    return b"".join(pieces)


def shown(allowance: Allowance, value: object, verb: Verb) -> bytes:
    """Return a value as the verb writes it, or Go's error text if the verb does not fit it."""
    letter = verb.letter
    if value is None:
        if letter in "vT":
            return verb.pad(b"<nil>")
        return b"%!" + from_characters(letter) + b"(<nil>)"
    if letter == "T":
        return _string(type_name(value).encode(), verb._replace(letter="s"))
    if letter in "pw" and isinstance(value, List | Map):
        if letter == "p":
            raise Refusal("printf with %p of a list or a mapping is an address")
        return _misfit(allowance, value, verb)
    text = _element(allowance, value, verb)
    check_size(len(text))
    allowance.handle(len(text))
    return text


def _misfit(allowance: Allowance, value: object, verb: Verb) -> bytes:
    """Return Go's error text for a verb that does not fit a value, such as `%!d(string=x)`."""
    letter = verb.letter
    written = _element(allowance, value, verb._replace(letter="v"))
    name = type_name(value).encode()
    return b"%!" + from_characters(letter) + b"(" + name + b"=" + written + b")"


def _element(allowance: Allowance, value: object, verb: Verb) -> bytes:
    """Return a value as the verb writes it. A nil is one inside a list or mapping."""
    match value:
        case None:
            return b"interface {}(nil)" if verb.is_go_syntax else b"<nil>"
        case List():
            return _list(allowance, value, verb)
        case Map():
            return _map(allowance, value, verb)
        case bool() if verb.letter in "vt":
            return verb.pad(b"true" if value else b"false")
        case bytes() if verb.letter in _STRING_LETTERS:
            return _string(value, verb)
        case float() if verb.letter in _FLOAT_LETTERS:
            return floating(value, verb)
        case complex() if verb.letter in _FLOAT_LETTERS:
            real = floating(value.real, verb)
            return b"(" + real + floating(value.imag, verb._replace(plus=True)) + b"i)"
        case Byte() if verb.letter == "v" and verb.is_go_syntax:
            return integer(value, verb._replace(letter="x", sharp=True))
        case int() if not isinstance(value, bool):
            return _integer(allowance, value, verb)
        case bool() | bytes() | float() | complex():
            return _misfit(allowance, value, verb)
        case Absent():
            value.check()
    refuse_unknown(value)


def _integer(allowance: Allowance, value: int, verb: Verb) -> bytes:
    match verb.letter:
        case "c":
            return verb.pad(character(value).encode())
        case "q":
            return verb.pad(quoted(character(value), "'", only_ascii=verb.plus).encode())
        case "U":
            return code_point(value, verb)
    if verb.letter in _INTEGER_LETTERS:
        return integer(value, verb)
    return _misfit(allowance, value, verb)


def _string(value: bytes, verb: Verb) -> bytes:
    if verb.letter in "xX":
        return _hexadecimal(value, verb)
    text = value
    if verb.precision is not None:
        text = from_characters(characters(value)[: verb.precision])
    if verb.letter != "q" and not verb.is_go_syntax:
        return verb.pad(text)
    if verb.sharp and can_backquote(text):
        return verb.pad(b"`" + text + b"`")
    only_ascii = verb.plus
    return verb.pad(quoted(characters(text), '"', only_ascii=only_ascii).encode())


def _hexadecimal(value: bytes, verb: Verb) -> bytes:
    """Return the bytes of a string as hexadecimal digits."""
    part = value[: verb.precision]
    if verb.space:
        prefix = "0x" if verb.sharp else ""
        digits = " ".join(prefix + f"{each:02x}" for each in part)
    else:
        digits = part.hex()
        if verb.sharp and digits:
            digits = "0x" + digits
    if verb.letter == "X":
        digits = digits.upper()
    return verb.pad(digits.encode())


def _list(allowance: Allowance, value: List, verb: Verb) -> bytes:
    pieces: list[bytes] = []
    for each in value:
        pieces.append(_counted(allowance, each, verb))
    if verb.is_go_syntax:
        return b"[]interface {}{" + b", ".join(pieces) + b"}"
    return b"[" + b" ".join(pieces) + b"]"


def _map(allowance: Allowance, value: Map, verb: Verb) -> bytes:
    """Return a mapping as the verb writes it, sorted by key."""
    pieces: list[bytes] = []
    for key in sorted(value):
        written = _counted(allowance, key, verb)
        pieces.append(written + b":" + _counted(allowance, value[key], verb))
    if verb.is_go_syntax:
        return b"map[string]interface {}{" + b", ".join(pieces) + b"}"
    return b"map[" + b" ".join(pieces) + b"]"


def _counted(allowance: Allowance, value: object, verb: Verb) -> bytes:
    """Return an element as the verb writes it, and count its size.

    A list that is too large is then refused before all of it is written.
    """
    text = _element(allowance, value, verb)
    allowance.handle(ELEMENT + len(text))
    return text
