"""Where a run works: a worktree of its own on a branch of its own, the given folder itself, or a new repository."""

from __future__ import annotations

import shutil
from pathlib import Path

from coordinator.errors import UsageError
from coordinator.workflow.records import RunRequest, Worktree
from coordinator.workspace.git import Git, fetching_git
from coordinator.workspace.repository import Repository, open_repository

FOLDER = "work"
IDENTITY = ("-c", "user.name=coordinator", "-c", "user.email=coordinator@localhost")


async def prepare(start: RunRequest, run: str, home: Path) -> Worktree:
    """The place of a run, made anew: nobody has worked there before this is on record."""
    if not start.repo:
        return await _new_repository(home / FOLDER)
    repository = await open_repository(start.repo)
    commit = await repository.commit(start.base or "HEAD")
    if start.in_place:
        if start.base:
            commit = await repository.merge_base(start.base, await repository.commit("HEAD"))
        return Worktree(folder=str(repository.root), base=commit, repo=str(repository.root))
    return await _worktree(repository, commit, run, home / FOLDER)


async def check(start: RunRequest) -> None:
    """Refuse a repository that a run could not work in."""
    if start.in_place and not start.repo:
        raise UsageError("--in-place needs a repository", fix="name it after --repo")
    if start.repo:
        repository = await open_repository(start.repo)
        await repository.commit(start.base or "HEAD")


async def _worktree(repository: Repository, commit: str, run: str, folder: Path) -> Worktree:
    git, branch = fetching_git(repository.root), f"coordinator/{run}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    await git.output("worktree", "prune")
    await git.output("worktree", "add", "--quiet", "--force", "-B", branch, str(folder), commit)
    return Worktree(folder=str(folder), base=commit, branch=branch, repo=str(repository.root))


async def _new_repository(folder: Path) -> Worktree:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700, parents=True)
    git: Git = fetching_git(folder)
    await git.output("init", "--quiet", "--initial-branch=main")
    await git.output(*IDENTITY, "commit", "--quiet", "--allow-empty", "--message", "Begin")
    return Worktree(folder=str(folder), base=await git.text("rev-parse", "HEAD"))
