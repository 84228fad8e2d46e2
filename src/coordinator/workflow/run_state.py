"""One run as it stands: all of it follows from what is on record, so a successor comes to the same state again.

With it what is said in the run: the transcript on record, what the agent has yet to be told, and what it remembers.
"""

import secrets
import time
from collections import Counter, deque
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import JsonValue

from coordinator.agents import Agent, PersonAgent
from coordinator.budget import BudgetTracker
from coordinator.engine import Run
from coordinator.errors import UsageError
from coordinator.models import Ask, Issue
from coordinator.panels.prompt_parts import fenced, make_ask
from coordinator.panels.spending import SpendingReader
from coordinator.parsing.excerpt import bound
from coordinator.prompts import strict_templates
from coordinator.storage import events
from coordinator.storage.events import key_of
from coordinator.workflow import records
from coordinator.workflow.dialect.schema import SkipRule, Stage
from coordinator.workflow.gotemplate import Template
from coordinator.workflow.issue_facts import facts_of
from coordinator.workflow.records import (
    LONG,
    RunRequest,
    RunResult,
    StageMove,
    StageOutput,
    TranscriptLine,
    Visit,
)
from coordinator.workflow.resume import resumptions
from coordinator.workflow.setup import WorkflowContext
from coordinator.workflow.transitions import PullRequestFacts, pull_request_urls
from coordinator.workflow.worktree import prepare_worktree

MOST_PULLS = 50  # pull requests that a run remembers
# Outputs that are looked at for what the tests left, before the last command's
TESTS = ("test_output", "tests")
REMEMBERED = 60_000  # bytes of earlier messages that a prompt repeats
LONGEST = 8_000  # bytes of one of them
WORKFLOW = "Workflow"

# A function for each of its macros.
MESSAGES: Any = strict_templates(Path(__file__).parent).get_template("messages.j2").module


class StageFailed(Exception):
    """A stage cannot do what it must, which ends the run until a person lets it go on."""

    def __init__(self, why: str, kind: records.ResultKind = "failed") -> None:
        super().__init__(why)
        self.kind = kind


@dataclass(kw_only=True)
class RunState:
    """What a run knows: its issue, its place, where it has been, and what it has heard."""

    run: Run
    request: RunRequest
    context: WorkflowContext
    settings: records.RunSettings
    issue: Issue
    place: records.Worktree
    home: Path  # the directory of this run
    budget: BudgetTracker
    agent: str  # who works; a stage may name another one
    # What stages have stored, the last one of a name
    outputs: dict[str, StageOutput] = field(default_factory=dict)
    last_command: StageOutput | None = None  # what it left, named or not
    visits: Counter[str] = field(default_factory=Counter)
    # Those that count against `max_visits`
    bounded_visits: Counter[str] = field(default_factory=Counter)
    last_message: str = ""
    worked_in: str = ""  # the stage in which an agent said it
    worked_by: str = ""  # which agent
    pulls: list[str] = field(default_factory=list)
    pulls_before: tuple[str, ...] = ()  # those that the newest message did not have to report
    facts: PullRequestFacts = field(default_factory=PullRequestFacts)
    entered_by_conditions: set[str] = field(default_factory=set)
    accepted_plans: set[str] = field(default_factory=set)
    # Visits of which it was said what they wait for
    announced: set[int] = field(default_factory=set)
    pending: list[str] = field(default_factory=list)  # what the agent has yet to be told
    _memory: deque[tuple[str, str]] = field(default_factory=deque)  # who said what
    _dropped: int = 0  # messages that are remembered no more
    _counts: Counter[str] = field(default_factory=Counter)
    last_stage: str = ""

    def stage(self, visit: Visit) -> Stage:
        return self.context.workflow.stage(visit.stage)

    def next_key(self, kind: events.Kind) -> str:
        """Return a key for the next thing of a kind that may happen any number of times in a visit."""
        self._counts[kind] += 1
        return key_of(kind, self._counts[kind])

    async def enter(self, move: StageMove) -> Visit | RunResult:
        """Return the visit that a move leads to, or the end if the stage was visited too often."""
        stage = self.context.workflow.stage(move.to)
        skipped = tuple[str, ...]()
        if not move.returns and move.why.kind != "resumed":
            stage, skipped = self._apply_skip_rules(stage)
        if not move.returns:
            if self.is_used_up(stage):
                return self.conclude("escalated", self.last_stage or stage.id, self.used_up(stage))
            self.bounded_visits[stage.id] += 1
        self.visits[stage.id] += 1
        visit = Visit(
            number=self.visits.total(),
            stage=stage.id,
            nth=self.visits[stage.id],
            why=move.why,
            at=time.time(),
            came_from=self.last_stage,
            skipped=skipped,
        )
        visit = await self.run.record(key_of("visit", visit.number), visit)
        self.last_stage = stage.id
        self.agent = (self.worked_by if move.returns else stage.agent) or self.agent
        if move.why.kind == "pr_conditions":
            self.entered_by_conditions.add(move.to)
        return visit

    def is_used_up(self, stage: Stage) -> bool:
        """Whether a stage has been visited as often as it may be; a return to it is no visit of that kind."""
        return self.bounded_visits[stage.id] >= (stage.max_visits or self.settings.max_visits)

    def used_up(self, stage: Stage) -> str:
        count = self.bounded_visits[stage.id]
        times = "once" if count == 1 else f"{count} times"
        return f"stage {stage.id} has been visited {times}, which is as often as it may be"

    def go_on(self, number: int, ended: RunResult) -> StageMove | None:
        """Return how a person lets the run go on after its end with this number; None if nobody has.

        A run is called again only after it was told so, which makes this the same whenever it is asked.
        """
        told = resumptions(self.context.store, self.run.id)
        if len(told) < number:
            return None
        resumed = told[number - 1]
        # A person has looked, and every stage may be visited as often again
        self.bounded_visits.clear()
        what = resumed.decision.verdict if resumed.decision else "resumed"
        why = records.MoveReason(kind="resumed", detail=f"{what} by {resumed.by}")
        returns = not resumed.stage and resumed.decision is None
        to = resumed.stage or (self.worked_in if returns else "") or ended.stage
        return StageMove(
            to=to, why=why, told=resumed.say, returns=returns, decided=resumed.decision
        )

    def _apply_skip_rules(self, stage: Stage) -> tuple[Stage, tuple[str, ...]]:
        """Return the stage that the labels of the issue lead to instead, and those that are skipped for it."""
        labels = {label.strip().casefold() for label in self.issue.labels}

        def has_any(rule: SkipRule) -> bool:
            return any(label.strip().casefold() in labels for label in rule.issue_labels.labels)

        skipped: list[str] = []
        while stage.id not in skipped:  # rules that go round in a circle end where they began
            instead = [
                rule.go_to for key, rule in stage.skip_rules if has_any(rule) == (key == "skip_if")
            ]
            if not instead:
                break
            skipped.append(stage.id)
            stage = self.context.workflow.stage(instead[0])
        return stage, tuple(skipped)

    def conclude(self, kind: records.ResultKind, stage: str, reason: str) -> RunResult:
        visits = self.visits.total()
        place = self.place
        return RunResult(
            kind=kind,
            stage=stage,
            reason=reason,
            visits=visits,
            folder=place.folder,
            branch=place.branch,
        )

    def register_pulls(self, urls: tuple[str, ...], at: float) -> None:
        """Remember pull requests; a new one starts with nothing known about it."""
        for url in urls:
            if url not in self.pulls and len(self.pulls) < MOST_PULLS:
                self.pulls.append(url)
                self.facts = PullRequestFacts(quiet_since=at)
                self.entered_by_conditions.clear()

    def take_output(self, name: str, text_hash: str) -> StageOutput:
        """Return an output that is on record; from now on it is known by its name, if it has one."""
        output = StageOutput.model_validate_json(self.context.store.text(text_hash))
        if name:
            self.outputs[name] = output
        return output

    def output_value(self, name: str, path: str) -> JsonValue:
        """Return the value at a dotted path of an output; None where there is none."""
        if name in self.outputs:
            return self.outputs[name].value(path)
        return None

    @property
    def test_output(self) -> StageOutput | None:
        """What the tests left: the output that is named for it, or the last command's."""
        return next(
            (self.outputs[name] for name in TESTS if name in self.outputs), self.last_command
        )

    def render(self, template: str) -> str:
        """Fill in a template with the issue, the inputs, the outputs and the newest pull request."""
        data: dict[str, object] = {
            "Inputs": self.request.inputs,
            "Outputs": {name: output.visible() for name, output in self.outputs.items()},
        }
        if self.request.has_issue:
            data["Issue"] = facts_of(self.context.tracker.name, self.issue)
        if self.pulls:
            data["PullRequest"] = {"URL": self.pulls[-1]}
        return Template(template).render(data)

    async def note(self, visit: Visit, text: str) -> None:
        """Put something on record that nobody is asked about."""
        await self._say(visit, "notice", WORKFLOW, text)

    async def tell(self, visit: Visit, kind: records.Kind, text: str) -> None:
        """Put something on record that the agent is to be told; where there is no agent, that is all."""
        line = await self._say(visit, kind, WORKFLOW, text, self.agent)
        if self.agent:
            self.pending.append(self.context.store.text(line.whole) if line.whole else line.text)

    async def receive_message(self, visit: Visit, text: str) -> None:
        """Put the agent's answer on record and take it in; all that was pending has been told now."""
        line = await self._say(visit, "reply", self.agent, text)
        said = [*((WORKFLOW, told) for told in self.pending), (self.agent, text)]
        self._memory.extend((who, bound(each, LONGEST)) for who, each in said)
        self.pending.clear()
        size = sum(len(each.encode("utf-8", "replace")) for _, each in self._memory)
        while size > REMEMBERED and len(self._memory) > 1:
            size -= len(self._memory.popleft()[1].encode("utf-8", "replace"))
            self._dropped += 1
        self.last_message = text
        self.worked_in = visit.stage
        self.worked_by = self.agent
        self.pulls_before = tuple(self.pulls)
        self.register_pulls(pull_request_urls(text), line.at)

    def next_ask(self, agent: Agent | PersonAgent, deadline: float) -> Ask:
        """Return the next ask of the agent: all that it has to know, for it may remember nothing by itself."""
        self._counts["turn"] += 1
        issue = self.issue
        seed = self.settings.seed
        variables = {
            "own_instructions": agent.own_instructions,
            # Others are started in it
            "folder": self.place.folder if isinstance(agent, PersonAgent) else "",
            "issue": f"{issue.key}: {issue.request}" if self.request.has_issue else "",
            "values": self.request.inputs,
            "earlier": [{"who": who, "text": fenced(text, seed)} for who, text in self._memory],
            "dropped": self._dropped,
            "messages": [{"who": WORKFLOW, "text": text} for text in self.pending],
        }
        # Without a seed: what it answers need not carry a reference word.
        fields = {"deadline": deadline, "issue": issue.key, "run": self.run.id}
        return make_ask(
            "work", self.agent, self._counts["turn"], "", self.context.config, variables, fields
        )

    async def _say(
        self, visit: Visit, kind: records.Kind, who: str, text: str, to: str = ""
    ) -> TranscriptLine:
        key = self.next_key("message")

        async def write() -> TranscriptLine:
            number = events.number_of(key)
            whole = await self.run.store_text(text) if len(text) > LONG else ""
            shown = bound(text, LONG) if whole else text
            return TranscriptLine(
                number=number,
                visit=visit.number,
                at=time.time(),
                kind=kind,
                who=who,
                to=to,
                text=shown,
                whole=whole,
            )

        return await self.run.step(key, write, TranscriptLine)


async def open_run_state(run: Run, request: RunRequest, context: WorkflowContext) -> RunState:
    """Return the state at the beginning of a run: issue, settings and place as they were first found."""
    config = context.config
    home = context.config.home / "runs" / run.id
    limits = {
        name: getattr(config.workflow, name)
        for name in ("max_visits", "deadline", "input", "inputs", "output")
    }
    settings = records.RunSettings(seed=secrets.token_hex(16), agent=context.agent, **limits)
    settings = await run.record("settings", settings)
    if settings.agent and settings.agent not in context.workers:
        what = (
            f"the run was begun with the agent {settings.agent!r}, and there is none of that name"
        )
        raise UsageError(
            what, fix="name it under workflow.agents in coordinator.yaml, then resume the run"
        )
    issue = await run.step("issue", lambda: context.tracker.issue(request.key), Issue)

    async def prepare() -> records.Worktree:
        where = request
        if issue.head and not request.repo:  # at the head of a pull request
            found = await context.tracker.delivery(issue)
            where = request.model_copy(update={"repo": found.repo, "base": issue.head})
        return await prepare_worktree(where, run.id, home)

    return RunState(
        run=run,
        request=request,
        context=context,
        settings=settings,
        issue=issue,
        place=await run.step("place", prepare, records.Worktree),
        home=home,
        budget=SpendingReader(context.store).budget(config.workflow.budget, run.id),
        agent=settings.agent,
        pulls=[issue.url] if issue.head else [],  # the issue is a pull request itself
    )
