"""Recognise images and fonts by their content.

A file is recognised only if its content ends where its format says, so nothing can be appended to
it. SVG is not recognised, because it is text that can contain scripts.
"""

import struct
from collections.abc import Callable
from typing import Literal, NamedTuple

Medium = Literal["", "image", "font"]

_MARKERS_WITHOUT_DATA = (0x01, *range(0xD0, 0xD8))  # in a JPEG


class _Format(NamedTuple):
    """A format: its first bytes, the endings of its file names, and where its content ends."""

    medium: Medium
    magic: bytes
    endings: tuple[str, ...]
    end: Callable[[bytes], int]


def medium_of(name: str, content: bytes) -> Medium:
    """Return the medium of a file, image or font; empty if it is neither.

    The file name must have an extension of the format, because a program could run a file with
    another extension.
    """
    for known in _FORMATS:
        if not content.startswith(known.magic) or not name.lower().endswith(known.endings):
            continue
        try:
            if known.end(content) == len(content):
                return known.medium
        except (struct.error, IndexError):  # the content ends too early
            continue
    return ""


def can_be_medium(name: str) -> bool:
    """Return whether a file with this name can be an image or a font."""
    return any(name.lower().endswith(known.endings) for known in _FORMATS)


def _end_of_png(content: bytes) -> int:
    at = 8
    while True:
        length, name = struct.unpack_from(">I4s", content, at)
        at += 12 + int(length)
        if name == b"IEND":
            return at


def _end_of_jpeg(content: bytes) -> int:
    at = 2
    while True:
        if content[at] != 0xFF:
            raise IndexError(at)
        marker = content[at + 1]
        if marker == 0xD9:
            return at + 2
        if marker == 0xFF:
            at += 1
        elif marker in _MARKERS_WITHOUT_DATA:
            at += 2
        else:
            (length,) = struct.unpack_from(">H", content, at + 2)
            at += 2 + int(length)
            if marker == 0xDA:
                at = _end_of_scan(content, at)


def _end_of_scan(content: bytes, at: int) -> int:
    """Return the place of the first marker after the coded pixels of a JPEG."""
    while True:
        at = content.find(b"\xff", at)
        if at < 0:
            raise IndexError(at)
        following = content[at + 1]
        if following and following not in _MARKERS_WITHOUT_DATA:
            return at
        at += 2


def _end_of_gif(content: bytes) -> int:
    at = 13 + _colours(content[10])
    while content[at] != 0x3B:
        if content[at] == 0x21:
            at = _end_of_blocks(content, at + 2)
        elif content[at] == 0x2C:
            at += 10 + _colours(content[at + 9])
            at = _end_of_blocks(content, at + 1)
        else:
            raise IndexError(at)
    return at + 1


def _colours(flags: int) -> int:
    """Return the number of bytes of a GIF's colour table."""
    if flags & 0x80:
        return 3 << ((flags & 7) + 1)
    return 0


def _end_of_blocks(content: bytes, at: int) -> int:
    while content[at]:
        at += content[at] + 1
    return at + 1


def _end_of_webp(content: bytes) -> int:
    if content[8:12] != b"WEBP":
        raise IndexError(8)
    (size,) = struct.unpack_from("<I", content, 4)
    return int(size) + 8


def _end_of_bmp(content: bytes) -> int:
    size, reserved = struct.unpack_from("<II", content, 2)
    if reserved:
        raise IndexError(6)
    return int(size)


def _end_of_ico(content: bytes) -> int:
    (count,) = struct.unpack_from("<H", content, 4)
    end = 6 + 16 * int(count)
    for number in range(count):
        size, offset = struct.unpack_from("<II", content, 6 + 16 * number + 8)
        end = max(end, int(offset) + int(size))
    return end


def _end_of_woff(content: bytes) -> int:
    (size,) = struct.unpack_from(">I", content, 8)
    return int(size)


def _end_of_tables(content: bytes) -> int:
    """Return the end of a TrueType or OpenType font, whose tables can be padded to four bytes."""
    (count,) = struct.unpack_from(">H", content, 4)
    end = 12 + 16 * int(count)
    for number in range(count):
        offset, length = struct.unpack_from(">II", content, 12 + 16 * number + 8)
        end = max(end, int(offset) + int(length))
    padded = end + -end % 4
    if not content[end:padded].strip(b"\0"):
        end = min(padded, max(end, len(content)))
    return end


_FORMATS = (
    _Format("image", b"\x89PNG\r\n\x1a\n", (".png",), _end_of_png),
    _Format("image", b"\xff\xd8\xff", (".jpg", ".jpeg"), _end_of_jpeg),
    _Format("image", b"GIF87a", (".gif",), _end_of_gif),
    _Format("image", b"GIF89a", (".gif",), _end_of_gif),
    _Format("image", b"RIFF", (".webp",), _end_of_webp),
    _Format("image", b"\0\0\1\0", (".ico",), _end_of_ico),
    _Format("image", b"BM", (".bmp",), _end_of_bmp),
    _Format("font", b"wOFF", (".woff",), _end_of_woff),
    _Format("font", b"wOF2", (".woff2",), _end_of_woff),
    _Format("font", b"\0\1\0\0", (".ttf",), _end_of_tables),
    _Format("font", b"true", (".ttf",), _end_of_tables),
    _Format("font", b"OTTO", (".otf",), _end_of_tables),
)
