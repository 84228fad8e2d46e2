"""Read the diff of the work: within a limit, without secrets, and with changed functions whole."""

import asyncio
import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from coordinator.parsing.excerpt import LONGEST_LINE, Excerpt
from coordinator.workspace.credential_files import MaskedDiff
from coordinator.workspace.diff_account import DiffAccount, FileAccount
from coordinator.workspace.git import Git
from coordinator.workspace.masking import BLOCK, MaskedStream
from coordinator.workspace.process import Take

MOST_AROUND = 8_000  # bytes that functions may add to a file's diff; enough for 99 of 100 files

_PLAIN = ("diff-tree", "-p", "-r", "--find-renames", "--no-ext-diff", "--no-textconv", "--no-color")
# A function begins at a line that is not indented, which is git's default, or at one of these
# words. The pattern reads only the beginning of a line, because a long line would take too much
# time. With `bigFileThreshold`, git leaves out the hunks of large files, which people do not write
# by hand.
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
    """A diff, or its beginning and its end; `size` is the number of bytes of the whole diff.

    `accounts` says of each part of the diff, which is about one file, how much of it is shown.
    """

    text: str
    size: int
    accounts: tuple[FileAccount, ...]


@dataclass(frozen=True)
class TreeDiff:
    """The difference between two trees."""

    git: Git
    base: str
    tree: str
    scratch: Path  # a folder for temporary files

    async def plain(self, limit: int) -> Excerpt:
        """Return the diff with the usual few lines around each change."""
        excerpt = Excerpt(limit)
        await self._read(excerpt.feed, None, *_PLAIN)
        return excerpt

    async def with_small_functions(self, limit: int) -> BoundedDiff | None:
        """Return the result of `with_functions` from one run of git; None if that needs two runs.

        One run is enough if the functions around all changes are small.
        """
        excerpt = Excerpt(limit)
        account = DiffAccount(limit)
        await self._read(excerpt.feed, account, *_WITH_FUNCTIONS)
        if excerpt.size > min(limit, MOST_AROUND):
            return None
        for part in _FILE_OF_DIFF.split(excerpt.text().encode()):
            # Git left out the hunks of this file, but the plain diff can have them.
            if b"\n@@ " not in part:
                return None
        return BoundedDiff(excerpt.text(), excerpt.size, tuple(account.files))

    async def with_functions(self, limit: int) -> BoundedDiff:
        """Return the diff with the whole functions around its changes, as far as the limit allows.

        A file that would grow by more than `MOST_AROUND` keeps the few lines around its changes. So
        neither a huge function nor a file without functions takes the room of other files.
        """
        excerpt = Excerpt(limit)
        account = DiffAccount(limit)
        await self._read(excerpt.feed, account, *_PLAIN)
        account.cut(excerpt.cut_lines())
        accounts = tuple(account.files)
        plain = excerpt.text()
        if excerpt.size > limit:
            return BoundedDiff(plain, excerpt.size, accounts)
        widened = _WidenedDiff(plain.encode(), limit)
        await self._read(widened.feed, None, *_WITH_FUNCTIONS)
        text = widened.finish()
        size = excerpt.size + len(text.encode()) - len(plain.encode())
        return BoundedDiff(text, size, accounts)

    async def _read(self, take: Take, account: DiffAccount | None, *command: str) -> None:
        """Pass the diff with its secrets masked to `take`, which is called in another thread."""
        with tempfile.SpooledTemporaryFile(16 * BLOCK, dir=str(self.scratch)) as raw:
            await self.git.stream(raw.write, *command, self.base, self.tree)
            raw.seek(0)
            await asyncio.to_thread(_mask_diff, raw, take, account)


def _mask_diff(raw: IO[bytes], take: Take, account: DiffAccount | None) -> None:
    def pass_on(chunk: bytes) -> None:
        take(chunk)
        if account is not None:
            account.feed_masked(chunk)

    without_values = MaskedDiff(pass_on)
    masked = MaskedStream(without_values.feed)
    while chunk := raw.read(BLOCK):
        if account is not None:
            account.feed(chunk)
        masked.feed(chunk)
    masked.finish()
    without_values.finish()
    if account is not None:
        account.finish()


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
        # The plain diff has its long lines cut, and its bytes are the bytes that were counted.
        is_short = max(map(len, wider.split(b"\n"))) <= LONGEST_LINE
        fits = is_short and growth <= min(self._room, MOST_AROUND)
        if is_same_file and b"\n@@ " in wider and fits:
            self._shown.append(wider)
            self._room -= growth
        else:
            self._shown.append(file)
