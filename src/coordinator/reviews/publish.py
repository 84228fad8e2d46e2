"""Carry a verdict out in the tracker: status first, then the comment, then the author; each exactly once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from coordinator.config.settings import Config
from coordinator.engine import Run
from coordinator.errors import Conflict, CoordinatorError
from coordinator.models import Case, Decided, Ending, Outcome, Status, Submission, Superseded, Value, Verdict
from coordinator.panels.prompt_parts import proof_text
from coordinator.parsing.injection import defuse
from coordinator.storage.events import key_of
from coordinator.storage.store import short_id
from coordinator.trackers import Tracker, marker
from coordinator.workspace.sources import EvidenceSources

# An escalation or an error leaves the status to the person who is called.
TARGETS: dict[str, Status] = {"accept": "done", "reject": "in_progress"}

HEADS = {
    "accept": "Accepted",
    "reject": "Sent back",
    "escalate": "A person has to decide",
    "error": "The review could not be completed",
}


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
            return "" if await sources.workspace.still_current() else "the work has changed since the review began"

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
            to = {"accept": "", "reject": issue.addressee}.get(verdict.outcome, person)
            mark = marker(submission.id, verdict.outcome)
            return (await self.tracker.post_once(submission.key, text, marker=mark, to=to)).outcome

        await do_once(run, key_of("act", "comment"), post)


# -- what the author and people are told, with untrusted text made inert


def verdict_comment(verdict: Verdict, review: str, case: Case | None = None) -> str:
    """Return the comment that goes with a verdict; without a case there was no work to be had."""
    parts = [f"**{HEADS[verdict.outcome]}** ({verdict.rule}). {verdict.explanation}"]
    if verdict.labels:
        # No score and no bar: judges who live in the tracker can read this, and must not know where the bar is.
        parts.append(f"Note: {', '.join(verdict.labels)}.")
    for reason in verdict.reasons:
        lines = [f"{reason.id}: {reason.text}"]
        if reason.requirement and reason.requirement not in reason.text:
            lines.append(f"Requirement: {reason.requirement}")
        lines += [f"Evidence: {proof_text(proof)}" for proof in reason.proofs]
        parts.append(_item("\n".join(lines)))
    if verdict.outcome == "reject":
        parts.append("Please rework this and set the issue to in_review again when it is done.")
    for title, texts in (
        ("Where the seats stand", verdict.dissent if verdict.outcome == "escalate" else ()),
        ("Advice, which decides nothing", verdict.advice),
        ("Noticed in the work", verdict.notices),
    ):
        if texts:
            parts.append("\n".join([f"{title}:", *map(_item, texts)]))
    if case is not None:
        checks = ", ".join(f"{check.name} {check.status}" for check in case.checks)
        parts.append(f"Checks: {checks}." if checks else "No checks were run.")
    parts.append(" ".join(filter(None, (what_to_do(verdict.outcome, review), where_it_is(review)))))
    return defuse("\n\n".join(parts))


def what_to_do(outcome: Outcome, review: str) -> str:
    """Return how a person goes on from a verdict, with the exact command; nothing where nobody has to."""
    name = short_id(review)
    decide = f"Decide with `coordinator override {name} accept --reason TEXT`, or reject, or in the dashboard."
    again = f"`coordinator retry {name}` reviews it again."
    return {"escalate": decide, "error": again}.get(outcome, "")


def where_it_is(review: str) -> str:
    """Return the end of a comment about a review."""
    return f"Review {short_id(review)}; `coordinator show {short_id(review)}` has all of it."


def _item(text: str) -> str:
    """An entry of a list, which no line of a quoted text can break out of."""
    return "- " + "\n  ".join(text.splitlines())
