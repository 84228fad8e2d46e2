"""A gate: a fixed rule over a stored output, and where a dotted path leads in one."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import JsonValue

from coordinator.workflow.records import GateOutcome
from coordinator.workflow.schema import Condition, GateRule

MISSING = "<nil>"


def decide_gate(stage: str, gate: GateRule, output: Mapping[str, JsonValue] | None) -> GateOutcome:
    """What the gate of a stage comes to; None is an output that was never stored."""
    if output is None:
        verdict = "skipped" if gate.treat_skipped_as_pass else "error"
        return GateOutcome.model_validate(
            {"stage": stage, "verdict": verdict, "detail": f"there is no output {gate.output}"}
        )
    for verdict, condition in (("pass", gate.passes), ("fail", gate.fails)):
        if condition is not None and _holds(condition, output):
            said = f"{gate.output}.{condition.path} is {shown(look_up(output, condition.path))}"
            return GateOutcome.model_validate({"stage": stage, "verdict": verdict, "detail": said})
    paths = dict.fromkeys(each.path for each in (gate.passes, gate.fails) if each is not None)
    said = ", ".join(f"{gate.output}.{path} is {shown(look_up(output, path))}" for path in paths) or "none is given"
    return GateOutcome(stage=stage, verdict="error", detail=f"no condition of the gate holds: {said}")


def look_up(output: Mapping[str, JsonValue], path: str) -> JsonValue:
    """The value at a dotted path; None where there is none."""
    value: JsonValue = dict(output)
    for part in path.split("."):
        value = value.get(part) if isinstance(value, dict) else None
    return value


def shown(value: JsonValue) -> str:
    """A value as the conditions of a gate compare it."""
    if value is None:
        return MISSING
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"{value:g}" if isinstance(value, float) else str(value)


def _holds(condition: Condition, output: Mapping[str, JsonValue]) -> bool:
    found = shown(look_up(output, condition.path)).casefold()
    return any(found == value.casefold() for value in condition.values)
