"""Parse a unified diff into lines with their file and their line numbers in that file."""

import re
from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple

MOST = 5_000  # lines of a diff that are shown

Kind = Literal["add", "del", "same", "hunk", "meta"]

_HUNK = re.compile(r"@@ -(\d{1,9})(?:,\d{1,9})? \+(\d{1,9})(?:,\d{1,9})? @@")
_FILE_HEAD = "diff --git "
_GIT_HEAD = (
    _FILE_HEAD,
    "index ",
    "--- ",
    "+++ ",
    "new file mode ",
    "old mode ",
    "new mode ",
    "deleted file mode ",
)
# A function that returns the text of a line as a page shows it, and the number of its characters
# that are left out
Shortener = Callable[[str], tuple[str, int]]

_KINDS: Mapping[str, Kind] = {"+": "add", "-": "del", " ": "same"}


class DiffLine(NamedTuple):
    """One line of a diff.

    `number` is its line number in the diff. `old` and `new` are its line numbers in the file before
    and after the change; 0 if the file does not have the line then. `left_out` is the number of
    characters that are missing from `text`.
    """

    number: int
    kind: Kind
    old: int
    new: int
    text: str
    left_out: int = 0

    @property
    def is_git_head(self) -> bool:
        """Whether this is a header line that git wrote, such as `diff --git` or `index`.

        The dashboard shows the path of the file instead of these lines.
        """
        return self.kind == "meta" and self.text.startswith(_GIT_HEAD)


class DiffFile(NamedTuple):
    """The lines of a diff about one file; the path is empty if the text is not a diff."""

    path: str
    lines: tuple[DiffLine, ...]

    def how_many(self, kind: Kind) -> int:
        return sum(line.kind == kind for line in self.lines)


class DiffPlace(NamedTuple):
    """A line of a diff, and the path of its file."""

    path: str
    line: DiffLine


class Diff(NamedTuple):
    """The files of a shortened diff, and the number of lines that were left out."""

    files: tuple[DiffFile, ...]
    left_out: int

    def places(self) -> dict[str, DiffPlace]:
        """Return the lines by their places, written as in evidence: `path:line` or `diff:line`."""
        found: dict[str, DiffPlace] = {}
        for file in self.files:
            for line in file.lines:
                place = DiffPlace(file.path, line)
                found[f"diff:{line.number}"] = place
                if line.new:
                    found.setdefault(f"{file.path}:{line.new}", place)
        return found


class _LineNumbers:
    """Counts the lines of a file before and after the change, from hunk to hunk."""

    def __init__(self) -> None:
        self._old = 0
        self._new = 0
        # After omitted lines the numbers are unknown until the next hunk.
        self._known = False

    def forget(self) -> None:
        self._known = False

    def take(self, number: int, text: str) -> DiffLine:
        """Return the next line of the diff, with its numbers in the file."""
        hunk = _HUNK.match(text)
        kind: Kind = "meta"
        if hunk:
            kind = "hunk"
            self._old = int(hunk[1])
            self._new = int(hunk[2])
            self._known = True
        elif self._known:
            kind = _KINDS.get(text[:1], "meta")
            if kind == "meta" and text.startswith("[... "):
                self._known = False
        old = 0
        new = 0
        if kind in ("del", "same"):
            old = self._old
        if kind in ("add", "same"):
            new = self._new
        # Line 0 does not exist. A file that the change adds or deletes has no lines on one side.
        if old:
            self._old += 1
        if new:
            self._new += 1
        return DiffLine(number, kind, old, new, text)


def _whole(text: str) -> tuple[str, int]:
    return text, 0


def parse_diff(text: str, show: Shortener = _whole) -> Diff:
    """Return the lines of a diff by file.

    Text that is not a diff becomes one file without a path. `show` can shorten lines and paths.
    """
    pieces = text.removesuffix("\n").split("\n", MOST) if text else []
    files: list[DiffFile] = []
    path = ""
    lines: list[DiffLine] = []
    numbers = _LineNumbers()
    for number, piece in enumerate(pieces[:MOST], 1):
        if piece.startswith(_FILE_HEAD):
            if lines:
                files.append(DiffFile(path, tuple(lines)))
            path, _ = show(paths_of(piece).new)
            lines = []
            numbers.forget()
        line = numbers.take(number, piece)
        shown, left_out = show(piece)
        lines.append(line._replace(text=shown, left_out=left_out))
    if lines:
        files.append(DiffFile(path, tuple(lines)))
    lines_left_out = pieces[MOST].count("\n") + 1 if len(pieces) > MOST else 0
    return Diff(tuple(files), lines_left_out)


def paths_in(diff: str) -> list[str]:
    """Return the new path of each file in a diff, without repeats."""
    paths: dict[str, None] = {}
    for line in diff.split("\n"):
        if line.startswith(_FILE_HEAD):
            paths[paths_of(line).new] = None
    return list(paths)


def split_by_file(diff: str) -> list[str]:
    """Return the text of each file in a diff."""
    texts = re.split(f"^(?={_FILE_HEAD})", diff, flags=re.MULTILINE)
    return [text for text in texts if text]


class ChangedPaths(NamedTuple):
    """The path of a file before and after a change."""

    old: str
    new: str


def paths_of(head: str) -> ChangedPaths:
    """Return the paths in the first line that git writes about a file.

    Paths can contain spaces. So we first try to split the line into two equal paths. This works
    unless the file was renamed.
    """
    names = head.removeprefix(_FILE_HEAD)
    half = len(names) // 2
    if names[1:half] == names[half + 2 :]:
        return ChangedPaths(names[2:half], names[half + 3 :])
    old, _, new = names.rpartition(" b/")
    return ChangedPaths(old[2:], new)
