"""The `run` action: a shell command in the workspace, with a time limit and bounded capture."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import time
from pathlib import Path

from pydantic import JsonValue

from coordinator.models import Value
from coordinator.parsing.excerpt import Excerpt
from coordinator.workflow.records import StageOutput
from coordinator.workspace.process import environment, run

NOT_STARTED = 127
TIMED_OUT = 124
PASSED_ON = ("VIRTUAL_ENV", "GOPATH", "GOCACHE", "GOFLAGS", "CARGO_HOME", "RUSTUP_HOME", "JAVA_HOME", "NODE_PATH")


class CommandEnd(Value):
    """How a command ended, and what it left."""

    exit_code: int
    timed_out: bool
    seconds: float
    stored: StageOutput


class Capture:
    """Takes what a program prints: head and tail to show, and the raw end of it to read JSON from."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._excerpt = Excerpt(limit)
        self._end = bytearray()

    def feed(self, chunk: bytes) -> None:
        """Take the next piece."""
        self._excerpt.feed(chunk)
        self._end += chunk
        if len(self._end) > 2 * self._limit:
            del self._end[: -self._limit]

    def text(self) -> str:
        """Head and tail."""
        return self._excerpt.text()

    def data(self) -> dict[str, JsonValue]:
        """The JSON object that was printed: everything, else the last line that is one."""
        end = bytes(self._end[-self._limit :])
        whole = end if self._excerpt.size <= self._limit else b""
        candidates = (whole, *reversed(end.splitlines()))
        return next((found for text in candidates if (found := _object(text)) is not None), {})


async def execute(command: str, folder: Path, *, timeout: float, limit: int) -> CommandEnd:
    """Run a command to its end, or end it with all that it has started when its time is over."""
    began, out, err = time.monotonic(), Capture(limit), Capture(limit)
    shell = (shutil.which("bash") or "/bin/sh", "-c", command)
    timed_out = False
    try:
        async with asyncio.timeout(timeout):
            env = environment(os.environ, folder, *PASSED_ON)
            code = await run(shell, cwd=folder, env=env, output=out.feed, errors=err.feed)
    except TimeoutError:
        code, timed_out = TIMED_OUT, True
    except OSError as error:
        err.feed(f"cannot start: {error.strerror}\n".encode())
        code = NOT_STARTED
    stored = StageOutput(data=out.data(), stdout=out.text(), stderr=err.text(), exit_code=code)
    return CommandEnd(exit_code=code, timed_out=timed_out, seconds=round(time.monotonic() - began, 3), stored=stored)


def _object(text: bytes) -> dict[str, JsonValue] | None:
    if not text.strip().startswith(b"{"):
        return None
    try:
        found = json.loads(text, parse_constant=_refuse)
        json.dumps(found, ensure_ascii=False).encode()  # half a surrogate pair cannot be stored
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _refuse(name: str) -> None:
    raise ValueError(f"{name} is no JSON")
