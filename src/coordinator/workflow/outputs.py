"""The outputs of a run: named, the last one of a name counts; their texts stay in the store."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pydantic import JsonValue

from coordinator.workflow.gates import look_up
from coordinator.workflow.records import StageOutput

TESTS = ("test_output", "tests")  # where a judge's `test_output` is looked for, before the last command of all


class Outputs:
    """What stages have stored; `read` gets a kept text by its hash."""

    def __init__(self, read: Callable[[str], str]) -> None:
        self._read = read
        self._hashes: dict[str, str] = {}
        self._last_command = ""

    def put(self, name: str, hash: str, *, command: bool = False) -> None:
        """Store an output under its name, if it has one."""
        if name:
            self._hashes[name] = hash
        if command:
            self._last_command = hash

    def get(self, name: str) -> StageOutput | None:
        """The output of this name, if there is one."""
        return StageOutput.model_validate_json(self._read(self._hashes[name])) if name in self._hashes else None

    def visible(self, name: str) -> Mapping[str, JsonValue] | None:
        """What templates and gates see of an output."""
        stored = self.get(name)
        return None if stored is None else stored.visible()

    def value(self, name: str, path: str) -> JsonValue:
        """The value at a dotted path of an output; None where there is none."""
        return look_up(self.visible(name) or {}, path)

    def all_visible(self) -> dict[str, Mapping[str, JsonValue]]:
        """Every output as templates see it."""
        return {name: self.visible(name) or {} for name in self._hashes}

    def tests(self) -> StageOutput | None:
        """What the tests printed: the output that is named for it, or the last command's."""
        named = next((self.get(name) for name in TESTS if name in self._hashes), None)
        if named is not None or not self._last_command:
            return named
        return StageOutput.model_validate_json(self._read(self._last_command))


def printed(tests: StageOutput) -> str:
    """What the tests printed, and how they ended."""
    ending = "" if tests.exit_code is None else f"exit code {tests.exit_code}"
    return "\n".join(part for part in (tests.stdout.rstrip(), tests.stderr.rstrip(), ending) if part)
