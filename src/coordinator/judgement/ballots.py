"""The input of a verdict: the rules, the ballots of a panel, and small questions about a ballot."""

import json
from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from fractions import Fraction
from typing import Literal, NamedTuple

from pydantic import Field

from coordinator.judgement.evidence import counts_against, shows_work
from coordinator.models import (
    Abstention,
    Answer,
    Ballot,
    Evidence,
    Item,
    JudgeResult,
    Proof,
    Reason,
    Rubric,
    Value,
)

UNSHOWN = "changed files that no judge was shown in full"  # a label
NAMED = 10  # of these files


class Rules(Value):
    """The numbers a panel is decided by."""

    bar: Fraction
    quorum: int
    margin: Fraction = Fraction(3, 10)
    overall_spread: Fraction = Fraction(1, 2)
    criterion_spread: Fraction = Fraction(1)
    thin: Literal["escalate", "decide"] = "escalate"
    debate: Literal["open", "always"] = "always"  # as it was in reviews that say nothing of it


class PanelResult(Value):
    """All that a verdict is computed from: the rubric, the rules and the last result of every seat that was asked."""

    rubric: Rubric
    rules: Rules
    seats: int
    judge_results: tuple[JudgeResult, ...]
    red_checks: tuple[str, ...] = ()
    # That are red on the work, by the ids of their items
    probes: dict[str, Proof] = Field(default_factory=dict)
    earlier: tuple[Reason, ...] = ()
    touched: tuple[str, ...] = ()
    debates: int = 0
    unshown: tuple[str, ...] = ()  # changed files that no judge was shown in full

    @property
    def ballots(self) -> tuple[Ballot, ...]:
        """The ballots, ordered by seat."""
        return tuple(
            sorted((r for r in self.judge_results if isinstance(r, Ballot)), key=lambda b: b.seat)
        )

    @property
    def abstentions(self) -> tuple[Abstention, ...]:
        """The abstentions, ordered by seat."""
        return tuple(
            sorted(
                (r for r in self.judge_results if isinstance(r, Abstention)), key=lambda a: a.seat
            )
        )

    @property
    def accepting(self) -> tuple[Ballot, ...]:
        """The ballots that reach the bar."""
        return tuple(ballot for ballot in self.ballots if accepts(ballot, self.rules.bar))

    @property
    def majority(self) -> int:
        """How many of the ballots are more than half of them."""
        return majority(len(self.ballots))

    @property
    def mean(self) -> Fraction:
        return sum((ballot.overall for ballot in self.ballots), Fraction(0)) / len(self.ballots)

    @property
    def is_thin(self) -> bool:
        """Whether the mean is closer to the bar than the margin."""
        return abs(self.mean - self.rules.bar) < self.rules.margin


class GateResult(NamedTuple):
    """A criterion that can reject by itself, and who says that it fails; `normally` are those for whom it does so
    in the normal case, and `question` is why their word may not be enough."""

    name: str
    text: str
    requirement: str
    against: tuple[str, ...]
    normally: tuple[str, ...]
    proofs: tuple[Proof, ...]
    decisive: bool
    question: str = ""


def majority(seats: int) -> int:
    """Return the smallest number that is more than half of the seats."""
    return seats // 2 + 1


def accepts(ballot: Ballot, bar: Fraction) -> bool:
    """Return whether a ballot reaches the bar; a score at the bar accepts."""
    return ballot.overall >= bar


def is_gate(item: Item) -> bool:
    """Return whether a checklist item can reject by itself: the request demands it, and it is no nicety."""
    return item.binding and item.importance != "optional"


def answer_to(ballot: Ballot, item: Item) -> Answer:
    return next(answer for answer in ballot.report.answers if answer.item == item.id)


def fails(ballot: Ballot, item: Item) -> bool:
    """Return whether this judge's answer counts against the work: no, or yes for a pitfall."""
    return answer_to(ballot, item).yes is (item.importance == "pitfall")


class Stance(IntEnum):
    """What a judge's answer to an item says of the work, the better the less."""

    WELL = 0
    FAILS_RARELY = 1
    FAILS = 2


def stance(ballot: Ballot, item: Item) -> Stance:
    """Return whether an item fails for this judge, and in which case."""
    if not fails(ballot, item):
        return Stance.WELL
    if answer_to(ballot, item).case == "rare":
        return Stance.FAILS_RARELY
    return Stance.FAILS


def is_proven(ballot: Ballot, item: Item) -> bool:
    """Return whether this judge shows by the work itself that an item does not fail."""
    shown = confirmed_proofs(ballot.proofs, answer_to(ballot, item).evidence, shows_work)
    return not fails(ballot, item) and bool(shown)


def is_open(ballot: Ballot, reason: Reason) -> bool:
    """Return whether this judge says that an earlier reason still stands."""
    return ballot.report.rework.get(reason.id) == "open"


def score_of(ballot: Ballot, dimension: str) -> int:
    return next(score.score for score in ballot.report.scores if score.dimension == dimension)


def confirmed_proofs(
    proofs: Iterable[Proof],
    evidence: Iterable[Evidence],
    holds: Callable[[Proof], bool] = counts_against,
) -> tuple[Proof, ...]:
    """Return the proofs of those pieces of evidence that hold against the work; or for it, if they show it."""
    # Of two proofs of one piece, the later counts
    last = {proof.evidence: proof for proof in proofs}
    return tuple(last[piece] for piece in evidence if piece in last and holds(last[piece]))


def show(number: Fraction) -> str:
    """Return a score with two decimals."""
    return f"{float(number):.2f}"


def name_unshown(paths: Sequence[str]) -> str:
    """Return why work with files that no judge was shown in full is not accepted."""
    named = [path if path.isprintable() else json.dumps(path) for path in paths[:NAMED]]
    if len(paths) > NAMED:
        named.append(f"{len(paths) - NAMED} more")
    return f"No judge was shown all of these changed files, so a person has to look at them: {', '.join(named)}."
