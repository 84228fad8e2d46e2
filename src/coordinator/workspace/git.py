"""Runs git against repositories that may be hostile, without touching them.

The author of the work can write anything into `.git/config`, and git runs commands it finds there: filters,
an external diff, a file system monitor, hooks. So the repository's own git directory is asked only for names
and commits; whatever reads files goes through a second git directory, ours, that borrows its objects.
"""

import asyncio
import os
import signal
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from coordinator.errors import EXHAUSTED, OutOfResources, WorkspaceError
from coordinator.parsing.excerpt import Excerpt
from coordinator.workspace.process import Take, run

SECONDS = 300.0  # no single git command may take longer
# Nor a question about commits and names, in a repository whose settings may lead to a pipe
QUESTION_SECONDS = 60.0

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
    "GIT_GRAFT_FILE": os.devnull,
    # A missing object must not make git fetch: the remote's commands come from the repository's config too.
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",
}
_PROTECTION = tuple(
    part
    for setting in (
        "fsmonitor=false",
        f"hooksPath={os.devnull}",
        "quotePath=false",
        "commitGraph=false",
    )
    for part in ("-c", f"core.{setting}")
)

# What git says, in the words of the C library, when the machine has no more to give.
_EXHAUSTED = (*tuple(map(os.strerror, EXHAUSTED)), "out of memory", "Out of memory")


@dataclass(frozen=True)
class GitResult:
    """How a git command ended; `error` is what it said, on one line."""

    code: int
    out: bytes
    error: str


@dataclass(frozen=True)
class Git:
    """Where git runs: a directory and an environment."""

    cwd: Path
    env: Mapping[str, str] = field(repr=False)
    seconds: float | None = None

    def using(self, index: Path, tree: Path | None = None) -> "Git":
        """The same with another index, and from the top of another working tree if one is named."""
        env = {"GIT_INDEX_FILE": str(index)} | ({"GIT_WORK_TREE": str(tree)} if tree else {})
        return Git(tree or self.cwd, {**self.env, **env})

    def storing(self, objects: Path) -> "Git":
        """The same with its objects in another directory, which borrows those that were there before."""
        return Git(self.cwd, {**self.env, "GIT_OBJECT_DIRECTORY": str(objects)})

    async def text(self, *args: str) -> str:
        """What a command printed, without the last line break; a failure is an error."""
        return decode_name((await self.output(*args)).removesuffix(b"\n"))

    async def output(self, *args: str, stdin: bytes = b"") -> bytes:
        """What a command printed; a failure is an error."""
        data = bytearray()
        await self.stream(data.extend, *args, stdin=stdin)
        return bytes(data)

    async def fields(self, most: int, *args: str) -> tuple[list[bytes], int]:
        """What a command printed between NULs, at most so many of them, and how many there were beyond."""
        kept = list[bytes]()
        beyond = 0
        rest = b""

        def take(chunk: bytes) -> None:
            nonlocal beyond, rest
            *whole, rest = (rest + chunk).split(b"\0")
            room = most - len(kept)
            kept.extend(whole[:room])
            beyond += len(whole[room:])

        await self.stream(take, *args)
        return kept, beyond

    async def stream(self, take: Take, *args: str, stdin: bytes = b"") -> None:
        """Have what a command prints taken while it runs; a failure is an error."""
        result = await self.attempt(*args, stdin=stdin, take=take)
        if result.code:
            raise self.failure(f"git {_verb(args)} failed: {result.error or f'exit {result.code}'}")

    async def attempt(self, *args: str, stdin: bytes = b"", take: Take | None = None) -> GitResult:
        """Run a command that may well fail; what it prints is kept unless somebody takes it."""
        data = bytearray()
        errors = Excerpt(2_000)
        seconds = min(self.seconds or SECONDS, SECONDS)
        output = take or data.extend
        command = ("git", "--no-pager", *_PROTECTION, *args)
        try:
            async with asyncio.timeout(seconds):
                code = await run(
                    command,
                    cwd=self.cwd,
                    env=self.env,
                    output=output,
                    errors=errors.feed,
                    given=stdin,
                )
        except TimeoutError:
            raise self.failure(f"git {_verb(args)} did not end within {seconds:.0f} s") from None
        except (FileNotFoundError, PermissionError) as error:
            if not self.cwd.is_dir():
                raise WorkspaceError(
                    f"there is no directory {self.cwd}", fix="start the review again"
                ) from None
            what = f"git cannot be started: {error.strerror}"
            raise WorkspaceError(what, fix="install git and put it on PATH") from None
        if code == -signal.SIGKILL or (code and any(said in errors.text() for said in _EXHAUSTED)):
            what = f"git {_verb(args)} found no disk, memory or open files left"
            raise OutOfResources(
                f"{what}: {errors.text().strip()[-300:]!r}", fix="free some; it goes on by itself"
            )
        lines = [line.strip() for line in errors.text().splitlines() if line.strip()]
        said = [line for line in lines if line.startswith(("fatal:", "error:"))] or lines
        said = [line.removeprefix("fatal: ").removeprefix("error: ") for line in said[:2]]
        return GitResult(code, bytes(data), "; ".join(said))

    def failure(self, what: str) -> WorkspaceError:
        """The error for something git could not do here."""
        return WorkspaceError(what, fix=f"look at {self.cwd} with `git status` and `git fsck`")


def _verb(args: Sequence[str]) -> str:
    if args[0] != "-c":
        return args[0]
    return _verb(args[2:])


def decode_name(raw: bytes) -> str:
    """A name that git printed, as text that any encoder accepts; bytes that are not UTF-8 become \\xNN."""
    return raw.decode("utf-8", "backslashreplace")


def config_value(text: str) -> str:
    """A value as it is written into the configuration of git."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def reading_git(directory: Path, git_dir: Path | None = None, ceiling: Path | None = None) -> Git:
    """Git in somebody's repository, for questions only; the user's own settings hold, as safe.directory.

    If the git directory is not given, git looks for one in the directory and above it, below the ceiling.
    """
    where = {"GIT_DIR": git_dir, "GIT_CEILING_DIRECTORIES": ceiling}
    named = {name: str(path) for name, path in where.items() if path}
    return Git(directory, _environment(*_PASSED_ON, *_USER_CONFIG) | named, QUESTION_SECONDS)


def fetching_git(directory: Path) -> Git:
    """Git in a clone of the user's, with all that their own git would use to reach the other side."""
    theirs = {
        key: value
        for key, value in os.environ.items()
        if not key.startswith(("COORDINATOR_", "GIT_"))
    }
    return Git(directory, theirs | {"GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"})


def private_git(git_dir: Path) -> Git:
    """Git in a directory of ours; no settings but those written there, and no attributes from any work."""
    return Git(git_dir, {**_environment(*_PASSED_ON), **_NO_CONFIG, "GIT_DIR": str(git_dir)})


def _environment(*names: str) -> dict[str, str]:
    return {key: os.environ[key] for key in names if key in os.environ} | _FIXED
