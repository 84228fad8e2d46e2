"""The result of every script of this directory, and its presentation as a table.

A script has a function `measure() -> list[Row]`. The first line of its docstring says what it
measures. If it is run by itself, it ends with `show(measure())`. It can report its progress on
stderr with `say`.
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
    """The bound for a ratio or for our own value."""

    limit: float
    sense: Literal["at most", "at least"] = "at most"
    of: Literal["ratio", "ours"] = "ratio"


@dataclass(frozen=True)
class Row:
    """One measured quantity, with a value for each round.

    `theirs` has the values of the peer in the same rounds. The ratio of a round is ours to theirs.
    If `headline` is true, the row is in the summary. A note explains the numbers, or why there are
    none.
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
        """Return ours divided by theirs for each round. Return nothing if theirs is 0 in a round."""
        pairs = zip(self.ours, self.theirs, strict=True) if self.theirs and all(self.theirs) else ()
        return [mine / other for mine, other in pairs]

    @property
    def met(self) -> bool | None:
        """Return whether the median meets the target; None without a target or without values."""
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
    """The result of one script, or the reason why it failed."""

    script: str
    about: str
    rows: Sequence[Row] = ()
    error: str = ""


def subject_from(found: dict[str, Any]) -> Subject:
    """Return the subject that a JSON file contains."""
    rows = []
    for row in found["rows"]:
        target = Target(**row["target"]) if row["target"] else None
        rows.append(Row(**row | {"target": target}))
    return Subject(**found | {"rows": rows})


def say(text: str) -> None:
    """Print progress to stderr."""
    print(text, file=sys.stderr, flush=True)


def rows_of(script: str) -> list[Row]:
    """Return the rows that a script of this directory measures."""
    found: list[Row] = import_module(f"bench.{script}").measure()
    return found


def alone(function: Callable[..., Found], *arguments: object) -> Found:
    """Run a function in a new process, so that only its own memory and processor time are measured."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        return process.submit(function, *arguments).result()


def show(rows: Sequence[Row]) -> None:
    """Print the result of one script."""
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
    """Return a number rounded to about three significant digits."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
