"""The diff as the page of a review shows it: folded where nobody says anything, in colours where it is code."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from coordinator.parsing.diff import Diff, DiffFile, DiffLine

AROUND = 8  # lines that are shown before and after one that somebody speaks of
SHORTEST_FOLD = 12  # lines
MOST_COLOURED = 1_000  # lines
MOST_PIECES = 40  # of a line that are coloured

# What begins a comment, by the ends of file names. What most languages have in common is enough to read a diff by, and
# unlike the grammars of a highlighter it takes no longer for a line that was written to hold us up.
_LANGUAGES = {
    "#": "py pyi sh bash zsh yaml yml toml rb pl ex exs r jl tf cfg ini mk Makefile Dockerfile",
    "//": "js mjs jsx ts tsx go rs java c h cc cpp hpp cs kt swift scala php proto dart zig json css scss",
    "--": "sql lua hs elm ada",
}
_COMMENTS = {ending: mark for mark, endings in _LANGUAGES.items() for ending in endings.split()}
_WORDS = """
    and as async await break case catch class const continue def default defer del do elif else end enum except export
    extends false False finally fn for from func function global if impl import in interface is lambda let match mut new
    nil None not null or package pass private protected pub public raise return self static struct super switch then
    this throw trait true True try type undefined use using var void while with yield
    SELECT FROM WHERE INSERT INTO VALUES UPDATE SET DELETE CREATE TABLE INDEX JOIN ON AND OR NOT NULL AS
"""
_KEYWORDS = frozenset(_WORDS.split())
_STRING = r"""(?<!\w)[rbfuRBFU]{0,2}(?:"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?)|`[^`]*`?"""
_PATTERNS = {
    mark: re.compile(
        rf"""(?P<block>\"\"\"|'''|/\*)|(?P<c>{mark}.*)|(?P<s>{_STRING})"""
        r"""|(?P<n>\b\d[\w.]*)|(?P<w>[^\W\d]\w*)"""
    )
    for mark in _LANGUAGES
}

Piece = tuple[str, str]  # the class of its colour, empty for none, and a text


class FileView(NamedTuple):
    """One file of a diff: its lines in runs that are shown or folded, and how much is said about it."""

    file: DiffFile
    objections: int
    is_open: bool
    runs: Sequence[tuple[bool, Sequence[DiffLine]]]


def file_views(diff: Diff, spoken_of: Mapping[str, int]) -> list[FileView]:
    """Return every file; `spoken_of` has the places that somebody speaks of, each with its number of objections."""
    views = []
    for file in diff.files:
        told = [line.number for line in file.lines if f"d{line.number}" in spoken_of]
        objections = sum(spoken_of[f"d{number}"] for number in told)
        views.append(FileView(file, objections, bool(told) or len(diff.files) == 1, _runs(file, told)))
    return views


def _runs(file: DiffFile, told: Collection[int]) -> list[tuple[bool, list[DiffLine]]]:
    """Return the lines of a file in runs, each with whether it is shown: those near a line that is spoken of are."""
    near = {number + away for number in told for away in range(-AROUND, AROUND + 1)}
    # The path says what git's own head does, which is shown only where somebody quotes it.
    lines = [line for line in file.lines if not line.is_git_head or line.number in told]
    runs = [(is_near, list(run)) for is_near, run in groupby(lines, lambda line: line.number in near)]
    return [(is_near or not told or len(run) < SHORTEST_FOLD, run) for is_near, run in runs]


def coloured_lines(views: Sequence[FileView]) -> dict[int, list[Piece]]:
    """Return lines of code in pieces by their numbers in the diff: what is shown first, while there is room."""
    colours: dict[int, list[Piece]] = {}
    runs = [(view.is_open and is_shown, view.file.path, run) for view in views for is_shown, run in view.runs]
    for _, path, run in sorted(runs, key=lambda each: not each[0]):
        mark = _COMMENTS.get(re.split(r"[./]", path)[-1], "")
        lines = [line for line in run if line.kind in ("add", "del", "same")]
        if mark and len(colours) + len(lines) <= MOST_COLOURED:
            colours |= zip((line.number for line in lines), _coloured(mark, lines), strict=True)
    return colours


def _coloured(mark: str, lines: Sequence[DiffLine]) -> Iterator[list[Piece]]:
    ending = ""  # of a string or a comment that goes on in the next line
    for line in lines:
        text, pieces, at = line.text[1:], list[Piece](), 0
        while at < len(text) and len(pieces) < MOST_PIECES:
            if ending:
                closing, kind = text.find(ending, at), "c" if ending == "*/" else "s"
                end, ending = (closing + len(ending), "") if closing >= 0 else (len(text), ending)
            elif found := _PATTERNS[mark].search(text, at):
                pieces.append(("", text[at : found.start()]))
                kind, at, end = found.lastgroup or "", found.start(), found.end()
                if kind == "block":
                    ending, kind = ("*/", "c") if found[0] == "/*" else (found[0], "s")
                elif kind == "w":
                    kind = "k" if found[0] in _KEYWORDS else "f" if text[end : end + 1] == "(" else ""
            else:
                kind, end = "", len(text)
            pieces.append((kind, text[at:end]))
            at = end
        yield [piece for piece in (*pieces, ("", text[at:])) if piece[1]]
