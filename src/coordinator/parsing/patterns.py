"""Patterns of people and models, in the syntax of RE2: searching takes time linear in the text, whatever they say."""

from collections.abc import Callable, Iterator
from typing import Any

from coordinator.errors import WorkspaceError

PATTERN_LIMIT = 2_000  # characters
SLICE = 262_144  # bytes that are searched before the clock is looked at; a longer line is searched at once
COSTLIEST = 1_000_000_000  # states of a pattern times bytes of a line: half a minute at worst


def compile_pattern(text: str) -> Any:
    """Return the pattern for lines of bytes; raise a WorkspaceError that says what is wrong with it."""
    import re2  # noqa: PLC0415  most commands search nothing

    if len(text) > PATTERN_LIMIT:
        raise WorkspaceError(f"a pattern of {len(text)} characters is too long", fix=f"use at most {PATTERN_LIMIT}")
    options = re2.Options()
    options.log_errors, options.never_nl = False, True
    try:
        re2.compile(text, options)  # alone first: what is around it below must not complete it
        return re2.compile(f"(?m)(?:{text})", options)
    except (re2.error, UnicodeEncodeError) as error:
        said = error.args[0]
        why = said.decode("utf-8", "replace") if isinstance(said, bytes) else "it is not Unicode"
        fix = "write it in RE2 syntax: no look-around, no back-references"
        raise WorkspaceError(f"{text!r} is not a pattern: {why}", fix=fix) from None


def matching_lines(pattern: Any, text: bytes, late: Callable[[], bool]) -> Iterator[tuple[int, str]]:
    """Yield the number and text of each line that matches; raise WorkspaceError when it is too late."""
    text = text.replace(b"\r\n", b"\n")
    at, line = 0, 1
    while at <= len(text):
        if late():
            raise WorkspaceError(
                "the search took too long", fix="use simpler patterns, fewer of them, or narrower globs"
            )
        end = text.rfind(b"\n", at, at + SLICE)
        end = end if end >= 0 else text.find(b"\n", at + SLICE)
        end = end if end >= 0 else len(text)
        if pattern.programsize * (end - at) > COSTLIEST:
            what = f"too costly to search for on a line of {end - at} bytes"
            raise WorkspaceError(what, fix="use a simpler pattern, or a narrower glob")
        piece, at = text[at:end], end + 1
        seen = 0
        while match := pattern.search(piece, seen):
            first = piece.rfind(b"\n", 0, match.start()) + 1
            last = piece.find(b"\n", match.end())
            last = last if last >= 0 else len(piece)
            line += piece.count(b"\n", seen, first)
            yield line, piece[first:last].decode("utf-8", "replace")
            if last == len(piece):
                seen = first
                break
            line, seen = line + 1, last + 1
        line += piece.count(b"\n", seen) + 1
