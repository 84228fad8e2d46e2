"""`coordinator init`, `config`, `salvage`: setting up, looking, and saving what can be saved."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Literal

import typer

from coordinator.errors import UsageError

Place = Literal["board", "multica"]
Protocol = Literal["judge-with-debate", "tool-mad"]


def init(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write it.")] = Path("coordinator.yaml"),
    tracker: Annotated[Place, typer.Option(help="Where the issues live.")] = "board",
    protocol: Annotated[Protocol, typer.Option(help="How the panel gets to a verdict.")] = "judge-with-debate",
) -> None:
    """Write a commented configuration to start from; an existing file is never overwritten.

    For Multica it names the agents of the workspace that judge: Meta-Judge, Judge-GPT, Judge-Claude and Judge-Gemini,
    or for tool-mad Senior Developer, Code Reviewer, Project Manager Senior and Reality Checker.

    \b
    Examples:
      coordinator init
      coordinator init --tracker multica --protocol tool-mad
    """
    from coordinator.cli.starter import starter

    text = starter(tracker, protocol)
    try:
        with open(file, "x", encoding="utf-8") as target:
            target.write(text)
    except FileExistsError:
        raise UsageError(f"{file} exists already and is left as it is", fix="name another file") from None
    except OSError as error:
        raise UsageError(f"{file} cannot be written: {error.strerror}", fix="name a file you may write") from None
    typer.echo(f"wrote {file}; `coordinator config` shows what it comes to")


def show_config(
    config: Annotated[
        Path | None,
        typer.Option("--config", metavar="FILE", help="Use this configuration file.", show_default=False),
    ] = None,
) -> None:
    """Print the whole configuration as it is understood, with secrets masked.

    It is read from --config, else from coordinator.yaml here, else from the one in the home directory
    (COORDINATOR_HOME, or ~/.coordinator).

    \b
    Example:
      coordinator config --config strict.yaml
    """
    from coordinator.config.settings import load, resolved

    typer.echo(resolved(load(config=config)), nl=False)


def salvage(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The damaged state or board file.")],
    to: Annotated[Path, typer.Option("--to", metavar="NEW", help="A new file for what can be read.")],
) -> None:
    """Copy what can still be read of a damaged state file into a new one; the damaged one is left as it is.

    \b
    Example:
      coordinator salvage ~/.coordinator/state.db --to saved.db
    """
    from coordinator.cli.terminal import counted
    from coordinator.storage.database import salvage as save

    for table, rows in save(file, to).items():
        typer.echo(f"{table}: {counted(rows, 'row')}")
    typer.echo(f"To go on with it, stop every coordinator, then: {_exchange(file, to)}")


def _exchange(damaged: Path, saved: Path) -> str:
    from shlex import join

    # The damaged file's write-ahead log must go with it: SQLite would write it into the new file.
    names = [f"{damaged}{suffix}" for suffix in ("", "-wal", "-shm")]
    aside = f"{damaged}.damaged"
    steps = (["mkdir", aside], ["mv", *filter(os.path.exists, names), aside], ["mv", str(saved), str(damaged)])
    return " && ".join(map(join, steps))
