"""Everything on record about a run of a workflow, as far as it has come: the one thing that shows read it from."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from decimal import Decimal
from itertools import zip_longest
from typing import TypeVar

from pydantic import Field

from coordinator.errors import UsageError
from coordinator.models import AskResult, Issue, Value
from coordinator.storage.review_record import cost, spent
from coordinator.storage.steps import StepReader
from coordinator.storage.store import Event, RunRow, Store
from coordinator.workflow.matching import pull_requests
from coordinator.workflow.reader import read_workflow
from coordinator.workflow.records import (
    JOB,
    CommandResult,
    GateOutcome,
    JudgeInputs,
    RunRequest,
    RunResult,
    RunSettings,
    StageJudgement,
    StageMove,
    StageOutput,
    TranscriptLine,
    Visit,
    Worktree,
)
from coordinator.workflow.schema import Workflow

V = TypeVar("V", bound=Value)


class VisitRecord(Value):
    """One visit with all that its stage did, in the order it was recorded."""

    visit: Visit
    left: float = 0.0  # when the next visit began; 0 if it is the last one
    ran: CommandResult | None = None
    given: JudgeInputs | None = None
    judged: StageJudgement | None = None
    gate: GateOutcome | None = None
    lines: tuple[TranscriptLine, ...] = ()
    acts: dict[str, str] = Field(default_factory=dict)


class OutputRecord(Value):
    """An output by its name, as the last stage that stored it left it."""

    name: str
    visit: int
    stored: str  # the hash of its text


class RunLine(Value):
    """One run in a list."""

    id: str
    workflow: str
    key: str
    title: str
    state: str
    stage: str
    visits: int
    began: float
    ended: float
    usd: Decimal | None


class RunRecord(Value):
    """The whole of a run: the workflow as it was started, the way it took, and how it ended."""

    id: str
    start: RunRequest
    workflow: Workflow
    state: str
    began: float
    ended: float
    issue: Issue | None
    settings: RunSettings | None
    place: Worktree | None
    path: tuple[VisitRecord, ...]
    outputs: tuple[OutputRecord, ...]
    transcript: tuple[TranscriptLine, ...]
    pulls: tuple[str, ...]
    ending: RunResult | None
    error: str
    usd: Decimal | None
    tokens: int

    @property
    def stage(self) -> str:
        """The stage that it is in, or ended in."""
        return self.path[-1].visit.stage if self.path else ""

    @property
    def visits(self) -> dict[str, int]:
        """How often each stage was visited."""
        counts = {stage.id: 0 for stage in self.workflow.stages}
        for passed in self.path:
            counts[passed.visit.stage] = counts.get(passed.visit.stage, 0) + 1
        return counts

    @property
    def moves(self) -> tuple[tuple[str, StageMove], ...]:
        """Every way that was taken: from which stage, and to which one and why."""
        visits = [passed.visit for passed in self.path]
        return tuple((visit.came_from, StageMove(to=visit.stage, why=visit.why)) for visit in visits)


def run_record(store: Store, id: str) -> RunRecord:
    """Everything about one run; a UsageError if the id is something else's."""
    run = store.run(id)
    if run.job != JOB:
        raise UsageError(f"{id} is no run of a workflow", fix="`coordinator runs` lists them")
    return _history(run, store.events(id))


def runs(store: Store, limit: int = 50) -> tuple[RunLine, ...]:
    """The newest runs first."""
    return tuple(_row(run_record(store, run.id)) for run in store.runs(JOB, limit=limit))


def stored(store: Store, output: OutputRecord) -> StageOutput:
    """The content of an output."""
    return StageOutput.model_validate_json(store.text(output.stored))


def _row(whole: RunRecord) -> RunLine:
    return RunLine(
        id=whole.id,
        workflow=whole.workflow.name,
        key=whole.start.key,
        title=whole.issue.title if whole.issue else "",
        state=whole.state,
        stage=whole.stage,
        visits=len(whole.path),
        began=whole.began,
        ended=whole.ended,
        usd=whole.usd,
    )


def _history(run: RunRow, events: Iterable[Event]) -> RunRecord:
    steps = StepReader(events)
    start = RunRequest.model_validate_json(run.input)
    ending = RunResult.model_validate(steps.end["value"]) if run.state == "done" else None
    lines = steps.each("message", TranscriptLine)
    answers = steps.each("ask", AskResult)
    return RunRecord(
        id=run.id,
        start=start,
        workflow=_workflow(start),
        state=ending.kind if ending else run.state,
        began=run.created,
        ended=run.ended,
        issue=steps.one("issue", Issue),
        settings=steps.one("settings", RunSettings),
        place=steps.one("place", Worktree),
        path=tuple(_path(steps, lines)),
        outputs=_outputs(steps),
        transcript=lines,
        pulls=_pulls(steps, lines),
        ending=ending,
        error=steps.error if run.state != "done" else "",
        usd=cost(answers),
        tokens=sum(spent(answered.ending).tokens for answered in answers),
    )


def _workflow(start: RunRequest) -> Workflow:
    """The workflow as it was started; nothing but its name if it was written for another version of the dialect."""
    try:
        return read_workflow(start.label, start.text).workflow
    except UsageError:
        return Workflow(name=start.label, stages=())


def _path(steps: StepReader, lines: Iterable[TranscriptLine]) -> Iterator[VisitRecord]:
    visits = steps.each("visit", Visit)
    said: dict[int, list[TranscriptLine]] = {}
    for line in lines:
        said.setdefault(line.visit, []).append(line)
    for visit, then in zip_longest(visits, visits[1:]):
        number = visit.number
        prefix = f"act/{number}/"
        yield VisitRecord(
            visit=visit,
            left=then.at if then else 0.0,
            ran=steps.one(f"run/{number}", CommandResult),
            given=steps.one(f"given/{number}", JudgeInputs),
            judged=steps.one(f"judge/{number}", StageJudgement),
            gate=steps.one(f"gate/{number}", GateOutcome),
            lines=tuple(said.get(number, ())),
            acts={
                name: str(json.loads(steps.bodies[f"{prefix}{name}"])["why"])
                for name in ("close", "labels", "notify", "move", "comment")
                if f"{prefix}{name}" in steps.bodies
            },
        )


def _outputs(steps: StepReader) -> tuple[OutputRecord, ...]:
    found: dict[str, OutputRecord] = {}
    for key, body in steps.bodies.items():
        kind, _, number = key.partition("/")
        if kind in ("run", "judge"):
            made: CommandResult | StageJudgement = (
                CommandResult if kind == "run" else StageJudgement
            ).model_validate_json(body)
            if made.bucket and made.output:
                found[made.bucket] = OutputRecord(name=made.bucket, visit=int(number), stored=made.output)
    return tuple(found.values())


def _pulls(steps: StepReader, lines: Iterable[TranscriptLine]) -> tuple[str, ...]:
    printed = [url for ran in steps.each("run", CommandResult) for url in ran.pulls]
    said = [url for line in lines if line.kind == "reply" for url in pull_requests(line.text)]
    return tuple(dict.fromkeys((*said, *printed)))
