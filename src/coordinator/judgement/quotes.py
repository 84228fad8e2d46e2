"""Finds a quote in a text, as it stands or as honest copies differ from it, and says whether it points at a place.

docs/replies.md says how a quote may differ, and docs/judgement.md when it is distinctive: `def` points at nothing, a
line of code at itself. In a diff its columns may differ too, except that a quoted `+` or `-` must be the right one.
"""

import html
import keyword
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from importlib.resources import files
from itertools import accumulate, pairwise
from typing import NamedTuple

from coordinator.parsing.diff import paths_of
from coordinator.parsing.fields import squeeze

NEAR = 3  # lines a quote may stand away from the line it names
# Lines within which the parts of an elided quote must follow each other: about one function
REACH = 25
MIN_PART = 8  # characters of each part of an elided quote
MIN_QUOTE = 3  # characters of a quote, spaces apart
MAX_TRIES = 1_000  # places at which a quote may begin
TELLING = 6  # letters and digits of a distinctive quote: shorter ones are in any text
RARE = 3  # places at which it may stand: a line, its test and one more
LONG = 24  # letters and digits beside keywords: nobody writes them by chance
# Why it is weak: it shows that something is gone, not that it is there; it points at no one place.
DELETED = "deleted by the work"
COMMON = f"it stands at more than {RARE} places"
# Of other languages
_OTHERS = files(__package__).joinpath("keywords.txt").read_text(encoding="utf-8").split()
KEYWORDS = frozenset(map(str.casefold, keyword.kwlist)) - {"true", "false", "none"} | frozenset(
    _OTHERS
)

_ELLIPSIS = re.compile(r"\s*(?:#|//)?\s?(?:\[ ?(?:\.\.\.|…) ?\]|\.\.\.|…)\s*")
_ESCAPED_SPACE = re.compile(r"\\+[nrt]")
_SIGN = re.compile(r"^([+-])[ \t]*", re.MULTILINE)
_PLUS = re.compile(r"^\+", re.MULTILINE)
_FANCY = {
    '"': "\u201c\u201d\u201e\u201f",
    "'": "\u2018\u2019\u201a\u201b",
    "-": "\u2010\u2011\u2012\u2013\u2014\u2212",
}
# Unseen: whoever copies the line leaves them out
_FANCY[""] = "\u00ad\u200b\u200c\u200d\u2060\ufeff"
_PLAIN = str.maketrans({fancy: plain for plain, fancies in _FANCY.items() for fancy in fancies})
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
_OF_WORD = r"[0-9A-Za-z_\u00c0-\u058f]"  # in languages that put spaces between words
# The zero is where the quote begins, or ends
_CUT_BEFORE = re.compile(rf"(?:{_OF_WORD}|!)\0{_OF_WORD}|[0-9]\.\0[0-9]")
_CUT_BEHIND = re.compile(rf"{_OF_WORD}\0{_OF_WORD}|[0-9]\0\.[0-9]")
_HEAD = "diff --git "
# What git writes into the diff of any file.
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
    """The line on which a quote begins, and why it shows nothing though it stands there."""

    line: int
    weak: str


class _Reading(NamedTuple):
    """A view to search, how a quote is made comparable with it, and why what only stands there shows nothing."""

    view: str
    comparable: Callable[[str], str]
    weak: str = ""


def _plain_marks(text: str) -> str:
    """Return the text with escapes and typographic marks made plain; line numbers stay."""
    text = text if text.isascii() else text.translate(_PLAIN)
    if "\\" in text:
        return _ESCAPED_SPACE.sub(" ", text).replace("\\", "")
    return text


def normalise(text: str) -> str:
    """Return the text with plain marks and single spaces."""
    return squeeze(_plain_marks(text))


def _without_markdown(text: str) -> str:
    return _MARKDOWN.sub("", _LINK.sub(r"\1", text))


def is_searchable(text: str) -> bool:
    """Return whether there is enough text to look for."""
    return any(c.isalnum() for c in text) and sum(not c.isspace() for c in text) >= MIN_QUOTE


def _weight(words: Sequence[str]) -> int:
    """Return how many letters and digits the words have; a Chinese, Japanese or Korean character counts as two."""
    return sum(1 + (c > "\u2e80") for word in words for c in word)


class _View:
    """One way to read a source: its comparable lines joined by spaces, and where each begins."""

    def __init__(self, lines: Sequence[str], numbers: Sequence[int] = ()) -> None:
        self._lines = lines
        self._given_numbers = numbers or range(1, len(lines) + 1)
        self.text = " ".join(filter(None, lines))

    @cached_property
    def _index(self) -> tuple[list[int], list[int]]:
        """The number of each line that is not empty, and the offset in `text` at which it begins."""
        numbers = [
            number for number, line in zip(self._given_numbers, self._lines, strict=True) if line
        ]
        starts = list(accumulate([len(line) + 1 for line in self._lines if line], initial=0))[:-1]
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
        """Yield where each part begins, wherever they follow each other from a line of the span on."""
        at = self.text.find(parts[0])
        end = len(self.text)
        # The index of a long view is not built for what is nowhere in it
        if at >= 0 and span != ANYWHERE:
            at = self._end_of(span.first - 1)
            end = self._end_of(span.last) + len(parts[0]) - 1
        for _ in range(MAX_TRIES):
            at = self.text.find(parts[0], at, end) if at >= 0 else at
            if at < 0:
                return
            starts = [at]
            if len(parts) > 1:
                limit = self._end_of(self.line_at(at) + REACH)
                next_file = self.text.find(_HEAD, at + 1, limit)
                for before, part in pairwise(parts):
                    position = starts[-1] + len(before)
                    starts.append(
                        self.text.find(part, position, limit if next_file < 0 else next_file)
                    )
            if min(starts) >= 0:
                yield starts
            at += 1

    def why_vague(self, parts: Sequence[str]) -> str:
        """Return why these parts, which stand here, point at no place, or nothing."""
        words = [word for part in parts for word in _WORD.findall(part)]
        telling = [word for word in words if word.casefold() not in KEYWORDS]
        is_rare = _weight(telling) >= LONG or min(self.text.count(part) for part in parts) <= RARE
        if not telling or _weight(words) < TELLING or (len(telling) == 1 and not is_rare):
            return "too generic to point at a place"
        if is_rare:
            return ""
        return COMMON

    def why_cut(self, parts: Sequence[str], starts: Sequence[int]) -> str:
        """Return that a part is cut out of a word, a number or a negation; one that is long may end within a word."""
        for part, start in zip(parts, starts, strict=True):
            end = start + len(part)
            behind = _CUT_BEHIND.search(f"{self.text[end - 1 : end]}\0{self.text[end : end + 2]}")
            if (
                behind and (part[-1].isdigit() or _weight(_WORD.findall(part)) < LONG)
            ) or _CUT_BEFORE.search(f"{self.text[max(start - 2, 0) : start]}\0{part[0]}"):
                return "cut out of a word, a number or a negation"
        return ""


class SourceText:
    """A source with the ways to read it, each made once, when first needed."""

    def __init__(self, text: str, *, markdown: bool = False) -> None:
        self.text = text
        self._markdown = markdown
        self._views: dict[str, _View] = {}

    def find(self, quote: str, span: Span) -> QuoteMatch | None:
        """Return where in the span the quote stands: where it shows something, if it does anywhere."""
        weak: QuoteMatch | None = None
        for reading, parts, within in self._searches(quote, span):
            if reading.view not in self._views:
                self._views[reading.view] = self._make_view(reading.view)
            view = self._views[reading.view]
            vague = ""
            for number, starts in enumerate(view.hits(parts, within)):
                vague = vague if number else reading.weak or view.why_vague(parts)
                match = QuoteMatch(view.line_at(starts[0]), vague or view.why_cut(parts, starts))
                if not match.weak:
                    return match
                weak = weak or match
                if vague:
                    break
        return weak

    def _searches(self, quote: str, span: Span) -> Iterator[tuple[_Reading, list[str], Span]]:
        """Yield each reading with the parts of the quote made comparable with it, and where; the strictest first."""
        for wording, within in self._wordings(quote, span):
            parts = [part for part in _ELLIPSIS.split(wording) if part.strip()]
            attempts = [[wording]]
            if (
                parts != [wording]
                and parts
                and min(len(part.strip()) for part in parts) >= MIN_PART
            ):
                attempts.append(parts)
            for attempt in attempts:
                for reading in self._readings(attempt):
                    needles = [reading.comparable(part) for part in attempt]
                    if all(map(is_searchable, needles)):
                        yield reading, needles, within

    def _wordings(self, quote: str, span: Span) -> Iterator[tuple[str, Span]]:
        """Yield the quote, then without what was put around it, before its lines and behind it."""
        yield quote, span
        text = quote.strip()
        wrapped = _WRAPPED.fullmatch(text)
        text = wrapped[1] if wrapped else text
        if "&" in text and not _ENTITY.search(self.text):
            text = html.unescape(text)
        lines = [line for line in text.split("\n") if line.strip()]
        numbers = [int(found[1] or found[2]) for line in lines if (found := _NUMBERED.match(line))]
        if numbers and numbers == list(range(numbers[0], numbers[0] + len(lines))):
            text = "\n".join(_NUMBERED.sub("", line, count=1) for line in lines)
            span = self._numbered(numbers, span)
        if text != quote:
            yield text, span
        if text.endswith("."):
            yield text[:-1], span

    def _numbered(self, numbers: Sequence[int], span: Span) -> Span:
        """Return where lines must stand that were quoted with their numbers: else a changed number would be dropped."""
        return Span(max(span.first, numbers[0] - NEAR), min(span.last, numbers[0] + NEAR))

    def _readings(self, parts: Sequence[str]) -> Iterator[_Reading]:
        """Yield the ways to read source and quote, the strictest first."""
        yield _Reading("plain", squeeze)
        yield _Reading("normalised", normalise)
        if any("+" in part for part in parts):
            # A quote of a file may have kept the `+` of the diff that it was read in.
            yield _Reading("normalised", lambda part: normalise(_PLUS.sub("", part)))
        if self._markdown:
            yield _Reading("words", lambda part: normalise(_without_markdown(part)))

    def _make_view(self, view: str) -> _View:
        text = _without_markdown(self.text) if view == "words" else self.text
        return _View(
            [
                squeeze(line)
                for line in (text if view == "plain" else _plain_marks(text)).split("\n")
            ]
        )


class DiffText(SourceText):
    """A diff is read with its columns, as what is there after it, and as what was there before or mixes both."""

    def __init__(self, text: str) -> None:
        super().__init__(_FORM.sub("", text))

    def find(self, quote: str, span: Span) -> QuoteMatch | None:
        return super().find(_FORM.sub("", quote), span)

    def _readings(self, parts: Sequence[str]) -> Iterator[_Reading]:
        signs = {sign for part in parts for sign in _SIGN.findall(part)}
        if signs:
            weak = DELETED if signs == {"-"} else ""
            yield _Reading("signed", lambda part: normalise(_SIGN.sub(r"\1", part)), weak)
        # A view is long: not searched for words that it cannot have. The first and the last word may be cut.
        _, _, words = self._columns
        if all(words.issuperset(normalise(part).split()[1:-1]) for part in parts):
            yield _Reading("after", normalise)
            yield _Reading("before", normalise, DELETED)
            yield _Reading("both", normalise, DELETED)
        # Lines that were joined, with their columns among the words.
        if any("+" in part for part in parts):
            yield _Reading("joined", squeeze)
        yield _Reading("plain", squeeze, DELETED)

    def _make_view(self, view: str) -> _View:
        signs, lines, _ = self._columns
        if view == "plain":
            return super()._make_view(view)
        if view == "signed":
            return _View([sign + line for sign, line in zip(signs, lines, strict=True)])
        left_out = {"after": "-", "joined": "-", "before": "+", "both": None}[view]
        numbers = [number for number, sign in enumerate(signs, 1) if sign != left_out]
        if view == "joined":
            lines = [squeeze(line) for line in self.text.split("\n")]
        return _View([lines[number - 1] for number in numbers], numbers)

    def _numbered(self, numbers: Sequence[int], span: Span) -> Span:
        # the numbers are those of a file
        if len(numbers) > 1:
            return span
        return NOWHERE

    @cached_property
    def _columns(self) -> tuple[list[str], list[str], set[str]]:
        """The sign of each line, the line without it, comparable, and all words of these lines."""
        signs = [line[:1] if line[:1] in "+-" else "" for line in self.text.split("\n")]
        # All at once: a loop over the lines of a large diff takes several times as long.
        unsigned = f"\n{_plain_marks(self.text)}".replace("\n+", "\n ").replace("\n-", "\n ")
        lines = [squeeze(line) for line in unsigned.split("\n")][1:]
        return signs, lines, set(" ".join(lines).split())

    @cached_property
    def sections(self) -> dict[str, Span]:
        """The lines about each path, under its old and its new name; there are none in work that is words."""
        sections: dict[str, Span] = {}
        lines = self.text.split("\n")
        heads = [number for number, line in enumerate(lines, 1) if line.startswith(_HEAD)]
        # From the last on: of two parts about one path the first counts.
        for first, following in reversed([*pairwise([*heads, len(lines) + 1])]):
            sections |= dict.fromkeys(paths_of(lines[first - 1]), Span(first, following - 1))
        return sections
