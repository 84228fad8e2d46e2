"""Put one ask to one agent, under its deadline and with its fallback; or wait durably for a person."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field
from decimal import Decimal

from coordinator.agents import Agent, MissingAgent, PaidFailure
from coordinator.agents.person import PersonAgent
from coordinator.budget import BudgetTracker
from coordinator.engine import Expired, Message, Run
from coordinator.errors import AgentError, Cause, CoordinatorError
from coordinator.models import Abstention, Ask, AskResult, Purpose, Reply, Usage, Value
from coordinator.storage.review_record import HumanTask

log = logging.getLogger("coordinator")


class AskId(Value):
    """What identifies an ask within its review; its words may change with an upgrade, this does not."""

    purpose: Purpose
    seat: str
    round: int

    def key(self, kind: str) -> str:
        """The key that this ask, or what came of it, is recorded under."""
        return f"{kind}/{self.purpose}/{self.seat}/{self.round}"


def id_of(ask: Ask) -> AskId:
    """What identifies this ask."""
    return AskId(purpose=ask.purpose, seat=ask.seat, round=ask.round)


async def no_folder(user: str) -> str:
    """For asks that no files belong to."""
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asker:
    """The agents of one run, and what asking them needs; `folder` makes the place that one ask is answered in."""

    agents: Mapping[str, Agent | PersonAgent]
    fallbacks: Mapping[str, Agent] = field(default_factory=dict)
    budget: BudgetTracker
    folder: Callable[[str], Awaitable[str]] = no_folder

    def agent(self, seat: str) -> Agent | PersonAgent:
        """Who answers for a seat."""
        return self.agents.get(seat) or MissingAgent()

    def expected(self, ask: Ask, reply: Reply) -> str:
        """The word the reply must carry; who is known by other means need not, but whoever gives it is held to it."""
        agent = self.agent(ask.seat)
        known = isinstance(agent, PersonAgent) or agent.resident
        return "" if known and ask.reference not in reply.text else ask.reference

    async def put(self, run: Run, ask: Ask) -> AskResult:
        """How the ask ended: asked now, or as it is on record."""
        agent = self.agent(ask.seat)
        if isinstance(agent, PersonAgent):
            return await self._put_to_person(run, ask, agent)
        key = id_of(ask).key("ask")
        answered = await run.step(key, lambda: self._put(run, ask, agent, key, id_of(ask)), AskResult)
        ending = answered.ending
        if ending.usage is not None:
            self.budget.settle(key, ending.usage, ending.seconds if isinstance(ending, Reply) else 0.0)
        return answered

    async def _put(self, run: Run, ask: Ask, agent: Agent, key: str, _: AskId) -> AskResult:
        prompt = await run.store_text(ask.prompt)
        began = time.monotonic()
        ending = await self._within_budget(run, ask, agent, key)
        seconds = round(time.monotonic() - began, 3)
        return AskResult(prompt=prompt, template=ask.template, reference=ask.reference, seconds=seconds, ending=ending)

    async def _within_budget(self, run: Run, ask: Ask, agent: Agent, key: str) -> Reply | Abstention:
        if over := self.budget.reserve(key, ask.prompt):
            return abstains(ask, "over budget", over)
        async with run.idle() if agent.resident else nullcontext():
            ending = await self._answer(ask, agent)
        if isinstance(ending, Abstention) and ask.seat in self.fallbacks:
            ending = await self._fall_back(ask, ending)
        if ending.usage is None:
            self.budget.release(key)
        return ending

    async def _fall_back(self, ask: Ask, first: Abstention) -> Reply | Abstention:
        second = await self._answer(ask, self.fallbacks[ask.seat])
        said = f"{first.cause}: {first.detail}"
        usage = _together(first.usage, second.usage)
        if isinstance(second, Abstention):
            return second.model_copy(update={"detail": f"{second.detail} (fallback, after {said})", "usage": usage})
        return second.model_copy(update={"fallback": said, "usage": usage})

    async def _answer(self, ask: Ask, agent: Agent) -> Reply | Abstention:
        try:
            # Who lives in the tracker keeps the deadline by itself: there is a run to call off when it is over.
            async with asyncio.timeout(None if agent.resident else ask.deadline):
                folder = await self._folder(ask) if agent.wants_folder else ""
                reply = await agent.answer(ask.model_copy(update={"folder": folder}))
        except TimeoutError:
            return abstains(ask, "late", f"no reply within {ask.deadline:g} s")
        except PaidFailure as error:
            return abstains(ask, error.cause, str(error), error.usage)
        except AgentError as error:
            return abstains(ask, error.cause, str(error))
        except CoordinatorError as error:
            return abstains(ask, "failed", str(error))
        except Exception as error:
            log.exception("%s failed", id_of(ask).key("ask"))
            return abstains(ask, "failed", f"{type(error).__name__}: {error}")
        return reply if reply.text.strip() else abstains(ask, "silent", "the reply was empty", reply.usage)

    async def _folder(self, ask: Ask) -> str:
        # Whoever writes the rubric must not see the work; and no ask finds what an earlier one has left behind.
        return "" if ask.purpose == "rubric" else await self.folder(id_of(ask).key("folder"))

    # -- people

    async def _put_to_person(self, run: Run, ask: Ask, person: PersonAgent) -> AskResult:
        id = id_of(ask)
        opened = await run.step(id.key("open"), lambda: self._open(run, ask, person, id), HumanTask)
        heard = await self._hear(run, id, person, opened)
        return await run.step(id.key("ask"), lambda: _answered(ask, opened, heard, id), AskResult)

    async def _open(self, run: Run, ask: Ask, person: PersonAgent, id: AskId) -> HumanTask:
        prompt, now = await run.store_text(ask.prompt), time.time()
        await person.notify(run.external_id(id.key("ask")))
        return HumanTask(
            prompt=prompt, person=person.spec.name, at=now, until=now + person.spec.deadline, remind=person.spec.remind
        )

    async def _hear(self, run: Run, id: AskId, person: PersonAgent, opened: HumanTask) -> Message | Expired:
        number = 1
        while True:
            until = min(opened.until, opened.at + number * opened.remind)
            heard = await run.wait(f"{id.key('wait')}/{number}", id.key("ask"), until=until)
            if isinstance(heard, Message) or until >= opened.until:
                return heard
            await run.step(f"{id.key('remind')}/{number}", lambda: _remind(run, person, id), bool)
            number += 1


def abstains(ask: Ask, cause: Cause, detail: str, usage: Usage | None = None) -> Abstention:
    """The abstention of the seat that was asked."""
    return Abstention(seat=ask.seat, round=ask.round, cause=cause, detail=detail, usage=usage)


def _together(first: Usage | None, second: Usage | None) -> Usage | None:
    return first + second if first and second else first or second


async def _answered(ask: Ask, opened: HumanTask, heard: Message | Expired, _: AskId) -> AskResult:
    seconds = round(time.time() - opened.at, 3)
    ending: Reply | Abstention
    if isinstance(heard, Expired):
        ending = abstains(ask, "late", f"{opened.person} did not answer in time")
    else:
        ending = Reply(text=str(heard.body), seconds=seconds, usage=Usage(usd=Decimal(0)), model=opened.person)
    return AskResult(prompt=opened.prompt, template=ask.template, seconds=seconds, ending=ending)


async def _remind(run: Run, person: PersonAgent, id: AskId) -> bool:
    log.info("%s is still waiting for %s", run.id, person.spec.name)
    await person.notify(run.external_id(id.key("ask")))
    return True
