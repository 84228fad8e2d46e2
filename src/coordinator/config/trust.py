"""Use a repository's coordinator.yaml only in a version that the user trusts.

Everybody who works in a repository can write that file, even on its base branch. So the trusted
text is stored in the home directory. On a terminal, the user is asked once about each changed file.
Until the user trusts the change, the text that was trusted before is used.
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

LARGEST = 1_000_000  # bytes; nobody would read a larger file before trusting it


class TrustedFile(Value):
    """The user's decision about a file in a repository.

    `text` is the text that the user trusts, and empty if there is none. `asked` is the hash of the
    last text that the user was asked about.
    """

    path: str
    text: str = ""
    asked: str = ""


def text_hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def in_repository(file: Path) -> bool:
    """Return whether a file lies in a git repository, or is a link to a file in one."""
    places = (Path(os.path.realpath(file.parent), file.name), Path(os.path.realpath(file)))
    for place in places:
        if any(os.path.lexists(folder / ".git") for folder in place.parents):
            return True
    return False


def leads_out(file: Path) -> bool:
    """Return whether a file in a git repository is a link to a file outside that repository.

    An author can make such a link to any file of the user.
    """
    target = Path(os.path.realpath(file))
    place = Path(os.path.realpath(file.parent), file.name)
    for folder in place.parents:
        if os.path.lexists(folder / ".git"):
            return not target.is_relative_to(folder)
    return False


def trusted_text(file: Path, home: Path) -> str:
    """Return the trusted text of a repository's file, or an empty string.

    If the file has changed, ask the user on a terminal whether to trust it, and store the decision.
    If the present text is not trusted, say so on stderr.
    """
    known = look_up(file, home)
    text = ""
    if leads_out(file):
        print(f"{file} leads out of the repository, so it is not used", file=sys.stderr)
    elif file.is_file() and file.stat().st_size <= LARGEST:
        text = read_text(file)
    if text in ("", known.text):
        return known.text
    on_terminal = sys.stdin.isatty() and sys.stderr.isatty()
    if known.asked != text_hash(text) and on_terminal:
        trusted = text if _ask(file, text) else known.text
        known = TrustedFile(path=known.path, text=trusted, asked=text_hash(text))
        keep(known, home)
    if known.text != text:
        stands = "the version that you trusted before is used" if known.text else "it is not used"
        todo = f"read it, then `coordinator config trust {quote(str(file.parent))}`"
        print(f"{file} is not trusted in its present version, so {stands}; {todo}", file=sys.stderr)
    return known.text


def look_up(file: Path, home: Path) -> TrustedFile:
    """Return the stored decision about a file."""
    path = os.path.realpath(file.parent) + os.sep + file.name
    with suppress(FileNotFoundError):
        return TrustedFile.model_validate_json(_place(path, home).read_bytes())
    return TrustedFile(path=path)


def keep(decided: TrustedFile, home: Path) -> None:
    """Store a decision about a file in the home directory. It replaces the previous decision."""
    replace_file(_place(decided.path, home), decided.model_dump_json().encode())


def _place(path: str, home: Path) -> Path:
    return home / "trusted" / f"{text_hash(path)[:32]}.json"


def _ask(file: Path, text: str) -> bool:
    """Show the text without control characters, and ask the user whether to trust it."""
    shown = "".join(_visible(sign) for sign in text)
    what = f"{file} decides which commands run and how much is spent"
    print(f"{what}:\n\n{shown}\n", file=sys.stderr)
    print("Trust this version from now on? [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def _visible(sign: str) -> str:
    if sign.isprintable() or sign == "\n":
        return sign
    return "\ufffd"
