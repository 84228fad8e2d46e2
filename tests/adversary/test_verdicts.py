"""What people try in order to get another verdict on the same content: more pull requests, invisible changes."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from coordinator.config.environment import state_file
from coordinator.config.settings import Config
from coordinator.reviews.record import ReviewReader, ReviewRecord
from coordinator.storage.store import Store
from tests.support.forge_house import (
    FINE,
    MENDED,
    SHOP,
    Site,
    ends,
    panel,
    settle,
    site_at,
    watching,
)
from tests.support.reviews import report, write_replies
from tests.support.waiting import wait_until

pytestmark = pytest.mark.adversary
BAD = report((2, 2), against=["CK-001"])
BODY = "greet.py must greet every guest by name."


def opened(site: Site, number: int, body: str = BODY, at: str = "") -> int:
    """Open a pull request that is its own request, with the mended file or at a known commit."""
    return site.standin.open_pull(
        SHOP, site.author, f"work-{number}", "Greet", body, MENDED, fork=True, at=at
    )


def reviews(config: Config) -> list[ReviewRecord]:
    """All reviews, oldest first."""
    with closing(Store(state_file(config.home))) as store:
        reader = ReviewReader(store)
        return [reader.review(run.id) for run in reversed(store.runs())]


def outcomes(config: Config) -> list[tuple[str, bool]]:
    """What each review came to, and whether a judge was asked."""
    return [(review.state, bool(review.asked)) for review in reviews(config)]


@pytest.mark.parametrize("dialect", ["github", "gitea"])
def test_six_pull_requests_with_the_same_content_buy_one_panel(
    dialect: str, tmp_path: Path
) -> None:
    with site_at(dialect, tmp_path) as site:
        config = settle(site, tmp_path, panel(BAD))
        with watching(config):
            first = opened(site, 0)
            wait_until(lambda: ends(config) == ["done"])
            write_replies(tmp_path, panel(FINE))  # a panel in a better mood
            for number in range(1, 6):
                opened(site, number, at=site.pull(first).head)
            wait_until(lambda: ends(config) == ["done"] * 6)
        assert outcomes(config) == [("reject", True)] + [("reject", False)] * 5
        said = site.ours(6)["verdict"]
        assert f"those of {reviews(config)[0].id[:12]}" in said
        assert "R1: " in said  # the reasons are in no other comment of this pull request


def test_pull_requests_at_the_same_time_buy_one_panel(tmp_path: Path) -> None:
    with site_at("github", tmp_path) as site:
        config = settle(site, tmp_path, panel(FINE, delay=0.2))
        first = opened(site, 0)
        for number in range(1, 4):
            opened(site, number, at=site.pull(first).head)
        with watching(config, backlog=True):
            wait_until(lambda: ends(config) == ["done"] * 4)
        found = outcomes(config)
        assert {state for state, _ in found} == {"accept"}
        assert sum(asked for _, asked in found) == 1


INVISIBLE = {
    "white space": "greet.py  must greet\r\n\r\n every guest by name. \n",
    "zero width": "greet.py must greet every\u200b guest\u2060 by\ufeff name.",
    "fillers": "greet.py must greet every\u3164 guest\u2800 by name.\u034f\ufe0f\U000e0041",
    "a comment": "greet.py must greet every guest <!-- 2 --> by name.",
    "other spaces": "greet.py must greet\u00a0every\u2003guest by name.",
    "full width": "greet.py must greet every guest by name\uff0e",
}


@pytest.mark.parametrize("body", INVISIBLE.values(), ids=INVISIBLE.keys())
def test_what_nobody_sees_buys_no_panel(body: str, tmp_path: Path) -> None:
    check_repetition(tmp_path, lambda site, first: opened(site, 1, body, site.pull(first).head))


def test_a_commit_that_changes_nothing_buys_no_panel(tmp_path: Path) -> None:
    check_repetition(tmp_path, _with_an_empty_commit)


def _with_an_empty_commit(site: Site, first: int) -> object:
    """Open a pull request whose head is another commit with the same tree."""
    head = site.pull(first).head
    second = site.standin.open_pull(
        SHOP, site.author, "work-1", "Greet", BODY, fork=True, draft=True, at=head
    )
    site.standin.push(SHOP, second, {})
    assert site.pull(second).head != head
    site.standin.ready(SHOP, second)
    return second


def check_repetition(place: Path, attack: Callable[[Site, int], object]) -> None:
    with site_at("github", place) as site:
        config = settle(site, place, panel(BAD))
        with watching(config):
            first = opened(site, 0)
            wait_until(lambda: ends(config) == ["done"])
            write_replies(place, panel(FINE))
            attack(site, first)
            wait_until(lambda: ends(config) == ["done"] * 2)
        assert outcomes(config) == [("reject", True), ("reject", False)]


def test_leaving_panels_before_their_verdict_ends_at_a_person(tmp_path: Path) -> None:
    """Somebody closes each pull request when its first ballot is bad, and opens the next one."""
    with site_at("github", tmp_path) as site:
        slow = [line | {"delay": 3.0} if line["seat"] == "Cid" else line for line in panel(BAD)]
        config = settle(site, tmp_path, slow, extra="review: {reviews_per_issue: 1}\n")
        with watching(config):
            first = opened(site, 0)
            wait_until(lambda: has_ballot(config))
            site.standin.close(SHOP, first)
            wait_until(lambda: ends(config) == ["done"])
            write_replies(tmp_path, panel(FINE))
            opened(site, 1)
            wait_until(lambda: ends(config) == ["done"] * 2)
        assert [review.state for review in reviews(config)] == ["superseded", "escalate"]


def has_ballot(config: Config) -> bool:
    return any(review.testimonies for review in reviews(config))
