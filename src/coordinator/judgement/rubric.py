"""Rubric values: the overall score, the bar, the fingerprint, and the general rubric of quick reviews."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from coordinator.models import Dimension, Item, Rubric, Score

# A banded rubric reserves 4 for rare work and came with a bar of 4.0; an anchored 4 means
# "satisfies in every instance", so work just below it in places may still pass at 3.5.
DEFAULT_BARS = {"anchored": Fraction(7, 2), "banded": Fraction(4)}

GENERAL = Rubric(
    checklist=(
        Item(
            id="CK-001",
            question="Does the work deliver what the issue asks for, and not something else in its place?",
            importance="essential",
            rationale="Work that answers another question is not done, however good it is.",
        ),
        Item(
            id="CK-002",
            question="Does the work claim results, runs or experiments that its code or data cannot have produced?",
            importance="pitfall",
            rationale="An invented result is worse than a missing one.",
        ),
    ),
    dimensions=(
        Dimension(
            name="Fulfilment",
            description="How completely do the changes carry out each thing the issue asks for?",
            weight=Decimal("0.6"),
            instruction="List what the issue asks for, find the change that does each, then place the whole.",
            anchors={
                "contrast": "whether each requested behaviour is there",
                "score_2": "a requested behaviour is only described, stubbed or left out",
                "score_4": "every requested behaviour is carried out by a change that can be pointed at",
            },
        ),
        Dimension(
            name="Soundness",
            description="Do the changes work, and do they leave what they touch in order?",
            weight=Decimal("0.4"),
            instruction="Use the check results first, then read the changed code for cases it gets wrong.",
            anchors={
                "contrast": "whether the changed code does the right thing on the inputs it will meet",
                "score_2": "an input that will occur gives a wrong result or a failure",
                "score_4": "the inputs that will occur are handled, and a test or check shows it",
            },
        ),
    ),
)


def overall(rubric: Rubric, scores: Sequence[Score]) -> Fraction:
    """The weighted mean of the scores in exact arithmetic."""
    weights = {dimension.name: Fraction(dimension.weight) for dimension in rubric.dimensions}
    total = sum(weights.values())
    return sum((weights[score.dimension] * score.score for score in scores), Fraction(0)) / total


def fingerprint(rubric: Rubric) -> str:
    """A hash that changes with any word or weight of the rubric."""
    return hashlib.sha256(rubric.model_dump_json().encode()).hexdigest()


def default_bar(rubric: Rubric) -> Fraction:
    return DEFAULT_BARS[rubric.form]
