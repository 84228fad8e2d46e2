"""All that one run of a workflow needs, put together and checked before anything is spent."""

import asyncio
import shutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from coordinator.agents import Agent
from coordinator.agents.factory import agent_for, fallback_agent
from coordinator.agents.person import PersonAgent
from coordinator.config.environment import maskable
from coordinator.config.seats import AgentConfig, ModelConfig, Seat
from coordinator.config.settings import Config
from coordinator.config.yaml_file import nearest
from coordinator.errors import ConfigError, UsageError
from coordinator.reviews.setup import PanelSetup, needed_seats
from coordinator.storage.store import Store
from coordinator.trackers import ABILITIES, Tracker
from coordinator.workflow.dialect.lint import unknown_facts, unset_variables, unsupported
from coordinator.workflow.dialect.schema import JudgeAction, Stage, Workflow
from coordinator.workflow.records import RunRequest, Worktree
from coordinator.workspace.git import fetching_git
from coordinator.workspace.repository import open_repository

IDENTITY = ("-c", "user.name=coordinator", "-c", "user.email=coordinator@localhost")

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
    fallbacks: Mapping[str, Agent]
    judges: Agents
    panels: Mapping[str, PanelSetup]

    @property
    def hears_of_pulls(self) -> bool:
        """Whether the tracker tells what becomes of pull requests."""
        return "pr_events" in ABILITIES[self.tracker.name]

    def secrets(self) -> frozenset[str]:
        """Return what is masked in all that commands print: every key, and what any of the commands was given."""
        named = {
            name for stage in self.workflow.stages if stage.on_enter.run for name in stage.on_enter.run.environment
        }
        return self.config.secret_values() | maskable(map(self.config.secret, named))


def prepare_run(config: Config, tracker: Tracker, store: Store, workflow: Workflow, agent: str = "") -> WorkflowContext:
    """Return what the workflow needs; raise an error that names the stage, the line and what is missing."""
    _check_tracker_actions(workflow, config, tracker)
    seats = _working_seats(workflow, config, agent)
    workers = {name: agent_for(seat, config, tracker) for name, seat in seats.items()}
    judges: dict[str, Agent | PersonAgent] = {}
    panels: dict[str, PanelSetup] = {}
    for stage in workflow.stages:
        judge = stage.on_enter.judge
        if judge is not None and judge.panel:
            panels[stage.id] = _panel(workflow, stage, judge, config, tracker)
        elif judge is not None:
            answers = agent_for(_judge_config(workflow, stage, judge, config), config, tracker)
            # The default is made for models; a person has less than their own time only where the file says so.
            timed = "on_enter.judge.timeout" in stage.lines
            judges[stage.id] = with_deadline(answers, judge.timeout) if timed else answers
    return WorkflowContext(
        config=config,
        tracker=tracker,
        store=store,
        workflow=workflow,
        agent=next(iter(seats), ""),
        workers=workers,
        fallbacks=_fallbacks(seats.values(), config, tracker),
        judges=judges,
        panels=panels,
    )


def _at(workflow: Workflow, stage: Stage, what: str, fix: str) -> UsageError:
    return UsageError(f"{workflow.label}:{stage.line}: stage {stage.id}: {what}", fix=fix)


def with_deadline(agent: Agent | PersonAgent, seconds: float) -> Agent | PersonAgent:
    """Return the agent; a person has at most so many seconds."""
    if isinstance(agent, PersonAgent) and agent.spec.deadline > seconds:
        return PersonAgent(agent.spec.model_copy(update={"deadline": seconds}))
    return agent


def _fallbacks(seats: Iterable[Seat], config: Config, tracker: Tracker) -> dict[str, Agent]:
    return {seat.name: fallback_agent(seat.fallback, config, tracker) for seat in seats if seat.fallback}


def _check_tracker_actions(workflow: Workflow, config: Config, tracker: Tracker) -> None:
    facts, variables = unknown_facts(workflow, tracker.name), unset_variables(workflow, config.secret)
    for note in (*unsupported(workflow, ABILITIES[tracker.name]), *facts, *variables):
        raise UsageError(f"{workflow.label}:{note.line}: {note.text}", fix=note.fix)
    ways = [way.name for way in config.workflow.notify]
    for stage in workflow.stages:
        notify, move = stage.on_enter.notify, stage.on_enter.move_issue
        if notify is not None and notify.via not in ways and (notify.via or len(ways) != 1):
            fix = nearest(notify.via, ways) if ways else "name one under workflow.notify in coordinator.yaml"
            raise _at(workflow, stage, f"notify has no way {notify.via!r}", fix)
        if move is not None and status_on(tracker, move.status) == "":
            fix = nearest(move.status, tracker.statuses)
            raise _at(workflow, stage, f"{tracker.name} has no status {move.status!r}", fix)


def status_on(tracker: Tracker, name: str) -> str:
    """Return what a tracker calls a status that a workflow may write as `In Review`; empty if it has none."""
    wanted = "_".join(name.replace("-", " ").split()).casefold()
    return next((status for status in tracker.statuses if status.casefold() == wanted), "")


def _working_seats(workflow: Workflow, config: Config, agent: str) -> dict[str, Seat]:
    """Return the seats of the working agents, the one that begins first; none where no stage has a use for one."""
    configured = config.workflow
    known = {seat.name: seat for seat in (configured.agent, *configured.agents) if seat is not None}
    first = agent or (configured.agent.name if configured.agent else "")
    named = {first: ""} if first else {}  # with where each was named first
    for stage in workflow.stages:
        if stage.agent:
            named.setdefault(stage.agent, f"{workflow.label}:{stage.line}: stage {stage.id}: ")
    for name, where in named.items():
        if name not in known:
            fix = nearest(name, known) if known else "name it under workflow.agents in coordinator.yaml"
            raise UsageError(f"{where}there is no agent {name!r}", fix=fix)
    for stage in workflow.stages:
        if not first and not stage.agent and stage.on_enter.inject.strip():
            fix = "say who under workflow.agent in coordinator.yaml, or with --agent"
            raise _at(workflow, stage, "it asks a working agent, and none is configured", fix)
    return {name: known[name] for name in named}


def _judge_config(workflow: Workflow, stage: Stage, judge: JudgeAction, config: Config) -> AgentConfig:
    """Return who judges: the seat that `model` names, the model itself, or the configured judge."""
    named = {seat.name: seat for seat in config.workflow.agents}
    seat: AgentConfig | None = named.get(judge.model) if judge.model else config.workflow.judge
    if seat is None and not judge.model:
        fix = "give the judge a `model`, or name one under workflow.judge in coordinator.yaml"
        raise _at(workflow, stage, "it judges, and nobody is named who does", fix)
    if seat is None:
        vendor, _, model = judge.model.replace("/", ":", 1).partition(":")
        if not (vendor and model):
            fix = "write provider/model, or name a seat so under workflow.agents"
            raise _at(workflow, stage, f"{judge.model!r} names no provider", fix)
        seat = AgentConfig(model=ModelConfig(name=f"{vendor.casefold()}:{model}"))
    if judge.max_tokens is not None and seat.model is not None:
        limited = seat.model.model_copy(update={"max_tokens": judge.max_tokens})
        return seat.model_copy(update={"model": limited})
    return seat


def _panel(workflow: Workflow, stage: Stage, judge: JudgeAction, config: Config, tracker: Tracker) -> PanelSetup:
    panels = {panel.name: panel for panel in config.workflow.panels}
    if judge.panel not in panels:
        fix = nearest(judge.panel, panels) if panels else "name it under workflow.panels in coordinator.yaml"
        raise _at(workflow, stage, f"there is no panel {judge.panel!r}", fix)
    review = config.review
    if judge.protocol:
        review = review.model_copy(update={"protocol": judge.protocol})
    config = config.model_copy(update={"panel": panels[judge.panel], "review": review})
    try:
        seats = needed_seats(config)
    except ConfigError as error:
        raise _at(workflow, stage, error.what, error.fix) from None
    return PanelSetup(
        config=config,
        agents={seat.name: agent_for(seat, config, tracker) for seat in seats},
        fallbacks=_fallbacks(seats, config, tracker),
    )


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
    git, branch = fetching_git(repository.root), f"coordinator/{run}"
    await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)
    folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    await git.output("worktree", "prune")
    await git.output("worktree", "add", "--quiet", "--force", "-B", branch, str(folder), commit)
    return Worktree(folder=str(folder), base=commit, branch=branch, repo=root)
