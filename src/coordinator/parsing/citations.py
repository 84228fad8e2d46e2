"""Reads what a judge gives as evidence: exact entries, or free text that names a place and quotes it.

Exact entries are `{source, quote}` and `{absent, in}`. In free text a quote is a fragment in backticks or
double quotes together with a place: `path:line`, `diff`, `issue` or `check:NAME`; `absent: PATTERN in GLOB`
claims an absence. Free text without both a place and a fragment is no evidence.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from coordinator.models import Absence, Evidence, Quote

MAX_EVIDENCE = 40  # pieces of evidence for one claim
MAX_TEXT = 20_000  # characters of free text that are read
MIN_FRAGMENT = 3  # characters of a fragment that can be searched for

_ABSENT = re.compile(
    r"""\babsent:\s*+(?:(?P<mark>[`"'])(?P<quoted>.{1,200}?)(?P=mark)|(?P<bare>[^\s`"'].{0,199}?))"""
    r"""\s+in\s+[`"']?(?P<where>(?=[^\s`"']{0,200}(?:[*/]|\.\w))[^\s`"']{1,200})"""
)
_FRAGMENT = re.compile(
    r"""(?<!`)(?P<ticks>`{1,3})(?!`)(?P<ticked>.+?)(?<!`)(?P=ticks)(?!`)|"(?P<quoted>[^"]+)"|“(?P<curly>[^”]+)”""",
    re.DOTALL,
)
_PLACE = re.compile(
    r"(?<![\w./@+~:-])(?:(?P<path>[\w./@+~-]++):(?P<line>[0-9]{1,9})(?!\w|\.\w)|(?P<check>check:[\w.-]*\w))"
)
# "issue" and "diff" are everyday words: they name a place only where a quote is introduced.
_SPOKEN_PLACE = re.compile(
    r"\b(?:(?:in|from|of) (?:the )?(?P<within>issue|diff)\b"
    r"|(?P<says>issue|diff)(?=\s*+[:(`\"“]|\s+(?:says|states|asks|shows|adds|removes|has|contains|requires|wants)\b))",
    re.IGNORECASE,
)


def read_evidence(raw: object) -> tuple[Evidence, ...]:
    """The evidence in one field of a report, each piece once."""
    return tuple(dict.fromkeys(_pieces(raw)))[:MAX_EVIDENCE]


def _pieces(raw: object) -> Iterator[Evidence]:
    if isinstance(raw, str) and len(raw) <= MAX_TEXT:
        yield from _free_text(raw)
    elif isinstance(raw, list):
        for each in raw:
            yield from _pieces(each)
    elif isinstance(raw, dict):
        yield from _entry(raw)


def _entry(raw: dict[str, object]) -> Iterator[Evidence]:
    if _given(raw, "source", "quote"):
        yield Quote(source=str(raw["source"]).strip(), text=str(raw["quote"]))
    elif _given(raw, "absent", "in"):
        yield Absence(pattern=str(raw["absent"]), where=str(raw["in"]).strip())
    else:
        yield from _pieces(raw.get("found"))
        yield from _pieces(raw.get("verification"))


def _given(raw: dict[str, object], *keys: str) -> bool:
    values = [raw.get(key) for key in keys]
    return all(isinstance(value, str) and value.strip() for value in values)


def _free_text(text: str) -> Iterator[Evidence]:
    for found in _ABSENT.finditer(text):
        yield Absence(pattern=found["quoted"] or found["bare"], where=found["where"].rstrip(".,;)"))
    text = _ABSENT.sub(_blank, text)
    fragments = [found for found in _FRAGMENT.finditer(text) if not _PLACE.fullmatch(_inside(found))]
    places = _places(text, fragments)
    for fragment in fragments if places else []:
        if _is_searchable(_inside(fragment)):
            place = _place_of(fragment.start(), places, fragments[0].start())
            yield Quote(source=place, text=_inside(fragment))


def _inside(fragment: re.Match[str]) -> str:
    code = fragment["ticked"]
    if code and fragment["ticks"] == "```":
        code = re.sub(r"\A\w*\n", "", code)
    return (code or fragment["quoted"] or fragment["curly"] or "").strip("\n")


def _is_searchable(text: str) -> bool:
    return sum(not sign.isspace() for sign in text) >= MIN_FRAGMENT and any(sign.isalnum() for sign in text)


def _places(text: str, fragments: Sequence[re.Match[str]]) -> list[tuple[int, str]]:
    """Where each place is named; what a fragment quotes names none."""
    pieces, end = [], 0
    for fragment in fragments:
        # The opening mark stays: it tells `diff "…"` from the word in a sentence.
        pieces += [text[end : fragment.start() + 1], " " * (len(fragment[0]) - 1)]
        end = fragment.end()
    spoken = "".join([*pieces, text[end:]])
    exact = [
        (found.start(), found[0])
        for found in _PLACE.finditer(spoken)
        if found["check"] or re.search("[./]", found["path"])
    ]
    words = ((found.start(), found["within"] or found["says"]) for found in _SPOKEN_PLACE.finditer(spoken))
    return exact or [(at, word.lower()) for at, word in words]


def _place_of(at: int, places: Sequence[tuple[int, str]], first_fragment: int) -> str:
    """The place before a fragment; the one after it if the text begins with a fragment."""
    following = bisect_left(places, (at, ""))
    if first_fragment < places[0][0]:
        return places[min(following, len(places) - 1)][1]
    return places[following - 1][1]


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])
