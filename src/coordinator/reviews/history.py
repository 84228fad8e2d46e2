"""What earlier reviews of an issue make of a verdict: the same answer again, or a person who has to decide."""

from coordinator.config.settings import Config
from coordinator.judgement.preconditions import UNCOMMITTED
from coordinator.models import Case, Verdict
from coordinator.storage.store import short_id

UNCHANGED = "unchanged"  # the rule by which an earlier answer stands
LAST_REJECT = "reviews per issue"
HELD = "not released"  # those by which a person decides, whatever a panel said


def repeated(case: Case) -> Verdict | None:
    """Return the answer that the same work had to the same request by the same rules, else None."""
    answer = case.earlier.answer
    same = short_id(case.earlier.same)
    if answer is None:
        return None
    reasons = f": {', '.join(reason.id for reason in answer.reasons)}" if answer.reasons else ""
    said = f"Work, request and rules are those of {same}, so its answer stands ({answer.rule}){reasons}."
    update = {
        "rule": UNCHANGED,
        "explanation": f"{said} No judge was asked.",
        "advice": (),
        "dissent": (),
    }
    return answer.model_copy(update=update)


def escalate_last_reject(verdict: Verdict, case: Case, config: Config) -> Verdict:
    """Return the verdict, but send the last reject that an issue may have to a person: the loop has an end."""
    rejects = case.earlier.rejects + 1
    most = config.review.reviews_per_issue
    if verdict.outcome != "reject" or verdict.rule == UNCOMMITTED or rejects < most:
        return verdict
    said = f"This would be reject {rejects} of at most {most} for this issue. {verdict.explanation}"
    return verdict.model_copy(
        update={"outcome": "escalate", "rule": LAST_REJECT, "explanation": said}
    )


def keep_with_person(verdict: Verdict, case: Case, config: Config) -> Verdict:
    """Return the verdict, but leave to a person what a panel cannot accept before one has released it."""
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
    said = f"The panel would accept ({verdict.rule}). {why}: {person} has to release it."
    return verdict.model_copy(update={"outcome": "escalate", "rule": HELD, "explanation": said})
