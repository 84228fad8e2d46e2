"""Who can be asked: the one protocol every agent speaks, and which agent answers for a seat."""

from __future__ import annotations

from typing import Protocol

from coordinator.config import Seat
from coordinator.errors import AgentError
from coordinator.model import Ask, Reply

from .recorded import Recorded


class Agent(Protocol):
    """Anything that can be asked and answers in text."""

    own_instructions: bool  # it has a role of its own, so it gets only the case

    async def answer(self, ask: Ask) -> Reply:
        """The raw reply; raises AgentError with the cause of the abstention if there is none."""


def agent_for(seat: Seat) -> Agent:
    """The agent that the configuration names for a seat."""
    assert seat.recorded is not None  # the configuration allows no other kind yet
    return Recorded(seat.recorded)


class Vacant:
    """Answers for a seat that a running review knows but the configuration no longer does."""

    own_instructions = False

    async def answer(self, ask: Ask) -> Reply:
        """Nothing but the cause."""
        raise AgentError("failed", f"seat {ask.seat} is no longer in the configuration")
