"""Which agent answers for a seat: one line for each kind there is."""

from __future__ import annotations

from coordinator.agents import Agent
from coordinator.agents.recorded import Recorded
from coordinator.config import Config
from coordinator.seats import AgentConfig


def agent_for(seat: AgentConfig, config: Config) -> Agent:
    """The agent that the configuration names; what it lacks (a key, a program, a package) is a ConfigError now."""
    assert seat.recorded is not None
    return Recorded(seat.recorded)
