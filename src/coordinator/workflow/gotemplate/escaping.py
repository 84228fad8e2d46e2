"""The functions that escape text: html, js, urlquery."""

from collections.abc import Sequence

from coordinator.workflow.gotemplate.limits import Allowance
from coordinator.workflow.gotemplate.printing import sprint
from coordinator.workflow.gotemplate.values import characters, from_characters, is_stray

_HTML = {
    "\0": "\ufffd",
    '"': "&#34;",
    "'": "&#39;",
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
}
_HTML_TABLE = str.maketrans(_HTML)
_PLAIN_IN_QUERIES = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~")


def html(allowance: Allowance, values: Sequence[object]) -> bytes:
    """Return the values escaped for HTML."""
    return from_characters(characters(_text(allowance, values)).translate(_HTML_TABLE))


def js(allowance: Allowance, values: Sequence[object]) -> bytes:
    """Return the values escaped for a JavaScript string."""
    pieces: list[str] = []
    for each in characters(_text(allowance, values)):
        pieces.append(_in_script(each))
    return from_characters("".join(pieces))


def _in_script(character: str) -> str:
    if character in "\\'\"":
        return "\\" + character
    if character in "<>&=" or character < " ":
        return f"\\u{ord(character):04X}"
    if character < "\x80" or character.isprintable() or is_stray(character):
        return character
    return f"\\u{ord(character):04X}"


def url_query(allowance: Allowance, values: Sequence[object]) -> bytes:
    """Return the values escaped for the query of a URL."""
    result = bytearray()
    for each in _text(allowance, values):
        if each in _PLAIN_IN_QUERIES:
            result.append(each)
        elif each == 0x20:
            result += b"+"
        else:
            result += b"%%%02X" % each
    return bytes(result)


def _text(allowance: Allowance, values: Sequence[object]) -> bytes:
    """Return the values as `print` writes them, with a placeholder for nil."""
    shown: list[object] = []
    for value in values:
        shown.append(b"<no value>" if value is None else value)
    text = sprint(allowance, shown)
    allowance.handle(len(text))
    return text
