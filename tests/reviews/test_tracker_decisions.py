"""People decide on the board: by a status, a command, or an answer to our comment."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from coordinator.config.settings import Config
from coordinator.trackers import Comment
from coordinator.trackers.board import Board
from coordinator.trackers.decisions import parse_command
from tests.support.forge_house import records, watching
from tests.support.reviews import add_issue, make_config, make_repository, review_board, submit
from tests.support.tracker_decisions import (
    SPLIT,
    decisions,
    look_once,
    next_round,
    undecided,
    until_decided,
    until_undecided,
)
from tests.support.waiting import wait_until


def escalated(home: Path, extra: str = "") -> tuple[Config, str]:
    """A board with an issue that a person has to decide; ada is the author, eve the creator."""
    config = make_config(home / "home", SPLIT, extra=extra)
    key = add_issue(config, make_repository(home / "repo"))
    submit(config, key)
    (review,) = review_board(config)
    assert review.state == "escalate"
    assert look_once(config) == []
    return config, key


def our_comment(config: Config, key: str) -> Comment:
    with closing(Board(config.home)) as board:
        return next(each for each in board.comments(key) if each.author == "coordinator")


@pytest.mark.parametrize(
    ("status", "outcome", "way"),
    [
        ("done", "accept", "status"),
        ("in_progress", "reject", "status"),
        ("todo", "reject", "status"),
        ("cancelled", "reject", "close"),
    ],
)
def test_a_new_status_is_a_decision(tmp_path: Path, status: str, outcome: str, way: str) -> None:
    config, key = escalated(tmp_path)
    assert len(undecided(config)) == 1
    with closing(Board(config.home)) as board:
        board.move(key, status, actor="eve")
        said = len(board.comments(key))
    (made,) = look_once(config)
    decision = made.decision
    assert (decision.outcome, decision.by, decision.way) == (outcome, "eve", way)
    assert decision.at > 0
    assert undecided(config) == []
    with closing(Board(config.home)) as board:
        assert board.issue(key).status == status
        assert len(board.comments(key)) == said  # the card has been moved already
    assert look_once(config) == [made]
    told = next_round(config, "board", key)
    assert (told.held, told.rejects) == ("", 1 if outcome == "reject" else 0)


@pytest.mark.parametrize(
    ("text", "outcome", "reason"),
    [
        ("/coordinator accept fine by me", "accept", "fine by me"),
        ("/coordinator reject: the retries are missing", "reject", "the retries are missing"),
        ("/note /coordinator ACCEPT", "accept", ""),
    ],
)
def test_a_command_is_carried_out(tmp_path: Path, text: str, outcome: str, reason: str) -> None:
    config, key = escalated(tmp_path)
    with closing(Board(config.home)) as board:
        board.comment(key, text, author="eve")
    (made,) = look_once(config)
    assert (made.decision.outcome, made.decision.reason) == (outcome, reason)
    assert made.decision.way == "command"
    assert undecided(config) == []
    with closing(Board(config.home)) as board:
        assert board.issue(key).status == ("done" if outcome == "accept" else "in_progress")
        last = board.comments(key)[-1]
    assert "by eve**" in last.text
    assert last.addressee == ("ada" if outcome == "reject" else "")
    reasons = [each.text for each in next_round(config, "board", key).reasons]
    assert (reason in reasons) is (outcome == "reject")


def test_an_answer_to_our_comment_needs_one_word(tmp_path: Path) -> None:
    config, key = escalated(tmp_path)
    asked = our_comment(config, key)
    with closing(Board(config.home)) as board:
        board.comment(key, "accept", author="eve")  # no answer to our comment
        board.comment(key, "Accept this? Never.", author="eve", parent=asked.id)
    assert look_once(config) == []
    with closing(Board(config.home)) as board:
        board.comment(key, "reject: it greets nobody", author="eve", parent=asked.id)
    (made,) = look_once(config)
    assert (made.decision.outcome, made.decision.reason) == ("reject", "it greets nobody")


def test_the_author_and_people_who_are_not_listed_decide_nothing(tmp_path: Path) -> None:
    config, key = escalated(tmp_path, extra="people: [eve]\n")
    with closing(Board(config.home)) as board:
        for name in ("ada", "ADA", "mallory", "coordinator"):
            board.comment(key, "/coordinator accept", author=name)
            board.move(key, "done", actor=name)
            assert look_once(config) == []
    assert len(undecided(config)) == 1
    with closing(Board(config.home)) as board:
        board.comment(key, "/coordinator reject not yet", author="Eve")
    assert [made.decision.by for made in look_once(config)] == ["Eve"]


def test_a_command_before_the_verdict_decides_nothing(tmp_path: Path) -> None:
    config = make_config(tmp_path / "home", SPLIT)
    key = add_issue(config, make_repository(tmp_path / "repo"))
    with closing(Board(config.home)) as board:
        board.comment(key, "/coordinator accept", author="eve")
    submit(config, key)
    review_board(config)
    assert look_once(config) == []
    with closing(Board(config.home)) as board:
        board.comment(key, "> /coordinator accept\n\nI would not say that.", author="eve")
        board.comment(key, "```\n/coordinator accept\n```", author="eve")
    assert look_once(config) == []
    assert len(undecided(config)) == 1


def test_the_last_word_counts_and_an_older_one_does_not_come_back(tmp_path: Path) -> None:
    config, key = escalated(tmp_path)
    with closing(Board(config.home)) as board:
        board.comment(key, "/coordinator accept", author="eve")
        board.comment(key, "/coordinator reject on second thought", author="maria")
    assert [made.decision.outcome for made in look_once(config)] == ["reject"]
    with closing(Board(config.home)) as board:
        board.move(key, "done", actor="eve")
    assert [made.decision.outcome for made in look_once(config)] == ["reject", "accept"]
    assert len(look_once(config)) == 2


def test_the_daemon_notices_and_the_next_review_counts_it(tmp_path: Path) -> None:
    config = make_config(tmp_path / "home", SPLIT, extra="watch: {poll: 0.1s}\n")
    key = add_issue(config, make_repository(tmp_path / "repo"))
    with watching(config):
        submit(config, key)
        until_undecided(config)
        with closing(Board(config.home)) as board:
            board.move(key, "in_progress", actor="eve")
            board.move(key, "in_review", actor="ada")  # before the daemon has looked, perhaps
        made = until_decided(config)
        wait_until(lambda: len(records(config)) == 2 and records(config)[1].ending)
    assert (made.decision.by, made.decision.outcome) == ("eve", "reject")
    assert len(decisions(config)) == 1
    # The work is the same, so the answer of the person stands.
    again = records(config)[1]
    assert (again.state, again.earlier.rejects) == ("reject", 1)
    assert undecided(config) == []


def test_commands_are_the_first_words_of_a_comment() -> None:
    assert parse_command("well, /coordinator accept") is None
    assert parse_command("/coordinator acceptable") is None
    assert parse_command("/coordinator maybe") is None
    assert parse_command("accept", is_answer=True) is not None
    assert parse_command("accept") is None
