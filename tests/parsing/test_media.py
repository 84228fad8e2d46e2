"""Images and fonts are recognised by their whole content and by the ending of their name."""

from __future__ import annotations

import struct
import zlib

import pytest

from coordinator.parsing.media import medium_of


def chunk(name: bytes, data: bytes) -> bytes:
    checked = zlib.crc32(name + data)
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", checked)


def font(magic: bytes) -> bytes:
    return (
        magic
        + struct.pack(">HHHH", 1, 0, 0, 0)
        + b"head"
        + struct.pack(">III", 0, 28, 8)
        + b"12345678"
    )


SAMPLES = {
    "a.png": b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", b"\0" * 13) + chunk(b"IEND", b""),
    "a.jpg": b"\xff\xd8\xff\xe0\0\4JF\xff\xda\0\2\1\0\xff\0\2\xff\xd0\3\xff\xd9",
    "a.JPEG": b"\xff\xd8\xff\xe0\0\4JF\xff\xda\0\2\1\xff\xc4\0\2\xff\xda\0\2\4\xff\xd9",
    "a.gif": b"GIF89a\1\0\1\0\x80\0\0" + b"\0" * 6 + b"!\xf9\4\0\0\0\0\0,\0\0\0\0\1\0\1\0\0\2\2D\1\0;",
    "a.webp": b"RIFF\x0c\0\0\0WEBPVP8 \0\0\0\0",
    "a.bmp": b"BM" + struct.pack("<II", 20, 0) + b"\0" * 10,
    "a.ico": b"\0\0\1\0\1\0" + b"\0" * 8 + struct.pack("<II", 4, 22) + b"1234",
    "a.woff": b"wOFF\0\1\0\0" + struct.pack(">I", 20) + b"\0" * 8,
    "a.woff2": b"wOF2\0\1\0\0" + struct.pack(">I", 20) + b"\0" * 8,
    "a.ttf": font(b"\0\1\0\0"),
    "a.otf": font(b"OTTO"),
}  # fmt: skip


@pytest.mark.parametrize("name", SAMPLES)
def test_a_whole_image_or_font_is_recognised(name: str) -> None:
    wanted = "font" if name.endswith(("woff", "woff2", "ttf", "otf")) else "image"
    assert medium_of(f"docs/{name}", SAMPLES[name]) == wanted


@pytest.mark.parametrize("name", SAMPLES)
def test_nothing_may_follow_its_end_and_no_byte_may_lack(name: str) -> None:
    content = SAMPLES[name]
    assert medium_of(name, content + b"#!/bin/sh\nevil\n") == ""
    assert medium_of(name, content + b"evil" + content[-4:]) == ""
    for end in range(len(content)):
        assert medium_of(name, content[:end]) == ""


@pytest.mark.parametrize(
    "name", ["a.py", "a.sh", "a.js", "a.html", "a.svg", "a", "Makefile", "png"]
)
def test_a_name_that_could_be_run_is_not_an_image(name: str) -> None:
    assert [medium_of(name, content) for content in SAMPLES.values()] == [""] * len(SAMPLES)


def test_the_ending_of_another_format_is_not_enough() -> None:
    assert medium_of("a.png", SAMPLES["a.gif"]) == ""
    assert medium_of("a.svg", b"<svg><script>evil()</script></svg>") == ""
