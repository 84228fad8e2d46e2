"""The command line: thin doors to the jobs. Only typer is imported here, so that --help stays quick."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from coordinator import __version__
from coordinator.errors import CoordinatorError

from . import board, demo, record, review, setup, watch

app = typer.Typer(
    name="coordinator",
    help='The layer between "the agent says it is done" and "it is done".',
    epilog="Exit codes: 0 accepted, 1 rejected, 2 escalated, 3 error, 64 bad usage, 70 unexpected failure.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


@app.callback(invoke_without_command=True)
def root(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """The layer between "the agent says it is done" and "it is done".

    Without a command it watches the configured tracker: `coordinator` is `coordinator watch`.
    """
    if version:
        typer.echo(f"coordinator {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        watch.watch()


app.command()(review.review)
app.command()(watch.watch)
app.command("list")(record.list_reviews)
app.command()(record.show)
app.command()(review.resume)
app.command()(review.retry)
app.command()(review.cancel)
app.command()(setup.init)
app.command("config")(setup.show_config)
app.command()(setup.salvage)
app.command()(demo.demo)
app.add_typer(board.app, name="board")


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one command; every failure is one line and an exit code, never a traceback."""
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: Sequence[str]) -> int:
    """The exit code of one command."""
    try:
        return int(app(list(arguments), standalone_mode=False) or 0)
    except CoordinatorError as error:
        return _failed(f"coordinator: {error}", error.exit_code)
    except typer.TyperException as error:
        return _usage(error)
    except (KeyboardInterrupt, typer.Abort):
        return _failed("coordinator: stopped", 130)
    except BrokenPipeError:
        sys.stderr.close()
        return 141
    except ExceptionGroup as group:
        return _group(group)
    except Exception as error:
        return _unexpected(error)


def _usage(error: typer.TyperException) -> int:
    context = getattr(error, "ctx", None)
    hint = f" (see `{context.command_path} --help`)" if context is not None else ""
    message = getattr(error, "format_message", lambda: str(error))()
    return _failed(f"coordinator: {message}{hint}", 64)


def _group(group: ExceptionGroup) -> int:
    first: Exception = group
    while isinstance(first, ExceptionGroup):
        first = first.exceptions[0]
    if isinstance(first, CoordinatorError) and group.split(CoordinatorError)[1] is None:
        return _failed(f"coordinator: {first}", first.exit_code)
    return _unexpected(group)


def _unexpected(error: Exception) -> int:
    from coordinator.cli.logs import log_file, log_unexpected

    log_unexpected(error)
    return _failed(f"coordinator: unexpected {type(error).__name__}: {error} (details in {log_file()})", 70)


def _failed(line: str, code: int) -> int:
    print(line, file=sys.stderr)
    return code
