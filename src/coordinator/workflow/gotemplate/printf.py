"""Fill in a format, as Go's printf does, with its own words for mistakes."""

from collections.abc import Sequence

from coordinator.workflow.gotemplate.errors import Refusal
from coordinator.workflow.gotemplate.limits import Allowance, check_size
from coordinator.workflow.gotemplate.printing import joined, shown
from coordinator.workflow.gotemplate.values import (
    characters,
    from_characters,
    is_stray,
    type_name,
)
from coordinator.workflow.gotemplate.verbs import PLAIN, Verb

_WIDEST = 1_000_000  # the largest width and precision
_FLAGS = "#0+- "
_DIGITS = "0123456789"


def sprintf(allowance: Allowance, values: Sequence[object]) -> bytes:
    """Fill in the first value, which is a format, with the other values."""
    form, *arguments = values
    if not isinstance(form, bytes):
        raise Refusal("printf needs a string as its format")
    return _Form(allowance, characters(form), arguments).filled_in()


class _Form:
    """A format that is filled in from left to right."""

    def __init__(self, allowance: Allowance, form: str, arguments: Sequence[object]) -> None:
        self._allowance = allowance
        self._form = form
        self._arguments = arguments
        self._at = 0
        self._argument = 0  # the number of the next argument
        self._has_index = False  # an index such as [2] is before the present place
        self._is_index_right = True
        self._is_reordered = False
        self._pieces: list[bytes] = []
        self._size = 0

    def filled_in(self) -> bytes:
        while True:
            percent = self._form.find("%", self._at)
            if percent < 0:
                break
            self._write(from_characters(self._form[self._at : percent]))
            self._at = percent + 1
            self._directive()
        self._write(from_characters(self._form[self._at :]))
        if not self._is_reordered:
            self._write_rest()
        return joined(self._pieces)

    def _write(self, text: bytes) -> None:
        self._pieces.append(text)
        self._size += len(text)
        check_size(self._size)

    def _peek(self) -> str:
        """Return the next character, or an empty string at the end."""
        return self._form[self._at : self._at + 1]

    def _directive(self) -> None:
        """Write what a percent sign and the characters after it stand for."""
        flags = self._flags()
        self._is_index_right = True
        self._has_index = False
        self._read_index()
        width, minus = self._width()
        precision = self._precision()
        if not self._has_index:
            self._read_index()
        letter = self._peek()
        self._at += 1
        if not letter:
            self._write(b"%!(NOVERB)")
            return
        if is_stray(letter):
            letter = "\ufffd"
        shown_letter = letter.encode()
        if letter == "%":
            self._write(b"%")
        elif not self._is_index_right:
            self._write(b"%!" + shown_letter + b"(BADINDEX)")
        elif self._argument >= len(self._arguments):
            self._write(b"%!" + shown_letter + b"(MISSING)")
        else:
            verb = _verb(letter, flags, width, precision)
            if minus:
                verb = verb._replace(minus=True, zero=False)
            self._write(shown(self._allowance, self._arguments[self._argument], verb))
            self._argument += 1

    def _flags(self) -> str:
        start = self._at
        while self._peek() != "" and self._peek() in _FLAGS:
            self._at += 1
        return self._form[start : self._at]

    def _read_index(self) -> None:
        """Read an index such as [2], which selects the next argument by its number."""
        self._has_index = False
        if self._peek() != "[":
            return
        self._is_reordered = True
        end = self._form.find("]", self._at)
        if end < 0:
            self._is_index_right = False
            self._at += 1
            return
        number, stop = _number(self._form, self._at + 1, end)
        self._at = end + 1
        is_number = number is not None and stop == end
        self._has_index = is_number
        if is_number and number is not None and 1 <= number <= len(self._arguments):
            self._argument = number - 1
        else:
            self._is_index_right = False

    def _width(self) -> tuple[int | None, bool]:
        """Return the width, and whether it was negative."""
        if self._peek() != "*":
            width = self._digits()
            if self._has_index and width is not None:
                self._is_index_right = False
            return width, False
        self._at += 1
        self._has_index = False
        width = self._next_integer()
        if width is None:
            self._write(b"%!(BADWIDTH)")
            return None, False
        return abs(width), width < 0

    def _precision(self) -> int | None:
        if self._peek() != "." or self._at + 1 >= len(self._form):
            return None
        self._at += 1
        if self._has_index:
            self._is_index_right = False
        self._read_index()
        if self._peek() != "*":
            return self._digits() or 0
        self._at += 1
        self._has_index = False
        precision = self._next_integer()
        if precision is None or precision < 0:
            self._write(b"%!(BADPREC)")
            return None
        return precision

    def _digits(self) -> int | None:
        number, self._at = _number(self._form, self._at, len(self._form))
        return number

    def _next_integer(self) -> int | None:
        """Return the next argument if it can be a width. Otherwise return None."""
        if self._argument >= len(self._arguments):
            return None
        value = self._arguments[self._argument]
        self._argument += 1
        if isinstance(value, bool) or not isinstance(value, int):
            return None
        if abs(value) > _WIDEST:
            return None
        return value

    def _write_rest(self) -> None:
        """Write the arguments that the format has not used."""
        rest = self._arguments[self._argument :]
        if not rest:
            return
        pieces: list[bytes] = []
        for value in rest:
            if value is None:
                pieces.append(b"<nil>")
            else:
                pieces.append(
                    type_name(value).encode() + b"=" + shown(self._allowance, value, PLAIN)
                )
        self._write(b"%!(EXTRA " + b", ".join(pieces) + b")")


def _verb(letter: str, flags: str, width: int | None, precision: int | None) -> Verb:
    is_v = letter in "vw"
    return Verb(
        letter=letter,
        width=width,
        precision=precision,
        minus="-" in flags,
        plus="+" in flags and not is_v,
        sharp="#" in flags and not is_v,
        space=" " in flags,
        zero="0" in flags,
        is_go_syntax="#" in flags and is_v,
    )


def _number(form: str, start: int, end: int) -> tuple[int | None, int]:
    """Return the number that begins at `start`, and the position after it.

    Return None instead of the number if no digit is there, or if the number is too large. In the
    latter case, the position is `end`, as in Go.
    """
    at = start
    number = 0
    while at < end and form[at] in _DIGITS:
        if number > _WIDEST:
            return None, end
        number = 10 * number + int(form[at])
        at += 1
    if at == start:
        return None, at
    return number, at
