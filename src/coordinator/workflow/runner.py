"""A workflow from its entry to its end: each stage is entered, carried out, and left for where it leads."""

from __future__ import annotations

from coordinator.engine import Run
from coordinator.workflow.actions import Outcome, carry_out
from coordinator.workflow.matching import names_a_failure
from coordinator.workflow.records import Concluded, Move, Started, Visit
from coordinator.workflow.routing import follow
from coordinator.workflow.run_state import Scene, beginning, open_scene
from coordinator.workflow.setup import Workshop


async def conduct(run: Run, start: Started, shop: Workshop) -> Concluded:
    """Take a workflow through its stages until one of them ends it."""
    scene = await open_scene(run, start, shop)
    then: Move | Concluded = beginning(scene)
    while isinstance(then, Move):
        visit = await scene.enter(then)
        if isinstance(visit, Concluded):
            return visit
        outcome = await carry_out(scene, visit, scene.stage(visit))
        then = ending(scene, visit, outcome) or outcome.route or await follow(scene, visit)
    return then


def ending(scene: Scene, visit: Visit, outcome: Outcome) -> Concluded | None:
    """The end that a stage is by itself: its actions failed, or it is a terminal one."""
    stage = scene.stage(visit)
    if outcome.failure:
        return scene.conclude(outcome.ends, stage.id, outcome.failure)
    if not stage.terminal:
        return None
    kind = "failed" if names_a_failure(stage) else "completed"
    return scene.conclude(kind, stage.id, f"stage {stage.label or stage.id} ends the workflow")
