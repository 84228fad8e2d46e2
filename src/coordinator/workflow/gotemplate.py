"""Templates of workflows: Go's text/template over decoded JSON, by the library gotpl within bounds of our own.

Meant to write what Go itself writes: `<no value>` for a key that is not there, `[a b]` for a list, `1e+06` for a
million. Where gotpl would write something else than Go, it is put right here or refused.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import fields, is_dataclass
from functools import wraps
from typing import Any

import gotpl
from gotpl.parse import nodes, parser
from gotpl.runtime.gofmt import GoFormatSpec, sprintf
from gotpl.runtime.sync_vm import _builtin_functions
from gotpl.runtime.values import UNTYPED_NIL

from coordinator.config.yaml_file import nearest
from coordinator.errors import UsageError

LONGEST = 100_000  # characters of a template
LONGEST_FORM = 1_000  # characters of what printf fills in; gotpl keeps thousands of them
LARGEST = 1_000_000  # characters of what it writes
DEEPEST = 64  # levels of lists and mappings in the data
MOST_STEPS = 1_000_000  # parts of a template that are carried out
MOST_WORK = 4_000_000  # characters that functions read and make
ELEMENT = 64  # characters that take about as long to show as an element of a list by itself

# Of the work that the template which is being filled in may do
_left: ContextVar[int] = ContextVar("left")
# Of a pair that stands for one character: no character by itself
_HALVES = re.compile("[\ud800-\udfff]")
_VERBS = re.compile(
    r"%(%|\+v|-?([1-9]\d?)?([qstv]|\.\d\d?s)|[-+ ]?([1-9]\d?)?(d|(\.\d\d?)?f)|[-+]?0\d{1,2}d)"
)
# Gotpl does not bound how many there are
_CALLS = nodes.BlockNode | nodes.DefinitionNode | nodes.TemplateCallNode
_FIXES = {
    "nothing to look for": "ask first, with {{ if }} or {{ with }}",
    "incompatible types": "numbers in the data are floats: write 1.0, not 1",
}
_BLOCK = re.compile(r"\{\{(?:-\s)?\s*(if|range|with|end)\b")


class TemplateError(UsageError):
    """A template is wrong, or cannot be filled in with the data at hand; `line` is where."""

    def __init__(self, what: str, line: int, *, fix: str = "") -> None:
        super().__init__(f"line {line} of the template: {what}", fix=fix)
        self.line = line
        self.problem = what


class _Refusal(gotpl.TemplateExecutionError):
    """Something that a template asks for is not done; the library adds where."""

    def __init__(self, what: str, fix: str = "") -> None:
        super().__init__(what)
        self.fix = fix


def _spend(work: int) -> None:
    _left.set(_left.get() - work)
    if _left.get() < 0:
        raise _Refusal("the template does too much; perhaps it never ends")


# -- the data


class Absent(set[object]):
    """A value that is not there: false and empty; with a problem, an error where it is more than asked for."""

    def __init__(self, problem: str = "", fix: str = "") -> None:
        super().__init__()
        self.problem = problem
        self.fix = fix

    def check(self) -> None:
        """Refuse a use that is a problem."""
        if self.problem:
            raise _Refusal(self.problem, self.fix)

    def __str__(self) -> str:
        self.check()
        return "<no value>"

    def __iter__(self) -> Iterator[object]:
        self.check()
        return super().__iter__()

    def __gotemplate_lookup__(self, _: str) -> "Absent":
        self.check()
        return self


class Facts(dict[str, object]):
    """What is known of the `owner` in the data: any other name may be asked for, but is an error where it is used."""

    def __init__(self, owner: str, known: Mapping[str, object]) -> None:
        super().__init__(known)
        self.owner = owner

    def __missing__(self, name: str) -> Absent:
        fix = f"ask for it first, as in {{{{ if .Issue.{name} }}}}, or remove it"
        return Absent(f"{self.owner} has no {name}", fix)


class _List(list[object]):
    """A list of the data; printf shows its elements one by one, as in Go."""

    def __init__(self, values: Iterable[object]) -> None:
        super().__init__(values)
        self.weight = sum(ELEMENT + _weight(each) for each in self)

    def __go_format__(self, spec: GoFormatSpec) -> str:
        return f"[{' '.join(_shown(each, spec) for each in self)}]"


class _Map(dict[str, object]):
    """A mapping of the data; whatever is not in it is absent."""

    def __init__(self, values: Mapping[str, object], absent: Callable[[str], Absent]) -> None:
        super().__init__(values)
        self.weight = sum(ELEMENT + len(key) + _weight(value) for key, value in values.items())
        self._absent = absent

    def __contains__(self, name: object) -> bool:
        if not isinstance(name, str):
            raise _Refusal("the key of a mapping is a text")
        return True

    def __missing__(self, name: str) -> Absent:
        return self._absent(name)

    def __iter__(self) -> Iterator[str]:
        _spend(len(self))  # for all keys are sorted, also for a loop that ends with the first
        return super().__iter__()

    def __go_format__(self, spec: GoFormatSpec) -> str:
        return f"map[{' '.join(f'{_shown(key, spec)}:{_shown(self[key], spec)}' for key in sorted(self))}]"


def _shown(value: object, spec: GoFormatSpec) -> str:
    precision = "" if spec.precision is None else f".{spec.precision}"
    if value is None:
        return "<nil>"
    return sprintf(f"%{spec.flags}{spec.width or ''}{precision}{spec.verb}", value)


def _weight(value: object) -> int:
    if isinstance(value, _List | _Map):
        return value.weight
    if isinstance(value, str):
        return len(value)
    return 1


def _decoded(value: object, depth: int = 0) -> object:
    """A value as Go has it once it is read from JSON: all numbers are floats. What cannot be shown is absent."""
    if isinstance(value, str):
        return _HALVES.sub("\ufffd", value)
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int | float):
        is_large = isinstance(value, int) and value.bit_length() > 1023
        if is_large:
            return Absent("a number in the data is too large")
        return float(value)
    if depth == DEEPEST:
        return Absent(f"a value is nested more than {DEEPEST} deep")
    if isinstance(value, Mapping):
        values = {
            _HALVES.sub("\ufffd", str(key)): _decoded(each, depth + 1)
            for key, each in value.items()
        }
        return _Map(values, value.__missing__ if isinstance(value, Facts) else lambda _: Absent())
    if isinstance(value, list | tuple):
        return _List(_decoded(each, depth + 1) for each in value)
    return Absent(f"a value of the type {type(value).__name__} cannot be shown")


# -- the functions


def _equal(first: object, second: object, *others: object) -> bool:
    """Go's eq, for which nil is equal to nil and different from all else."""
    for other in (second, *others):
        if first is other is UNTYPED_NIL or (
            UNTYPED_NIL not in (first, other) and _BUILTIN["eq"](first, other)
        ):
            return True
    return False


def _printf(form: object, *values: object) -> object:
    if "%" in _VERBS.sub("", str(form)):
        raise _Refusal(
            "printf has %v, %s, %q, %d, %f and %t",
            "with a width of two digits at most, as in %-12s",
        )
    if len(str(form)) > LONGEST_FORM:
        raise _Refusal(f"printf is given a form of more than {LONGEST_FORM} characters")
    return _BUILTIN["printf"](form, *values)


def _bounded(name: str, function: Callable[..., object]) -> Callable[..., object]:
    """A function that spends what it does, and to which all that is not there is the same."""
    escapes = name in ("html", "js", "urlquery")
    shows = escapes or name in ("print", "printf", "println")
    nothing = "<no value>" if escapes else UNTYPED_NIL

    @wraps(function)
    def call(*values: object) -> object:
        given: list[object] = []
        for value in values:
            if isinstance(value, Absent) and name != "not":
                value.check()
            _spend(_weight(value) if shows or isinstance(value, str) else 1)
            is_there = (
                value is not None and value is not UNTYPED_NIL and not isinstance(value, Absent)
            )
            given.append(value if is_there else nothing)
        result = function(*given)
        result = _List(result) if isinstance(result, list) else result
        _spend(_weight(result))
        return result

    return call


_BUILTIN = {name: function for name, function in _builtin_functions("go").items() if name != "call"}
_OURS = {
    **_BUILTIN,
    "eq": _equal,
    "ne": lambda first, second: not _equal(first, second),
    "printf": _printf,
}
_POLICY = gotpl.SandboxPolicy(allow_functions=_OURS, allow_custom_lookup=True)
_ENVIRONMENT = gotpl.Environment(
    functions={name: _bounded(name, _OURS[name]) for name in _OURS}, sandbox=_POLICY
)


# -- the template


class Template:
    """A template that reads as one; a text that is none is an error with its line."""

    def __init__(self, text: str) -> None:
        self._text = text = _HALVES.sub("\ufffd", text)
        if len(text) > LONGEST:
            raise TemplateError(f"longer than {LONGEST} characters", 1)
        # The fields of the dot or of `$`, with their lines
        self.paths: list[tuple[int, tuple[str, ...]]] = []
        # Whether there are parts in which the dot is something else than the data
        self.moves_dot = False
        self._parts = 1
        encoded = text.encode()
        with _errors_of(text):
            for node in _nodes(parser.parse_template(text)):
                line = 1 + encoded.count(b"\n", 0, getattr(node, "start", 0))
                self._parts += 1 + len(getattr(node, "fields", ()))
                self.moves_dot |= isinstance(node, nodes.RangeNode | nodes.WithNode)
                if isinstance(node, _CALLS):
                    raise TemplateError(
                        "there are no templates in a template", line, fix="write the text itself"
                    )
                if (
                    getattr(node, "fields", ())
                    and getattr(node, "name", "$") == "$"
                    and not hasattr(node, "pipeline")
                ):
                    self.paths.append((line, node.fields))

    def render(self, data: Mapping[str, Any]) -> str:
        """The text with the data filled in; bounded in size and in what it may do."""
        budget = gotpl.ExecutionBudget(LARGEST, MOST_STEPS // self._parts, None, MOST_STEPS // 5)
        _left.set(MOST_WORK)
        with _errors_of(self._text):
            template = gotpl.Template(
                self._text, functions=_ENVIRONMENT.functions, sandbox=_POLICY, budget=budget
            )
            return template.render(_decoded(data))


def _nodes(node: Any) -> Iterator[Any]:
    """All parts of a parsed template in their order."""
    yield node
    for field in fields(node):
        value = getattr(node, field.name)
        for each in value if isinstance(value, tuple) else (value,):
            if is_dataclass(each):
                yield from _nodes(each)


@contextmanager
def _errors_of(text: str) -> Iterator[None]:
    """Whatever the library raises becomes an error of the template."""
    try:
        yield
    except UsageError:
        raise
    except gotpl.TemplateSyntaxError as error:
        raise _syntax_error(text, str(error).partition(": ")[2][:200], error.line) from None
    except gotpl.TemplateExecutionError as error:
        what = re.sub(
            "^.* '(.*)' is not allowed$", r"there is nothing to look for \1 in", error.message
        )
        fix = next((fix for sign, fix in _FIXES.items() if sign in what), "")
        raise TemplateError(what[:200], error.line or 1, fix=getattr(error, "fix", fix)) from None
    except Exception as error:
        raise TemplateError(f"it cannot be carried out: {type(error).__name__}", 1) from None


def _syntax_error(text: str, what: str, line: int) -> TemplateError:
    if unknown := re.fullmatch("function '(.*)' not defined", what):
        return TemplateError(
            f"there is no function {unknown[1]!r}", line, fix=nearest(unknown[1], _OURS)
        )
    if what != "unexpected EOF":
        return TemplateError(
            "the {{ here is not closed by }}" if what == "unclosed action" else what, line
        )
    opened = [line]
    for found in _BLOCK.finditer(text):
        if found[1] != "end":
            opened.append(text.count("\n", 0, found.start()) + 1)
        elif len(opened) > 1:
            opened.pop()
    return TemplateError("what begins here is not closed by {{end}}", opened[-1])
