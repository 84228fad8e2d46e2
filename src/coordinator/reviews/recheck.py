"""Repeat the checks and blind tests of accepted work with its present base, without a judge.

If they are still green, only the description of the commit status changes. Otherwise the commit
status becomes a failure. One comment says what broke, and names the commit of the base.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial

from coordinator.engine import Run
from coordinator.errors import Unsettled, UsageError, WorkspaceError
from coordinator.judgement.rechecks import decide_recheck, green_probes
from coordinator.models import (
    CheckResult,
    Decided,
    Ending,
    Submission,
    Superseded,
    Verdict,
    Work,
)
from coordinator.panels.probes import measure_probe
from coordinator.parsing.injection import defuse
from coordinator.reviews.escalation import person_to_tell
from coordinator.reviews.intake import FrozenCase
from coordinator.reviews.publish import MESSAGES, Overtaken, do_once, with_link
from coordinator.reviews.record import DECISION, RECHECK, ReviewRecord
from coordinator.reviews.review import carry_out, goes_on_elsewhere
from coordinator.reviews.setup import ReviewContext, ReviewContexts
from coordinator.reviews.standing_accepts import last_recheck, measured_review, standing_accept
from coordinator.storage.events import key_of
from coordinator.storage.store import RunRow
from coordinator.trackers import marker
from coordinator.workspace.checks.experiment_runner import ExperimentRunner

REPLACED = "the accept no longer stands"


async def recheck(run: Run, submission: Submission, contexts: ReviewContexts) -> Ending:
    """Recheck the accept of the review `submission.again`, and return the ending.

    If the recheck cannot continue, report that in the tracker and raise the error.
    """

    async def work(context: ReviewContext) -> Ending:
        return await Recheck(run, submission, context).carry_out()

    return await carry_out(run, submission, contexts, work)


@dataclass(frozen=True, slots=True)
class Recheck:
    """One recheck of an accept after its base has moved."""

    run: Run
    submission: Submission
    context: ReviewContext

    async def carry_out(self) -> Ending:
        """Check the merge of the accepted work into the present base, and publish the result.

        Publish nothing if the accept no longer stands.
        """
        self._wait_for_earlier()
        frozen = None
        try:
            await self._check_current("before")
            try:
                frozen = await self.context.intake.open_again(self.run, self.submission)
                verdict = await self._decide(frozen)
            except (UsageError, WorkspaceError) as error:
                if error.transient or goes_on_elsewhere(error, self.run):
                    raise
                verdict = Verdict(outcome="error", rule="no work", explanation=str(error))
            verdict = await self.run.record("verdict", verdict)
            await self._check_current("after")
            await self._publish(verdict, frozen.work if frozen else None)
        except Overtaken as overtaken:
            ending: Ending = Superseded(why=str(overtaken))
        else:
            ending = Decided(verdict=verdict)
        if frozen:
            await frozen.workspace.remove()
        return ending

    # -- whether the accept still stands

    def _runs(self) -> list[RunRow]:
        subject = f"{self.submission.tracker}:{self.submission.key}"
        return self.context.intake.record.store.runs_about(subject)

    def _wait_for_earlier(self) -> None:
        """Raise Unsettled while an earlier run about the issue may still write to the tracker."""
        for run in self._runs():
            if run.id == self.run.id:
                return
            if run.state == "open" and run.job in (RECHECK, DECISION):
                raise Unsettled(f"{run.id} is still being carried out")

    async def _check_current(self, when: str) -> None:
        """Raise Overtaken if the accept no longer stands. The result is recorded under `when`."""
        why = await do_once(self.run, key_of("overtaken", when), self._why_replaced)
        if why:
            raise Overtaken(why)

    async def _why_replaced(self) -> str:
        """Return why the accept no longer stands, or an empty string if it does."""
        accept = standing_accept(self.context.intake.record, self._runs())
        if accept is None or accept.submission.id != self.submission.again:
            return REPLACED
        return await self.context.publisher.why_away(self.submission)

    # -- measuring

    async def _decide(self, frozen: FrozenCase) -> Verdict:
        reader = self.context.intake.record
        review = reader.review(self.submission.again)
        measured = measured_review(reader, review)
        probes = await self._run_probes(frozen, measured)
        return decide_recheck(frozen.work, (*frozen.checks, *probes), review.checks)

    async def _run_probes(
        self, frozen: FrozenCase, measured: ReviewRecord
    ) -> tuple[CheckResult, ...]:
        """Run the blind tests that were green on the accepted work, and return their results."""
        merge = frozen.work.merge
        if measured.rubric is None or (merge is not None and merge.conflicts):
            return ()
        config = self.context.config.review
        setup = self.context.intake.setup
        runner = ExperimentRunner(frozen.workspace.merged, setup, config)
        wanted = green_probes(measured.checks)
        results = []
        for probe in measured.rubric.rubric.probes or ():
            if probe.id in wanted:
                key = key_of("check", probe.id)
                measure = partial(measure_probe, runner, probe)
                results.append(await self.run.step(key, measure, CheckResult))
        return tuple(results)

    # -- publishing

    async def _publish(self, verdict: Verdict, work: Work | None) -> None:
        """Show the state, and post or update our comment.

        Write no comment if the accept held before and still holds. If the accept is lost or
        regained, also update our review on the work itself.
        """
        last = last_recheck(
            self.context.intake.record, self._runs(), self.submission.again, before=self.run.id
        )
        before = last.state if last else "accept"
        base = self.submission.moved_to[:10]
        if work is not None and work.merge is not None:
            base = f"{work.merge.branch} {work.merge.onto[:10]}"
        await self._act("state", partial(self._show, verdict, base))
        if verdict.outcome != before and "reject" in (verdict.outcome, before):
            await self._act("review", partial(self._review, verdict))
        if verdict.outcome != "accept" or before != "accept":
            await self._act("comment", partial(self._comment, verdict, base))

    async def _act(self, what: str, effect: Callable[[], Awaitable[str]]) -> None:
        """Perform an effect once, unless the accept no longer stands at that moment."""

        async def unless_replaced() -> str:
            why = await self._why_replaced()
            if why:
                return f"not done: {why}"
            return await effect()

        await do_once(self.run, key_of("act", what), unless_replaced)

    async def _show(self, verdict: Verdict, base: str) -> str:
        publisher = self.context.publisher
        await publisher.tracker.show_state(
            self.submission.key,
            verdict.outcome,
            f"{MESSAGES.RECHECKED[verdict.outcome]} with {base}",
            entry=self.submission.entry,
            link=publisher.link_to(self.submission),
        )
        return ""

    async def _review(self, verdict: Verdict) -> str:
        """Replace our approval with a request for changes, or approve again."""
        why = await self.context.publisher.tracker.review(
            self.submission.key,
            "accept" if verdict.outcome == "accept" else "reject",
            defuse(MESSAGES.recheck_head(verdict)),
            (),
            entry=self.submission.entry,
            marker=marker(self.submission.id, "review"),
        )
        return why or ""

    async def _comment(self, verdict: Verdict, base: str) -> str:
        tracker = self.context.publisher.tracker
        issue = await tracker.issue(self.submission.key)
        to = ""
        if verdict.outcome == "reject":
            to = issue.addressee
        elif verdict.outcome == "error":
            to = person_to_tell(self.context.config, issue)
        text = defuse(MESSAGES.rechecked(verdict, base, self.submission))
        posted = await tracker.post_once(
            self.submission.key,
            with_link(text, self.context.publisher.link_to(self.submission)),
            marker=marker(self.submission.again, "base"),
            to=to,
            replace=True,
        )
        return posted.outcome
