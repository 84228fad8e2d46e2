"""A review that belongs to no tracker: the issue is given on the command line, and nothing is written anywhere."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from coordinator.models import Comment, Issue, Status, Submission
from coordinator.trackers import Delivery, PullRequest, ReviewRequest


class LocalTracker:
    """Answers for one given issue, and accepts every write without keeping it."""

    name = "local"
    me = "coordinator"
    statuses: tuple[str, ...] = ()

    def __init__(self, submission: Submission) -> None:
        assert submission.given is not None
        self._entry = submission.entry
        self._issue = submission.given

    async def open(self) -> None:
        """Nothing to get ready."""

    async def close(self) -> None:
        """Nothing to let go of."""

    async def pause(self, seconds: float) -> None:
        """Wait; nobody tells us anything."""
        await asyncio.sleep(seconds)

    async def begin(self, *, backlog: bool) -> tuple[tuple[ReviewRequest, ...], str]:
        """Nothing ever enters review by itself."""
        return (), ""

    async def delivery(self, issue: Issue) -> Delivery:
        """Where the command line said that the work is."""
        return Delivery(repo=issue.repo, base=issue.base)

    async def entries(self, after: str) -> tuple[tuple[ReviewRequest, ...], str]:
        """Nothing ever enters review by itself."""
        return (), after

    async def entry(self, key: str) -> str:
        """The one entry there is."""
        return self._entry

    async def issue(self, key: str) -> Issue:
        """The issue as given."""
        return self._issue

    async def comments(self, key: str) -> tuple[Comment, ...]:
        """None."""
        return ()

    async def say(self, key: str, text: str, *, marker: str, to: str = "", parent: str = "") -> Comment:
        """Says it to nobody; the command line prints the verdict itself."""
        return Comment(id="", issue=key, author=self.me, text=text, parent=parent)

    async def move(self, key: str, to: Status, *, entry: str, version: int) -> Issue:
        """The issue as it would be."""
        return self._issue.model_copy(update={"status": to})

    async def override(self, key: str, to: Status, *, entry: str) -> Issue:
        """The issue as it would be."""
        return self._issue.model_copy(update={"status": to})

    async def last_change(self, key: str) -> str:
        """The one entry there is."""
        return self._entry

    async def label(self, key: str, add: Sequence[str], remove: Sequence[str]) -> None:
        """Nothing to label."""

    async def pulls(self, key: str) -> tuple[PullRequest, ...]:
        """None."""
        return ()

    async def retrigger(self, issue: Issue, review: str) -> str:
        """Nobody to start."""
        return "no author to start"
