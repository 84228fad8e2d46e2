"""Escalate verdicts that a person has to decide or confirm, and choose the person who is told."""

from collections.abc import Sequence

from coordinator.config.settings import Config
from coordinator.judgement.ballots import SINGLE, name_paths, show
from coordinator.judgement.preconditions import NOT_COUNTED
from coordinator.models import Case, Issue, OwnedPath, Submission, Verdict
from coordinator.parsing.fields import without_repeats
from coordinator.storage.short_ids import short_id

# The rules by which this module escalates
LAST_REJECT = "reviews per issue"  # the issue was rejected too often: a person decides
HELD = "not released"  # a person has to decide, whatever the panel says
OWNED = "needs a person"  # the work changes paths that only a person may accept
ALONE = "single opinion"  # one judge alone may not accept work in a tracker


def escalate_last_reject(verdict: Verdict, case: Case, config: Config) -> Verdict:
    """Turn the last allowed reject of an issue into an escalation.

    Rework has to end at some point. Return any other verdict unchanged.
    """
    rejects = case.earlier.rejects + 1
    most = config.review.reviews_per_issue
    if verdict.outcome != "reject" or verdict.rule in NOT_COUNTED or rejects < most:
        return verdict
    explanation = (
        f"This would be reject {rejects} of at most {most} for this issue. {verdict.explanation}"
    )
    return verdict.model_copy(
        update={"outcome": "escalate", "rule": LAST_REJECT, "explanation": explanation}
    )


def leave_to_owners(verdict: Verdict, case: Case) -> Verdict:
    """Turn an accept into an escalation if the work changes paths that need a person.

    Return any other verdict unchanged.
    """
    owned = case.work.owned
    if verdict.outcome != "accept" or not owned:
        return verdict
    opinion = f"The panel would accept ({verdict.rule})."
    if verdict.mean is not None and verdict.bar is not None:
        scores = f"the mean is {show(verdict.mean)}, the bar {show(verdict.bar)}"
        opinion = f"The panel would accept ({verdict.rule}; {scores})."
    explanation = f"{opinion} {name_owned(owned)}"
    return verdict.model_copy(
        update={"outcome": "escalate", "rule": OWNED, "explanation": explanation}
    )


def name_owned(owned: Sequence[OwnedPath]) -> str:
    """Return a sentence that names paths and the people who have to decide about them."""
    owners = without_repeats(owner for path in owned for owner in path.owners)
    person = ", ".join(owners) or "a person"
    named = name_paths([path.path for path in owned])
    return f"These changed paths need the decision of {person}: {named}."


def confirm_single_opinion(verdict: Verdict, submission: Submission, config: Config) -> Verdict:
    """Turn an accept into an escalation if one judge alone may not accept the work.

    By default one judge may accept work on the command line, but not in a tracker. Return any other
    verdict unchanged.
    """
    is_accept_alone = verdict.outcome == "accept" and SINGLE in verdict.labels
    single = config.review.single
    if single is None:
        single = "decide" if submission.given else "escalate"
    if not is_accept_alone or single == "decide":
        return verdict
    explanation = (
        f"The only judge would accept ({verdict.rule}). {verdict.explanation} A person has to "
        "confirm it; with `review.single: decide` the judge decides alone."
    )
    return verdict.model_copy(
        update={"outcome": "escalate", "rule": ALONE, "explanation": explanation}
    )


def keep_with_person(verdict: Verdict, case: Case, config: Config) -> Verdict:
    """Turn an accept into an escalation if a person must confirm it.

    A person must confirm an accept if an earlier escalation is undecided, or if too many panels of
    this issue ended without a verdict because the work or the issue changed. Return any other
    verdict unchanged.
    """
    earlier = case.earlier
    if verdict.outcome != "accept":
        return verdict
    if earlier.held and not config.review.release_on_change:
        why = f"{short_id(earlier.held)} was escalated, and nobody has decided it yet"
    elif earlier.abandoned >= config.review.reviews_per_issue:
        why = f"{earlier.abandoned} panels of this issue ended without a verdict"
    else:
        return verdict
    person = config.review.escalate_to or "a person"
    explanation = f"The panel would accept ({verdict.rule}). {why}: {person} has to release it."
    return verdict.model_copy(
        update={"outcome": "escalate", "rule": HELD, "explanation": explanation}
    )


def person_to_tell(config: Config, issue: Issue) -> str:
    """Return the person who is told about an escalation: the configured one, or the creator."""
    return config.review.escalate_to or issue.creator
