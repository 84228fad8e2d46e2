"""Read files of recorded judges into scores from 1 to 5.

A file is CSV or JSON lines, perhaps gzipped, with one judgement on each line.
"""

from __future__ import annotations

import csv
import gzip
import io
import json
from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from math import isfinite
from pathlib import Path
from typing import Any

from bench.panels.rules import Recording
from coordinator.errors import UsageError

SUFFIXES = (".csv", ".csv.gz", ".jsonl", ".jsonl.gz")
WORDS = {"accept": 1, "reject": 0, "true": 1, "false": 0}
RARE = 0.0005  # scores at either end of the range count as errors if they are rarer than this share

ItemKey = tuple[str, str]  # item and response


def read_recording(path: Path, *, verdicts: bool = False) -> Recording:
    """Return the scores that a file has recorded, or its verdicts if it has no scores.

    Raise UsageError if the file cannot be read.
    """
    kinds: dict[str, dict[ItemKey, dict[str, list[float]]]] = {
        "scores": {},
        "differences": {},
        "verdicts": {},
    }
    truths, prices = dict[ItemKey, float](), list[Decimal]()
    for number, row in enumerate(_rows(path), 2 if ".csv" in path.suffixes else 1):
        try:
            item, judge = (str(row["item"]), str(row.get("response") or "")), str(row["judge"])
            truths[item] = _number(row["truth"])
            prices += [Decimal(str(row["usd"]))] if row.get("usd") not in (None, "") else []
            for kind, value in _values(row):
                kinds[kind].setdefault(item, {}).setdefault(judge, []).append(value)
        except (KeyError, TypeError, ValueError, ArithmeticError) as error:
            fix = "each line needs item, judge, truth, and score or verdict"
            why = f"there is no {error}" if isinstance(error, KeyError) else str(error)
            raise UsageError(f"{path}:{number}: {why}", fix=fix) from error
    kind = next(
        (kind for kind, found in kinds.items() if found and (kind == "verdicts" or not verdicts)),
        "verdicts",
    )
    means = {
        item: {judge: sum(own) / len(own) for judge, own in by.items()}
        for item, by in kinds[kind].items()
    }
    values = sorted(value for by in means.values() for value in by.values()) or [0.0]
    low, high = values[int(len(values) * RARE)], values[-1 - int(len(values) * RARE)]
    is_pair = kind != "scores" and max(truths.values(), default=0) == 2
    if kind == "differences":
        low, high = min(low, -high), max(-low, high)
    elif kind == "verdicts" and means:
        # A tie or a contradiction is an abstention.
        low, high = values = [1.0, 2.0] if is_pair else [0.0, 1.0]
    if low == high:
        what = "verdicts" if verdicts else "scores or verdicts"
        raise UsageError(f"{path} has no {what} that differ", fix="name another file")
    places = {
        value: place for place, value in enumerate(sorted({v for v in values if low <= v <= high}))
    }
    middle = 1.5 if is_pair else (min(truths.values()) + max(truths.values())) / 2
    items = []
    for item, by in means.items():
        if truths[item] or not is_pair:  # if two answers are equally good, neither is right
            levels = {judge: places[value] for judge, value in by.items() if value in places}
            items.append((item[0], truths[item] > middle, levels))
    good = "the second of two answers is better" if is_pair else f"truth above {middle:g}"
    return Recording(
        name=path.name.partition(".")[0],
        judges=sorted({judge for by in means.values() for judge in by}),
        items=items,
        levels=[
            1 + 4 * Fraction((value - low) / (high - low)).limit_denominator(10_000)
            for value in places
        ],
        bar=None if kind == "scores" else Fraction(3),
        usd=sum(prices, Decimal(0)) / len(prices) if prices else None,
        note=f"{kind} from {low:g} to {high:g}; to be accepted: {good}",
    )


def _values(row: Mapping[str, Any]) -> Iterator[tuple[str, float]]:
    """Yield the values of one line. If `scores` joins several calls of one judge, the first one counts."""
    first, _, second = str(row.get("scores", row.get("score")) or "").partition("|")
    if first and second and "scores" not in row:
        yield "differences", _number(second) - _number(first)
    elif first:
        yield "scores", _number(first)
    if row.get("verdict") not in (None, ""):
        yield "verdicts", _number(row["verdict"])


def _number(cell: object) -> float:
    number = float(WORDS.get(str(cell).lower(), cell))  # type: ignore[arg-type]
    if not isfinite(number):
        raise ValueError(f"{cell} is no number")
    return number


def _rows(path: Path) -> Iterator[Mapping[str, Any]]:
    try:
        with gzip.open(path, "rb") if path.suffix == ".gz" else path.open("rb") as file:
            text = io.TextIOWrapper(file, encoding="utf-8-sig", newline="")
            yield from csv.DictReader(text) if ".csv" in path.suffixes else map(json.loads, text)
    except (OSError, EOFError, ValueError, csv.Error) as error:
        raise UsageError(
            f"cannot read {path}: {error}", fix=f"a file ends in {', '.join(SUFFIXES)}"
        ) from error
