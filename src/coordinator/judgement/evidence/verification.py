"""Look up every piece of evidence in its source, and decide whether it is evidence of the work.

Only evidence of the work can speak for the work. docs/judgement.md defines this term and the
results `verified`, `moved`, `not found` and `no source`. These details are defined here:

- A quote can be up to three lines away from the line that it names.
- If the work changed or deleted a file, the file's part of the diff is searched as well, because
  the quote can be of deleted lines.
- The result is `no source` if the work lacks that kind of source, such as an issue text or a diff,
  or if a file was not loaded. Work that is prose has no checks and no files.
- If evidence was found but is not evidence of the work, the field `weak` of its proof says why.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from pydantic import TypeAdapter

from coordinator.errors import WorkspaceError
from coordinator.judgement.evidence import quotes
from coordinator.judgement.evidence.cited_place import (
    CitedPlace,
    FoundPlace,
    KnownPaths,
    parse_place,
)
from coordinator.models import Absence, Evidence, Experiment, Found, Proof, Quote, Value
from coordinator.parsing.patterns import Glob

CONFIRMED: tuple[Found, ...] = ("verified", "moved")

# A reply can have thousands of quotes. They are sent as JSON to a process that looks them up.
QUOTES = TypeAdapter(list[Quote])
PROOFS = TypeAdapter(list[Proof])

# Why an absence can be weak evidence: a judge could have made up the pattern.
NEVER_THERE = "nothing that the work has deleted matches the pattern"


class SearchResult(Value):
    """The result of a search for a pattern that a judge claims to be absent.

    `files` is the number of files that the glob matches. `match` is the first match, and `problem`
    says why the search failed. `known` is true if the pattern matches a line that the work deleted.
    """

    files: int
    known: bool = True
    match: str = ""
    problem: str = ""


@dataclass(frozen=True)
class SourceTexts:
    """All sources in which evidence can be looked up.

    `files` has the texts of the loaded files by path, `paths` has the paths of all files of the
    work, and `changed` has lines such as `M path`.
    `searched` has the result for each claimed absence, and `ran` has the proof of each experiment.
    """

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
    def known_paths(self) -> KnownPaths:
        return KnownPaths(self.paths)

    @cached_property
    def patch(self) -> quotes.DiffText:
        return quotes.DiffText(self.diff)

    @cached_property
    def patched_paths(self) -> KnownPaths:
        return KnownPaths(self.patch.sections)

    @cached_property
    def request(self) -> quotes.SourceText:
        return quotes.SourceText(self.issue, markdown=True)

    def searchable(self, text: str) -> quotes.SourceText:
        """Return the text, prepared for searching. The result is kept for further quotes."""
        if text not in self._texts:
            self._texts[text] = quotes.SourceText(text)
        return self._texts[text]


# -- questions about evidence


def places(evidence: Iterable[Evidence], paths: Iterable[str]) -> set[str]:
    """Return the paths of the files that must be loaded to look for the quotes in the evidence."""
    known = KnownPaths(paths)
    found = set()
    for piece in evidence:
        if isinstance(piece, Quote):
            place = parse_place(piece.source)
            if place.kind == "file":
                found.add(known.resolve(place.name))
    return found - {""}


def places_in(quotes_of_reply: bytes, paths: str) -> list[str]:
    """Return the result of `places` for quotes in JSON. The `paths` are separated by NUL."""
    return sorted(places(QUOTES.validate_json(quotes_of_reply), paths.split("\0")))


def any_depth(glob: str) -> str:
    """Return the glob of the files to search when a pattern is claimed to be absent.

    A glob without a slash matches files at any depth. This is the stricter reading: the pattern
    must be absent from more files.
    """
    if "/" in glob:
        return glob
    return f"**/{glob}"


def matching(glob: str, paths: Iterable[str]) -> list[str]:
    """Return the paths that match the glob of a claimed absence."""
    try:
        named = Glob(any_depth(glob))
    except WorkspaceError:
        return []
    return sorted(path for path in paths if named.matches(path))


def shows_work(proof: Proof) -> bool:
    """Return whether evidence was found and can be used for the work."""
    return proof.found in CONFIRMED and not proof.weak


def counts_against(proof: Proof) -> bool:
    """Return whether evidence was found and can be used against the work.

    Some evidence can be used only against the work: deleted lines, the absence of a pattern that
    matches no deleted line, and a quote that occurs at many places.
    """
    allowed = ("", quotes.DELETED, quotes.COMMON, NEVER_THERE)
    return proof.found in CONFIRMED and proof.weak in allowed


def why_ungrounded(proofs: Sequence[Proof]) -> str:
    """Return a message if a report has too little verified evidence, else an empty string.

    At least half of the evidence must be verified. Evidence with the result `no source` is ignored.
    """
    if not proofs:
        return "it gives no evidence"
    sought = [proof for proof in proofs if proof.found != "no source"]
    found = [proof for proof in sought if proof.found in CONFIRMED]
    if 2 * len(found) < len(sought):
        return f"{len(found)} of {len(sought)} pieces of evidence were found"
    return ""


def same(new: Evidence, known: Evidence) -> bool:
    """Return whether new evidence is the same as known evidence.

    A quote is the same if it differs only in form, is a part of the known quote from the same
    place, or extends the known quote to less than twice its length.
    """
    if isinstance(new, Experiment) and isinstance(known, Experiment):
        return quotes.normalise(new.run) == quotes.normalise(known.run)
    if not isinstance(new, Quote) or not isinstance(known, Quote):
        return new == known
    if not _is_same_text(quotes.normalise(new.text), quotes.normalise(known.text)):
        return False
    one = parse_place(new.source)
    other = parse_place(known.source)
    code = {"diff", "file"}
    if one.kind in code and other.kind in code:
        if not one.name or not other.name:
            return True
        return bool(KnownPaths([one.name]).resolve(other.name))
    return one.kind == other.kind and one.name == other.name


def _is_same_text(new: str, known: str) -> bool:
    if new in known:
        return True
    return known in new and len(new) < 2 * len(known)


def touches(evidence: Evidence, touched: Sequence[str]) -> bool:
    """Return whether evidence is about one of the `touched` paths.

    A quote from a check or the whole diff is about all paths, and so is an experiment.
    """
    if isinstance(evidence, Experiment):
        return bool(touched)
    if isinstance(evidence, Absence):
        return bool(matching(evidence.where, touched))
    place = parse_place(evidence.source)
    if place.kind == "issue":
        return False
    if place.kind in ("check", "tool", "changed") or not place.name:
        return bool(touched)
    return bool(KnownPaths(touched).resolve(place.name))


# -- verification


def verify(evidence: Iterable[Evidence], sources: SourceTexts) -> tuple[Proof, ...]:
    """Return the proof of each piece of evidence, in the same order."""
    proofs = []
    for piece in evidence:
        if isinstance(piece, Quote):
            proofs.append(_verify_quote(piece, sources))
        elif isinstance(piece, Absence):
            proofs.append(_verify_absence(piece, sources))
        elif piece in sources.ran:
            proofs.append(sources.ran[piece])
        else:
            proofs.append(Proof(evidence=piece, found="no source", at="it was not run"))
    return tuple(proofs)


class QuotedTexts(Value):
    """The texts in `SourceTexts` that can be quoted. The `paths` are separated by NUL."""

    issue: str
    diff: str
    checks: dict[str, str]
    changed: tuple[str, ...]
    tools: dict[str, str]
    files: dict[str, str]
    paths: str


def verify_quotes(quotes_of_reply: bytes, texts: QuotedTexts) -> bytes:
    """Return the proofs of these quotes, in the same order. Quotes and proofs are JSON."""
    sources = SourceTexts(
        issue=texts.issue,
        diff=texts.diff,
        checks=texts.checks,
        changed=texts.changed,
        tools=texts.tools,
        files=texts.files,
        paths=tuple(texts.paths.split("\0")) if texts.paths else (),
    )
    proofs = [_verify_quote(quote, sources) for quote in QUOTES.validate_json(quotes_of_reply)]
    return PROOFS.dump_json(proofs)


def _verify_absence(absence: Absence, sources: SourceTexts) -> Proof:
    searched = sources.searched.get(absence, SearchResult(files=0))
    if searched.problem or searched.match:
        at = searched.problem or searched.match
        return Proof(evidence=absence, found="not found", at=at)
    if not searched.files:
        found: Found = "not found" if sources.paths else "no source"
        return Proof(evidence=absence, found=found, at="no file to search")
    files = "1 file" if searched.files == 1 else f"{searched.files} files"
    weak = "" if searched.known else NEVER_THERE
    return Proof(evidence=absence, found="verified", at=f"{files} searched", weak=weak)


def _verify_quote(quote: Quote, sources: SourceTexts) -> Proof:
    if not quotes.is_searchable(quote.text):
        return Proof(evidence=quote, found="not found", at="too short to verify")
    place = parse_place(quote.source)
    if place.kind == "issue":
        return _verify_in_issue(quote, place, sources)
    if place.kind == "diff":
        return _verify_in_diff(quote, place, sources)
    if place.kind == "changed":
        return _verify_in_changed_paths(quote, sources)
    if place.kind == "check":
        return _verify_in_output(quote, place, sources.checks, sources)
    if place.kind == "tool":
        return _verify_in_output(quote, place, sources.tools, sources)
    return _verify_in_file(quote, place, sources)


def _verify_in_issue(quote: Quote, place: CitedPlace, sources: SourceTexts) -> Proof:
    proof = _look(quote, sources.request, "issue", place.near)
    if proof.found in CONFIRMED:
        weak = "the issue shows what was asked, not what was delivered"
        return proof.model_copy(update={"weak": weak})
    return proof


def _verify_in_diff(quote: Quote, place: CitedPlace, sources: SourceTexts) -> Proof:
    near = place.near
    if place.name:
        # The line number can count lines of the file or of the diff, so search all of the section.
        path = sources.patched_paths.resolve(place.name)
        near = sources.patch.sections.get(path, quotes.NOWHERE)
    if sources.patch.sections:
        return _look(quote, sources.patch, "diff", near)
    # Work that is prose is not a diff. A line in it that begins with `-` is not deleted.
    return _look(quote, sources.searchable(sources.diff), "diff", near)


def _verify_in_changed_paths(quote: Quote, sources: SourceTexts) -> Proof:
    listed = sources.searchable("\n".join(sources.changed))
    proof = _look(quote, listed, "changed paths", quotes.ANYWHERE)
    if proof.found in CONFIRMED:
        line = FoundPlace.parse(proof.at).line
        if sources.changed[line - 1].startswith("D "):
            return proof.model_copy(update={"weak": quotes.DELETED})
    return proof


def _verify_in_output(
    quote: Quote, place: CitedPlace, outputs: Mapping[str, str], sources: SourceTexts
) -> Proof:
    """Look for a quote in the output of a check or a tool."""
    name = _longest_name(place.spelled, outputs)
    if name in outputs:
        label = f"{place.kind}:{name}"
        return _look(quote, sources.searchable(outputs[name]), label, place.near)
    if outputs or sources.paths:
        return Proof(evidence=quote, found="not found", at=f"no such {place.kind}")
    return Proof(evidence=quote, found="no source")


def _verify_in_file(quote: Quote, place: CitedPlace, sources: SourceTexts) -> Proof:
    path = sources.known_paths.resolve(place.name)
    loaded = path in sources.files
    if loaded:
        proof = _look(quote, sources.searchable(sources.files[path]), path, place.near)
        if proof.found in CONFIRMED:
            return proof
    # A line that the work removed is not in the file any more, but the diff still has it.
    patched = path or sources.patched_paths.resolve(place.name)
    section = sources.patch.sections.get(patched)
    if section:
        match = sources.patch.find(quote.text, section)
        if match:
            return Proof(evidence=quote, found="moved", at=f"diff:{match.line}", weak=match.weak)
    if not sources.paths or (path and not loaded):
        return Proof(evidence=quote, found="no source")
    return Proof(evidence=quote, found="not found", at="" if path else "no such file")


def _longest_name(spelled: str, names: Iterable[str]) -> str:
    """Return the longest name at the start of a text such as `tests output`, or an empty string."""
    longest = ""
    for name in names:
        begins = re.match(rf"{re.escape(name)}(?![\w.-]*\w)", spelled, re.IGNORECASE)
        if begins and len(name) > len(longest):
            longest = name
    return longest


def _look(quote: Quote, source: quotes.SourceText, label: str, near: quotes.Span) -> Proof:
    """Search for a quote near its place, then in the whole source, and return its proof."""
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
    return Proof(evidence=quote, found=found, at=f"{label}:{match.line}", weak=match.weak)
