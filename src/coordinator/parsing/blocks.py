"""Finds the one block of data that counts in the raw text of a reply.

A block begins a line: a fence of ``` or ~~~ marked `json`, `yaml`, `yml` or nothing; a bare `{`; or a bare
YAML key that replies are known to have. Text quoted from the work never counts: other fences, anything inside
a block, and lines that start with `>`. Closed thinking is dropped.

With a reference word, the block that has it as its own field counts, whatever else stands around it; the same
data given twice counts once; an object with the reference that begins in the middle of a line spoils the reply,
since it might say something else. Without one there must be exactly one block of the wanted shape, outside of
quotations: not among `>` lines in a fence, nor below one without a blank line between, where Markdown goes on quoting.
"""

import re
from bisect import bisect_left
from dataclasses import dataclass, field

from coordinator.parsing.data import parse, strip_byte_order_mark, unify_line_ends
from coordinator.parsing.fields import MapNode, ParseError, plain

MAX_SIZE = 1_000_000  # characters of a reply
MAX_BLOCKS = 200

_THINKING = re.compile(r"\s*<think(?:ing)?>", re.IGNORECASE)
_THOUGHT = re.compile(r"</think(?:ing)?>", re.IGNORECASE)
# Not in a line that quotes: `> ` and the columns of a diff are somebody else's words.
_LONE_THOUGHT = re.compile(r"\s*</think(?:ing)?>|(?![>+-]).*</think(?:ing)?>\s*$", re.IGNORECASE)
_FENCE = re.compile(r"(?P<indent> {0,3})(?P<fence>`{3,}+(?=[^`]*$)|~{3,}+)\s*(?P<language>[^\s{]*)")
_QUOTATION = re.compile(r" {0,3}>.*\S")
_OBJECT = re.compile(r" {0,3}(?:\{|\[\s*(?:\{|$))")
_KEYS = (
    "reference|evaluation_report|evaluation_specification|metadata|summary|executive_summary|"
    "checklist|checklist_results|checklist_summary|scores|rubric_scores|rubric_dimensions|score_calculation|"
    "findings|issues|strengths|rework|verdict|failures|refuted|drift|claim|evidence|query|scoring|"
    "rrd_cycle_applied|self_verification_completed"
)
_YAML_START = re.compile(rf"(?:{_KEYS}):(?:\s|$)")
_YAML_GOES_ON = re.compile(r"[ \t]|-(?:\s|$)|[A-Za-z_][\w-]*:(?:\s|$)|$")
_SIGN = re.compile(r"[{}\[\]\"']")
_STRINGS = {mark: re.compile(rf"{mark}(?:[^{mark}\\]|\\.)*+{mark}", re.DOTALL) for mark in "\"'"}
_REFERENCE = re.compile(r"""\breference["']?\s*:\s*["']?([\w-]+)""")
_INLINE_REFERENCE = re.compile(r"""(?:["']reference["']|[{,]\s*reference)\s*:\s*["']?([\w-]+)""")
_DATA_LANGUAGES = ("", "json", "yaml", "yml")


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of the reply that may be data, and the line it starts on."""

    text: str
    line: int
    language: str = ""


@dataclass(frozen=True, slots=True)
class ReplyKind:
    """What is looked for: its name in messages, its optional wrapper, and the keys that give it away."""

    name: str
    keys: tuple[str, ...]
    wrapper: str = ""


@dataclass(slots=True)
class ReplyLayout:
    """A reply taken apart into blocks and the numbered lines of prose between them."""

    blocks: list[Block] = field(default_factory=list)
    # Before a closing tag that no tag opens: of a model that shows only the end of its thinking.
    thought: list[Block] = field(default_factory=list)
    prose: list[tuple[int, str]] = field(default_factory=list)
    # The numbers of the lines that stand in a quotation
    quoted: set[int] = field(default_factory=set)

    def add(self, block: Block) -> None:
        """Add a block; raise ParseError if there are too many."""
        if len(self.blocks) == MAX_BLOCKS:
            raise ParseError(f"more than {MAX_BLOCKS} blocks", block.line)
        self.blocks.append(block)


def split_reply(text: str) -> ReplyLayout:
    """Return the blocks and the prose of a reply; raise ParseError for what is empty, too large or cut off."""
    if len(text) > MAX_SIZE:
        raise ParseError(f"too large: {len(text)} characters, {MAX_SIZE} are read")
    if re.search("[\ud800-\udfff]", text):
        raise ParseError("half a surrogate pair is not text")
    layout = _lay_out(unify_line_ends(strip_byte_order_mark(text)))
    if not layout.blocks and not any(line.strip() for _, line in layout.prose):
        raise ParseError("the reply is empty")
    return layout


def _lay_out(text: str) -> ReplyLayout:
    layout = ReplyLayout()
    breaks = [found.start() for found in re.finditer("\n", text)]
    at = thoughts = 0
    quoting = False

    def line_end(start: int) -> int:
        end = text.find("\n", start)
        if end < 0:
            return len(text)
        return end

    while at < len(text):
        number = 1 + bisect_left(breaks, at)
        line = text[at : line_end(at)]
        fence = _FENCE.match(line)
        quoting = bool(_QUOTATION.match(line) or (quoting and line.strip() and not fence))
        if quoting:
            layout.quoted.add(number)
        starts_thinking = _THINKING.match(line)
        if starts_thinking or _LONE_THOUGHT.match(line):
            if not starts_thinking:
                layout.thought += layout.blocks
                layout.blocks.clear()
                layout.prose.clear()
            closing = _THOUGHT.search(text, at)
            if not closing:
                raise ParseError("cut off: the thinking that starts here never ends", number)
            thoughts += 1
            if thoughts > MAX_BLOCKS:
                raise ParseError(f"more than {MAX_BLOCKS} parts of thinking", number)
            at = closing.end()
        elif fence:
            # Less strict readers let a fence end at any indentation up to three; a quoted example inside a block
            # scalar would then end the report that holds it.
            indent = len(fence["indent"])
            mark = fence["fence"]
            language = fence["language"].lower()
            ends = re.compile(rf"^ {{0,{indent}}}{mark[0]}{{{len(mark)},}}[ \t]*$", re.MULTILINE)
            layout.prose.append((number, line))
            at = line_end(at) + 1
            closing = ends.search(text, at)
            if not closing:
                raise ParseError("cut off: the fence that opens here is never closed", number)
            if language in _DATA_LANGUAGES:
                layout.add(Block(text[at : closing.start()], number + 1, language))
            at = closing.end() + 1
        elif _OBJECT.match(line):
            end = _end_of_object(text, at, number)
            layout.add(Block(text[at:end], number))
            at = end
            while text.startswith(" ", at):
                at += 1
        elif _YAML_START.match(line):
            end = at
            while end < len(text) and _YAML_GOES_ON.match(text[end : line_end(end)]):
                end = line_end(end) + 1
            layout.add(Block(text[at:end], number))
            quoting = quoting and "\n\n" not in text[at:end]
            at = end
        else:
            layout.prose.append((number, line))
            at = line_end(at) + 1
    return layout


def _end_of_object(text: str, at: int, line: int) -> int:
    """Return where the object that opens at `at` ends; raise ParseError if it is cut off."""
    start = at
    depth = 0
    while found := _SIGN.search(text, at):
        at = found.end()
        if found[0] in "{}[]":
            depth += 1 if found[0] in "{[" else -1
            if depth == 0:
                return at
            continue
        # A mark opens a string only after a bracket, comma or colon: an apostrophe in a word opens none.
        before = found.start() - 1
        while text[before].isspace():
            before -= 1
        if text[before] in "{[,:":
            string = _STRINGS[found[0]].match(text, found.start())
            if not string:
                string_line = line + text.count("\n", start, found.start())
                raise ParseError("cut off: the string that opens here is never closed", string_line)
            at = string.end()
    raise ParseError("cut off: the object that opens here is never closed", line)


def read_block(text: str, kind: ReplyKind, reference: str) -> MapNode:
    """Return the fields of the one block of this kind that counts, unwrapped; raise ParseError if there is none."""
    blocks = _candidates(split_reply(text), kind, reference)
    parsed = [parse(block.text, block.line, only_json=block.language == "json") for block in blocks]
    found = [node for node in parsed if isinstance(node, MapNode)]
    if not reference:
        wanted = [
            each for each in found if any(key in each.fields for key in (kind.wrapper, *kind.keys))
        ]
        signed = []
        counted = [_unwrap(each, kind) for each in wanted]
    else:
        unwrapped = [_unwrap(each, kind) for each in found]
        signed = [each for each in unwrapped if plain(each.fields.get("reference")) == reference]
        # A line that merely repeats the reference word is not a second answer.
        counted = [each for each in signed if len(each.fields) > 1]
    for other in counted[1:]:
        lines = f"lines {counted[0].line} and {other.line}"
        if not reference:
            raise ParseError(f"ambiguous: more than one {kind.name}, on {lines}")
        if plain(other) != plain(counted[0]):
            raise ParseError(f"two different {kind.name}s, on {lines}")
    if counted:
        return counted[0]
    for node in parsed:
        if not isinstance(node, MapNode):
            raise ParseError(f"a {kind.name} should be a mapping of keys to values", node.line)
    if signed:
        raise ParseError(f"the reference without a {kind.name}", signed[0].line)
    if reference:
        raise ParseError(f"the reference is missing: no block has the field reference: {reference}")
    raise ParseError(f"no {kind.name} in the reply")


def _candidates(layout: ReplyLayout, kind: ReplyKind, reference: str) -> list[Block]:
    """Return the blocks that seem to have the reference, or without one the keys of the wanted kind."""
    if not reference:
        keys = "|".join(filter(None, (kind.wrapper, *kind.keys)))
        field = re.compile(rf"""(?:^|[\s{{,"'])(?:{keys})["']?\s*:""")
        # A closing tag copied from the work must not make us forget the judge's own report.
        own = [
            block for block in (*layout.thought, *layout.blocks) if block.line not in layout.quoted
        ]
        return [
            block for block in own if not _QUOTATION.match(block.text) and field.search(block.text)
        ]
    for number, line in layout.prose:
        # An answer in the middle of a line is no block, but it must not be passed over in favour of another one.
        if reference in _INLINE_REFERENCE.findall(line) and not line.lstrip().startswith(">"):
            raise ParseError("the reference stands in an object that does not begin a line", number)
    return [block for block in layout.blocks if reference in _REFERENCE.findall(block.text)]


def _unwrap(found: MapNode, kind: ReplyKind) -> MapNode:
    """Return the block with the fields inside its wrapper, if it has one, beside those outside."""
    outer = dict(found.fields)
    inner = outer.pop(kind.wrapper, None)
    if inner is None:
        return found
    if not isinstance(inner, MapNode):
        raise ParseError(f"{kind.wrapper} should be a mapping of keys to values", inner.line)
    for key in outer.keys() & inner.fields.keys():
        if plain(outer[key]) != plain(inner.fields[key]):
            raise ParseError(
                f"{key} is given inside and outside {kind.wrapper}", inner.fields[key].line
            )
    return MapNode(outer | dict(inner.fields), found.line)
