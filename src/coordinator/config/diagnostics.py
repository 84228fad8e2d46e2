"""What is to be said about a workflow file: diagnostics with a line, a level, and what to do."""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Literal, ParamSpec

from coordinator.models import Value

Given = ParamSpec("Given")


class Diagnostic(Value):
    """One thing about a file: an error keeps it from running, a warning does not."""

    line: int
    level: Literal["error", "warning"]
    text: str
    fix: str = ""

    def __str__(self) -> str:
        return f"{self.line}: {self.level}: {self.text}" + (f" ({self.fix})" if self.fix else "")


def error(line: int, text: str, fix: str = "") -> Diagnostic:
    """What keeps the workflow from running as it is meant."""
    return Diagnostic(line=line, level="error", text=text, fix=fix)


def warning(line: int, text: str, fix: str = "") -> Diagnostic:
    """What is ignored, or may not be meant."""
    return Diagnostic(line=line, level="warning", text=text, fix=fix)


def in_order(notes: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The diagnostics in the order of their lines, with the warnings of a line before its errors."""
    return tuple(sorted(notes, key=lambda note: (note.line, note.level == "error")))


def ordered(find: Callable[Given, Iterable[Diagnostic]]) -> Callable[Given, tuple[Diagnostic, ...]]:
    """A function that returns in the order of their lines what another one finds."""

    @wraps(find)
    def found(*args: Given.args, **kwargs: Given.kwargs) -> tuple[Diagnostic, ...]:
        return in_order(find(*args, **kwargs))

    return found


def errors(notes: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Those that keep the workflow from running."""
    return [note for note in notes if note.level == "error"]
