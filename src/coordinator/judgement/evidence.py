r"""Finds every quote in its source, and checks every claimed absence; values in, values out.

What is said of a quote, in this order:

- `verified`: it stands at the named place (within three lines of it), or anywhere when no place was named;
- `moved`: it stands elsewhere in the same source, and `at` says where. A file that the work changed or
  deleted has its part of the diff as a second place to look, for quotes of lines that are gone;
- `not found`: it does not. So is a quote of a file or check that is not there while others are (what cannot
  be read as another kind of source is taken for a path), and of text too short to mean something;
- `no source`: there is nothing of that kind to look in (no issue text, diff, checks or files), or the file
  is there but was not loaded.

Whitespace, quotation marks and escapes (`\"`, `\'`, `` \` ``, `\n`) may differ, and so may the columns of a
diff, except that a quoted `+` or `-` must be the right one. A quote may leave out what is between two parts
(`first part … last part`).

An absence is `verified` when its pattern matches no line of the files of its glob, `not found` when it
matches one or cannot be read, and `no source` when the glob has no file that was loaded.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
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

_ELLIPSIS = re.compile(r"\s*(?:#|//)?\s?(?:\[ ?(?:\.\.\.|…) ?\]|\.\.\.|…)\s*")
_ESCAPED_SPACE = re.compile(r"\\+[nrt]")
_SIGN = re.compile(r"^([+-])[ \t]*", re.MULTILINE)
_FANCY = {'"': "\u201c\u201d\u201e\u201f", "'": "\u2018\u2019\u201a\u201b"}
_KIND = re.compile(r"(?:the )?(issue|diff|check)s?([\s:].*)?", re.IGNORECASE | re.DOTALL)
_LINES = re.compile(
    r"(.*?)(?:[:#]\s?L?|[ ,(]{1,3}lines? )([0-9]{1,9})(?:\s?[-\u2013,]\s?L?([0-9]{1,9}))?(?:[\s:,;()].*)?",
    re.DOTALL,
)
_HEAD = "diff --git "


# -- text made comparable


def _squeeze(text: str) -> str:
    return " ".join(text.split())


def _ease(text: str) -> str:
    """Escapes and typographic quotes made plain; line numbers stay."""
    for plain, fancies in _FANCY.items():
        for fancy in fancies:
            text = text.replace(fancy, plain)
    return _ESCAPED_SPACE.sub(" ", text).replace("\\", "") if "\\" in text else text


def _loosen(text: str) -> str:
    return _squeeze(_ease(text))


def _glue_signs(text: str) -> str:
    return _loosen(_SIGN.sub(r"\1", text))


def _without_plus(text: str) -> str:
    return _loosen(re.sub(r"^\+", "", text, flags=re.MULTILINE))


def _means_something(text: str) -> bool:
    return any(c.isalnum() for c in text) and sum(not c.isspace() for c in text) >= MIN_QUOTE


def _rows(text: str) -> list[str]:
    return [" ".join(row.split()) for row in text.split("\n")]


class Span(NamedTuple):
    """Lines from first to last, counted from 1."""

    first: int
    last: int


ANYWHERE = Span(1, 10**10)
NOWHERE = Span(0, 0)


class _View:
    """One way to read a source: its comparable lines joined by spaces, and where each begins."""

    def __init__(self, rows: Sequence[str], numbers: Sequence[int] = ()) -> None:
        self._rows = rows
        self._given = numbers or range(1, len(rows) + 1)
        self.text = " ".join(filter(None, rows))

    @cached_property
    def _numbers(self) -> list[int]:
        return [number for number, row in zip(self._given, self._rows, strict=True) if row]

    @cached_property
    def _starts(self) -> list[int]:
        return list(accumulate([len(row) + 1 for row in self._rows if row], initial=0))[:-1]

    def find(self, parts: Sequence[str], span: Span) -> int:
        """The line of the span on which the parts begin to follow each other, or 0."""
        at, end = 0, len(self.text)
        if span != ANYWHERE:
            at = self._offset(bisect_left(self._numbers, span.first))
            end = self._end_of(span.last) + len(parts[0]) - 1
        for _ in range(MAX_TRIES):
            at = self.text.find(parts[0], at, end)
            if at < 0:
                return 0
            line = self._numbers[bisect_right(self._starts, at) - 1]
            if self._follow(parts[1:], at + len(parts[0]), self._end_of(line + REACH)):
                return line
            at += 1
        return 0

    def _follow(self, parts: Sequence[str], at: int, end: int) -> bool:
        for part in parts:
            found = self.text.find(part, at, end)
            if found < 0:
                return False
            at = found + len(part)
        return True

    def _offset(self, index: int) -> int:
        return self._starts[index] if index < len(self._starts) else len(self.text)

    def _end_of(self, line: int) -> int:
        return self._offset(bisect_right(self._numbers, line))


Reading = tuple[_View, Callable[[str], str]]


class _Text:
    """A source with the ways to read it, each made once, when first needed."""

    def __init__(self, text: str) -> None:
        self.text = text

    def find(self, quote: str, span: Span) -> int:
        """The line of the span on which the quote begins, or 0."""
        parts = [part for part in _ELLIPSIS.split(quote) if part.strip()]
        whole = self._find([quote], span)
        if whole or parts == [quote] or not parts or min(len(part.strip()) for part in parts) < MIN_PART:
            return whole
        return self._find(parts, span)

    def _find(self, parts: Sequence[str], span: Span) -> int:
        for view, comparable in self._readings(parts):
            needles = [comparable(part) for part in parts]
            if all(map(_means_something, needles)) and (line := view.find(needles, span)):
                return line
        return 0

    def _readings(self, parts: Sequence[str]) -> Iterator[Reading]:
        yield self._plain, _squeeze
        yield self._loose, _loosen
        if any("+" in part for part in parts):
            yield self._loose, _without_plus

    @cached_property
    def _plain(self) -> _View:
        return _View(_rows(self.text))

    @cached_property
    def _loose(self) -> _View:
        return _View(_rows(_ease(self.text)))


class _Diff(_Text):
    """A diff is read with its columns, without them, and as only what was there before or after."""

    def section(self, path: str) -> Span:
        """The lines about one path; nowhere when there are none."""
        return self._sections.get(path, NOWHERE)

    @cached_property
    def paths(self) -> _Paths:
        """The paths that the diff is about."""
        return _Paths(self._sections)

    def _readings(self, parts: Sequence[str]) -> Iterator[Reading]:
        yield self._plain, _squeeze
        if any(map(_SIGN.search, parts)):
            yield self._signed, _glue_signs
        # A view is long: not searched for words that it cannot have.
        if all(self._words.issuperset(_loosen(part).split()[1:-1]) for part in parts):
            yield self._after, _loosen
            yield self._before, _loosen
            yield self._bare, _loosen

    @cached_property
    def _columns(self) -> list[str]:
        return [row[:1] if row[:1] in "+-" else "" for row in self.text.split("\n")]

    @cached_property
    def _rows(self) -> list[str]:
        return _rows(f"\n{_ease(self.text)}".replace("\n+", "\n ").replace("\n-", "\n "))[1:]

    @cached_property
    def _signed(self) -> _View:
        return _View([sign + row for sign, row in zip(self._columns, self._rows, strict=True)])

    @cached_property
    def _bare(self) -> _View:
        return _View(self._rows)

    @cached_property
    def _after(self) -> _View:
        return self._without("-")

    @cached_property
    def _before(self) -> _View:
        return self._without("+")

    def _without(self, sign: str) -> _View:
        numbers = [number for number, column in enumerate(self._columns, 1) if column != sign]
        return _View([self._rows[number - 1] for number in numbers], numbers)

    @cached_property
    def _words(self) -> set[str]:
        return set(self._bare.text.split())

    @cached_property
    def _sections(self) -> dict[str, Span]:
        sections: dict[str, Span] = {}
        lines = self.text.split("\n")
        last = len(lines)
        for first in range(len(lines), 0, -1):
            if lines[first - 1].startswith(_HEAD):
                sections |= dict.fromkeys(_paths_of(lines[first - 1].removeprefix(_HEAD)), Span(first, last))
                last = first - 1
        return sections


def _paths_of(head: str) -> tuple[str, ...]:
    """The paths in `a/OLD b/NEW`; a path may hold spaces, so equal halves are tried first."""
    half = len(head) // 2
    old, new = head[:half], head[half + 1 :]
    if old[1:] != new[1:]:
        old, _, new = head.partition(" b/")
        new = f"b/{new}"
    return old[2:], new[2:]


# -- what a source names


class _Place(NamedTuple):
    kind: Literal["issue", "diff", "check", "file"]
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
        self.all = tuple(paths)
        self._exact = set(self.all)

    def resolve(self, spelled: str) -> str:
        """The path meant by `./p`, `a/p`, `b/p`, an absolute path or a unique ending, or nothing."""
        name = spelled.removeprefix("./")
        exact = next((way for way in _ways_to_spell(name) if way in self._exact), "")
        return exact or self._only_one_ending_in(name)

    def _only_one_ending_in(self, name: str) -> str:
        likely = self._by_last.get(name.rpartition("/")[2], ())
        ending = [path for path in likely if path.endswith(f"/{name}")]
        return ending[0] if len(ending) == 1 else ""

    @cached_property
    def _by_last(self) -> dict[str, list[str]]:
        by_last: dict[str, list[str]] = {}
        for path in self.all:
            by_last.setdefault(path.rpartition("/")[2], []).append(path)
        return by_last


def _ways_to_spell(name: str) -> Iterator[str]:
    yield name
    if name.startswith(("a/", "b/")):
        yield name[2:]
    while name.startswith("/"):
        yield name[1:]
        name = f"/{name[1:].partition('/')[2]}" if "/" in name[1:] else ""


class Searched(Value):
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
    files: Mapping[str, str] = field(default_factory=dict)
    paths: tuple[str, ...] = ()
    searched: Mapping[Absence, Searched] = field(default_factory=dict)
    _texts: dict[str, _Text] = field(default_factory=dict, init=False, repr=False, compare=False)

    @cached_property
    def _known(self) -> _Paths:
        return _Paths(self.paths)

    @cached_property
    def _patch(self) -> _Diff:
        return _Diff(self.diff)

    def _text(self, label: str, text: str) -> _Text:
        return self._texts.setdefault(label, _Text(text))


# -- the questions


def places(evidence: Iterable[Evidence], paths: Iterable[str]) -> set[str]:
    """Those of the paths that must be loaded to look for these quotes."""
    known = _Paths(paths)
    named = (_place(piece.source) for piece in evidence if isinstance(piece, Quote))
    return {known.resolve(place.name) for place in named if place.kind == "file"} - {""}


def any_depth(glob: str) -> str:
    """The glob of an absence: without a slash it is taken at any depth, as more searched is the safer claim."""
    return glob if "/" in glob else f"**/{glob}"


def matching(glob: str, paths: Iterable[str]) -> list[str]:
    """The paths that the glob of an absence names."""
    try:
        named = Glob(any_depth(glob))
    except WorkspaceError:
        return []
    return sorted(path for path in paths if named.matches(path))


def verify(evidence: Iterable[Evidence], sources: SourceTexts) -> tuple[Proof, ...]:
    """What code found of each piece of evidence, in the same order."""
    return tuple(_proof(piece, sources) for piece in evidence)


class Share(NamedTuple):
    """How many pieces of evidence were found of those that had a source to look in."""

    found: int
    sought: int


def share(proofs: Iterable[Proof]) -> Share:
    """What was found, at its place or moved; what has no source to look in is not counted."""
    sought = [proof for proof in proofs if proof.found != "no source"]
    return Share(sum(proof.found in ("verified", "moved") for proof in sought), len(sought))


def same(new: Evidence, known: Evidence) -> bool:
    """Whether new evidence says no more than known evidence: respelled, cut shorter or barely longer."""
    if isinstance(new, Absence) or isinstance(known, Absence):
        return new == known
    ours, theirs = _loosen(new.text), _loosen(known.text)
    overlap = ours in theirs or (theirs in ours and len(ours) < 2 * len(theirs))
    return overlap and _may_be_same_place(_place(new.source), _place(known.source))


def touches(evidence: Evidence, touched: Sequence[str]) -> bool:
    """Whether evidence speaks of touched paths; a whole diff and a check speak of all that was touched."""
    if isinstance(evidence, Absence):
        return bool(matching(evidence.where, touched))
    place = _place(evidence.source)
    if place.kind == "issue":
        return False
    if place.kind == "check" or not place.name:
        return bool(touched)
    return bool(_Paths(touched).resolve(place.name))


def _may_be_same_place(one: _Place, other: _Place) -> bool:
    code = {"diff", "file"}
    if one.kind in code and other.kind in code:
        return not one.name or not other.name or bool(_Paths([one.name]).resolve(other.name))
    return one.kind == other.kind and one.name == other.name


def _proof(evidence: Evidence, sources: SourceTexts) -> Proof:
    if isinstance(evidence, Absence):
        return _absent(evidence, sources)
    if not _means_something(evidence.text):
        return _says(evidence, "not found", "too short to verify")
    place = _place(evidence.source)
    look = {"issue": _in_issue, "diff": _in_diff, "check": _in_check, "file": _in_file}[place.kind]
    return look(evidence, place, sources)


def _says(evidence: Evidence, found: Found, at: str = "") -> Proof:
    return Proof(evidence=evidence, found=found, at=at)


def _look(quote: Quote, text: _Text, label: str, near: Span) -> Proof:
    if not text.text or text.text.isspace():
        return _says(quote, "no source")
    if line := text.find(quote.text, near):
        return _says(quote, "verified", f"{label}:{line}")
    if near != ANYWHERE and (line := text.find(quote.text, ANYWHERE)):
        return _says(quote, "moved", f"{label}:{line}")
    return _says(quote, "not found")


def _in_issue(quote: Quote, place: _Place, sources: SourceTexts) -> Proof:
    return _look(quote, sources._text("issue", sources.issue), "issue", place.near)


def _in_diff(quote: Quote, place: _Place, sources: SourceTexts) -> Proof:
    # With a path, a line may be the file's or the diff's: all that the diff says about the path is the place.
    patch = sources._patch
    near = patch.section(patch.paths.resolve(place.name)) if place.name else place.near
    return _look(quote, patch, "diff", near)


def _in_check(quote: Quote, place: _Place, sources: SourceTexts) -> Proof:
    spelled = {name.casefold(): name for name in sources.checks}
    name = spelled.get(place.spelled.casefold(), spelled.get(place.name.casefold(), ""))
    if name not in sources.checks:
        return _says(quote, "not found", "no such check") if sources.checks else _says(quote, "no source")
    return _look(quote, sources._text(f"check:{name}", sources.checks[name]), f"check:{name}", place.near)


def _in_file(quote: Quote, place: _Place, sources: SourceTexts) -> Proof:
    path = sources._known.resolve(place.name)
    loaded = path in sources.files
    if loaded:
        proof = _look(quote, sources._text(f"file:{path}", sources.files[path]), path, place.near)
        if proof.found in ("verified", "moved"):
            return proof
    patch = sources._patch
    section = patch.section(path or patch.paths.resolve(place.name))
    if section != NOWHERE and (line := patch.find(quote.text, section)):
        return _says(quote, "moved", f"diff:{line}")
    if not sources.paths or (path and not loaded):
        return _says(quote, "no source")
    return _says(quote, "not found", "" if path else "no such file")


def _absent(absence: Absence, sources: SourceTexts) -> Proof:
    searched = sources.searched.get(absence, Searched(files=0))
    if searched.problem:
        return _says(absence, "not found", searched.problem)
    if searched.match:
        return _says(absence, "not found", searched.match)
    if not searched.files:
        return _says(absence, "no source", "no file to search")
    files = "1 file" if searched.files == 1 else f"{searched.files} files"
    return _says(absence, "verified", f"{files} searched")
