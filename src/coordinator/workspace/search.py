"""Search the files of the work for a pattern."""

import asyncio
import time
from collections.abc import Iterator, Sequence
from typing import Any

from coordinator.models import Value
from coordinator.parsing.patterns import matching_lines
from coordinator.workspace.credential_files import format_of, mask_content
from coordinator.workspace.git import Git
from coordinator.workspace.masking import SNIFFED
from coordinator.workspace.tree import TreeEntry

SEARCHED_LIMIT = 20_000_000  # bytes; a larger file is not searched, and the result says so
SEARCH_SECONDS = 30.0  # for all searches of one reply, or of one check
SHOWN_OF_LINE = 200  # characters that are shown of a matching line


class Match(Value):
    """One line that a search found."""

    path: str
    line: int
    text: str


class Matches(Value):
    """The result of a search."""

    found: tuple[Match, ...] = ()
    more: bool = False  # the search stopped before the end, so there can be more matches
    unsearched: tuple[str, ...] = ()  # files that are too large to search


def is_searchable(entry: TreeEntry) -> bool:
    return entry.size <= SEARCHED_LIMIT


async def search_files(
    git: Git,
    pattern: Any,
    entries: Sequence[TreeEntry],
    limit: int,
    until: float,
    *,
    binary: bool = False,
) -> list[Match]:
    """Return the first matching lines, at most `limit`; raise WorkspaceError if time is up.

    Binary files are searched only if `binary` is true.
    """
    found: list[Match] = []
    for batch in _batches(entries):
        oids = "".join(f"{entry.oid}\n" for entry in batch).encode()
        blobs = await git.output("cat-file", "--batch", "--buffer", stdin=oids)
        room = limit - len(found)
        found += await asyncio.to_thread(
            _search_blobs, pattern, batch, blobs, room, until, binary=binary
        )
        if len(found) >= limit:
            break
    return found


def _batches(entries: Sequence[TreeEntry]) -> Iterator[list[TreeEntry]]:
    """Yield the entries in lists that are small enough to hold their files in memory."""
    batch: list[TreeEntry] = []
    number = 0
    total = 0
    for entry in entries:
        total += entry.size
        if batch and total // SEARCHED_LIMIT != number:
            yield batch
            batch = []
        number = total // SEARCHED_LIMIT
        batch.append(entry)
    if batch:
        yield batch


def _search_blobs(
    pattern: Any,
    entries: Sequence[TreeEntry],
    blobs: bytes,
    limit: int,
    until: float,
    *,
    binary: bool,
) -> list[Match]:
    """Return the first matches in the output of `git cat-file --batch` for these entries."""
    found: list[Match] = []
    at = 0
    for entry in entries:
        at = blobs.index(b"\n", at) + 1
        content = blobs[at : at + entry.size]
        at = at + entry.size + 1
        if b"\0" in content[:SNIFFED] and not binary:
            continue
        if format_of(entry.path):  # a search must not reveal a masked value
            content = mask_content(content, entry.path).encode()
        room = limit - len(found)
        matches = _search_content(pattern, entry.path, content, room, until)
        if binary and not matches and b"\0" in content:
            # The letters of a text in UTF-16 have NUL bytes between them.
            without_nul = content.replace(b"\0", b"")
            matches = _search_content(pattern, entry.path, without_nul, room, until)
        found += matches
        if len(found) >= limit:
            break
    return found


def _search_content(
    pattern: Any, path: str, content: bytes, limit: int, until: float
) -> list[Match]:
    """Return the first matches in the content of one file."""
    found: list[Match] = []
    shown: list[str] = []
    for line, _ in matching_lines(pattern, content, lambda: time.monotonic() > until):
        if not shown:
            shown = mask_content(content, path).split("\n")
        text = shown[line - 1].removesuffix("\r")[:SHOWN_OF_LINE]
        found.append(Match(path=path, line=line, text=text))
        if len(found) == limit:
            break
    return found
