"""`review`, and what deals with runs of every kind: `list`, `show`, `decide`, `resume`, `replay` and others."""

from collections.abc import Callable
from inspect import signature
from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Option

from coordinator.cli.commands import EVENTS, ConfigFile, Json, Person, Quiet, RunId, full_id, work
from coordinator.errors import UsageError

STATES_HELP = (
    "Only those that are open, accept, reject, escalate, error, superseded, failed or cancelled; of runs also "
    "completed, of councils agreed or decided."
)
ASKED_HELP = (
    "What was asked: the text, a file, - for stdin, an issue of the tracker, or one on GitHub; if not given, the pull "
    "request of the branch or the messages of its commits."
)


def review(
    issue: Annotated[str, Option(metavar="TEXT|FILE|-|KEY|URL", help=ASKED_HELP)] = "",
    repo: Annotated[Path, Option(metavar="DIR", help="The git repository with the work.")] = Path(),
    base: Annotated[
        str, Option(metavar="REF", help="What the work is compared with; the main branch if not given.")
    ] = "",
    dry_run: Annotated[
        bool, Option("--dry-run", help="With KEY: show what would be written to the tracker; write nothing.")
    ] = False,
    config: ConfigFile = None,
    json: Json = False,
) -> None:
    """Judge the work in a repository against what was asked."""
    work.reviews.review(issue, repo, base, config, dry_run=dry_run, as_json=json)


def list_runs(
    kind: Annotated[str, Option(metavar="review|run|council", help="Only what is of this kind.")] = "",
    state: Annotated[str, Option(metavar="STATE", help=STATES_HELP)] = "",
    limit: Annotated[int, Option(metavar="N", min=1, help="At most so many, newest first.")] = 50,
    json: Json = False,
) -> None:
    """List reviews, runs and councils, newest first."""
    work.runs.list_runs(kind, state, limit, as_json=json)


def show(
    run_id: RunId,
    prompts: Annotated[bool, Option("--prompts", help="Also print every prompt and raw reply.")] = False,
    html: Annotated[
        Path | None, Option("--html", metavar="FILE", help="Write the page of a review or a run to one file instead.")
    ] = None,
    run: Annotated[str, Option("--run", metavar="R1", help="Run again what is behind R1, or the test P1.")] = "",
    json: Json = False,
) -> None:
    """Show one review, run or council: scores, debate, evidence and what was found of it, and the rule that decided."""
    if run:
        work.reviews.run_again(run_id, run)
    else:
        work.runs.show(run_id, prompts, html, json)


def resume(
    run_id: RunId,
    again: Annotated[bool, Option("--again", help="From the start, under a new id.")] = False,
    stage: Annotated[
        str | None, Option("--from", metavar="STAGE", help="A run that has ended: from this stage.")
    ] = None,
    say: Annotated[str | None, Option(metavar="TEXT", help="A run that has ended: say this to its agent.")] = None,
    by: Person = "",
    config: ConfigFile = None,
    json: Json = False,
) -> None:
    """Go on with a review, run or council that was interrupted or has failed; what is on record is not asked again."""
    module = work.runs.module_of(run_id)
    given = {name: value for name, value in (("stage", stage), ("say", say), ("by", by or None)) if value is not None}
    options = {"from" if name == "stage" else name: name for name in given}
    act = module.retry if again else module.resume
    _check_options(act, options, run_id, "resume")
    for option, name in options.items():
        if not given[name].strip():
            raise UsageError(f"--{option} is empty", fix="name a stage after --from, or say something to the agent")
    act(run_id, config, json, **given)


def cancel(
    run_id: RunId,
    reason: Annotated[str, Option(metavar="TEXT", help="Why, for the record.")] = "cancelled by hand",
    json: Json = False,
) -> None:
    """Stop a review, run or council, whichever process runs it; nothing is written to the tracker."""
    work.runs.module_of(run_id).cancel(run_id, reason, json)


def record(run_id: RunId) -> None:
    """Print the replies of a review or council as recorded replies, to be used as `recorded:` of any seat."""
    for line in work.runs.module_of(run_id).recorded_replies(run_id):
        typer.echo(line.model_dump_json(exclude_defaults=True))


def decide(
    run_id: RunId,
    decision: Annotated[
        str,
        Argument(
            metavar="DECISION", help=f"accept or reject; A, B or own for a council; for a run pass, fail, {EVENTS}."
        ),
    ] = "",
    reason: Annotated[str, Option(metavar="TEXT", help="Why, for the author and the record; a review needs it.")] = "",
    file: Annotated[str, Option("--file", metavar="FILE|-", help="With own: your answer, or - for stdin.")] = "",
    key: Annotated[str, Option(metavar="KEY", help="For a run: a name for what is told; twice, it counts once.")] = "",
    choose: Annotated[str, Option(hidden=True)] = "",  # as a council was decided before
    by: Person = "",
    config: ConfigFile = None,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Decide what a panel, a council or a workflow leaves to you."""
    module = work.runs.module_of(run_id)
    options = {"reason": reason, "file": file, "key": key, "by": by, "config": config, "quiet": quiet}
    given = {name: value for name, value in options.items() if value}
    _check_options(module.decide, {name: name for name in given}, run_id, "decide")
    module.decide(run_id, decision or choose, as_json=json, **given)


def _check_options(act: Callable[..., None], given: dict[str, str], run_id: str, command: str) -> None:
    """Refuse options that mean nothing for a run of this kind, by the parameters of what is called."""
    if foreign := [f"--{option}" for option, name in given.items() if name not in signature(act).parameters]:
        what = f"{' and '.join(foreign)} cannot be used for {run_id}"
        raise UsageError(what, fix=f"see `coordinator {command} --help`")


def inbox(
    person: Annotated[str, Option(metavar="NAME", help="Only what this person was asked.")] = "", json: Json = False
) -> None:
    """List what waits for a person, the oldest first, each with the command that deals with it."""
    work.runs.list_inbox(person, as_json=json)


def answer(
    ask_id: Annotated[
        str, Argument(metavar="ID", help="The ask, as `coordinator inbox` shows it, or its review.", callback=full_id)
    ],
    file: Annotated[str, Option("--file", metavar="FILE|-", help="The answer: a file, or - for stdin.")] = "",
    edit: Annotated[bool, Option("--edit", help="Write the answer in $EDITOR, on a form.")] = False,
    json: Json = False,
) -> None:
    """Answer an ask; without --file or --edit its prompt and a form to fill in are printed."""
    work.runs.answer(ask_id, file, edit, json)


def replay(
    sources: Annotated[
        list[str] | None, Argument(metavar="FILE|ID", help="Files of recorded judges, or reviews; all reviews if none.")
    ] = None,
    bar: Annotated[str, Option(metavar="SCORE", help="Another bar, on the scale from 1 to 5.")] = "",
    margin: Annotated[str, Option(metavar="SCORE", help="Another margin.")] = "",
    quorum: Annotated[str, Option(metavar="N", help="Another quorum.")] = "",
    thin: Annotated[str, Option(metavar="escalate|decide", help="Another way with a thin mean.")] = "",
    verdicts: Annotated[bool, Option("--verdicts", help="Of files, take the verdicts and not the scores.")] = False,
    json: Json = False,
) -> None:
    """Decide recorded panels again under other rules."""
    given = {"bar": bar, "margin": margin, "quorum": quorum, "thin": thin}
    work.replays.replay(sources or [], {name: value for name, value in given.items() if value}, verdicts, as_json=json)


def calibrate(json: Json = False) -> None:
    """Say how often the panel and each seat were wrong, and which bar, margin or panel would have done better."""
    work.replays.calibrate(json)


def canary(config: ConfigFile = None, json: Json = False) -> None:
    """Review work of which you know whether it is right: the only way to see a bias that all judges share."""
    work.replays.canary(config, json)
