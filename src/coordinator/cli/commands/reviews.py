"""`review`, and what deals with runs of every kind: `list`, `show`, `inbox`, `decide`, `answer`, `resume`, `cancel`."""

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
    """Judge the work in a repository against what was asked.

    The work is everything since it left the base: committed, staged, unstaged and untracked. Nothing in the
    repository is changed. A coordinator.yaml in it counts only as you have trusted it (`coordinator config trust`).

    It needs no configuration: the judges are then whoever is found on this machine, up to three of different makers
    of models. CLI agents that you are signed in to, models for which there is a key in the environment, and servers
    of models on this machine are found. One line says who judges, and what that costs at most; `coordinator init`
    writes it down for you to change.

    KEY is an issue of the configured tracker that is in review, such as B-1 or MUL-42: its work is judged where the
    tracker says that it is, and the verdict is carried out there. A pull request or URL is read with `gh`, if it is
    installed and signed in.

    Progress goes to stderr, the verdict to stdout; the exit code is 0 for accept, 1 for reject, 2 for escalate
    and 3 for error.

    Examples:
      coordinator review
      coordinator review --issue "Retries must back off, with a test." --base main
      coordinator review --issue MUL-42 --dry-run
    """
    work.reviews.review(issue, repo, base, config, dry_run=dry_run, as_json=json)


def list_runs(
    kind: Annotated[str, Option(metavar="review|run|council", help="Only what is of this kind.")] = "",
    state: Annotated[str, Option(metavar="STATE", help=STATES_HELP)] = "",
    limit: Annotated[int, Option(metavar="N", min=1, help="At most so many, newest first.")] = 50,
    json: Json = False,
) -> None:
    """List reviews, runs and councils, newest first.

    A line has id, state, begin, duration, cost, the issue or problem, and what decided it or where it stands.

    Examples:
      coordinator list --state escalate
      coordinator list --kind run --limit 10
    """
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
    """Show one review, run or council: scores, debate, evidence with what was found of it, and the rule that decided.

    With --run the scripts that judges gave for a reason are run in the sandbox, on the work as its repository has it.

    The file of --html needs no server and runs nothing; it is made to be attached to a pull request.

    Examples:
      coordinator show B-1.2 --prompts
      coordinator show B-1.2 --html review.html
      coordinator show B-1.2 --run R1
    """
    if run:
        work.reviews.run_again(run_id, run)
    else:
        work.runs.show(run_id, prompts, html, json)


def resume(
    run_id: RunId,
    again: Annotated[bool, Option("--again", help="From the start, under a new id.")] = False,
    stage: Annotated[
        str, Option("--from", metavar="STAGE", help="A run that has ended: enter this stage, and go on from there.")
    ] = "",
    say: Annotated[str, Option(metavar="TEXT", help="A run that has ended: say this to its agent, and go on.")] = "",
    by: Person = "",
    config: ConfigFile = None,
    json: Json = False,
) -> None:
    """Go on with a review, run or council that was interrupted or has failed; what is on record is not asked again.

    A review keeps the panel, rules and checks that it was begun with, whatever coordinator.yaml says by now; a seat
    that cannot be asked any more abstains.

    What has ended is not changed: its verdict or result is printed again. A council whose plan could not be read is
    asked for it again.

    A run that ended without having completed goes on where you say: --from enters a stage again, --say has the agent
    go on with your words where it last worked, both do both. All that is on record stays; every stage may be visited
    as often as at first. `coordinator decide RUN pass` or fail settles the stage that it ended at.

    With --again a review that has ended, in error for example, is held once more: with the panel, rules and checks of
    the one before, or with --config by those of that file. A workflow is run again as it was started: with the text it
    had then, on the issue as it is now.

    Examples:
      coordinator resume local-1f2e3d4c
      coordinator resume B-1.2 --again
      coordinator resume run-1f2e3d4c --from review
      coordinator resume run-1f2e3d4c --say "The test needs a database: use the one in docker-compose.yml."
    """
    module = work.runs.module_of(run_id)
    given = {name: value for name, value in (("stage", stage), ("say", say), ("by", by)) if value}
    act = module.retry if again else module.resume
    _check_options(act, {"from" if name == "stage" else name: name for name in given}, run_id, "resume")
    act(run_id, config, json, **given)


def cancel(
    run_id: RunId,
    reason: Annotated[str, Option(metavar="TEXT", help="Why, for the record.")] = "cancelled by hand",
    json: Json = False,
) -> None:
    """Stop a review, run or council, whichever process runs it; nothing is written to the tracker.

    Example:
      coordinator cancel B-1.2 --reason "the issue was withdrawn"
    """
    work.runs.module_of(run_id).cancel(run_id, reason, json)


def record(run_id: RunId) -> None:
    """Print the replies of a review or council as recorded replies, to be used as `recorded:` of any seat.

    Example:
      coordinator seat record B-1.1 > panel.jsonl
    """
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
    """Decide what a panel, a council or a workflow leaves to you.

    A review that has ended is accepted or rejected: an escalation, or a verdict that you overrule. It is recorded as
    yours; what the panel came to stays on record beside it. The tracker gets the new status and your reason, and the
    author is started again after a reject, unless somebody has moved the issue since.

    A council that did not agree gets the proposal with the letter that its escalation and spec.md show, or with own an
    answer of your own, and writes its plan.

    A run that waits for its pull request is told what has become of it, where the tracker does not say; by you, a
    script or a webhook. That is kept until the run gets to it, whichever process runs it.

    A run that ended at a stage without a usable verdict goes on here as if its judge or gate had come to yours: pass,
    or fail with a reason, which the agent is told. One that ended at a command that fails goes on as if it had not.

    Examples:
      coordinator decide B-2.1 accept --reason "the retry table is enough for the people on call"
      coordinator decide council-1a2b3c4d own --file answer.md
      coordinator decide run-1f2e3d4c ci=passing --key delivery-4711
      coordinator decide run-1f2e3d4c fail --reason "the migration drops a column that is in use"
    """
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
    """List what waits for a person, the oldest first, each with the command that deals with it.

    Questions to people, reviews and councils that are left to somebody to decide, runs that did not complete, and what
    has failed or is put aside.

    Example:
      coordinator inbox --person maria
    """
    work.runs.list_inbox(person, as_json=json)


def answer(
    ask_id: Annotated[
        str, Argument(metavar="ID", help="The ask, as `coordinator inbox` shows it, or its review.", callback=full_id)
    ],
    file: Annotated[str, Option("--file", metavar="FILE|-", help="The answer: a file, or - for stdin.")] = "",
    edit: Annotated[bool, Option("--edit", help="Write the answer in $EDITOR, on a form.")] = False,
    json: Json = False,
) -> None:
    """Answer an ask; without --file or --edit its prompt and a form to fill in are printed.

    The answer is read by the same strict reader as everybody's, and what is wrong is said before it is accepted.

    Example:
      coordinator answer B-1.1 > form.yaml; coordinator answer B-1.1 --file form.yaml
    """
    work.runs.answer(ask_id, file, edit, json)
