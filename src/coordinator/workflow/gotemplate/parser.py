"""Parse the tokens of a template into its nodes."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple, NoReturn

from coordinator.workflow.gotemplate.errors import Refusal, TemplateError
from coordinator.workflow.gotemplate.functions import FUNCTIONS
from coordinator.workflow.gotemplate.lexer import Token, tokenize
from coordinator.workflow.gotemplate.limits import DEEPEST
from coordinator.workflow.gotemplate.literals import character, complex_number, number, string
from coordinator.workflow.gotemplate.nodes import (
    Body,
    Chain,
    Choice,
    Command,
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

_NUMBERS = {"number": number, "complex": complex_number, "character": character}
# The kinds of tokens that begin an operand.
_OPERANDS = {
    "(",
    "bool",
    "character",
    "complex",
    "dot",
    "field",
    "identifier",
    "nil",
    "number",
    "string",
    "variable",
}


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


class Parser:
    """The parse of one template.

    `definitions` are the bodies of `define` and `block`. `paths` are the fields of the dot or of
    `$` that the template names, such as `.Issue.Title`. `moves_dot` is true if in a part of the
    template the dot is not the template's data.
    """

    def __init__(self, text: str) -> None:
        self.definitions: dict[bytes, Body] = {}
        self.paths: list[FieldPath] = []
        self.moves_dot = False
        self._tokens = tokenize(text)
        self._at = 0
        self._variables = ["$"]
        self._loops = 0
        self._depth = 0

    def parse(self) -> Body:
        """Return the body of the whole template."""
        nodes: list[Node] = []
        while self._peek().kind != "last":
            token = self._next()
            if token.kind == "text":
                nodes.append(Text(token.line, token.text.encode()))
                continue
            word = self._peek_word()
            if word.kind == "define":
                self._next()
                self._definition(word)
            elif word.kind in ("else", "end"):
                raise TemplateError(f"{{{{{word.kind}}}}} belongs to nothing here", word.line)
            else:
                nodes.append(self._action())
        return tuple(nodes)

    # -- tokens

    def _peek(self) -> Token:
        return self._tokens[self._at]

    def _peek_word(self) -> Token:
        """Skip a space, and return the token after it."""
        if self._peek().kind == "space":
            self._at += 1
        return self._peek()

    def _next(self) -> Token:
        token = self._peek()
        self._at += 1
        return token

    def _expect(self, kind: str, where: str) -> Token:
        token = self._peek_word()
        if token.kind != kind:
            self._unexpected(token, where)
        return self._next()

    def _unexpected(self, token: Token, where: str) -> NoReturn:
        shown = token.text[:40] or "}}"
        raise TemplateError(f"unexpected {shown!r} in {where}", token.line)

    @contextmanager
    def _deeper(self, token: Token) -> Iterator[None]:
        self._depth += 1
        if self._depth > DEEPEST:
            what = f"more than {DEEPEST} blocks or parentheses are nested"
            raise TemplateError(what, token.line)
        yield
        self._depth -= 1

    # -- blocks

    def _body(self, opened: Token, *, may_have_else: bool = False) -> tuple[Body, str]:
        """Return the nodes up to the `end` or `else` of a block, and which of these words it is."""
        nodes: list[Node] = []
        while True:
            token = self._next()
            if token.kind == "last":
                what = "the block that begins here is not closed by {{end}}"
                raise TemplateError(what, opened.line)
            if token.kind == "text":
                nodes.append(Text(token.line, token.text.encode()))
                continue
            word = self._peek_word()
            if word.kind == "end":
                self._next()
                self._expect("right", "end")
                return tuple(nodes), "end"
            if word.kind == "else":
                if not may_have_else:
                    self._unexpected(word, opened.kind)
                self._next()
                return tuple(nodes), "else"
            nodes.append(self._action())

    def _action(self) -> Node:
        """Return the node of an action, whose `{{` has been read."""
        word = self._peek_word()
        match word.kind:
            case "if" | "with":
                return self._choice(self._next())
            case "range":
                return self._loop(self._next())
            case "block" | "template":
                return self._insertion(self._next())
            case "break" | "continue":
                self._next()
                self._expect("right", word.kind)
                if not self._loops:
                    what = f"{{{{{word.kind}}}}} belongs to nothing here"
                    raise TemplateError(what, word.line)
                return Leave(word.line, word.kind)
        return Show(word.line, self._pipe("a command", "right"))

    def _choice(self, opened: Token) -> Choice:
        """Return an `if` or `with` with all branches."""
        around = len(self._variables)
        self.moves_dot |= opened.kind == "with"
        branches: list[tuple[Pipe, Body]] = []
        otherwise: Body = ()
        with self._deeper(opened):
            while True:
                pipe = self._pipe(opened.kind, "right")
                body, closed_by = self._body(opened, may_have_else=True)
                branches.append((pipe, body))
                if closed_by == "end":
                    break
                if self._peek_word().kind == opened.kind:
                    self._next()
                    continue
                self._expect("right", "else")
                otherwise, _ = self._body(opened)
                break
        del self._variables[around:]
        return Choice(opened.line, opened.kind == "with", tuple(branches), otherwise)

    def _loop(self, opened: Token) -> Loop:
        around = len(self._variables)
        self.moves_dot = True
        otherwise: Body = ()
        with self._deeper(opened):
            pipe = self._pipe("range", "right")
            self._loops += 1
            body, closed_by = self._body(opened, may_have_else=True)
            self._loops -= 1
            if closed_by == "else":
                self._expect("right", "else")
                otherwise, _ = self._body(opened)
        del self._variables[around:]
        return Loop(opened.line, pipe, body, otherwise)

    def _insertion(self, opened: Token) -> Insertion:
        self.moves_dot = True
        name = self._string(self._expect("string", opened.kind))
        if opened.kind == "template" and self._peek_word().kind == "right":
            self._next()
            return Insertion(opened.line, name, None)
        pipe = self._pipe(opened.kind, "right")
        if opened.kind == "block":
            self._define(name, opened)
        return Insertion(opened.line, name, pipe)

    def _definition(self, opened: Token) -> None:
        self.moves_dot = True
        name = self._string(self._expect("string", "define"))
        self._expect("right", "define")
        self._define(name, opened)

    def _define(self, name: bytes, opened: Token) -> None:
        """Parse the body of a definition, which sees no variable and no loop outside it."""
        variables = self._variables
        loops = self._loops
        self._variables = ["$"]
        self._loops = 0
        with self._deeper(opened):
            body, _ = self._body(opened)
        self._variables = variables
        self._loops = loops
        if _is_blank(self.definitions.get(name, ())):
            self.definitions[name] = body
        elif not _is_blank(body):
            shown = name.decode("utf-8", "replace")
            raise TemplateError(f"the template {shown!r} is defined twice", opened.line)

    # -- pipes

    def _pipe(self, where: str, end: str) -> Pipe:
        line = self._peek_word().line
        declared, assigns = self._declarations(where)
        commands: list[Command] = []
        while True:
            token = self._peek_word()
            if token.kind == end:
                self._next()
                break
            if token.kind not in _OPERANDS:
                self._unexpected(token, where)
            commands.append(self._command())
        if not commands:
            raise TemplateError(f"a value is missing in {where}", line)
        for first, *_ in commands[1:]:
            is_dot = isinstance(first, Dot) and not first.fields
            if is_dot or isinstance(first, Literal | TooLarge | Nil):
                raise TemplateError("only a function can receive the value before a |", line)
        return Pipe(tuple(commands), tuple(declared), assigns)

    def _declarations(self, where: str) -> tuple[list[str], bool]:
        """Return the variables before `:=` or `=`, and whether they are assigned with `=`."""
        declared: list[str] = []
        while self._peek_word().kind == "variable":
            start = self._at
            variable = self._next()
            sign = self._peek_word()
            if sign.kind in ("=", ":="):
                self._next()
                declared.append(variable.text)
                self._variables.append(variable.text)
                return declared, sign.kind == "="
            if sign.text != ",":
                self._at = start
                return declared, False
            self._next()
            declared.append(variable.text)
            self._variables.append(variable.text)
            can_continue = self._peek_word().kind in ("variable", "right", ")")
            if where != "range" or len(declared) == 2 or not can_continue:
                what = "only range takes two variables, as in $key, $value :="
                raise TemplateError(what, variable.line)
        return declared, False

    def _command(self) -> Command:
        operands: list[Operand] = []
        while True:
            operands.append(self._operand())
            token = self._next()
            if token.kind == "space" and self._peek().kind in _OPERANDS:
                continue
            if token.kind == "space":
                token = self._next()
            if token.kind == "|":
                return tuple(operands)
            if token.kind not in ("right", ")"):
                self._unexpected(token, "a command")
            self._at -= 1
            return tuple(operands)

    def _operand(self) -> Operand:
        """Return a term with the fields that follow it."""
        token = self._next()
        term = self._term(token)
        names: list[str] = []
        if token.kind == "field":
            names.append(token.text[1:])
        while self._peek().kind == "field":
            names.append(self._next().text[1:])
        if not names:
            return term
        fields = tuple(names)
        match term:
            case Dot() if token.kind == "field":
                self.paths.append(FieldPath(token.line, fields))
                return Dot(fields)
            case Variable(name):
                if name == "$":
                    self.paths.append(FieldPath(token.line, fields))
                return Variable(name, fields)
            case Function() | Pipe():
                return Chain(term, fields)
        raise TemplateError(f"there is no .{fields[0]} of a literal", token.line)

    def _term(self, token: Token) -> Operand:
        match token.kind:
            case "number" | "complex" | "character":
                return self._literal(token, _NUMBERS[token.kind])
            case "string":
                return Literal(self._string(token))
            case "bool":
                return Literal(token.text == "true")
            case "nil":
                return Nil()
            case "dot" | "field":
                return Dot(())
            case "variable":
                if token.text not in self._variables:
                    what = f"the variable {token.text} is not declared"
                    raise TemplateError(what, token.line)
                return Variable(token.text, ())
            case "identifier":
                if token.text not in FUNCTIONS:
                    what = f"there is no function {token.text!r}"
                    raise TemplateError(what, token.line, fix=f"known: {', '.join(FUNCTIONS)}")
                return Function(token.text)
            case "(":
                with self._deeper(token):
                    return self._pipe("parentheses", ")")
        self._unexpected(token, "a command")

    def _string(self, token: Token) -> bytes:
        try:
            return string(token.text)
        except Refusal as refusal:
            raise TemplateError(refusal.problem, token.line) from None

    def _literal(
        self, token: Token, read: Callable[[str], Literal | TooLarge]
    ) -> Literal | TooLarge:
        try:
            return read(token.text)
        except Refusal as refusal:
            raise TemplateError(refusal.problem, token.line) from None


def _is_blank(body: Body) -> bool:
    """Return whether a body has nothing but space."""
    return all(isinstance(node, Text) and not node.text.decode().strip() for node in body)
