"""The record of a review: its values, one review as a whole, and what earlier reviews leave for it."""

import json
import time
from collections.abc import Iterable
from itertools import takewhile
from typing import Any, Literal, Self

from pydantic import Field, TypeAdapter

from coordinator import models
from coordinator.agents.ask_records import AskRecord, ask_record
from coordinator.config.checks import CheckConfig, SetupConfig
from coordinator.config.review import ReviewConfig
from coordinator.config.seats import PanelConfig
from coordinator.config.settings import Config
from coordinator.errors import LimitReached, RunError, Unsettled, UsageError
from coordinator.judgement.ballots import PanelResult
from coordinator.judgement.preconditions import UNCOMMITTED
from coordinator.judgement.probes import without_probe_items
from coordinator.judgement.reasons import number_reasons
from coordinator.models import Issue, PreviousReview, Submission, Value, Verdict, request_of
from coordinator.panels.records import (
    DebateTopics,
    FrozenRubric,
    ReviewSettings,
    RoundBallots,
    RulingRecord,
    panel_result,
)
from coordinator.panels.spending import DAY, SpendingReader
from coordinator.parsing.fields import comparable
from coordinator.storage.events import prefix_of, subject_of
from coordinator.storage.steps import StepReader
from coordinator.storage.store import MOST, Event, RunRow, State, Store, short_id

JOBS = ("review", "local review")
DECISION = "decision"  # the job that carries out what a person decided
# Work that comes back after an accept starts a new count, and nothing of the old one is open.
FRESH: dict[str, object] = {
    "rejects": 0,
    "abandoned": 0,
    "held": "",
    "reasons": (),
    "ballots": (),
    "changed": (),
}
ENDING: TypeAdapter[models.Ending] = TypeAdapter(models.Ending)


class ReviewConfiguration(Value):
    """What a review is begun with and keeps, whatever is configured later; keys and tokens are named, never in it."""

    review: ReviewConfig
    panel: PanelConfig
    checks: tuple[CheckConfig, ...] | None = None
    setup: SetupConfig | None = None

    @classmethod
    def of(cls, config: Config) -> Self:
        return cls.model_validate({name: getattr(config, name) for name in cls.model_fields})


class Override(Value):
    """What a person decided about a review: theirs, never the panel's.

    `panel` is what the review itself came to; `stood` the same, or what a person had decided before.
    """

    review: str
    outcome: Literal["accept", "reject"]
    reason: str
    by: str
    panel: str
    stood: str
    submission: Submission


class OverrideRecord(Value):
    """A person's decision, how far it is carried out, and what came of it in the tracker."""

    id: str
    at: float
    state: State
    notes: tuple[str, ...]
    decision: Override


class ReviewRecord(Value):
    """Everything on record about one review, as far as it has come; `state` and `panel` are as lists have them."""

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
    # What the reviews before it had left
    earlier: PreviousReview = Field(default=PreviousReview(), exclude=True)


class ReviewReader:
    """The reviews in the store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.spending = SpendingReader(store)

    def review(self, run_id: str) -> ReviewRecord:
        run = self._store.run(run_id)
        if run.job not in JOBS:
            raise UsageError(
                f"{run_id} is a {run.job} and no review", fix="`coordinator list` shows the reviews"
            )
        record = _review_record(run, self._store.events(run_id))
        decisions = self.decisions(run)
        state = decisions[-1].decision.outcome if decisions else record.state
        return record.model_copy(update={"state": state, "decisions": decisions})

    def configuration(self, run_id: str) -> ReviewConfiguration | None:
        """Return what a review was begun with; None for one of an earlier version, and for no review."""
        return StepReader(self._store.events(run_id)).one("configuration", ReviewConfiguration)

    def decisions(self, about: RunRow | None = None) -> tuple[OverrideRecord, ...]:
        """What people have decided, oldest first: about one review, or about all.

        These are the labels that calibration reads: `outcome` is what a person found right, `panel` what the review
        came to. Where somebody has decided twice, the last decision about a review is its label.
        """
        runs = (
            self._store.runs(DECISION, limit=MOST)[::-1]
            if about is None
            else self._store.runs_about(about.subject)
        )
        records = []
        for run in runs:
            if run.job != DECISION:
                continue
            decision = Override.model_validate_json(run.input)
            if about is not None and decision.review != about.id:
                continue
            acts = self._store.step_values(run.id, prefix_of("act"), "$.why")
            notes = [f"{subject_of(key)}: {why}" for key, why in acts if why]
            if run.state not in ("open", "done"):
                notes.append(str(self._store.last_end(run.id).get("error", "")))
            records.append(
                OverrideRecord(
                    id=run.id,
                    at=run.created,
                    state=run.state,
                    notes=tuple(notes),
                    decision=decision,
                )
            )
        return tuple(records)

    def earlier(self, tracker: str, key: str, before: str) -> PreviousReview:
        """What the reviews of an issue before this one left for it."""
        previous = PreviousReview()
        reviews = dict[str, ReviewRecord]()
        # What was judged last, and the answer to it
        last: tuple[ReviewRecord, Verdict] | None = None
        for run in self._store.runs_about(f"{tracker}:{key}"):
            if run.job == DECISION:
                previous = _after_override(previous, run)
                decision = Override.model_validate_json(run.input)
                answer = Verdict(
                    outcome="reject",
                    rule=f"sent back by {decision.by}",
                    explanation=decision.reason,
                )
                answer = answer.model_copy(update={"reasons": previous.reasons})
                of = reviews.get(decision.review)
                last = (of, answer) if of and decision.outcome == "reject" else None
                continue
            review = reviews[run.id] = _review_record(run, self._store.events(run.id))
            if run.id == before:
                # A person who wants the same entry reviewed once more gets a panel.
                if (
                    last
                    and last[0].submission.entry != review.submission.entry
                    and self._same(last[0], review)
                ):
                    return previous.model_copy(update={"same": last[0].id, "answer": last[1]})
                break
            if run.state == "open" and review.verdict is not None:
                # The author may be back before our own end is on record: the tracker is told first.
                raise Unsettled(f"the verdict of {run.id} is still being carried out")
            previous = _after_review(previous, review)
            if (
                review.asked
                and isinstance(review.ending, models.Decided)
                and review.state != "error"
            ):
                last = (review, review.ending.verdict) if review.state != "accept" else None
        return previous

    def _same(self, one: ReviewRecord, other: ReviewRecord) -> bool:
        """Return whether two reviews are of the same work and request, by the same rules, with checks alike."""
        contents = []
        for review in (one, other):
            if review.issue is None or review.work is None:
                return False
            work = review.work
            files = work.revision, work.changed, "" if work.repo else " ".join(work.diff.split())
            checks = [(check.name, check.status) for check in review.checks if not check.probe]
            contents.append(
                (
                    comparable(request_of(review.issue, work)),
                    files,
                    checks,
                    self.configuration(review.id),
                )
            )
        return contents[0] == contents[1]

    def check_turn(self, run_id: str, most: int) -> None:
        """Raise LimitReached if so many reviews of the issue have begun within a day; what a person retries goes on."""
        try:
            now = time.time()
            row = self._store.run(run_id)
        except RunError:  # a dry run, which is on record elsewhere
            return
        about = takewhile(lambda run: run.id != run_id, self._store.runs_about(row.subject))
        before = [run for run in about if run.job == JOBS[0]]
        recent = [run.created for run in before if now - DAY < run.created <= now]
        given, *others = (Submission.model_validate_json(run.input) for run in (row, *before))
        retried = given.attempt == 1 and any(other.entry == given.entry for other in others)
        if len(recent) >= most and not retried:
            what = f"{len(recent)} reviews of this issue have begun within a day, and review.reviews_per_day is {most}"
            name = short_id(run_id)
            fix = f"`coordinator cancel {name}`, then `coordinator resume {name} --again` does not wait"
            raise LimitReached(what, pause=recent[-most] + DAY - now, fix=fix)


def panel_of(review: ReviewRecord) -> PanelResult | None:
    """Return what the last ballots of a review make a verdict from; None where no panel of judges decided."""
    rubric, settings, (issue, work) = review.rubric, review.settings, (review.issue, review.work)
    if not (rubric and settings and issue and work and review.standings and review.verdict):
        return None
    case = models.Case(
        review=review.id,
        issue=issue,
        work=work,
        checks=review.checks,
        earlier=review.earlier,
        seed="",
    )
    return panel_result(
        case, rubric.rubric, settings, review.standings[-1].testimonies, len(review.standings) - 1
    )


def _after_override(previous: PreviousReview, run: RunRow) -> PreviousReview:
    """Return what is left for the next review once a person has decided."""
    if run.state == "open":
        raise Unsettled(f"the decision {run.id} is still being carried out")
    decision = Override.model_validate_json(run.input)
    if decision.outcome == "accept":
        return previous.model_copy(update=FRESH)
    own = models.Reason(id="", text=decision.reason, seats=(decision.by,))
    reasons = (*previous.reasons, *number_reasons((own,), previous.reasons))
    return previous.model_copy(
        update={"rejects": previous.rejects + 1, "reasons": reasons, "abandoned": 0, "held": ""}
    )


def _after_review(previous: PreviousReview, review: ReviewRecord) -> PreviousReview:
    """Return what is left for the next review once this one has ended."""
    rubrics = previous.rubrics
    if review.rubric:
        rubrics = rubrics | {review.rubric.request: without_probe_items(review.rubric.rubric)}
    if isinstance(review.ending, models.Superseded):
        # Whoever saw a ballot may want to have another
        abandoned = previous.abandoned + bool(review.testimonies)
        return previous.model_copy(update={"rubrics": rubrics, "abandoned": abandoned})
    if not isinstance(review.ending, models.Decided):
        return previous
    verdict = review.ending.verdict
    if verdict.outcome == "error" or verdict.rule == UNCOMMITTED:
        return previous
    update: dict[str, object] = {"reviews": previous.reviews + 1, "rubrics": rubrics}
    if verdict.outcome == "accept":
        update |= FRESH
    if verdict.outcome == "escalate":
        update["held"] = review.id
    if verdict.reasons:
        update |= {"rejects": previous.rejects + 1, "reasons": verdict.reasons}
    if verdict.reasons and review.asked:
        standing = review.standings[-1].testimonies if review.standings else ()
        update["ballots"] = tuple(t for t in standing if isinstance(t, models.Ballot))
        update["changed"] = review.work.changed if review.work else ()
    elif verdict.reasons:
        # No judge has looked: what the last panel found stays open, and what has changed is counted from there.
        said = {reason.requirement or reason.text for reason in verdict.reasons}
        kept = [
            reason for reason in previous.reasons if (reason.requirement or reason.text) not in said
        ]
        update["reasons"] = (*kept, *verdict.reasons)
    return previous.model_copy(update=update)


def _review_record(run: RunRow, events: Iterable[Event]) -> ReviewRecord:
    steps = StepReader(events)
    ending = (
        ENDING.validate_python(steps.end["value"]) if steps.end and run.state == "done" else None
    )
    state: str = run.state
    if ending is not None:
        state = ending.verdict.outcome if isinstance(ending, models.Decided) else ending.kind
    earlier = steps.one("earlier", PreviousReview) or PreviousReview()
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
        checks=steps.each("check", models.CheckResult),
        rubric=steps.one("rubric", FrozenRubric),
        settings=steps.one("settings", ReviewSettings),
        asked=tuple(ask_record(key, body) for key, body in steps.under("ask")),
        standings=steps.each("standing", RoundBallots),
        points=steps.each("splits", DebateTopics),
        testimonies={subject_of(key): json.loads(body) for key, body in steps.under("ballot")},
        ruling=steps.one("ruling", RulingRecord),
        verdict=steps.one("verdict", Verdict),
        ending=ending,
        error=steps.error if run.state != "done" else "",
    )
