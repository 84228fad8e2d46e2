"""Ask seats at once, each under its deadline; every seat ends as a ballot or an abstention with its cause."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from .agents import Agent, Vacant
from .briefing import Desk
from .budget import Purse
from .config import ReviewConfig
from .debate import evidence_of
from .engine import Run
from .errors import AgentError, Cause, CoordinatorError
from .evidence import share
from .ground import Ground
from .model import (
    Abstention,
    Answered,
    Ask,
    Ballot,
    Proof,
    Purpose,
    Reply,
    Report,
    Rubric,
    Testimony,
    Value,
)
from .reply import Unreadable, read_report
from .rubric import overall
from .seats import PanelConfig

log = logging.getLogger("coordinator")


class AskId(Value):
    """What identifies an ask within its review; its words may change with an upgrade, this does not."""

    purpose: Purpose
    seat: str
    round: int

    def key(self, kind: str) -> str:
        """The key that this ask, or what came of it, is recorded under."""
        return f"{kind}/{self.purpose}/{self.seat}/{self.round}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """The seats of one review with all they need to be asked and understood."""

    agents: Mapping[str, Agent]
    seats: PanelConfig
    config: ReviewConfig
    desk: Desk
    ground: Ground
    purse: Purse

    def agent(self, seat: str) -> Agent:
        """Who answers for a seat."""
        return self.agents.get(seat) or Vacant()

    def brief(self, purpose: Purpose, seat: str, round: int, **variables: object) -> Ask:
        """The ask for one seat."""
        return self.desk.ask(purpose, seat, round, self.agent(seat).own_instructions, **variables)

    async def ask(self, run: Run, asks: Sequence[Ask]) -> tuple[Answered, ...]:
        """Put all asks at once; nobody is dropped before the deadline, nobody holds up the others."""
        return tuple(await asyncio.gather(*(self._ask(run, ask) for ask in asks)))

    async def _ask(self, run: Run, ask: Ask) -> Answered:
        id = AskId(purpose=ask.purpose, seat=ask.seat, round=ask.round)
        key = id.key("ask")
        answered = await run.step(key, partial(self._put, run, ask, key), id, Answered)
        if isinstance(answered.ending, Reply):
            self.purse.settle(key, answered.ending.usage, answered.ending.seconds)
        return answered

    async def _put(self, run: Run, ask: Ask, key: str, _: AskId) -> Answered:
        prompt = await run.keep(ask.prompt)
        began = time.monotonic()
        ending = await self._answer(ask, key)
        seconds = round(time.monotonic() - began, 3)
        return Answered(prompt=prompt, template=ask.template, seconds=seconds, ending=ending)

    async def _answer(self, ask: Ask, key: str) -> Reply | Abstention:
        if over := self.purse.reserve(key, ask.prompt):
            return abstains(ask, "over budget", over)
        try:
            async with asyncio.timeout(ask.deadline):
                reply = await self.agent(ask.seat).answer(ask)
        except TimeoutError:
            ending = abstains(ask, "late", f"no reply within {ask.deadline:g} s")
        except AgentError as error:
            ending = abstains(ask, error.cause, str(error))
        except CoordinatorError as error:
            ending = abstains(ask, "failed", str(error))
        except Exception as error:
            log.exception("%s failed", key)
            ending = abstains(ask, "failed", f"{type(error).__name__}: {error}")
        else:
            return reply if reply.text.strip() else abstains(ask, "silent", "the reply was empty")
        self.purse.release(key)
        return ending

    async def testify(
        self,
        run: Run,
        asks: Sequence[Ask],
        answers: Sequence[Answered],
        rubric: Rubric,
        earlier: Sequence[str],
    ) -> tuple[Testimony, ...]:
        """Read every reply and look its evidence up."""
        reading = (
            self._testimony(run, ask, answered, rubric, earlier) for ask, answered in zip(asks, answers, strict=True)
        )
        return tuple(await asyncio.gather(*reading))

    async def _testimony(
        self, run: Run, ask: Ask, answered: Answered, rubric: Rubric, earlier: Sequence[str]
    ) -> Testimony:
        id = AskId(purpose=ask.purpose, seat=ask.seat, round=ask.round)
        read = partial(self._read, ask, answered, rubric, earlier)
        return await run.step(id.key("ballot"), read, id, Testimony)

    async def _read(self, ask: Ask, answered: Answered, rubric: Rubric, earlier: Sequence[str], _: AskId) -> Testimony:
        reply = answered.ending
        if isinstance(reply, Abstention):
            return reply
        report = read_report(reply.text, rubric, reference=self.expected(ask), earlier=earlier)
        if isinstance(report, Unreadable):
            return abstains(ask, "malformed", report.cause)
        return await self._ballot(ask, reply, report, rubric)

    def expected(self, ask: Ask) -> str:
        """The word the reply must carry; an agent with its own instructions is known by its author id."""
        return "" if self.agent(ask.seat).own_instructions else ask.reference

    async def _ballot(self, ask: Ask, reply: Reply, report: Report, rubric: Rubric) -> Testimony:
        proofs = await self.ground.verify(evidence_of(report))
        if why := ungrounded(proofs):
            return abstains(ask, "ungrounded", why)
        return Ballot(
            seat=ask.seat,
            round=ask.round,
            report=report,
            proofs=proofs,
            overall=overall(rubric, report.scores),
            recorded=reply.recorded,
        )


def abstains(ask: Ask, cause: Cause, detail: str) -> Abstention:
    """The abstention of the seat that was asked."""
    return Abstention(seat=ask.seat, round=ask.round, cause=cause, detail=detail)


def ungrounded(proofs: Sequence[Proof]) -> str:
    """Why a testimony rests on nothing, or nothing; what has no source to look in is not held against it."""
    found = share(proofs)
    if not proofs:
        return "it gives no evidence"
    return f"{found.found} of {found.sought} pieces of evidence were found" if 2 * found.found < found.sought else ""
