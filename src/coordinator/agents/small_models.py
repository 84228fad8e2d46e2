"""Recognise small and unknown models, which get a seat only if no other agent was found."""

import re

from coordinator.judgement.statistics.independence import MAKERS, ModelFamily

# Matches a number of parameters below 7 billion, in names such as qwen3:1.7b and smollm2:135m.
SMALL_MODEL = re.compile(r"(?<![\d.])[0-6](?:\.\d+)?b(?![a-z])|\d+m(?![a-z])", re.IGNORECASE)


def judges_only_alone(family: ModelFamily, model: str) -> bool:
    """Return whether a model gets a seat only if no other agent was found.

    Such a model has an unknown family, or fewer than 7 billion parameters according to its name.
    """
    return family.model not in MAKERS or SMALL_MODEL.search(model) is not None
