"""The values that a panel records: rubric, settings, ballots, topics, rulings, human tasks."""

from collections.abc import Sequence
from typing import Annotated, Literal

from coordinator.engine import formerly_in
from coordinator.judgement.ballots import ExecutedEvidence, PanelResult, Rules
from coordinator.judgement.splits import Split
from coordinator.models import Abstention, Ballot, Case, JudgeResult, Proof, Rubric, Value
from coordinator.parsing.report import Ruling

# The seed of all random words of a run.
Seed = Annotated[str, formerly_in("seed")]


class FrozenRubric(Value):
    """A rubric, its origin, and the hash of the request that it was written for."""

    request: str
    rubric: Rubric
    origin: Literal["meta-judge", "earlier review", "general"]


class ReviewSettings(Value):
    """The rules of a review, fixed at its start. A changed configuration affects later reviews."""

    rules: Rules
    seats: tuple[str, ...]
    debates: int
    adaptive: bool
    concerns: tuple[str, ...] = ()


class RoundBallots(Value):
    """The ballot or abstention of every judge after a round."""

    testimonies: tuple[JudgeResult, ...]  # state files use this name


class DebateTopics(Value):
    """The splits that a debate round is about, and the criteria that are answered again."""

    splits: tuple[Split, ...]
    # Earlier versions did not record this field. In their debates all criteria were answered again.
    criteria: tuple[str, ...] | None = None


class HumanTask(Value):
    """An ask that waits for a person `until` a time, with a reminder every `remind` seconds."""

    prompt: str
    person: str
    at: float
    until: float
    remind: float


class RulingRecord(Value):
    """A judge's ruling on arguments, or its abstention, with the proofs of its evidence."""

    ruling: Ruling | Abstention
    proofs: tuple[Proof, ...] = ()


def unshown_files(case: Case, results: Sequence[JudgeResult]) -> tuple[str, ...]:
    """Return the changed files that no judge was shown in full.

    A file can be missing from the diff of the work, or be cut in the prompt of every judge.
    """
    paths = dict.fromkeys(case.work.unshown)
    missing = []
    for result in results:
        if isinstance(result, Ballot):
            missing.append(set(result.shown.missing if result.shown else ()))
    if missing:
        paths |= dict.fromkeys(sorted(set.intersection(*missing)))
    return tuple(paths)


def panel_result(
    case: Case,
    rubric: Rubric,
    settings: ReviewSettings,
    results: Sequence[JudgeResult],
    debates: int,
    executed: ExecutedEvidence,
) -> PanelResult:
    """Return the input of the verdict rules."""
    red_checks = []
    red_probes = {}
    for check in case.checks:
        if check.status != "red":
            continue
        if check.probe:
            red_probes[check.name] = check.probe
        else:
            red_checks.append(check.name)
    return PanelResult(
        rubric=rubric,
        rules=settings.rules,
        seats=len(settings.seats),
        judge_results=tuple(results),
        red_checks=tuple(red_checks),
        probes=red_probes,
        earlier=case.earlier.reasons,
        touched=case.touched,
        debates=debates,
        unshown=unshown_files(case, results),
        secrets=case.work.ledger.secrets,
        executed=executed,
    )
