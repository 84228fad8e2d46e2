"""`run`, the group `workflow`, and `council`: what agents do together."""

from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Option

from coordinator.cli.commands import ConfigFile, Json, Quiet, work
from coordinator.errors import UsageError

Context = Annotated[list[Path] | None, Option(metavar="FILE", help="A file that all members see; may be given again.")]
Repo = Annotated[Path | None, Option(metavar="DIR", help="A git repository; members with tools get a copy to read.")]
ROUNDS_HELP = "Most rounds; council.rounds if not given."
VOTE_HELP = "Share of the votes that a proposal needs, in per cent; council.vote if not given."
DOUBT_HELP = "Most uncertainty that is still agreement, in per cent; council.uncertainty if not given."
Rounds = Annotated[int | None, Option(metavar="1-5", min=1, max=5, help=ROUNDS_HELP, show_default=False)]
Share = Annotated[float | None, Option(metavar="50-100", min=50, max=100, help=VOTE_HELP, show_default=False)]
Doubt = Annotated[float | None, Option(metavar="0-50", min=0, max=50, help=DOUBT_HELP, show_default=False)]
Evidence = Annotated[
    str, Option(metavar="COMMAND", help="Run this on the code of every proposal. It executes what models wrote!")
]
Out = Annotated[
    Path | None, Option(metavar="DIR", help="Where the files go; councils/ID of the home directory if not given.")
]


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


def council(
    problem: Annotated[str, Argument(metavar="PROBLEM", help="What is to be settled.", show_default=False)] = "",
    file: Annotated[str, Option("--file", metavar="FILE|-", help="The problem: a file, or - for stdin.")] = "",
    context: Context = None,
    repo: Repo = None,
    members: Annotated[str, Option(metavar="A,B,C", help="Only these of the configured members.")] = "",
    rounds: Rounds = None,
    vote: Share = None,
    uncertainty: Doubt = None,
    evidence: Evidence = "",
    out: Out = None,
    config: ConfigFile = None,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Let three or more models settle a problem: they propose, vote and revise until they agree."""
    limits = {"rounds": rounds, "vote": vote, "uncertainty": uncertainty}
    options = {"members": members, "repo": str(repo or ""), "evidence": evidence, "out": str(out or ""), **limits}
    work.councils.council(problem, file, context or (), config, quiet, json, **options)
