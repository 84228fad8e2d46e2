"""Read input from the command line, and print results as text or JSON."""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from coordinator.errors import UsageError
from coordinator.views.terminal_text import plain

COLOURS = dict.fromkeys(
    ("accept", "accepted", "completed", "agreed", "decided", "green", "fine"), 32
)
COLOURS |= dict.fromkeys(("reject", "rejected", "error", "failed", "red", "broken", "abstains"), 31)
COLOURS |= dict.fromkeys(("escalate", "escalated", "doubtful"), 33)
_OUTCOME = re.compile(
    rf"(?m)^((?:Review )?(?:\S+ +)?(?:\S+: )?)({'|'.join(COLOURS)})\b", re.IGNORECASE
)
_ISSUE_KEY = re.compile(r"[A-Za-z][A-Za-z0-9]*-[1-9][0-9]*|[\w.-]+/[\w.-]+#[1-9][0-9]*")


def put_out(kind: str, data: object, text: str, as_json: bool, indent: int | None = 1) -> None:
    """Print `text` for people, or if `as_json` is true, `data` for programs.

    docs/output.schema.json describes the JSON object that contains the data.
    """
    if as_json:
        from pydantic_core import to_json

        text = to_json(
            {"version": 1, "kind": kind, "data": data}, indent=indent, by_alias=False
        ).decode()
    print(text if as_json else painted(plain(text), sys.stdout))


def is_terminal(stream: TextIO) -> bool:
    """Return whether the stream is a terminal that can move the cursor and show colours."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def painted(text: str, stream: TextIO) -> str:
    """Return the text. If it goes to a terminal, colour each outcome at the start of a line."""
    if os.environ.get("NO_COLOR") or not is_terminal(stream):
        return text
    return _OUTCOME.sub(
        lambda found: f"{found[1]}\x1b[{COLOURS[found[2].lower()]}m{found[2]}\x1b[0m", text
    )


def fitted(line: str, stream: TextIO) -> str:
    """Return a line of a table. If it goes to a terminal, cut it to the terminal's width."""
    width = shutil.get_terminal_size().columns if stream.isatty() else len(line)
    if len(line) <= width:
        return line
    return f"{line[: width - 1]}…"


def tell(text: str, end: str = "\n") -> None:
    """Print progress to stderr. The work continues even if nobody reads stderr any more."""
    try:
        if text:
            print(painted(text, sys.stderr), file=sys.stderr, flush=True, end=end)
    except OSError:
        forget(sys.stderr)


def forget(stream: TextIO) -> None:
    """Drop output that is not written yet.

    Otherwise Python would try to write it at exit, fail, and exit with another code.
    """
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def write_page(file: Path, text: str) -> None:
    """Write a page or a drawing to a file, and print its size."""
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(
            f"cannot write {file}: {error.strerror}", fix="name another file"
        ) from error
    print(f"{file}: {len(text.encode()):,} bytes")


def read_given(source: str) -> str:
    """Return the text of a file, or of standard input for `-`."""
    where = "standard input" if source == "-" else source
    try:
        raw = sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(
            f"{where} is not UTF-8 at byte {error.start + 1}", fix="save it as UTF-8"
        ) from error
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise UsageError(
            f"cannot read {where}: {why}", fix="name a readable text file, or -"
        ) from error


def is_issue_key(text: str) -> bool:
    """Return whether the text is the key of an issue in the tracker, not the name of a file."""
    return bool(_ISSUE_KEY.fullmatch(text)) and not Path(text).exists()


def read_issue(source: str, *, fix: str) -> str:
    """Return the text of an issue in a file or on stdin. Raise UsageError if it is empty."""
    text = read_given(source)
    if not text.strip():
        where = "standard input" if source == "-" else source
        raise UsageError(f"the issue in {where} has no text", fix=fix)
    return text


def edited(offered: str, suffix: str) -> str:
    """Open the text in the user's editor, and return the edited text."""
    editor = shlex.split(os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi")
    with tempfile.NamedTemporaryFile("w+", suffix=suffix, encoding="utf-8") as file:
        file.write(offered)
        file.flush()
        try:
            subprocess.run([*editor, file.name], check=True)
        except (OSError, subprocess.CalledProcessError) as error:
            raise UsageError(
                f"the editor {editor[0]} failed: {error}", fix="set EDITOR, or use a file"
            ) from None
        text = Path(file.name).read_text(encoding="utf-8")
    if text == offered:
        raise UsageError("the text was not changed", fix="fill it in and save it")
    return text
