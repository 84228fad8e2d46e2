"""The `judge` action: what the judge is given, what it says, and what the agent is told of it."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from coordinator.errors import UsageError, WorkspaceError
from coordinator.models import Abstention, Ask, Reply
from coordinator.panels.panel import Asker
from coordinator.panels.prompt_parts import abilities, fenced, make_ask
from coordinator.parsing.report import Unreadable
from coordinator.parsing.stage_verdict import StageVerdict, read_stage_verdict
from coordinator.storage.events import key_of
from coordinator.workflow.dialect.schema import JudgeAction
from coordinator.workflow.judge_inputs import supply
from coordinator.workflow.panel_action import run_panel
from coordinator.workflow.records import JudgeInputs, StageJudgement, StageOutput, Visit
from coordinator.workflow.run_state import RunState
from coordinator.workspace.snapshot import Workspace, clear, snapshot

TITLES = {"issue": "Issue", "git_diff": "Changes", "test_output": "Test output", "files": "Changed files"}


async def judge_work(state: RunState, visit: Visit, judge: JudgeAction) -> StageJudgement:
    """Return what the judge of a stage, or its panel, comes to; recorded and stored as the stage's output."""
    if judge.panel:
        by = f"panel {judge.panel}"
        verdict, why, escalates = await run_panel(state, visit, judge)
    else:
        by = judge.model or "judge"
        verdict, why, escalates = *await _ask_judge(state, visit, judge), False

    async def store() -> StageJudgement:
        if verdict is None:
            return StageJudgement(stage=visit.stage, by=by, verdict="", summary="", error=why, escalates=escalates)
        output = StageOutput(data=verdict.model_dump(mode="json"))
        return StageJudgement(
            stage=visit.stage,
            by=by,
            verdict=verdict.verdict,
            summary=verdict.summary,
            required_fixes=verdict.required_fixes,
            findings=len(verdict.findings),
            bucket=judge.output,
            output=await state.run.store_text(output.model_dump_json()),
        )

    result = await state.run.step(key_of("judge", visit.number), store, StageJudgement)
    if result.output:
        state.outputs.put(judge.output, result.output)
    return result


async def _ask_judge(state: RunState, visit: Visit, judge: JudgeAction) -> tuple[StageVerdict | None, str]:
    """Return the verdict of the one judge, or none and why."""
    key = key_of("given", visit.number)
    given = await state.run.step(key, lambda: _collect_inputs(state, judge), JudgeInputs)
    if given.error:
        return None, given.error
    home = state.home / "judged" / str(visit.number)

    async def copy_work(user: str) -> str:
        # For a judge that looks at files itself; what it does there changes nothing.
        work = await snapshot(state.place.folder, state.place.base, home)
        return await Workspace(work, home).folder(user)

    asker = Asker(agents=state.context.judges, budget=state.budget, folder=copy_work)
    seed = state.settings.seed
    shown = json.loads(state.context.store.text(given.texts))
    variables = abilities(asker.agent(visit.stage)) | {
        "instructions": judge.instructions.strip(),
        "inputs": [{"title": TITLES[each["name"]], "text": fenced(each["text"], seed)} for each in shown],
    }
    fields = {"deadline": judge.timeout, "issue": state.issue.key, "run": state.run.id}
    ask = make_ask("stage", visit.stage, visit.nth, seed, state.context.config, variables, fields)

    async def read(_ask: Ask, reply: Reply, reference: str) -> StageVerdict | Unreadable:
        return read_stage_verdict(reply.text, reference=reference)

    verdict = await asker.ask(state.run, ask, "read", StageVerdict | Abstention, read)
    await asyncio.to_thread(clear, home)
    if isinstance(verdict, Abstention):
        return None, f"the judge gave no opinion: {verdict.cause}, {verdict.detail}"
    return verdict, ""


async def _collect_inputs(state: RunState, judge: JudgeAction) -> JudgeInputs:
    tests = state.outputs.tests()
    try:
        supplied = await supply(
            judge.inputs,
            issue=state.issue,
            folder=Path(state.place.folder),
            base=state.place.base,
            test_output=None if tests is None else tests.printed(),
            each=state.settings.input,
            total=state.settings.inputs,
        )
    except (UsageError, WorkspaceError) as error:
        return JudgeInputs(error=str(error))
    texts = json.dumps([each.model_dump(mode="json") for each in supplied], ensure_ascii=False)
    return JudgeInputs(
        names=tuple(each.name for each in supplied),
        bytes=sum(len(each.text.encode("utf-8", "replace")) for each in supplied),
        cut=tuple(each.name for each in supplied if each.cut),
        texts=await state.run.store_text(texts),
    )


def verdict_message(result: StageJudgement, stored: StageOutput, label: str) -> str:
    """Return what the agent is told of a verdict."""
    parts = [f"{label} {result.verdict}ed: {result.summary}".rstrip(": ")]
    if result.required_fixes:
        parts.append("\n".join(["Required fixes:", *(f"- {fix}" for fix in result.required_fixes)]))
    findings = stored.data.get("findings")
    lines = []
    for finding in findings if isinstance(findings, list) else ():
        if isinstance(finding, dict):
            place = ":".join(str(part) for part in (finding.get("file"), finding.get("line")) if part) or "everywhere"
            lines.append(f"- {place} ({finding.get('severity')}): {finding.get('comment')}")
    if lines:
        parts.append("\n".join(["Findings:", *lines]))
    return "\n\n".join(parts)
