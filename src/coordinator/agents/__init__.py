"""Who can be asked: the one protocol every agent speaks."""

from typing import Protocol

from coordinator.errors import AgentError
from coordinator.judgement.independence import ModelFamily
from coordinator.models import Ask, Reply, Usage
from coordinator.workspace.experiments import ExperimentRunner


class Asked(Protocol):
    """What is known of anybody who can be asked."""

    own_instructions: bool = False  # it has a role of its own, so it gets only the case
    tracker_agent: bool = False  # it lives in the tracker: it is known by its author id, and takes its time
    wants_folder: bool = False  # it works in a copy of the work, which the panel makes for it
    tools: tuple[str, ...] = ()  # with which it looks there, if they are ours
    family: ModelFamily = ModelFamily()


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
