"""A program that looks for one regular expression in the git blobs on its standard input.

It is a process of its own, started by its path and with the standard library only, because a pattern that
backtracks without end can be stopped in no other way than by ending the process it runs in.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from typing import BinaryIO

BAD_PATTERN, BAD_INPUT = 2, 3
SNIFFED = 8_000  # bytes in which a NUL makes a file binary; git's own rule
SHOWN = 200  # characters of a matching line


def blobs(stream: BinaryIO) -> Iterator[bytes]:
    """The contents in the output of `git cat-file --batch`, one at a time."""
    while header := stream.readline():
        kind, size = header.split()[1], int(header.split()[-1])
        if kind != b"blob":
            raise ValueError(f"not a blob: {header!r}")
        content = stream.read(size + 1)
        if len(content) != size + 1:
            raise ValueError("the input ends inside a blob")
        yield content[:-1]


def matches(pattern: re.Pattern[str], content: bytes) -> Iterator[tuple[int, str]]:
    """The lines of one text that match, with their numbers; a binary file has none."""
    if b"\0" in content[:SNIFFED]:
        return
    for number, line in enumerate(content.decode("utf-8", "replace").split("\n"), start=1):
        text = line.removesuffix("\r")
        if pattern.search(text):
            yield number, text[:SHOWN]


def scan(pattern: re.Pattern[str], limit: int) -> None:
    """Print blob number, line number and line of the first `limit` matches."""
    for index, content in enumerate(blobs(sys.stdin.buffer)):
        for number, text in matches(pattern, content):
            print(json.dumps([index, number, text]))
            limit -= 1
            if not limit:
                return


def main() -> int:
    """Read the pattern (as JSON) and the limit from the command line and look."""
    try:
        pattern = re.compile(json.loads(sys.argv[1]))
    except (re.error, OverflowError, RecursionError, MemoryError) as error:
        print(str(error) or type(error).__name__, file=sys.stderr)
        return BAD_PATTERN
    try:
        scan(pattern, int(sys.argv[2]))
    except ValueError as error:
        print(error, file=sys.stderr)
        return BAD_INPUT
    return 0


if __name__ == "__main__":
    sys.exit(main())
