"""Clones of ours, made once for each repository; the token reaches git through a file that only we can read."""

import asyncio
import re
import shlex
from pathlib import Path
from urllib.parse import quote, urlsplit

from coordinator.config import replace_file
from coordinator.errors import OriginUnavailable
from coordinator.workspace.git import fetching_git

_making: dict[Path, asyncio.Lock] = {}


async def keep_clone(home: Path, repo: str, address: str, base: str, token: str) -> Path:
    """Return our clone of a repository, which knows the base branch as it is now."""
    places = home / "clones"
    folder, secret = places / repo.replace("/", "~"), places / "credentials"
    places.mkdir(mode=0o700, exist_ok=True)
    server = urlsplit(address)
    replace_file(secret, f"{server.scheme}://coordinator:{quote(token, safe='')}@{server.netloc}\n".encode())
    async with _making.setdefault(folder, asyncio.Lock()):
        git = fetching_git(places)
        await git.output("init", "--quiet", str(folder))
        git = fetching_git(folder)
        for name, value in (
            ("remote.origin.url", address),
            ("remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*"),
            ("credential.helper", ""),  # no other helper may answer for this server
        ):
            await git.output("config", "--replace-all", name, value)
        await git.output("config", "--add", "credential.helper", f"store --file={shlex.quote(str(secret))}")
        fetched = await git.attempt("fetch", "--no-tags", "origin", f"+refs/heads/{base}:refs/remotes/origin/{base}")
    if fetched.code:
        said = re.sub(r"//[^/@]*@", "//", fetched.error)
        raise OriginUnavailable(f"{repo} cannot be fetched: {said}", fix="the token needs to read its contents")
    return folder
