"""The criteria: what of a rubric the request demands, the overall score and the bar."""

import re
from collections.abc import Sequence
from fractions import Fraction

from coordinator.judgement.evidence import CONFIRMED, SourceTexts, verify
from coordinator.models import Quote, Rubric, Score
from coordinator.parsing.fields import ParseError, squeeze
from coordinator.parsing.report import read_rubric

# Fewer ("must be", "the code") stand in any request and point at no demand of this one, unless they are a line of it.
MIN_WORDS = 3
# Of scripts without spaces every character is counted as one
_WORD = re.compile(r"[\u3040-\u9fff]|\w+")

# A banded rubric reserves 4 for rare work and came with a bar of 4.0; an anchored 4 means
# "satisfies in every instance", so work just below it in places may still pass at 3.5.
DEFAULT_BARS = {"anchored": Fraction(7, 2), "banded": Fraction(4)}


def read_criteria(text: str, request: str, *, reference: str = "") -> Rubric:
    """The rubric in a reply as far as the request demands it; a ParseError says why it cannot be used.

    An item that quotes no demand of the request is advice, and a dimension that quotes none is left out.
    """
    read = read_rubric(text, reference=reference)
    sources = SourceTexts(issue=request)
    faults = {
        item.id: quote_fault(item.quote, sources)
        for item in read.checklist
        if item.importance != "optional"
    }
    missing = {
        each.name: why for each in read.dimensions if (why := quote_fault(each.quote, sources))
    }
    essential = [item.id for item in read.checklist if item.importance == "essential"]
    if all(faults[item_id] for item_id in essential):
        why = (
            "; ".join(f"{item_id}: {faults[item_id]}" for item_id in essential)
            or "there is no essential item"
        )
        raise ParseError(f"no essential item quotes the request: {why}")
    if len(missing) == len(read.dimensions):
        why = "; ".join(f"{name}: {why}" for name, why in missing.items())
        raise ParseError(f"no dimension quotes the request: {why}")
    return Rubric(
        form=read.form,
        checklist=tuple(
            item.model_copy(update={"binding": not faults.get(item.id, "optional")})
            for item in read.checklist
        ),
        dimensions=tuple(each for each in read.dimensions if each.name not in missing),
        left_out=tuple(each for each in read.dimensions if each.name in missing),
    )


def quote_fault(quote: str, sources: SourceTexts) -> str:
    """What keeps a quote from being a demand of the request, or nothing."""
    [proof] = verify([Quote(source="issue", text=quote)], sources)
    if not quote or proof.found not in CONFIRMED:
        if quote:
            return f"the quote {quote[:200]!r} is not in it"
        return "there is no quote"
    lines = [squeeze(line) for line in sources.issue.splitlines()]
    brief = len(_WORD.findall(quote)) < MIN_WORDS and squeeze(quote) not in lines
    if brief:
        return f"the quote {quote!r} is shorter than {MIN_WORDS} words and no whole line of it"
    return ""


def overall(rubric: Rubric, scores: Sequence[Score]) -> Fraction:
    """The weighted mean of the scores in exact arithmetic."""
    weights = {dimension.name: Fraction(dimension.weight) for dimension in rubric.dimensions}
    total = sum(weights.values())
    return sum((weights[score.dimension] * score.score for score in scores), Fraction(0)) / total
