"""Dry runs: everything is read and judged, what would be written is shown, and nothing is written."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from coordinator.cli import main
from coordinator.config.environment import state_file
from coordinator.config.settings import Config
from coordinator.storage.store import Store
from coordinator.trackers.board import Board
from tests.support.multica_house import JUDGES as RESIDENTS
from tests.support.multica_house import META, WORDS, environment, seat_panel, settle
from tests.support.multica_server import MulticaServer
from tests.support.processes import Copy
from tests.support.reviews import (
    ASKED,
    JUDGES,
    add_issue,
    judge_line,
    make_config,
    make_repository,
    report,
    review_board,
    rubric_line,
    submit,
)
from tests.support.shell import Ran, call, data_of
from tests.support.waiting import PATIENCE, wait_until


@pytest.fixture
def board(tmp_path: Path) -> Config:
    """A home with one issue in review, which a recorded panel rejects."""
    bad = report((2, 2), against=["CK-001"])
    config = make_config(
        tmp_path / "home", [rubric_line(), *(judge_line(seat, bad) for seat in JUDGES)]
    )
    submit(config, add_issue(config, make_repository(tmp_path / "repo")))
    return config


@pytest.fixture
def server() -> Iterator[MulticaServer]:
    with MulticaServer() as running:
        yield running


def coordinator(config: Config, *arguments: str, env: dict[str, str] | None = None) -> Ran:
    env = env or {**os.environ, "COORDINATOR_HOME": str(config.home)}
    return call(*arguments, "--config", config.home / "coordinator.yaml", env=env, cwd=config.home)


def untouched(config: Config) -> bool:
    with closing(Board(config.home)) as board, closing(Store(state_file(config.home))) as store:
        return (
            board.issue("B-1").status == "in_review"
            and not board.comments("B-1")
            and not store.runs()
        )


# -- the board


def test_a_dry_review_of_an_issue_shows_what_it_would_write_and_writes_nothing(
    board: Config,
) -> None:
    ran = coordinator(board, "review", "--issue", "B-1", "--dry-run")
    assert ran.returncode == 1, ran.stderr
    acts = [line for line in ran.stdout.splitlines() if line.startswith("would ")]
    assert acts == [
        "would set B-1 to in_progress",
        "would comment on B-1 to ada:",
        "would start ada again on B-1",
    ]
    assert "  | <!-- coordinator: B-1.1 reject 0 -->" in ran.stdout
    assert "Does greet greet by name?" in ran.stdout
    assert "acted" not in ran.stderr
    assert untouched(board)


def test_the_real_review_is_still_due_and_writes_just_that(board: Config) -> None:
    shown = data_of(coordinator(board, "review", "--issue", "B-1", "--dry-run", "--json").stdout)
    (whole,) = review_board(board)
    with closing(Board(board.home)) as tracker:
        (posted,) = tracker.comments("B-1")
        assert tracker.issue("B-1").status == shown["would"][0]["to"] == "in_progress"
    assert posted.text == shown["would"][1]["text"]
    assert whole.verdict is not None
    assert whole.verdict.outcome == shown["verdict"]["outcome"]


def test_a_dry_run_is_on_record_apart(board: Config) -> None:
    shown = data_of(coordinator(board, "review", "--issue", "b-1", "--dry-run", "--json").stdout)
    with closing(Store(state_file(Path(shown["home"])))) as store:
        assert [run.id for run in store.runs()] == [shown["id"]] == ["B-1.1"]
    assert Path(shown["home"]).is_relative_to(board.home / "dry-run")


def test_an_issue_can_be_reviewed_by_hand_in_earnest(board: Config) -> None:
    ran = coordinator(board, "review", "--issue", "B-1")
    assert ran.returncode == 1, ran.stderr
    with closing(Board(board.home)) as tracker:
        assert tracker.issue("B-1").status == "in_progress"
    again = coordinator(board, "review", "--issue", "B-1")
    assert (
        again.returncode,
        "B-1 is not in review: its status is in_progress" in again.stderr,
    ) == (64, True)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--issue", "B-9"), "there is no issue 'B-9' on the board"),
        (
            ("--issue", "B-1", "--repo", "elsewhere"),
            "--repo and --base cannot be used with the issue B-1: the tracker names both",
        ),
        (("--issue", "coordinator.yaml", "--dry-run"), "--dry-run is only for issues of a tracker"),
    ],
)
def test_what_cannot_be_meant_is_refused(
    board: Config, arguments: tuple[str, ...], said: str
) -> None:
    ran = coordinator(board, "review", *arguments)
    assert ran.returncode == 64
    assert said in ran.stderr
    assert untouched(board)


def test_a_dry_watch_logs_what_it_would_write_and_starts_anew_each_time(board: Config) -> None:
    for _ in range(2):
        log = watched(
            board,
            "would start ada again on B-1",
            {**os.environ, "COORDINATOR_HOME": str(board.home)},
        )
        assert "would set B-1 to in_progress" in log
        assert "acted" not in log
    assert untouched(board)


def watched(config: Config, until: str, env: dict[str, str]) -> str:
    """What a dry watch says up to this, and that it ends well when told to."""
    file = config.home / "said"
    file.write_text("")
    daemon = Copy(main, ("watch", "--dry-run", "--backlog"), env=env, cwd=config.home, stderr=file)
    try:
        wait_until(lambda: until in file.read_text() or daemon.poll() is not None, file.read_text)
        assert daemon.poll() is None, file.read_text()
        daemon.send_signal(signal.SIGTERM)
        assert daemon.wait(PATIENCE) == 0
    finally:
        daemon.kill()
    return file.read_text()


# -- Multica, with agents who live there


def delivered(server: MulticaServer) -> str:
    author = server.add_agent("Author")
    issue = server.add_issue(
        assignee=author, status="in_progress", description=f"The list is sorted. Do {ASKED}."
    )
    server.say(issue, WORDS, by=author)
    server.move(issue, "in_review", by=author)
    return issue.identifier


def writes(server: MulticaServer) -> list[str]:
    return [f"{one.method} {one.path}" for one in server.requests if one.method != "GET"]


def test_a_dry_run_asks_nobody_in_the_tracker_and_says_so(
    server: MulticaServer, tmp_path: Path
) -> None:
    config = settle(server, tmp_path)
    seat_panel(server)
    key = delivered(server)
    ran = coordinator(
        config, "review", "--issue", key, "--dry-run", env=environment(server, tmp_path)
    )
    assert ran.returncode == 3, ran.stderr
    assert [line for line in ran.stdout.splitlines() if line.startswith("would ")] == [
        f"would ask {META} on {key}:"
    ]
    assert "Here the review would wait for replies in the tracker" in ran.stdout
    assert "The list is sorted." in ran.stdout
    assert (writes(server), server.started()) == ([], [])


def test_a_dry_run_shows_every_prompt_it_can(server: MulticaServer, tmp_path: Path) -> None:
    replies = make_config(tmp_path / "replies", [rubric_line()]).home / "replies.jsonl"
    seats = "".join(f"    - {{name: {name}, mention: {name}}}\n" for name in RESIDENTS)
    text = f"panel:\n  meta_judge: {{recorded: {replies}}}\n  judges:\n{seats}checks: []\n"
    config = settle(server, tmp_path / "home", text)
    seat_panel(server)
    key = delivered(server)
    log = watched(config, f"would ask {RESIDENTS[2]} on {key}", environment(server, config.home))
    assert all(f"would ask {name} on {key}" in log for name in RESIDENTS)
    assert "would comment" not in log
    assert (writes(server), server.started()) == ([], [])
