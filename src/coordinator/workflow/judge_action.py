"""The `judge` action: what the judge is given, what it says, and what the agent is told of it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from coordinator.errors import UsageError, WorkspaceError
from coordinator.models import Abstention, Ask, AskResult
from coordinator.panels.asking import Asker
from coordinator.panels.prompt_parts import fenced, word
from coordinator.parsing.report import Unreadable
from coordinator.parsing.stage_verdict import StageVerdict, read_stage_verdict
from coordinator.prompts import render
from coordinator.workflow.judge_inputs import InputLimits, supply
from coordinator.workflow.outputs import printed
from coordinator.workflow.panel_action import run_panel
from coordinator.workflow.records import JudgeInputs, StageJudgement, StageOutput, Visit
from coordinator.workflow.run_state import RunState
from coordinator.workflow.schema import JudgeAction
from coordinator.workspace.snapshot import Workspace, clear, snapshot

TITLES = {"issue": "Issue", "git_diff": "Changes", "test_output": "Test output", "files": "Changed files"}


async def judge_work(state: RunState, visit: Visit, judge: JudgeAction) -> StageJudgement:
    """What the judge of a stage, or its panel, comes to; recorded and stored as the stage's output."""
    if judge.panel:
        opinion, why, escalates = await run_panel(state, visit, judge)
    else:
        opinion, why, escalates = *await _hear_judge(state, visit, judge), False
    finish = partial(_result, state, visit, judge, opinion, why, escalates)
    result = await state.run.step(f"judge/{visit.number}", lambda: finish(visit.stage), StageJudgement)
    if result.output:
        state.outputs.put(judge.output, result.output)
    return result


async def _result(
    state: RunState, visit: Visit, judge: JudgeAction, opinion: StageVerdict | None, why: str, escalates: bool, _: str
) -> StageJudgement:
    by = f"panel {judge.panel}" if judge.panel else judge.model or "judge"
    if opinion is None:
        return StageJudgement(stage=visit.stage, by=by, verdict="", summary="", error=why, escalates=escalates)
    output = await state.run.store_text(StageOutput(data=opinion.model_dump(mode="json")).model_dump_json())
    return StageJudgement(
        stage=visit.stage,
        by=by,
        verdict=opinion.verdict,
        summary=opinion.summary,
        required_fixes=opinion.required_fixes,
        findings=len(opinion.findings),
        bucket=judge.output,
        output=output,
    )


# -- one judge


async def _hear_judge(state: RunState, visit: Visit, judge: JudgeAction) -> tuple[StageVerdict | None, str]:
    given = await state.run.step(f"given/{visit.number}", lambda: _collect(state, judge, visit.stage), JudgeInputs)
    if given.error:
        return None, given.error
    asking = _asking(state, visit)
    ask = _brief(state, visit, judge, given, asking)
    answered = await asking.put(state.run, ask)
    clear(_copies(state, visit))
    return _read(asking, ask, answered)


def _read(asking: Asker, ask: Ask, answered: AskResult) -> tuple[StageVerdict | None, str]:
    ending = answered.ending
    if isinstance(ending, Abstention):
        return None, f"the judge gave no opinion: {ending.cause}, {ending.detail}"
    opinion = read_stage_verdict(ending.text, reference=asking.expected(ask, ending))
    if isinstance(opinion, Unreadable):
        return None, f"the judge's opinion cannot be read: {opinion.cause}"
    return opinion, ""


async def _collect(state: RunState, judge: JudgeAction, _: str) -> JudgeInputs:
    tests = state.outputs.tests()
    try:
        supplied = await supply(
            judge.inputs,
            issue=state.issue,
            folder=state.folder,
            base=state.place.base,
            test_output=None if tests is None else printed(tests),
            limits=InputLimits(each=state.settings.input, total=state.settings.inputs),
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


def _brief(state: RunState, visit: Visit, judge: JudgeAction, given: JudgeInputs, asking: Asker) -> Ask:
    seed = state.settings.seed
    reference = word(seed, "reference", "stage", visit.stage, visit.nth)
    shown = json.loads(state.context.store.text(given.texts))
    prompt = render(
        "stage",
        state.context.config.prompts,
        own_instructions=asking.agent(visit.stage).own_instructions,
        reference=reference,
        instructions=judge.instructions.strip(),
        inputs=[{"title": TITLES[each["name"]], "text": fenced(each["text"], seed)} for each in shown],
    )
    return Ask(
        seat=visit.stage,
        purpose="stage",
        round=visit.nth,
        prompt=prompt.text,
        template=prompt.template,
        reference=reference,
        deadline=judge.timeout,
        issue=state.issue.key,
        run=state.run.id,
    )


def _asking(state: RunState, visit: Visit) -> Asker:
    return Asker(agents=state.context.judges, budget=state.budget, folder=partial(_copy, state, visit))


async def _copy(state: RunState, visit: Visit, user: str) -> str:
    """A copy of the work for a judge that looks at files itself; what it does there changes nothing."""
    home = _copies(state, visit)
    work = await snapshot(state.place.folder, state.place.base, home)
    return str(await Workspace(work, home).checkout(user, secrets=False))


def _copies(state: RunState, visit: Visit) -> Path:
    return state.home / "judged" / str(visit.number)


# -- what the agent is told


def told(result: StageJudgement, stored: StageOutput, label: str) -> str:
    """The message about a verdict."""
    fixes = _bullets("Required fixes:", result.required_fixes)
    return "\n\n".join([f"{label} {result.verdict}ed: {result.summary}".rstrip(": "), *fixes, *_remarks(stored)])


def _remarks(stored: StageOutput) -> list[str]:
    findings = stored.data.get("findings")
    rows = [finding for finding in findings if isinstance(finding, dict)] if isinstance(findings, list) else []
    return _bullets("Findings:", [_remark(row) for row in rows])


def _remark(row: Mapping[str, object]) -> str:
    place = ":".join(str(part) for part in (row.get("file"), row.get("line")) if part) or "everywhere"
    return f"{place} ({row.get('severity')}): {row.get('comment')}"


def _bullets(title: str, items: Sequence[str]) -> list[str]:
    return ["\n".join([title, *(f"- {item}" for item in items)])] if items else []
