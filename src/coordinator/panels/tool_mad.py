"""Examiners who each argue from the real output of one tool, and a judge who says which arguments hold."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from coordinator.config.seats import Debater, short_for
from coordinator.engine import Run
from coordinator.errors import WorkspaceError
from coordinator.judgement.evidence import CONFIRMED, SourceTexts, same, verify, why_ungrounded
from coordinator.judgement.tool_mad import (
    ExaminerResult,
    ToolMadResult,
    VerifiedArgument,
    decide,
    in_file,
)
from coordinator.models import (
    Abstention,
    Ask,
    Case,
    Evidence,
    Finding,
    Proof,
    Quote,
    Reply,
    Value,
    Verdict,
)
from coordinator.panels.panel import Panel, abstention, key_of_ask
from coordinator.panels.prompt_parts import PromptBuilder, proof_text
from coordinator.panels.records import RulingRecord
from coordinator.parsing.excerpt import bound
from coordinator.parsing.report import read_argument, read_ruling
from coordinator.parsing.shapes import Refutation
from coordinator.storage.events import AskKey, key_of
from coordinator.workspace.check_setup import CheckSetup, execute
from coordinator.workspace.process import CANNOT_START
from coordinator.workspace.sources import EvidenceSources

OUTPUT_LIMIT = 20_000
QUERY_LIMIT = 1_000  # characters
# What code that talks to a language model cannot do without.
MODEL_CALLS = r"anthropic|openai|ollama|litellm|google\.genai|model\s*="
PROSE = (".md", ".txt", ".rst", ".tex", ".adoc", ".ipynb")


class ToolOutput(Value):
    """What a tool printed, asked these queries by its examiner; `failed` says why it shows nothing of the work."""

    text: str = ""
    queries: tuple[str, ...] = ()
    failed: str = ""
    unsandboxed: bool = False

    def and_then(self, query: str, more: ToolOutput) -> ToolOutput:
        """Return it with what the tool showed when it was asked a query."""
        text = f"{self.text}\n\nquery: {query}\n{more.text or f'it could not be carried out: {more.failed}'}"
        unsandboxed = self.unsandboxed or more.unsandboxed
        return ToolOutput(text=text, queries=(*self.queries, query), unsandboxed=unsandboxed)


Examined = dict[str, ExaminerResult]  # by seat
Outputs = dict[str, ToolOutput]


async def run_tool_mad(run: Run, case: Case, panel: Panel) -> Verdict:
    """The verdict on the grounded arguments."""
    examination = Examination(run, case, panel)
    queries = {debater.name: debater.query for debater in panel.seats.debaters}
    outputs = await examination.use_tools(queries, 0)
    examined = before = await examination.argue(outputs, await examination.missing(outputs), 0)
    asked = set(queries.items())
    for number in range(1, panel.config.debates + 1):
        queries = {
            each.seat: each.argument.query for each in _speaking(examined) if each.argument.query
        }
        queries = dict(queries.items() - asked)
        is_news = number == 1 or queries or _positions(examined) != _positions(before)
        if len({each.argument.drift for each in _speaking(examined)}) < 2 or not is_news:
            break
        asked |= queries.items()
        for seat, more in (await examination.use_tools(queries, number)).items():
            outputs[seat] = outputs[seat].and_then(queries[seat], more)
        before = examined
        examined = await examination.argue(outputs, examined, number)
    seats = list(examined)
    result = ToolMadResult(
        seats=len(seats), examined=tuple(examined.values()), unshown=case.work.unshown
    )
    if result.is_quorate and result.drifts:
        ruled = await examination.rule(examined)
        result = result.model_copy(update={"ruling": ruled.ruling, "proofs": ruled.proofs})
    verdict = decide(result)
    concerns = panel.concerns(seats)
    return verdict.model_copy(update={"labels": (*verdict.labels, *concerns)})


def _speaking(examined: Examined) -> list[VerifiedArgument]:
    return [each for each in examined.values() if isinstance(each, VerifiedArgument)]


def _positions(examined: Examined) -> list[tuple[bool, tuple[Evidence, ...]]]:
    """What examiners say and show; other words for it are no news."""
    return [(each.argument.drift, each.argument.evidence) for each in _speaking(examined)]


@dataclass(frozen=True, slots=True)
class Examination:
    """What examiners and their judge are asked about one case."""

    run: Run
    case: Case
    panel: Panel

    async def use_tools(self, queries: Mapping[str, str], number: int) -> Outputs:
        """Return what the tools of these seats show, each asked its query."""

        async def output(debater: Debater) -> tuple[str, ToolOutput]:
            use = partial(
                run_tool,
                debater,
                queries[debater.name],
                self.case,
                self.panel.sources,
                self.panel.setup,
            )
            # Earlier versions have recorded the text alone.
            returns = Annotated[ToolOutput, short_for("text")]
            return debater.name, await self.run.step(
                key_of("tool", debater.name, number), use, returns
            )

        asking = [debater for debater in self.panel.seats.debaters if debater.name in queries]
        return dict(await asyncio.gather(*map(output, asking)))

    async def missing(self, outputs: Outputs) -> Examined:
        """Return the abstentions of the examiners whose tool shows nothing, who are not asked."""
        found: Examined = {}
        for seat, output in outputs.items():
            if output.failed:
                failed = Abstention(
                    seat=seat, round=0, cause="failed", detail=f"its tool: {output.failed}"
                )
                found[seat] = await self.run.record(
                    AskKey("argue", seat, 0).key("ballot"), failed, ExaminerResult
                )
        return found

    async def argue(self, outputs: Outputs, examined: Examined, number: int) -> Examined:
        """Return every examiner's argument from its own tool; one that is not renewed stands as it was."""
        panel = self.panel
        asks = []
        speaking = _speaking(examined)
        for debater in panel.seats.debaters:
            own = examined.get(debater.name)
            if isinstance(own, Abstention):
                continue
            against = [
                each for each in speaking if own and each.argument.drift != own.argument.drift
            ]
            ask = panel.prepare_ask(
                "argue",
                debater.name,
                number,
                role=debater.role,
                tool=debater.tool,
                output=panel.builder.fenced(outputs[debater.name].text),
                contradictions=[_argument_text(panel.builder, each) for each in against],
                may_ask=number < panel.config.debates,
            )
            asks.append(ask)
        if asks:
            await panel.on_round(key_of_ask(asks[0]).name)
        for tool in {debater.tool for debater in panel.seats.debaters}:
            texts = [
                outputs[debater.name].text
                for debater in panel.seats.debaters
                if debater.tool == tool
            ]
            panel.sources.tools[tool] = "\n\n".join(texts)

        read = partial(self._read_argument, outputs, examined)
        reading = (panel.asker.ask(self.run, ask, "ballot", ExaminerResult, read) for ask in asks)
        new = {each.seat: each for each in await asyncio.gather(*reading)}
        renewed = {seat: each for seat, each in new.items() if isinstance(each, VerifiedArgument)}
        standing = new | examined | renewed
        return {debater.name: standing[debater.name] for debater in panel.seats.debaters}

    async def _read_argument(
        self, outputs: Outputs, examined: Examined, ask: Ask, reply: Reply, reference: str
    ) -> ExaminerResult:
        argument = read_argument(reply.text, reference=reference)
        output = outputs[ask.seat]
        before = examined.get(ask.seat)
        names = [debater.name for debater in self.panel.seats.debaters]
        debater = self.panel.seats.debaters[names.index(ask.seat)]
        given = VerifiedArgument(
            seat=ask.seat,
            name=f"A{names.index(ask.seat) + 1}",
            argument=argument,
            proofs=await verify_own(self.panel.sources, debater.tool, output, argument.evidence),
            recorded=reply.recorded,
            unsandboxed=reply.unsandboxed or output.unsandboxed,
        )
        why = why_ungrounded(given.proofs)
        if not why and not given.rests_on:
            why = f"nothing that it gives is shown by its tool, {debater.tool}, and is of the work"
        if not why and isinstance(before, VerifiedArgument) and before.is_taken_back_in(given):
            why = "it takes drift back without evidence that is new to it"
        if why:
            return abstention(ask, "ungrounded", why)
        return given

    async def rule(self, examined: Examined) -> RulingRecord:
        panel = self.panel
        assert panel.seats.judge is not None
        ask = panel.prepare_ask(
            "rule",
            panel.seats.judge.name,
            0,
            arguments=[_argument_text(panel.builder, each) for each in _speaking(examined)],
            missing=", ".join(e.seat for e in examined.values() if isinstance(e, Abstention)),
            outputs=[
                panel.builder.fenced(f"tool:{tool}\n{text}")
                for tool, text in panel.sources.tools.items()
            ],
        )
        await panel.on_round(key_of_ask(ask).name)

        async def read(_ask: Ask, reply: Reply, reference: str) -> RulingRecord:
            ruling = read_ruling(reply.text, reference=reference)
            parts: tuple[Finding | Refutation, ...] = (*ruling.failures, *ruling.refutations)
            evidence = dict.fromkeys(piece for part in parts for piece in part.evidence)
            return RulingRecord(ruling=ruling, proofs=await look_up(panel.sources, tuple(evidence)))

        ruled = await panel.asker.ask(self.run, ask, "read", RulingRecord | Abstention, read)
        return await self.run.record(
            "ruling", RulingRecord(ruling=ruled) if isinstance(ruled, Abstention) else ruled
        )


def _argument_text(builder: PromptBuilder, verified: VerifiedArgument) -> str:
    said = "drift" if verified.argument.drift else "no drift"
    evidence = "\n".join(proof_text(proof) for proof in verified.proofs)
    text = builder.fenced(f"{verified.argument.claim}\n{evidence}")
    return f"{verified.name}: {said}\n{text}"


async def run_tool(
    debater: Debater, query: str, case: Case, sources: EvidenceSources, setup: CheckSetup
) -> ToolOutput:
    """Return what a tool shows on this work; a built-in one with a query, but for the search, only what matches."""
    work = case.work
    try:
        if debater.run:
            return await _run_command(debater, query, sources, setup)
        if debater.tool == "code search":
            matches = await sources.workspace.search(pattern := query or MODEL_CALLS)
            lines = [f"search for {pattern} in **:{'' if matches.found else ' no line matches'}"]
            lines += [f"{match.path}:{match.line}: {match.text}" for match in matches.found]
            lines += ["… and more"] * matches.more + [
                f"not searched: {path}" for path in matches.unsearched[:3]
            ]
            output = "\n".join(lines)
        elif debater.tool == "method":
            prose = (
                "\n".join(file.path for file in work.changed if file.path.endswith(PROSE)) or "none"
            )
            output = f"changed files that describe something:\n{prose}\n\ndiff:\n{_matching(work.diff, query)}"
        elif debater.tool == "scope":
            changed = "\n".join(f"{file.change} {file.path}" for file in work.changed) or "nothing"
            output = f"changed:\n{changed}\n\ndiff:\n{_matching(work.diff, query)}"
        else:  # tests
            shown = [
                f"check:{c.name}: {c.said}, {c.summary}\n{_matching(c.output, query)}"
                for c in case.checks
            ]
            output = "\n\n".join(shown) or "no checks were run"
    except WorkspaceError as error:
        return ToolOutput(failed=str(error))
    return ToolOutput(text=bound(output, OUTPUT_LIMIT))


async def _run_command(
    debater: Debater, query: str, sources: EvidenceSources, setup: CheckSetup
) -> ToolOutput:
    """Run a configured tool as a check is run, in a copy that no check has touched; it finds the query in QUERY."""
    sandbox = await setup.sandbox()
    copy = await setup.ready(sources.workspace, debater.name)
    if copy.failed:
        return ToolOutput(failed=f"the set-up failed: {copy.failed}")
    given: dict[str, Any] = {
        "timeout": debater.timeout,
        "output": OUTPUT_LIMIT,
        "installed": copy.installed,
    }
    given["variables"] = {"QUERY": "".join(filter(str.isprintable, query))[:QUERY_LIMIT]}
    given |= {"copy": Path(copy.folder), "environments": copy.environments}
    code, printed = await execute(debater.run, copy.place, sandbox, **given)
    if code is None or code in CANNOT_START:
        return ToolOutput(
            failed=f"{'no end in time' if code is None else 'cannot start'}: {printed[-500:]}"
        )
    return ToolOutput(text=f"exit {code}\n{printed}", unsandboxed=sandbox.kind == "none")


def _matching(text: str, query: str) -> str:
    """Return the lines that hold the query's words literally, or all of it without a query."""
    if not query:
        return text
    lines = [line for line in text.splitlines() if re.search(re.escape(query), line, re.IGNORECASE)]
    return "\n".join(lines) or f"no line holds {query!r}"


async def verify_own(
    sources: EvidenceSources, tool: str, output: ToolOutput, evidence: Sequence[Evidence]
) -> tuple[Proof, ...]:
    """Return what code finds of an examiner's evidence; what its own tool has not shown is weak.

    An absence is what a search shows: to verify it code searches, so it counts for who argues from the code search.
    """
    proofs = []
    for proof in await look_up(sources, evidence):
        piece = proof.evidence
        is_own = tool == "code search" and piece.kind == "absence"
        if isinstance(piece, Quote):
            # The output may hold a diff, whose columns may differ; that it repeats a query shows nothing.
            (quoted,) = verify(
                [Quote(source="diff", text=piece.text)], SourceTexts(diff=output.text)
            )
            asked = [Quote(source=piece.source, text=query) for query in output.queries]
            is_echo = proof.at.startswith("tool:") and any(same(piece, query) for query in asked)
            is_own = quoted.found in CONFIRMED and not is_echo
        if proof.found in CONFIRMED and not is_own:
            proof = proof.model_copy(update={"weak": f"not what {tool} shows"})
        proofs.append(proof)
    return tuple(proofs)


async def look_up(sources: EvidenceSources, evidence: Sequence[Evidence]) -> tuple[Proof, ...]:
    """Return what code finds of evidence, lines of the diff at their place in their file."""
    # The places in a file of that name would read like places in the diff.
    diff = "" if "diff" in await sources.workspace.paths() else await sources.diff()
    return tuple(in_file(proof, diff) for proof in await sources.verify(evidence))
