"""Only the base64 of a key is withheld as a private key: markers around anything else hide nothing."""

from __future__ import annotations

import base64
import random

import pytest

from coordinator.workspace.masking import withhold

CHANCE = random.Random(11)
BEGIN, END = "-----BEGIN {}PRIVATE KEY-----", "-----END {}PRIVATE KEY-----"
MARK = "[withheld: private key]"
ESCAPED = "\\n"

CODE = """
import os, shutil

def greet(name):
    shutil.rmtree(os.path.expanduser("~"))
    return f"hello {name}"
"""


def der(size: int) -> bytes:
    return (
        b"\x30\x82" + (size - 4).to_bytes(2, "big") + b"\x02\x01\x00" + CHANCE.randbytes(size - 7)
    )


def lines_of(key: bytes, width: int = 64) -> list[str]:
    text = base64.b64encode(key).decode()
    return [text[at : at + width] for at in range(0, len(text), width)]


def pem(lines: list[str], kind: str = "", join: str = "\n") -> str:
    return join.join([BEGIN.format(kind), *lines, END.format(kind)])


RSA = lines_of(der(1_192))
OPENSSH = lines_of(b"openssh-key-v1\0" + CHANCE.randbytes(400), 70)
ED25519 = lines_of(bytes.fromhex("302e020100300506032b657004220420") + CHANCE.randbytes(32))
ENCRYPTED = lines_of(CHANCE.randbytes(1_200))
PGP = lines_of(b"\x95\x03" + CHANCE.randbytes(700))
HEADERS = ["Proc-Type: 4,ENCRYPTED", "DEK-Info: AES-256-CBC,0123456789ABCDEF0123456789ABCDEF", ""]
BLOCK = "-----{} PGP PRIVATE KEY BLOCK-----"

KEYS = {
    "rsa": (pem(RSA, "RSA "), RSA),
    "openssh": (pem(OPENSSH, "OPENSSH "), OPENSSH),
    "one line": (pem(ED25519), ED25519),
    "encrypted": (pem([*HEADERS, *ENCRYPTED], "RSA "), ENCRYPTED),
    "pgp": (
        "\n".join(
            [BLOCK.format("BEGIN"), "Version: GnuPG v2", "", *PGP, "=aB3d", BLOCK.format("END")]
        ),
        PGP,
    ),
    "carriage returns": (pem(RSA, join="\r\n"), RSA),
    "indented": (pem(RSA, join="\n    "), RSA),
    "string literal": (f'key = "{pem(RSA, join=ESCAPED)}"', RSA),
    "encrypted in a literal": (f'key = "{pem([*HEADERS, *ENCRYPTED], join=ESCAPED)}"', ENCRYPTED),
    "joined literals": ('"' + pem(RSA, join=f'{ESCAPED}" +\n    "') + '"', RSA),
    "comment": ("// " + pem(RSA, join="\n// "), RSA),
    "blanks for line breaks": (pem(RSA, join=" "), RSA),
    "no line breaks": (pem(RSA, join=""), ["".join(RSA)]),
    "without its end": (f"{BEGIN.format('')}\n" + "\n".join(RSA[:9]) + "\nand so on\n", RSA[:9]),
    "a diff that adds it": ("+" + pem(RSA, join="\n+"), RSA),
    "a diff that deletes it": ("-" + pem(OPENSSH, join="\n-"), OPENSSH),
}


@pytest.mark.parametrize("name", KEYS)
def test_a_key_is_withheld_whatever_it_is_written_in(name: str) -> None:
    text, secret = KEYS[name]
    whole = f"before\n{text}\nafter\n"
    masked = withhold(whole)
    assert not [line for line in secret if line[:12] in masked or line[-12:] in masked]
    assert MARK in masked
    assert masked.startswith("before\n")
    assert masked.endswith("\nafter\n")
    assert masked.count("\n") == whole.count("\n")


def test_both_keys_of_a_diff_that_exchanges_them_are_withheld() -> None:
    first = OPENSSH[0]
    other = [first, *lines_of(CHANCE.randbytes(350), 70)]
    body = [f" {first}", *(f"-{line}" for line in OPENSSH[1:]), *(f"+{line}" for line in other[1:])]
    text = "\n".join(
        [
            "@@ -1,9 +1,9 @@",
            " " + BEGIN.format("OPENSSH "),
            *body,
            " " + END.format("OPENSSH "),
            " x = 1",
        ]
    )
    masked = withhold(text)
    assert not [line for line in (*OPENSSH, *other) if line[:12] in masked]
    assert masked.endswith("\n x = 1")
    assert masked.count("\n") == text.count("\n")


@pytest.mark.parametrize("column", ["", "+", " "])
@pytest.mark.parametrize(
    "body",
    [
        CODE,
        base64.b64encode(CODE.encode() * 3).decode(),
        "A" * 64,
        f"reboot\n{CODE}",
        f"{HEADERS[0]}\n{HEADERS[1]}\n{CODE}",
        f"{RSA[0]}=1\n{CODE}",
        f"{RSA[0]}.call\n{CODE}",
        f"self.{RSA[0]}\n{CODE}",
    ],
)
def test_code_between_the_markers_of_a_key_is_shown(body: str, column: str) -> None:
    text = "".join(
        f"{column}{line}" for line in f"x = 1\n{pem([body])}\n".splitlines(keepends=True)
    )
    assert withhold(text) == text


def test_code_among_the_lines_of_a_key_is_shown() -> None:
    masked = withhold(pem([*RSA[:4], CODE, *RSA[4:]]))
    assert CODE in masked
    assert RSA[0] not in masked


def test_what_follows_the_end_of_a_key_is_shown() -> None:
    words = ["W" * 64, "shutdownnow"]
    key = lines_of(der(144))  # whole lines
    masked = withhold(pem([*key, *words]))
    assert all(word in masked for word in words)
    assert not [line for line in key if line in masked]


@pytest.mark.parametrize("size", [143, 145])
def test_a_line_that_holds_more_than_the_end_of_the_key_hides_nothing(size: int) -> None:
    text = pem(lines_of(der(size) + b"and something behind it, on its last line"))
    assert withhold(text) == text
