"""A run in which nothing happens: what agents, judges, commands and the world outside answer is given beforehand.

It is the run itself on a record that is made up: a step does not do what it is for, its value is made of an answer. So
the way is the one that a run would take. What no answer was given for is assumed.
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
from coordinator.workflow.dialect.schema import Workflow
from coordinator.workflow.dialect.stage_triggers import PullRequestTrigger
from coordinator.workflow.runner import run_workflow
from coordinator.workflow.setup import WorkflowContext

# The answers of a judge, of a command and of the world outside; all others are an agent's.
FITTING = {"judge": "pass, fail or none", "run": "ok, fail or a JSON object"}
VERDICT = r"pass|fail|none"
OUTCOME = r"ok|fail|red|\{.*\}"
EVENT = r"pr_merged|pr_closed|(ci|reviews)=\w+|timeout"
SHOWN = records.Visit | records.CommandResult | records.StageJudgement | records.GateOutcome
# A key, what would be on record there, and whether it is assumed
Show = Callable[[str, Any, bool], None]


async def dry_run(
    request: records.RunRequest, config: Config, tracker: Tracker, run: "DryRun"
) -> records.RunResult:
    """Return how a run would end; `run` shows its way, and knows what was assumed."""
    agent = request.agent or (config.workflow.agent.name if config.workflow.agent else "Agent")
    workers = {
        name: MissingAgent() for name in (agent, *(stage.agent for stage in run.workflow.stages))
    }
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


class DryRun(Run):
    """Makes up the record of a run. Of the answers for a stage that fit, the first is taken, and the last one stays."""

    id = "dry-run"
    was_parked = False
    can_move = False
    store: Store

    def __init__(self, workflow: Workflow, answers: Mapping[str, list[str]], show: Show) -> None:
        stages = []
        for stage in workflow.stages:  # with a judge in place of a panel, and nobody to notify
            judge = stage.on_enter.judge and stage.on_enter.judge.model_copy(update={"panel": ""})
            actions = stage.on_enter.model_copy(update={"judge": judge, "notify": None})
            stages.append(stage.model_copy(update={"on_enter": actions}))
        self.workflow = workflow.model_copy(update={"stages": tuple(stages)})
        self._stage = stages[0]
        self._answers = answers
        self._show = show
        self._is_assumed = False
        self.assumed = list[str]()
        self.used = list[str]()

    async def step(self, key: str, act: Callable[[], Awaitable[Any]], returns: Any) -> Any:
        return await self.record(key, await self._value(key, act, returns))

    async def record(self, key: str, value: Any, _returns: Any = None) -> Any:
        if isinstance(value, records.Visit):
            self._stage = self.workflow.stage(value.stage)
        if isinstance(value, SHOWN) or getattr(value, "kind", "") == "reply":
            self._show(key, value, self._is_assumed)
            self._is_assumed = False
        return value

    async def wait(self, _key: str, topic: str, *, until: float) -> Message | Expired:
        if not until:
            return Expired()  # nothing has come while the agent was at work
        triggers = [
            trigger for stage in self.workflow.after(self._stage.id) for trigger in stage.triggers
        ]
        pulls = [trigger.title() for trigger in triggers if isinstance(trigger, PullRequestTrigger)]
        expected = [*pulls, "timeout"][0]
        if expected == "pr_conditions":
            ready = [
                each
                for each in ("ci=passing", "reviews=clean")
                if f"{self._stage.id}={each}" not in self.assumed
            ]
            expected = [*ready, "timeout"][0]
        event = self._answer(EVENT, expected, happens_once=True)
        name, _, value = event.partition("=")
        body: dict[str, Any] = (
            {"kind": "fact", name: value} if value else {"kind": "pull", "event": name}
        )
        if event == "timeout":
            return Expired()
        return Message(seq=0, topic=topic, body=body)

    async def store_text(self, text: str) -> str:
        with self.store.database.transaction():
            return self.store.add_text(text)

    async def within(self, _key: str, _until: float, work: Callable[[], Awaitable[Any]]) -> Any:
        return await work()

    def idle(self) -> AbstractAsyncContextManager[None]:
        return nullcontext()

    async def start_next(self, *_: object) -> None:
        """Do nothing."""

    def external_id(self, key: str) -> str:
        return key

    async def _value(self, key: str, act: Callable[[], Awaitable[Any]], returns: Any) -> Any:
        kind = kind_of(key)
        if kind == "run":
            return await self._command()
        if kind == "read":
            verdict = {"verdict": self._answer(VERDICT, "pass"), "summary": "nobody has looked"}
            no_verdict = Abstention(seat="", round=0, cause="malformed", detail="no verdict")
            if verdict["verdict"] == "none":
                return no_verdict
            return StageVerdict.model_validate(verdict)
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

    def check_unused(self, name: str, answer: str) -> None:
        """Refuse an answer that was of no use because a judge or a command does not answer so."""
        enter = self.workflow.stage(name).on_enter
        asked = [FITTING[kind] for kind in FITTING if getattr(enter, kind)]
        if (
            asked
            and not enter.inject
            and not re.fullmatch("|".join((VERDICT, OUTCOME, EVENT)), answer, re.DOTALL)
        ):
            raise UsageError(
                f"--answer {name}={answer} does not fit", fix=f"what fits is {', '.join(asked)}"
            )

    def _answer(self, kind: str, assumed: str, *, happens_once: bool = False) -> str:
        """The next of the answers for this stage that are of this kind, or what is assumed."""
        given = self._answers[self._stage.id]
        fitting = [answer for answer in given if re.fullmatch(kind, answer, re.DOTALL)]
        answer = [*fitting, assumed][0]
        self._is_assumed = not fitting
        (self.used if fitting else self.assumed).append(f"{self._stage.id}={answer}")
        if fitting[1:] or (fitting and happens_once):
            given.remove(answer)
        return answer

    def _message(self) -> str:
        """What the agent says; assumed is the token that it is told of, or else one that leads ahead."""
        enter = self._stage.on_enter
        asked = enter.inject
        waits = transitions.waits_for_pull_requests(self.workflow)
        tokens = [token for stage in self.workflow.after(self._stage.id) for token in stage.tokens]
        told = [token for token in tokens if token.casefold() in asked.casefold()]
        pull = (
            ["https://example.org/pull/1"]
            if waits and re.search(r"/pull/|pull request|\bPR\b", asked)
            else []
        )
        others = "|".join([EVENT, *[VERDICT] * bool(enter.judge), *[OUTCOME] * bool(enter.run)])
        return self._answer(
            rf"(?!({others})$).*", " ".join([*(told or tokens or ["done"])[:1], *pull])
        )

    async def _command(self) -> records.CommandResult:
        """How a command ends; unless it is said what it printed, that is what the gates over it look for."""
        stage = self._stage
        answer = self._answer(OUTCOME, "ok")
        assert stage.on_enter.run is not None
        code = int(answer in ("fail", "red"))
        data = dict[str, Any]()
        for gate in [each.gate for each in self.workflow.stages if each.gate is not None]:
            rule = gate.fails if code else gate.passes
            if rule is not None and gate.output == stage.on_enter.run.output:
                value: Any = rule.values[0]
                for part in reversed(rule.path.split(".")):
                    value = {part: value}
                data |= value
        try:
            data = json.loads(answer) if answer.startswith("{") else data
        except ValueError as wrong:
            raise UsageError(
                f"--answer {stage.id}={answer} is no JSON: {wrong}", fix="quote it"
            ) from None
        output = await self.store_text(
            records.StageOutput(data=data, exit_code=code).model_dump_json()
        )
        return records.CommandResult(
            stage=stage.id, command=stage.on_enter.run.command, exit_code=code, output=output
        )
