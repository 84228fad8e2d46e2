"""What known truths say of a panel: errors with intervals, and a change only where it is surely better."""

from __future__ import annotations

import os
from fractions import Fraction
from math import isclose
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coordinator.app.runtime import open_store
from coordinator.judgement.statistics.calibration import NEEDED, Calibration, Known, calibrate
from coordinator.judgement.statistics.confidence_interval import Rate
from coordinator.reviews.record import ReviewReader
from coordinator.views.text import render
from tests.support.dashboards import ACCEPT
from tests.support.panel_cases import ballot, hearing, rubric
from tests.support.repositories import git
from tests.support.reviews import (
    ISSUE,
    JUDGES,
    add_issue,
    make_config,
    make_repository,
    review_board,
    submit,
)
from tests.support.shell import call, data_of

SCORED = rubric(items={})  # under which scores alone decide


def panels(
    good: tuple[int, int, int], bad: tuple[int, int, int], bar: str, count: int = 24
) -> list[Known]:
    """As many panels of three, every other one about good work, with these scores."""
    known = []
    for number in range(count):
        scores = bad if number % 4 in (1, 2) else good
        ballots = []
        for seat, score in zip(JUDGES, scores, strict=True):
            ballots.append(ballot(seat, (score, score), by=SCORED))
        known.append((hearing(*ballots, by=SCORED, bar=Fraction(bar)), scores == good))
    return known


def figures(found: Calibration, name: str) -> tuple[Rate, Rate, Rate]:
    one = next(each for each in found.figures if each.rule == name)
    return one.right, one.false_accepts, one.false_rejects


def test_a_bar_that_lets_everything_through_is_put_right() -> None:
    found = calibrate(panels((5, 5, 5), (3, 3, 3), "2.5"))
    assert figures(found, "panel") == (
        Rate(hits=12, of=24),
        Rate(hits=12, of=12),
        Rate(hits=0, of=12),
    )
    (proposal,) = found.proposals
    assert (proposal.points, proposal.present) == (Rate(hits=24, of=24), Rate(hits=12, of=24))
    # What is nearest to the present bar and margin
    assert proposal.change == {"bar": "3.5", "margin": "0.3"}
    shown = render("calibration.txt", found=found, sources={"people": 24})
    assert "100 % of all points instead of 50 % (31-69)" in shown
    assert "review:\n  bar: 3.5\n  margin: 0.3" in shown


def test_a_seat_that_is_always_wrong_is_left_out() -> None:
    found = calibrate(panels((5, 5, 1), (1, 1, 5), "3.5"))
    assert figures(found, "Ann")[0] == Rate(hits=24, of=24)
    assert figures(found, "Cid")[0] == Rate(hits=0, of=24)
    assert [proposal.change for proposal in found.proposals] == [{"without": "Cid"}]
    assert "leave Cid out of panel.judges" in render("calibration.txt", found=found, sources={})


def test_nothing_is_proposed_that_is_not_surely_better_or_from_too_few() -> None:
    assert calibrate(panels((5, 5, 5), (1, 1, 1), "3.5")).proposals == ()
    few = calibrate(panels((5, 5, 5), (3, 3, 3), "2.5", 8))
    assert (few.known, few.missing, few.proposals) == (8, NEEDED - 8, ())
    assert calibrate([]) == Calibration(known=0, missing=NEEDED, figures=(), proposals=())


def test_merges_reverts_and_people_tell_the_truth(tmp_path: Path) -> None:
    config = make_config(tmp_path / "home", ACCEPT)
    env = {**os.environ, "COORDINATOR_HOME": str(config.home)}
    assert "Too few for a proposal: 20 more" in call("replay", "calibrate", env=env).stdout
    repos = [make_repository(tmp_path / name) for name in ("merged", "reverted", "left")]
    for repo in repos:
        submit(config, add_issue(config, repo))
    assert [review.state for review in review_board(config)] == ["accept"] * 3
    assert data_of(call("replay", "calibrate", "--json", env=env).stdout)["known"] == 0
    for repo in repos[:2]:
        git(repo, "checkout", "--quiet", "main")
        git(repo, "merge", "--quiet", "--ff-only", "work")
    git(repos[1], "revert", "--no-edit", "HEAD")
    git(repos[2], "revert", "--no-edit", "HEAD")  # on a branch of its author, which proves nothing
    found = data_of(call("replay", "calibrate", "--json", env=env).stdout)
    assert found["sources"] == {"merges": 1, "reverts": 1}
    assert next(each for each in found["figures"] if each["rule"] == "Ann")["right"] == {
        "hits": 1,
        "of": 2,
    }
    left = review_board(config)[2].id
    assert (
        call("decide", left, "reject", "--reason", "no", "--by", "Maria", env=env).returncode == 0
    )
    shown = call("replay", "calibrate", env=env).stdout
    assert "3 reviews with a known truth: 1 by merges, 1 by reverts, 1 by people" in shown
    assert "panel" in shown
    assert "17 more are needed" in shown


def test_canaries_are_reviewed_as_any_other_work_and_known_as_what_they_are(tmp_path: Path) -> None:
    repo = make_repository(tmp_path / "repo")
    (tmp_path / "task.md").write_text(ISSUE)
    one = f"issue: {tmp_path}/task.md, repo: {repo}, base: main, head: work"
    two = (
        f"canaries: [{{name: fine, {one}, truth: accept}}, {{name: broken, {one}, truth: reject}}]"
    )
    config = make_config(tmp_path / "home", ACCEPT, extra=two)
    before = git(repo, "for-each-ref"), git(repo, "status", "--porcelain")
    env = {**os.environ, "COORDINATOR_HOME": str(config.home)}
    ran = call("replay", "canary", "--config", config.source, env=env)
    assert ran.returncode == 0, ran.stderr
    assert "broken         accept; reject is right" in ran.stderr
    shown = [" ".join(line.split()) for line in ran.stdout.splitlines()]
    assert "Ann 100.0 (34.2-100.0) 50.0 (9.5-90.5) 100.0 (20.7-100.0) 0.0 (0.0-79.3)" in shown
    assert before == (git(repo, "for-each-ref"), git(repo, "status", "--porcelain"))
    assert list((config.home / "clones").iterdir()) == []
    with open_store(config.home) as store:
        runs = store.runs("local review")
        prompts = [
            store.text(ask.answered.prompt)
            for run in runs
            for ask in ReviewReader(store).review(run.id).asked
        ]
    assert len(prompts) == 8
    assert not [prompt for prompt in prompts if "canar" in prompt.lower() or "broken" in prompt]
    assert data_of(call("replay", "calibrate", "--json", env=env).stdout)["sources"] == {
        "canaries": 2
    }
    assert (
        call("replay", "canary", env={**env, "COORDINATOR_HOME": str(tmp_path / "none")}).returncode
        == 64
    )


# -- rates


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [
        # Computed by hand from Wilson's formula with z = 1.96.
        (0, 5, 0.0, 0.4345),
        (5, 5, 0.5655, 1.0),
        (5, 10, 0.2366, 0.7634),
        (1, 20, 0.0089, 0.2361),
        (90, 100, 0.8256, 0.9448),
    ],
)
def test_the_interval_of_a_rate_is_wilsons(hits: int, of: int, low: float, high: float) -> None:
    interval = Rate(hits=hits, of=of).interval
    assert isclose(interval[0], low, abs_tol=0.0002)
    assert isclose(interval[1], high, abs_tol=0.0002)


def test_of_nothing_everything_is_possible() -> None:
    assert Rate(hits=0, of=0).interval == (0.0, 1.0)


@given(st.integers(0, 400), st.integers(0, 400))
def test_an_interval_holds_its_rate_and_stays_between_none_and_all(hits: int, misses: int) -> None:
    rate = Rate(hits=hits, of=hits + misses)
    low, high = rate.interval
    assert 0 <= low <= high <= 1
    assert not rate.of or low <= hits / rate.of <= high


@given(st.integers(1, 50), st.integers(0, 50), st.integers(2, 20))
def test_more_cases_of_the_same_rate_say_more(hits: int, misses: int, times: int) -> None:
    few = Rate(hits=hits, of=hits + misses).interval
    many = Rate(hits=hits * times, of=(hits + misses) * times).interval
    assert many[1] - many[0] < few[1] - few[0]
