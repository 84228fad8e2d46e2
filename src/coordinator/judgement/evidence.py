"""Looks every piece of evidence up in its source, and says whether it shows something of the work; values in and out.

docs/judgement.md says what is `verified`, `moved`, `not found` and `no source`, and what is of the work. Beyond that: a
place is within three lines of the one that is named. A file that the work changed or deleted has its part of the diff
as a second place to look, for quotes of lines that are gone. What cannot be read as another kind of source is taken for
a path. There is no source of a kind that the work does not have (no issue text, no diff; no checks or files where it is
in words alone), nor of a file that is there but was not loaded. An experiment shows nothing if a folder without any of
the work shows the same. `weak` says why evidence that was found is not of the work.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from coordinator.errors import WorkspaceError
from coordinator.judgement import quotes
from coordinator.models import (
    Absence,
    Evidence,
    Experiment,
    ExperimentRun,
    Found,
    Proof,
    Quote,
    Value,
)
from coordinator.parsing.patterns import Glob, compile_pattern

MAX_PLACE = 1_000  # characters of a source that are read
CONFIRMED: tuple[Found, ...] = ("verified", "moved")
ONLY_BASE = "the base shows what was there before the work"
EMPTY_HANDED = "a folder without the work shows the same"
# As with a word made up to be absent
NEVER_THERE = "nothing that the work has deleted matches the pattern"

_KINDS = {
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
    r"(.*?)(?:[:#@]\s?L?|[ ,(:]{1,3}(?:lines? |L\.? ?))([0-9]{1,9})"
    r"(?:\s?(?:[-\u2013,]|to|and)\s?L?([0-9]{1,9}))?(?:[\s:,;()].*)?",
    re.DOTALL | re.IGNORECASE,
)
_PATH = re.compile(r"[\w./@+~-]+")


# -- what a source names


class _Place(NamedTuple):
    kind: str  # issue, diff, check, tool, changed or file
    name: str
    spelled: str
    lines: quotes.Span

    @property
    def near(self) -> quotes.Span:
        first, last = self.lines
        if self.lines == quotes.NOWHERE:
            return quotes.ANYWHERE
        return quotes.Span(first - quotes.NEAR, last + quotes.NEAR)


def _place(source: str) -> _Place:
    source = _LINE_FIRST.sub(r"\2 \1", source[:MAX_PLACE].strip(" \t\r\n`'\"<>@"))
    match = _KIND.fullmatch(source)
    rest = (match[2] or "") if match else source
    lines = _LINES.fullmatch(rest)
    span = (
        quotes.Span(int(lines[2]), max(int(lines[2]), int(lines[3] or 0)))
        if lines
        else quotes.NOWHERE
    )
    kind = _KINDS.get(match[1].lower(), "changed") if match else "file"
    return _Place(
        kind, (lines[1] if lines else rest).lstrip(": ").rstrip(), rest.strip(": `'\""), span
    )


class _Paths:
    """The paths of a revision, found again under the other ways to spell them."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._by_last: dict[str, list[str]] = {}
        for path in paths:
            self._by_last.setdefault(path.rpartition("/")[2], []).append(path)
        self._exact = {path for likely in self._by_last.values() for path in likely}

    def resolve(self, spelled: str) -> str:
        """Return the path meant by `./p`, `a/p`, `b/p`, an absolute path or a unique ending, or nothing."""
        name = spelled.removeprefix("./")
        spellings = [name, name[2:]] if name.startswith(("a/", "b/")) else [name]
        if name.startswith("/"):
            # The folder that the work lay in is not known: any number of leading folders may be its path.
            parts = name[1:].split("/")
            spellings += ["/".join(parts[count:]) for count in range(len(parts))]
        for spelling in spellings:
            if spelling in self._exact:
                return spelling
        likely = self._by_last.get(name.rpartition("/")[2], [])
        ending = [path for path in likely if path.endswith(f"/{name}")]
        if len(ending) == 1:
            return ending[0]
        # `file: p`, `p::name`, `the diff of p`: the first path among other words.
        words = [
            word for word in _PATH.findall(spelled) if word != spelled and re.search("[./]", word)
        ]
        return next(filter(None, map(self.resolve, words)), "")


class SearchResult(Value):
    """What a search for something claimed absent came to: the files of the glob, the first match, or the problem.

    The pattern is `known` if a line that the work has deleted matches it.
    """

    files: int
    known: bool = True
    match: str = ""
    problem: str = ""


@dataclass(frozen=True)
class SourceTexts:
    """All that can be quoted: `files` are those that were loaded, `paths` all that there are, `changed` as `M path`."""

    issue: str = ""
    diff: str = ""
    checks: Mapping[str, str] = field(default_factory=dict)
    changed: tuple[str, ...] = ()
    tools: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)
    paths: tuple[str, ...] = ()
    searched: Mapping[Absence, SearchResult] = field(default_factory=dict)
    ran: Mapping[Experiment, Proof] = field(default_factory=dict)
    _texts: dict[str, quotes.SourceText] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @cached_property
    def _known_paths(self) -> _Paths:
        return _Paths(self.paths)

    @cached_property
    def _patch(self) -> quotes.DiffText:
        return quotes.DiffText(self.diff)

    @cached_property
    def _patched_paths(self) -> _Paths:
        return _Paths(self._patch.sections)

    @cached_property
    def _request(self) -> quotes.SourceText:
        return quotes.SourceText(self.issue, markdown=True)

    def _text(self, text: str) -> quotes.SourceText:
        # Its views are kept for the next quote
        return self._texts.setdefault(text, quotes.SourceText(text))


# -- the questions


def places(evidence: Iterable[Evidence], paths: Iterable[str]) -> set[str]:
    """Return those of the paths that must be loaded to look for these quotes."""
    known = _Paths(paths)
    named = (_place(piece.source) for piece in evidence if isinstance(piece, Quote))
    return {known.resolve(place.name) for place in named if place.kind == "file"} - {""}


def any_depth(glob: str) -> str:
    """Return the glob of an absence: without a slash it is taken at any depth, as more searched is the safer claim."""
    if "/" in glob:
        return glob
    return f"**/{glob}"


def matching(glob: str, paths: Iterable[str]) -> list[str]:
    """Return the paths that the glob of an absence names."""
    try:
        named = Glob(any_depth(glob))
    except WorkspaceError:
        return []
    return sorted(path for path in paths if named.matches(path))


def shows_work(proof: Proof) -> bool:
    """Return whether evidence was found and shows something of the work: what speaks for the work must."""
    return proof.found in CONFIRMED and not proof.weak


def counts_against(proof: Proof) -> bool:
    """Return whether evidence can speak against the work, as do deleted lines, the absence of anything, and a defect
    that was repeated until it points at no one place."""
    return proof.found in CONFIRMED and proof.weak in (
        "",
        quotes.DELETED,
        quotes.COMMON,
        NEVER_THERE,
    )


def why_ungrounded(proofs: Sequence[Proof]) -> str:
    """Return why a report rests on nothing, or nothing; what has no source to look in is not held against it."""
    sought = [proof for proof in proofs if proof.found != "no source"]
    found = sum(proof.found in CONFIRMED for proof in sought)
    if not proofs:
        return "it gives no evidence"
    if 2 * found < len(sought):
        return f"{found} of {len(sought)} pieces of evidence were found"
    return ""


def same(new: Evidence, known: Evidence) -> bool:
    """Return whether new evidence says no more than known evidence: respelled, cut shorter or barely longer."""
    if isinstance(new, Experiment) and isinstance(known, Experiment):
        return quotes.normalise(new.run) == quotes.normalise(known.run)
    if not isinstance(new, Quote) or not isinstance(known, Quote):
        return new == known
    ours = quotes.normalise(new.text)
    theirs = quotes.normalise(known.text)
    if ours not in theirs and not (theirs in ours and len(ours) < 2 * len(theirs)):
        return False
    one = _place(new.source)
    other = _place(known.source)
    code = {"diff", "file"}
    if one.kind in code and other.kind in code:
        return not one.name or not other.name or bool(_Paths([one.name]).resolve(other.name))
    return one.kind == other.kind and one.name == other.name


def touches(evidence: Evidence, touched: Sequence[str]) -> bool:
    """Return whether evidence is about touched paths; a whole diff, a check and a run are about all of them."""
    if isinstance(evidence, Experiment):
        return bool(touched)
    if isinstance(evidence, Absence):
        return bool(matching(evidence.where, touched))
    place = _place(evidence.source)
    if place.kind == "issue":
        return False
    if place.kind in ("check", "tool", "changed") or not place.name:
        return bool(touched)
    return bool(_Paths(touched).resolve(place.name))


def verify(evidence: Iterable[Evidence], sources: SourceTexts) -> tuple[Proof, ...]:
    """Return what code found of each piece of evidence, in the same order."""
    proofs = []
    for piece in evidence:
        if isinstance(piece, Quote):
            proofs.append(_verify_quote(piece, _place(piece.source), sources))
            continue
        if isinstance(piece, Experiment):
            proofs.append(
                sources.ran.get(piece)
                or Proof(evidence=piece, found="no source", at="it was not run")
            )
            continue
        searched = sources.searched.get(piece, SearchResult(files=0))
        if searched.problem or searched.match:
            proofs.append(
                Proof(evidence=piece, found="not found", at=searched.problem or searched.match)
            )
        elif not searched.files:
            found: Found = "not found" if sources.paths else "no source"
            proofs.append(Proof(evidence=piece, found=found, at="no file to search"))
        else:
            files = "1 file" if searched.files == 1 else f"{searched.files} files"
            weak = "" if searched.known else NEVER_THERE
            proofs.append(
                Proof(evidence=piece, found="verified", at=f"{files} searched", weak=weak)
            )
    return tuple(proofs)


def verify_runs(experiment: Experiment, runs: tuple[ExperimentRun, ...], empty: str) -> Proof:
    """Return what the runs of an experiment show; `empty` is what the script prints in a folder without any work."""
    shown = {run.on: is_shown(experiment.shows, run.output) for run in runs}
    at = ", ".join(f"{red_or_green(run)} on the {run.on}" for run in runs)
    why = ""
    if not experiment.shows:  # a probe, which shows by its end that the work fails
        why = "" if runs[0].code != 0 else "it passes"
    elif not shown["base" if experiment.on == "base" else "work"]:
        why = "the output does not have it"
    elif experiment.on == "both" and shown["base"]:
        why = "the base shows it too"
    if why:
        return Proof(evidence=experiment, found="not found", at=f"{at}; {why}", runs=runs)
    if is_shown(experiment.shows, empty):
        weak = EMPTY_HANDED
    elif experiment.on == "base":
        weak = ONLY_BASE
    else:
        weak = ""
    return Proof(evidence=experiment, found="verified", at=at, weak=weak, runs=runs)


def red_or_green(run: ExperimentRun) -> str:
    """Return how a script ended, in the words of a check."""
    if run.code is None:
        return "red (no end in time)"
    return f"{'red' if run.code else 'green'} (exit {run.code})"


def is_shown(shows: str, output: str) -> bool:
    """Return whether a text stands in what was printed; if not, it may be a pattern that one of the lines matches."""
    if shows in output:
        return quotes.is_searchable(shows)
    try:
        return quotes.is_searchable(shows) and bool(
            compile_pattern(shows).search(output.encode("utf-8", "replace"))
        )
    except WorkspaceError:
        return False


def _verify_quote(quote: Quote, place: _Place, sources: SourceTexts) -> Proof:
    if not quotes.is_searchable(quote.text):
        return Proof(evidence=quote, found="not found", at="too short to verify")
    patch = sources._patch
    if place.kind == "issue":
        asked = "the issue shows what was asked, not what was delivered"
        return _look(quote, sources._request, "issue", place.near, asked)
    if place.kind == "diff":
        # With a path, a line may be the file's or the diff's: all that the diff says about the path is the place.
        path = sources._patched_paths.resolve(place.name)
        near = patch.sections.get(path, quotes.NOWHERE) if place.name else place.near
        # Work in words is no diff: a line that begins with `-` is not deleted.
        return _look(quote, patch if patch.sections else sources._text(sources.diff), "diff", near)
    if place.kind == "changed":
        proof = _look(
            quote, sources._text("\n".join(sources.changed)), "changed paths", quotes.ANYWHERE
        )
        gone = proof.found in CONFIRMED and sources.changed[
            int(proof.at.rpartition(":")[2]) - 1
        ].startswith("D ")
        if gone:
            return proof.model_copy(update={"weak": quotes.DELETED})
        return proof
    if place.kind in ("check", "tool"):
        outputs = sources.checks if place.kind == "check" else sources.tools
        name = _named(place.spelled, outputs)
        if name not in outputs:
            found: Found = "not found" if outputs or sources.paths else "no source"
            return Proof(
                evidence=quote,
                found=found,
                at=f"no such {place.kind}" if found == "not found" else "",
            )
        return _look(quote, sources._text(outputs[name]), f"{place.kind}:{name}", place.near)
    path = sources._known_paths.resolve(place.name)
    loaded = path in sources.files
    if loaded:
        proof = _look(quote, sources._text(sources.files[path]), path, place.near)
        if proof.found in CONFIRMED:
            return proof
    # A line that the work removed is no longer in the file; the file's part of the diff still has it.
    section = patch.sections.get(path or sources._patched_paths.resolve(place.name), quotes.NOWHERE)
    if section != quotes.NOWHERE and (match := patch.find(quote.text, section)):
        return Proof(evidence=quote, found="moved", at=f"diff:{match.line}", weak=match.weak)
    if not sources.paths or (path and not loaded):
        return Proof(evidence=quote, found="no source")
    return Proof(evidence=quote, found="not found", at="" if path else "no such file")


def _named(spelled: str, names: Iterable[str]) -> str:
    """Return the longest of the names that this begins with, whatever stands behind it (`tests output`)."""
    begins = (
        name
        for name in names
        if re.match(rf"{re.escape(name)}(?![\w.-]*\w)", spelled, re.IGNORECASE)
    )
    return max(begins, key=len, default="")


def _look(
    quote: Quote, source: quotes.SourceText, label: str, near: quotes.Span, weak: str = ""
) -> Proof:
    """Return what is found of a quote in its source, near its place or elsewhere; `weak` is so of all that it has."""
    if not source.text or source.text.isspace():
        return Proof(evidence=quote, found="no source")
    found: Found = "verified"
    match = source.find(quote.text, near)
    if near != quotes.ANYWHERE and (match is None or match.weak):
        elsewhere = source.find(quote.text, quotes.ANYWHERE)
        if elsewhere and (match is None or not elsewhere.weak):
            match = elsewhere
            found = "moved"
    if match is None:
        return Proof(evidence=quote, found="not found")
    return Proof(evidence=quote, found=found, at=f"{label}:{match.line}", weak=weak or match.weak)
