"""Make the agent that answers for a seat."""

from functools import partial

from coordinator.agents import Agent, MissingAgent, PersonAgent
from coordinator.agents.command import CommandAgent
from coordinator.agents.mention import MentionAgent
from coordinator.agents.model import ModelAgent
from coordinator.agents.recorded import RecordedAgent
from coordinator.agents.vendors import vendor_of
from coordinator.config.seats import AgentConfig
from coordinator.config.settings import Config
from coordinator.errors import ConfigError
from coordinator.trackers import Tracker
from coordinator.trackers.dry_run import DryRunTracker
from coordinator.trackers.multica.tracker import MulticaTracker
from coordinator.workspace.sandbox.sandbox import sandbox_for


def agent_for(seat: AgentConfig, config: Config, tracker: Tracker | str) -> Agent | PersonAgent:
    """Return the agent of a seat. Raise ConfigError if a key, program or package is missing.

    If `tracker` is only the name of a tracker, the configuration is checked, but agents of the
    tracker cannot be asked.
    """
    agent = _agent_of(seat, config, tracker)
    agent.vendor = vendor_of(seat, config)
    return agent


def _agent_of(seat: AgentConfig, config: Config, tracker: Tracker | str) -> Agent | PersonAgent:
    if seat.recorded is not None:
        return RecordedAgent(seat.recorded.file, strict=seat.recorded.strict)
    if seat.model is not None:
        return ModelAgent(seat.model, config)
    if seat.command is not None:
        return CommandAgent(
            seat.command, config.secret, config.secret_values(), partial(sandbox_for, config)
        )
    if seat.mention is not None:
        return _tracker_agent(seat.mention, config, tracker)
    assert seat.person is not None  # the configuration requires exactly one agent for each seat
    return PersonAgent(seat.person)


def _tracker_agent(mention: str, config: Config, tracker: Tracker | str) -> Agent:
    name = tracker if isinstance(tracker, str) else tracker.name
    if name != "multica":
        raise ConfigError(
            f"the tracker {name} has no agents", fix="`mention:` needs tracker: multica"
        )
    dry_run = None
    workspace = tracker
    if isinstance(tracker, DryRunTracker):
        dry_run = tracker
        workspace = tracker.tracker
    if not isinstance(workspace, MulticaTracker):
        return MissingAgent("the tracker is not connected")
    return MentionAgent(
        mention, workspace, squads=config.multica.squads == "allow", dry_run=dry_run
    )


def fallback_agent(seat: AgentConfig, config: Config, tracker: Tracker | str) -> Agent:
    """Return the agent that answers after a seat's own agent has failed.

    Raise ConfigError if it is a person. The review has already waited for the first agent, and must
    not wait for a person after that.
    """
    agent = agent_for(seat, config, tracker)
    if isinstance(agent, PersonAgent):
        raise ConfigError(
            "a person cannot be the fallback of a seat", fix="give the person a seat of their own"
        )
    return agent
