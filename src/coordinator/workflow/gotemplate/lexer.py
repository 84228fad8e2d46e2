"""Divide a template into tokens: plain text, and the words between `{{` and `}}`."""

from typing import NamedTuple

from coordinator.workflow.gotemplate.errors import TemplateError

SPACES = " \t\r\n"
KEYWORDS = {
    "block",
    "break",
    "continue",
    "define",
    "else",
    "end",
    "if",
    "nil",
    "range",
    "template",
    "with",
}
_DECIMAL = "0123456789_"
_HEXADECIMAL = "0123456789abcdefABCDEF_"
# The digits that can follow a zero and this letter.
_DIGITS = {"x": _HEXADECIMAL, "o": "01234567_", "b": "01_"}
_EXPONENTS = {_DECIMAL: "eE", _HEXADECIMAL: "pP"}
_SIGNS = "=|()"


class Token(NamedTuple):
    """A piece of a template.

    Its kind is `text`, `left`, `right`, `space`, `string`, `character`, `number`, `complex`,
    `bool`, `identifier`, `field`, `variable`, `dot`, `mark` (any other ASCII character) or `last`;
    a keyword, and each of `= := | ( )`, is its own kind.
    """

    kind: str
    text: str
    line: int


def tokenize(text: str) -> list[Token]:
    """Return the tokens of a template. Raise TemplateError if a part of it is no token."""
    lexer = _Lexer(text)
    lexer.run()
    return lexer.tokens


class _Lexer:
    def __init__(self, text: str) -> None:
        self.tokens: list[Token] = []
        self._text = text
        self._line = 1  # the line at `_counted`
        self._counted = 0

    def run(self) -> None:
        at = 0
        while (opening := self._text.find("{{", at)) >= 0:
            start = opening + 2
            plain_end = opening
            if self._text.startswith("-", start) and self._is_space(start + 1):
                start += 2
                plain_end = at + len(self._text[at:opening].rstrip(SPACES))
            self._add_text(at, plain_end)
            if self._text.startswith("/*", start):
                at = self._skip_comment(opening, start)
            else:
                at = self._action(opening, start)
        self._add_text(at, len(self._text))
        self._add("last", len(self._text), len(self._text))

    def _add(self, kind: str, start: int, end: int) -> int:
        """Add a token, and return the position after it."""
        self.tokens.append(Token(kind, self._text[start:end], self._line_at(start)))
        return end

    def _add_text(self, start: int, end: int) -> None:
        if start < end:
            self._add("text", start, end)

    def _line_at(self, place: int) -> int:
        """Return the number of the line at a position.

        Ask for the positions in ascending order, because the line breaks are counted only once.
        """
        self._line += self._text.count("\n", self._counted, place)
        self._counted = max(self._counted, place)
        return self._line

    def _error(self, problem: str, place: int) -> TemplateError:
        return TemplateError(problem, self._text.count("\n", 0, place) + 1)

    def _unexpected(self, place: int) -> TemplateError:
        return self._error(f"unexpected {self._text[place : place + 1]!r}", place)

    def _at(self, place: int) -> str:
        """Return the character at a position, or an empty string at the end of the template."""
        return self._text[place : place + 1]

    def _is_space(self, place: int) -> bool:
        return self._at(place) != "" and self._at(place) in SPACES

    def _is_in(self, place: int, characters: str) -> bool:
        return self._at(place) != "" and self._at(place) in characters

    def _skip(self, place: int, characters: str) -> int:
        """Return the first position from `place` on that has none of these characters."""
        while self._is_in(place, characters):
            place += 1
        return place

    def _after_closing(self, place: int) -> int:
        """Return the position after the `}}` or ` -}}` that begins here; 0 if none begins here.

        Skip the space after ` -}}`, which trims it.
        """
        if self._is_space(place) and self._text.startswith("-}}", place + 1):
            return self._skip(place + 4, SPACES)
        if self._text.startswith("}}", place):
            return place + 2
        return 0

    def _skip_comment(self, opening: int, start: int) -> int:
        end = self._text.find("*/", start + 2)
        if end < 0:
            raise self._error("a comment is not closed by */}}", opening)
        after = self._after_closing(end + 2)
        if not after:
            raise self._error("a comment is not closed by */}}", start)
        return after

    def _action(self, opening: int, start: int) -> int:
        """Add the tokens of an action, and return the position after the action."""
        self._add("left", opening, opening + 2)
        depth = 0
        at = start
        while not (after := self._after_closing(at)):
            if at >= len(self._text):
                raise self._error("the {{ here is not closed by }}", opening)
            depth += (self._at(at) == "(") - (self._at(at) == ")")
            if depth < 0:
                raise self._unexpected(at)
            at = self._word(at)
        if depth:
            raise self._error("a ( is not closed", opening)
        self._add("right", at, at)
        return after

    def _word(self, at: int) -> int:
        """Add the token at this position of an action, and return the position after it."""
        first = self._at(at)
        if first in SPACES:
            return self._space(at)
        if first in _SIGNS:
            return self._add(first, at, at + 1)
        if self._text.startswith(":=", at):
            return self._add(":=", at, at + 2)
        if first in "\"'`":
            return self._quoted(at)
        if first in "0123456789+-" or (first == "." and self._is_in(at + 1, "0123456789")):
            return self._number(at)
        if first == ".":
            if self._ends_word(at + 1):
                return self._add("dot", at, at + 1)
            return self._add("field", at, self._name_end(at + 1))
        if first == "$":
            return self._add("variable", at, self._name_end(at + 1))
        if _is_alphanumeric(first):
            return self._name(at)
        if first != ":" and " " < first <= "~":
            return self._add("mark", at, at + 1)
        raise self._unexpected(at)

    def _space(self, at: int) -> int:
        end = self._skip(at, SPACES)
        if self._text.startswith("-}}", end):
            end -= 1  # the last space belongs to the closing delimiter
        return self._add("space", at, end)

    def _quoted(self, at: int) -> int:
        """Add a string or a character, and return the position after it."""
        quote = self._at(at)
        end = at + 1
        while self._at(end) != quote:
            if quote != "`" and self._at(end) == "\\":
                end += 1
            if end >= len(self._text) or (quote != "`" and self._at(end) == "\n"):
                raise self._error(f"the {quote} here is not closed", at)
            end += 1
        kind = "character" if quote == "'" else "string"
        return self._add(kind, at, end + 1)

    def _number(self, at: int) -> int:
        end = self._number_end(at)
        if not self._is_in(end, "+-"):
            return self._add("number", at, end)
        end = self._number_end(end)
        if self._at(end - 1) != "i":
            raise self._error(f"{self._text[at:end]!r} is no number", at)
        return self._add("complex", at, end)

    def _number_end(self, at: int) -> int:
        end = at
        if self._is_in(end, "+-"):
            end += 1
        digits = _DECIMAL
        if self._at(end) == "0":
            end += 1
            letter = self._at(end).lower()
            if letter in _DIGITS:
                digits = _DIGITS[letter]
                end += 1
        end = self._skip(end, digits)
        if self._at(end) == ".":
            end = self._skip(end + 1, digits)
        if self._is_in(end, _EXPONENTS.get(digits, "")):
            end += 1
            if self._is_in(end, "+-"):
                end += 1
            end = self._skip(end, _DECIMAL)
        if self._at(end) == "i":
            end += 1
        if _is_alphanumeric(self._at(end)):
            raise self._error(f"{self._text[at : end + 1]!r} is no number", at)
        return end

    def _name(self, at: int) -> int:
        """Add a keyword, a truth value or the name of a function; return the position after it."""
        end = self._name_end(at)
        word = self._text[at:end]
        if word in KEYWORDS:
            return self._add(word, at, end)
        if word in ("true", "false"):
            return self._add("bool", at, end)
        return self._add("identifier", at, end)

    def _name_end(self, at: int) -> int:
        while _is_alphanumeric(self._at(at)):
            at += 1
        if not self._ends_word(at):
            raise self._unexpected(at)
        return at

    def _ends_word(self, at: int) -> bool:
        following = self._at(at)
        return following in SPACES + ".,|:()" or self._text.startswith("}}", at)


def _is_alphanumeric(character: str) -> bool:
    """Return whether Go takes a character for a letter, a digit or an underscore."""
    return character == "_" or character.isalpha() or character.isdecimal()
