"""Tell how much of a diff a seat was shown, and choose the files of a large diff for a debate."""

from collections.abc import Collection, Iterable, Sequence

from coordinator.judgement.debate import evidence_of, only_about
from coordinator.judgement.evidence.cited_place import FoundPlace
from coordinator.judgement.evidence.verification import CONFIRMED
from coordinator.models import Ask, Ballot, Proof, Quote, ShownDiff, Work
from coordinator.parsing.diff import paths_in, split_by_file


def shown_diff(work: Work, asks: Sequence[Ask]) -> ShownDiff | None:
    """Return how much of the diff these prompts show; None if one ask shows all of it.

    Prompts are shortened if they are too long, and this can cut the diff as well.
    """
    if not work.repo:
        return None
    texts = work.diff_parts if asks[0].part else (work.diff,)
    shown = 0
    missing: dict[str, None] = {}
    for text, ask in zip(texts, asks, strict=True):
        if text in ask.prompt:
            shown += len(text.encode("utf-8", "replace"))
        else:
            missing |= dict.fromkeys(paths_in(text))
    if len(asks) == 1 and not missing:
        return None
    # Parts repeat the heads of files that they divide.
    shown = min(shown, work.diff_bytes)
    return ShownDiff(parts=len(asks), shown=shown, size=work.diff_bytes, missing=tuple(missing))


def quotes_part(proofs: Iterable[Proof], part: str) -> bool:
    """Return whether one of these proofs is a quote of a line or a file in this part of a diff."""
    paths = paths_in(part)
    for proof in proofs:
        evidence = proof.evidence
        if isinstance(evidence, Quote) and proof.found in CONFIRMED:
            line = _longest_line(evidence)
            if FoundPlace.parse(proof.at).source in paths or (line and line in part):
                return True
    return False


def disputed_files(work: Work, ballots: Sequence[Ballot], criteria: Collection[str] | None) -> str:
    """Return the files of a large diff that the judges quote about these criteria.

    The result is not longer than the longest part of the diff. If no judge quotes the diff, return
    its first part. If `criteria` is None, all quotes count.
    """
    parts = work.diff_parts
    room = max(len(part) for part in parts)
    quoted = _quoted_lines(ballots, criteria)
    chosen = []
    for piece in split_by_file("".join(parts)):
        if len(piece) <= room and any(line in piece for line in quoted):
            chosen.append(piece)
            room -= len(piece)
    return "".join(chosen) or parts[0]


def _quoted_lines(ballots: Sequence[Ballot], criteria: Collection[str] | None) -> set[str]:
    """Return the longest line of each quote in these ballots, without `+` and `-` at the ends."""
    lines = set()
    for ballot in ballots:
        report = ballot.report
        if criteria is not None:
            report = only_about(report, criteria)
        for evidence in evidence_of(report):
            if isinstance(evidence, Quote):
                lines.add(_longest_line(evidence))
    return {line for line in lines if line}


def _longest_line(quote: Quote) -> str:
    longest = max(quote.text.split("\n"), key=len)
    return longest.strip("+- \t")
