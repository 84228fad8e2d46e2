"""A workflow from its entry to its end: each stage is entered, does what it says, and is left for where it leads."""

from coordinator.engine import Run
from coordinator.parsing.excerpt import bound
from coordinator.parsing.shapes import StageVerdict
from coordinator.storage.events import key_of
from coordinator.workflow import records
from coordinator.workflow.actions import run_command, run_tracker_actions
from coordinator.workflow.dialect.routes import Routes
from coordinator.workflow.dialect.schema import Condition, Gated, GateRule, JudgeAction, RunAction, Stage
from coordinator.workflow.dialect.start import Cron
from coordinator.workflow.gotemplate import TemplateError, render
from coordinator.workflow.judge_action import judge_work
from coordinator.workflow.matching import is_failure_stage
from coordinator.workflow.records import Decision, GateOutcome, RunRequest, RunResult, StageMove, Visit
from coordinator.workflow.resume import resumptions
from coordinator.workflow.routing import follow
from coordinator.workflow.run_state import MESSAGES, RunState, StageFailed, open_run_state
from coordinator.workflow.setup import WorkflowContext
from coordinator.workspace.masking import RUN_SECRETS

LONGEST_COMMAND = 200  # bytes of a command in a reason
LONGEST_OUTPUT = 8_000  # bytes of what it printed that the agent is told


async def run_workflow(run: Run, request: RunRequest, context: WorkflowContext) -> RunResult:
    """Take a workflow through its stages to its end, and on from there as often as a person lets it go on."""
    RUN_SECRETS.set(context.secrets())
    state = await open_run_state(run, request, context)
    entry = next(stage for stage in context.workflow.stages if stage.entry)
    begin: StageMove | RunResult = StageMove(to=entry.id, why=records.MoveReason(kind="entry"))
    if request.held:
        begin = state.conclude("escalated", entry.id, request.held)
    ended, number = await _follow_in_time(state, begin, 1), 1
    while ended.kind != "completed" and (then := state.go_on(number, ended)):
        ended, number = await _follow_in_time(state, then, number + 1), number + 1
    return ended


async def _follow_in_time(state: RunState, then: StageMove | RunResult, number: int) -> RunResult:
    """Follow the stages; a run that a schedule has started ends when it lasts too long since it was last opened."""
    start, store, run = state.context.workflow.start, state.context.store, state.run
    if not (state.request.why and isinstance(start, Cron) and start.timeout and isinstance(then, StageMove)):
        return await follow_stages(state, then)
    opened = [event.at for event in store.events(run.id) if event.kind in ("start", "resume")]
    is_over = len(resumptions(store, run.id)) >= number  # then it is on record if its time has ended it
    until = float("inf") if is_over else opened[-1] + start.timeout
    ended = await run.within(key_of("timeout", number), until, lambda: follow_stages(state, then))
    why = f"it has lasted longer than {start.timeout:g} s"
    return ended or state.conclude("escalated", state.last_stage or then.to, why)


async def follow_stages(state: RunState, then: StageMove | RunResult) -> RunResult:
    """Enter one stage after the other until one ends the run or nothing leads on."""
    while isinstance(then, StageMove):
        visit = await state.enter(then)
        if isinstance(visit, RunResult):
            return visit
        stage = state.stage(visit)
        try:
            route = await run_actions(state, visit, stage, then)
        except StageFailed as failure:
            return state.conclude(failure.kind, stage.id, f"stage {stage.id}: {failure}")
        except TemplateError as error:
            why = f"stage {stage.id}, line {stage.line}: a template cannot be filled in: {error}"
            return state.conclude("failed", stage.id, why)
        if stage.terminal and not (route and route.why.kind == "run_failed"):
            kind: records.ResultKind = "failed" if is_failure_stage(stage) else "completed"
            return state.conclude(kind, stage.id, f"stage {stage.label or stage.id} ends the workflow")
        then = route or await follow(state, visit)
    return then


async def run_actions(state: RunState, visit: Visit, stage: Stage, move: StageMove) -> StageMove | None:
    """Do what the stage does when it is entered, in the fixed order of the dialect; return where that leads, or None.

    A command that fails, and a judge or gate that does not come to what is required, block what is left.
    """
    actions, route = stage.on_enter, None
    if move.told:
        await state.tell(visit, "failure" if move.why.kind == "run_failed" else "person", move.told)
    if move.returns:
        return None
    if actions.run is not None and move.decided is None:
        failed = await run_command(state, visit, stage, actions.run)
        if failed:
            return _after_failure(state, stage, actions.run, failed)
    if actions.judge is not None:
        route, met = await _run_judge(state, visit, stage, actions.judge, move.decided)
        if not met:
            return route
    if stage.gate is not None:
        route, met = await _run_gate(state, visit, stage, stage.gate, route, move.decided)
        if not met:
            return route
    if actions.inject.strip():
        await state.tell(visit, "inject", state.render(actions.inject))
    await run_tracker_actions(state, visit, actions)
    return route


def _after_failure(state: RunState, stage: Stage, action: RunAction, failed: str) -> StageMove:
    """Return where a failed command leads: its route, or back to the agent, who is told what it printed."""
    why = records.MoveReason(kind="run_failed", detail=f"{stage.id}: {failed}")
    if to := Routes(state.context.workflow).failure(stage.id):
        return StageMove(to=to, why=why)
    command = bound(" ".join(action.command.split()), LONGEST_COMMAND)
    if not state.worked_in or state.is_used_up(stage):
        reason = f"; {state.used_up(stage)}" if state.worked_in else ""
        raise StageFailed(f"its command failed ({failed}): {command}{reason}", "escalated")
    printed = bound(state.outputs[action.output or stage.id].printed(), LONGEST_OUTPUT)
    told = MESSAGES.failure(stage.label or stage.id, failed, command, printed)
    return StageMove(to=state.worked_in, why=why, told=told, returns=True)


async def _run_judge(
    state: RunState, visit: Visit, stage: Stage, judge: JudgeAction, decided: Decision | None
) -> tuple[StageMove | None, bool]:
    """Return where the verdict leads, and whether it is the required one."""
    result = await judge_work(state, visit, judge, decided)
    if not result.verdict:
        await state.note(visit, f"The judge of stage {stage.id} came to no verdict: {result.error}")
        if judge.continue_on_error:
            return None, True
        raise StageFailed(f"no verdict: {result.error}", "escalated" if result.escalates else "error")
    stored = state.take_output(judge.output, result.output)
    said = MESSAGES.verdict(StageVerdict.model_validate(stored.data), stage.label or stage.id)
    await state.tell(visit, "verdict", said)

    routes = Routes(state.context.workflow)
    to = routes.verdict(stage.id, result.verdict)
    if to and result.verdict == "fail" and state.is_used_up(stage) and routes.asks_for_more(to, stage.id):
        # What the agent would be asked to mend, nobody could judge any more.
        raise StageFailed(f"the verdict is fail, and {state.used_up(stage)}", "escalated")
    required = judge.require.verdict
    met = not required or required == result.verdict or judge.continue_on_error
    if not met and not to:
        raise StageFailed(f"the verdict is {result.verdict}, and {required} is required")
    why = records.MoveReason(kind="judge_verdict", detail=f"{stage.id}: {result.verdict}")
    return StageMove(to=to, why=why) if to else None, met


async def _run_gate(
    state: RunState, visit: Visit, stage: Stage, gate: GateRule, route: StageMove | None, decided: Decision | None
) -> tuple[StageMove | None, bool]:
    """Return where the judge's `route` or else the gate leads, and whether the gate passes or need not."""
    if decided is not None:
        detail = f"decided by {decided.by}: {decided.reason}".rstrip(": ")
        result = GateOutcome(stage=stage.id, verdict=decided.verdict, detail=detail)
    elif stage.plan_gate and stage.id in state.accepted_plans:
        result = GateOutcome(stage=stage.id, verdict="pass", detail="the plan was accepted before")
    else:
        result = decide_gate(stage.id, gate, state.outputs.get(gate.output))
    result = await state.run.record(key_of("gate", visit.number), result)
    verdict = "pass" if result.verdict == "skipped" else result.verdict
    if stage.plan_gate and verdict == "pass":
        state.accepted_plans.add(stage.id)
    to = Routes(state.context.workflow).gate(stage.id, verdict)
    said = f"The gate of stage {stage.id}: {result.verdict}, {result.detail}"
    if to:
        await state.note(visit, said)
    else:
        await state.tell(visit, "gate", said)

    met = verdict == "pass" or not gate.required
    if not to and route is None and (verdict == "error" or not met):
        raise StageFailed(f"its gate came to {verdict}: {result.detail}")
    if route is None and to:
        route = StageMove(to=to, why=records.MoveReason(kind="gate_result", detail=f"{stage.id}: {verdict}"))
    return route, met


def decide_gate(stage: str, gate: GateRule, output: records.StageOutput | None) -> GateOutcome:
    """Return what the gate of a stage comes to; None is an output that was never stored."""
    if output is None:
        detail = f"there is no output {gate.output}"
        return GateOutcome(stage=stage, verdict="skipped" if gate.treat_skipped_as_pass else "error", detail=detail)
    conditions: tuple[tuple[Gated, Condition | None], ...] = (("pass", gate.passes), ("fail", gate.fails))
    seen = []
    for verdict, condition in conditions:
        if condition is not None:
            # Compared is what Go prints: `1e+06` for a million.
            value = output.value(condition.path)
            found = "<nil>" if value is None else render("{{ .value }}", {"value": value})
            detail = f"{gate.output}.{condition.path} is {found}"
            if found.casefold() in {value.casefold() for value in condition.values}:
                return GateOutcome(stage=stage, verdict=verdict, detail=detail)
            seen.append(detail)
    said = ", ".join(dict.fromkeys(seen)) or "none is given"
    return GateOutcome(stage=stage, verdict="error", detail=f"no condition of the gate holds: {said}")
