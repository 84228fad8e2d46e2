"""Carry a verdict out in the tracker: status first, then the comment, then the author; each exactly once."""

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
from coordinator.models import Case, Decided, Ending, Issue, Status, Submission, Superseded, Value, Verdict
from coordinator.panels.prompt_parts import proof_text, reproduction
from coordinator.parsing.diff import parse_diff
from coordinator.parsing.excerpt import bound
from coordinator.parsing.fields import comparable
from coordinator.parsing.injection import defuse
from coordinator.prompts import strict_templates
from coordinator.reviews.history import UNCHANGED
from coordinator.storage.events import key_of
from coordinator.storage.store import short_id
from coordinator.trackers import ABILITIES, LineComment, ReviewState, Tracker, marker
from coordinator.workspace.masking import mask_issue
from coordinator.workspace.snapshot import Workspace
from coordinator.workspace.sources import EvidenceSources

log = logging.getLogger("coordinator")

# An escalation or an error leaves the status to the person who is called.
TARGETS: dict[str, Status] = {"accept": "done", "reject": "in_progress"}

# Why a review is overtaken, as it is on record. What has changed is reviewed again, in the next attempt.
TEXT_CHANGED = "the text of the issue has changed"
WORK_CHANGED = "the work has changed since the review began"
LEFT = "the issue has left this review"
ENTERED_AGAIN = "the issue has left this review and entered it again"

LONGEST_SETTLING = 100  # times the quiet while: then the work is reviewed as it is
LONGEST_ERROR = 1_000


def _item(text: str) -> str:
    """An entry of a list, which no line of a quoted text can break out of."""
    return "- " + "\n  ".join(text.splitlines())


_TEXTS = strict_templates(Path(__file__).parent)
_TEXTS.filters |= {"item": _item, "proof_text": proof_text, "reproduction": reproduction, "short_id": short_id}
_TEXTS.globals["UNCHANGED"] = UNCHANGED
MESSAGES: Any = _TEXTS.get_template("messages.j2").module  # a function for each of its macros

CheckCurrent = Callable[[str], Awaitable[None]]
Diffed = Callable[[], Awaitable[str]]  # the whole diff


class Overtaken(Exception):
    """The world has moved on while a review was held; the argument says how."""


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

    async def check_current(
        self, run: Run, submission: Submission, case: Case, sources: EvidenceSources, when: str
    ) -> None:
        """Raise Overtaken if this review no longer matters as it is; what was found is on record."""

        async def look() -> str:
            if away := await self._away(submission):
                return away
            now = await asyncio.to_thread(mask_issue, await self.tracker.issue(submission.key))
            # Older reviews were recorded with the secrets of their issue.
            before = await asyncio.to_thread(mask_issue, case.issue)
            if comparable(now.request) != comparable(before.request):
                return TEXT_CHANGED
            if now.base != before.base:
                return WORK_CHANGED
            return "" if await sources.workspace.still_current() else WORK_CHANGED

        if why := await do_once(run, key_of("overtaken", when), look):
            raise Overtaken(why)

    async def _away(self, submission: Submission) -> str:
        entry = await self.tracker.entry(submission.key)
        return LEFT if entry is None else "" if entry.id == submission.entry else ENTERED_AGAIN

    async def give_way(self, run: Run, submission: Submission, workspace: Workspace, why: str) -> Ending:
        """End a review that was overtaken: with the next attempt once all is quiet, or with a word about its end."""
        most = self.config.review.attempts
        if why in (TEXT_CHANGED, WORK_CHANGED) and submission.attempt < most:
            settle = partial(self._until_quiet, run, submission, workspace)
            away = await do_once(run, key_of("overtaken", "settled"), settle)
            if not away:
                following = next_attempt(submission)
                said = MESSAGES.again(why, following, most)
                post = partial(self._post, following, marker(submission.entry, "attempt"), said)
                await do_once(run, key_of("act", "attempt"), post)
                await run.start_next(following.id, following)
                return Superseded(why=why, successor=following.id)
            why = away

        async def tell() -> str:
            issue = await self.tracker.issue(submission.key)
            if why == LEFT and issue.status in ("done", "cancelled"):
                return "nobody is told: the issue is closed"
            how = "have it ready" if self._reviews else "set it to in_review"
            to, said = self._person(issue), MESSAGES.overtaken(why, submission, most)
            if why == LEFT:
                to, said = "", MESSAGES.left(why, submission, issue.status, how)
            return await self._post(submission, marker(submission.id, "superseded"), said, to)

        if why != ENTERED_AGAIN:  # then the review of that entry has the word
            await self.show_state(run, submission, "error", "The review ended without a verdict")
            await do_once(run, key_of("act", "comment"), tell)
        return Superseded(why=why)

    async def _until_quiet(self, run: Run, submission: Submission, workspace: Workspace) -> str:
        """Wait until neither text nor work has changed for a while; return why there is nothing to wait for."""
        seen: tuple[str, str] | None = None
        async with run.idle():
            for _ in range(LONGEST_SETTLING):
                if away := await self._away(submission):
                    return away
                now = (await self.tracker.issue(submission.key)).request, await workspace.current()
                if now == seen:
                    break
                seen = now
                await asyncio.sleep(self.config.review.settle)
        return ""

    @property
    def _reviews(self) -> bool:
        """Whether the tracker lets the work itself be reviewed."""
        return "reviews" in ABILITIES[self.tracker.name]

    async def show_state(self, run: Run, submission: Submission, state: ReviewState, text: str) -> None:
        """Show on the work itself where its review stands, where the tracker can."""
        site = self.config.serve.url.rstrip("/")
        link = f"{site}/reviews/{quote(submission.id, safe='+')}" if site else ""

        async def show() -> str:
            await self.tracker.show_state(submission.key, state, text, entry=submission.entry, link=link)
            return ""

        if self._reviews:
            await do_once(run, key_of("act", "state", state), show)

    async def publish(
        self, run: Run, submission: Submission, case: Case, verdict: Verdict, check: CheckCurrent, diff: Diffed
    ) -> Ending:
        """Update the tracker, and start the author again after a reject; raise Overtaken if somebody was first."""
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

        if target and await do_once(run, key_of("act", "status"), lambda: move(target)):
            await check("conflict")
            raise Overtaken(TEXT_CHANGED)  # and changed back since
        await self.show_state(run, submission, verdict.outcome, MESSAGES.HEADS[verdict.outcome])
        if verdict.outcome in ("accept", "reject") and self._reviews:
            await do_once(run, key_of("act", "review"), partial(self._review, submission, verdict, diff))
        then = "push again" if self._reviews else ""
        await self._comment(run, submission, verdict, verdict_comment(verdict, submission.id, case, then))
        if verdict.outcome == "reject":
            await do_once(run, key_of("act", "retrigger"), retrigger)
        if verdict.outcome == "accept" and self._reviews:
            await do_once(run, key_of("act", "merge"), partial(self._merge, submission, case.issue.base))
        return Decided(verdict=verdict)

    async def _review(self, submission: Submission, verdict: Verdict, diff: Diffed) -> str:
        """Review the work itself, with the reasons at the lines that show them."""
        outcome: Literal["accept", "reject"] = "accept" if verdict.outcome == "accept" else "reject"
        which = {"entry": submission.entry, "marker": marker(submission.id, "review")}
        findings, said = findings_of(verdict, await diff()), defuse(MESSAGES.head(verdict))
        return await self.tracker.review(submission.key, outcome, said, findings, **which) or ""

    async def _merge(self, submission: Submission, base: str) -> str:
        why = await self.tracker.merge(submission.key, entry=submission.entry, base=base, unasked=True)
        if why:
            person = self._person(await self.tracker.issue(submission.key))
            await self._post(submission, marker(submission.id, "merge"), MESSAGES.not_merged(why, submission), person)
        return why or ""

    async def report_error(self, run: Run, submission: Submission, why: CoordinatorError) -> Ending:
        """Tell whoever has to know that there is nothing to review, instead of leaving the issue hanging."""
        verdict = Verdict(outcome="error", rule="no work to review", explanation=str(why))
        verdict = await run.record("verdict", verdict)
        await self.show_state(run, submission, "error", MESSAGES.HEADS["error"])
        await self._comment(run, submission, verdict, verdict_comment(verdict, submission.id))
        return Decided(verdict=verdict)

    async def _comment(self, run: Run, submission: Submission, verdict: Verdict, text: str) -> None:
        async def post() -> str:
            issue = await self.tracker.issue(submission.key)  # it may have another assignee by now
            to = {"accept": "", "reject": issue.addressee}.get(verdict.outcome, self._person(issue))
            # Where the work has reviews, one comment says what the last of them came to.
            mark = marker(submission.key, "verdict") if self._reviews else marker(submission.id, verdict.outcome)
            return await self._post(submission, mark, text, to, replace=self._reviews)

        await do_once(run, key_of("act", "comment"), post)

    async def report_failure(self, submission: Submission, error: Exception) -> None:
        """Say that the review cannot go on, or waits by itself; what cannot be said is in the list of runs."""
        if isinstance(error, LimitReached):
            until = datetime.fromtimestamp(time.time() + error.pause, UTC)
            mark = marker(submission.key, "waits", until.toordinal())  # one comment for each day that is waited for
            said = MESSAGES.waits(error, f"{until:%F %R}", submission)
        elif is_transient(error):
            return
        else:
            mark, what = marker(submission.id, "failed"), bound(f"{type(error).__name__}: {error}", LONGEST_ERROR)
            said = MESSAGES.stopped(what, submission)
        try:
            to = self._person(await self.tracker.issue(submission.key))
            await self._post(submission, mark, said, to)
            if self._reviews and not is_transient(error):
                words = "The review has stopped with an error"
                await self.tracker.show_state(submission.key, "error", words, entry=submission.entry)
        except CoordinatorError as refused:
            log.warning("%s: nobody could be told that it does not go on: %s", submission.id, refused)

    def _person(self, issue: Issue) -> str:
        return self.config.review.escalate_to or issue.creator

    async def _post(self, submission: Submission, mark: str, text: str, to: str = "", *, replace: bool = True) -> str:
        """Post the one comment under a marker, in the place of what it said before; return whom it started."""
        posted = await self.tracker.post_once(submission.key, defuse(text), marker=mark, to=to, replace=replace)
        return posted.outcome


def next_attempt(submission: Submission) -> Submission:
    """Return the same entry as it is reviewed again."""
    number, first = submission.attempt + 1, submission.id
    first = first.removesuffix(f".{submission.attempt}") if submission.attempt > 1 else first
    return submission.model_copy(update={"id": f"{first}.{number}", "attempt": number})


def verdict_comment(verdict: Verdict, review: str, case: Case | None = None, then: str = "") -> str:
    """Return the comment that goes with a verdict, with untrusted text made inert."""
    return defuse(MESSAGES.verdict(verdict, review, case, then))


def findings_of(verdict: Verdict, diff: str) -> tuple[LineComment, ...]:
    """Return the reasons that can be shown at a line of the diff: each at the first that is evidence for it."""
    places, found = {at: place for at, place in parse_diff(diff).places().items() if place[1].new}, []
    for reason in verdict.reasons:
        place = next((places[proof.at] for proof in reason.proofs if proof.at in places), None)
        if place:
            found.append(LineComment(path=place[0], line=place[1].new, text=defuse(f"{reason.id}: {reason.text}")))
    return tuple(found)
