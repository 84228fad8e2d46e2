"""Match paths with globs, and search lines with regular expressions in the syntax of RE2.

In a glob, `*`, `?` and `[...]` match inside one part of a path. `**` matches any number of parts,
and `{a,b}` matches `a` or `b`. A glob must match the whole path, so `*.py` matches files at the top
and `**/*.py` matches files at any depth. A glob whose last part has no wildcard matches that file,
or everything below that directory. For example, `docs` matches all paths that `docs/**` matches.

A glob that forbids or protects something is `wide`: other spellings and links cannot bypass it.

People and models write the regular expressions. In other engines, the search for some expressions
takes extremely long. In RE2, the time of every search is linear in the length of the text.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from fnmatch import fnmatchcase
from typing import Any

from coordinator.errors import WorkspaceError

PATTERN_LIMIT = 2_000  # characters
SLICE = (
    262_144  # bytes that are searched between two checks of the time; longer lines are one slice
)
COSTLIEST = 1_000_000_000  # states of a pattern times bytes of a line: half a minute at worst
_CHOICE = re.compile(r"\{([^{}]*)\}")
_WILDCARD = re.compile(r"[*?\[]")
_MOST_CHOICES = 1_000


class Glob:
    """A glob, ready to match paths.

    A `wide` glob ignores case: `infra/**` then matches `Infra/main.tf`. It also matches a file or
    link that stands where the glob has a folder: `infra/**` then matches a link called `infra`.
    """

    def __init__(self, text: str, *, wide: bool = False) -> None:
        self._wide = wide
        self._choices: list[list[str]] = []
        for glob in _without_braces(_fold(text) if wide else text):
            parts = [part for part in glob.split("/") if part not in ("", ".")]
            if not parts:
                continue
            if parts[-1] == "**":
                self._choices.append([*parts, "*"])
            elif not glob.endswith("/"):
                self._choices.append(parts)
            if not _WILDCARD.search(parts[-1]) or glob.endswith("/"):
                self._choices.append([*parts, "**", "*"])
        self._folders: list[list[str]] = []
        if wide:
            for parts in self._choices:
                for length in range(1, len(parts)):
                    if parts[length - 1] != "**":
                        self._folders.append(parts[:length])

    def matches(self, path: str, *, is_link: bool = False) -> bool:
        names = (_fold(path) if self._wide else path).split("/")
        if any(_parts_match(parts, names) for parts in self._choices):
            return True
        for parts in self._folders:
            # For `infra/*/x`, any link in `infra` could lead to a folder with `x`. A plain file in
            # `infra` does not matter.
            can_be_folder = is_link or not _WILDCARD.search(parts[-1])
            if can_be_folder and _parts_match(parts, names):
                return True
        return False


def _fold(text: str) -> str:
    """Return the text in the form in which a case-insensitive file system compares it."""
    return unicodedata.normalize("NFC", text).casefold()


def matching_paths(globs: Sequence[str], paths: str, wide: bool, links: bytes) -> bytes:
    """Return one byte for each of the NUL-separated paths: 1 if a glob matches it, else 0.

    `links` also has one byte for each path: 1 if it is a symbolic link, else 0.
    """
    named = [Glob(glob, wide=wide) for glob in globs]
    marks = []
    for path, is_link in zip(paths.split("\0"), links or b"\0", strict=True):
        marks.append(any(glob.matches(path, is_link=bool(is_link)) for glob in named))
    return bytes(marks)


def _without_braces(text: str) -> list[str]:
    """Return the globs without braces that together match the same paths as this glob."""
    waiting = [text]
    plain = []
    while waiting:
        glob = waiting.pop()
        found = _CHOICE.search(glob)
        if found:
            head = glob[: found.start()]
            tail = glob[found.end() :]
            waiting += [head + choice + tail for choice in found[1].split(",")]
        else:
            plain.append(glob)
        if len(waiting) + len(plain) > _MOST_CHOICES:
            what = f"the glob {text[:60]!r} has too many choices"
            raise WorkspaceError(what, fix="use fewer braces")
    return plain


def _parts_match(parts: Sequence[str], names: Sequence[str]) -> bool:
    """Return whether the parts of a glob match all names of a path.

    After a mismatch, the last `**` takes one more name. No other retry can succeed.
    """
    part = 0
    name = 0
    star = -1  # the index of the last `**`
    taken = 0  # the index of the first name that this `**` does not take
    while name < len(names):
        if part < len(parts) and parts[part] == "**":
            star = part
            taken = name
            part += 1
        elif part < len(parts) and fnmatchcase(names[name], parts[part]):
            part += 1
            name += 1
        elif star >= 0:
            taken += 1
            part = star + 1
            name = taken
        else:
            return False
    return part == len(parts)


def compile_pattern(text: str) -> Any:
    """Return a compiled pattern for lines of bytes; raise WorkspaceError if it is not valid."""
    import re2  # noqa: PLC0415  most commands search nothing

    if len(text) > PATTERN_LIMIT:
        what = f"a pattern of {len(text)} characters is too long"
        raise WorkspaceError(what, fix=f"use at most {PATTERN_LIMIT} characters")
    options = re2.Options()
    options.log_errors = False
    options.never_nl = True
    try:
        re2.compile(text, options)  # the group below could make an invalid text valid
        return re2.compile(f"(?m)(?:{text})", options)
    except (re2.error, UnicodeEncodeError) as error:
        why = "it is not Unicode"
        if isinstance(error.args[0], bytes):
            why = error.args[0].decode("utf-8", "replace")
        fix = "write it in RE2 syntax: no look-around, no back-references"
        raise WorkspaceError(f"{text!r} is not a valid pattern: {why}", fix=fix) from None


def matching_lines(
    pattern: Any, text: bytes, late: Callable[[], bool]
) -> Iterator[tuple[int, str]]:
    """Yield the number and text of each line that matches.

    Raise WorkspaceError once `late` returns true, or if the search of a line is too costly.
    """
    text = text.replace(b"\r\n", b"\n")
    at = 0
    line = 1
    while at <= len(text):
        if late():
            fix = "use simpler patterns, fewer of them, or narrower globs"
            raise WorkspaceError("the search took too long", fix=fix)
        end = _end_of_slice(text, at)
        if pattern.programsize * (end - at) > COSTLIEST:
            what = f"the pattern is too costly to search for on a line of {end - at} bytes"
            raise WorkspaceError(what, fix="use a simpler pattern, or a narrower glob")
        piece = text[at:end]
        at = end + 1
        seen = 0
        while match := pattern.search(piece, seen):
            first = piece.rfind(b"\n", 0, match.start()) + 1
            last = piece.find(b"\n", match.end())
            if last < 0:
                last = len(piece)
            line += piece.count(b"\n", seen, first)
            yield line, piece[first:last].decode("utf-8", "replace")
            if last == len(piece):
                seen = first
                break
            line += 1
            seen = last + 1
        line += piece.count(b"\n", seen) + 1


def _end_of_slice(text: bytes, at: int) -> int:
    """Return the end of the last whole line in the `SLICE` bytes after `at`.

    If not even the first line fits into them, return the end of that line.
    """
    end = text.rfind(b"\n", at, at + SLICE)
    if end < 0:
        end = text.find(b"\n", at + SLICE)
    if end < 0:
        end = len(text)
    return end
