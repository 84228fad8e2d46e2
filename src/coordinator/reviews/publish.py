"""Publish a verdict in the tracker: set the status, post the comment, start the author again.

Each effect is recorded and happens once, even after a crash.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote

from coordinator.config.settings import Config
from coordinator.engine import Run
from coordinator.errors import Conflict, CoordinatorError, LimitReached, is_transient
from coordinator.models import (
    Case,
    Decided,
    Ending,
    Issue,
    Status,
    Submission,
    Superseded,
    Value,
    Verdict,
)
from coordinator.panels.prompt_parts import proof_text, reproduction
from coordinator.parsing.diff import DiffPlace, parse_diff
from coordinator.parsing.excerpt import bound
from coordinator.parsing.fields import comparable
from coordinator.parsing.injection import defuse
from coordinator.prompts import strict_templates
from coordinator.reviews.earlier_reviews import UNCHANGED
from coordinator.reviews.escalation import person_to_tell
from coordinator.reviews.record import EarlyActs
from coordinator.reviews.replaced_panels import ReplacedPanels, replaced_panels
from coordinator.storage.events import EARLY, key_of
from coordinator.storage.short_ids import short_id
from coordinator.storage.store import Store
from coordinator.trackers import LineComment, ReviewState, Tracker, marker
from coordinator.trackers.registry import TRACKERS
from coordinator.workspace.masking import mask_issue
from coordinator.workspace.snapshot import Workspace
from coordinator.workspace.sources import EvidenceSources
from coordinator.workspace.workers.pool import run_apart

log = logging.getLogger("coordinator")

# The status after a verdict. After an escalation or an error, a person sets the status.
TARGETS: dict[str, Status] = {"accept": "done", "reject": "in_progress"}

# The recorded reasons why a review is overtaken: the issue or the work has changed meanwhile.
TEXT_CHANGED = "the text of the issue has changed"
WORK_CHANGED = "the work has changed since the review began"
REASSIGNED = "the issue was assigned to somebody else"
LEFT = "the issue has left this review"
ADVISORY = "This verdict is advice: `review.mode` is `advisory`, so no status has changed."
ENTERED_AGAIN = "the issue has left this review and entered it again"
ISSUE_GONE = "the issue is gone"
TOO_OFTEN = "too many panels in a row were called off"
# After these changes the same entry is reviewed again.
REVIEWED_AGAIN = (TEXT_CHANGED, WORK_CHANGED, REASSIGNED)

# After this many waits of `review.settle` seconds, work that still changes is reviewed anyway.
LONGEST_SETTLING = 100
LONGEST_ERROR = 1_000  # characters


def _item(text: str) -> str:
    """Return the text as a list entry, with all lines indented, so that no line ends the entry."""
    return "- " + "\n  ".join(text.splitlines())


_TEXTS = strict_templates(Path(__file__).parent)
_TEXTS.filters["item"] = _item
_TEXTS.filters["proof_text"] = proof_text
_TEXTS.filters["reproduction"] = reproduction
_TEXTS.filters["short_id"] = short_id
_TEXTS.globals["UNCHANGED"] = UNCHANGED
# This module has a function for each macro of the template.
MESSAGES: Any = _TEXTS.get_template("messages.j2").module

# Raises Overtaken if the review is out of date. The argument names the moment of the check.
CheckCurrent = Callable[[str], Awaitable[None]]
ReadDiff = Callable[[], Awaitable[str]]


class Overtaken(Exception):
    """The issue or the work has changed during the review. The argument says how."""


class ActionResult(Value):
    """The result of an external effect, such as posting a comment.

    `why` is a note for people, for example why the effect did not happen. It can be empty.
    """

    why: str = ""


async def do_once(run: Run, key: str, effect: Callable[[], Awaitable[str]]) -> str:
    """Perform an external effect once and record it. Return its note, which can be empty."""

    async def act() -> ActionResult:
        return ActionResult(why=await effect())

    result = await run.step(key, act, ActionResult)
    return result.why


@dataclass(frozen=True, slots=True, kw_only=True)
class Publisher:
    """Writes to the tracker. An effect that is repeated after a crash changes nothing there."""

    tracker: Tracker
    config: Config

    async def check_current(
        self, run: Run, submission: Submission, case: Case, sources: EvidenceSources, when: str
    ) -> None:
        """Raise Overtaken if the issue or the work has changed.

        The result is recorded under `when`, the name of this moment in the review.
        """
        find = partial(self._find_change, submission, case, sources)
        why = await do_once(run, key_of("overtaken", when), find)
        if why:
            raise Overtaken(why)

    async def _find_change(
        self, submission: Submission, case: Case, sources: EvidenceSources
    ) -> str:
        changed = await self.why_outdated(submission, case.issue)
        if changed:
            return changed
        if not await sources.workspace.still_current():
            return WORK_CHANGED
        return ""

    async def why_outdated(self, submission: Submission, issue: Issue) -> str:
        """Return why a review that has read this issue is out of date.

        Return an empty string if it is not, as far as the tracker knows.
        """
        away = await self.why_away(submission)
        if away:
            return away
        found = await self.tracker.issue(submission.key)
        now = await run_apart(len(found.request), mask_issue, found)
        # The records of older reviews contain the secrets of their issue.
        before = await run_apart(len(issue.request), mask_issue, issue)
        if comparable(now.request) != comparable(before.request):
            return TEXT_CHANGED
        if now.base != before.base:
            return WORK_CHANGED
        if now.assignee != before.assignee:
            return REASSIGNED
        return ""

    async def why_away(self, submission: Submission) -> str:
        """Return why the issue has left this review, or an empty string if it has not."""
        entry = await self.tracker.entry(submission.key)
        if entry is None:
            return LEFT
        if entry.id != submission.entry:
            return ENTERED_AGAIN
        return ""

    async def settle_replaced(self, run: Run, submission: Submission, store: Store) -> None:
        """If this entry replaces a review that was called off, wait until the issue is quiet.

        Raise Overtaken if the issue leaves review meanwhile, or if too many panels in a row were
        called off. In the latter case a person is told.
        """
        replaced = replaced_panels(store, run.id, submission)
        if replaced is None:
            return
        replaced = await run.record("replaced", replaced)
        if replaced.panels >= self.config.review.attempts:
            await self.show_state(run, submission, "error", "No new panel begins")
            tell = partial(self._tell_too_often, submission, replaced)
            await do_once(run, key_of("act", "comment"), tell)
            raise Overtaken(TOO_OFTEN)
        settle = partial(self._until_quiet, run, submission, None)
        away = await do_once(run, key_of("overtaken", "settled"), settle)
        if away:
            raise Overtaken(away)
        announced = submission.model_copy(update={"attempt": replaced.panels + 1})
        await self._announce(run, announced, ENTERED_AGAIN)

    async def _tell_too_often(self, submission: Submission, replaced: ReplacedPanels) -> str:
        issue = await self.tracker.issue(submission.key)
        text = MESSAGES.too_often(replaced.panels, submission)
        # One comment, also if the issue enters review again and again.
        mark = marker(replaced.first, "too-often")
        return await self._post(submission, mark, text, person_to_tell(self.config, issue))

    async def give_way(
        self, run: Run, submission: Submission, workspace: Workspace | None, why: str
    ) -> Ending:
        """End a review whose issue or work has changed.

        Start the next attempt, or report that there is no verdict.
        """
        if why == TOO_OFTEN:
            return Superseded(why=why)
        await do_once(run, key_of("act", "asks"), partial(self._cancel_asks, run, submission))
        most = self.config.review.attempts
        if why in REVIEWED_AGAIN and submission.attempt < most:
            settle = partial(self._until_quiet, run, submission, workspace)
            away = await do_once(run, key_of("overtaken", "settled"), settle)
            if not away:
                return await self._start_next_attempt(run, submission, why)
            why = away
        # If the issue entered review again, the new review reports to the tracker.
        if why != ENTERED_AGAIN:
            await self.show_state(run, submission, "error", "The review ended without a verdict")
            tell = partial(self._tell_without_verdict, submission, why)
            await do_once(run, key_of("act", "comment"), tell)
        return Superseded(why=why)

    async def _cancel_asks(self, run: Run, submission: Submission) -> str:
        ended = await self.tracker.cancel_asks(submission.key, run.id)
        return agents_ended(ended)

    async def _start_next_attempt(self, run: Run, submission: Submission, why: str) -> Ending:
        following = next_attempt(submission)
        await self._announce(run, following, why)
        await run.start_next(following.id, following)
        return Superseded(why=why, successor=following.id)

    async def _announce(self, run: Run, following: Submission, why: str) -> None:
        text = MESSAGES.again(why, following, self.config.review.attempts)
        post = partial(self._post, following, marker(following.entry, "attempt"), text)
        await do_once(run, key_of("act", "attempt"), post)

    async def _tell_without_verdict(self, submission: Submission, why: str) -> str:
        issue = await self.tracker.issue(submission.key)
        mark = marker(submission.id, "superseded")
        if why != LEFT:
            text = MESSAGES.overtaken(why, submission, self.config.review.attempts)
            return await self._post(submission, mark, text, person_to_tell(self.config, issue))
        how = "mark it as ready" if self.has_reviews else "set it to in_review"
        text = MESSAGES.left(why, submission, issue.status, how)
        return await self._post(submission, mark, text)

    async def _until_quiet(
        self, run: Run, submission: Submission, workspace: Workspace | None
    ) -> str:
        """Wait until the text of the issue and the work stop changing.

        Return why the issue has left the review, or an empty string if it has not. If there is no
        workspace yet, look only at the issue.
        """
        seen: tuple[str, str, str] | None = None
        async with run.idle():
            for _ in range(LONGEST_SETTLING):
                away = await self.why_away(submission)
                if away:
                    return away
                issue = await self.tracker.issue(submission.key)
                work = await workspace.current() if workspace else ""
                now = (issue.request, issue.assignee, work)
                if now == seen:
                    break
                seen = now
                await asyncio.sleep(self.config.review.settle)
        return ""

    @property
    def has_reviews(self) -> bool:
        """Return whether the tracker can show a review on the work itself, as on a pull request."""
        return "reviews" in TRACKERS[self.tracker.name].abilities

    async def show_state(
        self, run: Run, submission: Submission, state: ReviewState, text: str
    ) -> None:
        """Show the state of the review on the work itself, if the tracker supports that."""
        if not self.sets_states:
            return

        async def show() -> str:
            await self.tracker.show_state(
                submission.key,
                state,
                text,
                entry=submission.entry,
                link=self.link_to(submission),
            )
            return ""

        await do_once(run, key_of("act", "state", state), show)

    def link_to(self, submission: Submission) -> str:
        """Return the address of the review in the dashboard.

        Return an empty string if the address of the dashboard is not configured.
        """
        return link_to(self.config, f"reviews/{submission.id}")

    async def publish(
        self,
        run: Run,
        submission: Submission,
        case: Case,
        verdict: Verdict,
        check: CheckCurrent,
        diff: ReadDiff,
    ) -> Ending:
        """Publish the verdict.

        Raise Overtaken if somebody else has changed the issue first.
        """
        await self._record_early_acts(run, submission)
        target = self._target(verdict)
        if target is not None:
            move = partial(self._move, submission, target)
            conflict = await do_once(run, key_of("act", "status"), move)
            if conflict:
                await check("conflict")
                # There is no difference now, so the issue was changed and then changed back.
                raise Overtaken(TEXT_CHANGED)
        await self.show_state(run, submission, verdict.outcome, MESSAGES.HEADS[verdict.outcome])
        is_decided = verdict.outcome in ("accept", "reject") and not self._is_advisory
        if is_decided and self.has_reviews:
            review = partial(self._review, submission, verdict, diff)
            await do_once(run, key_of("act", "review"), review)
        then = "push again" if self.has_reviews else ""
        text = verdict_comment(verdict, submission.id, case, then)
        if self._is_advisory:
            text = f"{ADVISORY}\n\n{text}"
        await self._comment(run, submission, verdict, text)
        if is_decided and verdict.outcome == "reject":
            await do_once(run, key_of("act", "retrigger"), partial(self._retrigger, submission))
        if is_decided and verdict.outcome == "accept" and self.has_reviews:
            merge = partial(self._merge, submission, case.issue.base)
            await do_once(run, key_of("act", "merge"), merge)
        return Decided(verdict=verdict)

    async def _record_early_acts(self, run: Run, submission: Submission) -> None:
        """Record the commands and reviews in the tracker before the verdict. They do not decide it.

        Any other act, such as a new status, would have overtaken the review. So all acts of these
        kinds come after the verdict.
        """

        async def read() -> EarlyActs:
            acts = await self.tracker.acts(submission.key, entry=submission.entry)
            early = [act.id for act in acts if act.way in ("command", "review")]
            return EarlyActs(ids=tuple(early))

        if submission.given is None:
            await run.step(EARLY, read, EarlyActs)

    @property
    def sets_states(self) -> bool:
        """Return whether we show the state of a review on the work itself."""
        return self.has_reviews and not self._is_advisory

    @property
    def _is_advisory(self) -> bool:
        """Return whether the verdict is only a comment."""
        return self.config.review.mode == "advisory"

    def _target(self, verdict: Verdict) -> Status | None:
        if self._is_advisory:
            return None
        if verdict.outcome == "escalate" and self.tracker.name == "multica":
            if self.config.multica.on_escalation == "blocked":
                return "blocked"
            return None
        return TARGETS.get(verdict.outcome)

    async def _move(self, submission: Submission, target: Status) -> str:
        issue = await self.tracker.issue(submission.key)
        try:
            await self.tracker.move(
                submission.key, target, entry=submission.entry, version=issue.version
            )
        except Conflict as conflict:
            return str(conflict)
        return ""

    async def _retrigger(self, submission: Submission) -> str:
        issue = await self.tracker.issue(submission.key)
        return await self.tracker.retrigger(issue, submission.id)

    async def _review(self, submission: Submission, verdict: Verdict, diff: ReadDiff) -> str:
        """Post a review on the work itself, with line comments for the reasons.

        Return a description of the parts that were not done, or an empty string.
        """
        outcome: Literal["accept", "reject"] = "accept" if verdict.outcome == "accept" else "reject"
        why = await self.tracker.review(
            submission.key,
            outcome,
            defuse(MESSAGES.head(verdict)),
            findings_of(verdict, await diff()),
            entry=submission.entry,
            marker=marker(submission.id, "review"),
        )
        return why or ""

    async def _merge(self, submission: Submission, base: str) -> str:
        why = await self.tracker.merge(
            submission.key, entry=submission.entry, base=base, unasked=True
        )
        if not why:
            return ""
        issue = await self.tracker.issue(submission.key)
        text = MESSAGES.not_merged(why, submission)
        await self._post(
            submission, marker(submission.id, "merge"), text, person_to_tell(self.config, issue)
        )
        return why

    async def report_error(self, run: Run, submission: Submission, why: CoordinatorError) -> Ending:
        """Publish an error verdict, because there is no work to review."""
        await self._record_early_acts(run, submission)
        verdict = Verdict(outcome="error", rule="no work to review", explanation=str(why))
        verdict = await run.record("verdict", verdict)
        await self.show_state(run, submission, "error", MESSAGES.HEADS["error"])
        await self._comment(run, submission, verdict, verdict_comment(verdict, submission.id))
        return Decided(verdict=verdict)

    async def _comment(self, run: Run, submission: Submission, verdict: Verdict, text: str) -> None:
        async def post() -> str:
            issue = await self.tracker.issue(submission.key)  # the assignee may have changed
            if verdict.outcome == "accept" or self._is_advisory:
                to = ""
            elif verdict.outcome == "reject":
                to = issue.addressee
            else:
                to = person_to_tell(self.config, issue)
            if self.has_reviews:
                # One comment on the work, which always shows the verdict of the last review.
                mark = marker(submission.key, "verdict")
            else:
                mark = marker(submission.id, verdict.outcome)
            return await self._post(submission, mark, text, to, replace=self.has_reviews)

        await do_once(run, key_of("act", "comment"), post)

    async def report_failure(self, submission: Submission, error: Exception) -> None:
        """Post a comment that says that the review has stopped, or when it will continue.

        If the tracker refuses the comment, the failure appears only in the log and in the list of
        runs.
        """
        if isinstance(error, LimitReached):
            until = datetime.fromtimestamp(time.time() + error.pause, UTC)
            # At most one comment each day.
            mark = marker(submission.key, "waits", until.toordinal())
            text = MESSAGES.waits(error, f"{until:%F %R}", submission)
        elif is_transient(error):
            return
        else:
            mark = marker(submission.id, "failed")
            text = stopped_text(f"{type(error).__name__}: {error}", submission.id)
        try:
            # An edited mention notifies the person again.
            await self._tell(submission, mark, text, replace=not is_transient(error))
            if not is_transient(error):
                await self._show_failure(submission)
        except CoordinatorError as refused:
            log.warning("%s: the tracker refused to report its failure: %s", submission.id, refused)

    async def report_given_up(self, submission: Submission, why: str) -> None:
        """Report a review that was given up. Raise TrackerError if the tracker refuses that."""
        mark = marker(submission.id, "failed")
        await self._tell(submission, mark, stopped_text(why, submission.id))
        await self._show_failure(submission)

    async def _tell(
        self, submission: Submission, mark: str, text: str, *, replace: bool = True
    ) -> None:
        """Post a comment to the person who decides."""
        issue = await self.tracker.issue(submission.key)
        to = person_to_tell(self.config, issue)
        await self._post(submission, mark, text, to, replace=replace)

    async def _show_failure(self, submission: Submission) -> None:
        if self.sets_states:
            state = "The review has stopped with an error"
            await self.tracker.show_state(submission.key, "error", state, entry=submission.entry)

    async def _post(
        self, submission: Submission, mark: str, text: str, to: str = "", *, replace: bool = True
    ) -> str:
        """Post a comment, unless a comment with this marker exists.

        If `replace` is true, the text of the existing comment is replaced. Return the server's
        message about whether the comment started the agent `to`. It can be empty.
        """
        shown = with_link(defuse(text), self.link_to(submission))
        posted = await self.tracker.post_once(
            submission.key, shown, marker=mark, to=to, replace=replace
        )
        return posted.outcome


def agents_ended(number: int) -> str:
    """Return a sentence about the agents in the tracker whose work we ended; empty if none."""
    if not number:
        return ""
    runs = "run" if number == 1 else "runs"
    return f"{number} {runs} of agents in the tracker cancelled"


def link_to(config: Config, page: str) -> str:
    """Return the address of a page of the dashboard, such as `reviews/B-1.1`.

    Return an empty string if the address of the dashboard is not configured.
    """
    site = config.serve.url.rstrip("/")
    if not site:
        return ""
    return f"{site}/{quote(page, safe='/+')}"


def with_link(text: str, link: str) -> str:
    """Return the text of a comment with a link to the dashboard, if there is one."""
    if not link:
        return text
    return f"{text}\n\n[Show it in the dashboard]({link})"


def stopped_text(what: str, run_id: str) -> str:
    """Return the comment for a review that has stopped with an error."""
    return str(MESSAGES.stopped(bound(what, LONGEST_ERROR), run_id))


def next_attempt(submission: Submission) -> Submission:
    """Return the submission for the next attempt to review the same entry."""
    first = submission.id
    if submission.attempt > 1:
        first = first.removesuffix(f".{submission.attempt}")
    number = submission.attempt + 1
    return submission.model_copy(update={"id": f"{first}.{number}", "attempt": number})


def verdict_comment(verdict: Verdict, review: str, case: Case | None = None, then: str = "") -> str:
    """Return the comment for a verdict. Untrusted text in it is made inert."""
    return defuse(MESSAGES.verdict(verdict, review, case, then))


def findings_of(verdict: Verdict, diff: str) -> tuple[LineComment, ...]:
    """Return a line comment for each reason whose evidence is in the diff.

    The comment is at the first cited line that is not a deleted line.
    """
    places: dict[str, DiffPlace] = {}
    for at, place in parse_diff(diff).places().items():
        if place.line.new:  # the server accepts no comment on a deleted line
            places[at] = place
    comments = []
    for reason in verdict.reasons:
        for proof in reason.proofs:
            if proof.at not in places:
                continue
            place = places[proof.at]
            text = defuse(f"{reason.id}: {reason.text}")
            comments.append(LineComment(path=place.path, line=place.line.new, text=text))
            break
    return tuple(comments)
