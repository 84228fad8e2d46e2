"""Pieces of text for terminals and logs.

Text from the work under review must not control the reader's terminal.
"""

import re
import time

LONGEST_ROW = 220  # characters of text in a row
_STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def plain(text: str) -> str:
    """Return the text with visible marks for control characters and text direction characters."""
    return _STEERING.sub("\ufffd", text)


def one_line(text: str) -> str:
    return plain(" ".join(text.split()))


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: 1 file, 2 files."""
    if number == 1:
        return f"{number} {noun}"
    return f"{number} {noun}s"


def row(head: str, text: str) -> str:
    """Return one line with a subject column and a text. A long text is cut."""
    said = one_line(text)
    if len(said) > LONGEST_ROW:
        said = said[: LONGEST_ROW - 1] + "…"
    return f"{one_line(head):<14} {said}"


def when(at: float) -> str:
    """Return a point in time in the local time zone."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at))
