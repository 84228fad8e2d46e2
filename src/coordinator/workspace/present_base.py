"""Compare frozen work with the present base: paths that need a person, and the merge."""

from pathlib import Path

from coordinator.config.review import ReviewConfig
from coordinator.models import Work
from coordinator.workspace.people import paths_for_people
from coordinator.workspace.snapshot import Workspace


async def compare_with_present_base(
    work: Work, home: Path, config: ReviewConfig, branch: str
) -> Work:
    """Return the work with its changed paths that need a person, and its merge into the base.

    The work is frozen in `home`. `branch` is the name of the base in messages.
    """
    workspace = Workspace(work, home, config.limits)
    owned = await paths_for_people(workspace, config)
    merge = await workspace.merge(branch)
    return work.model_copy(update={"owned": owned, "merge": merge})
