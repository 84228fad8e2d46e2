"""Reads one block of JSON or YAML into a tree of raw scalars with line numbers.

Refused are aliases, anchors, tags, merge keys, keys given twice, lone surrogates, NUL, and what is nested too deeply
or too large.

A text that its notation does not allow is repaired only by the public functions below, and only where the
strict parser stopped. Each loses nothing: it turns something that has no meaning in the notation into the
notation's own way of writing the same characters.
"""

import json
import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from typing import NoReturn

import yaml

from coordinator.parsing.fields import ListNode, MapNode, Node, ParseError, ScalarNode

MAX_DEPTH = 20
MAX_NODES = 20_000
MAX_MENDS = 200  # places in one YAML text that are repaired
MAX_READ = 4_000_000  # characters that repairing one YAML text may read over and over


class _WrongNotation(ParseError):
    """Not this notation; another one may read it."""


def parse(text: str, line: int, *, only_json: bool) -> Node:
    """Return the data of one block that starts on `line`; one that opens with a bracket is tried as JSON first."""
    attempts: list[tuple[Callable[[str, int], Node], str]] = []
    if only_json or text.lstrip().startswith(("{", "[")):
        bare = text.rstrip()
        attempts += [(_read_json, bare), (_read_json, _mended_json(bare))]
    if not only_json:
        attempts.append((_read_yaml, text))
    failures = []
    for read, written in attempts:
        try:
            return read(written, line)
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


# -- JSON

_JSON_ESCAPES = '"\\/bfnrtu'
_DOUBLE_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*+"', re.DOTALL)
# In a text that is valid the signs between members tell nothing more.
_TOKEN = re.compile(rf"{_DOUBLE_QUOTED.pattern}|[{{}}\[\]]|[^\s{{}}\[\],:]++", re.DOTALL)


def _mended_json(text: str) -> str:
    def mended(found: re.Match[str]) -> str:
        return escaped_breaks(_mended_escapes(found[0], _JSON_ESCAPES))

    return _DOUBLE_QUOTED.sub(mended, text)


def _read_json(text: str, line: int) -> Node:
    def refuse(constant: str) -> NoReturn:
        raise _WrongNotation(f"not valid JSON: {constant} is no value", line)

    try:
        json.loads(text, parse_constant=refuse, parse_int=str)
    except json.JSONDecodeError as error:
        cut_off = "cut off: " if error.pos == len(text) else ""
        raise _WrongNotation(f"{cut_off}not valid JSON: {error.msg}", line + error.lineno - 1) from None
    except RecursionError:
        raise ParseError(f"nested more than {MAX_DEPTH} deep", line) from None
    return _JsonTree(text, line).document()


class _JsonTree(_TreeBuilder):
    """Builds the tree from the tokens of a valid text."""

    def __init__(self, text: str, line: int) -> None:
        super().__init__(line)
        self._breaks = [found.start() for found in re.finditer("\n", text)]
        self._tokens = _TOKEN.finditer(text)

    def document(self) -> Node:
        return self._node(next(self._tokens), 0)

    def _node(self, token: re.Match[str], depth: int) -> Node:
        line = self._line(token)
        self.count(depth, line)
        if token[0] == "{":
            fields: dict[str, Node] = {}
            for key in self._until("}"):
                self.add(fields, self._text(key), self._node(next(self._tokens), depth + 1), self._line(key))
            return MapNode(fields, line)
        if token[0] == "[":
            return ListNode(tuple(self._node(item, depth + 1) for item in self._until("]")), line)
        is_text = token[0].startswith('"')
        return ScalarNode(self._text(token) if is_text else token[0], line, quoted=is_text)

    def _text(self, token: re.Match[str]) -> str:
        text = str(json.loads(token[0]))
        if re.search("[\0\ud800-\udfff]", text):
            raise ParseError("a string with NUL or half a surrogate pair", self._line(token))
        return text

    def _until(self, closer: str) -> Iterator[re.Match[str]]:
        while (token := next(self._tokens))[0] != closer:
            yield token

    def _line(self, token: re.Match[str]) -> int:
        return self._first_line + bisect_left(self._breaks, token.start())


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


def _read_yaml(text: str, line: int) -> Node:
    for _ in range(min(MAX_MENDS, 1 + MAX_READ // max(len(text), 1))):
        try:
            return _YamlParser(text, line).document()
        except yaml.reader.ReaderError as error:
            where = line + text.count("\n", 0, error.position)
            raise _WrongNotation(f"not valid YAML: {error.reason}", where) from None
        except yaml.MarkedYAMLError as error:
            stopped = error
        mark = stopped.problem_mark
        at = mark.index if mark else len(text)
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
