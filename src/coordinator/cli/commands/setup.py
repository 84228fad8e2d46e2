"""`init`, `config`, `config trust`, `state salvage`, `doctor`, `seat try`, `seat smoke`, `hook`: setting up."""

from pathlib import Path
from typing import Annotated, Literal

import typer
from typer import Argument, Option

from coordinator.cli.commands import ConfigFile, Json, work
from coordinator.cli.terminal import put_out

Place = Literal["board", "multica"]
Protocol = Literal["judge-with-debate", "tool-mad"]
Program = Annotated[Literal["claude", "codex", "gemini"], Argument(help="The agent's CLI.", show_default=False)]
Project = Annotated[bool, Option("--project/--user", help="In the settings of this folder, or in your own.")]


def init(
    file: Annotated[Path, Argument(metavar="FILE", help="Where to write it.")] = Path("coordinator.yaml"),
    tracker: Annotated[Place, Option(help="Where the issues live.")] = "board",
    protocol: Annotated[
        Protocol | None, Option(help="For Multica, how the panel gets to a verdict.", show_default="judge-with-debate")
    ] = None,
) -> None:
    """Write a commented configuration with a panel that can judge; an existing file is never overwritten."""
    work.setup.write_starter(file, tracker, protocol or "")
    typer.echo(f"wrote {file}; `coordinator doctor` tries its seats, `coordinator config` shows what it comes to")


def show_config(config: ConfigFile = None, json: Json = False) -> None:
    """Print the whole configuration as it is understood, with secrets masked."""
    from coordinator.config.settings import config_text, load

    found = load(config=config)
    put_out("config", found.model_dump(mode="json", by_alias=True), config_text(found).rstrip("\n"), json)


def trust(
    folder: Annotated[Path, Argument(metavar="PATH", help="The folder with the file.")] = Path(),
    remove: Annotated[bool, Option("--remove", help="Trust it no longer.")] = False,
    all_files: Annotated[bool, Option("--list", help="List every file that is trusted.")] = False,
) -> None:
    """Let coordinator.yaml of a repository count, as it is now."""
    typer.echo(work.setup.trust(folder, remove=remove, all_files=all_files))


def export() -> None:
    """Print all that is on record, each review, run and council on a line, oldest first, as `show --json` has it."""
    work.runs.export()


def salvage(
    file: Annotated[Path, Argument(metavar="FILE", help="The damaged state or board file.")],
    to: Annotated[Path, Option("--to", metavar="NEW", help="A new file for what can be read.")],
) -> None:
    """Copy what can still be read of a damaged state file into a new one; the damaged one is left as it is."""
    typer.echo(work.setup.salvage_file(file, to))


def doctor(
    spend: Annotated[bool, Option("--spend", help="Also ask seats whose answer costs money.")] = False,
    config: ConfigFile = None,
    json: Json = False,
) -> None:
    """Look at the tracker, ask every configured seat one tiny question, and say what is wrong and how to mend it."""
    work.doctor.doctor(config, spend=spend, as_json=json)


def try_seat(
    seat: Annotated[str, Argument(metavar="SEAT", help="The name of a seat of the configuration.")],
    issue: Annotated[str, Option(metavar="FILE|-", help="What was asked: a file, or - for stdin.")],
    repo: Annotated[Path, Option(metavar="DIR", help="The git repository with the work.")] = Path(),
    base: Annotated[str, Option(metavar="REF", help="What the work is compared with.")] = "",
    dry_run: Annotated[bool, Option("--dry-run", help="Print only the prompt; ask nobody.")] = False,
    config: ConfigFile = None,
    json: Json = False,
) -> None:
    """Ask one seat about a case and print prompt, raw reply, ballot and what was found of its evidence."""
    work.doctor.try_seat(seat, issue, repo, base, config, dry_run=dry_run, as_json=json)


def smoke(config: ConfigFile = None) -> None:
    """Create a throw-away issue on the Multica server, review it with the configured panel, and delete it."""
    work.doctor.smoke(config)


def install_hook(
    agent: Program,
    project: Project = False,
    panel: Annotated[bool, Option("--panel", help="Ask the whole panel, not one judge.")] = False,
    strict: Annotated[bool, Option("--strict", help="Also send it back, once, if it cannot be reviewed.")] = False,
) -> None:
    """Have an agent's work reviewed when it says that it is done, against what you asked for in the conversation."""
    typer.echo(work.setup.change_hooks(agent, ["--panel"] * panel + ["--strict"] * strict, project=project))


def uninstall_hook(agent: Program, project: Project = False) -> None:
    """Take the hooks out of the settings of an agent's CLI again, and leave all else there."""
    typer.echo(work.setup.change_hooks(agent, None, project=project))
