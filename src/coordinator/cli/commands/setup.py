"""`init`, `config`, `config trust`, `state salvage`, `doctor`, `hook`: setting up."""

from pathlib import Path
from typing import Annotated, Literal

import typer
from typer import Argument, Option

from coordinator.cli.commands import ConfigFile, Json, work
from coordinator.cli.terminal import put_out

Place = Literal["board", "multica", "github", "gitea"]
Protocol = Literal["judge-with-debate", "tool-mad"]
Program = Annotated[
    Literal["claude", "codex", "gemini"], Argument(help="The agent's CLI.", show_default=False)
]
Project = Annotated[
    bool, Option("--project/--user", help="In the settings of this folder, or in your own.")
]


def init(
    file: Annotated[Path, Argument()] = Path("coordinator.yaml"),
    tracker: Place = "board",
    protocol: Annotated[Protocol | None, Option(show_default="judge-with-debate")] = None,
) -> None:
    """Write a commented configuration with a panel that can judge; an existing file is never overwritten."""
    work.setup.write_starter(file, tracker, protocol or "")
    typer.echo(
        f"wrote {file}; `coordinator doctor` tries its seats, `coordinator config` shows what it comes to"
    )


def show_config(config: ConfigFile = None, json: Json = False) -> None:
    """Print the whole configuration as it is understood, with secrets masked."""
    from coordinator.config.settings import config_text, load

    found = load(config=config)
    put_out(
        "config",
        found.model_dump(mode="json", by_alias=True),
        config_text(found).rstrip("\n"),
        json,
    )


def trust(folder: Annotated[Path, Argument()] = Path(), remove: bool = False) -> None:
    """Let coordinator.yaml of a repository count, as it is now."""
    typer.echo(work.setup.trust(folder, remove=remove))


def export(to: Annotated[Path | None, Option()] = None) -> None:
    """Print all that is on record, each review, run and council on a line, oldest first, as `show --json` has it."""
    if to is not None:
        work.setup.export_state(to)
    else:
        work.runs.export()


def import_state(file: Path) -> None:
    """Put what `state export --to` wrote into the database that is configured now, open runs included."""
    work.setup.import_state(file)


def salvage(file: Path, to: Annotated[Path, Option()]) -> None:
    """Copy what can still be read of a damaged state file into a new one; the damaged one is left as it is."""
    typer.echo(work.setup.salvage_file(file, to))


def doctor(spend: bool = False, config: ConfigFile = None, json: Json = False) -> None:
    """Look at the tracker, ask every configured seat one tiny question, and say what is wrong and how to mend it."""
    work.setup.doctor(config, spend=spend, as_json=json)


def install_hook(
    agent: Program, project: Project = False, panel: bool = False, strict: bool = False
) -> None:
    """Have an agent's work reviewed when it says that it is done, against what you asked for in the conversation."""
    typer.echo(
        work.setup.change_hooks(agent, ["--panel"] * panel + ["--strict"] * strict, project=project)
    )


def uninstall_hook(agent: Program, project: Project = False) -> None:
    """Take the hooks out of the settings of an agent's CLI again, and leave all else there."""
    typer.echo(work.setup.change_hooks(agent, None, project=project))
