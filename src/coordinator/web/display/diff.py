"""A diff as lines that can be pointed at: which file and which line of it each one is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import groupby
from typing import Literal, NamedTuple

from coordinator.web.display.filters import inert, shorten

MOST = 5_000  # lines of a diff that are shown

Kind = Literal["add", "del", "same", "hunk", "meta"]

_HUNK = re.compile(r"@@ -(\d{1,9})(?:,\d{1,9})? \+(\d{1,9})(?:,\d{1,9})? @@")
_GIT_HEAD = ("diff --git ", "index ", "--- ", "+++ ", "new file mode ", "old mode ", "new mode ", "deleted file mode ")
_KINDS: Mapping[str, Kind] = {"+": "add", "-": "del", " ": "same"}


class DiffLine(NamedTuple):
    """One line of a diff: its number there, and in the file before and after where it has one."""

    number: int
    kind: Kind
    old: int
    new: int
    text: str
    left_out: int = 0

    @property
    def is_git_head(self) -> bool:
        """Whether git says here what the path beside the lines says already."""
        return self.kind == "meta" and self.text.startswith(_GIT_HEAD)


class DiffFile(NamedTuple):
    """The lines of a diff about one file; the path is empty where the text is no diff."""

    path: str
    lines: tuple[DiffLine, ...]

    @property
    def added(self) -> int:
        """Return how many lines were added."""
        return sum(line.kind == "add" for line in self.lines)

    @property
    def removed(self) -> int:
        """Return how many lines were removed."""
        return sum(line.kind == "del" for line in self.lines)


class Diff(NamedTuple):
    """A bounded diff by file, and how many of its lines are not shown."""

    files: tuple[DiffFile, ...]
    left_out: int

    def line_numbers(self) -> dict[str, int]:
        """Return the line of the diff for every place that evidence can name: `path:line` and `diff:line`."""
        found: dict[str, int] = {}
        for file in self.files:
            for line in file.lines:
                found[f"diff:{line.number}"] = line.number
                if line.new:
                    found.setdefault(f"{file.path}:{line.new}", line.number)
        return found


class _Reader:
    """Goes through a diff from line to line, and knows where in which file it is."""

    def __init__(self) -> None:
        self.files = 0
        self.path = ""
        self.old = self.new = 0
        self.inside = False  # of a hunk, with line numbers that can be trusted

    def read(self, number: int, text: str) -> DiffLine:
        """Return the next line with its place."""
        if text.startswith("diff --git "):
            self.files, self.path, self.inside = self.files + 1, inert(_path(text)), False
        shown = shorten(text)
        if hunk := _HUNK.match(text):
            self.old, self.new, self.inside = int(hunk[1]), int(hunk[2]), True
            return DiffLine(number, "hunk", 0, 0, *shown)
        kind = _KINDS.get(text[:1], "meta") if self.inside else "meta"
        if kind == "meta":
            # After lines that were left out the numbers are not known until the next hunk.
            self.inside = self.inside and not text.startswith("[... ")
            return DiffLine(number, kind, 0, 0, *shown)
        old = self.old if kind != "add" else 0
        new = self.new if kind != "del" else 0
        self.old, self.new = self.old + bool(old), self.new + bool(new)
        return DiffLine(number, kind, old, new, *shown)


def parse_diff(text: str) -> Diff:
    """Return the lines of a diff by file; a text that is none becomes lines of one file without a path."""
    pieces = text.removesuffix("\n").split("\n", MOST) if text else []
    left_out = pieces[MOST].count("\n") + 1 if len(pieces) > MOST else 0
    reader = _Reader()
    lines = []
    for number, piece in enumerate(pieces[:MOST], 1):
        line = reader.read(number, piece)
        lines.append((reader.files, reader.path, line))
    files = []
    for (_, path), group in groupby(lines, key=lambda line: line[:2]):
        files.append(DiffFile(path, tuple(line for _, _, line in group)))
    return Diff(tuple(files), left_out)


def _path(head: str) -> str:
    """Return the path after the change; it may hold spaces, so equal halves are tried first."""
    names = head.removeprefix("diff --git ")
    half = len(names) // 2
    if names[1:half] == names[half + 2 :]:
        return names[half + 3 :]
    return names.rpartition(" b/")[2]
