"""The parts of a parsed template."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias


class Literal(NamedTuple):
    """A number, a string, true or false."""

    value: int | float | complex | bytes


class TooLarge(NamedTuple):
    """An integer that fits into Go's uint64, but not into its int."""

    text: str


class Nil(NamedTuple):
    """The word nil."""


class Dot(NamedTuple):
    """The dot, or fields of it, as in `.Issue.Title`."""

    fields: tuple[str, ...]


class Variable(NamedTuple):
    """A variable with its dollar sign, or fields of it, as in `$x.Title`."""

    name: str
    fields: tuple[str, ...]


class Function(NamedTuple):
    """The name of a function."""

    name: str


class Chain(NamedTuple):
    """Fields of another operand, as in `(index . 1).Title`."""

    start: Operand
    fields: tuple[str, ...]


class Pipe(NamedTuple):
    """Commands. Each receives the value of the one before it.

    The `declared` variables receive the last value.
    """

    commands: tuple[Command, ...]
    declared: tuple[str, ...] = ()
    assigns: bool = False


class Text(NamedTuple):
    """Plain text."""

    line: int
    text: bytes


class Show(NamedTuple):
    """A pipe whose value is written, unless it declares variables."""

    line: int
    pipe: Pipe


class Choice(NamedTuple):
    """An `if`, or a `with`, which gives the dot another value.

    `branches` are tried in their order.
    """

    line: int
    moves_dot: bool
    branches: tuple[tuple[Pipe, Body], ...]
    otherwise: Body


class Loop(NamedTuple):
    """A `range`. `otherwise` is executed if there are no elements."""

    line: int
    pipe: Pipe
    body: Body
    otherwise: Body


class Leave(NamedTuple):
    """A `break` or `continue`."""

    line: int
    word: str


class Insertion(NamedTuple):
    """A `template` or `block`: executes a definition with the value of the pipe as its dot."""

    line: int
    name: bytes
    pipe: Pipe | None


Operand: TypeAlias = Literal | TooLarge | Nil | Dot | Variable | Function | Chain | Pipe
Command: TypeAlias = tuple[Operand, ...]  # a first word and its arguments
Node: TypeAlias = Text | Show | Choice | Loop | Leave | Insertion
Body: TypeAlias = tuple[Node, ...]
