"""A diff as lines that can be pointed at: which file and which line of it each one is."""

import re
from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple

MOST = 5_000  # lines of a diff that are shown

Kind = Literal["add", "del", "same", "hunk", "meta"]

_HUNK = re.compile(r"@@ -(\d{1,9})(?:,\d{1,9})? \+(\d{1,9})(?:,\d{1,9})? @@")
_GIT_HEAD = (
    "diff --git ",
    "index ",
    "--- ",
    "+++ ",
    "new file mode ",
    "old mode ",
    "new mode ",
    "deleted file mode ",
)
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

    def how_many(self, kind: Kind) -> int:
        return sum(line.kind == kind for line in self.lines)


class Diff(NamedTuple):
    """A bounded diff by file, and how many of its lines are not shown."""

    files: tuple[DiffFile, ...]
    left_out: int

    def places(self) -> dict[str, tuple[str, DiffLine]]:
        """Return path and line for every place that evidence can name: `path:line` and `diff:line`."""
        found: dict[str, tuple[str, DiffLine]] = {}
        for file in self.files:
            for line in file.lines:
                found[f"diff:{line.number}"] = file.path, line
                if line.new:
                    found.setdefault(f"{file.path}:{line.new}", (file.path, line))
        return found


def parse_diff(text: str, show: Callable[[str], tuple[str, int]] = lambda text: (text, 0)) -> Diff:
    """Return the lines of a diff by file; a text that is none becomes lines of one file without a path.

    Texts are kept as `show` makes them, which also says how many characters it has left out.
    """
    pieces = text.removesuffix("\n").split("\n", MOST) if text else []
    files: list[tuple[str, list[DiffLine]]] = []
    old = new = 0
    inside = False  # of a hunk, with line numbers that can be trusted
    for number, piece in enumerate(pieces[:MOST], 1):
        is_head = piece.startswith("diff --git ")
        if is_head or not files:
            files.append((show(paths_of(piece)[1])[0] if is_head else "", []))
            inside = False
        kind: Kind = "meta"
        if hunk := _HUNK.match(piece):
            kind = "hunk"
            old = int(hunk[1])
            new = int(hunk[2])
            inside = True
        elif inside:
            kind = _KINDS.get(piece[:1], "meta")
            # After lines that were left out the numbers are not known until the next hunk.
            inside = kind != "meta" or not piece.startswith("[... ")
        old_line = old if kind in ("del", "same") else 0
        new_line = new if kind in ("add", "same") else 0
        files[-1][1].append(DiffLine(number, kind, old_line, new_line, *show(piece)))
        old = old + bool(old_line)
        new = new + bool(new_line)
    left_out = pieces[MOST].count("\n") + 1 if len(pieces) > MOST else 0
    return Diff(tuple(DiffFile(path, tuple(lines)) for path, lines in files), left_out)


def paths_of(head: str) -> tuple[str, str]:
    """Return the paths before and after the change, which may hold spaces, so equal halves are tried first."""
    names = head.removeprefix("diff --git ")
    half = len(names) // 2
    if names[1:half] == names[half + 2 :]:
        return names[2:half], names[half + 3 :]
    old, _, new = names.rpartition(" b/")
    return old[2:], new
