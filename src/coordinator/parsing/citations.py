"""Read the evidence that a judge cites, as exact entries or in free text.

Exact entries are `{source, quote}`, `{absent, in}` and `{run, with, shows, on}`. docs/replies.md
lists the other accepted spellings. The reader refuses any other entry.

In free text, a quote is a fragment in backticks or double quotes together with a place. A place is
`path:line` (`path#L3`, `path (line 3)`), `diff`, `issue`, `check:NAME` or `tool:NAME`. The text
`absent: PATTERN in GLOB` claims an absence. Free text without both a place and a fragment is not
evidence.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple, get_args

from coordinator.models import Absence, Evidence, Experiment, Language, Quote
from coordinator.parsing.fields import ListNode, MapNode, Node, ParseError, without_repeats

MAX_EVIDENCE = 40  # pieces of evidence for one claim
MAX_TEXT = 20_000  # characters of free text that are read
MIN_FRAGMENT = 3  # characters of a fragment that can be searched for
MAX_SCRIPT = 10_000  # characters of the script of an experiment

_ABSENT = re.compile(
    r"""\babsent:\s*+"""
    r"""(?:(?P<mark>[`"'])(?P<quoted>.{1,200}?)(?P=mark)|(?P<bare>[^\s`"'].{0,199}?))"""
    r"""\s+in\s+[`"']?(?P<where>(?=[^\s`"']{0,200}(?:[*/]|\.\w))[^\s`"']{1,200})"""
)
_FRAGMENT = re.compile(
    r"""(?<!`)(?P<ticks>`{1,3})(?!`)(?P<ticked>.+?)(?<!`)(?P=ticks)(?!`)"""
    r"""|"(?P<quoted>[^"]+)"|“(?P<curly>[^”]+)”""",
    re.DOTALL,
)
_PLACE = re.compile(
    r"(?<![\w./@+~:-])(?:(?P<path>[\w./@+~-]++)(?::|#L|,? \(?lines? )[0-9]{1,9}(?!\w|\.\w)"
    r"|(?P<named>(?:check|tool):[\w.-]*\w))"
)
# "issue" and "diff" are everyday words. They name a place only if they introduce a quote.
_SPOKEN_PLACE = re.compile(
    r"\b(?:(?:in|from|of) (?:the )?(?P<within>issue|diff)\b"
    r"|(?P<says>issue|diff)"
    r"(?=\s*+[:(`\"“]|\s+(?:says|states|asks|shows|adds|removes|has|contains|requires|wants)\b))",
    re.IGNORECASE,
)


class _NamedPlace(NamedTuple):
    """A place that free text names, and where in the text its name begins."""

    start: int
    source: str


def read_evidence(*fields: Node | None) -> tuple[Evidence, ...]:
    """Return the evidence in these fields of a report, each piece once.

    Raise ParseError for an entry that is not evidence.
    """
    pieces: list[Evidence] = []
    for field in fields:
        if field is not None:
            pieces.extend(_pieces(field))
    return without_repeats(pieces)[:MAX_EVIDENCE]


def _pieces(node: Node) -> Iterator[Evidence]:
    if isinstance(node, ListNode):
        for item in node.items:
            yield from _pieces(item)
    elif isinstance(node, MapNode):
        yield from _pieces_of_entry(node)
    elif len(node.value) <= MAX_TEXT:
        yield from _pieces_of_text(node.value)


def _pieces_of_entry(entry: MapNode) -> Iterator[Evidence]:
    source = entry.text("source")
    quote = entry.text("quote", verbatim=True) or entry.text("text", verbatim=True)
    if not source:
        path = entry.text("file", "path")
        line = entry.text("line") if path else ""
        source = f"{path}:{line}" if line else path
    pattern = entry.text("absent", verbatim=True)
    where = entry.text("in")
    if source and quote.strip():
        yield Quote(source=source, text=quote)
    elif pattern.strip() and where:
        yield Absence(pattern=pattern, where=where)
    elif entry.text("run"):
        script = read_script(entry)
        on = entry.choice(("work", "base", "both"), "on")
        yield script.model_copy(update={"on": on, "shows": entry.required("shows")})
    elif any(name in entry.fields for name in ("found", "missing", "verification")):
        for name in ("found", "verification"):
            node = entry.node(name)
            if node:
                yield from _pieces(node)
    else:
        given = ", ".join(name for name in entry.fields if entry.node(name)) or "nothing"
        wanted = "source and quote, or absent and in, or run, with, shows and on"
        raise ParseError(f"evidence should have {wanted}; this has {given[:100]}", entry.line)


def _pieces_of_text(text: str) -> Iterator[Evidence]:
    for found in _ABSENT.finditer(text):
        yield Absence(pattern=found["quoted"] or found["bare"], where=found["where"].rstrip(".,;)"))
    text = _ABSENT.sub(_blanks, text)
    fragments = []
    for fragment in _FRAGMENT.finditer(text):
        if not _PLACE.fullmatch(_inside(fragment)):
            fragments.append(fragment)
    places = _named_places(_without_fragments(text, fragments))
    if not places:
        return
    for fragment in fragments:
        quoted = _inside(fragment)
        if not _is_searchable(quoted):
            continue
        following = bisect_left(places, fragment.start(), key=lambda place: place.start)
        # A fragment belongs to the place before it. But if the first fragment comes before the
        # first place, each fragment belongs to the place after it.
        if fragments[0].start() < places[0].start:
            place = places[min(following, len(places) - 1)]
        else:
            place = places[following - 1]
        yield Quote(source=place.source, text=quoted)


def _blanks(found: re.Match[str]) -> str:
    """Return as many spaces as the match has characters."""
    return " " * len(found[0])


def _without_fragments(text: str, fragments: Sequence[re.Match[str]]) -> str:
    """Return the text with its fragments blanked, because quoted words do not name a place.

    The quotation mark that opens a fragment stays: `diff "…"` names a place, but the word `diff`
    in a sentence does not.
    """
    pieces = []
    end = 0
    for fragment in fragments:
        pieces.append(text[end : fragment.start() + 1])
        pieces.append(" " * (len(fragment[0]) - 1))
        end = fragment.end()
    pieces.append(text[end:])
    return "".join(pieces)


def _named_places(text: str) -> list[_NamedPlace]:
    """Return the places that a text names, in order.

    The words `issue` and `diff` are places only if the text names no exact place.
    """
    places = []
    for found in _PLACE.finditer(text):
        if found["named"] or re.search("[./]", found["path"]):
            places.append(_NamedPlace(found.start(), found[0]))
    if places:
        return places
    for found in _SPOKEN_PLACE.finditer(text):
        word = found["within"] or found["says"]
        places.append(_NamedPlace(found.start(), word.lower()))
    return places


def _is_searchable(quoted: str) -> bool:
    signs = sum(not sign.isspace() for sign in quoted)
    return signs >= MIN_FRAGMENT and any(sign.isalnum() for sign in quoted)


def _inside(fragment: re.Match[str]) -> str:
    """Return the text between the marks of a fragment."""
    code = fragment["ticked"]
    if code and fragment["ticks"] == "```":
        code = re.sub(r"\A\w*\n", "", code)
    return (code or fragment["quoted"] or fragment["curly"] or "").strip("\n")


def read_script(entry: MapNode, setup: str = "") -> Experiment:
    """Return the script in an entry as an experiment that runs on both work and base.

    Its `shows` is empty. The script begins with the `setup`.
    """
    script = entry.text("run", verbatim=True).strip("\n")
    if script and setup:
        script = f"{setup}\n{script}"
    if not script or len(script) > MAX_SCRIPT or "\0" in script:
        what = f"a script must have between 1 and {MAX_SCRIPT:,} characters"
        raise ParseError(what, entry.line_of("run"))
    return Experiment(
        run=script,
        language=entry.choice(get_args(Language), "with", "language"),
        shows="",
        on="both",
    )
