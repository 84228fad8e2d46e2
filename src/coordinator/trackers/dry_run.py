"""A tracker for dry runs: it reads from a real tracker, and lists writes instead of doing them."""

from collections.abc import Callable, Collection, Sequence
from typing import Literal

from coordinator.models import Issue, Status, Value
from coordinator.trackers import Comment, LineComment, ReviewState, Tracker, marked


class PlannedWrite(Value):
    """A write that a real run would do.

    `to` is its target: the addressee of a comment, the new status or state, the outcome, or the
    changed labels.
    """

    act: Literal["ask", "comment", "status", "label", "start", "state", "review"]
    issue: str
    to: str = ""
    text: str = ""


class DryRunTracker:
    """Reads from an open tracker and writes nothing.

    It lists every planned write in `writes`, and reports it to `tell`.
    """

    def __init__(
        self, tracker: Tracker, tell: Callable[[PlannedWrite], None] | None = None
    ) -> None:
        self.tracker = tracker
        self.name = tracker.name  # the same name, so that earlier reviews of its issues are found
        self.me = tracker.me
        self.statuses = tracker.statuses
        self.writes: list[PlannedWrite] = []
        self._tell = tell
        self._unanswered: set[str] = set()
        # Reads go to the tracker itself.
        self.open = tracker.open
        self.close = tracker.close
        self.pause = tracker.pause
        self.wake = tracker.wake
        self.begin = tracker.begin
        self.entries = tracker.entries
        self.entry = tracker.entry
        self.issue = tracker.issue
        self.delivery = tracker.delivery
        self.comments = tracker.comments
        self.last_change = tracker.last_change
        self.pulls = tracker.pulls
        self.issues = tracker.issues
        self.listed_pulls = tracker.listed_pulls
        self.labeller = tracker.labeller
        self.newest_command = tracker.newest_command
        self.base_heads = tracker.base_heads
        self.changed = tracker.changed
        self.agent_runs = tracker.agent_runs
        self.acts = tracker.acts
        self.may_decide = tracker.may_decide

    async def renew(self) -> float:
        """Return 0, as for a token that never expires.

        We do not ask the server, because asking would renew the token.
        """
        return 0.0

    async def acted_since(self, after: str) -> tuple[Collection[str], str]:
        """Return nothing, because a dry run carries out no decision."""
        return (), after

    async def post_once(
        self, key: str, text: str, *, marker: str, to: str = "", **_: object
    ) -> Comment:
        self._plan(PlannedWrite(act="comment", issue=key, to=to, text=marked(text, marker)))
        return Comment(id="", issue=key, author=self.me, text=text)

    async def cancel_asks(self, _key: str, _run: str) -> int:
        """Return 0, because a dry run asks nobody."""
        return 0

    async def tidy(self, _is_known: Callable[[str], bool]) -> None:
        """Leave everything as it is."""

    async def move(self, key: str, to: Status, **_: object) -> Issue:
        self._plan(PlannedWrite(act="status", issue=key, to=to))
        return (await self.issue(key)).model_copy(update={"status": to})

    override = move

    async def label(self, key: str, add: Sequence[str], remove: Sequence[str]) -> None:
        changes = [f"+{label}" for label in add]
        changes += [f"-{label}" for label in remove]
        self._plan(PlannedWrite(act="label", issue=key, to=" ".join(changes)))

    async def show_state(self, key: str, state: ReviewState, text: str, **_: object) -> None:
        self._plan(PlannedWrite(act="state", issue=key, to=state, text=text))

    async def review(
        self, key: str, outcome: str, text: str, findings: Sequence[LineComment], **_: object
    ) -> str:
        lines = [f"{finding.path}:{finding.line}: {finding.text}" for finding in findings]
        self._plan(
            PlannedWrite(act="review", issue=key, to=outcome, text="\n".join([text, *lines]))
        )
        return ""

    async def merge(self, key: str, **_: object) -> str:  # noqa: ARG002
        return ""

    async def retrigger(self, issue: Issue, _review: str) -> str:
        self._plan(PlannedWrite(act="start", issue=issue.key, to=issue.addressee))
        return "a dry run starts nobody"

    def ask(self, key: str, to: str, prompt: str) -> None:
        """Plan a question to an agent, and leave out all later writes to the issue.

        The later writes would depend on the reply.
        """
        self._plan(PlannedWrite(act="ask", issue=key, to=to, text=prompt))
        self._unanswered.add(key)

    def is_cut_short(self, key: str) -> bool:
        """Return whether writes to an issue are left out, because a question has no reply."""
        return key in self._unanswered

    def _plan(self, write: PlannedWrite) -> None:
        if write.act == "ask" or not self.is_cut_short(write.issue):
            self.writes.append(write)
            if self._tell is not None:
                self._tell(write)
