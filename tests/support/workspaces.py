"""Real repositories with a branch of work, and the work as a review sees it."""

from __future__ import annotations

import asyncio
import hashlib
import os
import subprocess
from collections.abc import Coroutine
from pathlib import Path
from typing import TypeVar

import pytest

from coordinator.errors import WorkspaceError
from coordinator.models import Work
from coordinator.workspace.snapshot import Workspace, snapshot
from tests.support import repositories

T = TypeVar("T")
WHO = {
    "GIT_AUTHOR_NAME": "A",
    "GIT_AUTHOR_EMAIL": "a@example.org",
    "GIT_COMMITTER_NAME": "A",
    "GIT_COMMITTER_EMAIL": "a@example.org",
    "GIT_CONFIG_GLOBAL": os.devnull,
}


class Repo:
    """A real repository: `main` with one commit, and a checked-out branch `work`."""

    def __init__(self, root: Path, *init: str) -> None:
        self.root = root
        make_repository(root, init)

    def git(self, *args: str) -> str:
        env = {"PATH": os.environ["PATH"], "HOME": str(self.root.parent)} | WHO
        done = subprocess.run(
            ("git", *args), cwd=self.root, env=env, capture_output=True, check=True
        )
        return done.stdout.decode().strip()

    def write(self, path: str, text: str | bytes) -> Path:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode() if isinstance(text, str) else text)
        return file

    def commit(self, message: str) -> str:
        self.git("add", "-A")
        self.git("commit", "-q", "-m", message)
        return self.git("rev-parse", "HEAD")


@repositories.prepared
def make_repository(root: Path, init: tuple[str, ...]) -> None:
    repositories.new_repository(root, *init)
    (root / "a.txt").write_text("one\n")
    repositories.git(root, "add", "-A")
    repositories.git(root, "commit", "-q", "-m", "first")
    repositories.git(root, "checkout", "-q", "-b", "work")


def run(task: Coroutine[object, object, T]) -> T:
    return asyncio.run(task)


def freeze(
    repo: Repo | Path | str, home: Path, base: str = "main", limit: int = 60_000
) -> Workspace:
    path = str(repo.root if isinstance(repo, Repo) else repo)
    return Workspace(run(snapshot(path, base, home, limit)), home)


def changes(work: Work) -> dict[str, str]:
    return {file.path: file.change for file in work.changed}


def fingerprint(root: Path) -> dict[str, tuple[str, int, str]]:
    """Return every path below a folder, with its mode, its time and its content."""
    files = {}
    for path in sorted(root.rglob("*")):
        content = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
        files[str(path)] = (oct(path.lstat().st_mode), path.lstat().st_mtime_ns, content)
    return files


def error_of(task: Coroutine[object, object, object]) -> WorkspaceError:
    with pytest.raises(WorkspaceError) as caught:
        run(task)
    assert caught.value.fix
    assert "\n" not in str(caught.value)
    return caught.value
