"""The CLI agents that are known by name, one module each.

The module of a CLI agent has all facts about it: command lines, output, sign-in, settings, hooks.
To add an agent, write its module and add it to `CLI_AGENTS`. Configuration, discovery, doctor,
hooks and help use that list.

These modules import only a small part of the standard library, because a hook must answer within
milliseconds.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, TypeAlias

from coordinator.cli_agents.claude import CLAUDE
from coordinator.cli_agents.cli_agent import CliAgent, Hook
from coordinator.cli_agents.codex import CODEX
from coordinator.cli_agents.copilot import COPILOT
from coordinator.cli_agents.gemini import GEMINI
from coordinator.cli_agents.opencode import OPENCODE

# In the order of preference for judges.
CLI_AGENTS: tuple[CliAgent, ...] = (CLAUDE, CODEX, GEMINI, OPENCODE, COPILOT)
BY_NAME: Mapping[str, CliAgent] = {agent.name: agent for agent in CLI_AGENTS}
HOOKS: Mapping[str, Hook] = {
    agent.name: agent.hook for agent in CLI_AGENTS if agent.hook is not None
}

# The type of the names. The configuration and the command line list and check them with it.
if TYPE_CHECKING:
    CliAgentName: TypeAlias = str
    HookedName: TypeAlias = str
else:
    CliAgentName = Literal[tuple(BY_NAME)]
    HookedName = Literal[tuple(HOOKS)]
