"""The protocol that every agent speaks, and the agents that need no program: people."""

import asyncio
import os
from typing import Protocol

from coordinator.config.environment import VARIABLES
from coordinator.config.seats import PersonConfig
from coordinator.errors import AgentError
from coordinator.judgement.independence import ModelFamily
from coordinator.models import Ask, Reply, Usage
from coordinator.workspace.experiments import ExperimentRunner


class Asked(Protocol):
    """The facts about an agent or a person that can be asked."""

    own_instructions: bool = False  # it has a role of its own, so it gets only the case
    # It lives in the tracker: it is known by its author id, and takes its time
    tracker_agent: bool = False
    wants_folder: bool = False  # it works in a copy of the work, which the panel makes for it
    tools: tuple[str, ...] = ()  # the tools of ours that it has for that folder
    family: ModelFamily = ModelFamily()
    model: str = ""  # that it is told to use, as `vendor:model` if we call it


class Agent(Asked, Protocol):
    """Anything that can be asked and answers in text."""

    async def answer(self, ask: Ask, runner: ExperimentRunner | None = None, /) -> Reply:
        """Return the raw reply; raise AgentError with the cause of the abstention if there is none.

        Raise PaidFailure if the failed ask has used something. An agent with our tools may run
        scripts with the `runner`.
        """


class PaidFailure(AgentError):
    """A failure of an ask that has used something, such as a reply that was cut off."""

    def __init__(self, failure: AgentError, usage: Usage) -> None:
        super().__init__(failure.cause, failure.what, fix=failure.fix)
        self.usage = usage


class MissingAgent(Agent):
    """Stands for a seat of a running review that cannot be asked any more; `why` may say why."""

    def __init__(self, why: str = "") -> None:
        self.why = why

    async def answer(self, ask: Ask, _runner: object = None, /) -> Reply:
        raise AgentError("failed", self.why or f"seat {ask.seat} is no longer in the configuration")


class PersonAgent(Asked):
    """A person: told by a command of the user's, answering with `coordinator answer`.

    The ask waits, over restarts, for the answer or the deadline.
    """

    def __init__(self, spec: PersonConfig) -> None:
        self.spec = spec

    async def notify(self, ask: str) -> None:
        """Start the configured command for this ask, if there is one, and do not wait for it."""
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
