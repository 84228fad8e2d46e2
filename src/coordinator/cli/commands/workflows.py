"""`run`, and the group `workflow`: workflows, from a shell."""

from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Option

from coordinator.cli.commands import ConfigFile, Json, Quiet, work
from coordinator.errors import UsageError


def run(
    workflow: Annotated[Path, Argument(metavar="WORKFLOW", help="A workflow file.", show_default=False)],
    issue: Annotated[
        str,
        Option(
            metavar="FILE|-|KEY",
            help="What is asked: a file, - for stdin, or an issue of the tracker. A workflow that says nothing of an "
            "issue needs none.",
        ),
    ] = "",
    repo: Annotated[
        Path | None, Option(metavar="DIR", help="The git repository to work on.", show_default=False)
    ] = None,
    base: Annotated[str, Option(metavar="REF", help="Where the work begins; HEAD if not given.")] = "",
    in_place: Annotated[
        bool, Option("--in-place", help="Work in DIR itself, not on a branch in a worktree of its own.")
    ] = False,
    inputs: Annotated[list[str] | None, Option("--input", metavar="NAME=VALUE", help="A value for an input.")] = None,
    agent: Annotated[str, Option(metavar="NAME", help="The working agent; workflow.agent if not given.")] = "",
    dry_run: Annotated[
        bool, Option("--dry-run", help="Start nothing: print the way that a run takes with the answers of --answer.")
    ] = False,
    answer: Annotated[
        list[str] | None,
        Option(metavar="STAGE=ANSWER", help="What a stage is answered in a dry run; its last answer repeats."),
    ] = None,
    config: ConfigFile = None,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Take an issue through the stages of a workflow, in this process, to its end."""
    place = {"repo": str(repo.absolute()) if repo else "", "base": base, "in_place": in_place, "agent": agent}
    if answer and not dry_run:
        raise UsageError("--answer is for a dry run", fix="add --dry-run")
    answers = (answer or []) if dry_run else None
    work.workflows.run(workflow, issue, inputs or (), config, answers, quiet=quiet, as_json=json, **place)


def check(
    files: Annotated[
        list[str], Argument(metavar="FILE...", help="The files; - is standard input.", show_default=False)
    ],
    tracker: Annotated[
        str,
        Option(metavar="NAME", help="For this tracker: board, multica, or local, which is an issue from a file."),
    ] = "",
    form: Annotated[
        bool, Option("--form", help="The files alone: no configuration, no agents, no keys, no tracker.")
    ] = False,
    config: ConfigFile = None,
    json: Json = False,
) -> None:
    """Check workflow files: their form, the names in them, the ways through them, and whether a run would start."""
    work.workflows.check(files, tracker, config, form=form, as_json=json)


def graph(
    file: Annotated[str, Argument(metavar="FILE", help="The file; - is standard input.", show_default=False)],
    svg: Annotated[
        Path | None, Option(metavar="FILE", help="Write a drawing instead, as the page of a run has it.")
    ] = None,
    json: Json = False,
) -> None:
    """Draw the stages of a workflow: what each does, and below it what leads where."""
    work.workflows.graph(file, svg, json)


def schema() -> None:
    """Print the JSON Schema of workflow files, for editors that complete and check YAML."""
    from coordinator.workflow.dialect.json_schema import schema_text

    typer.echo(schema_text(), nl=False)
