"""Examiners who each argue from the real output of one tool, and a judge who says which arguments hold."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Annotated

from coordinator.config.seats import Debater
from coordinator.engine import Run, formerly_in
from coordinator.errors import WorkspaceError
from coordinator.judgement.tool_mad import ExaminerResult, ToolMadResult, VerifiedArgument, decide
from coordinator.models import Abstention, Ask, Case, Finding, Reply, Verdict
from coordinator.panels.panel import Panel, abstention, key_of_ask, why_ungrounded
from coordinator.panels.prompt_parts import PromptBuilder, proof_text
from coordinator.parsing.excerpt import bound
from coordinator.parsing.report import Refutation, Unreadable, read_argument, read_ruling
from coordinator.storage.events import key_of
from coordinator.storage.review_record import RulingRecord
from coordinator.workspace.sources import EvidenceSources

# One more look is enough to answer a contradiction; more would be talk.
FURTHER_ROUNDS = 1

OUTPUT_LIMIT = 20_000
# What code that talks to a language model cannot do without.
MODEL_CALLS = r"anthropic|openai|ollama|litellm|google\.genai|model\s*="
PROSE = (".md", ".txt", ".rst", ".tex", ".adoc", ".ipynb")

Output = Annotated[str, formerly_in("text")]  # of a tool, on record


async def run_tool_mad(run: Run, case: Case, panel: Panel) -> Verdict:
    """The verdict on the grounded arguments."""
    queries = {debater.name: debater.query for debater in panel.seats.debaters}
    outputs = await _run_tools(run, case, panel, queries, 0)
    examined = await argue(run, panel, outputs)
    for number in range(1, min(FURTHER_ROUNDS, panel.config.debates) + 1):
        if not is_contradicted(examined):
            break
        outputs = await further_outputs(run, case, panel, examined, outputs, number)
        examined = await argue_again(run, panel, outputs, examined, number)
    seats = [debater.name for debater in panel.seats.debaters]
    result = ToolMadResult(seats=len(seats), examined=examined)
    if result.is_quorate:
        ruled = await rule(run, panel, outputs, examined)
        result = result.model_copy(update={"ruling": ruled.ruling, "proofs": ruled.proofs})
    verdict, concerns = decide(result), panel.concerns(seats)
    return verdict.model_copy(update={"labels": (*verdict.labels, *concerns)})


# -- the tools


async def further_outputs(
    run: Run, case: Case, panel: Panel, examined: Sequence[ExaminerResult], outputs: Mapping[str, str], number: int
) -> dict[str, str]:
    """Return the outputs with the answers to the queries that examiners asked of their own tools."""
    queries = {e.seat: e.argument.query for e in examined if isinstance(e, VerifiedArgument) and e.argument.query}
    more = await _run_tools(run, case, panel, queries, number)
    answered = {seat: f"{outputs[seat]}\n\nquery: {queries[seat]}\n{text}" for seat, text in more.items()}
    return dict(outputs) | answered


async def _run_tools(run: Run, case: Case, panel: Panel, queries: Mapping[str, str], number: int) -> dict[str, str]:
    async def output(debater: Debater) -> tuple[str, str]:
        use = partial(run_tool, debater.tool, queries[debater.name], case, panel.sources)
        return debater.name, await run.step(key_of("tool", debater.name, number), use, Output)

    asking = [debater for debater in panel.seats.debaters if debater.name in queries]
    return dict(await asyncio.gather(*map(output, asking)))


async def run_tool(tool: str, query: str, case: Case, sources: EvidenceSources) -> str:
    """Return what a tool shows on this work; with a query of its own for all but the code search, only what matches."""
    work = case.work
    if tool == "code search":
        output = await _search(query or MODEL_CALLS, sources)
    elif tool == "method":
        prose = "\n".join(file.path for file in work.changed if file.path.endswith(PROSE)) or "none"
        output = f"changed files that describe something:\n{prose}\n\ndiff:\n{_matching(work.diff, query)}"
    elif tool == "scope":
        changed = "\n".join(f"{file.change} {file.path}" for file in work.changed) or "nothing"
        output = f"asked:\n{case.issue.request}\n\nchanged:\n{changed}\n\ndiff:\n{_matching(work.diff, query)}"
    else:  # tests
        shown = [f"check:{c.name}: {c.said}, {c.summary}\n{_matching(c.output, query)}" for c in case.checks]
        output = "\n\n".join(shown) or "no checks were run"
    return bound(output, OUTPUT_LIMIT)


async def _search(pattern: str, sources: EvidenceSources) -> str:
    try:
        matches = await sources.workspace.search(pattern)
    except WorkspaceError as error:
        return f"search for {pattern}: {error}"
    if not matches.found:
        return f"search for {pattern} in **: no line matches"
    lines = [f"{match.path}:{match.line}: {match.text}" for match in matches.found]
    more = "\n… and more" if matches.more else ""
    return f"search for {pattern} in **:\n" + "\n".join(lines) + more


def _matching(text: str, query: str) -> str:
    """Return the lines that hold the query's words literally, or all of it without a query."""
    if not query:
        return text
    lines = [line for line in text.splitlines() if re.search(re.escape(query), line, re.IGNORECASE)]
    return "\n".join(lines) or f"no line holds {query!r}"


# -- the arguments


def is_contradicted(examined: Sequence[ExaminerResult]) -> bool:
    """Whether some report drift and others none."""
    return len({e.argument.drift for e in examined if isinstance(e, VerifiedArgument)}) > 1


async def argue(run: Run, panel: Panel, outputs: Mapping[str, str]) -> tuple[ExaminerResult, ...]:
    """Return every examiner's argument from its own tool."""
    asks = [_argue_ask(panel, debater, outputs, [], 0) for debater in panel.seats.debaters]
    return await _examine(run, panel, asks)


async def argue_again(
    run: Run, panel: Panel, outputs: Mapping[str, str], examined: tuple[ExaminerResult, ...], number: int
) -> tuple[ExaminerResult, ...]:
    """Let those who are contradicted answer once more; an argument not renewed stands as it was."""
    speaking = {e.seat: e for e in examined if isinstance(e, VerifiedArgument)}
    asks = []
    for debater in panel.seats.debaters:
        if own := speaking.get(debater.name):
            against = [other for other in speaking.values() if other.argument.drift != own.argument.drift]
            shown = [_argument_text(panel.builder, other) for other in against]
            asks.append(_argue_ask(panel, debater, outputs, shown, number))
    renewed = {e.seat: e for e in await _examine(run, panel, asks) if isinstance(e, VerifiedArgument)}
    return tuple(renewed.get(e.seat, e) for e in examined)


def _argue_ask(
    panel: Panel, debater: Debater, outputs: Mapping[str, str], contradictions: list[str], number: int
) -> Ask:
    return panel.prepare_ask(
        "argue",
        debater.name,
        number,
        role=debater.role,
        tool=debater.tool,
        output=panel.builder.fenced(outputs[debater.name]),
        contradictions=contradictions,
    )


def _argument_text(builder: PromptBuilder, verified: VerifiedArgument) -> str:
    said = "drift" if verified.argument.drift else "no drift"
    evidence = "\n".join(proof_text(proof) for proof in verified.proofs)
    text = builder.fenced(f"{verified.argument.claim}\n{evidence}")
    return f"{verified.name}: {said}\n{text}"


async def _examine(run: Run, panel: Panel, asks: Sequence[Ask]) -> tuple[ExaminerResult, ...]:
    """Ask the examiners, read their arguments and look their evidence up."""
    order = [debater.name for debater in panel.seats.debaters]
    await panel.on_round(key_of_ask(asks[0]).name)

    async def read(ask: Ask, reply: Reply, reference: str) -> VerifiedArgument | Abstention | Unreadable:
        argument = read_argument(reply.text, reference=reference)
        if isinstance(argument, Unreadable):
            return argument
        proofs = await panel.sources.verify(argument.evidence)
        if why := why_ungrounded(proofs):
            return abstention(ask, "ungrounded", why)
        name = f"A{order.index(ask.seat) + 1}"
        given = VerifiedArgument(seat=ask.seat, name=name, argument=argument, proofs=proofs, recorded=reply.recorded)
        return given.model_copy(update={"unsandboxed": reply.unsandboxed})

    return tuple(await asyncio.gather(*(panel.asker.ask(run, ask, "ballot", ExaminerResult, read) for ask in asks)))


# -- the ruling


async def rule(run: Run, panel: Panel, outputs: Mapping[str, str], examined: Sequence[ExaminerResult]) -> RulingRecord:
    """What the judge makes of the arguments."""
    assert panel.seats.judge is not None
    ask = panel.prepare_ask(
        "rule",
        panel.seats.judge.name,
        0,
        arguments=[_argument_text(panel.builder, e) for e in examined if isinstance(e, VerifiedArgument)],
        missing=", ".join(e.seat for e in examined if isinstance(e, Abstention)),
        outputs=[panel.builder.fenced(f"{seat}\n{text}") for seat, text in outputs.items()],
    )
    await panel.on_round(key_of_ask(ask).name)

    async def read(_ask: Ask, reply: Reply, reference: str) -> RulingRecord | Unreadable:
        ruling = read_ruling(reply.text, reference=reference)
        if isinstance(ruling, Unreadable):
            return ruling
        parts: tuple[Finding | Refutation, ...] = (*ruling.failures, *ruling.refutations)
        evidence = dict.fromkeys(piece for part in parts for piece in part.evidence)
        return RulingRecord(ruling=ruling, proofs=await panel.sources.verify(tuple(evidence)))

    ruled = await panel.asker.ask(run, ask, "read", RulingRecord | Abstention, read)
    return await run.record("ruling", RulingRecord(ruling=ruled) if isinstance(ruled, Abstention) else ruled)
