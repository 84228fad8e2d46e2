"""What the imitated CLIs have in common: they check their command line, read the prompt and print a recording.

The variable PLAY chooses the part; without it the final message is the size and the hash of the prompt.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Callable, Sequence

MODEL = "vendor/some-model"


def prompt(*flags: str, model: str = "--model", last: tuple[str, ...] = ()) -> bytes:
    """All of stdin, after a look at the command line."""
    plain, with_model = [*flags, *last], [*flags, model, MODEL, *last]
    if sys.argv[1:] not in (plain, with_model):
        sys.exit(f"unexpected arguments: {sys.argv[1:]}")
    return sys.stdin.buffer.read()


def message(given: bytes) -> str:
    """The final message of the part that is played."""
    match os.environ.get("PLAY"):
        case "silent":
            return ""
        case "echo":
            return given.decode()
        case "environment":
            return json.dumps(dict(os.environ))
        case "leak":
            return f"the key is {os.environ['ANTHROPIC_API_KEY']}"
    return f"{len(given)} {hashlib.sha256(given).hexdigest()}"


def play(
    recording: Callable[[], Sequence[object]],
    failure: Sequence[object],
    *,
    code: int = 1,
    failure_to: int = 1,
    indent: int | None = None,
) -> None:
    """Print the recording one object a line, or fail as recorded, or play a broken CLI."""
    part = os.environ.get("PLAY")
    if part == "error":
        os.write(failure_to, _lines(failure, indent))
        sys.exit(code)
    if part == "garbage":
        print("<html>502 Bad Gateway</html>")
        sys.exit(0)
    output = _lines(recording(), indent)
    os.write(1, output[: len(output) * 2 // 3] if part == "cut" else output)


def _lines(objects: Sequence[object], indent: int | None) -> bytes:
    return "".join(
        json.dumps(each, indent=indent, ensure_ascii=False) + "\n" for each in objects
    ).encode()
