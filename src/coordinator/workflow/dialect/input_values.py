"""The values that a run is given for the inputs of its workflow, checked before anything starts."""

from __future__ import annotations

import re

from coordinator.errors import UsageError
from coordinator.workflow.dialect.schema import Input, Workflow


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
        if wrong := values[name] and _what_is_wrong(each, values[name]):
            raise UsageError(f"input {name!r}: {wrong}", fix=each.description or f"--input {name}=VALUE")
    return values


def _what_is_wrong(declared: Input, value: str) -> str:
    """What keeps a value from being what the workflow declares; empty if nothing does."""
    if declared.type == "bool" and value.casefold() not in ("true", "false"):
        return f"{value!r} is neither true nor false"
    if declared.type == "enum" and value not in declared.options:
        return f"{value!r} is none of {', '.join(declared.options)}"
    number = None
    if declared.type == "number":
        try:
            number = float(value)
        except ValueError:
            return f"{value!r} is no number"
    if declared.validation and not re.search(declared.validation, value):
        return f"{value!r} does not match {declared.validation}"
    if number is not None and declared.min is not None and number < declared.min:
        return f"{value} is less than {declared.min:g}"
    if number is not None and declared.max is not None and number > declared.max:
        return f"{value} is more than {declared.max:g}"
    return ""
