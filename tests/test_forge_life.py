"""The life of pull requests with the real daemon, on both dialects of the stand-in and on a real Gitea."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from coordinator.trackers import file_name
from tests.forge_house import BAD, FORGES, GOOD, MENDED, Site, ends, panel, settle, site_at, watching
from tests.waiting import wait_until

STATES = "labels: {begun: reviewing, accept: accepted, reject: rejected, escalate: person}"


@pytest.mark.parametrize("where", FORGES)
def test_opened_rejected_with_findings_started_again_accepted_and_merged(where: str, tmp_path: Path) -> None:
    with site_at(where, tmp_path) as site:
        config = settle(
            site, tmp_path, panel(BAD, GOOD), f"merge: always, {STATES}", extra="serve: {url: 'https://x.org'}\n"
        )
        with watching(config):
            number = site.open()
            pull = site.pull(number)
            first = pull.head
            wait_until(lambda: "rework" in site.ours(number))
            (review,) = pull.reviews
            assert (review.user.login, review.state, review.sha) == (site.me, "CHANGES_REQUESTED", first)
            assert [(line.path, line.line) for line in review.comments] == [("greet.py", 2)]
            assert site.statuses(number) == ["pending", "failure"]
            assert pull.statuses[first][-1].target_url == f"https://x.org/reviews/{review_id(site, number, first)}"
            assert pull.labels == ["rejected"]
            said = site.ours(number)
            assert "**Sent back**" in said["verdict"]
            assert said["rework"].startswith(f"@{site.author} ")
            site.server.push(site.repo, number, MENDED)
            wait_until(lambda: pull.merged)
            wait_until(lambda: ends(config) == ["done", "done"])
        assert check_life(site, number)["verdict"].startswith("**Accepted**")


def check_life(site: Site, number: int) -> dict[str, str]:
    """Every write of a life that was sent back once and merged is there once; our comments."""
    pull = site.pull(number)
    made = [(review.state, review.sha == pull.head) for review in pull.reviews if review.user.login == site.me]
    assert made == [("CHANGES_REQUESTED", False), ("APPROVED", True)]
    assert Counter(site.statuses(number)) == {"pending": 1, "success": 1}
    assert pull.labels == ["accepted"]
    assert pull.merged
    said = site.ours(number)
    assert set(said) == {"verdict", "rework"}
    return said


def review_id(site: Site, number: int, head: str) -> str:
    return f"{file_name(f'{site.repo}#{number}')}.{head}"
