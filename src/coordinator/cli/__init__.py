"""The command line: the front page, and the way to each command.

Not even typer is imported until a command is called, so that --help and --version answer at once.
"""

import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from coordinator import __version__
from coordinator.errors import CoordinatorError, UsageError, causes_of

TEMPLATES = Path(__file__).with_name("templates")


def _table(name: str) -> dict[str, list[str]]:
    """Return the rows of a table in templates/, whose columns are two spaces apart, by what is in the first."""
    lines = (TEMPLATES / name).read_text(encoding="utf-8").splitlines()
    rows = [[cell.strip() for cell in line.split("  ") if cell] for line in lines]
    return {first: rest for first, *rest in rows}


# Each command: its module and function in commands/, and its line on the front page or on the page of its group.
COMMANDS = {
    name: (*where.split("."), line) for name, (where, line) in _table("commands.txt").items()
}
# Each old name that still works: what it is called now, and the version with which it goes.
RENAMED = {old: (now, until) for old, (now, until) in _table("renamed.txt").items()}
GROUPS = {group: line for group, (line,) in _table("groups.txt").items()}
# What the front page shows under each heading; what begins otherwise stands under the last one.
SECTIONS = _table("sections.txt")
HELP = ("--help", "-h")


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one command; every failure is one line and an exit code, never a traceback."""
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit code; whatever it writes is for its user alone."""
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
        sys.stderr.close()  # nobody reads what we print; python would complain when it ends
        return 141
    except ExceptionGroup as group:
        first = next(causes_of(group))
        is_ours = group.split(CoordinatorError)[1] is None
        if is_ours:
            return _failed(str(first), getattr(first, "exit_code", 70))
        return _unexpected(group)
    except Exception as error:
        from coordinator.cli.terminal import forget

        forget(sys.stdout)
        return _unexpected(error)
    finally:
        os.umask(usual)


def _dispatch(arguments: list[str]) -> int:
    if not arguments:
        from coordinator.config.settings import load

        arguments = ["watch"] if load().has_tracker else ["--help"]
    if arguments[0] in ("--version", "-V"):
        print(f"coordinator {__version__}")
        return 0
    if arguments[0] == "--completion":
        if (shell := "".join(arguments[1:])) not in ("bash", "zsh", "fish"):
            raise UsageError(f"there is no completion for '{shell}'", fix="name bash, zsh or fish")
        print(
            (TEMPLATES / f"completion.{shell.replace('zsh', 'bash')}").read_text(encoding="utf-8"),
            end="",
        )
        return 0
    if arguments[0] in HELP:
        shown = [name for names in SECTIONS.values() for name in names]
        more = dict.fromkeys(name.split()[0] for name in COMMANDS if name not in shown)
        commands = "".join(
            f"\n{title}:\n{_lines(names)}" for title, names in {**SECTIONS, "More": more}.items()
        )
        print(
            (TEMPLATES / "front_page.txt").read_text(encoding="utf-8").format(commands=commands),
            end="",
        )
        return 0
    if arguments[0].startswith("-"):
        arguments = ["watch", *arguments]
    if arguments[0] in RENAMED:
        old, (now, until) = arguments[0], RENAMED[arguments[0]]
        what = (
            f"`coordinator {old}` is called `coordinator {now}` now; the old name goes with {until}"
        )
        print(f"coordinator: {what}", file=sys.stderr)
        arguments = [*now.split(), *arguments[1:]]
    length = 2 if " ".join(arguments[:2]) in COMMANDS else 1
    name = " ".join(arguments[:length])
    rest = arguments[length:]
    under = _lines(each for each in COMMANDS if each.startswith(f"{name} "))
    if name in GROUPS and rest[:1] and rest[0] in HELP:
        about = f"  {GROUPS[name].capitalize()}.\n\nCommands:\n{under}"
        print(f"Usage: coordinator {name} COMMAND [OPTIONS]\n\n{about}", end="")
        return 0
    if name == "hook" and rest[:1] in (["claude"], ["codex"], ["gemini"]):
        from coordinator.cli.hook import is_quiet

        given = sys.stdin.buffer.read().decode("utf-8", "replace")
        if not is_quiet(given):
            from coordinator.cli.hook.gate import gate

            print(gate(given, *rest), end="")
        return 0
    if name not in COMMANDS:
        raise _unknown(name, rest)
    from coordinator.cli.commands import call

    module, function, _ = COMMANDS[name]
    return call(name, module, function, rest, under)


def _lines(names: Iterable[str]) -> str:
    lines = {
        name.split()[-1]: COMMANDS[name][2] if name in COMMANDS else GROUPS[name] for name in names
    }
    return "".join(f"  {name:<9}  {line}\n" for name, line in lines.items())


def _unknown(name: str, rest: list[str]) -> UsageError:
    from difflib import get_close_matches

    page = f"coordinator {name} --help" if name in GROUPS else "coordinator --help"
    if name in GROUPS and not rest:
        return UsageError(f"`coordinator {name}` needs a command", fix=f"see `{page}`")
    given = f"{name} {rest[0]}" if name in GROUPS else name
    near = get_close_matches(given, [*COMMANDS, *GROUPS], n=1)
    guess = f"did you mean {near[0]}? " if near else ""
    return UsageError(f"there is no command '{given}'", fix=f"{guess}see `{page}`")


def _unexpected(error: Exception) -> int:
    from coordinator.cli.logs import log_file, log_unexpected

    try:
        log_unexpected(error)
        where = f"details in {log_file()}"
    except CoordinatorError as unwritable:
        where = f"no details: {unwritable}"
    return _failed(f"unexpected {type(error).__name__}: {error} ({where})", 70)


def _failed(what: str, code: int) -> int:
    from coordinator.cli.terminal import one_line

    print(f"coordinator: {one_line(what)}", file=sys.stderr)
    return code
