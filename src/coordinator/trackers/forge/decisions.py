"""Find what people do on a pull request that can be a decision, and whether they may decide."""

from collections.abc import Collection, Sequence
from typing import Literal

from coordinator.errors import TrackerError
from coordinator.parsing.excerpt import shorten
from coordinator.trackers import Account, Act, Comment
from coordinator.trackers.decisions import LONGEST_REASON, command_act
from coordinator.trackers.forge.github import GitHub, SubmittedReview
from coordinator.trackers.forge.pulls import Pull, PullEvent, head_of

# The outcomes that the states of a review mean
MEANINGS: dict[str, Literal["accept", "reject"]] = {"approved": "accept", "rejected": "reject"}


def _account(login: str, *, is_by_bot: bool) -> Account:
    return Account(id=login, name=login, is_person=not is_by_bot)


def comment_acts(comments: Sequence[Comment], me: str) -> list[Act]:
    """Return the commands in comments.

    Comments on a forge do not say which comment they reply to, so the word `accept` alone is no
    command.
    """
    acts = []
    for comment in comments:
        by = _account(comment.author, is_by_bot=comment.is_by_bot)
        act = command_act(comment, by, ())
        if act is not None and comment.author != me:
            acts.append(act)
    return acts


def review_acts(reviews: Sequence[SubmittedReview], entry: str, me: str) -> list[Act]:
    """Return the approvals of the judged commit, and the requests to change it."""
    acts = []
    for review in reviews:
        outcome = MEANINGS.get(review.state)
        if outcome is None or review.author == me or review.commit != head_of(entry):
            continue
        act = Act(
            id=f"review-{review.id}",
            way="review",
            outcome=outcome,
            by=_account(review.author, is_by_bot=review.is_by_bot),
            at=review.at,
            reason=shorten(review.text.strip(), LONGEST_REASON),
        )
        acts.append(act)
    return acts


def end_act(pull: Pull, events: Sequence[PullEvent], entry: str, me: str) -> Act | None:
    """Return the act by which somebody merged or closed the pull request at the judged commit.

    Return None if the pull request is open, if its head is another commit, or if we did it.
    """
    if pull.head != head_of(entry):
        return None
    if pull.state == "merged":
        if pull.merged_by is None or pull.merged_by.id == me:
            return None
        return Act(
            id=f"merge-{pull.head}",
            way="merge",
            outcome="accept",
            by=pull.merged_by,
            at=pull.closed,
        )
    closes = [event for event in events if event.kind == "closed"]
    if pull.state != "closed" or not closes or closes[-1].actor == me:
        return None
    last = closes[-1]
    by = _account(last.actor, is_by_bot=last.is_by_bot)
    return Act(id=f"close-{last.id}", way="close", outcome="reject", by=by, at=last.at)


async def read_acts(api: GitHub, pull: Pull, entry: str, me: str) -> tuple[Act, ...]:
    """Return what others did about the review of `entry`, oldest first."""
    acts = comment_acts(await api.comments(pull.repo, pull.number), me)
    acts += review_acts(await api.reviews(pull), entry, me)
    if pull.state != "open":
        events: Collection[PullEvent] = ()
        if pull.state == "closed":
            events = await api.events(pull)
        end = end_act(pull, list(events), entry, me)
        if end is not None:
            acts.append(end)
    return tuple(sorted(acts, key=lambda act: act.at))


async def may_write(api: GitHub, pull: Pull, account: Account) -> bool:
    """Return whether an account may write to the repository of a pull request.

    Gitea answers this only to administrators. If it does not answer, return True only if the
    account has merged the pull request, or has submitted a review that Gitea counts.
    """
    try:
        return await api.can_write(pull.repo, account.id)
    except TrackerError as error:
        if error.transient:
            raise
    if pull.merged_by == account:
        return True
    reviews = await api.reviews(pull)
    return any(review.counts and review.author == account.id for review in reviews)
