"""Who is told of what in the stand-in: subscribers and inbox rows, by the rules of the server's listeners.

The creator, the assignee and everybody who comments is subscribed. A new comment and a new status are rows for all members
among them but the actor; a mention of a member is a row of its own. An edit of a comment is a row for nobody, and agents
have no inbox. A group of notices that a member has muted makes no rows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from tests.support.multica.model import Actor, Issue
from tests.support.multica.rules import Mention

GROUPS = {
    "issue_assigned": "assignments",
    "unassigned": "assignments",
    "assignee_changed": "assignments",
    "status_changed": "status_changes",
    "new_comment": "comments",
    "mentioned": "comments",
    "task_failed": "agent_activity",
}


@dataclass(frozen=True)
class Notice:
    """One row in a member's inbox."""

    issue_id: str
    user_id: str
    kind: str


class Inboxes:
    """The subscribers of every issue, and the inboxes of all members."""

    def __init__(self) -> None:
        self.rows: list[Notice] = []
        self.subscribers: dict[str, set[str]] = defaultdict(set)
        self.muted: dict[str, set[str]] = defaultdict(set)  # by user: the muted groups

    def subscribe(self, issue: Issue, who: Actor | None) -> None:
        """A member hears of this issue from now on."""
        if who is not None and who.type == "member":
            self.subscribers[issue.id].add(who.id)

    def tell(
        self, issue: Issue, kind: str, users: Iterable[str], by: Actor, without: Iterable[str] = ()
    ) -> None:
        """A row for each of these users but the actor and those who have muted it."""
        for user in sorted(set(users) - {by.id, *without}):
            if GROUPS[kind] not in self.muted[user]:
                self.rows.append(Notice(issue.id, user, kind))

    def created(self, issue: Issue, by: Actor, mentioned: Iterable[Mention]) -> None:
        """An issue is there."""
        named = members(mentioned)
        self.subscribe(issue, issue.creator)
        self.subscribe(issue, issue.assignee)
        self.subscribers[issue.id].update(named)
        if issue.assignee is not None and issue.assignee.type == "member":
            self.tell(issue, "issue_assigned", [issue.assignee.id], by)
            named.discard(issue.assignee.id)
        self.tell(issue, "mentioned", named, by)

    def commented(self, issue: Issue, by: Actor, mentioned: Iterable[Mention]) -> None:
        """A comment is there."""
        self.subscribe(issue, by)
        self.tell(issue, "new_comment", self.subscribers[issue.id], by)
        self.tell(issue, "mentioned", members(mentioned), by)

    def moved(self, issue: Issue, by: Actor) -> None:
        """An issue has another status."""
        self.tell(issue, "status_changed", self.subscribers[issue.id], by)

    def handed(self, issue: Issue, by: Actor, before: Actor | None) -> None:
        """An issue has another assignee."""
        both = [who.id for who in (before, issue.assignee) if who is not None]
        if issue.assignee is not None and issue.assignee.type == "member":
            self.tell(issue, "issue_assigned", [issue.assignee.id], by)
        if before is not None and before.type == "member":
            self.tell(issue, "unassigned", [before.id], by)
        self.tell(issue, "assignee_changed", self.subscribers[issue.id], by, both)
        self.subscribe(issue, issue.assignee)

    def failed(self, issue: Issue, agent: Actor) -> None:
        """A run has failed for good."""
        self.tell(issue, "task_failed", self.subscribers[issue.id], agent)


def members(mentioned: Iterable[Mention]) -> set[str]:
    """The members among mentions."""
    return {each.id for each in mentioned if each.type == "member"}
