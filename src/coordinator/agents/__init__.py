"""The protocol that every agent implements, and two simple agents: people and missing agents."""

import asyncio
import os
from typing import Protocol

from coordinator.config.environment import VARIABLES
from coordinator.config.seats import PersonConfig
from coordinator.errors import AgentError
from coordinator.judgement.statistics.independence import ModelFamily
from coordinator.models import Ask, Reply, Usage
from coordinator.workspace.checks.experiment_runner import ExperimentRunner


class Asked(Protocol):
    """An agent or a person that can be asked: its model, its tools, and how to ask it."""

    own_instructions: bool = False  # it has instructions of its own, so we send it only the case
    # The agent lives in the tracker. We know it by its author id, and its answer can take long.
    tracker_agent: bool = False
    wants_folder: bool = False  # it works in a copy of the work, which the panel makes for it
    tools: tuple[str, ...] = ()  # coordinator's tools that it can use in that folder
    family: ModelFamily = ModelFamily()
    model: str = ""  # the model that we tell it to use, as `vendor:model` if we call the model
    vendor: str = ""  # the vendor that sees its prompts (agents/vendors.py); empty if unknown


class Agent(Asked, Protocol):
    """An agent that we can ask and that answers in text."""

    async def answer(self, ask: Ask, runner: ExperimentRunner | None = None, /) -> Reply:
        """Return the raw reply.

        If there is no reply, raise AgentError, or PaidFailure if the failed ask has used tokens or
        money. The seat then abstains, with the `cause` of the error. An agent that can use `tools`
        runs its scripts with the `runner`.
        """


class PaidFailure(AgentError):
    """A failed ask that has used tokens or money, such as a reply that was cut off."""

    def __init__(self, failure: AgentError, usage: Usage) -> None:
        super().__init__(failure.cause, failure.what, fix=failure.fix)
        self.usage = usage


class MissingAgent(Agent):
    """A placeholder for an agent that we cannot ask. Every ask fails, with `why` as the reason.

    If `why` is empty, the reason is that the seat is no longer in the configuration.
    """

    vendor = "nobody"

    def __init__(self, why: str = "") -> None:
        self.why = why

    async def answer(self, ask: Ask, _runner: object = None, /) -> Reply:
        raise AgentError("failed", self.why or f"seat {ask.seat} is no longer in the configuration")


class PersonAgent(Asked):
    """A person, who answers with `coordinator answer`. A configured command notifies them.

    An ask waits for the answer until its deadline, even if coordinator restarts meanwhile.
    """

    def __init__(self, spec: PersonConfig) -> None:
        self.spec = spec

    async def notify(self, ask: str) -> None:
        """Start the configured command, if there is one, for this ask. Do not wait for its end."""
        if not self.spec.notify:
            return
        environment = {name: value for name, value in os.environ.items() if name not in VARIABLES}
        environment["ASK"] = ask
        environment["PERSON"] = self.spec.name
        await asyncio.create_subprocess_exec(
            "/bin/sh",
            "-c",
            self.spec.notify,
            env=environment,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
            start_new_session=True,
        )
