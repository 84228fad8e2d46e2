"""Clones of ours, made once for each repository; the token reaches git through a file that only we can read."""

import asyncio
import re
import shlex
from pathlib import Path
from urllib.parse import quote, urlsplit

from coordinator.config import replace_file
from coordinator.config.environment import CREDENTIALS
from coordinator.errors import OriginUnavailable
from coordinator.trackers import file_name
from coordinator.trackers.forge.pulls import Pull
from coordinator.workspace.git import fetching_git

_making: dict[Path, asyncio.Lock] = {}


async def keep_clone(home: Path, pull: Pull, token: str) -> Path:
    """Return our clone of a repository, which knows base and head of a pull request as they are now."""
    places = home / "clones"
    folder, secret = places / file_name(pull.repo), home / CREDENTIALS
    places.mkdir(mode=0o700, exist_ok=True)
    server = urlsplit(pull.clone)
    replace_file(secret, f"{server.scheme}://coordinator:{quote(token, safe='')}@{server.netloc}\n".encode())
    async with _making.setdefault(folder, asyncio.Lock()):
        git = fetching_git(places)
        await git.output("init", "--quiet", str(folder))
        git = fetching_git(folder)
        for name, value in (
            ("remote.origin.url", pull.clone),
            ("remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*"),
            ("credential.helper", ""),  # no other helper may answer for this server
        ):
            await git.output("config", "--replace-all", name, value)
        await git.output("config", "--add", "credential.helper", f"store --file={shlex.quote(str(secret))}")
        base = f"+refs/heads/{pull.base}:refs/remotes/origin/{pull.base}"
        head = f"+refs/pull/{pull.number}/head:refs/coordinator/pull/{pull.number}"
        fetched = await git.attempt("fetch", "--no-tags", "origin", base, head)
    if fetched.code:
        said = re.sub(r"//[^/@]*@", "//", fetched.error)
        raise OriginUnavailable(f"{pull.repo} cannot be fetched: {said}", fix="the token needs to read its contents")
    return folder
