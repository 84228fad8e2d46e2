"""Make the working copy of a run: a git worktree, the given folder, or a new repository."""

import asyncio
import os
import shutil
from contextlib import suppress
from pathlib import Path

from coordinator.errors import UsageError, WorkspaceError
from coordinator.workflow.records import RunRequest, Worktree
from coordinator.workspace.copies import clear
from coordinator.workspace.git import working_git
from coordinator.workspace.repository import IDENTITY, Repository, open_repository


async def check_repository(request: RunRequest) -> None:
    """Raise an error if a run cannot work in the repository of the request."""
    if request.in_place and not request.repo:
        raise UsageError("--in-place needs a repository", fix="add --repo DIR")
    if request.repo:
        repository = await open_repository(request.repo)
        await repository.commit(request.base or "HEAD")


async def prepare_worktree(request: RunRequest, run: str, home: Path) -> Worktree:
    """Make the working copy of a run in `home`.

    A crash can leave a half-made copy there. Removing it is safe, because no agent works in a copy
    before this function has returned.
    """
    folder = home / "work"
    if not request.repo:
        return await _new_repository(folder)
    repository = await open_repository(request.repo)
    if request.in_place:
        return await _in_place(repository, request.base, run, home)
    return await _new_worktree(repository, request.base, run, folder)


async def _new_repository(folder: Path) -> Worktree:
    await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)
    folder.mkdir(mode=0o700, parents=True)
    git = working_git(folder)
    await git.output("init", "--quiet", "--initial-branch=main")
    await git.output(*IDENTITY, "commit", "--quiet", "--allow-empty", "--message", "Begin")
    return Worktree(folder=str(folder), base=await git.text("rev-parse", "HEAD"))


async def _in_place(repository: Repository, base: str, run: str, home: Path) -> Worktree:
    """Return the folder of the repository, with a base that includes uncommitted changes."""
    root = str(repository.root)
    commit = await repository.commit(base or "HEAD")
    if base:
        commit = await repository.merge_base(base, await repository.commit("HEAD"))
        return Worktree(folder=root, base=commit, repo=root)
    kept = ""
    name = f"refs/coordinator/{run}"
    _unlock(Path(await repository.common_dir()), name)
    await asyncio.to_thread(clear, home / "before")
    # A merge with conflicts cannot be stored as a tree. Its resolution can be the task of the run.
    with suppress(WorkspaceError):
        kept = await repository.keep_tree(home / "before", name)
    await asyncio.to_thread(clear, home / "before")
    return Worktree(folder=root, base=kept or commit, exact=bool(kept), repo=root)


async def _new_worktree(repository: Repository, base: str, run: str, folder: Path) -> Worktree:
    commit = await repository.commit(base or "HEAD")
    git = working_git(repository.root)
    branch = f"coordinator/{run}"
    common = Path(await repository.common_dir())
    _unlock(common, f"refs/heads/{branch}")
    await asyncio.to_thread(_remove_half_made, common, folder)
    folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    await git.output("worktree", "add", "--quiet", "--force", "-B", branch, str(folder), commit)
    return Worktree(folder=str(folder), base=commit, branch=branch, repo=str(repository.root))


def _unlock(common: Path, ref: str) -> None:
    """Remove the lock that a killed git has left on a reference of this run.

    `common` is the git directory of the repository. Only this run writes the reference.
    """
    (common / f"{ref}.lock").unlink(missing_ok=True)


def _remove_half_made(common: Path, folder: Path) -> None:
    """Remove a worktree that a killed `git worktree add` has left half made.

    Git does not remove it, because it is locked. If its `commondir` is empty, git even fails in the
    whole repository. `common` is the git directory of the repository.
    """
    shutil.rmtree(folder, ignore_errors=True)
    written = os.fsencode(os.path.realpath(folder)) + b"/.git"
    for entry in common.glob("worktrees/*"):
        with suppress(OSError):
            named = (entry / "gitdir").read_bytes().rstrip(b"\n")
            if named == written:
                shutil.rmtree(entry)
