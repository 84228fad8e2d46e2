"""Patterns of people and models: globs that name paths, and expressions in the syntax of RE2 that find lines.

In a glob `*`, `?` and `[...]` stay inside one part of a path, `**` stands for any number of parts, `{a,b}` for either.
The whole path is matched: `*.py` names files at the top and `**/*.py` files at any depth. A glob whose last
part has no wildcard names that file, or everything below that directory: `docs` is as good as `docs/**`.

To search for an expression takes time linear in the text, whatever it says.
"""

import re
from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase
from typing import Any

from coordinator.errors import WorkspaceError

PATTERN_LIMIT = 2_000  # characters
# Bytes that are searched before the clock is looked at; a longer line is searched at once
SLICE = 262_144
COSTLIEST = 1_000_000_000  # states of a pattern times bytes of a line: half a minute at worst
_CHOICE = re.compile(r"\{([^{}]*)\}")
_WILDCARD = re.compile(r"[*?\[]")
_MOST_CHOICES = 1_000


class Glob:
    """A glob, ready to match paths."""

    def __init__(self, text: str) -> None:
        waiting = [text]
        plain = []
        while waiting:
            glob = waiting.pop()
            if found := _CHOICE.search(glob):
                head = glob[: found.start()]
                tail = glob[found.end() :]
                waiting += [head + middle + tail for middle in found[1].split(",")]
            else:
                plain.append(glob)
            if len(waiting) + len(plain) > _MOST_CHOICES:
                raise WorkspaceError(
                    f"the glob {text[:60]!r} has too many choices", fix="use fewer braces"
                )
        self._choices: list[list[str]] = []
        for glob in plain:
            parts = [part for part in glob.split("/") if part not in ("", ".")]
            if not parts:
                continue
            if parts[-1] == "**":
                self._choices.append([*parts, "*"])
            elif not glob.endswith("/"):
                self._choices.append(parts)
            if not _WILDCARD.search(parts[-1]) or glob.endswith("/"):
                self._choices.append([*parts, "**", "*"])

    def matches(self, path: str) -> bool:
        names = path.split("/")
        for parts in self._choices:
            # Part by part; after a mismatch the last `**` takes one name more, which is all that can help.
            part = name = taken = 0
            star = -1
            while name < len(names):
                if part < len(parts) and parts[part] == "**":
                    star = part
                    taken = name
                    part = part + 1
                elif part < len(parts) and fnmatchcase(names[name], parts[part]):
                    part = part + 1
                    name = name + 1
                elif star >= 0:
                    taken += 1
                    part = star + 1
                    name = taken
                else:
                    break
            if name == len(names) and part == len(parts):
                return True
        return False


def compile_pattern(text: str) -> Any:
    """Return the pattern for lines of bytes; raise a WorkspaceError that says what is wrong with it."""
    import re2  # noqa: PLC0415  most commands search nothing

    if len(text) > PATTERN_LIMIT:
        raise WorkspaceError(
            f"a pattern of {len(text)} characters is too long", fix=f"use at most {PATTERN_LIMIT}"
        )
    options = re2.Options()
    options.log_errors = False
    options.never_nl = True
    try:
        re2.compile(text, options)  # alone first: what is around it below must not complete it
        return re2.compile(f"(?m)(?:{text})", options)
    except (re2.error, UnicodeEncodeError) as error:
        said = error.args[0]
        why = said.decode("utf-8", "replace") if isinstance(said, bytes) else "it is not Unicode"
        fix = "write it in RE2 syntax: no look-around, no back-references"
        raise WorkspaceError(f"{text!r} is not a pattern: {why}", fix=fix) from None


def matching_lines(
    pattern: Any, text: bytes, late: Callable[[], bool]
) -> Iterator[tuple[int, str]]:
    """Yield the number and text of each line that matches; raise WorkspaceError when it is too late."""
    text = text.replace(b"\r\n", b"\n")
    at = 0
    line = 1
    while at <= len(text):
        if late():
            raise WorkspaceError(
                "the search took too long",
                fix="use simpler patterns, fewer of them, or narrower globs",
            )
        end = text.rfind(b"\n", at, at + SLICE)
        end = end if end >= 0 else text.find(b"\n", at + SLICE)
        end = end if end >= 0 else len(text)
        if pattern.programsize * (end - at) > COSTLIEST:
            what = f"too costly to search for on a line of {end - at} bytes"
            raise WorkspaceError(what, fix="use a simpler pattern, or a narrower glob")
        piece = text[at:end]
        at = end + 1
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
            line = line + 1
            seen = last + 1
        line += piece.count(b"\n", seen) + 1
