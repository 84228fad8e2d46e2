"""Read everything that is recorded about a run of a workflow."""

import json
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Annotated

from pydantic import Field, JsonValue, PlainSerializer

from coordinator.agents.ask_records import total_usage
from coordinator.errors import UsageError
from coordinator.models import AskResult, Issue, Usage, Value
from coordinator.storage.events import AskKey, key_of, kind_of, panel_scope, prefix_of
from coordinator.storage.steps import StepReader
from coordinator.storage.store import Event, RunRow, Store
from coordinator.workflow import records
from coordinator.workflow.dialect.reader import read_workflow
from coordinator.workflow.dialect.schema import Stage, Workflow
from coordinator.workflow.transitions import pull_request_urls

UNLIMITED = 5 * 365 * 24 * 3600.0  # earlier versions have recorded waits of ten years
TRACKER_ACTIONS = ("close", "labels", "notify", "move", "comment")


class VisitRecord(Value):
    """One visit of a stage, with everything that the stage did."""

    visit: records.Visit
    left: float = 0.0  # the time when the next visit began, or 0 for the last visit
    # What the agents and judges of the visit cost; an unknown price is None.
    usd: Decimal | None = Decimal(0)
    tokens: int = 0
    ran: records.CommandResult | None = None
    given: records.JudgeInputs | None = None
    asked_again: tuple[str, ...] = ()  # each judge that was asked again, and why
    judged: records.StageJudgement | None = None
    gate: records.GateOutcome | None = None
    lines: tuple[records.TranscriptLine, ...] = ()
    # The tracker actions by name. Each value is the reason for a failure, or an empty string.
    acts: dict[str, str] = Field(default_factory=dict)


class OutputRecord(Value):
    """A named output: the content that was stored last under this name."""

    name: str
    visit: int
    stored: str  # the hash of its text


def workflow_json(workflow: Workflow) -> dict[str, JsonValue]:
    """Return a workflow as JSON for programs.

    Each trigger has a `kind`. A skip rule has `labels` and `go_to`. The `require` of a judge is the
    required verdict, or an empty string.
    """
    whole: dict[str, JsonValue] = workflow.model_dump(
        mode="json", include={"name", "label", "match", "inputs", "integration"}
    )
    whole["stages"] = [_stage_json(stage) for stage in workflow.stages]
    return whole


def _stage_json(stage: Stage) -> dict[str, JsonValue]:
    shown = stage.model_dump(mode="json", exclude={"triggers"})
    triggers = []
    for trigger in stage.triggers:
        triggers.append({"kind": trigger.title(), **trigger.model_dump(mode="json")})
    shown["triggers"] = triggers
    for key, rule in stage.skip_rules:
        shown[key] = {"labels": list(rule.issue_labels.labels), "go_to": rule.go_to}
    judge = shown["on_enter"]["judge"]
    if judge:
        judge["require"] = judge["require"]["verdict"] or ""
        judge["protocol"] = judge["protocol"] or ""
    return shown


class EventWait(Value):
    """The wait of an open run for an event: when it began, and when a timeout ends it."""

    since: float
    until: float


class RunRecord(Value):
    """All facts about a run: its workflow when it started, the visits of stages, and its end."""

    id: str
    start: records.RunRequest
    workflow: Annotated[Workflow, PlainSerializer(workflow_json)]
    state: str
    began: float
    ended: float
    issue: Issue | None
    settings: records.RunSettings | None
    place: records.Worktree | None
    path: tuple[VisitRecord, ...]
    outputs: tuple[OutputRecord, ...]
    transcript: tuple[records.TranscriptLine, ...]
    pulls: tuple[str, ...]
    waits: EventWait | None  # None if the run has ended, or does not wait for an event
    ending: records.RunResult | None
    error: str
    usd: Decimal | None
    tokens: int

    def time_in(self, visited: VisitRecord, now: float) -> float:
        """Return the seconds that a visit lasted. A visit that has not ended lasts until `now`."""
        if visited.left:
            return max(0.0, visited.left - visited.visit.at)
        return max(0.0, (self.ended or now) - visited.visit.at)

    @property
    def stage(self) -> str:
        """The stage of the last visit, or an empty string before the first visit."""
        if self.path:
            return self.path[-1].visit.stage
        return ""


def run_record(store: Store, run_id: str) -> RunRecord:
    """Return the record of a run. Raise UsageError if the id does not name a workflow run."""
    run = store.run(run_id)
    if run.job not in records.JOBS:
        fix = "`coordinator list --kind run` lists them"
        raise UsageError(f"{run_id} is not a run of a workflow", fix=fix)
    events = store.events(run_id)
    steps = StepReader(events)
    start = records.RunRequest.model_validate_json(run.input)
    ending = None
    if run.state == "done":
        ending = records.RunResult.model_validate(steps.end["value"])
    lines = steps.each("message", records.TranscriptLine)
    used = total_usage(steps.each("ask", AskResult))
    path = _path(steps, lines)
    settings = steps.one("settings", records.RunSettings)
    issue = steps.one("issue", Issue)
    return RunRecord(
        id=run.id,
        start=start,
        workflow=_workflow_of(start),
        state=_state_of(run, ending),
        began=run.created,
        ended=run.ended,
        issue=issue,
        settings=settings,
        place=steps.one("place", records.Worktree),
        path=path,
        outputs=_last_outputs(path),
        transcript=lines,
        pulls=_pulls(issue, lines, path),
        waits=_open_wait(events, settings) if run.state == "open" else None,
        ending=ending,
        error=steps.error if run.state != "done" else "",
        usd=used.usd,
        tokens=used.tokens_in + used.tokens_out,
    )


def _open_wait(events: Sequence[Event], settings: records.RunSettings | None) -> EventWait | None:
    """Return the wait for an event that is going on in the last stage, or None."""
    visit = prefix_of("visit")
    last = None
    for event in events:
        if event.kind == "wait" and json.loads(event.body)["topic"] == records.TOPIC:
            last = event
            end = key_of("~woken", event.key)
        elif last is not None and (event.key == end or event.key.startswith(visit)):
            last = None
    if last is None or settings is None:
        return None
    until = json.loads(last.body)["until"]
    if until > last.at + UNLIMITED:
        until = last.at + settings.longest_wait
    return EventWait(since=last.at, until=until)


def _workflow_of(start: records.RunRequest) -> Workflow:
    try:
        return read_workflow(start.label, start.text)
    except UsageError:  # it was written for another version of the dialect
        return Workflow(name=start.label, stages=())


def _state_of(run: RunRow, ending: records.RunResult | None) -> str:
    """Return the state of a run by the name that lists of runs use."""
    if ending is None:
        return run.state
    if ending.kind == "escalated":
        return "escalate"
    return ending.kind


def _pulls(
    issue: Issue | None, lines: Sequence[records.TranscriptLine], path: Sequence[VisitRecord]
) -> tuple[str, ...]:
    """Return the pull requests in replies and outputs, and the issue if it is a pull request."""
    pulls: list[str] = []
    if issue is not None and issue.head:
        pulls.append(issue.url)
    for line in lines:
        if line.kind == "reply":
            pulls.extend(pull_request_urls(line.text))
    for visited in path:
        if visited.ran is not None:
            pulls.extend(visited.ran.pulls)
    return tuple(dict.fromkeys(pulls))


def _last_outputs(path: Sequence[VisitRecord]) -> tuple[OutputRecord, ...]:
    outputs: dict[str, OutputRecord] = {}
    for visited in path:
        for result in (visited.ran, visited.judged):
            if result is not None and result.bucket and result.output:
                outputs[result.bucket] = OutputRecord(
                    name=result.bucket, visit=visited.visit.number, stored=result.output
                )
    return tuple(outputs.values())


def _path(steps: StepReader, lines: Sequence[records.TranscriptLine]) -> tuple[VisitRecord, ...]:
    visits = steps.each("visit", records.Visit)
    path = []
    used = _usage_by_visit(steps)
    for index, visit in enumerate(visits):
        number = visit.number
        is_last = index == len(visits) - 1
        visited = VisitRecord(
            visit=visit,
            left=0.0 if is_last else visits[index + 1].at,
            usd=used[number].usd,
            tokens=used[number].tokens_in + used[number].tokens_out,
            ran=steps.one(key_of("run", number), records.CommandResult),
            given=steps.one(key_of("given", number), records.JudgeInputs),
            asked_again=tuple(_asked_again(steps, visit)),
            judged=steps.one(key_of("judge", number), records.StageJudgement),
            gate=steps.one(key_of("gate", number), records.GateOutcome),
            lines=tuple(line for line in lines if line.visit == number),
            acts=_tracker_actions(steps, number),
        )
        path.append(visited)
    return tuple(path)


def _usage_by_visit(steps: StepReader) -> dict[int, Usage]:
    """Return the usage of the asks of each visit, keyed by the number of the visit.

    An ask belongs to the last visit that was recorded before it.
    """
    asked: dict[int, list[AskResult]] = {}
    number = 0
    for key, body in steps.bodies.items():
        if kind_of(key) == "visit":
            number = records.Visit.model_validate_json(body).number
            asked[number] = []
        elif kind_of(key) == "ask" and number:
            asked[number].append(AskResult.model_validate_json(body))
    return {visit: total_usage(results) for visit, results in asked.items()}


def _tracker_actions(steps: StepReader, visit: int) -> dict[str, str]:
    acts = {}
    for name in TRACKER_ACTIONS:
        key = key_of("act", visit, name)
        if key in steps.bodies:
            acts[name] = str(json.loads(steps.bodies[key])["why"])
    return acts


def _asked_again(steps: StepReader, visit: records.Visit) -> Iterator[str]:
    """Yield each judge of the stage or of its panel that was asked again, with the reason."""
    scope = panel_scope(visit.stage, visit.nth)
    for key, body in steps.under("ask"):
        ask = AskKey.parse(key)
        is_judge = (ask.purpose, ask.seat, ask.round) == ("stage", visit.stage, visit.nth)
        if ask.again and (ask.scope == scope or is_judge):
            why = AskResult.model_validate_json(body).again
            seat = ask.seat.removeprefix(f"{scope}/")
            yield f"{seat} ({ask.purpose}): {why}"
