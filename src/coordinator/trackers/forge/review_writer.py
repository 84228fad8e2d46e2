"""Submit our reviews of pull requests, and dismiss our approvals."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from coordinator.parsing.excerpt import shorten
from coordinator.trackers import LineComment, carries, marked
from coordinator.trackers.forge.github import GitHub, NotPermitted, SubmittedReview, Unacceptable
from coordinator.trackers.forge.pulls import LONGEST_TEXT, Pull, inert

log = logging.getLogger("coordinator")


@dataclass(frozen=True)
class DraftReview:
    """A review to submit.

    If we may only comment, `why_comment` is the reason. Otherwise it is empty.
    """

    event: Literal["accept", "reject", "comment"]
    text: str
    marker: str
    findings: Sequence[LineComment]
    why_comment: str = ""

    def as_comment(self, why: str) -> "DraftReview":
        return replace(self, event="comment", why_comment=why)

    def without_findings(self) -> "DraftReview":
        return replace(self, findings=())

    def body(self) -> str:
        text = self.text
        if self.why_comment:
            text += f"\n\nThis is a comment, not a review: {self.why_comment}."
        return marked(shorten(inert(text), LONGEST_TEXT), self.marker)


class ReviewWriter:
    """Writes the reviews of our account."""

    def __init__(self, api: GitHub) -> None:
        self._api = api

    async def submit(self, pull: Pull, draft: DraftReview, *, me: str) -> str:
        """Submit a review once.

        If we are not allowed to review, submit a comment that says why. Return a description of
        the parts that were not submitted, with the reason; "" if everything was submitted.
        """
        if pull.author == me:
            draft = draft.as_comment(
                "the pull request is our own, and authors cannot review their own work"
            )
        try:
            await self._submit(pull, draft, me)
        except (Unacceptable, NotPermitted) as refused:
            try:  # a review is refused if one of its lines is not in the diff
                await self._submit(pull, draft.without_findings(), me)
            except (Unacceptable, NotPermitted) as refused_again:
                if draft.event == "comment":
                    raise
                why = str(refused_again)
                await self._submit(pull, draft.as_comment(why).without_findings(), me)
                return why
            return f"the findings could not be placed at their lines: {refused}"
        return draft.why_comment

    async def _submit(self, pull: Pull, draft: DraftReview, me: str) -> None:
        """Submit a review, unless we have submitted it already."""
        findings = []
        for finding in draft.findings:
            findings.append(finding.model_copy(update={"text": inert(finding.text)}))
        await self._api.insist(
            lambda: self._api.submit_review(pull, draft.event, draft.body(), findings),
            lambda: self._find(pull, draft.marker, me),
        )

    async def _find(self, pull: Pull, marker: str, me: str) -> SubmittedReview | None:
        """Delete our pending reviews, and return our review under a marker, or None.

        An interrupted attempt leaves a pending review behind, which only we can see.
        """
        found = None
        for review in await self._api.reviews(pull):
            if review.author != me:
                continue
            if review.state == "pending":
                await self._api.discard_review(pull, review)
            elif found is None and carries(review.text, marker):
                found = review
        return found

    async def dismiss_approvals(self, pull: Pull, *, me: str, but: str = "") -> None:
        """Dismiss our approvals, except approvals of the commit `but`."""
        for review in await self._api.reviews(pull):
            if review.author == me and review.state == "approved" and review.commit != but:
                try:
                    why = f"This approval does not apply to {pull.head[:10]}."
                    await self._api.dismiss(pull, review, why)
                except (Unacceptable, NotPermitted) as error:
                    log.warning(
                        "%s: the approval of %s was not dismissed: %s",
                        pull.key,
                        review.commit[:10],
                        error,
                    )
