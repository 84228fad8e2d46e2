"""A workflow from its entry to its end: each stage is entered, carried out, and left for where it leads."""

from __future__ import annotations

from coordinator.engine import Run
from coordinator.workflow.actions import Outcome, run_actions
from coordinator.workflow.matching import names_a_failure
from coordinator.workflow.records import RunRequest, RunResult, StageMove, Visit
from coordinator.workflow.routing import follow
from coordinator.workflow.run_state import RunState, beginning, open_run_state
from coordinator.workflow.setup import WorkflowContext


async def run_workflow(run: Run, start: RunRequest, shop: WorkflowContext) -> RunResult:
    """Take a workflow through its stages until one of them ends it."""
    scene = await open_run_state(run, start, shop)
    then: StageMove | RunResult = beginning(scene)
    while isinstance(then, StageMove):
        visit = await scene.enter(then)
        if isinstance(visit, RunResult):
            return visit
        outcome = await run_actions(scene, visit, scene.stage(visit))
        then = ending(scene, visit, outcome) or outcome.route or await follow(scene, visit)
    return then


def ending(scene: RunState, visit: Visit, outcome: Outcome) -> RunResult | None:
    """The end that a stage is by itself: its actions failed, or it is a terminal one."""
    stage = scene.stage(visit)
    if outcome.failure:
        return scene.conclude(outcome.ends, stage.id, outcome.failure)
    if not stage.terminal:
        return None
    kind = "failed" if names_a_failure(stage) else "completed"
    return scene.conclude(kind, stage.id, f"stage {stage.label or stage.id} ends the workflow")
