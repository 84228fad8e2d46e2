"""The input of the verdict rules: configured limits, and the ballots of a panel."""

import json
from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from fractions import Fraction
from typing import Literal

from pydantic import Field

from coordinator.judgement.evidence.verification import counts_against, shows_work
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
    Score,
    ShownDiff,
    Value,
)

UNSHOWN = "changed files that no judge was shown in full"  # a label of verdicts
SINGLE = "single opinion"  # the label of a verdict by a panel with only one seat
NAMED = 10  # an explanation names at most this many files


class Rules(Value):
    """The configured limits that the verdict rules use."""

    bar: Fraction
    quorum: int
    margin: Fraction = Fraction(3, 10)
    overall_spread: Fraction = Fraction(1, 2)
    criterion_spread: Fraction = Fraction(1)
    thin: Literal["escalate", "decide"] = "escalate"
    debate: Literal["open", "always"] = "always"  # for old records, which lack this key


class ExecutedEvidence(Value):
    """The questions of a rubric that blind tests have answered.

    `covered` has the ids of the items that green tests answer. `failed` has the ids of the items
    that ask the judges about red tests. `complete` is true if green tests cover every essential
    item and no check is red. A red test counts only if its tester was certain enough that all
    correct work passes the test.
    """

    covered: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()
    complete: bool = False
    # The tests that ran on the base, but could not be run on the work.
    unmeasured: tuple[str, ...] = ()

    @property
    def is_settled(self) -> bool:
        """Whether blind tests alone suggest an accept or a reject."""
        return self.complete or bool(self.failed)


class PanelResult(Value):
    """The input of the verdict rules, with the last result of every seat that was asked."""

    rubric: Rubric
    rules: Rules
    seats: int
    judge_results: tuple[JudgeResult, ...]
    red_checks: tuple[str, ...] = ()
    # The proofs of the blind tests that are red on the work, by item id
    probes: dict[str, Proof] = Field(default_factory=dict)
    earlier: tuple[Reason, ...] = ()  # the reasons of the last reject
    touched: tuple[str, ...] = ()  # the paths that the author changed since that reject
    debates: int = 0
    unshown: tuple[str, ...] = ()  # changed files that no judge was shown in full
    secrets: tuple[str, ...] = ()  # changed files with new secrets, and the kinds of the secrets
    executed: ExecutedEvidence = ExecutedEvidence()

    @property
    def ballots(self) -> tuple[Ballot, ...]:
        """The ballots, ordered by seat."""
        ballots = [result for result in self.judge_results if isinstance(result, Ballot)]
        return tuple(sorted(ballots, key=lambda ballot: ballot.seat))

    @property
    def abstentions(self) -> tuple[Abstention, ...]:
        """The abstentions, ordered by seat."""
        abstentions = [result for result in self.judge_results if isinstance(result, Abstention)]
        return tuple(sorted(abstentions, key=lambda abstention: abstention.seat))

    @property
    def accepting(self) -> tuple[Ballot, ...]:
        """The ballots whose overall score is at or above the bar."""
        return tuple(ballot for ballot in self.ballots if accepts(ballot, self.rules.bar))

    @property
    def majority(self) -> int:
        """The smallest number that is more than half of the ballots."""
        return majority(len(self.ballots))

    @property
    def mean(self) -> Fraction:
        total = sum((ballot.overall for ballot in self.ballots), Fraction(0))
        return total / len(self.ballots)

    @property
    def is_thin(self) -> bool:
        """Whether the mean overall score is closer to the bar than the configured margin."""
        return abs(self.mean - self.rules.bar) < self.rules.margin


def majority(seats: int) -> int:
    """Return the smallest number that is more than half of the seats."""
    return seats // 2 + 1


def accepts(ballot: Ballot, bar: Fraction) -> bool:
    """Return whether the overall score of a ballot is at or above the bar."""
    return ballot.overall >= bar


def is_gate(item: Item) -> bool:
    """Return whether a checklist item can reject the work by itself.

    The request must demand the item, and the item must not be optional.
    """
    return item.binding and item.importance != "optional"


def answer_to(ballot: Ballot, item: Item) -> Answer:
    for answer in ballot.report.answers:
        if answer.item == item.id:
            return answer
    raise KeyError(f"{ballot.seat} has no answer to {item.id}")


def fails(ballot: Ballot, item: Item) -> bool:
    """Return whether this judge says that the work fails the item.

    For a pitfall, the answer `yes` says that the work fails. For any other item, `no` says so.
    """
    return answer_to(ballot, item).yes is (item.importance == "pitfall")


class Stance(IntEnum):
    """A judge's opinion of the work on one item; a lower value is better."""

    WELL = 0
    SLIGHTLY_FAILS = 1
    FAILS = 2


def stance(ballot: Ballot, item: Item) -> Stance:
    """Return this judge's opinion on whether the work fails the item.

    A failure is slight if it occurs only in a rare case, or only leaves something harmless behind.
    A slight failure is only advice.
    """
    if not fails(ballot, item):
        return Stance.WELL
    if answer_to(ballot, item).case == "normal":
        return Stance.FAILS
    return Stance.SLIGHTLY_FAILS


def is_proven(ballot: Ballot, item: Item) -> bool:
    """Return whether verified evidence backs a judge's opinion that the work meets an item.

    An opinion that the work fails the item only slightly counts too. Return False if the judge says
    that the work really fails the item.
    """
    if stance(ballot, item) == Stance.FAILS:
        return False
    return bool(confirmed_proofs(ballot.proofs, answer_to(ballot, item).evidence, shows_work))


def is_executed(ballot: Ballot, item: Item) -> bool:
    """Return whether a judge backs its answer to an item with an executed script."""
    proofs = confirmed_proofs(ballot.proofs, answer_to(ballot, item).evidence)
    return any(proof.runs for proof in proofs)


def is_open(ballot: Ballot, reason: Reason) -> bool:
    """Return whether this judge says that an earlier reason is still open."""
    return ballot.report.rework.get(reason.id) == "open"


def score_of(ballot: Ballot, dimension: str) -> int:
    """Return the score, from 1 to 5, that a judge gave to a dimension."""
    return whole_score(ballot, dimension).score


def whole_score(ballot: Ballot, dimension: str) -> Score:
    """Return a judge's score of a dimension, with its evidence and the kind of failure."""
    for score in ballot.report.scores:
        if score.dimension == dimension:
            return score
    raise KeyError(f"{ballot.seat} has no score for {dimension}")


def confirmed_proofs(
    proofs: Iterable[Proof],
    evidence: Iterable[Evidence],
    holds: Callable[[Proof], bool] = counts_against,
) -> tuple[Proof, ...]:
    """Return the proofs of this evidence for which `holds` is true.

    By default, `holds` accepts the proofs that can be used against the work.
    """
    # If one piece of evidence has two proofs, the later one is used.
    by_evidence = {proof.evidence: proof for proof in proofs}
    confirmed = []
    for piece in evidence:
        proof = by_evidence.get(piece)
        if proof is not None and holds(proof):
            confirmed.append(proof)
    return tuple(confirmed)


def show(number: Fraction) -> str:
    """Return a number as text with two decimals."""
    return f"{float(number):.2f}"


def name_secrets(secrets: Sequence[str]) -> str:
    """Return a sentence that names the files in which the change adds secret values."""
    named = list(secrets[:NAMED])
    if len(secrets) > NAMED:
        named.append(f"{len(secrets) - NAMED} more")
    return f"The change adds a secret value in {'; '.join(named)}."


def name_unshown(paths: Sequence[str]) -> str:
    """Return a sentence that asks a person to look at files that no judge was shown in full."""
    why = "These changed files were not shown to any judge in full, so a person has to look at them"
    return f"{why}: {name_paths(paths)}."


def shown_labels(ballots: Sequence[Ballot]) -> list[str]:
    """Return labels that say how much of a large diff each judge was shown.

    There are none if every judge was shown the whole diff in one ask.
    """
    seats: dict[str, list[str]] = {}
    for ballot in ballots:
        if ballot.shown is not None:
            seats.setdefault(_amount(ballot.shown), []).append(ballot.seat)
    labels = []
    for amount, names in seats.items():
        who = "every judge" if len(names) == len(ballots) else ", ".join(names)
        labels.append(f"{who} was shown {amount}")
    return labels


def _amount(diff: ShownDiff) -> str:
    parts = f" in {diff.parts} parts" if diff.parts > 1 else ""
    amount = f"{diff.shown / 1000:.0f} of {diff.size / 1000:.0f} kB of the diff{parts}"
    if diff.missing:
        amount += f", not all of {name_paths(diff.missing)}"
    return amount


def name_paths(paths: Sequence[str]) -> str:
    """Return the first paths on one line, and the number of the others."""
    named = []
    for path in paths[:NAMED]:
        if path.isprintable():
            named.append(path)
        else:
            named.append(json.dumps(path))
    if len(paths) > NAMED:
        named.append(f"{len(paths) - NAMED} more")
    return ", ".join(named)
