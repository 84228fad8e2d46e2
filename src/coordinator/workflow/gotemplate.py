"""Fill in the templates of workflows, which are written for Go's `text/template`.

The library gotpl renders them with decoded JSON as data. The result is the text that Go writes:
`<no value>` for a missing key, `[a b]` for a list, `1e+06` for a million. Where gotpl differs from
Go, this module corrects the result or refuses the template. It also limits the size of a template
and the work that it does.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import fields, is_dataclass
from functools import wraps
from typing import Any, NamedTuple

import gotpl
from gotpl.parse import nodes, parser
from gotpl.runtime.gofmt import GoFormatSpec, sprintf
from gotpl.runtime.sync_vm import _builtin_functions
from gotpl.runtime.values import UNTYPED_NIL

from coordinator.config.suggestions import nearest
from coordinator.errors import UsageError

LONGEST = 100_000  # characters of a template
LONGEST_FORM = 1_000  # characters of a printf format, because gotpl caches thousands of them
LARGEST = 1_000_000  # characters of the result
DEEPEST = 64  # levels of lists and mappings in the data
MOST_STEPS = 1_000_000  # executed parts of a template
MOST_WORK = 4_000_000  # characters that functions read and write
ELEMENT = 64  # characters that take about as long to show as an element of a list

# The work that the template can still do before it is refused.
_left: ContextVar[int] = ContextVar("left")
# Halves of a surrogate pair, which are not characters by themselves.
_HALVES = re.compile("[\ud800-\udfff]")
_VERBS = re.compile(
    r"%(%|\+v|-?([1-9]\d?)?([qstv]|\.\d\d?s)|[-+ ]?([1-9]\d?)?(d|(\.\d\d?)?f)|[-+]?0\d{1,2}d)"
)
# Nodes that we refuse, because the library gotpl does not limit their number in a template.
_CALLS = nodes.BlockNode | nodes.DefinitionNode | nodes.TemplateCallNode
_FIXES = {
    "is missing": "check for it first, with {{ if }} or {{ with }}",
    "incompatible types": "numbers in the data are floats: write 1.0, not 1",
}
_BLOCK = re.compile(r"\{\{(?:-\s)?\s*(if|range|with|end)\b")


class TemplateError(UsageError):
    """A template is wrong, or the data does not fit it. `line` is the line in the template."""

    def __init__(self, what: str, line: int, *, fix: str = "") -> None:
        super().__init__(f"line {line} of the template: {what}", fix=fix)
        self.line = line
        self.problem = what


class _Refusal(gotpl.TemplateExecutionError):
    """The refusal of an operation in a template. The library adds the line number."""

    def __init__(self, what: str, fix: str = "") -> None:
        super().__init__(what)
        self.fix = fix


def _spend(work: int) -> None:
    _left.set(_left.get() - work)
    if _left.get() < 0:
        raise _Refusal("the template takes too many steps; perhaps it never ends")


# -- the data


class Absent(set[object]):
    """A missing value, which is false and empty.

    If it has a `problem`, only a condition can use it. Any other use is an error.
    """

    def __init__(self, problem: str = "", fix: str = "") -> None:
        super().__init__()
        self.problem = problem
        self.fix = fix

    def check(self) -> None:
        """Raise an error if the value has a problem."""
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
    """The known facts about `owner`.

    A condition can name an unknown fact. Any other use of an unknown fact is an error.
    """

    def __init__(self, owner: str, known: Mapping[str, object]) -> None:
        super().__init__(known)
        self.owner = owner

    def __missing__(self, name: str) -> Absent:
        fix = f"check for it first, as in {{{{ if .Issue.{name} }}}}, or remove it"
        return Absent(f"{self.owner} has no {name}", fix)


class _List(list[object]):
    """A list in the data. As in Go, printf formats each of its elements."""

    def __init__(self, values: Iterable[object]) -> None:
        super().__init__(values)
        self.weight = sum(ELEMENT + _weight(each) for each in self)

    def __go_format__(self, spec: GoFormatSpec) -> str:
        return f"[{' '.join(_shown(each, spec) for each in self)}]"


class _Map(dict[str, object]):
    """A mapping in the data. `absent` returns the value of a missing key."""

    def __init__(self, values: Mapping[str, object], absent: Callable[[str], Absent]) -> None:
        super().__init__(values)
        self.weight = sum(ELEMENT + len(key) + _weight(value) for key, value in values.items())
        self._absent = absent

    def __contains__(self, name: object) -> bool:
        if not isinstance(name, str):
            raise _Refusal("the key of a mapping must be a string")
        return True

    def __missing__(self, name: str) -> Absent:
        return self._absent(name)

    def __iter__(self) -> Iterator[str]:
        _spend(len(self))  # a loop sorts all keys, even if it stops at the first one
        return super().__iter__()

    def __go_format__(self, spec: GoFormatSpec) -> str:
        items = []
        for key in sorted(self):
            items.append(f"{_shown(key, spec)}:{_shown(self[key], spec)}")
        return f"map[{' '.join(items)}]"


def _shown(value: object, spec: GoFormatSpec) -> str:
    precision = "" if spec.precision is None else f".{spec.precision}"
    if value is None:
        return "<nil>"
    return sprintf(f"%{spec.flags}{spec.width or ''}{precision}{spec.verb}", value)


def _weight(value: object) -> int:
    """Return the approximate number of characters in a printed value."""
    if isinstance(value, _List | _Map):
        return value.weight
    if isinstance(value, str):
        return len(value)
    return 1


def _decoded(value: object, depth: int = 0) -> object:
    """Return a value as Go decodes it from JSON, with all numbers as floats.

    A value that cannot be printed becomes an `Absent`.
    """
    if isinstance(value, str):
        return _whole_characters(value)
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int | float):
        if isinstance(value, int) and value.bit_length() > 1023:
            return Absent("a number in the data is too large")
        return float(value)
    if depth == DEEPEST:
        return Absent(f"a value is nested more than {DEEPEST} levels deep")
    if isinstance(value, Mapping):
        values = {}
        for key, each in value.items():
            values[_whole_characters(str(key))] = _decoded(each, depth + 1)
        if isinstance(value, Facts):
            return _Map(values, value.__missing__)
        return _Map(values, _plainly_absent)
    if isinstance(value, list | tuple):
        return _List(_decoded(each, depth + 1) for each in value)
    return Absent(f"a value of the type {type(value).__name__} cannot be shown")


def _plainly_absent(_name: str) -> Absent:
    return Absent()


def _whole_characters(text: str) -> str:
    return _HALVES.sub("\ufffd", text)


# -- the functions


def _equal(first: object, second: object, *others: object) -> bool:
    """Return whether `first` equals any other value. As in Go, nil equals only nil."""
    return any(_equal_pair(first, other) for other in (second, *others))


def _equal_pair(first: object, second: object) -> bool:
    if first is UNTYPED_NIL or second is UNTYPED_NIL:
        return first is second
    return bool(_BUILTIN["eq"](first, second))


def _not_equal(first: object, second: object) -> bool:
    return not _equal(first, second)


def _printf(form: object, *values: object) -> object:
    if "%" in _VERBS.sub("", str(form)):
        fix = "use these, with a width of at most two digits, as in %-12s"
        raise _Refusal("printf supports only %v, %s, %q, %d, %f and %t", fix)
    if len(str(form)) > LONGEST_FORM:
        raise _Refusal(f"the format of printf has more than {LONGEST_FORM} characters")
    return _BUILTIN["printf"](form, *values)


def _bounded(name: str, function: Callable[..., object]) -> Callable[..., object]:
    """Return a wrapper that limits the work of a function.

    The wrapper also replaces each missing value with the placeholder that the function expects.
    """
    escapes = name in ("html", "js", "urlquery")
    shows = escapes or name in ("print", "printf", "println")
    nothing = "<no value>" if escapes else UNTYPED_NIL

    @wraps(function)
    def call(*values: object) -> object:
        given: list[object] = []
        for value in values:
            if isinstance(value, Absent) and name != "not":
                value.check()
            if shows or isinstance(value, str):
                _spend(_weight(value))
            else:
                _spend(1)
            if value is None or value is UNTYPED_NIL or isinstance(value, Absent):
                given.append(nothing)
            else:
                given.append(value)
        result = function(*given)
        if isinstance(result, list):
            result = _List(result)
        _spend(_weight(result))
        return result

    return call


_BUILTIN = {name: function for name, function in _builtin_functions("go").items() if name != "call"}
_OURS = {
    **_BUILTIN,
    "eq": _equal,
    "ne": _not_equal,
    "printf": _printf,
}
_POLICY = gotpl.SandboxPolicy(allow_functions=_OURS, allow_custom_lookup=True)
_ENVIRONMENT = gotpl.Environment(
    functions={name: _bounded(name, _OURS[name]) for name in _OURS}, sandbox=_POLICY
)


# -- the template


class FieldPath(NamedTuple):
    """A path such as `.Issue.Title` in a template, and its line."""

    line: int
    names: tuple[str, ...]

    @property
    def first(self) -> str:
        return self.names[0]

    @property
    def second(self) -> str:
        """The second name, or an empty string if there is only one."""
        return self.names[1] if len(self.names) > 1 else ""


class Template:
    """A parsed template.

    `paths` are the fields of the dot or of `$` that the template names. `moves_dot` is true if
    `range` or `with` sets the dot to another value in a part of the template.
    """

    def __init__(self, text: str) -> None:
        """Parse a template. Raise TemplateError if it is not valid."""
        self._text = _whole_characters(text)
        if len(self._text) > LONGEST:
            raise TemplateError(f"longer than {LONGEST} characters", 1)
        self.paths: list[FieldPath] = []
        self.moves_dot = False
        self._parts = 1
        encoded = self._text.encode()
        with _errors_of(self._text):
            for node in _nodes(parser.parse_template(self._text)):
                line = 1 + encoded.count(b"\n", 0, getattr(node, "start", 0))
                self._add(node, line)

    def _add(self, node: Any, line: int) -> None:
        names = getattr(node, "fields", ())
        self._parts += 1 + len(names)
        if isinstance(node, nodes.RangeNode | nodes.WithNode):
            self.moves_dot = True
        if isinstance(node, _CALLS):
            what = "a template cannot contain or call other templates"
            raise TemplateError(what, line, fix="write the text itself")
        is_of_data = getattr(node, "name", "$") == "$" and not hasattr(node, "pipeline")
        if names and is_of_data:
            self.paths.append(FieldPath(line, names))

    def render(self, data: Mapping[str, Any]) -> str:
        """Return the template filled in with data. Raise TemplateError if it exceeds a limit."""
        budget = gotpl.ExecutionBudget(LARGEST, MOST_STEPS // self._parts, None, MOST_STEPS // 5)
        _left.set(MOST_WORK)
        with _errors_of(self._text):
            template = gotpl.Template(
                self._text, functions=_ENVIRONMENT.functions, sandbox=_POLICY, budget=budget
            )
            return template.render(_decoded(data))


def _nodes(node: Any) -> Iterator[Any]:
    """Yield a node and all nodes below it, in the order of the template."""
    yield node
    for field in fields(node):
        value = getattr(node, field.name)
        parts = value if isinstance(value, tuple) else (value,)
        for part in parts:
            if is_dataclass(part):
                yield from _nodes(part)


@contextmanager
def _errors_of(text: str) -> Iterator[None]:
    """Turn every error of gotpl in the `with` block into a TemplateError."""
    try:
        yield
    except UsageError:
        raise
    except gotpl.TemplateSyntaxError as error:
        _, _, what = str(error).partition(": ")
        raise _syntax_error(text, what[:200], error.line) from None
    except gotpl.TemplateExecutionError as error:
        raise _execution_error(error) from None
    except Exception as error:
        raise TemplateError(f"it cannot be rendered: {type(error).__name__}", 1) from None


def _execution_error(error: gotpl.TemplateExecutionError) -> TemplateError:
    what = re.sub(
        "^.* '(.*)' is not allowed$",
        r"\1 cannot be read: the value before it is missing",
        error.message,
    )
    fix = ""
    if isinstance(error, _Refusal):
        fix = error.fix
    else:
        for sign, known in _FIXES.items():
            if sign in what:
                fix = known
                break
    return TemplateError(what[:200], error.line or 1, fix=fix)


def _syntax_error(text: str, what: str, line: int) -> TemplateError:
    unknown = re.fullmatch("function '(.*)' not defined", what)
    if unknown:
        fix = nearest(unknown[1], _OURS)
        return TemplateError(f"there is no function {unknown[1]!r}", line, fix=fix)
    if what == "unclosed action":
        return TemplateError("the {{ here is not closed by }}", line)
    if what != "unexpected EOF":
        return TemplateError(what, line)
    return TemplateError(
        "the block that begins here is not closed by {{end}}", _open_block(text, line)
    )


def _open_block(text: str, line: int) -> int:
    """Return the line of the last unclosed block, or `line` if all blocks are closed."""
    opened = [line]
    for found in _BLOCK.finditer(text):
        if found[1] != "end":
            opened.append(text.count("\n", 0, found.start()) + 1)
        elif len(opened) > 1:
            opened.pop()
    return opened[-1]
