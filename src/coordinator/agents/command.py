"""Ask a CLI coding agent: one process per ask, in the sandbox, in the seat's own copy of the work.

A judge must not change that copy. The working agent of a workflow is different. It changes the
folder of the run itself, outside the sandbox, with all rights of its user.
"""

import asyncio
import os
import re
import shutil
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from decimal import Decimal
from importlib.util import find_spec
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory, mkdtemp

from coordinator.agents import Agent
from coordinator.agents.cli_home import copy_settings, link_files, sign_in_mounts
from coordinator.agents.folder_changes import changes, listing
from coordinator.agents.program_output import BoundedOutput, ending
from coordinator.cli_agents import BY_NAME
from coordinator.cli_agents.cli_agent import CliAgent
from coordinator.cli_agents.output import CliReply, read_text
from coordinator.config import INSIDE
from coordinator.config.environment import PREFIX, maskable, masked
from coordinator.config.seats import CommandConfig
from coordinator.errors import AgentError, Cause, ConfigError
from coordinator.judgement.statistics.independence import family_of
from coordinator.models import Ask, Reply, Usage
from coordinator.workspace.sandbox.environment_allow_list import allowed_environment
from coordinator.workspace.sandbox.process import GRACE, MARK, run
from coordinator.workspace.sandbox.sandbox import Sandbox, find_sandbox

ARGUMENT_LIMIT = 100_000  # bytes; Linux refuses a single argument above 128 KiB
SHOWN = 300  # characters of the program's own words in an error message
VERSION_SECONDS = 20.0  # the time limit for the program to print its version
LISTED = 3  # paths that an error message names
NO_SANDBOX = Sandbox("none")

_KEY = re.compile(r"\b(?:sk|pk|gh[a-z]|github_pat|AIza|xox[a-z]|Bearer)[-_ ]?[\w.-]{16,}")
_POINTER = "Your whole task is in the file {path}. Read all of it now and do what it says."


def process_variable(name: str) -> str:
    """Return the value of an environment variable of this process; empty if it is not set."""
    return os.environ.get(name, "")


class CommandAgent(Agent):
    """Asks a program and takes its final message as the reply.

    `secret` returns the value of a variable by its name. We call it for the variables that the
    program may see in addition to the general allow-list. These values, and the values in
    `secrets`, are masked in the program's output. `get_sandbox` returns the sandbox for a judge.
    """

    wants_folder = True

    def __init__(
        self,
        spec: CommandConfig,
        secret: Callable[[str], str] = process_variable,
        secrets: Iterable[str] = (),
        get_sandbox: Callable[[], Sandbox] = find_sandbox,
    ) -> None:
        _check(spec)
        if spec.preset:
            self._cli = BY_NAME[spec.preset]
            model = spec.model
        else:
            self._cli = CliAgent(name="", judge_argv=spec.argv, read_output=read_text)
            model = ""
        self._spec = spec
        self._get_sandbox = get_sandbox
        self.model = spec.model
        self.family = family_of(self._cli.model_line or spec.model)

        program = self._find_program()
        self._name = Path(program).name
        # An adapter such as codex-acp uses the settings and the sign-in of its CLI.
        self._own = BY_NAME.get(self._name.partition("-")[0], self._cli)
        self._judge_argv = (program, *self._cli.command(model)[1:])
        self._work_argv = (program, *self._cli.command(model, writing=True)[1:])

        self._variables = {}
        for name in (*self._cli.passed_variables(spec.model), *spec.environment):
            value = secret(name)
            if value:
                self._variables[name] = value
        self._masks = maskable(self._variables.values()).union(secrets)

    def _find_program(self) -> str:
        """Return the absolute path of the program; raise ConfigError if it is not on PATH.

        The path is absolute, because the program starts in a copy of the work. That copy could
        contain a program of the same name.
        """
        command = self._cli.judge_argv[0]
        program = shutil.which(command)
        if program is None:
            fix = self._cli.install_command or "install it, or correct `argv`"
            raise ConfigError(f"program {command} was not found on PATH", fix=fix)
        return os.path.abspath(program)

    async def answer(self, ask: Ask, _runner: object = None, /) -> Reply:
        """Return the program's final message.

        Raise AgentError if the program fails or says nothing, or if a judge changes the work.
        """
        began = time.monotonic()
        with TemporaryDirectory(prefix="coordinator-", ignore_cleanup_errors=True) as temporary:
            scratch = Path(temporary)
            folder = Path(ask.folder or mkdtemp(dir=scratch))
            if ask.purpose == "work":
                sandbox = NO_SANDBOX
            else:
                sandbox = await asyncio.to_thread(self._get_sandbox)
            before = await asyncio.to_thread(listing, folder)
            said = await self._ask_program(ask, folder, scratch, sandbox)
            changed = changes(before, await asyncio.to_thread(listing, folder))
            if changed and ask.folder and ask.purpose != "work":
                raise self._failure(f"it changed the work: {_some_of(changed)}")
        if not said.text.strip():
            raise AgentError("silent", f"{self._name}: its final message was empty")
        return Reply(
            # Mask the keys that we pass on. The program can read its own keys, and the work can ask
            # it to print them.
            text=masked(said.text, self._masks),
            seconds=round(time.monotonic() - began, 3),
            usage=_usage_of(said),
            model=said.model or self._spec.model,
            unsandboxed=sandbox.kind == "none",
            blind=said.blind,
        )

    async def _ask_program(
        self, ask: Ask, folder: Path, scratch: Path, sandbox: Sandbox
    ) -> CliReply:
        env = allowed_environment(folder)
        env[INSIDE] = "1"
        env.update(self._variables)
        env.update(self._cli.fixed_variables)
        argv, given = self._command_line(ask, scratch)
        output = BoundedOutput()
        errors = BoundedOutput()
        try:
            if not sandbox.mounts:  # without mounts, child processes can outlive the program
                env[MARK] = token_hex(16)
            if sandbox.kind != "none":
                argv, inside = await asyncio.to_thread(
                    self._enclose, argv, folder, scratch, sandbox
                )
                env.update(inside)
            if self._spec.acp:
                from coordinator.agents.acp import converse  # noqa: PLC0415  # an optional package

                return await converse(argv, ask.prompt, folder, env, writing=ask.purpose == "work")
            # Stop a little before the deadline, so the error can quote the words of the program.
            async with asyncio.timeout(max(ask.deadline - 2 * GRACE, ask.deadline / 2)):
                code = await run(
                    argv, cwd=folder, env=env, output=output.feed, errors=errors.feed, given=given
                )
        except TimeoutError:
            what = f"no reply within {ask.deadline:g} s"
            words = self._cli.read_output(output.text).error or errors.text.strip()
            if words:
                what += f", it said: {words}"
            raise self._failure(what, "late") from None
        except AgentError as error:
            raise self._failure(error.what) from None
        except OSError as error:
            what = f"cannot start: {error.strerror}"
            if error.filename:
                what += f": {error.filename}"
            raise self._failure(what) from None
        return await self._read(code, output.text, errors.text)

    async def _read(self, code: int, output: str, errors: str) -> CliReply:
        """Return the reply in the output of an ended program; raise AgentError if there is none."""
        said = await asyncio.to_thread(self._cli.read_output, output)
        if code == 0 and said.complete and not said.error:
            return said
        # A CLI that fails early prints its error object to stderr.
        words = said.error or self._cli.read_output(errors).error
        if not words:
            words = ending(code, errors.strip() or output)
            if code == 0:
                words = f"its JSON output is incomplete: {words}"
        raise self._failure(words)

    async def untried(self) -> str:
        """Return a remark if the installed version of a known CLI was not tested with coordinator.

        Otherwise return an empty string.
        """
        tried = self._cli.tried_versions
        if not tried:
            return ""
        printed = bytearray()
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(VERSION_SECONDS):
                await run(
                    (self._judge_argv[0], "--version"),
                    cwd=Path.cwd(),
                    env=allowed_environment(Path.cwd()),
                    output=printed.extend,
                )
        found = re.search(rb"\d+(?:\.\d+)+", printed)
        version = found[0].decode() if found else "(version unknown)"
        if version in tried:
            return ""
        return (
            f"{self._name} {version} is not tested with coordinator; the last tested "
            f"version is {tried[-1]}"
        )

    def _command_line(self, ask: Ask, scratch: Path) -> tuple[tuple[str, ...], bytes]:
        """Return the arguments and the input of the program.

        They contain the prompt, or the path of a file with the prompt. A program that speaks the
        Agent Client Protocol gets the prompt in the conversation instead.
        """
        if self._spec.acp:
            return self._judge_argv, b""
        argv = list(self._judge_argv)
        if ask.purpose == "work":
            argv = list(self._work_argv)
        if self._cli.more_arguments is not None:
            # Insert the further arguments after the command and its subcommand.
            argv[2:2] = self._cli.more_arguments(ask.folder, self._variables)
        if self._cli.judge_policy and ask.purpose != "work":
            argv += ["--policy", _write(scratch / "policy.toml", self._cli.judge_policy)]

        prompt = ask.prompt.encode("utf-8", "replace")
        way = "stdin" if self._spec.preset else self._spec.prompt
        if way == "stdin":
            return tuple(argv), prompt
        if way == "arg" and len(prompt) <= ARGUMENT_LIMIT and b"\0" not in prompt:
            argv.append(prompt.decode())
            return tuple(argv), b""
        path = _write(scratch / "prompt.md", prompt.decode())
        argv.append(path if way == "file" else _POINTER.format(path=path))
        return tuple(argv), b""

    def _enclose(
        self, argv: tuple[str, ...], folder: Path, scratch: Path, sandbox: Sandbox
    ) -> tuple[tuple[str, ...], dict[str, str]]:
        """Return the command line that runs the program in the sandbox, and the variables for it.

        The program's home directory has only a copy of its own settings, and the original sign-in
        files. The program can read the copy of the work and all files that the configuration names
        in `reads`, in variables or in arguments.
        """
        own = self._own
        home = scratch / "home"
        home.mkdir()
        user_home = os.path.expanduser("~")
        # Use the same home path as outside, because tool chains rely on it. Use another path only
        # if we cannot mount there.
        place = str(home)
        if sandbox.mounts and os.path.isabs(user_home) and user_home != "/":
            place = user_home
        env = {"HOME": place, "TMPDIR": sandbox.scratch(home)}
        writes = {place: str(home)}
        if folder.parent == scratch:  # the ask has no work
            writes[os.path.realpath(folder)] = str(folder)

        source = os.path.join(user_home, own.settings_folder)
        elsewhere = self._variables.get(own.settings_folder_variable)
        if elsewhere:
            source = elsewhere
            env[own.settings_folder_variable] = os.path.join(place, own.settings_folder)
        copy_settings(own, source, home)
        sign_in = sign_in_mounts(own, source, place)
        if not sandbox.mounts:
            link_files(sign_in)
        writes.update(sign_in)

        reads = [*sandbox.reads, *self._spec.reads, scratch]
        for value in (*self._judge_argv, *self._variables.values()):
            if os.path.isabs(value) and os.path.isfile(value):
                reads.append(Path(value))
        enclosing = replace(sandbox, reads=tuple(reads), nests=own.has_own_sandbox)
        return enclosing.wrap(argv, cwd=folder, writes=writes, network=True), env

    def _failure(self, words: str, cause: Cause = "failed") -> AgentError:
        """Return an error that quotes the program's words on one line, with secrets masked."""
        line = " ".join(_KEY.sub("[...]", masked(words, self._masks)).split())[:SHOWN]
        printable = "".join(each if each.isprintable() else "?" for each in line)
        return AgentError(cause, f"{self._name}: {printable}")


def _check(spec: CommandConfig) -> None:
    """Raise ConfigError if the package for `acp` is missing.

    Also raise it if `environment` names one of coordinator's own variables, because no program may
    see them.
    """
    if spec.acp and find_spec("acp") is None:
        raise ConfigError(
            "the package for the Agent Client Protocol is not installed",
            fix="pip install 'agent-coordinator[acp]'",
        )
    for name in spec.environment:
        if name.startswith(PREFIX):
            raise ConfigError(
                f"{name} is reserved for coordinator: no program may see it",
                fix="remove it from `environment` of the command",
            )


def _usage_of(said: CliReply) -> Usage:
    """Return the usage that a program reports.

    It does not report the price without the cache, so `saved` is unknown if the cache was used.
    """
    is_cache_used = said.cached or said.stored
    return Usage(
        tokens_in=said.tokens_in,
        tokens_out=said.tokens_out,
        usd=said.usd,
        cached=said.cached,
        stored=said.stored,
        saved=None if is_cache_used else Decimal(0),
    )


def _some_of(paths: list[str]) -> str:
    """Return a text with the first paths of a list and the number of the remaining ones."""
    shown = ", ".join(paths[:LISTED])
    rest = len(paths) - LISTED
    if rest > 0:
        shown += f" and {rest} more"
    return shown


def _write(file: Path, text: str) -> str:
    file.write_text(text, encoding="utf-8", newline="")
    return str(file)
