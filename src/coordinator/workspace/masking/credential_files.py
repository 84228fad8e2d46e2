"""Mask the values in credential files, or withhold such files.

A credential file is a file whose name says that it holds secrets. The author of the work chooses
the names, so a mask must not hide code. Only literals are masked. A literal that is possibly not a
secret, such as an option of a program, gets the mask `OPAQUE`. Only a person can accept a change
with this mask.
"""

import os
import re
import tomllib
from collections.abc import Callable, Sequence
from fnmatch import translate
from functools import partial
from pathlib import Path
from typing import Literal

from coordinator.workspace.masking import (
    SNIFFED,
    mask_open_file,
    replace_open_file,
    withhold_bytes,
)

LARGEST_SHOWN = 200_000  # bytes of the largest credential file that is shown
MOST_SHOWN = 100  # the largest number of changed credential files that are shown
LONGEST_LINE = 4_096  # bytes; a longer line of a credential file is masked whole

SECRET = b"[withheld: credential]"  # the mask of a value whose name says that it is a secret
OPAQUE = b"[withheld: value]"  # the mask of a value that can be anything

# How a file writes its values. In an `env` file every line is NAME=value. A `fields` file can be in
# any language, and some of its lines have fields, such as `name: value`.
Format = Literal["env", "fields"]

_NAMES = tomllib.loads(Path(__file__).with_name("secret_names.toml").read_text(encoding="utf-8"))


def _any_of(names: list[str]) -> re.Pattern[str]:
    # All file names are in one pattern, because we match hundreds of thousands of paths.
    return re.compile("|".join(map(translate, names)))


_WITHHELD = _any_of(_NAMES["withheld"])
_SHOWN = _any_of(_NAMES["shown"])
_ENV = _any_of(_NAMES["env"])
_FIELDS = _any_of(_NAMES["fields"])

# Short words such as `pass` must be whole words: the value of GIT_ASKPASS, for one, is a program.
_TELLS_SECRET = re.compile(
    rb"(secret|token|password|passwd|passphrase|credentials?"
    rb"|(api|access|private|secret|account)[_-]?key"
    rb"|(^|[_.-])(pass|pwd|pw|key|auth|salt))[_.-]?[0-9]*$",
    re.IGNORECASE,
)
_HARMLESS = re.compile(
    rb"[0-9]{1,5}|true|false|yes|no|on|off|none|null|development|production|staging|test|debug|info"
    rb"|warning|error|localhost",
    re.IGNORECASE,
)
# `NAME=value` as the whole line. A value that a shell, make or a template would expand is not a
# literal.
_ENV_LINE = re.compile(
    rb"""\s*(?:export\s+)?(?P<name>[A-Za-z_][\w.-]*+)(?P<before>\s*)=(?P<after>\s*)"""
    rb"""(?P<value>"[^"$`\\]*"|'[^'$`\\]*'|[\w\x80-\xff./+~@%#!*^:?,=-]++)\s*(?:\s#.*)?"""
)
# `name: value`, `"name": "value"` or `name = 'value'` anywhere in a line. A value never contains
# another field, so the search takes time linear in the length of the line.
_FIELD = re.compile(
    rb"""(?<![\w.-])(?P<quote>["']?)(?P<name>[A-Za-z_][\w.-]*+)(?P=quote)(?P<before>\s*+)"""
    rb"""(?P<sign>=|:(?=\s|["']))(?P<after>\s*+)"""
    rb"""(?P<value>"[^"'$`\\(){}]*+"|'[^"'$`\\(){}]*+'"""
    rb"""|[\w\x80-\xff./+~@%#!*^-][\w\x80-\xff./+~@%#!*^:?-]*+={0,2}+)(?=[\s,;})\]]|$)"""
)
_PASSWORD_OF_URL = re.compile(rb"""://[^\s/:@"']*+:(?P<value>[^\s/:@"'$`\\(){}]++)@""")
_LINE_OF_KEY = re.compile(rb"""[\s"']*(?P<value>[A-Za-z0-9+/]{40,}+={0,2})[\s"',]*""")


def withheld(path: str) -> bool:
    """Return whether a file is a credential file, by its name.

    Such a file is withheld, unless it can be shown with masked values.
    """
    file = path.rpartition("/")[2].lower()
    return bool(_WITHHELD.match(file)) and not _SHOWN.match(file)


def withheld_paths(paths: str) -> bytes:
    """Return one byte for each of the NUL-separated paths: 1 if the path is withheld, else 0."""
    return bytes(map(withheld, paths.split("\0")))


def format_of(path: str) -> Format | None:
    """Return the format of the values in a credential file.

    Return None for any other file, and for a credential file without values, such as a key.
    """
    if not withheld(path):
        return None
    file = path.rpartition("/")[2].lower()
    if _ENV.match(file):
        return "env"
    if _FIELDS.match(file):
        return "fields"
    return None


def mask_values(text: bytes, path: str) -> bytes:
    """Return the text of a file, with each literal value masked if `format_of` knows its format."""
    form = format_of(path)
    if form is None:
        return text
    return b"\n".join(_mask_line(line, form) for line in text.split(b"\n"))


def mask_content(content: bytes, path: str) -> str:
    """Return the text of a file as judges see it, with secrets and credential values masked."""
    return mask_values(withhold_bytes(content), path).decode()


def mask_open_files(files: Sequence[int], names: Sequence[str]) -> None:
    """Mask the secrets in open files, and all values in those that are credential files.

    The first file is scratch space and is overwritten. `names` has the names of the other files.
    """
    scratch, *others = files
    for file, name in zip(others, names, strict=True):
        if not withheld(name):
            mask_open_file(file, scratch)
        elif format_of(name) and _is_maskable(file):
            mask_open_file(file, scratch)
            replace_open_file(file, partial(mask_values, path=name), 2 * LARGEST_SHOWN)
        else:
            # We cannot tell where the values in this file are, so the whole file is masked.
            replace_open_file(file, lambda _: SECRET + b"\n", 0)


def _is_maskable(file: int) -> bool:
    """Return whether an open credential file is small and not binary."""
    if os.lseek(file, 0, os.SEEK_END) > LARGEST_SHOWN:
        return False
    os.lseek(file, 0, os.SEEK_SET)
    return can_be_shown(os.read(file, LARGEST_SHOWN))


def can_be_shown(text: bytes) -> bool:
    """Return whether a credential file is small and not binary, so that it can be shown."""
    return len(text) <= LARGEST_SHOWN and b"\0" not in text[:SNIFFED]


def hides_more(old: bytes, new: bytes, path: str) -> bool:
    """Return whether a line that is only in `new` gets the mask `OPAQUE`.

    This mask can hide more than a secret.
    """
    known = set(old.split(b"\n"))
    for line in new.split(b"\n"):
        if line in known:
            continue
        masked = mask_values(line, path)
        if masked != line and OPAQUE in masked:
            return True
    return False


def _mask_line(line: bytes, form: Format) -> bytes:
    if len(line) > LONGEST_LINE:
        return OPAQUE
    whole = _LINE_OF_KEY.fullmatch(line)
    if whole is not None:
        return _replace(whole, OPAQUE)
    if form == "env":
        whole = _ENV_LINE.fullmatch(line)
        if whole is not None:
            return _replace(whole, _mark_of_env(whole))
    line = _FIELD.sub(lambda found: _replace(found, _mark_of_field(found)), line)
    return _PASSWORD_OF_URL.sub(lambda found: _replace(found, SECRET), line)


def _replace(found: re.Match[bytes], mark: bytes | None) -> bytes:
    """Return the text of a match with a mark instead of its value. Quotation marks stay.

    Return the text unchanged if there is no mark, if the value is empty, or if the value is masked
    already.
    """
    value = found["value"]
    bare = value.strip(b"\"'").rstrip(b",")
    if mark is None or not bare or bare.startswith(b"[withheld: "):
        return found[0]
    start = found.start("value") - found.start()
    before = found[0][:start]
    after = found[0][start + len(value) :]
    return before + value.replace(bare, mark, 1) + after


def _mark_of_env(found: re.Match[bytes]) -> bytes | None:
    bare = found["value"].strip(b"\"'")
    if not _TELLS_SECRET.search(found["name"]):
        # The value can steer a program, as NODE_OPTIONS does, and can also be a secret.
        if _HARMLESS.fullmatch(bare):
            return None
        return OPAQUE
    # A shell runs `NAME= value` and `NAME = value` as commands.
    is_spaced = bool(found["before"] or found["after"])
    if is_spaced or _has_space(bare):
        return OPAQUE
    return SECRET


def _mark_of_field(found: re.Match[bytes]) -> bytes | None:
    if not _TELLS_SECRET.search(found["name"]):
        return None
    is_quoted = found["value"][:1] in (b'"', b"'")
    is_command = found["sign"] == b"=" and not found["before"] and bool(found["after"])
    # A value without quotation marks can be the name of a function.
    if is_quoted and not is_command and not _has_space(found["value"]):
        return SECRET
    return OPAQUE


def _has_space(text: bytes) -> bool:
    return re.search(rb"\s", text) is not None


class MaskedDiff:
    """Passes on the bytes of a git diff, with the values in credential files masked."""

    def __init__(self, take: Callable[[bytes], object]) -> None:
        self._take = take
        self._held = b""  # the beginning of an incomplete line
        self._is_cut = False  # the beginning of this line was passed on already
        self._is_masked = False  # that beginning was masked, so the rest of the line is left out
        self._in_hunk = False
        self._old: Format | None = None
        self._new: Format | None = None

    def feed(self, chunk: bytes) -> None:
        *lines, self._held = (self._held + chunk).split(b"\n")
        passed = [self._line(line) + b"\n" for line in lines]
        if self._in_hunk and len(self._held) > LONGEST_LINE + 1:
            passed.append(self._line(self._held))
            self._is_masked = passed[-1] != self._held
            self._is_cut = True
            self._held = b""
        self._take(b"".join(passed))

    def finish(self) -> None:
        self._take(self._line(self._held))
        self._held = b""

    def _line(self, line: bytes) -> bytes:
        if self._is_cut:
            self._is_cut = False
            if self._is_masked:
                return b""
            return line
        if line.startswith(b"diff --git "):  # no line of a hunk begins like this
            self._in_hunk = False
            self._old = None
            self._new = None
        elif not self._in_hunk and line.startswith(b"--- "):
            self._old = format_of(_name_in_head(line))
        elif not self._in_hunk and line.startswith(b"+++ "):
            self._new = format_of(_name_in_head(line))
        elif line.startswith(b"@@ "):
            self._in_hunk = True
            if self._old or self._new:
                # After the second `@@`, git repeats a line of the file.
                return b"@@ " + line[3:].partition(b" @@")[0] + b" @@"
        elif self._in_hunk:
            form = self._old if line.startswith(b"-") else self._new
            if form is not None and line[:1] in (b"-", b"+", b" "):
                return line[:1] + _mask_line(line[1:], form)
        return line


def _name_in_head(line: bytes) -> str:
    """Return the name of a file after `--- ` or `+++ `, without its folders.

    Characters that git escapes in the name stay escaped.
    """
    name = line[4:].rstrip(b"\t\r").strip(b'"').rpartition(b"/")[2]
    return name.decode("utf-8", "replace")
