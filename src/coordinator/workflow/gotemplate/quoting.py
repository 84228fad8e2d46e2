"""Write strings and characters as Go source code does: the verb %q."""

from coordinator.workflow.gotemplate.values import characters, is_stray

_ESCAPES = {
    "\a": "\\a",
    "\b": "\\b",
    "\f": "\\f",
    "\n": "\\n",
    "\r": "\\r",
    "\t": "\\t",
    "\v": "\\v",
    "\\": "\\\\",
}


def quoted(text: str, quote: str, *, only_ascii: bool) -> str:
    """Return the text between two quotes, with escapes for the characters that need them."""
    pieces = [quote]
    for each in text:
        pieces.append(_escaped(each, quote, only_ascii))
    pieces.append(quote)
    return "".join(pieces)


def _escaped(character: str, quote: str, only_ascii: bool) -> str:
    if character == quote:
        return "\\" + quote
    if character in _ESCAPES:
        return _ESCAPES[character]
    code = ord(character)
    if is_stray(character):
        return f"\\x{code - 0xDC00:02x}"
    if character.isprintable() and not (only_ascii and code > 0x7F):
        return character
    if code < 0x80:
        return f"\\x{code:02x}"
    if code < 0x10000:
        return f"\\u{code:04x}"
    return f"\\U{code:08x}"


def can_backquote(text: bytes) -> bool:
    """Return whether Go can write a string between backquotes."""
    for each in characters(text):
        if each in "`\x7f\ufeff" or is_stray(each) or (each < " " and each != "\t"):
            return False
    return True
