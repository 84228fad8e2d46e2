"""`council`, and the commands for one council."""

import json
import subprocess
import sys
from collections.abc import Callable, Coroutine, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import typer

from coordinator import council as api
from coordinator.agents.recorded import RecordedLine
from coordinator.app.identity import person
from coordinator.app.logs import log_to_file
from coordinator.app.runtime import open_store
from coordinator.app.signals import run_async
from coordinator.cli.run_commands import (
    DecideOptions,
    ResumeOptions,
    RunCommands,
    how_to_go_on,
)
from coordinator.cli.terminal import put_out, read_given, tell
from coordinator.config.settings import Config, load
from coordinator.council import CouncilRecord, PersonChoice, council_record
from coordinator.council.api import CouncilOptions, attachment, escalate, new_id, rehearse
from coordinator.council.documents import recorded_lines, result_text
from coordinator.council.records import Attachment
from coordinator.errors import UsageError
from coordinator.storage.events import kind_of
from coordinator.storage.store import Event, Store
from coordinator.views.terminal_text import row
from coordinator.views.text import council_end_text, council_text, event_line

EXITS = {
    "agreed": 0,
    "decided": 0,
    "escalated": 2,
    "plan failed": 3,
    "cancelled": 3,
    "unfinished": 3,
}
IMPLEMENT = Path(api.__file__).with_name("implement.yaml")
Begin = partial[Coroutine[Any, Any, CouncilRecord]]


def problem_text(problem: str, file: str) -> str:
    """Return the problem from the argument or from the file."""
    if bool(problem) == bool(file):
        what = (
            "the problem is given both as an argument and by --file"
            if problem
            else "no problem is given"
        )
        raise UsageError(what, fix="give it as an argument, or with --file FILE or --file -")
    if file:
        return read_given(file)
    return problem


def attachments(files: Iterable[Path]) -> list[Attachment]:
    """Return the files that all members see."""
    return [attachment(file, read_given(str(file))) for file in files]


def member_names(given: str) -> Sequence[str]:
    """Return the names in a list such as `A,B,C`."""
    names = [name.strip() for name in given.split(",")]
    return [name for name in names if name]


def hold(
    problem: str, options: CouncilOptions, config: Path | None, *, quiet: bool, as_json: bool
) -> None:
    """Run a council in this process, and exit with the code for its outcome."""
    run_id = new_id()
    begin = partial(api.convene, problem, council_id=run_id, **options)
    _attend(run_id, begin, config, quiet=quiet, as_json=as_json)


def print_prompts(
    problem: str, options: CouncilOptions, config: Path | None, as_json: bool
) -> None:
    """Print the prompts that members would get, without asking any member."""
    prompts = run_async(
        rehearse(problem, config=load(config=config), **options), lambda: "nobody was asked"
    )
    shown = "\n".join(f"==== {purpose}\n{prompt}" for purpose, prompt in prompts.items())
    put_out("prompts", prompts, shown, as_json)


def hold_in_background(
    problem: str, options: CouncilOptions, config: Path | None, as_json: bool
) -> None:
    """Record a council, and start a separate process that runs it."""
    begin = api.convene(problem, config=load(config=config), attend=False, **options)
    begun = run_async(begin, lambda: "nothing was started")
    command = [sys.executable, "-m", "coordinator", "resume", begun.id]
    if config:
        command += ["--config", str(config)]
    log = Path(begun.request.out) / "log.txt"
    with log.open("ab") as written:
        # A shell starts the process and exits at once, so that the process outlives us and the
        # terminal.
        subprocess.run(
            ["sh", "-c", '"$@" &', "sh", *command],
            stdout=written,
            stderr=written,
            start_new_session=True,
            check=True,
        )
    text = (
        f"{begun.id} continues in the background and logs to {log}; `coordinator show "
        f"{begun.id}` shows it"
    )
    put_out("done", {"id": begun.id, "done": "started"}, text, as_json)


def _attend(
    run_id: str, begin: Begin, config: Path | None, *, quiet: bool = False, as_json: bool
) -> None:
    """Follow a council until it ends or waits. Print its state, and exit with the matching code."""
    settings = load(config=config)
    log_to_file()
    on_event = None if quiet else CouncilProgress(run_id, settings).happened
    work = begin(config=settings, on_event=on_event)
    record = run_async(work, lambda: how_to_go_on(run_id, config))
    if record.request.implement and EXITS[record.outcome] == 0:
        tell(council_end_text(record))
        _implement(record, config, quiet=quiet, as_json=as_json)
    put_out("council end", json.loads(result_text(record)), council_end_text(record), as_json)
    raise typer.Exit(EXITS[record.outcome])


class CouncilProgress:
    """Prints the events of a council as they happen."""

    def __init__(self, run_id: str, config: Config) -> None:
        self._run_id = run_id
        self._config = config
        self._has_begun = False

    def happened(self, event: Event) -> None:
        # We print this only now, because a council exists only after its first event.
        if not self._has_begun:
            tell(row("council", f"{self._run_id}, configured by {self._config.source}"))
            self._has_begun = True
        tell(event_line(event, "council_events.txt"))
        if kind_of(event.key) == "tally":
            outlook = api.look_up(self._run_id, self._config).outlook
            if outlook:
                tell(row("outlook", outlook))


def _implement(record: CouncilRecord, config: Path | None, *, quiet: bool, as_json: bool) -> None:
    """Give the decision to a working agent, in a workflow run named after the council."""
    from coordinator.cli.workflows import RunOptions, WorkflowCommands, run

    run_id = f"run-{record.id.removeprefix('council-')}"
    with open_store() as store:
        is_begun = store.has_run(run_id)
    if is_begun:
        WorkflowCommands().resume(run_id, ResumeOptions(config=config, as_json=as_json))
        return
    options = RunOptions(
        repo=record.request.repo,
        agent=record.request.implement,
        run_id=run_id,
        config=config,
        quiet=quiet,
        as_json=as_json,
    )
    run(IMPLEMENT, str(Path(record.request.out) / "prompt.md"), options)


class CouncilCommands(RunCommands):
    """The commands for a council."""

    kind = "council"
    decide_options = frozenset({"reason", "file", "by", "quiet"})

    def record(self, store: Store, run_id: str) -> CouncilRecord:
        return council_record(store, run_id)

    def record_text(self, record: CouncilRecord, text: Callable[[str], str], whole: bool) -> str:
        return council_text(record)

    def decide(self, run_id: str, decision: str, options: DecideOptions) -> None:
        """Choose a proposal or give another answer, and continue the council.

        If `decision` is `escalate`, stop the council after its present round, and let it wait for a
        person.
        """
        by = options.by or person()
        if decision.lower() == "escalate":
            work = escalate(run_id, options.reason, by, config=load(config=options.config))
            run_async(work, lambda: "nothing was sent")
            text = (
                f"{run_id} stops after this round; then decide with `coordinator decide {run_id}`"
            )
            put_out("done", {"id": run_id, "done": "escalated"}, text, options.as_json)
            return
        if (decision.lower() == "own") != bool(options.file):
            raise UsageError(
                "`own` and --file must be given together", fix="give both, or only a letter"
            )
        if options.file:
            choice = PersonChoice(text=read_given(options.file), reason=options.reason, by=by)
        else:
            choice = PersonChoice(proposal=decision, reason=options.reason, by=by)
        begin = partial(api.decide, run_id, choice)
        _attend(run_id, begin, options.config, quiet=options.quiet, as_json=options.as_json)

    def resume(self, run_id: str, options: ResumeOptions) -> None:
        """Continue a council, or ask for its plan again."""
        _attend(run_id, partial(api.go_on, run_id), options.config, as_json=options.as_json)

    def retry(self, run_id: str, options: ResumeOptions) -> None:
        """Raise UsageError, because a council cannot be repeated; the user can start another."""
        raise UsageError(
            f"{run_id} is a council, and councils cannot be repeated",
            fix="start a new council, or continue this one with `coordinator resume`",
        )

    def cancel(self, run_id: str, reason: str, as_json: bool) -> None:
        left = (
            f"{run_id} will stop as soon as its process reads the request; see "
            f"`coordinator show {run_id}`"
        )
        kept = run_async(api.cancel(run_id, reason, config=load()), lambda: left)
        text = f"{run_id} is cancelled; its partial result is in {kept.request.out}"
        put_out("done", {"id": run_id, "done": "cancelled"}, text, as_json)

    def recorded_replies(self, run_id: str) -> Iterable[RecordedLine]:
        with open_store() as store:
            return list(recorded_lines(council_record(store, run_id)))
