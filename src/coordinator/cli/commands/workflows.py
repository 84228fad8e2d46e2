"""`run`, the group `workflow`, and `council`: what agents do together."""

from json import dumps
from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Option

from coordinator.cli.commands import ConfigFile, Json, Quiet, work
from coordinator.errors import UsageError


def run(
    workflow: Path,
    issue: str = "",
    repo: Path | None = None,
    base: str = "",
    in_place: bool = False,
    inputs: Annotated[list[str] | None, Option("--input")] = None,
    agent: str = "",
    dry_run: bool = False,
    answer: list[str] | None = None,
    config: ConfigFile = None,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Take an issue through the stages of a workflow, in this process, to its end."""
    place = {
        "repo": str(repo.absolute()) if repo else "",
        "base": base,
        "in_place": in_place,
        "agent": agent,
    }
    if answer and not dry_run:
        raise UsageError("--answer is for a dry run", fix="add --dry-run")
    answers = (answer or []) if dry_run else None
    work.workflows.run(
        workflow, issue, inputs or (), config, answers, quiet=quiet, as_json=json, **place
    )


def check(
    files: list[str],
    tracker: str = "",
    form: bool = False,
    config: ConfigFile = None,
    json: Json = False,
) -> None:
    """Check workflow files: their form, the names in them, the ways through them, and whether a run would start."""
    work.workflows.check(files, tracker, config, form=form, as_json=json)


def graph(file: str, svg: Path | None = None, json: Json = False) -> None:
    """Draw the stages of a workflow: what each does, and below it what leads where."""
    work.workflows.graph(file, svg, json)


def schema() -> None:
    """Print the JSON Schema of workflow files, for editors that complete and check YAML."""
    from coordinator.workflow.dialect.json_schema import json_schema

    typer.echo(dumps(json_schema(), indent=2, ensure_ascii=False))


def council(
    problem: Annotated[str, Argument(show_default=False)] = "",
    file: str = "",
    context: list[Path] | None = None,
    repo: Path | None = None,
    members: str = "",
    rounds: Annotated[int | None, Option(min=1, max=5, show_default=False)] = None,
    vote: Annotated[float | None, Option(min=50, max=100, show_default=False)] = None,
    uncertainty: Annotated[float | None, Option(min=0, max=50, show_default=False)] = None,
    evidence: str = "",
    constraint: list[str] | None = None,
    alternative: list[str] | None = None,
    merge: bool = False,
    implement: str = "",
    background: bool = False,
    dry_run: bool = False,
    out: Path | None = None,
    config: ConfigFile = None,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Let three or more models settle a problem: they propose, vote and revise until they agree."""
    options = {
        "members": members,
        "rounds": rounds,
        "vote": vote,
        "uncertainty": uncertainty,
        "evidence": evidence,
    }
    options |= {
        "merge": merge,
        "implement": implement,
        "background": background,
        "dry_run": dry_run,
    }
    given = {"constraints": constraint or (), "alternatives": alternative or ()}
    place = {"repo": str(repo or ""), "out": str(out or "")}
    work.councils.council(
        problem, file, context or (), config, quiet, json, **options, **given, **place
    )
