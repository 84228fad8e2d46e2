"""The objects of the stand-in, and their JSON as the server writes it."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

Json = dict[str, Any]
ACTIVE = ("queued", "dispatched", "running")
ENDED = ("completed", "failed", "cancelled")
BUILT_IN = ("backlog", "todo", "in_progress", "in_review", "done", "blocked", "cancelled")


class Refused(Exception):
    """A refusal: a status code and the body of the answer."""

    def __init__(self, status: int, error: str, **more: object) -> None:
        super().__init__(f"{status} {error}")
        self.status = status
        self.body: Json = {"error": error, **more}


def new_id() -> str:
    """A fresh id."""
    return str(uuid.uuid4())


def text(moment: datetime) -> str:
    """Return a time as responses show it: without fractions of a second, in the server's own offset."""
    return moment.replace(microsecond=0).isoformat()


def maybe(moment: datetime | None) -> str | None:
    """Return a time as responses show it, or null."""
    return None if moment is None else text(moment)


@dataclass(frozen=True)
class Actor:
    """The author of a change: a member, an agent or the system."""

    type: str
    id: str


SYSTEM = Actor("system", "")


@dataclass(eq=False)
class User:
    """A person or a service account. A user without a role is not a member of the workspace."""

    name: str
    role: str | None
    token: str
    id: str = field(default_factory=new_id)
    ends: datetime | None = None  # the end of the token
    renewable: bool = True

    @property
    def email(self) -> str:
        """The address, made from the name."""
        return f"{self.name.lower().replace(' ', '.')}@example.test"

    @property
    def actor(self) -> Actor:
        """The user as an author."""
        return Actor("member", self.id)

    def json(self) -> Json:
        """The user as /api/me shows it."""
        return {"id": self.id, "name": self.name, "email": self.email, "avatar_url": None}


@dataclass(eq=False)
class Runtime:
    """A machine that runs agents."""

    owner_id: str
    last_seen: datetime
    online: bool = True
    usable: bool = True
    name: str = "laptop"
    id: str = field(default_factory=new_id)

    def json(self) -> Json:
        """The runtime as /api/runtimes shows it."""
        return {
            "id": self.id,
            "name": self.name,
            "provider": "claude",
            "status": "online" if self.online else "offline",
            "last_seen_at": text(self.last_seen),
            "owner_id": self.owner_id,
            "visibility": "private",
            "metadata": {"cli_version": "0.4.32"},
        }


@dataclass(eq=False)
class Agent:
    """An agent of the tracker.

    `behave` is the behaviour of its runs. If it is None, the test controls them.
    """

    name: str
    owner_id: str
    runtime: Runtime | None
    created_at: datetime
    permission_mode: str = "public_to"
    invocation_targets: list[Json] = field(default_factory=list)
    instructions: str = ""
    description: str = ""
    max_concurrent_tasks: int = 6
    behave: Callable[[Any], Any] | None = None
    delay: float = 0.0
    archived_at: datetime | None = None
    id: str = field(default_factory=new_id)

    @property
    def actor(self) -> Actor:
        """The agent as an author."""
        return Actor("agent", self.id)

    def json(self, workspace: str, working: bool) -> Json:
        """The agent as /api/agents shows it."""
        return {
            "id": self.id,
            "workspace_id": workspace,
            "runtime_id": self.runtime.id if self.runtime else "",
            "runtime_bound": self.runtime is not None,
            "name": self.name,
            "description": self.description,
            "instructions": self.instructions,
            "runtime_mode": "local",
            "permission_mode": self.permission_mode,
            "invocation_targets": self.invocation_targets,
            "status": "working" if working else "idle",
            "max_concurrent_tasks": self.max_concurrent_tasks,
            "model": "",
            "owner_id": self.owner_id,
            "skills": [],
            "created_at": text(self.created_at),
            "updated_at": text(self.created_at),
            "archived_at": maybe(self.archived_at),
        }


@dataclass(eq=False)
class Squad:
    """A group of agents and people behind one leader."""

    name: str
    leader_id: str
    others: list[Actor] = field(default_factory=list)
    id: str = field(default_factory=new_id)

    @property
    def actor(self) -> Actor:
        """The squad as an assignee."""
        return Actor("squad", self.id)

    def json(self) -> Json:
        """The squad as /api/squads shows it."""
        return {"id": self.id, "name": self.name, "leader_id": self.leader_id, "instructions": ""}

    def members(self) -> list[Json]:
        """Everyone in it, as /api/squads/{id}/members shows them."""
        leader = {"member_type": "agent", "member_id": self.leader_id, "role": "leader"}
        return [
            leader,
            *({"member_type": one.type, "member_id": one.id, "role": ""} for one in self.others),
        ]


@dataclass(eq=False)
class Issue:
    """One issue, with microseconds inside and seconds in its JSON."""

    workspace_id: str
    number: int
    identifier: str
    title: str
    status: str
    creator: Actor
    created_at: datetime
    updated_at: datetime
    description: str | None = None
    priority: str = "none"
    assignee: Actor | None = None
    revision: int = 1
    metadata: Json = field(default_factory=dict)
    pull_requests: list[Json] = field(default_factory=list)
    labels: list[Json] = field(default_factory=list)
    attachments: list[Json] = field(default_factory=list)
    id: str = field(default_factory=new_id)

    def json(self, category: str) -> Json:
        """The issue as every response and frame shows it."""
        return {
            "id": self.id,
            "workspace_id": self.workspace_id,
            "number": self.number,
            "identifier": self.identifier,
            "title": self.title,
            "description": self.description,
            "status": self.status,
            "status_category": category,
            "priority": self.priority,
            "assignee_type": self.assignee.type if self.assignee else None,
            "assignee_id": self.assignee.id if self.assignee else None,
            "creator_type": self.creator.type,
            "creator_id": self.creator.id,
            "parent_issue_id": None,
            "project_id": None,
            "position": float(self.number),
            "stage": None,
            "start_date": None,
            "due_date": None,
            "created_at": text(self.created_at),
            "updated_at": text(self.updated_at),
            "revision": self.revision,
            "last_activity_at": self.updated_at.isoformat(timespec="microseconds"),
            "metadata": dict(self.metadata),
            "properties": {},
        }


@dataclass(eq=False)
class Comment:
    """One comment; a reply names its parent."""

    issue_id: str
    author: Actor
    content: str
    created_at: datetime
    type: str = "comment"
    parent_id: str | None = None
    source_task_id: str | None = None
    revision: int = 1
    updated_at: datetime | None = None
    resolved_by: Actor | None = None
    reactions: list[Json] = field(default_factory=list)
    attachments: list[Json] = field(default_factory=list)
    id: str = field(default_factory=new_id)

    def json(self) -> Json:
        """The comment as the list shows it."""
        shown: Json = {
            "id": self.id,
            "issue_id": self.issue_id,
            "author_type": self.author.type,
            "author_id": self.author.id,
            "content": self.content,
            "type": self.type,
            "parent_id": self.parent_id,
            "created_at": text(self.created_at),
            "updated_at": text(self.updated_at or self.created_at),
            "revision": self.revision,
            "resolved_at": maybe(self.created_at) if self.resolved_by else None,
            "resolved_by_type": self.resolved_by.type if self.resolved_by else None,
            "resolved_by_id": self.resolved_by.id if self.resolved_by else None,
            "reactions": list(self.reactions),
            "attachments": list(self.attachments),
        }
        return shown | ({"source_task_id": self.source_task_id} if self.source_task_id else {})

    def entry(self) -> Json:
        """The comment as the timeline shows it."""
        shown = self.json()
        kept = {
            key: shown[key] for key in ("id", "content", "parent_id", "created_at", "updated_at")
        }
        task = {"source_task_id": self.source_task_id} if self.source_task_id else {}
        author = {"type": "comment", "actor_type": self.author.type, "actor_id": self.author.id}
        return author | kept | task | {"comment_type": self.type}


@dataclass(eq=False)
class Activity:
    """One line of an issue's history."""

    action: str
    actor: Actor
    details: Json
    created_at: datetime
    id: str = field(default_factory=new_id)

    def entry(self) -> Json:
        """The activity as the timeline shows it."""
        return {
            "type": "activity",
            "id": self.id,
            "actor_type": self.actor.type,
            "actor_id": self.actor.id,
            "created_at": text(self.created_at),
            "action": self.action,
            "details": self.details,
        }


@dataclass(eq=False)
class Task:
    """One run of an agent on an issue, from the queue to its end."""

    agent_id: str
    issue_id: str
    originator_id: str
    created_at: datetime
    runtime_id: str = ""
    status: str = "queued"
    trigger_comment_id: str | None = None
    coalesced_comment_ids: list[str] = field(default_factory=list)
    delivered_comment_ids: list[str] = field(default_factory=list)
    deferred_comment_ids: list[str] = field(default_factory=list)
    attempt: int = 1
    max_attempts: int = 2
    parent_task_id: str | None = None
    head_sha: str | None = None
    waits_for_agent_id: str | None = None
    dispatched_at: datetime | None = None
    started_at: datetime | None = None
    completed_at: datetime | None = None
    result: Json | None = None
    error: str | None = None
    failure_reason: str | None = None
    usage: list[Json] = field(default_factory=list)
    messages: list[Json] = field(default_factory=list)
    token: str = ""
    id: str = field(default_factory=new_id)

    @property
    def covered(self) -> list[str]:
        """The comments that this run was given. It can reply only under these."""
        return [
            *self.coalesced_comment_ids,
            *([self.trigger_comment_id] if self.trigger_comment_id else []),
        ]

    def json(self) -> Json:
        """The task as task-runs shows it."""
        shown: Json = {
            "id": self.id,
            "agent_id": self.agent_id,
            "runtime_id": self.runtime_id,
            "issue_id": self.issue_id,
            "status": self.status,
            "attempt": self.attempt,
            "max_attempts": self.max_attempts,
            "delivered_comment_ids": list(self.delivered_comment_ids),
            "kind": "comment" if self.trigger_comment_id else "direct",
            "created_at": text(self.created_at),
            "dispatched_at": maybe(self.dispatched_at),
            "started_at": maybe(self.started_at),
            "completed_at": maybe(self.completed_at),
            "result": self.result,
            "error": self.error,
            "attribution": {},
        }
        optional = {
            "parent_task_id": self.parent_task_id,
            "trigger_comment_id": self.trigger_comment_id,
            "coalesced_comment_ids": list(self.coalesced_comment_ids),
            "failure_reason": self.failure_reason,
            "branch_name": (self.result or {}).get("branch_name"),
            "usage": list(self.usage),
        }
        return shown | {key: value for key, value in optional.items() if value}
