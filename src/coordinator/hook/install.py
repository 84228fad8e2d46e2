"""Add coordinator's hooks to the settings of a CLI agent, and remove them."""

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from shlex import join
from typing import Any

from coordinator.cli_agents import BY_NAME, HOOKS
from coordinator.config import replace_file
from coordinator.errors import UsageError
from coordinator.hook.unchanged_work import GATE, SECONDS


def install(agent: str, options: Sequence[str], *, project: bool) -> str:
    """Add coordinator's hooks to the settings of an agent's CLI; return a line to print."""
    hook = HOOKS[agent]
    command = join((sys.executable, *GATE.split(), agent, *options))
    timeout = SECONDS * hook.units_per_second
    ours = {"hooks": [{"type": "command", "command": command, "timeout": timeout}]}
    file = _settings_file(agent, project)
    _change(file, {hook.request_event: ours, hook.stop_event: ours})
    return f"installed the hooks in {file}{hook.remark}"


def uninstall(agent: str, *, project: bool) -> str:
    """Remove coordinator's hooks from the settings of an agent's CLI; return a line to print."""
    file = _settings_file(agent, project)
    _change(file, {})
    return f"removed our hooks from {file}"


def _settings_file(agent: str, project: bool) -> Path:
    cli = BY_NAME[agent]
    name = HOOKS[agent].file
    if project:
        return Path.cwd() / cli.settings_folder / name
    moved = os.environ.get(cli.settings_folder_variable)
    if moved:
        return Path(moved, name)
    return Path.home() / cli.settings_folder / name


def _change(file: Path, added: dict[str, Any]) -> None:
    """Replace coordinator's hooks in a settings file. All other settings stay.

    `added` holds the new hooks by event.
    """
    try:
        settings: dict[str, Any] = {}
        if os.path.lexists(file):
            settings = json.loads(file.read_text(encoding="utf-8"))
        hooks = _without_ours(settings.pop("hooks", {}))
        for event, group in added.items():
            hooks[event] = [*hooks.get(event, ()), group]
        if hooks:
            settings["hooks"] = hooks
        text = json.dumps(settings, indent=2, ensure_ascii=False) + "\n"
        # If the file is a link, for example to dotfiles, it stays a link.
        replace_file(Path(os.path.realpath(file)), text.encode())
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise UsageError(f"{file} was not changed: {error}", fix="correct the file first") from None


def _without_ours(hooks: dict[str, Any]) -> dict[str, Any]:
    """Return all hooks except coordinator's. A group or event that is then empty is removed."""
    left = {}
    for event, groups in hooks.items():
        kept = []
        for group in groups:
            group["hooks"] = [
                each for each in group["hooks"] if GATE not in str(each.get("command"))
            ]
            if group["hooks"]:
                kept.append(group)
        if kept:
            left[event] = kept
    return left
