"""One mapping of a block, read field by field; every refusal names its line."""

import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import TypeVar

from coordinator.parsing.data import ListNode, MapNode, Node, ParseError, ScalarNode, plain

Choice = TypeVar("Choice")
_NUMBER = re.compile(r"[+-]?(?:[0-9]{1,12}(?:\.[0-9]{0,20})?|\.[0-9]{1,20})")


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
    return meant[0] if len(meant) == 1 else ""


class FieldReader:
    """A mapping whose fields are asked for by name and type; several names are spellings of one field."""

    def __init__(self, fields: MapNode) -> None:
        self._fields = fields.fields
        self.line = fields.line
        self.names = tuple(fields.fields)

    def node(self, *names: str) -> Node | None:
        """Return what the field holds; None when it is not given or null."""
        given = []
        for name in names:
            node = self._fields.get(name)
            if node is not None and not (isinstance(node, ScalarNode) and node.null):
                given.append(name)
        if len(given) > 1:
            raise ParseError(f"{given[0]} and {given[1]} are both given", self.line)
        return self._fields[given[0]] if given else None

    def text(self, *names: str, verbatim: bool = False) -> str:
        """Return the text of a field, empty when it is not given; `verbatim` keeps the white space at its ends."""
        node = self.node(*names)
        if node is None:
            return ""
        if not isinstance(node, ScalarNode):
            raise ParseError(f"{self._name(names)} should be text", node.line)
        return node.value if verbatim else node.value.strip()

    def required(self, *names: str) -> str:
        """Return the text of a field that must not be empty."""
        text = self.text(*names)
        if not text:
            raise ParseError(f"{self._name(names)} is missing", self.line_of(*names))
        return text

    def choice(self, choices: Mapping[str, Choice] | Sequence[Choice], *names: str) -> Choice:
        """Return the word in a field, or what it stands for; upper and lower case and a full stop do not matter."""
        known = choices if isinstance(choices, Mapping) else {str(choice): choice for choice in choices}
        word = self.required(*names)
        plain_word = word.casefold().removesuffix(".")
        if plain_word not in known:
            shown = repr(word if len(word) <= 60 else word[:59] + "…")
            what = f"{self._name(names)} should be one of {', '.join(known)}, not {shown}"
            raise ParseError(what, self.line_of(*names))
        return known[plain_word]

    def number(self, *names: str) -> Decimal | None:
        """Return the exact number in a field; None when there is none."""
        node = self.node(*names)
        if not isinstance(node, ScalarNode) or not _NUMBER.fullmatch(node.value.strip()):
            return None
        return Decimal(node.value.strip())

    def entry(self, *names: str) -> "FieldReader | None":
        """Return the mapping in a field; None when it is not given, or an empty list."""
        node = self.node(*names)
        if node is None or (isinstance(node, ListNode) and not node.items):
            return None
        if not isinstance(node, MapNode):
            raise ParseError(f"{self._name(names)} should be a mapping of keys to values", node.line)
        return FieldReader(node)

    def entries(self, *names: str, most: int) -> tuple["FieldReader", ...]:
        """Return the mappings in a list; none when it is not given."""
        entries = []
        for item in self.items(*names, most=most):
            if not isinstance(item, MapNode):
                what = f"an entry of {self._name(names)} should be a mapping of keys to values"
                raise ParseError(what, item.line)
            entries.append(FieldReader(item))
        return tuple(entries)

    def items(self, *names: str, most: int, least: int = 0) -> tuple[Node, ...]:
        """Return what a list holds, nothing when it is not given; raise ParseError for too few or too many."""
        node, name = self.node(*names), self._name(names)
        if not isinstance(node, ListNode | None):
            raise ParseError(f"{name} should be a list", node.line)
        items = node.items if node else ()
        if not least <= len(items) <= most:
            needed = f"at least {least} {'is' if least == 1 else 'are'} needed"
            wanted = needed if len(items) < least else f"at most {most} are read"
            raise ParseError(f"{name} has {len(items)} entries, {wanted}", self.line_of(*names))
        return items

    def raw(self, *names: str) -> object:
        """Return what the field holds as plain data."""
        node = self.node(*names)
        return None if node is None else plain(node)

    def line_of(self, *names: str) -> int:
        """Return the line of a field, or of the mapping where the field should be."""
        name = self._name(names)
        return self._fields[name].line if name in self._fields else self.line

    def _name(self, names: tuple[str, ...]) -> str:
        return next((name for name in names if name in self._fields), names[0])
