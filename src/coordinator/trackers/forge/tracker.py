"""Pull requests as a tracker: a submission is one head commit, and all that a verdict does is bound to it."""

import asyncio
import json
import logging
import re
import shlex
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from urllib.parse import quote, urlsplit

from coordinator import trackers
from coordinator.config import replace_file
from coordinator.config.environment import CREDENTIALS
from coordinator.config.trackers import ForgeConfig
from coordinator.errors import (
    ConfigError,
    Conflict,
    OriginUnavailable,
    TrackerError,
    TrackerUnavailable,
)
from coordinator.models import Issue, Status
from coordinator.parsing.excerpt import shorten
from coordinator.trackers.forge.commit_status import (
    STATES,
    SetStatus,
    State,
    deciding,
    describe,
    worst,
)
from coordinator.trackers.forge.github import (
    GitHub,
    NotMergeable,
    NotPermitted,
    SubmittedReview,
    Unacceptable,
)
from coordinator.trackers.forge.pulls import Pull, head_of, inert, is_about, parse_key, submitted
from coordinator.workspace.git import config_value, fetching_git

log = logging.getLogger("coordinator")

DAY = 86_400.0
IDLE = 20.0  # lists a minute that are asked for where nothing has happened for long
LONGEST_PAUSE = 60.0  # seconds between two looks at a repository
READS = 300.0  # lists a minute at most, a third of what GitHub allows
# Times are cut to seconds, and a server writes down a push after its commit is at the head: a change is looked at
# once it is this many seconds old.
SETTLED = 2.0
# The label or the event that starts the author again, if no other is configured
REWORK = "coordinator-rework"
REQUEST = "the review asks for changes. Please make them on this branch, and push."
LONGEST_TEXT = 60_000  # characters of a comment; GitHub takes some more
MOST_STATUSES = 5  # that are set in a row while others set theirs
STATUSES: dict[str, Status] = {"merged": "done", "closed": "cancelled", "open": "in_review"}
OUTCOMES: dict[str, Literal["accept", "reject"]] = {"done": "accept", "in_progress": "reject"}
# Of a clone of ours
GIT_CONFIG = Path(__file__).with_name("clone.gitconfig").read_text(encoding="utf-8")


@dataclass(eq=False)
class ForgeTracker(trackers.Tracker):
    """The pull requests of some repositories; requests grow with what has changed, not with how many there are."""

    api: GitHub
    options: ForgeConfig
    home: Path
    statuses = ("in_progress", "in_review", "done", "cancelled")

    def __post_init__(self) -> None:
        self.name = self.api.name
        self.me = ""
        self.repos = {repo.name: repo for repo in self.options.repos}
        # By key: all that were open when we began, and all that have changed since
        self._pulls: dict[str, Pull] = {}
        self._newest: dict[str, float] = {}  # by repository: the newest change that is known
        self._now: dict[str, float] = {}  # by repository: the server's time of the last look
        self._examined: dict[str, Pull] = {}  # by key: as its entry was looked at
        self._troubles: dict[str, str] = {}  # by repository: why it could not be looked at
        self._began: dict[str, float] = {}  # by repository: the server's time of the first look
        self._due: dict[str, float] = {}  # by repository: when to look again
        self._fetching: dict[str, asyncio.Lock] = {}  # by repository
        self._news = asyncio.Event()

    async def open(self) -> None:
        self.me = await self.api.me()

    async def close(self) -> None:
        await self.api.close()

    async def renew(self) -> float:
        await self.api.me()
        return self.api.token_ends

    async def pause(self, seconds: float) -> None:
        least = len(self.repos) * 60 / READS  # however often we are woken
        await asyncio.sleep(least)
        if any(map(self._is_new, self._pulls.values())):
            seconds = min(seconds, SETTLED / 2)
        await trackers.is_set_within(self._news, max(seconds - least, 0.0))
        self._news.clear()

    def _is_new(self, pull: Pull) -> bool:
        return self._now[pull.repo] - pull.updated < SETTLED

    def wake(self) -> None:
        """Look everywhere now: a webhook says that something has happened."""
        self._due.clear()
        self._news.set()

    # -- what has changed

    async def _refresh(self) -> None:
        """Learn what has changed: one request for each repository that is due, free on GitHub where nothing has."""
        if not self.repos:
            raise ConfigError("no repository is watched", fix="name some in forge.repos")
        due = [repo for repo in self.repos if self._due.get(repo, 0.0) <= time.monotonic()]
        failed = [error for error in await asyncio.gather(*map(self._refresh_repo, due)) if error]
        if failed and len(failed) == len(self.repos):
            raise failed[0]

    async def _refresh_repo(self, repo: str) -> TrackerError | None:
        first = repo not in self._newest
        newest = self._newest.get(repo, 0.0)
        # What is newest need not be read again once its second is over.
        since = newest + (self._now.get(repo, 0.0) - newest >= SETTLED)
        try:
            found, self._now[repo] = await self.api.changed(repo, since, first=first)
        except TrackerError as error:  # one repository must not keep us from the others
            self._warn_once(repo, error)
            return error
        self._troubles.pop(repo, None)
        self._pulls |= {pull.key: pull for pull in found}
        for pull in [
            each
            for each in self._pulls.values()
            if each.closed and self._now[each.repo] - each.closed > DAY
        ]:
            del self._pulls[pull.key]
            self._examined.pop(pull.key, None)
        self._newest[repo] = max([newest, *(pull.updated for pull in found)])
        # The longer nothing has happened there, the later we look again.
        self._began.setdefault(repo, self._now[repo])
        quiet = self._now[repo] - max(self._newest[repo], self._began[repo])
        if not self._news.is_set():  # or else a webhook has come since we asked
            self._due[repo] = time.monotonic() + min(
                quiet / 10, len(self.repos) * 60 / IDLE, LONGEST_PAUSE
            )
        return None

    def _warn_once(self, about: str, error: TrackerError) -> None:
        if self._troubles.get(about) != str(error):
            log.warning("%s: %s", about, error)
        self._troubles[about] = str(error)

    async def begin(self, *, backlog: bool) -> tuple[tuple[trackers.ReviewRequest, ...], str]:
        await self._refresh()
        cursor = {repo: self._beginning(repo) for repo in self._newest}
        pulls = list(self._pulls.values()) if backlog else []
        found = [entry for entry in [await self._entry(pull) for pull in pulls] if entry]
        return tuple(sorted(found, key=lambda entry: entry.at)), json.dumps(cursor)

    def _beginning(self, repo: str) -> dict[str, object]:
        """Return where the watch over a repository begins: what is there already, at its head of now, is left alone."""
        known = {str(pull.number): pull.head for pull in self._pulls.values() if pull.repo == repo}
        return {"began": self._now[repo], "at": self._newest[repo], "known": known}

    async def entries(self, after: str) -> tuple[tuple[trackers.ReviewRequest, ...], str]:
        await self._refresh()
        cursor = json.loads(after)
        cursor |= {repo: self._beginning(repo) for repo in self._newest if repo not in cursor}
        found = []
        later = [pull for pull in self._pulls.values() if self._is_new(pull)]
        for pull in list(self._pulls.values()):
            where = cursor[pull.repo]
            if pull.updated < where["at"] or pull in later or self._examined.get(pull.key) == pull:
                continue
            try:
                entry = await self._entry(pull)
            except (
                TrackerError
            ) as error:  # nor must one pull request: it is looked at again, and the cursor waits
                self._warn_once(pull.key, error)
                later.append(pull)
                continue
            self._examined[pull.key] = pull
            is_old = (
                where["known"].get(str(pull.number)) == pull.head
                and entry
                and entry.at < where["began"]
            )
            if entry and not is_old:
                found.append(entry)
        for repo, newest in self._newest.items():
            cursor[repo]["at"] = min(
                [newest, *(pull.updated for pull in later if pull.repo == repo)]
            )
        return tuple(sorted(found, key=lambda entry: entry.at)), json.dumps(cursor)

    async def entry(self, key: str) -> trackers.ReviewRequest | None:
        return await self._entry(await self._pull(key))

    async def _entry(self, pull: Pull) -> trackers.ReviewRequest | None:
        if pull.state != "open" or pull.is_draft:
            return None
        options = self.options
        events = await self.api.events(pull)
        return submitted(
            pull, events, me=self.me, label=options.label, only_asked=options.review == "asked"
        )

    async def last_change(self, key: str) -> str:
        pull = await self._pull(key)
        changes = [
            event.id for event in await self.api.events(pull) if event.kind in ("ready", "reopened")
        ]
        return "-".join([pull.state, *changes[-1:]])

    # -- what was asked, and where the work is

    async def _pull(self, key: str) -> Pull:
        return await self.api.pull(*parse_key(key))

    async def issue(self, key: str) -> Issue:
        """Return what was asked: the issues that the pull request settles, or else what it says itself."""
        pull = await self._pull(key)
        asked = await self.api.asked(pull, self.repos)
        # By others, if any did
        asked = tuple(issue for issue in asked if issue.author != pull.author) or asked
        # The author's own words are no part of what others ask
        title = asked[0].title if asked else pull.title
        texts = [f"{issue.title}\n\n{issue.text}".strip() for issue in asked] or [
            pull.text or pull.title
        ]
        people = (*(issue.author for issue in asked), *pull.assignees, pull.owner, pull.author)
        return Issue(
            key=pull.key,
            title=title,
            text=shorten("\n\n".join(texts), trackers.ISSUE_LIMIT),
            status="in_progress"
            if pull.is_draft and pull.state == "open"
            else STATUSES[pull.state],
            creator=next(
                (login for login in people if login and login not in (pull.author, self.me)),
                pull.author,
            ),
            author=pull.author,
            base=pull.base,
            head=pull.head,
            labels=pull.labels,
            url=pull.url,
        )

    async def issues(
        self, statuses: Collection[str], *, all_open: bool
    ) -> tuple[trackers.ListedIssue, ...]:
        await self._refresh()
        found = []
        for pull in sorted(self._pulls.values(), key=lambda pull: pull.created):
            status = (
                "in_progress" if pull.is_draft and pull.state == "open" else STATUSES[pull.state]
            )
            listed = trackers.ListedIssue(
                key=pull.key,
                status=status,
                revision=int(pull.updated),
                labels=pull.labels,
                assignees=pull.assignees,
                is_closed=pull.state != "open",
            )
            if status in statuses or (all_open and not listed.is_closed):
                found.append(listed)
        return tuple(found)

    async def delivery(self, issue: Issue) -> trackers.Delivery:
        """Return the head in a clone, under the name that the base repository has for it, also if it is a fork's."""
        repo, number = parse_key(issue.key)
        known = self.repos.get(repo)
        path = (
            known.path if known and known.path else await self._clone(await self._pull(issue.key))
        )
        return trackers.Delivery(
            repo=str(path),
            base=f"refs/remotes/origin/{issue.base}",
            heads=(f"refs/pull/{number}/head", issue.head),
        )

    async def _clone(self, pull: Pull) -> Path:
        """Return our clone of a repository, which knows base and head of a pull request as they are now.

        The token reaches git through a file that only we can read.
        """
        folder = self.home / "clones" / trackers.file_name(pull.repo)
        secret = self.home / CREDENTIALS
        server = urlsplit(pull.clone)
        helper = config_value(f"store --file={shlex.quote(str(secret))}")
        base = f"+refs/heads/{pull.base}:refs/remotes/origin/{pull.base}"
        head = f"+refs/pull/{pull.number}/head:refs/coordinator/pull/{pull.number}"
        async with self._fetching.setdefault(pull.repo, asyncio.Lock()):
            token = quote(await self.api.token(), safe="")
            replace_file(
                secret, f"{server.scheme}://coordinator:{token}@{server.netloc}\n".encode()
            )
            # Written by us and not by git, whose locks would stay behind if it is killed.
            for name in ("objects", "refs"):
                (folder / ".git" / name).mkdir(parents=True, exist_ok=True)
            replace_file(folder / ".git/HEAD", b"ref: refs/heads/main\n")
            written = GIT_CONFIG.format(url=config_value(pull.clone), helper=helper)
            replace_file(folder / ".git/config", written.encode())
            fetched = await fetching_git(folder).attempt("fetch", "--no-tags", "origin", base, head)
        if fetched.code:
            what = f"{pull.repo} cannot be fetched: {re.sub(r'//[^/@]*@', '//', fetched.error)}"
            raise OriginUnavailable(what, fix="the token needs to read its contents")
        return folder

    async def pulls(self, key: str) -> tuple[trackers.PullRequest, ...]:
        pull = await self._pull(key)
        states = dict[str, str]()
        for review in await self.api.reviews(pull):  # anybody may write one
            if review.state != "commented" and (review.counts or review.author == self.me):
                states[review.author] = review.state
        reviews = "changes_requested" if "rejected" in states.values() else "clean"
        return (
            trackers.PullRequest(
                url=pull.url, state=pull.state, ci=await self.api.ci(pull), reviews=reviews
            ),
        )

    # -- comments

    async def comments(self, key: str) -> tuple[trackers.Comment, ...]:
        return tuple(await self.api.comments(*parse_key(key)))

    async def post_once(
        self, key: str, text: str, *, marker: str, to: str = "", replace: bool = False
    ) -> trackers.Comment:
        """Post under a marker unless we have already; somebody else than the author is called, and asked to review."""
        pull = await self._pull(key)
        called = f"@{to} " if to and to not in (self.me, pull.author) else ""
        if called:
            try:
                await self.api.request_review(pull, to)
            except (
                Unacceptable,
                NotPermitted,
            ) as error:  # as for those who may not see the repository
                log.info("%s: %s is called by name only: %s", pull.key, to, error)
        return await self._post(pull, called + inert(text), marker, replace=replace)

    async def _post(self, pull: Pull, text: str, marker: str, *, replace: bool) -> trackers.Comment:
        body = trackers.marked(shorten(text, LONGEST_TEXT), marker)

        async def find() -> trackers.Comment | None:
            ours = [
                each
                for each in await self.api.comments(pull.repo, pull.number)
                if each.author == self.me
            ]
            return next(
                (comment for comment in ours if trackers.carries(comment.text, marker)), None
            )

        posted = await self.api.insist(
            lambda: self.api.post_comment(pull.repo, pull.number, body), find
        )
        if not replace or posted.text == body:
            return posted
        return await self.api.edit_comment(pull.repo, posted.id, body)

    # -- acting

    async def show_state(
        self, key: str, state: trackers.ReviewState, text: str, *, entry: str, link: str = ""
    ) -> None:
        """Set the commit status and the label of a state; a review that begins takes back what we approved before.

        One that ends with an error takes back what we approved of other commits.
        """
        pull = await self._pull(key)
        if pull.state == "open" and is_about(entry, pull):
            await self._set_status(pull, STATES[state], text, link)
        if state in ("begun", "error") and pull.head == head_of(entry):
            await self._dismiss(pull, but="" if state == "begun" else pull.head)
        labels = self.options.labels
        if labels:
            ours = [label for each, label in labels.items() if each != state]
            try:
                await self.label(key, [labels[state]] if state in labels else [], ours)
            except (Unacceptable, NotPermitted) as error:  # somebody may have removed it just now
                log.warning("%s: its labels are as they were: %s", key, error)

    async def _set_status(self, pull: Pull, own: State, text: str, link: str) -> None:
        """Set the status of the head to the worst state among the pull requests that decide there.

        Somebody else may set it at the same time, for another pull request of this head. So we look afterwards, and
        whoever comes last mends it.
        """
        is_set = False
        known = await self.api.statuses(pull, self.me)
        for _ in range(MOST_STATUSES):
            numbers = await self._deciding(pull, known)
            if pull.number not in numbers and not is_set:
                log.info(
                    "%s: no status is set: the pull request of somebody else at this commit has it",
                    pull.key,
                )
                return
            states = {status.number: status.own for status in known if status.number in numbers}
            if pull.number in numbers:
                states[pull.number] = own
            if not states:
                return
            decider, shown = worst(states)
            if is_set and known[-1].shown == shown:
                return
            await self.api.set_status(
                pull, shown, describe(pull.number, own, text, decider, shown), link
            )
            is_set = True
            before = known
            known = await self.api.statuses(pull, self.me)
            if all(status.number == pull.number for status in known[len(before) :]):
                return

    async def _deciding(self, pull: Pull, statuses: Sequence[SetStatus]) -> set[int]:
        """Return the numbers of the open pull requests that decide about the status of this head and base."""
        there = {pull.number: pull}
        for each in await self.api.open_pulls(pull.repo):
            if each.head == pull.head and each.base.lower() == pull.base.lower():
                there[each.number] = each
        authors = {each.author for each in there.values()}
        writers = set[str]()
        if len(authors) > 1:
            writers = {
                author for author in authors if author and await self._can_write(pull.repo, author)
            }
        return deciding(list(there.values()), statuses, writers)

    async def _can_write(self, repo: str, login: str) -> bool:
        try:
            return await self.api.can_write(repo, login)
        except TrackerUnavailable:
            raise
        except (
            TrackerError
        ) as error:  # an account without a page, as of some bots, or we may not ask
            self._warn_once(f"{repo}: {login} counts as somebody who cannot write", error)
            return False

    async def _dismiss(self, pull: Pull, but: str) -> None:
        """Take back our approvals, but those of one commit."""
        for review in await self.api.reviews(pull):
            if review.author == self.me and review.state == "approved" and review.commit != but:
                try:
                    await self.api.dismiss(pull, review, f"{pull.head[:10]} is reviewed now.")
                except (Unacceptable, NotPermitted) as error:
                    log.warning(
                        "%s: the approval of %s stands: %s", pull.key, review.commit[:10], error
                    )

    async def move(self, key: str, to: Status, *, entry: str, version: int = 0) -> Issue:  # noqa: ARG002  # see there
        """Make sure that a verdict still counts; what it says is shown, and the pull request stays as open as it is."""
        pull = await self._pull(key)
        if pull.head != head_of(entry) or pull.state == "closed":
            raise Conflict(f"{key} is {pull.state} at {pull.head[:10]}, no longer at {entry[:10]}")
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
        self, key: str, outcome: Literal["accept", "reject"], text: str, findings: Sequence[trackers.LineComment],
        *, entry: str, marker: str,
    ) -> str:  # fmt: skip
        """Approve, or request changes, once; where we may not it is a comment that says why. Return what came of it."""
        pull = await self._pull(key)
        event = str(outcome)
        why = ""
        # An approval would count for what nobody has judged
        if pull.state != "open" or pull.head != head_of(entry):
            return f"left alone: it is {pull.state} at {pull.head[:10]}"
        if pull.author == self.me:
            event = "comment"
            why = "the pull request is our own, and nobody reviews their own"

        async def find() -> SubmittedReview | None:
            ours = [review for review in await self.api.reviews(pull) if review.author == self.me]
            for review in ours:
                if review.state == "pending":  # of a try that ended in between; nobody else sees it
                    await self.api.discard_review(pull, review)
            return next(
                (
                    each
                    for each in ours
                    if trackers.carries(each.text, marker) and each.state != "pending"
                ),
                None,
            )

        async def submit(
            event: str, why: str, findings: Sequence[trackers.LineComment]
        ) -> SubmittedReview:
            note = f"\n\nThis is a comment and no review: {why}." if why else ""
            body = trackers.marked(shorten(inert(text + note), LONGEST_TEXT), marker)
            spoken = [
                finding.model_copy(update={"text": inert(finding.text)}) for finding in findings
            ]
            return await self.api.insist(
                lambda: self.api.submit_review(pull, event, body, spoken), find
            )

        try:
            await submit(event, why, findings)
        except (Unacceptable, NotPermitted) as refused:
            try:  # a line that is not in the diff spoils a whole review
                await submit(event, why, ())
                why = f"the findings are not at their lines: {refused}"
            except (Unacceptable, NotPermitted) as refused_again:
                if event == "comment":
                    raise
                why = str(refused_again)
                await submit("comment", why, ())
        return why

    async def label(self, key: str, add: Sequence[str], remove: Sequence[str]) -> None:
        pull = await self._pull(key)
        new = [label for label in add if label not in pull.labels]
        gone = [label for label in remove if label in pull.labels]
        if new or gone:
            await self.api.label(pull.repo, pull.number, new, gone)

    async def merge(
        self, key: str, *, entry: str = "", base: str = "", unasked: bool = False
    ) -> str:
        """Merge the head of the entry, or the one of now; return why that was not possible, or nothing."""
        pull = await self._pull(key)
        options = self.options
        wanted = options.merge == "always" or (
            options.merge == "label" and options.merge_label in pull.labels
        )
        if pull.state == "merged" or (unasked and not wanted):
            return ""
        if base and pull.base != base:  # where all that is between the two would come with it
            if unasked:
                return ""
            return f"it is for {pull.base} now, and was for {base}"
        is_moved = bool(entry) and pull.head != head_of(entry)
        # What is accepted unasked has nothing more to say then
        if is_moved or pull.state == "closed":
            if unasked:
                return ""
            return f"it is {pull.state} at {pull.head[:10]}, and not at {entry[:10]}"

        async def merged() -> bool | None:
            return (await self._pull(key)).state == "merged" or None

        try:
            await self.api.insist(lambda: self.api.merge(pull, options.merge_method), merged)
        except Conflict as moved:
            if unasked:
                return ""
            return str(moved)
        except (Unacceptable, NotPermitted, NotMergeable) as refused:
            return str(refused)
        return ""

    async def retrigger(self, issue: Issue, review: str) -> str:
        """Start the author again, once, in the configured way."""
        pull = await self._pull(issue.key)
        options = self.options
        whom = options.restart_with or pull.author
        once = trackers.marker(review, "rework")
        if options.restart == "none":
            return "nobody is started, as configured"
        if options.restart == "mention":
            await self._post(pull, f"@{whom} {REQUEST}", once, replace=False)
            return f"{whom} was mentioned"
        if options.restart == "dispatch":
            payload = {
                "pull_request": pull.number,
                "head": pull.head,
                "base": pull.base,
                "review": review,
            }
            await self.api.dispatch(pull, options.restart_with or REWORK, payload)
            return "a workflow was dispatched"
        # An assignment and a label start somebody by being made: one that we have made since our review is this one.
        ours = [each.at for each in await self.api.reviews(pull) if each.author == self.me]
        events = [event for event in await self.api.events(pull) if event.actor == self.me]
        done = {(event.kind, event.about) for event in events if event.at >= max(ours, default=0.0)}
        if options.restart == "assign":
            try:
                if ("assigned", whom) not in done:
                    await self.api.assign(pull, whom)
            except (Unacceptable, NotPermitted) as refused:  # as for the author of a fork
                await self._post(pull, f"@{whom} {REQUEST}", once, replace=False)
                return f"{whom} was mentioned, and not assigned: {refused}"
            return f"{whom} was assigned"
        label = options.restart_with or REWORK
        if ("labelled", label) not in done:
            await self.label(pull.key, (), [label])
            await self.label(pull.key, [label], ())
        return f"the label {label} was set"
