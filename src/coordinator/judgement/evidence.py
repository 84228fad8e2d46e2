r"""Finds every quote in its source, and checks every claimed absence; values in, values out.

What is said of a quote, in this order:

- `verified`: it stands at the named place (within three lines of it), or anywhere when no place was named;
- `moved`: it stands elsewhere in the same source, and `at` says where. A file that the work changed or
  deleted has its part of the diff as a second place to look, for quotes of lines that are gone;
- `not found`: it does not. So is a quote of a check that never ran or of a file that is not there (what cannot
  be read as another kind of source is taken for a path), and of text too short to mean something;
- `no source`: there is nothing of that kind to look in (no issue text, no diff; no checks or files where the
  work is in words alone), or the file is there but was not loaded.

Whitespace, quotation marks and escapes (`\"`, `\'`, `` \` ``, `\n`) may differ, and so may the columns of a
diff, except that a quoted `+` or `-` must be the right one. A quote may leave out what is between two parts
(`first part … last part`).

An absence is `verified` when its pattern matches no line of the files of its glob, `not found` when it
matches one, cannot be read or has no file to be looked for in, and `no source` when the work has no files.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from typing import Literal, NamedTuple

from coordinator.errors import WorkspaceError
from coordinator.models import Absence, Evidence, Found, Proof, Quote, Value
from coordinator.parsing.globs import Glob

NEAR = 3  # lines a quote may stand away from the line it names
REACH = 200  # lines within which the parts of an elided quote must follow each other
MIN_PART = 8  # characters of each part of an elided quote
MIN_QUOTE = 3  # characters of a quote, spaces apart
MAX_PLACE = 1_000  # characters of a source that are read
MAX_TRIES = 1_000  # places at which an elided quote may begin
CONFIRMED: tuple[Found, ...] = ("verified", "moved")
DELETED = "deleted by the work"  # why it is weak: it cannot show that something is there, only that it is gone

_ELLIPSIS = re.compile(r"\s*(?:#|//)?\s?(?:\[ ?(?:\.\.\.|…) ?\]|\.\.\.|…)\s*")
_ESCAPED_SPACE = re.compile(r"\\+[nrt]")
_SIGN = re.compile(r"^([+-])[ \t]*", re.MULTILINE)
_PLUS = re.compile(r"^\+", re.MULTILINE)
_FANCY_QUOTES = {'"': "\u201c\u201d\u201e\u201f", "'": "\u2018\u2019\u201a\u201b"}
_KIND = re.compile(r"(?:the )?(issue|diff|check|tool)s?([\s:].*)?", re.IGNORECASE | re.DOTALL)
_LINES = re.compile(
    r"(.*?)(?:[:#]\s?L?|[ ,(]{1,3}lines? )([0-9]{1,9})(?:\s?[-\u2013,]\s?L?([0-9]{1,9}))?(?:[\s:,;()].*)?",
    re.DOTALL,
)
_HEAD = "diff --git "


# -- text made comparable


def _squeeze(text: str) -> str:
    return " ".join(text.split())


def _plain_marks(text: str) -> str:
    """Return the text with escapes and typographic quotes made plain; line numbers stay."""
    for plain, fancies in _FANCY_QUOTES.items():
        for fancy in fancies:
            text = text.replace(fancy, plain)
    return _ESCAPED_SPACE.sub(" ", text).replace("\\", "") if "\\" in text else text


def _normalise(text: str) -> str:
    return _squeeze(_plain_marks(text))


def _lines(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.split("\n")]


def _is_searchable(text: str) -> bool:
    return any(c.isalnum() for c in text) and sum(not c.isspace() for c in text) >= MIN_QUOTE


class Span(NamedTuple):
    """Lines from first to last, counted from 1."""

    first: int
    last: int


ANYWHERE = Span(1, 10**10)
NOWHERE = Span(0, 0)


class _View:
    """One way to read a source: its comparable lines joined by spaces, and where each begins."""

    def __init__(self, lines: Sequence[str], numbers: Sequence[int] = ()) -> None:
        self._lines = lines
        self._given_numbers = numbers or range(1, len(lines) + 1)
        self.text = " ".join(filter(None, lines))

    @cached_property
    def _index(self) -> tuple[list[int], list[int]]:
        """The number of each line that is not empty, and the offset in `text` at which it begins."""
        numbers = [number for number, line in zip(self._given_numbers, self._lines, strict=True) if line]
        starts = list(accumulate([len(line) + 1 for line in self._lines if line], initial=0))[:-1]
        return numbers, starts

    def find(self, parts: Sequence[str], span: Span) -> int:
        """Return the line of the span on which the parts begin to follow each other, or 0."""
        at, end = 0, len(self.text)
        if span == ANYWHERE:
            at = self.text.find(parts[0])
            if at < 0:
                return 0  # the index of a long view need not be built for what is nowhere in it
        numbers, starts = self._index

        def end_of(line: int) -> int:
            index = bisect_right(numbers, line)
            return starts[index] if index < len(starts) else len(self.text)

        if span != ANYWHERE:
            at, end = end_of(span.first - 1), end_of(span.last) + len(parts[0]) - 1
        for _ in range(MAX_TRIES):
            at = self.text.find(parts[0], at, end)
            if at < 0:
                return 0
            line = numbers[bisect_right(starts, at) - 1]
            position, limit = at + len(parts[0]), end_of(line + REACH)
            for part in parts[1:]:
                found = self.text.find(part, position, limit)
                if found < 0:
                    break
                position = found + len(part)
            else:
                return line
            at += 1
        return 0


class _Text:
    """A source with the ways to read it, each made once, when first needed."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._views: dict[str, _View] = {}

    def find(self, quote: str, span: Span) -> int:
        """Return the line of the span on which the quote begins, or 0."""
        parts = [part for part in _ELLIPSIS.split(quote) if part.strip()]
        attempts = [[quote]]
        if parts != [quote] and parts and min(len(part.strip()) for part in parts) >= MIN_PART:
            attempts.append(parts)
        for attempt in attempts:
            for kind, comparable in self._readings(attempt):
                if kind not in self._views:
                    self._views[kind] = self._make_view(kind)
                needles = [comparable(part) for part in attempt]
                if all(map(_is_searchable, needles)) and (line := self._views[kind].find(needles, span)):
                    return line
        return 0

    def _readings(self, parts: Sequence[str]) -> Iterator[tuple[str, Callable[[str], str]]]:
        """Yield the views to search, and how a part of a quote is made comparable with each; the strictest first."""
        yield "plain", _squeeze
        yield "normalised", _normalise
        if any("+" in part for part in parts):
            # A quote of a file may have kept the `+` of the diff that it was read in.
            yield "normalised", lambda part: _normalise(_PLUS.sub("", part))

    def _make_view(self, kind: str) -> _View:
        return _View(_lines(self.text if kind == "plain" else _plain_marks(self.text)))


class _Diff(_Text):
    """A diff is read with its columns, without them, and as only what was there before or after."""

    def _readings(self, parts: Sequence[str]) -> Iterator[tuple[str, Callable[[str], str]]]:
        yield "plain", _squeeze
        if any(map(_SIGN.search, parts)):
            yield "signed", lambda part: _normalise(_SIGN.sub(r"\1", part))
        # A view is long: not searched for words that it cannot have. The first and the last word may be cut.
        _, _, words = self._columns
        if all(words.issuperset(_normalise(part).split()[1:-1]) for part in parts):
            yield "after", _normalise
            yield "before", _normalise
            yield "both", _normalise

    def _make_view(self, kind: str) -> _View:
        if kind == "plain":
            return super()._make_view(kind)
        signs, lines, _ = self._columns
        if kind == "signed":
            return _View([sign + line for sign, line in zip(signs, lines, strict=True)])
        left_out = {"after": "-", "before": "+", "both": None}[kind]
        numbers = [number for number, sign in enumerate(signs, 1) if sign != left_out]
        return _View([lines[number - 1] for number in numbers], numbers)

    @cached_property
    def _columns(self) -> tuple[list[str], list[str], set[str]]:
        """The sign of each line, the line without it, comparable, and all words of these lines."""
        signs = [line[:1] if line[:1] in "+-" else "" for line in self.text.split("\n")]
        # All at once: a loop over the lines of a large diff takes several times as long.
        unsigned = f"\n{_plain_marks(self.text)}".replace("\n+", "\n ").replace("\n-", "\n ")
        lines = _lines(unsigned)[1:]
        return signs, lines, set(" ".join(lines).split())

    @cached_property
    def sections(self) -> dict[str, Span]:
        """The lines about each path, under its old and its new name."""
        sections: dict[str, Span] = {}
        lines = self.text.split("\n")
        last = len(lines)
        for first in range(len(lines), 0, -1):
            if not lines[first - 1].startswith(_HEAD):
                continue
            # `a/OLD b/NEW`: a path may hold spaces, so equal halves are tried first.
            head = lines[first - 1].removeprefix(_HEAD)
            half = len(head) // 2
            old, new = head[:half], head[half + 1 :]
            if old[1:] != new[1:]:
                old, _, rest = head.partition(" b/")
                new = f"b/{rest}"
            sections |= {old[2:]: Span(first, last), new[2:]: Span(first, last)}
            last = first - 1
        return sections

    @cached_property
    def paths(self) -> _Paths:
        return _Paths(self.sections)


# -- what a source names


class _Place(NamedTuple):
    kind: Literal["issue", "diff", "check", "tool", "file"]
    spelled: str
    name: str
    lines: Span

    @property
    def near(self) -> Span:
        return ANYWHERE if self.lines == NOWHERE else Span(self.lines.first - NEAR, self.lines.last + NEAR)


def _place(source: str) -> _Place:
    source = source[:MAX_PLACE].strip(" \t\r\n`'\"<>")
    match = _KIND.fullmatch(source)
    rest = (match[2] or "") if match else source
    lines = _LINES.fullmatch(rest)
    name = (lines[1] if lines else rest).lstrip(": ").rstrip()
    span = Span(int(lines[2]), max(int(lines[2]), int(lines[3] or 0))) if lines else NOWHERE
    kind = match[1].lower() if match else "file"
    return _Place(kind, rest.lstrip(": "), name, span)  # type: ignore[arg-type]  # the kinds are those of _KIND


class _Paths:
    """The paths of a revision, found again under the other ways to spell them."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._by_last: dict[str, list[str]] = {}
        for path in paths:
            self._by_last.setdefault(path.rpartition("/")[2], []).append(path)
        self._exact = {path for likely in self._by_last.values() for path in likely}

    def resolve(self, spelled: str) -> str:
        """Return the path meant by `./p`, `a/p`, `b/p`, an absolute path or a unique ending, or nothing."""
        name = spelled.removeprefix("./")
        spellings = [name, name[2:]] if name.startswith(("a/", "b/")) else [name]
        if name.startswith("/"):
            # The folder that the work lay in is not known: any number of leading folders may be its path.
            parts = name[1:].split("/")
            spellings += ["/".join(parts[count:]) for count in range(len(parts))]
        for spelling in spellings:
            if spelling in self._exact:
                return spelling
        likely = self._by_last.get(name.rpartition("/")[2], [])
        ending = [path for path in likely if path.endswith(f"/{name}")]
        return ending[0] if len(ending) == 1 else ""


class SearchResult(Value):
    """What a search for something claimed absent came to: the files of the glob, the first match, or the problem."""

    files: int
    match: str = ""
    problem: str = ""


@dataclass(frozen=True)
class SourceTexts:
    """All that can be quoted: `files` are those that were loaded, `paths` all that there are."""

    issue: str = ""
    diff: str = ""
    checks: Mapping[str, str] = field(default_factory=dict)
    tools: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)
    paths: tuple[str, ...] = ()
    searched: Mapping[Absence, SearchResult] = field(default_factory=dict)
    _texts: dict[str, _Text] = field(default_factory=dict, init=False, repr=False, compare=False)

    @cached_property
    def _known_paths(self) -> _Paths:
        return _Paths(self.paths)

    @cached_property
    def _patch(self) -> _Diff:
        return _Diff(self.diff)

    def _text(self, text: str) -> _Text:
        return self._texts.setdefault(text, _Text(text))  # its views are kept for the next quote


# -- the questions


def places(evidence: Iterable[Evidence], paths: Iterable[str]) -> set[str]:
    """Return those of the paths that must be loaded to look for these quotes."""
    known = _Paths(paths)
    named = (_place(piece.source) for piece in evidence if isinstance(piece, Quote))
    return {known.resolve(place.name) for place in named if place.kind == "file"} - {""}


def any_depth(glob: str) -> str:
    """Return the glob of an absence: without a slash it is taken at any depth, as more searched is the safer claim."""
    return glob if "/" in glob else f"**/{glob}"


def matching(glob: str, paths: Iterable[str]) -> list[str]:
    """Return the paths that the glob of an absence names."""
    try:
        named = Glob(any_depth(glob))
    except WorkspaceError:
        return []
    return sorted(path for path in paths if named.matches(path))


def shows_work(proof: Proof) -> bool:
    """Return whether evidence was found and shows something of the work: what speaks for the work must."""
    return proof.found in CONFIRMED and not proof.weak


def counts_against(proof: Proof) -> bool:
    """Return whether evidence can speak against the work, as lines do that the work deleted."""
    return proof.found in CONFIRMED and proof.weak in ("", DELETED)


class Share(NamedTuple):
    """How many pieces of evidence were found of those that had a source to look in."""

    found: int
    sought: int


def share(proofs: Iterable[Proof]) -> Share:
    """Return how much was found, at its place or moved; what has no source to look in is not counted."""
    sought = [proof for proof in proofs if proof.found != "no source"]
    return Share(sum(proof.found in CONFIRMED for proof in sought), len(sought))


def same(new: Evidence, known: Evidence) -> bool:
    """Return whether new evidence says no more than known evidence: respelled, cut shorter or barely longer."""
    if isinstance(new, Absence) or isinstance(known, Absence):
        return new == known
    ours, theirs = _normalise(new.text), _normalise(known.text)
    if ours not in theirs and not (theirs in ours and len(ours) < 2 * len(theirs)):
        return False
    one, other = _place(new.source), _place(known.source)
    code = {"diff", "file"}
    if one.kind in code and other.kind in code:
        return not one.name or not other.name or bool(_Paths([one.name]).resolve(other.name))
    return one.kind == other.kind and one.name == other.name


def touches(evidence: Evidence, touched: Sequence[str]) -> bool:
    """Return whether evidence is about touched paths; a whole diff and a check are about all that was touched."""
    if isinstance(evidence, Absence):
        return bool(matching(evidence.where, touched))
    place = _place(evidence.source)
    if place.kind == "issue":
        return False
    if place.kind in ("check", "tool") or not place.name:
        return bool(touched)
    return bool(_Paths(touched).resolve(place.name))


def verify(evidence: Iterable[Evidence], sources: SourceTexts) -> tuple[Proof, ...]:
    """Return what code found of each piece of evidence, in the same order."""
    proofs = []
    for piece in evidence:
        if isinstance(piece, Quote):
            proofs.append(_verify_quote(piece, _place(piece.source), sources))
            continue
        searched = sources.searched.get(piece, SearchResult(files=0))
        if searched.problem or searched.match:
            proofs.append(Proof(evidence=piece, found="not found", at=searched.problem or searched.match))
        elif not searched.files:
            found: Found = "not found" if sources.paths else "no source"
            proofs.append(Proof(evidence=piece, found=found, at="no file to search"))
        else:
            files = "1 file" if searched.files == 1 else f"{searched.files} files"
            proofs.append(Proof(evidence=piece, found="verified", at=f"{files} searched"))
    return tuple(proofs)


def _verify_quote(quote: Quote, place: _Place, sources: SourceTexts) -> Proof:
    if not _is_searchable(quote.text):
        return Proof(evidence=quote, found="not found", at="too short to verify")
    patch = sources._patch
    if place.kind == "issue":
        proof = _look(quote, sources._text(sources.issue), "issue", place.near)
        weak = "the issue shows what was asked, not what was delivered" if proof.found in CONFIRMED else ""
        return proof.model_copy(update={"weak": weak})
    if place.kind == "diff":
        # With a path, a line may be the file's or the diff's: all that the diff says about the path is the place.
        near = patch.sections.get(patch.paths.resolve(place.name), NOWHERE) if place.name else place.near
        return _look(quote, patch, "diff", near)
    if place.kind in ("check", "tool"):
        outputs = sources.checks if place.kind == "check" else sources.tools
        spelled = {name.casefold(): name for name in outputs}
        name = spelled.get(place.spelled.casefold(), spelled.get(place.name.casefold(), ""))
        if name not in outputs:
            if outputs or sources.paths:
                return Proof(evidence=quote, found="not found", at=f"no such {place.kind}")
            return Proof(evidence=quote, found="no source")
        label = f"{place.kind}:{name}"
        return _look(quote, sources._text(outputs[name]), label, place.near)
    path = sources._known_paths.resolve(place.name)
    loaded = path in sources.files
    if loaded:
        proof = _look(quote, sources._text(sources.files[path]), path, place.near)
        if proof.found in CONFIRMED:
            return proof
    # A line that the work removed is no longer in the file; the file's part of the diff still has it.
    section = patch.sections.get(path or patch.paths.resolve(place.name), NOWHERE)
    if section != NOWHERE and (line := patch.find(quote.text, section)):
        return Proof(evidence=quote, found="moved", at=f"diff:{line}")
    if not sources.paths or (path and not loaded):
        return Proof(evidence=quote, found="no source")
    return Proof(evidence=quote, found="not found", at="" if path else "no such file")


def _look(quote: Quote, source: _Text, label: str, near: Span) -> Proof:
    if not source.text or source.text.isspace():
        return Proof(evidence=quote, found="no source")
    if line := source.find(quote.text, near):
        return Proof(evidence=quote, found="verified", at=f"{label}:{line}")
    if near != ANYWHERE and (line := source.find(quote.text, ANYWHERE)):
        return Proof(evidence=quote, found="moved", at=f"{label}:{line}")
    return Proof(evidence=quote, found="not found")
