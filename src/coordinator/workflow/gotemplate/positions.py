"""The functions that look into strings, lists and mappings: index, len, slice."""

from collections.abc import Sequence

from coordinator.workflow.gotemplate.errors import Refusal
from coordinator.workflow.gotemplate.limits import Allowance
from coordinator.workflow.gotemplate.values import Absent, Byte, List, Map, type_name


def index(_allowance: Allowance, values: Sequence[object]) -> object:
    """Apply the keys to a value, one after the other. Return the element that they lead to."""
    value, *keys = values
    if value is None:
        raise Refusal("index of nil")
    for key in keys:
        value = _element(value, key)
    return value


def _element(value: object, key: object) -> object:
    if isinstance(value, Absent):
        value.check()
    if isinstance(value, Map):
        if not isinstance(key, bytes):
            raise Refusal("the key of a mapping must be a string")
        found = value.field(key)
        if isinstance(found, Absent) and not found.problem:
            return None
        return found
    if isinstance(value, List):
        # A list has no element at its capacity; Go panics there, which is an error, too.
        return value[_position(key, len(value) - 1)]
    if isinstance(value, bytes):
        return Byte(value[_position(key, len(value) - 1)])
    raise Refusal(f"index of {type_name(value)}")


def length(_allowance: Allowance, values: Sequence[object]) -> int:
    """Return the number of bytes of a string, or of elements of a list or mapping."""
    value = values[0]
    if isinstance(value, bytes | List | Map):
        return len(value)
    raise Refusal(f"len of {type_name(value)}")


def slice_of(allowance: Allowance, values: Sequence[object]) -> object:
    """Return the part of a string or list between two positions."""
    value, *keys = values
    if len(keys) > 3:
        raise Refusal("slice takes at most three positions")
    if isinstance(value, bytes):
        if len(keys) == 3:
            raise Refusal("slice of a string takes at most two positions")
        start, end, _ = _bounds(keys, len(value), len(value))
        return value[start:end]
    if not isinstance(value, List):
        raise Refusal(f"slice of {type_name(value)}")
    elements = [*value, *value.beyond]
    allowance.handle(len(elements))
    start, end, capacity = _bounds(keys, len(value), len(elements))
    return List(elements[start:end], elements[end:capacity])


def _bounds(keys: Sequence[object], size: int, capacity: int) -> tuple[int, int, int]:
    """Return start, end and capacity of a slice. Raise Refusal if they are not in order."""
    bounds = [0, size, capacity]
    for number, key in enumerate(keys):
        bounds[number] = _position(key, capacity)
    start, end, last = bounds
    if not start <= end <= last:
        raise Refusal(f"the positions {start}, {end}, {last} of a slice are not in order")
    return start, end, last


def _position(key: object, last: int) -> int:
    if isinstance(key, bool) or not isinstance(key, int):
        raise Refusal(f"a position is an integer, not {type_name(key)}")
    if not 0 <= key <= last:
        raise Refusal(f"the position {key} is out of range")
    return key
