"""Format numbers, times and untrusted text for pages. The templates escape all of it."""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from decimal import Decimal
from typing import NamedTuple

from coordinator.models import Usage

LONGEST_LINE = 400  # characters shown of a line
LONGEST_RAW = 2_000  # characters shown of a line of a raw prompt or reply: these are often long
LINES = 400  # lines shown of a text by default

# Characters that can hide, reverse or overwrite the text beside them.
_STEERING = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]"
)

# The mark at the end of a line that was too long to be recorded in full.
_CUT = re.compile(r"\[\.\.\. (\d{1,18}) bytes of this line left out \.\.\.\]\Z")


class Line(NamedTuple):
    """One line of a text, and the number of characters that are left out."""

    number: int
    text: str
    left_out: int = 0


class Passage(NamedTuple):
    """The first lines of a text, and the number of lines that are left out."""

    lines: tuple[Line, ...]
    left_out: int = 0

    @property
    def is_cut(self) -> bool:
        """Return whether a part of the text is missing."""
        return bool(self.left_out) or any(line.left_out for line in self.lines)


def inert(text: str) -> str:
    """Return the text with a visible mark in place of each character that can mislead a reader."""
    return _STEERING.sub("\ufffd", text)


def shorten(text: str, longest: int = LONGEST_LINE) -> tuple[str, int]:
    """Return the beginning of a line, and the number of characters that are left out.

    The number includes the characters that were cut when the text was recorded.
    """
    if len(text) <= longest:
        return inert(text), 0
    before = 0
    cut = _CUT.search(text[-80:])
    if cut:
        before = int(cut[1]) - len(cut[0])
    return inert(text[:longest]), len(text) - longest + before


def brief(text: str, longest: int = LONGEST_LINE) -> str:
    """Return a text on one line. A mark shows where it is cut."""
    kept, left_out = shorten(" ".join(text[: 4 * longest].split()), longest)
    left_out += max(len(text) - 4 * longest, 0)
    if left_out:
        return f"{kept} … ({left_out:,} more characters)"
    return kept


def passage(text: str, most: int = LINES, longest: int = LONGEST_LINE) -> Passage:
    """Return a text as numbered lines, with a limit on the number and on the length of lines."""
    pieces = text.removesuffix("\n").split("\n", most)
    lines = []
    for number, piece in enumerate(pieces[:most], 1):
        shown, left_out = shorten(piece, longest)
        lines.append(Line(number, shown, left_out))
    lines_left_out = 0
    if len(pieces) > most:
        lines_left_out = pieces[most].count("\n") + 1
    return Passage(tuple(lines), lines_left_out)


def raw_passage(text: str, most: int = 600) -> Passage:
    """Return a prompt, reply or output as lines, with a larger length limit.

    A blank text has no lines.
    """
    if text.strip():
        return passage(text, most, LONGEST_RAW)
    return Passage(())


def money(usd: Decimal | None) -> str:
    """Return an amount of money. An unknown amount is never shown as zero."""
    if usd is None:
        return "cost unknown"
    if usd == 0 or usd >= 1:
        return f"${usd:.2f}"
    return f"${usd:.4f}".rstrip("0")


def usage_text(usage: Usage) -> str:
    """Return the cost and the tokens of asks, and the effect of the provider's cache."""
    parts = [f"{money(usage.usd)}: {usage.tokens_in:,} tokens in, {usage.tokens_out:,} out"]
    if usage.cached or usage.stored:
        parts.append(f"{usage.cached:,} read from the provider's cache")
        parts.append(f"{usage.stored:,} written to it")
        parts.append(_saving(usage.saved))
    return ", ".join(parts)


def _saving(usd: Decimal | None) -> str:
    if usd is None:
        return "which saved an unknown amount"
    if usd < 0:
        return f"which cost {money(-usd)} more than without the cache"
    return f"which saved {money(usd)}"


def span(seconds: float) -> str:
    """Return a duration in its two largest units."""
    if seconds < 60:
        if seconds < 10:
            return f"{seconds:.1f} s"
        return f"{seconds:.0f} s"
    minutes, hours, days = (int(seconds // unit) for unit in (60, 3_600, 86_400))
    if hours < 1:
        return f"{minutes} min {int(seconds % 60)} s"
    if days < 1:
        return f"{hours} h {minutes % 60} min"
    return f"{days} d {hours % 24} h"


def clock(at: float) -> str:
    """Return a point in time in UTC."""
    if at:
        return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    return ""


def stamp(at: float) -> str:
    """Return a point in time in a format for programs."""
    if at:
        return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")
    return ""


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: 1 file, 2 files."""
    if number == 1:
        return f"{number:,} {noun}"
    return f"{number:,} {noun}s"


def seat_anchor(seat: str) -> str:
    """Return an HTML anchor for a seat. The seat's name can contain any characters."""
    anchor = "seat-"
    for sign in seat:
        if sign.isascii() and sign.isalnum():
            anchor += sign
        else:
            anchor += f"-{ord(sign):x}-"
    return anchor


def percent(value: float | None) -> str:
    if value is None:
        return "none"
    return f"{float(value):.0f} %"


def tenths(number: float) -> str:
    return f"{number:.1f}"


def axis(low: float, high: float, start: float, end: float) -> Callable[[float], float]:
    """Return a function that maps a value to its position between start and end of an axis."""
    return lambda value: start + (min(max(value, low), high) - low) / (high - low) * (end - start)
