"""Runs of workflows in this process: start one, tell it what happens outside, go on with it, show it; check files."""

import secrets
import shlex
import sys
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, get_args

import typer

from coordinator import runtime
from coordinator.cli import terminal
from coordinator.cli.commands import EVENTS
from coordinator.cli.logs import log_to_file
from coordinator.cli.reviews import cancel as cancel  # a run is stopped as a review is

# And is refused where it is none
from coordinator.cli.reviews import recorded_replies as recorded_replies
from coordinator.cli.runs import how_to_go_on
from coordinator.cli.signals import run_async
from coordinator.cli.text import Progress, event_line, render
from coordinator.config.diagnostics import Diagnostic, in_order, warning
from coordinator.config.settings import Config, load
from coordinator.config.yaml_file import nearest
from coordinator.engine import Run, serving
from coordinator.engine.journal import JournalEngine
from coordinator.engine.owner import still_open
from coordinator.errors import UsageError
from coordinator.models import Issue, Status, Value
from coordinator.parsing.excerpt import bound
from coordinator.storage.events import is_panel_key, message_key
from coordinator.storage.store import Event, Store
from coordinator.trackers import ABILITIES
from coordinator.workflow import records
from coordinator.workflow.dialect import lint
from coordinator.workflow.dialect.reader import read_workflow
from coordinator.workflow.dialect.start_triggers import Cron
from coordinator.workflow.dry_run import DryRun, dry_run
from coordinator.workflow.history import RunRecord, run_record
from coordinator.workflow.job import see_through
from coordinator.workflow.resume import decision as stage_decision
from coordinator.workflow.resume import decisions_for, reopen_run
from coordinator.workflow.setup import check_repository, prepare_run, problems

EXITS = {"completed": 0, "failed": 1, "escalated": 2, "error": 3}
on_record = run_record
Begin = Callable[[JournalEngine, Store], Awaitable[None]]
PRINTED = 2_000  # bytes that are shown of what a command printed
WRONG = 64  # the exit code for a workflow file with an error


# -- starting one


async def prepare(
    request: records.RunRequest, config: Path | None
) -> tuple[Config, records.RunRequest]:
    """Return the configuration and the start of a run; everything that can be refused is refused now."""
    workflow, notes = lint.load_workflow(request.label, request.text)
    for note in notes:
        print(f"{request.label}:{note}", file=sys.stderr)
    inputs = workflow.check_inputs(request.inputs)
    if not request.has_issue:
        for note in in_order(lint.needs_issue(workflow)):
            raise UsageError(f"{request.label}:{note.line}: {note.text}", fix=note.fix)
        none = Issue(key="local", title=workflow.name, status="in_progress")
        request = request.model_copy(update={"key": none.key, "given": none})
    settings = load(config=config)
    start = request.model_copy(
        update={"inputs": inputs, "tracker": "local" if request.given else settings.tracker}
    )
    if start.given is None:
        async with runtime.open_tracker(settings) as tracker:
            issue = await tracker.issue(start.key)
        # The issue's own repository and base, where the command line names none.
        place = {} if start.repo else {"repo": issue.repo, "base": start.base or issue.base}
        start = start.model_copy(update={"key": issue.key, **place})
    await check_repository(start)
    return await _settings(start, config), start


async def _settings(start: records.RunRequest, config: Path | None) -> Config:
    """Return the configuration; that of a repository counts as it was trusted, for an agent may change the file."""
    if not start.repo or not (start.in_place or start.given):
        return load(config=config)
    return await runtime.repository_config(Path(start.repo), start.base, config)


def new_id() -> str:
    """Return a name for a run."""
    return f"run-{secrets.token_hex(4)}"


async def resume_run(
    run_id: str, config: Path | None, how: records.Resumption | None = None, *, quiet: bool = False
) -> records.RunResult:
    """Go on with a run in this process; one that has ended is only looked up, unless it is said how."""
    with runtime.open_store() as store:
        record = run_record(store, run_id)
    if record.ending is not None and how is None:
        return record.ending

    async def begin(engine: JournalEngine, store: Store) -> None:
        await (engine.resume(run_id) if how is None else reopen_run(engine, store, run_id, how))

    return await start_run(
        run_id, await _settings(record.start, config), record.start, begin=begin, quiet=quiet
    )


async def start_run(
    run_id: str,
    config: Config,
    start: records.RunRequest,
    *,
    quiet: bool = False,
    begin: Begin | None = None,
) -> records.RunResult:
    """Start a run, or `begin` with it otherwise, and see it to its end; unless it is quiet, say what happens."""
    log_to_file()
    progress = Progress()
    with runtime.open_store(config.home) as store, closing(progress):
        async with runtime.open_tracker(config, start.submission) as tracker:
            workflow = read_workflow(start.label, start.text)
            context = prepare_run(config, tracker, store, workflow, start.agent)

            async def job(run: Run, _: Any) -> records.RunResult:
                return await see_through(run, start, context, engine)

            def show(event: Event) -> None:
                # A panel at a stage is a review inside the run.
                template = "review_events.txt" if is_panel_key(event.key) else "run_events.txt"
                progress.note(event, event_line(event, template))

            jobs = dict.fromkeys(records.JOBS, job)
            async with runtime.open_engine(
                config.home, jobs, on_event=None if quiet else show
            ) as engine:
                if begin is not None:
                    await begin(engine, store)
                else:
                    await engine.start(records.JOB, run_id, start, subject=start.subject)
                if not quiet:
                    terminal.tell(
                        terminal.row(
                            "run", f"{run_id}: {workflow.name}, configured by {config.source}"
                        )
                    )
                async with serving(engine, only=(run_id,)):
                    return records.RunResult.model_validate(await runtime.result_of(engine, run_id))


# -- what happens outside


async def send_event(run_id: str, event: records.Outside, key: str) -> None:
    """Tell a run what has happened outside; a key that was used before says nothing new."""
    async with runtime.open_engine() as engine:
        with runtime.open_store() as store:
            record = run_record(store, run_id)
        if record.state != "open":
            fix = f"`coordinator resume {run_id} --from STAGE` goes on with it, at the stage that waits for this"
            raise UsageError(f"{run_id} has ended: {record.state}", fix=fix)
        await engine.send(
            run_id,
            records.TOPIC,
            event,
            key=message_key(records.TOPIC, key or secrets.token_hex(8)),
        )


def outside_event(what: str) -> records.Outside:
    """Return the event that a word on the command line stands for."""
    name, separator, value = what.strip().partition("=")
    if name in ("pr_merged", "pr_closed") and not separator:
        return records.PullRequestEnd.model_validate({"event": name})
    if name in ("ci", "reviews") and value.strip():
        return records.PullRequestFact.model_validate({name: value.strip()})
    if what.strip() == "commented":
        return records.PullRequestFact(at=time.time())
    raise UsageError(f"there is no event {what!r}", fix=f"known: {EVENTS}")


# -- the commands


def run(
    workflow: Path,
    issue: str,
    inputs: Sequence[str],
    config: Path | None,
    answers: Sequence[str] | None = None,
    *,
    quiet: bool,
    as_json: bool,
    **place: Any,
) -> None:
    """Take an issue through a workflow, and exit with the code for its end; `place` is where the work is done.

    With `answers` nothing is started: it is said which way they lead. The run gets the name `run_id`, if there is one.
    """
    run_id = place.pop("run_id", "") or new_id()
    text = terminal.read_given(str(workflow))
    is_file = issue and not terminal.is_issue_key(issue)
    given = (
        runtime.given_issue(terminal.read_issue(issue, fix="say in it what is asked"))
        if is_file
        else None
    )
    if answers is not None and not issue:
        given = runtime.given_issue("No issue\n\nNone is given in this dry run.")
    about: dict[str, Any] = {
        "key": given.key if given else issue,
        "given": given,
        "has_issue": bool(given or issue),
    }
    values = dict(_pairs("--input", inputs, "branch=main"))
    asked = records.RunRequest(
        label=str(workflow), text=text, tracker="", inputs=values, **about, **place
    )
    settings, start = run_async(prepare(asked, config), lambda: "nothing was started")
    if answers is not None:
        return _dry_run(start, settings, _pairs("--answer", answers, "review=fail"), as_json)
    _finish(run_id, start_run(run_id, settings, start, quiet=quiet), config, as_json)


def _pairs(option: str, given: Sequence[str], example: str) -> Iterator[tuple[str, str]]:
    for each in given:
        name, separator, value = each.partition("=")
        if not separator or not name.strip():
            raise UsageError(
                f"{option} {each!r} is no NAME=VALUE", fix=f"for example {option} {example}"
            )
        yield name.strip(), value


def _dry_run(
    start: records.RunRequest, config: Config, given: Iterable[tuple[str, str]], as_json: bool
) -> None:
    """Print the way that a run would take with these answers for its stages, and exit with the code for its end."""
    workflow = read_workflow(start.label, start.text)
    answers: dict[str, list[str]] = {stage.id: [] for stage in workflow.stages}
    for name, answer in given:
        if name not in answers:
            raise UsageError(
                f"--answer {name}={answer}: there is no stage {name!r}", fix=nearest(name, answers)
            )
        answers[name].append(answer.strip())
    asked = [f"{name}={answer}" for name, each in answers.items() for answer in each]
    way: list[str] = []

    def show(key: str, value: Value, is_assumed: bool) -> None:
        line = event_line(
            Event(0, "", key, "step", 0.0, 0, "", value.model_dump_json()), "run_events.txt"
        )
        way.append(f"{line} (assumed)" if is_assumed else line)

    async def work() -> records.RunResult:
        async with runtime.open_tracker(config, start.submission) as tracker:
            return await dry_run(start, config, tracker, dry)

    dry = DryRun(workflow, answers, show)
    result = run_async(work(), lambda: "nothing was started")
    unused = [each for each in asked if each not in dry.used]
    for each in unused:
        dry.check_unused(*each.split("=", 1))
    found = {
        "result": result,
        "way": way,
        "assumed": list(dict.fromkeys(dry.assumed)),
        "unused": unused,
    }
    terminal.put_out("dry run", found, render("way.txt", **found), as_json)
    raise typer.Exit(EXITS[result.kind])


def resume(
    run_id: str, config: Path | None, as_json: bool, *, stage: str = "", say: str = "", by: str = ""
) -> None:
    """Go on with a run, and exit with the code for its end; one that has ended from a stage or with words."""
    how = (
        records.Resumption(by=by or terminal.person(), stage=stage, say=say)
        if stage or say
        else None
    )
    _finish(run_id, resume_run(run_id, config, how), config, as_json)


def retry(run_id: str, config: Path | None, as_json: bool) -> None:
    """Run the same workflow on the same issue again under a new id, and exit with the code for its end."""
    again = new_id()

    async def work() -> records.RunResult:
        with runtime.open_store() as store:
            record = run_record(store, run_id)
            if record.state == "open":
                raise still_open(store.run(run_id))
        start = record.start.model_copy(update={"why": ""})  # it is you who starts it now
        await check_repository(start)
        return await start_run(again, await _settings(start, config), start)

    _finish(again, work(), config, as_json)


def _finish(
    run_id: str, work: Coroutine[Any, Any, records.RunResult], config: Path | None, as_json: bool
) -> None:
    """See a run to its end, say how it ended, and exit with the code for that."""
    result = run_async(work, lambda: how_to_go_on(run_id, config))
    with runtime.open_store() as store:
        choices = decisions_for(run_record(store, run_id))
    named = f" --config {shlex.quote(str(config))}" if config else ""
    text = render("run_end.txt", id=run_id, result=result, choices=choices, named=named)
    terminal.put_out("run end", {"id": run_id, **dict(result)}, text, as_json)
    raise typer.Exit(EXITS[result.kind])


def record_text(run: RunRecord, text: Callable[[str], str], whole: bool) -> str:
    """Return the way that a run took, with what its commands printed: head and tail, or the whole."""

    def printed(ran: records.CommandResult) -> list[str]:
        left = records.StageOutput.model_validate_json(text(ran.output))
        said = "\n".join(filter(None, (left.stdout.rstrip(), left.stderr.rstrip())))
        if whole or len(said) <= PRINTED:
            return said.splitlines()
        return [
            *bound(said, PRINTED).splitlines(),
            f"`coordinator show {run.id} --prompts` has all that was kept",
        ]

    return render("run.txt", run=run, printed=printed)


def decide(
    run_id: str,
    decision: str,
    *,
    reason: str = "",
    by: str = "",
    key: str = "",
    config: Path | None = None,
    quiet: bool = False,
    as_json: bool,
) -> None:
    """Tell a run what has become of its pull request; or decide for the stage that it ended at, and go on."""
    if decision in ("pass", "fail"):
        how = stage_decision(decision, reason, by or terminal.person())
        return _finish(run_id, resume_run(run_id, config, how, quiet=quiet), config, as_json)
    run_async(send_event(run_id, outside_event(decision), key), lambda: "nothing was sent")
    terminal.put_out(
        "done", {"id": run_id, "done": decision}, f"{run_id} is told: {decision}", as_json
    )


def graph(file: str, svg: Path | None, as_json: bool) -> None:
    """Draw the stages of a workflow and the ways between them: as text, for programs, or to an SVG file."""
    from coordinator.web.display.graph import workflow_graph
    from coordinator.web.rendering import standalone_graph

    workflow = lint.load_workflow(file, terminal.read_given(file))[0]
    drawn = workflow_graph(workflow, ())
    if svg is not None:
        terminal.write_page(svg, standalone_graph(drawn))
    else:
        terminal.put_out(
            "graph", drawn, render("graph.txt", name=workflow.name, graph=drawn), as_json
        )


def check(
    files: Sequence[str], tracker: str, config: Path | None, *, form: bool, as_json: bool
) -> None:
    """Print what is wrong with workflow files, and unless it is about their form alone why a run would not start."""
    if form and (tracker or config):
        raise UsageError("--form looks at the files alone", fix="leave out --tracker and --config")
    if tracker and tracker not in ABILITIES:
        raise UsageError(f"there is no tracker '{tracker}'", fix=nearest(tracker, ABILITIES))
    settings = None if form else load(config=config)
    if settings and not tracker and settings.tracker == "multica":
        runtime.require_tracker(settings)
    found: list[tuple[str, Diagnostic]] = []
    for file in files:
        workflow, notes = lint.check(file, terminal.read_given(file))
        if workflow and settings:
            name = tracker or settings.tracker
            notes += problems(workflow, settings, name)
            notes += tuple(lint.unsupported_triggers(workflow, ABILITIES[name]))
            starts = lint.unsupported_starts(
                workflow, ABILITIES[name], get_args(Status) if name == "board" else ()
            )
            is_watched = Path(file).absolute() in [item.file for item in settings.watch.workflows]
            # `coordinator run` starts whatever does not start by itself.
            notes += tuple(
                note if is_watched else warning(note.line, note.text, note.fix) for note in starts
            )
            notes += tuple(lint.needs_issue(workflow)) if isinstance(workflow.start, Cron) else ()
        found += [(file, note) for note in in_order(notes)]
    levels = [note.level for _, note in found]
    lines = [terminal.one_line(f"{file}:{note}") for file, note in found]
    tally = " and ".join(
        terminal.counted(levels.count(level), level) for level in ("error", "warning")
    )
    rows = [{"file": file, **note.model_dump()} for file, note in found]
    terminal.put_out(
        "diagnostics",
        rows,
        "\n".join([*lines, f"{terminal.counted(len(files), 'file')}: {tally}"]),
        as_json,
    )
    if "error" in levels:
        raise typer.Exit(WRONG)
