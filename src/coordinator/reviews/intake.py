"""From a submission to a case: the issue, the frozen work, the checks, and what earlier reviews left."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from functools import partial

from pydantic import Field

from coordinator.config.settings import CheckConfig, Config
from coordinator.engine import Run
from coordinator.errors import UsageError
from coordinator.models import Case, CheckResult, Issue, PreviousReview, Submission, Value, Work
from coordinator.parsing.excerpt import bound
from coordinator.parsing.injection import suspicions
from coordinator.storage.events import key_of
from coordinator.storage.review_record import ReviewReader
from coordinator.trackers import Tracker
from coordinator.workspace.checks import detect, run_check
from coordinator.workspace.snapshot import Workspace, snapshot
from coordinator.workspace.sources import EvidenceSources

WORDS_ALONE = (
    "nothing was pushed that we could look at: the author's comments and files were reviewed, "
    "and evidence in code has no source"
)


class Seed(Value):
    """What every random word of a review is made from."""

    seed: str = Field(default_factory=lambda: secrets.token_hex(16))


class DetectedChecks(Value):
    """The checks that were found in the work, as commands by name."""

    commands: dict[str, str]


class Suspicions(Value):
    """What in the work looks like an attempt on its reviewers."""

    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Intake:
    """Takes submissions in; every part is recorded as it was when the review began."""

    tracker: Tracker
    config: Config
    record: ReviewReader

    async def open(self, run: Run, submission: Submission) -> tuple[Case, EvidenceSources]:
        """Return everything a protocol may look at, and where its evidence is looked up."""
        seed = await run.record("seed", Seed())
        issue = await run.step("issue", lambda: self.tracker.issue(submission.key), Issue)
        if not issue.text.strip():
            raise UsageError(f"{issue.key} has no text", fix="say in the issue what is asked, then submit again")
        work = await run.step("work", lambda: self._freeze(run, issue), Work)
        home = self.config.home / "work" / run.id
        workspace = Workspace(work, home)
        checks = await self._check(run, workspace)

        async def look_back() -> PreviousReview:
            return self.record.earlier(self.tracker.name, issue.key, run.id)

        earlier = await run.step("earlier", look_back, PreviousReview)
        case = Case(review=run.id, issue=issue, work=work, checks=checks, earlier=earlier, seed=seed.seed)
        sources = EvidenceSources(case, workspace)
        noted = await run.step("suspicions", lambda: _suspicions(case, sources), Suspicions)
        return case.model_copy(update={"suspicions": noted.notes}), sources

    async def _freeze(self, run: Run, issue: Issue) -> Work:
        limit = self.config.review.diff_limit
        async with run.idle():  # the author may still be at it
            found = await self.tracker.delivery(issue)
        if found.repo:
            home = self.config.home / "work" / run.id
            return await snapshot(found.repo, found.base, home, limit, found.head)
        words = found.words
        if words is None:  # then what the author wrote in the issue is the work
            comments = await self.tracker.comments(issue.key)
            words = "\n\n".join(comment.text for comment in comments if comment.author == issue.assignee)
        shown = bound(words, limit)
        return Work(repo="", base="", commit="", revision="", diff=shown, diff_bytes=len(words.encode()))

    async def _check(self, run: Run, workspace: Workspace) -> tuple[CheckResult, ...]:
        if not workspace.work.repo:
            return ()

        async def find() -> DetectedChecks:
            return DetectedChecks(commands={check.name: check.run for check in await detect(workspace)})

        checks = self.config.checks
        if detected := checks is None:
            # On record, because the work may be cleared away already when the review is replayed.
            found = await run.step("detected", find, DetectedChecks)
            checks = tuple(CheckConfig(name=name, run=command) for name, command in found.commands.items())
        results = []
        for check in checks:
            result = partial(run_check, check, workspace, detected=detected)
            results.append(await run.step(key_of("check", check.name), result, CheckResult))
        return tuple(results)


async def _suspicions(case: Case, sources: EvidenceSources) -> Suspicions:
    texts = {
        "issue": case.issue.request,
        "paths": "\n".join((*(file.path for file in case.work.changed), *case.work.withheld)),
        "diff": await sources.diff(),
    }
    texts |= {f"check:{check.name}": check.output for check in case.checks}
    notes = [] if case.work.repo else [WORDS_ALONE]
    notes += [f"{s.where}: {s.what}: {s.text}" for s in suspicions(texts)]
    return Suspicions(notes=tuple(notes))
