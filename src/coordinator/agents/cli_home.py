"""Prepare the home directory that a CLI judge has in the sandbox."""

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from coordinator.cli_agents.cli_agent import CliAgent
from coordinator.cli_agents.output import parse_json

PROGRAMS = ("hooks", "mcpServers")  # settings that name programs to start


def copy_settings(agent: CliAgent, source: str, home: Path) -> None:
    """Copy the settings of a CLI from its folder into another home directory."""
    for name in agent.settings_files:
        with suppress(OSError):  # few users have all of these files
            copy = Path(os.path.normpath(home / agent.settings_folder / name))
            os.makedirs(copy.parent, exist_ok=True)
            original = Path(os.path.normpath(os.path.join(source, name)))
            text = original.read_text(encoding="utf-8", errors="replace")
            copy.write_text(without_programs(text), encoding="utf-8", newline="")


def without_programs(settings: str) -> str:
    """Return the settings of a CLI without its hooks and servers: a judge must not start them."""
    read = parse_json(settings)
    if not isinstance(read, dict):
        return settings
    return json.dumps({name: value for name, value in read.items() if name not in PROGRAMS})


def sign_in_mounts(agent: CliAgent, source: str, home: str) -> dict[str, str]:
    """Return the sign-in files of a CLI, keyed by the paths at which the sandbox shows them.

    These paths are in the settings folder of the CLI under `home`.
    """
    mounts = {}
    for name in agent.sign_in_files:
        file = os.path.join(source, name)
        if os.path.isfile(file):
            mounts[os.path.join(home, agent.settings_folder, os.path.basename(file))] = file
    return mounts


def link_files(mounts: Mapping[str, str]) -> None:
    """Make a link to each file at its path in `mounts`, for a sandbox that cannot mount files."""
    for place, file in mounts.items():
        os.makedirs(os.path.dirname(place), exist_ok=True)
        os.symlink(file, place)
