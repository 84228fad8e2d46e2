"""The scores of a panel side by side: criteria down, judges across, with the spread and the side of the bar."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from coordinator.judgement.ballots import Rules, accepts, is_gate, score_of, show
from coordinator.models import Abstention, Ballot, Dimension, Item, JudgeResult, Rubric, Value
from coordinator.web.filters import brief
from coordinator.web.review_parts import anchor, failing

Shade = Literal["s1", "s2", "s3", "s4", "s5", "ok", "fails", "above", "below", "none"]


class Head(Value):
    """One judge's column."""

    seat: str
    anchor: str
    absent: str = ""


class Cell(Value):
    """What one judge said of one criterion, in words and in a shade."""

    text: str
    shade: Shade


class MatrixRow(Value):
    """One criterion and what all judges said of it."""

    name: str
    about: str
    detail: str
    cells: tuple[Cell, ...]
    spread: str = ""
    split: bool = False


class Matrix(Value):
    """All criteria and all judges; `overall` is the row that decides the side of the bar."""

    heads: tuple[Head, ...]
    dimensions: tuple[MatrixRow, ...]
    items: tuple[MatrixRow, ...]
    overall: MatrixRow
    bar: str


def matrix(testimonies: Sequence[JudgeResult], rubric: Rubric, rules: Rules) -> Matrix | None:
    """The matrix of the ballots that stand, or None where there is none."""
    ballots = [t for t in testimonies if isinstance(t, Ballot)]
    if not ballots:
        return None
    return Matrix(
        heads=tuple(_head(t) for t in testimonies),
        dimensions=tuple(_dimension(d, testimonies, rules) for d in rubric.dimensions),
        items=tuple(_item(i, testimonies) for i in rubric.checklist),
        overall=_overall(testimonies, rules),
        bar=show(rules.bar),
    )


def _head(testimony: JudgeResult) -> Head:
    absent = testimony.cause if isinstance(testimony, Abstention) else ""
    return Head(seat=testimony.seat, anchor=anchor(testimony.seat), absent=absent)


NONE = Cell(text="none", shade="none")


def _dimension(dimension: Dimension, testimonies: Sequence[JudgeResult], rules: Rules) -> MatrixRow:
    scores = [score_of(t, dimension.name) for t in testimonies if isinstance(t, Ballot)]
    spread = max(scores) - min(scores)
    return MatrixRow(
        name=dimension.name,
        about=brief(dimension.description),
        detail=f"weight {dimension.weight}",
        cells=tuple(_score(t, dimension.name) for t in testimonies),
        spread=str(spread),
        split=spread > rules.criterion_spread,
    )


def _score(testimony: JudgeResult, dimension: str) -> Cell:
    if isinstance(testimony, Abstention):
        return NONE
    score = score_of(testimony, dimension)
    shades: tuple[Shade, ...] = ("s1", "s2", "s3", "s4", "s5")
    return Cell(text=str(score), shade=shades[min(max(score, 1), 5) - 1])


def _item(item: Item, testimonies: Sequence[JudgeResult]) -> MatrixRow:
    against = failing(item, [t for t in testimonies if isinstance(t, Ballot)])
    split = any(against) and not all(against)
    return MatrixRow(
        name=item.id,
        about=brief(item.question),
        detail=item.importance,
        cells=tuple(_answer(item, t) for t in testimonies),
        spread=f"{sum(against)} of {len(against)} fail it" if any(against) else "",
        split=split and is_gate(item),
    )


def _answer(item: Item, testimony: JudgeResult) -> Cell:
    if isinstance(testimony, Abstention):
        return NONE
    return Cell(text="fails", shade="fails") if failing(item, [testimony])[0] else Cell(text="ok", shade="ok")


def _overall(testimonies: Sequence[JudgeResult], rules: Rules) -> MatrixRow:
    totals = [t.overall for t in testimonies if isinstance(t, Ballot)]
    spread = max(totals) - min(totals)
    return MatrixRow(
        name="Overall",
        about=f"the weighted mean; the bar is {show(rules.bar)}",
        detail="",
        cells=tuple(_total(t, rules.bar) for t in testimonies),
        spread=show(spread),
        split=spread > rules.overall_spread,
    )


def _total(testimony: JudgeResult, bar: Fraction) -> Cell:
    if isinstance(testimony, Abstention):
        return NONE
    above = accepts(testimony, bar)
    return Cell(
        text=f"{show(testimony.overall)} {'≥' if above else '<'} {show(bar)}", shade="above" if above else "below"
    )
