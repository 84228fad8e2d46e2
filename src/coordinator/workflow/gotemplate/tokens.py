"""The words of a Go template: plain text, and what stands between `{{` and `}}`, with line numbers."""

import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

from coordinator.errors import UsageError

LONGEST = 100_000  # characters of a template

_OPENING = re.compile(
    r"""
    \{\{ (?P<trim> -[ \t\r\n] )?
    (?P<comment> /\* (?: .*?\*/ (?P<closed> [ \t\r\n]-\}\}[ \t\r\n]* | \}\} )? )? )?
    """,
    re.VERBOSE | re.DOTALL,
)
# What may stand in an action; the name of a group is the kind of the token.
_WORD = re.compile(
    r"""
      (?P<right> [ \t\r\n]-\}\}[ \t\r\n]* | \}\} )
    | (?P<space> (?:[ \t\r\n](?!-\}\}))+ )
    | (?P<sign> := | [=|(),] )
    | (?P<string> "(?:[^"\\\n]|\\[^\n])*+" | `[^`]*` )
    | (?P<character> '(?:[^'\\\n]|\\[^\n])*+' )
    | (?P<number>
        (?=[+-]|\.?[0-9])
        (?> [+-]?
            (?: 0[xX][0-9a-fA-F_]*(?:\.[0-9a-fA-F_]*)?(?:[pP][+-]?[0-9_]*)? | 0[oO][0-7_]* | 0[bB][01_]*
              | [0-9_]*(?:\.[0-9_]*)?(?:[eE][+-]?[0-9_]*)? ) )
        (?![\w+-]) )
    | (?: (?P<keyword> (?:block|break|continue|define|else|end|if|range|template|with)\b )
        | (?P<name> (?![0-9])\w++ )
        | (?P<variable> \$\w*+ )
        | (?P<field> \.(?![0-9])\w++ )
        | (?P<dot> \. ) )
      (?= [ \t\r\n.,|:()] | \}\} | \Z )
    """,
    re.VERBOSE,
)
_ESCAPE = re.compile(r"\\(x[0-9a-fA-F]{2}|[0-7]{3}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)", re.DOTALL)
_SIMPLE_ESCAPES = dict(zip("abfnrtv\\", "\a\b\f\n\r\t\v\\", strict=True))


class TemplateError(UsageError):
    """A template is wrong, or cannot be filled in with the data at hand; `line` is where."""

    def __init__(self, what: str, line: int, *, fix: str = "") -> None:
        super().__init__(f"line {line} of the template: {what}", fix=fix)
        self.line = line
        self.problem = what


class Token(NamedTuple):
    """A piece of the template; a keyword or sign is its own kind, others are a group of `_WORD`, `text` or `last`."""

    kind: str
    text: str
    line: int
    spaced: bool = False  # whether space is before it


def tokenize(text: str) -> list[Token]:
    """All tokens but space, the last of which is the end."""
    if len(text) > LONGEST:
        raise TemplateError(f"longer than {LONGEST} characters", 1)
    # What is no character is replaced, as Go does when it reads JSON.
    return list(_Scanner(re.sub("[\ud800-\udfff]", "\ufffd", text)).tokens())


class _Scanner:
    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._line_breaks = [found.start() for found in re.finditer("\n", text)]

    def _line(self, at: int) -> int:
        return bisect_left(self._line_breaks, at) + 1

    def tokens(self) -> Iterator[Token]:
        while opening := _OPENING.search(self._text, self._at):
            plain = self._text[self._at : opening.start()]
            if plain := plain.rstrip(" \t\r\n") if opening["trim"] else plain:
                yield Token("text", plain, self._line(self._at))
            self._at = opening.end()
            if not opening["comment"]:
                yield from self._action(opening.start())
            elif not opening["closed"]:
                at = self._at if opening["comment"].endswith("*/") else opening.start()
                raise TemplateError("a comment is not closed by */}}", self._line(at))
        if plain := self._text[self._at :]:
            yield Token("text", plain, self._line(self._at))
        yield Token("last", "", self._line(len(self._text)))

    def _action(self, opened: int) -> Iterator[Token]:
        """The tokens up to and with the `}}`."""
        depth, kind = 0, ""
        while kind != "}}":
            spaced = kind == "space"
            kind, text, line = self._word(opened)
            depth += (kind == "(") - (kind == ")")
            if depth < 0 or (depth and kind == "}}"):
                raise TemplateError("there is a ) too many" if depth < 0 else "a ( is not closed", line)
            if kind != "space":
                yield Token(kind, text, line, spaced)

    def _word(self, opened: int) -> tuple[str, str, int]:
        at, line = self._at, self._line(self._at)
        found = _WORD.match(self._text, at)
        if found and found.lastgroup and _is_go_word(found):
            self._at = found.end()
            text = "}}" if found.lastgroup == "right" else found[0]
            return text if found.lastgroup in ("right", "sign", "keyword") else found.lastgroup, text, line
        if at == len(self._text):
            raise TemplateError("the {{ here is not closed by }}", self._line(opened))
        if self._text[at] in "\"`'":
            raise TemplateError(f"the {self._text[at]} here is not closed", line)
        wrong = re.match(r"[$.+-]?\w*\S|.", self._text[at : at + 40])
        raise TemplateError(f"unexpected {wrong and wrong[0]!r}", line)


def _is_go_word(found: re.Match[str]) -> bool:
    """Whether Go, too, takes all of a name for letters and digits; Python takes a ½ for one."""
    name = found[0][1:] if found.lastgroup in ("variable", "field") else ""
    return all(sign == "_" or sign.isalpha() or sign.isdecimal() for sign in name)


# -- what literals stand for


def literal(token: Token) -> str | int | float:
    """The value of a number, of a character, which is its code, or of a text."""
    if token.kind == "string":
        return string(token)
    if token.kind == "character":
        return _character(token)
    try:
        return _number(token.text.lower())
    except ValueError:
        raise TemplateError(f"{token.text!r} is no number", token.line) from None
    except OverflowError:
        raise TemplateError(f"{token.text} is too large for a number", token.line) from None


def _number(text: str) -> int | float:
    value: int | float
    if "x" in text and "p" in text:
        value = float.fromhex(text)
    elif "x" not in text and ("." in text or "e" in text):
        value = float(text)
    else:  # a zero before other digits makes the number octal
        value = int(re.sub("^([+-]?)0_?(?=[0-7])", r"\g<1>0o", text), 0)
    if abs(value) == float("inf") or (isinstance(value, int) and not -(2**63) <= value < 2**63):
        raise OverflowError
    return value


def string(token: Token) -> str:
    """The text of a quoted or raw string; bytes that are no UTF-8 are kept as surrogates."""
    body = token.text[1:-1]
    if token.text.startswith("`"):
        return body.replace("\r", "")

    def meant(escape: re.Match[str]) -> str:
        code = _code(escape[1], '"', token.line)
        # Of an escape in hexadecimal or octal the byte is meant, of all others the character.
        return chr(0xDC00 + code) if code > 0x7F and escape[1][0] in "x01234567" else chr(code)

    return _ESCAPE.sub(meant, body).encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape")


def _character(token: Token) -> int:
    body = token.text[1:-1]
    if escape := _ESCAPE.fullmatch(body):
        return _code(escape[1], "'", token.line)
    if len(body) != 1:
        raise TemplateError(f"{token.text} should hold one character", token.line)
    return ord(body)


def _code(escape: str, quote: str, line: int) -> int:
    if escape in _SIMPLE_ESCAPES or escape == quote:
        return ord(_SIMPLE_ESCAPES.get(escape, quote))
    if len(escape) > 1:
        code, largest = (int(escape, 8), 0xFF) if escape.isdecimal() else (int(escape[1:], 16), 0x10FFFF)
        if code <= largest and not 0xD800 <= code < 0xE000:
            return code
    raise TemplateError(f"unknown escape \\{escape}", line)
