"""What a stage does when it is entered, in the fixed order of the dialect; what stops it, and where that leads."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Literal

from coordinator.models import Value
from coordinator.workflow.commands import execute
from coordinator.workflow.gates import decide_gate
from coordinator.workflow.gotemplate import TemplateError
from coordinator.workflow.judge_action import judge_work, told
from coordinator.workflow.matching import after_gate, after_verdict, pull_requests
from coordinator.workflow.records import (
    CommandResult,
    GateOutcome,
    MoveReason,
    StageJudgement,
    StageMove,
    StageOutput,
    Visit,
)
from coordinator.workflow.run_state import RunState
from coordinator.workflow.schema import GateRule, JudgeAction, RunAction, Stage
from coordinator.workflow.tracker_actions import close_issue, comment_issue, label_issue, move_issue, notify

SHOWN = 600  # characters of a command's last words in a notice
LONGEST = 200  # characters of a command in a reason


Ends = Literal["failed", "escalated", "error"]


class Outcome(Value):
    """How far the actions of a stage have come: a route they have found, or why they stopped and how that ends."""

    route: StageMove | None = None
    failure: str = ""
    ends: Ends = "failed"
    blocked: bool = False

    @property
    def stops(self) -> bool:
        """Whether the actions that are left are not done."""
        return self.blocked or bool(self.failure)


async def run_actions(state: RunState, visit: Visit, stage: Stage) -> Outcome:
    """Do what the stage does when it is entered."""
    outcome = Outcome()
    for action in ACTIONS:
        try:
            outcome = await action(state, visit, stage, outcome)
        except TemplateError as error:
            failure = f"stage {stage.id}, line {stage.line}: a template cannot be filled in: {error}"
            outcome = outcome.model_copy(update={"failure": failure})
        if outcome.stops:
            break
    return outcome


def _failed(outcome: Outcome, stage: Stage, why: str, *, ends: Ends = "failed") -> Outcome:
    return outcome.model_copy(update={"failure": f"stage {stage.id}: {why}", "ends": ends})


# -- run


async def _run(state: RunState, visit: Visit, stage: Stage, outcome: Outcome) -> Outcome:
    action = stage.on_enter.run
    if action is None:
        return outcome
    ran = await state.run.step(f"run/{visit.number}", lambda: _execute(state, action, stage.id), CommandResult)
    state.outputs.put(action.output, ran.output, command=True)
    for url in ran.pulls:
        state.register(url, visit.at)
    return await _after_command(state, visit, stage, action, ran, outcome)


async def _execute(state: RunState, action: RunAction, stage: str) -> CommandResult:
    limit = state.settings.output
    ended = await execute(action.command, state.folder, timeout=action.timeout, limit=limit)
    return CommandResult(
        stage=stage,
        command=action.command,
        exit_code=ended.exit_code,
        timed_out=ended.timed_out,
        seconds=ended.seconds,
        bucket=action.output,
        output=await state.run.store_text(ended.stored.model_dump_json()),
        pulls=pull_requests(ended.stored.stdout)[:10],
    )


async def _after_command(
    state: RunState, visit: Visit, stage: Stage, action: RunAction, ran: CommandResult, outcome: Outcome
) -> Outcome:
    ending = f"no end after {action.timeout:g} s" if ran.timed_out else f"exit {ran.exit_code}"
    if not ran.failed:
        await state.talk.note(visit, f"The command of stage {stage.id} has ended ({ending}).")
        return outcome
    await state.talk.note(visit, f"The command of stage {stage.id} failed ({ending}):\n{_last_words(state, ran)}")
    tolerated = action.continue_on_error or (stage.gate is not None and action.output)
    command = " ".join(action.command.split())
    shown = command if len(command) <= LONGEST else f"{command[:LONGEST]}…"
    return outcome if tolerated else _failed(outcome, stage, f"its command failed ({ending}): {shown}")


def _last_words(state: RunState, ran: CommandResult) -> str:
    stored = StageOutput.model_validate_json(state.context.store.text(ran.output))
    lines = [line.strip() for line in f"{stored.stdout}\n{stored.stderr}".splitlines() if line.strip()]
    return "\n".join(lines)[-SHOWN:]


# -- judge


async def _judge(state: RunState, visit: Visit, stage: Stage, outcome: Outcome) -> Outcome:
    judge = stage.on_enter.judge
    if judge is None:
        return outcome
    result = await judge_work(state, visit, judge)
    if not result.verdict:
        await state.talk.note(visit, f"The judge of stage {stage.id} came to no verdict: {result.error}")
        if judge.continue_on_error:
            return outcome
        return _failed(outcome, stage, f"no verdict: {result.error}", ends="escalated" if result.escalates else "error")
    await state.talk.tell(visit, "verdict", state.agent, partial(_tell_verdict, state, stage, result))
    return _after_verdict(state, stage, judge, result, outcome)


def _after_verdict(
    state: RunState, stage: Stage, judge: JudgeAction, result: StageJudgement, outcome: Outcome
) -> Outcome:
    """A route comes first; what is required blocks the stage only where no route takes the verdict."""
    to = after_verdict(state.workflow, stage.id, result.verdict)
    route = (
        StageMove(to=to, why=MoveReason(kind="judge_verdict", detail=f"{stage.id}: {result.verdict}")) if to else None
    )
    met = not judge.require or judge.require == result.verdict or judge.continue_on_error
    if met or route is not None:
        return outcome.model_copy(update={"route": route, "blocked": not met})
    return _failed(outcome, stage, f"the verdict is {result.verdict}, and {judge.require} is required")


async def _tell_verdict(state: RunState, stage: Stage, result: StageJudgement) -> str:
    stored = StageOutput.model_validate_json(state.context.store.text(result.output))
    return told(result, stored, stage.label or stage.id)


# -- gate


async def _gate(state: RunState, visit: Visit, stage: Stage, outcome: Outcome) -> Outcome:
    gate = stage.gate
    if gate is None:
        return outcome
    decide = partial(_decide, state, gate, stage.plan_gate and stage.id in state.accepted_plans)
    result = await state.run.step(f"gate/{visit.number}", lambda: decide(stage.id), GateOutcome)
    if stage.plan_gate and result.counts_as == "pass":
        state.accepted_plans.add(stage.id)
    to = after_gate(state.workflow, stage.id, result.counts_as)
    said = f"The gate of stage {stage.id}: {result.verdict}, {result.detail}"
    if to:
        await state.talk.note(visit, said)
    else:
        await state.talk.tell(visit, "gate", state.agent, partial(_same, said))
    return _after_gate(stage, gate, result, to, outcome)


async def _decide(state: RunState, gate: GateRule, accepted: bool, stage: str) -> GateOutcome:
    if accepted:
        return GateOutcome(stage=stage, verdict="pass", detail="the plan was accepted before")
    return decide_gate(stage, gate, state.outputs.visible(gate.output))


def _after_gate(stage: Stage, gate: GateRule, result: GateOutcome, to: str, outcome: Outcome) -> Outcome:
    verdict = result.counts_as
    held_back = gate.required and verdict != "pass"
    if not to and outcome.route is None and (verdict == "error" or held_back):
        return _failed(outcome, stage, f"its gate came to {verdict}: {result.detail}")
    why = MoveReason(kind="gate_result", detail=f"{stage.id}: {verdict}")
    route = outcome.route or (StageMove(to=to, why=why) if to else None)
    return outcome.model_copy(update={"route": route, "blocked": held_back})


# -- the agent, the tracker, and whoever is told


async def _inject(state: RunState, visit: Visit, stage: Stage, outcome: Outcome) -> Outcome:
    text = stage.on_enter.inject
    if text.strip():
        await state.talk.tell(visit, "inject", state.agent, partial(_render, state, text))
    return outcome


async def _close(state: RunState, visit: Visit, stage: Stage, outcome: Outcome) -> Outcome:
    if stage.on_enter.close_issue:
        await _report(state, visit, "the issue was not closed", await close_issue(state, visit))
    return outcome


async def _labels(state: RunState, visit: Visit, stage: Stage, outcome: Outcome) -> Outcome:
    add, remove = stage.on_enter.add_labels, stage.on_enter.remove_labels
    if add or remove:
        await _report(state, visit, "the labels were not changed", await label_issue(state, visit, add, remove))
    return outcome


async def _notify(state: RunState, visit: Visit, stage: Stage, outcome: Outcome) -> Outcome:
    if stage.on_enter.notify is not None:
        why = await notify(state, visit, stage.on_enter.notify)
        await _report(state, visit, "nobody was told", why)
    return outcome


async def _move(state: RunState, visit: Visit, stage: Stage, outcome: Outcome) -> Outcome:
    if stage.on_enter.move_issue is not None:
        why = await move_issue(state, visit, stage.on_enter.move_issue)
        await _report(state, visit, "the issue was not moved", why)
    return outcome


async def _comment(state: RunState, visit: Visit, stage: Stage, outcome: Outcome) -> Outcome:
    comment = stage.on_enter.comment_issue
    if comment is None:
        return outcome
    why = await comment_issue(state, visit, comment)
    await _report(state, visit, "the comment was not posted", why)
    tolerated = not why or comment.continue_on_error
    return outcome if tolerated else _failed(outcome, stage, f"its comment was not posted: {why}")


async def _report(state: RunState, visit: Visit, what: str, why: str) -> None:
    if why:
        await state.talk.note(visit, f"Stage {visit.stage}: {what}: {why}")


async def _render(state: RunState, text: str) -> str:
    return state.rendered(text)


async def _same(text: str) -> str:
    return text


Action = Callable[[RunState, Visit, Stage, Outcome], Awaitable[Outcome]]
ACTIONS: tuple[Action, ...] = (_run, _judge, _gate, _inject, _close, _labels, _notify, _move, _comment)
