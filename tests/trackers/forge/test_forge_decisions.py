"""People decide on a forge: by a review, a merge, a close or a command."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from coordinator.config.settings import Config
from tests.support.forge_house import (
    DIALECTS,
    MENDED,
    Site,
    press_merge,
    settle,
    site_at,
    watching,
)
from tests.support.tracker_decisions import (
    SPLIT,
    look_once,
    next_round,
    undecided,
    until_decided,
    until_undecided,
)


@pytest.fixture(params=DIALECTS)
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Site]:
    with site_at(request.param, tmp_path) as site:
        site.standin.grant(site.repo, "maria", "write")
        yield site


def escalated(site: Site, home: Path, extra: str = "") -> tuple[Config, int]:
    """A pull request that a person has to decide."""
    config = settle(site, home, SPLIT, extra=extra)
    with watching(config):
        number = site.open(files=MENDED)
        until_undecided(config)
    assert look_once(config) == []
    return config, number


def key_of(site: Site, number: int) -> str:
    return f"{site.repo}#{number}"


@pytest.mark.parametrize(
    ("state", "outcome", "shown"),
    [("APPROVED", "accept", "success"), ("CHANGES_REQUESTED", "reject", "failure")],
)
def test_a_review_of_the_judged_commit_is_a_decision(
    site: Site, tmp_path: Path, state: str, outcome: str, shown: str
) -> None:
    config, number = escalated(site, tmp_path)
    ours = len(site.ours(number))
    site.standin.review(site.repo, number, "maria", state, "It greets everybody.")
    (made,) = look_once(config)
    decision = made.decision
    assert (decision.outcome, decision.by, decision.way) == (outcome, "maria", "review")
    assert decision.reason == "It greets everybody."
    assert undecided(config) == []
    assert site.statuses(number)[-1] == shown
    assert len(site.ours(number)) - ours == (1 if outcome == "reject" else 0)  # the author starts
    assert next_round(config, site.dialect, key_of(site, number)).held == ""
    assert look_once(config) == [made]


def test_a_merge_is_an_accept(site: Site, tmp_path: Path) -> None:
    config, number = escalated(site, tmp_path)
    assert press_merge(site, number).is_success
    (made,) = look_once(config)
    assert (made.decision.outcome, made.decision.by, made.decision.way) == (
        "accept",
        "maria",
        "merge",
    )
    assert undecided(config) == []


def test_a_close_is_a_reject(site: Site, tmp_path: Path) -> None:
    config, number = escalated(site, tmp_path)
    site.standin.close(site.repo, number, "maria")
    (made,) = look_once(config)
    assert (made.decision.outcome, made.decision.by, made.decision.way) == (
        "reject",
        "maria",
        "close",
    )
    assert undecided(config) == []


@pytest.mark.parametrize("outcome", ["accept", "reject"])
def test_a_command_is_carried_out(site: Site, tmp_path: Path, outcome: str) -> None:
    config, number = escalated(site, tmp_path)
    site.standin.comment(site.repo, number, "maria", f"/coordinator {outcome} as I say")
    (made,) = look_once(config)
    assert (made.decision.outcome, made.decision.reason) == (outcome, "as I say")
    assert site.statuses(number)[-1] == ("success" if outcome == "accept" else "failure")
    assert undecided(config) == []


def test_others_decide_nothing(site: Site, tmp_path: Path) -> None:
    config, number = escalated(site, tmp_path)
    site.standin.grant(site.repo, site.author, "write")
    site.standin.grant(site.repo, "robot[bot]", "write")
    for somebody in (site.author, "robot[bot]", "stranger", "olga", site.me):
        site.standin.comment(site.repo, number, somebody, "/coordinator accept")
        if somebody not in (site.author, site.me):
            site.standin.review(site.repo, number, somebody, "APPROVED")
        assert look_once(config) == []
    edited = site.standin.comment(site.repo, number, "maria", "> why?\n\nwell")
    edited.body = "/coordinator accept"
    edited.updated += timedelta(seconds=5)
    site.standin.comment(site.repo, number, "maria", "> /coordinator accept\n\nreally?")
    assert look_once(config) == []
    assert len(undecided(config)) == 1
    site.standin.close(site.repo, number, site.author)
    assert look_once(config) == []


def test_only_listed_people_decide(site: Site, tmp_path: Path) -> None:
    config, number = escalated(site, tmp_path, "people: [Olga]\n")
    site.standin.comment(site.repo, number, "maria", "/coordinator accept")
    assert look_once(config) == []
    site.standin.comment(site.repo, number, "olga", "/coordinator accept")
    assert [made.decision.by for made in look_once(config)] == ["olga"]


def test_an_approval_of_another_commit_or_before_the_verdict_decides_nothing(
    site: Site, tmp_path: Path
) -> None:
    config = settle(site, tmp_path, SPLIT)
    number = site.open(files=MENDED)
    site.standin.review(site.repo, number, "maria", "APPROVED")
    site.standin.comment(site.repo, number, "maria", "/coordinator accept")
    with watching(config, backlog=True):
        until_undecided(config)
    assert look_once(config) == []
    before = site.standin.review(site.repo, number, "maria", "APPROVED")
    before.sha = "0" * 40
    assert look_once(config) == []
    assert len(undecided(config)) == 1


def test_the_daemon_notices(site: Site, tmp_path: Path) -> None:
    config = settle(site, tmp_path, SPLIT)
    with watching(config):
        number = site.open(files=MENDED)
        until_undecided(config)
        site.standin.review(site.repo, number, "maria", "APPROVED")
        assert until_decided(config).decision.by == "maria"
    assert undecided(config) == []
