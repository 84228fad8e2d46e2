"""The record of a review: its values, and the reader of whole reviews and decisions."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, Self

from pydantic import Field, TypeAdapter

from coordinator import models
from coordinator.agents.ask_records import AskRecord, ask_record, total_usage
from coordinator.config.checks import CheckConfig, SetupConfig
from coordinator.config.review import ReviewConfig
from coordinator.config.seats import PanelConfig
from coordinator.config.settings import Config
from coordinator.errors import UsageError
from coordinator.judgement.ballots import PanelResult
from coordinator.judgement.evidence.executed import executed_evidence
from coordinator.models import Issue, PreviousReview, Submission, Value, Verdict
from coordinator.panels.records import (
    DebateTopics,
    FrozenRubric,
    ReviewSettings,
    RoundBallots,
    RulingRecord,
    panel_result,
)
from coordinator.panels.spending import SpendingReader
from coordinator.storage.events import prefix_of, subject_of
from coordinator.storage.steps import StepReader
from coordinator.storage.store import MOST, Event, RunRow, State, Store
from coordinator.trackers import Way

REVIEW = "review"  # the job that reviews the issues of a tracker
RECHECK = "recheck"  # the job that checks an accept again after its base has moved
PANEL_JOBS = (REVIEW, "local review")
JOBS = (*PANEL_JOBS, RECHECK)
DECISION = "decision"  # the job that carries out a person's decision
ENDING: TypeAdapter[models.Ending] = TypeAdapter(models.Ending)


class ReviewConfiguration(Value):
    """The configuration that a review begins with and keeps. It contains no keys or tokens."""

    review: ReviewConfig
    panel: PanelConfig
    checks: tuple[CheckConfig, ...] | None = None
    setup: SetupConfig | None = None

    @classmethod
    def of(cls, config: Config) -> Self:
        return cls(
            review=config.review,
            panel=config.panel,
            checks=config.checks,
            setup=config.setup,
        )


# How a person decided in the tracker, in words.
WAYS: Mapping[Way, str] = {
    "status": "by the status in the tracker",
    "command": "by a comment in the tracker",
    "review": "by a review in the tracker",
    "merge": "by merging the work",
    "close": "by closing it in the tracker",
}


class EarlyActs(Value):
    """The ids of commands and reviews in the tracker before the verdict. They decide nothing."""

    ids: tuple[str, ...] = ()


class Override(Value):
    """A person's decision about a review.

    `panel` is the state that the review itself reached. `stood` is the state that this decision
    replaces: the outcome of an earlier decision if there is one, otherwise `panel`.

    `way`, `account` and `at` are set if the person decided in the tracker: how, the account, and
    the time on the tracker's clock. Only such a decision can have no reason.
    """

    review: str
    outcome: Literal["accept", "reject"]
    reason: str
    by: str
    panel: str
    stood: str
    submission: Submission
    way: Way | None = Field(default=None, exclude_if=lambda way: way is None)
    account: str = Field(default="", exclude_if=lambda account: not account)
    at: float = Field(default=0.0, exclude_if=lambda at: not at)

    @property
    def how(self) -> str:
        """Return how the person decided in the tracker; empty for any other decision."""
        if self.way is None:
            return ""
        return WAYS[self.way]


class OverrideRecord(Value):
    """A person's decision, the state of its run, and the notes on its effects in the tracker."""

    id: str
    at: float
    state: State
    notes: tuple[str, ...]
    decision: Override


class ReviewRecord(Value):
    """Everything on record about one review. A field is empty until its step has been recorded.

    `panel` is the state that the review itself reached. `state` is the outcome of a person's last
    decision if there is one, otherwise `panel`.
    """

    id: str
    submission: Submission
    number: int
    state: str
    panel: str
    began: float
    ended: float
    issue: Issue | None
    work: models.Work | None
    checks: tuple[models.CheckResult, ...]
    inputs: models.InputComparison | None = Field(
        default=None, exclude_if=lambda inputs: inputs is None
    )
    rubric: FrozenRubric | None
    settings: ReviewSettings | None
    asked: tuple[AskRecord, ...]
    standings: tuple[RoundBallots, ...]
    points: tuple[DebateTopics, ...]
    testimonies: dict[str, Any]
    ruling: RulingRecord | None
    verdict: Verdict | None
    ending: models.Ending | None
    error: str
    decisions: tuple[OverrideRecord, ...] = ()
    # The total usage of all asks.
    usage: models.Usage = models.Usage()
    # The summary of earlier reviews of the issue.
    earlier: PreviousReview = Field(default=PreviousReview(), exclude=True)


class ReviewReader:
    """Reads reviews, and people's decisions about them, from the store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.spending = SpendingReader(store)

    def review(self, run_id: str) -> ReviewRecord:
        """Return a review with its decisions. Raise UsageError if the run is not a review."""
        run = self.store.run(run_id)
        if run.job not in JOBS:
            raise UsageError(
                f"{run_id} is a {run.job}, not a review", fix="`coordinator list` shows the reviews"
            )
        record = self.without_decisions(run)
        decisions = self.decisions(run)
        state = decisions[-1].decision.outcome if decisions else record.state
        return record.model_copy(update={"state": state, "decisions": decisions})

    def without_decisions(self, run: RunRow) -> ReviewRecord:
        return _review_record(run, self.store.events(run.id))

    def configuration(self, run_id: str) -> ReviewConfiguration | None:
        """Return the configuration that a review began with.

        Return None for a review that an older version of coordinator began, and for a run that is
        not a review.
        """
        return StepReader(self.store.events(run_id)).one("configuration", ReviewConfiguration)

    def decisions(self, about: RunRow | None = None) -> tuple[OverrideRecord, ...]:
        """Return people's decisions about one review, or about all reviews, oldest first.

        Calibration uses them as labels: `outcome` is the person's judgement, and `panel` is the
        outcome of the review. If people decided about a review more than once, the last decision is
        its label.
        """
        records = []
        for run in self._decision_runs(about):
            decision = Override.model_validate_json(run.input)
            if about is not None and decision.review != about.id:
                continue
            records.append(
                OverrideRecord(
                    id=run.id,
                    at=run.created,
                    state=run.state,
                    notes=tuple(self._notes(run)),
                    decision=decision,
                )
            )
        return tuple(records)

    def _decision_runs(self, about: RunRow | None) -> Sequence[RunRow]:
        if about is None:
            newest_first = self.store.runs(DECISION, limit=MOST)
            return list(reversed(newest_first))
        return [run for run in self.store.runs_about(about.subject) if run.job == DECISION]

    def _notes(self, run: RunRow) -> list[str]:
        notes = []
        for key, why in self.store.step_values(run.id, prefix_of("act"), "$.why"):
            if why:
                notes.append(f"{subject_of(key)}: {why}")
        if run.state not in ("open", "done"):
            notes.append(str(self.store.last_end(run.id).get("error", "")))
        return notes


def finished_reviews(store: Store, limit: int = -1) -> list[str]:
    """Return the ids of finished reviews: first tracker reviews, then local ones.

    Both are ordered from newest to oldest.
    """
    ids: list[str] = []
    for job in PANEL_JOBS:
        ids += [run.id for run in store.runs(job, "done", limit)]
    return ids


def panel_of(review: ReviewRecord) -> PanelResult | None:
    """Return the panel's result, from which the rules computed the verdict.

    Return None if no panel of judges decided.
    """
    if review.rubric is None or review.settings is None:
        return None
    if review.issue is None or review.work is None:
        return None
    if not review.standings or review.verdict is None:
        return None
    case = models.Case(
        review=review.id,
        issue=review.issue,
        work=review.work,
        checks=review.checks,
        earlier=review.earlier,
        seed="",
    )
    last = review.standings[-1].testimonies
    debates = len(review.standings) - 1
    rubric = review.rubric.rubric
    executed = executed_evidence(rubric, review.checks)
    return panel_result(case, rubric, review.settings, last, debates, executed)


def _review_record(run: RunRow, events: Iterable[Event]) -> ReviewRecord:
    steps = StepReader(events)
    ending = None
    if steps.end and run.state == "done":
        ending = ENDING.validate_python(steps.end["value"])
    state: str = run.state
    if isinstance(ending, models.Decided):
        state = ending.verdict.outcome
    elif ending is not None:
        state = ending.kind
    earlier = steps.one("earlier", PreviousReview) or PreviousReview()
    testimonies = {}
    for key, body in steps.under("ballot"):
        testimonies[subject_of(key)] = json.loads(body)
    asked = tuple(ask_record(key, body) for key, body in steps.under("ask"))
    return ReviewRecord(
        id=run.id,
        submission=Submission.model_validate_json(run.input),
        number=earlier.reviews + 1,
        earlier=earlier,
        state=state,
        panel=state,
        began=run.created,
        ended=run.ended,
        issue=steps.one("issue", Issue),
        work=steps.one("work", models.Work),
        checks=_in_order(steps.each("check", models.CheckResult)),
        inputs=steps.one("inputs", models.InputComparison),
        rubric=steps.one("rubric", FrozenRubric),
        settings=steps.one("settings", ReviewSettings),
        asked=asked,
        usage=total_usage(ask.answered for ask in asked),
        standings=steps.each("standing", RoundBallots),
        points=steps.each("splits", DebateTopics),
        testimonies=testimonies,
        ruling=steps.one("ruling", RulingRecord),
        verdict=steps.one("verdict", Verdict),
        ending=ending,
        error="" if run.state == "done" else steps.error,
    )


def _in_order(checks: Iterable[models.CheckResult]) -> tuple[models.CheckResult, ...]:
    """Return the checks in the order in which judges see them.

    Blind tests come last, in the order of their numbers: P2 is before P10. They run in parallel, so
    the order in which they were recorded means nothing.
    """
    return tuple(sorted(checks, key=_place_of))


def _place_of(check: models.CheckResult) -> tuple[bool, int, str]:
    if check.probe is None:
        return False, 0, ""
    return True, len(check.name), check.name
