"""Find a quote in a text, and judge whether it is distinctive enough to point at a place.

A quote can differ from the text in the small ways that docs/replies.md lists. docs/judgement.md
says when a quote is distinctive. For example, `def` is not, but a whole line of code is. A quote
from a diff can also differ in its first column, but a quoted `+` or `-` must be right.
"""

import html
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from coordinator.judgement.evidence.keywords import KEYWORDS
from coordinator.parsing.diff import paths_of
from coordinator.parsing.fields import squeeze
from coordinator.parsing.injection import defuse

NEAR = 3  # a quote can be this many lines away from the line that it names
REACH = 25  # a quote with an ellipsis can span this many lines, about one function
MIN_PART = 8  # the fewest characters in each part of a quote with an ellipsis
MIN_QUOTE = 3  # the fewest characters in a quote, without spaces
MAX_TRIES = 1_000  # the most places that are tried as the beginning of a quote
TELLING = 6  # the fewest letters and digits in a distinctive quote
RARE = 3  # a distinctive quote occurs at most this often: a line, its test and one more
LONG = 24  # a quote with this many letters and digits outside keywords is always distinctive

# Reasons why a quote is weak
DELETED = "deleted by the work"  # the quote shows only that something is gone
COMMON = f"it stands at more than {RARE} places"  # the quote does not point at a single place
TOO_GENERIC = "too generic to point at a place"

_ELLIPSIS = re.compile(r"\s*(?:#|//)?\s?(?:\[ ?(?:\.\.\.|…) ?\]|\.\.\.|…)\s*")
# The ellipsis above begins with blanks, so long runs of them would take quadratic time.
_LONG_BLANK = re.compile(r"\s{100,}+")
_ESCAPED_SPACE = re.compile(r"\\+[nrt]")
_SIGN = re.compile(r"^([+-])[ \t]*", re.MULTILINE)
_PLUS = re.compile(r"^\+", re.MULTILINE)
_QUOTATION_MARKS = "\u201c\u201d\u201e\u201f"
_APOSTROPHES = "\u2018\u2019\u201a\u201b"
_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2212"
_INVISIBLE = "\u00ad\u200b\u200c\u200d\u2060\ufeff"  # a copy of a line often lacks them
_PLAIN = str.maketrans(
    _QUOTATION_MARKS + _APOSTROPHES + _DASHES,
    '"' * len(_QUOTATION_MARKS) + "'" * len(_APOSTROPHES) + "-" * len(_DASHES),
    _INVISIBLE,
)
_WRAPPED = re.compile(
    r"(?:```\w*\n|[`\"'\u201c\u2018«]{1,3})(.+?)(?:\n?```|[`\"'\u201d\u2019»]{1,3})[.,;]?",
    re.DOTALL,
)
_NUMBERED = re.compile(r"\s*(?:(?:L|[Ll]ine )([0-9]{1,7})[:|]?\s|([0-9]{1,7})\s?[:|│→\t])")
_ENTITY = re.compile(r"&#?\w{1,30};")
_LINK = re.compile(r"!?\[([^\]\n]{0,500})\]\([^)\n]{0,500}\)")
_MARKDOWN = re.compile(
    r"^[ \t]*(?:[-*+>]|#{1,6}|[0-9]{1,3}[.)])[ \t]+(?:\[[ xX]\] )?"
    r"|\*\*|__|~~|`|(?<!\w)[*_](?=\w)|(?<=[\w.])[*_](?!\w)",
    re.MULTILINE,
)
_WORD = re.compile(r"[^\W_]+")
_OF_WORD = r"[0-9A-Za-z_\u00c0-\u058f]"  # word characters of languages that use spaces
# NUL marks the place where the quote begins or ends.
_CUT_BEFORE = re.compile(rf"(?:{_OF_WORD}|!)\0{_OF_WORD}|[0-9]\.\0[0-9]")
_CUT_BEHIND = re.compile(rf"{_OF_WORD}\0{_OF_WORD}|[0-9]\0\.[0-9]")
_HEAD = "diff --git "
# Header lines that git can write into the diff of any file
_FORM = re.compile(
    r"^(?:index [0-9a-f]+\.\..*|(?:new|deleted) file mode 100644|[-+]{3} /dev/null)$", re.MULTILINE
)


class Span(NamedTuple):
    """Lines from first to last, counted from 1."""

    first: int
    last: int


ANYWHERE = Span(1, 10**10)
NOWHERE = Span(0, 0)


class QuoteMatch(NamedTuple):
    """The line on which a quote begins, and the reason if the match is weak."""

    line: int
    weak: str


class _Reading(NamedTuple):
    """One way to compare a quote with the source.

    `view` names the form of the source that is searched, and `comparable` brings the quote into the
    same form. `weak` says why a quote that is found only in this way is weak evidence.
    """

    view: str
    comparable: Callable[[str], str]
    weak: str = ""


class _QuoteSearch(NamedTuple):
    """One search for a quote: its parts in the form that `reading` compares, and the lines."""

    reading: _Reading
    parts: list[str]
    span: Span


class _Wording(NamedTuple):
    """One wording of a quote, and the lines to search for it."""

    text: str
    span: Span


def _plain_marks(text: str) -> str:
    """Return the text without backslashes, and with plain marks instead of typographic ones.

    Line breaks stay. Mention links are defused, because a judge in the tracker is shown the work
    without working links, and quotes it as it was shown.
    """
    text = defuse(text)
    if not text.isascii():
        text = text.translate(_PLAIN)
    if "\\" in text:
        return _ESCAPED_SPACE.sub(" ", text).replace("\\", "")
    return text


def normalise(text: str) -> str:
    """Return the text with plain punctuation and single spaces."""
    return squeeze(_plain_marks(text))


def _without_markdown(text: str) -> str:
    return _MARKDOWN.sub("", _LINK.sub(r"\1", text))


def is_searchable(text: str) -> bool:
    """Return whether a text is long enough to search for."""
    if not any(sign.isalnum() for sign in text):
        return False
    return sum(not sign.isspace() for sign in text) >= MIN_QUOTE


def _weight(words: Sequence[str]) -> int:
    """Return the number of letters and digits in the words.

    A Chinese, Japanese or Korean character counts as two.
    """
    signs = "".join(words)
    return len(signs) + sum(sign > "\u2e80" for sign in signs)


class _View:
    """One searchable form of a source: its lines joined by spaces, and the offset of each line."""

    def __init__(self, lines: Sequence[str], numbers: Sequence[int] = ()) -> None:
        self._lines = lines
        self._given_numbers = numbers or range(1, len(lines) + 1)
        self.text = " ".join(filter(None, lines))

    @cached_property
    def _index(self) -> tuple[list[int], list[int]]:
        """The number of each line that is not empty, and the offset in `text` where it begins."""
        numbers = []
        starts = []
        start = 0
        for number, line in zip(self._given_numbers, self._lines, strict=True):
            if line:
                numbers.append(number)
                starts.append(start)
                start += len(line) + 1
        return numbers, starts

    def _end_of(self, line: int) -> int:
        numbers, starts = self._index
        index = bisect_right(numbers, line)
        if index < len(starts):
            return starts[index]
        return len(self.text)

    def line_at(self, offset: int) -> int:
        numbers, starts = self._index
        return numbers[bisect_right(starts, offset) - 1]

    def hits(self, parts: Sequence[str], span: Span) -> Iterator[list[int]]:
        """Yield the offsets of the parts for each place in the span where they occur in order."""
        at = self.text.find(parts[0])
        if at < 0:
            return  # saves the time to build the index of a long view
        end = len(self.text)
        if span != ANYWHERE:
            at = self._end_of(span.first - 1)
            end = self._end_of(span.last) + len(parts[0]) - 1
        for _ in range(MAX_TRIES):
            at = self.text.find(parts[0], at, end)
            if at < 0:
                return
            starts = self._starts(parts, at)
            if starts:
                yield starts
            at += 1

    def _starts(self, parts: Sequence[str], at: int) -> list[int]:
        """Return the offset of each part if the first is at `at`, or [] if a part is missing."""
        starts = [at]
        if len(parts) == 1:
            return starts
        limit = self._end_of(self.line_at(at) + REACH)
        next_file = self.text.find(_HEAD, at + 1, limit)
        if next_file >= 0:
            limit = next_file
        for before, part in pairwise(parts):
            start = self.text.find(part, starts[-1] + len(before), limit)
            if start < 0:
                return []
            starts.append(start)
        return starts

    def why_vague(self, parts: Sequence[str]) -> str:
        """Return the reason why a quote with these parts points at no single place, or ""."""
        words: list[str] = []
        for part in parts:
            words += _WORD.findall(part)
        telling = [word for word in words if word.casefold() not in KEYWORDS]
        if not telling or _weight(words) < TELLING:
            return TOO_GENERIC
        is_rare = _weight(telling) >= LONG or min(self.text.count(part) for part in parts) <= RARE
        if is_rare:
            return ""
        if len(telling) == 1:
            return TOO_GENERIC
        return COMMON

    def why_cut(self, parts: Sequence[str], starts: Sequence[int]) -> str:
        """Return a reason if a part starts or ends inside a word, number or negation, else ""."""
        for part, start in zip(parts, starts, strict=True):
            if self._is_cut_before(part, start) or self._is_cut_behind(part, start):
                return "cut out of a word, a number or a negation"
        return ""

    def _is_cut_before(self, part: str, start: int) -> bool:
        before = self.text[max(start - 2, 0) : start]
        return _CUT_BEFORE.search(f"{before}\0{part[0]}") is not None

    def _is_cut_behind(self, part: str, start: int) -> bool:
        """Return whether a part ends inside a number, or a short part ends inside a word."""
        end = start + len(part)
        around = f"{self.text[end - 1 : end]}\0{self.text[end : end + 2]}"
        if not _CUT_BEHIND.search(around):
            return False
        return part[-1].isdigit() or _weight(_WORD.findall(part)) < LONG


class SourceText:
    """A text in which quotes are searched.

    It is searched in several forms, called views. Each view is made when it is first needed.
    """

    def __init__(self, text: str, *, markdown: bool = False) -> None:
        self.text = text
        self._markdown = markdown
        self._views: dict[str, _View] = {}

    def find(self, quote: str, span: Span) -> QuoteMatch | None:
        """Return the first match in the span that is not weak, else the first match, else None."""
        weak: QuoteMatch | None = None
        for search in self._searches(quote, span):
            match = self._match(search)
            if match and not match.weak:
                return match
            weak = weak or match
        return weak

    def _match(self, search: _QuoteSearch) -> QuoteMatch | None:
        """Return the first match that is not weak, else the first weak one, else None."""
        view = self._view(search.reading.view)
        first: QuoteMatch | None = None
        for starts in view.hits(search.parts, search.span):
            line = view.line_at(starts[0])
            if first is None:
                vague = search.reading.weak or view.why_vague(search.parts)
                if vague:
                    return QuoteMatch(line, vague)  # every other match is as vague
            match = QuoteMatch(line, view.why_cut(search.parts, starts))
            if not match.weak:
                return match
            first = first or match
        return first

    def _view(self, name: str) -> _View:
        if name not in self._views:
            self._views[name] = self._make_view(name)
        return self._views[name]

    def _searches(self, quote: str, span: Span) -> Iterator[_QuoteSearch]:
        """Yield the ways to search for a quote, the strictest first."""
        for wording in self._wordings(quote, span):
            for parts in _ways_to_split(wording.text):
                for reading in self._readings(parts):
                    needles = [reading.comparable(part) for part in parts]
                    if all(map(is_searchable, needles)):
                        yield _QuoteSearch(reading, needles, wording.span)

    def _wordings(self, quote: str, span: Span) -> Iterator[_Wording]:
        """Yield the quote, then the quote without surrounding marks, line numbers and full stop."""
        yield _Wording(quote, span)
        text = quote.strip()
        wrapped = _WRAPPED.fullmatch(text)
        if wrapped:
            text = wrapped[1]
        if "&" in text and not _ENTITY.search(self.text):
            text = html.unescape(text)
        lines = [line for line in text.split("\n") if line.strip()]
        numbers = _line_numbers(lines)
        if numbers:
            text = "\n".join(_NUMBERED.sub("", line, count=1) for line in lines)
            span = self._numbered(numbers, span)
        if text != quote:
            yield _Wording(text, span)
        if text.endswith("."):
            yield _Wording(text[:-1], span)

    def _numbered(self, numbers: Sequence[int], span: Span) -> Span:
        """Return the span to search for a quote from which these line numbers were removed.

        Search only the lines around these numbers. If the quote occurred elsewhere, the numbers
        could be part of its text instead of line numbers.
        """
        return Span(max(span.first, numbers[0] - NEAR), min(span.last, numbers[0] + NEAR))

    def _readings(self, parts: Sequence[str]) -> Iterator[_Reading]:
        """Yield the ways to compare the source and the quote, the strictest first."""
        yield _Reading("plain", squeeze)
        yield _Reading("normalised", normalise)
        if any("+" in part for part in parts):
            # A judge can copy a line of a file from the diff, together with its `+`.
            yield _Reading("normalised", _normalise_without_plus)
        if self._markdown:
            yield _Reading("words", _normalise_without_markdown)

    def _make_view(self, view: str) -> _View:
        text = self.text
        if view == "words":
            text = _without_markdown(text)
        if view != "plain":
            text = _plain_marks(text)
        return _View([squeeze(line) for line in text.split("\n")])


def _ways_to_split(quote: str) -> list[list[str]]:
    """Return the quote as one part and, if it has an ellipsis, as the parts around it."""
    ways = [[quote]]
    parts = [part for part in _ELLIPSIS.split(_LONG_BLANK.sub(_one_blank, quote)) if part.strip()]
    shortest = min((len(part.strip()) for part in parts), default=0)
    if parts != [quote] and shortest >= MIN_PART:
        ways.append(parts)
    return ways


def _one_blank(run: re.Match[str]) -> str:
    """Return a line break if the run of blanks contains one, else a space."""
    if "\n" in run[0]:
        return "\n"
    return " "


def _line_numbers(lines: Sequence[str]) -> list[int]:
    """Return the line numbers at the start of the lines.

    Return [] unless every line has a number and the numbers are consecutive.
    """
    numbers: list[int] = []
    for line in lines:
        found = _NUMBERED.match(line)
        if not found:
            return []
        number = int(found[1] or found[2])
        if numbers and number != numbers[-1] + 1:
            return []
        numbers.append(number)
    return numbers


def _normalise_without_plus(text: str) -> str:
    return normalise(_PLUS.sub("", text))


def _normalise_without_markdown(text: str) -> str:
    return normalise(_without_markdown(text))


def _normalise_signed(text: str) -> str:
    """Return the normalised text without spaces after the `+` or `-` of a line."""
    return normalise(_SIGN.sub(r"\1", text))


class _DiffLines(NamedTuple):
    """The lines of a diff, prepared for finding quotes: without signs and normalised."""

    signs: list[str]
    lines: list[str]
    words: set[str]


def _sign_of(line: str) -> str:
    """Return the `+` or `-` in the first column of a line, or an empty string."""
    if line.startswith(("+", "-")):
        return line[0]
    return ""


class DiffText(SourceText):
    """A diff, which is searched with its signs, as the new text, as the old text, and as both."""

    def __init__(self, text: str) -> None:
        super().__init__(_FORM.sub("", text))

    def find(self, quote: str, span: Span) -> QuoteMatch | None:
        return super().find(_FORM.sub("", quote), span)

    def _readings(self, parts: Sequence[str]) -> Iterator[_Reading]:
        signs: set[str] = set()
        for part in parts:
            signs.update(_SIGN.findall(part))
        if signs:
            weak = DELETED if signs == {"-"} else ""
            yield _Reading("signed", _normalise_signed, weak)
        # A view is long, so it is searched only if the diff has the words of the quote.
        if self._has_words(parts):
            yield _Reading("after", normalise)
            yield _Reading("before", normalise, DELETED)
            yield _Reading("both", normalise, DELETED)
        # A judge can join lines and leave the `+` signs among the words.
        if any("+" in part for part in parts):
            yield _Reading("joined", squeeze)
        yield _Reading("plain", squeeze, DELETED)

    def _has_words(self, parts: Sequence[str]) -> bool:
        """Return whether the diff has all words of a quote.

        The first and the last word of each part are ignored, because a quote can cut them.
        """
        for part in parts:
            words = normalise(part).split()
            if not self._columns.words.issuperset(words[1:-1]):
                return False
        return True

    def _make_view(self, view: str) -> _View:
        if view == "plain":
            return super()._make_view(view)
        signs = self._columns.signs
        lines = self._columns.lines
        if view == "signed":
            return _View([sign + line for sign, line in zip(signs, lines, strict=True)])
        left_out = {"after": "-", "joined": "-", "before": "+", "both": None}[view]
        if view == "joined":
            lines = [squeeze(line) for line in self.text.split("\n")]
        numbers = [number for number, sign in enumerate(signs, 1) if sign != left_out]
        return _View([lines[number - 1] for number in numbers], numbers)

    def _numbered(self, numbers: Sequence[int], span: Span) -> Span:
        # The numbers count the lines of a file, not of the diff, so they do not limit the span. A
        # single number could be part of the text.
        if len(numbers) > 1:
            return span
        return NOWHERE

    @cached_property
    def _columns(self) -> _DiffLines:
        signs = [_sign_of(line) for line in self.text.split("\n")]
        # Replacing in the whole text is several times faster than a loop over the lines.
        unsigned = f"\n{_plain_marks(self.text)}".replace("\n+", "\n ").replace("\n-", "\n ")
        lines = [squeeze(line) for line in unsigned.split("\n")][1:]
        return _DiffLines(signs, lines, set(" ".join(lines).split()))

    @cached_property
    def sections(self) -> dict[str, Span]:
        """The lines about each old and each new path; empty if the work is prose."""
        sections: dict[str, Span] = {}
        lines = self.text.split("\n")
        heads = [number for number, line in enumerate(lines, 1) if line.startswith(_HEAD)]
        for first, following in pairwise([*heads, len(lines) + 1]):
            paths = paths_of(lines[first - 1])
            span = Span(first, following - 1)
            for path in {paths.old, paths.new}:
                before = sections.get(path)
                if before is None:
                    sections[path] = span
                elif before.last == first - 1:  # the file goes on in the next part of the diff
                    sections[path] = Span(before.first, span.last)
        return sections
