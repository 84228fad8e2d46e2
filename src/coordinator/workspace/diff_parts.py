"""Split a large diff into parts that fit into one prompt each. Files stay whole if possible."""

import re
from collections.abc import Collection
from dataclasses import dataclass, field

from coordinator.parsing.diff import paths_of
from coordinator.parsing.excerpt import LONGEST_LINE, MARK_ROOM

_FILE = b"diff --git "
_HUNK = re.compile(rb"@@ -(\d{1,9})(?:,\d{1,9})? \+(\d{1,9})(?:,\d{1,9})? @@")


@dataclass
class _DiffOfFile:
    """The diff of one file, or the part of that diff that is kept."""

    first: int  # the number of its first line in the whole diff
    is_optional: bool
    lines: list[bytes] = field(default_factory=list)
    size: int = 0  # bytes, also of the lines that are not kept
    count: int = 0  # the number of lines, also of those that are not kept

    @property
    def head(self) -> list[bytes]:
        """The lines before the first hunk."""
        head = []
        for line in self.lines:
            if _HUNK.match(line):
                break
            head.append(line)
        return head


class DiffParts:
    """Reads a diff and splits it into at most `most` parts of at most `limit` bytes.

    A file that fits into a part is never divided. A larger file is divided between two lines, and
    each further part of it begins with the head of the file. The files in `optional` only fill up
    the last part: their lines that do not fit are left out. A line that is longer than the limit
    gets a part of its own.
    """

    def __init__(self, limit: int, most: int, optional: Collection[str]) -> None:
        self.cuts: list[range] = []  # the numbers of the lines that are left out
        self._limit = limit
        self._most = most
        self._optional = frozenset(optional)
        self._parts = [bytearray()]
        self._is_too_large = False  # the diff needs more parts than allowed
        self._file = _DiffOfFile(0, is_optional=False)
        self._last: list[_DiffOfFile] = []  # the optional files
        self._last_size = 0  # bytes that are kept of these files
        self._left_out_files = 0
        self._left_out_bytes = 0  # of these files
        self._number = 0  # of the line that is being read
        self._line = bytearray()  # the first bytes of that line
        self._line_size = 0

    def feed(self, chunk: bytes) -> None:
        """Take the next piece of the diff."""
        if self._is_too_large:
            return
        *ends, rest = chunk.split(b"\n")
        for end in ends:
            self._extend_line(end)
            self._finish_line()
        self._extend_line(rest)

    def finish(self) -> tuple[str, ...]:
        """Return the parts; return () if the diff needs more of them than allowed."""
        if self._line_size:
            self._finish_line()
        self._place_file()
        if self._is_too_large:
            return ()
        for file in self._last:
            self._fill_up(file)
        if self._left_out_files:
            left_out = f"{self._left_out_files} files, {self._left_out_bytes} bytes"
            self._parts[-1] += f"[... {left_out} left out ...]\n".encode()
        return tuple(part.decode("utf-8", "replace") for part in self._parts)

    def _extend_line(self, piece: bytes) -> None:
        self._line += piece[: LONGEST_LINE - len(self._line)]
        self._line_size += len(piece)

    def _finish_line(self) -> None:
        line = bytes(self._line)
        cut = self._line_size - len(line)
        if cut:
            line += b"[... %d bytes of this line left out ...]" % cut
        self._line.clear()
        self._line_size = 0
        self._take(line + b"\n")
        self._number += 1

    def _take(self, line: bytes) -> None:
        if line.startswith(_FILE):  # no line of a hunk begins like this
            self._place_file()
            path = paths_of(line.decode("utf-8", "replace").rstrip("\n")).new
            self._file = _DiffOfFile(self._number, path in self._optional)
        file = self._file
        file.size += len(line)
        file.count += 1
        if not file.is_optional:
            file.lines.append(line)
            if file.size > self._limit * self._most:
                self._give_up()
        elif self._last_size + file.size <= self._limit:
            file.lines.append(line)

    def _give_up(self) -> None:
        self._is_too_large = True
        self._file = _DiffOfFile(self._number, is_optional=False)
        self._parts = []

    def _begin_part(self) -> None:
        if len(self._parts) == self._most:
            self._give_up()
        else:
            self._parts.append(bytearray())

    @property
    def _room(self) -> int:
        return self._limit - len(self._parts[-1])

    def _place_file(self) -> None:
        """Add the file that was read to the parts."""
        file = self._file
        if self._is_too_large or not file.count:
            return
        if file.is_optional:
            self._last.append(file)
            self._last_size += sum(len(line) for line in file.lines)
        elif file.size <= self._room:
            self._parts[-1] += b"".join(file.lines)
        else:
            if self._parts[-1]:
                self._begin_part()
            if not self._is_too_large:
                self._divide(file)

    def _fill_up(self, file: _DiffOfFile) -> None:
        """Add as many lines of an optional file as fit, and a mark for the others."""
        if file.count == len(file.lines) and file.size <= self._room:
            self._parts[-1] += b"".join(file.lines)
            return
        room = self._room - MARK_ROOM
        kept = []
        size = 0
        for line in file.lines:
            if size + len(line) > room:
                break
            kept.append(line)
            size += len(line)
        if len(kept) > len(file.head):
            mark = f"[... {file.count - len(kept)} lines, {file.size - size} bytes left out ...]\n"
            self._parts[-1] += b"".join(kept) + mark.encode()
        else:  # not even one line of its first hunk fits
            kept = []
            self._left_out_files += 1
            self._left_out_bytes += file.size
        self.cuts.append(range(file.first + len(kept), file.first + file.count))

    def _divide(self, file: _DiffOfFile) -> None:
        """Add a file line by line, beginning with an empty part."""
        head = b"".join(file.head)
        old = 0
        new = 0
        for line in file.lines:
            hunk = _HUNK.match(line)
            if len(line) > self._room and self._parts[-1]:
                self._begin_part()
                if self._is_too_large:
                    return
                self._parts[-1] += head
                if not hunk:
                    self._parts[-1] += b"@@ -%d +%d @@\n" % (old, new)
            self._parts[-1] += line
            if hunk:
                old = int(hunk[1])
                new = int(hunk[2])
            else:
                old += line[:1] in (b" ", b"-")
                new += line[:1] in (b" ", b"+")
