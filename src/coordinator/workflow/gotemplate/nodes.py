"""The parts of a parsed Go template, each of which knows how to carry itself out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from coordinator.workflow.gotemplate.formatting import LARGEST, Buffer, Fault, inside, shown, type_name, weight
from coordinator.workflow.gotemplate.functions import FUNCTIONS, SETTLED_BY
from coordinator.workflow.gotemplate.tokens import TemplateError

MOST_STEPS = 200_000  # what a template may do before it is taken for one that never ends
DEEPEST = 64  # levels of blocks and templates inside each other
UNIT = 16  # characters of text, or names of variables, that cost one step to handle


class Missing:
    """What is not there at all; what is there but null is None."""

    def __bool__(self) -> bool:
        return False


MISSING = Missing()
ALONE = Missing()  # in place of the value that a pipe hands on: there is none


class Break(Exception):
    """Leave the loop."""


class Continue(Exception):
    """Go on with the next element."""


class State:
    """One execution: what was written, the variables, and how much may still be done."""

    def __init__(self, definitions: Mapping[str, Body], data: object) -> None:
        self.out = Buffer()
        self.definitions = definitions
        self.variables: list[tuple[str, object]] = [("$", data)]
        self._steps = 0
        self._depth = 0

    def run(self, body: Body, dot: object) -> None:
        """Carry out all nodes of a body."""
        self._depth += 1
        try:
            if self._depth > DEEPEST:
                raise Fault(f"more than {DEEPEST} blocks or templates inside each other")
            for node in body:
                self._walk(node, dot)
        finally:
            self._depth -= 1

    def _walk(self, node: Node, dot: object) -> None:
        try:
            self.spend(1)
            node.walk(self, dot)
        except Fault as fault:
            raise TemplateError(str(fault), node.line, fix=fault.fix) from None

    def in_loop(self, body: Body, dot: object) -> None:
        """Carry out the body of a loop for one element; what it declared is forgotten."""
        self.spend(1)
        mark = len(self.variables)
        with suppress(Continue):
            self.run(body, dot)
        del self.variables[mark:]

    def spend(self, steps: int) -> None:
        """Count what is done."""
        self._steps += steps
        if self._steps > MOST_STEPS:
            raise Fault("the template does too much; perhaps it never ends")

    def variable(self, name: str) -> object:
        """The value of the variable declared last under this name."""
        return self.variables[self._place(name)][1]

    def assign(self, name: str, value: object) -> None:
        """Give the variable declared last under this name another value."""
        self.variables[self._place(name)] = (name, value)

    def _place(self, name: str) -> int:
        for place in range(len(self.variables) - 1, -1, -1):
            if self.variables[place][0] == name:
                self.spend((len(self.variables) - place) // UNIT)
                return place
        raise Fault(f"the variable {name} is not declared")


class Node(Protocol):
    """Something that stands in the text."""

    @property
    def line(self) -> int:
        """Where it begins."""

    def walk(self, state: State, dot: object) -> None:
        """Carry it out."""


Body = tuple[Node, ...]


class Operand(Protocol):
    """Something that has a value."""

    def value(self, state: State, dot: object) -> object:
        """Its value as an argument."""

    def command(self, state: State, dot: object, arguments: Sequence[Operand], final: object) -> object:
        """Its value as the first word of a command, with what follows it and what a pipe hands on."""


# -- operands


@dataclass(frozen=True, slots=True)
class _Plain:
    """An operand that takes no arguments."""

    def value(self, state: State, dot: object) -> object:
        raise NotImplementedError

    def command(self, state: State, dot: object, arguments: Sequence[Operand], final: object) -> object:
        if arguments or final is not ALONE:
            raise Fault("something that is no function is given an argument")
        return self.value(state, dot)


@dataclass(frozen=True, slots=True)
class Literal(_Plain):
    """A text, number or truth."""

    constant: str | int | float | bool

    def value(self, state: State, dot: object) -> object:
        return self.constant


@dataclass(frozen=True, slots=True)
class Nil(_Plain):
    """The word nil, which may only be an argument."""

    def value(self, state: State, dot: object) -> object:
        return None

    def command(self, state: State, dot: object, arguments: Sequence[Operand], final: object) -> object:
        raise Fault("nil is no command")


@dataclass(frozen=True, slots=True)
class Dot(_Plain):
    """The value at hand."""

    def value(self, state: State, dot: object) -> object:
        return dot


@dataclass(frozen=True, slots=True)
class Path:
    """Fields below the dot, a variable (`$x.a`) or another operand (`(index . 1).a`)."""

    start: Operand
    fields: tuple[str, ...]

    def value(self, state: State, dot: object) -> object:
        return self.command(state, dot, (), ALONE)

    def command(self, state: State, dot: object, arguments: Sequence[Operand], final: object) -> object:
        found = self.start.value(state, dot)
        for field in self.fields[:-1]:
            found = self._field(found, field, given=False)
        return self._field(found, self.fields[-1], given=bool(arguments) or final is not ALONE)

    def _field(self, found: object, name: str, *, given: bool) -> object:
        if found is MISSING:
            return MISSING
        path = "".join(f".{field}" for field in self.fields)
        if found is None:
            raise Fault(f"{path}: there is nothing to look for {name} in", "ask first, with {{ if }} or {{ with }}")
        if not isinstance(found, Mapping):
            raise Fault(f"{path}: a {type_name(found)} has no field {name}")
        if given:
            raise Fault(f"{path}: {name} is no function, but is given an argument")
        return inside(found[name]) if name in found else MISSING


@dataclass(frozen=True, slots=True)
class Variable(_Plain):
    """A variable, with its dollar sign."""

    name: str

    def value(self, state: State, dot: object) -> object:
        return state.variable(self.name)


@dataclass(frozen=True, slots=True)
class Call:
    """A function."""

    name: str

    def value(self, state: State, dot: object) -> object:
        return self.command(state, dot, (), ALONE)

    def command(self, state: State, dot: object, arguments: Sequence[Operand], final: object) -> object:
        function = FUNCTIONS[self.name]
        function.refuse_count(self.name, len(arguments) + (final is not ALONE))
        if self.name in SETTLED_BY:
            return self._settled(state, dot, arguments, final)
        values = [argument.value(state, dot) for argument in arguments]
        values += [] if final is ALONE else [final]
        state.spend(sum(weight(value) for value in values if function.shows or isinstance(value, str)) // UNIT)
        result = function.apply(*(None if value is MISSING else value for value in values))
        if isinstance(result, str):
            state.spend(len(result) // UNIT)
            if len(result) > LARGEST:
                raise Fault(f"{self.name} makes more than {LARGEST} characters")
        return result

    def _settled(self, state: State, dot: object, arguments: Sequence[Operand], final: object) -> object:
        value: object = MISSING
        for argument in arguments:
            value = argument.value(state, dot)
            if bool(value) is SETTLED_BY[self.name]:
                return value
        return value if final is ALONE else final


@dataclass(frozen=True, slots=True)
class Command:
    """A first word and what is given to it."""

    first: Operand
    arguments: tuple[Operand, ...]


@dataclass(frozen=True, slots=True)
class Pipe(_Plain):
    """Commands, each of which hands its value on to the next, and the variables that get the last one."""

    commands: tuple[Command, ...]
    declared: tuple[str, ...] = ()
    assigns: bool = False

    def value(self, state: State, dot: object) -> object:
        found: object = ALONE
        for command in self.commands:
            state.spend(1)
            found = command.first.command(state, dot, command.arguments, found)
            found = MISSING if found is None else found
        for name in self.declared:
            if self.assigns:
                state.assign(name, found)
            else:
                state.variables.append((name, found))
        return found


# -- what stands in the text


@dataclass(frozen=True, slots=True)
class Text:
    """Text that is written as it is."""

    line: int
    text: str

    def walk(self, state: State, dot: object) -> None:
        """Write it."""
        state.out.write(self.text)


@dataclass(frozen=True, slots=True)
class Action:
    """A pipe whose value is written, unless a variable takes it."""

    line: int
    pipe: Pipe

    def walk(self, state: State, dot: object) -> None:
        """Evaluate and write it."""
        value = self.pipe.value(state, dot)
        if not self.pipe.declared:
            state.spend(weight(value) // UNIT)
            state.out.write("<no value>" if value is MISSING else shown(value))


@dataclass(frozen=True, slots=True)
class Choice:
    """An `if`, or a `with`, which also makes the value the dot."""

    line: int
    pipe: Pipe
    body: Body
    otherwise: Body
    moves_dot: bool

    def walk(self, state: State, dot: object) -> None:
        """Carry out one of the two bodies."""
        mark = len(state.variables)
        value = self.pipe.value(state, dot)
        if value:
            state.run(self.body, value if self.moves_dot else dot)
        else:
            state.run(self.otherwise, dot)
        del state.variables[mark:]


@dataclass(frozen=True, slots=True)
class Loop:
    """A `range` over a list, a mapping by its sorted keys, or the numbers below one."""

    line: int
    pipe: Pipe
    body: Body
    otherwise: Body

    def walk(self, state: State, dot: object) -> None:
        """Carry out the body for every element, or the other one if there is none."""
        mark = len(state.variables)
        with suppress(Break):
            empty = True
            for key, element in self._elements(self.pipe.value(state, dot), state):
                empty = False
                self._declare(state, key, element)
                state.in_loop(self.body, element)
            if empty:
                state.run(self.otherwise, dot)
        del state.variables[mark:]

    def _elements(self, value: object, state: State) -> Iterator[tuple[object, object]]:
        if value is MISSING:
            return iter(())
        if isinstance(value, Mapping):
            state.spend(len(value) // UNIT)
            return ((key, inside(value[key])) for key in sorted(value, key=str))
        if isinstance(value, list | tuple):
            return ((number, inside(element)) for number, element in enumerate(value))
        if not isinstance(value, int) or isinstance(value, bool):
            raise Fault(f"range over a {type_name(value)}")
        if len(self.pipe.declared) > 1:
            raise Fault("range over a number has one variable")
        return ((MISSING, type(value)(number)) for number in range(value))

    def _declare(self, state: State, key: object, element: object) -> None:
        values = (key, element) if len(self.pipe.declared) == 2 else (element,)
        for name, value in zip(self.pipe.declared, values, strict=False):
            state.assign(name, value)


@dataclass(frozen=True, slots=True)
class Insertion:
    """A `template` or `block`: another body, with a value as its dot and its `$`."""

    line: int
    name: str
    pipe: Pipe | None

    def walk(self, state: State, dot: object) -> None:
        """Carry out the other body; it sees none of the variables here."""
        if self.name not in state.definitions:
            raise Fault(f"the template {self.name!r} is not defined")
        value = self.pipe.value(state, dot) if self.pipe else MISSING
        variables, state.variables = state.variables, [("$", value)]
        state.run(state.definitions[self.name], value)
        state.variables = variables


@dataclass(frozen=True, slots=True)
class Leave:
    """A `break` or a `continue`."""

    line: int
    how: type[Break] | type[Continue]

    def walk(self, state: State, dot: object) -> None:
        """Leave the loop, or this turn of it."""
        raise self.how
