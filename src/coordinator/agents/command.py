"""A CLI coding agent: run once per ask, in the sandbox, in the seat's copy of the work, which it may not change.

The working agent of a workflow is asked for `work`, in the folder of the run itself, and is to change it: outside the
sandbox, with all that its user has.
"""

import asyncio
import json
import os
import re
import shutil
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from secrets import token_hex
from stat import S_ISDIR
from tempfile import TemporaryDirectory, mkdtemp

from coordinator.agents import Agent
from coordinator.agents.cli_output import BoundedOutput, CliReply, ending, parse_json, read_text
from coordinator.agents.cli_presets import PRESETS, Preset
from coordinator.config import INSIDE
from coordinator.config.environment import PREFIX, maskable, masked
from coordinator.config.seats import CommandConfig
from coordinator.errors import AgentError, Cause, ConfigError
from coordinator.judgement.independence import family_of
from coordinator.models import Ask, Reply
from coordinator.workspace.process import GRACE, MARK, environment, run
from coordinator.workspace.sandbox import Sandbox, find_sandbox

ARGUMENT_LIMIT = 100_000  # bytes; Linux takes no single argument above 128 KiB
SHOWN = 300  # characters of a program's own words in a cause
VERSION_SECONDS = 20.0  # to say which version it is
LISTED = 3  # paths that a cause names
OUTSIDE = Sandbox("none")

_KEY = re.compile(r"\b(?:sk|pk|gh[a-z]|github_pat|AIza|xox[a-z]|Bearer)[-_ ]?[\w.-]{16,}")
_POINTER = "Your whole task is in the file {path}. Read all of it now and do what it says."

Listing = Mapping[str, tuple[int, ...]]


class CommandAgent(Agent):
    """Asks a program and takes its final message for the reply.

    `secret` finds the variables that the program may see beyond the harmless ones; they and `secrets` are masked in
    what it says. `find_walls` finds what it is run in, unless it is to work.
    """

    wants_folder = True

    def __init__(
        self,
        spec: CommandConfig,
        secret: Callable[[str], str] = lambda name: os.environ.get(name, ""),
        secrets: Iterable[str] = (),
        find_walls: Callable[[], Sandbox] = find_sandbox,
    ) -> None:
        preset = PRESETS[spec.preset] if spec.preset else None
        if spec.acp and find_spec("acp") is None:
            raise ConfigError(
                "the Agent Client Protocol is not installed",
                fix="pip install 'agent-coordinator[acp]'",
            )
        if ours := [name for name in spec.environment if name.startswith(PREFIX)]:
            raise ConfigError(
                f"{ours[0]} is for coordinator alone",
                fix="take it out of `environment` of the command",
            )
        self.family = family_of(preset.line if preset and preset.line else spec.model)
        self._spec = spec
        self.model = spec.model
        self._preset = preset or Preset(argv=spec.argv, read=read_text)
        model = spec.model if preset else ""
        command, *arguments = self._preset.command(model)
        program = shutil.which(command)
        if program is None:
            fix = self._preset.install or "install it, or correct `argv`"
            raise ConfigError(f"there is no program {command} on PATH", fix=fix)
        # Its whole path, so that no program of the work is ever started
        program = os.path.abspath(program)
        self._name = Path(program).name
        self._own = PRESETS.get(self._name.partition("-")[0], self._preset)  # as in codex-acp
        self._find_walls = find_walls
        self._argv = (program, *arguments)
        self._working = (program, *self._preset.command(model, writing=True)[1:])
        named = (*self._preset.keys(spec.model), *spec.environment)
        self._variables = {name: value for name in named if (value := secret(name))}
        self._masks = maskable(self._variables.values()).union(secrets)

    async def answer(self, ask: Ask, _runner: object = None, /) -> Reply:
        """Return the program's final message; a program that fails, says nothing or changes the work gives none."""
        began = time.monotonic()
        with TemporaryDirectory(prefix="coordinator-", ignore_cleanup_errors=True) as temporary:
            scratch = Path(temporary)
            folder = Path(ask.folder or mkdtemp(dir=scratch))
            walls = OUTSIDE if ask.purpose == "work" else await asyncio.to_thread(self._find_walls)
            before = await asyncio.to_thread(listing, folder)
            said = await self._run(ask, folder, scratch, walls)
            changed = changes(before, await asyncio.to_thread(listing, folder))
            if changed and ask.folder and ask.purpose != "work":
                rest = len(changed) - LISTED
                some = ", ".join(changed[:LISTED]) + (f" and {rest} more" if rest > 0 else "")
                raise self._failure(f"it changed the work: {some}")
        if not said.text.strip():
            raise AgentError("silent", f"{self._name}: its final message was empty")
        # Without the keys we hold: it can read its own, and the work can ask it to.
        text = masked(said.text, self._masks)
        seconds = round(time.monotonic() - began, 3)
        reply = Reply(
            text=text, seconds=seconds, usage=said.usage, model=said.model or self._spec.model
        )
        return reply.model_copy(update={"unsandboxed": walls.kind == "none", "blind": said.blind})

    async def _run(self, ask: Ask, folder: Path, scratch: Path, walls: Sandbox) -> CliReply:
        env = environment(folder) | {INSIDE: "1"} | self._variables | dict(self._preset.sets)
        output = BoundedOutput()
        errors = BoundedOutput()
        argv, given = (self._argv, b"") if self._spec.acp else self._command_line(ask, scratch)
        if walls.kind == "none":
            env[MARK] = token_hex(16)
        try:
            if walls.kind != "none":
                argv, inside = await asyncio.to_thread(self._enclose, argv, folder, scratch, walls)
                env |= inside
            if self._spec.acp:
                from coordinator.agents.acp import converse  # noqa: PLC0415  # an optional package

                return await converse(argv, ask.prompt, folder, env, writing=ask.purpose == "work")
            # A little before the end of all, so that what it has said by then can be told.
            async with asyncio.timeout(max(ask.deadline - 2 * GRACE, ask.deadline / 2)):
                code = await run(
                    argv, cwd=folder, env=env, output=output.feed, errors=errors.feed, given=given
                )
        except TimeoutError:
            words = self._preset.read(output.text).error or errors.text.strip()
            said_so_far = f", it said: {words}" if words else ""
            raise self._failure(
                f"no reply within {ask.deadline:g} s{said_so_far}", "late"
            ) from None
        except AgentError as error:
            raise self._failure(error.what) from None
        except OSError as error:
            where = f": {error.filename}" if error.filename else ""
            raise self._failure(f"cannot start: {error.strerror}{where}") from None
        said = await asyncio.to_thread(self._preset.read, output.text)
        if code or said.error or not said.complete:
            # A CLI that fails early prints its error object among its errors.
            words = said.error or self._preset.read(errors.text).error
            spoken = errors.text.strip() or output.text
            raise self._failure(
                words or f"{'' if code else 'its JSON breaks off, '}{ending(code, spoken)}"
            )
        return said

    async def untried(self) -> str:
        """Return that this version of a known CLI was never tried, or nothing."""
        printed = bytearray()
        tried = self._preset.tried
        if not tried:
            return ""
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(VERSION_SECONDS):
                env = environment(Path.cwd())
                await run(
                    (self._argv[0], "--version"), cwd=Path.cwd(), env=env, output=printed.extend
                )
        found = re.search(rb"\d+(?:\.\d+)+", printed)
        version = found[0].decode() if found else "of an unknown version"
        if version in tried:
            return ""
        return f"{self._name} {version} was never tried with coordinator, {tried[-1]} was"

    def _command_line(self, ask: Ask, scratch: Path) -> tuple[tuple[str, ...], bytes]:
        """Return the arguments and the input of the program, one of which carries the prompt or names its file."""
        argv = self._working if ask.purpose == "work" else self._argv
        if self._preset.told:  # behind the command and its subcommand
            argv = (*argv[:2], *self._preset.told(ask.folder, self._variables), *argv[2:])
        if self._preset.policy and ask.purpose != "work":
            argv = (*argv, "--policy", _write(scratch / "policy.toml", self._preset.policy))
        data = ask.prompt.encode("utf-8", "replace")
        way = "stdin" if self._spec.preset else self._spec.prompt
        if way == "stdin":
            return argv, data
        if way == "arg" and len(data) <= ARGUMENT_LIMIT and b"\0" not in data:
            return (*argv, data.decode()), b""
        path = _write(scratch / "prompt.md", data.decode())
        return (*argv, path if way == "file" else _POINTER.format(path=path)), b""

    def _enclose(
        self, argv: tuple[str, ...], folder: Path, scratch: Path, walls: Sandbox
    ) -> tuple[tuple[str, ...], dict[str, str]]:
        """Return the command line that runs the program behind walls, and the variables that are others there.

        Its home is empty but for a copy of its own settings, and its sign-in itself. It reads the copy of the work and
        what the configuration names: in `reads`, and files in variables and arguments.
        """
        home = scratch / "home"
        user = os.path.expanduser("~")
        # The same place as outside, which tool chains rely on, unless nothing can be put there.
        place = user if os.path.isabs(user) and user != "/" else str(home)
        home.mkdir()
        writes = {place: str(home)}
        env = {"HOME": place, "TMPDIR": "/tmp"}
        own = self._own
        if folder.parent == scratch:  # there is no work
            writes[os.path.realpath(folder)] = str(folder)
        source = os.path.join(user, own.folder)
        if elsewhere := self._variables.get(own.folder_variable):
            source, env[own.folder_variable] = elsewhere, os.path.join(place, own.folder)
        for name in own.settings:
            with suppress(OSError):  # nobody has all of them
                copy = os.path.normpath(home / own.folder / name)
                os.makedirs(os.path.dirname(copy), exist_ok=True)
                text = Path(os.path.normpath(os.path.join(source, name))).read_text(
                    encoding="utf-8", errors="replace"
                )
                _write(Path(copy), without_programs(text))
        for file in (os.path.join(source, name) for name in own.sign_in):
            if os.path.isfile(file):
                writes[os.path.join(place, own.folder, os.path.basename(file))] = file
        named = (
            value for value in (*self._argv, *self._variables.values()) if os.path.isabs(value)
        )
        reads = (
            *walls.reads,
            *self._spec.reads,
            scratch,
            *map(Path, filter(os.path.isfile, named)),
        )
        inside = replace(walls, reads=reads, nests=own.nests)
        return inside.wrap(argv, cwd=folder, writes=writes, network=True), env

    def _failure(self, words: str, cause: Cause = "failed") -> AgentError:
        """Return one line with the program's own words, without any secret that it was given."""
        line = " ".join(_KEY.sub("[...]", masked(words, self._masks)).split())[:SHOWN]
        return AgentError(
            cause, f"{self._name}: {''.join(c if c.isprintable() else '?' for c in line)}"
        )


def without_programs(settings: str) -> str:
    """Return the settings of a CLI without the hooks and servers it would start, which are no business of a judge."""
    read = parse_json(settings)
    if not isinstance(read, dict):
        return settings
    return json.dumps(
        {name: value for name, value in read.items() if name not in ("hooks", "mcpServers")}
    )


def _write(file: Path, text: str) -> str:
    file.write_text(text, encoding="utf-8", newline="")
    return str(file)


def listing(folder: Path) -> Listing:
    """Return everything in a folder, with what would not stay the same if it were written to."""
    found = dict[str, tuple[int, ...]]()
    for directory, folders, files in os.walk(folder):
        for path in (directory, *(os.path.join(directory, name) for name in (*folders, *files))):
            # What cannot be looked at is missing, and so differs from what could be.
            with suppress(OSError):
                seen = os.lstat(path)
                name = os.path.relpath(path, folder)
                marks = seen.st_mode, seen.st_size, seen.st_ino, seen.st_ctime_ns
                found[f"{name}/" if S_ISDIR(seen.st_mode) else name] = marks
    return found


def changes(before: Listing, after: Listing) -> list[str]:
    """Return the paths that were added, removed or changed; a folder only if nothing in it says more."""
    paths = {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}
    return sorted(path for path in paths if not path.endswith("/")) or sorted(paths)
