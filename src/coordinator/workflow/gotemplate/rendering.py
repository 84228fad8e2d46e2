"""Carries out a parsed Go template, bounded in what it writes and in what it does."""

from collections.abc import Iterable, Mapping, Sequence

from coordinator.workflow.gotemplate.functions import FUNCTIONS, SETTLED_BY
from coordinator.workflow.gotemplate.parser import Body, Name, Node, Operand, Path, Pipe
from coordinator.workflow.gotemplate.printing import LARGEST, Fault, inside, sprint, type_name, weight
from coordinator.workflow.gotemplate.tokens import TemplateError

MOST_STEPS = 200_000  # what a template may do before it is taken for one that never ends
DEEPEST = 64  # levels of blocks and templates inside each other
UNIT = 16  # characters of text, or names of variables, that cost one step to handle


class Missing:
    """What is not there at all; what is there but null is None."""

    def __bool__(self) -> bool:
        return False


MISSING = Missing()


class Rendering:
    """One filling in: what was written, the variables, and how much was done."""

    def __init__(self, definitions: Mapping[str, Body], data: object) -> None:
        self.written: list[str] = []
        self._definitions = definitions
        self._variables: list[list[object]] = [["$", data]]
        self._size = 0
        self._steps = 0
        self._depth = 0

    def run(self, body: Body, dot: object) -> str:
        """Carry out the nodes of a body; returns the `break` or `continue` that ended it, if one did."""
        if self._depth == DEEPEST:
            raise Fault(f"more than {DEEPEST} blocks or templates inside each other")
        self._depth += 1
        left = ""
        for node in body:
            if left := self._walk(node, dot):
                break
        self._depth -= 1
        return left

    def _walk(self, node: Node, dot: object) -> str:
        try:
            self._spend(1)
            match node.word:
                case "text":
                    self._write(node.text)
                case "show":
                    value = self._pipe(node.pipe, dot)
                    if not node.pipe.declared:
                        self._spend(weight(value) // UNIT)
                        self._write("<no value>" if value is MISSING else sprint(value))
                case "template":
                    value = self._pipe(node.pipe, dot)
                    if node.text not in self._definitions:
                        raise Fault(f"the template {node.text!r} is not defined")
                    # What is inserted sees none of the variables here.
                    variables, self._variables = self._variables, [["$", value]]
                    self.run(self._definitions[node.text], value)
                    self._variables = variables
                case "break" | "continue":
                    return node.word
                case _:
                    return self._block(node, dot)
        except Fault as fault:
            raise TemplateError(str(fault), node.line, fix=fault.fix) from None
        return ""

    def _spend(self, steps: int) -> None:
        self._steps += steps
        if self._steps > MOST_STEPS:
            raise Fault("the template does too much; perhaps it never ends")

    def _write(self, text: str) -> None:
        self._size += len(text)
        if self._size > LARGEST:
            raise Fault(f"the text grows beyond {LARGEST} characters")
        self.written.append(text)

    def _block(self, block: Node, dot: object) -> str:
        mark = len(self._variables)
        value = self._pipe(block.pipe, dot)
        if block.word == "range":
            left = self._loop(block, value, dot)
        elif value:
            left = self.run(block.body, value if block.word == "with" else dot)
        else:
            left = self.run(block.otherwise, dot)
        del self._variables[mark:]
        return left

    def _loop(self, block: Node, value: object, dot: object) -> str:
        empty, names = True, block.pipe.declared
        for key, element in self._elements(value, len(names)):
            empty = False
            self._spend(1)
            for name, part in zip(names, (key, element) if len(names) == 2 else (element,), strict=False):
                self._variable(name)[1] = part
            mark = len(self._variables)
            left = self.run(block.body, element)
            del self._variables[mark:]
            if left == "break":
                break
        # As in Go, a `break` in the `else` leaves this loop, but a `continue` there is for the loop around it.
        return self.run(block.otherwise, dot).replace("break", "") if empty else ""

    def _elements(self, value: object, names: int) -> Iterable[tuple[object, object]]:
        """The keys and elements of a list, of a mapping by its sorted keys, or of the numbers below one."""
        if value is MISSING:
            return ()
        if isinstance(value, Mapping):
            self._spend(len(value) // UNIT)
            return ((key, inside(value[key])) for key in sorted(value, key=str))
        if isinstance(value, list | tuple):
            return enumerate(map(inside, value))
        if not isinstance(value, int) or isinstance(value, bool):
            raise Fault(f"range over a {type_name(value)}")
        if names > 1:
            raise Fault("range over a number has one variable")
        return enumerate(map(type(value), range(value)))

    def _pipe(self, pipe: Pipe, dot: object) -> object:
        final: list[object] = []
        for first, *arguments in pipe.commands:
            self._spend(1)
            if first is None:
                raise Fault("nil is no command")
            value = self._value(dot, first, *arguments, final=final)
            final = [MISSING if value is None else value]
        value = final[0] if final else MISSING
        for name in pipe.declared:
            if pipe.assigns:
                self._variable(name)[1] = value
            else:
                self._variables.append([name, value])
        return value

    def _variable(self, name: str) -> list[object]:
        """The name and value of the variable that was declared last under this name."""
        for distance, variable in enumerate(reversed(self._variables), 1):
            if variable[0] == name:
                self._spend(distance // UNIT)
                return variable
        raise Fault(f"the variable {name} is not declared")

    def _value(self, dot: object, operand: Operand, *arguments: Operand, final: Sequence[object] = ()) -> object:
        """The value of an operand, with what follows it in a command and what the command before hands on."""
        if isinstance(operand, Name) and operand.name in FUNCTIONS:
            return self._call(dot, operand.name, arguments, final)
        given = bool(arguments or final)
        if isinstance(operand, Path):
            return self._field(dot, operand, given)
        if given:
            raise Fault("something that is no function is given an argument")
        if isinstance(operand, Name):
            return dot if operand.name == "." else self._variable(operand.name)[1]
        return self._pipe(operand, dot) if isinstance(operand, Pipe) else operand

    def _field(self, dot: object, path: Path, given: bool) -> object:
        found, shown = self._value(dot, path.start), "." + ".".join(path.fields)
        for name in path.fields:
            if found is MISSING:
                return MISSING
            if found is None:
                fix = "ask first, with {{ if }} or {{ with }}"
                raise Fault(f"{shown}: there is nothing to look for {name} in", fix)
            if not isinstance(found, Mapping):
                raise Fault(f"{shown}: a {type_name(found)} has no field {name}")
            found = inside(found[name]) if name in found else MISSING
        if given:
            raise Fault(f"{shown} is no function, but is given an argument")
        return found

    def _call(self, dot: object, name: str, arguments: Sequence[Operand], final: Sequence[object]) -> object:
        function, settled_by = FUNCTIONS[name], SETTLED_BY.get(name)
        count = len(arguments) + len(final)
        if not function.fewest <= count <= function.most:
            wanted = f"{function.fewest}" if function.most == function.fewest else f"at least {function.fewest}"
            raise Fault(f"{name} takes {wanted} values, not {count}")
        values: list[object] = []
        for argument in arguments:
            values.append(self._value(dot, argument))
            if bool(values[-1]) is settled_by:
                return values[-1]
        values += final
        if settled_by is not None:
            return values[-1]
        self._spend(sum(weight(value) for value in values if function.shows or isinstance(value, str)) // UNIT)
        result = function.apply(*(None if value is MISSING else value for value in values))
        if isinstance(result, str):
            self._spend(len(result) // UNIT)
            if len(result) > LARGEST:
                raise Fault(f"{name} makes more than {LARGEST} characters")
        return result
