"""The commands: their arguments and options; each imports what it needs only when it is carried out.

So `coordinator COMMAND --help` answers without waiting for pydantic, the engine or an HTTP client.
"""

import re
from collections.abc import Callable, Sequence
from copy import copy
from importlib import import_module
from inspect import Parameter, signature
from pathlib import Path
from typing import Annotated, Any, get_origin, get_type_hints

import typer
from typer import Argument, Option

from coordinator.errors import UsageError

# By command: the words about its parameters, and what follows the first line of its help.
HELP_TEXTS = Path(__file__).parents[1] / "templates/help.txt"
# Of a run
EVENTS = "pr_merged, pr_closed, ci=passing, ci=failing, reviews=clean, reviews=changes, commented"


def full_id(given: str) -> str:
    """Return the id of the run that this names, shortens or begins; if it names an ask, what follows stays."""
    from coordinator.runtime import open_store

    run, slash, ask = given.partition("/")
    with open_store() as store:
        return store.full_id(run) + slash + ask


ID_HELP = "A review, run or council, as `coordinator list` shows it, or how its id begins."
RunId = Annotated[str, Argument(metavar="ID", help=ID_HELP, callback=full_id)]
ConfigFile = Annotated[
    Path | None, Option(metavar="FILE", help="Use this configuration file.", show_default=False)
]
Json = Annotated[bool, Option("--json", help="Print JSON for programs.")]
Quiet = Annotated[bool, Option("--quiet", help="Show no progress.")]
Person = Annotated[
    str,
    Option(
        "--by", metavar="NAME", help="Who decides; as git or the system knows you if not given."
    ),
]


def described(name: str, module: str, function: str) -> tuple[Callable[..., None], str]:
    """Return a command whose parameters have the words that help.txt has for them, and the rest of its help."""
    command = getattr(import_module(f"coordinator.cli.commands.{module}"), function)
    parts = re.split(r"(?m)^== (.+)\n", HELP_TEXTS.read_text(encoding="utf-8"))
    lines = parts[parts.index(name) + 1].splitlines()
    hints = get_type_hints(command, include_extras=True)
    parameters = signature(command).parameters
    for row in (line for line in lines if line.startswith("| ")):
        # The parameter, what stands for its value if that has a name, and the words; two spaces apart.
        parameter, *metavar, words = [cell.strip() for cell in row[2:].split("  ") if cell]
        hint: Any = hints[parameter]
        if get_origin(hint) is Annotated:
            kind = hint.__origin__
            info = copy(hint.__metadata__[0])
        elif parameters[parameter].default is Parameter.empty:
            kind = hint
            info = Argument()
        else:
            kind = hint
            info = Option(f"--{parameter.replace('_', '-')}")
        info.metavar = "".join(metavar) or None
        info.help = words
        command.__annotations__[parameter] = Annotated[kind, info]
    return command, "\n".join(line for line in lines if not line.startswith("| "))


def call(name: str, module: str, function: str, arguments: Sequence[str], under: str) -> int:
    """Carry a command out with these arguments, and return its exit code; `under` lists the commands below it."""
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    command, more = described(name, module, function)
    # \b lets typer leave the lines of the examples as they are.
    more = more.replace("Example", "\b\nExample", 1)
    text = f"{command.__doc__}\n\n{more}"
    text += f"\n\n\b\nCommands:\n{under}" if under else ""
    app.command(help=text, context_settings={"help_option_names": ["--help", "-h"]})(command)
    try:
        code = app(list(arguments), prog_name=f"coordinator {name}", standalone_mode=False)
    except typer.TyperException as error:
        context = getattr(error, "ctx", None)
        fix = f"see `{context.command_path} --help`" if context is not None else ""
        raise UsageError(error.format_message().rstrip("."), fix=fix) from None
    if code == 130:  # typer has caught Ctrl-C
        raise KeyboardInterrupt
    return int(code or 0)
