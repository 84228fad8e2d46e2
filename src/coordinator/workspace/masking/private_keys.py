"""Find the text of a private key after its BEGIN marker.

Markers prove nothing, because an author can put them around code to hide it from judges. So text
counts as a key only if it is base64 that decodes to the beginning of a key. Its lines must have the
same width, and it ends where the key ends. All text around it stays visible.
"""

import base64
import binascii
import re
from collections.abc import Iterator

NARROWEST = 16  # characters of base64 in a line of a key; only the last line may be shorter
MOST_HEADERS = 10  # headers that are read before a key

# The characters that begin the lines of each side of a diff, old and new. The empty entry is for
# text that is not a diff.
_SIDES = (b"", b" -", b" +")
# A line break, an escaped line break as in a string literal, or a run of base64. Other characters
# around these, such as quotation marks, are ignored.
_PIECE = re.compile(rb"\n|\\++[nrt]|(?P<base64>[A-Za-z0-9+/]++={0,2})")
_OPENS_EXPRESSION = (b"_", b".", b"$", b"@", b"(", b"[", b"{")
# Characters that can follow a line of a key. At the end of the file, an empty string follows it.
_FOLLOWS_KEY = (
    b"",
    b" ",
    b"\t",
    b"\r",
    b"\n",
    b"\\",
    b'"',
    b"'",
    b"`",
    b",",
    b";",
    b")",
    b"<",
)
_HEADER = re.compile(rb"[ \t+-]*(?P<name>[A-Za-z][A-Za-z0-9-]{2,30}): [^\n\\]{0,200}")
_MARKER = re.compile(rb"(?i:-----BEGIN)")
# The mask of a key can also cover blanks, line breaks and the columns of a diff.
_BLANK = rb"(?:\n(?:[+ ]|-(?!----[A-Z]))?+|[ \t\r]|\\++[nr])*+"
_BLANKS = re.compile(_BLANK)
_END = re.compile(_BLANK + rb"(?i:-----END[ A-Z0-9_-]{0,100}KEY(?: BLOCK)?-----)")

_OPENSSH = b"openssh-key-v1\0"
_SIGSTORE = b'{"kdf"'
# The first byte of a PGP secret-key packet, in its old and new form.
_PGP_SECRET_KEY = (0x94, 0x95, 0x96, 0x97, 0xC5)
_SEQUENCE = 0x30
_INTEGER = 0x02  # a tag of DER, like `_SEQUENCE`

Span = tuple[int, int]


def key_spans(text: bytes, begin: int, end: int, longest: int) -> list[Span]:
    """Return the spans of the key after a BEGIN marker; an empty list if no key follows it.

    The marker is the text from `begin` to `end`.
    """
    lines: set[Span] = set()
    limit = min(end + longest, len(text))
    for side in _SIDES:
        lines.update(_key_lines(text, end, limit, side))
    if not lines:
        return []
    spans = [(begin, end)]
    for start, stop in sorted(lines):
        if _BLANKS.fullmatch(text, spans[-1][1], start):
            spans[-1] = (spans[-1][0], stop)
        else:
            spans.append((start, stop))
    if closed := _END.match(text, spans[-1][1]):
        spans[-1] = (spans[-1][0], closed.end())
    if spans[0] == (begin, end):  # the marker alone is not a secret
        del spans[0]
    return spans


def _key_lines(text: bytes, at: int, limit: int, side: bytes) -> list[Span]:
    """Return the runs of base64 that make up a key on one side of a diff."""
    lines: list[Span] = []
    encrypted = False
    for piece in _pieces(text, at, limit, side):
        if isinstance(piece, bytes):  # the name of a header
            encrypted = encrypted or piece == b"DEK-Info"
            continue
        width = piece[1] - piece[0]
        widest = lines[0][1] - lines[0][0] if lines else width
        if width > widest or widest < NARROWEST:
            break
        lines.append(piece)
        if width < widest or text[piece[1] - 1 : piece[1]] == b"=":
            break
    if lines:
        return _as_far_as_the_key(text, lines, encrypted)
    return []


def _pieces(text: bytes, at: int, limit: int, side: bytes) -> Iterator[Span | bytes]:
    """Yield the runs of base64 on one side of a diff, and the names of the headers before them.

    Stop at the next marker, because its own search starts there. So no text is read repeatedly.
    """
    headers = MOST_HEADERS
    while piece := _PIECE.search(text, at, limit):
        at = piece.end()
        if piece["base64"]:
            if not piece[0].strip(b"+/"):  # these characters join strings or begin a comment
                continue
            if not _stands_alone(text, piece.start(), piece.end()):
                return
            headers = 0
            yield piece.span()
        else:
            if side and piece[0] == b"\n":
                at = _next_line(text, at, limit, side)
            if headers and (header := _HEADER.match(text, at, limit)):
                if _MARKER.search(header[0]):
                    return
                at = header.end()
                headers -= 1
                yield header["name"]


def _stands_alone(text: bytes, start: int, end: int) -> bool:
    """Return whether a run of base64 is not part of a longer expression."""
    before = text[start - 1 : start]
    after = text[end : end + 1]
    return before not in _OPENS_EXPRESSION and (
        after in _FOLLOWS_KEY or text.startswith(b"-----", end)
    )


def _next_line(text: bytes, at: int, limit: int, side: bytes) -> int:
    """Return the start of the next line of one side of a diff; `limit` if there is none.

    The line begins after its `+`, `-` or space. `side` has the characters that mark this side.
    """
    while at < limit:
        if text[at] in side:
            return at + 1
        # A backslash begins git's note that a file ends without a line break.
        if text[at] not in b"-+\\":
            return limit
        end = text.find(b"\n", at, limit)
        if end < 0 or _MARKER.search(text, at, end):
            return limit
        at = end + 1
    return limit


def _as_far_as_the_key(text: bytes, lines: list[Span], encrypted: bool) -> list[Span]:
    """Return the lines that decode to a key, whole or cut off; an empty list if they do not."""
    joined = b"".join(text[start:end] for start, end in lines).rstrip(b"=")
    try:
        key = base64.b64decode(joined[: len(joined) // 4 * 4], validate=True)
    except binascii.Error:
        return []
    size = _der_size(key)
    if not size and not encrypted and not _is_other_key(key):
        return []
    if not size or len(joined) * 3 // 4 < size:
        if _goes_on(text, lines, bool(size)):
            return lines
        return lines[:-1]
    characters = -(-size * 4 // 3)
    kept: list[Span] = []
    for start, end in lines:
        kept.append((start, end))
        characters -= len(text[start:end].rstrip(b"="))
        if characters <= 0:
            break
    if characters == 0:
        return kept
    return []


def _goes_on(text: bytes, lines: list[Span], cut: bool) -> bool:
    """Return whether the last line belongs to a key whose end is not known.

    `cut` is true if the header of the key states a size that these lines do not reach.
    """
    start, end = lines[-1]
    if end - start >= NARROWEST or end == len(text):
        return True
    return not cut and sum(stop - begin for begin, stop in lines) % 4 == 0


def _der_size(key: bytes) -> int:
    """Return the size in bytes that a DER key states in its header; 0 if this is not a DER key."""
    if len(key) < NARROWEST // 2 or key[0] != _SEQUENCE:
        return 0
    head = 2
    size = key[1]
    if size >= 0x80:
        head += size - 0x80
        size = int.from_bytes(key[2:head], "big")
    if head > 5 or len(key) < head + 2:
        return 0
    version = key[head] == _INTEGER and key[head + 1] == 1
    if version or key[head] == _SEQUENCE:
        return head + size
    return 0


def _is_other_key(key: bytes) -> bool:
    return key.startswith((_OPENSSH, _SIGSTORE)) or (len(key) > 0 and key[0] in _PGP_SECRET_KEY)
