"""Find the changed paths of the work that only a person may accept."""

import asyncio
import posixpath
from collections.abc import Mapping, Sequence
from dataclasses import replace

from coordinator.config.review import ReviewConfig
from coordinator.errors import WorkspaceError
from coordinator.models import OwnedPath
from coordinator.parsing.path_owners import (
    OwnerRule,
    PathOwners,
    read_code_owners,
    read_gitea_owners,
    rule_of_folder,
    rules_of_globs,
)
from coordinator.workspace.snapshot import Workspace

CODE_OWNERS = (
    ".github/CODEOWNERS",
    ".gitlab/CODEOWNERS",
    "CODEOWNERS",
    "docs/CODEOWNERS",
)
GITEA_OWNERS = ".gitea/CODEOWNERS"
NAMED = 50  # paths that are recorded
MOST_LINKS = 10_000  # links in owned paths that are followed
BEYOND = "more changed paths than can be listed"


async def paths_for_people(workspace: Workspace, config: ReviewConfig) -> tuple[OwnedPath, ...]:
    """Return the first changed paths that only a person may accept, with their owners.

    The owners come from the present base, because the author chooses the commit where the work
    begins. If a link is owned, its target is owned too.
    """
    sections = [rules_of_globs(config.people_decide)] if config.people_decide else []
    present = workspace.base_now
    if config.owners == "required":
        sections += await _read_owners(present)
        # A change to a CODEOWNERS file needs a person, because it could free other paths.
        sections.append(rules_of_globs((*CODE_OWNERS, GITEA_OWNERS)))
    if not sections:
        return ()
    work = workspace.work
    owners = PathOwners(tuple(sections))
    links = await workspace.links()
    owners = await _follow_links(owners, present)
    owners = await _follow_links(owners, workspace)
    changed = [*work.withheld, *(file.path for file in work.changed)]
    found = await asyncio.to_thread(_find, owners, sorted(changed), links)
    if work.unlisted:
        found.append(OwnedPath(path=BEYOND))
    return tuple(found[:NAMED])


async def _read_owners(base: Workspace) -> list[tuple[OwnerRule, ...]]:
    """Return the sections of all CODEOWNERS files of the base."""
    sections: list[tuple[OwnerRule, ...]] = []
    for path in CODE_OWNERS:
        sections += read_code_owners(await base.file(path))
    sections += read_gitea_owners(await base.file(GITEA_OWNERS))
    return sections


def _find(owners: PathOwners, changed: Sequence[str], links: frozenset[str]) -> list[OwnedPath]:
    found = []
    for path in changed:
        rule = owners.rule_for(path, is_link=path in links)
        if rule is not None:
            found.append(OwnedPath(path=path, owners=rule.owners))
            if len(found) == NAMED:
                break
    return found


async def _follow_links(owners: PathOwners, tree: Workspace) -> PathOwners:
    """Add rules to the owners, so that the target of each owned link has the same owners."""
    left = set(await tree.links())
    followed = 0
    while True:
        owned = await asyncio.to_thread(_owned_links, owners, left)
        if not owned:
            return owners
        followed += len(owned)
        if followed > MOST_LINKS:
            raise WorkspaceError(
                f"more than {MOST_LINKS} of the paths that need a person are links",
                fix="replace links by files, or name fewer paths in review.people_decide "
                "and CODEOWNERS",
            )
        targets = await tree.link_targets(owned.keys())
        added = []
        for path, rule in owned.items():
            target = posixpath.join(posixpath.dirname(path), targets.get(path, "/"))
            inside = posixpath.normpath(target)
            if not inside.startswith(("/", "..")) and inside != ".":
                added.append((rule_of_folder(inside, rule),))
        left -= owned.keys()
        owners = replace(owners, sections=(*owners.sections, *added))


def _owned_links(owners: PathOwners, links: set[str]) -> Mapping[str, OwnerRule]:
    found = {}
    for path in sorted(links):
        rule = owners.rule_for(path, is_link=True)
        if rule is not None:
            found[path] = rule
    return found
