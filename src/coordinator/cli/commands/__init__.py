"""The commands: their arguments and options; each imports what it needs only when it is carried out.

So `coordinator COMMAND --help` answers without waiting for pydantic, the engine or an HTTP client.
"""

import re
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Option

from coordinator.errors import UsageError

HELP_TEXTS = Path(__file__).parents[1] / "templates/help.txt"  # by command, what follows the first line of its help
EVENTS = "pr_merged, pr_closed, ci=passing, ci=failing, reviews=clean, reviews=changes, commented"  # of a run


def full_id(given: str) -> str:
    """Return the id of the run that this names, shortens or begins; if it names an ask, what follows stays."""
    from coordinator.runtime import open_store

    run, slash, ask = given.partition("/")
    with open_store() as store:
        return store.full_id(run) + slash + ask


ID_HELP = "as `coordinator list` shows it, or how its id begins."
RunId = Annotated[str, Argument(metavar="ID", help=f"A review, run or council, {ID_HELP}", callback=full_id)]
ConfigFile = Annotated[Path | None, Option(metavar="FILE", help="Use this configuration file.", show_default=False)]
Json = Annotated[bool, Option("--json", help="Print JSON for programs.")]
Quiet = Annotated[bool, Option("--quiet", help="Show no progress.")]
Person = Annotated[
    str, Option("--by", metavar="NAME", help="Who decides; as git or the system knows you if not given.")
]


def call(name: str, module: str, function: str, arguments: Sequence[str], under: str) -> int:
    """Carry a command out with these arguments, and return its exit code; `under` lists the commands below it."""
    command = getattr(import_module(f"coordinator.cli.commands.{module}"), function)
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    parts = re.split(r"(?m)^== (.+)\n", HELP_TEXTS.read_text(encoding="utf-8"))
    # \b lets typer leave the lines of the examples as they are.
    more = parts[parts.index(name) + 1].replace("Example", "\b\nExample", 1)
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
