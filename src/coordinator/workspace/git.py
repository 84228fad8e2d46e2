"""Run git against repositories that can be hostile, without changing them.

The author of the work can write anything into `.git/config`, and git runs commands from there:
filters, an external diff, a file system monitor, hooks. So we ask the repository's own git
directory only for names and commits. Every command that reads files uses a second git directory,
which coordinator makes and which borrows the repository's objects.
"""

import asyncio
import os
import signal
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from coordinator.errors import EXHAUSTED, OutOfResources, WorkspaceError
from coordinator.parsing.excerpt import Excerpt
from coordinator.workspace.sandbox.process import Take, run

SECONDS = 300.0  # the longest time of any git command
# The time limit of a question about commits and names. It is short, because the repository's
# settings can include a named pipe, from which git would read for ever.
QUESTION_SECONDS = 60.0
MOST_OUTPUT = 512 << 20  # bytes of a command's output that are kept in memory

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
    # Git must not fetch a missing object, because the repository's config also says which commands
    # reach the remote.
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",
}
_PROTECTION = (
    "-c",
    "core.fsmonitor=false",
    "-c",
    f"core.hooksPath={os.devnull}",
    "-c",
    "core.quotePath=false",
    "-c",
    "core.commitGraph=false",
)

# Messages that git prints when disk, memory or open files are used up. Some come from the C
# library.
_EXHAUSTED = (*map(os.strerror, EXHAUSTED), "out of memory", "Out of memory")


@dataclass(frozen=True)
class GitResult:
    """The outcome of a git command; `error` has its error messages on one line."""

    code: int
    out: bytes
    error: str


@dataclass(frozen=True)
class Git:
    """A git runner: it runs git commands in one directory with one environment."""

    cwd: Path
    env: Mapping[str, str] = field(repr=False)
    seconds: float | None = None

    def using(self, index: Path, tree: Path | None = None) -> "Git":
        """Return a git runner with this index, and in this working tree if one is given."""
        env = {**self.env, "GIT_INDEX_FILE": str(index)}
        if tree is None:
            return Git(self.cwd, env)
        env["GIT_WORK_TREE"] = str(tree)
        return Git(tree, env)

    def storing(self, objects: Path) -> "Git":
        """Return a git runner that writes new objects to another directory.

        That directory borrows the objects of this runner's repository.
        """
        return Git(self.cwd, {**self.env, "GIT_OBJECT_DIRECTORY": str(objects)})

    def borrowing(self, objects: Path) -> "Git":
        """Return a git runner that also reads the objects of another directory."""
        return Git(self.cwd, {**self.env, "GIT_ALTERNATE_OBJECT_DIRECTORIES": str(objects)})

    async def text(self, *args: str) -> str:
        """Return the output of a command without its last line break.

        Raise WorkspaceError if the command fails.
        """
        return decode_name((await self.output(*args)).removesuffix(b"\n"))

    async def output(self, *args: str, stdin: bytes = b"") -> bytes:
        """Return the output of a command; raise WorkspaceError if it fails or prints too much."""
        data = bytearray()

        def take(chunk: bytes) -> None:
            data.extend(chunk)
            if len(data) > MOST_OUTPUT:
                what = f"git {_verb(args)} printed more than {MOST_OUTPUT >> 20} MB"
                raise self.failure(what)

        await self.stream(take, *args, stdin=stdin)
        return bytes(data)

    async def fields(self, most: int, *args: str) -> tuple[list[bytes], int]:
        """Return at most `most` fields that a command printed, and the number of the other fields.

        A NUL ends each field.
        """
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
        """Pass the output of a command to `take` while it runs.

        Raise WorkspaceError if the command fails.
        """
        result = await self.attempt(*args, stdin=stdin, take=take)
        if result.code:
            cause = result.error or f"exit {result.code}"
            raise self.failure(f"git {_verb(args)} failed: {cause}")

    async def attempt(self, *args: str, stdin: bytes = b"", take: Take | None = None) -> GitResult:
        """Run a command, and return its result even if it fails.

        If `take` is given, it receives the output, and the result has none.
        """
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
            raise self.failure(f"git {_verb(args)} timed out after {seconds:.0f} s") from None
        except (FileNotFoundError, PermissionError) as error:
            if not self.cwd.is_dir():
                raise WorkspaceError(
                    f"there is no directory {self.cwd}", fix="start the review again"
                ) from None
            what = f"git cannot be started: {error.strerror}"
            raise WorkspaceError(what, fix="install git and put it on PATH") from None
        printed = errors.text()
        if code == -signal.SIGKILL or (code and any(text in printed for text in _EXHAUSTED)):
            what = f"git {_verb(args)} ran out of disk space, memory or open files"
            raise OutOfResources(
                f"{what}: {printed.strip()[-300:]!r}",
                fix="free some; the run then continues by itself",
            )
        return GitResult(code, bytes(data), _summary(printed))

    def failure(self, what: str) -> WorkspaceError:
        """Return the error for a failed command of this runner."""
        return WorkspaceError(what, fix=f"check {self.cwd} with `git status` and `git fsck`")


def _summary(errors: str) -> str:
    """Return the first two error messages of git on one line."""
    lines = [line.strip() for line in errors.splitlines() if line.strip()]
    marked = [line for line in lines if line.startswith(("fatal:", "error:"))]
    messages = []
    for line in (marked or lines)[:2]:
        messages.append(line.removeprefix("fatal: ").removeprefix("error: "))
    return "; ".join(messages)


def _verb(args: Sequence[str]) -> str:
    if args[0] != "-c":
        return args[0]
    return _verb(args[2:])


def decode_name(raw: bytes) -> str:
    """Return a name from git's output as text. Bytes that are not UTF-8 become \\xNN."""
    return raw.decode("utf-8", "backslashreplace")


def nul_ended(fields: Iterable[bytes]) -> bytes:
    """Return the fields as `git --stdin -z` reads them, with a NUL after each."""
    return b"".join(field + b"\0" for field in fields)


def config_value(text: str) -> str:
    """Return a value in the syntax of git's configuration files."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def reading_git(directory: Path, git_dir: Path | None = None, ceiling: Path | None = None) -> Git:
    """Return a git runner that only reads a repository, which can be that of another person.

    The user's own settings apply, such as `safe.directory`. If `git_dir` is not given, git looks
    for a git directory in `directory` and above it, but only below `ceiling`.
    """
    env = _environment(*_PASSED_ON, *_USER_CONFIG)
    if git_dir:
        env["GIT_DIR"] = str(git_dir)
    if ceiling:
        env["GIT_CEILING_DIRECTORIES"] = str(ceiling)
    return Git(directory, env, QUESTION_SECONDS)


def fetching_git(git_dir: Path) -> Git:
    """Return a git runner that fetches into a git directory of ours, with the user's own settings.

    The caller passes the address to each command. Git runs no program that an address names, as
    `ext::COMMAND` does.
    """
    env = dict(working_git(git_dir).env)
    env["GIT_DIR"] = str(git_dir)
    env["GIT_ALLOW_PROTOCOL"] = "https:http:ssh:file"
    env["GIT_NO_LAZY_FETCH"] = "1"
    env["GIT_NO_REPLACE_OBJECTS"] = "1"
    return Git(git_dir, env)


def asking_git() -> Git:
    """Return a git runner that asks a server for its branches, with the user's own settings."""
    git = fetching_git(Path(os.devnull))
    return Git(Path("/"), git.env)


def working_git(directory: Path) -> Git:
    """Return a git runner for a repository of the user.

    The settings of the user and of the repository apply.
    """
    env = {}
    for name, value in os.environ.items():
        if not name.startswith(("COORDINATOR_", "GIT_")):
            env[name] = value
    env["GIT_TERMINAL_PROMPT"] = "0"
    env["LC_ALL"] = "C"
    return Git(directory, env)


def plain_git(directory: Path) -> Git:
    """Return a git runner without any settings, for commands that need no repository."""
    return Git(directory, {**_environment(*_PASSED_ON), **_NO_CONFIG, "GIT_DIR": os.devnull})


def private_git(git_dir: Path) -> Git:
    """Return a git runner for a git directory that coordinator has made.

    It uses only that directory's settings, and no attributes of any work.
    """
    return Git(git_dir, {**_environment(*_PASSED_ON), **_NO_CONFIG, "GIT_DIR": str(git_dir)})


def _environment(*names: str) -> dict[str, str]:
    env = {name: os.environ[name] for name in names if name in os.environ}
    env.update(_FIXED)
    return env
