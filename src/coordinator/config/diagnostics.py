"""Diagnostics of a file that users write. Each has a line, a level, a text, and a fix."""

from collections.abc import Iterable
from typing import Literal

from coordinator.models import Value


class Diagnostic(Value):
    """An error or a warning about a file; a file with an error cannot be used."""

    line: int
    level: Literal["error", "warning"]
    text: str
    fix: str = ""

    def __str__(self) -> str:
        text = f"{self.line}: {self.level}: {self.text}"
        if self.fix:
            text += f" ({self.fix})"
        return text


def error(line: int, text: str, fix: str = "") -> Diagnostic:
    """Return a diagnostic for a problem that makes the file unusable."""
    return Diagnostic(line=line, level="error", text=text, fix=fix)


def warning(line: int, text: str, fix: str = "") -> Diagnostic:
    """Return a diagnostic for a part that is ignored or may be a mistake."""
    return Diagnostic(line=line, level="warning", text=text, fix=fix)


def in_order(notes: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return diagnostics ordered by line. On the same line, warnings come before errors."""
    return tuple(sorted(notes, key=lambda note: (note.line, note.level == "error")))


def errors(notes: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the diagnostics that make the file unusable."""
    return [note for note in notes if note.level == "error"]
