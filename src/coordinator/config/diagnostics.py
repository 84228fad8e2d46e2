"""What is to be said about a file: diagnostics with a line, a level, and what to do."""

from collections.abc import Iterable
from typing import Literal

from coordinator.models import Value


class Diagnostic(Value):
    """One thing about a file: an error keeps it from being used, a warning does not."""

    line: int
    level: Literal["error", "warning"]
    text: str
    fix: str = ""

    def __str__(self) -> str:
        return f"{self.line}: {self.level}: {self.text}" + (f" ({self.fix})" if self.fix else "")


def error(line: int, text: str, fix: str = "") -> Diagnostic:
    """What keeps the file from being used as it is meant."""
    return Diagnostic(line=line, level="error", text=text, fix=fix)


def warning(line: int, text: str, fix: str = "") -> Diagnostic:
    """What is ignored, or may not be meant."""
    return Diagnostic(line=line, level="warning", text=text, fix=fix)


def in_order(notes: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The diagnostics in the order of their lines, with the warnings of a line before its errors."""
    return tuple(sorted(notes, key=lambda note: (note.line, note.level == "error")))


def errors(notes: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Those that keep the file from being used."""
    return [note for note in notes if note.level == "error"]
