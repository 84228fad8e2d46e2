"""Adjust a verdict to earlier reviews of its issue: repeat an answer, or escalate to a person."""

from coordinator.config.settings import Config
from coordinator.judgement.preconditions import UNCOMMITTED
from coordinator.models import Case, Verdict
from coordinator.storage.store import short_id

# The rules that these verdicts name.
UNCHANGED = "unchanged"  # the same work gets the same answer
LAST_REJECT = "reviews per issue"  # the issue was rejected too often: a person decides
HELD = "not released"  # a person has to decide, whatever the panel says


def repeated(case: Case) -> Verdict | None:
    """Return the earlier answer if work, request and rules are the same, or None."""
    answer = case.earlier.answer
    if answer is None:
        return None
    explanation = (
        f"Work, request and rules are those of {short_id(case.earlier.same)}, "
        f"so its answer stands ({answer.rule})"
    )
    if answer.reasons:
        explanation += f": {', '.join(reason.id for reason in answer.reasons)}"
    return answer.model_copy(
        update={
            "rule": UNCHANGED,
            "explanation": f"{explanation}. No judge was asked.",
            "advice": (),
            "dissent": (),
        }
    )


def escalate_last_reject(verdict: Verdict, case: Case, config: Config) -> Verdict:
    """Escalate the last reject that the limit allows, because rework has to end at some point."""
    rejects = case.earlier.rejects + 1
    most = config.review.reviews_per_issue
    if verdict.outcome != "reject" or verdict.rule == UNCOMMITTED or rejects < most:
        return verdict
    explanation = (
        f"This would be reject {rejects} of at most {most} for this issue. {verdict.explanation}"
    )
    return verdict.model_copy(
        update={"outcome": "escalate", "rule": LAST_REJECT, "explanation": explanation}
    )


def keep_with_person(verdict: Verdict, case: Case, config: Config) -> Verdict:
    """Escalate an accept if a person has to release the issue first."""
    earlier = case.earlier
    if verdict.outcome != "accept":
        return verdict
    if earlier.held and not config.review.release_on_change:
        why = f"{short_id(earlier.held)} was escalated, and nobody has decided it"
    elif earlier.abandoned >= config.review.reviews_per_issue:
        why = f"{earlier.abandoned} of its panels were left before their verdict"
    else:
        return verdict
    person = config.review.escalate_to or "a person"
    explanation = f"The panel would accept ({verdict.rule}). {why}: {person} has to release it."
    return verdict.model_copy(
        update={"outcome": "escalate", "rule": HELD, "explanation": explanation}
    )
