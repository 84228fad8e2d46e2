"""The words of a Go template: plain text, and what stands between `{{` and `}}`, with line numbers."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

from coordinator.errors import UsageError

LONGEST = 100_000  # characters of a template

_SPACES = " \t\r\n"
_LEFT = re.compile(r"\{\{(?:-(?=[ \t\r\n]))?")
_RIGHT = re.compile(r"(?P<trim>[ \t\r\n]-)?\}\}")
_SPACE = re.compile(r"[ \t\r\n]+?(?=[ \t\r\n]-\}\}|[^ \t\r\n]|\Z)")
_QUOTED = re.compile(r'"(?:[^"\\\n]|\\[^\n])*+"')
_RAW = re.compile(r"`[^`]*`")
_CHARACTER = re.compile(r"'(?:[^'\\\n]|\\[^\n])*+'")
_NUMBER = re.compile(
    r"[+-]?(?:0[xX][0-9a-fA-F_]*(?:\.[0-9a-fA-F_]*)?(?:[pP][+-]?[0-9_]*)?|0[oO][0-7_]*|0[bB][01_]*"
    r"|[0-9_]*(?:\.[0-9_]*)?(?:[eE][+-]?[0-9_]*)?)"
)
_KEYWORDS = ("block", "break", "continue", "define", "else", "end", "if", "range", "template", "with")

_DIGITS = r"[0-9](?:_?[0-9])*"
_INTEGER = re.compile(
    r"[+-]?(?:0[xX](?:_?[0-9a-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+|0(?:_?[0-7])*|[1-9](?:_?[0-9])*)"
)
_DECIMAL = re.compile(rf"[+-]?(?:{_DIGITS}(?:\.(?:{_DIGITS})?)?|\.{_DIGITS})(?:[eE][+-]?{_DIGITS})?")
_HEXADECIMAL = re.compile(r"[+-]?0[xX](?=\.?[0-9a-fA-F])[0-9a-fA-F]*(?:\.[0-9a-fA-F]*)?[pP][+-]?[0-9]+")

_ESCAPE = re.compile(r"\\(x[0-9a-fA-F]{2}|[0-7]{3}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)", re.DOTALL)
_SIMPLE = dict(zip("abfnrtv\\", "\a\b\f\n\r\t\v\\", strict=True))


class TemplateError(UsageError):
    """A template is wrong, or cannot be filled in with the data at hand; `line` is where."""

    def __init__(self, what: str, line: int, *, fix: str = "") -> None:
        super().__init__(f"line {line} of the template: {what}", fix=fix)
        self.line = line
        self.problem = what


class Kind(Enum):
    """What a token is."""

    TEXT = auto()
    LEFT = auto()
    RIGHT = auto()
    SPACE = auto()
    WORD = auto()  # a function, or something that is none
    KEYWORD = auto()
    TRUTH = auto()
    NIL = auto()
    DOT = auto()
    FIELD = auto()
    VARIABLE = auto()
    NUMBER = auto()
    CHARACTER = auto()
    STRING = auto()
    ASSIGN = auto()
    DECLARE = auto()
    COMMA = auto()
    PIPE = auto()
    OPEN = auto()
    CLOSE = auto()
    END = auto()


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of the template and the line it begins on."""

    kind: Kind
    text: str
    line: int


_SIGNS = {"=": Kind.ASSIGN, "|": Kind.PIPE, "(": Kind.OPEN, ")": Kind.CLOSE, ",": Kind.COMMA}


def tokenize(text: str) -> list[Token]:
    """All tokens, the last of which is the end."""
    if len(text) > LONGEST:
        raise TemplateError(f"longer than {LONGEST} characters", 1)
    return list(_Scanner(without_surrogates(text)).tokens())


def without_surrogates(text: str) -> str:
    """Text that can be encoded; what is no character is replaced, as Go does when it reads JSON."""
    return text if text.isascii() else re.sub("[\ud800-\udfff]", "\ufffd", text)


class _Scanner:
    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._line = 1

    def tokens(self) -> Iterator[Token]:
        while self._at < len(self._text):
            yield from self._plain()
            if self._at < len(self._text):
                yield from self._action()
        yield Token(Kind.END, "", self._line)

    def _plain(self) -> Iterator[Token]:
        """The text up to the next action, without the space that the action trims."""
        start = self._text.find("{{", self._at)
        end = len(self._text) if start < 0 else start
        shown = self._text[self._at : end]
        opening = _LEFT.match(self._text, end)
        if opening and opening[0].endswith("-"):
            shown = shown.rstrip(_SPACES)
        if shown:
            yield Token(Kind.TEXT, shown, self._line)
        self._move(end)

    def _action(self) -> Iterator[Token]:
        opening = _LEFT.match(self._text, self._at)
        assert opening
        begin = opening.end() + opening[0].endswith("-")
        if self._text.startswith("/*", begin):
            self._comment(begin)
            return
        started = self._line
        yield Token(Kind.LEFT, opening[0], started)
        self._move(begin)
        yield from self._inside(started)

    def _comment(self, begin: int) -> None:
        end = self._text.find("*/", begin + 2)
        if end < 0:
            raise TemplateError("a comment is not closed by */", self._line)
        self._move(end + 2)
        closing = _RIGHT.match(self._text, self._at)
        if not closing:
            raise TemplateError("after a comment only }} may follow", self._line)
        self._close(closing)

    def _inside(self, started: int) -> Iterator[Token]:
        depth = 0
        while not (closing := _RIGHT.match(self._text, self._at)):
            if self._at >= len(self._text):
                raise TemplateError("the {{ here is not closed by }}", started)
            token = self._word()
            depth += (token.kind is Kind.OPEN) - (token.kind is Kind.CLOSE)
            if depth < 0:
                raise TemplateError("there is a ) too many", token.line)
            self._move(self._at + len(token.text))
            yield token
        if depth:
            raise TemplateError("a ( is not closed", self._line)
        yield Token(Kind.RIGHT, "}}", self._line)
        self._close(closing)

    def _close(self, closing: re.Match[str]) -> None:
        end = closing.end()
        if closing["trim"]:
            while end < len(self._text) and self._text[end] in _SPACES:
                end += 1
        self._move(end)

    def _move(self, to: int) -> None:
        self._line += self._text.count("\n", self._at, to)
        self._at = to

    def _token(self, kind: Kind, end: int) -> Token:
        return Token(kind, self._text[self._at : end], self._line)

    def _word(self) -> Token:
        """The token at hand; its length is that of its text."""
        text, at = self._text, self._at
        sign = text[at]
        if space := _SPACE.match(text, at):
            return self._token(Kind.SPACE, space.end())
        if sign in _SIGNS:
            return self._token(_SIGNS[sign], at + 1)
        if text.startswith(":=", at):
            return self._token(Kind.DECLARE, at + 2)
        if sign in "\"`'":
            return self._quoted(sign)
        if sign == "$" or (sign == "." and not text.startswith(tuple("0123456789"), at + 1)):
            return self._name(at + 1, Kind.VARIABLE if sign == "$" else Kind.FIELD)
        if sign in "+-.0123456789":
            return self._number()
        if _is_letter(sign):
            return self._name(at, Kind.WORD)
        raise TemplateError(f"unexpected {sign!r}", self._line)

    def _quoted(self, sign: str) -> Token:
        pattern, kind = {'"': (_QUOTED, Kind.STRING), "`": (_RAW, Kind.STRING), "'": (_CHARACTER, Kind.CHARACTER)}[sign]
        found = pattern.match(self._text, self._at)
        if not found:
            raise TemplateError(f"the {sign} here is not closed", self._line)
        return self._token(kind, found.end())

    def _number(self) -> Token:
        found = _NUMBER.match(self._text, self._at)
        assert found
        follows = self._text[found.end() : found.end() + 1]
        if follows in ("+", "-") or _is_letter(follows):
            raise TemplateError(f"bad number {found[0] + follows!r}", self._line)
        return self._token(Kind.NUMBER, found.end())

    def _name(self, end: int, kind: Kind) -> Token:
        while _is_letter(self._text[end : end + 1]):
            end += 1
        follows = self._text[end : end + 1]
        if follows not in tuple(_SPACES + ".,|:()") and follows and not self._text.startswith("}}", end):
            raise TemplateError(f"unexpected {follows!r} after {self._text[self._at : end]!r}", self._line)
        token = self._token(kind, end)
        if kind is Kind.WORD:
            return Token(_word_kind(token.text), token.text, token.line)
        return Token(Kind.DOT, ".", token.line) if token.text == "." else token


def _word_kind(text: str) -> Kind:
    if text in _KEYWORDS:
        return Kind.KEYWORD
    return {"true": Kind.TRUTH, "false": Kind.TRUTH, "nil": Kind.NIL}.get(text, Kind.WORD)


def _is_letter(sign: str) -> bool:
    return sign == "_" or sign.isalpha() or sign.isdecimal()


# -- what literals stand for


def number(token: Token) -> int | float:
    """The number that a token writes; one with a point or an exponent is a float."""
    text = token.text
    if _INTEGER.fullmatch(text):
        value = _integer(text.replace("_", ""))
        if not -(2**63) <= value < 2**63:
            raise TemplateError(f"{text} is too large for a number", token.line)
        return value
    if _DECIMAL.fullmatch(text) and re.search("[.eE]", text):
        found = float(text)
    elif _HEXADECIMAL.fullmatch(text):
        found = _hexadecimal(text)
    else:
        raise TemplateError(f"{text!r} is no number", token.line)
    if found in (float("inf"), float("-inf")):
        raise TemplateError(f"{text} is too large for a number", token.line)
    return found


def _integer(text: str) -> int:
    digits = text.lstrip("+-")
    if re.fullmatch("0[0-7]+", digits):
        digits = "0o" + digits[1:]
    return -int(digits, 0) if text.startswith("-") else int(digits, 0)


def _hexadecimal(text: str) -> float:
    try:
        return float.fromhex(text)
    except OverflowError:
        return float("inf")


def string(token: Token) -> str:
    """The text of a quoted or raw string; bytes that are no UTF-8 are kept as surrogates."""
    body = token.text[1:-1]
    if token.text.startswith("`"):
        return body.replace("\r", "")
    parts: list[bytes] = []
    at = 0
    for escape in _ESCAPE.finditer(body):
        value = _escaped(escape[1], '"', token.line)
        # Of an escape in hexadecimal or octal the byte is meant, of all others the character.
        raw = bytes([ord(value)]) if escape[1][0] in "x01234567" else value.encode()
        parts += [body[at : escape.start()].encode(), raw]
        at = escape.end()
    return b"".join([*parts, body[at:].encode()]).decode("utf-8", "surrogateescape")


def character(token: Token) -> int:
    """The code of the character between two apostrophes."""
    body = token.text[1:-1]
    escape = _ESCAPE.fullmatch(body)
    if escape:
        return ord(_escaped(escape[1], "'", token.line))
    if len(body) != 1:
        raise TemplateError(f"{token.text} should hold one character", token.line)
    return ord(body)


def _escaped(escape: str, quote: str, line: int) -> str:
    if escape in _SIMPLE:
        return _SIMPLE[escape]
    if escape == quote:
        return quote
    code = -1
    if len(escape) > 1:
        code = int(escape[1:], 16) if escape[0] in "xuU" else int(escape, 8)
    if not 0 <= code <= 0x10FFFF or 0xD800 <= code < 0xE000 or (escape[0].isdecimal() and code > 255):
        raise TemplateError(f"unknown escape \\{escape}", line)
    return chr(code)
