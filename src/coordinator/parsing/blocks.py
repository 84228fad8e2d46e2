"""Finds the one block of data that counts in the raw text of a reply.

A block begins a line: a fence of ``` or ~~~ marked `json`, `yaml`, `yml` or nothing; a bare `{`; or a bare
YAML key that replies are known to have. Text quoted from the work never counts: other fences, anything inside
a block, and lines that start with `>`. Closed thinking is dropped.

With a reference word, the block that has it as its own field counts, whatever else stands around it; the same
data given twice counts once; an object with the reference that begins in the middle of a line spoils the reply,
since it might say something else. Without one there must be exactly one block of the wanted shape.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from coordinator.parsing.data import (
    MapNode,
    Notation,
    Parsed,
    ParseError,
    ScalarNode,
    parse,
    plain,
    strip_byte_order_mark,
    unify_line_ends,
)

MAX_SIZE = 1_000_000  # characters of a reply
MAX_BLOCKS = 200

_THINKING = re.compile(r"\s*<think(?:ing)?>", re.IGNORECASE)
_THOUGHT = re.compile(r"</think(?:ing)?>", re.IGNORECASE)
# Not in a line that quotes: `> ` and the columns of a diff are somebody else's words.
_LONE_THOUGHT = re.compile(r"\s*</think(?:ing)?>|(?![>+-]).*</think(?:ing)?>\s*$", re.IGNORECASE)
_FENCE = re.compile(r"(?P<indent> {0,3})(?P<fence>`{3,}+(?=[^`]*$)|~{3,}+)\s*(?P<language>[^\s{]*)")
_OBJECT = re.compile(r" {0,3}(?:\{|\[\s*(?:\{|$))")
_KEYS = (
    "reference|evaluation_report|evaluation_specification|metadata|summary|executive_summary|"
    "checklist|checklist_results|checklist_summary|scores|rubric_scores|rubric_dimensions|score_calculation|"
    "findings|issues|strengths|rework|verdict|failures|refuted|drift|claim|evidence|query|scoring|"
    "rrd_cycle_applied|self_verification_completed"
)
_YAML_START = re.compile(rf"(?:{_KEYS}):(?:\s|$)")
_YAML_GOES_ON = re.compile(r"[ \t]|-(?:\s|$)|(?!VERDICT:|REFERENCE:)[A-Za-z_][\w-]*:(?:\s|$)|$")
_SIGN = re.compile(r"[{}\[\]\"']")
_STRINGS = {mark: re.compile(rf"{mark}(?:[^{mark}\\]|\\.)*+{mark}", re.DOTALL) for mark in "\"'"}
_DATA_LANGUAGES = ("", "json", "yaml", "yml")


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of the reply that may be data, and the line it starts on."""

    text: str
    line: int
    language: str = ""
    fenced: bool = False


@dataclass(frozen=True, slots=True)
class ReplyKind:
    """What is looked for: its name in messages, its optional wrapper, and the keys that give it away."""

    name: str
    keys: tuple[str, ...]
    wrapper: str = ""


@dataclass(frozen=True, slots=True)
class ChosenBlock:
    """The block that counts, without its wrapper, and how it was written."""

    fields: MapNode
    text: str = ""
    notation: Notation | None = None
    wrapped: bool = False


class ReplyLayout:
    """A reply taken apart, line by line, into blocks and the numbered lines of prose between them."""

    def __init__(self, text: str) -> None:
        self.blocks: list[Block] = []
        self.thought: list[Block] = []
        self.prose: list[tuple[int, str]] = []
        self._text = text
        self._breaks = [found.start() for found in re.finditer("\n", text)]
        self._at = self._thoughts = 0
        while self._at < len(text):
            self._step(text[self._at : self._line_end()])

    def _step(self, line: str) -> None:
        if _THINKING.match(line):
            self._skip_thinking()
        elif _LONE_THOUGHT.match(line):
            self._drop_what_was_thought()
        elif fence := _FENCE.match(line):
            self._fenced(line, fence["indent"], fence["fence"], fence["language"].lower())
        elif _OBJECT.match(line):
            self._bare_object()
        elif _YAML_START.match(line):
            self._bare_yaml()
        else:
            self._pass_over(line)

    def _line(self) -> int:
        return 1 + bisect_left(self._breaks, self._at)

    def _line_end(self) -> int:
        end = self._text.find("\n", self._at)
        return len(self._text) if end < 0 else end

    def _pass_over(self, line: str) -> None:
        self.prose.append((self._line(), line))
        self._at = self._line_end() + 1

    def _skip_thinking(self) -> None:
        ends = _THOUGHT.search(self._text, self._at)
        if not ends:
            raise ParseError("cut off: the thinking that starts here never ends", self._line())
        self._thoughts += 1
        if self._thoughts > MAX_BLOCKS:
            raise ParseError(f"more than {MAX_BLOCKS} parts of thinking", self._line())
        self._at = ends.end()

    def _drop_what_was_thought(self) -> None:
        self.thought += self.blocks
        self.blocks.clear()
        self.prose.clear()
        self._skip_thinking()

    def _fenced(self, line: str, indent: str, fence: str, language: str) -> None:
        # Less strict readers let a fence end at any indentation up to three; a quoted example inside a block
        # scalar would then end the report that holds it.
        ends = re.compile(rf"^ {{0,{len(indent)}}}{fence[0]}{{{len(fence)},}}[ \t]*$", re.MULTILINE)
        opened = self._line()
        self._pass_over(line)
        closing = ends.search(self._text, self._at)
        if not closing:
            raise ParseError("cut off: the fence that opens here is never closed", opened)
        if language in _DATA_LANGUAGES:
            self._add(self._text[self._at : closing.start()], language, fenced=True)
        self._at = closing.end() + 1

    def _bare_object(self) -> None:
        end = _end_of_object(self._text, self._at, self._line())
        self._add(self._text[self._at : end])
        self._at = end
        while self._text.startswith(" ", self._at):
            self._at += 1

    def _bare_yaml(self) -> None:
        start = self._at
        while self._at < len(self._text) and _YAML_GOES_ON.match(self._text[self._at : self._line_end()]):
            self._at = self._line_end() + 1
        end, self._at = self._at, start
        self._add(self._text[start:end])
        self._at = end

    def _add(self, text: str, language: str = "", *, fenced: bool = False) -> None:
        if len(self.blocks) == MAX_BLOCKS:
            raise ParseError(f"more than {MAX_BLOCKS} blocks", self._line())
        self.blocks.append(Block(text, self._line(), language, fenced))


def _end_of_object(text: str, at: int, line: int) -> int:
    start, depth = at, 0
    while found := _SIGN.search(text, at):
        at = found.end()
        if found[0] in "\"'":
            at = _end_of_string(text, found.start())
            if at < 0:
                string_line = line + text.count("\n", start, found.start())
                raise ParseError("cut off: the string that opens here is never closed", string_line)
            continue
        depth += 1 if found[0] in "{[" else -1
        if depth == 0:
            return at
    raise ParseError("cut off: the object that opens here is never closed", line)


def _end_of_string(text: str, at: int) -> int:
    """Where a string ends, -1 if never; a mark that opens none, like an apostrophe in a word, is passed over."""
    before = at - 1
    while text[before].isspace():
        before -= 1
    if text[before] not in "{[,:":
        return at + 1
    string = _STRINGS[text[at]].match(text, at)
    return string.end() if string else -1


# -- choosing


def lay_out(text: str) -> ReplyLayout:
    """The blocks and the prose of a reply; refuses what is empty, too large or cut off."""
    if len(text) > MAX_SIZE:
        raise ParseError(f"too large: {len(text)} characters, {MAX_SIZE} are read")
    if re.search("[\ud800-\udfff]", text):
        raise ParseError("half a surrogate pair is not text")
    layout = ReplyLayout(unify_line_ends(strip_byte_order_mark(text)))
    if not layout.blocks and not any(line.strip() for _, line in layout.prose):
        raise ParseError("the reply is empty")
    return layout


def choose(layout: ReplyLayout, shape: ReplyKind, reference: str, others: Sequence[MapNode] = ()) -> ChosenBlock:
    """The one block of the wanted shape that counts; `others` are candidates found in another form."""
    if reference:
        _refuse_inline(layout, reference)
    # Without a reference, a closing tag copied from the work must not make us forget the judge's own report.
    unsigned = _shaped([*layout.thought, *layout.blocks], shape)
    looked_at = _referring(layout.blocks, reference) if reference else unsigned
    parsed = [parse(block.text, block.line, only_json=block.language == "json") for block in looked_at]
    found = [ChosenBlock(each.root, each.text, each.notation) for each in parsed if isinstance(each.root, MapNode)]
    unwrapped = [_unwrap(each, shape) for each in [*found, *(ChosenBlock(other) for other in others)]]
    counted = [each for each in unwrapped if _counts(each, shape, reference)]
    if not counted:
        raise _nothing(parsed, unwrapped, shape, reference)
    return _the_only(counted, shape, reference)


def _refuse_inline(layout: ReplyLayout, reference: str) -> None:
    """An answer in the middle of a line is no block, but it must not be passed over in favour of another one."""
    field = re.compile(rf"""(?:["']reference["']|[{{,]\s*reference)\s*:\s*["']?{re.escape(reference)}(?![\w-])""")
    for number, line in layout.prose:
        if field.search(line) and not line.lstrip().startswith(">"):
            raise ParseError("the reference stands in an object that does not begin a line", number)


def _referring(blocks: Iterable[Block], reference: str) -> list[Block]:
    field = re.compile(rf"""\breference["']?\s*:\s*["']?{re.escape(reference)}(?![\w-])""")
    return [block for block in blocks if field.search(block.text)]


def _shaped(blocks: Iterable[Block], shape: ReplyKind) -> list[Block]:
    keys = "|".join((*shape.keys, shape.wrapper) if shape.wrapper else shape.keys)
    field = re.compile(rf"""(?:^|[\s{{,"'])(?:{keys})["']?\s*:""")
    return [block for block in blocks if field.search(block.text)]


def _unwrap(found: ChosenBlock, shape: ReplyKind) -> ChosenBlock:
    outer = dict(found.fields.fields)
    inner = outer.pop(shape.wrapper, None)
    if inner is None:
        return found
    if not isinstance(inner, MapNode):
        raise ParseError(f"{shape.wrapper} should be a mapping of keys to values", inner.line)
    for key in outer.keys() & inner.fields.keys():
        if plain(outer[key]) != plain(inner.fields[key]):
            raise ParseError(f"{key} is given inside and outside {shape.wrapper}", inner.fields[key].line)
    return ChosenBlock(MapNode(outer | dict(inner.fields), found.fields.line), found.text, found.notation, wrapped=True)


def _counts(found: ChosenBlock, shape: ReplyKind, reference: str) -> bool:
    if not reference:
        return found.wrapped or any(key in found.fields.fields for key in shape.keys)
    # A line that merely repeats the reference word is not a second answer.
    return _carries(found.fields, reference) and len(found.fields.fields) > 1


def _carries(fields: MapNode, reference: str) -> bool:
    given = fields.fields.get("reference")
    return isinstance(given, ScalarNode) and given.value == reference


def _nothing(parsed: Sequence[Parsed], found: Sequence[ChosenBlock], shape: ReplyKind, reference: str) -> ParseError:
    for each in parsed:
        if not isinstance(each.root, MapNode):
            return ParseError(f"a {shape.name} should be a mapping of keys to values", each.root.line)
    for chosen in found:
        if reference and _carries(chosen.fields, reference):
            return ParseError(f"the reference without a {shape.name}", chosen.fields.line)
    if reference:
        return ParseError(f"the reference is missing: no block has the field reference: {reference}")
    return ParseError(f"no {shape.name} in the reply")


def _the_only(counted: Sequence[ChosenBlock], shape: ReplyKind, reference: str) -> ChosenBlock:
    first, *others = counted
    for other in others:
        lines = f"lines {first.fields.line} and {other.fields.line}"
        if not reference:
            raise ParseError(f"ambiguous: more than one {shape.name}, on {lines}")
        if plain(other.fields) != plain(first.fields):
            raise ParseError(f"two different {shape.name}s, on {lines}")
    return first
