"""All that one run of a workflow needs, put together and checked before anything is spent."""

import asyncio
import shutil
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import get_args

from coordinator.agents import Agent, PersonAgent
from coordinator.agents.factory import agent_for, fallback_agent
from coordinator.config.diagnostics import Diagnostic, error, in_order, warning
from coordinator.config.environment import maskable
from coordinator.config.seats import AgentConfig, ModelConfig, Seat
from coordinator.config.settings import Config
from coordinator.config.yaml_file import nearest
from coordinator.errors import UsageError, WorkspaceError
from coordinator.models import Status
from coordinator.reviews.setup import PanelSetup, needed_seats
from coordinator.storage.store import Store
from coordinator.trackers import ABILITIES, Tracker
from coordinator.workflow.dialect.reader import runnable
from coordinator.workflow.dialect.requirements import status_in, unset_variables, unsupported
from coordinator.workflow.dialect.schema import Stage, Workflow
from coordinator.workflow.dialect.stage_actions import JudgeAction
from coordinator.workflow.dialect.template_lint import unknown_facts
from coordinator.workflow.records import RunRequest, Worktree
from coordinator.workspace.git import fetching_git
from coordinator.workspace.repository import IDENTITY, open_repository
from coordinator.workspace.snapshot import clear

Agents = Mapping[str, Agent | PersonAgent]


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkflowContext:
    """The agents, judges and panels of one workflow, the tracker, and the configuration behind them."""

    config: Config
    tracker: Tracker
    store: Store
    workflow: Workflow
    agent: str
    workers: Agents
    fallbacks: Mapping[str, Agent] = field(default_factory=dict)
    judges: Agents = field(default_factory=dict)
    panels: Mapping[str, PanelSetup] = field(default_factory=dict)

    @property
    def hears_of_pulls(self) -> bool:
        """Whether the tracker tells what becomes of pull requests."""
        return "pr_events" in ABILITIES[self.tracker.name]

    def secrets(self) -> frozenset[str]:
        """Return what is masked in all that commands print: every key, and what any of the commands was given."""
        named = {
            name
            for stage in self.workflow.stages
            if stage.on_enter.run
            for name in stage.on_enter.run.environment
        }
        return self.config.secret_values() | maskable(map(self.config.secret, named))


def prepare_run(
    config: Config, tracker: Tracker, store: Store, workflow: Workflow, agent: str = ""
) -> WorkflowContext:
    """Return what the workflow needs; UsageError names the first of its problems."""
    runnable(workflow.label, workflow, problems(workflow, config, tracker, agent))
    names = tuple(_workers(workflow, config, agent))
    workers = _seat_workers(names, config, tracker)
    judging = [
        (stage, stage.on_enter.judge)
        for stage in workflow.stages
        if stage.on_enter.judge is not None
    ]
    return WorkflowContext(
        config=config,
        tracker=tracker,
        store=store,
        workflow=workflow,
        agent=next(iter(names), ""),
        workers=workers.agents,
        fallbacks=workers.fallbacks,
        judges={
            stage.id: _judge(stage, judge, config, tracker)
            for stage, judge in judging
            if not judge.panel
        },
        panels={
            stage.id: _panel(judge, config, tracker) for stage, judge in judging if judge.panel
        },
    )


def problems(
    workflow: Workflow, config: Config, tracker: Tracker | str, agent: str = ""
) -> tuple[Diagnostic, ...]:
    """Return everything for which a run would not start, in the order of the file.

    A tracker that is not open is given by its name; what its server alone knows is a warning then.
    """
    name = tracker if isinstance(tracker, str) else tracker.name
    variables = unset_variables(workflow, config.secret)
    facts = unknown_facts(workflow, name)
    found = [*unsupported(workflow, ABILITIES[name]), *variables, *facts]

    def attempt(stage: Stage, place: str, act: Callable[..., object], *given: object) -> None:
        try:
            act(*given)
        except UsageError as wrong:
            found.append(error(stage.line_of(place), f"stage {stage.id}: {wrong.what}", wrong.fix))

    for worker, stage in _workers(workflow, config, agent).items():
        attempt(stage, "agent", _seat_workers, [worker], config, tracker)
    for stage in workflow.stages:
        notify = stage.on_enter.notify
        move = stage.on_enter.move_issue
        judge = stage.on_enter.judge
        ways = [way.name for way in config.workflow.notify]
        if notify is not None and notify.via not in ways and (notify.via or len(ways) != 1):
            what = (
                f"notify has no way {notify.via!r}"
                if notify.via
                else "notify names no way by `via`"
            )
            fix = (
                nearest(notify.via, ways)
                if ways
                else "name one under workflow.notify in coordinator.yaml"
            )
            found.append(error(stage.line_of("on_enter.notify"), f"stage {stage.id}: {what}", fix))
        if move is not None and "move_issue" in ABILITIES[name]:
            known = get_args(Status) if isinstance(tracker, str) else tracker.statuses
            at = stage.line_of("on_enter.move_issue")
            missing = not status_in(known, move.status)
            if missing and tracker == "multica":
                text = f"stage {stage.id}: whether there is a status {move.status!r} is known at the server alone"
                found.append(warning(at, text, "a run asks for it before it starts"))
            elif missing:
                text = f"stage {stage.id}: {name} has no status {move.status!r}"
                found.append(error(at, text, nearest(move.status, known)))
        if judge is not None and judge.panel:
            attempt(stage, "on_enter.judge", _panel, judge, config, tracker)
        elif judge is not None:
            attempt(stage, "on_enter.judge", _judge, stage, judge, config, tracker)
    return in_order(found)


def _workers(workflow: Workflow, config: Config, agent: str) -> dict[str, Stage]:
    """Return the names of the working agents, the one that begins first, each with the first stage that is theirs.

    The name is empty where a stage asks one that nobody has named.
    """
    first = agent or (config.workflow.agent.name if config.workflow.agent else "")
    asking = [
        stage for stage in workflow.stages if not stage.agent and stage.on_enter.inject.strip()
    ]
    named = {first: (*asking, *workflow.stages)[0]} if first or asking else {}
    for stage in workflow.stages:
        if stage.agent:
            named.setdefault(stage.agent, stage)
    return named


def _seat_workers(names: Sequence[str], config: Config, tracker: Tracker | str) -> PanelSetup:
    known = {
        seat.name: seat
        for seat in (config.workflow.agent, *config.workflow.agents)
        if seat is not None
    }
    for name in names:
        if not name:
            fix = "say who under workflow.agent in coordinator.yaml, or with --agent"
            raise UsageError("it asks a working agent, and none is configured", fix=fix)
        if name not in known:
            fix = (
                nearest(name, known)
                if known
                else "name it under workflow.agents in coordinator.yaml"
            )
            raise UsageError(f"there is no agent {name!r}", fix=fix)
    return _seated([known[name] for name in names], config, tracker)


def _seated(seats: Sequence[Seat], config: Config, tracker: Tracker | str) -> PanelSetup:
    return PanelSetup(
        config=config,
        agents={seat.name: agent_for(seat, config, tracker) for seat in seats},
        fallbacks={
            seat.name: fallback_agent(seat.fallback, config, tracker)
            for seat in seats
            if seat.fallback
        },
    )


def _judge(
    stage: Stage, judge: JudgeAction, config: Config, tracker: Tracker | str
) -> Agent | PersonAgent:
    """Return who judges: the seat that `model` names, the model itself, or the configured judge."""
    named = {seat.name: seat for seat in config.workflow.agents}
    seat: AgentConfig | None = named.get(judge.model) if judge.model else config.workflow.judge
    if seat is None and not judge.model:
        fix = "give the judge a `model`, or name one under workflow.judge in coordinator.yaml"
        raise UsageError("it judges, and nobody is named who does", fix=fix)
    if seat is None:
        vendor, _, model = judge.model.replace("/", ":", 1).partition(":")
        if not (vendor and model):
            fix = "write provider/model, or name a seat so under workflow.agents"
            raise UsageError(f"{judge.model!r} names no provider", fix=fix)
        seat = AgentConfig(model=ModelConfig(name=f"{vendor.casefold()}:{model}"))
    if judge.max_tokens is not None and seat.model is not None:
        limited = seat.model.model_copy(update={"max_tokens": judge.max_tokens})
        seat = seat.model_copy(update={"model": limited})
    agent = agent_for(seat, config, tracker)
    # The default is made for models; a person has less than their own time only where the file says so.
    if "on_enter.judge.timeout" in stage.lines:
        return with_deadline(agent, judge.timeout)
    return agent


def with_deadline(agent: Agent | PersonAgent, seconds: float) -> Agent | PersonAgent:
    """Return the agent; a person has at most so many seconds."""
    if isinstance(agent, PersonAgent) and agent.spec.deadline > seconds:
        return PersonAgent(agent.spec.model_copy(update={"deadline": seconds}))
    return agent


def _panel(judge: JudgeAction, config: Config, tracker: Tracker | str) -> PanelSetup:
    panels = {panel.name: panel for panel in config.workflow.panels}
    if judge.panel not in panels:
        fix = (
            nearest(judge.panel, panels)
            if panels
            else "name it under workflow.panels in coordinator.yaml"
        )
        raise UsageError(f"there is no panel {judge.panel!r}", fix=fix)
    review = config.review
    if judge.protocol:
        review = review.model_copy(update={"protocol": judge.protocol})
    config = config.model_copy(update={"panel": panels[judge.panel], "review": review})
    return _seated(needed_seats(config), config, tracker)


async def check_repository(request: RunRequest) -> None:
    """Refuse a repository that a run could not work in."""
    if request.in_place and not request.repo:
        raise UsageError("--in-place needs a repository", fix="name it after --repo")
    if request.repo:
        repository = await open_repository(request.repo)
        await repository.commit(request.base or "HEAD")


async def prepare_worktree(request: RunRequest, run: str, home: Path) -> Worktree:
    """Make the place of a run: a worktree on a branch of its own, the given folder itself, or a new repository."""
    folder = home / "work"  # made anew each time: nobody has worked there before this is on record
    if not request.repo:
        await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)
        folder.mkdir(mode=0o700, parents=True)
        git = fetching_git(folder)
        await git.output("init", "--quiet", "--initial-branch=main")
        await git.output(*IDENTITY, "commit", "--quiet", "--allow-empty", "--message", "Begin")
        return Worktree(folder=str(folder), base=await git.text("rev-parse", "HEAD"))
    repository = await open_repository(request.repo)
    commit = await repository.commit(request.base or "HEAD")
    root = str(repository.root)
    if request.in_place:
        if request.base:
            commit = await repository.merge_base(request.base, await repository.commit("HEAD"))
            return Worktree(folder=root, base=commit, repo=root)
        kept = ""
        # A merge in conflict cannot be kept apart, and may be what the run is for
        with suppress(WorkspaceError):
            kept = await repository.keep_tree(home / "before", f"refs/coordinator/{run}")
        await asyncio.to_thread(clear, home / "before")
        return Worktree(folder=root, base=kept or commit, exact=bool(kept), repo=root)
    git = fetching_git(repository.root)
    branch = f"coordinator/{run}"
    await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)
    folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    await git.output("worktree", "prune")
    await git.output("worktree", "add", "--quiet", "--force", "-B", branch, str(folder), commit)
    return Worktree(folder=str(folder), base=commit, branch=branch, repo=root)
