"""Patterns of people and models, in the syntax of RE2: searching takes time linear in the text, whatever they say."""

import re
from collections.abc import Callable, Iterator
from itertools import product
from string import printable
from typing import Any

from coordinator.errors import WorkspaceError

PATTERN_LIMIT = 2_000  # characters
SLICE = 262_144  # bytes that are searched before the clock is looked at; a longer line is searched at once
COSTLIEST = 1_000_000_000  # states of a pattern times bytes of a line: half a minute at worst

_TOKEN = re.compile(
    r"(?P<flags>\(\?[a-zA-Z-]+\))|(?P<opening>\((?:\?(?:P?<\w+>|[a-zA-Z-]*:))?)|(?P<repeat>(?:[*+?]|\{[0-9]*,?[0-9]*\})\??)"
    r"|(?P<place>[\^$]|\\[bBAz])|(?P<one>\\[pPx]\{[^}]*\}|\\x\w\w|\\.|\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]|.)",
    re.DOTALL,
)


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


def can_match(text: str) -> bool:
    """Return whether some line can match, as none can `a^`, `[^\\s\\S]` or two lines; if in doubt, False."""
    pattern = compile_pattern(text)
    if not any(found["place"] for found in _TOKEN.finditer(text)):
        return bool(pattern.programsize > 1)  # RE2 finds by itself what is void without `^`, `$`, `\\b` and `\\B`
    text = re.sub(r"\\Q(.*?)(?:\\E|$)", lambda literal: re.escape(literal[1]), text, flags=re.DOTALL)
    named = "".join(chr(int(code, 16)) for code in re.findall(r"\\x\{([0-9a-fA-F]{1,5})\}", text))
    letters = f"{printable[:95]}éαя中{text}{named}"
    for alphabet, everything in product((letters, f" {letters}"), (True, False)):
        line = _example(text, alphabet, everything=everything)
        if any(pattern.search(around.replace("_", line).encode()) for around in ("_", "x_x", " _ ", "_x", "x_")):
            return True
    return False


def _example(text: str, letters: str, *, everything: bool) -> str:
    """Return a line made after the pattern: of alternatives the first, what may be left out only if `everything` is."""
    line, last, starts, skipped = "", "", [0], 0  # `starts` of the groups that are open; the depth that is skipped
    for token in _TOKEN.finditer(text):
        if token["opening"]:
            starts.append(len(line))
        elif token[0] == ")":
            skipped = 0 if skipped == len(starts) else skipped
            last = line[starts.pop() :]
        elif token[0] == "|":
            skipped = skipped or len(starts)
        elif skipped or token["flags"] or token["place"]:
            continue
        elif token["repeat"]:
            least = re.match(r"\{([0-9]+)", token[0])
            times = int(least[1]) if least else 1 if everything or token[0][0] == "+" else 0
            line = line[: len(line) - len(last)] + last * times
        else:
            found = compile_pattern(token[0]).search(letters)
            last = found[0] if found else ""
            line += last
    return line


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
