"""Keep the criteria of a rubric that the request demands, and compute overall scores."""

import re
from collections.abc import Sequence
from fractions import Fraction

from coordinator.judgement.evidence.verification import CONFIRMED, SourceTexts, verify
from coordinator.models import Dimension, Item, Quote, Rubric, Score
from coordinator.parsing.fields import ParseError, squeeze
from coordinator.parsing.report import read_rubric

# The fewest words in a quote. Shorter quotes ("must be", "the code") occur in any request, so they
# count only if they are a whole line of the request under review.
MIN_WORDS = 3
# In writing systems without spaces, every character counts as a word.
_WORD = re.compile(r"[\u3040-\u9fff]|\w+")

# A banded rubric reserves 4 for rare work, and has a bar of 4.0. In an anchored rubric, 4 means
# "satisfies in every instance", so work that misses this in a few places can pass at 3.5.
DEFAULT_BARS = {"anchored": Fraction(7, 2), "banded": Fraction(4)}


def read_criteria(text: str, request: str, *, reference: str = "") -> Rubric:
    """Return the rubric in a reply, with only the criteria that the request demands.

    An item that does not quote a demand of the request becomes advice. A dimension that does not
    quote one is left out. Raise ParseError if no essential item or no dimension remains.
    """
    read = read_rubric(text, reference=reference)
    sources = SourceTexts(issue=request)
    checklist = _with_binding_items(read, sources)
    dimensions = _demanded_dimensions(read, sources)
    left_out = tuple(each for each in read.dimensions if each not in dimensions)
    return Rubric(form=read.form, checklist=checklist, dimensions=dimensions, left_out=left_out)


def _with_binding_items(rubric: Rubric, sources: SourceTexts) -> tuple[Item, ...]:
    """Return the checklist, with the items that quote a demand of the request marked as binding.

    A regression item is binding without a quote.
    """
    faults = {}
    for item in rubric.checklist:
        if item.importance not in ("optional", "regression"):
            faults[item.id] = quote_fault(item.quote, sources)
    essential = [item.id for item in rubric.checklist if item.importance == "essential"]
    if all(faults[item_id] for item_id in essential):
        why = "; ".join(f"{item_id}: {faults[item_id]}" for item_id in essential)
        raise ParseError(
            f"no essential item quotes the request: {why or 'there is no essential item'}"
        )
    items = []
    for item in rubric.checklist:
        binding = item.importance == "regression" or not faults.get(item.id, "optional")
        items.append(item.model_copy(update={"binding": binding}))
    return tuple(items)


def _demanded_dimensions(rubric: Rubric, sources: SourceTexts) -> tuple[Dimension, ...]:
    """Return the dimensions that quote a demand of the request."""
    demanded = []
    faults = []
    for dimension in rubric.dimensions:
        fault = quote_fault(dimension.quote, sources)
        if fault:
            faults.append(f"{dimension.name}: {fault}")
        else:
            demanded.append(dimension)
    if not demanded:
        raise ParseError(f"no dimension quotes the request: {'; '.join(faults)}")
    return tuple(demanded)


def quote_fault(quote: str, sources: SourceTexts) -> str:
    """Return the reason why a quote does not show a demand of the request, or an empty string."""
    if not quote:
        return "there is no quote"
    [proof] = verify([Quote(source="issue", text=quote)], sources)
    if proof.found not in CONFIRMED:
        return f"the request does not contain the quote {quote[:200]!r}"
    lines = [squeeze(line) for line in sources.issue.splitlines()]
    if len(_WORD.findall(quote)) < MIN_WORDS and squeeze(quote) not in lines:
        return f"the quote {quote!r} has fewer than {MIN_WORDS} words and is not a whole line"
    return ""


def overall(rubric: Rubric, scores: Sequence[Score]) -> Fraction:
    """Return the weighted mean of the scores in exact arithmetic."""
    weights = {dimension.name: Fraction(dimension.weight) for dimension in rubric.dimensions}
    total = Fraction(0)
    for score in scores:
        total += weights[score.dimension] * score.counted
    return total / sum(weights.values())
