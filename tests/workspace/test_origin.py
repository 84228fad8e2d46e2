"""The address of a clone's origin: what git is given, and what it never is."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from coordinator.errors import WorkspaceError
from coordinator.workspace.origin import origin_address
from coordinator.workspace.repository import open_repository
from tests.support.origins import Origin
from tests.support.repositories import git, new_repository


def address_of(root: Path) -> str:
    async def ask() -> str:
        clone = await open_repository(str(root))
        return await origin_address(clone.root, clone.git_dir)

    return asyncio.run(ask())


@pytest.mark.parametrize(
    "url",
    [
        "https://github.com/acme/sorter.git",
        "http://git.lan/acme/sorter.git",
        "ssh://git@host:2222/acme/sorter.git",
        "git@host:acme/sorter.git",
        "[::1]:acme/sorter.git",
        "file:///srv/sorter.git",
        "/srv/sorter.git",
    ],
)
def test_addresses_that_name_no_command_are_given_to_git_as_they_are(
    url: str, tmp_path: Path
) -> None:
    repo = new_repository(tmp_path / "repo")
    git(repo, "remote", "add", "origin", url)
    assert address_of(repo) == url


@pytest.mark.parametrize(
    "url",
    [
        "ext::sh -c true",
        "fd::7",
        "git://host/sorter.git",
        "rsync://host/sorter.git",
        "--upload-pack=true",
        "ssh://-oProxyCommand=true/sorter",
        "git@-oProxyCommand=true:sorter",
        "https://host/a\nb",
        "file://host",
    ],
)
def test_other_addresses_are_refused_with_the_remedy(url: str, tmp_path: Path) -> None:
    repo = new_repository(tmp_path / "repo")
    git(repo, "config", "remote.origin.url", url)
    with pytest.raises(WorkspaceError, match="does not fetch from") as caught:
        address_of(repo)
    assert "https://" in caught.value.fix


def test_a_password_in_a_refused_address_is_not_shown(tmp_path: Path) -> None:
    repo = new_repository(tmp_path / "repo")
    git(repo, "config", "remote.origin.url", "ftp://me:secret@host/sorter.git")
    with pytest.raises(WorkspaceError) as caught:
        address_of(repo)
    assert "secret" not in caught.value.what


def test_a_relative_path_begins_at_the_clone(tmp_path: Path) -> None:
    origin = Origin(tmp_path)
    git(origin.clone, "remote", "set-url", "origin", "../origin.git")
    assert Path(address_of(origin.clone)).samefile(origin.path)


def test_a_linked_worktree_has_the_origin_of_its_repository(tmp_path: Path) -> None:
    origin = Origin(tmp_path)
    git(origin.clone, "worktree", "add", "-q", "--detach", str(tmp_path / "linked"))
    assert address_of(tmp_path / "linked") == str(origin.path)


def test_a_clone_without_an_origin_is_told_to_name_one(tmp_path: Path) -> None:
    repo = new_repository(tmp_path / "repo")
    with pytest.raises(WorkspaceError, match="has no origin"):
        address_of(repo)
