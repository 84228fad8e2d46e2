"""`run`, the group `workflow`, and the commands for one workflow run."""

import shlex
import sys
import time
from collections.abc import Callable, Coroutine, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer

from coordinator.agents.recorded import RecordedLine
from coordinator.app import runtime, workflows
from coordinator.app.identity import person
from coordinator.app.logs import log_to_file
from coordinator.app.reviews import recorded_replies
from coordinator.app.signals import run_async
from coordinator.app.watching import RunWatcher
from coordinator.cli.progress import WorkflowProgress
from coordinator.cli.reviews import cancel_run
from coordinator.cli.run_commands import (
    DecideOptions,
    ResumeOptions,
    RunCommands,
    how_to_go_on,
)
from coordinator.cli.terminal import is_issue_key, put_out, read_given, read_issue, write_page
from coordinator.config.diagnostics import Diagnostic, in_order, warning
from coordinator.config.settings import Config, load
from coordinator.config.suggestions import nearest
from coordinator.errors import UsageError
from coordinator.models import Issue, Usage, Value
from coordinator.parsing.excerpt import bound
from coordinator.storage.store import Event, Store
from coordinator.trackers.registry import TRACKERS
from coordinator.views.run import spent_text
from coordinator.views.terminal_text import counted, one_line
from coordinator.views.text import event_line, render
from coordinator.workflow import records
from coordinator.workflow.dialect import lint, requirements
from coordinator.workflow.dialect.schema import Workflow
from coordinator.workflow.dialect.start_triggers import Cron
from coordinator.workflow.history import RunRecord, VisitRecord, run_record
from coordinator.workflow.resume import decision as stage_decision
from coordinator.workflow.resume import decisions_for
from coordinator.workflow.setup import problems

EXITS = {"completed": 0, "failed": 1, "escalated": 2, "error": 3}
PRINTED = 2_000  # bytes shown of a command's output
WRONG = 64  # the exit code for a workflow file with an error


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOptions:
    """The options of `coordinator run`."""

    repo: str = ""
    base: str = ""
    in_place: bool = False
    agent: str = ""
    run_id: str = ""  # a new id if empty
    inputs: Sequence[str] = ()
    answers: Sequence[str] | None = None  # for a dry run
    config: Path | None = None
    quiet: bool = False
    as_json: bool = False


def run(workflow: Path, issue: str, options: RunOptions) -> None:
    """Take an issue through a workflow, and exit with the code for its ending."""
    text = read_given(str(workflow))
    given = _given_issue(issue, is_dry=options.answers is not None)
    request = records.RunRequest(
        label=str(workflow),
        text=text,
        tracker="",
        inputs=dict(_pairs("--input", options.inputs, "branch=main")),
        key=given.key if given else issue,
        given=given,
        has_issue=bool(given or issue),
        repo=options.repo,
        base=options.base,
        in_place=options.in_place,
        agent=options.agent,
    )
    prepared = run_async(workflows.prepare(request, options.config), lambda: "nothing was started")
    for note in prepared.warnings:
        print(f"{request.label}:{note}", file=sys.stderr)
    if options.answers is not None:
        answers = _pairs("--answer", options.answers, "review=fail")
        _dry_run(prepared, answers, options.as_json)
        return
    run_id = options.run_id or workflows.new_id()
    finish(
        run_id,
        lambda watcher: workflows.start_run(
            run_id, prepared.config, prepared.start, watcher=watcher
        ),
        options.config,
        quiet=options.quiet,
        as_json=options.as_json,
    )


def _given_issue(issue: str, *, is_dry: bool) -> Issue | None:
    """Return the issue in a file; None if `issue` is a key or empty.

    For a dry run without an issue, return a placeholder.
    """
    if issue and not is_issue_key(issue):
        given = runtime.given_issue(read_issue(issue, fix="write the request into it"))
        address = "" if issue == "-" else Path(issue).absolute().as_uri()
        return given.model_copy(update={"url": address})
    if is_dry and not issue:
        return runtime.given_issue("No issue\n\nThis dry run has no issue.")
    return None


def _pairs(option: str, given: Sequence[str], example: str) -> Iterator[tuple[str, str]]:
    for each in given:
        name, separator, value = each.partition("=")
        if not separator or not name.strip():
            raise UsageError(
                f"{option} {each!r} does not have the form NAME=VALUE",
                fix=f"for example {option} {example}",
            )
        yield name.strip(), value


def _dry_run(
    prepared: workflows.PreparedRun, answers: Iterable[tuple[str, str]], as_json: bool
) -> None:
    """Print the path of a run with these answers, and exit with the code for its ending."""
    way: list[str] = []

    def show(key: str, value: Value, is_assumed: bool) -> None:
        event = Event(0, "", key, "step", 0.0, 0, "", value.model_dump_json())
        line = event_line(event, "run_events.txt")
        if is_assumed:
            line += " (assumed)"
        way.append(line)

    work = workflows.run_dry(prepared, answers, show)
    dry = run_async(work, lambda: "nothing was started")
    found = {
        "result": dry.result,
        "way": way,
        "assumed": list(dry.assumed),
        "unused": list(dry.unused),
    }
    text = render("way.txt", result=dry.result, way=way, assumed=dry.assumed, unused=dry.unused)
    put_out("dry run", found, text, as_json)
    raise typer.Exit(EXITS[dry.result.kind])


# -- running to the end

Work = Callable[[RunWatcher | None], Coroutine[Any, Any, records.RunResult]]


def finish(
    run_id: str, work: Work, config: Path | None, *, quiet: bool = False, as_json: bool
) -> None:
    """Run a workflow to its end, print the result, and exit with the matching code."""
    log_to_file()
    progress = WorkflowProgress()
    try:
        result = run_async(work(None if quiet else progress), lambda: how_to_go_on(run_id, config))
    finally:
        progress.close()
    with runtime.open_store() as store:
        choices = decisions_for(run_record(store, run_id))
    named = ""
    if config:
        named = f" --config {shlex.quote(str(config))}"
    text = render("run_end.txt", id=run_id, result=result, choices=choices, named=named)
    put_out("run end", {"id": run_id, **dict(result)}, text, as_json)
    raise typer.Exit(EXITS[result.kind])


class WorkflowCommands(RunCommands):
    """The commands for a workflow run."""

    kind = "run"
    decide_options = frozenset({"reason", "by", "key", "quiet"})
    resume_options = frozenset({"from", "say", "by"})

    def record(self, store: Store, run_id: str) -> RunRecord:
        return run_record(store, run_id)

    def record_text(self, record: RunRecord, text: Callable[[str], str], whole: bool) -> str:
        return run_text(record, text, whole)

    def decide(self, run_id: str, decision: str, options: DecideOptions) -> None:
        """Continue an ended run with a person's verdict on its last stage, or send it an event."""
        if decision in ("pass", "fail"):
            how = stage_decision(decision, options.reason, options.by or person())
            finish(
                run_id,
                lambda watcher: workflows.resume_run(run_id, options.config, how, watcher=watcher),
                options.config,
                quiet=options.quiet,
                as_json=options.as_json,
            )
            return
        event = workflows.outside_event(decision)
        run_async(workflows.send_event(run_id, event, options.key), lambda: "nothing was sent")
        done = {"id": run_id, "done": decision}
        put_out("done", done, f"sent {decision} to {run_id}", options.as_json)

    def resume(self, run_id: str, options: ResumeOptions) -> None:
        how = None
        if options.stage or options.say:
            how = records.Resumption(
                by=options.by or person(), stage=options.stage, say=options.say
            )
        config = options.config
        finish(
            run_id,
            lambda watcher: workflows.resume_run(run_id, config, how, watcher=watcher),
            config,
            as_json=options.as_json,
        )

    def retry(self, run_id: str, options: ResumeOptions) -> None:
        again = workflows.new_id()
        config = options.config
        finish(
            again,
            lambda watcher: workflows.run_again(run_id, again, config, watcher=watcher),
            config,
            as_json=options.as_json,
        )

    def cancel(self, run_id: str, reason: str, as_json: bool) -> None:
        cancel_run(run_id, reason, as_json)

    def recorded_replies(self, run_id: str) -> Iterable[RecordedLine]:
        return recorded_replies(run_id)  # raises UsageError, because a workflow run is not a review


def run_text(run: RunRecord, text: Callable[[str], str], whole: bool) -> str:
    """Return the path of a run as text, with the output of its commands.

    If `whole` is false, the middle of a long output is left out.
    """

    def printed(ran: records.CommandResult) -> list[str]:
        output = records.StageOutput.model_validate_json(text(ran.output))
        streams = [output.stdout.rstrip(), output.stderr.rstrip()]
        said = "\n".join(filter(None, streams))
        if whole or len(said) <= PRINTED:
            return said.splitlines()
        return [
            *bound(said, PRINTED).splitlines(),
            f"`coordinator show {run.id} --prompts` shows the whole recorded output",
        ]

    now = time.time()

    def spent(visited: VisitRecord) -> str:
        usage = Usage(usd=visited.usd, tokens_in=visited.tokens)
        return spent_text(run.time_in(visited, now), usage)

    return render("run.txt", run=run, printed=printed, spent=spent, now=now)


# -- workflow files


def graph(file: str, svg: Path | None, as_json: bool, as_mermaid: bool = False) -> None:
    """Draw the stages of a workflow as text, as JSON, for Mermaid, or into an SVG file."""
    from coordinator.views.graph import workflow_graph
    from coordinator.views.mermaid import mermaid
    from coordinator.web.rendering import standalone_graph

    workflow, _ = lint.load_workflow(file, read_given(file))
    drawn = workflow_graph(workflow, ())
    if svg is not None:
        write_page(svg, standalone_graph(drawn))
        return
    text = render("graph.txt", name=workflow.name, graph=drawn)
    if as_mermaid:
        text = mermaid(drawn)
    put_out("graph", drawn, text, as_json)


def check(
    files: Sequence[str], tracker: str, config: Path | None, *, form: bool, as_json: bool
) -> None:
    """Print the errors in workflow files, and the reasons why a run could not start here.

    If `form` is true, check only the files, without the configuration and the tracker.
    """
    if form and (tracker or config):
        raise UsageError(
            "--form checks only the files, without tracker and configuration",
            fix="leave out --tracker and --config",
        )
    if tracker and tracker not in TRACKERS:
        raise UsageError(f"unknown tracker '{tracker}'", fix=nearest(tracker, TRACKERS))
    settings = None
    if not form:
        settings = load(config=config)
        configured = TRACKERS[settings.tracker]
        if not tracker and not configured.is_forge:
            configured.require_settings(settings)
    found: list[tuple[str, Diagnostic]] = []
    for file in files:
        workflow, notes = lint.check(file, read_given(file))
        if workflow and settings:
            notes += _start_problems(file, workflow, settings, tracker or settings.tracker)
        found += [(file, note) for note in in_order(notes)]
    levels = [note.level for _, note in found]
    lines = [one_line(f"{file}:{note}") for file, note in found]
    tally = " and ".join(counted(levels.count(level), level) for level in ("error", "warning"))
    lines.append(f"{counted(len(files), 'file')}: {tally}")
    rows = [{"file": file, **note.model_dump()} for file, note in found]
    put_out("diagnostics", rows, "\n".join(lines), as_json)
    if "error" in levels:
        raise typer.Exit(WRONG)


def _start_problems(
    file: str, workflow: Workflow, settings: Config, tracker: str
) -> tuple[Diagnostic, ...]:
    """Return the reasons why this workflow could not start with this configuration and tracker."""
    abilities = TRACKERS[tracker].abilities
    statuses = TRACKERS[tracker].statuses
    notes = list(problems(workflow, settings, tracker))
    notes += requirements.unsupported_triggers(workflow, abilities)
    watched = [item.file for item in settings.watch.workflows]
    for note in requirements.unsupported_starts(workflow, abilities, statuses):
        if Path(file).absolute() not in watched:
            # This is only a warning, because the daemon does not start this workflow, and
            # `coordinator run` needs no trigger.
            note = warning(note.line, note.text, note.fix)
        notes.append(note)
    if isinstance(workflow.start, Cron):
        notes += requirements.needs_issue(workflow)
    return tuple(notes)
