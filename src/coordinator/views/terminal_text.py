"""Pieces of text for terminals and logs.

Text that comes from the work under review must not steer the reader's screen.
"""

import re
import time

LONGEST_ROW = 220  # characters of the text in a row
_STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def plain(text: str) -> str:
    """Return the text with every character that could move, colour or turn it made visible."""
    return _STEERING.sub("\ufffd", text)


def one_line(text: str) -> str:
    return plain(" ".join(text.split()))


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: 1 file, 2 files."""
    if number == 1:
        return f"{number} {noun}"
    return f"{number} {noun}s"


def row(head: str, text: str) -> str:
    """Return one line: a subject in a column of its own, and a text that is cut if it is long."""
    said = one_line(text)
    if len(said) > LONGEST_ROW:
        said = said[: LONGEST_ROW - 1] + "…"
    return f"{one_line(head):<14} {said}"


def when(at: float) -> str:
    """Return a point in time in the local time zone."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at))
