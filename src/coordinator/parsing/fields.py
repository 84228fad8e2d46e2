"""Hold the data of a reply as a tree with line numbers, and read its fields by name and type.

Scalars keep their written form. The caller that reads a field interprets it. Every ParseError from
here names the line.
"""

import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TypeVar

Choice = TypeVar("Choice")
Hashed = TypeVar("Hashed", bound=Hashable)

LONGEST_SHOWN = 60  # characters of a reply that a message quotes

_NULLS = ("", "~", "null", "Null", "NULL")
_NUMBER = re.compile(r"[+-]?(?:[0-9]{1,12}(?:\.[0-9]{0,20})?|\.[0-9]{1,20})")


class ParseError(Exception):
    """A text cannot be read; `line` is 0 when the fault is not on a single line."""

    def __init__(self, what: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {what}" if line else what)
        self.line = line


@dataclass(frozen=True, slots=True)
class ScalarNode:
    """One scalar in its written form; `quoted` distinguishes the string "null" from null."""

    value: str
    line: int
    quoted: bool = False

    @property
    def null(self) -> bool:
        """Whether the scalar is empty or null, and not quoted."""
        return not self.quoted and self.value in _NULLS


@dataclass(frozen=True, slots=True)
class ListNode:
    """A list of nodes."""

    items: tuple["Node", ...]
    line: int


@dataclass(frozen=True, slots=True)
class MapNode:
    """A mapping whose methods read a field by its name and type.

    If a method takes several names, they are different spellings of one field.
    """

    fields: Mapping[str, "Node"]
    line: int

    def node(self, *names: str) -> "Node | None":
        """Return the node of a field, or None if the field is missing or null."""
        given = []
        for name in names:
            node = self.fields.get(name)
            if node is not None and not (isinstance(node, ScalarNode) and node.null):
                given.append(name)
        if len(given) > 1:
            raise ParseError(f"{given[0]} and {given[1]} are both given; give only one", self.line)
        if given:
            return self.fields[given[0]]
        return None

    def text(self, *names: str, verbatim: bool = False) -> str:
        """Return the text of a field, or an empty string if the field is missing.

        If `verbatim` is true, keep the white space at its ends.
        """
        node = self.node(*names)
        if node is None:
            return ""
        if not isinstance(node, ScalarNode):
            raise ParseError(f"{self._name(names)} should be text", node.line)
        if verbatim:
            return node.value
        return node.value.strip()

    def required(self, *names: str) -> str:
        """Return the text of a field. Raise ParseError if it is missing or empty."""
        text = self.text(*names)
        if not text:
            raise ParseError(f"{self._name(names)} is missing", self.line_of(*names))
        return text

    def choice(self, choices: Mapping[str, Choice] | Sequence[Choice], *names: str) -> Choice:
        """Return the one of `choices` that the text of a field names.

        If `choices` is a mapping, the text must be one of its keys, and the value is returned. The
        text may differ from a choice in upper and lower case, and may end with a full stop.
        """
        if not isinstance(choices, Mapping):
            choices = {str(choice): choice for choice in choices}
        word = self.required(*names)
        plain_word = word.lower().removesuffix(".")  # casefold would turn `paß` into `pass`
        if plain_word in choices:
            return choices[plain_word]
        expected = ", ".join(choices)
        what = f"{self._name(names)} should be one of {expected}, not {truncated(word)!r}"
        raise ParseError(what, self.line_of(*names))

    def number(self, name: str) -> Decimal | None:
        """Return the exact number in a field, or None if the field does not hold a number."""
        node = self.node(name)
        if not isinstance(node, ScalarNode) or not _NUMBER.fullmatch(node.value.strip()):
            return None
        return Decimal(node.value.strip())

    def entry(self, name: str) -> "MapNode | None":
        """Return the mapping in a field, or None if the field is missing or an empty list."""
        node = self.node(name)
        if node is None or (isinstance(node, ListNode) and not node.items):
            return None
        if not isinstance(node, MapNode):
            raise ParseError(f"{name} should be a mapping of keys to values", node.line)
        return node

    def entries(self, *names: str, most: int, plain: str = "") -> list["MapNode"]:
        """Return the mappings in a list, or an empty list if the field is missing.

        If `plain` names a field, a scalar in the list becomes a mapping with only that field.
        """
        entries = []
        for item in self.items(*names, most=most):
            if plain and isinstance(item, ScalarNode):
                item = MapNode(fields={plain: item}, line=item.line)
            if not isinstance(item, MapNode):
                what = f"an entry of {self._name(names)} should be a mapping of keys to values"
                raise ParseError(what, item.line)
            entries.append(item)
        return entries

    def items(self, *names: str, most: int, least: int = 0) -> tuple["Node", ...]:
        """Return the items of a list, or an empty tuple if the field is missing.

        Raise ParseError if there are fewer than `least` or more than `most`.
        """
        node = self.node(*names)
        name = self._name(names)
        if not isinstance(node, ListNode | None):
            raise ParseError(f"{name} should be a list", node.line)
        items = node.items if node else ()
        if len(items) < least:
            verb = "is" if least == 1 else "are"
            what = f"{name} has {len(items)} entries, at least {least} {verb} needed"
            raise ParseError(what, self.line_of(*names))
        if len(items) > most:
            what = f"{name} has {len(items)} entries, at most {most} are allowed"
            raise ParseError(what, self.line_of(*names))
        return items

    def line_of(self, *names: str) -> int:
        """Return the line of a field, or the line of the mapping if the field is missing."""
        return self.fields.get(self._name(names), self).line

    def _name(self, names: tuple[str, ...]) -> str:
        """Return the first of the names that is a key of this mapping, or else the first name."""
        for name in names:
            if name in self.fields:
                return name
        return names[0]


Node = ScalarNode | ListNode | MapNode


def plain(node: Node | None) -> object:
    """Return the tree as strings, lists and dictionaries; a null becomes None."""
    if isinstance(node, MapNode):
        return {key: plain(value) for key, value in node.fields.items()}
    if isinstance(node, ListNode):
        return [plain(item) for item in node.items]
    if node is None or node.null:
        return None
    return node.value


def in_small_letters(node: Node) -> Node:
    """Return the tree with all keys in small letters. Raise ParseError if two become equal."""
    if isinstance(node, ListNode):
        return ListNode(tuple(in_small_letters(item) for item in node.items), node.line)
    if not isinstance(node, MapNode):
        return node
    fields: dict[str, Node] = {}
    for key, value in node.fields.items():
        small = key.lower()
        if small in fields:
            raise ParseError(f"{small} is given twice", value.line)
        fields[small] = in_small_letters(value)
    return MapNode(fields, node.line)


def squeeze(text: str) -> str:
    """Return the text with one space for every run of white space."""
    return " ".join(text.split())


def without_repeats(values: Iterable[Hashed]) -> tuple[Hashed, ...]:
    """Return each value once, in the order of first occurrence."""
    return tuple(dict.fromkeys(values))


def truncated(text: str) -> str:
    """Return the text if it is short enough for a message, else its beginning."""
    if len(text) <= LONGEST_SHOWN:
        return text
    return text[: LONGEST_SHOWN - 1] + "…"


def comparable(request: str) -> str:
    """Return a request with single spaces and without invisible characters, for comparison."""
    return squeeze("".join(sign for sign in request if sign.isprintable() or sign.isspace()))


def resolve(written: str, names: Iterable[str]) -> str:
    """Return the only known name that matches a written name, or an empty string.

    The written name may differ in case, in white space and in zeros before a number.
    """
    known = list(names)
    if written in known:
        return written
    meant = [name for name in known if _spelling(name) == _spelling(written)]
    if len(meant) == 1:
        return meant[0]
    return ""


def _spelling(name: str) -> str:
    return re.sub(r"(?<!\d)0+(?=\d)", "", squeeze(name).casefold())
