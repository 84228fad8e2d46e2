"""The input of a verdict: the rules, the ballots of a panel, and small questions about a ballot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple

from coordinator.judgement.evidence import CONFIRMED
from coordinator.models import Abstention, Ballot, Evidence, Item, JudgeResult, Proof, Reason, Rubric, Value


class Rules(Value):
    """The numbers a panel is decided by."""

    bar: Fraction
    quorum: int
    margin: Fraction = Fraction(1, 4)
    overall_spread: Fraction = Fraction(1, 2)
    criterion_spread: Fraction = Fraction(1)
    thin: Literal["escalate", "decide"] = "escalate"


class PanelResult(Value):
    """All that a verdict is computed from: the rubric, the rules and the last result of every seat that was asked."""

    rubric: Rubric
    rules: Rules
    seats: int
    judge_results: tuple[JudgeResult, ...]
    red_checks: tuple[str, ...] = ()
    earlier: tuple[Reason, ...] = ()
    touched: tuple[str, ...] = ()
    debates: int = 0

    @property
    def ballots(self) -> tuple[Ballot, ...]:
        """The ballots, ordered by seat."""
        return tuple(sorted((r for r in self.judge_results if isinstance(r, Ballot)), key=lambda b: b.seat))

    @property
    def abstentions(self) -> tuple[Abstention, ...]:
        """The abstentions, ordered by seat."""
        return tuple(sorted((r for r in self.judge_results if isinstance(r, Abstention)), key=lambda a: a.seat))


class GateResult(NamedTuple):
    """A criterion that can reject by itself, and who says that it fails."""

    name: str
    text: str
    requirement: str
    against: tuple[str, ...]
    proofs: tuple[Proof, ...]
    confirmed: bool


def majority(seats: int) -> int:
    """Return the smallest number that is more than half of the seats."""
    return seats // 2 + 1


def mean(ballots: Sequence[Ballot]) -> Fraction:
    """Return the exact mean of the overall scores."""
    return sum((ballot.overall for ballot in ballots), Fraction(0)) / len(ballots)


def accepts(ballot: Ballot, bar: Fraction) -> bool:
    """Return whether a ballot reaches the bar; a score at the bar accepts."""
    return ballot.overall >= bar


def is_thin(ballots: Sequence[Ballot], rules: Rules) -> bool:
    """Return whether the mean is closer to the bar than the margin."""
    return abs(mean(ballots) - rules.bar) < rules.margin


def is_gate(item: Item) -> bool:
    """Return whether a checklist item can reject by itself."""
    return item.binding and item.importance in ("essential", "pitfall")


def fails(ballot: Ballot, item: Item) -> bool:
    """Return whether this judge's answer counts against the work: no, or yes for a pitfall."""
    answers = {answer.item: answer.yes for answer in ballot.report.answers}
    return answers[item.id] == (item.importance == "pitfall")


def is_open(ballot: Ballot, reason: Reason) -> bool:
    """Return whether this judge says that an earlier reason still stands."""
    return ballot.report.rework.get(reason.id) == "open"


def score_of(ballot: Ballot, dimension: str) -> int:
    return next(score.score for score in ballot.report.scores if score.dimension == dimension)


def confirmed_proofs(ballot: Ballot, evidence: Iterable[Evidence]) -> tuple[Proof, ...]:
    """Return the proofs of those pieces of evidence that code has found."""
    last = {proof.evidence: proof for proof in ballot.proofs}  # of two proofs of one piece, the later counts
    return tuple(last[piece] for piece in evidence if piece in last and last[piece].found in CONFIRMED)


def unique(proofs: Iterable[Proof]) -> tuple[Proof, ...]:
    """Return the same proofs without repetitions."""
    return tuple(dict.fromkeys(proofs))


def show(number: Fraction) -> str:
    """Return a score with two decimals."""
    return f"{float(number):.2f}"
