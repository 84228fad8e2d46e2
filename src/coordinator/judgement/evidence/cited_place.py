"""Parse the places that evidence names, such as `src/a.py:12`, `the diff` or `check:tests`.

A place that is not of a known kind is taken as a path.
"""

import re
from collections.abc import Iterable
from typing import Literal, NamedTuple

from coordinator.judgement.evidence import quotes

MAX_PLACE = 1_000  # characters of a source that the parser reads

SourceKind = Literal["issue", "diff", "check", "tool", "changed", "file"]

_KINDS: dict[str, SourceKind] = {
    "issue": "issue",
    "request": "issue",
    "diff": "diff",
    "patch": "diff",
    "check": "check",
    "tool": "tool",
}
_KIND = re.compile(
    r"(?:(?:the|git|full|list of|output of) )*+"
    r"(issue|request|diff|patch|check|tool|changed (?:path|file))s?([\s:,(].*)?",
    re.IGNORECASE | re.DOTALL,
)
_LINE_FIRST = re.compile(
    r"(lines? [0-9]{1,9}(?:\s?[-\u2013]\s?[0-9]{1,9})?) (?:of|in) (.+)", re.IGNORECASE | re.DOTALL
)
_LINES = re.compile(
    r"(?P<name>.*?)(?:[:#@]\s?L?|[ ,(:]{1,3}(?:lines? |L\.? ?))(?P<first>[0-9]{1,9})"
    r"(?:\s?(?:[-\u2013,]|to|and)\s?L?(?P<last>[0-9]{1,9}))?(?:[\s:,;()].*)?",
    re.DOTALL | re.IGNORECASE,
)
_PATH = re.compile(r"[\w./@+~-]+")


class CitedPlace(NamedTuple):
    """A place that a judge names as the source of a quote."""

    kind: SourceKind
    name: str  # the name of the file, check or tool, without line numbers
    spelled: str  # the name and line numbers as the judge wrote them
    lines: quotes.Span

    @property
    def near(self) -> quotes.Span:
        """The lines to search for the quote."""
        if self.lines == quotes.NOWHERE:
            return quotes.ANYWHERE
        return quotes.Span(self.lines.first - quotes.NEAR, self.lines.last + quotes.NEAR)


def parse_place(source: str) -> CitedPlace:
    source = _LINE_FIRST.sub(r"\2 \1", source[:MAX_PLACE].strip(" \t\r\n`'\"<>@"))
    kind: SourceKind = "file"
    rest = source
    match = _KIND.fullmatch(source)
    if match:
        kind = _KINDS.get(match[1].lower(), "changed")
        rest = match[2] or ""
    name = rest
    span = quotes.NOWHERE
    lines = _LINES.fullmatch(rest)
    if lines:
        name = lines["name"]
        first = int(lines["first"])
        last = int(lines["last"] or 0)
        span = quotes.Span(first, max(first, last))
    return CitedPlace(kind, name.lstrip(": ").rstrip(), rest.strip(": `'\""), span)


class FoundPlace(NamedTuple):
    """The place where code found a quote, read from the `at` of a proof, such as `src/a.py:12`."""

    source: str
    line: int  # 0 if the place has no line

    @classmethod
    def parse(cls, at: str) -> "FoundPlace":
        source, _, line = at.rpartition(":")
        if not line.isdecimal():
            return cls(source, 0)
        return cls(source, int(line))


class KnownPaths:
    """The paths of a revision, which can be looked up by different spellings."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._exact = set(paths)
        self._by_file_name: dict[str, list[str]] = {}
        for path in self._exact:
            self._by_file_name.setdefault(_file_name(path), []).append(path)

    def resolve(self, spelled: str) -> str:
        """Return the known path that a spelling means, or an empty string.

        The spelling can be `./p`, `a/p`, `b/p`, an absolute path, or the end of exactly one known
        path.
        """
        name = spelled.removeprefix("./")
        for spelling in _spellings(name):
            if spelling in self._exact:
                return spelling
        likely = self._by_file_name.get(_file_name(name), [])
        ending = [path for path in likely if path.endswith(f"/{name}")]
        if len(ending) == 1:
            return ending[0]
        # In `file: p`, `p::name` or `the diff of p`, use the first word that names a path.
        for word in _PATH.findall(spelled):
            if word != spelled and re.search("[./]", word):
                path = self.resolve(word)
                if path:
                    return path
        return ""


def _file_name(path: str) -> str:
    return path.rpartition("/")[2]


def _spellings(name: str) -> list[str]:
    """Return the paths that a cited name could mean, such as `p` for `a/p` or `/folder/p`."""
    spellings = [name]
    if name.startswith(("a/", "b/")):
        spellings.append(name[2:])
    if name.startswith("/"):
        # The folder of the work is unknown. Any number of leading parts could belong to it.
        parts = name[1:].split("/")
        for count in range(len(parts)):
            spellings.append("/".join(parts[count:]))
    return spellings
