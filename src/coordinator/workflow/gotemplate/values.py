"""The values of a template: decoded JSON as Go holds it.

A string is `bytes`, because Go counts, cuts and compares the bytes of a string. A number of the
data is a float. An int is a number that the template wrote or counted.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import NoReturn

from coordinator.workflow.gotemplate.errors import Refusal
from coordinator.workflow.gotemplate.limits import DEEPEST

LONGEST_DOUBLED = 512  # up to this length, Go doubles the capacity of a growing list


class Byte(int):
    """One byte of a string. Go's name of this type is uint8."""


class Absent:
    """A missing value. It counts as false.

    If it has a `problem`, only a condition can use it. Any other use is an error.
    """

    def __init__(self, problem: str = "", fix: str = "") -> None:
        self.problem = problem
        self.fix = fix

    def __bool__(self) -> bool:
        return False

    def check(self) -> None:
        """Raise Refusal if the value has a problem."""
        if self.problem:
            raise Refusal(self.problem, self.fix)


MISSING = Absent()


class Facts(dict[str, object]):
    """The known facts about `owner`.

    A condition can name an unknown fact. Any other use of an unknown fact is an error.
    """

    def __init__(self, owner: str, known: Mapping[str, object]) -> None:
        super().__init__(known)
        self.owner = owner

    def __missing__(self, name: str) -> Absent:
        fix = f"check for it first, as in {{{{ if .Issue.{name} }}}}, or remove it"
        return Absent(f"{self.owner} has no {name}", fix)


class List(list[object]):
    """A list. `beyond` are the elements after its end, which Go's `slice` can reach."""

    def __init__(self, elements: Iterable[object], beyond: Iterable[object]) -> None:
        super().__init__(elements)
        self.beyond = tuple(beyond)


class Map(dict[bytes, object]):
    """A mapping. `absent` returns the value of a field that is missing."""

    def __init__(self, absent: Callable[[str], Absent]) -> None:
        super().__init__()
        self._absent = absent

    def field(self, name: bytes) -> object:
        """Return the value of a field, or an Absent."""
        if name in self:
            return self[name]
        return self._absent(name.decode("utf-8", "replace"))


def decoded(value: object, depth: int = 0) -> object:
    """Return a value as Go decodes it from JSON, with all numbers as floats.

    A value that cannot be printed becomes an Absent.
    """
    if isinstance(value, str):
        return encoded(value)
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int | float):
        if isinstance(value, int) and value.bit_length() > 1023:
            return Absent("a number in the data is too large")
        return float(value)
    if depth == DEEPEST:
        return Absent(f"a value is nested more than {DEEPEST} levels deep")
    if isinstance(value, Mapping):
        return _decoded_map(value, depth)
    if isinstance(value, list | tuple):
        elements = [decoded(each, depth + 1) for each in value]
        beyond = [None] * (_capacity(len(elements)) - len(elements))
        return List(elements, beyond)
    return Absent(f"a value of the type {type(value).__name__} cannot be shown")


def _decoded_map(value: Mapping[object, object], depth: int) -> Map:
    result = Map(_plainly_absent)
    if isinstance(value, Facts):
        result = Map(value.__missing__)
    for key, each in value.items():
        result[encoded(str(key))] = decoded(each, depth + 1)
    return result


def _plainly_absent(_name: str) -> Absent:
    return MISSING


def _capacity(length: int) -> int:
    """Return the capacity of a list that Go's JSON decoder has grown to this length."""
    if length == 0 or length > LONGEST_DOUBLED:
        return length
    capacity = 1
    while capacity < length:
        capacity *= 2
    return capacity


def encoded(text: str) -> bytes:
    """Return a text in UTF-8. Half of a surrogate pair becomes U+FFFD."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode()


def characters(text: bytes) -> str:
    """Decode UTF-8. Each byte that is not part of a valid character becomes a surrogate."""
    return text.decode("utf-8", "surrogateescape")


def from_characters(text: str) -> bytes:
    """Return the string with these characters; the inverse of `characters`."""
    return text.encode("utf-8", "surrogateescape")


def is_stray(character: str) -> bool:
    """Return whether `characters` made this surrogate from a byte of no valid character."""
    return "\udc80" <= character <= "\udcff"


def type_name(value: object) -> str:
    """Return Go's name of the type of a value."""
    match value:
        case None:
            return "nil"
        case bool():
            return "bool"
        case Byte():
            return "uint8"
        case int():
            return "int"
        case float():
            return "float64"
        case complex():
            return "complex128"
        case bytes():
            return "string"
        case List():
            return "[]interface {}"
        case Map():
            return "map[string]interface {}"
    refuse_unknown(value)


def refuse_unknown(value: object) -> NoReturn:
    """Raise Refusal for a value that no template can have."""
    if isinstance(value, Absent):
        value.check()
    raise Refusal(f"a value of the type {type(value).__name__} cannot be used")
