"""Search the files of the work for a pattern."""

import re
import time
from collections.abc import Iterator, Sequence
from typing import Any

from coordinator.errors import WorkspaceError
from coordinator.models import Value
from coordinator.parsing.patterns import compile_pattern, matching_lines
from coordinator.workspace.git import Git
from coordinator.workspace.masking import SNIFFED
from coordinator.workspace.masking.credential_files import format_of, mask_content
from coordinator.workspace.tree import TreeEntry
from coordinator.workspace.workers.pool import run_apart

SEARCHED_LIMIT = 20_000_000  # bytes; a larger file is not searched, and the result says so
SEARCH_SECONDS = 30.0  # the time limit of all searches for one reply, or for one check
SHOWN_OF_LINE = 200  # characters that are shown of a matching line


_DELETED_LINE = re.compile(r"^-(?!-- )(.*)", re.MULTILINE)


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
    pattern: str,
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
        names = [entry.path for entry in batch]
        room = limit - len(found)
        seconds = until - time.monotonic()
        found += await run_apart(
            len(blobs), search_blobs, pattern, "\0".join(names), blobs, room, seconds, binary
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


def search_blobs(
    pattern: str, names: str, blobs: bytes, limit: int, seconds: float, binary: bool
) -> list[Match]:
    """Return the first matches in files, which are given as output of `git cat-file --batch`.

    `names` has the NUL-separated paths of the files.
    """
    until = time.monotonic() + seconds
    compiled = compile_pattern(pattern)
    found: list[Match] = []
    at = 0
    for path in names.split("\0"):
        end_of_head = blobs.index(b"\n", at)
        size = int(blobs[at:end_of_head].rpartition(b" ")[2])
        content = blobs[end_of_head + 1 : end_of_head + 1 + size]
        at = end_of_head + size + 2
        if b"\0" in content[:SNIFFED] and not binary:
            continue
        if format_of(path):  # a search must not reveal a masked value
            content = mask_content(content, path).encode()
        room = limit - len(found)
        matches = _search_content(compiled, path, content, room, until)
        if binary and not matches and b"\0" in content:
            # A text in UTF-16 has NUL bytes between its letters, so search it without them.
            without_nul = content.replace(b"\0", b"")
            matches = _search_content(compiled, path, without_nul, room, until)
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


def was_deleted(pattern: str, diff: str, seconds: float) -> bool:
    """Return whether a line that the work deleted matches the pattern; False if time is up."""
    until = time.monotonic() + seconds
    deleted = "\n".join(_DELETED_LINE.findall(diff))
    lines = matching_lines(
        compile_pattern(pattern),
        deleted.encode("utf-8", "replace"),
        lambda: time.monotonic() > until,
    )
    try:
        return next(iter(lines), None) is not None
    except WorkspaceError:
        return False
