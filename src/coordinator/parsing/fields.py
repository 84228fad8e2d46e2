"""The data of a reply: a tree with line numbers, whose mappings are read field by field.

Scalars stay as they are written; what a field means is decided by whoever asks for it. Every refusal names its line.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TypeVar

Choice = TypeVar("Choice")
_NULLS = ("", "~", "null", "Null", "NULL")
_NUMBER = re.compile(r"[+-]?(?:[0-9]{1,12}(?:\.[0-9]{0,20})?|\.[0-9]{1,20})")


class ParseError(Exception):
    """Why a text cannot be read; `line` is 0 when no single line is to blame."""

    def __init__(self, what: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {what}" if line else what)
        self.line = line


@dataclass(frozen=True, slots=True)
class ScalarNode:
    """One scalar as it is written; `quoted` tells "null" from null."""

    value: str
    line: int
    quoted: bool = False

    @property
    def null(self) -> bool:
        """Whether nothing was given."""
        return not self.quoted and self.value in _NULLS


@dataclass(frozen=True, slots=True)
class ListNode:
    """A list of nodes."""

    items: tuple["Node", ...]
    line: int


@dataclass(frozen=True, slots=True)
class MapNode:
    """A mapping whose fields are asked for by name and type; several names are spellings of one field."""

    fields: Mapping[str, "Node"]
    line: int

    def node(self, *names: str) -> "Node | None":
        """Return what the field holds; None when it is not given or null."""
        given = []
        for name in names:
            node = self.fields.get(name)
            if node is not None and not (isinstance(node, ScalarNode) and node.null):
                given.append(name)
        if len(given) > 1:
            raise ParseError(f"{given[0]} and {given[1]} are both given", self.line)
        if given:
            return self.fields[given[0]]
        return None

    def text(self, *names: str, verbatim: bool = False) -> str:
        """Return the text of a field, empty when it is not given; `verbatim` keeps the white space at its ends."""
        node = self.node(*names)
        if node is None:
            return ""
        if not isinstance(node, ScalarNode):
            raise ParseError(f"{self._name(names)} should be text", node.line)
        if verbatim:
            return node.value
        return node.value.strip()

    def required(self, *names: str) -> str:
        """Return the text of a field that must not be empty."""
        text = self.text(*names)
        if not text:
            raise ParseError(f"{self._name(names)} is missing", self.line_of(*names))
        return text

    def choice(self, choices: Mapping[str, Choice] | Sequence[Choice], *names: str) -> Choice:
        """Return the word in a field, or what it stands for; upper and lower case and a full stop do not matter."""
        known = (
            choices if isinstance(choices, Mapping) else {str(choice): choice for choice in choices}
        )
        word = self.required(*names)
        plain_word = word.lower().removesuffix(".")  # not casefold: `paß` is no pass
        if plain_word not in known:
            shown = repr(word if len(word) <= 60 else word[:59] + "…")
            what = f"{self._name(names)} should be one of {', '.join(known)}, not {shown}"
            raise ParseError(what, self.line_of(*names))
        return known[plain_word]

    def number(self, name: str) -> Decimal | None:
        """Return the exact number in a field; None when there is none."""
        node = self.node(name)
        if not isinstance(node, ScalarNode) or not _NUMBER.fullmatch(node.value.strip()):
            return None
        return Decimal(node.value.strip())

    def entry(self, name: str) -> "MapNode | None":
        """Return the mapping in a field; None when it is not given, or an empty list."""
        node = self.node(name)
        if node is None or (isinstance(node, ListNode) and not node.items):
            return None
        if not isinstance(node, MapNode):
            raise ParseError(f"{name} should be a mapping of keys to values", node.line)
        return node

    def entries(self, *names: str, most: int, plain: str = "") -> list["MapNode"]:
        """Return the mappings in a list; none when it is not given. A text stands for one with the field `plain`."""
        entries = []
        for item in self.items(*names, most=most):
            if plain and isinstance(item, ScalarNode):
                item = MapNode(fields={plain: item}, line=item.line)
            if not isinstance(item, MapNode):
                raise ParseError(
                    f"an entry of {self._name(names)} should be a mapping of keys to values",
                    item.line,
                )
            entries.append(item)
        return entries

    def items(self, *names: str, most: int, least: int = 0) -> tuple["Node", ...]:
        """Return what a list holds, nothing when it is not given; raise ParseError for too few or too many."""
        node = self.node(*names)
        name = self._name(names)
        if not isinstance(node, ListNode | None):
            raise ParseError(f"{name} should be a list", node.line)
        items = node.items if node else ()
        if not least <= len(items) <= most:
            needed = f"at least {least} {'is' if least == 1 else 'are'} needed"
            wanted = needed if len(items) < least else f"at most {most} are read"
            raise ParseError(f"{name} has {len(items)} entries, {wanted}", self.line_of(*names))
        return items

    def line_of(self, *names: str) -> int:
        """Return the line of a field, or of the mapping where the field should be."""
        return self.fields.get(self._name(names), self).line

    def _name(self, names: tuple[str, ...]) -> str:
        return next((name for name in names if name in self.fields), names[0])


Node = ScalarNode | ListNode | MapNode


def plain(node: Node | None) -> object:
    """Return the tree as strings, lists and dictionaries; null is None."""
    if isinstance(node, MapNode):
        return {key: plain(value) for key, value in node.fields.items()}
    if isinstance(node, ListNode):
        return [plain(item) for item in node.items]
    if node is None or node.null:
        return None
    return node.value


def squeeze(text: str) -> str:
    """Return the text with every run of white space made one space."""
    return " ".join(text.split())


def comparable(request: str) -> str:
    """Return a request as two of them are compared: white space and what nobody sees make no other one."""
    return squeeze("".join(sign for sign in request if sign.isprintable() or sign.isspace()))


def resolve(written: str, names: Iterable[str]) -> str:
    """Return the one name that is meant, or nothing: only case, spaces and zeros before a number may differ."""
    known = list(names)
    if written in known:
        return written

    def spelling(name: str) -> str:
        return re.sub(r"(?<!\d)0+(?=\d)", "", squeeze(name).casefold())

    meant = [name for name in known if spelling(name) == spelling(written)]
    if len(meant) == 1:
        return meant[0]
    return ""
