"""From a submission to a case: the issue, the frozen work, the checks, and what earlier reviews left."""

import asyncio
import logging
import os
import secrets
from dataclasses import dataclass
from functools import partial
from typing import Annotated

from pydantic import BeforeValidator

from coordinator.config.checks import CheckConfig, SetupConfig
from coordinator.config.settings import Config
from coordinator.engine import Run, formerly_in
from coordinator.errors import (
    CoordinatorError,
    NotHere,
    OriginUnavailable,
    UsageError,
    is_transient,
)
from coordinator.judgement.preconditions import hold_against_base
from coordinator.models import Case, CheckResult, Issue, PreviousReview, Submission, Work
from coordinator.panels.records import Seed
from coordinator.parsing.excerpt import bound
from coordinator.parsing.injection import suspicions
from coordinator.reviews.publish import ENTERED_AGAIN, LEFT, Overtaken
from coordinator.reviews.record import ReviewReader
from coordinator.storage.events import key_of
from coordinator.trackers import Tracker
from coordinator.workspace.check_setup import CheckSetup
from coordinator.workspace.checks import check_base, detect, detected_check, run_check, tests_of
from coordinator.workspace.copies import clear
from coordinator.workspace.masking import mask_issue, notices, withhold
from coordinator.workspace.snapshot import Workspace, snapshot
from coordinator.workspace.sources import EvidenceSources

Notes = Annotated[tuple[str, ...], formerly_in("notes")]
Commands = Annotated[
    tuple[str, ...],
    BeforeValidator(lambda value: [*value.values()] if isinstance(value, dict) else value),
    formerly_in("commands"),
]

log = logging.getLogger("coordinator")

WORDS_ALONE = (
    "nothing was pushed that we could look at: the author's comments and files were reviewed, "
    "and evidence in code has no source"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Intake:
    """Takes submissions in; every part is recorded as it was when the review began."""

    tracker: Tracker
    config: Config
    record: ReviewReader
    setup: CheckSetup

    async def open(self, run: Run, submission: Submission) -> tuple[Case, EvidenceSources]:
        """Return everything a protocol may look at, and where its evidence is looked up."""
        seed = await run.record("seed", secrets.token_hex(16), Seed)

        async def fetch() -> Issue:
            self.record.check_turn(run.id, self.config.review.reviews_per_day)
            issue = await self.tracker.issue(submission.key)
            if submission.given is None and not submission.entry.startswith(issue.head):
                await self._explain_other_commit(issue, submission.entry, submission)
            return await asyncio.to_thread(mask_issue, issue)

        issue = await run.step("issue", fetch, Issue)
        if not issue.text.strip() and not issue.attachments:
            raise UsageError(f"{issue.key} has no text", fix="say in the issue what is asked, then submit again")
        work = await run.step("work", lambda: self._freeze(run, issue, submission), Work)
        home = self.config.home / "work" / run.id
        here = work
        if work.repo and not (home.is_dir() and os.path.isdir(work.repo)):
            here = await self._freeze_here(run, issue, submission, work)
        workspace = Workspace(here, home, self.config.review.limits)
        checks = await self._check(run, workspace)

        async def look_back() -> PreviousReview:
            return self.record.earlier(self.tracker.name, issue.key, run.id)

        earlier = await run.step("earlier", look_back, PreviousReview)
        case = Case(review=run.id, issue=issue, work=work, checks=checks, earlier=earlier, seed=seed)
        sources = EvidenceSources(case, workspace)
        notes = await run.step("suspicions", lambda: _suspicions(case, sources), Notes)
        return case.model_copy(update={"suspicions": notes}), sources

    async def _freeze_here(self, run: Run, issue: Issue, submission: Submission, work: Work) -> Work:
        """Return the same work as it is on this machine, where another one has taken it in.

        What cannot be had is missed by whoever needs it: a review that has come to its end needs it no more.
        """
        home = self.config.home / "work" / run.id
        await asyncio.to_thread(clear, home)
        try:
            found = await self._freeze(run, issue, submission)
            if (found.commit, found.revision) == (work.commit, work.revision):
                return work.model_copy(update={"repo": found.repo})
            log.warning("%s was taken in for %s, and now there is %s", work.name, run.id, found.name)
        except (CoordinatorError, Overtaken) as error:
            if is_transient(error) or (isinstance(error, NotHere) and run.can_move):
                raise
            log.warning("the work of %s cannot be had here: %s", run.id, error)
        await asyncio.to_thread(clear, home)
        return work

    async def _freeze(self, run: Run, issue: Issue, submission: Submission) -> Work:
        limit, limits, rules = self.config.review.diff_limit, self.config.review.limits, self.config.review.rules
        async with run.idle():  # the author may still be at it
            found = await self.tracker.delivery(issue)
        if found.repo:
            home = self.config.home / "work" / run.id
            committed = self.config.review.work == "commit" and self.tracker.name != "local"
            try:
                work = await snapshot(
                    found.repo, found.base, home, limit, found.heads, limits, committed=committed, rules=rules
                )
                if issue.head and work.commit != issue.head:
                    await self._explain_other_commit(issue, work.commit, submission)
                return work
            except BaseException:
                await asyncio.to_thread(clear, home)  # half a copy is of no use, and may have filled the disk
                raise
        shown = bound(await asyncio.to_thread(withhold, found.words), limit)
        return Work(repo="", base="", commit="", revision="", diff=shown, diff_bytes=len(found.words.encode()))

    async def _explain_other_commit(self, issue: Issue, commit: str, submission: Submission) -> None:
        """Raise Overtaken if there is a newer push; else the server has not put ours in its place yet."""
        entry = await self.tracker.entry(issue.key)
        if entry is None or entry.id != submission.entry:
            raise Overtaken(ENTERED_AGAIN if entry else LEFT)
        what = f"{issue.key} is at {issue.head[:10]}, and {commit[:10]} was submitted or can be fetched"
        raise OriginUnavailable(what, fix="it is tried again")

    async def _check(self, run: Run, workspace: Workspace) -> tuple[CheckResult, ...]:
        if not workspace.work.repo or workspace.work.uncommitted:
            return ()
        checks = self.config.checks
        if detected := checks is None:
            # On record, because the work may be cleared away already when the review is replayed.
            checks = tuple(map(detected_check, await run.step("detected", lambda: detect(workspace), Commands)))
        results = []
        for check in checks:
            result = partial(self._measure, run, workspace, check, detected=detected)
            results.append(await run.step(key_of("check", check.name), result, CheckResult))
        return tuple(results)

    async def _measure(self, run: Run, workspace: Workspace, check: CheckConfig, *, detected: bool) -> CheckResult:
        """Return how a check ended; what was merely detected is red only if it is green on the base, and red twice."""
        if check.run:
            await run.step("setup", lambda: self.setup.recipe(workspace), SetupConfig)
        measure = partial(run_check, check, workspace, self.setup, detected=detected)
        if not detected:
            return await measure()
        if check.name not in await tests_of(workspace):
            summary = f"the base has tests for `{check.name}`, the work has none"
            return CheckResult(name=check.name, status="error", blocks=False, summary=summary, detected=True)
        first = await run.step(key_of("measured", "first", check.name), measure, CheckResult)
        if first.status != "red":
            return first
        on_base = partial(check_base, check, workspace, self.setup)
        base = await run.step(key_of("measured", "base", check.name), on_base, CheckResult)
        again = first
        if base.status == "green":
            again = await run.step(key_of("measured", "again", check.name), measure, CheckResult)
        return hold_against_base(first, again, base)


async def _suspicions(case: Case, sources: EvidenceSources) -> tuple[str, ...]:
    texts = {
        "issue": case.request,
        "paths": "\n".join((*(file.path for file in case.work.changed), *case.work.withheld)),
        "diff": await sources.diff(),
    }
    texts |= {f"check:{check.name}": check.output for check in case.checks}
    withheld = await asyncio.to_thread(notices, texts)
    return (*withheld, *(f"{s.where}: {s.what}: {s.text}" for s in suspicions(texts)))
