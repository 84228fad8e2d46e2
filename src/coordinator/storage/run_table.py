"""The list of runs: its rows, which triggers keep beside the events, and what is wanted of them."""

from dataclasses import dataclass
from typing import NamedTuple

from coordinator.errors import UsageError

ANYBODY = "*"  # whoever it is that is waited for


class RunListRow(NamedTuple):
    """A run as lists show it; `state` is what a person has `decided`, or else what the run itself came to: `panel`."""

    run: str
    created: float
    job: str
    tracker: str
    key: str
    title: str
    panel: str
    decided: str
    state: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RunFilters:
    """Which runs are wanted; empty is any, `waiting` is a person or * for anybody, `before` is `next` of a page."""

    state: str = ""
    job: str = ""
    tracker: str = ""
    waiting: str = ""
    text: str = ""
    before: str = ""

    @property
    def place(self) -> tuple[float, str]:
        """The time and the id of the run that `before` stands for."""
        created, _, run = self.before.partition("~")
        try:
            return float(created), run
        except ValueError:
            what = f"'{self.before}' is no place in the list"
            raise UsageError(what, fix="use `next` of the page before") from None


def cursor_of(row: RunListRow) -> str:
    """Return the place of a run in the list, for the page after it."""
    return f"{row.created!r}~{row.run}"
