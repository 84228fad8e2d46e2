"""Merge the work into the present base, without any attributes, merge drivers or hooks of the work.

Checks and blind tests run on the result, because people will use the merged code.
"""

import logging
from functools import cache

from coordinator.models import BaseMerge, Work
from coordinator.parsing.excerpt import shorten
from coordinator.workspace.git import Git, decode_name
from coordinator.workspace.repository import IDENTITY

log = logging.getLogger("coordinator")

NAMED = 50  # files with conflicts that are recorded
_USAGE = 129  # the exit code of git for an unknown option
_TOO_OLD = "the installed git cannot merge trees; version 2.38 or newer can"


async def merge_into_base(git: Git, work: Work, branch: str) -> BaseMerge | None:
    """Return the merge of the work into the present base; None if the base has not moved.

    `git` runs in our own git directory, which has no merge drivers. `branch` is the name of the
    base.
    """
    if not work.base_now:
        return None
    merge = BaseMerge(branch=branch, onto=work.base_now)
    # Without this setting, some versions of git read attributes from HEAD.
    no_attributes = await git.text("hash-object", "-t", "tree", "-w", "--stdin")
    asked = await git.attempt(
        "-c",
        f"attr.tree={no_attributes}",
        "merge-tree",
        "--write-tree",
        "-z",
        "--name-only",
        "--no-messages",
        work.base_now,
        await _commit_of(git, work),
    )
    if asked.code == _USAGE:
        _warn_once(_TOO_OLD)
        return merge.model_copy(update={"problem": _TOO_OLD})
    if asked.code not in (0, 1):
        raise git.failure(f"the work cannot be merged into {branch}: {shorten(asked.error, 300)}")
    tree, *conflicts = decode_name(asked.out).split("\0")
    if asked.code == 0:
        return merge.model_copy(update={"tree": tree.strip()})
    paths = [path for path in conflicts if path]
    named = sorted(set(paths))[:NAMED] or ["unknown files"]
    return merge.model_copy(update={"conflicts": tuple(named)})


async def _commit_of(git: Git, work: Work) -> str:
    """Return the commit of the work, or a new one if the work is not committed."""
    if work.head:
        return work.commit
    return await git.text(*IDENTITY, "commit-tree", work.revision, "-p", work.commit, "-m", "work")


@cache
def _warn_once(what: str) -> None:
    log.warning("%s, so checks and blind tests run on the work alone", what)
