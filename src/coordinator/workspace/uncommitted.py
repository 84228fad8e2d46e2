"""Find the files of a working tree that differ from the commit under review."""

from pathlib import Path

from coordinator.config.review import WorkLimits
from coordinator.workspace.git import decode_name
from coordinator.workspace.repository import Repository

LISTED = 50  # uncommitted paths that are listed by name


async def list_uncommitted(repository: Repository, home: Path, limits: WorkLimits) -> list[str]:
    """Return the first paths where the working tree differs from the current commit."""
    named, more = await _changed_paths(repository, home, limits)
    paths = sorted({decode_name(path) for path in named})
    if more:
        paths.append("more than can be listed")
    if len(paths) > LISTED:
        return [*paths[:LISTED], f"and {len(paths) - LISTED} more"]
    return paths


async def _changed_paths(
    repository: Repository, home: Path, limits: WorkLimits
) -> tuple[list[bytes], int]:
    """Return the paths where the working tree differs from the current commit.

    Return at most `limits.files` paths, and the number of the others.
    """
    async with repository.indexed(home, repository.in_hand(), limits) as work:
        rows, beyond = await work.fields(
            limits.files,
            "status",
            "--porcelain",
            "-z",
            "--no-renames",
            "--untracked-files=all",
            "--ignore-submodules=dirty",
        )
    paths = [row[3:] for row in rows]  # after two letters and a blank
    repository.refuse_home(home, paths)
    return paths, beyond
