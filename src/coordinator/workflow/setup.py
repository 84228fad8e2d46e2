"""Check a workflow against the configuration, and make the agents that its runs need."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import get_args

from coordinator.agents import Agent, PersonAgent
from coordinator.agents.factory import agent_for, fallback_agent
from coordinator.config.diagnostics import Diagnostic, error, in_order, warning
from coordinator.config.environment import maskable
from coordinator.config.seats import AgentConfig, ModelConfig, Seat
from coordinator.config.settings import Config
from coordinator.config.suggestions import nearest
from coordinator.errors import UsageError
from coordinator.models import Status
from coordinator.panels.protocols import needed_seats
from coordinator.reviews.setup import PanelSetup
from coordinator.storage.store import Store
from coordinator.trackers import Tracker
from coordinator.trackers.registry import TRACKERS
from coordinator.workflow.dialect.reader import runnable
from coordinator.workflow.dialect.requirements import status_in, unset_variables, unsupported
from coordinator.workflow.dialect.schema import Stage, Workflow
from coordinator.workflow.dialect.stage_actions import JudgeAction
from coordinator.workflow.dialect.template_lint import unknown_facts

Agents = Mapping[str, Agent | PersonAgent]


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkflowContext:
    """The agents, judges and panels of one workflow, its tracker, and the configuration.

    The keys of `judges` and `panels` are the ids of their stages.
    """

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
        """Whether the tracker reports the events of pull requests."""
        return "pr_events" in TRACKERS[self.tracker.name].abilities

    def secrets(self) -> frozenset[str]:
        """Return the values to mask in output.

        These are all keys, tokens and passwords in the configuration and the environment, and the
        values of the environment variables that commands of the workflow get.
        """
        values: list[str] = []
        for stage in self.workflow.stages:
            if stage.on_enter.run is not None:
                values.extend(map(self.config.secret, stage.on_enter.run.environment))
        return self.config.secret_values() | maskable(values)


def prepare_run(
    config: Config, tracker: Tracker, store: Store, workflow: Workflow, agent: str = ""
) -> WorkflowContext:
    """Return the context of a workflow's runs. Raise UsageError for the first problem."""
    runnable(workflow.label, workflow, problems(workflow, config, tracker, agent))
    names = list(_workers(workflow, config, agent))
    workers = _worker_setup(names, config, tracker)
    judges: dict[str, Agent | PersonAgent] = {}
    panels: dict[str, PanelSetup] = {}
    for stage in workflow.stages:
        judge = stage.on_enter.judge
        if judge is None:
            continue
        if judge.panel:
            panels[stage.id] = _panel(judge, config, tracker)
        else:
            judges[stage.id] = _judge(stage, judge, config, tracker)
    return WorkflowContext(
        config=config,
        tracker=tracker,
        store=store,
        workflow=workflow,
        agent=names[0] if names else "",
        workers=workers.agents,
        fallbacks=workers.fallbacks,
        judges=judges,
        panels=panels,
    )


# -- problems


def problems(
    workflow: Workflow, config: Config, tracker: Tracker | str, agent: str = ""
) -> tuple[Diagnostic, ...]:
    """Return an error for every reason why a run would not start, in the order of the file.

    If `tracker` is only a name, a problem that only the server can confirm is a warning.
    """
    name = tracker if isinstance(tracker, str) else tracker.name
    found = [
        *unsupported(workflow, TRACKERS[name].abilities),
        *unset_variables(workflow, config.secret),
        *unknown_facts(workflow, name),
    ]
    for worker, stage in _workers(workflow, config, agent).items():
        try:
            _worker_setup([worker], config, tracker)
        except UsageError as wrong:
            found.append(_stage_error(stage, "agent", wrong.what, wrong.fix))
    for stage in workflow.stages:
        found.extend(_notify_problems(stage, config))
        found.extend(_move_problems(stage, tracker))
        found.extend(_judge_problems(stage, config, tracker))
    return in_order(found)


def _stage_error(stage: Stage, place: str, what: str, fix: str) -> Diagnostic:
    return error(stage.line_of(place), f"stage {stage.id}: {what}", fix)


def _notify_problems(stage: Stage, config: Config) -> Iterator[Diagnostic]:
    notify = stage.on_enter.notify
    if notify is None:
        return
    ways = [way.name for way in config.workflow.notify]
    is_only_way = not notify.via and len(ways) == 1
    if notify.via in ways or is_only_way:
        return
    what = "notify needs `via` with the name of a receiver"
    if notify.via:
        what = f"notify names an unknown receiver {notify.via!r}"
    fix = "configure one under workflow.notify in coordinator.yaml"
    if ways:
        fix = nearest(notify.via, ways)
    yield _stage_error(stage, "on_enter.notify", what, fix)


def _move_problems(stage: Stage, tracker: Tracker | str) -> Iterator[Diagnostic]:
    move = stage.on_enter.move_issue
    name = tracker if isinstance(tracker, str) else tracker.name
    if move is None or "move_issue" not in TRACKERS[name].abilities:
        return
    known = get_args(Status) if isinstance(tracker, str) else tracker.statuses
    if status_in(known, move.status):
        return
    place = "on_enter.move_issue"
    if isinstance(tracker, str) and TRACKERS[tracker].is_forge:
        text = f"stage {stage.id}: {name} has a status {move.status!r} only if a label shows it"
        yield warning(stage.line_of(place), text, "name its label in forge.status_labels")
    elif isinstance(tracker, str) and not TRACKERS[tracker].statuses:
        text = f"stage {stage.id}: only the server knows whether it has a status {move.status!r}"
        yield warning(stage.line_of(place), text, "each run checks it before it starts")
    else:
        what = f"{name} has no status {move.status!r}"
        yield _stage_error(stage, place, what, nearest(move.status, known))


def _judge_problems(stage: Stage, config: Config, tracker: Tracker | str) -> Iterator[Diagnostic]:
    judge = stage.on_enter.judge
    if judge is None:
        return
    try:
        if judge.panel:
            _panel(judge, config, tracker)
        else:
            _judge(stage, judge, config, tracker)
    except UsageError as wrong:
        yield _stage_error(stage, "on_enter.judge", wrong.what, wrong.fix)


# -- working agents


def _workers(workflow: Workflow, config: Config, agent: str) -> dict[str, Stage]:
    """Return the names of the working agents, each with the first stage that asks for it.

    The agent at the beginning of the run comes first. If a stage needs this agent and none is
    configured, its name is empty.
    """
    first = agent
    if not first and config.workflow.agent is not None:
        first = config.workflow.agent.name
    asking = [
        stage for stage in workflow.stages if not stage.agent and stage.on_enter.inject.strip()
    ]
    workers: dict[str, Stage] = {}
    if asking:
        workers[first] = asking[0]
    elif first:
        workers[first] = workflow.stages[0]
    for stage in workflow.stages:
        if stage.agent:
            workers.setdefault(stage.agent, stage)
    return workers


def _worker_setup(names: Sequence[str], config: Config, tracker: Tracker | str) -> PanelSetup:
    """Make the working agents with these names."""
    known: dict[str, Seat] = {}
    if config.workflow.agent is not None:
        known[config.workflow.agent.name] = config.workflow.agent
    for seat in config.workflow.agents:
        known[seat.name] = seat
    for name in names:
        if not name:
            fix = "name one under workflow.agent in coordinator.yaml, or with --agent"
            raise UsageError("it needs a working agent, but none is configured", fix=fix)
        if name not in known:
            fix = "configure it under workflow.agents in coordinator.yaml"
            if known:
                fix = nearest(name, known)
            raise UsageError(f"no agent {name!r} is configured", fix=fix)
    return _agents_for([known[name] for name in names], config, tracker)


def _agents_for(seats: Sequence[Seat], config: Config, tracker: Tracker | str) -> PanelSetup:
    agents: dict[str, Agent | PersonAgent] = {}
    fallbacks: dict[str, Agent] = {}
    for seat in seats:
        agents[seat.name] = agent_for(seat, config, tracker)
        if seat.fallback:
            fallbacks[seat.name] = fallback_agent(seat.fallback, config, tracker)
    return PanelSetup(config=config, agents=agents, fallbacks=fallbacks)


def with_deadline(agent: Agent | PersonAgent, seconds: float) -> Agent | PersonAgent:
    """Return the agent. If it is a person, limit the time for an answer to these seconds."""
    if isinstance(agent, PersonAgent) and agent.spec.deadline > seconds:
        return PersonAgent(agent.spec.model_copy(update={"deadline": seconds}))
    return agent


# -- judges and panels


def _judge(
    stage: Stage, judge: JudgeAction, config: Config, tracker: Tracker | str
) -> Agent | PersonAgent:
    """Return the judge: the agent or the model that `model` names, or the configured judge."""
    seat = _judge_seat(judge, config)
    if judge.max_tokens is not None and seat.model is not None:
        limited = seat.model.model_copy(update={"max_tokens": judge.max_tokens})
        seat = seat.model_copy(update={"model": limited})
    agent = agent_for(seat, config, tracker)
    # The default timeout is meant for models, so it does not shorten a person's own deadline.
    if "on_enter.judge.timeout" in stage.lines:
        return with_deadline(agent, judge.timeout)
    return agent


def _judge_seat(judge: JudgeAction, config: Config) -> AgentConfig:
    if not judge.model:
        if config.workflow.judge is None:
            fix = "give the judge a `model`, or name one under workflow.judge in coordinator.yaml"
            raise UsageError("its judge has no model and no agent", fix=fix)
        return config.workflow.judge
    named = {seat.name: seat for seat in config.workflow.agents}
    if judge.model in named:
        return named[judge.model]
    vendor, _, model = judge.model.replace("/", ":", 1).partition(":")
    if not (vendor and model):
        fix = "write provider/model, or configure a seat of this name under workflow.agents"
        raise UsageError(f"{judge.model!r} names no provider", fix=fix)
    return AgentConfig(model=ModelConfig(name=f"{vendor.casefold()}:{model}"))


def _panel(judge: JudgeAction, config: Config, tracker: Tracker | str) -> PanelSetup:
    panels = {panel.name: panel for panel in config.workflow.panels}
    if judge.panel not in panels:
        fix = "configure it under workflow.panels in coordinator.yaml"
        if panels:
            fix = nearest(judge.panel, panels)
        raise UsageError(f"no panel {judge.panel!r} is configured", fix=fix)
    review = config.review
    if judge.protocol:
        review = review.model_copy(update={"protocol": judge.protocol})
    config = config.model_copy(update={"panel": panels[judge.panel], "review": review})
    return _agents_for(needed_seats(config), config, tracker)
