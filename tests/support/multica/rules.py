"""The agents that a comment starts: mentions, permissions, and the server's order of decisions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from tests.support.multica.model import Actor, Agent, Comment, Issue, Squad

MENTION = re.compile(r"\[@?.*?\]\(mention://(member|agent|squad|issue|all)/([0-9a-fA-F-]+|all)\)")
ASSIGNEE = "issue_assignee"


@dataclass(frozen=True)
class Mention:
    """One mention link in a text."""

    type: str
    id: str


@dataclass(frozen=True)
class Trigger:
    """An agent that a comment starts, or the reason code if it cannot start."""

    type: str
    id: str
    agent: Agent | None
    source: str
    blocked: str = ""
    escalates: bool = False

    @property
    def explicit(self) -> bool:
        """Whether the comment named the target."""
        return self.source == "mention"


class Directory(Protocol):
    """The facts about the stand-in that the rules need."""

    agents: dict[str, Agent]
    squads: dict[str, Squad]
    comments: dict[str, Comment]

    def root(self, comment: Comment) -> Comment:
        """Return the first comment of the thread."""

    def started_by(self, comment: Comment) -> Sequence[Agent]:
        """Return the agents with a task that this comment triggered."""


def mentions(content: str) -> list[Mention]:
    """Return every mention link, including those in quotes and code blocks. The server reads the raw text."""
    return [Mention(kind, target.lower()) for kind, target in MENTION.findall(content)]


def is_note(content: str) -> bool:
    """Return whether the first word is /note."""
    words = content.split(maxsplit=1)
    return bool(words) and words[0].lower() == "/note"


def may_invoke(agent: Agent, user_id: str) -> bool:
    """Return whether this person may run the agent. Roles make no difference."""
    if agent.owner_id == user_id:
        return True
    return agent.permission_mode == "public_to" and any(
        target["target_type"] == "workspace" or target.get("target_id") == user_id
        for target in agent.invocation_targets
    )


def executor(world: Directory, target: Actor | Mention) -> Agent | None:
    """Return the agent that runs for an agent or a squad."""
    squad = world.squads.get(target.id) if target.type == "squad" else None
    return world.agents.get(squad.leader_id if squad else target.id)


def obstacle(world: Directory, target: Mention, originator_id: str) -> str:
    """Return the reason code of a mention that starts nobody, or an empty string."""
    if target.type == "squad" and target.id not in world.squads:
        return "target_unavailable"
    agent = executor(world, target)
    if agent is None or not may_invoke(agent, originator_id):
        return "invocation_not_allowed"
    if agent.archived_at:
        return "target_unavailable"
    if agent.runtime is None:
        return "agent_runtime_required"
    return "" if agent.runtime.usable else "runtime_unusable"


def mentioned(world: Directory, comment: Comment, originator_id: str) -> list[Trigger]:
    """Return the agents and squads named in the text, with each executing agent once."""
    found: dict[str, Trigger] = {}
    for target in mentions(comment.content):
        if target.type not in ("agent", "squad"):
            continue
        agent = executor(world, target)
        code = obstacle(world, target, originator_id)
        if not code and agent and agent.actor == comment.author:
            code = "self_trigger_suppressed"
        found.setdefault(
            agent.id if agent else target.id,
            Trigger(target.type, target.id, agent, "mention", code),
        )
    return list(found.values())


def assigned(world: Directory, issue: Issue, source: str = ASSIGNEE) -> list[Trigger]:
    """Return the assigned agent, or the leader of the assigned squad."""
    target = issue.assignee
    agent = executor(world, target) if target and target.type != "member" else None
    return [Trigger(target.type, target.id, agent, source)] if target and agent else []


def woken_leader(world: Directory, issue: Issue, author: Actor) -> list[Trigger]:
    """Return the squad leader. A comment by any other agent starts the leader."""
    if issue.assignee is None or issue.assignee.type != "squad":
        return []
    return [
        found
        for found in assigned(world, issue, "squad_leader")
        if found.agent and found.agent.actor != author
    ]


def routed(world: Directory, issue: Issue, comment: Comment) -> list[Trigger]:
    """Return the agent that gets a member's comment without a mention."""
    if comment.parent_id is None:
        return assigned(world, issue)
    parent = world.comments[comment.parent_id]
    if parent.author.type == "agent":
        return _replied([world.agents[parent.author.id]])
    root = world.root(parent)
    if root.author.type != "member":
        return []
    named = [
        executor(world, found)
        for found in mentions(root.content)
        if found.type in ("agent", "squad")
    ]
    return _replied([agent for agent in named[:1] if agent] or world.started_by(root))


def _replied(agents: Iterable[Agent]) -> list[Trigger]:
    return [Trigger("agent", agent.id, agent, "reply", escalates=True) for agent in agents]


def permitted(triggers: Iterable[Trigger], originator_id: str) -> list[Trigger]:
    """Return the triggers that are allowed. Nobody is told about the others."""
    return [
        trigger for trigger in triggers if trigger.agent and _able(trigger.agent, originator_id)
    ]


def _able(agent: Agent, originator_id: str) -> bool:
    return may_invoke(agent, originator_id) and not agent.archived_at and agent.runtime is not None


def triggers(world: Directory, issue: Issue, comment: Comment, originator_id: str) -> list[Trigger]:
    """Return the agents that this comment starts, in the server's order of decisions."""
    if is_note(comment.content):
        return []
    named = mentioned(world, comment, originator_id)
    if named:
        return named
    if any(found.type in ("all", "member") for found in mentions(comment.content)):
        return []
    if comment.author.type == "agent":
        return permitted(woken_leader(world, issue, comment.author), originator_id)
    if comment.author.type != "member":
        return []
    return permitted(routed(world, issue, comment), originator_id)
