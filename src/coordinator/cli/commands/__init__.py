"""The declarations of the commands: arguments, options and help texts.

Each function imports the modules that it needs when it is called, so that
`coordinator COMMAND --help` answers without waiting for pydantic, the engine or an HTTP client.
"""

from collections.abc import Callable, Sequence
from importlib import import_module
from inspect import cleandoc
from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Option

from coordinator.cli.command_table import Command
from coordinator.errors import UsageError

# The outside events that can be sent to a workflow run.
EVENTS = "pr_merged, pr_closed, ci=passing, ci=failing, reviews=clean, reviews=changes, commented"


def full_id(given: str) -> str:
    """Return the full id of a run. `given` is the id or the beginning of it.

    If `given` names an ask (`RUN/ASK`), the part after the slash stays unchanged.
    """
    from coordinator.app.runtime import open_store

    run, slash, ask = given.partition("/")
    with open_store() as store:
        return store.full_id(run) + slash + ask


RunId = Annotated[
    str,
    Argument(
        metavar="ID",
        help="The id of a review, run or council, as `coordinator list` shows it, or the "
        "beginning of the id.",
        callback=full_id,
    ),
]
ConfigFile = Annotated[
    Path | None, Option(metavar="FILE", help="Use this configuration file.", show_default=False)
]
Json = Annotated[bool, Option("--json", help="Print JSON for programs.")]
Quiet = Annotated[bool, Option("--quiet", help="Show no progress.")]
Person = Annotated[
    str,
    Option("--by", metavar="NAME", help="Your name; by default as git or the system knows it."),
]


def load_function(command: Command) -> Callable[..., None]:
    """Import and return the function that declares a command."""
    module = import_module(f"coordinator.cli.commands.{command.module}")
    function: Callable[..., None] = getattr(module, command.function)
    return function


def call(command: Command, arguments: Sequence[str], subcommands: str) -> int:
    """Run a command with these arguments and return its exit code.

    `subcommands` lists the subcommands of this command on its help page.
    """
    function = load_function(command)
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    app.command(
        help=_help_page(function, subcommands),
        context_settings={"help_option_names": ["--help", "-h"]},
    )(function)
    try:
        code = app(list(arguments), prog_name=f"coordinator {command.name}", standalone_mode=False)
    except typer.TyperException as error:
        context = getattr(error, "ctx", None)
        fix = ""
        if context is not None:
            fix = f"see `{context.command_path} --help`"
        raise UsageError(error.format_message().rstrip("."), fix=fix) from None
    if code == 130:  # typer has caught Ctrl-C
        raise KeyboardInterrupt
    return int(code or 0)


def _help_page(function: Callable[..., None], subcommands: str) -> str:
    page = cleandoc(function.__doc__ or "")
    # \b keeps typer from wrapping the lines of the examples.
    page = page.replace("\n\nExample", "\n\n\b\nExample", 1)
    if subcommands:
        page += f"\n\n\b\nCommands:\n{subcommands}"
    return page
