"""Read the diff of the work: within a limit, without secrets, with whole functions if possible."""

import asyncio
import os
import re
import tempfile
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from coordinator.parsing.excerpt import LONGEST_LINE, Excerpt
from coordinator.workspace.diff_parts import DiffParts
from coordinator.workspace.git import Git
from coordinator.workspace.ledger.diff_account import DiffAccount, FileAccount
from coordinator.workspace.masking import BLOCK, MaskedStream
from coordinator.workspace.masking.credential_files import MaskedDiff
from coordinator.workspace.sandbox.process import Take
from coordinator.workspace.workers.pool import SMALL, run_on_files

MOST_AROUND = 8_000  # bytes that functions may add to a file's diff; enough for 99 of 100 files

_PLAIN = ("diff-tree", "-p", "-r", "--find-renames", "--no-ext-diff", "--no-textconv", "--no-color")
# By default, git takes a line that is not indented for the beginning of a function. We add indented
# lines that begin with one of these words. The pattern reads only the beginning of a line, because
# a long line would take too much time. `bigFileThreshold` makes git leave out the hunks of large
# files. People do not write such files by hand.
_WORDS = (
    "async|class|def|enum|export|fn|fun|func|function|impl|interface|internal|module|override"
    "|private|protected|pub|public|static|struct|trait"
)
_FUNCTION = f"diff.default.xfuncname=^(([A-Za-z_$]|[ \t]+({_WORDS})[ \t(]).{{0,60}})"
_WITH_FUNCTIONS = (
    "-c",
    "core.bigFileThreshold=200k",
    "-c",
    _FUNCTION,
    *_PLAIN,
    "--function-context",
)
# Only the first line of a file's diff begins like this.
_FILE_OF_DIFF = re.compile(rb"(?<=\n)(?=diff --git )")


@dataclass(frozen=True)
class BoundedDiff:
    """A diff, or only its beginning and its end.

    `size` is the number of bytes of the whole diff. `accounts` has one entry for each file in the
    diff, which says how much of the file's changes is shown. If the text consists of several parts,
    `parts` has the length of each in characters.
    """

    text: str
    size: int
    accounts: tuple[FileAccount, ...]
    parts: tuple[int, ...] = ()


@dataclass(frozen=True)
class DiffLimits:
    """The limits of the diff that judges are shown: at most `parts` parts of `size` bytes.

    Lines of the files in `optional` are left out if they would need an additional part.
    """

    size: int
    parts: int = 1
    optional: tuple[str, ...] = ()


@dataclass(frozen=True)
class TreeDiff:
    """The difference between two trees."""

    git: Git
    base: str
    tree: str
    scratch: Path  # a folder for temporary files

    async def plain(self, limit: int) -> BoundedDiff:
        """Return the diff with git's usual three lines around each change, without accounts."""
        return await self._plain(DiffLimits(limit), accounted=False)

    async def with_small_functions(self, limit: int) -> BoundedDiff | None:
        """Return the diff of `with_functions` from a single run of git; None if it needs two runs.

        One run is enough if the functions around all changes are small.
        """
        async with self._reading(*_WITH_FUNCTIONS) as raw:
            if not raw.is_small:
                return None
            limits = DiffLimits(limit)
            diff = await asyncio.to_thread(_bound, raw.chunks(), limits, accounted=True)
        if diff.size > min(limit, MOST_AROUND):
            return None
        for part in _FILE_OF_DIFF.split(diff.text.encode()):
            # Git left out the hunks of this file, but the plain diff can have them.
            if b"\n@@ " not in part:
                return None
        return diff

    async def with_functions(self, limits: DiffLimits) -> BoundedDiff:
        """Return the diff with the whole functions around its changes, if one part has room.

        If whole functions would add more than `MOST_AROUND` bytes to the diff of a file, that diff
        has only the usual few lines around each change. So neither a huge function nor a file
        without functions takes space from other files.
        """
        limit = limits.size
        diff = await self._plain(limits, accounted=True)
        if diff.size > limit:
            return diff
        plain = diff.text.encode()
        async with self._reading(*_WITH_FUNCTIONS) as raw:
            if raw.is_small:
                text = await asyncio.to_thread(_widen, raw.chunks(), plain, limit)
            else:
                text = await run_on_files([raw.fileno()], widen_diff, plain, limit)
        return replace(diff, text=text, size=diff.size + len(text.encode()) - len(plain))

    async def _plain(self, limits: DiffLimits, *, accounted: bool) -> BoundedDiff:
        async with self._reading(*_PLAIN) as raw:
            if raw.is_small:
                return await asyncio.to_thread(_bound, raw.chunks(), limits, accounted=accounted)
            return await run_on_files([raw.fileno()], bound_diff, limits, accounted)

    @asynccontextmanager
    async def _reading(self, *command: str) -> AsyncIterator["_RawDiff"]:
        """Yield the output of git, in which secrets are not masked yet."""
        with tempfile.SpooledTemporaryFile(16 * BLOCK, dir=str(self.scratch)) as file:
            await self.git.stream(file.write, *command, self.base, self.tree)
            size = file.tell()
            file.seek(0)
            yield _RawDiff(file, size <= SMALL)


@dataclass(frozen=True)
class _RawDiff:
    """A diff in a file, in which secrets are not masked yet."""

    file: tempfile.SpooledTemporaryFile[bytes]
    is_small: bool  # whether it is small enough to be masked in this process

    def chunks(self) -> Iterator[bytes]:
        return iter(partial(self.file.read, BLOCK), b"")

    def fileno(self) -> int:
        return self.file.fileno()


def bound_diff(files: Sequence[int], limits: DiffLimits, accounted: bool) -> BoundedDiff:
    """Return the diff in an open file within its limits, with its secrets masked."""
    [file] = files
    return _bound(_chunks_of(file), limits, accounted=accounted)


def widen_diff(files: Sequence[int], plain: bytes, limit: int) -> str:
    """Return the masked diff `plain`, with the wider diff of each file for which there is room.

    The wider diff, which shows whole functions, is in the open file and is not masked yet.
    """
    [file] = files
    return _widen(_chunks_of(file), plain, limit)


def _chunks_of(file: int) -> Iterator[bytes]:
    """Yield the content of an open file from its start, in chunks."""
    os.lseek(file, 0, os.SEEK_SET)
    return iter(partial(os.read, file, BLOCK), b"")


def _bound(chunks: Iterable[bytes], limits: DiffLimits, *, accounted: bool) -> BoundedDiff:
    """Return the whole diff in one part or in several, or else its beginning and its end."""
    excerpt = Excerpt(limits.size)
    if not accounted:
        _mask_diff(chunks, excerpt.feed)
        return BoundedDiff(excerpt.text(), excerpt.size, ())
    account = DiffAccount(limits.size)
    parts = DiffParts(limits.size, limits.parts, limits.optional)

    def take(chunk: bytes) -> None:
        excerpt.feed(chunk)
        account.feed_masked(chunk)
        parts.feed(chunk)

    _mask_diff(chunks, take, account.feed)
    account.finish()
    texts = parts.finish()
    left_out = excerpt.cut_lines()
    if left_out and texts:
        for lines in parts.cuts:
            account.cut(lines)
        lengths = tuple(len(text) for text in texts) if len(texts) > 1 else ()
        return BoundedDiff("".join(texts), excerpt.size, tuple(account.files), lengths)
    account.cut(left_out)
    return BoundedDiff(excerpt.text(), excerpt.size, tuple(account.files))


def _widen(chunks: Iterable[bytes], plain: bytes, limit: int) -> str:
    widened = _WidenedDiff(plain, limit)
    _mask_diff(chunks, widened.feed)
    return widened.finish()


def _mask_diff(chunks: Iterable[bytes], take: Take, take_raw: Take | None = None) -> None:
    """Pass each chunk of a diff to `take_raw` as it is, and the diff without secrets to `take`."""
    without_values = MaskedDiff(take)
    masked = MaskedStream(without_values.feed)
    for chunk in chunks:
        if take_raw is not None:
            take_raw(chunk)
        masked.feed(chunk)
    masked.finish()
    without_values.finish()


class _WidenedDiff:
    """Combines two diffs: each file has its wider diff if there is room, or else its plain diff."""

    def __init__(self, plain: bytes, limit: int) -> None:
        self._files: Iterator[bytes] = iter(_FILE_OF_DIFF.split(plain))
        self._room = limit - len(plain)
        self._held = b""
        self._shown: list[bytes] = []

    def feed(self, chunk: bytes) -> None:
        """Take the next piece of the wider diff."""
        *whole, self._held = _FILE_OF_DIFF.split(self._held + chunk)
        for wider in whole:
            file = next(self._files, None)
            if file is None:
                return
            self._choose(file, wider)

    def finish(self) -> str:
        self.feed(b"diff --git ")  # so that the last file is complete
        return b"".join([*self._shown, *self._files]).decode("utf-8", "replace")

    def _choose(self, file: bytes, wider: bytes) -> None:
        growth = len(wider) - len(file)
        is_same_file = wider.startswith(file.partition(b"\n")[0] + b"\n")
        # The plain diff cuts long lines, and the account counts them as cut. The wider diff would
        # show them whole.
        is_short = max(map(len, wider.split(b"\n"))) <= LONGEST_LINE
        fits = is_short and growth <= min(self._room, MOST_AROUND)
        if is_same_file and b"\n@@ " in wider and fits and _have_same_changes(file, wider):
            self._shown.append(wider)
            self._room -= growth
        else:
            self._shown.append(file)


def _have_same_changes(plain: bytes, wider: bytes) -> bool:
    """Return whether the added and deleted lines of two diffs of a file are the same.

    They differ if the lines around a change contain the beginning of a key. The wider diff then
    masks changed lines that the plain diff shows.
    """
    # The plain diff was decoded before.
    decoded = wider.decode("utf-8", "replace").encode()
    return _changed_lines(plain) == _changed_lines(decoded)


def _changed_lines(diff: bytes) -> list[bytes]:
    return [line for line in diff.split(b"\n") if line.startswith((b"+", b"-"))]
