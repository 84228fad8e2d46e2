"""Reviews on record are decided again under other rules."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from coordinator.cli import replays
from coordinator.errors import UsageError
from tests.support.dashboards import ACCEPT
from tests.support.reviews import (
    JUDGES,
    judge_line,
    make_config,
    make_repository,
    report,
    review_locally,
    rubric_line,
)
from tests.support.shell import call, data_of


@pytest.mark.parametrize(
    "given", [{"bar": "9"}, {"bar": "high"}, {"margin": "-1"}, {"quorum": "0"}, {"thin": "so"}]
)
def test_rules_that_no_review_can_have_are_refused(given: dict[str, str]) -> None:
    with pytest.raises(UsageError, match=f"--{next(iter(given))}: "):
        replays.replay([], given, as_json=False)


def test_reviews_on_record_are_decided_again(tmp_path: Path) -> None:
    # 3.5, and the bar at 3.4
    thin = [rubric_line(), *(judge_line(name, report((4, 3))) for name in JUDGES)]
    config = make_config(tmp_path / "home", thin, "protocol: judge-with-debate, bar: 3.4")
    env = {**os.environ, "COORDINATOR_HOME": str(config.home)}
    review = review_locally(config, make_repository(tmp_path / "repo"))
    assert review.state == "escalate"
    other = review_locally(make_config(config.home, ACCEPT), make_repository(tmp_path / "other"))
    assert other.state == "accept"
    shown = call("replay", "--margin", "0.05", env=env).stdout
    assert "2 reviews decided again, 1 with another outcome" in shown
    assert f"{review.id}" in shown
    assert "a person decided" not in shown
    assert (
        call("decide", review.id, "accept", "--reason", "fine", "--by", "Maria", env=env).returncode
        == 0
    )
    shown = call("replay", review.id, "--margin", "0.05", env=env).stdout
    assert "; a person decided accept" in shown
    table = [" ".join(line.split()) for line in shown.splitlines()]
    assert table[-2:] == [
        "before 0.0 (0.0-79.3) - - 0.0 (0.0-79.3)",
        "after 100.0 (20.7-100.0) 100.0 (20.7-100.0) - 0.0 (0.0-79.3)",
    ]
    (found,) = data_of(call("replay", "--margin", "0.05", "--json", env=env).stdout)
    assert {row["id"]: (row["before"][0], row["after"][0]) for row in found["reviews"]} == {
        review.id: ("escalate", "accept"),
        other.id: ("accept", "accept"),
    }
    assert "0 with another outcome" in call("replay", env=env).stdout


def test_a_file_of_recorded_judges_is_sent_to_its_command() -> None:
    ran = call("replay", "judges.csv.gz", "--bar", "3.4")
    assert ran.returncode == 64
    assert "judges.csv.gz is a file" in ran.stderr
    assert 'make panels FILES="judges.csv.gz"' in ran.stderr
