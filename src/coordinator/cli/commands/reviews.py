"""`review`, `override`, `asks` and `answer`; of any run `list`, `show`, `resume`, `retry`, `cancel` and `record`."""

from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Annotated

import typer
from typer import Argument, Option

from coordinator.cli.commands import ConfigFile, Json, Person, RunId, full_id

# The module of cli/ for each kind of run; all have show, resume, retry, cancel and recorded_replies.
MODULES = {"run": "workflows", "council": "councils"}
STATES_HELP = (
    "Only those that are open, accept, reject, escalate, error, superseded, failed, cancelled, or for "
    "councils agreed or decided."
)


def module_of(run_id: str) -> ModuleType:
    """Return the module that deals with runs of this kind."""
    from coordinator.runtime import open_store

    with open_store() as store:
        job = store.run(run_id).job
    return import_module(f"coordinator.cli.{MODULES.get(job, 'reviews')}")


def review(
    issue: Annotated[
        str, Option(metavar="FILE|-|KEY", help="What was asked: a file, - for stdin, or an issue of the tracker.")
    ],
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

    KEY is an issue of the configured tracker that is in review, such as B-1 or MUL-42: its work is judged where the
    tracker says that it is, and the verdict is carried out there.

    Progress goes to stderr, the verdict to stdout; the exit code is 0 for accept, 1 for reject, 2 for escalate
    and 3 for error.

    Examples:
      coordinator review --issue task.md --base main
      coordinator review --issue MUL-42 --dry-run
    """
    from coordinator.cli import reviews

    reviews.review(issue, repo, base, config, dry_run=dry_run, as_json=json)


def list_runs(
    state: Annotated[str, Option(metavar="STATE", help=STATES_HELP)] = "",
    limit: Annotated[int, Option(metavar="N", min=1, help="At most so many, newest first.")] = 50,
    json: Json = False,
) -> None:
    """List reviews and councils, newest first: id, state, begin, duration, cost, issue, and the rule that decided.

    Example:
      coordinator list --state escalate
    """
    from coordinator.cli import runs

    typer.echo(runs.runs_text(state, limit, as_json=json))


def show(
    run_id: RunId,
    prompts: Annotated[bool, Option("--prompts", help="Also print every prompt and raw reply.")] = False,
    html: Annotated[
        Path | None, Option("--html", metavar="FILE", help="Write the page of the review to one file instead.")
    ] = None,
    run: Annotated[str, Option("--run", metavar="R1", help="Run the experiments behind this reason again.")] = "",
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
        from coordinator.cli import reviews

        reviews.run_again(run_id, run)
        return
    module_of(run_id).show(run_id, prompts, html, json)


def resume(run_id: RunId, config: ConfigFile = None, json: Json = False) -> None:
    """Go on with a review, run or council that was interrupted or has failed; what is on record is not asked again.

    A review keeps the panel, rules and checks that it was begun with, whatever coordinator.yaml says by now; a seat
    that cannot be asked any more abstains.

    What has ended is not changed: its verdict or result is printed again. A council whose plan could not be read is
    asked for it again.

    Example:
      coordinator resume local-1f2e3d4c
    """
    module_of(run_id).resume(run_id, config, json)


def retry(run_id: RunId, config: ConfigFile = None, json: Json = False) -> None:
    """Review a submission again from the start, under a new id: for a review that ended in error.

    It is held with the panel, rules and checks of the review before; with --config, with those of that file.

    A workflow is run again as it was started: with the text it had then, on the issue as it is now.

    Example:
      coordinator retry B-1.2
    """
    module_of(run_id).retry(run_id, config, json)


def cancel(
    run_id: RunId, reason: Annotated[str, Option(metavar="TEXT", help="Why, for the record.")] = "cancelled by hand"
) -> None:
    """Stop a review, run or council, whichever process runs it; nothing is written to the tracker.

    Example:
      coordinator cancel B-1.2 --reason "the issue was withdrawn"
    """
    module_of(run_id).cancel(run_id, reason)


def record(run_id: RunId) -> None:
    """Print the replies of a review or council as recorded replies, to be used as `recorded:` of any seat.

    Example:
      coordinator seat record B-1.1 > panel.jsonl
    """
    for line in module_of(run_id).recorded_replies(run_id):
        typer.echo(line.model_dump_json(exclude_defaults=True))


def override(
    run_id: RunId,
    outcome: Annotated[str, Argument(metavar="accept|reject", help="What you decide.")],
    reason: Annotated[str, Option("--reason", metavar="TEXT", help="Why, for the author and the record.")],
    by: Person = "",
    config: ConfigFile = None,
) -> None:
    """Decide a review that has ended: an escalation, or a verdict that you overrule.

    It is recorded as yours; what the panel came to stays on record beside it. The tracker gets the new status and
    your reason, and the author is started again after a reject, unless somebody has moved the issue since.

    Example:
      coordinator override B-2.1 accept --reason "the retry table is enough for the people on call"
    """
    from coordinator.cli import reviews

    reviews.override(run_id, outcome, reason, by, config)


def asks(
    person: Annotated[str, Option(metavar="NAME", help="Only what waits for this person.")] = "", json: Json = False
) -> None:
    """List what waits for a person, the oldest first.

    Example:
      coordinator asks --person maria
    """
    from coordinator.cli import people

    typer.echo(people.asks_text(person, as_json=json))


def answer(
    ask_id: Annotated[
        str, Argument(metavar="ID", help="The ask, as `coordinator asks` shows it, or its review.", callback=full_id)
    ],
    file: Annotated[str, Option("--file", metavar="FILE|-", help="The answer: a file, or - for stdin.")] = "",
    edit: Annotated[bool, Option("--edit", help="Write the answer in $EDITOR, on a form.")] = False,
) -> None:
    """Answer an ask; without --file or --edit its prompt and a form to fill in are printed.

    The answer is read by the same strict reader as everybody's, and what is wrong is said before it is accepted.

    Example:
      coordinator answer B-1.1 > form.yaml; coordinator answer B-1.1 --file form.yaml
    """
    from coordinator.cli import people

    people.answer(ask_id, file, edit)
