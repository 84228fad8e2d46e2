"""Evaluate the gate of a stage: a fixed rule over a stored output."""

from pydantic import JsonValue

from coordinator.workflow.dialect.schema import Condition, GateRule
from coordinator.workflow.gotemplate import Template
from coordinator.workflow.records import GateOutcome, StageOutput


def decide_gate(stage: str, gate: GateRule, output: StageOutput | None) -> GateOutcome:
    """Return the result of a stage's gate. `output` is None if no stage has stored one."""
    if output is None:
        detail = f"no output {gate.output} is stored"
        if gate.treat_skipped_as_pass:
            return GateOutcome(stage=stage, verdict="skipped", detail=detail)
        return GateOutcome(stage=stage, verdict="error", detail=detail)
    details: list[str] = []
    if gate.passes is not None:
        details.append(_detail(gate, gate.passes, output))
        if _holds(gate.passes, output):
            return GateOutcome(stage=stage, verdict="pass", detail=details[-1])
    if gate.fails is not None:
        detail = _detail(gate, gate.fails, output)
        if _holds(gate.fails, output):
            return GateOutcome(stage=stage, verdict="fail", detail=detail)
        if detail not in details:
            details.append(detail)
    seen = ", ".join(details) or "the gate has no condition"
    detail = f"no condition of the gate holds: {seen}"
    return GateOutcome(stage=stage, verdict="error", detail=detail)


def _holds(condition: Condition, output: StageOutput) -> bool:
    found = _printed(output.value(condition.path))
    return found.casefold() in map(str.casefold, condition.values)


def _detail(gate: GateRule, condition: Condition, output: StageOutput) -> str:
    return f"{gate.output}.{condition.path} is {_printed(output.value(condition.path))}"


def _printed(value: JsonValue) -> str:
    """Return a value as Go prints it, such as `1e+06` for a million."""
    if value is None:
        return "<nil>"
    return Template("{{ .value }}").render({"value": value})
