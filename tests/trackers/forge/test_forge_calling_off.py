"""Panels about pull requests that are called off, and authors who push while panels are at work."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from coordinator.config.environment import state_file
from coordinator.config.settings import Config
from coordinator.models import Ending, Submission, Superseded
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


def panels(config: Config) -> list[str]:
    """Return the entries whose panels have begun, oldest first."""
    with closing(Store(state_file(config.home))) as store:
        begun = [run for run in reversed(store.runs()) if "suspicions" in store.keys(run.id)]
        return [Submission.model_validate_json(run.input).entry for run in begun]


def ending_of(config: Config, head: str) -> Ending | None:
    """Return the ending of the last review of a commit."""
    found = [record for record in records(config) if record.submission.entry == head]
    return found[-1].ending if found else None


def test_an_author_who_pushes_again_and_again_pays_for_few_panels(
    site: Site, tmp_path: Path
) -> None:
    config = settle(site, tmp_path, HANGING, extra="review: {settle: 0.1s, attempts: 2}\n")
    with watching(config):
        number = site.open()
        first = site.pull(number).head
        wait_until(lambda: panels(config) == [first])
        second = site.standin.push(site.repo, number, {"notes.md": "Push 1.\n"})
        wait_until(lambda: panels(config) == [first, second])
        for turn in (2, 3):
            head = site.standin.push(site.repo, number, {"notes.md": f"Push {turn}.\n"})
            wait_until(partial(ending_of, config, head))
            assert ending_of(config, head) == Superseded(why=TOO_OFTEN)
    assert panels(config) == [first, second]
    assert not any(record.asked for record in records(config))
    ours = site.ours(number)
    assert "Attempt 2 of at most 2 begins" in ours["attempt"]
    assert "the last 2 in a row were called off" in ours["too-often"]
    assert site.statuses(number)[-1] == "error"


def test_a_panel_ends_when_its_pull_request_is_closed(site: Site, tmp_path: Path) -> None:
    config = settle(site, tmp_path, HANGING, extra="review: {settle: 0.1s, attempts: 2}\n")
    with watching(config):
        number = site.open()
        wait_until(lambda: panels(config))
        site.standin.close(site.repo, number, "olga")
        wait_until(lambda: records(config)[0].ending)
    (record,) = records(config)
    assert record.ending == Superseded(why=LEFT)
    assert "It is cancelled now." in site.ours(number)["superseded"]
