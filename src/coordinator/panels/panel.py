"""Ask seats at once, each under its deadline; every seat ends as a ballot or an abstention with its cause."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from coordinator.config.seats import PanelConfig
from coordinator.config.settings import ReviewConfig
from coordinator.engine import Run
from coordinator.judgement.debate import evidence_of, repeated_reports
from coordinator.judgement.evidence import share
from coordinator.judgement.independence import concerns, family_of
from coordinator.judgement.rubric import overall
from coordinator.models import Abstention, Ask, AskResult, Ballot, JudgeResult, Proof, Purpose, Reply, Rubric
from coordinator.panels.asking import Asker, abstains, key_of_ask
from coordinator.panels.prompt_parts import PromptBuilder
from coordinator.parsing.report import Unreadable, read_report
from coordinator.workspace.sources import EvidenceSources


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """The seats of one review with all they need to be asked and understood."""

    seats: PanelConfig
    config: ReviewConfig
    builder: PromptBuilder
    sources: EvidenceSources
    asker: Asker

    def brief(self, purpose: Purpose, seat: str, number: int, **variables: object) -> Ask:
        """The ask for one seat."""
        return self.builder.ask(purpose, seat, number, self.asker.agent(seat).own_instructions, **variables)

    def concerns(self, seats: Sequence[str]) -> tuple[str, ...]:
        """What limits the independence of these seats."""
        families = {seat: self.asker.agent(seat).family for seat in seats}
        return concerns(families, family_of(self.seats.author))

    def echoes(self, ballots: Sequence[Ballot]) -> tuple[str, ...]:
        """Reports repeated among the seats that live in the tracker, where all they write can be read."""
        return repeated_reports([ballot for ballot in ballots if self.asker.agent(ballot.seat).tracker_agent])

    async def ask(self, run: Run, asks: Sequence[Ask]) -> tuple[AskResult, ...]:
        """Put all asks at once; nobody is dropped before the deadline, nobody holds up the others."""
        return tuple(await asyncio.gather(*(self.asker.put(run, ask) for ask in asks)))

    async def testify(
        self,
        run: Run,
        asks: Sequence[Ask],
        answers: Sequence[AskResult],
        rubric: Rubric,
        earlier: Sequence[str],
    ) -> tuple[JudgeResult, ...]:
        """Read every reply and look its evidence up."""

        async def testimony(ask: Ask, result: AskResult) -> JudgeResult:
            read = partial(self._read_ballot, ask, result.ending, rubric, earlier)
            return await run.step(key_of_ask(ask).key("ballot"), read, JudgeResult)

        return tuple(await asyncio.gather(*map(testimony, asks, answers)))

    async def _read_ballot(
        self, ask: Ask, reply: Reply | Abstention, rubric: Rubric, earlier: Sequence[str]
    ) -> JudgeResult:
        if isinstance(reply, Abstention):
            return reply
        report = read_report(reply.text, rubric, reference=self.asker.expected(ask, reply), earlier=earlier)
        if isinstance(report, Unreadable):
            return abstains(ask, "malformed", report.cause)
        proofs = await self.sources.verify(evidence_of(report))
        if why := ungrounded(proofs):
            return abstains(ask, "ungrounded", why)
        return Ballot(
            seat=ask.seat,
            round=ask.round,
            report=report,
            proofs=proofs,
            overall=overall(rubric, report.scores),
            recorded=reply.recorded,
            fallback=reply.fallback,
        )


def ungrounded(proofs: Sequence[Proof]) -> str:
    """Why a testimony rests on nothing, or nothing; what has no source to look in is not held against it."""
    found = share(proofs)
    if not proofs:
        return "it gives no evidence"
    return f"{found.found} of {found.sought} pieces of evidence were found" if 2 * found.found < found.sought else ""
