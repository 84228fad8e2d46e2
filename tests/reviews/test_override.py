"""A person's decision reaches the tracker: once, durably, and never against somebody who was there first."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from coordinator.config.environment import state_file
from coordinator.config.settings import Config
from coordinator.errors import RunError, Unsettled, UsageError
from coordinator.reviews.earlier_reviews import earlier_reviews
from coordinator.reviews.override import override_of, review_of
from coordinator.reviews.record import ReviewReader
from coordinator.storage.store import Store
from coordinator.trackers.board import Board
from tests.support.dashboards import SPLIT, begin
from tests.support.multica_daemon import FAST, ended, enter, submitted, told, watching
from tests.support.multica_house import seat_panel, settle
from tests.support.multica_server import Issue, MulticaServer, breaks
from tests.support.overrides import decide
from tests.support.reviews import review_board


@pytest.fixture
def server() -> Iterator[MulticaServer]:
    with MulticaServer() as running:
        yield running


def escalated(server: MulticaServer, home: Path, settings: str = "") -> tuple[Config, Issue, str]:
    """A review on Multica that a person has to decide."""
    seat_panel(server)["Judge-GPT"].behave = breaks()
    config, issue = settle(server, home, f"{settings}\n{FAST}"), submitted(server)
    with watching(server, config):
        enter(server, issue)
        (whole,) = ended(server, config)
    assert whole.state == "escalate"
    return config, issue, whole.id


# -- on Multica


@pytest.mark.parametrize("settings", ["", "multica: {on_escalation: blocked}"])
def test_an_accept_ends_the_review_on_multica_whatever_the_escalation_made_of_it(
    server: MulticaServer, tmp_path: Path, settings: str
) -> None:
    config, issue, review = escalated(server, tmp_path, settings)
    assert decide(config, review, "accept").state == "done"
    assert issue.status == "done"
    assert told(server, issue)[-2:] == ["Coordinator: status done", "Coordinator: /note accept 0"]


def test_a_reject_starts_the_author_again(server: MulticaServer, tmp_path: Path) -> None:
    config, issue, review = escalated(server, tmp_path)
    settled = decide(config, review, "reject")
    assert settled.state == "done"
    assert issue.status == "in_progress"
    assert "retrigger: run" in settled.notes[-1]
    author = next(agent for agent in server.world.agents.values() if agent.name == "Author")
    assert len(server.tasks(issue, author)) == 1
    assert told(server, issue)[-2:] == [
        "Coordinator: status in_progress",
        "Coordinator: @Author reject 0",
    ]


def test_somebody_who_moved_the_issue_is_not_overruled(
    server: MulticaServer, tmp_path: Path
) -> None:
    config, issue, review = escalated(server, tmp_path)
    server.move(issue, "done", by=server.owner)
    settled = decide(config, review, "reject")
    assert (settled.state, issue.status) == ("done", "done")
    assert "the issue was not changed" in settled.notes[0]
    assert told(server, issue)[-1] != "Coordinator: reject 0"


# -- on the board


@pytest.fixture
def home(tmp_path: Path) -> tuple[Config, str, str]:
    """A review on the board that a person has to decide: the configuration, the issue and the review."""
    config, key = begin(tmp_path, SPLIT, review="protocol: judge-with-debate, debates: 0")
    (whole,) = review_board(config)
    return config, key, whole.id


def test_a_decision_whose_process_died_is_carried_out_by_the_next_one(
    home: tuple[Config, str, str],
) -> None:
    config, key, review = home
    assert decide(config, review, "accept", serve=False).state == "open"
    with closing(Board(config.home)) as board, closing(Store(state_file(config.home))) as store:
        assert board.issue(key).status == "in_review"
        with pytest.raises(Unsettled, match="still being carried out"):
            earlier_reviews(ReviewReader(store), "board", key, "")
    assert decide(config, review, "accept").state == "done"
    with closing(Board(config.home)) as board:
        assert board.issue(key).status == "done"


def test_a_decision_that_agrees_changes_nothing_and_is_kept_as_a_label(
    home: tuple[Config, str, str],
) -> None:
    config, key, review = home
    decide(config, review, "accept", once="01")
    with closing(Board(config.home)) as board:
        before = board.show(key)
    settled = decide(config, review, "accept", once="02")
    assert (settled.state, settled.decision.stood, settled.notes) == ("done", "accept", ())
    with closing(Board(config.home)) as board:
        assert board.show(key) == before


def test_after_an_accept_by_a_person_the_count_of_rejects_begins_anew(
    home: tuple[Config, str, str],
) -> None:
    config, key, review = home
    decide(config, review, "reject", once="01")
    with closing(Store(state_file(config.home))) as store:
        assert earlier_reviews(ReviewReader(store), "board", key, "").rejects == 1
    decide(config, review, "accept", once="02")
    with closing(Store(state_file(config.home))) as store:
        left = earlier_reviews(ReviewReader(store), "board", key, "")
    assert (left.rejects, left.reasons) == (0, ())


def test_an_open_review_is_not_decided(home: tuple[Config, str, str]) -> None:
    config, _, review = home
    with closing(Store(state_file(config.home))) as store:
        store.add_run("B-9.1", "review", store.run(review).input.replace(review, "B-9.1"), owner="")
        with pytest.raises(UsageError, match="still open"):
            override_of(review_of(store, "B-9.1"), "accept", "because", "Maria")
        store.add_run("other", "council", "{}", owner="")
        with pytest.raises(UsageError, match="is a council, not a review"):
            review_of(store, "other")
        with pytest.raises(RunError, match="there is no run"):
            review_of(store, "nothing")


@pytest.mark.parametrize(
    ("outcome", "reason", "by", "said"),
    [
        ("escalate", "because", "Maria", "is not a valid decision"),
        ("accept", " \n", "Maria", "needs a reason"),
        ("accept", "because", " ", "needs the name"),
        ("accept", "x" * 10_001, "Maria", "a reason is too long"),
        ("accept", "because", "M" * 101, "the name of the person who decides is too long"),
    ],
)
def test_what_a_decision_lacks_is_said(
    home: tuple[Config, str, str], outcome: str, reason: str, by: str, said: str
) -> None:
    config, _, review = home
    with closing(Store(state_file(config.home))) as store, pytest.raises(UsageError, match=said):
        override_of(review_of(store, review), outcome, reason, by)
