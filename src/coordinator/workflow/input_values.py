"""The values that a run is given for the inputs of its workflow, checked before anything starts."""

from __future__ import annotations

import re
from collections.abc import Callable

from coordinator.errors import UsageError
from coordinator.workflow.schema import Input, Workflow


def inputs_of(workflow: Workflow, given: dict[str, str]) -> dict[str, str]:
    """The values of all inputs, checked; UsageError says which is missing, unknown or wrong."""
    known = {each.name: each for each in workflow.inputs}
    if unknown := sorted(given.keys() - known.keys()):
        what = f"the workflow has no input {unknown[0]!r}"
        raise UsageError(what, fix=f"inputs: {', '.join(known) or 'none'}")
    values = {name: given.get(name, each.default) for name, each in known.items()}
    for name, each in known.items():
        if each.required and not values[name].strip():
            raise UsageError(f"input {name!r} is required", fix=f"--input {name}=VALUE")
        if wrong := values[name] and _wrong(each, values[name]):
            raise UsageError(f"input {name!r}: {wrong}", fix=each.description or f"--input {name}=VALUE")
    return values


def _wrong(input: Input, value: str) -> str:
    return next((said for check in _CHECKS if (said := check(input, value))), "")


def _wrong_type(input: Input, value: str) -> str:
    if input.type == "number" and _number(value) is None:
        return f"{value!r} is no number"
    if input.type == "bool" and value.casefold() not in ("true", "false"):
        return f"{value!r} is neither true nor false"
    if input.type == "enum" and value not in input.options:
        return f"{value!r} is none of {', '.join(input.options)}"
    return ""


def _wrong_form(input: Input, value: str) -> str:
    if input.validation and not re.search(input.validation, value):
        return f"{value!r} does not match {input.validation}"
    return ""


def _wrong_size(input: Input, value: str) -> str:
    number = _number(value)
    if input.type != "number" or number is None:
        return ""
    if input.min is not None and number < input.min:
        return f"{value} is less than {input.min:g}"
    return f"{value} is more than {input.max:g}" if input.max is not None and number > input.max else ""


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


_CHECKS: tuple[Callable[[Input, str], str], ...] = (_wrong_type, _wrong_form, _wrong_size)
