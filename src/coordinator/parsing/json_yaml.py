"""Parse one block of JSON or YAML into a tree of raw scalars with line numbers.

The parser refuses aliases, anchors, tags, merge keys, keys given twice, lone surrogates, NUL, and
data that is nested too deeply or too large.

Only the public functions below repair invalid text, and only where the strict parser stopped. No
repair loses anything. Each one rewrites an invalid spelling as the valid spelling of the same
characters.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple, NoReturn

import yaml

from coordinator.parsing.fields import (
    ListNode,
    MapNode,
    Node,
    ParseError,
    ScalarNode,
    plain,
    truncated,
)

MAX_DEPTH = 20
MAX_NODES = 20_000
MAX_MENDS = 200  # places in one YAML text that are repaired
MAX_READ = 4_000_000  # characters that all repairs of one YAML text may read together


class _WrongNotation(ParseError):
    """The text is not valid in the notation that was tried, but may be valid in the other one."""


def parse(text: str, line: int, *, only_json: bool) -> Node:
    """Return the data of one block that starts on `line`.

    A block that opens with a bracket is tried as JSON first. Raise ParseError if the block cannot
    be read.
    """
    attempts: list[Callable[[str, int], Node]] = []
    if only_json or text.lstrip().startswith(("{", "[")):
        attempts.append(_read_json)
        attempts.append(_read_mended_json)
    if not only_json:
        attempts.append(_read_yaml)
    failures = []
    for read in attempts:
        try:
            return read(text, line)
        except _WrongNotation as failure:
            failures.append(failure)
    # Report the attempt that came furthest, because it understood most of the text.
    raise max(failures, key=lambda failure: failure.line)


# -- the repairs
#
# The parameter `known` has the characters that can follow a backslash in JSON or in YAML.


def strip_byte_order_mark(text: str) -> str:
    """A byte-order mark at the start is dropped."""
    return text.removeprefix("\ufeff")


def unify_line_ends(text: str) -> str:
    """CRLF and CR become LF."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def bare_escapes(string: str, known: str) -> str:
    """In a quoted string, a backslash before a backtick or an apostrophe is dropped."""
    bare = {"`", "'"} - set(known)
    return _ESCAPE.sub(lambda found: found[1] if found[1] in bare else found[0], string)


def literal_escapes(string: str, known: str) -> str:
    """In a quoted string, a backslash that begins no valid escape is doubled, so that it stays."""
    literal = _VISIBLE_ASCII - set(known)
    return _ESCAPE.sub(lambda found: "\\" + found[0] if found[1] in literal else found[0], string)


def _mended_escapes(string: str, known: str) -> str:
    return literal_escapes(bare_escapes(string, known), known)


def escaped_breaks(string: str) -> str:
    """In a JSON string, raw line breaks and tabs become escapes."""
    # Add the same number of line breaks after the string, so that later lines keep their numbers.
    breaks = string.count("\n")
    return string.replace("\n", "\\n").replace("\t", "\\t") + "\n" * breaks


def spaces_for_tabs(text: str, width: int) -> str:
    """In YAML, tabs that indent become spaces, if 2, 4 and 8 spaces per tab give the same data."""
    spaces = " " * width
    return _INDENTATION.sub(lambda found: found[0].replace("\t", spaces), text)


def quoted_rest(line: str, at: int) -> str:
    """In YAML, a value without quotes that has a `: ` or a reserved first character gets quotes."""
    # `at` is the column where the parser stopped. Repair nothing if it stopped before the value.
    found = _PLAIN_REST.fullmatch(line)
    if not found or at < found.start("rest") or " #" in found["rest"]:
        return line
    quoted = found["rest"].rstrip().replace("'", "''")
    return f"{found['head']}'{quoted}'"


_VISIBLE_ASCII = frozenset(map(chr, range(ord("!"), ord("~") + 1)))
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_INDENTATION = re.compile(r"^[ \t]+", re.MULTILINE)
_UNREADABLE = re.compile("[\0\ud800-\udfff]")
_PLAIN_REST = re.compile(
    r"""(?P<head> *(?:- +)*(?:[A-Za-z_][\w .-]*: +|(?<=- )))(?P<rest>[^\s"'\[\]{}|>&*!#?,-].*)"""
)


# -- the tree


class _Token(NamedTuple):
    """A token of JSON or YAML; a bracket has a `sign`, and a scalar has a `value`."""

    line: int
    sign: str = ""
    value: str = ""
    quoted: bool = False


class _TreeBuilder:
    """Builds a tree from tokens. Raises ParseError as soon as the tree is too large or too deep."""

    def __init__(self, tokens: Iterator[_Token]) -> None:
        self._tokens = map(_readable, tokens)
        self._nodes = 0

    def document(self, line: int) -> Node:
        """Return the tree of all tokens; raise ParseError if there are none."""
        first = next(self._tokens, None)
        if first is None:
            raise ParseError("the block is empty", line)
        root = self._node(first, 0)
        for _ in self._tokens:
            pass  # the iterator raises an error for a token that must not follow
        return root

    def _node(self, token: _Token, depth: int) -> Node:
        self._nodes += 1
        if depth > MAX_DEPTH:
            raise ParseError(f"nested more than {MAX_DEPTH} levels deep", token.line)
        if self._nodes > MAX_NODES:
            raise ParseError(f"too large: more than {MAX_NODES} values", token.line)
        if token.sign == "{":
            fields: dict[str, Node] = {}
            for key in self._until("}"):
                _check_key(key, fields)
                fields[key.value] = self._node(next(self._tokens), depth + 1)
            return MapNode(fields, token.line)
        if token.sign == "[":
            items = [self._node(item, depth + 1) for item in self._until("]")]
            return ListNode(tuple(items), token.line)
        return ScalarNode(token.value, token.line, token.quoted)

    def _until(self, closer: str) -> Iterator[_Token]:
        while (token := next(self._tokens)).sign != closer:
            yield token


def _readable(token: _Token) -> _Token:
    if _UNREADABLE.search(token.value):
        raise ParseError("a string contains NUL or half a surrogate pair", token.line)
    return token


def _check_key(key: _Token, fields: Mapping[str, Node]) -> None:
    if key.sign:
        raise ParseError("a key should be a single word", key.line)
    if key.value == "<<" and not key.quoted:
        raise ParseError("YAML merge keys (<<) are not allowed", key.line)
    if key.value in fields:
        shown = json.dumps(truncated(key.value), ensure_ascii=False)
        raise ParseError(f"the key {shown} is given twice", key.line)


# -- JSON

_JSON_ESCAPES = '"\\/bfnrtu'
_DOUBLE_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*+"', re.DOTALL)
# In valid JSON, commas and colons add no meaning, so they are not tokens.
_TOKEN = re.compile(rf"{_DOUBLE_QUOTED.pattern}|[{{}}\[\]]|[^\s{{}}\[\],:]++", re.DOTALL)


def _mended_json(text: str) -> str:
    return _DOUBLE_QUOTED.sub(_mended_json_string, text)


def _mended_json_string(found: re.Match[str]) -> str:
    return escaped_breaks(_mended_escapes(found[0], _JSON_ESCAPES))


def _read_mended_json(text: str, line: int) -> Node:
    return _read_json(_mended_json(text), line)


def _read_json(text: str, line: int) -> Node:
    text = text.rstrip()

    def refuse(constant: str) -> NoReturn:
        raise _WrongNotation(f"not valid JSON: {constant} is not a value", line)

    try:
        json.loads(text, parse_constant=refuse, parse_int=str)
    except json.JSONDecodeError as error:
        what = f"not valid JSON: {error.msg}"
        if error.pos == len(text):
            what = f"cut off: {what}"
        raise _WrongNotation(what, line + error.lineno - 1) from None
    except RecursionError:
        raise ParseError(f"nested more than {MAX_DEPTH} levels deep", line) from None
    return _TreeBuilder(_json_tokens(text, line)).document(line)


def _json_tokens(text: str, line: int) -> Iterator[_Token]:
    seen = 0
    for found in _TOKEN.finditer(text):
        line += text.count("\n", seen, found.start())
        seen = found.start()
        if found[0].startswith('"'):
            yield _Token(line, value=json.loads(found[0]), quoted=True)
        elif found[0] in "{}[]":
            yield _Token(line, sign=found[0])
        else:
            yield _Token(line, value=found[0])


# -- YAML

_PLAIN_TROUBLE = (
    "found character that cannot start any token",
    "mapping values are not allowed in this context",
)
_YAML_ESCAPES = '0abt\tnvfre "/\\N_LPxuU\n'
_TAB_WIDTHS = (2, 4, 8)


_SIGNS = {
    yaml.MappingStartEvent: "{",
    yaml.MappingEndEvent: "}",
    yaml.SequenceStartEvent: "[",
    yaml.SequenceEndEvent: "]",
}


def _yaml_tokens(text: str, first_line: int) -> Iterator[_Token]:
    documents = 0
    for event in yaml.parse(text, Loader=yaml.CSafeLoader):
        line = first_line
        if event.start_mark:
            line += event.start_mark.line
        # Not every event has these attributes.
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise ParseError("YAML anchors and aliases are not allowed", line)
        if getattr(event, "tag", None):
            raise ParseError("YAML tags are not allowed", line)
        if isinstance(event, yaml.DocumentStartEvent):
            documents += 1
            if documents > 1:
                raise ParseError("there is a second YAML document; give only one", line)
        elif isinstance(event, yaml.ScalarEvent):
            yield _Token(line, value=event.value, quoted=bool(event.style))
        elif type(event) in _SIGNS:
            yield _Token(line, sign=_SIGNS[type(event)])


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
            return _read_tabbed_yaml(text, line)
        mended = _mend_yaml(text, stopped, at)
        if mended == text:
            where = line + mark.line if mark else line
            raise _WrongNotation(f"not valid YAML: {stopped.problem or 'not YAML'}", where)
        text = mended
    raise ParseError("not valid YAML: too many errors", line)


def _read_tabbed_yaml(text: str, line: int) -> Node:
    """Return the tree if all tab widths give the same tree, else raise ParseError."""
    trees = []
    for width in _TAB_WIDTHS:
        trees.append(_read_yaml(spaces_for_tabs(text, width), line, tabs=False))
    first = trees[0]
    if any(plain(tree) != plain(first) for tree in trees):
        raise ParseError("the tabs in the indentation are ambiguous; use spaces", line)
    return first


def _mend_yaml(text: str, stopped: yaml.MarkedYAMLError, at: int) -> str:
    """Return the text, with the string or the line repaired where the parser stopped.

    Return the text unchanged if no repair applies.
    """
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
