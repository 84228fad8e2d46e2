"""Ask the agents of a run, each within its deadline and the budget.

Every ask ends in one of two ways: as a value that was read from the reply, or as an abstention that
names its cause.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, field
from decimal import Decimal
from functools import partial
from itertools import count
from typing import Any, Literal, TypeVar

from coordinator.agents import Agent, MissingAgent, PaidFailure, PersonAgent
from coordinator.agents.vendors import ANY_VENDOR, VendorPolicy
from coordinator.budget import BudgetTracker
from coordinator.engine import Expired, Message, Run
from coordinator.errors import (
    AgentError,
    Cause,
    CoordinatorError,
    LimitReached,
    TrackerError,
    is_transient,
)
from coordinator.models import Abstention, Ask, AskResult, Reply, Usage
from coordinator.panels.prompt_parts import ask_again
from coordinator.panels.records import HumanTask
from coordinator.parsing.fields import ParseError
from coordinator.storage.events import AskKey
from coordinator.workspace.checks.experiment_runner import ExperimentRunner

# After these causes of an abstention the seat is asked once more, because it did send a reply.
UNUSABLE = ("malformed", "ungrounded")

Out = TypeVar("Out")
# Reads the reply to an ask. The reply must contain the given reference word. Can raise ParseError.
Reader = Callable[[Ask, Reply, str], Awaitable[Out | Abstention]]
# Makes the folder for one ask from the given name, and returns its path.
MakeFolder = Callable[[str], Awaitable[str]]
# Adds a folder with this name to a copy of the work, with the changed files as they were before.
AddBaseFiles = Callable[[str, str], Awaitable[None]]

log = logging.getLogger("coordinator")


def key_of_ask(ask: Ask) -> AskKey:
    return AskKey(ask.purpose, ask.seat, ask.round, bool(ask.again), ask.part)


def abstention(ask: Ask, cause: Cause, detail: str, usage: Usage | None = None) -> Abstention:
    return Abstention(seat=ask.seat, round=ask.round, cause=cause, detail=detail, usage=usage)


async def no_folder(_name: str) -> str:
    """Return an empty path. The agent sees only its prompt."""
    return ""


async def no_base_files(_folder: str, _name: str) -> None:
    """Add nothing. The agent sees only the work."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asker:
    """Sends the asks of one run to its agents.

    `folder` makes a copy of the work for one ask. `base` makes a copy of the code as it was before
    the work.
    """

    agents: Mapping[str, Agent | PersonAgent]
    fallbacks: Mapping[str, Agent] = field(default_factory=dict)
    budget: BudgetTracker
    folder: MakeFolder = no_folder
    base: MakeFolder = no_folder
    add_base_files: AddBaseFiles = no_base_files
    # The vendors that may see the work. Nothing is sent to others.
    policy: VendorPolicy = ANY_VENDOR
    # Runs the experiments that a model tries out while it answers.
    runner: ExperimentRunner | None = None
    # One event for each ask in progress, by the ask's key. It is set when the ask has ended.
    at_work: dict[str, asyncio.Event] = field(default_factory=dict)

    def agent(self, seat: str) -> Agent | PersonAgent:
        return self.agents.get(seat) or MissingAgent()

    def expected(self, ask: Ask, reply: Reply) -> str:
        """Return the reference word that the reply must contain, or an empty string if none.

        A tracker agent may leave the word out.
        """
        agent = self.agent(ask.seat)
        if isinstance(agent, PersonAgent):
            # The person's answer was parsed before it was accepted, without a reference word.
            return ""
        if agent.tracker_agent and ask.reference not in reply.text:
            return ""
        return ask.reference

    async def ask(
        self, run: Run, ask: Ask, kind: Literal["ballot", "read"], returns: Any, read: Reader[Out]
    ) -> Out | Abstention:
        """Ask a seat, and return the value that was read from its reply, or an abstention.

        If the reply is unusable, the seat is told why and asked once more. If the second reply is
        unusable too, return the second abstention. If no second reply comes, return the first
        abstention. Each value has the type `returns`, and is recorded under a key that begins with
        `kind` and names the ask.
        """
        first = await self.put(run, ask)
        read_first = partial(self._read, ask, first.ending, read)
        found = await run.step(key_of_ask(ask).key(kind), read_first, returns)
        can_ask_again = first.again is not None
        if not isinstance(found, Abstention) or found.cause not in UNUSABLE or not can_ask_again:
            return found
        text = ""
        fallback = ""
        if isinstance(first.ending, Reply):
            text = first.ending.text
            fallback = first.ending.fallback
        again = ask_again(ask, text, f"{found.cause}, {found.detail}")
        second = await self.put(run, again, fallback)
        read_second = partial(self._read_second, again, second.ending, read, found)
        return await run.step(key_of_ask(again).key(kind), read_second, returns)

    async def _read(
        self, ask: Ask, ending: Reply | Abstention, read: Reader[Out]
    ) -> Out | Abstention:
        if isinstance(ending, Abstention):
            return ending
        try:
            return await read(ask, ending, self.expected(ask, ending))
        except ParseError as error:
            return abstention(ask, "malformed", str(error))

    async def _read_second(
        self, ask: Ask, ending: Reply | Abstention, read: Reader[Out], first: Abstention
    ) -> Out | Abstention:
        found = await self._read(ask, ending, read)
        if not isinstance(found, Abstention):
            return found
        cause = first.cause if isinstance(ending, Abstention) else found.cause
        detail = f"{first.detail}; asked again: {found.cause}, {found.detail}"
        return found.model_copy(update={"cause": cause, "detail": detail})

    async def put(self, run: Run, ask: Ask, fallback: str = "") -> AskResult:
        """Send the ask to its agent, and return the result. If a result is on record, return it.

        `fallback` says why the seat's fallback gave the first reply. If it is set, the fallback is
        asked for the second reply too.
        """
        agent = self.agent(ask.seat)
        if isinstance(agent, PersonAgent):
            return await self._put_to_person(run, ask, agent)
        if fallback:
            agent = self.fallbacks.get(ask.seat) or MissingAgent()
        key = key_of_ask(ask).key("ask")
        put_now = partial(self._put_to_agent, run, ask, agent, fallback)
        result = await run.step(key, put_now, AskResult)
        ending = result.ending
        if ending.usage is not None:
            seconds = ending.seconds if isinstance(ending, Reply) else 0.0
            self.budget.settle(key, ending.usage, seconds)
        return result

    async def _put_to_agent(self, run: Run, ask: Ask, agent: Agent, fallback: str) -> AskResult:
        prompt = await run.store_text(ask.prompt)
        began = time.monotonic()
        ending = await self._within_budget(run, ask, agent)
        if fallback and isinstance(ending, Reply):
            ending = ending.model_copy(update={"fallback": fallback})
        return AskResult(
            prompt=prompt,
            template=ask.template,
            reference=ask.reference,
            seconds=round(time.monotonic() - began, 3),
            again=ask.again,
            model=agent.model,
            ending=ending,
        )

    async def _within_budget(self, run: Run, ask: Ask, agent: Agent) -> Reply | Abstention:
        key = key_of_ask(ask).key("ask")
        answered = asyncio.Event()
        self.at_work[key] = answered
        try:
            over = self.budget.reserve(key, ask.prompt)
            if over:
                return abstention(ask, "over budget", over)
            waiting: AbstractAsyncContextManager[None] = nullcontext()
            if agent.tracker_agent:
                waiting = run.idle()
            async with waiting:
                asked = ask.model_copy(update={"was_parked": run.was_parked})
                ending = await self._answer(asked, agent)
            # The second ask is about an existing reply. Only the agent that wrote the reply can
            # correct it.
            if isinstance(ending, Abstention) and ask.seat in self.fallbacks and not ask.again:
                ending = await self._fall_back(ask, ending)
        except (TrackerError, LimitReached):
            answered.set()
            # The error parks the run. Without this wait, replies of the other agents would be lost.
            await asyncio.gather(*(other.wait() for other in self.at_work.values()))
            raise
        finally:
            answered.set()
            del self.at_work[key]
        if ending.usage is None:
            self.budget.release(key)
        return ending

    async def _fall_back(self, ask: Ask, first: Abstention) -> Reply | Abstention:
        """Ask the seat's fallback, after its own agent has abstained."""
        second = await self._answer(ask, self.fallbacks[ask.seat])
        why = f"{first.cause}: {first.detail}"
        usage = first.usage or second.usage
        if first.usage and second.usage:
            usage = first.usage + second.usage
        if isinstance(second, Abstention):
            detail = f"{second.detail} (fallback, after {why})"
            return second.model_copy(update={"detail": detail, "usage": usage})
        return second.model_copy(update={"fallback": why, "usage": usage})

    def refusals(self) -> tuple[str, ...]:
        """Return a message for each seat and fallback that the vendor policy excludes."""
        lines = []
        for kind, agents in (("", self.agents), (" (fallback)", self.fallbacks)):
            for seat, agent in agents.items():
                if isinstance(agent, PersonAgent):
                    continue
                if why := self.policy.refusal(agent.vendor):
                    lines.append(f"{seat}{kind} was not asked: {why}")
        return tuple(lines)

    async def _answer(self, ask: Ask, agent: Agent) -> Reply | Abstention:
        if why := self.policy.refusal(agent.vendor):
            return abstention(ask, "not allowed", why)
        # A tracker agent enforces the deadline itself, because it has to cancel its run in the
        # tracker.
        deadline = None if agent.tracker_agent else ask.deadline
        try:
            async with asyncio.timeout(deadline):
                folder = await self._folder_for(ask, agent)
                runner = self.runner if ask.experiments else None
                reply = await agent.answer(ask.model_copy(update={"folder": folder}), runner)
        except TimeoutError:
            return abstention(ask, "late", f"no reply within {ask.deadline:g} s")
        except PaidFailure as error:
            return abstention(ask, error.cause, str(error), error.usage)
        except AgentError as error:
            return abstention(ask, error.cause, str(error))
        except Exception as error:
            # The tracker or the machine failed, not the agent. The run asks again later.
            if is_transient(error):
                raise
            if isinstance(error, CoordinatorError):
                return abstention(ask, "failed", str(error))
            log.exception("%s failed", key_of_ask(ask).key("ask"), extra={"seat": ask.seat})
            return abstention(ask, "failed", f"{type(error).__name__}: {error}")
        if reply.text.strip():
            return reply
        return abstention(ask, "silent", "the reply was empty", reply.usage)

    async def _folder_for(self, ask: Ask, agent: Agent) -> str:
        """Make a new folder for this ask, and return its path.

        Return an empty string if the agent wants no folder.

        Each ask has its own folder, so that no ask finds the files of another.
        """
        if not agent.wants_folder:
            return ""
        # The authors of the rubric and of the blind tests must not see the work.
        is_blind = ask.purpose in ("rubric", "probe")
        make = self.base if is_blind else self.folder
        folder = await make(key_of_ask(ask).key("folder"))
        if ask.before:
            await self.add_base_files(folder, ask.before)
        return folder

    async def _put_to_person(self, run: Run, ask: Ask, person: PersonAgent) -> AskResult:
        """Notify the person, remind them, and wait durably for their answer."""
        key = key_of_ask(ask)
        external_id = run.external_id(key.key("ask"))

        async def open_task() -> HumanTask:
            prompt = await run.store_text(ask.prompt)
            now = time.time()
            await person.notify(external_id)
            return HumanTask(
                prompt=prompt,
                person=person.spec.name,
                at=now,
                until=now + person.spec.deadline,
                remind=person.spec.remind,
            )

        async def remind() -> bool:
            log.info("%s is still waiting for %s", run.id, person.spec.name)
            await person.notify(external_id)
            return True

        task = await run.step(key.key("open"), open_task, HumanTask)
        for number in count(1):
            until = min(task.until, task.at + number * task.remind)
            answer = await run.wait(key.key("wait", number), key.key("ask"), until=until)
            if isinstance(answer, Message) or until >= task.until:
                break
            await run.step(key.key("remind", number), remind, bool)

        seconds = round(max(0.0, time.time() - task.at), 3)
        ending: Reply | Abstention
        if isinstance(answer, Expired):
            ending = abstention(ask, "late", f"{task.person} did not answer in time")
        else:
            ending = Reply(
                text=str(answer.body),
                seconds=seconds,
                usage=Usage(usd=Decimal(0)),
                model=task.person,
            )
        result = AskResult(
            prompt=task.prompt, template=ask.template, seconds=seconds, ending=ending
        )
        return await run.record(key.key("ask"), result)
