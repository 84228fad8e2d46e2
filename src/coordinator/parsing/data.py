"""Reads one block of JSON or YAML into a tree of raw scalars with line numbers.

Refused are aliases, anchors, tags, merge keys, keys given twice, lone surrogates, NUL, and what is nested too deeply
or too large.

A text that its notation does not allow is repaired only by the public functions below, and only where the
strict parser stopped. Each loses nothing: it turns something that has no meaning in the notation into the
notation's own way of writing the same characters.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple, NoReturn

import yaml

from coordinator.parsing.fields import ListNode, MapNode, Node, ParseError, ScalarNode, plain

MAX_DEPTH = 20
MAX_NODES = 20_000
MAX_MENDS = 200  # places in one YAML text that are repaired
MAX_READ = 4_000_000  # characters that repairing one YAML text may read over and over


class _WrongNotation(ParseError):
    """Not this notation; another one may read it."""


def parse(text: str, line: int, *, only_json: bool) -> Node:
    """Return the data of one block that starts on `line`; one that opens with a bracket is tried as JSON first."""
    attempts: list[Callable[[str, int], Node]] = []
    if only_json or text.lstrip().startswith(("{", "[")):
        attempts += [_read_json, lambda text, line: _read_json(_mended_json(text), line)]
    if not only_json:
        attempts.append(_read_yaml)
    failures = []
    for read in attempts:
        try:
            return read(text, line)
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
    return re.sub(
        r"^[ \t]+", lambda found: found[0].replace("\t", " " * width), text, flags=re.MULTILINE
    )


def quoted_rest(line: str, at: int) -> str:
    """In YAML, the plain rest of `key: rest` with a `: ` or a reserved first character at `at` is quoted."""
    found = _PLAIN_REST.fullmatch(line)
    if not found or at < found.start("rest") or " #" in found["rest"]:
        return line
    return found["head"] + "'" + found["rest"].rstrip().replace("'", "''") + "'"


_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_UNREADABLE = re.compile("[\0\ud800-\udfff]")
_PLAIN_REST = re.compile(
    r"""(?P<head> *(?:- +)*(?:[A-Za-z_][\w .-]*: +|(?<=- )))(?P<rest>[^\s"'\[\]{}|>&*!#?,-].*)"""
)


# -- the tree


class _Token(NamedTuple):
    """What a text is made of, in either notation: the sign of a bracket, or the value of a scalar."""

    line: int
    sign: str = ""
    value: str = ""
    quoted: bool = False


class _TreeBuilder:
    """Builds a tree from its tokens, and keeps it within its bounds while it grows."""

    def __init__(self, tokens: Iterator[_Token]) -> None:
        self._tokens = map(_readable, tokens)
        self._nodes = 0

    def document(self, line: int) -> Node:
        """Return the tree of all tokens; raise ParseError if there are none."""
        first = next(self._tokens, None)
        if first is None:
            raise ParseError("nothing in it", line)
        root = self._node(first, 0)
        for _ in self._tokens:
            pass  # what follows may be refused
        return root

    def _node(self, token: _Token, depth: int) -> Node:
        self._nodes += 1
        if depth > MAX_DEPTH:
            raise ParseError(f"nested more than {MAX_DEPTH} deep", token.line)
        if self._nodes > MAX_NODES:
            raise ParseError(f"too large: more than {MAX_NODES} values", token.line)
        if token.sign == "{":
            fields: dict[str, Node] = {}
            for key in self._until("}"):
                _check_key(key, fields)
                fields[key.value] = self._node(next(self._tokens), depth + 1)
            return MapNode(fields, token.line)
        if token.sign == "[":
            return ListNode(
                tuple(self._node(item, depth + 1) for item in self._until("]")), token.line
            )
        return ScalarNode(token.value, token.line, token.quoted)

    def _until(self, closer: str) -> Iterator[_Token]:
        while (token := next(self._tokens)).sign != closer:
            yield token


def _readable(token: _Token) -> _Token:
    if _UNREADABLE.search(token.value):
        raise ParseError("a string with NUL or half a surrogate pair", token.line)
    return token


def _check_key(key: _Token, fields: Mapping[str, Node]) -> None:
    if key.sign:
        raise ParseError("a key that is not a single word", key.line)
    if key.value == "<<" and not key.quoted:
        raise ParseError("YAML merge keys (<<) are not allowed", key.line)
    if key.value in fields:
        short = key.value if len(key.value) <= 60 else key.value[:59] + "…"
        raise ParseError(
            f"the key {json.dumps(short, ensure_ascii=False)} is given twice", key.line
        )


# -- JSON

_JSON_ESCAPES = '"\\/bfnrtu'
_DOUBLE_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*+"', re.DOTALL)
# In a text that is valid the signs between members tell nothing more.
_TOKEN = re.compile(rf"{_DOUBLE_QUOTED.pattern}|[{{}}\[\]]|[^\s{{}}\[\],:]++", re.DOTALL)


def _mended_json(text: str) -> str:
    return _DOUBLE_QUOTED.sub(
        lambda found: escaped_breaks(_mended_escapes(found[0], _JSON_ESCAPES)), text
    )


def _read_json(text: str, line: int) -> Node:
    text = text.rstrip()

    def refuse(constant: str) -> NoReturn:
        raise _WrongNotation(f"not valid JSON: {constant} is no value", line)

    try:
        json.loads(text, parse_constant=refuse, parse_int=str)
    except json.JSONDecodeError as error:
        cut_off = "cut off: " if error.pos == len(text) else ""
        raise _WrongNotation(
            f"{cut_off}not valid JSON: {error.msg}", line + error.lineno - 1
        ) from None
    except RecursionError:
        raise ParseError(f"nested more than {MAX_DEPTH} deep", line) from None
    return _TreeBuilder(_json_tokens(text, line)).document(line)


def _json_tokens(text: str, line: int) -> Iterator[_Token]:
    seen = 0
    for found in _TOKEN.finditer(text):
        line += text.count("\n", seen, found.start())
        seen = found.start()
        if found[0].startswith('"'):
            yield _Token(line, value=json.loads(found[0]), quoted=True)
        else:
            is_bracket = found[0] in "{}[]"
            yield _Token(line, sign=found[0]) if is_bracket else _Token(line, value=found[0])


# -- YAML

_PLAIN_TROUBLE = (
    "found character that cannot start any token",
    "mapping values are not allowed in this context",
)
_YAML_ESCAPES = '0abt\tnvfre "/\\N_LPxuU\n'


_SIGNS = {
    yaml.MappingStartEvent: "{",
    yaml.MappingEndEvent: "}",
    yaml.SequenceStartEvent: "[",
    yaml.SequenceEndEvent: "]",
}


def _yaml_tokens(text: str, first_line: int) -> Iterator[_Token]:
    documents = 0
    for event in yaml.parse(text, Loader=yaml.CSafeLoader):
        line = first_line + (event.start_mark.line if event.start_mark else 0)
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise ParseError("YAML anchors and aliases are not allowed", line)
        if getattr(event, "tag", None):
            raise ParseError("YAML tags are not allowed", line)
        documents += isinstance(event, yaml.DocumentStartEvent)
        if documents > 1:
            raise ParseError("a second YAML document", line)
        if isinstance(event, yaml.ScalarEvent):
            yield _Token(line, value=event.value, quoted=bool(event.style))
        elif sign := _SIGNS.get(type(event)):
            yield _Token(line, sign=sign)


def _read_yaml(text: str, line: int, *, tabs: bool = True) -> Node:
    for _ in range(min(MAX_MENDS, 1 + MAX_READ // max(len(text), 1))):
        try:
            return _TreeBuilder(_yaml_tokens(text, line)).document(line)
        except yaml.reader.ReaderError as error:
            where = line + text.count("\n", 0, error.position)
            raise _WrongNotation(f"not valid YAML: {error.reason}", where) from None
        except yaml.MarkedYAMLError as error:
            stopped = error
        mark = stopped.problem_mark
        at = mark.index if mark else len(text)
        if tabs and text.startswith("\t", at):
            first, *others = (
                _read_yaml(spaces_for_tabs(text, width), line, tabs=False) for width in (2, 4, 8)
            )
            if any(plain(other) != plain(first) for other in others):
                raise ParseError(
                    "tabs in the indentation that can be read in more than one way", line
                )
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
