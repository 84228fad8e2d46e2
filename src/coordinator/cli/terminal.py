"""Text for a terminal: what comes from the work under review must not steer the reader's screen."""

from __future__ import annotations

import os
import re
import sys
from contextlib import suppress
from typing import TextIO

_STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def plain(text: str) -> str:
    """The text with every character that could move, colour or turn it made visible."""
    return _STEERING.sub("\ufffd", text)


def one_line(text: str) -> str:
    """The same on one line."""
    return plain(" ".join(text.split()))


def counted(number: int, noun: str) -> str:
    """A number with its noun: 1 file, 2 files."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def tell(text: str) -> None:
    """Show how work gets on; when nobody looks any more, it goes on all the same."""
    try:
        print(text, file=sys.stderr, flush=True)
    except OSError:
        forget(sys.stderr)


def forget(stream: TextIO) -> None:
    """What could not be written is not tried again when python ends, which would hide our exit code."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
