"""Run a workflow from its entry to its end: enter a stage, run its actions, go to the next."""

from typing import NamedTuple

from coordinator.engine import Run
from coordinator.parsing.excerpt import bound
from coordinator.parsing.shapes import StageVerdict
from coordinator.storage.events import key_of
from coordinator.workflow.command_action import run_command
from coordinator.workflow.dialect.routes import Routes
from coordinator.workflow.dialect.schema import GateRule, Stage
from coordinator.workflow.dialect.stage_actions import JudgeAction, RunAction
from coordinator.workflow.dialect.start_triggers import Cron
from coordinator.workflow.gate import decide_gate
from coordinator.workflow.gotemplate import TemplateError
from coordinator.workflow.judge_action import judge_work
from coordinator.workflow.messages import MESSAGES
from coordinator.workflow.records import (
    Decision,
    GateOutcome,
    Kind,
    MoveReason,
    ResultKind,
    RunRequest,
    RunResult,
    StageMove,
    Visit,
)
from coordinator.workflow.resume import resumptions
from coordinator.workflow.run_state import RunState, StageFailed, open_run_state
from coordinator.workflow.setup import WorkflowContext
from coordinator.workflow.tracker_actions import run_tracker_actions
from coordinator.workflow.transitions import is_failure_stage
from coordinator.workflow.waiting import wait_for_route
from coordinator.workspace.masking import RUN_SECRETS

LONGEST_COMMAND = 200  # bytes of a command in the reason for a failure
LONGEST_OUTPUT = 8_000  # bytes of a command's output in a message to the agent


async def run_workflow(run: Run, request: RunRequest, context: WorkflowContext) -> RunResult:
    """Run a workflow to its end. Each time a person has resumed it, continue from there."""
    RUN_SECRETS.set(context.secrets())
    state = await open_run_state(run, request, context)
    entry = next(stage.id for stage in context.workflow.stages if stage.entry)
    number = 1
    if request.held:
        ended = state.conclude("escalated", entry, request.held)
    else:
        first = StageMove(to=entry, why=MoveReason(kind="entry"))
        ended = await _follow_in_time(state, first, number)
    while ended.kind != "completed":
        resumed = state.resumed_move(number, ended)
        if resumed is None:
            break
        number += 1
        ended = await _follow_in_time(state, resumed, number)
    return ended


async def _follow_in_time(state: RunState, move: StageMove, number: int) -> RunResult:
    """Follow the stages. End a scheduled run that exceeds the timeout of its schedule.

    The time is measured from the start or from the last resumption. `number` is 1 before the first
    end of the run, 2 between the first and the second, and so on.
    """
    start = state.context.workflow.start
    timeout = start.timeout if isinstance(start, Cron) else None
    if timeout is None or not state.request.why:
        return await follow_stages(state, move)
    store = state.context.store
    run = state.run
    opened = [event.at for event in store.events(run.id) if event.kind in ("start", "resume")]
    until = opened[-1] + timeout
    # A later resumption means that this part of the run has ended. The record says whether the
    # timeout ended it.
    if len(resumptions(store, run.id)) >= number:
        until = float("inf")
    ended = await run.within(key_of("timeout", number), until, lambda: follow_stages(state, move))
    if ended is not None:
        return ended
    why = f"the run took longer than {timeout:g} s"
    return state.conclude("escalated", state.last_stage or move.to, why)


async def follow_stages(state: RunState, move: StageMove) -> RunResult:
    """Enter one stage after the other until a stage ends the run or no event leads to another."""
    then: StageMove | RunResult = move
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
        command_failed = route is not None and route.why.kind == "run_failed"
        if stage.terminal and not command_failed:
            kind: ResultKind = "failed" if is_failure_stage(stage) else "completed"
            why = f"stage {stage.label or stage.id} ends the workflow"
            return state.conclude(kind, stage.id, why)
        then = route or await wait_for_route(state, visit)
    return then


async def run_actions(
    state: RunState, visit: Visit, stage: Stage, move: StageMove
) -> StageMove | None:
    """Run the actions of a stage in the dialect's fixed order.

    Return the move to the next stage, or None if the actions do not choose one. A failed command
    blocks the later actions. So does a judge or a gate without the required result.
    """
    actions = stage.on_enter
    route = None
    if move.told:
        kind: Kind = "failure" if move.why.kind == "run_failed" else "person"
        await state.tell(visit, kind, move.told)
    if move.returns:
        return None
    if actions.run is not None and move.decided is None:
        failed = await run_command(state, visit, stage, actions.run)
        if failed:
            return _after_failure(state, stage, actions.run, failed)
    if actions.judge is not None:
        outcome = await _run_judge(state, visit, stage, actions.judge, move.decided)
        route = outcome.route
        if outcome.blocks:
            return route
    if stage.gate is not None:
        outcome = await _run_gate(state, visit, stage, stage.gate, route, move.decided)
        route = outcome.route
        if outcome.blocks:
            return route
    if actions.inject.strip():
        await state.tell(visit, "inject", state.render(actions.inject))
    await run_tracker_actions(state, visit, actions)
    return route


def _after_failure(state: RunState, stage: Stage, action: RunAction, failed: str) -> StageMove:
    """Return the move after a failed command.

    The move leads to the stage that this failure triggers, or else back to the stage where the
    agent last worked, with the output of the command. Raise StageFailed if the move would lead
    back, but no agent has worked or the stage has used up its visits.
    """
    why = MoveReason(kind="run_failed", detail=f"{stage.id}: {failed}")
    to = Routes(state.context.workflow).failure(stage.id)
    if to:
        return StageMove(to=to, why=why)
    command = bound(" ".join(action.command.split()), LONGEST_COMMAND)
    reason = f"its command failed ({failed}): {command}"
    if not state.worked_in:
        raise StageFailed(reason, "escalated")
    if state.is_used_up(stage):
        raise StageFailed(f"{reason}; {state.used_up_text(stage)}", "escalated")
    output = state.outputs[action.output or stage.id]
    printed = bound(output.printed(), LONGEST_OUTPUT)
    told = MESSAGES.failure(stage.label or stage.id, failed, command, printed)
    return StageMove(to=state.worked_in, why=why, told=told, returns=True)


class ActionOutcome(NamedTuple):
    """The move that a judge or a gate causes, and whether it blocks the later actions."""

    route: StageMove | None
    blocks: bool


async def _run_judge(
    state: RunState, visit: Visit, stage: Stage, judge: JudgeAction, decided: Decision | None
) -> ActionOutcome:
    result = await judge_work(state, visit, judge, decided)
    if not result.verdict:
        await state.note(visit, f"The judge of stage {stage.id} gave no verdict: {result.error}")
        if judge.continue_on_error:
            return ActionOutcome(None, blocks=False)
        kind: ResultKind = "escalated" if result.escalates else "error"
        raise StageFailed(f"no verdict: {result.error}", kind)
    stored = state.take_output(judge.output, result.output)
    said = MESSAGES.verdict(StageVerdict.model_validate(stored.data), stage.label or stage.id)
    await state.tell(visit, "verdict", said)

    routes = Routes(state.context.workflow)
    to = routes.verdict(stage.id, result.verdict)
    comes_back = to and result.verdict == "fail" and routes.asks_for_more(to, stage.id)
    if comes_back and state.is_used_up(stage):
        # The agent would mend its work, but this stage has no visit left to judge it.
        raise StageFailed(f"the verdict is fail, and {state.used_up_text(stage)}", "escalated")
    required = judge.require.verdict
    blocks = required not in (None, result.verdict) and not judge.continue_on_error
    if to:
        reason = MoveReason(kind="judge_verdict", detail=f"{stage.id}: {result.verdict}")
        return ActionOutcome(StageMove(to=to, why=reason), blocks)
    if blocks:
        raise StageFailed(f"the verdict is {result.verdict}, but {required} is required")
    return ActionOutcome(None, blocks=False)


async def _run_gate(
    state: RunState,
    visit: Visit,
    stage: Stage,
    gate: GateRule,
    route: StageMove | None,
    decided: Decision | None,
) -> ActionOutcome:
    """Evaluate the gate of a stage.

    A route that the judge has chosen takes precedence over the route of the gate's result.
    """
    outcome = _gate_outcome(state, stage, gate, decided)
    result = await state.run.record(key_of("gate", visit.number), outcome)
    verdict = "pass" if result.verdict == "skipped" else result.verdict
    if stage.plan_gate and verdict == "pass":
        state.accepted_plans.add(stage.id)
    to = Routes(state.context.workflow).gate(stage.id, verdict)
    said = f"The gate of stage {stage.id}: {result.verdict}, {result.detail}"
    if to:
        await state.note(visit, said)
    else:
        await state.tell(visit, "gate", said)

    blocks = verdict != "pass" and gate.required
    if route is not None:
        return ActionOutcome(route, blocks)
    if to:
        reason = MoveReason(kind="gate_result", detail=f"{stage.id}: {verdict}")
        return ActionOutcome(StageMove(to=to, why=reason), blocks)
    if verdict == "error" or blocks:
        raise StageFailed(f"the result of its gate is {verdict}: {result.detail}")
    return ActionOutcome(None, blocks=False)


def _gate_outcome(
    state: RunState, stage: Stage, gate: GateRule, decided: Decision | None
) -> GateOutcome:
    if decided is not None:
        detail = f"decided by {decided.by}: {decided.reason}".rstrip(": ")
        return GateOutcome(stage=stage.id, verdict=decided.verdict, detail=detail)
    if stage.plan_gate and stage.id in state.accepted_plans:
        return GateOutcome(stage=stage.id, verdict="pass", detail="the plan was accepted before")
    return decide_gate(stage.id, gate, state.outputs.get(gate.output))
