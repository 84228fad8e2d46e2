"""The work under review may try to speak to its judges: what gives it away, and how it is made harmless.

A suspicion is a note for people and judges, never a verdict; code that handles verdicts will raise some.
Everything here takes time linear in the text, whatever its author had in mind.
"""

from __future__ import annotations

import re
import unicodedata
import warnings
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Literal, NamedTuple

from .model import Value

Trick = Literal[
    "verdict",  # reads like a verdict or a report
    "fence",  # imitates the fences around untrusted text
    "instruction",  # tells the judges what to do
    "mention",  # a link that would start another agent
    "comment",  # an HTML comment for reviewers or models, unseen where it is rendered
    "hidden",  # characters that cannot be seen, or that turn text around
    "long line",  # too long to be read by anyone
]

LONG_LINE = 5_000
LISTED = 7  # suspicions of one kind that are listed; more are only counted
COUNTED = 1_000  # matches of one expression in one text that are counted
EXCERPT, LEAD = 160, 40  # characters of an excerpt, and how many of them stand before the match
MAX_PATTERN = 200  # characters of a regular expression
MAX_COUNT = 64  # the highest number in a counted repetition
SLICE, OVERLAP = 10_000, 1_000  # characters searched at a time; a longer line is cut with an overlap
FEW = 8  # places that are fewer than one in so many characters are looked at one by one


class Suspicion(Value):
    """A place in the work that seems to be meant for its judges, or how many more there are elsewhere."""

    where: str
    what: Trick
    text: str


def suspicions(sources: Mapping[str, str]) -> tuple[Suspicion, ...]:
    """What is suspicious in each labelled text, a bounded number of each kind."""
    listed: list[Suspicion] = []
    counts: dict[Trick, int] = {}
    for label, text in sources.items():
        for line, what, excerpt in _noticed(text):
            counts[what] = counts.get(what, 0) + 1
            if counts[what] <= LISTED:
                listed.append(Suspicion(where=f"{label}:{line}", what=what, text=excerpt))
    more = {what: count - LISTED for what, count in counts.items() if count > LISTED}
    return (*listed, *(Suspicion(where="elsewhere", what=what, text=f"{n} more") for what, n in more.items()))


def defuse(text: str) -> str:
    """Text that starts no agent and forges no marker of ours, wherever it is posted."""
    return _MARKER.sub(r"<! --\1", _MENTION.sub("mention: //", text))


def fence(text: str, word: str) -> str:
    """Untrusted text, verbatim, between lines that carry a word its author could not know."""
    if not word or word in text:
        raise ValueError("the word of a fence must not occur in the text inside it")
    return f"<<<UNTRUSTED {word}\n{text}\n{word} UNTRUSTED>>>"


_MENTION = re.compile(r"mention\s*:\s*//", re.IGNORECASE)
_MARKER = re.compile(r"<!--(\s*coordinator)", re.IGNORECASE)


# -- telltales: they read folded text, and are linear as they repeat nothing without bound

_ANY = r"[\W_]{0,12}"
_GAP = r"[\W_]{1,4}"
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


def _telltales() -> Iterator[tuple[Trick, str]]:
    equals = r"[\"'`*_\s]{0,4}[:=>\u2013\u2014-]{1,2}[\"'`*_\s]{0,6}"
    yield "verdict", rf"verdict{equals}(?:accept|approve|pass|reject)(?:ed|d)?\b"
    yield "verdict", rf"verdict{_GAP}(?:is|must be|should be|will be){_GAP}(?:accept|approve)(?:ed|d)?\b"
    yield "verdict", r"evaluation_report[\"'`]?\s{0,3}[:=]"
    yield from (("fence", rf"{mark}{_ANY}(?:end{_GAP})?(?:of{_GAP})?untrusted") for mark in ("<<<", ">>>"))
    yield "fence", r"untrusted\W{0,4}>>>"
    yield "fence", r"<\|im_(?:start|end)\|>"
    yield "mention", r"mention\s{0,3}:\s{0,3}//"
    yield from (("instruction", text) for text in _orders())
    yield from (("instruction", text) for text in _addresses())
    yield from (("instruction", text) for text in _demands())
    yield (
        "comment",
        rf"<!--{_ANY}(?:(?:dear|hey|hello|hi|attention|note|message|instructions?|important|to|for|the|any|all|an?"
        rf"|if|you|are|as|automated|ai|llm){_GAP}){{0,7}}(?:{_REVIEWER}|{_MACHINE}|(?:ai|llm){_GAP}[a-z]{{1,12}})"
        rf"(?:\W{{0,3}}[:,]|{_GAP}(?:you|{_MUST}|please|reading|{_COMMAND}|do not|this)\b)",
    )


def _orders() -> Iterator[str]:
    """Words that would set the judges' own instructions aside."""
    for verb in ("ignor(?:e|ing)", "disregard(?:ing)?", "forget(?:ting)?", "do not follow", "don't follow"):
        yield (
            rf"{verb}{_ANY}(?:{_ALL}(?:(?:{_EARLIER}{_ANY}(?:(?:and|or){_GAP})?){{1,3}}(?:{_ORDERS}|{_RUBRIC})"
            rf"|{_RUBRIC}|instructions{_GAP}(?:above|before|below|given|you\b|in the))"
            rf"|(?:all|any|every){_ANY}{_ALL}instructions\b)"
        )
    yield rf"overrid(?:e|ing){_ANY}{_ALL}(?:{_EARLIER}{_ANY}){{0,2}}(?:instructions\b|{_RUBRIC})"
    yield rf"new{_GAP}(?:system{_GAP})?instructions?\W{{0,3}}:"


def _addresses() -> Iterator[str]:
    """Words that speak to a judge or to a model."""
    for noun in ("judge", "reviewer", "grader", "evaluator", "assessor"):
        yield rf"{noun}s?\W{{0,3}}(?:[:,]\W{{0,4}}{_COMMAND}|:\W{{0,4}}(?:pass\b|you{_GAP}{_MUST}))"
    role = rf"as{_GAP}(?:the|an?|our|my){_GAP}(?:[a-z]{{1,12}}{_GAP})?"
    yield rf"{role}(?:{_JUDGE}{_GAP}you{_GAP}{_MUST}|reviewer{_GAP}you{_GAP}{_MUST}{_GAP}{_COMMAND})"
    yield rf"if{_GAP}you{_GAP}are{_GAP}(?:(?:an?|the|any){_GAP}){{0,2}}(?:{_MACHINE}|{_JUDGE}|automated)\b"
    told = rf"\W{{0,3}}[:,]\W{{0,4}}(?:you\b|please|{_COMMAND})"
    for kind in ("ai", "llm", "automated"):
        yield rf"{kind}{_GAP}(?:{_REVIEWER}|agents?|assistants?){told}"
    which = rf"(?:(?:the|all|any|every|ai|llm|automated){_GAP}){{0,3}}"
    for opening in ("dear", "attention", "instructions? (?:to|for)", "message (?:to|for)", "note to"):
        yield rf"{opening}{_GAP}{which}(?:{_JUDGE}|{_MACHINE})\b"


def _demands() -> Iterator[str]:
    """Words that ask for an outcome."""
    accept = rf"(?:accept|approve|pass){_GAP}(?:this|my|our){_GAP}{_WORK}"
    yield rf"you{_GAP}{_MUST}{_GAP}(?:[a-z]{{1,12}}{_GAP}){{0,2}}{accept}"
    yield rf"please{_GAP}{accept}"
    yield rf"this{_GAP}{_WORK}{_GAP}(?:must|should|has to|is to){_GAP}be{_GAP}(?:accepted|approved|passed)\b"
    yield rf"deserves{_GAP}{_TOP}"
    for verb in ("give", "award", "assign", "grant", "rate", "score", "mark"):
        yield rf"{verb}{_GAP}{_OBJECT}{_TOP}"


_TELLTALES = tuple((what, re.compile(text)) for what, text in _telltales())

# Spared: joiners in other scripts and emoji, a byte-order mark at the start, flags that are spelled in tags.
_HIDDEN = re.compile(
    "(?<![\U0001f3f4\U000e0020-\U000e007f])[\U000e0000-\U000e007f]"
    "|[\u200b\u2060-\u2064\u202a-\u202e\u2066-\u2069]|(?<=[A-Za-z])[\u00ad\u200c\u200d\ufeff](?=[A-Za-z])"
)
_FOREIGN = re.compile(r"[^\x00-\x7f]+")
_SPACED_OUT = re.compile(r" (?<=\b[a-z] )[a-z](?: [a-z]){4,}\b")  # a space first: it is found fast


def _look_alikes() -> dict[int, str | None]:
    """Letters of other scripts that pass for Latin ones, and what is dropped before comparing."""
    pairs = [
        ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαβεικνορτυχγη", "abezhikmnoptyxabeikvoptuxyn"),
        ("АВЕКМНОРСТХУІЈЅГӀавекмнорстхуіјѕгӏԁһԛԝѵ", "abekmhopctxyijsrlabekmhopctxyijsrldhqwv"),
        ("\u0131\u0251\u0261\u2019\u02bc", "iag''"),
    ]
    unseen = [*range(0x300, 0x370), *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x206A)]
    unseen += [0xAD, 0xFEFF, *range(0xFE00, 0xFE10), *range(0xE0000, 0xE0080)]
    letters = {ord(letter): plain for pair in pairs for letter, plain in zip(*pair, strict=True)}
    return dict.fromkeys(unseen) | letters


_LOOK_ALIKES = _look_alikes()


def _fold(text: str) -> str:
    """The lines as a reader takes them: one case, one script, nothing unseen, no spaced-out letters."""
    latin = _FOREIGN.sub(lambda match: unicodedata.normalize("NFKD", match[0]).translate(_LOOK_ALIKES), text)
    return _SPACED_OUT.sub(lambda match: match[0].replace(" ", ""), latin.lower())


class _Hit(NamedTuple):
    line: int
    what: Trick
    column: int


def _noticed(text: str) -> Iterator[tuple[int, Trick, str]]:
    lines = text.split("\n")
    hits = [_Hit(n, "long line", 0) for n, line in enumerate(lines, 1) if len(line) > LONG_LINE]
    for number, line in enumerate(lines, 1):
        if not line.isascii() and (unseen := _HIDDEN.search(line)):
            hits.append(_Hit(number, "hidden", unseen.start()))
    folded = _fold(text)
    for what, telltale in _TELLTALES:
        hits += _hits(what, telltale, folded)
    once = {(hit.line, hit.what): hit for hit in sorted(hits, reverse=True)}
    for hit in sorted(once.values()):
        yield hit.line, hit.what, _excerpt(lines[hit.line - 1], hit.column)


def _hits(what: Trick, telltale: re.Pattern[str], text: str) -> Iterator[_Hit]:
    line, seen = 1, 0
    for match in islice(telltale.finditer(text), COUNTED):
        line += text.count("\n", seen, match.start())
        seen = match.start()
        yield _Hit(line, what, seen - text.rfind("\n", 0, seen) - 1)


def _excerpt(line: str, column: int) -> str:
    start = max(0, column - LEAD)
    shown = line[start : start + EXCERPT].replace("\t", " ")
    return defuse("".join(c if c.isprintable() else f"<U+{ord(c):04X}>" for c in shown)).strip()


# -- the regular expressions and globs that judges write, on work that may be made to choke on them


class BadPattern(ValueError):
    """A regular expression that is wrong, or not of the plain kind that is searched here."""


class Pattern:
    """A regular expression without look-around, references and nested repetition, searched line by line.

    It follows all ways to match at once, so that no pattern and no text can make it try them one by one.
    """

    def __init__(self, pattern: str) -> None:
        if len(pattern) > MAX_PATTERN:
            raise BadPattern(f"longer than {MAX_PATTERN} characters")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                re.compile(pattern)
                self._match = _Reader(pattern).read()
            except (re.error, OverflowError) as wrong:
                raise BadPattern(str(wrong)) from wrong

    def first_line(self, text: str) -> int:
        """The number of the first line that has a match, or 0."""
        for line, piece in _pieces(text.replace("\r\n", "\n")):
            if ends := self._match(piece, range(len(piece) + 1)):
                return line + piece.count("\n", 0, min(ends))
        return 0


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    """Whole lines, many at a time, with the number of the first."""
    line = at = 0
    while len(text) - at > SLICE:
        end = text.rfind("\n", at, at + SLICE)
        following = end + 1 if end >= at else at + SLICE - OVERLAP
        yield line + 1, text[at : end if end >= at else at + SLICE]
        line += text.count("\n", at, following)
        at = following
    yield line + 1, text[at:]


Places = set[int] | range  # a range is every place there is
Step = Callable[[str, Places], Places]  # from the places where a part may begin to those where it may end


class _Fixed:
    """So many characters that match, or none and an edge of a word or line."""

    def __init__(self, source: str, length: int, flags: int) -> None:
        self._regex = re.compile(f"(?={source})", flags)  # looking ahead finds overlapping places too
        self._length = length
        self._text = ""
        self._places: set[int] = set()

    def __call__(self, text: str, starts: Places) -> Places:
        if isinstance(starts, range):
            return {match.start() + self._length for match in self._regex.finditer(text)}
        if len(starts) * FEW < len(text):
            return {at + self._length for at in starts if self._regex.match(text, at)}
        if text is not self._text:
            self._text, self._places = text, {match.start() for match in self._regex.finditer(text)}
        return {at + self._length for at in starts & self._places}


def _in_order(steps: Sequence[Step]) -> Step:
    def follow(text: str, starts: Places) -> Places:
        for step in steps:
            if not starts:
                break
            starts = step(text, starts)
        return starts

    return follow


def _either(options: Sequence[Step]) -> Step:
    return lambda text, starts: set().union(*(option(text, starts) for option in options))


def _repeat(step: Step, least: int, most: int) -> Step:
    must = _in_order([step] * least)

    def follow(text: str, starts: Places) -> Places:
        fresh = must(text, starts)
        if isinstance(fresh, range):
            return fresh
        reached = set(fresh)
        for _ in range(most - least):
            fresh = set(step(text, fresh)) - reached
            if not fresh:
                break
            reached |= fresh
        return reached

    return follow


_FLAGS = re.compile(r"\(\?([aims]+)\)")
_TOKEN = re.compile(
    r"""(?P<open>\((?!\?)|\(\?:|\(\?P<\w+>)|(?P<close>\))|(?P<bar>\|)
    |(?P<times>[*+?]|\{(?P<least>\d*)(?P<comma>,?)(?P<most>\d*)(?<!\{)\})[?+]?
    |(?P<edge>\^|\$|\\[AbBZ])
    |(?P<char>\\x[0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\[^0-9xuUN]|\[\^?\]?(?:\\.|[^\]\\])*\]|[^\\(])""",
    re.VERBOSE | re.DOTALL,
)


class _Reader:
    """Reads a valid pattern into the steps of its search."""

    def __init__(self, pattern: str) -> None:
        leading = _FLAGS.match(pattern)
        letters = leading[1] if leading else ""
        self._flags = re.MULTILINE
        self._flags |= (re.IGNORECASE if "i" in letters else 0) | (re.ASCII if "a" in letters else 0)
        self._tokens = deque(_tokens(pattern, leading.end() if leading else 0))
        self._repetitions = 0

    def read(self) -> Step:
        """The whole of a pattern, or of a group."""
        options = [self._sequence()]
        while self._next() == "bar":
            self._tokens.popleft()
            options.append(self._sequence())
        return _either(options)

    def _next(self, ahead: int = 0) -> str:
        return (self._tokens[ahead].lastgroup or "") if ahead < len(self._tokens) else "end"

    def _sequence(self) -> Step:
        steps = []
        while self._next() not in ("bar", "close", "end"):
            before = self._repetitions
            step = self._atom()
            if self._next() == "times":
                step = self._repeated(step, nested=self._repetitions > before)
            steps.append(step)
        return _in_order(steps)

    def _atom(self) -> Step:
        token = self._tokens.popleft()
        if token.lastgroup == "open":
            group = self.read()
            self._tokens.popleft()
            return group
        if token.lastgroup == "edge":
            return _Fixed({r"\A": "^", r"\Z": "$"}.get(token[0], token[0]), 0, self._flags)
        source, length = _within_line(token[0]), 1
        while self._next() == "char" and self._next(1) != "times":
            source, length = source + _within_line(self._tokens.popleft()[0]), length + 1
        return _Fixed(source, length, self._flags)

    def _repeated(self, step: Step, *, nested: bool) -> Step:
        least, most = _times(self._tokens.popleft())
        if most > 1:
            self._repetitions += 1
            if nested:
                raise BadPattern("a repetition inside a repetition")
        return _repeat(step, least, most)


def _within_line(char: str) -> str:
    return rf"(?!\n){char}" if len(char) > 1 else char


def _tokens(pattern: str, at: int) -> Iterator[re.Match[str]]:
    while at < len(pattern):
        token = _TOKEN.match(pattern, at)
        if token is None:
            raise BadPattern(f"cannot be searched from character {at + 1} on")
        yield token
        at = token.end()


def _times(token: re.Match[str]) -> tuple[int, int]:
    """The least and most repetitions of `*`, `+`, `?`, `{n}`, `{n,}`, `{,n}` or `{n,m}`."""
    sign = {"*": (0, SLICE), "+": (1, SLICE), "?": (0, 1)}.get(token["times"])
    if sign:
        return sign
    least = int(token["least"] or 0)
    most = int(token["most"]) if token["most"] else SLICE if token["comma"] else least
    if max(least, int(token["most"] or 0)) > MAX_COUNT:
        raise BadPattern(f"more than {MAX_COUNT} repetitions")
    return least, most


def glob_regex(pattern: str) -> re.Pattern[str]:
    """A glob over whole paths: `*` and `?` stay within a segment, `**` is any number of them.

    A path also stands for all that is under it, and a pattern without a slash for any depth: `*.py`, `a.py`.
    """
    pattern = pattern.strip()
    segments = [segment for segment in pattern.split("/") if segment not in ("", ".")]
    if "/" not in pattern:
        segments.insert(0, "**")
    if not segments or pattern.endswith("/"):
        segments.append("**")
    groups: list[list[str]] = [[]]
    for segment in segments:
        if segment == "**":
            groups.append([])
        else:
            groups[-1].append(_segment_regex(segment))
    tail = "" if "*" in segments[-1] or "?" in segments[-1] else "(?:/.+)?"
    return re.compile(_groups_regex(groups) + tail, re.DOTALL)


def _groups_regex(groups: Sequence[Sequence[str]]) -> str:
    # A group between two `**` may be taken where it first fits; atomic, so that nothing is tried twice.
    first, *middle = ["".join(f"{segment}/" for segment in group) for group in groups[:-1]] or [""]
    between = "".join(f"(?>(?:[^/]+/)*?{group})" for group in middle if group)
    any_depth = "(?:[^/]+/)*" if len(groups) > 1 else ""
    return f"{first}{between}{any_depth}{'/'.join(groups[-1]) or '[^/]+'}"


def _segment_regex(segment: str) -> str:
    first, *later = [re.escape(part).replace(r"\?", "[^/]") for part in re.split(r"\*+", segment)]
    if not later:
        return first
    return first + "".join(f"(?>[^/]*?{part})" for part in later[:-1]) + f"[^/]*{later[-1]}"
