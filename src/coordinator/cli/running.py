"""`coordinator run`, `runs` and `event`: workflows, from a shell."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from coordinator.errors import UsageError

if TYPE_CHECKING:
    from coordinator.storage.store import Store
    from coordinator.workflow.records import Outside, RunResult

KEY = re.compile(r"[A-Za-z][A-Za-z0-9]*-[1-9][0-9]*")
EXITS = {"completed": 0, "failed": 1, "escalated": 2, "error": 3}
EVENTS = "pr_merged, pr_closed, ci=passing, ci=failing, reviews=clean, reviews=changes, commented"

ConfigFile = Annotated[
    Path | None,
    typer.Option("--config", metavar="FILE", help="Use this configuration file.", show_default=False),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]


def run(
    workflow: Annotated[Path, typer.Argument(metavar="WORKFLOW", help="A workflow file.", show_default=False)],
    issue: Annotated[
        str, typer.Option(metavar="FILE|-|KEY", help="What is asked: a file, - for stdin, or an issue of the tracker.")
    ],
    repo: Annotated[
        Path | None, typer.Option(metavar="DIR", help="The git repository to work on.", show_default=False)
    ] = None,
    base: Annotated[str, typer.Option(metavar="REF", help="Where the work begins; HEAD if not given.")] = "",
    in_place: Annotated[
        bool, typer.Option("--in-place", help="Work in DIR itself, not on a branch in a worktree of its own.")
    ] = False,
    input: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="A value for an input.")] = None,
    agent: Annotated[str, typer.Option(metavar="NAME", help="The working agent; workflow.agent if not given.")] = "",
    config: ConfigFile = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Show no progress.")] = False,
    json: Json = False,
) -> None:
    """Take an issue through the stages of a workflow, in this process, to its end.

    The agent works on a branch coordinator/RUN in a worktree of its own, so that DIR is left alone; with neither
    --repo nor a repository in the issue it gets a new, empty one. Commands of the workflow run as you: run only
    files that you trust.

    Everything is on record: after Ctrl-C or a crash `coordinator resume RUN` goes on, and repeats nothing that
    has ended. Progress goes to stderr, the end to stdout; the exit code is 0 for completed, 1 for failed, 2 for
    escalated (a person has to look) and 3 for error.

    \b
    Examples:
      coordinator run review.yaml --issue task.md --repo .
      coordinator run review.yaml --issue B-1 --input branch=main
    """
    from coordinator.cli.files import read_given
    from coordinator.cli.foreground_review import how_to_go_on
    from coordinator.cli.signals import run_here
    from coordinator.cli.workflow_runtime import WorkflowRequest, new_id, run_workflow_here, started
    from coordinator.runtime import given_issue

    is_key = bool(KEY.fullmatch(issue)) and not Path(issue).exists()
    asked = WorkflowRequest(
        label=str(workflow),
        text=read_given(str(workflow)),
        key=issue if is_key else "",
        issue=None if is_key else given_issue(_asked(issue)),
        repo=str(repo.absolute()) if repo else "",
        base=base,
        in_place=in_place,
        inputs=dict(map(_pair, input or ())),
        agent=agent,
    )
    id = new_id()
    settings, start = run_here(started(asked, config), lambda: "nothing was started")
    work = run_workflow_here(id, settings, start, quiet=quiet or json)
    print_end(id, run_here(work, lambda: how_to_go_on(id, config)), json)


def _asked(source: str) -> str:
    from coordinator.cli.files import read_given

    text = read_given(source)
    if not text.strip():
        where = "standard input" if source == "-" else source
        raise UsageError(f"the issue in {where} has no text", fix="say in it what is asked")
    return text


def _pair(text: str) -> tuple[str, str]:
    name, separator, value = text.partition("=")
    if not separator or not name.strip():
        raise UsageError(f"--input {text!r} is no NAME=VALUE", fix="for example --input branch=main")
    return name.strip(), value


def print_end(id: str, ending: RunResult, as_json: bool) -> None:
    """Say how a run ended, and exit with the code for it."""
    from coordinator.cli.terminal import plain

    if as_json:
        import json

        typer.echo(json.dumps({"id": id} | ending.model_dump(mode="json"), indent=1, ensure_ascii=False))
    else:
        branch = f" on branch {ending.branch}" if ending.branch else ""
        again = f"; `coordinator retry {id}` runs it again from the start" if ending.kind == "error" else ""
        said = (
            f"{ending.kind.capitalize()} at stage {ending.stage}: {ending.reason}",
            f"The work is in {ending.folder}{branch}.",
            f"`coordinator show {id}` has the whole run{again}.",
        )
        typer.echo(plain("\n".join(said)))
    raise typer.Exit(EXITS[ending.kind])


def resume_run(id: str, config: Path | None, as_json: bool) -> None:
    """Go on with a run, see it to its end, and exit with the code for that."""
    from coordinator.cli.foreground_review import how_to_go_on
    from coordinator.cli.signals import run_here
    from coordinator.cli.workflow_runtime import resume_run_here

    work = resume_run_here(id, config, quiet=as_json)
    print_end(id, run_here(work, lambda: how_to_go_on(id, config)), as_json)


def retry_run(id: str, config: Path | None, as_json: bool) -> None:
    """Run the same workflow on the same issue again under a new id, and exit with the code for its end."""
    from coordinator.cli.foreground_review import how_to_go_on
    from coordinator.cli.signals import run_here
    from coordinator.cli.workflow_runtime import new_id, retry_run_here

    again = new_id()
    work = retry_run_here(id, again, config, quiet=as_json)
    print_end(again, run_here(work, lambda: how_to_go_on(again, config)), as_json)


def runs(
    limit: Annotated[int, typer.Option(metavar="N", min=1, help="At most so many, newest first.")] = 50,
    json: Json = False,
) -> None:
    """List the runs of workflows, newest first: id, state, begin, duration, stage, and the issue.

    \b
    Example:
      coordinator runs --limit 10
    """

    from coordinator.cli.run_text import run_line
    from coordinator.runtime import open_store
    from coordinator.workflow.history import list_runs

    with open_store() as store:
        rows = list_runs(store, limit)
    if json:
        typer.echo("[" + ",\n".join(row.model_dump_json() for row in rows) + "]")
    else:
        typer.echo("\n".join(map(run_line, rows)) or "no runs; `coordinator run --help` says how to start one")


def show_run(store: Store, id: str, prompts: bool, as_json: bool) -> None:
    """Print the whole of a run."""
    from coordinator.cli.review_text import transcript
    from coordinator.cli.run_text import run_text
    from coordinator.storage.review_record import asked_of
    from coordinator.workflow.history import run_record

    whole = run_record(store, id)
    if as_json:
        typer.echo(whole.model_dump_json(indent=1))
        return
    typer.echo(run_text(whole))
    if prompts:
        steps = (event for event in store.events(id) if event.kind == "step" and event.key.startswith("ask/"))
        typer.echo("\n" + transcript((asked_of(step.key, step.body) for step in steps), store.text))


def event(
    id: Annotated[str, typer.Argument(metavar="RUN", help="A run, as `coordinator runs` shows it.")],
    what: Annotated[str, typer.Argument(metavar="EVENT", help=f"What has happened: {EVENTS}.")],
    key: Annotated[str, typer.Option(metavar="KEY", help="A name for this event: sent twice, it counts once.")] = "",
    json: Json = False,
) -> None:
    """Tell a run what has become of its pull request: for a script or a webhook, where the tracker does not say.

    The event is kept until the run gets to it, whichever process runs it.

    \b
    Examples:
      coordinator event run-1f2e3d4c pr_merged
      coordinator event run-1f2e3d4c ci=passing --key delivery-4711
    """
    from coordinator.cli.signals import run_here
    from coordinator.cli.workflow_runtime import send_event

    run_here(send_event(id, outside(what), key), lambda: "nothing was sent")
    if json:
        import json as notation

        typer.echo(notation.dumps({"id": id, "event": what}))
    else:
        typer.echo(f"{id} is told: {what}")


def outside(what: str) -> Outside:
    """The event that a word on the command line stands for."""
    import time

    from coordinator.workflow.records import PullRequestEnd, PullRequestFact

    name, separator, value = what.strip().partition("=")
    if name in ("pr_merged", "pr_closed") and not separator:
        return PullRequestEnd.model_validate({"event": name})
    if name in ("ci", "reviews") and value.strip():
        return PullRequestFact.model_validate({name: value.strip()})
    if what.strip() == "commented":
        return PullRequestFact(at=time.time())
    raise UsageError(f"there is no event {what!r}", fix=f"known: {EVENTS}")
