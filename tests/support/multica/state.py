"""The state of the stand-in: the workspace, its clock, its log and its stream of events."""

from __future__ import annotations

import functools
import threading
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import Concatenate, ParamSpec, TypeVar

from tests.support.multica.inboxes import Inboxes
from tests.support.multica.model import (
    BUILT_IN,
    Activity,
    Actor,
    Agent,
    Comment,
    Issue,
    Json,
    Refused,
    Runtime,
    Squad,
    Task,
    User,
    new_id,
)
from tests.support.multica.rules import mentions

Self = TypeVar("Self", bound="State")
Given = ParamSpec("Given")
Result = TypeVar("Result")
ZONE = timezone(timedelta(hours=2))
PREFIX = "MUL"


def locked(
    method: Callable[Concatenate[Self, Given], Result],
) -> Callable[Concatenate[Self, Given], Result]:
    """Let one thread at a time use the state, because the test and the server run in different threads."""

    @functools.wraps(method)
    def alone(self: Self, /, *args: Given.args, **options: Given.kwargs) -> Result:
        with self.changed:
            return method(self, *args, **options)

    return alone


@dataclass(frozen=True)
class Entry:
    """A log entry. It remains even if its comment is deleted later."""

    issue_id: str
    kind: str
    actor: Actor
    detail: str


class State:
    """One workspace in memory."""

    def __init__(self) -> None:
        self.changed = threading.Condition(threading.RLock())
        self.workspace = new_id()
        self.slug = "review"
        self.repos: list[Json] = []
        self.skew = timedelta()
        self.escalation_seconds = 300.0
        self.statuses = {key: key for key in BUILT_IN}
        self.labels: list[Json] = []
        self.users: dict[str, User] = {}
        self.runtimes: dict[str, Runtime] = {}
        self.agents: dict[str, Agent] = {}
        self.squads: dict[str, Squad] = {}
        self.issues: dict[str, Issue] = {}
        self.comments: dict[str, Comment] = {}
        self.tasks: dict[str, Task] = {}
        self.files: dict[str, bytes] = {}
        self.comments_of: dict[str, list[Comment]] = defaultdict(list)
        self.activities_of: dict[str, list[Activity]] = defaultdict(list)
        self.tasks_of: dict[str, list[Task]] = defaultdict(list)
        self.open_tasks: dict[str, dict[str, Task]] = defaultdict(dict)
        self.runs: list[Task] = []
        self.log: list[Entry] = []
        self.inboxes = Inboxes()
        self.wake: Callable[[Agent], None] = lambda _: None
        self.halt: Callable[[Task], None] = lambda _: None
        self.later: Callable[[float, Callable[[], None]], None] = lambda _seconds, _act: None
        self._count = 0
        self._numbers: dict[str, Issue] = {}
        self._last = datetime.min.replace(tzinfo=ZONE)

    def now(self) -> datetime:
        """Return the server's time, with the wanted skew. No two calls return the same time."""
        moment = datetime.now(ZONE) + self.skew
        if timedelta() <= self._last - moment < timedelta(seconds=1):
            moment = self._last + timedelta(microseconds=1)
        self._last = moment
        return moment

    def note(self, issue: Issue, kind: str, actor: Actor, detail: str) -> None:
        """Write to the log, and wake the threads that wait for a change."""
        self.log.append(Entry(issue.id, kind, actor, detail))
        self.changed.notify_all()

    def name(self, actor: Actor) -> str:
        """Return the name of an author."""
        if actor.type == "member":
            return self.users[actor.id].name
        return self.agents[actor.id].name if actor.type == "agent" else actor.type

    def user_of(self, token: str) -> User | None:
        """Return the owner of a personal access token."""
        user = next((user for user in self.users.values() if user.token == token), None)
        return None if user and user.ends and user.ends <= self.now() else user

    def issue(self, key: str) -> Issue:
        """Return an issue by id or identifier. Raise a 404 answer if there is none."""
        found = self.issues.get(key) or self._numbers.get(key.upper())
        if found is None:
            raise Refused(404, "issue not found")
        return found

    def remember(self, issue: Issue) -> None:
        """Put a new issue on the board."""
        self.issues[issue.id] = self._numbers[issue.identifier] = issue

    def forget(self, issue: Issue) -> None:
        """Remove an issue from the board."""
        del self.issues[issue.id], self._numbers[issue.identifier]
        for comment in self.comments_of.pop(issue.id, []):
            del self.comments[comment.id]

    def comment(self, key: str) -> Comment:
        """Return a comment by id. Raise a 404 answer if there is none."""
        if key not in self.comments:
            raise Refused(404, "comment not found")
        return self.comments[key]

    def task(self, key: str) -> Task:
        """Return a task by id. Raise a 404 answer if there is none."""
        if key not in self.tasks:
            raise Refused(404, "task not found")
        return self.tasks[key]

    def category(self, status: str) -> str:
        """Return the built-in status that a status counts as."""
        return self.statuses[status]

    def shown(self, issue: Issue) -> Json:
        """The issue as JSON."""
        return issue.json(self.category(issue.status))

    def root(self, comment: Comment) -> Comment:
        """Return the first comment of the thread."""
        while comment.parent_id is not None:
            comment = self.comments[comment.parent_id]
        return comment

    def thread(self, comment: Comment) -> list[Comment]:
        """Return the whole thread of the comment, oldest first."""
        root = self.root(comment)
        return [one for one in self.comments_of[comment.issue_id] if self.root(one) is root]

    def started_by(self, comment: Comment) -> Sequence[Agent]:
        """Return the agents with a task that this comment triggered."""
        tasks = [
            task
            for task in self.tasks_of[comment.issue_id]
            if task.trigger_comment_id == comment.id
        ]
        return list({task.agent_id: self.agents[task.agent_id] for task in tasks}.values())

    def touch(self, issue: Issue) -> None:
        """Change the revision and updated_at, as every write does, even to comments and metadata."""
        issue.revision += 1
        issue.updated_at = self.now()

    def record(self, issue: Issue, action: str, actor: Actor, details: Json) -> None:
        """Add a line to the issue's history."""
        activity = Activity(action, actor, details, self.now())
        self.activities_of[issue.id].append(activity)
        self.changed.notify_all()

    def save(self, issue: Issue, comment: Comment) -> None:
        """Store a comment without triggering anything."""
        self.comments[comment.id] = comment
        self.comments_of[issue.id].append(comment)
        self.touch(issue)
        self.inboxes.commented(issue, comment.author, mentions(comment.content))
        self.note(issue, "comment", comment.author, comment.content)

    def say(self, issue: Issue, task: Task, content: str, kind: str) -> None:
        """Write a comment in the agent's name on behalf of the server. It has no source task."""
        author = self.agents[task.agent_id].actor
        comment = Comment(
            issue.id, author, content, self.now(), kind, self._alive(task.trigger_comment_id)
        )
        self.comments[comment.id] = comment
        self.comments_of[issue.id].append(comment)
        self.touch(issue)
        self.inboxes.commented(issue, author, mentions(content))
        self.note(issue, kind, author, content)

    def _alive(self, comment_id: str | None) -> str | None:
        return comment_id if comment_id in self.comments else None
