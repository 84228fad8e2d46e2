"""Issues of a forge as work items: their statuses, their pull requests, and who asked for a run."""

import asyncio
import time
from collections.abc import Collection, Sequence

from coordinator.config.trackers import ForgeConfig
from coordinator.errors import Conflict, TrackerError, TrackerUnavailable
from coordinator.models import Issue
from coordinator.trackers import ListedIssue
from coordinator.trackers.forge.feed import IDLE, LONGEST_PAUSE
from coordinator.trackers.forge.github import GitHub
from coordinator.trackers.forge.issue_api import IssueState, issue_api
from coordinator.trackers.forge.issues import ForgeIssue, StatusLabels, folded
from coordinator.trackers.forge.pulls import Pull, PullEvent

STATES: dict[str, IssueState] = {"done": "completed", "cancelled": "dropped"}


class IssueDesk:
    """The issues of some repositories. `labels` says which labels show their statuses."""

    def __init__(self, api: GitHub, options: ForgeConfig, repos: Sequence[str]) -> None:
        self._api = api
        self._issue_api = issue_api(api)
        self._options = options
        self._repos = repos
        self.labels = StatusLabels(options.status_labels, has_reasons=api.has_close_reasons)
        self._issues: dict[str, ForgeIssue] = {}  # by key: those that were open, or have changed
        self._examined: dict[str, ForgeIssue] = {}  # by key: its state at the last look for labels
        self._newest: dict[str, float] = {}  # by repository: the newest change that is known
        self._due: dict[str, float] = {}  # by repository: the time of the next poll

    def wake(self) -> None:
        """Poll all repositories at the next call, because a webhook has reported a change."""
        self._due.clear()

    async def find(self, repo: str, number: int) -> ForgeIssue | None:
        """Return an issue; None if the number belongs to a pull request."""
        return await self._issue_api.find(repo, number)

    # -- lists

    async def listed(self, statuses: Collection[str], *, all_open: bool) -> tuple[ListedIssue, ...]:
        """Return the issues in these statuses, oldest first.

        If `all_open` is true, also return all other open issues.
        """
        await self._refresh()
        found = []
        for issue in sorted(self._issues.values(), key=lambda issue: issue.created):
            row = self.labels.listed(issue)
            if row.status in statuses or (all_open and not row.is_closed):
                found.append(row)
        return tuple(found)

    async def asked_for_review(self) -> list[ForgeIssue]:
        """Return the open issues with a label for review that have changed since the last call."""
        wanted = self.review_labels()
        if not wanted:
            return []
        await self._refresh()
        found = []
        for key, issue in self._issues.items():
            is_asked = issue.state == "open" and bool(wanted & folded(issue.labels))
            if is_asked and self._examined.get(key) != issue:
                found.append(issue)
            self._examined[key] = issue
        return found

    def review_labels(self) -> set[str]:
        """Return the labels by which an issue asks for a review of its pull requests."""
        return folded((self._options.label, self.labels.review_label))

    async def _refresh(self) -> None:
        due = [repo for repo in self._repos if self._due.get(repo, 0.0) <= time.monotonic()]
        await asyncio.gather(*map(self._refresh_repo, due))

    async def _refresh_repo(self, repo: str) -> None:
        first = repo not in self._newest
        newest = self._newest.get(repo, 0.0)
        found, now = await self._issue_api.changed(repo, newest, first=first)
        for issue in found:
            self._issues[issue.key] = issue
            newest = max(newest, issue.updated)
        self._newest[repo] = newest or now
        quiet = now - self._newest[repo]
        pause = min(quiet / 10, len(self._repos) * 60 / IDLE, LONGEST_PAUSE)
        self._due[repo] = time.monotonic() + pause

    # -- one issue

    async def last_change(self, issue: ForgeIssue) -> str:
        return self.labels.last_change(issue, await self._api.events(issue))

    async def move(self, issue: ForgeIssue, to: str, *, version: int = 0) -> Issue:
        """Set the status `to`: change the labels, then open or close the issue.

        Raise Conflict if `version` is given and the issue has changed since.
        """
        now = self.labels.as_issue(issue)
        if self.labels.status_of(issue) == to:
            return now
        if version and now.version != version:
            raise Conflict(f"{issue.key} is {now.status}: somebody has changed it")
        add, remove = self.labels.changes(issue, to)
        if add or remove:
            await self._api.label(issue.repo, issue.number, add, remove)
        state = STATES.get(to, "open")
        if state != issue.state:
            await self._issue_api.set_state(issue, state)
        changed = await self.find(issue.repo, issue.number)
        return self.labels.as_issue(changed or issue)

    async def linked_pulls(self, issue: ForgeIssue) -> list[Pull]:
        """Return the pull requests that are linked to an issue, newest first."""
        return await self._issue_api.linked_pulls(issue)

    async def review_requests(self, pull: Pull, repos: Collection[str], me: str) -> list[PullEvent]:
        """Return the labels by which issues ask us to review the pull request that closes them.

        They are returned as requests for our review.

        The events of an issue count only while it has the label, and only if the author of the
        pull request may write to the repository or is assigned to the issue.
        """
        wanted = self.review_labels()
        if not wanted:
            return []
        found = list[PullEvent]()
        for issue in await self._closed_by(pull, repos):
            if not wanted & folded(issue.labels):
                continue
            is_assigned = pull.author in issue.assignees
            if not is_assigned and not await self.may_write(pull.repo, pull.author):
                continue
            for event in await self._api.events(issue):
                if event.kind == "labelled" and event.about.casefold() in wanted:
                    request = {"kind": "requested", "about": me}
                    found.append(event.model_copy(update=request))
        return found

    async def may_write(self, repo: str, login: str) -> bool:
        """Return whether an account can write; False if the server does not tell us."""
        try:
            return bool(login) and await self._api.can_write(repo, login)
        except TrackerUnavailable:
            raise
        except TrackerError:
            return False

    async def send_back(self, pull: Pull, repos: Collection[str]) -> None:
        """Set the issues that a pull request closes from `in_review` to `in_progress`.

        Do nothing unless the configuration names a label for `in_review`.
        """
        if self.labels.review_label:
            for issue in await self._closed_by(pull, repos):
                if self.labels.status_of(issue) == "in_review":
                    await self.move(issue, "in_progress")

    async def issue_of_agent(
        self, pull: Pull, login: str, repos: Collection[str]
    ) -> ForgeIssue | None:
        """Return the open issue that a pull request closes and that an agent is assigned to.

        The agent is `login`, or the author of the pull request if `login` is empty. Return None if
        the agent is assigned to the pull request itself, or to no such issue.
        """
        agent = login or pull.author
        if agent not in pull.assignees:
            for issue in await self._closed_by(pull, repos):
                if agent in issue.assignees:
                    return issue
        return None

    async def _closed_by(self, pull: Pull, repos: Collection[str]) -> list[ForgeIssue]:
        """Return the open issues in the pull request's own repository that it closes."""
        found = []
        for asked in await self._api.asked(pull, repos):
            if asked.repo == pull.repo:
                issue = await self.find(asked.repo, asked.number)
                if issue is not None and issue.state == "open":
                    found.append(issue)
        return found

    # -- who asked for a run

    async def labeller(self, issue: ForgeIssue, label: str) -> str:
        """Return the account that set a label last; empty if the label is not set."""
        who = ""
        for event in await self._api.events(issue):
            if event.about.casefold() == label.casefold():
                if event.kind == "labelled":
                    who = event.actor
                elif event.kind == "unlabelled":
                    who = ""
        return who

    async def newest_command(self, issue: ForgeIssue, command: str, me: str) -> str:
        """Return the id of the newest comment that begins with a command; empty if there is none.

        Only a comment of somebody who can write to the repository counts, and none of ours.
        """
        for comment in reversed(await self._api.comments(issue.repo, issue.number)):
            words = comment.text.split(maxsplit=1)
            is_command = bool(words) and words[0].casefold() == command.casefold()
            if not is_command or comment.author == me:
                continue
            if await self.may_write(issue.repo, comment.author):
                return comment.id
        return ""
