"""Text that is given on the command line: in a file, or - for standard input."""

from __future__ import annotations

import sys
from pathlib import Path

from coordinator.errors import UsageError


def read_given(source: str) -> str:
    """The text of a file, or of standard input for -."""
    if source == "-":
        return _decoded(sys.stdin.buffer.read(), "standard input")
    try:
        return _decoded(Path(source).read_bytes(), source)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise UsageError(f"cannot read {source}: {why}", fix="name a readable text file, or -") from error


def _decoded(raw: bytes, where: str) -> str:
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(f"{where} is not UTF-8 at byte {error.start + 1}", fix="save it as UTF-8") from error
