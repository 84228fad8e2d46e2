"""Reads the tokens of a Go template into the parts that carry it out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, NoReturn

from coordinator.config.yaml_file import nearest
from coordinator.workflow.gotemplate.functions import FUNCTIONS
from coordinator.workflow.gotemplate.nodes import (
    Action,
    Body,
    Break,
    Call,
    Choice,
    Command,
    Continue,
    Dot,
    Insertion,
    Leave,
    Literal,
    Loop,
    Nil,
    Node,
    Operand,
    Path,
    Pipe,
    Text,
    Variable,
)
from coordinator.workflow.gotemplate.tokens import Kind, TemplateError, Token, character, number, string, tokenize

DEEPEST = 64  # blocks and parentheses inside each other

_OPERANDS = (
    *(Kind.CHARACTER, Kind.DOT, Kind.FIELD, Kind.NIL, Kind.NUMBER, Kind.OPEN, Kind.STRING, Kind.TRUTH),
    *(Kind.VARIABLE, Kind.WORD),
)


@dataclass(frozen=True, slots=True)
class _Stop:
    """An `end` or an `else`, which closes a body."""

    line: int
    word: str


class Parser:
    """One reading of a template; `body` is its text, `definitions` are the named ones."""

    def __init__(self, text: str) -> None:
        self.definitions: dict[str, Body] = {}
        self._tokens = tokenize(text)
        self._at = 0
        self._variables = ["$"]
        self._loops = 0
        self._nesting = 0
        self.body = self._whole()

    # -- tokens

    def _next(self) -> Token:
        token = self._tokens[self._at]
        self._at += token.kind is not Kind.END
        return token

    def _peek(self) -> Token:
        return self._tokens[self._at]

    def _peek_word(self) -> Token:
        while self._peek().kind is Kind.SPACE:
            self._at += 1
        return self._peek()

    def _next_word(self) -> Token:
        self._peek_word()
        return self._next()

    def _expect(self, kind: Kind, where: str) -> Token:
        token = self._next_word()
        if token.kind is not kind:
            self._unexpected(token, where)
        return token

    def _unexpected(self, token: Token, where: str) -> NoReturn:
        what = {Kind.END: "end of the template", Kind.RIGHT: "}}"}.get(token.kind, f"{token.text[:40]!r}")
        raise TemplateError(f"unexpected {what} in {where}", token.line)

    # -- text and blocks

    def _whole(self) -> Body:
        nodes: list[Node] = []
        while self._peek().kind is not Kind.END:
            if self._defines():
                self._definition()
                continue
            node = self._node()
            if isinstance(node, _Stop):
                raise TemplateError(f"{{{{{node.word}}}}} closes nothing", node.line)
            nodes.append(node)
        return tuple(nodes)

    def _defines(self) -> bool:
        start = self._at
        if self._next().kind is Kind.LEFT and _is_keyword(self._next_word(), "define"):
            return True
        self._at = start
        return False

    def _definition(self) -> None:
        name = self._expect(Kind.STRING, "define")
        self._expect(Kind.RIGHT, "define")
        self._define(string(name), self._apart(name), name.line)

    def _apart(self, opened: Token) -> Body:
        """A body that sees no variable and no loop of what is around it."""
        variables, self._variables = self._variables, ["$"]
        loops, self._loops = self._loops, 0
        body, stop = self._items(opened.line)
        if stop.word != "end":
            raise TemplateError("unexpected {{else}} in a definition", stop.line)
        self._variables, self._loops = variables, loops
        return body

    def _define(self, name: str, body: Body, line: int) -> None:
        if _is_blank(self.definitions.get(name, ())):
            self.definitions[name] = body
        elif not _is_blank(body):
            raise TemplateError(f"the template {name!r} is defined twice", line)

    def _items(self, opened: int) -> tuple[Body, _Stop]:
        nodes: list[Node] = []
        while self._peek_word().kind is not Kind.END:
            node = self._node()
            if isinstance(node, _Stop):
                return tuple(nodes), node
            nodes.append(node)
        raise TemplateError("what begins here is not closed by {{end}}", opened)

    def _node(self) -> Node | _Stop:
        token = self._next_word()
        if token.kind is Kind.TEXT:
            return Text(token.line, token.text)
        if token.kind is not Kind.LEFT:
            self._unexpected(token, "the text")
        first = self._peek_word()
        if _is_keyword(first, *self._blocks):
            self._next()
            return self._blocks[first.text](self, first)
        return Action(first.line, self._pipe("a command", Kind.RIGHT))

    def _leave(self, token: Token) -> Node:
        self._expect(Kind.RIGHT, token.text)
        if not self._loops:
            raise TemplateError(f"{{{{{token.text}}}}} outside of {{{{range}}}}", token.line)
        return Leave(token.line, Break if token.text == "break" else Continue)

    def _stop(self, token: Token) -> _Stop:
        following = self._peek_word()
        if token.text != "else" or not _is_keyword(following, "if", "with"):
            self._expect(Kind.RIGHT, token.text)
        return _Stop(token.line, token.text)

    def _control(self, token: Token) -> Node:
        """An `if`, `with` or `range` with all that belongs to it."""
        word, mark = token.text, len(self._variables)
        self._go_deeper(token)
        pipe = self._pipe(word, Kind.RIGHT)
        self._loops += word == "range"
        body, stop = self._items(token.line)
        self._loops -= word == "range"
        otherwise = self._otherwise(word, token) if stop.word == "else" else ()
        self._nesting -= 1
        del self._variables[mark:]
        if word == "range":
            return Loop(token.line, pipe, body, otherwise)
        return Choice(token.line, pipe, body, otherwise, moves_dot=word == "with")

    def _otherwise(self, word: str, token: Token) -> Body:
        if word != "range" and _is_keyword(self._peek(), word):
            return (self._control(self._next()),)
        body, stop = self._items(token.line)
        if stop.word != "end":
            raise TemplateError("a second {{else}}", stop.line)
        return body

    def _insertion(self, token: Token) -> Node:
        name = self._expect(Kind.STRING, token.text)
        pipe = None
        if token.text == "block" or self._peek_word().kind is not Kind.RIGHT:
            pipe = self._pipe(token.text, Kind.RIGHT)
        else:
            self._next()
        if token.text == "block":
            self._go_deeper(token)
            self._define(string(name), self._apart(token), token.line)
            self._nesting -= 1
        return Insertion(token.line, string(name), pipe)

    def _go_deeper(self, token: Token) -> None:
        self._nesting += 1
        if self._nesting > DEEPEST:
            raise TemplateError(f"more than {DEEPEST} blocks or parentheses inside each other", token.line)

    _blocks: ClassVar[dict[str, Callable[[Parser, Token], Node | _Stop]]] = {
        **dict.fromkeys(("break", "continue"), _leave),
        **dict.fromkeys(("else", "end"), _stop),
        **dict.fromkeys(("if", "range", "with"), _control),
        **dict.fromkeys(("block", "template"), _insertion),
    }

    # -- pipes

    def _pipe(self, where: str, end: Kind) -> Pipe:
        line = self._peek_word().line
        declared, assigns = self._declarations(where)
        commands: list[Command] = []
        while (token := self._peek_word()).kind is not end:
            if token.kind not in _OPERANDS:
                self._unexpected(token, where)
            commands.append(self._command())
        self._next()
        if not commands:
            raise TemplateError(f"a value is missing in {where}", line)
        for command in commands[1:]:
            if isinstance(command.first, Literal | Dot | Nil):
                raise TemplateError("only a function can take what a | hands on", line)
        return Pipe(tuple(commands), tuple(declared), assigns)

    def _declarations(self, where: str) -> tuple[list[str], bool]:
        """The variables before `:=` or `=`, and whether they are only assigned to."""
        declared: list[str] = []
        while self._peek_word().kind is Kind.VARIABLE:
            start = self._at
            variable = self._next()
            following = self._peek_word()
            if following.kind not in (Kind.ASSIGN, Kind.DECLARE, Kind.COMMA):
                self._at = start
                break
            self._next()
            declared.append(variable.text)
            self._variables.append(variable.text)
            if following.kind is not Kind.COMMA:
                return declared, following.kind is Kind.ASSIGN
            if where != "range" or len(declared) == 2:
                raise TemplateError(f"too many variables in {where}", variable.line)
            if self._peek_word().kind not in (Kind.VARIABLE, Kind.RIGHT, Kind.CLOSE):
                raise TemplateError("after the comma in range a variable follows", variable.line)
        return declared, False

    def _command(self) -> Command:
        operands: list[Operand] = []
        while True:
            self._peek_word()
            operand = self._operand()
            if operand is not None:
                operands.append(operand)
            token = self._peek()
            if token.kind in (Kind.SPACE, Kind.PIPE):
                self._next()
            if token.kind in (Kind.PIPE, Kind.RIGHT, Kind.CLOSE):
                break
            if token.kind is not Kind.SPACE:
                self._unexpected(token, "a command")
        if not operands:
            raise TemplateError("a command is empty", token.line)
        return Command(operands[0], tuple(operands[1:]))

    def _operand(self) -> Operand | None:
        line = self._peek().line
        term = self._term()
        fields: list[str] = []
        while term is not None and self._peek().kind is Kind.FIELD:
            fields.append(self._next().text[1:])
        if not fields or term is None:
            return term
        if isinstance(term, Literal | Nil | Dot):
            raise TemplateError(f"there is no .{fields[0]} of a literal", line)
        if isinstance(term, Path) and isinstance(term.start, Dot):
            return Path(term.start, (*term.fields, *fields))
        return Path(term, tuple(fields))

    def _term(self) -> Operand | None:
        token = self._peek()
        if token.kind not in _OPERANDS:
            return None
        self._next()
        if token.kind is Kind.OPEN:
            self._go_deeper(token)
            pipe = self._pipe("parentheses", Kind.CLOSE)
            self._nesting -= 1
            return pipe
        return self._terms[token.kind](self, token)

    def _function(self, token: Token) -> Operand:
        if token.text not in FUNCTIONS:
            fix = nearest(token.text, FUNCTIONS)
            raise TemplateError(f"there is no function {token.text!r}", token.line, fix=fix)
        return Call(token.text)

    def _variable(self, token: Token) -> Operand:
        if token.text not in self._variables:
            raise TemplateError(f"the variable {token.text} is not declared", token.line)
        return Variable(token.text)

    _terms: ClassVar[dict[Kind, Callable[[Parser, Token], Operand]]] = {
        Kind.CHARACTER: lambda self, token: Literal(character(token)),
        Kind.DOT: lambda self, token: Dot(),
        Kind.FIELD: lambda self, token: Path(Dot(), (token.text[1:],)),
        Kind.NIL: lambda self, token: Nil(),
        Kind.NUMBER: lambda self, token: Literal(number(token)),
        Kind.STRING: lambda self, token: Literal(string(token)),
        Kind.TRUTH: lambda self, token: Literal(token.text == "true"),
        Kind.VARIABLE: _variable,
        Kind.WORD: _function,
    }


def _is_keyword(token: Token, *words: str) -> bool:
    return token.kind is Kind.KEYWORD and token.text in words


def _is_blank(body: Body) -> bool:
    return all(isinstance(node, Text) and not node.text.strip() for node in body)
