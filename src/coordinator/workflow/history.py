"""Everything on record about a run of a workflow, as far as it has come: the one thing that shows read it from."""

import json
from collections.abc import Iterator
from decimal import Decimal
from itertools import zip_longest
from typing import Annotated

from pydantic import Field, JsonValue, PlainSerializer

from coordinator.agents.ask_records import total_usage
from coordinator.errors import UsageError
from coordinator.models import AskResult, Issue, Value
from coordinator.storage.events import AskKey, key_of, panel_scope
from coordinator.storage.steps import StepReader
from coordinator.storage.store import Store
from coordinator.workflow import records
from coordinator.workflow.dialect.reader import read_workflow
from coordinator.workflow.dialect.schema import Workflow
from coordinator.workflow.transitions import pull_request_urls


class VisitRecord(Value):
    """One visit with all that its stage did."""

    visit: records.Visit
    left: float = 0.0  # when the next visit began; 0 if it is the last one
    ran: records.CommandResult | None = None
    given: records.JudgeInputs | None = None
    asked_again: tuple[str, ...] = ()  # which judges were asked once more, and why
    judged: records.StageJudgement | None = None
    gate: records.GateOutcome | None = None
    lines: tuple[records.TranscriptLine, ...] = ()
    # Its tracker actions by name, with why one failed
    acts: dict[str, str] = Field(default_factory=dict)


class OutputRecord(Value):
    """An output by its name, as the last stage that stored it left it."""

    name: str
    visit: int
    stored: str  # the hash of its text


def workflow_json(workflow: Workflow) -> dict[str, JsonValue]:
    """Return a workflow as programs read it: triggers with their kinds, skip rules and requirements flat."""
    stages: list[JsonValue] = []
    for stage in workflow.stages:
        shown = stage.model_dump(mode="json", exclude={"triggers"})
        shown["triggers"] = [
            {"kind": trigger.title()} | trigger.model_dump(mode="json")
            for trigger in stage.triggers
        ]
        for key, rule in stage.skip_rules:
            shown[key] = {"labels": list(rule.issue_labels.labels), "go_to": rule.go_to}
        if judge := shown["on_enter"]["judge"]:
            judge |= {
                "require": judge["require"]["verdict"] or "",
                "protocol": judge["protocol"] or "",
            }
        stages.append(shown)
    whole = workflow.model_dump(
        mode="json", include={"name", "label", "match", "inputs", "integration"}
    )
    return whole | {"stages": stages}


class RunRecord(Value):
    """The whole of a run: the workflow as it was started, the way it took, and how it ended."""

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
    ending: records.RunResult | None
    error: str
    usd: Decimal | None
    tokens: int

    @property
    def stage(self) -> str:
        if self.path:
            return self.path[-1].visit.stage
        return ""


def run_record(store: Store, run_id: str) -> RunRecord:
    """Return everything about one run; a UsageError if the id is something else's."""
    run = store.run(run_id)
    if run.job not in records.JOBS:
        raise UsageError(
            f"{run_id} is no run of a workflow", fix="`coordinator list --kind run` has them"
        )
    steps = StepReader(store.events(run_id))
    start = records.RunRequest.model_validate_json(run.input)
    try:
        workflow = read_workflow(start.label, start.text)
    except UsageError:  # it was written for another version of the dialect
        workflow = Workflow(name=start.label, stages=())
    ending = records.RunResult.model_validate(steps.end["value"]) if run.state == "done" else None
    lines = steps.each("message", records.TranscriptLine)
    used = total_usage(steps.each("ask", AskResult))
    path = _path(steps, lines)
    issue = steps.one("issue", Issue)
    pulls = [issue.url] if issue and issue.head else []  # it is a pull request itself
    pulls += [url for line in lines if line.kind == "reply" for url in pull_request_urls(line.text)]
    outputs: dict[str, OutputRecord] = {}
    for passed in path:
        pulls += passed.ran.pulls if passed.ran is not None else ()
        for result in (passed.ran, passed.judged):
            if result is not None and result.bucket and result.output:
                name = result.bucket
                outputs[name] = OutputRecord(
                    name=name, visit=passed.visit.number, stored=result.output
                )
    return RunRecord(
        id=run.id,
        start=start,
        workflow=workflow,
        # As lists have it
        state=ending.kind.replace("escalated", "escalate") if ending else run.state,
        began=run.created,
        ended=run.ended,
        issue=issue,
        settings=steps.one("settings", records.RunSettings),
        place=steps.one("place", records.Worktree),
        path=path,
        outputs=tuple(outputs.values()),
        transcript=lines,
        pulls=tuple(dict.fromkeys(pulls)),
        ending=ending,
        error=steps.error if run.state != "done" else "",
        usd=used.usd,
        tokens=used.tokens_in + used.tokens_out,
    )


def _asked_again(steps: StepReader, visit: records.Visit) -> Iterator[str]:
    """Yield each judge that was asked once more, the stage's own or one of its panel, and why."""
    scope = panel_scope(visit.stage, visit.nth)
    for key, body in steps.under("ask"):
        ask = AskKey.parse(key)
        if ask.again and (
            ask.scope == scope
            or (ask.purpose, ask.seat, ask.round) == ("stage", visit.stage, visit.nth)
        ):
            why = AskResult.model_validate_json(body).again
            yield f"{ask.seat.removeprefix(f'{scope}/')} ({ask.purpose}): {why}"


def _path(steps: StepReader, lines: tuple[records.TranscriptLine, ...]) -> tuple[VisitRecord, ...]:
    visits = steps.each("visit", records.Visit)
    path = []
    for visit, following in zip_longest(visits, visits[1:]):
        number = visit.number
        acts = {}
        for name in ("close", "labels", "notify", "move", "comment"):
            if (key := key_of("act", number, name)) in steps.bodies:
                acts[name] = str(json.loads(steps.bodies[key])["why"])
        visited = VisitRecord(
            visit=visit,
            left=following.at if following else 0.0,
            ran=steps.one(key_of("run", number), records.CommandResult),
            given=steps.one(key_of("given", number), records.JudgeInputs),
            asked_again=tuple(_asked_again(steps, visit)),
            judged=steps.one(key_of("judge", number), records.StageJudgement),
            gate=steps.one(key_of("gate", number), records.GateOutcome),
            lines=tuple(line for line in lines if line.visit == number),
            acts=acts,
        )
        path.append(visited)
    return tuple(path)
