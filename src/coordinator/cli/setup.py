"""`coordinator init`, `config`, `salvage`: setting up, looking, and saving what can be saved."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from coordinator.errors import UsageError


def init(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write it.")] = Path(
        "coordinator.yaml"
    ),
) -> None:
    """Write a commented configuration to start from; an existing file is never overwritten."""
    from coordinator.config import STARTER

    try:
        with open(file, "x", encoding="utf-8") as target:
            target.write(STARTER)
    except FileExistsError:
        raise UsageError(f"{file} exists already and is left as it is", fix="name another file") from None
    except OSError as error:
        raise UsageError(f"{file} cannot be written: {error.strerror}") from None
    typer.echo(f"wrote {file}; `coordinator config` shows what it comes to")


def show_config(
    config: Annotated[
        Path | None,
        typer.Option("--config", metavar="FILE", help="Use this configuration file.", show_default=False),
    ] = None,
) -> None:
    """Print the whole configuration as it is understood, with secrets masked."""
    from coordinator.config import load, resolved

    typer.echo(resolved(load(config=config)), nl=False)


def salvage(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The damaged state or board file.")],
    to: Annotated[Path, typer.Option("--to", metavar="NEW", help="A new file for what can be read.")],
) -> None:
    """Copy what can still be read of a damaged state file into a new one; the damaged one is left as it is."""
    from coordinator.database import salvage as save

    for table, rows in save(file, to).items():
        typer.echo(f"{table}: {rows} rows")
