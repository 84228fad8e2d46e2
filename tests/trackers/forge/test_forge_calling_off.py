"""Panels about pull requests that are called off, and authors who push while panels are at work."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from coordinator.config.environment import state_file
from coordinator.config.settings import Config
from coordinator.models import Superseded
from coordinator.reviews.publish import LEFT, TOO_OFTEN
from coordinator.storage.store import Store
from tests.support.forge_house import Site, panel, records, settle, site_at, watching
from tests.support.reviews import report
from tests.support.waiting import wait_until

FINE = report((5, 5))
HANGING = panel(FINE, delay=1000.0)


@pytest.fixture(params=["github", "gitea"])
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Site]:
    with site_at(request.param, tmp_path, "write") as site:
        yield site


def has_panel(config: Config, number: int) -> bool:
    """Return whether the review with this number has begun its panel, or has ended without one."""
    with closing(Store(state_file(config.home))) as store:
        runs = list(reversed(store.runs()))
        if len(runs) < number:
            return False
        run = runs[number - 1]
        return run.state == "done" or "suspicions" in store.keys(run.id)


def wait_for_panel(config: Config, number: int) -> None:
    wait_until(lambda: has_panel(config, number))


def test_an_author_who_pushes_again_and_again_pays_for_few_panels(
    site: Site, tmp_path: Path
) -> None:
    config = settle(site, tmp_path, HANGING, extra="review: {settle: 0.1s, attempts: 2}\n")
    with watching(config):
        number = site.open()
        for turn in range(1, 4):
            wait_for_panel(config, turn)
            site.standin.push(site.repo, number, {"notes.md": f"Push {turn}.\n"})
        wait_for_panel(config, 4)
        wait_until(lambda: all(record.ending for record in records(config)))
    found = records(config)
    assert [bool(record.work) for record in found] == [True, True, False, False]
    assert [record.ending for record in found[2:]] == [Superseded(why=TOO_OFTEN)] * 2
    assert not any(record.asked for record in found)
    ours = site.ours(number)
    assert "Attempt 2 of at most 2 begins" in ours["attempt"]
    assert "the last 2 in a row were called off" in ours["too-often"]
    assert site.statuses(number)[-1] == "error"


def test_a_panel_ends_when_its_pull_request_is_closed(site: Site, tmp_path: Path) -> None:
    config = settle(site, tmp_path, HANGING, extra="review: {settle: 0.1s, attempts: 2}\n")
    with watching(config):
        number = site.open()
        wait_for_panel(config, 1)
        site.standin.close(site.repo, number, "olga")
        wait_until(lambda: records(config)[0].ending)
    (record,) = records(config)
    assert record.ending == Superseded(why=LEFT)
    assert "It is cancelled now." in site.ours(number)["superseded"]
