"""The state of the forge, and the events that change it: the same for both dialects, in GitHub's words."""

from __future__ import annotations

import itertools
import re
import secrets
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Literal

from tests.support.forge import git as repositories
from tests.support.repositories import git

Dialect = Literal["github", "gitea"]
Json = dict[str, Any]
LEVELS = ("none", "read", "write", "admin")
CLOSING = re.compile(
    r"(?i)\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?\s+([\w.-]+/[\w.-]+)?#(\d+)"
)
WIP = re.compile(r"(?i)(wip:|\[wip\])\s*")


class Refused(Exception):
    """A refusal. `errors` are the details that GitHub gives."""

    def __init__(
        self, status: int, message: str = "", errors: Sequence[Any] = (), **headers: str
    ) -> None:
        super().__init__(message)
        self.status, self.message, self.errors = status, message, list(errors)
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}


@dataclass(eq=False)
class User:
    """An account; `kind` is User, Bot or Organization, and only an installation of an App has its `app`."""

    id: int
    login: str
    kind: str = "User"
    app: App | None = None


@dataclass(eq=False)
class App:
    """A GitHub App, installed everywhere; `key` is its private key, as PEM."""

    id: int
    slug: str
    installation: int
    key: str
    public: Any = None


@dataclass
class Comment:
    """A comment on an issue or a pull request."""

    id: int
    user: User
    body: str
    created: datetime
    updated: datetime


@dataclass
class Inline:
    """A comment of a review on a line."""

    id: int
    path: str
    line: int
    side: str
    body: str
    hunk: str = ""


@dataclass
class Review:
    """A review; `state` is APPROVED, CHANGES_REQUESTED, COMMENTED or PENDING in both dialects."""

    id: int
    user: User
    body: str
    state: str
    sha: str
    at: datetime
    comments: list[Inline]
    official: bool = True
    dismissed: bool = False


@dataclass
class Status:
    """A commit status."""

    id: int
    sha: str
    user: User
    state: str
    context: str
    description: str | None
    target_url: str | None
    at: datetime


@dataclass
class CheckRun:
    """A check run of an App."""

    id: int
    sha: str
    app: App
    name: str
    external_id: str
    status: str
    conclusion: str | None
    details_url: str | None
    output: Json
    at: datetime


@dataclass
class Event:
    """An event.

    `kind` is the word of GitHub's timeline, or `opened`, `edited`, `pushed` or `status`.
    """

    id: int
    kind: str
    actor: User
    at: datetime
    data: Mapping[str, Any]


@dataclass(eq=False)
class Issue:
    """An issue, and the fields that pull requests share with it."""

    id: int
    repo: Repo
    number: int
    user: User
    title: str
    body: str
    created: datetime
    updated: datetime
    state: str = "open"
    reason: str | None = None  # of its end, on GitHub
    closed: datetime | None = None
    linked_branches: list[str] = field(default_factory=list)
    assignees: list[User] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)
    timeline: list[Event] = field(default_factory=list)


@dataclass(eq=False)
class Pull(Issue):
    """A pull request; `head` is the sha, and `source` is None when the fork was deleted."""

    branch: str = ""
    head: str = ""
    base: str = "main"
    base_sha: str = ""
    source: Repo | None = None
    draft: bool = False
    merged: datetime | None = None
    merged_by: User | None = None
    merge_sha: str | None = None
    computed: str = ""
    requested: list[User] = field(default_factory=list)
    reviews: list[Review] = field(default_factory=list)
    linked: list[tuple[str, int]] = field(default_factory=list)

    @property
    def statuses(self) -> dict[str, list[Status]]:
        """Every status of the repository, by sha, oldest first."""
        return self.repo.statuses

    @property
    def dispatches(self) -> list[Json]:
        """Every repository dispatch: the bodies as they were sent."""
        return self.repo.dispatches


@dataclass(eq=False)
class Repo:
    """A repository; `path` is its bare git repository."""

    id: int
    owner: User
    name: str
    path: Path
    created: datetime
    private: bool = False
    branch: str = "main"
    parent: Repo | None = None
    levels: dict[str, str] = field(default_factory=dict)
    labels: dict[str, int] = field(default_factory=dict)
    items: dict[int, Issue] = field(default_factory=dict)
    statuses: dict[str, list[Status]] = field(default_factory=dict)
    check_runs: dict[str, list[CheckRun]] = field(default_factory=dict)
    pinned: App | None = None  # the App that must have set the required checks
    dispatches: list[Json] = field(default_factory=list)
    required: tuple[str, ...] = ()
    approvals: int = 0

    @property
    def full_name(self) -> str:
        """`owner/name`."""
        return f"{self.owner.login}/{self.name}"

    @property
    def pulls(self) -> list[Pull]:
        """The pull requests, oldest first."""
        return [item for item in self.items.values() if isinstance(item, Pull)]

    def level(self, user: User) -> str:
        """Return the rights of an account in this repository."""
        if user is self.owner:
            return "admin"
        return self.levels.get(
            user.login, "write" if user.app else "none" if self.private else "read"
        )

    def allows(self, user: User, level: str) -> bool:
        """Return whether an account has at least this level of rights."""
        return LEVELS.index(self.level(user)) >= LEVELS.index(level)


def text(moment: datetime | None) -> str | None:
    """Return a time as both servers write it, to the second."""
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ") if moment else None


class World:
    """Everything on the forge. Every read and write holds `changed`, which is notified of every change."""

    def __init__(self, dialect: Dialect, root: Path) -> None:
        self.dialect = dialect
        self.root = root
        self.url = ""
        self.changed = threading.Condition()
        self.users: dict[str, User] = {}
        self.tokens: dict[str, tuple[User, datetime]] = {}
        self.repos: dict[str, Repo] = {}
        self.renamed: dict[str, Repo] = {}
        self.apps: list[App] = []
        self.used: Counter[int] = Counter()
        # Rights that no token has, such as `statuses=write` or `write:issue`.
        self.lacking: set[str] = set()
        self.listener: Callable[[Repo, Issue | None, Event], None] = lambda *_: None
        self._ids = itertools.count(1001)

    # Who and where

    def new_id(self) -> int:
        """Return a new unique number."""
        return next(self._ids)

    def user(self, login: str, kind: str = "User") -> User:
        """Return the account with this name. Make it if it does not exist."""
        return self.users.setdefault(login, User(self.new_id(), login, kind))

    def new_token(self, user: User, lasts: timedelta = timedelta(days=365)) -> str:
        """Return a new token of an account."""
        token = f"{'ghs' if user.app else 'ghp'}_{secrets.token_hex(18)}"
        self.tokens[token] = (user, datetime.now(UTC) + lasts)
        return token

    def user_of(self, token: str) -> User | None:
        """Return the owner of a valid token."""
        user, ends = self.tokens.get(token, (None, datetime.now(UTC)))
        return user if ends > datetime.now(UTC) else None

    def add_repo(self, full_name: str, private: bool, branch: str = "main") -> Repo:
        """A repository with a first commit."""
        owner, name = full_name.split("/")
        path = repositories.new_bare(self.root / owner / f"{name}.git", branch)
        repo = Repo(
            self.new_id(),
            self.user(owner, "Organization"),
            name,
            path,
            datetime.now(UTC),
            private,
            branch,
        )
        self.repos[full_name] = repo
        return repo

    def fork(self, repo: Repo, owner: User) -> Repo:
        """Return an account's fork of a repository. Make it if it does not exist."""
        full_name = f"{owner.login}/{repo.name}"
        if full_name not in self.repos:
            path = self.root / owner.login / f"{repo.name}.git"
            repositories.fork(repo.path, path)
            new = Repo(
                self.new_id(),
                owner,
                repo.name,
                path,
                datetime.now(UTC),
                repo.private,
                repo.branch,
                parent=repo,
            )
            self.repos[full_name] = new
        return self.repos[full_name]

    # What happens

    def happen(self, item: Issue, actor: User, kind: str, **data: Any) -> Event:
        """Record an event of an issue or pull request."""
        event = Event(self.new_id(), kind, actor, datetime.now(UTC), data)
        item.timeline.append(event)
        item.updated = event.at
        self.listener(item.repo, item, event)
        self.changed.notify_all()
        return event

    def _number(self, repo: Repo) -> int:
        return len(repo.items) + 1

    def add_issue(
        self, repo: Repo, user: User, title: str, body: str, assignees: Iterable[User]
    ) -> Issue:
        """Open an issue."""
        now = datetime.now(UTC)
        issue = Issue(
            self.new_id(),
            repo,
            self._number(repo),
            user,
            title,
            body,
            now,
            now,
            assignees=list(assignees),
        )
        repo.items[issue.number] = issue
        self.happen(issue, user, "opened")
        return issue

    def add_pull(
        self, repo: Repo, user: User, branch: str, title: str, body: str, files: Mapping[str, str], *, at: str = "",
        **more: Any,
    ) -> Pull:  # fmt: skip
        """Open a pull request in the fork `source` or in the repository.

        Its branch gets one commit, or is at the commit `at`.
        """
        now = datetime.now(UTC)
        pull = Pull(
            self.new_id(),
            repo,
            self._number(repo),
            user,
            title,
            body,
            now,
            now,
            branch=branch,
            **more,
        )
        source = pull.source or repo
        if self.dialect == "gitea":
            pull.title = f"WIP: {title}" if pull.draft else title
            pull.draft = bool(WIP.match(pull.title))
        pull.source = source
        pull.base_sha = repositories.tip(repo.path, pull.base)
        if at:
            git(source.path, "fetch", "--quiet", str(repo.path), "+refs/pull/*/head:refs/copied/*")
            repositories.write_ref(source.path, f"refs/heads/{branch}", at)
            pull.head = at
        else:
            pull.head = repositories.commit(
                source.path, f"refs/heads/{branch}", files, title, pull.base_sha
            )
        self._mirror(pull)
        repo.items[pull.number] = pull
        self.happen(pull, user, "opened")
        self.happen(
            pull, user, "pushed", before=pull.base_sha, sha=pull.head, force=False, first=True
        )
        return pull

    def _mirror(self, pull: Pull) -> None:
        """Update the ref of the pull request in the base repository to its head."""
        ref = f"refs/pull/{pull.number}/head"
        if pull.source is pull.repo:
            repositories.write_ref(pull.repo.path, ref, pull.head)
        else:
            assert pull.source is not None
            git(
                pull.repo.path,
                "fetch",
                "--quiet",
                str(pull.source.path),
                f"+refs/heads/{pull.branch}:{ref}",
            )

    def push(self, pull: Pull, files: Mapping[str, str], force: bool) -> str:
        """Push a new commit to the branch, or replace all its commits by one. Return the new head."""
        assert pull.source is not None, "the fork is gone"
        parent = pull.base_sha if force else pull.head
        message = f"More of {pull.title}" if not force else pull.title
        repositories.commit(pull.source.path, f"refs/heads/{pull.branch}", files, message, parent)
        self.pushed(pull.source, pull.user, force)
        return pull.head

    def pushed(self, source: Repo, actor: User, force: bool = False) -> None:
        """Update the open pull requests whose branch a push has moved."""
        for repo in list(self.repos.values()):
            for pull in [one for one in repo.pulls if one.state == "open" and one.source is source]:
                head = repositories.tip(source.path, pull.branch)
                if head != pull.head:
                    before, pull.head = pull.head, head
                    self._mirror(pull)
                    self.happen(
                        pull, actor, "pushed", before=before, sha=head, force=force, first=False
                    )

    def set_title(self, item: Issue, title: str, actor: User) -> None:
        """Change the title. On Gitea the title also says whether it is a draft."""
        before, item.title = item.title, title
        if isinstance(item, Pull) and self.dialect == "gitea":
            item.draft = bool(WIP.match(title))
        self.happen(item, actor, "renamed", before=before, after=title)

    def set_draft(self, pull: Pull, draft: bool, actor: User) -> None:
        """Mark it as ready for review, or as a draft."""
        if self.dialect == "gitea":
            bare = WIP.sub("", pull.title, count=1) if WIP.match(pull.title) else pull.title
            self.set_title(pull, f"WIP: {bare}" if draft else bare, actor)
        else:
            pull.draft = draft
            self.happen(pull, actor, "convert_to_draft" if draft else "ready_for_review")

    def set_state(self, item: Issue, state: str, actor: User, reason: str = "completed") -> None:
        """Open or close it."""
        if state == "closed":
            item.reason = reason
        elif item.state != state:
            item.reason = "reopened"
        if item.state != state:
            item.state = state
            item.closed = datetime.now(UTC) if state == "closed" else None
            self.happen(item, actor, "closed" if state == "closed" else "reopened")

    def request(self, pull: Pull, reviewer: User, actor: User) -> None:
        """Request a review by an account, perhaps again."""
        if reviewer not in pull.requested:
            pull.requested.append(reviewer)
        self.happen(pull, actor, "review_requested", reviewer=reviewer)

    def unrequest(self, pull: Pull, reviewer: User, actor: User) -> None:
        """Withdraw the request for a review."""
        if reviewer in pull.requested:
            pull.requested.remove(reviewer)
            self.happen(pull, actor, "review_request_removed", reviewer=reviewer)

    def label(self, item: Issue, name: str, actor: User, on: bool = True) -> None:
        """Set or remove a label. Make an unknown one."""
        item.repo.labels.setdefault(name, self.new_id())
        if on != (name in item.labels):
            (item.labels.append if on else item.labels.remove)(name)
            self.happen(item, actor, "labeled" if on else "unlabeled", label=name)

    def assign(self, item: Issue, users: Sequence[User], actor: User) -> None:
        """Replace all assignees by these."""
        changes = [("assigned", user) for user in users if user not in item.assignees]
        changes += [("unassigned", user) for user in item.assignees if user not in users]
        item.assignees = list(users)
        for kind, user in changes:
            self.happen(item, actor, kind, assignee=user)

    def comment(self, item: Issue, user: User, body: str) -> Comment:
        """Post a comment."""
        now = datetime.now(UTC)
        comment = Comment(self.new_id(), user, body, now, now)
        item.comments.append(comment)
        self.happen(item, user, "commented", comment=comment)
        return comment

    def edit_comment(self, item: Issue, comment: Comment, body: str, actor: User) -> None:
        """Change the text of a comment."""
        comment.body, comment.updated = body, datetime.now(UTC)
        self.happen(item, actor, "comment_edited", comment=comment)

    def review(
        self, pull: Pull, user: User, state: str, body: str, sha: str, comments: list[Inline]
    ) -> Review:
        """Write a review. Only its author sees it while it is PENDING."""
        official = pull.repo.allows(user, "write")
        review = Review(
            self.new_id(), user, body, state, sha, datetime.now(UTC), comments, official
        )
        pull.reviews.append(review)
        if state != "PENDING":
            self.submitted(pull, review)
        return review

    def submitted(self, pull: Pull, review: Review) -> None:
        """Publish a review, and close the request for it."""
        review.at = datetime.now(UTC)
        if review.user in pull.requested:
            pull.requested.remove(review.user)
        self.happen(pull, review.user, "reviewed", review=review)

    def dismiss(self, pull: Pull, review: Review, message: str, actor: User) -> None:
        """Dismiss a review, so that it no longer counts."""
        review.dismissed = True
        self.happen(pull, actor, "review_dismissed", review=review, message=message)

    def status(self, repo: Repo, user: User, sha: str, body: Json) -> Status:
        """Set a commit status. This does not change any pull request's `updated_at`."""
        words = (
            body["state"],
            body.get("context") or "default",
            body.get("description"),
            body.get("target_url"),
        )
        status = Status(self.new_id(), sha, user, *words, datetime.now(UTC))
        repo.statuses.setdefault(sha, []).append(status)
        self.listener(
            repo, None, Event(self.new_id(), "status", user, status.at, {"status": status})
        )
        self.changed.notify_all()
        return status

    def current(self, repo: Repo, sha: str) -> list[Status]:
        """The newest status of each context, newest first."""
        newest = {status.context.lower(): status for status in repo.statuses.get(sha, [])}
        return sorted(newest.values(), key=lambda status: -status.id)

    def combined(self, repo: Repo, sha: str) -> str:
        """Return the combined state of the statuses of a commit."""
        states = {status.state for status in self.current(repo, sha)}
        return (
            "failure"
            if states & {"error", "failure"}
            else "success"
            if states == {"success"}
            else "pending"
        )

    def unmet(self, pull: Pull) -> str:
        """Return the conditions of the branch protection that are not met yet."""
        pinned = pull.repo.pinned
        good = {
            status.context
            for status in self.current(pull.repo, pull.head)
            if status.state == "success" and pinned in (None, status.user.app)
        }
        newest = {
            run.name: run
            for run in pull.repo.check_runs.get(pull.head, ())
            if pinned in (None, run.app)
        }
        for run in newest.values():
            if run.conclusion == "success":
                good.add(run.name)
            else:
                good.discard(run.name)
        last = {
            review.user: review.state
            for review in pull.reviews
            if review.official and not review.dismissed
        }
        if not set(pull.repo.required) <= good:
            return "Not all required status checks successful"
        if sum(state == "APPROVED" for state in last.values()) < pull.repo.approvals:
            return "Does not have enough approvals"
        return ""

    def merge(self, pull: Pull, user: User, message: str, method: str) -> str:
        """Merge with git, and close the issues that the pull request closes. Return an empty string on a conflict."""
        sha = repositories.merge(pull.repo.path, pull.base, pull.head, message, method)
        if sha:
            pull.merge_sha, pull.merged, pull.merged_by = sha, datetime.now(UTC), user
            self.happen(pull, user, "merged", sha=sha)
            self.set_state(pull, "closed", user)
            for name, number in self.closes(pull):
                if name in self.repos and number in self.repos[name].items:
                    self.set_state(self.repos[name].items[number], "closed", user)
        return sha

    def closes(self, pull: Pull) -> list[tuple[str, int]]:
        """Return the issues that a pull request closes.

        GitHub reads the text only if the base is the default branch.
        """
        counts = self.dialect == "gitea" or pull.base == pull.repo.branch
        said = CLOSING.findall(pull.body) if counts else []
        named = [(name or pull.repo.full_name, int(number)) for name, number in said]
        return list(dict.fromkeys([*named, *pull.linked]))
