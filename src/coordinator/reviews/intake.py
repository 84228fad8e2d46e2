"""From a submission to a case: the issue, the frozen work, the checks, and what earlier reviews left."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from functools import partial

from coordinator.config.settings import CheckConfig, Config
from coordinator.engine import Run
from coordinator.errors import UsageError
from coordinator.models import Case, CheckResult, Issue, PreviousReview, Submission, Value, Work
from coordinator.parsing.excerpt import bound
from coordinator.parsing.injection import suspicions
from coordinator.storage.review_record import ReviewReader
from coordinator.trackers import Tracker
from coordinator.workspace.checks import detect, run_check
from coordinator.workspace.snapshot import NoRepository, Workspace, snapshot
from coordinator.workspace.sources import EvidenceSources

WORDS_ALONE = (
    "nothing was pushed that we could look at: the author's comments and files were reviewed, "
    "and evidence in code has no source"
)


class Seed(Value):
    """What every random word of a review is made from."""

    seed: str


class Detected(Value):
    """The checks that were found in the work, as commands by name."""

    commands: dict[str, str]


class Suspected(Value):
    """What in the work looks like an attempt on its reviewers."""

    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Intake:
    """Takes submissions in; every part is recorded as it was when the review began."""

    tracker: Tracker
    config: Config
    record: ReviewReader

    async def open(self, run: Run, submission: Submission) -> tuple[Case, EvidenceSources]:
        """Everything a protocol may look at, and where its evidence is looked up."""
        seed = await run.step("seed", lambda: _new_seed(""), Seed)
        issue = await run.step("issue", lambda: self.tracker.issue(submission.key), Issue)
        if not issue.text.strip():
            raise UsageError(f"{issue.key} has no text", fix="say in the issue what is asked, then submit again")
        work = await run.step("work", lambda: self._freeze(run, issue, issue.key), Work)
        workspace = self.workspace(run.id, work)
        case = Case(
            review=run.id,
            issue=issue,
            work=work,
            checks=await self._check(run, workspace),
            earlier=await run.step("earlier", lambda: self._earlier(run.id, issue.key), PreviousReview),
            seed=seed.seed,
        )
        sources = EvidenceSources(case, workspace)
        noted = await run.step("suspicions", lambda: _suspect(case, sources, ""), Suspected)
        return case.model_copy(update={"suspicions": noted.notes}), sources

    def workspace(self, review: str, work: Work) -> Workspace | NoRepository:
        """The frozen work of a review."""
        home = self.config.home / "work" / review
        return Workspace(work, home) if work.repo else NoRepository(work, home)

    async def _freeze(self, run: Run, issue: Issue, _: str) -> Work:
        limit = self.config.review.diff_limit
        async with run.idle():  # the author may still be at it
            found = await self.tracker.delivery(issue)
        if found.repo:
            home = self.config.home / "work" / run.id
            return await snapshot(found.repo, found.base, home, limit, found.head)
        words = await self._said(issue) if found.words is None else found.words
        return _work_of_words(words, limit)

    async def _said(self, issue: Issue) -> str:
        """Where there is no repository, what the author wrote in the issue is the work."""
        return "\n\n".join(c.text for c in await self.tracker.comments(issue.key) if c.author == issue.assignee)

    async def _check(self, run: Run, workspace: Workspace | NoRepository) -> tuple[CheckResult, ...]:
        if isinstance(workspace, NoRepository):
            return ()
        configured = self.config.checks
        results = []
        for check in await _detected(run, workspace) if configured is None else configured:
            carry_out = partial(run_check, check, workspace, detected=configured is None)
            results.append(await run.step(f"check/{check.name}", carry_out, CheckResult))
        return tuple(results)

    async def _earlier(self, review: str, key: str) -> PreviousReview:
        return self.record.earlier(self.tracker.name, key, review)


def _work_of_words(text: str, limit: int) -> Work:
    return Work(repo="", base="", commit="", revision="", diff=bound(text, limit), diff_bytes=len(text.encode()))


async def _detected(run: Run, workspace: Workspace) -> tuple[CheckConfig, ...]:
    # On record, because the work may be cleared away already when the review is replayed.
    found = await run.step("detected", lambda: _detect(workspace, ""), Detected)
    return tuple(CheckConfig(name=name, run=command) for name, command in found.commands.items())


async def _detect(workspace: Workspace, _: str) -> Detected:
    return Detected(commands={check.name: check.run for check in await detect(workspace)})


async def _suspect(case: Case, sources: EvidenceSources, _: str) -> Suspected:
    texts = {
        "issue": case.issue.request,
        "paths": "\n".join((*(file.path for file in case.work.changed), *case.work.withheld)),
        "diff": await sources.diff(),
    }
    texts |= {f"check:{check.name}": check.output for check in case.checks}
    noted = [f"{s.where}: {s.what}: {s.text}" for s in suspicions(texts)]
    return Suspected(notes=(*([] if case.work.repo else [WORDS_ALONE]), *noted))


async def _new_seed(_: str) -> Seed:
    return Seed(seed=secrets.token_hex(16))
