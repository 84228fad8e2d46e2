"""Find text in the work that imitates coordinator's prompts or replies, and make it harmless.

A suspicion is a note for people and judges, never a verdict. Honest code that handles verdicts can
raise one too. Only the form of a text is checked, not its meaning, because a text can instruct a
judge in any language and any words. Three other things protect against such instructions: the
fences around a text, the check of all evidence by code, and the other judges.

Every function takes time linear in the length of the text, even if a hostile author wrote it. The
patterns are in injection_patterns.py.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Literal, NamedTuple

from coordinator.models import Value
from coordinator.parsing import injection_patterns

Trick = Literal[
    "verdict",  # reads like a verdict or a report
    "fence",  # imitates the fences around untrusted text, or the prompt around them
    "mention",  # a link that would start another agent
    "hidden",  # invisible characters, or characters that reverse the direction of text
    "long line",  # too long for anyone to read
]

LONG_LINE = 5_000
CUT_OFF = " bytes of this line left out ...]"  # the end of a line that an excerpt has cut
LISTED = 7  # suspicions of one kind that are listed; more are only counted
COUNTED = 1_000  # matches of one expression in one text that are counted
EXCERPT = 160  # characters of an excerpt
LEAD = 40  # characters of an excerpt before the match
BLOCK = 4_096  # characters that are folded at a time; plain ASCII is only lowercased


class Suspicion(Value):
    """A place in the work that seems to address its judges, or a count of further such places."""

    where: str
    what: Trick
    text: str


class _Hit(NamedTuple):
    """A suspicious place in a text."""

    line: int
    what: Trick
    column: int


class _Search(NamedTuple):
    """A pattern, the trick that it reveals, and the text to search."""

    what: Trick
    pattern: re.Pattern[str]
    text: str


def suspicions(sources: Mapping[str, str]) -> tuple[Suspicion, ...]:
    """Return the suspicious places in each labelled text, a bounded number of each kind."""
    listed: list[Suspicion] = []
    counts: Counter[Trick] = Counter()
    for label, text in sources.items():
        lines = text.split("\n")
        for hit in _first_on_each_line(_hits(text, lines)):
            counts[hit.what] += 1
            if counts[hit.what] <= LISTED:
                shown = _excerpt(lines[hit.line - 1], hit.column)
                listed.append(Suspicion(where=f"{label}:{hit.line}", what=hit.what, text=shown))
    for what, count in counts.items():
        if count > LISTED:
            listed.append(Suspicion(where="elsewhere", what=what, text=f"{count - LISTED} more"))
    return tuple(listed)


def _first_on_each_line(hits: Iterator[_Hit]) -> Iterator[_Hit]:
    """Yield the first hit of each trick on each line, ordered by line and trick."""
    last: tuple[int, Trick] | None = None
    for hit in sorted(hits):
        if (hit.line, hit.what) != last:
            yield hit
        last = (hit.line, hit.what)


def _excerpt(line: str, column: int) -> str:
    """Return the part of a line around a column, with its invisible characters spelled out."""
    start = max(0, column - LEAD)
    visible = []
    for sign in line[start : start + EXCERPT].replace("\t", " "):
        if sign.isprintable():
            visible.append(sign)
        else:
            visible.append(f"<U+{ord(sign):04X}>")
    return defuse("".join(visible)).strip()


def _hits(text: str, lines: Sequence[str]) -> Iterator[_Hit]:
    for number, line in enumerate(lines, 1):
        if len(line) > LONG_LINE or line.endswith(CUT_OFF):
            yield _Hit(number, "long line", 0)
    searches = [_Search("hidden", _STEERING, text)]
    if not text.isascii():
        searches.append(_Search("hidden", _HIDDEN, text))
    folded = _fold(text)
    for what, pattern in _PATTERNS:
        searches.append(_Search(what, pattern, folded))
    for search in searches:
        line_number = 1
        seen = 0
        for match in islice(search.pattern.finditer(search.text), COUNTED):
            line_number += search.text.count("\n", seen, match.start())
            seen = match.start()
            column = seen - search.text.rfind("\n", 0, seen) - 1
            yield _Hit(line_number, search.what, column)


def _fold(text: str) -> str:
    """Return the text in a form that reveals disguised words.

    The result is in lower case and Latin script, without invisible characters and spaced-out
    letters.
    """
    text = _ESCAPE.sub("", text)
    folded = []
    for at in range(0, len(text), BLOCK):
        block = text[at : at + BLOCK]
        if not block.isascii():
            block = unicodedata.normalize("NFKD", block).translate(_FOLDED)
        folded.append(block)
    return _SPACED_OUT.sub(lambda match: match[0].replace(" ", ""), "".join(folded).lower())


def defuse(text: str) -> str:
    """Return the text, changed so that it can neither start an agent nor imitate our markers.

    Coordinator finds its own comments by markers: HTML comments that begin with `coordinator`. The
    text keeps its number of lines, and a text that was defused before stays as it is.
    """
    return _MARKER.sub(r"<! --\1", _MENTION.sub(_defuse_link, text))


def _defuse_link(link: re.Match[str]) -> str:
    line_breaks = "\n" * link[0].count("\n")
    return f"{line_breaks}mention: //"


def fence(text: str, word: str) -> str:
    """Return untrusted text, verbatim, between lines with a word that its author could not know.

    Raise ValueError if the text contains the word.
    """
    if not word or word in text:
        raise ValueError("the word of a fence must not occur in the text inside it")
    return f"<<<UNTRUSTED {word}\n{text}\n{word} UNTRUSTED>>>"


def _compile_patterns() -> tuple[tuple[Trick, re.Pattern[str]], ...]:
    by_trick: Mapping[Trick, Sequence[str]] = {
        "verdict": injection_patterns.VERDICT,
        "fence": injection_patterns.FENCE,
        "mention": injection_patterns.MENTION,
    }
    compiled = []
    for what, patterns in by_trick.items():
        for pattern in patterns:
            compiled.append((what, re.compile(pattern)))
    return tuple(compiled)


def _folding() -> dict[int, str | None]:
    """Return a table for `str.translate`, which replaces look-alike characters and drops others.

    A character that looks like a Latin letter becomes that letter. Invisible ones are dropped.
    """
    table: dict[int, str | None] = {}
    for first, last in injection_patterns.INVISIBLE:
        for code in range(first, last + 1):
            table[code] = None
    for letter, look_alikes in injection_patterns.LOOK_ALIKES.items():
        for look_alike in look_alikes:
            table[ord(look_alike)] = letter
    return table


_MENTION = re.compile(r"mention\s*:\s*//", re.IGNORECASE)
_MARKER = re.compile(r"<!--(\s*coordinator)", re.IGNORECASE)
_ESCAPE = re.compile(r"\x1b\[[0-9;?]{0,16}[A-Za-z]")
# Spaced-out letters such as `v e r d i c t`. The match begins at the first space, because a space
# is fast to find.
_SPACED_OUT = re.compile(r" (?<=\b[a-z] )[a-z](?: [a-z])*\b")
_HIDDEN = re.compile(injection_patterns.HIDDEN)
_STEERING = re.compile(injection_patterns.STEERING)
_PATTERNS = _compile_patterns()
_FOLDED = _folding()
