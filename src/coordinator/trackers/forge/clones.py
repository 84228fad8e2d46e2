"""Keep our own clones of repositories, and fetch the heads of pull requests into them."""

import asyncio
import re
import shlex
import time
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote, urlsplit

from coordinator.config import replace_file
from coordinator.config.environment import CLONES, CREDENTIALS
from coordinator.errors import OriginUnavailable
from coordinator.trackers import file_name
from coordinator.trackers.forge.github import GitHub, Item
from coordinator.trackers.forge.pulls import Pull
from coordinator.workspace.git import SECONDS, config_value, fetching_git, private_git
from coordinator.workspace.origin import add_our_clones

GIT_CONFIG = Path(__file__).with_name("clone.gitconfig").read_text(encoding="utf-8")


class Clones:
    """The clones in `home`. Git reads the token from a file that only we can read."""

    def __init__(self, api: GitHub, home: Path) -> None:
        self._api = api
        self._home = home
        add_our_clones(home / CLONES)
        self._fetching: dict[str, asyncio.Lock] = {}  # by repository

    async def fetch(self, item: Item) -> Path:
        """Fetch the current base, and the head of a pull request. Return the path of our clone."""
        refs = [f"+refs/heads/{item.base}:refs/remotes/origin/{item.base}"]
        if isinstance(item, Pull):
            refs.append(f"+refs/pull/{item.number}/head:refs/coordinator/pull/{item.number}")
        folder = self._home / CLONES / file_name(item.repo)
        async with self._fetching.setdefault(item.repo, asyncio.Lock()):
            secret = await self._write_credentials(item)
            _write_repository(folder, item, secret)
            await asyncio.to_thread(_remove_old_locks, folder / ".git")
            git = fetching_git(folder / ".git")
            fetched = await git.attempt("fetch", "--no-tags", "origin", *refs)
        if fetched.code:
            error = re.sub(r"//[^/@]*@", "//", fetched.error)  # an address may hold a token
            raise OriginUnavailable(
                f"{item.repo} cannot be fetched: {error}",
                fix="give the token permission to read its contents",
            )
        return folder

    async def has_conflicts(self, pull: Pull) -> bool:
        """Return whether the head of a pull request has conflicts with its current base."""
        folder = await self.fetch(pull)
        git = private_git(folder / ".git")
        base = f"refs/remotes/origin/{pull.base}"
        merged = await git.attempt("merge-tree", "--write-tree", base, pull.head)
        return merged.code == 1  # other codes say that git could not try

    async def _write_credentials(self, item: Item) -> Path:
        server = urlsplit(item.clone)
        token = quote(await self._api.token(), safe="")
        secret = self._home / CREDENTIALS
        address = f"{server.scheme}://coordinator:{token}@{server.netloc}\n"
        replace_file(secret, address.encode())
        return secret


def _write_repository(folder: Path, item: Item, secret: Path) -> None:
    """Write the files of an empty repository, and refresh the configuration of an existing one.

    We do not use `git init`, which leaves locks behind if it is killed.
    """
    for name in ("objects", "refs"):
        (folder / ".git" / name).mkdir(parents=True, exist_ok=True)
    replace_file(folder / ".git/HEAD", b"ref: refs/heads/main\n")
    helper = config_value(f"store --file={shlex.quote(str(secret))}")
    written = GIT_CONFIG.format(url=config_value(item.clone), helper=helper)
    replace_file(folder / ".git/config", written.encode())


def _remove_old_locks(git_dir: Path) -> None:
    """Remove the locks that a killed git has left on references of our clone.

    No git of ours runs longer than `SECONDS`. A younger lock can belong to another process, so the
    fetch fails for now and is tried again.
    """
    for lock in (git_dir / "refs").rglob("*.lock"):
        with suppress(FileNotFoundError):
            if lock.stat().st_mtime < time.time() - SECONDS:
                lock.unlink()
