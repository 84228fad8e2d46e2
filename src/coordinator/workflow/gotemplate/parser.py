"""The parts of a Go template, and how they are read from its tokens."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple, NoReturn, TypeAlias

from coordinator.config.yaml_file import nearest
from coordinator.workflow.gotemplate.functions import FUNCTIONS
from coordinator.workflow.gotemplate.tokens import TemplateError, Token, literal, tokenize

DEEPEST = 64  # blocks and parentheses inside each other


class Name(NamedTuple):
    """The dot, a variable with its dollar sign, or a function."""

    name: str


class Path(NamedTuple):
    """The fields below another operand, as in `.a.b`, `$x.a` or `(index . 1).a`."""

    start: Operand
    fields: tuple[str, ...]


class Pipe(NamedTuple):
    """Commands, each of which hands its value on to the next, and the variables that get the last one."""

    commands: tuple[Command, ...] = ()
    declared: tuple[str, ...] = ()
    assigns: bool = False


class Node(NamedTuple):
    """What stands in the text, by its first word; text and a value that is written go by `text` and `show`."""

    line: int
    word: str
    text: str = ""  # what is written, or the name of the template that is inserted
    pipe: Pipe = Pipe()
    body: Body = ()
    otherwise: Body = ()


Literal: TypeAlias = str | int | float | bool | None  # None is the word nil
Operand: TypeAlias = Literal | Name | Path | Pipe
Command: TypeAlias = tuple[Operand, ...]  # a first word and what is given to it
Body: TypeAlias = tuple[Node, ...]

_CONSTANTS = {"true": True, "false": False, "nil": None}


class ParsedTemplate:
    """A template as it was read: its `body`, the bodies that it names, and what is to be known about its fields."""

    def __init__(self, text: str) -> None:
        self.definitions: dict[str, Body] = {}
        self.paths: list[tuple[int, tuple[str, ...]]] = []  # the fields of the dot or of `$`, with their lines
        self._tokens = tokenize(text)
        self._at = 0
        self._variables = ["$"]
        self._loops = 0
        self._nesting = 0
        self.body, _ = self._body(self._peek(), "last")
        # Whether there are parts in which the dot is something else than the data.
        self.moves_dot = any(token.kind in ("block", "define", "range", "template", "with") for token in self._tokens)

    def _peek(self) -> Token:
        return self._tokens[self._at]

    def _next(self) -> Token:
        self._at += 1
        return self._tokens[self._at - 1]

    def _expect(self, kind: str, where: str) -> Token:
        if self._peek().kind != kind:
            self._unexpected(self._peek(), where)
        return self._next()

    def _unexpected(self, token: Token, where: str) -> NoReturn:
        raise TemplateError(f"unexpected {token.text[:40]!r} in {where}", token.line)

    @contextmanager
    def _deeper(self, token: Token) -> Iterator[None]:
        self._nesting += 1
        if self._nesting > DEEPEST:
            raise TemplateError(f"more than {DEEPEST} blocks or parentheses inside each other", token.line)
        yield
        self._nesting -= 1

    def _body(self, opened: Token, *stops: str) -> tuple[Body, str]:
        """The nodes up to a token that closes what was opened, and its kind."""
        nodes: list[Node] = []
        while (token := self._next()).kind not in stops:
            if token.kind == "last":
                raise TemplateError("what begins here is not closed by {{end}}", opened.line)
            if token.kind == "define" and "last" in stops:
                name = self._expect("string", "define")
                self._expect("right", "define")
                self._define(str(literal(name)), name)
            else:
                nodes.append(self._node(token))
        if token.kind == "end":
            self._expect("right", "end")
        return tuple(nodes), token.kind

    def _node(self, token: Token) -> Node:
        match token.kind:
            case "text":
                return Node(token.line, "text", token.text)
            case "if" | "range" | "with":
                return self._block(token)
            case "block" | "template":
                return self._insertion(token)
            case "break" | "continue" if self._loops:
                self._expect("right", token.text)
                return Node(token.line, token.text)
            case "break" | "continue" | "else" | "end":
                raise TemplateError(f"{{{{{token.text}}}}} belongs to nothing here", token.line)
        self._at -= 1
        return Node(token.line, "show", pipe=self._pipe("a command"))

    def _block(self, token: Token) -> Node:
        """An `if`, `with` or `range` with all that belongs to it."""
        word, mark = token.text, len(self._variables)
        otherwise: Body = ()
        with self._deeper(token):
            pipe = self._pipe(word)
            self._loops += word == "range"
            body, stop = self._body(token, "else", "end")
            self._loops -= word == "range"
            if stop == "else" and word != "range" and self._peek().kind == word:
                otherwise = (self._block(self._next()),)
            elif stop == "else":
                self._expect("right", "else")
                otherwise, _ = self._body(token, "end")
        del self._variables[mark:]
        return Node(token.line, word, "", pipe, body, otherwise)

    def _insertion(self, token: Token) -> Node:
        """A `template`, or a `block`, which also defines it."""
        name = str(literal(self._expect("string", token.text)))
        if token.text == "template" and self._peek().kind == "right":
            self._next()
            return Node(token.line, "template", name)
        pipe = self._pipe(token.text)
        if token.text == "block":
            with self._deeper(token):
                self._define(name, token)
        return Node(token.line, "template", name, pipe)

    def _define(self, name: str, opened: Token) -> None:
        """Read the body of a definition, which sees no variable and no loop of what is around it."""
        around = self._variables, self._loops
        self._variables, self._loops = ["$"], 0
        body, _ = self._body(opened, "end")
        self._variables, self._loops = around
        if _is_blank(self.definitions.get(name, ())):
            self.definitions[name] = body
        elif not _is_blank(body):
            raise TemplateError(f"the template {name!r} is defined twice", opened.line)

    def _pipe(self, where: str, end: str = "right") -> Pipe:
        line = self._peek().line
        declared, assigns = self._declarations(where)
        commands: list[Command] = []
        while self._peek().kind != end:
            commands.append(self._command(where))
        self._next()
        if not commands:
            raise TemplateError(f"a value is missing in {where}", line)
        if any(isinstance(first, Literal) or first == Name(".") for first, *_ in commands[1:]):
            raise TemplateError("only a function can take what a | hands on", line)
        return Pipe(tuple(commands), tuple(declared), assigns)

    def _declarations(self, where: str) -> tuple[list[str], bool]:
        """The variables before `:=` or `=`, and whether they are only assigned to."""
        declared: list[str] = []
        while self._peek().kind == "variable" and self._tokens[self._at + 1].kind in (":=", "=", ","):
            variable, sign = self._next(), self._next()
            declared.append(variable.text)
            self._variables.append(variable.text)
            if sign.kind != ",":
                return declared, sign.kind == "="
            if where != "range" or len(declared) == 2 or self._peek().kind not in ("variable", "right", ")"):
                raise TemplateError("only range takes two variables, as in $key, $value :=", variable.line)
        return declared, False

    def _command(self, where: str) -> Command:
        operands = [self._operand(where)]
        while (token := self._peek()).kind not in ("|", "right", ")"):
            if not token.spaced:
                self._unexpected(token, where)
            operands.append(self._operand(where))
        if token.kind == "|":
            self._next()
        return tuple(operands)

    def _operand(self, where: str) -> Operand:
        token = self._next()
        start = Name(".") if token.kind == "field" else self._term(token, where)
        fields = [token.text[1:]] if token.kind == "field" else []
        while (following := self._peek()).kind == "field" and not following.spaced:
            fields.append(self._next().text[1:])
        if not fields:
            return start
        if isinstance(start, Literal) or token.kind == "dot":
            raise TemplateError(f"there is no .{fields[0]} of a literal", token.line)
        if token.kind == "field" or token.text == "$":
            self.paths.append((token.line, tuple(fields)))
        return Path(start, tuple(fields))

    def _term(self, token: Token, where: str) -> Operand:
        match token.kind:
            case "number" | "character" | "string":
                return literal(token)
            case "name" if token.text in _CONSTANTS:
                return _CONSTANTS[token.text]
            case "name" if token.text not in FUNCTIONS:
                fix = nearest(token.text, FUNCTIONS)
                raise TemplateError(f"there is no function {token.text!r}", token.line, fix=fix)
            case "variable" if token.text not in self._variables:
                raise TemplateError(f"the variable {token.text} is not declared", token.line)
            case "name" | "variable" | "dot":
                return Name(token.text)
            case "(":
                with self._deeper(token):
                    return self._pipe("parentheses", ")")
        self._unexpected(token, where)


def _is_blank(body: Body) -> bool:
    return all(node.word == "text" and not node.text.strip() for node in body)
