"""A workflow from its entry to its end: each stage is entered, does what it says, and is left for where it leads."""

import logging
import time

from pydantic import TypeAdapter, ValidationError

from coordinator.engine import Message, Run
from coordinator.models import Reply
from coordinator.panels.panel import Asker
from coordinator.parsing.excerpt import bound
from coordinator.parsing.shapes import StageVerdict
from coordinator.storage.events import key_of
from coordinator.workflow import records, transitions
from coordinator.workflow.command_action import run_command
from coordinator.workflow.dialect.routes import Routes
from coordinator.workflow.dialect.schema import Condition, GateRule, Stage
from coordinator.workflow.dialect.stage_actions import JudgeAction, RunAction
from coordinator.workflow.dialect.stage_triggers import Gated
from coordinator.workflow.dialect.start_triggers import Cron
from coordinator.workflow.gotemplate import Template, TemplateError
from coordinator.workflow.judge_action import judge_work
from coordinator.workflow.records import (
    Decision,
    GateOutcome,
    MoveReason,
    RunRequest,
    RunResult,
    StageMove,
    Visit,
)
from coordinator.workflow.resume import resumptions
from coordinator.workflow.run_state import MESSAGES, RunState, StageFailed, open_run_state
from coordinator.workflow.setup import WorkflowContext, with_deadline
from coordinator.workflow.tracker_actions import run_tracker_actions
from coordinator.workspace.masking import RUN_SECRETS

log = logging.getLogger("coordinator")

LONGEST_COMMAND = 200  # bytes of a command in a reason
LONGEST_OUTPUT = 8_000  # bytes of what it printed that the agent is told
TRIES = 3  # of an agent that fails or says nothing, before the run ends
SHORTEST = 0.05  # seconds that are left to an agent whose stage is all but over
FOREVER = 10 * 365 * 24 * 3600.0
OUTSIDE: TypeAdapter[records.Outside] = TypeAdapter(records.Outside)


async def run_workflow(run: Run, request: RunRequest, context: WorkflowContext) -> RunResult:
    """Take a workflow through its stages to its end, and on from there as often as a person lets it go on."""
    RUN_SECRETS.set(context.secrets())
    state = await open_run_state(run, request, context)
    entry = next(stage for stage in context.workflow.stages if stage.entry)
    ended = state.conclude("escalated", entry.id, request.held)
    number = 1
    if not request.held:
        ended = await _follow_in_time(
            state, StageMove(to=entry.id, why=MoveReason(kind="entry")), 1
        )
    while ended.kind != "completed" and (then := state.go_on(number, ended)):
        ended = await _follow_in_time(state, then, number + 1)
        number = number + 1
    return ended


async def _follow_in_time(state: RunState, then: StageMove, number: int) -> RunResult:
    """Follow the stages; a run that a schedule has started ends when it lasts too long since it was last opened."""
    start = state.context.workflow.start
    store = state.context.store
    run = state.run
    if not (state.request.why and isinstance(start, Cron) and start.timeout):
        return await follow_stages(state, then)
    opened = [event.at for event in store.events(run.id) if event.kind in ("start", "resume")]
    # Then it is on record if its time has ended it
    is_over = len(resumptions(store, run.id)) >= number
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
            kind: records.ResultKind = (
                "failed" if transitions.is_failure_stage(stage) else "completed"
            )
            return state.conclude(
                kind, stage.id, f"stage {stage.label or stage.id} ends the workflow"
            )
        then = route or await _wait_for_route(state, visit)
    return then


async def run_actions(
    state: RunState, visit: Visit, stage: Stage, move: StageMove
) -> StageMove | None:
    """Do what the stage does when it is entered, in the fixed order of the dialect; return where that leads, or None.

    A command that fails, and a judge or gate that does not come to what is required, block what is left.
    """
    actions = stage.on_enter
    route = None
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
    why = MoveReason(kind="run_failed", detail=f"{stage.id}: {failed}")
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
        raise StageFailed(
            f"no verdict: {result.error}", "escalated" if result.escalates else "error"
        )
    stored = state.take_output(judge.output, result.output)
    said = MESSAGES.verdict(StageVerdict.model_validate(stored.data), stage.label or stage.id)
    await state.tell(visit, "verdict", said)

    routes = Routes(state.context.workflow)
    to = routes.verdict(stage.id, result.verdict)
    if (
        to
        and result.verdict == "fail"
        and state.is_used_up(stage)
        and routes.asks_for_more(to, stage.id)
    ):
        # What the agent would be asked to mend, nobody could judge any more.
        raise StageFailed(f"the verdict is fail, and {state.used_up(stage)}", "escalated")
    required = judge.require.verdict
    met = not required or required == result.verdict or judge.continue_on_error
    if not met and not to:
        raise StageFailed(f"the verdict is {result.verdict}, and {required} is required")
    why = MoveReason(kind="judge_verdict", detail=f"{stage.id}: {result.verdict}")
    return StageMove(to=to, why=why) if to else None, met


async def _run_gate(
    state: RunState,
    visit: Visit,
    stage: Stage,
    gate: GateRule,
    route: StageMove | None,
    decided: Decision | None,
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
        route = StageMove(
            to=to, why=MoveReason(kind="gate_result", detail=f"{stage.id}: {verdict}")
        )
    return route, met


def decide_gate(stage: str, gate: GateRule, output: records.StageOutput | None) -> GateOutcome:
    """Return what the gate of a stage comes to; None is an output that was never stored."""
    if output is None:
        detail = f"there is no output {gate.output}"
        return GateOutcome(
            stage=stage, verdict="skipped" if gate.treat_skipped_as_pass else "error", detail=detail
        )
    conditions: tuple[tuple[Gated, Condition | None], ...] = (
        ("pass", gate.passes),
        ("fail", gate.fails),
    )
    seen = []
    for verdict, condition in conditions:
        if condition is not None:
            # Compared is what Go prints: `1e+06` for a million.
            value = output.value(condition.path)
            found = "<nil>" if value is None else Template("{{ .value }}").render({"value": value})
            detail = f"{gate.output}.{condition.path} is {found}"
            if found.casefold() in {value.casefold() for value in condition.values}:
                return GateOutcome(stage=stage, verdict=verdict, detail=detail)
            seen.append(detail)
    said = ", ".join(dict.fromkeys(seen)) or "none is given"
    return GateOutcome(
        stage=stage, verdict="error", detail=f"no condition of the gate holds: {said}"
    )


# -- where a stage leads whose actions have named no route: the agent, the outputs or the world outside decide


async def _wait_for_route(state: RunState, visit: Visit) -> StageMove | RunResult:
    """Return the next stage, or the end; wait durably for whatever decides it."""
    workflow = state.context.workflow
    if not state.pending:
        # The stage asked nothing of the agent, so what led to it may lead on; where a person did, what would have.
        tokens = "\n".join(state.stage(visit).tokens)
        led = {"message": state.last_message, "resumed": tokens}.get(visit.why.kind, "")
        to = transitions.after_same_message(workflow, visit.stage, led)
        if move := _led_on(state, visit, to):
            return move
    reminded = False
    while True:
        if state.pending:
            text = await _ask_agent(state, visit)
            if not isinstance(text, str):
                return text
            # What came from outside meanwhile counts first.
            if then := await _poll_events(state, visit):
                return then
            to = transitions.after_message(workflow, visit.stage, text, state.pulls_before)
            if move := _led_on(state, visit, to):
                return move
            if not reminded and (said := _reminder(state, visit, text)):
                reminded = True
                await state.tell(visit, "nudge", said)
                continue
        if then := await _wait_for_event(state, visit):
            return then


def _reminder(state: RunState, visit: Visit, text: str) -> str:
    """Return what an agent is told whose answer leads nowhere; nothing if it may be waited for something else."""
    workflow = state.context.workflow
    if token := transitions.misplaced_token(workflow, text):
        return str(MESSAGES.misplaced(token))
    routes = Routes(workflow)
    ways = dict[str, str]()
    for token in workflow.tokens:
        if to := routes.message(visit.stage, token):
            ways[token] = workflow.stage(to).label or to
    waits_for_pull = transitions.waits_for_pull_requests(workflow)
    asked = state.stage(visit).on_enter.inject.casefold()
    is_reported = len(state.pulls) > len(state.pulls_before)
    if (
        waits_for_pull
        and state.pulls
        and (is_reported or not any(token.casefold() in asked for token in ways))
    ):
        return ""
    if ways or waits_for_pull:
        return str(MESSAGES.nothing_follows(ways, waits_for_pull))
    return ""


async def _ask_agent(state: RunState, visit: Visit) -> str | StageMove | RunResult:
    """Return the agent's finished message; if there is none, where the stage's time-out leads, or the end."""

    async def work_folder(_ask: str) -> str:
        return state.place.folder  # no copy: the agent is to change it

    limit = state.stage(visit).timeout
    why = ""
    for _ in range(TRIES):
        left = (
            min(limit.after, max(SHORTEST, visit.at + limit.after - time.time()))
            if limit
            else FOREVER
        )
        agent = with_deadline(state.context.workers[state.agent], left)
        ask = state.next_ask(agent, min(state.settings.deadline, left))
        fallbacks = state.context.fallbacks
        asker = Asker(
            agents={state.agent: agent},
            fallbacks=fallbacks,
            budget=state.budget,
            folder=work_folder,
        )
        ending = (await asker.put(state.run, ask)).ending
        if isinstance(ending, Reply):
            await state.receive_message(visit, ending.text)
            return ending.text
        why = f"{state.agent} gave no message: {ending.cause}, {ending.detail}"
        await state.note(visit, why)
        if ending.cause == "late" and limit is not None:
            now = await state.run.record(state.next_key("clock"), time.time())
            if now >= visit.at + limit.after - SHORTEST:
                return _by_timeout(visit, limit.go_to)
        if ending.cause in ("late", "over budget"):
            break
    return state.conclude("error", visit.stage, why)


def _by_timeout(visit: Visit, to: str) -> StageMove:
    return StageMove(
        to=to,
        why=MoveReason(kind="stage_timeout", detail=f"the time of stage {visit.stage} is over"),
    )


def _led_on(state: RunState, visit: Visit, to: str) -> StageMove | None:
    """Return the move to the stage that a message leads to, or else a stored output, to one that was never visited."""
    if to:
        tokens = state.context.workflow.stage(to).tokens
        return StageMove(
            to=to,
            why=MoveReason(kind="message", detail=f"{state.agent} said {' or '.join(tokens)}"),
        )
    to = transitions.after_outputs(
        state.context.workflow, visit.stage, state.visits, state.output_value
    )
    if to:
        return StageMove(to=to, why=MoveReason(kind="output_matches"))
    return None


async def _poll_events(state: RunState, visit: Visit) -> StageMove | RunResult | None:
    """Return where something leads that was sent while the agent was at work."""
    if not transitions.waits_for_pull_requests(state.context.workflow):
        return None
    while isinstance(
        message := await state.run.wait(state.next_key("glance"), records.TOPIC, until=0.0), Message
    ):
        if then := _handle_event(state, visit, message):
            return then
    return None


async def _wait_for_event(state: RunState, visit: Visit) -> StageMove | RunResult | None:
    """Sleep until the world leads on or a time is over; return the end at once if nothing can lead on any more."""
    workflow = state.context.workflow
    limit = state.stage(visit).timeout
    has_pull = bool(state.pulls) or state.facts != transitions.PullRequestFacts()
    due = (
        transitions.next_due(workflow, visit.stage, state.facts, state.entered_by_conditions)
        if has_pull
        else None
    )
    if (
        limit is None
        and due is None
        and not (has_pull and transitions.waits_for_pull_requests(workflow))
    ):
        waiting = f" (stages wait for {', '.join(workflow.tokens)})" if workflow.tokens else ""
        return state.conclude(
            "escalated", visit.stage, f"nothing led on from stage {visit.stage}{waiting}"
        )
    if visit.number not in state.announced:
        state.announced.add(visit.number)
        reasons = [f"until {limit.after:g} s after the stage was entered"] if limit else []
        if has_pull:
            how = f": `coordinator decide {state.run.id} pr_merged` tells it, for example"
            told = "" if state.context.hears_of_pulls else how
            reasons.append(f"for what becomes of the pull request{told}")
        await state.note(visit, f"Waits {', or '.join(reasons)}.")
    end = visit.at + (limit.after if limit else FOREVER)
    until = min(end, due.at) if due else end
    message = await state.run.wait(state.next_key("wait"), records.TOPIC, until=until)
    if isinstance(message, Message):
        return _handle_event(state, visit, message)
    if due is not None and due.at <= end:
        return StageMove(to=due.stage, why=MoveReason(kind="pr_conditions"))
    return _by_timeout(visit, limit.go_to if limit else visit.stage)


def _handle_event(state: RunState, visit: Visit, message: Message) -> StageMove | RunResult | None:
    """Return what an event from outside leads to; what is only good to know is remembered."""
    try:
        event = OUTSIDE.validate_python(message.body)
    except ValidationError:
        log.warning("%s: an event that cannot be read is left out: %s", state.run.id, message.body)
        return None
    if isinstance(event, records.PullRequestFact):
        known = {"ci": event.ci, "reviews": event.reviews, "quiet_since": event.at}
        update = {name: value for name, value in known.items() if value is not None}
        state.facts = state.facts.model_copy(update=update)
        return None
    if to := transitions.after_pull_request(state.context.workflow, visit.stage, event.event):
        return StageMove(to=to, why=MoveReason(kind=event.event))
    return state.conclude(
        "escalated", visit.stage, f"{event.event}, and no stage of the workflow waits for that"
    )
