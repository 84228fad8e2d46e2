"""Execute a parsed template, within its limits."""

from collections.abc import Iterable, Mapping, Sequence

from coordinator.workflow.gotemplate.errors import Refusal, TemplateError
from coordinator.workflow.gotemplate.functions import FUNCTIONS, SETTLED_BY
from coordinator.workflow.gotemplate.limits import DEEPEST, Allowance, check_size
from coordinator.workflow.gotemplate.nodes import (
    Body,
    Chain,
    Choice,
    Dot,
    Function,
    Insertion,
    Leave,
    Literal,
    Loop,
    Nil,
    Node,
    Operand,
    Pipe,
    Show,
    Text,
    TooLarge,
    Variable,
)
from coordinator.workflow.gotemplate.printing import shown
from coordinator.workflow.gotemplate.values import (
    MISSING,
    Absent,
    Byte,
    List,
    Map,
    type_name,
)
from coordinator.workflow.gotemplate.verbs import PLAIN

NO_VALUE = b"<no value>"
NAMES_PER_STEP = 16  # variables that take about as long to pass as one step


class Rendering:
    """One execution of a template."""

    def __init__(self, definitions: Mapping[bytes, Body], data: object) -> None:
        self._definitions = definitions
        self._allowance = Allowance()
        self._written: list[bytes] = []
        self._size = 0
        self._depth = 0
        self._names = ["$"]
        self._values = [data]

    def run(self, body: Body, data: object) -> bytes:
        """Return the text that a body writes. Raise TemplateError if an operation is refused."""
        self._run(body, data)
        return b"".join(self._written)

    def _run(self, body: Body, dot: object) -> str:
        """Execute a body. Return the `break` or `continue` that ended it, or an empty string."""
        self._depth += 1
        if self._depth > DEEPEST:
            raise Refusal(f"more than {DEEPEST} blocks or templates are nested")
        for node in body:
            try:
                self._allowance.step()
                word = self._node(node, dot)
            except Refusal as refusal:
                raise TemplateError(refusal.problem, node.line, fix=refusal.fix) from None
            if word:
                break
        else:
            word = ""
        self._depth -= 1
        return word

    def _node(self, node: Node, dot: object) -> str:
        match node:
            case Text(_, text):
                self._write(text)
            case Show(_, pipe):
                value = self._pipe(pipe, dot)
                if not pipe.declared:
                    self._show(value)
            case Choice():
                return self._choice(node, dot)
            case Loop():
                return self._loop(node, dot)
            case Leave(_, word):
                return word
            case Insertion():
                self._insert(node, dot)
        return ""

    def _write(self, text: bytes) -> None:
        self._size += len(text)
        check_size(self._size)
        self._written.append(text)

    def _show(self, value: object) -> None:
        if isinstance(value, Absent):
            value.check()
            self._write(NO_VALUE)
        else:
            self._write(shown(self._allowance, value, PLAIN))

    # -- blocks

    def _choice(self, choice: Choice, dot: object) -> str:
        around = len(self._names)
        body = choice.otherwise
        for pipe, branch in choice.branches:
            self._allowance.step()
            value = self._pipe(pipe, dot)
            if value:
                body = branch
                if choice.moves_dot:
                    dot = value
                break
        word = self._run(body, dot)
        self._forget(around)
        return word

    def _loop(self, loop: Loop, dot: object) -> str:
        around = len(self._names)
        value = self._pipe(loop.pipe, dot)
        inside = len(self._names)
        is_empty = True
        for key, element in self._elements(value, len(loop.pipe.declared)):
            is_empty = False
            self._allowance.step()
            self._set_loop_variables(loop.pipe, key, element)
            word = self._run(loop.body, element)
            self._forget(inside)
            if word == "break":
                break
        word = ""
        if is_empty:
            word = self._run(loop.otherwise, dot)
        self._forget(around)
        # As in Go, a `break` in the `else` part leaves this loop, and a `continue` the one around.
        return word if word == "continue" else ""

    def _elements(self, value: object, variables: int) -> Iterable[tuple[object, object]]:
        """Return the keys and elements that a `range` visits."""
        match value:
            case Absent():
                value.check()
                return ()
            case List():
                return enumerate(value)
            case Map():
                self._allowance.handle(16 * len(value))
                return [(key, value[key]) for key in sorted(value)]
            case int() if not isinstance(value, bool):
                if variables > 1:
                    raise Refusal("range over a number has one variable")
                kind = Byte if isinstance(value, Byte) else int
                return ((MISSING, kind(each)) for each in range(value))
        raise Refusal(f"range over a {type_name(value)}")

    def _set_loop_variables(self, pipe: Pipe, key: object, element: object) -> None:
        parts = [element]
        if len(pipe.declared) == 2:
            parts = [key, element]
        for number, part in enumerate(parts[: len(pipe.declared)]):
            if pipe.assigns:
                self._values[self._place(pipe.declared[number])] = part
            else:
                self._values[number - len(pipe.declared)] = part

    def _insert(self, insertion: Insertion, dot: object) -> None:
        """Execute a definition. It sees none of the variables that are declared outside it."""
        if insertion.name not in self._definitions:
            name = insertion.name.decode("utf-8", "replace")
            raise Refusal(f"the template {name!r} is not defined")
        value: object = MISSING
        if insertion.pipe is not None:
            value = self._pipe(insertion.pipe, dot)
        names = self._names
        values = self._values
        self._names = ["$"]
        self._values = [value]
        self._run(self._definitions[insertion.name], value)
        self._names = names
        self._values = values

    # -- variables

    def _place(self, name: str) -> int:
        """Return the position of the variable that was declared last with this name."""
        for place in range(len(self._names) - 1, -1, -1):
            if self._names[place] == name:
                distance = len(self._names) - place
                for _ in range(distance // NAMES_PER_STEP):
                    self._allowance.step()
                return place
        raise Refusal(f"the variable {name} is not declared")

    def _forget(self, count: int) -> None:
        """Remove all variables but the first `count`."""
        del self._names[count:]
        del self._values[count:]

    # -- values

    def _pipe(self, pipe: Pipe, dot: object) -> object:
        """Return the value of a pipe, after its variables have received it."""
        handed_on: list[object] = []
        for command in pipe.commands:
            self._allowance.step()
            first, *arguments = command
            if isinstance(first, Nil):
                raise Refusal("nil is no command")
            value = self._command(first, arguments, handed_on, dot)
            # As in Go, a pipe does not tell null from a missing value.
            handed_on = [MISSING if value is None else value]
        value = handed_on[0]
        for name in pipe.declared:
            if pipe.assigns:
                self._values[self._place(name)] = value
            else:
                self._names.append(name)
                self._values.append(value)
        return value

    def _command(
        self,
        first: Operand,
        arguments: Sequence[Operand],
        handed_on: Sequence[object],
        dot: object,
    ) -> object:
        """Return the value of a command.

        `handed_on` has the value piped in from the command before, if any.
        """
        if isinstance(first, Function):
            return self._call(first.name, arguments, handed_on, dot)
        is_given_something = bool(arguments or handed_on)
        match first:
            case Dot(fields) | Variable(_, fields) | Chain(_, fields) if fields:
                return self._fields(self._start(first, dot), fields, is_given_something)
        if is_given_something:
            raise Refusal("only a function can be given an argument")
        return self._operand(first, dot)

    def _operand(self, operand: Operand, dot: object) -> object:
        match operand:
            case Literal(value):
                return value
            case TooLarge(text):
                raise Refusal(f"{text} is too large for an integer")
            case Nil():
                return None
            case Function(name):
                return self._call(name, (), (), dot)
            case Pipe():
                return self._pipe(operand, dot)
            case Dot(fields) | Variable(_, fields) | Chain(_, fields):
                return self._fields(self._start(operand, dot), fields, False)

    def _start(self, operand: Dot | Variable | Chain, dot: object) -> object:
        """Return the value whose fields an operand names."""
        match operand:
            case Dot():
                return dot
            case Variable(name):
                return self._values[self._place(name)]
            case Chain(start):
                return self._operand(start, dot)

    def _fields(self, value: object, fields: Sequence[str], is_given_something: bool) -> object:
        """Return the value at the end of a path of fields."""
        last = len(fields) - 1
        for number, name in enumerate(fields):
            if isinstance(value, Absent):
                value.check()
                return MISSING
            if value is None:
                what = f"{name} cannot be read: the value before it is missing"
                raise Refusal(what, "check for it first, with {{ if }} or {{ with }}")
            if not isinstance(value, Map):
                raise Refusal(f"a {type_name(value)} has no field {name}")
            if number == last and is_given_something:
                raise Refusal(f"{name} is no function, but is given an argument")
            value = value.field(name.encode())
        return value

    def _call(
        self,
        name: str,
        arguments: Sequence[Operand],
        handed_on: Sequence[object],
        dot: object,
    ) -> object:
        function = FUNCTIONS[name]
        count = len(arguments) + len(handed_on)
        if not function.fewest <= count <= function.most:
            raise Refusal(f"{name} cannot take {count} values")
        tests_values = name in SETTLED_BY or name == "not"
        values: list[object] = []
        for argument in arguments:
            value = self._operand(argument, dot)
            values.append(value if tests_values else self._given(value))
            if name in SETTLED_BY and bool(value) is SETTLED_BY[name]:
                return value
        for value in handed_on:
            values.append(value if tests_values else self._given(value))
        result = function.apply(self._allowance, values)
        if isinstance(result, bytes):
            check_size(len(result))
            self._allowance.handle(len(result))
        return result

    def _given(self, value: object) -> object:
        """Return a value as functions receive it: nil for a missing one."""
        if isinstance(value, Absent):
            value.check()
            return None
        if isinstance(value, bytes):
            self._allowance.handle(len(value))
        return value
