"""The words of a Go template with their lines: plain text, and what stands between `{{` and `}}`."""

import json
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
    | (?P<number> [+-]?\.?[0-9](?:[0-9a-zA-Z_.]|(?<=[eE])[+-])* )
    | (?: (?P<keyword> (?:else|end|if|range|with)\b )
        | (?P<name> (?![0-9])\w++ )
        | (?P<variable> \$\w*+ )
        | (?P<field> \.(?![0-9])\w++ )
        | (?P<dot> \. ) )
      (?= [ \t\r\n.,|:()] | \}\} | \Z )
    """,
    re.VERBOSE,
)
_DECIMAL = re.compile(r"[+-]?(0|[1-9][0-9]{0,17})")
_FRACTION = re.compile(r"[+-]?([0-9]{1,18}\.?[0-9]{0,18}|\.[0-9]{1,18})(e[+-]?[0-9]{1,2})?", re.IGNORECASE)


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
    return list(_tokens(text))


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
            if not found or not found.lastgroup:
                rest = text[at : at + 40]
                if not rest:
                    raise TemplateError("the {{ here is not closed by }}", line(opening.start()))
                if rest[0] in '"`':
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


def literal(token: Token) -> str | int | float:
    """The value of a number or of a text; of Go's ways to write one, those that JSON has, too."""
    text = token.text
    if text[0] == "`":
        return text[1:-1].replace("\r", "")
    if token.kind == "string":
        try:
            return str(json.loads(text, strict=False))
        except ValueError:
            fix = r"known are \n, \t, \r, \", \\ and \u with four digits"
            raise TemplateError(f"an unknown escape in {text}", token.line, fix=fix) from None
    if _DECIMAL.fullmatch(text):
        return int(text)
    if _FRACTION.fullmatch(text) and re.search("[.eE]", text):
        return float(text)
    raise TemplateError(f"{text!r} is no decimal number", token.line)
