"""Shorten a long text to its head and tail, with a mark between them."""

LONGEST_LINE = 2_000
MARK_ROOM = 60  # bytes reserved for the mark in a shortened text


class Excerpt:
    """Keeps whole lines from the head and the tail of a stream of bytes, in bounded memory.

    It keeps at most `limit` bytes, plus the marks. It cuts every line after `LONGEST_LINE` bytes,
    even if the whole text is short, because one minified file must not displace everything else.
    """

    def __init__(self, limit: int) -> None:
        self.size = 0
        self._limit = limit
        self._half = limit // 2
        self._head = bytearray()
        self._tail = bytearray()
        self._left_out = 0
        self._lines_left_out = 0
        self._column = 0  # bytes kept of the line that is being read
        self._cut = 0  # bytes of that line left out

    def feed(self, chunk: bytes) -> None:
        """Add the next piece of the stream."""
        self.size += len(chunk)
        lines = chunk.split(b"\n")
        if self._has_long_line(lines):
            chunk = self._shorten(lines)
        elif len(lines) == 1:
            self._column += len(chunk)
        else:
            self._column = len(lines[-1])
        room = 0 if self._left_out else self._half - len(self._head)
        self._head += chunk[:room]
        self._tail += chunk[room:]
        if len(self._tail) > 2 * self._half + 65_536:
            count = len(self._tail) - self._half
            self._left_out += count
            self._lines_left_out += self._tail.count(b"\n", 0, count)
            del self._tail[:count]

    def leave_out(self, size: int, lines: int) -> None:
        """Count a piece of the stream that the caller skipped, and drop the tail so far.

        Only bytes that are fed afterwards can be the tail of the stream.
        """
        self.size += size
        self._left_out += len(self._tail) + self._cut + size
        self._lines_left_out += self._tail.count(b"\n") + lines
        self._tail.clear()
        self._column = self._cut = 0

    def text(self) -> str:
        """Return the kept text, with a mark where something is left out."""
        head = bytes(self._head)
        tail = bytes(self._tail) + self._end_of_line()
        if not self._left_out and len(head) + len(self._tail) <= self._limit:
            return (head + tail).decode("utf-8", "replace")
        end, start = self._ends(head, tail)
        middle = head[end:] + tail[:start]
        lines = self._lines_left_out + middle.count(b"\n")
        mark = f"[... {lines} lines, {self._left_out + len(middle)} bytes left out ...]\n"
        first = head[:end].decode("utf-8", "replace")
        if first and not first.endswith("\n"):
            first += "\n"
        return first + mark + tail[start:].decode("utf-8", "replace")

    def cut_lines(self) -> range:
        """Return the numbers of the lines that `text` leaves out, in whole or in part.

        The first line has the number 0. A line that is cut only because it is too long is not
        among them.
        """
        head = bytes(self._head)
        tail = bytes(self._tail) + self._end_of_line()
        if not self._left_out and len(head) + len(self._tail) <= self._limit:
            return range(0)
        end, start = self._ends(head, tail)
        first = head.count(b"\n", 0, end)
        last = first + self._lines_left_out
        last += head.count(b"\n", end) + tail.count(b"\n", 0, start)
        is_line_start = tail[:start].endswith(b"\n")
        return range(first, last if is_line_start else last + 1)

    def _ends(self, head: bytes, tail: bytes) -> tuple[int, int]:
        """Return the end of the kept head, and the start of the kept tail.

        Both are at line breaks, if there are any.
        """
        end = head.rfind(b"\n") + 1
        if not end:
            end = len(head)
        start = max(len(tail) - self._half, 0)
        line_start = tail.find(b"\n", start, -1) + 1
        if line_start:
            start = line_start
        return end, start

    def _has_long_line(self, lines: list[bytes]) -> bool:
        """Return whether a line has to be shortened.

        Most texts have only short lines. Thanks to this check, they are not copied line by line.
        """
        if self._cut or self._column + len(lines[0]) > LONGEST_LINE:
            return True
        return max(map(len, lines)) > LONGEST_LINE

    def _shorten(self, lines: list[bytes]) -> bytes:
        kept = bytearray()
        for number, line in enumerate(lines):
            if number:
                kept += self._end_of_line() + b"\n"
                self._column = 0
                self._cut = 0
            room = LONGEST_LINE - self._column
            kept += line[:room]
            self._column += min(len(line), room)
            self._cut += max(len(line) - room, 0)
        return bytes(kept)

    def _end_of_line(self) -> bytes:
        if self._cut:
            return b"[... %d bytes of this line left out ...]" % self._cut
        return b""


def shorten(text: str, limit: int) -> str:
    """Return the text itself, or its beginning and end with a mark in between.

    The result has at most `limit` bytes. Unlike an excerpt, it keeps long lines whole, because in
    prose a line is a paragraph.
    """
    data = text.encode("utf-8", "replace")
    if len(data) <= limit:
        return text
    half = max(limit - MARK_ROOM, 0) // 2
    head = data[:half].decode("utf-8", "ignore")
    tail = data[len(data) - half :].decode("utf-8", "ignore")
    left_out = len(data) - len(head.encode()) - len(tail.encode())
    return f"{head}\n[... {left_out} bytes left out ...]\n{tail}"


def bound(text: str, limit: int) -> str:
    """Return the excerpt of a text: the text itself, or its head and tail if it exceeds `limit`.

    Unlike `shorten`, this also cuts long lines.
    """
    excerpt = Excerpt(limit)
    excerpt.feed(text.encode("utf-8", "replace"))
    return excerpt.text()
