"""Verdicts as check runs of a GitHub App: once, in their order, and not where the App may not write them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from coordinator.app.runtime import open_tracker
from coordinator.config.settings import Config
from coordinator.trackers import ReviewState
from coordinator.trackers.forge.commit_status import context_of
from tests.support.forge.state import CheckRun
from tests.support.forge_house import (
    FINE,
    MENDED,
    SHOP,
    Site,
    as_app,
    panel,
    site_at,
    until_ends,
    watching,
)

NAME = context_of("main")


def check_runs(site: Site, number: int) -> list[CheckRun]:
    return site.standin.world.repos[SHOP].check_runs.get(site.pull(number).head, [])


def test_a_verdict_is_a_check_run_and_no_status(tmp_path: Path) -> None:
    with site_at("github", tmp_path) as server:
        site, config = as_app(server, tmp_path, panel(FINE))
        with watching(config):
            number = site.open(files=MENDED)
            until_ends(config, "done")
        found = [(run.name, run.status, run.conclusion) for run in check_runs(site, number)]
        assert found == [(NAME, "in_progress", None), (NAME, "completed", "success")]
        assert check_runs(site, number)[-1].output["title"].startswith(f"#{number} success: ")
        assert site.statuses(number) == []
        assert site.ours(number)["verdict"].startswith("**Accepted**")


def show(config: Config, number: int, *states: ReviewState) -> None:
    """Show these states of a review, one after the other."""

    async def act() -> None:
        async with open_tracker(config) as tracker:
            key = f"{SHOP}#{number}"
            entry = await tracker.entry(key)
            assert entry is not None
            for state in states:
                await tracker.show_state(key, state, "As seen", entry=entry.id)

    asyncio.run(act())


def test_a_repeated_write_changes_the_same_check_run(tmp_path: Path) -> None:
    with site_at("github", tmp_path) as server:
        site, config = as_app(server, tmp_path, panel(FINE))
        number = site.open()
        show(config, number, "begun", "reject")
        show(config, number, "reject")
        show(config, number, "begun", "error")
        found = [run.conclusion for run in check_runs(site, number)]
        assert found == [None, "failure", None, "cancelled"]


def test_pull_requests_at_one_commit_share_the_worst_state(tmp_path: Path) -> None:
    with site_at("github", tmp_path) as server:
        site, config = as_app(server, tmp_path, panel(FINE))
        first = site.open()
        second = site.open("Another", at=site.pull(first).head, fork=True)
        show(config, first, "reject")
        show(config, second, "accept")
        newest = check_runs(site, first)[-1]
        assert newest.conclusion == "failure"
        assert newest.output["title"].startswith(f"#{second} success, but #{first} failure: ")


def test_a_status_of_an_earlier_version_follows_the_check_run(tmp_path: Path) -> None:
    """A rule demands both, if a commit has a status and a check run of one name."""
    with site_at("github", tmp_path) as server:
        site, config = as_app(server, tmp_path, panel(FINE))
        number = site.open()
        world = site.standin.world
        old = {"state": "pending", "context": NAME, "description": f"#{number} pending: At work"}
        with world.changed:
            world.status(world.repos[SHOP], world.user(site.me), site.pull(number).head, old)
        show(config, number, "accept")
        assert check_runs(site, number)[-1].conclusion == "success"
        assert site.statuses(number) == ["pending", "success"]


def test_without_the_permission_it_is_a_status_and_the_log_says_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with site_at("github", tmp_path) as server:
        site, config = as_app(server, tmp_path, panel(FINE))
        site.standin.world.lacking.add("checks=write")
        number = site.open()
        show(config, number, "begun", "accept")
        assert check_runs(site, number) == []
        assert site.statuses(number) == ["pending", "success"]
        assert caplog.text.count("give the App the permission Checks: write") == 1


def test_our_own_check_run_is_not_the_ci_of_a_pull_request(tmp_path: Path) -> None:
    with site_at("github", tmp_path) as server:
        site, config = as_app(server, tmp_path, panel(FINE))
        number = site.open()
        show(config, number, "reject")

        async def look() -> str:
            async with open_tracker(config) as tracker:
                (pull,) = await tracker.pulls(f"{SHOP}#{number}")
                return pull.ci

        assert asyncio.run(look()) == ""
