"""Pull requests and issues as a tracker. A verdict applies only to the head that was submitted."""

import json
import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from coordinator import trackers
from coordinator.config.trackers import ForgeConfig
from coordinator.errors import Conflict, TrackerError
from coordinator.models import Issue, Status
from coordinator.parsing.excerpt import shorten
from coordinator.trackers.forge import decisions
from coordinator.trackers.forge.author_starter import AuthorStarter
from coordinator.trackers.forge.clones import Clones
from coordinator.trackers.forge.comment_writer import CommentWriter
from coordinator.trackers.forge.commit_status import STATES
from coordinator.trackers.forge.feed import PullFeed
from coordinator.trackers.forge.github import GitHub, NotPermitted, Unacceptable
from coordinator.trackers.forge.issue_desk import IssueDesk
from coordinator.trackers.forge.issues import ForgeIssue
from coordinator.trackers.forge.merge_writer import MergeWriter
from coordinator.trackers.forge.pulls import (
    AskedIssue,
    Pull,
    head_of,
    inert,
    is_about,
    parse_key,
    submitted,
)
from coordinator.trackers.forge.review_writer import DraftReview, ReviewWriter
from coordinator.trackers.forge.status_writer import StatusWriter
from coordinator.trackers.http import Row

log = logging.getLogger("coordinator")

STATUSES: dict[str, Status] = {"merged": "done", "closed": "cancelled", "open": "in_review"}
OUTCOMES: dict[str, Literal["accept", "reject"]] = {"done": "accept", "in_progress": "reject"}


@dataclass(eq=False)
class ForgeTracker(trackers.Tracker):
    """The pull requests and issues of some repositories."""

    api: GitHub
    options: ForgeConfig
    home: Path

    def __post_init__(self) -> None:
        self.name = self.api.name
        self.me = ""
        self.repos = {repo.name: repo for repo in self.options.repos}
        self._desk = IssueDesk(self.api, self.options, tuple(self.repos))
        self.feed = PullFeed(self.api, tuple(self.repos))
        self._clones = Clones(self.api, self.home)
        self._merge_writer = MergeWriter(self.api, self.options, self._clones)
        self._review_writer = ReviewWriter(self.api)
        self._comment_writer = CommentWriter(self.api)
        self._author_starter = AuthorStarter(self.api, self.options, self._comment_writer)
        self._status_writer = StatusWriter(self.api, self.feed.warn_once)

    @property
    def statuses(self) -> tuple[str, ...]:
        return self._desk.labels.statuses

    async def open(self) -> None:
        self.me = await self.api.me()

    async def close(self) -> None:
        await self.api.close()

    async def renew(self) -> float:
        await self.api.me()
        return self.api.token_ends

    # -- changes

    async def pause(self, seconds: float) -> None:
        await self.feed.pause(seconds)

    def wake(self) -> None:
        self.feed.wake()
        self._desk.wake()

    async def begin(self, *, backlog: bool) -> tuple[tuple[trackers.ReviewRequest, ...], str]:
        await self.feed.refresh()
        cursor = {repo: self._beginning(repo) for repo in self.feed.newest}
        found = []
        if backlog:
            for pull in list(self.feed.pulls.values()):
                entry = await self._entry(pull)
                if entry:
                    found.append(entry)
        return _oldest_first(found), json.dumps(cursor)

    def _beginning(self, repo: str) -> dict[str, object]:
        """Return the first cursor of a repository.

        `known` has the present head of each pull request. `entries` skips a pull request that still
        has this head, unless somebody submits it again.
        """
        known = {}
        for pull in self.feed.pulls.values():
            if pull.repo == repo:
                known[str(pull.number)] = pull.head
        return {"began": self.feed.now[repo], "at": self.feed.newest[repo], "known": known}

    async def entries(self, after: str) -> tuple[tuple[trackers.ReviewRequest, ...], str]:
        await self.feed.refresh()
        cursor = json.loads(after)
        for repo in self.feed.newest:
            if repo not in cursor:
                cursor[repo] = self._beginning(repo)
        found = []
        # The next calls examine these again. The head of a new change can be known before the event
        # that belongs to it. So a look after a webhook may miss an entry, or find an earlier one.
        later = [pull for pull in self.feed.pulls.values() if self.feed.is_new(pull)]
        too_early = () if self.feed.is_woken else tuple(later)
        asked = await self._asked_by_issues(cursor)
        for pull in list(self.feed.pulls.values()):
            place = cursor[pull.repo]
            is_examined = self.feed.examined.get(pull.key) == pull and pull.key not in asked
            is_changed = pull.updated >= place["at"] or pull.key in asked
            if not is_changed or pull in too_early or is_examined:
                continue
            try:
                entry = await self._entry(pull)
            except TrackerError as error:
                # An error in one pull request must not stop the others. The cursor stays before
                # this one, so that the next call tries it again.
                self.feed.warn_once(pull.key, error)
                later.append(pull)
                continue
            if pull not in later:
                self.feed.examined[pull.key] = pull
            if entry is None:
                continue
            is_known = place["known"].get(str(pull.number)) == pull.head
            if not is_known or entry.at >= place["began"]:
                found.append(entry)
        for repo, newest in self.feed.newest.items():
            cursor[repo]["at"] = newest
        for pull in later:
            place = cursor[pull.repo]
            place["at"] = min(place["at"], pull.updated)
        return _oldest_first(found), json.dumps(cursor)

    async def _asked_by_issues(self, cursor: Mapping[str, Row]) -> set[str]:
        """Return the keys of pull requests that issues ask to review since the last call."""
        keys = set()
        for issue in await self._desk.asked_for_review():
            if issue.repo in cursor:
                for pull in await self._desk.linked_pulls(issue):
                    self.feed.pulls.setdefault(pull.key, pull)
                    keys.add(pull.key)
        return keys

    async def changed(self, keys: Collection[str]) -> Collection[str]:
        return self.feed.changed(keys)

    async def base_heads(
        self, is_accepted: Callable[[str, str], bool], /
    ) -> tuple[trackers.BaseHead, ...]:
        """Return the present bases of open, accepted pull requests, with one request per branch.

        A push to the base does not change the row of a pull request, so `entries` does not see it.
        Leave out repositories that we have not polled since the last call.
        """
        repos = self.feed.looked_at
        self.feed.looked_at = set()
        issues: dict[tuple[str, str], list[str]] = {}
        for pull in self.feed.pulls.values():
            is_open = pull.state == "open" and not pull.is_draft
            if is_open and pull.repo in repos and is_accepted(pull.key, pull.head):
                issues.setdefault((pull.repo, pull.base), []).append(pull.key)
        found = []
        for (repo, branch), keys in issues.items():
            try:
                commit = await self.api.branch_head(repo, branch)
            except TrackerError as error:  # an error in one branch must not stop the others
                self.feed.warn_once(f"{repo} {branch}", error)
                continue
            self.feed.worked(f"{repo} {branch}")
            found += [trackers.BaseHead(issue=key, commit=commit) for key in keys]
        return tuple(found)

    async def entry(self, key: str) -> trackers.ReviewRequest | None:
        """Return the current entry of a pull request, or of the newest one linked to an issue."""
        item = await self._item(key)
        if isinstance(item, Pull):
            return await self._entry(item)
        for pull in await self._desk.linked_pulls(item):
            entry = await self._entry(pull, is_asked=True)
            if entry:
                return entry
        return None

    async def _entry(self, pull: Pull, *, is_asked: bool = False) -> trackers.ReviewRequest | None:
        """Return the current entry of a pull request into review.

        `is_asked` says that somebody wants a review, whether or not the forge shows a request for
        it.
        """
        if pull.state != "open" or pull.is_draft:
            return None
        asked_by_issues = await self._desk.review_requests(pull, self.repos, self.me)
        only_asked = self.options.review == "asked" and not (asked_by_issues or is_asked)
        return submitted(
            pull,
            [*await self.api.events(pull), *asked_by_issues],
            me=self.me,
            label=self.options.label,
            only_asked=only_asked,
        )

    async def last_change(self, key: str) -> str:
        pull = await self._item(key)
        if isinstance(pull, ForgeIssue):
            return await self._desk.last_change(pull)
        for event in reversed(await self.api.events(pull)):
            if event.kind in ("ready", "reopened"):
                return f"{pull.state}-{event.id}"
        return pull.state

    # -- the issue, and the place of the work

    async def _pull(self, key: str) -> Pull:
        return await self.api.pull(*parse_key(key))

    async def _item(self, key: str) -> Pull | ForgeIssue:
        """Return the pull request or the issue with this key.

        A forge numbers pull requests and issues in one sequence.
        """
        repo, number = parse_key(key)
        if f"{repo}#{number}" not in self.feed.pulls:
            issue = await self._desk.find(repo, number)
            if issue is not None:
                return issue
        return await self.api.pull(repo, number)

    async def issue(self, key: str) -> Issue:
        """Return the issue, or for a pull request the texts of all issues that it closes.

        If the pull request closes none, it is the issue itself.
        """
        pull = await self._item(key)
        if isinstance(pull, ForgeIssue):
            return self._desk.labels.as_issue(pull)
        asked = await self.api.asked(pull, self.repos)
        by_others = tuple(issue for issue in asked if issue.author != pull.author)
        if by_others:
            # If other people have asked for the work, the author's own issues are not part of the
            # request.
            asked = by_others
        title = pull.title
        texts = [pull.text or pull.title]
        if asked:
            title = asked[0].title
            texts = [f"{issue.title}\n\n{issue.text}".strip() for issue in asked]
        return Issue(
            key=pull.key,
            title=title,
            text=shorten("\n\n".join(texts), trackers.ISSUE_LIMIT),
            status=_status_of(pull),
            creator=self._creator(pull, asked),
            author=pull.author,
            base=pull.base,
            head=pull.head,
            labels=pull.labels,
            url=pull.url,
        )

    def _creator(self, pull: Pull, asked: Sequence[AskedIssue]) -> str:
        """Return the first person with an interest in the work, other than its author and us.

        Return the author if there is no such person.
        """
        people = [issue.author for issue in asked]
        people += [*pull.assignees, pull.owner]
        for login in people:
            if login and login not in (pull.author, self.me):
                return login
        return pull.author

    async def issues(
        self, statuses: Collection[str], *, all_open: bool
    ) -> tuple[trackers.ListedIssue, ...]:
        return await self._desk.listed(statuses, all_open=all_open)

    async def listed_pulls(self, statuses: Collection[str]) -> tuple[trackers.ListedIssue, ...]:
        await self.feed.refresh()
        found = []
        for pull in sorted(self.feed.pulls.values(), key=lambda pull: pull.created):
            listed = trackers.ListedIssue(
                key=pull.key,
                status=_status_of(pull),
                revision=int(pull.updated),
                labels=pull.labels,
                assignees=pull.assignees,
                is_closed=pull.state != "open",
            )
            if listed.status in statuses:
                found.append(listed)
        return tuple(found)

    async def labeller(self, key: str, label: str) -> str:
        item = await self._item(key)
        if isinstance(item, Pull):
            return ""
        return await self._desk.labeller(item, label)

    async def newest_command(self, key: str, command: str) -> str:
        item = await self._item(key)
        if isinstance(item, Pull):
            return ""
        return await self._desk.newest_command(item, command, self.me)

    async def delivery(self, issue: Issue) -> trackers.Delivery:
        """Return a clone of the base repository, and the refs of the head in it.

        The base repository also has a ref for the head of a fork. An issue has no head.
        """
        repo, number = parse_key(issue.key)
        known = self.repos.get(repo)
        if known and known.path:
            path = known.path
        else:
            path = await self._clones.fetch(await self._item(issue.key))
        if not issue.head:
            return trackers.Delivery(repo=str(path), base=f"refs/remotes/origin/{issue.base}")
        return trackers.Delivery(
            repo=str(path),
            base=f"refs/remotes/origin/{issue.base}",
            heads=(f"refs/pull/{number}/head", issue.head),
        )

    async def pulls(self, key: str) -> tuple[trackers.PullRequest, ...]:
        item = await self._item(key)
        if isinstance(item, Pull):
            return (await self._as_seen_by_workflows(item),)
        found = []
        for pull in await self._desk.linked_pulls(item):
            found.append(await self._as_seen_by_workflows(pull))
        return tuple(found)

    async def _as_seen_by_workflows(self, pull: Pull) -> trackers.PullRequest:
        states = dict[str, str]()
        for review in await self.api.reviews(pull):  # anyone can write a review
            if review.state != "commented" and (review.counts or review.author == self.me):
                states[review.author] = review.state
        reviews = "changes_requested" if "rejected" in states.values() else "clean"
        ci = await self.api.ci(pull)
        return trackers.PullRequest(url=pull.url, state=pull.state, ci=ci, reviews=reviews)

    # -- comments

    async def comments(self, key: str) -> tuple[trackers.Comment, ...]:
        return tuple(await self.api.comments(*parse_key(key)))

    async def post_once(
        self, key: str, text: str, *, marker: str, to: str = "", replace: bool = False
    ) -> trackers.Comment:
        """Post a comment under a marker, unless we have posted it already.

        Mention `to`. On a pull request, also request a review from `to`, unless it is the author.
        If `replace` is true, an existing comment gets the new text.
        """
        pull = await self._item(key)
        body = inert(text)
        is_pull = isinstance(pull, Pull)
        if to and to != self.me and not (is_pull and to == pull.author):
            body = f"@{to} {body}"
        if isinstance(pull, Pull) and to and to not in (self.me, pull.author):
            try:
                await self.api.request_review(pull, to)
            except (Unacceptable, NotPermitted) as error:  # `to` may lack access
                log.info(
                    "%s: %s was mentioned, but no review could be requested: %s",
                    pull.key,
                    to,
                    error,
                )
        return await self._comment_writer.post(pull, body, marker, me=self.me, replace=replace)

    # -- decisions of people

    async def acted_since(self, after: str) -> tuple[Collection[str], str]:
        """Return the pull requests that have changed since the cursor.

        One that has just changed is returned again, because servers cut times to seconds.
        """
        await self.feed.refresh()
        cursor = json.loads(after) if after else {}
        keys = []
        for pull in self.feed.pulls.values():
            since = cursor.get(pull.repo)
            if since is not None and (pull.updated > since or self.feed.is_new(pull)):
                keys.append(pull.key)
        return keys, json.dumps({**cursor, **self.feed.newest})

    async def acts(self, key: str, *, entry: str) -> tuple[trackers.Act, ...]:
        return await decisions.read_acts(self.api, await self._pull(key), entry, self.me)

    async def may_decide(self, key: str, account: trackers.Account) -> bool:
        return await decisions.may_write(self.api, await self._pull(key), account)

    # -- acting

    async def show_state(
        self, key: str, state: trackers.ReviewState, text: str, *, entry: str, link: str = ""
    ) -> None:
        """Set the commit status and the label for a state.

        When a review begins, dismiss our approvals. When it ends with an error, dismiss our
        approvals of other commits.
        """
        pull = await self._pull(key)
        if pull.state == "open" and is_about(entry, pull):
            await self._status_writer.show(pull, STATES[state], text, link, me=self.me)
        if pull.head == head_of(entry):
            if state == "begun":
                await self._review_writer.dismiss_approvals(pull, me=self.me)
            elif state == "error":
                await self._review_writer.dismiss_approvals(pull, me=self.me, but=pull.head)
        await self._show_label(key, state)

    async def _show_label(self, key: str, state: trackers.ReviewState) -> None:
        labels = self.options.labels
        if not labels:
            return
        add = []
        remove = []
        for labelled_state, label in labels.items():
            if labelled_state == state:
                add.append(label)
            else:
                remove.append(label)
        try:
            await self.label(key, add, remove)
        except (Unacceptable, NotPermitted) as error:  # another user may have removed it
            log.warning("%s: its labels were not changed: %s", key, error)

    async def move(self, key: str, to: Status, *, entry: str, version: int = 0) -> Issue:
        """Set the status of an issue, or check that a pull request is still at `entry`.

        Raise Conflict if the head of the pull request has moved since, or if it is closed. The pull
        request itself stays open. After a reject, its issues go back from review to work.
        """
        pull = await self._item(key)
        if isinstance(pull, ForgeIssue):
            return await self._desk.move(pull, to, version=version)
        if pull.head != head_of(entry) or pull.state == "closed":
            raise Conflict(f"{key} is {pull.state} at {pull.head[:10]}, no longer at {entry[:10]}")
        if to == "in_progress":
            await self._desk.send_back(pull, self.repos)
        return await self.issue(key)

    async def override(self, key: str, to: Status, *, entry: str) -> Issue:
        issue = await self.move(key, to, entry=entry)
        outcome = OUTCOMES[to]
        text = "A person has decided so; the comment below has their reason."
        await self.show_state(key, outcome, "A person has decided", entry=entry)
        await self.review(
            key, outcome, text, (), entry=entry, marker=trackers.marker(entry, f"override-{to}")
        )
        return issue

    async def review(
        self,
        key: str,
        outcome: Literal["accept", "reject"],
        text: str,
        findings: Sequence[trackers.LineComment],
        *,
        entry: str,
        marker: str,
    ) -> str:
        """Approve or request changes, once.

        If we are not allowed to review, submit a comment that says why. Return a description of
        the parts that were not done, with the reason; "" if everything was done.
        """
        pull = await self._pull(key)
        # Otherwise an approval would count for a commit that nobody has judged.
        if pull.state != "open" or pull.head != head_of(entry):
            return f"no review: the pull request is {pull.state} at {pull.head[:10]}"
        draft = DraftReview(event=outcome, text=text, marker=marker, findings=findings)
        return await self._review_writer.submit(pull, draft, me=self.me)

    async def label(self, key: str, add: Sequence[str], remove: Sequence[str]) -> None:
        pull = await self._item(key)
        new = [label for label in add if label not in pull.labels]
        gone = [label for label in remove if label in pull.labels]
        if new or gone:
            await self.api.label(pull.repo, pull.number, new, gone)

    async def merge(
        self, key: str, *, entry: str = "", base: str = "", unasked: bool = False
    ) -> str:
        pull = await self._item(key)
        if isinstance(pull, ForgeIssue):
            linked = await self._desk.linked_pulls(pull)
            heads = [each for each in linked if each.head == head_of(entry)]
            if not heads:
                return f"no pull request that is linked to {key} has the commit {entry[:10]}"
            pull = heads[0]
        return await self._merge_writer.merge(pull, entry=entry, base=base, unasked=unasked)

    async def retrigger(self, issue: Issue, review: str) -> str:
        """Start the author again, once, in the configured way."""
        pull = await self._pull(issue.key)
        assigned = None
        if self.options.restart == "assign":
            assigned = await self._desk.issue_of_agent(pull, self.options.restart_with, self.repos)
        return await self._author_starter.start(pull, review, assigned, me=self.me)


def _status_of(pull: Pull) -> Status:
    if pull.is_draft and pull.state == "open":
        return "in_progress"
    return STATUSES[pull.state]


def _oldest_first(
    entries: Sequence[trackers.ReviewRequest],
) -> tuple[trackers.ReviewRequest, ...]:
    return tuple(sorted(entries, key=lambda entry: entry.at))
