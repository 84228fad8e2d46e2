"""All that one run of a workflow needs, put together and checked before anything is spent."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from coordinator.agents import Agent
from coordinator.agents.factory import agent_for, fallback_agent
from coordinator.agents.person import PersonAgent
from coordinator.config.seats import AgentConfig, ModelConfig, NamedPanel, Seat
from coordinator.config.settings import Config, NotifyConfig
from coordinator.config.yaml_file import nearest
from coordinator.errors import ConfigError, UsageError
from coordinator.reviews.setup import needed_seats
from coordinator.storage.store import Store
from coordinator.trackers import ABILITIES, Tracker
from coordinator.workflow.lint import unsupported
from coordinator.workflow.schema import JudgeAction, Stage, Workflow

Agents = Mapping[str, Agent | PersonAgent]


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelSetup:
    """A panel that a judge stage convenes: its seats and who answers for them."""

    seats: NamedPanel
    config: Config
    agents: Agents
    fallbacks: Mapping[str, Agent]


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

    def notifier(self, via: str) -> NotifyConfig:
        """The way to tell somebody that a stage names; the only one there is, where it names none."""
        ways = {way.name: way for way in self.config.workflow.notify}
        return ways[via or next(iter(ways))]

    def worker(self, name: str, most: float) -> Agent | PersonAgent:
        """The working agent of this name; a person has at most so many seconds."""
        return _hurried(self.workers[name], most)


def prepare_run(config: Config, tracker: Tracker, store: Store, workflow: Workflow, agent: str = "") -> WorkflowContext:
    """What the workflow needs, or an error that names the stage, the line and what is missing."""
    if not any(stage.entry for stage in workflow.stages):
        raise UsageError(f"{workflow.label} has no entry stage", fix="give its first stage `entry: true`")
    _refuse_what_cannot_be_done(workflow, config, tracker)
    seats = _working_seats(workflow, config, agent)
    context = WorkflowContext(
        config=config,
        tracker=tracker,
        store=store,
        workflow=workflow,
        agent=next(iter(seats), ""),
        workers={name: agent_for(seat, config, tracker) for name, seat in seats.items()},
        fallbacks={
            name: fallback_agent(seat.fallback, config, tracker) for name, seat in seats.items() if seat.fallback
        },
    )
    return dataclasses.replace(
        context,
        judges={stage.id: _judge(stage, judge, context) for stage, judge in judging(workflow) if not judge.panel},
        panels={stage.id: _convened(stage, judge, context) for stage, judge in judging(workflow) if judge.panel},
    )


def judging(workflow: Workflow) -> Iterator[tuple[Stage, JudgeAction]]:
    """The stages that have a judge."""
    for stage in workflow.stages:
        if stage.on_enter.judge is not None:
            yield stage, stage.on_enter.judge


# -- what the tracker and the configuration cannot do


def _refuse_what_cannot_be_done(workflow: Workflow, config: Config, tracker: Tracker) -> None:
    for note in unsupported(workflow, ABILITIES[tracker.name]):
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
    """What a tracker calls a status that a workflow may write as `In Review`; empty if it has none."""
    wanted = "_".join(name.replace("-", " ").split()).casefold()
    return next((status for status in tracker.statuses if status.casefold() == wanted), "")


def _at(workflow: Workflow, stage: Stage, what: str, fix: str) -> UsageError:
    return UsageError(f"{workflow.label}:{stage.line}: stage {stage.id}: {what}", fix=fix)


# -- who works


def _working_seats(workflow: Workflow, config: Config, agent: str) -> dict[str, Seat]:
    """The seats of the working agents, the one that begins first; none where no stage has a use for one."""
    configured = config.workflow
    known = {seat.name: seat for seat in (configured.agent, *configured.agents) if seat is not None}
    first = agent or (configured.agent.name if configured.agent else "")
    named = [(first, 0, "")] if first else []
    named += [(stage.agent, stage.line, stage.id) for stage in workflow.stages if stage.agent]
    for name, line, stage in named:
        if name not in known:
            where = f"{workflow.label}:{line}: stage {stage}: " if stage else ""
            fix = nearest(name, known) if known else "name it under workflow.agents in coordinator.yaml"
            raise UsageError(f"{where}there is no agent {name!r}", fix=fix)
    if not first and (speaking := next((stage for stage in workflow.stages if _begins_alone(stage)), None)):
        fix = "say who under workflow.agent in coordinator.yaml, or with --agent"
        raise _at(workflow, speaking, "it asks a working agent, and none is configured", fix)
    return {name: known[name] for name, _, _ in named}


def _begins_alone(stage: Stage) -> bool:
    return bool(stage.on_enter.inject.strip()) and not stage.agent


# -- who judges


def _judge(stage: Stage, judge: JudgeAction, context: WorkflowContext) -> Agent | PersonAgent:
    agent = agent_for(_judge_seat(stage, judge, context), context.config, context.tracker)
    # The default is made for models; a person has less than their own time only where the file says so.
    return _hurried(agent, judge.timeout) if "on_enter.judge.timeout" in stage.lines else agent


def _hurried(agent: Agent | PersonAgent, most: float) -> Agent | PersonAgent:
    if isinstance(agent, PersonAgent) and agent.spec.deadline > most:
        return PersonAgent(agent.spec.model_copy(update={"deadline": most}))
    return agent


def _judge_seat(stage: Stage, judge: JudgeAction, context: WorkflowContext) -> AgentConfig:
    configured = context.config.workflow
    named = {seat.name: seat for seat in configured.agents}
    seat: AgentConfig | None = named.get(judge.model) if judge.model else configured.judge
    if seat is None and not judge.model:
        fix = "give the judge a `model`, or name one under workflow.judge in coordinator.yaml"
        raise _at(context.workflow, stage, "it judges, and nobody is named who does", fix)
    if seat is None:
        seat = AgentConfig(model=_model(stage, judge.model, context.workflow))
    if judge.max_tokens is not None and seat.model is not None:
        model = seat.model.model_copy(update={"max_tokens": judge.max_tokens})
        return seat.model_copy(update={"model": model})
    return seat


def _model(stage: Stage, name: str, workflow: Workflow) -> ModelConfig:
    vendor, separator, model = name.replace("/", ":", 1).partition(":")
    if not (vendor and separator and model):
        fix = "write provider/model, or name a seat so under workflow.agents"
        raise _at(workflow, stage, f"{name!r} names no provider", fix)
    return ModelConfig(name=f"{vendor.casefold()}:{model}")


def _convened(stage: Stage, judge: JudgeAction, context: WorkflowContext) -> PanelSetup:
    panels = {panel.name: panel for panel in context.config.workflow.panels}
    if judge.panel not in panels:
        fix = nearest(judge.panel, panels) if panels else "name it under workflow.panels in coordinator.yaml"
        raise _at(context.workflow, stage, f"there is no panel {judge.panel!r}", fix)
    review = context.config.review
    if judge.protocol:
        review = review.model_copy(update={"protocol": judge.protocol})
    config = context.config.model_copy(update={"panel": panels[judge.panel], "review": review})
    try:
        seats = needed_seats(config)
    except ConfigError as error:
        raise _at(context.workflow, stage, error.what, error.fix) from None
    return PanelSetup(
        seats=panels[judge.panel],
        config=config,
        agents={seat.name: agent_for(seat, config, context.tracker) for seat in seats},
        fallbacks={
            seat.name: fallback_agent(seat.fallback, config, context.tracker) for seat in seats if seat.fallback
        },
    )
