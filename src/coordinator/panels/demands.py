"""Find what a request says must be used, must exist or must be absent, as search terms."""

import re
from collections.abc import Iterator

MOST_TERMS = 12
SHORTEST_TERM = 3
LONGEST_TERM = 60

# Words that a request marks as code or quotes
_MARKED = re.compile(r"`([^`\n]+)`|\"([^\"\n]+)\"|“([^”\n]+)”")
# Words that look like code: a call, a path, a dotted, joined or mixed name
_CODE = re.compile(
    r"\b[A-Za-z_][\w.]*\(\)|\b\w+(?:[./_-]\w+)+\b|\b[a-z]+[A-Z]\w*\b|\b[A-Z][a-z]+[A-Z]\w*\b"
)
# The words after a demand
_DEMANDED = re.compile(
    r"\b(?:must|should|shall|has to|have to|use[sd]?|using|call[s]?|add[s]?|remove[sd]?|without|no)"
    r"\s+(?:not\s+|be\s+|a\s+|an\s+|the\s+|any\s+)*([A-Za-z][\w-]{3,})",
    re.IGNORECASE,
)

_LONG = re.compile(r"\b[A-Za-z]{6,}\b")


def demanded_terms(request: str) -> tuple[str, ...]:
    """Return the search terms for what a request demands, at most MOST_TERMS.

    If the request names code, these names are the terms. Otherwise they are the words that follow
    words such as `must`, `use` and `without`, or else its long words.
    """
    names = _first(_names(request))
    demanded = _first(match[1] for match in _DEMANDED.finditer(request))
    return names or demanded or _first(match[0] for match in _LONG.finditer(request))


def _names(request: str) -> Iterator[str]:
    for match in _MARKED.finditer(request):
        yield match[1] or match[2] or match[3]
    for match in _CODE.finditer(request):
        yield match[0].removesuffix("()")


def _first(found: Iterator[str]) -> tuple[str, ...]:
    terms: dict[str, None] = {}
    for each in found:
        term = each.strip().removesuffix("()")
        if SHORTEST_TERM <= len(term) <= LONGEST_TERM:
            terms.setdefault(term)
        if len(terms) == MOST_TERMS:
            break
    return tuple(terms)
