"""What each seat said, with every quote linked to the place where code found it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from coordinator.judgement.ballots import accepts, fails, show
from coordinator.judgement.tool_mad import VerifiedArgument
from coordinator.models import Abstention, Ballot, Evidence, Found, Item, Proof, Rubric, Value
from coordinator.parsing.report import Ruling
from coordinator.storage.review_record import RulingRecord
from coordinator.web.filters import Passage, brief, inert, passage

MARKS: Mapping[Found, str] = {"verified": "✓", "moved": "≈", "not found": "✗", "no source": "?"}


class Cited(Value):
    """One piece of evidence: what was said, what code found of it, and a link to where."""

    source: str
    text: str
    absent: bool
    found: Found
    mark: str
    at: str
    href: str = ""


class Claim(Value):
    """One answer, score or finding of a seat, with its evidence."""

    name: str
    said: str
    about: str = ""
    text: str = ""
    against: bool = False
    suggestion: str = ""
    evidence: tuple[Cited, ...] = ()


class Voice(Value):
    """One seat's testimony: a ballot, an argument, a ruling, or the cause why there is none."""

    seat: str
    anchor: str
    said: str
    accepts: bool | None = None
    summary: Passage
    overall: str = ""
    found: int = 0
    sought: int = 0
    findings: tuple[Claim, ...] = ()
    scores: tuple[Claim, ...] = ()
    answers: tuple[Claim, ...] = ()
    evidence: tuple[Cited, ...] = ()
    notes: tuple[str, ...] = ()


class Places:
    """Where on the page a piece of evidence was found."""

    def __init__(self, patch: Mapping[str, int], checks: Sequence[str], issue_lines: int) -> None:
        self._patch = patch
        self._checks = {name: number for number, name in enumerate(checks)}
        self._issue_lines = issue_lines

    def href(self, at: str) -> str:
        """The anchor of a place, or nothing where the page does not show it."""
        if at in self._patch:
            return f"#d{self._patch[at]}"
        label, _, line = at.rpartition(":")
        if label == "issue" and line.isdecimal() and int(line) <= self._issue_lines:
            return f"#i{line}"
        number = self._checks.get(label.removeprefix("check:")) if label.startswith("check:") else None
        return f"#check-{number}" if number is not None else ""

    def line(self, at: str) -> int:
        """The line of the diff at a place, or 0."""
        return self._patch.get(at, 0)

    def cited(self, proof: Proof) -> Cited:
        """A proof as it is shown."""
        evidence = proof.evidence
        quote = evidence.kind == "quote"
        return Cited(
            source=brief(evidence.source if evidence.kind == "quote" else evidence.where, 200),
            text=brief(evidence.text if evidence.kind == "quote" else evidence.pattern),
            absent=not quote,
            found=proof.found,
            mark=MARKS[proof.found],
            at=brief(proof.at, 200),
            href=self.href(proof.at) if quote else "",
        )

    def all(self, evidence: Iterable[Evidence], proofs: Sequence[Proof]) -> tuple[Cited, ...]:
        """Pieces of evidence with what was found of each."""
        known = {proof.evidence: proof for proof in proofs}
        return tuple(self.cited(known.get(e, Proof(evidence=e, found="no source"))) for e in evidence)


def ballot_voice(ballot: Ballot, rubric: Rubric, bar: Fraction | None, places: Places) -> Voice:
    """A judge's report."""
    report, proofs = ballot.report, ballot.proofs
    yes = accepts(ballot, bar) if bar is not None else None
    items = {item.id: item for item in rubric.checklist}
    return Voice(
        seat=ballot.seat,
        anchor=anchor(ballot.seat),
        said={True: "reaches the bar", False: "below the bar", None: "scored"}[yes],
        accepts=yes,
        summary=passage(report.summary, 40),
        overall=show(ballot.overall),
        found=sum(proof.found in ("verified", "moved") for proof in proofs),
        sought=len(proofs),
        findings=tuple(
            Claim(
                name=finding.criterion,
                said=finding.priority,
                text=brief(finding.text, 2_000),
                suggestion=brief(finding.suggestion, 2_000),
                evidence=places.all(finding.evidence, proofs),
            )
            for finding in report.findings
        ),
        scores=tuple(
            Claim(
                name=score.dimension,
                said=str(score.score),
                text=brief(score.reasoning, 2_000),
                evidence=places.all(score.evidence, proofs),
            )
            for score in report.scores
        ),
        answers=tuple(
            Claim(
                name=answer.item,
                said="yes" if answer.yes else "no",
                about=brief(items[answer.item].question) if answer.item in items else "",
                against=answer.item in items and fails(ballot, items[answer.item]),
                evidence=places.all(answer.evidence, proofs),
            )
            for answer in report.answers
        ),
        notes=_notes(ballot),
    )


def _notes(ballot: Ballot) -> tuple[str, ...]:
    rework = (f"{id}: {standing}" for id, standing in ballot.report.rework.items())
    fallback = [f"answered by a fallback: {ballot.fallback}"] if ballot.fallback else []
    return tuple(brief(note) for note in (*rework, *ballot.report.notes, *fallback))


def abstention_voice(abstention: Abstention, where: str = "") -> Voice:
    """A seat without testimony, and why."""
    return Voice(
        seat=abstention.seat,
        anchor=anchor(abstention.seat) + where,
        said=f"abstained: {abstention.cause}",
        summary=passage(abstention.detail, 20),
    )


def argument_voice(contention: VerifiedArgument, places: Places) -> Voice:
    """An examiner's argument from its tool."""
    argument = contention.argument
    return Voice(
        seat=contention.seat,
        anchor=anchor(contention.seat),
        said=f"{contention.name}: {'drift' if argument.drift else 'no drift'}",
        accepts=not argument.drift,
        summary=passage(argument.claim, 40),
        found=sum(proof.found in ("verified", "moved") for proof in contention.proofs),
        sought=len(contention.proofs),
        evidence=tuple(places.cited(proof) for proof in contention.proofs),
    )


def ruling_voice(ruled: RulingRecord, seat: str, places: Places) -> Voice:
    """What the judge over grounded arguments concluded."""
    ruling = ruled.ruling
    if not isinstance(ruling, Ruling):
        return abstention_voice(ruling, "-ruling")
    failures = (
        Claim(
            name=finding.criterion,
            said="failure",
            text=brief(finding.text, 2_000),
            evidence=places.all(finding.evidence, ruled.proofs),
        )
        for finding in ruling.failures
    )
    refutations = (
        Claim(name=inert(refutation.argument), said="refuted", evidence=places.all(refutation.evidence, ruled.proofs))
        for refutation in ruling.refutations
    )
    return Voice(
        seat=seat,
        anchor=anchor(seat) + "-ruling",
        said=f"rules {ruling.verdict}",
        accepts=ruling.verdict == "accept",
        summary=passage(""),
        found=sum(proof.found in ("verified", "moved") for proof in ruled.proofs),
        sought=len(ruled.proofs),
        findings=(*failures, *refutations),
    )


def anchor(seat: str) -> str:
    """An anchor made of a name, whatever is in it."""
    return "seat-" + "".join(sign if sign.isascii() and sign.isalnum() else f"-{ord(sign):x}-" for sign in seat)


def failing(item: Item, ballots: Sequence[Ballot]) -> list[bool]:
    """Which of the ballots fail an item."""
    return [fails(ballot, item) for ballot in ballots]
