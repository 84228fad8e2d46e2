"""What was asked, where the user does not say it: on GitHub, or in the messages of the commits."""

import asyncio
import json
import os
import re
import shutil
from pathlib import Path
from typing import NamedTuple

from coordinator.config.environment import PREFIX
from coordinator.workspace.process import run
from coordinator.workspace.repository import open_repository

PATIENCE = 5.0  # seconds that GitHub has to answer
MOST_COMMITS = 100


class FoundRequest(NamedTuple):
    """A text, and where it is from."""

    text: str
    source: str


async def find_request(repo: Path, base: str) -> FoundRequest | None:
    """Return the open pull request of the branch in hand, or else the messages of its commits since the base."""
    repository = await open_repository(str(repo))
    git = repository.git
    head = await repository.commit("HEAD")
    branch = (
        (await git.attempt("symbolic-ref", "--quiet", "--short", "HEAD"))
        .out.decode(errors="replace")
        .strip()
    )
    origin = (
        (await git.attempt("config", "--get", "remote.origin.url"))
        .out.decode(errors="replace")
        .strip()
    )
    address = re.sub(r"//[^/@]*@", "//", origin)  # a password in it is nobody's business
    if branch and address and (pull_request := await ask_github("pr", branch, repo=address)):
        return FoundRequest(pull_request, f"the pull request of {branch}")
    since = await repository.merge_base(base, head)
    # Not `git log`, which would have signatures looked at by whatever program the repository's settings name.
    how = (
        "rev-list",
        "--reverse",
        f"--max-count={MOST_COMMITS}",
        "--format=%B%x00",
        f"{since}..{head}",
    )
    # After "commit HASH"
    listed = (each.strip().partition("\n")[2] for each in (await git.text(*how)).split("\0"))
    messages = [message.strip() for message in listed if message.strip()]
    if not messages:
        return None
    what = (
        "the message of its commit"
        if len(messages) == 1
        else f"the messages of its {len(messages)} commits"
    )
    return FoundRequest(
        "\n\n".join(messages), f"{what}, as there is no pull request of it that `gh` knows"
    )


async def ask_github(kind: str, name: str, *, repo: str = "") -> str:
    """Return title and text of an issue or pull request (`pr`) as the user's `gh` shows it; empty if it does not.

    In a repository it is found by its branch, whose earlier pull requests, closed by now, do not count.
    """
    program = shutil.which("gh")
    said = bytearray()
    if program is None:
        return ""
    options = ("--json=title,body,state", *([f"--repo={repo}"] if repo else []))
    argv = (os.path.abspath(program), kind, "view", *options, "--", name)
    ours = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
    environment = ours | {"GH_PROMPT_DISABLED": "1"}
    try:
        async with asyncio.timeout(PATIENCE):
            # Not in the repository: what its author has written into its settings is none of this program's business.
            code = await run(
                argv, cwd=Path("/"), env=environment, output=said.extend, errors=lambda _: None
            )
        found = json.loads(said) if code == 0 else {}
        is_it = found.get("state") == "OPEN" or not repo
        if is_it:
            return f"{found['title']}\n\n{found['body']}".strip()
        return ""
    except (OSError, TimeoutError, ValueError, LookupError, AttributeError):
        return ""
