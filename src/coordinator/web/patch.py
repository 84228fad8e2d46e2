"""A diff as lines that can be pointed at: which file and line each one is, and who quotes it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import groupby
from typing import Literal, NamedTuple

from coordinator.web.filters import inert, shorten

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
    cited: tuple[str, ...] = ()

    @property
    def spoken(self) -> str:
        """What the colour of the line says, in a word."""
        return {"add": "added", "del": "removed"}.get(self.kind, "")


class DiffFile(NamedTuple):
    """The lines of a diff about one file; the path is empty where the text is no diff."""

    path: str
    lines: tuple[DiffLine, ...]

    @property
    def shown(self) -> tuple[DiffLine, ...]:
        """The lines a reader needs beside the path: without git's own head, unless somebody quotes it."""
        return tuple(line for line in self.lines if line.cited or not _is_head(line))

    @property
    def added(self) -> int:
        """How many lines were added."""
        return sum(line.kind == "add" for line in self.lines)

    @property
    def removed(self) -> int:
        """How many lines were removed."""
        return sum(line.kind == "del" for line in self.lines)


class Patch(NamedTuple):
    """A bounded diff, and how many of its lines are not shown."""

    files: tuple[DiffFile, ...]
    left_out: int

    def places(self) -> dict[str, int]:
        """The line of the diff for every place that evidence can name: `path:line` and `diff:line`."""
        found: dict[str, int] = {}
        for file in self.files:
            for line in file.lines:
                found[f"diff:{line.number}"] = line.number
                if line.new:
                    found.setdefault(f"{file.path}:{line.new}", line.number)
        return found

    def citing(self, cited: Mapping[int, tuple[str, ...]]) -> Patch:
        """The same with who quotes each line."""
        files = tuple(
            file._replace(lines=tuple(line._replace(cited=cited.get(line.number, ())) for line in file.lines))
            for file in self.files
        )
        return self._replace(files=files)


def lay_out(diff: str) -> Patch:
    """The lines of a diff by file; a text that is none becomes lines of one file without a path."""
    pieces = diff.removesuffix("\n").split("\n", MOST) if diff else []
    left_out = pieces[MOST].count("\n") + 1 if len(pieces) > MOST else 0
    read = _Reader()
    lines = [read.line(number, piece) for number, piece in enumerate(pieces[:MOST], 1)]
    grouped = groupby(lines, key=lambda pair: pair[0])
    files = (DiffFile(path, tuple(line for _, line in group)) for (_, path), group in grouped)
    return Patch(tuple(files), left_out)


class _Reader:
    """Goes through a diff from line to line, and knows where in which file it is."""

    def __init__(self) -> None:
        self.files = 0
        self.path = ""
        self.old = self.new = 0
        self.inside = False  # of a hunk, with line numbers that can be trusted

    def line(self, number: int, text: str) -> tuple[tuple[int, str], DiffLine]:
        if text.startswith("diff --git "):
            self.files, self.path, self.inside = self.files + 1, inert(_path(text)), False
        kind, old, new = self._place(text)
        return (self.files, self.path), DiffLine(number, kind, old, new, *shorten(text))

    def _place(self, text: str) -> tuple[Kind, int, int]:
        if hunk := _HUNK.match(text):
            self.old, self.new, self.inside = int(hunk[1]), int(hunk[2]), True
            return "hunk", 0, 0
        kind = _KINDS.get(text[:1], "meta") if self.inside else "meta"
        if kind == "meta":
            # After lines that were left out the numbers are not known until the next hunk.
            self.inside = self.inside and not text.startswith("[... ")
            return kind, 0, 0
        old = self.old if kind != "add" else 0
        new = self.new if kind != "del" else 0
        self.old, self.new = self.old + bool(old), self.new + bool(new)
        return kind, old, new


def _is_head(line: DiffLine) -> bool:
    return line.kind == "meta" and line.text.startswith(_GIT_HEAD)


def _path(head: str) -> str:
    """The path after the change; it may hold spaces, so equal halves are tried first."""
    names = head.removeprefix("diff --git ")
    half = len(names) // 2
    if names[1:half] == names[half + 2 :]:
        return names[half + 3 :]
    return names.rpartition(" b/")[2]
