"""The protocol tool-mad: each examiner argues from the output of one tool, and a judge rules."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Annotated

from coordinator.config.seats import Debater, PanelConfig, short_for
from coordinator.engine import Run
from coordinator.judgement.evidence.verification import why_ungrounded
from coordinator.judgement.tool_mad import (
    ExaminerResult,
    ToolMadResult,
    VerifiedArgument,
    decide,
)
from coordinator.models import Abstention, Ask, Case, Evidence, Finding, Reply, Verdict
from coordinator.panels.asker import abstention, key_of_ask
from coordinator.panels.examiner_tools import ToolOutput, look_up, run_tool, verify_own
from coordinator.panels.panel import Panel, Protocol
from coordinator.panels.prompt_parts import PromptBuilder, proof_text
from coordinator.panels.records import RulingRecord
from coordinator.parsing.report import read_argument, read_ruling
from coordinator.parsing.shapes import Refutation
from coordinator.storage.events import AskKey, key_of

Examined = dict[str, ExaminerResult]  # by seat
Outputs = dict[str, ToolOutput]  # by seat
Queries = dict[str, str]  # by seat

# Older versions of coordinator recorded only the text of an output.
RecordedOutput = Annotated[ToolOutput, short_for("text")]


async def run_tool_mad(run: Run, case: Case, panel: Panel) -> Verdict:
    """Return the verdict on the verified arguments."""
    examination = Examination(run, case, panel)
    examined = await examination.examine()
    seats = list(examined)
    result = ToolMadResult(
        seats=len(seats),
        examined=tuple(examined.values()),
        unshown=case.work.unshown,
        secrets=case.work.ledger.secrets,
    )
    if result.is_quorate and result.drifts:
        ruled = await examination.rule(examined)
        result = result.model_copy(update={"ruling": ruled.ruling, "proofs": ruled.proofs})
    verdict = decide(result)
    labels = (*verdict.labels, *panel.concerns(seats))
    return verdict.model_copy(update={"labels": labels})


def _missing_seats(panel: PanelConfig) -> list[str]:
    missing = []
    if not panel.debaters:
        missing.append("panel.debaters")
    if panel.judge is None:
        missing.append("panel.judge")
    return missing


TOOL_MAD = Protocol(name="tool-mad", run=run_tool_mad, missing_seats=_missing_seats)


def _arguments(examined: Examined) -> list[VerifiedArgument]:
    return [each for each in examined.values() if isinstance(each, VerifiedArgument)]


def _positions(examined: Examined) -> list[tuple[bool, tuple[Evidence, ...]]]:
    """Return for each examiner whether it finds drift, and its evidence.

    The wording is left out, because new words alone are not a new position.
    """
    return [(each.argument.drift, each.argument.evidence) for each in _arguments(examined)]


def _are_split(examined: Examined) -> bool:
    """Return whether some examiners find drift while others find none."""
    return len({each.argument.drift for each in _arguments(examined)}) == 2


def _new_queries(examined: Examined, asked: set[tuple[str, str]]) -> Queries:
    """Return the queries that examiners want to send to their tools and have not sent before."""
    queries = {}
    for each in _arguments(examined):
        query = each.argument.query
        if query and (each.seat, query) not in asked:
            queries[each.seat] = query
    return queries


@dataclass(frozen=True, slots=True)
class Examination:
    """Asks the examiners of one case for their arguments, and the judge for a ruling."""

    run: Run
    case: Case
    panel: Panel

    async def examine(self) -> Examined:
        """Return the results of all examiners after their debate.

        The debate ends when the examiners agree, or when a round brings no new query and no new
        position.
        """
        debaters = self.panel.seats.debaters
        queries = {debater.name: debater.query for debater in debaters}
        asked = set(queries.items())
        outputs = await self.use_tools(queries, 0)
        examined = await self.argue(outputs, await self.missing(outputs), 0)
        before = examined
        for number in range(1, self.panel.config.debates + 1):
            queries = _new_queries(examined, asked)
            has_moved = _positions(examined) != _positions(before)
            has_news = number == 1 or queries or has_moved
            if not _are_split(examined) or not has_news:
                break
            asked.update(queries.items())
            new_outputs = await self.use_tools(queries, number)
            for seat, more in new_outputs.items():
                outputs[seat] = outputs[seat].and_then(queries[seat], more)
            before = examined
            examined = await self.argue(outputs, examined, number)
        return examined

    async def use_tools(self, queries: Mapping[str, str], number: int) -> Outputs:
        """Run the tool of each of these seats with its query, and return the outputs."""
        debaters = [each for each in self.panel.seats.debaters if each.name in queries]
        using = [self._use_tool(each, queries[each.name], number) for each in debaters]
        outputs = await asyncio.gather(*using)
        return {each.name: output for each, output in zip(debaters, outputs, strict=True)}

    async def _use_tool(self, debater: Debater, query: str, number: int) -> ToolOutput:
        panel = self.panel
        use = partial(run_tool, debater, query, self.case, panel.sources, panel.setup)
        return await self.run.step(key_of("tool", debater.name, number), use, RecordedOutput)

    async def missing(self, outputs: Outputs) -> Examined:
        """Record and return an abstention for each examiner whose tool failed.

        These examiners are not asked.
        """
        found: Examined = {}
        for seat, output in outputs.items():
            if not output.failed:
                continue
            failed = Abstention(
                seat=seat, round=0, cause="failed", detail=f"its tool failed: {output.failed}"
            )
            key = AskKey("argue", seat, 0).key("ballot")
            found[seat] = await self.run.record(key, failed, ExaminerResult)
        return found

    async def argue(self, outputs: Outputs, examined: Examined, number: int) -> Examined:
        """Ask the examiners for their arguments in one round, and return every examiner's result.

        Examiners that abstained before are not asked. If an examiner's reply is unusable, its
        earlier argument stays valid.
        """
        panel = self.panel
        asks = []
        for debater in panel.seats.debaters:
            if not isinstance(examined.get(debater.name), Abstention):
                asks.append(self._argue_ask(debater, outputs, examined, number))
        if asks:
            await panel.on_round(key_of_ask(asks[0]).name)
        self._show_to_judge(outputs)

        read = partial(self._read_argument, outputs, examined)
        asking = [panel.asker.ask(self.run, ask, "ballot", ExaminerResult, read) for ask in asks]
        standing = dict(examined)
        for new in await asyncio.gather(*asking):
            if isinstance(new, VerifiedArgument) or new.seat not in standing:
                standing[new.seat] = new
        return {debater.name: standing[debater.name] for debater in panel.seats.debaters}

    def _argue_ask(
        self, debater: Debater, outputs: Outputs, examined: Examined, number: int
    ) -> Ask:
        builder = self.panel.builder
        own = examined.get(debater.name)
        contradictions = []
        if isinstance(own, VerifiedArgument):
            for each in _arguments(examined):
                if each.argument.drift != own.argument.drift:
                    contradictions.append(_argument_text(builder, each))
        variables = {
            "role": debater.role,
            "tool": debater.tool,
            "output": builder.fenced(outputs[debater.name].text),
            "contradictions": contradictions,
            "may_ask": number < self.panel.config.debates,
        }
        return self.panel.prepare_ask("argue", debater.name, number, variables)

    def _show_to_judge(self, outputs: Outputs) -> None:
        """Add the outputs of all tools to the evidence sources, so that the judge can quote them.

        The outputs of examiners with the same tool are joined.
        """
        texts: dict[str, list[str]] = {}
        for debater in self.panel.seats.debaters:
            texts.setdefault(debater.tool, []).append(outputs[debater.name].text)
        for tool, parts in texts.items():
            self.panel.sources.tools[tool] = "\n\n".join(parts)

    async def _read_argument(
        self, outputs: Outputs, examined: Examined, ask: Ask, reply: Reply, reference: str
    ) -> ExaminerResult:
        argument = read_argument(reply.text, reference=reference)
        output = outputs[ask.seat]
        names = [debater.name for debater in self.panel.seats.debaters]
        index = names.index(ask.seat)
        debater = self.panel.seats.debaters[index]
        given = VerifiedArgument(
            seat=ask.seat,
            name=f"A{index + 1}",
            argument=argument,
            proofs=await verify_own(self.panel.sources, debater.tool, output, argument.evidence),
            recorded=reply.recorded,
            unsandboxed=reply.unsandboxed or output.unsandboxed,
        )
        why = _why_unusable(given, debater.tool, examined.get(ask.seat))
        if why:
            return abstention(ask, "ungrounded", why)
        return given

    async def rule(self, examined: Examined) -> RulingRecord:
        """Return the judge's ruling on the arguments, or its abstention."""
        ask = self._rule_ask(examined)
        await self.panel.on_round(key_of_ask(ask).name)
        ruled = await self.panel.asker.ask(
            self.run, ask, "read", RulingRecord | Abstention, self._read_ruling
        )
        if isinstance(ruled, Abstention):
            ruled = RulingRecord(ruling=ruled)
        return await self.run.record("ruling", ruled)

    def _rule_ask(self, examined: Examined) -> Ask:
        panel = self.panel
        assert panel.seats.judge is not None
        missing = [each.seat for each in examined.values() if isinstance(each, Abstention)]
        outputs = []
        for tool, text in panel.sources.tools.items():
            outputs.append(panel.builder.fenced(f"tool:{tool}\n{text}"))
        variables = {
            "arguments": [_argument_text(panel.builder, each) for each in _arguments(examined)],
            "missing": ", ".join(missing),
            "outputs": outputs,
        }
        return panel.prepare_ask("rule", panel.seats.judge.name, 0, variables)

    async def _read_ruling(self, _ask: Ask, reply: Reply, reference: str) -> RulingRecord:
        ruling = read_ruling(reply.text, reference=reference)
        parts: tuple[Finding | Refutation, ...] = (*ruling.failures, *ruling.refutations)
        evidence: list[Evidence] = []
        seen: set[Evidence] = set()
        for part in parts:
            for piece in part.evidence:
                if piece not in seen:
                    seen.add(piece)
                    evidence.append(piece)
        proofs = await look_up(self.panel.sources, evidence)
        return RulingRecord(ruling=ruling, proofs=proofs)


def _why_unusable(given: VerifiedArgument, tool: str, before: ExaminerResult | None) -> str:
    """Return why an argument is unusable, or an empty string if it can be used."""
    why = why_ungrounded(given.proofs)
    if why:
        return why
    if not given.rests_on:
        return f"none of its evidence is from the work and shown by its tool {tool}"
    if isinstance(before, VerifiedArgument) and before.is_taken_back_in(given):
        return "it withdraws its drift claim without new evidence"
    return ""


def _argument_text(builder: PromptBuilder, verified: VerifiedArgument) -> str:
    said = "drift" if verified.argument.drift else "no drift"
    evidence = "\n".join(proof_text(proof) for proof in verified.proofs)
    text = builder.fenced(f"{verified.argument.claim}\n{evidence}")
    return f"{verified.name}: {said}\n{text}"
