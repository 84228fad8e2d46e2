"""The evaluation specification of a meta-judge → a rubric: its checklist, dimensions, anchors and weights."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal

from coordinator.models import Dimension, Importance, Item, Rubric
from coordinator.parsing.blocks import ReplyKind
from coordinator.parsing.data import ParseError
from coordinator.parsing.fields import FieldReader, squeeze

MAX_ITEMS = 60
MAX_DIMENSIONS = 20
WEIGHT_TOLERANCE = Decimal("0.001")

RUBRIC = ReplyKind("rubric", ("rubric_dimensions",), "evaluation_specification")

_IMPORTANCES: Mapping[str, Importance] = {
    "essential": "essential",
    "important": "important",
    "optional": "optional",
    "pitfall": "pitfall",
}
_BANDS = ("1", "2", "3", "4", "5")
_ANCHORS = ("contrast", "score_2", "score_4")


def rubric_from(top: FieldReader) -> Rubric:
    """Return the rubric that a block specifies."""
    items = top.entries("checklist", most=MAX_ITEMS)
    entries = top.entries("rubric_dimensions", most=MAX_DIMENSIONS)
    if not items or not entries:
        raise ParseError(f"the rubric has no {'rubric_dimensions' if items else 'checklist'}", top.line)
    forms = {"banded" if entry.node("score_definitions") else "anchored" for entry in entries}
    if len(forms) > 1:
        raise ParseError("some dimensions have anchors and some score_definitions", top.line)
    banded = forms == {"banded"}
    checklist = _checklist(items)
    dimensions = [_dimension(entry, banded) for entry in entries]
    refuse_repeats([squeeze(each.name) for each in dimensions], entries, "dimension")
    # Weights that do not sum to 1 are divided by their sum only where `scoring` says so in two words.
    total = sum((each.weight for each in dimensions), Decimal(0))
    if abs(total - 1) > WEIGHT_TOLERANCE:
        scoring = top.entry("scoring")
        weighted_sum = scoring is not None and scoring.text("aggregation") == "weighted_sum"
        if not scoring or not weighted_sum or scoring.text("normalize").lower() != "true":
            raise ParseError(f"the weights sum to {total}, not to 1.0", top.line_of("rubric_dimensions"))
        dimensions = [each.model_copy(update={"weight": each.weight / total}) for each in dimensions]
    return Rubric(form="banded" if banded else "anchored", checklist=checklist, dimensions=tuple(dimensions))


def _checklist(entries: Sequence[FieldReader]) -> tuple[Item, ...]:
    given = [entry.text("id") for entry in entries]
    free = (name for number in range(1, 2 * MAX_ITEMS) if (name := f"CK-{number:03}") not in given)
    items = []
    for item_id, entry in zip(given, entries, strict=True):
        item = Item(
            id=item_id or next(free),
            question=entry.required("question"),
            importance=entry.choice(_IMPORTANCES, "importance"),
            category=entry.text("category"),
            rationale=entry.text("rationale"),
        )
        items.append(item)
    refuse_repeats([item.id for item in items], entries, "checklist id")
    refuse_repeats([squeeze(item.question) for item in items], entries, "question")
    return tuple(items)


def _dimension(entry: FieldReader, banded: bool) -> Dimension:
    name = entry.required("name")
    scale = entry.raw("scale")
    if isinstance(scale, str):
        scale = re.sub(r"\s*[-\u2013]\s*", "-", scale.strip())
    if scale not in (None, "1-5", {"min": "1", "max": "5"}):
        raise ParseError(f"the scale of {name!r} should be 1-5", entry.line_of("scale"))
    weight = entry.number("weight")
    if weight is None or weight <= 0:
        raise ParseError(f"the weight of {name!r} should be a number above 0", entry.line_of("weight"))
    field, keys = ("score_definitions", _BANDS) if banded else ("anchors", _ANCHORS)
    anchors = entry.entry(field)
    if anchors is None or (banded and entry.node("anchors")):
        raise ParseError(f"{name!r} should have either anchors or score_definitions", entry.line)
    return Dimension(
        name=name,
        description=entry.required("description"),
        weight=weight,
        instruction=entry.text("instruction"),
        anchors={key: anchors.required(key) for key in keys},
    )


def refuse_repeats(names: Sequence[str], entries: Sequence[FieldReader], what: str) -> None:
    """Raise ParseError at the first entry whose name was given before."""
    for at, name in enumerate(names):
        if name in names[:at]:
            raise ParseError(f"the {what} {name!r} is given twice", entries[at].line)
