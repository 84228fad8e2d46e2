"""Councils in this process: hold one, decide for it, go on with it, and show it."""

import json
import subprocess
import sys
from collections.abc import Coroutine, Iterable
from functools import partial
from pathlib import Path
from typing import Any

import typer

from coordinator import council as api
from coordinator.agents.recorded import RecordedLine
from coordinator.cli.logs import log_to_file
from coordinator.cli.runs import how_to_go_on
from coordinator.cli.signals import run_async
from coordinator.cli.terminal import person, put_out, read_given, row, tell
from coordinator.cli.text import event_line, render
from coordinator.config.settings import load
from coordinator.council import CouncilRecord, PersonChoice, council_record
from coordinator.council.api import attachment, escalate, new_id, rehearse
from coordinator.council.documents import recorded_lines, result_text
from coordinator.errors import UsageError
from coordinator.runtime import open_store
from coordinator.storage.events import kind_of
from coordinator.storage.store import Event

EXITS = {
    "agreed": 0,
    "decided": 0,
    "escalated": 2,
    "plan failed": 3,
    "cancelled": 3,
    "unfinished": 3,
}
IMPLEMENT = Path(api.__file__).with_name("implement.yaml")
on_record = council_record
Begin = partial[Coroutine[Any, Any, CouncilRecord]]


def council(
    problem: str,
    file: str,
    context: Iterable[Path],
    config: Path | None,
    quiet: bool,
    as_json: bool,
    **options: Any,
) -> None:
    """Hold a council about a problem or what is in a file, and exit with the code for what it came to.

    In the background a process of its own does that; in a dry run it is only said what members would be asked.
    """
    background = options.pop("background")
    dry_run = options.pop("dry_run")
    if background and dry_run:
        raise UsageError("--background and --dry-run exclude each other", fix="use one of them")
    if bool(problem) == bool(file):
        what = "the problem is given twice" if problem else "there is no problem"
        raise UsageError(what, fix="give it as an argument, or with --file FILE or --file -")
    text = read_given(file) if file else problem
    options["context"] = [attachment(path, read_given(str(path))) for path in context]
    options["members"] = [name.strip() for name in options["members"].split(",") if name.strip()]
    if dry_run:
        prompts = run_async(
            rehearse(text, config=load(config=config), **options), lambda: "nobody was asked"
        )
        shown = "\n".join(f"==== {purpose}\n{prompt}" for purpose, prompt in prompts.items())
        return put_out("prompts", prompts, shown, as_json)
    if background:
        begin = api.convene(text, config=load(config=config), attend=False, **options)
        return _leave(run_async(begin, lambda: "nothing was started"), config, as_json)
    run_id = new_id()
    _attend(
        run_id, partial(api.convene, text, council_id=run_id, **options), config, quiet, as_json
    )


def _leave(begun: CouncilRecord, config: Path | None, as_json: bool) -> None:
    """Leave a council that is on record to a process of its own."""
    named = ["--config", str(config)] if config else []
    log = Path(begun.request.out) / "log.txt"
    command = [sys.executable, "-m", "coordinator", "resume", begun.id, *named]
    with log.open("ab") as written:
        # By a shell that ends at once, so that it is nobody's child and outlives the terminal.
        run = partial(
            subprocess.run, stdout=written, stderr=written, start_new_session=True, check=True
        )
        run(["sh", "-c", '"$@" &', "sh", *command])
    told = f"{begun.id} goes on in the background, and writes to {log}; `coordinator show {begun.id}` shows it"
    put_out("done", {"id": begun.id, "done": "started"}, told, as_json)


def decide(
    run_id: str,
    decision: str,
    *,
    file: str = "",
    reason: str = "",
    by: str = "",
    config: Path | None = None,
    quiet: bool = False,
    as_json: bool,
) -> None:
    """Decide for a council, see it to its plan, and exit with the code for what it came to; or have it wait for you."""
    if decision.lower() == "escalate":
        run_async(
            escalate(run_id, reason, by or person(), config=load(config=config)),
            lambda: "nothing was told",
        )
        told = f"{run_id} stops after this round; then `coordinator decide {run_id}` decides"
        return put_out("done", {"id": run_id, "done": "escalated"}, told, as_json)
    if (decision.lower() == "own") != bool(file):
        raise UsageError("own and --file go together", fix="give both, or a letter alone")
    chosen = {"text": read_given(file)} if file else {"proposal": decision}
    choice = PersonChoice(**chosen, reason=reason, by=by or person())
    _attend(run_id, partial(api.decide, run_id, choice), config, quiet, as_json)


def resume(run_id: str, config: Path | None, as_json: bool) -> None:
    """Go on with a council, or ask for its plan again, and exit with the code for what it came to."""
    _attend(run_id, partial(api.go_on, run_id), config, False, as_json)


def retry(run_id: str, *_: object) -> None:
    """Raise a UsageError: a council is not held again under the same name."""
    raise UsageError(
        f"{run_id} is a council", fix="hold a new one, or go on with this one: `coordinator resume`"
    )


def _attend(run_id: str, begin: Begin, config: Path | None, quiet: bool, as_json: bool) -> None:
    """See a council to its end or to where it waits, print that, and exit with the code for it."""
    settings = load(config=config)
    # Told before its first event: by then it has begun.
    head = [row("council", f"{run_id}, configured by {settings.source}")]

    def show(event: Event) -> None:
        for text in (*head, event_line(event, "council_events.txt")):
            tell(text)
        head.clear()
        if kind_of(event.key) == "tally" and (left := api.look_up(run_id, settings).outlook):
            tell(row("outlook", left))

    log_to_file()
    work = begin(config=settings, on_event=None if quiet else show)
    record = run_async(work, lambda: how_to_go_on(run_id, config))
    if record.request.implement and EXITS[record.outcome] == 0:
        tell(closing_text(record))
        _implement(record, config, quiet, as_json)
    put_out("council end", json.loads(result_text(record)), closing_text(record), as_json)
    raise typer.Exit(EXITS[record.outcome])


def _implement(record: CouncilRecord, config: Path | None, quiet: bool, as_json: bool) -> None:
    """Hand what was decided to a working agent, in a run that has the name of the council, and exit with its code."""
    from coordinator.cli import workflows  # which only this needs

    run_id = f"run-{record.id.removeprefix('council-')}"
    with open_store() as store:
        if store.has_run(run_id):
            return workflows.resume(run_id, config, as_json)
    place = {"repo": record.request.repo, "agent": record.request.implement, "run_id": run_id}
    prompt = str(Path(record.request.out) / "prompt.md")
    workflows.run(IMPLEMENT, prompt, (), config, quiet=quiet, as_json=as_json, **place)


def cancel(run_id: str, reason: str, as_json: bool) -> None:
    seen = f"see `coordinator show {run_id}`"
    left = f"{run_id} was told to stop, and does so as soon as the process that runs it can; {seen}"
    kept = run_async(api.cancel(run_id, reason, config=load()), lambda: left)
    told = f"{run_id} is cancelled; what there is of it is in {kept.request.out}"
    put_out("done", {"id": run_id, "done": "cancelled"}, told, as_json)


def recorded_replies(run_id: str) -> list[RecordedLine]:
    with open_store() as store:
        return list(recorded_lines(council_record(store, run_id)))


def record_text(council: CouncilRecord, *_: object) -> str:
    return render("council.txt", council=council, costs=(*council.costs, council.total))


def closing_text(council: CouncilRecord) -> str:
    """Return what to say when a council is done or waits: what it came to, and what a person can do now."""
    return render("council_end.txt", council=council)
