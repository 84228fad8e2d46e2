"""A run whose git is killed while it makes the worktree gets a whole worktree when it is resumed."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from coordinator.errors import CoordinatorError
from coordinator.workflow.records import RunRequest
from coordinator.workflow.worktree import prepare_worktree
from tests.support.flows import make_repository
from tests.support.killed_git import CHANGES, OPENS, Instant, KilledGit
from tests.support.repositories import git

# `git worktree add`, and the commands that it starts.
COMMANDS = ("worktree", "branch", "symbolic-ref", "reset")
FILES = {"main.go": "package main\n", "docs/guide.md": "Greet everybody.\n"}

pytestmark = pytest.mark.needs("strace")


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    return make_repository(tmp_path / "repo", FILES)


@pytest.fixture
def killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> KilledGit:
    return KilledGit(tmp_path / "bin", monkeypatch, "worktree")


def make(repo: Path, run: str) -> Path:
    request = RunRequest(label="flow.yaml", text="", tracker="", key="local", repo=str(repo))
    made = asyncio.run(prepare_worktree(request, run, repo.parent / run))
    return Path(made.folder)


def instants(killed: KilledGit, repo: Path, calls: str) -> list[Instant]:
    """Return the moments before these calls of all commands."""
    found = []
    for command in COMMANDS:
        killed.list_calls(command, calls)
        make(repo, f"run-{command}")
        found.extend(killed.listed(command))
    killed.let_live()
    return found


def check(killed: KilledGit, repo: Path, moments: list[Instant]) -> None:
    """Kill git at each of these moments, and make the worktree again."""
    for number, moment in enumerate(moments):
        run = f"run-{number}"
        killed.kill_at(moment)
        with pytest.raises(CoordinatorError):
            make(repo, run)
        killed.let_live()
        folder = make(repo, run)
        assert git(folder, "status", "--porcelain", "--branch") == f"## coordinator/{run}", moment
        assert {name: (folder / name).read_text() for name in FILES} == FILES, moment
        listed = git(repo, "worktree", "list", "--porcelain").split("\n\n")
        own = [
            entry for entry in listed if f"branch refs/heads/coordinator/{run}\n" in f"{entry}\n"
        ]
        assert len(own) == 1, moment
        assert "locked" not in own[0], moment
    git(repo, "fsck", "--strict")


def test_a_worktree_is_made_again_after_a_kill(killed: KilledGit, repo: Path) -> None:
    found = instants(killed, repo, CHANGES)
    assert {moment.command for moment in found} == set(COMMANDS)
    check(killed, repo, found[::4])


@pytest.mark.soak
def test_a_worktree_is_made_again_after_a_kill_at_any_call(killed: KilledGit, repo: Path) -> None:
    check(killed, repo, instants(killed, repo, f"{CHANGES},{OPENS}"))
