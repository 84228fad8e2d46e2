"""`run`, the group `workflow`, and `council`: what agents do together."""

from json import dumps
from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Option

from coordinator.cli.commands import ConfigFile, Json, Quiet
from coordinator.errors import UsageError


def run(
    workflow: Annotated[Path, Argument(metavar="WORKFLOW", help="A workflow file.")],
    issue: Annotated[
        str,
        Option(
            "--issue",
            metavar="FILE|-|KEY",
            help="What is asked: a file, - for stdin, or an issue of the tracker. A workflow "
            "that says nothing of an issue needs none.",
        ),
    ] = "",
    repo: Annotated[
        Path | None, Option("--repo", metavar="DIR", help="The git repository to work on.")
    ] = None,
    base: Annotated[
        str, Option("--base", metavar="REF", help="Where the work begins; HEAD if not given.")
    ] = "",
    in_place: Annotated[
        bool,
        Option("--in-place", help="Work in DIR itself, not on a branch in a worktree of its own."),
    ] = False,
    inputs: Annotated[
        list[str] | None, Option("--input", metavar="NAME=VALUE", help="A value for an input.")
    ] = None,
    agent: Annotated[
        str,
        Option("--agent", metavar="NAME", help="The working agent; workflow.agent if not given."),
    ] = "",
    dry_run: Annotated[
        bool,
        Option(
            "--dry-run",
            help="Start nothing: print the way that a run takes with the answers of --answer.",
        ),
    ] = False,
    answer: Annotated[
        list[str] | None,
        Option(
            "--answer",
            metavar="STAGE=ANSWER",
            help="What a stage is answered in a dry run; its last answer repeats.",
        ),
    ] = None,
    config: ConfigFile = None,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Take an issue through the stages of a workflow, in this process, to its end.

    The agent works on a branch coordinator/RUN in a worktree of its own, so that DIR is left alone;
    with neither --repo nor a repository in the issue it gets a new, empty one. Commands of the
    workflow run as you: run only files that you trust.

    Everything is on record: after Ctrl-C or a crash `coordinator resume RUN` goes on, and repeats
    nothing that has ended. Progress goes to stderr, the end to stdout; the exit code is 0 for
    completed, 1 for failed, 2 for escalated (a person has to look) and 3 for error.

    With --dry-run nothing is started or written, neither an agent nor a command. The answers of a
    stage are given in their order: for an agent its words; for a judge pass, fail or none; for a
    command ok, fail or the JSON object that it prints; for an outside event pr_merged, pr_closed,
    ci=passing, reviews=clean or timeout. Missing answers are assumed: agents say the words that
    lead on, judges pass, commands succeed.

    Examples:
      coordinator run review.yaml --issue task.md --repo .
      coordinator run review.yaml --issue B-1 --input branch=main
      coordinator run review.yaml --dry-run --answer review=fail --answer review=pass
      coordinator run nightly.yaml --repo .
    """
    from coordinator.cli.workflows import RunOptions
    from coordinator.cli.workflows import run as run_workflow

    if answer and not dry_run:
        raise UsageError("--answer is for a dry run", fix="add --dry-run")
    answers = None
    if dry_run:
        answers = answer or []
    options = RunOptions(
        repo=str(repo.absolute()) if repo else "",
        base=base,
        in_place=in_place,
        agent=agent,
        inputs=inputs or (),
        answers=answers,
        config=config,
        quiet=quiet,
        as_json=json,
    )
    run_workflow(workflow, issue, options)


def check(
    files: Annotated[
        list[str], Argument(metavar="FILE...", help="The files; - is standard input.")
    ],
    tracker: Annotated[
        str,
        Option(
            "--tracker",
            metavar="NAME",
            help="For this tracker: board, multica, or local, which is an issue from a file.",
        ),
    ] = "",
    form: Annotated[
        bool,
        Option("--form", help="The files alone: no configuration, no agents, no keys, no tracker."),
    ] = False,
    config: ConfigFile = None,
    json: Json = False,
) -> None:
    """Check workflow files: their form, the names in them, the ways through them, and whether a
    run would start.

    It reports all that `coordinator run` would refuse, in the same words: an agent or a judge that
    is not configured or cannot be asked here (no key, no program), or an action that the tracker
    cannot do. It uses the configuration and the tracker that a run from this directory would use;
    without a configuration file, it uses the defaults, which name no agents. Where there are no
    keys, as in CI, --form looks at the files alone.

    Every error and warning is one line, file:line: what is wrong, and what to do. An error keeps a
    workflow from running, a warning does not. Exits with 0, or with 64 if there is an error.

    Examples:
      coordinator workflow check review.yaml
      coordinator workflow check review.yaml --tracker local
      coordinator workflow check workflows/*.yaml --form
    """
    from coordinator.cli import workflows

    workflows.check(files, tracker, config, form=form, as_json=json)


def graph(
    file: Annotated[str, Argument(metavar="FILE", help="The file; - is standard input.")],
    svg: Annotated[
        Path | None,
        Option(
            "--svg", metavar="FILE", help="Write a drawing instead, as the page of a run has it."
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Draw the stages of a workflow: what each does, and below it what leads where.

    Nothing is started, and no configuration is needed. If the same event leads to a stage from many
    others, it is named at that stage only.

    Examples:
      coordinator workflow graph review.yaml
      coordinator workflow graph review.yaml --svg review.svg
    """
    from coordinator.cli import workflows

    workflows.graph(file, svg, json)


def schema() -> None:
    """Print the JSON Schema of workflow files, for editors that complete and check YAML.

    Example:
      coordinator workflow schema > workflow.schema.json
    """
    from coordinator.workflow.dialect.json_schema import json_schema

    typer.echo(dumps(json_schema(), indent=2, ensure_ascii=False))


def council(
    problem: Annotated[
        str, Argument(metavar="PROBLEM", help="What is to be settled.", show_default=False)
    ] = "",
    file: Annotated[
        str, Option("--file", metavar="FILE|-", help="The problem: a file, or - for stdin.")
    ] = "",
    context: Annotated[
        list[Path] | None,
        Option(
            "--context", metavar="FILE", help="A file that all members see; may be given again."
        ),
    ] = None,
    repo: Annotated[
        Path | None,
        Option(
            "--repo", metavar="DIR", help="A git repository; members with tools get a copy to read."
        ),
    ] = None,
    members: Annotated[
        str, Option("--members", metavar="A,B,C", help="Only these of the configured members.")
    ] = "",
    rounds: Annotated[
        int | None,
        Option(
            metavar="1-5",
            help="Most rounds; council.rounds if not given.",
            min=1,
            max=5,
            show_default=False,
        ),
    ] = None,
    vote: Annotated[
        float | None,
        Option(
            metavar="50-100",
            help="Share of the votes that a proposal needs, in per cent; council.vote if not "
            "given.",
            min=50,
            max=100,
            show_default=False,
        ),
    ] = None,
    uncertainty: Annotated[
        float | None,
        Option(
            metavar="0-50",
            help="Most uncertainty that is still agreement, in per cent; council.uncertainty if "
            "not given.",
            min=0,
            max=50,
            show_default=False,
        ),
    ] = None,
    evidence: Annotated[
        str,
        Option(
            "--evidence",
            metavar="COMMAND",
            help="Run this on the code of every proposal, with its own tests and those of the "
            "others. It executes what models wrote!",
        ),
    ] = "",
    constraint: Annotated[
        list[str] | None,
        Option(
            "--constraint",
            metavar="TEXT",
            help="What every answer must keep to; may be given again.",
        ),
    ] = None,
    alternative: Annotated[
        list[str] | None,
        Option(
            "--alternative",
            metavar="TEXT",
            help="An answer that you have thought of, for the members to weigh; may be given "
            "again.",
        ),
    ] = None,
    merge: Annotated[
        bool,
        Option(
            "--merge",
            help="Let the winner take up what the others did better, and have the others vote on "
            "that.",
        ),
    ] = False,
    implement: Annotated[
        str,
        Option(
            "--implement",
            metavar="AGENT",
            help="Hand the plan to this agent of workflow.agents, to be built in the repository "
            "of --repo.",
        ),
    ] = "",
    background: Annotated[
        bool, Option("--background", help="Hold it in a process of its own, and print its id.")
    ] = False,
    dry_run: Annotated[
        bool, Option("--dry-run", help="Print what members would be asked; nobody is.")
    ] = False,
    out: Annotated[
        Path | None,
        Option(
            "--out",
            metavar="DIR",
            help="Where the files go; councils/ID of the home directory if not given.",
        ),
    ] = None,
    config: ConfigFile = None,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Let three or more models settle a problem: they propose, vote and revise until they agree.

    Each member proposes alone, then rates the proposals of the others without knowing whose they
    are, and may revise its own. They agree when enough of the members that may vote for a proposal
    do so, and are certain enough; otherwise a person decides with `coordinator decide`. spec.md,
    plan.md and result.json are written. The members are those under council.members of
    coordinator.yaml.

    Everything is on record: after Ctrl-C or a crash `coordinator resume ID` goes on, and asks
    nobody again who has answered.

    Progress goes to stderr, the result to stdout; the exit code is 0 if they agreed, 2 if a person
    has to decide, and 3 for an error.

    Examples:
      coordinator council "How should the queue survive a restart?" --context design.md --repo .
      coordinator council --file problem.md --rounds 3 --evidence "pytest -q"
    """
    from coordinator.cli import councils
    from coordinator.council.api import CouncilOptions

    if background and dry_run:
        raise UsageError("--background and --dry-run exclude each other", fix="use one of them")
    text = councils.problem_text(problem, file)
    options = CouncilOptions(
        context=councils.attachments(context or ()),
        repo=str(repo or ""),
        members=councils.member_names(members),
        rounds=rounds,
        vote=vote,
        uncertainty=uncertainty,
        evidence=evidence,
        constraints=constraint or (),
        alternatives=alternative or (),
        merge=merge,
        implement=implement,
        out=str(out or ""),
    )
    if dry_run:
        councils.print_prompts(text, options, config, json)
    elif background:
        councils.hold_in_background(text, options, config, json)
    else:
        councils.hold(text, options, config, quiet=quiet, as_json=json)
