"""The actions of members and agents in the workspace of the stand-in, which can start runs."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from tests.support.multica.model import (
    ACTIVE,
    SYSTEM,
    Actor,
    Agent,
    Comment,
    Issue,
    Json,
    Refused,
    Task,
)
from tests.support.multica.rules import (
    Trigger,
    assigned,
    executor,
    may_invoke,
    mentions,
    permitted,
    triggers,
)
from tests.support.multica.state import PREFIX, locked
from tests.support.multica.tasks import Tasks

COMMENT_TYPES = ("comment", "progress_update")
PLAIN = ("title", "description", "priority")
SLEEPING = ("backlog", "done", "cancelled")


class World(Tasks):
    """One workspace, as its members and agents see it."""

    @locked
    def create(
        self,
        title: str,
        by: Actor,
        *,
        status: str = "todo",
        assignee: Actor | None = None,
        description: str | None = None,
        starts: bool = True,
    ) -> Issue:
        """Create an issue. Its assigned agent starts, unless the status is inactive."""
        key, now = self.known(status), self.now()
        self._count += 1
        name = f"{PREFIX}-{self._count}"
        issue = Issue(self.workspace, self._count, name, title, key, by, now, now, description)
        self._assign(issue, assignee, by)
        self.remember(issue)
        self.record(issue, "created", by, {})
        self.inboxes.created(issue, by, mentions(description or ""))
        self.note(issue, "created", by, title)
        if starts and self.category(issue.status) not in SLEEPING:
            self.run_assignee(issue, by)
        return issue

    def known(self, status: str) -> str:
        """Return the key of a status that somebody wrote."""
        key = status.strip().lower().replace(" ", "_")
        if key not in self.statuses:
            raise Refused(
                400, f'invalid status "{status}"; valid values: {", ".join(self.statuses)}'
            )
        return key

    def _assign(self, issue: Issue, assignee: Actor | None, by: Actor) -> None:
        agent = executor(self, assignee) if assignee and assignee.type != "member" else None
        if agent and not may_invoke(agent, self.originator(by)):
            raise Refused(403, "you do not have permission to assign work to this agent")
        issue.assignee = assignee

    def originator(self, actor: Actor, task: Task | None = None) -> str:
        """Return the person at the start of the chain of triggers, whose permissions apply."""
        if task is not None:
            return task.originator_id
        return self.agents[actor.id].owner_id if actor.type == "agent" else actor.id

    def run_assignee(self, issue: Issue, by: Actor) -> None:
        """Start the assigned agent or squad leader, if it may be started."""
        originator = self.originator(by)
        for found in permitted(assigned(self, issue), originator):
            if found.agent:
                self.enqueue(issue, found.agent, originator)

    @locked
    def write(self, issue: Issue, by: Actor, changes: Json) -> Issue:
        """Change the given fields.

        Refuse the change if the issue does not have the `expected_revision`.
        """
        expected = changes.get("expected_revision")
        if expected is not None and expected != issue.revision:
            raise Refused(
                409,
                "issue was changed by someone else",
                code="revision_conflict",
                resource_type="issue",
                resource_id=issue.id,
                expected_revision=expected,
                actual_revision=issue.revision,
            )
        status = self.known(changes["status"]) if "status" in changes else issue.status
        before, owner = issue.status, issue.assignee
        if "assignee_id" in changes or "assignee_type" in changes:
            self._assign(issue, _pair(changes), by)
        for key in PLAIN:
            if key in changes and changes[key] != getattr(issue, key):
                setattr(issue, key, changes[key])
        issue.status = status
        self.touch(issue)
        self._announce(issue, by, before, owner)
        if not changes.get("suppress_run"):
            self._started_by_write(issue, by, before, owner)
        return issue

    def _announce(self, issue: Issue, by: Actor, before: str, owner: Actor | None) -> None:
        moved, handed = issue.status != before, issue.assignee != owner
        if moved:
            self.record(issue, "status_changed", by, {"from": before, "to": issue.status})
            self.inboxes.moved(issue, by)
            self.note(issue, "status", by, issue.status)
        if handed:
            self.inboxes.handed(issue, by, owner)
            self.record(
                issue, "assignee_changed", by, _side("from_", owner) | _side("to_", issue.assignee)
            )
        self.changed.notify_all()

    def _started_by_write(self, issue: Issue, by: Actor, before: str, owner: Actor | None) -> None:
        now = self.category(issue.status)
        woken = self.category(before) == "backlog" and now not in SLEEPING
        if woken or (issue.assignee != owner and now != "backlog"):
            self.run_assignee(issue, by)

    @locked
    def delete_issue(self, issue: Issue) -> None:
        """Remove an issue with its comments, and cancel its runs."""
        for task in self.tasks_of[issue.id]:
            self.cancel(task)
        self.forget(issue)
        self.changed.notify_all()

    @locked
    def post(
        self,
        issue: Issue,
        content: str,
        by: Actor,
        *,
        parent: str | None = None,
        kind: str = "comment",
        task: Task | None = None,
        suppress: Collection[str] = (),
        attachments: Sequence[Json] = (),
    ) -> tuple[Comment, list[Json]]:
        """Save a comment, and start the agents that it triggers.

        Return the outcomes of its mentions.
        """
        content = content.replace("\0", "")
        self._accept(issue, content, parent, kind, task)
        comment = Comment(
            issue.id, by, content, self.now(), kind, parent, task.id if task else None
        )
        comment.attachments.extend(attachments)
        self.save(issue, comment)
        if comment.parent_id:
            self.root(comment).resolved_by = None
        if by.type == "agent":
            self.answered(issue, self.agents[by.id])
        return comment, self.fire(issue, comment, self.originator(by, task), suppress)

    def _accept(
        self, issue: Issue, content: str, parent: str | None, kind: str, task: Task | None
    ) -> None:
        if not content:
            raise Refused(400, "content is required")
        if kind not in COMMENT_TYPES:
            raise Refused(400, f"invalid comment type {kind}")
        if parent is not None and (
            parent not in self.comments or self.comments[parent].issue_id != issue.id
        ):
            raise Refused(400, "invalid parent comment")
        if (
            task
            and task.issue_id == issue.id
            and task.trigger_comment_id
            and parent not in task.covered
        ):
            raise Refused(
                409, f"set parent_id to {task.trigger_comment_id} or a coalesced comment id"
            )

    def fire(
        self, issue: Issue, comment: Comment, originator: str, suppress: Collection[str] = ()
    ) -> list[Json]:
        """Start every agent that the comment triggers."""
        outcomes = []
        for trigger in triggers(self, issue, comment, originator):
            if trigger.agent and trigger.agent.id in suppress:
                continue
            status, reason = self._fire_one(issue, comment, originator, trigger)
            if trigger.explicit:
                outcomes.append(outcome(trigger, status, reason))
        return outcomes

    def _fire_one(
        self, issue: Issue, comment: Comment, originator: str, trigger: Trigger
    ) -> tuple[str, str]:
        if (
            trigger.blocked == "self_trigger_suppressed"
            and trigger.agent
            and self._at_work(issue, trigger.agent)
        ):
            return "deferred", "already_active"
        if trigger.blocked == "runtime_unusable":
            self.save(
                issue,
                Comment(
                    issue.id, SYSTEM, "The runtime cannot run this agent.", self.now(), "system"
                ),
            )
        if trigger.blocked or trigger.agent is None:
            return "blocked", trigger.blocked
        result = self.enqueue(issue, trigger.agent, originator, comment)
        if trigger.escalates:
            self.escalate(issue, comment, trigger, assigned(self, issue))
        return result

    def _at_work(self, issue: Issue, agent: Agent) -> bool:
        return any(
            task.agent_id == agent.id and task.status in ACTIVE for task in self.tasks_of[issue.id]
        )

    @locked
    def preview(self, issue: Issue, content: str, by: Actor, parent: str | None) -> Json:
        """Return the agents that a comment would start, without writing it."""
        comment = Comment(issue.id, by, content, self.now(), parent_id=parent)
        found = triggers(self, issue, comment, self.originator(by))
        agents = [
            {"id": one.agent.id, "name": one.agent.name, "source": one.source, "reason": one.source}
            for one in found
            if one.agent and not one.blocked
        ]
        blocked = [outcome(one, "blocked", one.blocked) for one in found if one.blocked]
        return {"agents": agents} | ({"blocked": blocked} if blocked else {})

    @locked
    def edit(
        self, comment: Comment, by: Actor, content: str, suppress: Collection[str] = ()
    ) -> list[Json]:
        """Rewrite a comment. Cancel its queued runs, and start the mentioned agents again."""
        issue = self.issues[comment.issue_id]
        self._cancel_for(issue, {comment.id}, ("queued",))
        comment.content, comment.updated_at = content, self.now()
        comment.revision += 1
        self.touch(issue)
        self.note(issue, "comment edited", by, content)
        return self.fire(issue, comment, self.originator(comment.author), suppress)

    @locked
    def delete_comment(self, comment: Comment, by: Actor) -> None:
        """Delete a comment with all its replies, and cancel the runs that it triggered."""
        issue, gone = self.issues[comment.issue_id], {comment.id}
        for other in self.comments_of[issue.id]:
            if other.parent_id in gone:
                gone.add(other.id)
        self._cancel_for(issue, gone, ACTIVE)
        self.comments_of[issue.id] = [
            one for one in self.comments_of[issue.id] if one.id not in gone
        ]
        for key in gone:
            del self.comments[key]
        self.touch(issue)
        self.note(issue, "comment deleted", by, comment.content)

    def _cancel_for(
        self, issue: Issue, comments: Collection[str], statuses: Collection[str]
    ) -> None:
        for task in self.tasks_of[issue.id]:
            if task.trigger_comment_id in comments and task.status in statuses:
                self.cancel(task)

    @locked
    def put_metadata(self, issue: Issue, key: str, value: object) -> None:
        """Set one key, or remove it with None. This changes the revision, as every write does."""
        if value is None:
            issue.metadata.pop(key, None)
        else:
            issue.metadata[key] = value
        self.touch(issue)
        self.changed.notify_all()

    @locked
    def timeline(self, issue: Issue) -> list[Json]:
        """Return comments and activities in one list, oldest first."""
        rows: list[tuple[datetime, Json]] = [
            (one.created_at, one.entry()) for one in self.comments_of[issue.id]
        ]
        rows += [(one.created_at, one.entry()) for one in self.activities_of[issue.id]]
        return [row for _, row in sorted(rows, key=lambda row: row[0])]


def outcome(trigger: Trigger, status: str, reason: str) -> Json:
    """Return one line of trigger_outcomes."""
    return {
        "target_type": trigger.type,
        "target_id": trigger.id,
        "status": status,
        "reason_code": reason,
    }


def _side(prefix: str, who: Actor | None) -> Json:
    return {f"{prefix}type": who.type if who else None, f"{prefix}id": who.id if who else None}


def _pair(changes: Json) -> Actor | None:
    kind, target = changes.get("assignee_type"), changes.get("assignee_id")
    if (kind is None) != (target is None):
        raise Refused(400, "assignee_type and assignee_id must be given together")
    return Actor(kind, target) if kind and target else None
