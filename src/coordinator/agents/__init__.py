"""Who can be asked: the one protocol every agent speaks, and the people who need none."""

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
    """What is known of anybody who can be asked."""

    own_instructions: bool = False  # it has a role of its own, so it gets only the case
    # It lives in the tracker: it is known by its author id, and takes its time
    tracker_agent: bool = False
    wants_folder: bool = False  # it works in a copy of the work, which the panel makes for it
    tools: tuple[str, ...] = ()  # with which it looks there, if they are ours
    family: ModelFamily = ModelFamily()
    model: str = ""  # which it is told to use, as `vendor:model` where it is ours to call


class Agent(Asked, Protocol):
    """Anything that can be asked and answers in text."""

    async def answer(self, ask: Ask, runner: ExperimentRunner | None = None, /) -> Reply:
        """Return the raw reply; raise AgentError with the cause of the abstention if there is none.

        Where something was used all the same, raise PaidFailure. Who has our tools may run scripts with the `runner`.
        """


class PaidFailure(AgentError):
    """A failure of an agent that has used something all the same, such as a reply that was cut off."""

    def __init__(self, failure: AgentError, usage: Usage) -> None:
        super().__init__(failure.cause, failure.what, fix=failure.fix)
        self.usage = usage


class MissingAgent(Agent):
    """Answers for a seat that a running review knows and that cannot be asked any more; `why` not, if it is known."""

    def __init__(self, why: str = "") -> None:
        self.why = why

    async def answer(self, ask: Ask, _runner: object = None, /) -> Reply:
        raise AgentError("failed", self.why or f"seat {ask.seat} is no longer in the configuration")


class PersonAgent(Asked):
    """A person: told by a command of the user's, answering with `coordinator answer` when they can.

    The ask waits, over restarts, until they do or the deadline passes.
    """

    def __init__(self, spec: PersonConfig) -> None:
        self.spec = spec

    async def notify(self, ask: str) -> None:
        """Run the configured command for this ask and leave it to itself; without one there is nothing to do."""
        if not self.spec.notify:
            return
        environment = {name: value for name, value in os.environ.items() if name not in VARIABLES}
        environment |= {"ASK": ask, "PERSON": self.spec.name}
        shell = ("/bin/sh", "-c", self.spec.notify)
        null = asyncio.subprocess.DEVNULL
        await asyncio.create_subprocess_exec(
            *shell, env=environment, stdin=null, stdout=null, stderr=null, start_new_session=True
        )
