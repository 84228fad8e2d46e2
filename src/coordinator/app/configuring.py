"""Use cases about the configuration: write a first file, and trust the file of a repository."""

import asyncio
import os
from pathlib import Path

from coordinator.agents.default_panel import BUDGET, choose_from, panel_of
from coordinator.agents.discovery import look_around
from coordinator.config.home_directory import home
from coordinator.config.settings import FILE_NAME, Tree, load
from coordinator.config.trackers import TRACKER_PANELS
from coordinator.config.trust import in_repository, keep, leads_out, look_up, text_hash
from coordinator.config.yaml_file import parse, read_text
from coordinator.errors import ConfigError, UsageError
from coordinator.prompts import strict_templates
from coordinator.trackers.forge.github import CLOUD
from coordinator.trackers.forge.pulls import parse_origin
from coordinator.trackers.registry import FORGES
from coordinator.views.text import flow_yaml
from coordinator.workspace.git import reading_git

TEMPLATES = Path(__file__).with_name("templates")


def trust(folder: Path) -> str:
    """Trust the present version of the configuration file in a folder. Return a message."""
    state = home(os.environ)
    file = folder.absolute() / FILE_NAME
    known = look_up(file, state)
    if leads_out(file):
        raise ConfigError(
            f"{file} leads out of the repository", fix="put the file itself into the repository"
        )
    text = read_text(file)
    parse(Tree, str(file), text)
    keep(known.model_copy(update={"text": text, "asked": text_hash(text)}), state)
    return f"{known.path} is trusted in its present version, {text_hash(text)[:10]}"


def distrust(folder: Path) -> str:
    """Stop trusting the configuration file in a folder. Return a message."""
    state = home(os.environ)
    known = look_up(folder.absolute() / FILE_NAME, state)
    keep(known.model_copy(update={"text": "", "asked": ""}), state)
    return f"{known.path} is no longer trusted"


def write_starter(file: Path, tracker: str, protocol: str) -> bool:
    """Write a first configuration file. Return whether the file is now trusted.

    A coordinator.yaml in a repository is trusted, because the user has just written it. Other files
    need no trust. Raise UsageError if the file exists or cannot be written.
    """
    text = ""
    if not os.path.lexists(file):
        text = starter(tracker, protocol)
    try:
        with open(file, "x", encoding="utf-8") as target:
            target.write(text)
    except FileExistsError:
        raise UsageError(
            f"{file} already exists and was not changed", fix="name another file"
        ) from None
    except OSError as error:
        raise UsageError(
            f"{file} cannot be written: {error.strerror}", fix="name a file that you can write"
        ) from None
    if file.name == FILE_NAME and in_repository(file.absolute()):
        trust(file.parent)  # the user has just written it
        return True
    return False


def starter(tracker: str, protocol: str) -> str:
    """Return a configuration with comments and a panel.

    On Multica the judges are agents of the workspace. Elsewhere they are agents and models of this
    machine.
    """
    if tracker == "multica":
        protocol = protocol or "judge-with-debate"
        seats = TRACKER_PANELS[protocol].model_dump(mode="json", exclude_defaults=True)
        return _render(tracker=tracker, protocol=protocol, panel=seats)
    if protocol:
        raise UsageError(
            "--protocol is only for Multica: elsewhere the judges that are found "
            "determine the protocol",
            fix="leave out --protocol, or add --tracker multica",
        )
    judges = choose_from(look_around(load()))
    protocol = "judge"
    if len(judges) > 1:
        protocol = "judge-with-debate"
    url = ""
    repo = ""
    if tracker in FORGES:
        url, repo = asyncio.run(_forge_of_clone(tracker))
    return _render(
        tracker=tracker,
        protocol=protocol,
        panel=panel_of(judges),
        url=url,
        repo=repo,
        budget=f"{BUDGET.usd:.2f}",
    )


def _render(**variables: object) -> str:
    templates = strict_templates(TEMPLATES)
    templates.filters["flow"] = flow_yaml
    return templates.get_template("starter.yaml").render(variables).removesuffix("\n") + "\n"


async def _forge_of_clone(tracker: str) -> tuple[str, str]:
    """Return the server and repository of the clone in this folder, or two empty strings."""
    asked = await reading_git(Path.cwd()).attempt("config", "--get", "remote.origin.url")
    url, repo = parse_origin(asked.out.decode(errors="replace").strip())
    if url == CLOUD and tracker == "gitea":
        return "", ""
    return url.replace(CLOUD, ""), repo
