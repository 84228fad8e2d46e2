"""Find the answer in the raw text of a reply, which can also quote data from the work.

A block starts at the beginning of a line. It is a fence of ``` or ~~~ marked `json`, `yaml`, `yml`
or nothing, an object that opens with `{`, or YAML that starts with a known key. Text that is quoted
from the work is never the answer. Such text is in other fences, inside a block, or on lines
that start with `>`. Text between tags such as `<think>` and `</think>` is dropped.

If the reply needs a reference word, the answer is the block that has this word in its own field
`reference`. An agent may give the same answer twice, but not two different ones. If a block with
the word cannot be read, or an object with the reference begins in the middle of a line, the reply
is unreadable, because that block or object could be a different answer.

Some kinds of replies allow keys in upper and lower case, as Go's decoder does. All keys in such a
reply are read in small letters.

If no reference word is needed, the answer is the only block of the wanted shape outside quotations.
A block is in a quotation if its text starts with `>`. It is also in a quotation if it follows a
line with `>` without a blank line in between, because Markdown continues the quotation there.
"""

import re
from bisect import bisect_left
from contextlib import suppress
from dataclasses import dataclass, field

from coordinator.parsing.fields import MapNode, Node, ParseError, in_small_letters, plain
from coordinator.parsing.json_yaml import parse, strip_byte_order_mark, unify_line_ends

MAX_SIZE = 1_000_000  # characters of a reply
MAX_BLOCKS = 200

_THINKING = re.compile(r"\s*<think(?:ing)?>", re.IGNORECASE)
_THOUGHT = re.compile(r"</think(?:ing)?>", re.IGNORECASE)
# A line that starts with `>`, `+` or `-` quotes the work, so a tag at its end is ignored.
_LONE_THOUGHT = re.compile(r"\s*</think(?:ing)?>|(?![>+-]).*</think(?:ing)?>\s*$", re.IGNORECASE)
_FENCE = re.compile(r"(?P<indent> {0,3})(?P<fence>`{3,}+(?=[^`]*$)|~{3,}+)\s*(?P<language>[^\s{]*)")
_QUOTATION = re.compile(r" {0,3}>.*\S")
_OBJECT = re.compile(r" {0,3}(?:\{|\[\s*(?:\{|$))")
_KEYS = (
    "reference|evaluation_report|evaluation_specification|metadata|summary|executive_summary|"
    "checklist|checklist_results|checklist_summary|scores|rubric_scores|rubric_dimensions|"
    "score_calculation|findings|issues|strengths|rework|verdict|failures|refuted|drift|claim|"
    "evidence|query|scoring|rrd_cycle_applied|self_verification_completed"
)
_YAML_START = re.compile(rf"(?:{_KEYS}):(?:\s|$)")
_YAML_GOES_ON = re.compile(r"[ \t]|-(?:\s|$)|[A-Za-z_][\w-]*:(?:\s|$)|$")
_SIGN = re.compile(r"[{}\[\]\"']")
_STRINGS = {
    '"': re.compile(r'"(?:[^"\\]|\\.)*+"', re.DOTALL),
    "'": re.compile(r"'(?:[^'\\]|\\.)*+'", re.DOTALL),
}
_INLINE_REFERENCE = re.compile(r"""(?:["']reference["']|[{,]\s*reference)\s*:\s*["']?([\w-]+)""")
_ESCAPE = re.compile(r"\\[xuU\n]")  # the escape of a letter, or of a line break inside a word
_DATA_LANGUAGES = ("", "json", "yaml", "yml")


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of the reply that could be data, and the line on which it starts."""

    text: str
    line: int
    language: str = ""


@dataclass(frozen=True, slots=True)
class ReplyKind:
    """A kind of reply, with its name in messages, its identifying keys and its optional wrapper.

    If `any_case` is true, upper and lower case in the keys of a reply count as the same.
    """

    name: str
    keys: tuple[str, ...]
    wrapper: str = ""
    any_case: bool = False


@dataclass(slots=True)
class ReplyLayout:
    """A reply taken apart into blocks and the numbered lines of prose between them."""

    blocks: list[Block] = field(default_factory=list)
    # Blocks before a `</think>` that has no opening tag, because some models show only the end of
    # their thinking.
    thought: list[Block] = field(default_factory=list)
    prose: list[tuple[int, str]] = field(default_factory=list)
    # The numbers of the lines in quotations
    quoted: set[int] = field(default_factory=set)

    def add(self, block: Block) -> None:
        """Add a block; raise ParseError if there are too many."""
        if len(self.blocks) == MAX_BLOCKS:
            raise ParseError(f"more than {MAX_BLOCKS} blocks", block.line)
        self.blocks.append(block)


def split_reply(text: str) -> ReplyLayout:
    """Return the blocks and the prose of a reply.

    Raise ParseError if the reply is empty, too large or cut off.
    """
    if len(text) > MAX_SIZE:
        raise ParseError(f"too large: {len(text)} characters, the limit is {MAX_SIZE}")
    if re.search("[\ud800-\udfff]", text):
        raise ParseError("the reply contains half a surrogate pair, which is not text")
    layout = _ReplySplitter(unify_line_ends(strip_byte_order_mark(text))).split()
    if not layout.blocks and not any(line.strip() for _, line in layout.prose):
        raise ParseError("the reply is empty")
    return layout


class _ReplySplitter:
    """Splits a reply into its parts, from its start to its end."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._breaks = [found.start() for found in re.finditer("\n", text)]
        self._at = 0
        self._thoughts = 0
        self._quoting = False
        self._layout = ReplyLayout()

    def split(self) -> ReplyLayout:
        while self._at < len(self._text):
            number = 1 + bisect_left(self._breaks, self._at)
            line = self._text[self._at : self._line_end(self._at)]
            fence = _FENCE.match(line)
            self._follow_quotation(line, number, is_fence=fence is not None)
            if _THINKING.match(line):
                self._skip_thinking(number)
            elif _LONE_THOUGHT.match(line):
                self._set_thought_apart()
                self._skip_thinking(number)
            elif fence:
                self._take_fence(fence, line, number)
            elif _OBJECT.match(line):
                self._take_object(number)
            elif _YAML_START.match(line):
                self._take_yaml(number)
            else:
                self._layout.prose.append((number, line))
                self._at = self._line_end(self._at) + 1
        return self._layout

    def _line_end(self, start: int) -> int:
        end = self._text.find("\n", start)
        if end < 0:
            return len(self._text)
        return end

    def _follow_quotation(self, line: str, number: int, *, is_fence: bool) -> None:
        """Record whether this line is quoted; a quotation ends at a blank line or a fence."""
        goes_on = self._quoting and bool(line.strip()) and not is_fence
        self._quoting = goes_on or _QUOTATION.match(line) is not None
        if self._quoting:
            self._layout.quoted.add(number)

    def _set_thought_apart(self) -> None:
        """Treat all text so far as thinking."""
        self._layout.thought += self._layout.blocks
        self._layout.blocks.clear()
        self._layout.prose.clear()

    def _skip_thinking(self, number: int) -> None:
        closing = _THOUGHT.search(self._text, self._at)
        if not closing:
            raise ParseError("cut off: the thinking that starts here never ends", number)
        self._thoughts += 1
        if self._thoughts > MAX_BLOCKS:
            raise ParseError(f"more than {MAX_BLOCKS} parts of thinking", number)
        self._at = closing.end()

    def _take_fence(self, fence: re.Match[str], line: str, number: int) -> None:
        # Markdown lets a closing fence be indented by up to three spaces. Here it must not be
        # indented more than the opening fence. Otherwise a quoted example inside a block scalar
        # would end the report.
        indent = len(fence["indent"])
        mark = fence["fence"]
        language = fence["language"].lower()
        end = re.compile(rf"^ {{0,{indent}}}{mark[0]}{{{len(mark)},}}[ \t]*$", re.MULTILINE)
        self._layout.prose.append((number, line))
        start = self._line_end(self._at) + 1
        closing = end.search(self._text, start)
        if not closing:
            raise ParseError("cut off: the fence that opens here is never closed", number)
        if language in _DATA_LANGUAGES:
            self._layout.add(Block(self._text[start : closing.start()], number + 1, language))
        self._at = closing.end() + 1

    def _take_object(self, number: int) -> None:
        end = _end_of_object(self._text, self._at, number)
        self._layout.add(Block(self._text[self._at : end], number))
        self._at = end
        while self._text.startswith(" ", self._at):
            self._at += 1

    def _take_yaml(self, number: int) -> None:
        end = self._at
        while end < len(self._text):
            line_end = self._line_end(end)
            if not _YAML_GOES_ON.match(self._text[end:line_end]):
                break
            end = line_end + 1
        text = self._text[self._at : end]
        self._layout.add(Block(text, number))
        if "\n\n" in text:
            self._quoting = False
        self._at = end


def _end_of_object(text: str, at: int, line: int) -> int:
    """Return the end of the object that opens at `at`; raise ParseError if it is cut off."""
    start = at
    depth = 0
    while found := _SIGN.search(text, at):
        at = found.end()
        if found[0] in "{[":
            depth += 1
        elif found[0] in "}]":
            depth -= 1
            if depth == 0:
                return at
        elif _opens_string(text, found.start()):
            string = _STRINGS[found[0]].match(text, found.start())
            if not string:
                string_line = line + text.count("\n", start, found.start())
                raise ParseError("cut off: the string that opens here is never closed", string_line)
            at = string.end()
    raise ParseError("cut off: the object that opens here is never closed", line)


def _opens_string(text: str, at: int) -> bool:
    """Return whether the quotation mark at `at` follows a bracket, a comma or a colon.

    Any other mark, such as an apostrophe in a word, does not open a string.
    """
    before = at - 1
    while text[before].isspace():
        before -= 1
    return text[before] in "{[,:"


def read_block(text: str, kind: ReplyKind, reference: str) -> MapNode:
    """Return the fields of the block that is the answer, without its wrapper.

    The docstring of this module says which block that is. Raise ParseError if there is none.
    """
    layout = split_reply(text)
    nodes = _candidates(layout, kind, reference)
    if kind.any_case:
        nodes = [in_small_letters(node) for node in nodes]
    if reference:
        return _signed_block(nodes, kind, reference)
    return _only_block(nodes, kind)


def _candidates(layout: ReplyLayout, kind: ReplyKind, reference: str) -> list[Node]:
    """Return the data of the blocks that have the reference word.

    If `reference` is empty, return the data of the blocks that have a key of this kind of reply.
    """
    if reference:
        return _nodes_with_word(layout, reference)
    return [_parse(block) for block in _blocks_with_key(layout, kind)]


def unquoted_prose(text: str, kind: ReplyKind, reference: str) -> list[tuple[int, str]]:
    """Return the numbered lines outside blocks and quotations.

    Return an empty list if a block seems to be the answer.
    """
    layout = split_reply(text)
    if _candidates(layout, kind, reference):
        return []
    return [(number, line) for number, line in layout.prose if number not in layout.quoted]


def _parse(block: Block) -> Node:
    return parse(block.text, block.line, only_json=block.language == "json")


def _signed_block(nodes: list[Node], kind: ReplyKind, reference: str) -> MapNode:
    """Return the only block that has this reference word in its field `reference`."""
    unwrapped = [_unwrap(node, kind) for node in nodes if isinstance(node, MapNode)]
    signed = [each for each in unwrapped if plain(each.fields.get("reference")) == reference]
    # A line that merely repeats the reference word is not a second answer.
    counted = [each for each in signed if len(each.fields) > 1]
    for other in counted[1:]:
        if plain(other) != plain(counted[0]):
            lines = f"lines {counted[0].line} and {other.line}"
            raise ParseError(f"two different {kind.name}s, on {lines}")
    if counted:
        return counted[0]
    _refuse_other_nodes(nodes, kind)
    if signed:
        raise ParseError(f"the block with the reference has no {kind.name}", signed[0].line)
    raise ParseError(f"the reference is missing: no block has the field reference: {reference}")


def _only_block(nodes: list[Node], kind: ReplyKind) -> MapNode:
    """Return the one block that has a key of this kind."""
    keys = {kind.wrapper, *kind.keys}
    counted = []
    for node in nodes:
        if isinstance(node, MapNode) and not keys.isdisjoint(node.fields):
            counted.append(_unwrap(node, kind))
    if len(counted) > 1:
        lines = f"lines {counted[0].line} and {counted[1].line}"
        raise ParseError(f"ambiguous: more than one {kind.name}, on {lines}")
    if counted:
        return counted[0]
    _refuse_other_nodes(nodes, kind)
    raise ParseError(f"no {kind.name} in the reply")


def _refuse_other_nodes(nodes: list[Node], kind: ReplyKind) -> None:
    for node in nodes:
        if not isinstance(node, MapNode):
            raise ParseError(f"a {kind.name} should be a mapping of keys to values", node.line)


def _blocks_with_key(layout: ReplyLayout, kind: ReplyKind) -> list[Block]:
    """Return the blocks outside quotations that seem to have a key of the kind."""
    keys = "|".join(filter(None, (kind.wrapper, *kind.keys)))
    flags = re.IGNORECASE if kind.any_case else re.NOFLAG
    has_key = re.compile(rf"""(?:^|[\s{{,"'])(?:{keys})["']?\s*:""", flags)
    found = []
    # A closing tag that was copied from the work must not hide the judge's own report.
    for block in (*layout.thought, *layout.blocks):
        is_quoted = block.line in layout.quoted or _QUOTATION.match(block.text)
        if not is_quoted and has_key.search(block.text):
            found.append(block)
    return found


def _nodes_with_word(layout: ReplyLayout, reference: str) -> list[Node]:
    """Return the data of the blocks that have the reference word, however it is written there.

    Raise ParseError if such a block cannot be read, because it could be a different answer.
    """
    for number, line in layout.prose:
        # An answer in the middle of a line is not a block, but no other block may replace it.
        if reference in _INLINE_REFERENCE.findall(line) and not line.lstrip().startswith(">"):
            raise ParseError("the object with the reference must begin on a new line", number)
    word = re.compile(rf"(?<![\w-]){re.escape(reference)}(?![\w-])")
    nodes = list[Node]()
    for block in layout.blocks:
        if word.search(block.text):
            nodes.append(_parse(block))
        elif _ESCAPE.search(block.text):
            # Escapes can spell the word. Most such blocks are code, which need not be data.
            with suppress(ParseError):
                node = _parse(block)
                if isinstance(node, MapNode):
                    nodes.append(node)
    return nodes


def _unwrap(found: MapNode, kind: ReplyKind) -> MapNode:
    """Return the block with the fields of its wrapper, if it has one, moved to the top level."""
    outer = dict(found.fields)
    inner = outer.pop(kind.wrapper, None)
    if inner is None:
        return found
    if not isinstance(inner, MapNode):
        raise ParseError(f"{kind.wrapper} should be a mapping of keys to values", inner.line)
    for key in outer.keys() & inner.fields.keys():
        if plain(outer[key]) != plain(inner.fields[key]):
            what = f"{key} is given inside and outside {kind.wrapper}"
            raise ParseError(what, inner.fields[key].line)
    return MapNode(outer | dict(inner.fields), found.line)
