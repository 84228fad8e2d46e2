"""Ask the seats of a panel, each under its deadline; every seat ends as a ballot or an abstention with its cause."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from decimal import Decimal
from itertools import count
from typing import Any, Literal, TypeVar

from coordinator.agents import Agent, MissingAgent, PaidFailure, PersonAgent
from coordinator.budget import BudgetTracker
from coordinator.config.review import ReviewConfig
from coordinator.config.seats import PanelConfig
from coordinator.engine import Expired, Message, Run
from coordinator.errors import (
    AgentError,
    Cause,
    CoordinatorError,
    LimitReached,
    TrackerError,
    is_transient,
)
from coordinator.judgement.independence import concerns, family_of
from coordinator.models import Abstention, Ask, AskResult, Case, Purpose, Reply, Usage
from coordinator.panels.prompt_parts import PromptBuilder, ask_again
from coordinator.panels.records import HumanTask
from coordinator.parsing.fields import ParseError
from coordinator.storage.events import AskKey
from coordinator.workspace.check_setup import CheckSetup
from coordinator.workspace.sources import EvidenceSources, ExperimentRunner

UNUSABLE = ("malformed", "ungrounded")  # a reply came, at least in part
Out = TypeVar("Out")
# Reads the reply to an ask, given the word that it must carry; a ParseError says why it cannot.
Reader = Callable[[Ask, Reply, str], Awaitable[Out | Abstention]]

log = logging.getLogger("coordinator")


def key_of_ask(ask: Ask) -> AskKey:
    return AskKey(ask.purpose, ask.seat, ask.round, bool(ask.again))


async def nothing(_name: str) -> str:
    """For asks that no files belong to, and for work that nobody changes meanwhile."""
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asker:
    """The agents of one run, and what asking them needs; `folder` makes the place that one ask is answered in."""

    agents: Mapping[str, Agent | PersonAgent]
    fallbacks: Mapping[str, Agent] = field(default_factory=dict)
    budget: BudgetTracker
    folder: Callable[[str], Awaitable[str]] = nothing
    runner: ExperimentRunner | None = None  # of what models try out
    base: Callable[[str], Awaitable[str]] = nothing  # the same, of what was there before the work
    # By the key of an ask: set when it is answered
    at_work: dict[str, asyncio.Event] = field(default_factory=dict)

    def agent(self, seat: str) -> Agent | PersonAgent:
        return self.agents.get(seat) or MissingAgent()

    def expected(self, ask: Ask, reply: Reply) -> str:
        """The word the reply must carry; who is known by other means need not, but whoever gives it is held to it."""
        agent = self.agent(ask.seat)
        if isinstance(agent, PersonAgent):  # whose answer was read without it before it was taken
            return ""
        if agent.tracker_agent and ask.reference not in reply.text:
            return ""
        return ask.reference

    async def ask(
        self, run: Run, ask: Ask, kind: Literal["ballot", "read"], returns: Any, read: Reader[Out]
    ) -> Out | Abstention:
        """Return what the reply to an ask was read as; one that cannot be used is asked for once more, with the cause.

        What each reply was read as, `returns` or an abstention, is recorded under this kind of key. The second that
        cannot be used is the abstention; if none comes, the first is.
        """

        async def reading(
            ask: Ask, ending: Reply | Abstention, before: Abstention | None = None
        ) -> Out | Abstention:
            async def act() -> Out | Abstention:
                try:
                    found = (
                        await read(ask, ending, self.expected(ask, ending))
                        if isinstance(ending, Reply)
                        else ending
                    )
                except ParseError as error:
                    found = abstention(ask, "malformed", str(error))
                if before is None or not isinstance(found, Abstention):
                    return found
                cause = before.cause if found is ending else found.cause
                detail = f"{before.detail}; asked again: {found.cause}, {found.detail}"
                return found.model_copy(update={"cause": cause, "detail": detail})

            return await run.step(key_of_ask(ask).key(kind), act, returns)

        first = await self.put(run, ask)
        found = await reading(ask, first.ending)
        if not isinstance(found, Abstention) or found.cause not in UNUSABLE or first.again is None:
            return found
        text, fallback = (
            (first.ending.text, first.ending.fallback)
            if isinstance(first.ending, Reply)
            else ("", "")
        )
        again = ask_again(ask, text, f"{found.cause}, {found.detail}")
        second = await self.put(run, again, fallback)
        return await reading(again, second.ending, found)

    async def put(self, run: Run, ask: Ask, fallback: str = "") -> AskResult:
        """Return how the ask ended: asked now, or as it is on record.

        With `fallback`, why the seat's own agent had not answered before, the one that answered then is asked.
        """
        agent = self.agent(ask.seat)
        if isinstance(agent, PersonAgent):
            return await self._put_to_person(run, ask, agent)
        if fallback:
            agent = self.fallbacks.get(ask.seat) or MissingAgent()
        key = key_of_ask(ask).key("ask")

        async def put() -> AskResult:
            prompt = await run.store_text(ask.prompt)
            began = time.monotonic()
            ending = await self._within_budget(run, ask, agent, key)
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

        result = await run.step(key, put, AskResult)
        ending = result.ending
        if ending.usage is not None:
            self.budget.settle(
                key, ending.usage, ending.seconds if isinstance(ending, Reply) else 0.0
            )
        return result

    async def _within_budget(
        self, run: Run, ask: Ask, agent: Agent, key: str
    ) -> Reply | Abstention:
        answered = self.at_work[key] = asyncio.Event()
        try:
            if over := self.budget.reserve(key, ask.prompt):
                return abstention(ask, "over budget", over)
            async with run.idle() if agent.tracker_agent else nullcontext():
                ending = await self._answer(
                    ask.model_copy(update={"was_parked": run.was_parked}), agent
                )
            # Whoever gave a reply is asked for another one: nobody else can mend it.
            if isinstance(ending, Abstention) and ask.seat in self.fallbacks and not ask.again:
                ending = await self._fall_back(ask, ending)
        except (TrackerError, LimitReached):
            answered.set()
            # With the error the run is put aside, and what others are just answering would be lost.
            await asyncio.gather(*(other.wait() for other in self.at_work.values()))
            raise
        finally:
            answered.set()
            del self.at_work[key]
        if ending.usage is None:
            self.budget.release(key)
        return ending

    async def _fall_back(self, ask: Ask, first: Abstention) -> Reply | Abstention:
        second = await self._answer(ask, self.fallbacks[ask.seat])
        said = f"{first.cause}: {first.detail}"
        usage = (
            first.usage + second.usage
            if first.usage and second.usage
            else first.usage or second.usage
        )
        if isinstance(second, Abstention):
            return second.model_copy(
                update={"detail": f"{second.detail} (fallback, after {said})", "usage": usage}
            )
        return second.model_copy(update={"fallback": said, "usage": usage})

    async def _answer(self, ask: Ask, agent: Agent) -> Reply | Abstention:
        try:
            # Who lives in the tracker keeps the deadline by itself: there is a run to call off when it is over.
            async with asyncio.timeout(None if agent.tracker_agent else ask.deadline):
                folder = ""
                # Whoever writes rubric or tests must not see the work; and no ask finds what another has left behind.
                if agent.wants_folder and ask.purpose != "rubric":
                    make = self.base if ask.purpose == "probe" else self.folder
                    folder = await make(key_of_ask(ask).key("folder"))
                runner = self.runner if ask.experiments else None
                reply = await agent.answer(ask.model_copy(update={"folder": folder}), runner)
        except TimeoutError:
            return abstention(ask, "late", f"no reply within {ask.deadline:g} s")
        except PaidFailure as error:
            return abstention(ask, error.cause, str(error), error.usage)
        except AgentError as error:
            return abstention(ask, error.cause, str(error))
        except Exception as error:
            # The tracker or the machine, which is not the seat's doing: it is asked again
            if is_transient(error):
                raise
            if isinstance(error, CoordinatorError):
                return abstention(ask, "failed", str(error))
            log.exception("%s failed", key_of_ask(ask).key("ask"), extra={"seat": ask.seat})
            return abstention(ask, "failed", f"{type(error).__name__}: {error}")
        if reply.text.strip():
            return reply
        return abstention(ask, "silent", "the reply was empty", reply.usage)

    async def _put_to_person(self, run: Run, ask: Ask, person: PersonAgent) -> AskResult:
        """Tell the person, remind them, and wait durably for their answer."""
        key = key_of_ask(ask)
        external_id = run.external_id(key.key("ask"))

        async def open_task() -> HumanTask:
            prompt = await run.store_text(ask.prompt)
            now = time.time()
            await person.notify(external_id)
            until = now + person.spec.deadline
            remind = person.spec.remind
            return HumanTask(
                prompt=prompt, person=person.spec.name, at=now, until=until, remind=remind
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


def abstention(ask: Ask, cause: Cause, detail: str, usage: Usage | None = None) -> Abstention:
    return Abstention(seat=ask.seat, round=ask.round, cause=cause, detail=detail, usage=usage)


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """The seats of one review with all they need to be asked and understood.

    `on_round` is called with the name of the first ask before every round, and raises if the world has moved on.
    """

    seats: PanelConfig
    config: ReviewConfig
    builder: PromptBuilder
    sources: EvidenceSources
    setup: CheckSetup
    asker: Asker
    on_round: Callable[[str], Awaitable[object]] = nothing

    def about(self, case: Case) -> Panel:
        """Return the same panel on a case of which more is known."""
        self.sources.case = case
        return replace(self, builder=replace(self.builder, case=case))

    def prepare_ask(self, purpose: Purpose, seat: str, number: int, **variables: object) -> Ask:
        return self.builder.ask(purpose, seat, number, self.asker.agent(seat), **variables)

    def concerns(self, seats: Sequence[str]) -> tuple[str, ...]:
        """What limits the independence of these seats."""
        families = {seat: self.asker.agent(seat).family for seat in seats}
        return concerns(families, family_of(self.seats.author))
