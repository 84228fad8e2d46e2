"""The functions that compare values: eq, ne, lt, le, gt, ge."""

from collections.abc import Sequence
from typing import Any

from coordinator.workflow.gotemplate.errors import Refusal
from coordinator.workflow.gotemplate.limits import Allowance
from coordinator.workflow.gotemplate.values import List, Map, type_name

Values = Sequence[object]


def equal(_allowance: Allowance, values: Values) -> bool:
    """Return whether the first value equals any of the other values."""
    first, *others = values
    if not others:
        raise Refusal("eq needs another value")
    return any(_equals(first, other) for other in others)


def not_equal(_allowance: Allowance, values: Values) -> bool:
    return not _equals(values[0], values[1])


def less(_allowance: Allowance, values: Values) -> bool:
    return _is_less(values[0], values[1])


def less_or_equal(_allowance: Allowance, values: Values) -> bool:
    return _is_less_or_equal(values[0], values[1])


def greater(_allowance: Allowance, values: Values) -> bool:
    return not _is_less_or_equal(values[0], values[1])


def greater_or_equal(_allowance: Allowance, values: Values) -> bool:
    return not _is_less(values[0], values[1])


def _equals(first: object, second: object) -> bool:
    """Return whether two values are equal. As in Go, nil equals only nil."""
    if first is None or second is None:
        return first is second
    kind = _comparable_kind(first, second)
    if kind in (List, Map):
        raise Refusal(f"values of the type {type_name(first)} cannot be compared")
    return first == second


def _is_less_or_equal(first: object, second: object) -> bool:
    return _is_less(first, second) or _equals(first, second)


def _is_less(first: Any, second: Any) -> bool:
    if first is None or second is None:
        raise Refusal("nil is neither less nor more than a value")
    kind = _comparable_kind(first, second)
    if kind not in (bytes, int, float):
        raise Refusal(f"a {type_name(first)} is neither less nor more than another")
    return bool(first < second)


def _comparable_kind(first: object, second: object) -> type:
    """Return the kind of two values. Raise Refusal if they are not of the same kind."""
    kind = _kind(first)
    if kind is _kind(second):
        return kind
    names = f"{type_name(first)} and {type_name(second)}"
    fix = ""
    if {kind, _kind(second)} == {int, float}:
        fix = "numbers in the data are floats: write 1.0, not 1"
    raise Refusal(f"incompatible types for a comparison: {names}", fix)


def _kind(value: object) -> type:
    """Return the type of a value. A byte is of the same type as other integers."""
    if isinstance(value, int) and not isinstance(value, bool):
        return int
    return type(value)
