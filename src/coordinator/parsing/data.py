"""Reads one block of JSON, Python literals or YAML into a tree of raw scalars with line numbers.

Refused are aliases, anchors, tags, merge keys, keys given twice, lone surrogates, NUL, and what is nested too deeply
or too large.

A text that its notation does not allow is repaired only by the public functions below, and only where the
strict parser stopped. Each loses nothing: it turns something that has no meaning in the notation into the
notation's own way of writing the same characters. `ParsedData.text` is the repaired text, and a plain strict
parser of `ParsedData.notation` reads the same data from it.
"""

import ast
import json
import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Generic, Literal, NoReturn

import yaml

from coordinator.parsing.fields import AnyNode, ListNode, MapNode, Node, ParseError, ScalarNode, plain

MAX_DEPTH = 20
MAX_NODES = 20_000
MAX_MENDS = 200  # places in one YAML text that are repaired
MAX_READ = 4_000_000  # characters that repairing one YAML text may read over and over

Notation = Literal["json", "python", "yaml"]


class _WrongNotation(ParseError):
    """Not this notation; another one may read it."""


@dataclass(frozen=True, slots=True)
class ParsedData(Generic[AnyNode]):
    """What a block says, and the strictly valid text it was read from, if it was read from data."""

    root: AnyNode
    text: str = ""
    notation: Notation | None = None


def parse(text: str, line: int, *, only_json: bool) -> ParsedData[Node]:
    """Return the data of one block that starts on `line`; one that opens with a bracket is tried as JSON first."""
    attempts: list[Callable[[], ParsedData[Node]]] = []
    if only_json or text.lstrip().startswith(("{", "[")):
        for mended in (False, True):
            attempts += [partial(_read_literal, text, line, parser, mended) for parser in (_JsonParser, _PythonParser)]
    if not only_json:
        attempts.append(partial(_read_yaml, text, line))
    failures = []
    for attempt in attempts:
        try:
            return attempt()
        except _WrongNotation as failure:
            failures.append(failure)
    raise max(failures, key=lambda failure: failure.line)  # whoever came furthest


# -- the repairs


def strip_byte_order_mark(text: str) -> str:
    """A byte-order mark at the start is dropped."""
    return text.removeprefix("\ufeff")


def unify_line_ends(text: str) -> str:
    """CRLF and CR become LF."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def bare_escapes(string: str, known: str) -> str:
    """In a quoted string, a backslash before a backtick or an apostrophe is dropped."""
    bare = {"`", "'"} - {*known}
    return _ESCAPE.sub(lambda found: found[1] if found[1] in bare else found[0], string)


def literal_escapes(string: str, known: str) -> str:
    """In a quoted string, a backslash that starts no escape stands for itself and is doubled."""
    literal = {*map(chr, range(ord("!"), ord("~") + 1))} - {*known}
    return _ESCAPE.sub(lambda found: "\\" + found[0] if found[1] in literal else found[0], string)


def _mended_escapes(string: str, known: str) -> str:
    return literal_escapes(bare_escapes(string, known), known)


def escaped_breaks(string: str) -> str:
    """In a JSON string, a raw line break or tab becomes its escape; breaks after it keep the line count."""
    return string.replace("\n", "\\n").replace("\t", "\\t") + "\n" * string.count("\n")


def spaces_for_tabs(text: str, width: int) -> str:
    """In YAML, tabs that indent become spaces, if 2, 4 and 8 for each read the same."""
    return re.sub(r"^[ \t]+", lambda found: found[0].replace("\t", " " * width), text, flags=re.MULTILINE)


def quoted_rest(line: str, at: int) -> str:
    """In YAML, the plain rest of `key: rest` with a `: ` or a reserved first character at `at` is quoted."""
    found = _PLAIN_REST.fullmatch(line)
    if not found or at < found.start("rest") or " #" in found["rest"]:
        return line
    return found["head"] + "'" + found["rest"].rstrip().replace("'", "''") + "'"


_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_PLAIN_REST = re.compile(r"""(?P<head> *(?:- +)*(?:[A-Za-z_][\w .-]*: +|(?<=- )))(?P<rest>[^\s"'\[\]{}|>&*!#?,-].*)""")


# -- the tree


class _TreeBuilder:
    """Keeps a tree within its bounds while it grows."""

    def __init__(self, first_line: int) -> None:
        self._first_line = first_line
        self._nodes = 0

    def count(self, depth: int, line: int) -> None:
        """Count one more node; raise ParseError if there are too many, or it is nested too deeply."""
        self._nodes += 1
        if depth > MAX_DEPTH:
            raise ParseError(f"nested more than {MAX_DEPTH} deep", line)
        if self._nodes > MAX_NODES:
            raise ParseError(f"too large: more than {MAX_NODES} values", line)

    def add(self, fields: dict[str, Node], key: str, node: Node, line: int) -> None:
        """Add a field; raise ParseError if its key is given twice."""
        if key in fields:
            short = key if len(key) <= 60 else key[:59] + "…"
            raise ParseError(f"the key {json.dumps(short, ensure_ascii=False)} is given twice", line)
        fields[key] = node


# -- JSON and Python literals

_NUMBER = r"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?"
_PYTHON_ESCAPE = r"""\\(?:[\\'"abfnrtv]|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})"""
_DOUBLE_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*+"', re.DOTALL)


class _JsonParser(_TreeBuilder):
    """One pass over a JSON text."""

    notation: Notation = "json"
    name = "JSON"
    string = re.compile(r'"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+"')
    loose_string = _DOUBLE_QUOTED
    word = re.compile(rf"true|false|null|{_NUMBER}")
    escapes = '"\\/bfnrtu'
    decode: Callable[[str], object] = staticmethod(json.loads)
    trailing_comma = False

    def __init__(self, text: str, line: int) -> None:
        super().__init__(line)
        self._text = text
        self._breaks = [found.start() for found in re.finditer("\n", text)]
        self._advance(0)

    def document(self) -> Node:
        node = self._value(0)
        if self._at < len(self._text):
            self._fail("text after its end")
        return node

    def _value(self, depth: int) -> Node:
        line = self._line()
        self.count(depth, line)
        if self._take("{"):
            fields: dict[str, Node] = {}
            for _ in self._members("}"):
                key_line = self._line()
                key = self._string("a key in quotes")
                self._need(":")
                self.add(fields, key, self._value(depth + 1), key_line)
            return MapNode(fields, line)
        if self._take("["):
            return ListNode(tuple(self._value(depth + 1) for _ in self._members("]")), line)
        if word := self.word.match(self._text, self._at):
            self._advance(word.end())
            return ScalarNode("null" if word[0] == "None" else word[0], line)
        return ScalarNode(self._string("a value"), line, quoted=True)

    def _members(self, closer: str) -> Iterator[None]:
        more = not self._take(closer)
        while more:
            yield
            if self._take(closer):
                return
            self._need(",")
            more = not (self.trailing_comma and self._take(closer))

    def _string(self, wanted: str) -> str:
        found = self.string.match(self._text, self._at)
        if not found:
            self._fail(f"expected {wanted}")
        try:
            value = str(self.decode(found[0]))
        except (ValueError, SyntaxError):
            self._fail("an escape that means nothing")
        if re.search("[\0\ud800-\udfff]", value):
            raise ParseError("a string with NUL or half a surrogate pair", self._line())
        self._advance(found.end())
        return value

    def _take(self, sign: str) -> bool:
        taken = self._text.startswith(sign, self._at)
        self._advance(self._at + taken)
        return taken

    def _need(self, sign: str) -> None:
        if not self._take(sign):
            self._fail(f'expected "{sign}"')

    def _advance(self, to: int) -> None:
        """Go there, and past the white space that follows."""
        while self._text[to : to + 1] in (" ", "\t", "\n"):
            to += 1
        self._at = to

    def _line(self) -> int:
        return self._first_line + bisect_left(self._breaks, self._at)

    def _fail(self, what: str) -> NoReturn:
        cut_off = "cut off: " if self._at == len(self._text) else ""
        raise _WrongNotation(f"{cut_off}not valid {self.name}: {what}", self._line())


class _PythonParser(_JsonParser):
    """One pass over a Python literal."""

    notation = "python"
    name = "a Python literal"
    string = re.compile(
        rf'"(?:[^"\\\x00-\x08\x0a-\x1f]|{_PYTHON_ESCAPE})*+"'
        rf"|'(?:[^'\\\x00-\x08\x0a-\x1f]|{_PYTHON_ESCAPE})*+'"
    )
    loose_string = re.compile(r'"(?:[^"\\]|\\.)*+"' + r"|'(?:[^'\\]|\\.)*+'", re.DOTALL)
    word = re.compile(rf"True|False|None|{_NUMBER}")
    escapes = "\\'\"abfnrtvxuU"
    decode = staticmethod(ast.literal_eval)
    trailing_comma = True


def _read_literal(text: str, line: int, parser: type[_JsonParser], mended: bool) -> ParsedData[Node]:
    def mend(found: re.Match[str]) -> str:
        string = _mended_escapes(found[0], parser.escapes)
        return escaped_breaks(string) if parser is _JsonParser else string

    text = text.rstrip()
    if mended:
        text = parser.loose_string.sub(mend, text)
    return ParsedData(parser(text, line).document(), text, parser.notation)


# -- YAML

_PLAIN_TROUBLE = ("found character that cannot start any token", "mapping values are not allowed in this context")
_YAML_ESCAPES = '0abt\tnvfre "/\\N_LPxuU\n'


class _YamlParser(_TreeBuilder):
    """Builds the tree from the events of the C parser."""

    def __init__(self, text: str, line: int) -> None:
        super().__init__(line)
        self._events = iter(yaml.parse(text, Loader=yaml.CSafeLoader))

    def document(self) -> Node:
        node: Node | None = None
        for event in self._events:
            if node and isinstance(event, yaml.DocumentStartEvent):
                raise ParseError("a second YAML document", self._line(event))
            if isinstance(event, yaml.DocumentStartEvent):
                node = self._node(next(self._events), 0)
        if not node:
            raise ParseError("nothing in it", self._first_line)
        return node

    def _node(self, event: yaml.Event, depth: int) -> Node:
        line = self._line(event)
        self.count(depth, line)
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise ParseError("YAML anchors and aliases are not allowed", line)
        if getattr(event, "tag", None):
            raise ParseError("YAML tags are not allowed", line)
        if isinstance(event, yaml.MappingStartEvent):
            fields: dict[str, Node] = {}
            for key_event in self._until(yaml.MappingEndEvent):
                key = self._node(key_event, depth + 1)
                if not isinstance(key, ScalarNode):
                    raise ParseError("a key that is not a single word", key.line)
                if key.value == "<<" and not key.quoted:
                    raise ParseError("YAML merge keys (<<) are not allowed", key.line)
                self.add(fields, key.value, self._node(next(self._events), depth + 1), key.line)
            return MapNode(fields, line)
        if isinstance(event, yaml.SequenceStartEvent):
            items = self._until(yaml.SequenceEndEvent)
            return ListNode(tuple(self._node(item, depth + 1) for item in items), line)
        assert isinstance(event, yaml.ScalarEvent)
        if "\0" in event.value:
            raise ParseError("a string with NUL", line)
        return ScalarNode(event.value, line, quoted=bool(event.style))

    def _until(self, end: type[yaml.Event]) -> Iterator[yaml.Event]:
        while not isinstance(event := next(self._events), end):
            yield event

    def _line(self, event: yaml.Event) -> int:
        return self._first_line + (event.start_mark.line if event.start_mark else 0)


def _read_yaml(text: str, line: int, *, tabs: bool = True) -> ParsedData[Node]:
    for _ in range(min(MAX_MENDS, 1 + MAX_READ // max(len(text), 1))):
        try:
            return ParsedData(_YamlParser(text, line).document(), text, "yaml")
        except yaml.reader.ReaderError as error:
            where = line + text.count("\n", 0, error.position)
            raise _WrongNotation(f"not valid YAML: {error.reason}", where) from None
        except yaml.MarkedYAMLError as error:
            stopped = error
        mark = stopped.problem_mark
        at = mark.index if mark else len(text)
        if tabs and text.startswith("\t", at):
            first, *others = (_read_yaml(spaces_for_tabs(text, width), line, tabs=False) for width in (2, 4, 8))
            if any(plain(other.root) != plain(first.root) for other in others):
                raise ParseError("tabs in the indentation that can be read in more than one way", line)
            return first
        mended = _mend_yaml(text, stopped, at)
        if mended == text:
            problem = stopped.problem or "not YAML"
            raise _WrongNotation(f"not valid YAML: {problem}", line + (mark.line if mark else 0))
        text = mended
    raise ParseError("not valid YAML in too many places", line)


def _mend_yaml(text: str, stopped: yaml.MarkedYAMLError, at: int) -> str:
    """Return the text with the string or the line mended at which the parser stopped; the same if that is no use."""
    if stopped.problem == "found unknown escape character":
        start = stopped.context_mark.index if stopped.context_mark else at
        string = _DOUBLE_QUOTED.match(text, start)
        if not string:
            return text
        return text[:start] + _mended_escapes(string[0], _YAML_ESCAPES) + text[string.end() :]
    if stopped.problem not in _PLAIN_TROUBLE:
        return text
    start = text.rfind("\n", 0, at) + 1
    line, *_ = text[start:].split("\n", 1)
    return text[:start] + quoted_rest(line, at - start) + text[start + len(line) :]
