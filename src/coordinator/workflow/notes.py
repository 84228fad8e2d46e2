"""What is to be said about a workflow file: notes with a line, a level, and what to do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from coordinator.errors import UsageError
from coordinator.models import Value


class Diagnostic(Value):
    """One thing about a file: an error keeps it from running, a warning does not."""

    line: int
    level: Literal["error", "warning"]
    text: str
    fix: str = ""

    def __str__(self) -> str:
        return f"{self.line}: {self.level}: {self.text}" + (f" ({self.fix})" if self.fix else "")


class Diagnostics:
    """Notes as they are found; read in the order of their lines."""

    def __init__(self) -> None:
        self._found: list[Diagnostic] = []

    def error(self, line: int, text: str, fix: str = "") -> None:
        """Note what keeps the workflow from running as it is meant."""
        self._found.append(Diagnostic(line=line, level="error", text=text, fix=fix))

    def warning(self, line: int, text: str, fix: str = "") -> None:
        """Note what is ignored, or may not be meant."""
        self._found.append(Diagnostic(line=line, level="warning", text=text, fix=fix))

    def extend(self, notes: Iterable[Diagnostic]) -> None:
        """Take over notes found elsewhere."""
        self._found.extend(notes)

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(sorted(self._found, key=lambda note: note.line))


def refuse_errors(label: str, notes: Iterable[Diagnostic]) -> None:
    """UsageError for the first error, if there is one."""
    wrong = errors(notes)
    if wrong:
        more = f"`coordinator workflow check {label}` shows {len(wrong) - 1} more" if len(wrong) > 1 else ""
        what = f"{label}:{wrong[0].line}: {wrong[0].text}"
        raise UsageError(what, fix="; ".join(filter(None, (wrong[0].fix, more))))


def errors(notes: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Those that keep the workflow from running."""
    return tuple(note for note in notes if note.level == "error")
