"""What has changed in a folder since a commit, looked at only as far as it can be shown.

Of a diff of 50 MB a judge sees a few pages, so it is not made: files are compared from both ends of the list until
there is enough of each, and of a file that is too large to be compared the part that differs is shown as it is.
"""

from __future__ import annotations

import asyncio
import json
import mmap
import os
import stat
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from coordinator.errors import WorkspaceError
from coordinator.parsing.excerpt import Excerpt, bound
from coordinator.workspace.git import CHUNK, Collected, Git, Sink, name
from coordinator.workspace.repository import Comparison, Repository, blob_sizes, open_repository, scratch_index, update
from coordinator.workspace.search_worker import SNIFFED
from coordinator.workspace.snapshot import withheld

LARGE = 4_000_000  # bytes before and after of a file that is not compared line by line
BATCH, MOST = 1_000_000, 4_000_000  # bytes of the files that are compared in one go, the first time and at most
FILES = 1_000  # files that are compared in one go

Bytes = bytes | mmap.mmap

_LINK, _SUBMODULE, _NONE = "120000", "160000", "000000"


@dataclass(frozen=True)
class Content:
    """A file at one time; without an id it lies in the working tree, with no mode there was none."""

    mode: str = _NONE
    oid: str = ""
    size: int = 0

    @property
    def there(self) -> bool:
        """Whether there is a file."""
        return self.mode != _NONE

    @property
    def readable(self) -> bool:
        """Whether it is a file or a link, and no repository of its own."""
        return self.mode not in (_NONE, _SUBMODULE)


@dataclass(frozen=True)
class Changed:
    """One path that differs: A added, M modified, D deleted, T of another type."""

    raw: bytes
    change: str
    old: Content
    new: Content

    @property
    def path(self) -> str:
        """Its name as text."""
        return name(self.raw)

    @property
    def size(self) -> int:
        """The bytes that a comparison reads."""
        return self.old.size + self.new.size


@dataclass(frozen=True)
class Diff:
    """What is shown of a diff; `size` is what there is of it, roughly where not everything was compared."""

    text: str
    size: int

    def __add__(self, other: Diff) -> Diff:
        return Diff(self.text + other.text, self.size + other.size)


class Reading:
    """A sink that keeps head and tail of a content, every line after a sign, and notices what is not text."""

    def __init__(self, limit: int, sign: bytes = b"") -> None:
        self.excerpt = Excerpt(limit)
        self.binary = False
        self._sign = sign
        self._read = 0
        self._opens = True

    def feed(self, chunk: bytes) -> None:
        """Take the next piece."""
        self.binary |= b"\0" in chunk[: max(SNIFFED - self._read, 0)]
        self._read += len(chunk)
        if not self._sign:
            self.excerpt.feed(chunk)
        elif chunk:
            lead = self._sign if self._opens else b""
            self.excerpt.feed(lead + chunk[:-1].replace(b"\n", b"\n" + self._sign) + chunk[-1:])
            self._opens = chunk.endswith(b"\n")

    def text(self) -> str:
        """What was kept, with a line break at its end."""
        text = self.excerpt.text()
        return text if not text or text.endswith("\n") else f"{text}\n"


async def find_changes(folder: Path, base: str, home: Path) -> Changes:
    """Everything that differs from where the work left the commit `base`; `home` is a directory of ours."""
    repository = await open_repository(str(folder))
    start = await repository.merge_base(base, await repository.commit("HEAD"))
    found = await repository.compare(home, start)
    listed = await _listed(repository, found)
    shown = tuple(file for file in listed if not withheld(file.path))
    return Changes(found.git, repository, start, shown, tuple(file.path for file in listed if withheld(file.path)))


async def _listed(repository: Repository, found: Comparison) -> list[Changed]:
    sizes = await blob_sizes(found.git, [oid for row in found.rows for oid in (row.old_oid, row.oid)])
    listed: dict[bytes, Changed] = {}
    for row in found.rows:
        old = Content(row.old_mode, row.old_oid, sizes.get(row.old_oid, 0))
        here = row.loose and row.mode != _SUBMODULE
        size = max(repository.size(row.path), 0) if here else sizes.get(row.oid, 0)
        listed[row.path] = Changed(row.path, row.change, old, Content(row.mode, row.oid, size))
    for path in found.untracked:
        mode, size = _looked_at(repository, path)
        listed[path] = Changed(path, "A", Content(), Content(mode, "", size))
    return [file for _, file in sorted(listed.items()) if file.old.there or file.new.there]


def _looked_at(repository: Repository, path: bytes) -> tuple[str, int]:
    try:
        found = os.lstat(_place(repository, path))
    except OSError:
        return _NONE, 0
    if stat.S_ISLNK(found.st_mode):
        return _LINK, found.st_size
    return "100755" if found.st_mode & stat.S_IXUSR else "100644", found.st_size


def _place(repository: Repository, path: bytes) -> bytes:
    return os.path.join(os.fsencode(repository.root), path)


class Changes:
    """What differs from the commit `base`: the files, and those that are withheld."""

    def __init__(
        self, git: Git, repository: Repository, base: str, files: Sequence[Changed], secret: Sequence[str]
    ) -> None:
        self.base = base
        self.files = tuple(files)
        self.withheld = tuple(secret)
        self._git = git
        self._repository = repository

    async def diff(self, limit: int) -> Diff:
        """Head and tail of the diff, at most `limit` bytes and a mark."""
        waiting, half = deque(self.files), limit // 2
        head = await self._collect(waiting, half, limit, front=True)
        tail = await self._collect(waiting, half, limit, front=False)
        if waiting:
            return _cut(head, tail, waiting, half)
        whole = head + tail
        return Diff(bound(whole.text, limit), whole.size)

    async def _collect(self, waiting: deque[Changed], enough: int, limit: int, *, front: bool) -> Diff:
        """The diff of the files at one end of those that wait, until there is enough of it."""
        found, room = Diff("", 0), BATCH
        while waiting and _bytes(found.text) < enough:
            batch = sorted(_batch(waiting, room, front=front), key=lambda file: file.raw)
            room = min(2 * room, MOST)
            large = batch[0].size > LARGE
            piece = await self._large(batch[0], limit) if large else await self._compared(batch)
            found = found + piece if front else piece + found
        return found

    async def read(self, file: Changed, content: Content, sink: Sink) -> None:
        """Feed a content of a file to a sink; a link is where it points."""
        if content.oid:
            await self._git.stream(sink, "cat-file", "blob", content.oid)
            return
        try:
            await asyncio.to_thread(_read_file, _place(self._repository, file.raw), content.mode, sink)
        except OSError as error:
            what = f"a file of the work cannot be read: {file.path}: {error.strerror}"
            raise WorkspaceError(what, fix="make it readable, or ignore it") from None

    # -- comparing

    async def _compared(self, files: Sequence[Changed]) -> Diff:
        """The diff of these files, made by git of two trees that have nothing else in them."""
        with scratch_index(self._git) as index:
            work = self._git.using(index, self._repository.root)
            before = await _tree(work, [_entry(file.old, file.raw) for file in files if file.old.there])
            gone = [b"0 %s\t%s" % (file.old.oid.encode(), file.raw) for file in files if file.old.there]
            stored = [_entry(file.new, file.raw) for file in files if file.new.oid]
            await _tree(work, [*gone, *stored])
            await update(work, [file.raw for file in files if file.new.there and not file.new.oid])
            after = await work.text("write-tree", "--missing-ok")
        how = ("-p", "-r", "--find-renames", "--no-ext-diff", "--no-textconv", "--no-color")
        sink = Collected()
        await self._git.stream(sink, "diff-tree", *how, before, after)
        text = sink.data.decode("utf-8", "replace")
        return Diff(text, _bytes(text))

    async def _large(self, file: Changed, limit: int) -> Diff:
        """The part that differs of a file that is too large to be compared line by line."""
        shown = file.path if file.path.isprintable() else json.dumps(file.path)
        if file.old.readable and file.new.readable:
            sides, place = await self._differing(file, limit // 2)
        else:
            sides, place = [await self._whole(file, limit)], "all of it"
        before, now = (f"{side.size} bytes" if side.there else "nothing" for side in (file.old, file.new))
        heading = f"diff --git a/{shown} b/{shown}\ntoo large to compare by lines: {before} before, {now} now\n"
        if any(side.binary for side in sides):
            return Diff(f"{heading}Binary files differ\n", _bytes(heading) + file.size)
        heading += f"@@ {place} @@\n"
        size = sum(side.excerpt.size for side in sides)
        return Diff(heading + "".join(side.text() for side in sides), _bytes(heading) + size)

    async def _whole(self, file: Changed, limit: int) -> Reading:
        content, sign = (file.new, b"+") if file.new.readable else (file.old, b"-")
        reading = Reading(limit, sign)
        await self.read(file, content, reading)
        return reading

    async def _differing(self, file: Changed, limit: int) -> tuple[list[Reading], str]:
        with scratch_index(self._git) as place:
            paths = [place.with_name(side) for side in ("before", "now")]
            for path, content in zip(paths, (file.old, file.new), strict=True):
                with _Writing(path) as sink:
                    await self.read(file, content, sink)
            return await asyncio.to_thread(_differing, paths[0], paths[1], limit)


def _batch(waiting: deque[Changed], room: int, *, front: bool) -> Iterator[Changed]:
    """The next files to compare together; a large one goes alone."""
    count, size = 0, 0
    while waiting and count < FILES and size < room:
        following = waiting[0] if front else waiting[-1]
        if following.size > LARGE and count:
            return
        count, size = count + 1, size + following.size
        yield waiting.popleft() if front else waiting.pop()


def _cut(head: Diff, tail: Diff, waiting: Sequence[Changed], half: int) -> Diff:
    """Head and tail of a diff between which there are files that were not compared."""
    shown = head.text.encode("utf-8", "replace")[:half].rpartition(b"\n")[0] + b"\n"
    ending = tail.text.encode("utf-8", "replace")[-half:].partition(b"\n")[2]
    size = sum(file.size for file in waiting)
    more = head.size + tail.size - len(shown) - len(ending)
    files = f"{len(waiting)} changed {'file' if len(waiting) == 1 else 'files'}"
    mark = f"[... {more} bytes of the diff, and all of {files} with {size} bytes, left out ...]\n"
    return Diff(
        f"{shown.decode('utf-8', 'replace')}{mark}{ending.decode('utf-8', 'replace')}", head.size + tail.size + size
    )


def _bytes(text: str) -> int:
    return len(text.encode("utf-8", "replace"))


async def _tree(work: Git, rows: Sequence[bytes]) -> str:
    await work.output("update-index", "-z", "--replace", "--index-info", stdin=b"".join(row + b"\0" for row in rows))
    return await work.text("write-tree", "--missing-ok")


def _entry(content: Content, path: bytes) -> bytes:
    return b"%s %s\t%s" % (content.mode.encode(), content.oid.encode(), path)


# -- files


class _Writing:
    """A sink that is a new file."""

    def __init__(self, path: Path) -> None:
        self._file = open(path, "xb")  # noqa: SIM115  # closed at the end of the block that it is used in

    def feed(self, chunk: bytes) -> None:
        """Take the next piece."""
        self._file.write(chunk)

    def __enter__(self) -> _Writing:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


def _read_file(path: bytes, mode: str, sink: Sink) -> None:
    if mode == _LINK:
        sink.feed(os.readlink(path))
        return
    # Whoever works in the folder may put a link or a pipe in the place of the file meanwhile.
    with open(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb", buffering=0) as file:
        while chunk := file.read(16 * CHUNK):
            sink.feed(chunk)


def _differing(before: Path, now: Path, limit: int) -> tuple[list[Reading], str]:
    """Whole lines from the first difference of two files to the last one."""
    with open(before, "rb") as old_file, open(now, "rb") as new_file:
        old = mmap.mmap(old_file.fileno(), 0, access=mmap.ACCESS_READ) if before.stat().st_size else b""
        new = mmap.mmap(new_file.fileno(), 0, access=mmap.ACCESS_READ) if now.stat().st_size else b""
        first, last = _bounds(old, new)
        ends = (len(old) - last, len(new) - last)
        sides = [
            _feed(data, first, end, Reading(limit, sign))
            for sign, data, end in zip((b"-", b"+"), (old, new), ends, strict=True)
        ]
        line = 1 + sum(old[at : min(at + CHUNK, first)].count(b"\n") for at in range(0, first, CHUNK))
    return sides, f"all that differs, from line {line} on"


def _bounds(old: Bytes, new: Bytes) -> tuple[int, int]:
    """How many bytes of whole lines are the same at the beginning of both, and at their end."""
    shorter = min(len(old), len(new))
    same = _run(shorter, lambda at, end: old[at:end] == new[at:end])
    first = old.rfind(b"\n", 0, same) + 1
    last = _run(
        shorter - first,
        lambda at, end: old[len(old) - end : len(old) - at] == new[len(new) - end : len(new) - at],
    )
    places = ((data, len(data) - last) for data in (old, new))
    if all(place == first or data[place - 1 : place] == b"\n" for data, place in places):
        return first, last
    newline = old.find(b"\n", len(old) - last)
    return first, len(old) - newline - 1 if newline >= 0 else 0


def _feed(data: Bytes, start: int, end: int, reading: Reading) -> Reading:
    reading.binary = b"\0" in data[:SNIFFED]
    for at in range(start, end, 16 * CHUNK):
        reading.feed(data[at : min(at + 16 * CHUNK, end)])
    return reading


def _run(length: int, same: Callable[[int, int], bool]) -> int:
    """How many bytes are the same from 0 on, found by ever smaller steps."""
    at, step = 0, 1 << 20
    while at < length:
        end = min(at + step, length)
        if same(at, end):
            at = end
        elif step == 1:
            break
        else:
            step = max(step // 16, 1)
    return at
