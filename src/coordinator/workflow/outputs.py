"""The outputs of a run, and the gate: a fixed rule over one of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pydantic import JsonValue

from coordinator.workflow.dialect.schema import Condition, Gated, GateRule
from coordinator.workflow.records import GateOutcome, StageOutput

TESTS = ("test_output", "tests")  # where a judge's `test_output` is looked for, before the last command of all


class Outputs:
    """What stages have stored, the last one of a name counts; `read` gets a stored text by its hash."""

    def __init__(self, read: Callable[[str], str]) -> None:
        self._read = read
        self._hashes: dict[str, str] = {}
        self._last_command = ""

    def put(self, name: str, text_hash: str, *, command: bool = False) -> None:
        """Store an output under its name, if it has one."""
        if name:
            self._hashes[name] = text_hash
        if command:
            self._last_command = text_hash

    def visible(self, name: str) -> Mapping[str, JsonValue] | None:
        """Return what templates and gates see of an output; None if it was never stored."""
        return self._load(self._hashes[name]).visible() if name in self._hashes else None

    def value(self, name: str, path: str) -> JsonValue:
        """Return the value at a dotted path of an output; None where there is none."""
        return look_up(self.visible(name) or {}, path)

    def all_visible(self) -> dict[str, Mapping[str, JsonValue]]:
        """Return every output as templates see it."""
        return {name: self._load(text_hash).visible() for name, text_hash in self._hashes.items()}

    def tests(self) -> StageOutput | None:
        """Return what the tests left: the output that is named for it, or the last command's."""
        named = [self._hashes[name] for name in TESTS if name in self._hashes]
        text_hash = named[0] if named else self._last_command
        return self._load(text_hash) if text_hash else None

    def _load(self, text_hash: str) -> StageOutput:
        return StageOutput.model_validate_json(self._read(text_hash))


def look_up(output: Mapping[str, JsonValue], path: str) -> JsonValue:
    """Return the value at a dotted path; None where there is none."""
    value: JsonValue = dict(output)
    for part in path.split("."):
        value = value.get(part) if isinstance(value, dict) else None
    return value


def decide_gate(stage: str, gate: GateRule, output: Mapping[str, JsonValue] | None) -> GateOutcome:
    """Return what the gate of a stage comes to; None is an output that was never stored."""
    if output is None:
        detail = f"there is no output {gate.output}"
        return GateOutcome(stage=stage, verdict="skipped" if gate.treat_skipped_as_pass else "error", detail=detail)
    conditions: tuple[tuple[Gated, Condition | None], ...] = (("pass", gate.passes), ("fail", gate.fails))
    seen = []
    for verdict, condition in conditions:
        if condition is not None:
            found = _as_text(look_up(output, condition.path))
            detail = f"{gate.output}.{condition.path} is {found}"
            if found.casefold() in {value.casefold() for value in condition.values}:
                return GateOutcome(stage=stage, verdict=verdict, detail=detail)
            seen.append(detail)
    said = ", ".join(dict.fromkeys(seen)) or "none is given"
    return GateOutcome(stage=stage, verdict="error", detail=f"no condition of the gate holds: {said}")


def _as_text(value: JsonValue) -> str:
    """Return a value as the conditions of a gate compare it."""
    if value is None:
        return "<nil>"
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"{value:g}" if isinstance(value, float) else str(value)
