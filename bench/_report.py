"""What every script of this directory returns, and how it is shown: rows, each beside what it is compared with.

A script has `measure() -> list[Row]`; the first line of its docstring says what it measures, and a script run by itself
ends in `show(measure())`. It may say on stderr how far it is, with `say`.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from importlib import import_module
from multiprocessing import get_context
from typing import Any, Literal, TypeVar

Found = TypeVar("Found")
HEAD = ("measured", "ours", "beside", "theirs", "ratio (min-max)", "target")


@dataclass(frozen=True)
class Target:
    """What a ratio has to be, or our own value."""

    limit: float
    sense: Literal["at most", "at least"] = "at most"
    of: Literal["ratio", "ours"] = "ratio"


@dataclass(frozen=True)
class Row:
    """One thing measured, once a round; `theirs` are the same rounds of what it is compared with.

    The ratio of a round is ours to theirs. `headline` puts the row into the summary. A note says what cannot be seen
    in the numbers, or why there are none.
    """

    name: str
    unit: str
    ours: Sequence[float]
    beside: str = ""
    theirs: Sequence[float] = ()
    target: Target | None = None
    headline: bool = False
    note: str = ""

    @property
    def ratios(self) -> list[float]:
        """Ours to theirs, round by round; none where theirs is nothing in some round."""
        pairs = zip(self.ours, self.theirs, strict=True) if self.theirs and all(self.theirs) else ()
        return [mine / other for mine, other in pairs]

    @property
    def met(self) -> bool | None:
        """Whether the target is met by the median; None without a target or without what it is about."""
        found = (
            () if self.target is None else self.ratios if self.target.of == "ratio" else self.ours
        )
        if self.target is None or not found:
            return None
        value = statistics.median(found)
        return (
            value <= self.target.limit
            if self.target.sense == "at most"
            else value >= self.target.limit
        )


@dataclass(frozen=True)
class Subject:
    """What one script found, or why it failed."""

    script: str
    about: str
    rows: Sequence[Row] = ()
    error: str = ""


def subject_from(found: dict[str, Any]) -> Subject:
    """Return the subject that was written to a file as JSON."""
    rows = []
    for row in found["rows"]:
        target = Target(**row["target"]) if row["target"] else None
        rows.append(Row(**row | {"target": target}))
    return Subject(**found | {"rows": rows})


def say(text: str) -> None:
    """Tell whoever waits how far it is."""
    print(text, file=sys.stderr, flush=True)


def rows_of(script: str) -> list[Row]:
    """Return what a script of this directory measures."""
    found: list[Row] = import_module(f"bench.{script}").measure()
    return found


def alone(function: Callable[..., Found], *arguments: object) -> Found:
    """Return what a function does in a process of its own: its memory and processor time are those of nobody else."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        return process.submit(function, *arguments).result()


def show(rows: Sequence[Row]) -> None:
    """Print what one script found."""
    print(table(rows))


def table(rows: Sequence[Row]) -> str:
    """Return the rows as a Markdown table, and their notes below it."""
    lines = [HEAD, ("---",) * len(HEAD), *map(_cells, rows)]
    notes = list(dict.fromkeys(row.note for row in rows if row.note))
    shown = "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
    return "\n\n".join([shown, *notes])


def summary(subjects: Sequence[Subject]) -> str:
    """Return the headlines of all subjects as one table."""
    return table([row for subject in subjects for row in subject.rows if row.headline])


def _cells(row: Row) -> tuple[str, ...]:
    ratios = row.ratios
    ratio = (
        f"{figure(statistics.median(ratios))} ({figure(min(ratios))}-{figure(max(ratios))})"
        if ratios
        else ""
    )
    return (
        row.name,
        _value(row.ours, row.unit),
        row.beside,
        _value(row.theirs, row.unit),
        ratio,
        _target(row),
    )


def _value(values: Sequence[float], unit: str) -> str:
    return f"{figure(statistics.median(values))} {unit}".strip() if values else ""


def _target(row: Row) -> str:
    if row.target is None:
        return ""
    sign = "≤" if row.target.sense == "at most" else "≥"
    unit = f" {row.unit}" if row.target.of == "ours" else ""
    said = {True: "met", False: "missed", None: "not measured"}[row.met]
    return f"{sign} {figure(row.target.limit)}{unit}: {said}"


def figure(value: float) -> str:
    """Return a number with about three digits that count."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
