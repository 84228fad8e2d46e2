"""Turn a submission into a case: fetch the issue, freeze the work, run checks, read the history.

Every part is recorded as it is at the start of the review.
"""

import asyncio
import logging
import os
import secrets
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, NamedTuple

from pydantic import BeforeValidator

from coordinator.config.checks import CheckConfig, SetupConfig
from coordinator.config.settings import Config
from coordinator.engine import Run, formerly_in
from coordinator.errors import (
    CoordinatorError,
    NotHere,
    OriginUnavailable,
    UsageError,
    WorkspaceError,
    is_transient,
)
from coordinator.judgement.evidence.regressions import hold_against_base
from coordinator.models import Case, CheckResult, Issue, PreviousReview, Submission, Work
from coordinator.panels.protocols import most_parts
from coordinator.panels.records import Seed
from coordinator.parsing.excerpt import bound
from coordinator.parsing.injection import suspicions
from coordinator.reviews.action_limit import check_action_limit
from coordinator.reviews.earlier_reviews import check_daily_limit, earlier_reviews
from coordinator.reviews.publish import ENTERED_AGAIN, LEFT, Overtaken
from coordinator.reviews.record import ReviewConfiguration, ReviewReader
from coordinator.reviews.same_content import BaseTrees, SameContent, content_key
from coordinator.storage.events import CONTENT, key_of
from coordinator.storage.steps import StepReader
from coordinator.trackers import Tracker
from coordinator.trackers.registry import FORGES
from coordinator.workspace.checks.runner import (
    check_base,
    detect,
    detected_check,
    run_check,
    tests_of,
)
from coordinator.workspace.checks.setup import CheckSetup
from coordinator.workspace.copies import clear
from coordinator.workspace.files import git_folders
from coordinator.workspace.masking import mask_issue, notices, withhold
from coordinator.workspace.present_base import compare_with_present_base
from coordinator.workspace.snapshot import Workspace, snapshot
from coordinator.workspace.sources import EvidenceSources
from coordinator.workspace.workers.pool import run_apart

log = logging.getLogger("coordinator")

# The share of a prompt that the diff may fill. The rest is for the request, the rubric and the
# checks, so that no prompt has to cut the diff further.
SHARE_OF_DIFF = 0.6

WORDS_ALONE = (
    "no pushed work was found, so the author's comments and files were reviewed; "
    "evidence from code cannot be verified"
)


def _values_of_table(value: object) -> object:
    """Return the commands of a mapping from names to commands, as an older coordinator recorded it.

    Return any other value unchanged.
    """
    if isinstance(value, dict):
        return list(value.values())
    return value


Notes = Annotated[tuple[str, ...], formerly_in("notes")]
Commands = Annotated[tuple[str, ...], BeforeValidator(_values_of_table), formerly_in("commands")]


class FrozenCase(NamedTuple):
    """The recorded work, its workspace on this machine, and the results of its checks."""

    work: Work
    workspace: Workspace
    checks: tuple[CheckResult, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Intake:
    """Turns submissions into cases."""

    tracker: Tracker
    config: Config
    record: ReviewReader
    setup: CheckSetup

    async def check_limit(self, run: Run, submission: Submission) -> None:
        """Raise LimitReached if our actions led to too many actions on the issue.

        A review that has begun, or that a person has asked for, goes on.
        """
        store = self.record.store
        if submission.given is not None or submission.asked_by or "issue" in store.keys(run.id):
            return
        most = self.config.watch.actions_per_hour
        await check_action_limit(store, self.tracker, submission.key, most, run=run.id)

    async def open(self, run: Run, submission: Submission) -> tuple[Case, EvidenceSources]:
        """Return the case to decide, and the sources of its evidence."""
        seed = await run.record("seed", secrets.token_hex(16), Seed)
        issue = await run.step("issue", partial(self._fetch_issue, run, submission), Issue)
        if not issue.text.strip() and not issue.attachments:
            raise UsageError(
                f"{issue.key} has no text",
                fix="write the request into the issue, then submit again",
            )
        work, workspace, checks = await self._measure_work(run, issue, submission)
        content = await run.step(CONTENT, partial(self._content, issue, workspace, checks), str)
        look_back = partial(self._look_back, run, issue, submission, content)
        earlier = await run.step("earlier", look_back, PreviousReview)
        case = Case(
            review=run.id, issue=issue, work=work, checks=checks, earlier=earlier, seed=seed
        )
        sources = EvidenceSources(case, workspace)
        notes = await run.step("suspicions", partial(_suspicions, case, sources), Notes)
        return case.model_copy(update={"suspicions": notes}), sources

    async def open_again(self, run: Run, submission: Submission) -> FrozenCase:
        """Freeze accepted work again, merge it into the present base, and check the result.

        Raise Overtaken if the issue has left review or entered it again.
        """
        issue = await run.step("issue", partial(self._read_issue, submission), Issue)
        return await self._measure_work(run, issue, submission)

    async def _measure_work(self, run: Run, issue: Issue, submission: Submission) -> FrozenCase:
        """Freeze the work, and run the checks."""
        work = await run.step("work", partial(self._freeze, run, issue, submission), Work)
        home = self._home(run)
        here = work
        if work.repo and not (home.is_dir() and os.path.isdir(work.repo)):
            here = await self._freeze_here(run, issue, submission, work)
        workspace = Workspace(here, home, self.config.review.limits)
        return FrozenCase(work, workspace, await self._check(run, workspace))

    def frozen(self, run: Run) -> Workspace | None:
        """Return the recorded work of a run.

        Return None if it is not frozen yet, or if its repository is on another machine.
        """
        work = StepReader(self.record.store.events(run.id)).one("work", Work)
        if work is None or not os.path.isdir(work.repo):
            return None
        return Workspace(work, self._home(run), self.config.review.limits)

    async def discard(self, run: Run) -> None:
        """Remove the copies of the work of a run."""
        await asyncio.to_thread(clear, self._home(run))

    def _home(self, run: Run) -> Path:
        return self.config.home / "work" / run.id

    async def _fetch_issue(self, run: Run, submission: Submission) -> Issue:
        check_daily_limit(self.record.store, run.id, self.config.review.reviews_per_day)
        return await self._read_issue(submission)

    async def _read_issue(self, submission: Submission) -> Issue:
        issue = await self.tracker.issue(submission.key)
        if submission.given is None and not submission.entry.startswith(issue.head):
            await self._explain_other_commit(issue, submission.entry, submission)
        return await run_apart(len(issue.request), mask_issue, issue)

    async def _content(
        self, issue: Issue, workspace: Workspace, checks: tuple[CheckResult, ...]
    ) -> str:
        """Return the hash of the content under review.

        Return an empty string if this machine no longer has the work.
        """
        try:
            repository = await asyncio.to_thread(self._repository_name, issue, workspace.work)
            compared = await workspace.base_tree()
            present = compared
            if workspace.work.base_now:
                present = await workspace.present_base_tree()
        except (WorkspaceError, OSError):
            return ""
        base_trees = BaseTrees(compared, present)
        configuration = ReviewConfiguration.of(self.config)
        return await asyncio.to_thread(
            content_key, repository, issue, workspace.work, base_trees, checks, configuration
        )

    def _repository_name(self, issue: Issue, work: Work) -> str:
        """Return a name for the repository that is the same in all its pull requests."""
        if self.tracker.name in FORGES:
            return f"{self.tracker.name} {self.config.forge.url} {issue.key.rpartition('#')[0]}"
        if not work.repo:
            return self.tracker.name
        # All working trees of a clone share this directory.
        return os.path.realpath(git_folders(Path(work.repo) / ".git")[-1])

    async def _look_back(
        self, run: Run, issue: Issue, submission: Submission, content: str
    ) -> PreviousReview:
        previous = earlier_reviews(self.record, self.tracker.name, issue.key, run.id)
        subject = f"{self.tracker.name}:{issue.key}"
        same = SameContent(self.record, run.id, subject, submission, content)
        return same.add_answer(previous)

    async def _freeze_here(
        self, run: Run, issue: Issue, submission: Submission, work: Work
    ) -> Work:
        """Freeze work that another machine took in. Return it with its repository on this machine.

        If that fails, return the work unchanged, because the remaining steps of the review may not
        need the repository. Raise the error if a later attempt or another machine can succeed.
        """
        home = self._home(run)
        await asyncio.to_thread(clear, home)
        try:
            found = await self._freeze(run, issue, submission)
            if (found.commit, found.revision) == (work.commit, work.revision):
                here = work.model_copy(update={"repo": found.repo})
                if work.merge is not None:  # the base may have moved since then
                    await Workspace(here, home, self.config.review.limits).merge(work.merge.branch)
                return here
            log.warning(
                "the work of %s has changed: the review began with %s, now it is %s",
                run.id,
                work.name,
                found.name,
            )
        except (CoordinatorError, Overtaken) as error:
            if is_transient(error) or (isinstance(error, NotHere) and run.can_move):
                raise
            log.warning("the work of %s is not available here: %s", run.id, error)
        await asyncio.to_thread(clear, home)
        return work

    async def _freeze(self, run: Run, issue: Issue, submission: Submission) -> Work:
        """Return a snapshot of the delivered repository.

        If no repository was delivered, return work that has only the author's words.
        """
        async with run.idle():  # the tracker can wait until the author has finished
            found = await self.tracker.delivery(issue)
        review = self.config.review
        if not found.repo:
            words = await run_apart(len(found.words), withhold, found.words)
            return Work(
                repo="",
                base="",
                commit="",
                revision="",
                diff=bound(words, review.diff_limit),
                diff_bytes=len(found.words.encode()),
            )
        home = self._home(run)
        try:
            work = await snapshot(
                found.repo,
                found.base,
                home,
                min(review.diff_limit, int(review.prompt_limit * SHARE_OF_DIFF)),
                found.heads,
                review.limits,
                committed=review.work == "commit" and self.tracker.name != "local",
                rules=review.rules,
                generated=review.generated,
                parts=most_parts(review),
            )
            if issue.head and work.commit != issue.head:
                await self._explain_other_commit(issue, work.commit, submission)
            branch = short_branch(found.base)
            work = await compare_with_present_base(work, home, review, branch)
        except BaseException:
            # An incomplete copy is useless, and may have filled the disk.
            await asyncio.to_thread(clear, home)
            raise
        return work

    async def _explain_other_commit(
        self, issue: Issue, commit: str, submission: Submission
    ) -> None:
        """Raise the error that explains why the tracker names a commit other than `commit`.

        Raise Overtaken if the issue has left review or entered it again, for example by a newer
        push. Otherwise raise OriginUnavailable, because the server lags behind.
        """
        entry = await self.tracker.entry(issue.key)
        if entry is None:
            raise Overtaken(LEFT)
        if entry.id != submission.entry:
            raise Overtaken(ENTERED_AGAIN)
        raise OriginUnavailable(
            f"the tracker shows {issue.key} at {issue.head[:10]}, "
            f"but the submitted or fetched commit is {commit[:10]}",
            fix="the review tries again by itself",
        )

    async def _check(self, run: Run, workspace: Workspace) -> tuple[CheckResult, ...]:
        if not workspace.work.repo or workspace.work.uncommitted:
            return ()
        merge = workspace.work.merge
        if merge is not None and merge.conflicts:
            return ()
        workspace = workspace.merged
        checks = self.config.checks
        is_detected = checks is None
        if checks is None:
            # This is recorded, because the work may be gone when the review is replayed.
            commands = await run.step("detected", partial(detect, workspace), Commands)
            checks = tuple(detected_check(command) for command in commands)
        results = []
        for check in checks:
            measure = partial(self._measure, run, workspace, check, detected=is_detected)
            results.append(await run.step(key_of("check", check.name), measure, CheckResult))
        return tuple(results)

    async def _measure(
        self, run: Run, workspace: Workspace, check: CheckConfig, *, detected: bool
    ) -> CheckResult:
        """Run a check, and return its result with the name of the tree that it ran on."""
        result = await self._carry_out(run, workspace, check, detected=detected)
        return result.model_copy(update={"on": workspace.work.ran_on})

    async def _carry_out(
        self, run: Run, workspace: Workspace, check: CheckConfig, *, detected: bool
    ) -> CheckResult:
        """Run a check and return its result.

        A detected check is red only if it is red twice on the work and green on the base.
        """
        if check.run:
            await run.step("setup", partial(self.setup.recipe, workspace), SetupConfig)
        measure = partial(run_check, check, workspace, self.setup, detected=detected)
        if not detected:
            return await measure()
        if check.name not in await tests_of(workspace):
            return CheckResult(
                name=check.name,
                status="error",
                blocks=False,
                summary=f"the base has tests for `{check.name}`, the work has none",
                detected=True,
            )
        first = await run.step(key_of("measured", "first", check.name), measure, CheckResult)
        if first.status != "red":
            return first
        on_base = partial(check_base, check, workspace, self.setup)
        base = await run.step(key_of("measured", "base", check.name), on_base, CheckResult)
        again = first
        if base.status == "green":
            again = await run.step(key_of("measured", "again", check.name), measure, CheckResult)
        return hold_against_base(first, again, base)


def short_branch(name: str) -> str:
    """Return the short name of a branch, such as `origin/main`; "the base" if it is empty."""
    if not name:
        return "the base"
    return name.removeprefix("refs/remotes/").removeprefix("refs/heads/")


async def _suspicions(case: Case, sources: EvidenceSources) -> tuple[str, ...]:
    """Return a note for each text of the case that was masked or that tries to instruct judges."""
    paths = [file.path for file in case.work.changed]
    paths.extend(case.work.withheld)
    texts = {
        "issue": case.request,
        "paths": "\n".join(paths),
        "diff": await sources.diff(),
    }
    for check in case.checks:
        texts[f"check:{check.name}"] = check.output
    size = sum(map(len, texts.values()))
    notes = list(await run_apart(size, notices, texts))
    for suspicion in await run_apart(size, suspicions, texts):
        notes.append(f"{suspicion.where}: {suspicion.what}: {suspicion.text}")
    return tuple(notes)
