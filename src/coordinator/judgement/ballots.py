"""All that a verdict is computed from, and how to read it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple

from coordinator.models import Abstention, Ballot, Evidence, Item, JudgeResult, Proof, Reason, Rubric, Value

HELD = ("verified", "moved")


class Rules(Value):
    """The numbers a panel is decided by."""

    bar: Fraction
    quorum: int
    margin: Fraction = Fraction(1, 4)
    overall_spread: Fraction = Fraction(1, 2)
    criterion_spread: Fraction = Fraction(1)
    thin: Literal["escalate", "decide"] = "escalate"


class PanelResult(Value):
    """All that a verdict is computed from; the last standing testimony of every seat that was asked."""

    rubric: Rubric
    rules: Rules
    seats: int
    testimonies: tuple[JudgeResult, ...]
    red_checks: tuple[str, ...] = ()
    earlier: tuple[Reason, ...] = ()
    touched: tuple[str, ...] = ()
    debates: int = 0

    @property
    def ballots(self) -> tuple[Ballot, ...]:
        """The testimonies that count."""
        return tuple(sorted((t for t in self.testimonies if isinstance(t, Ballot)), key=lambda b: b.seat))

    @property
    def abstentions(self) -> tuple[Abstention, ...]:
        """The testimonies that do not."""
        return tuple(sorted((t for t in self.testimonies if isinstance(t, Abstention)), key=lambda a: a.seat))


class GateResult(NamedTuple):
    """A criterion that can reject by itself, and who says that it fails."""

    name: str
    text: str
    requirement: str
    against: tuple[str, ...]
    proofs: tuple[Proof, ...]
    confirmed: bool


def majority(seats: int) -> int:
    """The smallest number that is more than half of the seats."""
    return seats // 2 + 1


def mean(ballots: Sequence[Ballot]) -> Fraction:
    """The exact mean of the overall scores."""
    return sum((ballot.overall for ballot in ballots), Fraction(0)) / len(ballots)


def accepts(ballot: Ballot, bar: Fraction) -> bool:
    """Which side of the bar a ballot is on; a score at the bar accepts."""
    return ballot.overall >= bar


def is_thin(ballots: Sequence[Ballot], rules: Rules) -> bool:
    """Whether the mean is closer to the bar than the margin."""
    return abs(mean(ballots) - rules.bar) < rules.margin


def is_gate(item: Item) -> bool:
    """Whether a checklist item can reject by itself."""
    return item.importance in ("essential", "pitfall")


def fails(ballot: Ballot, item: Item) -> bool:
    """Whether this judge's answer counts against the work: no, or yes for a pitfall."""
    answers = {answer.item: answer.yes for answer in ballot.report.answers}
    return answers[item.id] == (item.importance == "pitfall")


def is_open(ballot: Ballot, reason: Reason) -> bool:
    """Whether this judge says that an earlier reason still stands."""
    return ballot.report.rework.get(reason.id) == "open"


def score_of(ballot: Ballot, dimension: str) -> int:
    """This judge's score on one dimension."""
    return next(score.score for score in ballot.report.scores if score.dimension == dimension)


def held(ballot: Ballot, evidence: Iterable[Evidence]) -> tuple[Proof, ...]:
    """The proofs of these pieces of evidence that code has found."""
    by_evidence = {proof.evidence: proof for proof in ballot.proofs}
    return tuple(by_evidence[e] for e in evidence if e in by_evidence and by_evidence[e].found in HELD)


def unique(proofs: Iterable[Proof]) -> tuple[Proof, ...]:
    """The same proofs without repetitions."""
    return tuple(dict.fromkeys(proofs))


def show(number: Fraction) -> str:
    """A score as people read it."""
    return f"{float(number):.2f}"
