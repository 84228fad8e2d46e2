"""Reads what a judge gives as evidence: exact entries, or free text that names a place and quotes it.

Exact entries are `{source, quote}`, `{absent, in}` and `{run, with, shows, on}`, and the other readings of them that
docs/replies.md lists; any other entry is refused. In free text a quote is a fragment in backticks or double quotes
together with a place: `path:line` (`path#L3`, `path (line 3)`), `diff`, `issue`, `check:NAME` or `tool:NAME`;
`absent: PATTERN in GLOB` claims an absence. Free text without both a place and a fragment is no evidence.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import get_args

from coordinator.models import Absence, Evidence, Experiment, Language, Quote
from coordinator.parsing.fields import ListNode, MapNode, Node, ParseError, ScalarNode

MAX_EVIDENCE = 40  # pieces of evidence for one claim
MAX_TEXT = 20_000  # characters of free text that are read
MIN_FRAGMENT = 3  # characters of a fragment that can be searched for
MAX_SCRIPT = 10_000  # characters of an experiment

_ABSENT = re.compile(
    r"""\babsent:\s*+(?:(?P<mark>[`"'])(?P<quoted>.{1,200}?)(?P=mark)|(?P<bare>[^\s`"'].{0,199}?))"""
    r"""\s+in\s+[`"']?(?P<where>(?=[^\s`"']{0,200}(?:[*/]|\.\w))[^\s`"']{1,200})"""
)
_FRAGMENT = re.compile(
    r"""(?<!`)(?P<ticks>`{1,3})(?!`)(?P<ticked>.+?)(?<!`)(?P=ticks)(?!`)|"(?P<quoted>[^"]+)"|“(?P<curly>[^”]+)”""",
    re.DOTALL,
)
_PLACE = re.compile(
    r"(?<![\w./@+~:-])(?:(?P<path>[\w./@+~-]++)(?::|#L|,? \(?lines? )[0-9]{1,9}(?!\w|\.\w)"
    r"|(?P<named>(?:check|tool):[\w.-]*\w))"
)
# "issue" and "diff" are everyday words: they name a place only where a quote is introduced.
_SPOKEN_PLACE = re.compile(
    r"\b(?:(?:in|from|of) (?:the )?(?P<within>issue|diff)\b"
    r"|(?P<says>issue|diff)(?=\s*+[:(`\"“]|\s+(?:says|states|asks|shows|adds|removes|has|contains|requires|wants)\b))",
    re.IGNORECASE,
)


def read_evidence(*fields: Node | None) -> tuple[Evidence, ...]:
    """Return the evidence in these fields of a report, each piece once; raise ParseError for an entry that is none."""
    pieces = [piece for field in fields if field is not None for piece in _pieces(field)]
    return tuple(dict.fromkeys(pieces))[:MAX_EVIDENCE]


def _pieces(node: Node) -> Iterator[Evidence]:
    if isinstance(node, ScalarNode):
        yield from _pieces_of_text(node.value if len(node.value) <= MAX_TEXT else "")
        return
    if isinstance(node, ListNode):
        for item in node.items:
            yield from _pieces(item)
        return
    source = node.text("source")
    quote = node.text("quote", verbatim=True) or node.text("text", verbatim=True)
    if not source and (path := node.text("file", "path")):
        source = ":".join(filter(None, (path, node.text("line"))))
    pattern = node.text("absent", verbatim=True)
    where = node.text("in")
    if source and quote.strip():
        yield Quote(source=source, text=quote)
    elif pattern.strip() and where:
        yield Absence(pattern=pattern, where=where)
    elif node.text("run"):
        script = read_script(node)
        on = node.choice(("work", "base", "both"), "on")
        yield script.model_copy(update={"on": on, "shows": node.required("shows")})
    elif any(name in node.fields for name in ("found", "missing", "verification")):
        for field in (node.node("found"), node.node("verification")):
            yield from _pieces(field) if field else ()
    else:
        given = ", ".join(name for name in node.fields if node.node(name)) or "nothing"
        wanted = "source and quote, or absent and in, or run, with, shows and on"
        raise ParseError(f"evidence should have {wanted}; this has {given[:100]}", node.line)


def _pieces_of_text(text: str) -> Iterator[Evidence]:
    for found in _ABSENT.finditer(text):
        yield Absence(pattern=found["quoted"] or found["bare"], where=found["where"].rstrip(".,;)"))
    text = _ABSENT.sub(lambda found: " " * len(found[0]), text)
    fragments = [
        found for found in _FRAGMENT.finditer(text) if not _PLACE.fullmatch(_inside(found))
    ]
    # What a fragment quotes names no place. Its opening mark stays: it tells `diff "…"` from the word in a sentence.
    pieces = []
    end = 0
    for fragment in fragments:
        pieces += [text[end : fragment.start() + 1], " " * (len(fragment[0]) - 1)]
        end = fragment.end()
    spoken = "".join([*pieces, text[end:]])
    places = []
    for found in _PLACE.finditer(spoken):
        if found["named"] or re.search("[./]", found["path"]):
            places.append((found.start(), found[0]))
    if not places:
        words = _SPOKEN_PLACE.finditer(spoken)
        places = [(found.start(), (found["within"] or found["says"]).lower()) for found in words]
    for fragment in fragments if places else []:
        quoted = _inside(fragment)
        if sum(not sign.isspace() for sign in quoted) < MIN_FRAGMENT or not any(
            sign.isalnum() for sign in quoted
        ):
            continue
        # The place before a fragment is meant; the one after it if the text begins with a fragment.
        following = bisect_left(places, (fragment.start(), ""))
        begins_with_fragment = fragments[0].start() < places[0][0]
        at = min(following, len(places) - 1) if begins_with_fragment else following - 1
        yield Quote(source=places[at][1], text=quoted)


def _inside(fragment: re.Match[str]) -> str:
    """Return what stands between the marks of a fragment."""
    code = fragment["ticked"]
    if code and fragment["ticks"] == "```":
        code = re.sub(r"\A\w*\n", "", code)
    return (code or fragment["quoted"] or fragment["curly"] or "").strip("\n")


def read_script(entry: MapNode) -> Experiment:
    """Return a script and its language as an experiment on work and base that need not show anything."""
    script = entry.text("run", verbatim=True).strip("\n")
    if not script or len(script) > MAX_SCRIPT or "\0" in script:
        raise ParseError(
            f"a script has between 1 and {MAX_SCRIPT:,} characters of text", entry.line_of("run")
        )
    return Experiment(
        run=script,
        language=entry.choice(get_args(Language), "with", "language"),
        shows="",
        on="both",
    )
