"""Whether coordinator.yaml of a repository counts: as the user has trusted it, whatever has become of the file since.

Who works in a repository can write that file, on its base branch too. The text that was trusted is kept at home; a
changed file is asked about once, on a terminal, and until it is trusted the text from before stands.
"""

import hashlib
import os
import sys
from contextlib import suppress
from pathlib import Path
from shlex import quote

from coordinator.config import replace_file
from coordinator.config.yaml_file import read_text
from coordinator.models import Value

LARGEST = 1_000_000  # bytes of such a file that anybody would read


class TrustedFile(Value):
    """A file in a repository, the text of it that counts, if any, and the hash of the last that was asked about."""

    path: str
    text: str = ""
    asked: str = ""


def text_hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def in_repository(file: Path) -> bool:
    """Return whether a file, or what it is a link to, lies in somebody's repository."""
    places = {Path(os.path.realpath(file.parent), file.name), Path(os.path.realpath(file))}
    return any(os.path.lexists(folder / ".git") for place in places for folder in place.parents)


def trusted_text(file: Path, home: Path) -> str:
    """Return the text of a repository's file that the user has trusted, if any; on a terminal, ask about a new one."""
    known = look_up(file, home)
    text = read_text(file) if file.is_file() and file.stat().st_size <= LARGEST else ""
    if text in ("", known.text):
        return known.text
    if known.asked != text_hash(text) and sys.stdin.isatty() and sys.stderr.isatty():
        known = known.model_copy(
            update={"asked": text_hash(text)} | ({"text": text} if _ask(file, text) else {})
        )
        keep(known, home)
    if known.text != text:
        stands = "what you trusted before stands" if known.text else "it is not used"
        todo = f"read it, then `coordinator config trust {quote(str(file.parent))}`"
        print(f"{file} is not trusted, {stands}; {todo}", file=sys.stderr)
    return known.text


def look_up(file: Path, home: Path) -> TrustedFile:
    """Return what was decided about a file."""
    path = os.path.realpath(file.parent) + os.sep + file.name
    with suppress(FileNotFoundError):
        return TrustedFile.model_validate_json(_place(path, home).read_bytes())
    return TrustedFile(path=path)


def keep(decided: TrustedFile, home: Path) -> None:
    """Put a decision about a file on record in the home directory, in place of the one before."""
    replace_file(_place(decided.path, home), decided.model_dump_json().encode())


def _place(path: str, home: Path) -> Path:
    return home / "trusted" / f"{text_hash(path)[:32]}.json"


def _ask(file: Path, text: str) -> bool:
    shown = "".join(each if each.isprintable() or each == "\n" else "\ufffd" for each in text)
    print(
        f"{file} would decide which commands run and what is spent:\n\n{shown}\n", file=sys.stderr
    )
    print("Use it from now on, as it is here? [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")
