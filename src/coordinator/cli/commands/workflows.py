"""`coordinator run`, `runs` and `event`, and the group `coordinator workflow`: workflows, from a shell."""

from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Option

from coordinator.cli.commands import EVENTS, ConfigFile, Json, full_id


def run(
    workflow: Annotated[Path, Argument(metavar="WORKFLOW", help="A workflow file.", show_default=False)],
    issue: Annotated[
        str, Option(metavar="FILE|-|KEY", help="What is asked: a file, - for stdin, or an issue of the tracker.")
    ],
    repo: Annotated[
        Path | None, Option(metavar="DIR", help="The git repository to work on.", show_default=False)
    ] = None,
    base: Annotated[str, Option(metavar="REF", help="Where the work begins; HEAD if not given.")] = "",
    in_place: Annotated[
        bool, Option("--in-place", help="Work in DIR itself, not on a branch in a worktree of its own.")
    ] = False,
    inputs: Annotated[list[str] | None, Option("--input", metavar="NAME=VALUE", help="A value for an input.")] = None,
    agent: Annotated[str, Option(metavar="NAME", help="The working agent; workflow.agent if not given.")] = "",
    config: ConfigFile = None,
    quiet: Annotated[bool, Option("--quiet", help="Show no progress.")] = False,
    json: Json = False,
) -> None:
    """Take an issue through the stages of a workflow, in this process, to its end.

    The agent works on a branch coordinator/RUN in a worktree of its own, so that DIR is left alone; with neither
    --repo nor a repository in the issue it gets a new, empty one. Commands of the workflow run as you: run only
    files that you trust.

    Everything is on record: after Ctrl-C or a crash `coordinator resume RUN` goes on, and repeats nothing that
    has ended. Progress goes to stderr, the end to stdout; the exit code is 0 for completed, 1 for failed, 2 for
    escalated (a person has to look) and 3 for error.

    Examples:
      coordinator run review.yaml --issue task.md --repo .
      coordinator run review.yaml --issue B-1 --input branch=main
    """
    from coordinator.cli import workflows

    place = {"repo": str(repo.absolute()) if repo else "", "base": base, "in_place": in_place, "agent": agent}
    workflows.run(workflow, issue, inputs or (), config, quiet=quiet, as_json=json, **place)


def runs(
    limit: Annotated[int, Option(metavar="N", min=1, help="At most so many, newest first.")] = 50, json: Json = False
) -> None:
    """List the runs of workflows, newest first: id, state, begin, duration, stage, and the issue.

    Example:
      coordinator runs --limit 10
    """
    from coordinator.cli import workflows

    typer.echo(workflows.runs_text(limit, as_json=json))


def event(
    run_id: Annotated[
        str,
        Argument(metavar="RUN", help="A run of `coordinator runs`, or how its id begins.", callback=full_id),
    ],
    what: Annotated[str, Argument(metavar="EVENT", help=f"What has happened: {EVENTS}.")],
    key: Annotated[str, Option(metavar="KEY", help="A name for this event: sent twice, it counts once.")] = "",
    json: Json = False,
) -> None:
    """Tell a run what has become of its pull request: for a script or a webhook, where the tracker does not say.

    The event is kept until the run gets to it, whichever process runs it.

    Examples:
      coordinator event run-1f2e3d4c pr_merged
      coordinator event run-1f2e3d4c ci=passing --key delivery-4711
    """
    from coordinator.cli import workflows

    workflows.event(run_id, what, key, as_json=json)


def check(
    files: Annotated[
        list[str], Argument(metavar="FILE...", help="The files; - is standard input.", show_default=False)
    ],
    tracker: Annotated[str, Option(metavar="NAME", help="Also say what this tracker cannot do: board, multica.")] = "",
    json: Json = False,
) -> None:
    """Check workflow files: their form, the names in them, and the ways through them.

    Every error and warning is one line, file:line: what is wrong, and what to do. An error keeps a workflow from
    running, a warning does not. Exits with 0, or with 64 if there is an error.

    Example:
      coordinator workflow check review.yaml --tracker board
    """
    from coordinator.cli import workflows

    workflows.check(files, tracker, as_json=json)


def schema() -> None:
    """Print the JSON Schema of workflow files, for editors that complete and check YAML.

    Example:
      coordinator workflow schema > workflow.schema.json
    """
    from coordinator.workflow.dialect.json_schema import schema_text

    typer.echo(schema_text(), nl=False)
