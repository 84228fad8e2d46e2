"""Stands for an agent of the tracker in a dry run, where asking would be writing."""

from __future__ import annotations

from coordinator.agents.mention import MANNERS, MentionAgent
from coordinator.errors import AgentError
from coordinator.models import Ask, Reply
from coordinator.parsing.injection import defuse
from coordinator.trackers.dry_run import DryRunTracker


class DryRunAgent:
    """Shows what the agent would be asked, and abstains."""

    resident = True
    wants_folder = False

    def __init__(self, name: str, agent: MentionAgent, rehearsal: DryRunTracker) -> None:
        self.name = name
        self.rehearsal = rehearsal
        self.own_instructions = agent.own_instructions
        self.family = agent.family

    async def answer(self, ask: Ask) -> Reply:
        """Nothing but the cause."""
        self.rehearsal.ask(ask.issue, self.name, f"{defuse(ask.prompt)}\n\n{MANNERS}")
        raise AgentError("failed", "a dry run asks nobody who lives in the tracker", fix="its prompt is shown instead")
