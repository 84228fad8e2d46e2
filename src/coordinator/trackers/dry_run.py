"""A dry run: a tracker that is read as it is, and told what would be written instead of being written to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from coordinator.models import Comment, Issue, Status, Value
from coordinator.trackers import Delivery, PullRequest, ReviewRequest, Tracker, marked


class PlannedWrite(Value):
    """One thing that would be done to an issue: `to` is whom a comment starts or tells, or the new status."""

    act: Literal["ask", "comment", "status", "label", "start"]
    issue: str
    to: str = ""
    text: str = ""

    @property
    def title(self) -> str:
        """What it is, in one line."""
        whom = f" to {self.to}" if self.to else ", which starts nobody"
        return {
            "ask": f"would ask {self.to} on {self.issue}",
            "comment": f"would comment on {self.issue}{whom}",
            "status": f"would set {self.issue} to {self.to}",
            "label": f"would label {self.issue}: {self.to}",
            "start": f"would start {self.to or 'the author'} again on {self.issue}",
        }[self.act]

    def shown(self) -> str:
        """The line, and the words that would be posted."""
        words = "".join(f"\n  | {line}".rstrip() for line in self.text.splitlines())
        return f"{self.title}{':' if words else ''}{words}"


class DryRunTracker:
    """Reads through to a tracker that is open and writes nothing; every intent is kept and told."""

    def __init__(self, tracker: Tracker, tell: Callable[[PlannedWrite], None] = lambda intent: None) -> None:
        self.tracker = tracker
        self.name = tracker.name  # the same, so that earlier reviews of its issues count
        self.me = tracker.me
        self.intents: list[PlannedWrite] = []
        self._tell = tell
        self._unanswered: set[str] = set()

    @property
    def statuses(self) -> tuple[str, ...]:
        """The statuses that an issue can have."""
        return self.tracker.statuses

    # -- reading

    async def open(self) -> None:
        """Get ready."""
        await self.tracker.open()

    async def close(self) -> None:
        """Let go of connections."""
        await self.tracker.close()

    async def pause(self, seconds: float) -> None:
        """Wait until something may have happened, at most this long."""
        await self.tracker.pause(seconds)

    async def begin(self, *, backlog: bool) -> tuple[tuple[ReviewRequest, ...], str]:
        """The first look."""
        return await self.tracker.begin(backlog=backlog)

    async def entries(self, after: str) -> tuple[tuple[ReviewRequest, ...], str]:
        """Entries into review since the cursor."""
        return await self.tracker.entries(after)

    async def entry(self, key: str) -> str:
        """The id of the entry the issue is in review by now."""
        return await self.tracker.entry(key)

    async def issue(self, key: str) -> Issue:
        """The issue as it is now."""
        return await self.tracker.issue(key)

    async def delivery(self, issue: Issue) -> Delivery:
        """Where the work of an issue is."""
        return await self.tracker.delivery(issue)

    async def comments(self, key: str) -> tuple[Comment, ...]:
        """All comments of the issue."""
        return await self.tracker.comments(key)

    async def last_change(self, key: str) -> str:
        """The newest change of the issue's status."""
        return await self.tracker.last_change(key)

    async def pulls(self, key: str) -> tuple[PullRequest, ...]:
        """The pull requests that the tracker knows of."""
        return await self.tracker.pulls(key)

    # -- not writing

    async def say(self, key: str, text: str, *, marker: str, to: str = "", parent: str = "") -> Comment:
        """Keep what would be posted."""
        self._intend(PlannedWrite(act="comment", issue=key, to=to, text=marked(text, marker)))
        return Comment(id="", issue=key, author=self.me, text=text, parent=parent)

    async def move(self, key: str, to: Status, *, entry: str, version: int) -> Issue:
        """Keep the change; the issue as it would be."""
        self._intend(PlannedWrite(act="status", issue=key, to=to))
        return (await self.issue(key)).model_copy(update={"status": to})

    async def override(self, key: str, to: Status, *, entry: str) -> Issue:
        """Keep the change; the issue as it would be."""
        return await self.move(key, to, entry=entry, version=0)

    async def label(self, key: str, add: Sequence[str], remove: Sequence[str]) -> None:
        """Keep the change of labels."""
        said = [*(f"+{label}" for label in add), *(f"-{label}" for label in remove)]
        self._intend(PlannedWrite(act="label", issue=key, to=" ".join(said)))

    async def retrigger(self, issue: Issue, review: str) -> str:
        """Keep that the author would be started."""
        self._intend(PlannedWrite(act="start", issue=issue.key, to=issue.assignee))
        return "a dry run starts nobody"

    def ask(self, key: str, to: str, prompt: str) -> None:
        """Keep what somebody who lives in the tracker would be asked; what follows hangs on a reply nobody gives."""
        self._intend(PlannedWrite(act="ask", issue=key, to=to, text=prompt))
        self._unanswered.add(key)

    def is_cut_short(self, key: str) -> bool:
        """Whether the review of an issue would go on only after a reply in the tracker."""
        return key in self._unanswered

    def _intend(self, intent: PlannedWrite) -> None:
        if intent.act == "ask" or not self.is_cut_short(intent.issue):
            self.intents.append(intent)
            self._tell(intent)
