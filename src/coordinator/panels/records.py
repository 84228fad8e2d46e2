"""The values that a panel records: rubric, settings, ballots, debate topics, rulings, human tasks."""

from collections.abc import Iterable
from typing import Annotated, Literal

from coordinator.engine import formerly_in
from coordinator.judgement.ballots import PanelResult, Rules
from coordinator.judgement.splits import Split
from coordinator.models import Abstention, Case, JudgeResult, Proof, Rubric, Value
from coordinator.parsing.report import Ruling

# The seed of every random word of a run.
Seed = Annotated[str, formerly_in("seed")]


class FrozenRubric(Value):
    """A rubric bound to the text of the issue it was written for."""

    request: str
    rubric: Rubric
    origin: Literal["meta-judge", "earlier review", "general"]


class ReviewSettings(Value):
    """What a review is decided by, fixed at its start: a later edit of the configuration is for later reviews."""

    rules: Rules
    seats: tuple[str, ...]
    debates: int
    adaptive: bool
    concerns: tuple[str, ...] = ()


class RoundBallots(Value):
    """What stands of every judge after a round."""

    testimonies: tuple[JudgeResult, ...]  # the name that state files have


class DebateTopics(Value):
    """What a debate round is about."""

    splits: tuple[Split, ...]
    # What is answered again; in earlier versions everything was
    criteria: tuple[str, ...] | None = None


class HumanTask(Value):
    """An ask that waits for a person."""

    prompt: str
    person: str
    at: float
    until: float
    remind: float


class RulingRecord(Value):
    """A judge's ruling on arguments, with its evidence looked up."""

    ruling: Ruling | Abstention
    proofs: tuple[Proof, ...] = ()


def panel_result(
    case: Case,
    rubric: Rubric,
    settings: ReviewSettings,
    results: Iterable[JudgeResult],
    debates: int,
) -> PanelResult:
    """Return what is known of a case, in the form that decides."""
    return PanelResult(
        rubric=rubric,
        rules=settings.rules,
        seats=len(settings.seats),
        judge_results=tuple(results),
        red_checks=tuple(
            check.name for check in case.checks if check.status == "red" and not check.probe
        ),
        probes={
            check.name: check.probe
            for check in case.checks
            if check.status == "red" and check.probe
        },
        earlier=case.earlier.reasons,
        touched=case.touched,
        debates=debates,
        unshown=case.work.unshown,
    )
