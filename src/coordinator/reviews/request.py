"""Find the request for some work if the user gave none: on GitHub, or in the commit messages."""

import asyncio
import json
import os
import shutil
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from coordinator.config.environment import PREFIX
from coordinator.errors import WorkspaceError
from coordinator.trackers.forge.pulls import parse_origin
from coordinator.workspace.git import Git
from coordinator.workspace.origin import origin_address
from coordinator.workspace.repository import Repository, open_repository
from coordinator.workspace.sandbox.process import run

GITHUB_TIMEOUT = 5.0  # seconds
MOST_COMMITS = 100
GITHUB = "github.com"
# Environment variables that point `gh` to a host or repository other than the wanted one.
_FOR_ENTERPRISE = ("GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN", "GH_HOST", "GH_REPO")


class FoundRequest(NamedTuple):
    """The text of a request, and a description of its source."""

    text: str
    source: str


async def find_request(repo: Path, base: str, site: str = "") -> FoundRequest | None:
    """Return the open pull request of the current branch, or its commit messages since the base.

    Return None if there is neither. `site` is the address of the configured forge. A pull request
    is looked up only there and on github.com.
    """
    repository = await open_repository(str(repo))
    git = repository.git
    head = await repository.commit("HEAD")
    branch = await _output(git, "symbolic-ref", "--quiet", "--short", "HEAD")
    place = await _place_on_github(repository, site)
    if branch and place:
        pull_request = await ask_github("pr", branch, repo=place)
        if pull_request:
            return FoundRequest(pull_request, f"the pull request of {branch}")
    since = await repository.merge_base(base, head)
    messages = await _commit_messages(git, since, head)
    if not messages:
        return None
    if len(messages) == 1:
        source = "the message of its commit"
    else:
        source = f"the messages of its {len(messages)} commits"
    return FoundRequest(
        "\n\n".join(messages), f"{source}, because `gh` finds no pull request for it"
    )


async def _place_on_github(repository: Repository, site: str) -> str:
    """Return HOST/OWNER/NAME of a clone's origin.

    Return an empty string if the user has not named the host. Somebody else may have written the
    origin, and `gh` would send the user's token to any host there.
    """
    try:
        address = await origin_address(repository.root, repository.git_dir)
    except WorkspaceError:
        return ""
    server, name = parse_origin(address)
    host = urlsplit(server).hostname or ""
    if not name or host not in _named_hosts(site):
        return ""
    return f"{host}/{name}"


def _named_hosts(site: str) -> set[str]:
    """Return the hosts to which `gh` may send a token: github.com and those the user named."""
    named = {GITHUB, os.environ.get("GH_HOST", GITHUB).lower()}
    configured = urlsplit(site).hostname
    if configured:
        named.add(configured)
    return named


async def _output(git: Git, *arguments: str) -> str:
    """Return the output of a git command, or an empty string if the command fails."""
    ended = await git.attempt(*arguments)
    return ended.out.decode(errors="replace").strip()


async def _commit_messages(git: Git, since: str, head: str) -> list[str]:
    # Not `git log`: it would verify signatures with a program that the repository's settings name.
    listed = await git.text(
        "rev-list",
        "--reverse",
        f"--max-count={MOST_COMMITS}",
        "--format=%B%x00",
        f"{since}..{head}",
    )
    messages = []
    for commit in listed.split("\0"):
        _hash_line, _, message = commit.strip().partition("\n")
        if message.strip():
            messages.append(message.strip())
    return messages


async def ask_github(kind: str, name: str, *, repo: str = "") -> str:
    """Return title and text of an issue or pull request, as the user's `gh` shows it.

    `kind` is `issue` or `pr`. Return an empty string if `gh` is missing, fails or does not find the
    issue or pull request. If `repo` is given as HOST/OWNER/NAME, `name` is a branch of that
    repository, and only an open pull request is used.
    """
    program = shutil.which("gh")
    if program is None:
        return ""
    argv = [os.path.abspath(program), kind, "view", "--json=title,body,state"]
    if repo:
        argv.append(f"--repo={repo}")
    argv += ["--", name]
    is_on_github = repo.partition("/")[0] == GITHUB or name.startswith(f"https://{GITHUB}/")
    environment = {}
    for variable, value in os.environ.items():
        is_for_another = is_on_github and variable in _FOR_ENTERPRISE
        if not variable.startswith(PREFIX) and not is_for_another:
            environment[variable] = value
    environment["GH_PROMPT_DISABLED"] = "1"
    printed = bytearray()
    try:
        async with asyncio.timeout(GITHUB_TIMEOUT):
            # `gh` must not run in the repository. It would read settings that the author of the
            # work wrote.
            code = await run(
                tuple(argv),
                cwd=Path("/"),
                env=environment,
                output=printed.extend,
                errors=lambda _: None,
            )
        if code != 0:
            return ""
        found = json.loads(printed)
        if repo and found.get("state") != "OPEN":
            return ""
        return f"{found['title']}\n\n{found['body']}".strip()
    except (OSError, TimeoutError, ValueError, LookupError, AttributeError):
        return ""
