"""A repository that branches are pushed to, and a clone of it."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.support.repositories import git, new_repository

URL = "https://github.com/acme/sorter"


class Origin:
    """A repository with a clone. Each branch that is pushed has a different line."""

    def __init__(self, place: Path) -> None:
        self.path = place / "origin.git"
        self.clone = place / "clone"
        new_repository(self.path, "--bare")
        self._import("commit refs/heads/main\ncommitter A <a@b.c> 0 +0000\ndata 5\nfirst\n\n")
        git(place, "clone", "--quiet", str(self.path), str(self.clone))

    def push(self, *names: str, line: str = "return 'Hello, ' + name") -> None:
        """Push a new commit with `line` to each of these branches."""
        about, stream = (
            f"committer A <a@b.c> 1 +0000\ndata 4\nwork\nfrom {self.commit('main')}\n",
            "",
        )
        for name in names:
            code = f"def greet(name):\n    {line}  # {name}\n"
            stream += f"commit {name}\n{about}M 100644 inline greet.py\ndata {len(code)}\n{code}\n"
        self._import(stream)

    def _import(self, stream: str) -> None:
        subprocess.run(
            ["git", "fast-import", "--quiet", "--force"],
            cwd=self.path,
            input=stream,
            text=True,
            check=True,
        )

    def commit(self, name: str) -> str:
        return git(self.path, "rev-parse", name)
