"""Repositories that many tests begin with: made once, and copied for each of them, so that any may write to its own."""

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
    """Run git with an identity of its own."""
    done = subprocess.run(
        ["git", *IDENTITY, *arguments], cwd=repo, check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


def new_repository(repo: Path, *options: str) -> Path:
    """An empty repository whose branch is `main`; without the examples of hooks that git puts there."""
    repo.mkdir(parents=True)
    git(repo, "init", "--quiet", "--initial-branch=main", "--template=", *options)
    return repo


def prepared(make: Callable[[Path, Key], object]) -> Callable[[Path, Key], Path]:
    """The same function, which makes the repository for a key once and copies it from then on."""

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
    """No sandbox, for commands whose processes and traces are looked for outside."""
    return Sandbox("none", off=True)
