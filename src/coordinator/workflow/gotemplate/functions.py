"""The functions that Go builds into its templates."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from coordinator.workflow.gotemplate.comparison import (
    equal,
    greater,
    greater_or_equal,
    less,
    less_or_equal,
    not_equal,
)
from coordinator.workflow.gotemplate.errors import Refusal
from coordinator.workflow.gotemplate.escaping import html, js, url_query
from coordinator.workflow.gotemplate.limits import Allowance
from coordinator.workflow.gotemplate.positions import index, length, slice_of
from coordinator.workflow.gotemplate.printf import sprintf
from coordinator.workflow.gotemplate.printing import sprint, sprintln

ANY_NUMBER = 1_000_000_000


class BuiltIn(NamedTuple):
    """A built-in function: `apply` gets the arguments, with None for nil, and returns the result.

    `and`, `or` and `not` receive missing values as they are, because they only test them.
    """

    apply: Callable[[Allowance, Sequence[object]], object]
    fewest: int
    most: int = ANY_NUMBER


def _call(_allowance: Allowance, _values: Sequence[object]) -> object:
    raise Refusal("the data has no functions to call")


def _not(_allowance: Allowance, values: Sequence[object]) -> bool:
    return not values[0]


def _last(_allowance: Allowance, values: Sequence[object]) -> object:
    """Return the last value, which is the result of `and` and `or`.

    The caller evaluates their arguments one by one, and stops at the first that settles the result.
    """
    return values[-1]


# `and` stops at the first value that is false, and `or` at the first that is true.
SETTLED_BY = {"and": False, "or": True}

FUNCTIONS = {
    "and": BuiltIn(_last, 1),
    "call": BuiltIn(_call, 1),
    "eq": BuiltIn(equal, 1),
    "ge": BuiltIn(greater_or_equal, 2, 2),
    "gt": BuiltIn(greater, 2, 2),
    "html": BuiltIn(html, 0),
    "index": BuiltIn(index, 1),
    "js": BuiltIn(js, 0),
    "le": BuiltIn(less_or_equal, 2, 2),
    "len": BuiltIn(length, 1, 1),
    "lt": BuiltIn(less, 2, 2),
    "ne": BuiltIn(not_equal, 2, 2),
    "not": BuiltIn(_not, 1, 1),
    "or": BuiltIn(_last, 1),
    "print": BuiltIn(sprint, 0),
    "printf": BuiltIn(sprintf, 1),
    "println": BuiltIn(sprintln, 0),
    "slice": BuiltIn(slice_of, 1),
    "urlquery": BuiltIn(url_query, 0),
}
