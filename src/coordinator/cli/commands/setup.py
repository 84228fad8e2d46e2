"""`init`, `config`, `config trust`, `state salvage`, `doctor`, `hook`: setting up."""

from pathlib import Path
from typing import Annotated, Literal

import typer
from typer import Argument, Option

from coordinator.cli.commands import ConfigFile, Json
from coordinator.cli.terminal import put_out
from coordinator.cli_agents import HookedName

Place = Literal["board", "multica", "github", "gitea"]
Protocol = Literal["judge-with-debate", "tool-mad"]
Program = Annotated[HookedName, Argument(help="The agent's CLI.", show_default=False)]
Project = Annotated[
    bool, Option("--project/--user", help="In the settings of this folder, or in your own.")
]


def init(
    file: Annotated[Path, Argument(metavar="FILE", help="Where to write it.")] = Path(
        "coordinator.yaml"
    ),
    tracker: Annotated[
        Place, Option("--tracker", help="Where the issues or pull requests live.")
    ] = "board",
    protocol: Annotated[
        Protocol | None,
        Option(
            help="For Multica, how the panel gets to a verdict.", show_default="judge-with-debate"
        ),
    ] = None,
) -> None:
    """Write a commented configuration with a panel that can judge; an existing file is never
    overwritten.

    The panel is the one that `coordinator review` uses without a configuration: up to three agents
    on this machine, with models of different makers. If none is found, the command says how to get
    one, and writes nothing. A file in a git repository is trusted as it was written (`coordinator
    config trust`).

    For Multica it names the agents of the workspace that judge: Meta-Judge, Judge-GPT, Judge-Claude
    and Judge-Gemini, or for tool-mad Senior Developer, Code Reviewer, Project Manager Senior and
    Reality Checker.

    For GitHub and Gitea it names the repository that the folder is a clone of, by its remote
    `origin`.

    Examples:
      coordinator init
      coordinator init --tracker github
      coordinator init --tracker multica --protocol tool-mad
    """
    from coordinator.app.configuring import write_starter
    from coordinator.cli.terminal import tell

    if write_starter(file, tracker, protocol or ""):
        tell("Commit it to the main branch: until then it is part of the work that is reviewed.")
    typer.echo(
        f"wrote {file}; `coordinator doctor` tries its seats, "
        "`coordinator config` shows what it comes to"
    )


def show_config(config: ConfigFile = None, json: Json = False) -> None:
    """Print the whole configuration as it is understood, with secrets masked.

    It is read from --config, else from coordinator.yaml here, else from the one in the home
    directory (COORDINATOR_HOME, or ~/.coordinator). A file in a git repository is used only in the
    version that you have trusted (`coordinator config trust`), and only for sections that your own
    file does not have.

    Example:
      coordinator config --config strict.yaml
    """
    from coordinator.config.dump import config_text
    from coordinator.config.settings import load

    found = load(config=config)
    put_out(
        "config",
        found.model_dump(mode="json", by_alias=True),
        config_text(found).rstrip("\n"),
        json,
    )


def trust(
    folder: Annotated[Path, Argument(metavar="PATH", help="The folder with the file.")] = Path(),
    remove: Annotated[bool, Option("--remove", help="Trust it no longer.")] = False,
) -> None:
    """Let coordinator.yaml of a repository count, as it is now.

    Whoever works in a repository can write that file, and it decides which commands run and what is
    spent. So it is used only in the version that you have trusted: a change has no effect until you
    trust it too. Sections of your own configuration replace those of the repository.

    Example:
      coordinator config trust work/repository
    """
    from coordinator.app.configuring import distrust
    from coordinator.app.configuring import trust as trust_file

    if remove:
        typer.echo(distrust(folder))
    else:
        typer.echo(trust_file(folder))


def export(
    to: Annotated[
        Path | None,
        Option(
            metavar="FILE", help="Write everything into this new file instead, for `state import`."
        ),
    ] = None,
) -> None:
    """Print all that is on record: each review, run and council on a line, oldest first, as `show
    --json` prints it.

    With --to the whole state and the board are written to a file, row by row, to be moved to
    another database. Stop every coordinator before: runs that were exported must not go on here.

    Examples:
      coordinator state export > record.jsonl
      coordinator state export --to everything.jsonl
    """
    from coordinator.cli import runs, setup

    if to is not None:
        setup.export_state(to)
    else:
        runs.export()


def import_state(
    file: Annotated[
        Path,
        Argument(metavar="FILE", help="What `state export --to` wrote; - reads it from stdin."),
    ],
) -> None:
    """Put what `state export --to` wrote into the database that is configured now, open runs
    included.

    The database has to be new. Runs that were open go on as soon as a daemon or a worker runs.

    Example:
      COORDINATOR_DATABASE=postgresql://me@db/coordinator coordinator state import all.jsonl
    """
    from coordinator.cli import setup

    setup.import_state(file)


def salvage(
    file: Annotated[Path, Argument(metavar="FILE", help="The damaged state or board file.")],
    to: Annotated[Path, Option(metavar="NEW", help="A new file for what can be read.")],
) -> None:
    """Copy what can still be read of a damaged state file into a new one; the damaged one is left
    as it is.

    Example:
      coordinator state salvage ~/.coordinator/state.db --to saved.db
    """
    from coordinator.cli import setup

    typer.echo(setup.salvage_file(file, to))


def doctor(
    spend: Annotated[
        bool, Option("--spend", help="Also ask seats whose answer costs money.")
    ] = False,
    config: ConfigFile = None,
    json: Json = False,
) -> None:
    """Look at the tracker, ask every configured seat one tiny question, and say what is wrong and
    how to mend it.

    Seats are those of the panel, the members of the council, and the agents, judges and panels of
    workflows.

    For a Multica server it checks address, token, workspace and clock, and each agent that has a
    seat: whether it exists, whether we may invoke it, and whether its machine is online. Nothing is
    written there.

    Example:
      coordinator doctor --spend
    """
    from coordinator.cli import setup

    setup.doctor(config, spend=spend, as_json=json)


def install_hook(
    agent: Program,
    project: Project = False,
    panel: Annotated[bool, Option("--panel", help="Ask the whole panel, not one judge.")] = False,
    strict: Annotated[
        bool, Option("--strict", help="Also send it back, once, if it cannot be reviewed.")
    ] = False,
) -> None:
    """Have an agent's work reviewed when it says that it is done, against what you asked for in
    the conversation.

    Each time the agent stops, the checks are run and one judge is asked. A reject goes back into
    the conversation, at most three times.

    Example:
      coordinator hook install claude --project
    """
    from coordinator.hook.install import install

    options = []
    if panel:
        options.append("--panel")
    if strict:
        options.append("--strict")
    typer.echo(install(agent, options, project=project))


def uninstall_hook(agent: Program, project: Project = False) -> None:
    """Take the hooks out of the settings of an agent's CLI again, and leave all else there.

    Example:
      coordinator hook uninstall claude --project
    """
    from coordinator.hook.install import uninstall

    typer.echo(uninstall(agent, project=project))
