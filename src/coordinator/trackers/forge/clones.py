"""Clones of ours, made once for each repository; the token reaches git through a file that only we can read."""

import re
import shlex
from pathlib import Path
from urllib.parse import quote, urlsplit

from coordinator.config import replace_file
from coordinator.config.environment import CREDENTIALS
from coordinator.errors import OriginUnavailable
from coordinator.trackers import file_name
from coordinator.trackers.forge.pulls import Pull
from coordinator.workspace.git import config_value, fetching_git

# The first, empty helper: no other than ours may answer for this server.
CONFIG = """\
[core]
\trepositoryformatversion = 0
\tbare = false
[remote "origin"]
\turl = {url}
\tfetch = +refs/heads/*:refs/remotes/origin/*
[credential]
\thelper =
\thelper = {helper}
"""


async def keep_clone(home: Path, pull: Pull, token: str) -> Path:
    """Return our clone of a repository, which knows base and head of a pull request as they are now."""
    places = home / "clones"
    folder, secret = places / file_name(pull.repo), home / CREDENTIALS
    places.mkdir(mode=0o700, parents=True, exist_ok=True)
    server = urlsplit(pull.clone)
    replace_file(secret, f"{server.scheme}://coordinator:{quote(token, safe='')}@{server.netloc}\n".encode())
    # Written by us and not by git, whose locks would stay behind if it is killed.
    for name in ("objects", "refs"):
        (folder / ".git" / name).mkdir(parents=True, exist_ok=True)
    replace_file(folder / ".git" / "HEAD", b"ref: refs/heads/main\n")
    helper = config_value(f"store --file={shlex.quote(str(secret))}")
    replace_file(folder / ".git" / "config", CONFIG.format(url=config_value(pull.clone), helper=helper).encode())
    base = f"+refs/heads/{pull.base}:refs/remotes/origin/{pull.base}"
    head = f"+refs/pull/{pull.number}/head:refs/coordinator/pull/{pull.number}"
    fetched = await fetching_git(folder).attempt("fetch", "--no-tags", "origin", base, head)
    if fetched.code:
        said = re.sub(r"//[^/@]*@", "//", fetched.error)
        raise OriginUnavailable(f"{pull.repo} cannot be fetched: {said}", fix="the token needs to read its contents")
    return folder
