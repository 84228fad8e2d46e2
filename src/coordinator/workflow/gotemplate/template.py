"""A Go template, read from its tokens: each part becomes a function that carries it out in a rendering."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn, TypeAlias

from coordinator.config.yaml_file import nearest
from coordinator.workflow.gotemplate.functions import FUNCTIONS, SETTLED_BY
from coordinator.workflow.gotemplate.printing import Fault, encoded, inside, sprint, type_name, weight
from coordinator.workflow.gotemplate.rendering import UNIT, Rendering
from coordinator.workflow.gotemplate.tokens import TemplateError, Token, literal, tokenize

DEEPEST = 64  # blocks and parentheses inside each other

Part: TypeAlias = Callable[[Rendering], None]  # writes what stands in the text
Operand: TypeAlias = Callable[[Rendering], object]  # comes to a value
Command: TypeAlias = Callable[[Rendering, Sequence[object]], object]  # the same, from what is handed on to it by a |

_CONSTANTS = {"true": True, "false": False, "nil": None}
_LEFT_OUT = ("block", "break", "call", "continue", "define", "js", "template")


class Template:
    """A template that reads as one; a text that is none is an error with its line."""

    def __init__(self, text: str) -> None:
        self.paths: list[tuple[int, tuple[str, ...]]] = []  # the fields of the dot or of `$`, with their lines
        self._tokens = tokenize(text)
        self._at = 0
        self._variables = {"$": 0}  # those that are known here, by the number of their declaration
        self._declared = 0
        self._nesting = 0
        self._whole, _ = self._body(self._peek(), "last")
        # Whether there are parts in which the dot is something else than the data.
        self.moves_dot = any(token.kind in ("range", "with") for token in self._tokens)

    def render(self, data: Mapping[str, Any]) -> str:
        """The text with the data filled in; bounded in size and in what it may do."""
        rendering = Rendering(data)
        self._whole(rendering)
        return encoded("".join(rendering.written)).decode()

    def _peek(self) -> Token:
        return self._tokens[self._at]

    def _next(self) -> Token:
        self._at += 1
        return self._tokens[self._at - 1]

    def _unexpected(self, token: Token, where: str) -> NoReturn:
        raise TemplateError(f"unexpected {token.text[:40]!r} in {where}", token.line)

    def _close(self, where: str) -> None:
        if (token := self._next()).kind != "right":
            self._unexpected(token, where)

    @contextmanager
    def _deeper(self, token: Token) -> Iterator[None]:
        self._nesting += 1
        if self._nesting > DEEPEST:
            raise TemplateError(f"more than {DEEPEST} blocks or parentheses inside each other", token.line)
        yield
        self._nesting -= 1

    def _body(self, opened: Token, *stops: str) -> tuple[Part, str]:
        """What stands up to a token that closes what was opened, and its kind."""
        parts: list[Part] = []
        around = dict(self._variables)
        while (token := self._next()).kind not in stops:
            if token.kind == "last":
                raise TemplateError("what begins here is not closed by {{end}}", opened.line)
            parts.append(self._part(token))
        if token.kind == "end":
            self._close("end")
        self._variables = around

        def write(rendering: Rendering) -> None:
            for part in parts:
                part(rendering)

        return write, token.kind

    def _part(self, token: Token) -> Part:
        if token.kind == "text":
            return lambda rendering: rendering.write(token.text)
        if token.kind in ("else", "end"):
            raise TemplateError(f"{{{{{token.text}}}}} belongs to nothing here", token.line)
        act = self._block(token) if token.kind in ("if", "range", "with") else self._value_shown()

        def carry_out(rendering: Rendering) -> None:
            try:
                rendering.spend(1)
                act(rendering)
            except Fault as fault:
                raise TemplateError(str(fault), token.line, fix=fault.fix) from None

        return carry_out

    def _value_shown(self) -> Part:
        self._at -= 1
        pipe, variables = self._pipe("a command")

        def write(rendering: Rendering) -> None:
            value = pipe(rendering)
            if not variables:
                rendering.spend(weight(value) // UNIT)
                rendering.write("<no value>" if value is None else sprint(value))

        return write

    def _block(self, token: Token) -> Part:
        """An `if`, `with` or `range` with all that belongs to it."""
        word, around = token.text, dict(self._variables)
        otherwise: Part = _write_nothing
        with self._deeper(token):
            pipe, variables = self._pipe(word)
            body, stop = self._body(token, "else", "end")
            if stop == "else" and word != "range" and self._peek().kind == word:
                otherwise = self._part(self._next())
            elif stop == "else":
                self._close("else")
                otherwise, _ = self._body(token, "end")
        self._variables = around

        def choose(rendering: Rendering) -> None:
            value, dot = pipe(rendering), rendering.dot
            if not value:
                return otherwise(rendering)
            rendering.dot = value if word == "with" else dot
            body(rendering)
            rendering.dot = dot

        def repeat(rendering: Rendering) -> None:
            value, dot, is_empty = pipe(rendering), rendering.dot, True
            for pair in rendering.elements(value, len(variables)):
                is_empty = False
                rendering.spend(1)
                rendering.variables.update(zip(variables, pair[-len(variables) :], strict=False))
                rendering.dot = pair[1]
                body(rendering)
            rendering.dot = dot
            if is_empty:
                otherwise(rendering)

        return repeat if word == "range" else choose

    def _pipe(self, where: str, end: str = "right") -> tuple[Operand, list[int]]:
        """Commands, each of which hands its value on to the next, and the variables that get the last one."""
        line = self._peek().line
        names, sign = self._names(where)
        commands: list[Command] = []
        while self._peek().kind != end:
            commands.append(self._command(where, len(commands)))
        self._next()
        if not commands:
            raise TemplateError(f"a value is missing in {where}", line)
        variables = [self._declare(name, sign, line) for name in names]

        def evaluate(rendering: Rendering) -> object:
            value, handed_on = None, list[object]()
            for command in commands:
                rendering.spend(1)
                value = command(rendering, handed_on)
                handed_on = [value]
            rendering.variables.update(dict.fromkeys(variables, value))
            return value

        return evaluate, variables

    def _names(self, where: str) -> tuple[list[str], str]:
        """The names before `:=` or `=`, and which of them it is."""
        names: list[str] = []
        while self._peek().kind == "variable" and self._tokens[self._at + 1].kind in (":=", "=", ","):
            variable, sign = self._next(), self._next()
            names.append(variable.text)
            if where == "parentheses" or len(names) > 1 + (where == "range"):
                self._unexpected(sign, where)
            if sign.kind != ",":
                return names, sign.kind
        if names:
            raise TemplateError("only range takes two variables, as in $key, $value :=", self._peek().line)
        return names, ""

    def _declare(self, name: str, sign: str, line: int) -> int:
        """The number of a variable; one that is only assigned to has it already."""
        if sign == ":=":
            self._declared += 1
            self._variables[name] = self._declared
        return self._variable(name, line)

    def _variable(self, name: str, line: int) -> int:
        if name not in self._variables:
            raise TemplateError(f"the variable {name} is not declared", line)
        return self._variables[name]

    def _command(self, where: str, place: int) -> Command:
        """A function with what is given to it, or else a value by itself."""
        first = self._peek()
        is_function = first.kind == "name" and first.text not in _CONSTANTS
        operands = [] if is_function else [self._operand(where)]
        if is_function:
            self._next()
        while (token := self._peek()).kind not in ("|", "right", ")"):
            if not token.spaced:
                self._unexpected(token, where)
            operands.append(self._operand(where))
        if token.kind == "|":
            self._next()
        if is_function:
            return self._call(first, operands, min(place, 1))
        if place or len(operands) > 1 or first.text == "nil":
            raise TemplateError("only a function can be given something, by a | or behind it", first.line)
        return lambda rendering, _: operands[0](rendering)

    def _call(self, token: Token, operands: Sequence[Operand], handed_on: int) -> Command:
        name, count = token.text, len(operands) + handed_on
        if name not in FUNCTIONS:
            fix = (
                "it is left out here: write the template without it" if name in _LEFT_OUT else nearest(name, FUNCTIONS)
            )
            raise TemplateError(f"there is no function {name!r}", token.line, fix=fix)
        function, settled_by = FUNCTIONS[name], SETTLED_BY.get(name)
        if not function.fewest <= count <= function.most:
            wanted = f"at least {function.fewest}" if count < function.fewest else f"at most {function.most}"
            raise TemplateError(f"{name} takes {wanted} values, not {count}", token.line)

        def call(rendering: Rendering, given: Sequence[object]) -> object:
            values: list[object] = []
            for operand in operands:
                values.append(operand(rendering))
                if bool(values[-1]) is settled_by:
                    return values[-1]
            return rendering.call(name, function, [*values, *given])

        return call

    def _operand(self, where: str) -> Operand:
        token = self._next()
        fields = [token.text[1:]] if token.kind == "field" else []
        start = _dot if fields else self._term(token, where)
        while (following := self._peek()).kind == "field" and not following.spaced:
            fields.append(self._next().text[1:])
        if not fields:
            return start
        if token.kind not in ("field", "variable", "("):
            raise TemplateError(f"there is no .{fields[0]} of {token.text}", token.line)
        if token.kind == "field" or token.text == "$":
            self.paths.append((token.line, tuple(fields)))
        return lambda rendering: _field(start(rendering), fields, is_known=start is _dot)

    def _term(self, token: Token, where: str) -> Operand:
        match token.kind:
            case "number" | "string":
                value: object = literal(token)
                return lambda _: value
            case "name" if token.text in _CONSTANTS:
                return lambda _: _CONSTANTS[token.text]
            case "name":
                function = self._call(token, (), 0)
                return lambda rendering: function(rendering, ())
            case "variable":
                number = self._variable(token.text, token.line)
                return lambda rendering: rendering.variables[number]
            case "dot":
                return _dot
            case "(":
                with self._deeper(token):
                    return self._pipe("parentheses", ")")[0]
        self._unexpected(token, where)


def _write_nothing(_: Rendering) -> None:
    """An `else` that is not there."""


def _dot(rendering: Rendering) -> object:
    return rendering.dot


def _field(found: object, fields: Sequence[str], *, is_known: bool) -> object:
    """What the fields lead to; None from where one is missing on, but what is known to be null has no fields."""
    shown = "." + ".".join(fields)
    for name in fields:
        if found is None and is_known:
            raise Fault(f"{shown}: there is nothing to look for {name} in", "ask first, with {{ if }} or {{ with }}")
        if found is None:
            return None
        if not isinstance(found, Mapping):
            raise Fault(f"{shown}: a {type_name(found)} has no field {name}")
        is_known = name in found
        found = inside(found[name]) if is_known else None
    return found
