"""Examiners who each argue from the real output of one tool, and a judge who says which arguments hold."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from coordinator.config.seats import Debater
from coordinator.engine import Run
from coordinator.judgement.tool_mad import Examined, ToolMadResult, VerifiedArgument, decide
from coordinator.models import Abstention, Ask, AskResult, Case, Finding, Verdict
from coordinator.panels.asking import AskId, abstains, id_of
from coordinator.panels.panel import Panel, ungrounded
from coordinator.panels.prompt_parts import PromptBuilder, proof_text
from coordinator.panels.tools import run_tool
from coordinator.parsing.report import Refutation, Unreadable, read_argument, read_ruling
from coordinator.storage.review_record import RulingRecord, ToolOutput

# One more look is enough to answer a contradiction; more would be talk.
FURTHER_ROUNDS = 1


async def run_tool_mad(run: Run, case: Case, panel: Panel) -> Verdict:
    """The verdict on the grounded arguments."""
    outputs = await tool_outputs(run, case, panel)
    examined = await argue(run, case, panel, outputs, round=0)
    for number in range(1, min(FURTHER_ROUNDS, panel.config.debates) + 1):
        if not contradicted(examined):
            break
        outputs = await further_outputs(run, case, panel, examined, outputs, number)
        examined = await argue_again(run, case, panel, outputs, examined, number)
    ruled = await rule(run, panel, outputs, examined)
    inquiry = ToolMadResult(
        seats=len(panel.seats.debaters), examined=examined, ruling=ruled.ruling, proofs=ruled.proofs
    )
    verdict = decide(inquiry)
    concerns = panel.concerns([debater.name for debater in panel.seats.debaters])
    return verdict.model_copy(update={"labels": (*verdict.labels, *concerns)})


# -- the tools


async def tool_outputs(run: Run, case: Case, panel: Panel) -> dict[str, str]:
    """What each examiner's tool shows on this very work."""
    debaters = panel.seats.debaters
    texts = await asyncio.gather(*(_output(run, case, panel, d, d.query, 0) for d in debaters))
    return {debater.name: text for debater, text in zip(debaters, texts, strict=True)}


async def further_outputs(
    run: Run, case: Case, panel: Panel, examined: Sequence[Examined], outputs: Mapping[str, str], number: int
) -> dict[str, str]:
    """The outputs with the answers to the queries that examiners asked of their own tools."""
    queries = {e.seat: e.argument.query for e in examined if isinstance(e, VerifiedArgument) and e.argument.query}
    asking = [debater for debater in panel.seats.debaters if debater.name in queries]
    texts = await asyncio.gather(*(_output(run, case, panel, d, queries[d.name], number) for d in asking))
    more = {
        debater.name: f"{outputs[debater.name]}\n\nquery: {queries[debater.name]}\n{text}"
        for debater, text in zip(asking, texts, strict=True)
    }
    return dict(outputs) | more


async def _output(run: Run, case: Case, panel: Panel, debater: Debater, query: str, number: int) -> str:
    async def use(_: str) -> ToolOutput:
        return ToolOutput(text=await run_tool(debater.tool, query, case, panel.sources))

    return (await run.step(f"tool/{debater.name}/{number}", lambda: use(query), ToolOutput)).text


# -- the arguments


def contradicted(examined: Sequence[Examined]) -> bool:
    """Whether some report drift and others none."""
    return len({e.argument.drift for e in examined if isinstance(e, VerifiedArgument)}) > 1


async def argue(run: Run, case: Case, panel: Panel, outputs: Mapping[str, str], round: int) -> tuple[Examined, ...]:
    """Every examiner's argument from its own tool."""
    asks = [_brief(panel, debater, outputs, (), round) for debater in panel.seats.debaters]
    return await _examine(run, panel, asks)


async def argue_again(
    run: Run,
    case: Case,
    panel: Panel,
    outputs: Mapping[str, str],
    examined: tuple[Examined, ...],
    round: int,
) -> tuple[Examined, ...]:
    """Those who are contradicted answer once more; an argument not renewed stands as it was."""
    speaking = {e.seat: e for e in examined if isinstance(e, VerifiedArgument)}
    asks = [
        _brief(panel, debater, outputs, _against(panel.builder, speaking, debater.name), round)
        for debater in panel.seats.debaters
        if debater.name in speaking
    ]
    renewed = {e.seat: e for e in await _examine(run, panel, asks) if isinstance(e, VerifiedArgument)}
    return tuple(renewed.get(e.seat, e) for e in examined)


def _brief(panel: Panel, debater: Debater, outputs: Mapping[str, str], against: Sequence[str], round: int) -> Ask:
    return panel.brief(
        "argue",
        debater.name,
        round,
        role=debater.role,
        tool=debater.tool,
        output=panel.builder.fenced(outputs[debater.name]),
        contradictions=list(against),
    )


def _against(builder: PromptBuilder, speaking: Mapping[str, VerifiedArgument], seat: str) -> list[str]:
    own = speaking[seat].argument.drift
    return [_shown(builder, other) for other in speaking.values() if other.argument.drift != own]


def _shown(builder: PromptBuilder, contention: VerifiedArgument) -> str:
    said = "drift" if contention.argument.drift else "no drift"
    evidence = "\n".join(proof_text(proof) for proof in contention.proofs)
    return f"{contention.name}: {said}\n{builder.fenced(f'{contention.argument.claim}{chr(10)}{evidence}')}"


async def _examine(run: Run, panel: Panel, asks: Sequence[Ask]) -> tuple[Examined, ...]:
    answers = await panel.ask(run, asks)
    order = [debater.name for debater in panel.seats.debaters]
    reading = (
        _examined(run, panel, ask, answered, f"A{order.index(ask.seat) + 1}")
        for ask, answered in zip(asks, answers, strict=True)
    )
    return tuple(await asyncio.gather(*reading))


async def _examined(run: Run, panel: Panel, ask: Ask, answered: AskResult, name: str) -> Examined:
    id = id_of(ask)
    return await run.step(id.key("ballot"), lambda: _read(panel, ask, answered, name, id), Examined)


async def _read(panel: Panel, ask: Ask, answered: AskResult, name: str, _: AskId) -> Examined:
    reply = answered.ending
    if isinstance(reply, Abstention):
        return reply
    argument = read_argument(reply.text, reference=panel.expected(ask, reply))
    if isinstance(argument, Unreadable):
        return abstains(ask, "malformed", argument.cause)
    proofs = await panel.sources.verify(argument.evidence)
    if why := ungrounded(proofs):
        return abstains(ask, "ungrounded", why)
    return VerifiedArgument(seat=ask.seat, name=name, argument=argument, proofs=proofs, recorded=reply.recorded)


# -- the ruling


async def rule(run: Run, panel: Panel, outputs: Mapping[str, str], examined: Sequence[Examined]) -> RulingRecord:
    """What the judge makes of the arguments."""
    assert panel.seats.judge is not None
    ask = panel.brief(
        "rule",
        panel.seats.judge.name,
        0,
        arguments=[_shown(panel.builder, e) for e in examined if isinstance(e, VerifiedArgument)],
        missing=", ".join(e.seat for e in examined if isinstance(e, Abstention)),
        outputs=[panel.builder.fenced(f"{seat}\n{text}") for seat, text in outputs.items()],
    )
    (answered,) = await panel.ask(run, [ask])
    return await run.step("ruling", lambda: _ruling(panel, ask, answered, id_of(ask)), RulingRecord)


async def _ruling(panel: Panel, ask: Ask, answered: AskResult, _: AskId) -> RulingRecord:
    reply = answered.ending
    if isinstance(reply, Abstention):
        return RulingRecord(ruling=reply)
    ruling = read_ruling(reply.text, reference=panel.expected(ask, reply))
    if isinstance(ruling, Unreadable):
        return RulingRecord(ruling=abstains(ask, "malformed", ruling.cause))
    parts: tuple[Finding | Refutation, ...] = (*ruling.failures, *ruling.refutations)
    evidence = [e for part in parts for e in part.evidence]
    return RulingRecord(ruling=ruling, proofs=await panel.sources.verify(tuple(dict.fromkeys(evidence))))
