"""A workflow from its entry to its end: each stage is entered, carried out, and left for where it leads."""

from __future__ import annotations

from coordinator.engine import Run
from coordinator.workflow.actions import Outcome, run_actions
from coordinator.workflow.matching import names_a_failure
from coordinator.workflow.records import RunRequest, RunResult, StageMove, Visit
from coordinator.workflow.routing import follow
from coordinator.workflow.run_state import RunState, beginning, open_run_state
from coordinator.workflow.setup import WorkflowContext


async def run_workflow(run: Run, start: RunRequest, context: WorkflowContext) -> RunResult:
    """Take a workflow through its stages until one of them ends it."""
    state = await open_run_state(run, start, context)
    then: StageMove | RunResult = beginning(state)
    while isinstance(then, StageMove):
        visit = await state.enter(then)
        if isinstance(visit, RunResult):
            return visit
        outcome = await run_actions(state, visit, state.stage(visit))
        then = ending(state, visit, outcome) or outcome.route or await follow(state, visit)
    return then


def ending(state: RunState, visit: Visit, outcome: Outcome) -> RunResult | None:
    """The end that a stage is by itself: its actions failed, or it is a terminal one."""
    stage = state.stage(visit)
    if outcome.failure:
        return state.conclude(outcome.ends, stage.id, outcome.failure)
    if not stage.terminal:
        return None
    kind = "failed" if names_a_failure(stage) else "completed"
    return state.conclude(kind, stage.id, f"stage {stage.label or stage.id} ends the workflow")
