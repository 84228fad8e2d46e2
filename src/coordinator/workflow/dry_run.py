"""Run a workflow without effects, with given answers instead of agents, commands and events.

The real runner works on a made-up record, so a dry run visits the same stages as a real run. Steps
are not carried out. The value of a step comes from an answer that the user gives, or else from an
assumed answer.
"""

import json
import re
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, closing, nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from coordinator.agents import MissingAgent
from coordinator.config.settings import Config
from coordinator.engine import Expired, Message, Run
from coordinator.errors import UsageError
from coordinator.models import Abstention, AskResult, Reply
from coordinator.parsing.shapes import StageVerdict
from coordinator.reviews.publish import ActionResult
from coordinator.storage.events import AskKey, kind_of
from coordinator.storage.store import Store
from coordinator.trackers import Tracker
from coordinator.workflow import records, transitions
from coordinator.workflow.dialect.schema import Condition, Stage, Workflow
from coordinator.workflow.dialect.stage_triggers import PullRequestTrigger
from coordinator.workflow.runner import run_workflow
from coordinator.workflow.setup import WorkflowContext

# Patterns of answers: verdicts of a judge, results of a command, and events. Every other answer is
# a message of the agent.
VERDICT = r"pass|fail|none"
OUTCOME = r"ok|fail|red|\{.*\}"
EVENT = r"pr_merged|pr_closed|(ci|reviews)=\w+|timeout"
SHOWN = records.Visit | records.CommandResult | records.StageJudgement | records.GateOutcome
# A function that shows a value to the user. Its arguments are the key of the value in the record,
# the value, and whether the value is assumed.
Show = Callable[[str, Any, bool], None]


async def dry_run(
    request: records.RunRequest, config: Config, tracker: Tracker, run: "DryRun"
) -> records.RunResult:
    """Return the result of a dry run. `run` shows each step and collects the assumed answers."""
    agent = request.agent
    if not agent:
        agent = config.workflow.agent.name if config.workflow.agent else "Agent"
    workers = {agent: MissingAgent()}
    for stage in run.workflow.stages:
        workers[stage.agent] = MissingAgent()
    with (
        TemporaryDirectory(prefix="coordinator-") as home,
        closing(Store(Path(home) / "state.db")) as run.store,
    ):
        context = WorkflowContext(
            config=config.model_copy(update={"home": Path(home)}),
            tracker=tracker,
            store=run.store,
            workflow=run.workflow,
            agent=agent,
            workers=workers,
        )
        return await run_workflow(run, request, context)


def _without_effects(stage: Stage) -> Stage:
    """Return a copy of the stage with a single judge instead of a panel, and without `notify`."""
    judge = stage.on_enter.judge
    if judge is not None:
        judge = judge.model_copy(update={"panel": ""})
    actions = stage.on_enter.model_copy(update={"judge": judge, "notify": None})
    return stage.model_copy(update={"on_enter": actions})


class DryRun(Run):
    """Makes up the record of a run from the given answers for each stage.

    Each question in a stage uses up the first answer that fits. The last answer that fits is kept,
    and answers all further questions. An event is never kept, because it happens only once.
    """

    id = "dry-run"
    was_parked = False
    can_move = False
    store: Store

    def __init__(self, workflow: Workflow, answers: Mapping[str, list[str]], show: Show) -> None:
        stages = tuple(_without_effects(stage) for stage in workflow.stages)
        self.workflow = workflow.model_copy(update={"stages": stages})
        self._stage = stages[0]
        self._answers = answers
        self._show = show
        self._is_assumed = False
        self.assumed: list[str] = []
        self.used: list[str] = []

    def check_unused(self, name: str, answer: str) -> None:
        """Raise UsageError if an unused answer is a message that its stage can never use.

        A stage that has a judge or a command but no prompt uses no messages.
        """
        actions = self.workflow.stage(name).on_enter
        fitting = []
        if actions.judge:
            fitting.append("pass, fail or none")
        if actions.run:
            fitting.append("ok, fail or a JSON object")
        is_other_kind = re.fullmatch(f"{VERDICT}|{OUTCOME}|{EVENT}", answer, re.DOTALL)
        if fitting and not actions.inject and not is_other_kind:
            what = f"--answer {name}={answer} does not fit the actions of the stage"
            raise UsageError(what, fix=f"answers that fit: {', '.join(fitting)}")

    # -- the methods that the runner calls

    async def step(self, key: str, act: Callable[[], Awaitable[Any]], returns: Any) -> Any:
        return await self.record(key, await self._value(key, act, returns))

    async def record(self, key: str, value: Any, _returns: Any = None) -> Any:
        if isinstance(value, records.Visit):
            self._stage = self.workflow.stage(value.stage)
        is_reply = isinstance(value, records.TranscriptLine) and value.kind == "reply"
        if is_reply or isinstance(value, SHOWN):
            self._show(key, value, self._is_assumed)
            self._is_assumed = False
        return value

    async def wait(self, _key: str, topic: str, *, until: float) -> Message | Expired:
        if not until:
            return Expired()  # no event has come while the agent was at work
        event = self._answer(EVENT, self._expected_event(), happens_once=True)
        if event == "timeout":
            return Expired()
        name, _, value = event.partition("=")
        body: dict[str, Any] = {"kind": "pull", "event": name}
        if value:
            body = {"kind": "fact", name: value}
        return Message(seq=0, topic=topic, body=body)

    async def store_text(self, text: str) -> str:
        with self.store.database.transaction():
            return self.store.add_text(text)

    async def within(self, _key: str, _until: float, work: Callable[[], Awaitable[Any]]) -> Any:
        return await work()

    async def until_told(
        self,
        _key: str,
        _topic: str,
        work: Callable[[], Awaitable[Any]],
        *,
        unless: str,  # noqa: ARG002
    ) -> Any:
        return await work()

    async def tell(self, _topic: str, _body: Any, *, key: str, unless: str) -> bool:  # noqa: ARG002
        return False

    def idle(self) -> AbstractAsyncContextManager[None]:
        return nullcontext()

    async def start_next(self, *_: object) -> None:
        """Do nothing."""

    def external_id(self, key: str) -> str:
        return key

    # -- made-up values

    async def _value(self, key: str, act: Callable[[], Awaitable[Any]], returns: Any) -> Any:
        """Return a made-up value of a step, instead of carrying the step out."""
        kind = kind_of(key)
        if kind == "run":
            return await self._command()
        if kind == "read":
            return self._verdict()
        if kind == "ask":
            text = self._message() if AskKey.parse(key).purpose == "work" else ""
            return AskResult(prompt="", template="", seconds=0.0, again="", ending=Reply(text=text))
        if kind == "act":
            if returns is ActionResult:
                return ActionResult()
            return {"id": "", "why": ""}
        if kind == "given":
            return records.JudgeInputs(texts=await self.store_text("[]"))
        if kind == "place":
            return records.Worktree(folder="", base="")
        assert kind in ("issue", "message", "judge"), f"a dry run cannot make up {key}"
        return await act()

    def _answer(self, pattern: str, assumed: str, *, happens_once: bool = False) -> str:
        """Return the next given answer for this stage that fits a pattern, or the assumed one."""
        given = self._answers[self._stage.id]
        fitting = [answer for answer in given if re.fullmatch(pattern, answer, re.DOTALL)]
        if not fitting:
            self._is_assumed = True
            self.assumed.append(f"{self._stage.id}={assumed}")
            return assumed
        answer = fitting[0]
        self._is_assumed = False
        self.used.append(f"{self._stage.id}={answer}")
        if len(fitting) > 1 or happens_once:
            given.remove(answer)
        return answer

    def _expected_event(self) -> str:
        """Return the first event of a pull request that a stage waits for, or `timeout`."""
        for stage in self.workflow.after(self._stage.id):
            for trigger in stage.triggers:
                if isinstance(trigger, PullRequestTrigger):
                    kind = trigger.title()
                    return self._expected_fact() if kind == "pr_conditions" else kind
        return "timeout"

    def _expected_fact(self) -> str:
        for fact in ("ci=passing", "reviews=clean"):
            if f"{self._stage.id}={fact}" not in self.assumed:
                return fact
        return "timeout"

    def _verdict(self) -> StageVerdict | Abstention:
        verdict = self._answer(VERDICT, "pass")
        if verdict == "none":
            return Abstention(seat="", round=0, cause="malformed", detail="no verdict")
        return StageVerdict(
            verdict="pass" if verdict == "pass" else "fail", summary="nobody has looked"
        )

    def _message(self) -> str:
        """Return the message of the agent.

        If no message is given, assume a token that the prompt of the stage names, or else the next
        token that a stage waits for.
        """
        actions = self._stage.on_enter
        tokens: list[str] = []
        for stage in self.workflow.after(self._stage.id):
            tokens.extend(stage.tokens)
        told = [token for token in tokens if token.casefold() in actions.inject.casefold()]
        candidates = told or tokens or ["done"]
        assumed = candidates[0]
        waits_for_pull = transitions.waits_for_pull_requests(self.workflow)
        if waits_for_pull and re.search(r"/pull/|pull request|\bPR\b", actions.inject):
            assumed += " https://example.org/pull/1"
        others = [EVENT]
        if actions.judge:
            others.append(VERDICT)
        if actions.run:
            others.append(OUTCOME)
        return self._answer(rf"(?!({'|'.join(others)})$).*", assumed)

    async def _command(self) -> records.CommandResult:
        """Store the output of a command and return its result.

        If no output is given, assume one that makes the gates over it pass. If the command fails,
        assume one that makes them fail.
        """
        stage = self._stage
        action = stage.on_enter.run
        assert action is not None
        answer = self._answer(OUTCOME, "ok")
        failed = answer in ("fail", "red")
        data = self._gate_data(action.output, failed=failed)
        if answer.startswith("{"):
            data = _answer_data(stage, answer)
        output = records.StageOutput(data=data, exit_code=int(failed))
        return records.CommandResult(
            stage=stage.id,
            command=action.command,
            exit_code=int(failed),
            output=await self.store_text(output.model_dump_json()),
        )

    def _gate_data(self, output: str, *, failed: bool) -> dict[str, Any]:
        """Return data that makes the gates over an output pass, or fail if `failed` is true."""
        data: dict[str, Any] = {}
        for stage in self.workflow.stages:
            gate = stage.gate
            if gate is None or gate.output != output:
                continue
            condition = gate.fails if failed else gate.passes
            if condition is not None:
                data.update(_data_for(condition))
        return data


def _answer_data(stage: Stage, answer: str) -> dict[str, Any]:
    try:
        data: dict[str, Any] = json.loads(answer)
    except ValueError as wrong:
        what = f"--answer {stage.id}={answer} is not JSON: {wrong}"
        raise UsageError(what, fix="quote it") from None
    return data


def _data_for(condition: Condition) -> dict[str, Any]:
    """Return data that fulfils a condition."""
    first, *others = condition.path.split(".")
    value: Any = condition.values[0]
    for part in reversed(others):
        value = {part: value}
    return {first: value}
