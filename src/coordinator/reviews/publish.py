"""Carry a verdict out in the tracker: status first, then the comment, then the author; each exactly once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from coordinator.config.settings import Config
from coordinator.engine import Run
from coordinator.errors import Conflict, CoordinatorError
from coordinator.models import Case, Decided, Ending, Status, Submission, Superseded, Value, Verdict
from coordinator.reviews.comment import verdict_comment
from coordinator.storage.events import key_of
from coordinator.trackers import Tracker, marker
from coordinator.workspace.sources import EvidenceSources

# An escalation or an error leaves the status to the person who is called.
TARGETS: dict[str, Status] = {"accept": "done", "reject": "in_progress"}


class ActionResult(Value):
    """What came of an outside effect; `why` is filled where there is more to say than that it happened."""

    why: str = ""


async def do_once(run: Run, key: str, effect: Callable[[], Awaitable[str]]) -> str:
    """Do an outside effect on record; return what there is to say of it, empty if it simply happened."""

    async def act() -> ActionResult:
        return ActionResult(why=await effect())

    return (await run.step(key, act, ActionResult)).why


@dataclass(frozen=True, slots=True, kw_only=True)
class Publisher:
    """Writes to the tracker; every act may be repeated after a crash and then changes nothing."""

    tracker: Tracker
    config: Config

    async def superseded_by(
        self, run: Run, submission: Submission, case: Case, sources: EvidenceSources, when: str
    ) -> str:
        """Return why this review no longer matters, or nothing."""

        async def look() -> str:
            if await self.tracker.entry(submission.key) != submission.entry:
                return "the issue has left this review"
            if (await self.tracker.issue(submission.key)).request != case.issue.request:
                return "the text of the issue has changed"
            return "" if await sources.still_current() else "the work has changed since the review began"

        return await do_once(run, key_of("overtaken", when), look)

    async def publish(self, run: Run, submission: Submission, case: Case, verdict: Verdict) -> Ending:
        """Update the tracker, and start the author again after a reject."""
        target = TARGETS.get(verdict.outcome)
        if verdict.outcome == "escalate" and self.tracker.name == "multica":
            target = "blocked" if self.config.multica.on_escalation == "blocked" else None

        async def move(to: Status) -> str:
            issue = await self.tracker.issue(submission.key)
            try:
                await self.tracker.move(submission.key, to, entry=submission.entry, version=issue.version)
            except Conflict as conflict:
                return str(conflict)
            return ""

        async def retrigger() -> str:
            return await self.tracker.retrigger(await self.tracker.issue(submission.key), submission.id)

        if target and (why := await do_once(run, key_of("act", "status"), lambda: move(target))):
            return Superseded(why=why)
        await self._comment(run, submission, verdict, verdict_comment(verdict, submission.id, case))
        if verdict.outcome == "reject":
            await do_once(run, key_of("act", "retrigger"), retrigger)
        return Decided(verdict=verdict)

    async def report_error(self, run: Run, submission: Submission, why: CoordinatorError) -> Ending:
        """Tell whoever has to know that there is nothing to review, instead of leaving the issue hanging."""
        verdict = Verdict(outcome="error", rule="no work to review", explanation=str(why))
        verdict = await run.record("verdict", verdict)
        await self._comment(run, submission, verdict, verdict_comment(verdict, submission.id))
        return Decided(verdict=verdict)

    async def _comment(self, run: Run, submission: Submission, verdict: Verdict, text: str) -> None:
        async def post() -> str:
            issue = await self.tracker.issue(submission.key)  # it may have another assignee by now
            person = self.config.review.escalate_to or issue.creator
            to = {"accept": "", "reject": issue.assignee}.get(verdict.outcome, person)
            mark = marker(submission.id, verdict.outcome)
            return (await self.tracker.say(submission.key, text, marker=mark, to=to)).outcome

        await do_once(run, key_of("act", "comment"), post)
