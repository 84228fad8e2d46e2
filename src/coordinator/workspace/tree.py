"""List the files of a git tree."""

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from coordinator.config import replace_file
from coordinator.errors import WorkspaceError
from coordinator.workspace.git import Git, decode_name, nul_ended

MOST_ENTRIES = 1_000_000  # files and folders of the largest tree that is read
MOST_NAMES = 256 << 20  # bytes of all their paths
LINK = "120000"
SUBMODULE = "160000"
AT_ONCE = 1_000  # entries that are handled before a pause, in which other tasks can run
PAUSE = 2.0  # the length of a pause, as a multiple of the time that the entries before it took

Item = TypeVar("Item")


@dataclass(frozen=True)
class TreeEntry:
    """One file, link or submodule of a tree."""

    mode: str
    oid: str
    size: int  # 0 for a submodule
    raw: bytes  # the path as git printed it

    @property
    def path(self) -> str:
        return decode_name(self.raw)


@dataclass(frozen=True)
class TreeListing:
    """The listed entries of a tree, and the number of entries that are not listed."""

    entries: list[TreeEntry]
    beyond: int


async def require_countable(git: Git, *revisions: str) -> None:
    """Raise WorkspaceError if a tree has too many files and folders to be read.

    A few small objects can describe a tree of any size, because the same folder can occur in it
    many times. So git lists the names first, and is stopped at the limit.
    """
    for revision in dict.fromkeys(revisions):
        await _count(git, revision)


async def _count(git: Git, revision: str) -> None:
    entries = 0
    length = 0

    def take(chunk: bytes) -> None:
        nonlocal entries, length
        entries += chunk.count(b"\0")
        length += len(chunk)
        if entries > MOST_ENTRIES or length > MOST_NAMES:
            raise WorkspaceError(
                f"the tree of {revision} has more than {MOST_ENTRIES} files and folders, "
                f"or names of more than {MOST_NAMES >> 20} MB",
                fix="submit a smaller tree, for example without generated files",
            )

    # Without -t, folders that contain only empty folders would not be counted.
    await git.stream(take, "ls-tree", "-r", "-t", "-z", "--name-only", revision)


async def list_tree(git: Git, revision: str, most: int) -> TreeListing:
    """Return at most `most` entries of a tree."""
    # A complete listing is kept in a file, for other readers of the same tree.
    kept = git.cwd / f"files-{revision}"
    if kept.is_file():
        rows = kept.read_bytes().split(b"\0")[:-1]
        beyond = 0
    else:
        rows, beyond = await git.fields(most, "ls-tree", "-r", "-z", "--long", revision)
        if not beyond:
            replace_file(kept, nul_ended(rows))
    entries = []
    async for some in in_turns(rows):
        entries += [_parse_row(row) for row in some]
    return TreeListing(entries, beyond)


async def read_texts(git: Git, entries: Sequence[TreeEntry]) -> dict[str, str]:
    """Return the contents of small files, or the targets of links, by path."""
    if not entries:
        return {}
    oids = "".join(f"{entry.oid}\n" for entry in entries).encode()
    blobs = await git.output("cat-file", "--batch", "--buffer", stdin=oids)
    texts = {}
    at = 0
    for entry in entries:
        at = blobs.index(b"\n", at) + 1  # after the line with name, kind and size
        texts[entry.path] = decode_name(blobs[at : at + entry.size])
        at += entry.size + 1
    return texts


async def in_turns(items: Sequence[Item]) -> AsyncIterator[Sequence[Item]]:
    """Yield the items in parts, with pauses in which other tasks can run."""
    for at in range(0, len(items), AT_ONCE):
        began = time.thread_time()
        yield items[at : at + AT_ONCE]
        if len(items) > AT_ONCE:
            await asyncio.sleep(PAUSE * (time.thread_time() - began))


def _parse_row(row: bytes) -> TreeEntry:
    facts, _, path = row.partition(b"\t")
    mode, _, oid, size = facts.decode().split()
    if not size.isdigit():  # git prints "-" for a submodule
        size = "0"
    return TreeEntry(mode, oid, int(size), path)
