"""How rules over a workflow make their notes: at the line of a part of a stage, as near as it is known."""

from __future__ import annotations

from coordinator.workflow.notes import Diagnostic
from coordinator.workflow.schema import Stage, Workflow


def error(stage: Stage, place: str, text: str, fix: str = "") -> Diagnostic:
    """What keeps the workflow from running as it is meant."""
    return Diagnostic(line=line_of(stage, place), level="error", text=text, fix=fix)


def warning(stage: Stage, place: str, text: str, fix: str = "") -> Diagnostic:
    """What may not be meant."""
    return Diagnostic(line=line_of(stage, place), level="warning", text=text, fix=fix)


def line_of(stage: Stage, place: str) -> int:
    """The line of a part of a stage, of what it is a part of, or of the stage."""
    while place and place not in stage.lines:
        place = place.rpartition(".")[0]
    return stage.lines.get(place, stage.line)


def outputs_written(workflow: Workflow) -> list[str]:
    """The names that some stage stores an output under."""
    named = []
    for stage in workflow.stages:
        named += [action.output for action in (stage.on_enter.run, stage.on_enter.judge) if action is not None]
        if stage.on_enter.dependency_updates is not None:
            named.append(stage.on_enter.dependency_updates.get("output") or "dependency_updates")
    return list(dict.fromkeys(filter(None, named)))
