"""Repositories with which many tests begin.

Each is made once and copied for every test, so that any test can write to its own.
"""

from __future__ import annotations

import atexit
import shutil
import subprocess
from collections.abc import Callable, Hashable
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import TypeVar

from coordinator.workspace.sandbox.sandbox import Sandbox

IDENTITY = ("-c", "user.name=Test", "-c", "user.email=test@example.org")
Key = TypeVar("Key", bound=Hashable)


def git(repo: Path, *arguments: str) -> str:
    """Run git with a test identity."""
    done = subprocess.run(
        ["git", *IDENTITY, *arguments], cwd=repo, check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


def new_repository(repo: Path, *options: str) -> Path:
    """Make an empty repository with the branch `main`, without git's examples of hooks."""
    repo.mkdir(parents=True)
    git(repo, "init", "--quiet", "--initial-branch=main", "--template=", *options)
    return repo


def prepared(make: Callable[[Path, Key], object]) -> Callable[[Path, Key], Path]:
    """Return a function that makes the repository for a key once, and later copies it."""

    @cache
    def original(key: Key) -> Path:
        repo = (
            _originals()
            / f"{make.__module__}.{make.__qualname__}"
            / str(original.cache_info().misses)
        )
        make(repo, key)
        return repo

    def copy(repo: Path, key: Key) -> Path:
        shutil.copytree(original(key), repo, symlinks=True)
        return repo

    return copy


@cache
def _originals() -> Path:
    place = Path(mkdtemp(prefix="coordinator-repositories-"))
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    return place


def without_sandbox() -> Sandbox:
    """Run commands without a sandbox, so that a test can see their processes and files."""
    return Sandbox("none", off=True)
