"""One run as it stands: all of it follows from what is on record, so a successor finds the same scene again."""

from __future__ import annotations

import secrets
import time
from collections import Counter
from pathlib import Path

from coordinator.agents import Agent
from coordinator.agents.person import PersonAgent
from coordinator.budget import BudgetTracker
from coordinator.engine import Run
from coordinator.models import Issue
from coordinator.panels.asking import Asker
from coordinator.storage.review_record import ReviewReader
from coordinator.workflow.conversation import Conversation
from coordinator.workflow.gotemplate import render
from coordinator.workflow.matching import PullRequestFacts, pull_requests
from coordinator.workflow.outputs import Outputs
from coordinator.workflow.records import MoveReason, RunRequest, RunResult, RunSettings, StageMove, Visit, Worktree
from coordinator.workflow.schema import SkipRule, Stage
from coordinator.workflow.setup import WorkflowContext
from coordinator.workflow.worktree import prepare

MOST_PULLS = 50  # pull requests that a run remembers


class RunState:
    """What a run knows: its issue, its place, where it has been, and what it has heard."""

    def __init__(
        self,
        run: Run,
        start: RunRequest,
        context: WorkflowContext,
        *,
        settings: RunSettings,
        issue: Issue,
        place: Worktree,
    ) -> None:
        self.run = run
        self.start = start
        self.context = context
        self.workflow = context.workflow
        self.settings = settings
        self.issue = issue
        self.place = place
        self.agent = settings.agent
        self.outputs = Outputs(context.store.text)
        self.talk = Conversation(run, context.store.text, settings.seed, context.config.prompts)
        self.budget = BudgetTracker(
            context.config.workflow.budget, today=ReviewReader(context.store).spent_today_by_others(run.id)
        )
        self.visits: Counter[str] = Counter()
        self.said = ""  # the message that counts, until another one does
        self.pulls: dict[str, float] = {}
        self.facts = PullRequestFacts()
        self.entered_by_conditions: set[str] = set()
        self.accepted_plans: set[str] = set()
        self.announced: set[int] = set()  # visits of which it was said what they wait for
        self.known_before: tuple[str, ...] = ()  # pull requests that the newest message did not have to report
        self._counts: Counter[str] = Counter()
        self._last = ""

    # -- names and places

    @property
    def home(self) -> Path:
        """The directory of this run."""
        return home_of(self.context.config.home, self.run.id)

    @property
    def folder(self) -> Path:
        """Where the work happens."""
        return Path(self.place.folder)

    def stage(self, visit: Visit) -> Stage:
        """The stage of a visit."""
        return self.workflow.stage(visit.stage)

    def asking(self, agent: Agent | PersonAgent) -> Asker:
        """How the working agent is asked: in the folder itself, which it is to change."""
        fallbacks = self.context.fallbacks
        return Asker(agents={self.agent: agent}, fallbacks=fallbacks, budget=self.budget, folder=self._work_folder)

    async def _work_folder(self, user: str) -> str:
        return self.place.folder

    def next_key(self, kind: str) -> str:
        """A key for the next thing of a kind that may happen any number of times in a visit."""
        self._counts[kind] += 1
        return f"{kind}/{self._counts[kind]}"

    # -- going from stage to stage

    async def enter(self, move: StageMove) -> Visit | RunResult:
        """The visit that a move leads to, or the end if the stage was visited too often."""
        stage, skipped = self._after_skips(self.workflow.stage(move.to))
        number = self.visits.total() + 1
        nth = self.visits[stage.id] + 1
        most = stage.max_visits or self.settings.max_visits
        if nth > most:
            reason = f"stage {stage.id} has been visited {most} times, which is as often as it may be"
            return self.conclude("escalated", self._last or stage.id, reason)
        visit = await self.run.step(
            f"visit/{number}", lambda: _entered(number, stage.id, nth, move.why, self._last, skipped, stage.id), Visit
        )
        self.visits[stage.id] += 1
        self._last = stage.id
        self.agent = stage.agent or self.agent
        if move.why.kind == "pr_conditions":
            self.entered_by_conditions.add(move.to)
        return visit

    def _after_skips(self, stage: Stage) -> tuple[Stage, tuple[str, ...]]:
        skipped: list[str] = []
        while stage.id not in skipped and (to := _skips_to(stage, self.issue.labels)):
            skipped.append(stage.id)
            stage = self.workflow.stage(to)
        return stage, tuple(skipped)

    def conclude(self, kind: str, stage: str, reason: str) -> RunResult:
        """The end of this run."""
        return RunResult.model_validate(
            {
                "kind": kind,
                "stage": stage,
                "reason": reason,
                "visits": self.visits.total(),
                "folder": self.place.folder,
                "branch": self.place.branch,
            }
        )

    # -- what is heard

    def hear(self, text: str, at: float) -> None:
        """Take in a message of the agent."""
        self.said = text
        self.known_before = tuple(self.pulls)
        self.register(text, at)

    def register(self, text: str, at: float) -> None:
        """Remember the pull requests that a text names; a new one starts with nothing known about it."""
        for url in pull_requests(text):
            if url not in self.pulls and len(self.pulls) < MOST_PULLS:
                self.pulls[url] = at
                self.facts = PullRequestFacts(quiet_since=at)
                self.entered_by_conditions.clear()

    # -- templates

    def rendered(self, text: str) -> str:
        """A template filled in with the issue, the inputs, the outputs and the newest pull request."""
        issue = self.issue
        data: dict[str, object] = {
            "Issue": {
                "Identifier": issue.key,
                "Title": issue.title,
                "URL": "",
                "Description": issue.text,
            },
            "Inputs": self.start.inputs,
            "Outputs": self.outputs.all_visible() if "Outputs" in text else {},
        }
        if self.pulls:
            data["PullRequest"] = {"URL": list(self.pulls)[-1]}
        return render(text, data)


def home_of(home: Path, run: str) -> Path:
    """The directory of a run."""
    return home / "runs" / run


def beginning(state: RunState) -> StageMove:
    """The first move of all."""
    entry = next(stage for stage in state.workflow.stages if stage.entry)
    return StageMove(to=entry.id, why=MoveReason(kind="entry"))


async def open_run_state(run: Run, start: RunRequest, context: WorkflowContext) -> RunState:
    """The scene at the beginning of a run: the issue, the settings and the place as they were first found."""
    settings = await run.step("settings", lambda: _settle(context, ""), RunSettings)
    issue = await run.step("issue", lambda: context.tracker.issue(start.key), Issue)
    place = await run.step("place", lambda: _prepare(start, run.id, context, start.repo), Worktree)
    return RunState(run, start, context, settings=settings, issue=issue, place=place)


async def _settle(context: WorkflowContext, _: str) -> RunSettings:
    config = context.config.workflow
    return RunSettings(
        seed=secrets.token_hex(16),
        agent=context.agent,
        max_visits=config.max_visits,
        deadline=config.deadline,
        input=config.input,
        inputs=config.inputs,
        output=config.output,
    )


async def _prepare(start: RunRequest, run: str, context: WorkflowContext, _: str) -> Worktree:
    return await prepare(start, run, home_of(context.config.home, run))


async def _entered(
    number: int, stage: str, nth: int, why: MoveReason, came_from: str, skipped: tuple[str, ...], _: str
) -> Visit:
    return Visit(number=number, stage=stage, nth=nth, why=why, at=time.time(), came_from=came_from, skipped=skipped)


def _skips_to(stage: Stage, labels: tuple[str, ...]) -> str:
    """Where the labels of the issue say to go instead, or nowhere."""
    if stage.skip_if is not None and _has_any(stage.skip_if, labels):
        return stage.skip_if.go_to
    if stage.skip_unless is not None and not _has_any(stage.skip_unless, labels):
        return stage.skip_unless.go_to
    return ""


def _has_any(rule: SkipRule, labels: tuple[str, ...]) -> bool:
    present = {label.strip().casefold() for label in labels}
    return any(label.strip().casefold() in present for label in rule.labels)
