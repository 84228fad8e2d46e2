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
    """Take an issue through the stages of a workflow, in this process, to its end.

    The agent works on a branch coordinator/RUN in a worktree of its own, so that DIR is left alone; with neither
    --repo nor a repository in the issue it gets a new, empty one. Commands of the workflow run as you: run only
    files that you trust.

    Everything is on record: after Ctrl-C or a crash `coordinator resume RUN` goes on, and repeats nothing that
    has ended. Progress goes to stderr, the end to stdout; the exit code is 0 for completed, 1 for failed, 2 for
    escalated (a person has to look) and 3 for error.

    With --dry-run nothing is started or written, no agent or command either. The answers of a stage are given in
    their order: the words of an agent, pass, fail or none of a judge, ok, fail or the JSON object that it prints of a
    command, pr_merged, pr_closed, ci=passing, reviews=clean or timeout of the world outside. What is not given is
    assumed: agents say what leads on, judges pass, commands succeed.

    Examples:
      coordinator run review.yaml --issue task.md --repo .
      coordinator run review.yaml --issue B-1 --input branch=main
      coordinator run review.yaml --dry-run --answer review=fail --answer review=pass --answer test=red
      coordinator run nightly.yaml --repo .
    """
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
    """Check workflow files: their form, the names in them, the ways through them, and whether a run would start.

    What `coordinator run` would refuse is refused here, in the same words: an agent or a judge that nobody is named
    for or that cannot be asked here (no key, no program), an action that the tracker cannot do. It is the configuration
    and the tracker of a run from this directory; without a configuration the built-in one, which names nobody. Where
    there are no keys, as in CI, --form looks at the files alone.

    Every error and warning is one line, file:line: what is wrong, and what to do. An error keeps a workflow from
    running, a warning does not. Exits with 0, or with 64 if there is an error.

    Examples:
      coordinator workflow check review.yaml
      coordinator workflow check review.yaml --tracker local
      coordinator workflow check workflows/*.yaml --form
    """
    work.workflows.check(files, tracker, config, form=form, as_json=json)


def graph(
    file: Annotated[str, Argument(metavar="FILE", help="The file; - is standard input.", show_default=False)],
    svg: Annotated[
        Path | None, Option(metavar="FILE", help="Write a drawing instead, as the page of a run has it.")
    ] = None,
    json: Json = False,
) -> None:
    """Draw the stages of a workflow: what each does, and below it what leads where.

    Nothing is started, and no configuration is needed. What leads to a stage from many others is said at that stage.

    Examples:
      coordinator workflow graph review.yaml
      coordinator workflow graph review.yaml --svg review.svg
    """
    work.workflows.graph(file, svg, json)


def schema() -> None:
    """Print the JSON Schema of workflow files, for editors that complete and check YAML.

    Example:
      coordinator workflow schema > workflow.schema.json
    """
    from coordinator.workflow.dialect.json_schema import schema_text

    typer.echo(schema_text(), nl=False)
