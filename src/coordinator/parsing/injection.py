"""The work under review may imitate what we send or read: what gives it away, and how it is made harmless.

A suspicion is a note for people and judges, never a verdict; code that handles verdicts will raise some. Only shapes
are noticed, not what is said: a text can tell a judge what to do in any language and any words, and what protects
against that are fences, evidence that code looks up, and the other seats.
Everything here takes time linear in the text, whatever its author had in mind. What is looked for is in injection.toml.
"""

import re
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from itertools import islice
from typing import Literal

from coordinator.models import Value

Trick = Literal[
    "verdict",  # reads like a verdict or a report
    "fence",  # imitates the fences around untrusted text, or the prompt around them
    "mention",  # a link that would start another agent
    "hidden",  # characters that cannot be seen, or that turn text around
    "long line",  # too long to be read by anyone
]

LONG_LINE = 5_000
CUT_OFF = " bytes of this line left out ...]"  # how a line ends that an excerpt has cut
LISTED = 7  # suspicions of one kind that are listed; more are only counted
COUNTED = 1_000  # matches of one expression in one text that are counted
EXCERPT = 160
LEAD = 40  # characters of an excerpt, and how many of them stand before the match
BLOCK = 4_096  # characters that are folded at a time, if at all


class Suspicion(Value):
    """A place in the work that seems to be meant for its judges, or how many more there are elsewhere."""

    where: str
    what: Trick
    text: str


def suspicions(sources: Mapping[str, str]) -> tuple[Suspicion, ...]:
    """Return what is suspicious in each labelled text, a bounded number of each kind."""
    listed: list[Suspicion] = []
    counts: Counter[Trick] = Counter()
    for label, text in sources.items():
        lines = text.split("\n")
        # Of several on one line the first: it is set last.
        once = {
            (line, what): column for line, what, column in sorted(_hits(text, lines), reverse=True)
        }
        for (line, what), column in sorted(once.items()):
            counts[what] += 1
            if counts[what] <= LISTED:
                start = max(0, column - LEAD)
                shown = lines[line - 1][start : start + EXCERPT].replace("\t", " ")
                visible = "".join(c if c.isprintable() else f"<U+{ord(c):04X}>" for c in shown)
                listed.append(
                    Suspicion(where=f"{label}:{line}", what=what, text=defuse(visible).strip())
                )
    for what, count in counts.items():
        if count > LISTED:
            listed.append(Suspicion(where="elsewhere", what=what, text=f"{count - LISTED} more"))
    return tuple(listed)


def _hits(text: str, lines: Sequence[str]) -> Iterator[tuple[int, Trick, int]]:
    """Yield the line, the trick and the column of each match."""
    for number, long in enumerate(lines, 1):
        if len(long) > LONG_LINE or long.endswith(CUT_OFF):
            yield number, "long line", 0
    unseen = (_STEERING,) if text.isascii() else (_STEERING, _HIDDEN)
    searches: list[tuple[Trick, re.Pattern[str], str]] = [
        ("hidden", pattern, text) for pattern in unseen
    ]
    folded = _fold(text)
    searches += [(what, pattern, folded) for what, pattern in _PATTERNS]
    for what, pattern, searched in searches:
        line = 1
        seen = 0
        for match in islice(pattern.finditer(searched), COUNTED):
            line += searched.count("\n", seen, match.start())
            seen = match.start()
            yield line, what, seen - searched.rfind("\n", 0, seen) - 1


def _fold(text: str) -> str:
    """Return the lines as a reader takes them: one case, one script, nothing unseen, no spaced-out letters."""
    text = _ESCAPE.sub("", text)
    folded = []
    for at in range(0, len(text), BLOCK):
        block = text[at : at + BLOCK]
        folded.append(
            block if block.isascii() else unicodedata.normalize("NFKD", block).translate(_FOLDED)
        )
    return _SPACED_OUT.sub(lambda match: match[0].replace(" ", ""), "".join(folded).lower())


def defuse(text: str) -> str:
    """Return text that starts no agent and forges no marker of ours, wherever it is posted."""
    return _MARKER.sub(r"<! --\1", _MENTION.sub("mention: //", text))


def fence(text: str, word: str) -> str:
    """Return untrusted text, verbatim, between lines that carry a word its author could not know."""
    if not word or word in text:
        raise ValueError("the word of a fence must not occur in the text inside it")
    return f"<<<UNTRUSTED {word}\n{text}\n{word} UNTRUSTED>>>"


_MENTION = re.compile(r"mention\s*:\s*//", re.IGNORECASE)
_MARKER = re.compile(r"<!--(\s*coordinator)", re.IGNORECASE)
_ESCAPE = re.compile(r"\x1b\[[0-9;?]{0,16}[A-Za-z]")
_SPACED_OUT = re.compile(r" (?<=\b[a-z] )[a-z](?: [a-z])*\b")  # a space first: it is found fast

_KNOWN = tomllib.loads(files(__package__).joinpath("injection.toml").read_text(encoding="utf-8"))
_PATTERNS = tuple(
    (what, re.compile(text)) for what, texts in _KNOWN["patterns"].items() for text in texts
)
_HIDDEN, _STEERING = (re.compile(_KNOWN["written"][name]) for name in ("hidden", "steering"))
_FOLDED: dict[int, str | None] = {}
for _first, _last in _KNOWN["folding"]["unseen"]:
    _FOLDED.update(dict.fromkeys(range(_first, _last + 1)))
for _letter, _others in _KNOWN["folding"]["look_alikes"].items():
    _FOLDED.update(dict.fromkeys(map(ord, _others), _letter))
