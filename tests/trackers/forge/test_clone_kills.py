"""Our clone of a forge's repository can be fetched into again, whenever its git was killed."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from coordinator.app.runtime import open_tracker
from coordinator.config.environment import CLONES
from coordinator.config.settings import Config
from coordinator.errors import CoordinatorError, OriginUnavailable
from coordinator.workspace.git import SECONDS
from tests.support.forge_house import SHOP, Site, panel, settle, site_at
from tests.support.killed_git import CHANGES, Instant, KilledGit
from tests.support.repositories import git


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with site_at("gitea", tmp_path) as site:
        yield site


@pytest.fixture
def killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> KilledGit:
    return KilledGit(tmp_path / "bin", monkeypatch, "fetch")


def fetch(config: Config, number: int) -> Path:
    """Return our clone after a fetch of a pull request."""

    async def work() -> str:
        async with open_tracker(config) as tracker:
            found = await tracker.delivery(await tracker.issue(f"{SHOP}#{number}"))
            return found.repo

    return Path(asyncio.run(work()))


def make_older(folder: Path) -> int:
    """Make all locks in a clone older than any git command. Return their number."""
    locks = list(folder.rglob("*.lock"))
    for lock in locks:
        age = lock.stat().st_mtime - SECONDS - 1
        os.utime(lock, (age, age))
    return len(locks)


def test_a_lock_that_a_killed_git_has_left_is_removed_when_it_is_old(
    site: Site, tmp_path: Path
) -> None:
    config, number = settle(site, tmp_path, panel()), site.open()
    clone = fetch(config, number)
    shutil.rmtree(clone / ".git/refs/coordinator")
    lock = clone / f".git/refs/coordinator/pull/{number}.lock"
    lock.parent.mkdir(parents=True)
    lock.touch()
    with pytest.raises(OriginUnavailable, match="lock"):
        fetch(config, number)
    assert make_older(clone) == 1
    fetch(config, number)
    assert not lock.exists()


def check(killed: KilledGit, config: Config, number: int, moments: list[Instant]) -> int:
    """Kill the fetch at each moment, and fetch again. Return how many locks were left in all."""
    clones = config.home / CLONES
    left = 0
    for moment in moments:
        shutil.rmtree(clones)
        killed.kill_at(moment)
        with pytest.raises(CoordinatorError):
            fetch(config, number)
        killed.let_live()
        left += make_older(clones)
        clone = fetch(config, number)
        git(clone, "fsck", "--strict")
        assert git(clone, "rev-parse", f"refs/coordinator/pull/{number}"), moment
    return left


def moments_of(killed: KilledGit, config: Config, number: int) -> list[Instant]:
    killed.list_calls("fetch", CHANGES)
    fetch(config, number)
    killed.let_live()
    return killed.listed("fetch")


@pytest.mark.needs("strace")
def test_a_clone_is_fetched_into_again_after_a_kill(
    killed: KilledGit, site: Site, tmp_path: Path
) -> None:
    config, number = settle(site, tmp_path, panel()), site.open()
    renames = [each for each in moments_of(killed, config, number) if "rename" in each.call]
    assert check(killed, config, number, renames[:1]) == 1


@pytest.mark.needs("strace")
@pytest.mark.soak
def test_a_clone_is_fetched_into_again_after_a_kill_at_any_call(
    killed: KilledGit, site: Site, tmp_path: Path
) -> None:
    config, number = settle(site, tmp_path, panel()), site.open()
    assert check(killed, config, number, moments_of(killed, config, number)) > 1
