"""One command, read by typer and carried out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module

import typer

from coordinator.errors import UsageError


def call(name: str, module: str, function: str, arguments: Sequence[str]) -> int:
    """Carry a command out with these arguments; its exit code."""
    target = getattr(import_module(f"coordinator.cli.{module}"), function)
    app = target if isinstance(target, typer.Typer) else _app_of(target)
    try:
        code = app(list(arguments), prog_name=f"coordinator {name}", standalone_mode=False)
    except typer.TyperException as error:
        raise _usage_error(error) from None
    if code == 130:  # typer has caught Ctrl-C
        raise KeyboardInterrupt
    return int(code or 0)


def _app_of(function: Callable[..., None]) -> typer.Typer:
    app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    app.command()(function)
    return app


def _usage_error(error: typer.TyperException) -> UsageError:
    context = getattr(error, "ctx", None)
    fix = f"see `{context.command_path} --help`" if context is not None else ""
    return UsageError(error.format_message().rstrip("."), fix=fix)
