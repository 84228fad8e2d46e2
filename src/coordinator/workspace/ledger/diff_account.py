"""Count the changed bytes of a diff, file by file: shown, masked, or left out."""

import hashlib
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field

from coordinator.parsing.excerpt import LONGEST_LINE
from coordinator.workspace.masking.credential_files import OPAQUE

KEPT = 65_536  # bytes of a line that are compared; a longer line is not shown in full anyway
MOST_VALUES = 10_000  # secret values that are remembered for one diff

_FILE = b"diff --git "
_RENAMED = (b"rename from ", b"copy from ")
_IN_MARK = b"withheld: "  # every mark of a secret has these bytes


@dataclass
class FileAccount:
    """The counts of one file's part of a diff, in bytes of its added and deleted lines."""

    first: int  # the number of its first line in the diff
    last: int
    changed: int = 0
    masked: int = 0
    too_long: int = 0  # bytes after the point where a long line is cut
    undecodable: int = 0
    head: int = 0  # lines before the first hunk
    is_binary: bool = False
    is_renamed: bool = False
    in_hunk: bool = False
    cut: int = 0
    old_values: set[str] = field(default_factory=set)
    new_values: dict[str, str] = field(default_factory=dict)  # kinds by hashed value

    @property
    def new_kinds(self) -> str:
        """The kinds of the secret values that only the new side has."""
        kinds: dict[str, None] = {}
        for value, kind in self.new_values.items():
            if value not in self.old_values:
                kinds[kind] = None
        return ", ".join(kinds)


class _Lines:
    """Splits a stream into lines; keeps at most the first `KEPT` bytes of each."""

    def __init__(self) -> None:
        self.whole: deque[tuple[bytes, int]] = deque()
        self._held = b""
        self._size = 0

    def feed(self, chunk: bytes) -> None:
        *ends, rest = chunk.split(b"\n")
        for end in ends:
            self._add(end)
            self.whole.append((self._held, self._size))
            self._held = b""
            self._size = 0
        self._add(rest)

    def finish(self) -> None:
        if self._size:
            self.whole.append((self._held, self._size))

    def _add(self, piece: bytes) -> None:
        self._size += len(piece)
        if self._held:
            self._held += piece[: KEPT - len(self._held)]
        else:
            self._held = piece[:KEPT]


class DiffAccount:
    """Counts the changed bytes of each file, from a diff and its masked form.

    Both have the same number of lines.
    """

    def __init__(self, limit: int) -> None:
        self.files: list[FileAccount] = []
        self._raw = _Lines()
        self._masked = _Lines()
        self._number = 0
        self._values = 0
        # An excerpt keeps at most this many bytes at each end, and so at most this many lines.
        self._half = limit // 2 + 1
        self._early: list[int] = []
        self._recent: deque[int] = deque(maxlen=self._half)

    def feed(self, raw: bytes) -> None:
        """Take the next piece of the raw diff. Its masked form must come later."""
        self._raw.feed(raw)

    def feed_masked(self, masked: bytes) -> None:
        """Take the next piece of the masked diff."""
        self._masked.feed(masked)
        self._take_pairs()

    def finish(self) -> None:
        self._raw.finish()
        self._masked.finish()
        self._take_pairs()

    def cut(self, lines: range) -> None:
        """Count the bytes of the lines with these numbers as cut."""
        if not lines:
            return
        for file in self.files:
            if file.last < lines.start or file.first >= lines.stop:
                continue
            file.cut = file.changed - sum(self._kept_sizes(file, lines))
            is_head_cut = file.first + file.head > lines.start and file.first < lines.stop
            if is_head_cut and not file.cut:  # the head has the path and the mode
                file.cut = 1

    def _kept_sizes(self, file: FileAccount, lines: range) -> Iterator[int]:
        """Yield the number of changed bytes in each line of a file that is not in `lines`."""
        for number in range(file.first, min(file.last + 1, lines.start)):
            if number < len(self._early):
                yield self._early[number]
        oldest = self._number - len(self._recent)
        for number in range(max(file.first, lines.stop), file.last + 1):
            if number >= oldest:
                yield self._recent[number - oldest]

    def _take_pairs(self) -> None:
        raw = self._raw.whole
        masked = self._masked.whole
        while raw and masked:
            size = self._take(*raw.popleft(), *masked.popleft())
            if len(self._early) < self._half:
                self._early.append(size)
            self._recent.append(size)
            self._number += 1

    def _take(self, raw: bytes, size: int, masked: bytes, masked_size: int) -> int:
        """Count one line, and return its number of changed bytes."""
        if raw.startswith(_FILE):  # no line of a hunk begins like this
            self.files.append(FileAccount(self._number, self._number))
        if not self.files:
            return 0
        file = self.files[-1]
        file.last = self._number
        if raw.startswith(b"@@ "):
            file.in_hunk = True
            return 0
        if not file.in_hunk:
            file.head += 1
            file.is_binary = file.is_binary or raw.startswith(b"Binary files ")
            file.is_renamed = file.is_renamed or raw.startswith(_RENAMED)
            return 0
        if raw[:1] not in (b"+", b"-"):
            return 0
        changed = size - 1
        file.changed += changed
        file.too_long += min(max(masked_size - LONGEST_LINE, 0), max(changed, 1))
        if raw.startswith(b"+"):
            file.undecodable += _undecodable(masked)
        if raw != masked:
            self._compare(file, raw, masked, is_whole=size <= KEPT)
        return changed

    def _compare(self, file: FileAccount, raw: bytes, masked: bytes, *, is_whole: bool) -> None:
        value, mark = _difference(raw, masked)
        file.masked += len(value)
        if is_whole and _is_only_opaque(raw, mark):
            return
        self._values += 1
        # A value without a name counts as new, because it cannot be compared.
        name = ""
        if is_whole and self._values <= MOST_VALUES:
            name = hashlib.sha256(value).hexdigest()
        if raw.startswith(b"+"):
            file.new_values[name] = _kind(mark)
        elif name:
            file.old_values.add(name)


def _is_only_opaque(raw: bytes, mark: bytes) -> bool:
    """Return whether all masks of a line are `OPAQUE`, which `credential_files.hides_more` handles.

    `mark` includes the text between the masks. So the result is also False if the author wrote a
    text that looks like a mask.
    """
    if OPAQUE not in mark or _IN_MARK in raw:
        return False
    return _IN_MARK not in mark.replace(OPAQUE, b"")


def _difference(raw: bytes, masked: bytes) -> tuple[bytes, bytes]:
    """Return the part of the raw line that was masked, and the mark that replaces it."""
    start = _same_bytes(raw, masked)
    raw = raw[start:]
    masked = masked[start:]
    same = _same_bytes(raw[::-1], masked[::-1])
    return raw[: len(raw) - same], masked[: len(masked) - same]


def _same_bytes(one: bytes, other: bytes) -> int:
    """Return the length of the common prefix."""
    for number, (byte, other_byte) in enumerate(zip(one, other, strict=False)):
        if byte != other_byte:
            return number
    return min(len(one), len(other))


def _kind(mark: bytes) -> str:
    """Return the kind of secret that a mark names. The mark can lack its first characters."""
    kind = mark.partition(_IN_MARK)[2].partition(b"]")[0]
    return kind.decode("utf-8", "replace") or "a value"


def _undecodable(line: bytes) -> int:
    """Return the number of bytes in a line that are not valid UTF-8."""
    try:
        line.decode()
    except UnicodeDecodeError:
        return len(line) - len(line.decode("utf-8", "ignore").encode())
    return 0
