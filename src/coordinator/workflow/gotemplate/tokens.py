"""The words of a Go template with their lines: plain text, and what stands between `{{` and `}}`."""

import re
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
    | (?P<number> [+-]?\.?[0-9](?:[0-9a-zA-Z_.]|(?<=[eEpP])[+-])* )
    | (?: (?P<keyword> (?:block|break|continue|define|else|end|if|range|template|with)\b )
        | (?P<name> (?![0-9])\w++ )
        | (?P<variable> \$\w*+ )
        | (?P<field> \.(?![0-9])\w++ )
        | (?P<dot> \. ) )
      (?= [ \t\r\n.,|:()] | \}\} | \Z )
    """,
    re.VERBOSE,
)
_ESCAPE = re.compile(r"\\(x[0-9a-fA-F]{2}|[0-3][0-7]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)", re.DOTALL)
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
    return list(_tokens(re.sub("[\ud800-\udfff]", "\ufffd", text)))


def _tokens(text: str) -> Iterator[Token]:
    at = 0

    def line(place: int) -> int:
        return text.count("\n", 0, place) + 1

    while opening := _OPENING.search(text, at):
        plain = text[at : opening.start()]
        if plain := plain.rstrip(" \t\r\n") if opening["trim"] else plain:
            yield Token("text", plain, line(at))
        at = opening.end()
        if opening["comment"] and not opening["closed"]:
            is_ended = opening["comment"].endswith("*/")
            raise TemplateError("a comment is not closed by */}}", line(at if is_ended else opening.start()))
        kind = "right" if opening["comment"] else ""
        while kind != "right":
            found = _WORD.match(text, at)
            if not found or not found.lastgroup or not _is_go_word(found):
                rest = text[at : at + 40]
                if not rest:
                    raise TemplateError("the {{ here is not closed by }}", line(opening.start()))
                if rest[0] in "\"`'":
                    raise TemplateError(f"the {rest[0]} here is not closed", line(at))
                wrong = re.findall(r"[$.+-]?\w*\S|.", rest)[0]
                raise TemplateError(f"unexpected {wrong!r}", line(at))
            spaced, kind = kind == "space", found[0] if found.lastgroup in ("keyword", "sign") else found.lastgroup
            if kind != "space":
                yield Token(kind, found[0], line(at), spaced)
            at = found.end()
    if plain := text[at:]:
        yield Token("text", plain, line(at))
    yield Token("last", "", line(len(text)))


def _is_go_word(found: re.Match[str]) -> bool:
    """Whether Go, too, takes all of a name for letters and digits; Python takes a ½ for one."""
    name = found[0][1:] if found.lastgroup in ("variable", "field") else ""
    return all(sign == "_" or sign.isalpha() or sign.isdecimal() for sign in name)


def literal(token: Token) -> str | int | float:
    """The value of a number, of a character, which is its code, or of a text."""
    if token.text[0] == "`":
        return token.text[1:-1].replace("\r", "")
    if token.kind == "string":  # the bytes of one character may be escaped one by one
        return _unescaped(token).encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape")
    if token.kind == "character":
        sign = _unescaped(token)
        if len(sign) != 1:
            raise TemplateError(f"{token.text} should hold one character", token.line)
        return ord(sign) - 0xDC00 if "\udc80" <= sign <= "\udcff" else ord(sign)
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


def _unescaped(token: Token) -> str:
    """What stands between two quotes; escapes in hexadecimal or octal mean bytes, which are kept as surrogates."""
    quote, body = token.text[0], token.text[1:-1]

    def meant(found: re.Match[str]) -> str:
        escape = found[1]
        if escape in _SIMPLE_ESCAPES or escape == quote:
            return _SIMPLE_ESCAPES.get(escape, quote)
        code = 0xD800 if len(escape) == 1 else int(escape, 8) if escape.isdecimal() else int(escape[1:], 16)
        if 0xD800 <= code < 0xE000 or code > 0x10FFFF:
            raise TemplateError(f"unknown escape \\{escape}", token.line)
        return chr(0xDC00 + code) if 0x80 <= code <= 0xFF and escape[0] not in "uU" else chr(code)

    return _ESCAPE.sub(meant, body)
