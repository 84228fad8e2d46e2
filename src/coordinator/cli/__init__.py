"""The command line: the front page, and the dispatcher of the commands.

`typer` is imported only when a command is called, so that `--help` and `--version` answer at once.
"""

import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from coordinator import __version__
from coordinator.cli.command_table import COMMANDS, GROUPS, RENAMED, SECTIONS
from coordinator.errors import CoordinatorError, UsageError, causes_of

TEMPLATES = Path(__file__).with_name("templates")
HELP = ("--help", "-h")


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one command. A failure prints one line and sets the exit code, without a traceback."""
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit code.

    Only the user can read the files that the command writes.
    """
    usual = os.umask(0o077)
    try:
        code = _dispatch(list(arguments))
        sys.stdout.flush()
        return code
    except CoordinatorError as error:
        return _failed(str(error), error.exit_code)
    except KeyboardInterrupt:
        return _failed("stopped", 130)
    except BrokenPipeError:
        sys.stderr.close()  # nobody reads our output, and python would report an error at exit
        return 141
    except ExceptionGroup as group:
        _, others = group.split(CoordinatorError)
        if others is not None:
            return _unexpected(group)
        first = next(causes_of(group))
        return _failed(str(first), getattr(first, "exit_code", 70))
    except Exception as error:
        from coordinator.cli.terminal import forget

        forget(sys.stdout)
        return _unexpected(error)
    finally:
        os.umask(usual)


def _dispatch(arguments: list[str]) -> int:
    if not arguments:
        arguments = [_default_command()]
    first = arguments[0]
    if first in ("--version", "-V"):
        print(f"coordinator {__version__}")
        return 0
    if first == "--completion":
        return _print_completion("".join(arguments[1:]))
    if first in HELP:
        print(_front_page(), end="")
        return 0
    if first.startswith("-"):
        arguments = ["watch", *arguments]
    if first in RENAMED:
        arguments = [*_replace_old_name(first), *arguments[1:]]
    return _run_command(arguments)


def _default_command() -> str:
    """Return `watch` if a tracker is configured; otherwise the front page."""
    from coordinator.config.settings import load

    if load().has_tracker:
        return "watch"
    return "--help"


def _print_completion(shell: str) -> int:
    if shell not in ("bash", "zsh", "fish"):
        raise UsageError(
            f"completion does not support the shell '{shell}'", fix="use bash, zsh or fish"
        )
    # zsh uses the script for bash.
    file = TEMPLATES / f"completion.{shell.replace('zsh', 'bash')}"
    print(file.read_text(encoding="utf-8"), end="")
    return 0


def _front_page() -> str:
    shown = {name for names in SECTIONS.values() for name in names}
    more = dict.fromkeys(name.split()[0] for name in COMMANDS if name not in shown)
    commands = ""
    for title, names in {**SECTIONS, "More": tuple(more)}.items():
        commands += f"\n{title}:\n{_summaries(names)}"
    page = (TEMPLATES / "front_page.txt").read_text(encoding="utf-8")
    return page.format(commands=commands)


def _replace_old_name(old: str) -> list[str]:
    """Return the words of a command's new name. Tell the user that the old name has changed."""
    renamed = RENAMED[old]
    print(
        f"coordinator: `coordinator {old}` is now `coordinator "
        f"{renamed.replacement}`; {renamed.until} removes the old name",
        file=sys.stderr,
    )
    return renamed.replacement.split()


def _run_command(arguments: list[str]) -> int:
    words = 1
    if " ".join(arguments[:2]) in COMMANDS:
        words = 2
    name = " ".join(arguments[:words])
    rest = arguments[words:]
    subcommands = _summaries(each for each in COMMANDS if each.startswith(f"{name} "))
    if name in GROUPS and rest and rest[0] in HELP:
        about = f"  {GROUPS[name].capitalize()}.\n\nCommands:\n{subcommands}"
        print(f"Usage: coordinator {name} COMMAND [OPTIONS]\n\n{about}", end="")
        return 0
    if name == "hook" and rest:
        from coordinator.cli_agents import HOOKS

        if rest[0] in HOOKS:
            return _run_hook(rest)
    if name not in COMMANDS:
        raise _unknown(name, rest)
    from coordinator.cli.commands import call

    return call(COMMANDS[name], rest, subcommands)


def _run_hook(arguments: list[str]) -> int:
    """Handle a hook call of a CLI agent: read it from stdin and print the answer.

    This is not a normal command, because it has to answer within milliseconds.
    """
    from coordinator.hook.unchanged_work import is_quiet

    given = sys.stdin.buffer.read().decode("utf-8", "replace")
    if not is_quiet(given):
        from coordinator.hook.gate import gate

        print(gate(given, *arguments), end="")
    return 0


def _summaries(names: Iterable[str]) -> str:
    """Return one line for each command or group: the last word of its name, and its summary."""
    text = ""
    for name in names:
        summary = COMMANDS[name].summary if name in COMMANDS else GROUPS[name]
        text += f"  {name.split()[-1]:<9}  {summary}\n"
    return text


def _unknown(name: str, rest: list[str]) -> UsageError:
    from difflib import get_close_matches

    page = "coordinator --help"
    given = name
    if name in GROUPS:
        page = f"coordinator {name} --help"
        if not rest:
            return UsageError(f"`coordinator {name}` needs a command", fix=f"see `{page}`")
        given = f"{name} {rest[0]}"
    guess = ""
    near = get_close_matches(given, [*COMMANDS, *GROUPS], n=1)
    if near:
        guess = f"did you mean {near[0]}? "
    return UsageError(f"unknown command '{given}'", fix=f"{guess}see `{page}`")


def _unexpected(error: Exception) -> int:
    from coordinator.app.logs import log_file, log_unexpected

    try:
        log_unexpected(error)
        where = f"details in {log_file()}"
    except CoordinatorError as unwritable:
        where = f"no details: {unwritable}"
    return _failed(f"unexpected {type(error).__name__}: {error} ({where})", 70)


def _failed(what: str, code: int) -> int:
    from coordinator.views.terminal_text import one_line

    print(f"coordinator: {one_line(what)}", file=sys.stderr)
    return code
