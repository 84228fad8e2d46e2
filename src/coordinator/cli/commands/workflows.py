"""The commands `run` and `council`, and the commands of the group `workflow`."""

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
            help="The request: a file, - for stdin, or an issue of the tracker. Not needed if "
            "the workflow does not use an issue.",
        ),
    ] = "",
    repo: Annotated[
        Path | None, Option("--repo", metavar="DIR", help="The git repository to work on.")
    ] = None,
    base: Annotated[
        str,
        Option(
            "--base", metavar="REF", help="The branch or commit to start from; HEAD if not given."
        ),
    ] = "",
    in_place: Annotated[
        bool,
        Option("--in-place", help="Work in DIR itself, not on a branch in a separate worktree."),
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
            help="Start nothing; print the path that a run takes with the answers of --answer.",
        ),
    ] = False,
    answer: Annotated[
        list[str] | None,
        Option(
            "--answer",
            metavar="STAGE=ANSWER",
            help="The answer that a stage gets in a dry run; its last answer is used again.",
        ),
    ] = None,
    config: ConfigFile = None,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Take an issue through the stages of a workflow, in this process, to its end.

    The agent works on a branch coordinator/RUN in a separate worktree, so that DIR is not changed;
    without --repo and without a repository in the issue, it gets a new, empty repository. Commands
    of the workflow run with your rights: run only files that you trust.

    Everything is recorded: after Ctrl-C or a crash, `coordinator resume RUN` continues and repeats
    no finished step. Progress goes to stderr, the result to stdout; the exit code is 0 for
    completed, 1 for failed, 2 for escalated (a person has to look) and 3 for error.

    With --dry-run, nothing is written, and no agent or command is started. Give the answers of a
    stage in their order: for an agent its words; for a judge pass, fail or none; for a command ok,
    fail or the JSON object that it prints; for outside events pr_merged, pr_closed, ci=passing,
    reviews=clean or timeout. Missing answers are assumed: agents say what leads to the next stage,
    judges pass, commands succeed.

    Examples:
      coordinator run review.yaml --issue task.md --repo .
      coordinator run review.yaml --issue B-1 --input branch=main
      coordinator run review.yaml --dry-run --answer review=fail --answer review=pass
      coordinator run nightly.yaml --repo .
    """
    from coordinator.cli.workflows import RunOptions
    from coordinator.cli.workflows import run as run_workflow

    if answer and not dry_run:
        raise UsageError("--answer is only for a dry run", fix="add --dry-run")
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
            help="Check for this tracker: board, multica, or local for an issue from a file.",
        ),
    ] = "",
    form: Annotated[
        bool,
        Option(
            "--form", help="Check only the files, without configuration, agents, keys and tracker."
        ),
    ] = False,
    config: ConfigFile = None,
    json: Json = False,
) -> None:
    """Check workflow files: their syntax, the names in them, the paths through them, and whether a
    run could start.

    It reports the same errors as `coordinator run`: an agent or judge that is not configured or
    cannot be asked here (no key, no program), or an action that the tracker does not support. It
    uses the configuration and the tracker of a run from this directory; without a configuration,
    the built-in one, which has no agents. Use --form where there are no keys, as in CI, to check
    only the files.

    Every error and warning is one line: file:line, the problem, and the fix. A workflow with an
    error cannot run; a workflow with warnings can. The exit code is 0, or 64 if there is an error.

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
            "--svg",
            metavar="FILE",
            help="Write an SVG drawing to this file instead, as on the page of a run.",
        ),
    ] = None,
    mermaid: Annotated[
        bool,
        Option("--mermaid", help="Print a diagram for Mermaid, which many Markdown viewers draw."),
    ] = False,
    json: Json = False,
) -> None:
    """Draw the stages of a workflow: what each stage does, and the transitions from it.

    Nothing is started, and no configuration is needed. If many stages lead to the same stage by the
    same transition, the transition is shown once, at the stage that it leads to.

    Examples:
      coordinator workflow graph review.yaml
      coordinator workflow graph review.yaml --svg review.svg
      coordinator workflow graph review.yaml --mermaid
    """
    from coordinator.cli import workflows

    workflows.graph(file, svg, json, mermaid)


def schema() -> None:
    """Print the JSON Schema of workflow files, for editors that complete and check YAML.

    Example:
      coordinator workflow schema > workflow.schema.json
    """
    from coordinator.workflow.dialect.json_schema import json_schema

    typer.echo(dumps(json_schema(), indent=2, ensure_ascii=False))


def council(
    problem: Annotated[
        str, Argument(metavar="PROBLEM", help="The problem to solve.", show_default=False)
    ] = "",
    file: Annotated[
        str, Option("--file", metavar="FILE|-", help="The problem: a file, or - for stdin.")
    ] = "",
    context: Annotated[
        list[Path] | None,
        Option("--context", metavar="FILE", help="A file that all members see; can be repeated."),
    ] = None,
    repo: Annotated[
        Path | None,
        Option(
            "--repo", metavar="DIR", help="A git repository; members with tools get a copy to read."
        ),
    ] = None,
    members: Annotated[
        str, Option("--members", metavar="A,B,C", help="Only these configured members.")
    ] = "",
    rounds: Annotated[
        int | None,
        Option(
            metavar="1-5",
            help="The maximum number of rounds; council.rounds if not given.",
            min=1,
            max=5,
            show_default=False,
        ),
    ] = None,
    vote: Annotated[
        float | None,
        Option(
            metavar="50-100",
            help="The share of the votes that a proposal needs, in per cent; council.vote if "
            "not given.",
            min=50,
            max=100,
            show_default=False,
        ),
    ] = None,
    uncertainty: Annotated[
        float | None,
        Option(
            metavar="0-50",
            help="The maximum uncertainty of an agreement, in per cent; council.uncertainty "
            "if not given.",
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
            help="Run this command on the code of every proposal, with its own tests and "
            "those of the others. It executes code that models wrote!",
        ),
    ] = "",
    constraint: Annotated[
        list[str] | None,
        Option(
            "--constraint",
            metavar="TEXT",
            help="A constraint on every answer; can be repeated.",
        ),
    ] = None,
    alternative: Annotated[
        list[str] | None,
        Option(
            "--alternative",
            metavar="TEXT",
            help="A possible answer for the members to consider; can be repeated.",
        ),
    ] = None,
    merge: Annotated[
        bool,
        Option(
            "--merge",
            help="Let the winner adopt better parts of the other proposals, and let the "
            "others vote on the result.",
        ),
    ] = False,
    implement: Annotated[
        str,
        Option(
            "--implement",
            metavar="AGENT",
            help="Let this agent of workflow.agents carry out the plan in the repository of "
            "--repo.",
        ),
    ] = "",
    background: Annotated[
        bool,
        Option("--background", help="Run the council in a separate process, and print its id."),
    ] = False,
    dry_run: Annotated[
        bool, Option("--dry-run", help="Print the prompts of the members; ask nobody.")
    ] = False,
    out: Annotated[
        Path | None,
        Option(
            "--out",
            metavar="DIR",
            help="The folder for the files; councils/ID in the home directory if not given.",
        ),
    ] = None,
    config: ConfigFile = None,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Let three or more models solve a problem: they propose, vote and revise until they agree.

    Each member proposes alone, then rates the proposals of the others without knowing their
    authors, and may revise its own. They agree when a proposal gets enough of the votes (--vote),
    its ratings are high and differ little (--uncertainty), and no member has a fatal concern about
    it; otherwise a person decides with `coordinator decide`. The command writes spec.md, plan.md
    and result.json. The members are those under council.members of coordinator.yaml.

    Everything is recorded: after Ctrl-C or a crash, `coordinator resume ID` continues, and does not
    ask members again who have answered.

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
