"""A run in which nothing happens: what agents, judges, commands and the world outside answer is given beforehand.

It is the run itself on a record that is made up: a step does not do what it is for, its value is made of an answer. So
the way is the one that a run would take. What no answer was given for is assumed.
"""

import hashlib
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
from coordinator.parsing.stage_verdict import StageVerdict
from coordinator.reviews.publish import ActionResult
from coordinator.storage.events import AskKey, kind_of
from coordinator.storage.store import Store
from coordinator.trackers import Tracker
from coordinator.workflow import matching, records
from coordinator.workflow.dialect.schema import PullRequestTrigger, Stage, Workflow
from coordinator.workflow.runner import run_workflow
from coordinator.workflow.setup import WorkflowContext

PULL_REQUEST = "https://example.org/pull/1"
# The answers of a judge, of a command and of the world outside; all others are an agent's.
VERDICT, OUTCOME = re.compile("pass|fail|none"), re.compile(r"ok|fail|red|\{.*\}", re.DOTALL)
EVENT = re.compile(r"pr_merged|pr_closed|(ci|reviews)=\w+|timeout")
READY = ("ci=passing", "reviews=clean", "timeout")  # what becomes of a pull request that `pr_conditions` waits for
SHOWN = records.Visit | records.CommandResult | records.StageJudgement | records.GateOutcome


async def dry_run(request: records.RunRequest, config: Config, tracker: Tracker, run: "DryRun") -> records.RunResult:
    """Return how a run would end; `run` shows its way, and knows what was assumed."""
    agent = request.agent or (config.workflow.agent.name if config.workflow.agent else "Agent")
    names = (agent, *(stage.agent for stage in run.workflow.stages))
    with TemporaryDirectory(prefix="coordinator-") as home, closing(Store(Path(home) / "state.db")) as run.store:
        context = WorkflowContext(
            config=config.model_copy(update={"home": Path(home)}),
            tracker=tracker,
            store=run.store,
            workflow=run.workflow,
            agent=agent,
            workers={name: MissingAgent() for name in names},
            fallbacks={},
            judges={},
            panels={},
        )
        return await run_workflow(run, request, context)


class DryRun(Run):
    """Makes up the record of a run. Of the answers for a stage that fit, the first is taken, and the last one stays."""

    id, was_parked = "dry-run", False
    store: Store

    def __init__(
        self, workflow: Workflow, answers: Mapping[str, list[str]], show: Callable[[str, Any, bool], None]
    ) -> None:
        stages = []
        for stage in workflow.stages:  # with a judge in place of a panel, and nobody to notify
            judge = stage.on_enter.judge and stage.on_enter.judge.model_copy(update={"panel": ""})
            actions = stage.on_enter.model_copy(update={"judge": judge, "notify": None})
            stages.append(stage.model_copy(update={"on_enter": actions}))
        self.workflow = workflow.model_copy(update={"stages": tuple(stages)})
        self.assumed, self.unused = list[str](), {name: list(given) for name, given in answers.items()}
        self._answers, self._show, self._is_assumed = answers, show, False
        self._stage, self._waits = self.workflow.stages[0], 0

    # -- the record

    async def step(self, key: str, act: Callable[[], Awaitable[Any]], returns: Any) -> Any:
        return await self.record(key, await self._value(key, act, returns))

    async def record(self, key: str, value: Any, _returns: Any = None) -> Any:
        if isinstance(value, records.Visit):
            self._stage, self._waits = self.workflow.stage(value.stage), 0
        if isinstance(value, SHOWN) or (isinstance(value, records.TranscriptLine) and value.kind == "reply"):
            self._show(key, value, self._is_assumed)
            self._is_assumed = False
        return value

    async def wait(self, _key: str, topic: str, *, until: float) -> Message | Expired:
        if not until:
            return Expired()  # nothing has come while the agent was at work
        triggers = [trigger for stage in self._ahead() for trigger in stage.triggers]
        pulls = [trigger.kind for trigger in triggers if isinstance(trigger, PullRequestTrigger)]
        events = READY[self._waits :] if pulls[:1] == ["pr_conditions"] else pulls
        event = self._answer(EVENT.fullmatch, (*events, "timeout")[0])
        self._waits += 1
        if event in self._answers.get(self._stage.id, ()):
            self._answers[self._stage.id].remove(event)  # it happens once
        if event == "timeout":
            return Expired()
        name, _, value = event.partition("=")
        return Message(
            seq=0, topic=topic, body={"kind": "fact", name: value} if value else {"kind": "pull", "event": name}
        )

    async def store_text(self, text: str) -> str:
        digest = hashlib.sha256(text.encode()).hexdigest()
        with self.store.transaction():
            self.store.add_text(digest, text)
        return digest

    def idle(self) -> AbstractAsyncContextManager[None]:
        return nullcontext()

    async def start_next(self, *_: object) -> None:
        """Do nothing."""

    def external_id(self, key: str) -> str:
        return key

    async def _value(self, key: str, act: Callable[[], Awaitable[Any]], returns: Any) -> Any:
        match kind_of(key):
            case "issue" | "message" | "judge":
                return await act()
            case "place":
                return records.Worktree(folder="", base="")
            case "run":
                return await self._command()
            case "given":
                return records.JudgeInputs(texts=await self.store_text("[]"))
            case "ask":
                text = self._answer(self._is_message, self._message()) if AskKey.parse(key).purpose == "work" else ""
                return AskResult(prompt="", template="", seconds=0.0, again="", ending=Reply(text=text))
            case "read":
                verdict = self._answer(VERDICT.fullmatch, "pass")
                if verdict == "none":
                    return Abstention(seat="", round=0, cause="malformed", detail="no verdict")
                return StageVerdict.model_validate({"verdict": verdict, "summary": "nobody has looked"})
            case "act":
                return ActionResult() if returns is ActionResult else {"id": "", "why": ""}
        raise NotImplementedError(f"a dry run cannot make up {key}")

    # -- what is answered

    def _answer(self, fits: Callable[[str], object], assumed: str) -> str:
        """The next of the answers for this stage that fit, or what is assumed."""
        name = self._stage.id
        given = self._answers.get(name, [])
        fitting = [answer for answer in given if fits(answer)]
        self._is_assumed = not fitting
        if not fitting:
            self.assumed.append(f"{name}={assumed}")
            return assumed
        if fitting[0] in self.unused[name]:
            self.unused[name].remove(fitting[0])
        if len(fitting) > 1:
            given.remove(fitting[0])
        return fitting[0]

    def _is_message(self, answer: str) -> bool:
        enter = self._stage.on_enter
        others = (EVENT, *[VERDICT] * bool(enter.judge), *[OUTCOME] * bool(enter.run))
        return not any(kind.fullmatch(answer) for kind in others)

    def _ahead(self) -> tuple[Stage, ...]:
        """The stages in the order in which they are looked at: those ahead, then those one comes to by going round."""
        place = self.workflow.stages.index(self._stage) + 1
        return self.workflow.stages[place:] + self.workflow.stages[:place]

    def _message(self) -> str:
        """What an agent says that does as it is told: the token that it is told of, or else that leads ahead."""
        asked = self._stage.on_enter.inject
        tokens = [token for stage in self._ahead() for token in matching.message_tokens(stage)]
        told = [token for token in tokens if token.casefold() in asked.casefold()]
        reports = matching.waits_for_pull_requests(self.workflow) and re.search(r"/pull/|pull request|\bPR\b", asked)
        return " ".join([*(told or tokens or ["done"])[:1], *[PULL_REQUEST] * bool(reports)])

    async def _command(self) -> records.CommandResult:
        """How a command ends; unless it is said what it printed, that is what the gates over it look for."""
        action, answer = self._stage.on_enter.run, self._answer(OUTCOME.fullmatch, "ok")
        assert action is not None
        code = int(answer in ("fail", "red"))
        data: dict[str, Any] = {}
        for gate in [stage.gate for stage in self.workflow.stages if stage.gate is not None]:
            rule = gate.fails if code else gate.passes
            if rule is not None and gate.output == action.output:
                value: Any = rule.values[0]
                for part in reversed(rule.path.split(".")):
                    value = {part: value}
                data |= value
        try:
            data = json.loads(answer) if answer[0] == "{" else data
        except ValueError as wrong:
            raise UsageError(f"--answer {self._stage.id}={answer} is no JSON: {wrong}", fix="quote it") from None
        output = await self.store_text(records.StageOutput(data=data, exit_code=code).model_dump_json())
        return records.CommandResult(stage=self._stage.id, command=action.command, exit_code=code, output=output)
