"""One verb of printf with its flags, as in `%-8.3f`, and the padding that it asks for."""

from typing import NamedTuple

from coordinator.workflow.gotemplate.values import characters


class Verb(NamedTuple):
    """A verb with its flags.

    As in Go, the flags of the verb v are not `plus` and `sharp`: `%+v` is the same as `%v`, and
    `%#v` sets `is_go_syntax`.
    """

    letter: str = "v"
    width: int | None = None
    precision: int | None = None
    minus: bool = False
    plus: bool = False
    sharp: bool = False
    space: bool = False
    zero: bool = False
    is_go_syntax: bool = False

    def pad(self, text: bytes, *, zeros: bool = True) -> bytes:
        """Return the text, filled up to the width of the verb."""
        if not self.width:
            return text
        missing = self.width - len(characters(text))
        if missing <= 0:
            return text
        if self.minus:
            return text + b" " * missing
        if zeros and self.zero:
            return b"0" * missing + text
        return b" " * missing + text

    def sign(self, *, is_negative: bool) -> str:
        """Return the sign before the digits of a number."""
        if is_negative:
            return "-"
        if self.plus:
            return "+"
        return " " if self.space else ""


PLAIN = Verb()
