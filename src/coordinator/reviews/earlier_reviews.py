"""Sum up the earlier reviews of an issue for a new one: open reasons, rejects, the last answer.

Also enforce the daily limit of reviews of one issue.
"""

import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from coordinator.errors import LimitReached, RunError, Unsettled
from coordinator.judgement.evidence.probes import without_probe_items
from coordinator.judgement.preconditions import NOT_COUNTED
from coordinator.judgement.reasons import number_reasons
from coordinator.models import (
    Ballot,
    Case,
    ChangedFile,
    Decided,
    PreviousReview,
    Reason,
    Submission,
    Superseded,
    Verdict,
    request_of,
)
from coordinator.panels.spending import DAY
from coordinator.parsing.fields import comparable
from coordinator.reviews.record import (
    DECISION,
    RECHECK,
    REVIEW,
    Override,
    ReviewConfiguration,
    ReviewReader,
    ReviewRecord,
)
from coordinator.storage.short_ids import short_id
from coordinator.storage.store import RunRow, Store

# The rules of verdicts that repeat the answer to the same content, in this issue or in another one
UNCHANGED = "unchanged"
SAME_CONTENT = "same content"
# An accept resets all counts and closes all reasons.
FRESH: dict[str, object] = {
    "rejects": 0,
    "abandoned": 0,
    "held": "",
    "reasons": (),
    "ballots": (),
    "changed": (),
}


class LastAnswer(NamedTuple):
    """The last review that did not end in an accept, and its answer."""

    review: ReviewRecord
    verdict: Verdict


def earlier_reviews(reader: ReviewReader, tracker: str, key: str, before: str) -> PreviousReview:
    """Return a summary of all reviews of an issue before the review with the id `before`.

    Raise Unsettled if the verdict of an earlier review is still being carried out.
    """
    previous = PreviousReview()
    reviews: dict[str, ReviewRecord] = {}
    last: LastAnswer | None = None
    for run in reader.store.runs_about(f"{tracker}:{key}"):
        if run.job == DECISION:
            previous = _after_override(previous, run)
            last = _answer_by_person(previous, run, reviews)
            continue
        review = reader.without_decisions(run)
        reviews[run.id] = review
        if run.id == before:
            if last is not None and _is_repetition(reader, last.review, review):
                return previous.model_copy(update={"same": last.review.id, "answer": last.verdict})
            break
        if run.state == "open" and review.verdict is not None:
            # The run ends after the tracker shows its verdict. The author can submit in between.
            raise Unsettled(f"the verdict of {run.id} is still being carried out")
        if run.job == RECHECK:
            continue
        previous = _after_review(previous, review)
        if review.asked and isinstance(review.ending, Decided) and review.state != "error":
            last = None
            if review.state != "accept":
                last = LastAnswer(review, review.ending.verdict)
    return previous


def repeated(case: Case) -> Verdict | None:
    """Return the earlier answer to the same work, request and rules, or None if there is none."""
    answer = case.earlier.answer
    if answer is None:
        return None
    explanation = (
        f"Work, request and rules are the same as in {short_id(case.earlier.same)}, "
        f"so its answer stands ({answer.rule})"
    )
    if answer.reasons:
        explanation += f": {', '.join(reason.id for reason in answer.reasons)}"
    explanation += ". No judge was asked."
    rule = UNCHANGED
    if case.earlier.elsewhere:
        rule = SAME_CONTENT
        again = f"`coordinator resume {short_id(case.review)} --again`"
        explanation += f" A person can ask for a new panel with {again}."
    return answer.model_copy(
        update={
            "rule": rule,
            "explanation": explanation,
            "advice": (),
            "dissent": (),
        }
    )


def _answer_by_person(
    previous: PreviousReview, run: RunRow, reviews: Mapping[str, ReviewRecord]
) -> LastAnswer | None:
    """Return a person's reject as the answer of the review that the person decided.

    `run` is the run of the decision. Return None if the decision is not a reject.
    """
    decision = Override.model_validate_json(run.input)
    review = reviews.get(decision.review)
    if review is None or decision.outcome != "reject":
        return None
    verdict = Verdict(
        outcome="reject",
        rule=f"sent back by {decision.by}",
        explanation=decision.reason or f"decided {decision.how}",
        reasons=previous.reasons,
    )
    return LastAnswer(review, verdict)


class ReviewedContent(NamedTuple):
    """All facts that determine an answer: request, work, checks and configuration."""

    request: str
    revision: str
    changed: tuple[ChangedFile, ...]
    words: str
    checks: tuple[tuple[str, str], ...]
    configuration: ReviewConfiguration | None


def _content(reader: ReviewReader, review: ReviewRecord) -> ReviewedContent | None:
    work = review.work
    if review.issue is None or work is None:
        return None
    checks = [(check.name, check.status) for check in review.checks if not check.probe]
    return ReviewedContent(
        request=comparable(request_of(review.issue, work)),
        revision=work.revision,
        changed=work.changed,
        words="" if work.repo else " ".join(work.diff.split()),
        checks=tuple(checks),
        configuration=reader.configuration(review.id),
    )


def _is_repetition(reader: ReviewReader, last: ReviewRecord, review: ReviewRecord) -> bool:
    """Return whether a new entry submits unchanged content for review again."""
    # A person asked for another review of the same entry. A panel must judge it again.
    if last.submission.entry == review.submission.entry:
        return False
    content = _content(reader, last)
    return content is not None and content == _content(reader, review)


def _after_override(previous: PreviousReview, run: RunRow) -> PreviousReview:
    """Return the summary `previous`, updated with a person's decision.

    `run` is the run of the decision. Raise Unsettled if the decision is still being carried out.
    """
    if run.state == "open":
        raise Unsettled(f"decision {run.id} is still being carried out")
    decision = Override.model_validate_json(run.input)
    if decision.outcome == "accept":
        return previous.model_copy(update=FRESH)
    reasons = previous.reasons
    if decision.reason:
        own = Reason(id="", text=decision.reason, seats=(decision.by,))
        reasons = (*reasons, *number_reasons((own,), reasons))
    return previous.model_copy(
        update={
            "rejects": previous.rejects + 1,
            "reasons": reasons,
            "abandoned": 0,
            "held": "",
        }
    )


def _after_review(previous: PreviousReview, review: ReviewRecord) -> PreviousReview:
    """Return the summary `previous`, updated with the result of a review."""
    rubrics = dict(previous.rubrics)
    if review.rubric:
        rubrics[review.rubric.request] = without_probe_items(review.rubric.rubric)
    if isinstance(review.ending, Superseded):
        abandoned = previous.abandoned
        if review.testimonies:
            # The author may have seen a bad ballot, and changed the work to get other judges.
            abandoned += 1
        return previous.model_copy(update={"rubrics": rubrics, "abandoned": abandoned})
    if not isinstance(review.ending, Decided):
        return previous
    verdict = review.ending.verdict
    if verdict.outcome == "error" or verdict.rule in NOT_COUNTED:
        return previous
    update: dict[str, object] = {}
    if verdict.outcome == "accept":
        update.update(FRESH)
    update["reviews"] = previous.reviews + 1
    update["rubrics"] = rubrics
    if verdict.outcome == "escalate":
        update["held"] = review.id
    if verdict.reasons:
        update["rejects"] = previous.rejects + 1
        update["reasons"] = verdict.reasons
        if review.asked:
            update["ballots"] = _last_ballots(review)
            update["changed"] = review.work.changed if review.work else ()
        else:
            # No judge has seen the work. The reasons of the last panel stay open.
            update["reasons"] = _with_open_reasons(verdict.reasons, previous.reasons)
    return previous.model_copy(update=update)


def _last_ballots(review: ReviewRecord) -> tuple[Ballot, ...]:
    if not review.standings:
        return ()
    last = review.standings[-1].testimonies
    return tuple(result for result in last if isinstance(result, Ballot))


def _with_open_reasons(new: Sequence[Reason], earlier: Sequence[Reason]) -> tuple[Reason, ...]:
    said = {reason.requirement or reason.text for reason in new}
    kept = [reason for reason in earlier if (reason.requirement or reason.text) not in said]
    return (*kept, *new)


def check_daily_limit(store: Store, run_id: str, most: int) -> None:
    """Raise LimitReached if `most` other reviews of the issue began within the last day.

    The limit does not apply to a review that a person has started again. It does apply to a review
    that started because the base moved.
    """
    try:
        run = store.run(run_id)
    except RunError:  # a dry run is recorded in another store
        return
    now = time.time()
    before = _reviews_before(store, run)
    recent = [other.created for other in before if now - DAY < other.created <= now]
    if len(recent) < most or _is_started_again(run, before):
        return
    name = short_id(run_id)
    raise LimitReached(
        f"this issue has had {len(recent)} reviews within a day; "
        f"the limit review.reviews_per_day is {most}",
        pause=recent[-most] + DAY - now,
        fix=f"to review it now: `coordinator cancel {name}`, "
        f"then `coordinator resume {name} --again`",
    )


def _reviews_before(store: Store, run: RunRow) -> list[RunRow]:
    before = []
    for other in store.runs_about(run.subject):
        if other.id == run.id:
            break
        if other.job == REVIEW:
            before.append(other)
    return before


def _is_started_again(run: RunRow, before: Sequence[RunRow]) -> bool:
    submission = Submission.model_validate_json(run.input)
    if submission.moved_to:
        return False
    entries = {Submission.model_validate_json(other.input).entry for other in before}
    return submission.attempt == 1 and submission.entry in entries
