"""Carry a verdict out in the tracker: status first, then the comment, then the author; each exactly once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from coordinator.config.settings import Config
from coordinator.engine import Run
from coordinator.errors import Conflict, CoordinatorError
from coordinator.models import Case, Decided, Ending, Status, Submission, Superseded, Value, Verdict
from coordinator.reviews.comment import verdict_comment
from coordinator.trackers import Tracker, marker
from coordinator.workspace.sources import EvidenceSources

# An escalation or an error leaves the status to the person who is called.
TARGETS: dict[str, Status] = {"accept": "done", "reject": "in_progress"}


class ActionResult(Value):
    """What came of an outside effect; `why` is filled where there is more to say than that it happened."""

    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Publisher:
    """Writes to the tracker; every act may be repeated after a crash and then changes nothing."""

    tracker: Tracker
    config: Config

    async def enter(self, run: Run, verdict: Verdict) -> Verdict:
        """Put the verdict on record before anything follows from it."""
        return await run.step("verdict", lambda: _same(verdict, ""), Verdict)

    async def superseded_by(
        self, run: Run, submission: Submission, case: Case, sources: EvidenceSources, when: str
    ) -> str:
        """Why this review no longer matters, or nothing."""
        look = partial(self._look, submission, case, sources)
        return (await run.step(f"overtaken/{when}", lambda: look(""), ActionResult)).why

    async def carry_out(self, run: Run, submission: Submission, case: Case, verdict: Verdict) -> Ending:
        """Update the tracker and start the author again after a reject."""
        if target := self._target(verdict):
            moved = await run.step("act/status", lambda: self._move(submission, target), ActionResult)
            if moved.why:
                return Superseded(why=moved.why)
        text = verdict_comment(verdict, submission.id, case)
        await run.step("act/comment", lambda: self._tell(submission, verdict, text, ""), ActionResult)
        if verdict.outcome == "reject":
            await run.step("act/retrigger", lambda: self._retrigger(submission, submission.id), ActionResult)
        return Decided(verdict=verdict)

    def _target(self, verdict: Verdict) -> Status | None:
        if verdict.outcome == "escalate" and self.tracker.name == "multica":
            return "blocked" if self.config.multica.on_escalation == "blocked" else None
        return TARGETS.get(verdict.outcome)

    async def report_error(self, run: Run, submission: Submission, why: CoordinatorError) -> Ending:
        """Tell whoever has to know that there is nothing to review, instead of leaving the issue hanging."""
        verdict = Verdict(outcome="error", rule="no work to review", explanation=str(why))
        verdict = await self.enter(run, verdict)
        text = verdict_comment(verdict, submission.id)
        await run.step("act/comment", lambda: self._tell(submission, verdict, text, ""), ActionResult)
        return Decided(verdict=verdict)

    async def _look(self, submission: Submission, case: Case, sources: EvidenceSources, _: str) -> ActionResult:
        if await self.tracker.entry(submission.key) != submission.entry:
            return ActionResult(why="the issue has left this review")
        if (await self.tracker.issue(submission.key)).request != case.issue.request:
            return ActionResult(why="the text of the issue has changed")
        if not await sources.still_current():
            return ActionResult(why="the work has changed since the review began")
        return ActionResult()

    async def _move(self, submission: Submission, to: Status) -> ActionResult:
        issue = await self.tracker.issue(submission.key)
        try:
            await self.tracker.move(submission.key, to, entry=submission.entry, version=issue.version)
        except Conflict as conflict:
            return ActionResult(why=str(conflict))
        return ActionResult()

    async def _tell(self, submission: Submission, verdict: Verdict, text: str, _: str) -> ActionResult:
        issue = await self.tracker.issue(submission.key)  # it may have another assignee by now
        person = self.config.review.escalate_to or issue.creator
        to = {"accept": "", "reject": issue.assignee}.get(verdict.outcome, person)
        said = await self.tracker.say(submission.key, text, marker=marker(submission.id, verdict.outcome), to=to)
        return ActionResult(why=said.outcome)

    async def _retrigger(self, submission: Submission, review: str) -> ActionResult:
        return ActionResult(why=await self.tracker.retrigger(await self.tracker.issue(submission.key), review))


async def _same(verdict: Verdict, _: str) -> Verdict:
    return verdict
