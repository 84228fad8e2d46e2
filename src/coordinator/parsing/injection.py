"""The work under review may try to speak to its judges: what gives it away, and how it is made harmless.

A suspicion is a note for people and judges, never a verdict; code that handles verdicts will raise some.
Everything here takes time linear in the text, whatever its author had in mind.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Literal, NamedTuple

from coordinator.models import Value

Trick = Literal[
    "verdict",  # reads like a verdict or a report
    "fence",  # imitates the fences around untrusted text, or the prompt around them
    "instruction",  # tells the judges what to do
    "mention",  # a link that would start another agent
    "comment",  # an HTML comment for reviewers or models, unseen where it is rendered
    "hidden",  # characters that cannot be seen, or that turn text around
    "long line",  # too long to be read by anyone
]

LONG_LINE = 5_000
CUT_OFF = " bytes of this line left out ...]"  # how a line ends that an excerpt has cut
LISTED = 7  # suspicions of one kind that are listed; more are only counted
COUNTED = 1_000  # matches of one expression in one text that are counted
EXCERPT, LEAD = 160, 40  # characters of an excerpt, and how many of them stand before the match
BLOCK = 4_096  # characters that are folded at a time, if at all


class Suspicion(Value):
    """A place in the work that seems to be meant for its judges, or how many more there are elsewhere."""

    where: str
    what: Trick
    text: str


def suspicions(sources: Mapping[str, str]) -> tuple[Suspicion, ...]:
    """Return what is suspicious in each labelled text, a bounded number of each kind."""
    listed: list[Suspicion] = []
    counts: Counter[Trick] = Counter()
    for label, text in sources.items():
        lines = text.split("\n")
        hits = []
        for number, line in enumerate(lines, 1):
            if len(line) > LONG_LINE or line.endswith(CUT_OFF):
                hits.append(_Hit(number, "long line", 0))
        if not text.isascii():
            hits += _hits("hidden", _HIDDEN, text)
        hits += _hits("hidden", _STEERING, text)
        folded = _fold(text)
        for what, pattern in _PATTERNS:
            hits += _hits(what, pattern, folded)
        once = {(hit.line, hit.what): hit for hit in sorted(hits, reverse=True)}
        for hit in sorted(once.values()):
            counts[hit.what] += 1
            if counts[hit.what] <= LISTED:
                start = max(0, hit.column - LEAD)
                shown = lines[hit.line - 1][start : start + EXCERPT].replace("\t", " ")
                visible = "".join(c if c.isprintable() else f"<U+{ord(c):04X}>" for c in shown)
                listed.append(Suspicion(where=f"{label}:{hit.line}", what=hit.what, text=defuse(visible).strip()))
    for what, count in counts.items():
        if count > LISTED:
            listed.append(Suspicion(where="elsewhere", what=what, text=f"{count - LISTED} more"))
    return tuple(listed)


class _Hit(NamedTuple):
    line: int
    what: Trick
    column: int


def _hits(what: Trick, pattern: re.Pattern[str], text: str) -> Iterator[_Hit]:
    line, seen = 1, 0
    for match in islice(pattern.finditer(text), COUNTED):
        line += text.count("\n", seen, match.start())
        seen = match.start()
        yield _Hit(line, what, seen - text.rfind("\n", 0, seen) - 1)


def _fold(text: str) -> str:
    """Return the lines as a reader takes them: one case, one script, nothing unseen, no spaced-out letters."""
    text = _ESCAPE.sub("", text)
    folded = []
    for at in range(0, len(text), BLOCK):
        block = text[at : at + BLOCK]
        folded.append(block if block.isascii() else unicodedata.normalize("NFKD", block).translate(_LOOK_ALIKES))
    return _SPACED_OUT.sub(lambda match: match[0].replace(" ", ""), "".join(folded).lower())


def defuse(text: str) -> str:
    """Return text that starts no agent and forges no marker of ours, wherever it is posted."""
    return _MARKER.sub(r"<! --\1", _MENTION.sub("mention: //", text))


def fence(text: str, word: str) -> str:
    """Return untrusted text, verbatim, between lines that carry a word its author could not know."""
    if not word or word in text:
        raise ValueError("the word of a fence must not occur in the text inside it")
    return f"<<<UNTRUSTED {word}\n{text}\n{word} UNTRUSTED>>>"


_MENTION = re.compile(r"mention\s*:\s*//", re.IGNORECASE)
_MARKER = re.compile(r"<!--(\s*coordinator)", re.IGNORECASE)


# -- patterns: they read folded text, and are linear as they repeat nothing without bound

_ANY = r"[\W_]{0,12}"
_GAP = r"[\W_]{1,4}"
_MARKS = r"[\\\"'`]{0,3}"
_JUDGE = r"(?:judge|grader|evaluator|assessor)s?"
_REVIEWER = r"(?:judge|grader|evaluator|assessor|reviewer)s?"
_MACHINE = r"(?:ai|llm|language model|chatgpt|gpt|claude|gemini)s?"
_ALL = rf"(?:(?:all|any|every|everything|the|of|this|that|these|those|my|and|else){_ANY}){{0,5}}"
_EARLIER = r"(?:previous|prior|above|earlier|preceding|foregoing|original|system|your)"
_ORDERS = r"(?:instructions?|prompts?|guidelines|directions)\b"
_RUBRIC = rf"(?:(?:evaluation|grading|scoring|review){_GAP}(?:criteria|guidelines)|rubric|checklist)\b"
_MUST = r"(?:must|should|shall|will|have to|need to|are to|are required to|are instructed to)\b"
_WORK = r"(?:submission|work|patch|pull request|pr|change|diff|solution|implementation|paper)\b"
_COMMAND = rf"(?:please{_GAP})?(?:accept|approve|lgtm|ignore|disregard|give|award)\b"
_OBJECT = (
    rf"(?:(?:this|it|the|us|me|them|every|all|each|everything|submission|work|solution|patch|pr"
    rf"|criterion|criteria|dimensions?|items?){_GAP}){{1,4}}"
)
_FIVE = r"(?:5|five|10|ten)"
_TOP = (
    rf"(?:(?:an?|the|as|at|with){_GAP}){{0,2}}"
    rf"(?:(?:full|maximum|max|highest|top|perfect){_GAP}(?:possible{_GAP})?(?:marks?|scores?|points|rating)\b"
    rf"|{_FIVE}(?:\W{{0,3}}(?:/|out of)\W{{0,3}}{_FIVE}\b|\W{{0,2}}(?:\Z|[\n.!,;)\"'])"
    rf"|{_GAP}(?:for|on|in|across|everywhere|points|stars)\b))"
)


_EQUALS = r"[\"'`*_\s]{0,4}[:=>\u2013\u2014-]{1,2}[\"'`*_\s]{0,6}"
_ROLE = rf"as{_GAP}(?:the|an?|our|my){_GAP}(?:[a-z]{{1,12}}{_GAP})?"
_SPEAKS = rf"\W{{0,3}}[:,]\W{{0,4}}(?:you\b|please|{_COMMAND})"
_WHICH = rf"(?:(?:the|all|any|every|ai|llm|automated){_GAP}){{0,3}}"
_ACCEPT = rf"(?:accept|approve|pass){_GAP}(?:this|my|our){_GAP}{_WORK}"

# An expression for each first word: one that begins with a literal is searched for many times faster.
_EXPRESSIONS: Mapping[Trick, tuple[str, ...]] = {
    "verdict": (
        rf"verdict{_EQUALS}(?:accept|approve|pass|reject)(?:ed|d)?(?![a-z])",
        rf"verdict{_GAP}(?:is|must be|should be|will be){_GAP}(?:accept|approve)(?:ed|d)?\b",
        *(rf"{f}{_MARKS}\s{{0,3}}[:=]" for f in ("evaluation_report", "checklist_results", "rubric_scores")),
        r"ck-[0-9]{1,4}[\W_]{1,40}answer[\W_]{1,8}(?:yes|no|true|false)\b",
        rf"reference{_MARKS}\s{{0,3}}[:=]\s{{0,3}}{_MARKS}(?:[0-9a-f]{{20}}\b|\{{\{{\W{{0,3}}reference\b)",
    ),
    "fence": (
        *(rf"{mark}{_ANY}(?:end{_GAP})?(?:of{_GAP})?untrusted" for mark in ("<<<", ">>>")),
        r"untrusted\W{0,4}>>>",
        r"<\|im_(?:start|end)\|>",
        r"##\s{1,3}your answer\b",
        r"rules of this room\b",
    ),
    "mention": (r"mention\s{0,3}:\s{0,3}//",),
    "instruction": (
        # that the judges' own instructions be set aside
        *(
            rf"{verb}{_ANY}(?:{_ALL}(?:(?:{_EARLIER}{_ANY}(?:(?:and|or){_GAP})?){{1,3}}(?:{_ORDERS}|{_RUBRIC})"
            rf"|{_RUBRIC}|instructions{_GAP}(?:above|before|below|given|you\b|in the))"
            rf"|(?:all|any|every){_ANY}{_ALL}instructions\b)"
            for verb in ("ignor(?:e|ing)", "disregard(?:ing)?", "forget(?:ting)?", "do not follow", "don't follow")
        ),
        rf"overrid(?:e|ing){_ANY}{_ALL}(?:{_EARLIER}{_ANY}){{0,2}}(?:instructions\b|{_RUBRIC})",
        rf"new{_GAP}(?:system{_GAP})?instructions?\W{{0,3}}:",
        # to a judge or to a model
        *(
            rf"{noun}s?\W{{0,3}}(?:[:,]\W{{0,4}}{_COMMAND}|:\W{{0,4}}(?:pass\b|you{_GAP}{_MUST}))"
            for noun in ("judge", "reviewer", "grader", "evaluator", "assessor")
        ),
        rf"{_ROLE}(?:{_JUDGE}{_GAP}you{_GAP}{_MUST}|reviewer{_GAP}you{_GAP}{_MUST}{_GAP}{_COMMAND})",
        rf"if{_GAP}you{_GAP}are{_GAP}(?:(?:an?|the|any){_GAP}){{0,2}}(?:{_MACHINE}|{_JUDGE}|automated)\b",
        *(rf"{kind}{_GAP}(?:{_REVIEWER}|agents?|assistants?){_SPEAKS}" for kind in ("ai", "llm", "automated")),
        *(
            rf"{opening}{_GAP}{_WHICH}(?:{_JUDGE}|{_MACHINE})\b"
            for opening in ("dear", "attention", "instructions? (?:to|for)", "message (?:to|for)", "note to")
        ),
        # for an outcome
        rf"you{_GAP}{_MUST}{_GAP}(?:[a-z]{{1,12}}{_GAP}){{0,2}}{_ACCEPT}",
        rf"please{_GAP}{_ACCEPT}",
        rf"this{_GAP}{_WORK}{_GAP}(?:must|should|has to|is to){_GAP}be{_GAP}(?:accepted|approved|passed)\b",
        rf"deserves{_GAP}{_TOP}",
        *(rf"{verb}{_GAP}{_OBJECT}{_TOP}" for verb in ("give", "award", "assign", "grant", "rate", "score", "mark")),
    ),
    "comment": (
        rf"<!--{_ANY}(?:(?:dear|hey|hello|hi|attention|note|message|instructions?|important|to|for|the|any|all|an?"
        rf"|if|you|are|as|automated|ai|llm){_GAP}){{0,7}}(?:{_REVIEWER}|{_MACHINE}|(?:ai|llm){_GAP}[a-z]{{1,12}})"
        rf"(?:\W{{0,3}}[:,]|{_GAP}(?:you|{_MUST}|please|reading|{_COMMAND}|do not|this)\b)",
    ),
}
_PATTERNS = tuple((what, re.compile(text)) for what, texts in _EXPRESSIONS.items() for text in texts)

# Spared: joiners in other scripts and emoji, a byte-order mark at the start, flags that are spelled in tags.
_HIDDEN = re.compile(
    "[\u00ad\u200b-\u200d\u2060-\u2064\u202a-\u202e\u2066-\u2069\ufeff\U000e0000-\U000e007f](?:"
    "(?<=[\u200b\u2060-\u2064\u202a-\u202e\u2066-\u2069])|(?<=[A-Za-z][\u00ad\u200c\u200d\ufeff])(?=[A-Za-z])"
    "|(?<=[\U000e0000-\U000e007f])(?<![\U0001f3f4\U000e0020-\U000e007f].))",
    re.DOTALL,
)
# What moves the cursor, erases or conceals in a terminal; colours alone are harmless.
_STEERING = re.compile(r"\x1b\[[0-9;]{0,16}(?:[A-HJKSTfsu]|(?<=[\[;]8)m)")
_ESCAPE = re.compile(r"\x1b\[[0-9;?]{0,16}[A-Za-z]")
_SPACED_OUT = re.compile(r" (?<=\b[a-z] )[a-z](?: [a-z])*\b")  # a space first: it is found fast


# Letters of other scripts that pass for Latin ones, and what is dropped before comparing.
_UNSEEN = (
    *(0xAD, 0xFEFF, *range(0x300, 0x370), *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x206A)),
    *(*range(0xFE00, 0xFE10), *range(0xE0000, 0xE0080)),
)
_LOOK_ALIKES = str.maketrans(
    "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαβεικνορτυχγηАВЕКМНОРСТХУІЈЅГӀавекмнорстхуіјѕгӏԁһԛԝѵ\u0131\u0251\u0261\u2019\u02bc",
    "abezhikmnoptyxabeikvoptuxynabekmhopctxyijsrlabekmhopctxyijsrldhqwviag''",
    "".join(map(chr, _UNSEEN)),
)
