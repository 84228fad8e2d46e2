"""The state of one run, which is computed only from the record of the run.

A worker that takes over a run therefore gets the same state. The state includes the conversation:
the recorded transcript, the messages that the agent still has to get, and the earlier messages.
"""

import secrets
import time
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from pydantic import JsonValue

from coordinator.agents import Agent, PersonAgent
from coordinator.agents.vendors import VendorPolicy, policy_for, repository_names
from coordinator.budget import BudgetTracker
from coordinator.engine import Run
from coordinator.errors import LimitReached, UsageError
from coordinator.models import Ask, Issue
from coordinator.panels.prompt_parts import fenced, make_ask
from coordinator.panels.spending import SpendingReader
from coordinator.parsing.excerpt import bound
from coordinator.reviews.action_limit import check_action_limit
from coordinator.reviews.publish import ActionResult
from coordinator.storage import events
from coordinator.storage.events import key_of
from coordinator.storage.steps import StepReader
from coordinator.trackers.registry import TRACKERS
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
# Names of outputs with test results. If there is none, the output of the last command is used.
TESTS = ("test_output", "tests")
REMEMBERED = 60_000  # bytes of earlier messages that a prompt repeats
LONGEST = 8_000  # bytes of one earlier message
WORKFLOW = "Workflow"


class StageFailed(Exception):
    """A stage has failed, which ends the run until a person resumes it."""

    def __init__(self, why: str, kind: records.ResultKind = "failed") -> None:
        super().__init__(why)
        self.kind = kind


class MemoryEntry(NamedTuple):
    """A message and its author."""

    who: str
    text: str


class Memory:
    """The latest messages of a run, which each prompt repeats. Older messages are dropped."""

    def __init__(self) -> None:
        self.dropped = 0
        self._entries: deque[MemoryEntry] = deque()
        self._size = 0

    def __iter__(self) -> Iterator[MemoryEntry]:
        return iter(self._entries)

    def add(self, who: str, text: str) -> None:
        entry = MemoryEntry(who, bound(text, LONGEST))
        self._entries.append(entry)
        self._size += _size(entry)

    def drop_oldest(self) -> None:
        """Drop the oldest messages until the others fit into a prompt. Keep the newest one."""
        while self._size > REMEMBERED and len(self._entries) > 1:
            self._size -= _size(self._entries.popleft())
            self.dropped += 1


def _size(entry: MemoryEntry) -> int:
    return len(entry.text.encode("utf-8", "replace"))


@dataclass(kw_only=True)
class RunState:
    """The state of a run: its issue and working copy, its visits of stages, and its messages."""

    run: Run
    request: RunRequest
    context: WorkflowContext
    settings: records.RunSettings
    issue: Issue
    place: records.Worktree
    home: Path  # the directory of this run
    budget: BudgetTracker
    agent: str  # the working agent; a stage can name another one
    # The last output that a stage has stored under each name.
    outputs: dict[str, StageOutput] = field(default_factory=dict)
    last_command: StageOutput | None = None  # the output of the last command
    visits: Counter[str] = field(default_factory=Counter)
    # The visits that count against `max_visits`.
    bounded_visits: Counter[str] = field(default_factory=Counter)
    last_message: str = ""
    worked_in: str = ""  # the stage of the last message
    worked_by: str = ""  # the agent that wrote the last message
    pulls: list[str] = field(default_factory=list)
    # The pull requests that were known before the last message.
    pulls_before: tuple[str, ...] = ()
    facts: PullRequestFacts = field(default_factory=PullRequestFacts)
    # How pull requests have ended, by their URLs.
    pull_ends: dict[str, records.PullRequestEnding] = field(default_factory=dict)
    entered_by_conditions: set[str] = field(default_factory=set)
    accepted_plans: set[str] = field(default_factory=set)
    # The numbers of the visits whose wait is already in the transcript.
    announced: set[int] = field(default_factory=set)
    # The messages that the agent still has to get.
    pending: list[str] = field(default_factory=list)
    memory: Memory = field(default_factory=Memory)
    last_stage: str = ""
    _counts: Counter[str] = field(default_factory=Counter)

    @property
    def policy(self) -> VendorPolicy:
        """The vendors that may see the repository of this run."""
        names = repository_names(
            self.request.repo, self.place.repo, self.place.folder, issue=self.issue
        )
        return policy_for(self.context.config.models, names)

    def stage(self, visit: Visit) -> Stage:
        return self.context.workflow.stage(visit.stage)

    def next_key(self, kind: events.Kind) -> str:
        """Return the next unused key for a kind of event that can occur many times in a run."""
        self._counts[kind] += 1
        return key_of(kind, self._counts[kind])

    # -- visits of stages

    async def enter(self, move: StageMove) -> Visit | RunResult:
        """Enter the stage of a move, or the stage that its skip rules lead to.

        Return the visit, or the end of the run if the stage has used up its visits.
        """
        stage = self.context.workflow.stage(move.to)
        skipped: tuple[str, ...] = ()
        if not move.returns and move.why.kind != "resumed":
            stage, skipped = self._apply_skip_rules(stage)
        if not move.returns:
            if self.is_used_up(stage):
                at = self.last_stage or stage.id
                return self.conclude("escalated", at, self.used_up_text(stage))
            self.bounded_visits[stage.id] += 1
        self.visits[stage.id] += 1
        new = Visit(
            number=self.visits.total(),
            stage=stage.id,
            nth=self.visits[stage.id],
            why=move.why,
            at=time.time(),
            came_from=self.last_stage,
            skipped=skipped,
        )

        limited = await self._why_limited(new)
        if limited:
            return self.conclude("escalated", self.last_stage or stage.id, limited)
        visit = await self.run.record(key_of("visit", new.number), new)
        self.last_stage = stage.id
        agent = self.worked_by if move.returns else stage.agent
        self.agent = agent or self.agent
        if move.why.kind == "pr_conditions":
            self.entered_by_conditions.add(move.to)
        return visit

    async def _why_limited(self, visit: Visit) -> str:
        """Return why the run stops before this visit, or an empty string.

        The run stops if coordinator has acted on the issue too often within the last hour. A person
        allows one more stage by resuming the run. A replay gets the same result.
        """
        if visit.why.kind == "resumed" or self.request.given is not None:
            return ""
        recorded = StepReader(self.context.store.events(self.run.id))
        if key_of("visit", visit.number) in recorded.bodies:
            return ""
        key = key_of("act", visit.number, "limited")
        known = recorded.one(key, ActionResult)
        if known is not None:
            return known.why
        most = self.context.config.watch.actions_per_hour
        tracker = self.context.tracker
        try:
            await check_action_limit(self.context.store, tracker, self.request.key, most)
        except LimitReached as limit:
            result = await self.run.record(key, ActionResult(why=str(limit)))
            return result.why
        return ""

    def is_used_up(self, stage: Stage) -> bool:
        """Return whether a stage has used up its `max_visits`.

        A visit does not count if its move has `returns`, or if it was before the last resumption.
        """
        most = stage.max_visits or self.settings.max_visits
        return self.bounded_visits[stage.id] >= most

    def used_up_text(self, stage: Stage) -> str:
        count = self.bounded_visits[stage.id]
        times = "once" if count == 1 else f"{count} times"
        return f"stage {stage.id} has been visited {times}, which is its limit"

    def resumed_move(self, number: int, ended: RunResult) -> StageMove | None:
        """Return the move by which a person resumed the run after its end, or None.

        `ended` is this end of the run. `number` is 1 for the first end of the run, 2 for the
        second, and so on. If the run was resumed, the count of visits starts again. Every replay
        gets the same result, because a run continues only after a resumption is on record.
        """
        told = resumptions(self.context.store, self.run.id)
        if len(told) < number:
            return None
        resumed = told[number - 1]
        # A person has looked at the run, so the count of visits starts again.
        self.bounded_visits.clear()
        what = resumed.decision.verdict if resumed.decision else "resumed"
        returns = not resumed.stage and resumed.decision is None
        to = resumed.stage
        if not to and returns:
            to = self.worked_in
        return StageMove(
            to=to or ended.stage,
            why=records.MoveReason(kind="resumed", detail=f"{what} by {resumed.by}"),
            told=resumed.say,
            returns=returns,
            decided=resumed.decision,
        )

    def _apply_skip_rules(self, stage: Stage) -> tuple[Stage, tuple[str, ...]]:
        """Follow the skip rules of a stage. Return the last stage and the ids of skipped stages."""
        skipped: list[str] = []
        while stage.id not in skipped:  # a cycle of skip rules ends at the stage where it began
            target = self._skip_target(stage)
            if not target:
                break
            skipped.append(stage.id)
            stage = self.context.workflow.stage(target)
        return stage, tuple(skipped)

    def _skip_target(self, stage: Stage) -> str:
        if stage.skip_if is not None and self._has_label(stage.skip_if):
            return stage.skip_if.go_to
        if stage.skip_unless is not None and not self._has_label(stage.skip_unless):
            return stage.skip_unless.go_to
        return ""

    def _has_label(self, rule: SkipRule) -> bool:
        labels = {label.strip().casefold() for label in self.issue.labels}
        return any(label.strip().casefold() in labels for label in rule.issue_labels.labels)

    def conclude(self, kind: records.ResultKind, stage: str, reason: str) -> RunResult:
        return RunResult(
            kind=kind,
            stage=stage,
            reason=reason,
            visits=self.visits.total(),
            folder=self.place.folder,
            branch=self.place.branch,
        )

    # -- pull requests, outputs and templates

    def register_pulls(self, urls: tuple[str, ...], at: float) -> None:
        """Remember pull requests. If one is new, forget the facts about the previous one."""
        for url in urls:
            if url not in self.pulls and len(self.pulls) < MOST_PULLS:
                self.pulls.append(url)
                self.facts = PullRequestFacts(quiet_since=at)
                self.entered_by_conditions.clear()

    @property
    def has_pull(self) -> bool:
        """Whether the run knows a pull request, or a fact about one."""
        return bool(self.pulls) or self.facts != PullRequestFacts()

    @property
    def has_open_pull(self) -> bool:
        """Whether the run knows a pull request that can still be merged or closed."""
        if not self.pulls:
            return self.has_pull and not self.pull_ends
        return any(url not in self.pull_ends for url in self.pulls)

    @property
    def has_merged_pull(self) -> bool:
        return "pr_merged" in self.pull_ends.values()

    def end_pull(self, end: records.PullRequestEnd) -> None:
        """Remember that a pull request was merged or closed."""
        urls = [end.url] if end.url or not self.pulls else self.pulls
        for url in urls:
            self.pull_ends[url] = end.event

    def _reopen_pulls(self, urls: tuple[str, ...]) -> None:
        """Regard closed pull requests as open if the agent reports them again."""
        for url in urls:
            if self.pull_ends.get(url) == "pr_closed":
                del self.pull_ends[url]

    def take_output(self, name: str, text_hash: str) -> StageOutput:
        """Return a stored output. If `name` is set, make it the current output of that name."""
        output = StageOutput.model_validate_json(self.context.store.text(text_hash))
        if name:
            self.outputs[name] = output
        return output

    def output_value(self, name: str, path: str) -> JsonValue:
        """Return the value at a dotted path of an output, or None."""
        if name in self.outputs:
            return self.outputs[name].value(path)
        return None

    @property
    def test_output(self) -> StageOutput | None:
        """The output with a name from `TESTS`, or else the output of the last command."""
        for name in TESTS:
            if name in self.outputs:
                return self.outputs[name]
        return self.last_command

    def render(self, template: str) -> str:
        """Return a template filled in with issue, inputs, outputs and the last pull request."""
        data: dict[str, object] = {
            "Inputs": self.request.inputs,
            "Outputs": {name: output.visible() for name, output in self.outputs.items()},
        }
        if self.request.has_issue:
            data["Issue"] = facts_of(self.context.tracker.name, self.issue)
        if self.pulls:
            data["PullRequest"] = {"URL": self.pulls[-1]}
        return Template(template).render(data)

    # -- the conversation

    async def note(self, visit: Visit, text: str) -> None:
        """Add a notice for people to the transcript."""
        await self._say(visit, "notice", WORKFLOW, text)

    async def tell(self, visit: Visit, kind: records.Kind, text: str) -> None:
        """Add a message to the transcript, and queue it for the agent if there is one."""
        line = await self._say(visit, kind, WORKFLOW, text, self.agent)
        if self.agent:
            self.pending.append(self.context.store.text(line.whole) if line.whole else line.text)

    async def receive_message(self, visit: Visit, text: str) -> None:
        """Add the agent's answer to the transcript. The agent has now read all pending messages."""
        line = await self._say(visit, "reply", self.agent, text)
        for told in self.pending:
            self.memory.add(WORKFLOW, told)
        self.memory.add(self.agent, text)
        self.memory.drop_oldest()
        self.pending.clear()
        self.last_message = text
        self.worked_in = visit.stage
        self.worked_by = self.agent
        self.pulls_before = tuple(self.pulls)
        urls = pull_request_urls(text)
        self.register_pulls(urls, line.at)
        self._reopen_pulls(urls)

    def next_ask(self, agent: Agent | PersonAgent, deadline: float) -> Ask:
        """Return the next ask to the agent.

        It repeats the whole context, because the agent may remember nothing.
        """
        self._counts["turn"] += 1
        seed = self.settings.seed
        variables = {
            "own_instructions": agent.own_instructions,
            # Only a person has to be told the folder. Other agents are started in it.
            "folder": self.place.folder if isinstance(agent, PersonAgent) else "",
            "issue": "",
            "values": self.request.inputs,
            "earlier": [{"who": who, "text": fenced(text, seed)} for who, text in self.memory],
            "dropped": self.memory.dropped,
            "messages": [{"who": WORKFLOW, "text": text} for text in self.pending],
        }
        if self.request.has_issue:
            variables["issue"] = f"{self.issue.key}: {self.issue.request}"
        return make_ask(
            "work",
            self.agent,
            self._counts["turn"],
            "",  # no seed, because the answer needs no reference word
            self.context.config,
            variables,
            deadline=deadline,
            issue=self.issue.key,
            run=self.run.id,
        )

    async def _say(
        self, visit: Visit, kind: records.Kind, who: str, text: str, to: str = ""
    ) -> TranscriptLine:
        key = self.next_key("message")

        async def write() -> TranscriptLine:
            whole = await self.run.store_text(text) if len(text) > LONG else ""
            return TranscriptLine(
                number=events.number_of(key),
                visit=visit.number,
                at=time.time(),
                kind=kind,
                who=who,
                to=to,
                text=bound(text, LONG) if whole else text,
                whole=whole,
            )

        return await self.run.step(key, write, TranscriptLine)


async def open_run_state(run: Run, request: RunRequest, context: WorkflowContext) -> RunState:
    """Record the settings, the issue and the working copy; return the state at the beginning."""
    config = context.config
    home = config.home / "runs" / run.id
    settings = await run.record("settings", _new_settings(context))
    if settings.agent and settings.agent not in context.workers:
        what = f"the run began with the agent {settings.agent!r}, which is no longer configured"
        fix = "name it under workflow.agents in coordinator.yaml, then resume the run"
        raise UsageError(what, fix=fix)
    issue = await run.step("issue", lambda: context.tracker.issue(request.key), Issue)
    place = await run.step(
        "place", lambda: _prepare_place(run, request, context, issue, home), records.Worktree
    )
    return RunState(
        run=run,
        request=request,
        context=context,
        settings=settings,
        issue=issue,
        place=place,
        home=home,
        budget=SpendingReader(context.store).budget(config.workflow.budget, run.id),
        agent=settings.agent,
        pulls=[issue.url] if issue.head else [],  # the issue is a pull request itself
    )


def _new_settings(context: WorkflowContext) -> records.RunSettings:
    configured = context.config.workflow
    return records.RunSettings(
        seed=secrets.token_hex(16),
        agent=context.agent,
        max_visits=configured.max_visits,
        deadline=configured.deadline,
        longest_wait=configured.longest_wait,
        input=configured.input,
        inputs=configured.inputs,
        output=configured.output,
    )


async def _prepare_place(
    run: Run, request: RunRequest, context: WorkflowContext, issue: Issue, home: Path
) -> records.Worktree:
    if not request.repo and TRACKERS[context.tracker.name].is_forge:
        # Work at the head of the pull request, or at the default branch of the issue's repository.
        delivery = await context.tracker.delivery(issue)
        base = issue.head or delivery.base
        request = request.model_copy(update={"repo": delivery.repo, "base": base})
    return await prepare_worktree(request, run.id, home)
