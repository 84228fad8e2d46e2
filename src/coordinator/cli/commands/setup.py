"""`init`, `config`, `state`, `doctor` and `hook`: setting up."""

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
    bool, Option("--project/--user", help="Use the settings of this folder, or your own settings.")
]


def init(
    file: Annotated[Path, Argument(metavar="FILE", help="The file to write.")] = Path(
        "coordinator.yaml"
    ),
    tracker: Annotated[
        Place, Option("--tracker", help="The tracker with the issues or pull requests.")
    ] = "board",
    protocol: Annotated[
        Protocol | None,
        Option(
            help="For Multica: the protocol by which the panel reaches a verdict.",
            show_default="judge-with-debate",
        ),
    ] = None,
) -> None:
    """Write a commented configuration with a panel that can judge; an existing file is never
    overwritten.

    The panel is the one that `coordinator review` finds without a file: up to three agents and
    models on this machine, from different model makers. If none is found, the command says how to
    get one, and writes nothing. If the file lies in a git repository, it is trusted as written
    (`coordinator config trust`).

    For Multica the judges are agents of the workspace: Meta-Judge, Judge-GPT, Judge-Claude and
    Judge-Gemini, or for tool-mad Senior Developer, Code Reviewer, Project Manager Senior and
    Reality Checker.

    For GitHub and Gitea the file names the repository of the remote `origin` of this folder.

    Examples:
      coordinator init
      coordinator init --tracker github
      coordinator init --tracker multica --protocol tool-mad
    """
    from coordinator.app.configuring import write_starter
    from coordinator.cli.terminal import tell

    if write_starter(file, tracker, protocol or ""):
        tell("Commit it to the main branch; until then it is part of the work under review.")
    typer.echo(
        f"wrote {file}; `coordinator doctor` tests its seats, `coordinator config` "
        "shows the whole configuration"
    )


def show_config(config: ConfigFile = None, json: Json = False) -> None:
    """Print the whole configuration as it is understood, with secrets masked.

    It is read from --config, or else from coordinator.yaml in the current folder, or else from
    coordinator.yaml in the home directory (COORDINATOR_HOME, or ~/.coordinator). A file in a git
    repository is used in the version that you trusted (`coordinator config trust`), and only for
    sections that your own file does not have.

    Example:
      coordinator config --config strict.yaml
    """
    from coordinator.config.dump import config_text, printable
    from coordinator.config.settings import load

    found = load(config=config)
    put_out(
        "config",
        printable(found.model_dump(mode="json", by_alias=True)),
        config_text(found).rstrip("\n"),
        json,
    )


def trust(
    folder: Annotated[Path, Argument(metavar="PATH", help="The folder with the file.")] = Path(),
    remove: Annotated[bool, Option("--remove", help="Stop trusting it.")] = False,
) -> None:
    """Trust the coordinator.yaml of a repository in its present version.

    Anyone who works in a repository can write that file, and it decides which commands run and how
    much is spent. So it is used only after you trust it, and only in the version that you trusted;
    trust it again after a change. Sections of your own configuration take precedence over it.

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
            metavar="FILE",
            help="Write the whole state into this new file instead, for `state import`.",
        ),
    ] = None,
) -> None:
    """Print the whole record: one line of JSON for each review, run and council, oldest first, in
    the format of `show --json`.

    With --to, write the whole state and the board, row by row, to move them to another database.
    Stop every coordinator process first: exported runs must not continue here.

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
        Argument(metavar="FILE", help="A file that `state export --to` wrote; - for stdin."),
    ],
) -> None:
    """Import a file of `state export --to` into the configured database, including open runs.

    The database must be new. Open runs continue as soon as a daemon or a worker runs.

    Example:
      COORDINATOR_DATABASE=postgresql://me@db/coordinator coordinator state import all.jsonl
    """
    from coordinator.cli import setup

    setup.import_state(file)


def prune(
    older_than: Annotated[
        str, Option("--older-than", metavar="AGE", help="The least age, such as 90d or 36h.")
    ],
    dry_run: Annotated[
        bool, Option("--dry-run", help="Only print what would be pruned, and the size after it.")
    ] = False,
) -> None:
    """Shorten the records of reviews that ended long ago: remove prompts, raw replies, diffs and
    the output of checks.

    Key, outcome, rule, ballots and price stay. A review stays whole while any run about its issue
    is open, waits for a person, has failed, or ended recently. This cannot be undone: export the
    state first.

    Examples:
      coordinator state prune --older-than 90d --dry-run
      coordinator state prune --older-than 90d
    """
    from coordinator.cli import setup

    setup.prune_state(older_than, dry_run=dry_run)


def salvage(
    file: Annotated[Path, Argument(metavar="FILE", help="The damaged state or board file.")],
    to: Annotated[Path, Option(metavar="NEW", help="A new file for the readable rows.")],
) -> None:
    """Copy the readable rows of a damaged state file into a new file; the damaged file is not
    changed.

    Example:
      coordinator state salvage ~/.coordinator/state.db --to saved.db
    """
    from coordinator.cli import setup

    typer.echo(setup.salvage_file(file, to))


def doctor(
    spend: Annotated[bool, Option("--spend", help="Also ask seats that cost money.")] = False,
    config: ConfigFile = None,
    json: Json = False,
) -> None:
    """Check this machine and the tracker, ask every configured seat one tiny question, and say how
    to fix each problem.

    Seats are those of the panel, the members of the council, and the agents, judges and panels of
    workflows.

    For Multica it checks address, token, workspace and clock of the server, and for each agent that
    has a seat: whether it exists, whether we are allowed to invoke it, and whether its machine is
    online. Nothing is written to the server.

    Example:
      coordinator doctor --spend
    """
    from coordinator.cli import setup

    setup.doctor(config, spend=spend, as_json=json)


def install_hook(
    agent: Program,
    project: Project = False,
    panel: Annotated[
        bool, Option("--panel", help="Ask the whole panel instead of one judge.")
    ] = False,
    strict: Annotated[
        bool, Option("--strict", help="Also block the agent, once, if the review itself fails.")
    ] = False,
) -> None:
    """Review an agent's work whenever the agent says that it is done, against your requests in the
    conversation.

    The hook runs the checks and asks one judge; a reject goes back into the conversation, at most
    three times.

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
    """Remove coordinator's hooks from the settings of an agent's CLI; all other settings stay.

    Example:
      coordinator hook uninstall claude --project
    """
    from coordinator.hook.install import uninstall

    typer.echo(uninstall(agent, project=project))
