"""Runs git against repositories that may be hostile, without touching them.

The author of the work can write anything into `.git/config`, and git runs commands it finds there: filters,
an external diff, a file system monitor, hooks. So the repository's own git directory is asked only for names
and commits; whatever reads files goes through a second git directory, ours, that borrows its objects.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from coordinator.errors import WorkspaceError
from coordinator.parsing.excerpt import Excerpt

SECONDS = 300.0  # no single git command may take longer
CHUNK = 65_536

_PASSED_ON = ("PATH", "HOME", "USER", "LOGNAME", "TMPDIR", "XDG_CONFIG_HOME")
_USER_CONFIG = ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM")
_NO_CONFIG = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "GIT_ATTR_NOSYSTEM": "1"}
_FIXED = {
    "LC_ALL": "C",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_PAGER": "cat",
    "GIT_LITERAL_PATHSPECS": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    # A missing object must not make git fetch: the remote's commands come from the repository's config too.
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",
}
_PROTECTION = tuple(
    part
    for setting in ("core.fsmonitor=false", f"core.hooksPath={os.devnull}", "core.quotePath=false")
    for part in ("-c", setting)
)


class Sink(Protocol):
    """Takes a stream piece by piece."""

    def feed(self, chunk: bytes, /) -> None:
        """Take the next piece."""


class Collected:
    """A sink that keeps everything."""

    def __init__(self) -> None:
        self.data = bytearray()

    def feed(self, chunk: bytes) -> None:
        """Take the next piece."""
        self.data += chunk


class First:
    """A sink that keeps the first `limit` bytes."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.data = bytearray()

    def feed(self, chunk: bytes) -> None:
        """Take the next piece."""
        self.data += chunk[: self.limit - len(self.data)]


class Both:
    """A sink that feeds two others."""

    def __init__(self, one: Sink, other: Sink) -> None:
        self._sinks = (one, other)

    def feed(self, chunk: bytes) -> None:
        """Take the next piece."""
        for sink in self._sinks:
            sink.feed(chunk)


@dataclass(frozen=True)
class GitResult:
    """How a git command ended; `error` is what it said, on one line."""

    code: int
    out: bytes
    error: str


@asynccontextmanager
async def child(*command: str, **options: Any) -> AsyncIterator[asyncio.subprocess.Process]:
    """A process that does not outlive the block."""
    # In a session of its own: Ctrl-C at the terminal is for us, or it would look as if git had failed.
    process = await asyncio.create_subprocess_exec(*command, start_new_session=True, **options)
    try:
        yield process
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
        await process.wait()


@dataclass(frozen=True)
class Git:
    """Where git runs: a directory and an environment."""

    cwd: Path
    env: Mapping[str, str] = field(repr=False)

    def using(self, index: Path, tree: Path | None = None) -> Git:
        """The same with another index, and from the top of another working tree if one is named."""
        env = {"GIT_INDEX_FILE": str(index)} | ({"GIT_WORK_TREE": str(tree)} if tree else {})
        return Git(tree or self.cwd, {**self.env, **env})

    async def text(self, *args: str, stdin: bytes = b"") -> str:
        """What a command printed, without the last line break; a failure is an error."""
        return decode_name((await self.output(*args, stdin=stdin)).removesuffix(b"\n"))

    async def output(self, *args: str, stdin: bytes = b"") -> bytes:
        """What a command printed; a failure is an error."""
        sink = Collected()
        await self.stream(sink, *args, stdin=stdin)
        return bytes(sink.data)

    async def stream(self, sink: Sink, *args: str, stdin: bytes = b"") -> None:
        """Feed what a command prints to a sink while it runs; a failure is an error."""
        code, error = await self._run(sink, args, stdin)
        if code:
            raise self.failure(f"git {args[0]} failed: {error or f'exit {code}'}")

    async def attempt(self, *args: str, stdin: bytes = b"") -> GitResult:
        """Run a command that may well fail."""
        sink = Collected()
        code, error = await self._run(sink, args, stdin)
        return GitResult(code, bytes(sink.data), error)

    def command(self, *args: str) -> tuple[str, ...]:
        """The whole command line."""
        return ("git", "--no-pager", *_PROTECTION, *args)

    def failure(self, what: str) -> WorkspaceError:
        """The error for something git could not do here."""
        return WorkspaceError(what, fix=f"look at {self.cwd} with `git status` and `git fsck`")

    async def _run(self, sink: Sink, args: tuple[str, ...], stdin: bytes) -> tuple[int, str]:
        errors = Excerpt(2_000)
        pipe = asyncio.subprocess.PIPE
        options = {"cwd": self.cwd, "env": self.env, "stdin": pipe, "stdout": pipe, "stderr": pipe}
        try:
            async with asyncio.timeout(SECONDS), child(*self.command(*args), **options) as process:
                async with asyncio.TaskGroup() as group:
                    group.create_task(_write(process.stdin, stdin))
                    group.create_task(_read(process.stdout, sink))
                    group.create_task(_read(process.stderr, errors))
                code = await process.wait()
        except TimeoutError:
            raise self.failure(f"git {args[0]} did not end within {SECONDS:.0f} s") from None
        except (FileNotFoundError, PermissionError) as error:
            if not self.cwd.is_dir():
                raise WorkspaceError(f"there is no directory {self.cwd}", fix="start the review again") from None
            what = f"git cannot be started: {error.strerror}"
            raise WorkspaceError(what, fix="install git and put it on PATH") from None
        lines = [line.strip() for line in errors.text().splitlines() if line.strip()]
        said = [line for line in lines if line.startswith(("fatal:", "error:"))] or lines
        return code, "; ".join(line.removeprefix("fatal: ").removeprefix("error: ") for line in said[:2])


def decode_name(raw: bytes) -> str:
    """A name that git printed, as text that any encoder accepts; bytes that are not UTF-8 become \\xNN."""
    return raw.decode("utf-8", "backslashreplace")


def reading_git(directory: Path, git_dir: Path | None = None) -> Git:
    """Git in somebody's repository, for questions only; the user's own settings hold, as safe.directory."""
    env = _environment(*_PASSED_ON, *_USER_CONFIG)
    return Git(directory, env | {"GIT_DIR": str(git_dir)} if git_dir else env)


def fetching_git(directory: Path) -> Git:
    """Git in a clone of the user's, with all that their own git would use to reach the other side."""
    theirs = {key: value for key, value in os.environ.items() if not key.startswith(("COORDINATOR_", "GIT_"))}
    return Git(directory, theirs | {"GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"})


def private_git(git_dir: Path) -> Git:
    """Git in a directory of ours; no settings but those written there, and no attributes from any work."""
    return Git(git_dir, {**_environment(*_PASSED_ON), **_NO_CONFIG, "GIT_DIR": str(git_dir)})


def _environment(*names: str) -> dict[str, str]:
    return {key: os.environ[key] for key in names if key in os.environ} | _FIXED


async def _read(stream: asyncio.StreamReader | None, sink: Sink) -> None:
    assert stream is not None
    while chunk := await stream.read(CHUNK):
        sink.feed(chunk)


async def _write(stream: asyncio.StreamWriter | None, data: bytes) -> None:
    assert stream is not None
    with suppress(BrokenPipeError, ConnectionResetError):
        stream.write(data)
        await stream.drain()
    stream.close()
    with suppress(BrokenPipeError, ConnectionResetError):
        await stream.wait_closed()
