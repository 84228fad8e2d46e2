from __future__ import annotations

import asyncio
import re
import sqlite3
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coordinator.errors import Conflict, TrackerError, TrackerUnavailable, UsageError
from coordinator.models import Issue
from coordinator.trackers import ReviewRequest, Tracker, carries, marked, marker, unmarked
from coordinator.trackers.board import Board, BoardTracker
from tests.support.board_writers import (
    ROUNDS,
    comment_fifty_times,
    edit,
    move_every_issue,
    move_for_ever,
    say,
    say_every_round,
)
from tests.support.databases import REFUSED
from tests.support.processes import COPIES
from tests.support.shell import call, data_of
from tests.support.waiting import PATIENCE, wait_until


@pytest.fixture
def board(state_home: Path) -> Iterator[Board]:
    with closing(Board(state_home)) as board:
        yield board


def submitted(board: Board) -> Issue:
    return board.add(
        "Add a retry", "Retry three times.", creator="eve", assignee="ada", status="in_review"
    )


def entries(board: Board, after: str = "0") -> tuple[tuple[ReviewRequest, ...], str]:
    tracker: Tracker = BoardTracker(board)
    return asyncio.run(tracker.entries(after))


def accept(board: Board, key: str, version: int, entry: str = "") -> Issue:
    entry = entry or entries(board)[0][-1].id
    return asyncio.run(BoardTracker(board).move(key, "done", entry=entry, version=version))


# -- issues and their history


def test_keys_count_up_and_the_first_status_is_in_the_history(board: Board) -> None:
    first = submitted(board)
    second = board.add("  Two\n words ", "Text.", creator="eve")
    assert (first.key, second.key) == ("B-1", "B-2")
    assert board.issues() == (first, second)
    assert board.issues("in_review") == (board.issue("b-1"),)
    assert (second.title, second.status, second.version) == ("Two words", "todo", 1)
    (change,) = board.history("B-1")
    assert (change.was, change.now, change.actor) == ("", "in_review", "eve")


def test_status_and_text_raise_the_version_and_comments_do_not(board: Board) -> None:
    submitted(board)
    board.comment("B-1", "Nice.", author="bob")
    assert board.issue("B-1").version == 1
    edit(board, "B-1", "Retry twice.")
    assert board.issue("B-1").version == 2
    assert board.move("B-1", "todo", actor="ada").version == 3
    assert board.move("B-1", "todo", actor="ada").version == 3
    assert len(board.history("B-1")) == 2


def test_the_history_cannot_be_rewritten(board: Board) -> None:
    submitted(board)
    for sql in ("UPDATE history SET actor = 'mallory'", "DELETE FROM history"):
        with pytest.raises(REFUSED, match="append-only"):
            board.database.execute(sql)


@pytest.mark.parametrize(
    "key", ["B-2", "B-0", "X-1", "1", "", "B-99999999999999999999", "B-1; DROP"]
)
def test_an_unknown_key_is_named_in_one_line(board: Board, key: str) -> None:
    submitted(board)
    calls: list[Callable[[], object]] = [
        lambda: board.show(key),
        lambda: board.comment(key, "Hi.", author="bob"),
        lambda: board.move(key, "done", actor="bob"),
        lambda: asyncio.run(BoardTracker(board).entry(key)),
    ]
    for attempt in calls:
        with pytest.raises(
            UsageError, match=re.escape(f"there is no issue '{key}' on the board (keys look")
        ):
            attempt()


def test_an_unknown_status_names_the_nearest(board: Board) -> None:
    submitted(board)
    for name, guess in (
        ("in_reveiw", "in_review"),
        ("In Review", "in_review"),
        ("canceled", "cancelled"),
    ):
        with pytest.raises(UsageError, match=f"there is no status '{name}' .did you mean {guess}"):
            board.issues(name)
    with pytest.raises(UsageError, match="known: backlog, todo"):
        board.move("B-1", "zzz", actor="ada")
    assert board.issue("B-1").status == "in_review"


def test_broken_unicode_is_refused_and_nothing_is_kept(board: Board) -> None:
    with pytest.raises(UsageError, match="not valid Unicode at character 4"):
        board.add("Title", "abc\udce4", creator="eve")
    assert board.issues() == ()
    assert submitted(board).key == "B-1"


# -- entries into review


def test_the_cursor_sees_an_issue_that_left_and_came_back_between_two_looks(board: Board) -> None:
    submitted(board)
    first, cursor = entries(board)
    board.move("B-1", "in_progress", actor="ada")
    board.move("B-1", "in_review", actor="ada")
    second, cursor = entries(board, cursor)
    assert [(entry.issue, entry.actor) for entry in first + second] == [
        ("B-1", "eve"),
        ("B-1", "ada"),
    ]
    assert first[0].id != second[0].id
    assert entries(board, cursor) == ((), cursor)
    assert entries(board)[0] == first + second


def test_the_cursor_of_an_empty_board_is_a_place_too(board: Board) -> None:
    assert entries(board) == ((), "0")
    submitted(board)
    assert len(entries(board, "0")[0]) == 1
    with pytest.raises(TrackerError, match="'2026-01-01' is not a position"):
        entries(board, "2026-01-01")


def test_entry_is_the_latest_one_and_empty_outside_review(board: Board) -> None:
    submitted(board)
    tracker = BoardTracker(board)
    first = asyncio.run(tracker.entry("B-1"))
    board.move("B-1", "in_progress", actor="ada")
    assert asyncio.run(tracker.entry("B-1")) is None
    board.move("B-1", "in_review", actor="ada")
    assert asyncio.run(tracker.entry("B-1")) == entries(board)[0][-1] != first


def test_the_entries_of_each_issue_are_numbered_from_1_after_those_that_nobody_counted(
    board: Board,
) -> None:
    for _ in range(2):
        submitted(board)
    for key in ("B-1", "B-2"):
        board.move(key, "in_progress", actor="ada")
        board.move(key, "in_review", actor="ada")
    found = entries(board)[0]
    assert [f"{entry.issue}.{entry.number}" for entry in found] == [
        "B-1.1",
        "B-2.1",
        "B-1.2",
        "B-2.2",
    ]
    before = (
        "INSERT INTO history (issue, was, now, actor, at) VALUES (1, 'done', 'in_review', 'ada', 0)"
    )
    board.database.execute(before)  # as a coordinator of before enters it
    board.move("B-1", "in_progress", actor="ada")
    board.move("B-1", "in_review", actor="ada")
    uncounted, counted = entries(board, found[-1].id)[0]
    assert (uncounted.number, int(counted.number)) == (uncounted.id, int(uncounted.id) + 1)


# -- compare-and-set


def test_move_needs_the_status_and_the_version_that_were_read(board: Board) -> None:
    seen = submitted(board)
    edit(board, "B-1", "Retry twice.")
    with pytest.raises(Conflict, match="B-1 is in_review at version 2, no longer in review 1"):
        accept(board, "B-1", seen.version)
    board.move("B-1", "todo", actor="ada")
    with pytest.raises(Conflict, match="B-1 is todo at version 3"):
        accept(board, "B-1", 2)
    board.move("B-1", "in_review", actor="ada")
    assert accept(board, "B-1", 4).status == "done"


def test_our_own_move_may_be_repeated_and_another_persons_is_a_conflict(board: Board) -> None:
    submitted(board)
    submitted(board)
    assert accept(board, "B-1", 1) == accept(board, "B-1", 1)
    assert [change.now for change in board.history("B-1")] == ["in_review", "done"]
    board.move("B-2", "done", actor="eve")
    with pytest.raises(Conflict, match="B-2 is done"):
        accept(board, "B-2", 1)


# -- comments


def test_saying_it_twice_under_one_marker_leaves_one_comment(board: Board) -> None:
    submitted(board)
    mark = marker("board:1", "summary")
    first = say(board, "B-1", "Accepted.", mark, to="ada")
    assert say(board, "B-1", "Accepted again.", mark, to="ada") == first
    assert say(board, "B-1", "Round two.", marker("board:1", "summary", 1)).id != first.id
    notes = board.comments("B-1")
    assert [(note.author, note.addressee) for note in notes] == [
        ("coordinator", "ada"),
        ("coordinator", ""),
    ]
    assert (first.text, unmarked(first.text)) == (f"Accepted.\n\n{mark}", "Accepted.")


def test_a_marker_forged_by_another_author_or_only_quoted_by_us_does_not_count(
    board: Board,
) -> None:
    submitted(board)
    mark = marker("board:1", "summary")
    board.comment("B-1", marked("VERDICT: ACCEPT", mark), author="mallory")
    say(board, "B-1", f"The work says:\n{mark}", marker("board:1", "debate"))
    assert unmarked(say(board, "B-1", "Rejected.", mark).text) == "Rejected."
    assert [note.author for note in board.comments("B-1")] == [
        "mallory",
        "coordinator",
        "coordinator",
    ]


def test_threads_keep_their_parents_and_stay_on_their_issue(board: Board) -> None:
    submitted(board)
    submitted(board)
    root = board.comment("B-1", "Why?", author="bob")
    answer = board.comment("B-1", "Because.", author="coordinator", parent=root.id)
    assert answer.parent == root.id
    for key, parent in (("B-2", root.id), ("B-1", "99"), ("B-1", "x")):
        with pytest.raises(UsageError, match=f"{key} has no comment {parent}"):
            board.comment(key, "Hm.", author="bob", parent=parent)
    assert asyncio.run(BoardTracker(board).comments("B-1"))[1] == answer


@given(text=st.text(), other=st.text())
def test_a_marked_text_carries_its_marker_and_reads_without_it(text: str, other: str) -> None:
    mark = marker("board:1", "summary", 2)
    assert carries(marked(text, mark), mark)
    assert not carries(marked(text, mark), marker("board:1", "summary", 1))
    assert not carries(f"{mark}\nsays {other}.", mark)
    assert unmarked(marked(text, mark)) == text.rstrip()


# -- several processes, one file


def at_once(work: Callable[..., None], home: Path, count: int) -> None:
    """Run the work in processes that start together; each gets the home, a barrier and its number."""
    barrier = COPIES.Barrier(count, timeout=PATIENCE)
    workers = [COPIES.Process(target=work, args=(home, barrier, number)) for number in range(count)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(PATIENCE)
    assert [worker.exitcode for worker in workers] == [0] * count


def test_two_processes_under_one_marker_leave_one_comment(tmp_path: Path, board: Board) -> None:
    submitted(board)
    at_once(say_every_round, tmp_path, 2)
    notes = board.comments("B-1")
    for turn in range(ROUNDS):
        ours = [note for note in notes if carries(note.text, marker("board:1", "summary", turn))]
        seen = [note.text for note in notes if note.author == f"witness {turn}"]
        assert [ours[0].id] * 2 == seen
        assert len(ours) == 1


def test_of_two_processes_that_move_one_issue_one_wins(tmp_path: Path, board: Board) -> None:
    for _ in range(ROUNDS):
        submitted(board)
    at_once(move_every_issue, tmp_path, 2)
    for issue in board.issues():
        winner = board.history(issue.key)[-1].actor
        losers = [note.author for note in board.comments(issue.key)]
        assert {winner, *losers} == {"mover 0", "mover 1"}
        assert (issue.status, issue.version, len(losers)) == ("done", 2, 1)


def test_two_hundred_comments_from_four_processes_are_all_there(
    tmp_path: Path, board: Board
) -> None:
    submitted(board)
    at_once(comment_fifty_times, tmp_path, 4)
    notes = board.comments("B-1")
    assert len({note.id for note in notes}) == 200
    assert Counter(note.author for note in notes) == {f"author {number}": 50 for number in range(4)}


def test_a_process_killed_while_it_moves_leaves_status_and_history_in_step(
    tmp_path: Path, board: Board
) -> None:
    submitted(board)
    for _ in range(4):
        mover = COPIES.Process(target=move_for_ever, args=(tmp_path,))
        mover.start()
        wait_for_version(board, board.issue("B-1").version + 20)
        mover.kill()
        mover.join(PATIENCE)
        card = board.show("B-1")
        assert (card.issue.status, card.issue.version) == (card.history[-1].now, len(card.history))
        assert all(one.now == following.was for one, following in pairwise(card.history))


def wait_for_version(board: Board, version: int) -> None:
    wait_until(lambda: board.issue("B-1").version >= version)


def test_a_held_lock_does_not_stop_the_event_loop(board: Board) -> None:
    submitted(board)

    async def keep_beating(holder: Board) -> None:
        holder.database.execute(holder.database.begin)
        waiting = asyncio.create_task(
            BoardTracker(board).post_once("B-1", "Hi.", marker=marker("r", "note"))
        )
        for _ in range(20):
            await asyncio.sleep(0.005)
            assert not waiting.done()
        holder.database.execute("ROLLBACK")
        await asyncio.wait_for(waiting, PATIENCE)

    with closing(Board(board.path.parent)) as holder:
        asyncio.run(keep_beating(holder))
    assert len(board.comments("B-1")) == 1


# -- starting the author


def test_something_is_begun_by_one_alone_however_often_that_one_says_so(board: Board) -> None:
    """As one has to that cannot know whether its commit was done before the connection was lost."""
    assert [board.begin_once("B-1.1", by) for by in ("a", "b", "a", "b")] == [
        True,
        False,
        True,
        False,
    ]
    assert board.begin_once("B-1.2", "b")


def test_an_author_who_could_not_be_started_is_started_later(tmp_path: Path) -> None:
    told, log = tmp_path / "told", tmp_path / "retrigger.log"
    with closing(Board(tmp_path)) as board:
        issue, tracker = (
            submitted(board),
            BoardTracker(board, f"echo \"$REVIEW\" | tee -a '{told}'"),
        )
        away = board.path.rename(tmp_path / "away")
        board.path.mkdir()  # which is no database
        with pytest.raises(TrackerUnavailable, match=r"retrigger\.log says why"):
            asyncio.run(tracker.retrigger(issue, "B-1.1"))
        assert "StoreError" in log.read_text()
        board.path.rmdir()
        away.rename(board.path)
        for _ in range(2):
            assert asyncio.run(tracker.retrigger(issue, "B-1.1")).startswith("started process")
        wait_until(lambda: log.read_text().endswith("B-1.1\n"))
        assert told.read_text() == "B-1.1\n"


# -- the command line


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COORDINATOR_HOME", str(tmp_path))
    monkeypatch.setenv("LOGNAME", "eve")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def output(*words: str, given: str | bytes = "") -> str:
    ran = call("board", *words, given=given)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def parsed(*words: str) -> Any:
    return data_of(output(*words, "--json"))


def refused(*words: str, given: str | bytes = "") -> str:
    ran = call("board", *words, given=given)
    assert (ran.returncode, ran.stdout, ran.stderr.count("\n")) == (64, "", 1), ran.stderr
    return ran.stderr.removeprefix("coordinator: ").rstrip("\n")


@pytest.mark.usefixtures("home")
def test_a_submission_goes_over_the_board_from_the_shell() -> None:
    assert (
        output("add", "Add a retry", "--text", "Thrice.", "--assignee", "ada")
        == "B-1 todo: Add a retry\n"
    )
    assert output("move", "B-1", "in_review", "--as", "ada") == "B-1 is in_review\n"
    assert output("comment", "B-1", "Why thrice?", "--as", "bob") == "comment 1 on B-1\n"
    output("comment", "B-1", "-", "--reply-to", "1", given="Because\nof this.")
    assert output("list").split() == ["B-1", "in_review", "ada", "Add", "a", "retry"]
    page = re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d", "TIME", output("show", "B-1"))
    assert page == SHOWN


SHOWN = """\
B-1  in_review  Add a retry
asked by eve, assigned to ada, version 2

Thrice.

History
  TIME  added as todo, by eve
  TIME  todo to in_review, by ada

Comments
  1  bob, TIME
     Why thrice?
      2  eve, TIME
         Because
         of this.
"""


@pytest.mark.usefixtures("home")
def test_json_output_parses() -> None:
    added = parsed("add", "Größe „x“ 🙂", "--text", "日本語\nmañana")
    assert (added["key"], added["title"], added["text"]) == (
        "B-1",
        "Größe „x“ 🙂",
        "日本語\nmañana",
    )
    assert parsed("move", "B-1", "done")["status"] == "done"
    assert parsed("comment", "B-1", "ça va")["text"] == "ça va"
    assert [issue["key"] for issue in parsed("list")] == ["B-1"]
    assert parsed("list", "--status", "todo") == []
    card = parsed("show", "B-1")
    assert [change["now"] for change in card["history"]] == ["todo", "done"]
    assert [(note["author"], note["addressee"]) for note in card["comments"]] == [("eve", "")]


def test_the_text_comes_from_an_option_a_file_or_standard_input(home: Path) -> None:
    (home / "issue.md").write_text("Für alle.\n", encoding="utf-8")
    assert parsed("add", "One", "--file", "issue.md")["text"] == "Für alle.\n"
    output("add", "Two", "--file", "-", given="From a pipe.\n")
    assert parsed("show", "B-2")["issue"]["text"] == "From a pipe.\n"


def test_an_issue_without_text_or_with_two_is_refused(home: Path) -> None:
    (home / "latin.md").write_bytes(b"f\xfcr")
    assert "has no text" in refused("add", "Title")
    assert "has no text" in refused("add", "Title", "--file", "-", given=" \n")
    assert "needs a title" in refused("add", " ", "--text", "x")
    assert "given both by --text and by --file" in refused(
        "add", "Title", "--file", "-", "--text", "x"
    )
    assert "cannot read none.md: No such file" in refused("add", "Title", "--file", "none.md")
    assert "latin.md is not UTF-8 at byte 2" in refused("add", "Title", "--file", "latin.md")
    assert "standard input is not UTF-8" in refused("add", "Title", "--file", "-", given=b"\xff")
    assert "has no text" in refused("comment", "B-1", " ")
    assert parsed("list") == []
    assert output("list").startswith("no issues")


def test_the_repository_must_be_one_and_is_kept_as_an_absolute_path(home: Path) -> None:
    repo = home / "work"
    (repo / "src").mkdir(parents=True)
    assert "work is not a git repository" in refused("add", "T", "--text", "x", "--repo", "work")
    assert "none does not exist" in refused("add", "T", "--text", "x", "--repo", "none")
    subprocess.run(["git", "init", "-q", str(repo)], check=True)
    added = parsed("add", "T", "--text", "x", "--repo", "work", "--base", "main")
    assert (added["repo"], added["base"]) == (str(repo.resolve()), "main")
    assert parsed("add", "T", "--text", "x", "--repo", "work/src")["repo"] == str(
        repo.resolve() / "src"
    )
    assert f"work in {repo.resolve()}, compared with main" in output("show", "B-1")


@pytest.mark.usefixtures("home")
def test_nobody_acts_under_the_name_of_the_daemon() -> None:
    output("add", "T", "--text", "x")
    assert "is reserved for the daemon" in refused("comment", "B-1", "x", "--as", "coordinator")
    assert "is reserved for the daemon" in refused("move", "B-1", "done", "--as", "coordinator")
    assert "is reserved for the daemon" in refused(
        "add", "T", "--text", "x", "--creator", "coordinator"
    )


@pytest.mark.usefixtures("home")
def test_wrong_keys_statuses_and_comments_are_refused() -> None:
    output("add", "T", "--text", "x")
    assert "a label of B-2 is empty" in refused("add", "T", "--text", "x", "--label", " ")
    assert "there is no issue 'B-2'" in refused("show", "B-2")
    assert "did you mean in_review?" in refused("move", "B-1", "in-review")
    assert "B-1 has no comment 4" in refused("comment", "B-1", "x", "--reply-to", "4")


def test_people_see_neither_markers_nor_control_characters(home: Path) -> None:
    with closing(Board(home)) as board:
        submitted(board)
        say(board, "B-1", "Sent back.", marker("board:1", "reject"), to="ada")
        board.comment("B-1", "\x1b[2Jred\u202e", author="mallory")
    page = output("show", "B-1")
    assert "Sent back." in page
    assert "1  coordinator to ada, " in page
    assert "\ufffd[2Jred\ufffd" in page
    assert "<!--" not in page


def test_a_very_deep_thread_is_shown(home: Path) -> None:
    with closing(Board(home)) as board:
        submitted(board)
        with closing(sqlite3.connect(board.path)) as other, other:
            other.executemany(
                "INSERT INTO comments VALUES (?, 1, 'bob', '', ?, 'deeper', 0)",
                [(number, number - 1 or None) for number in range(1, 2001)],
            )
    assert output("show", "B-1").count("deeper") == 2000


def test_a_board_is_closed_after_the_calls_of_other_threads(home: Path) -> None:
    began = threading.Event()
    goes_on = threading.Event()

    def removed() -> Iterator[str]:
        began.set()
        assert goes_on.wait(PATIENCE)
        yield "old"

    board = Board(home)
    submitted(board)
    with ThreadPoolExecutor() as threads:
        labelled = threads.submit(board.label, "B-1", add=["new"], remove=cast(Any, removed()))
        assert began.wait(PATIENCE)
        closed = threads.submit(board.close)
        with suppress(TimeoutError):
            closed.result(timeout=0.2)  # longer than it takes where nothing is waited for
        goes_on.set()
        assert labelled.result(PATIENCE).labels == ("new",)
        closed.result(PATIENCE)


def test_help_teaches_and_loads_neither_pydantic_nor_the_board() -> None:
    for command in ("add", "list", "show", "comment", "move"):
        assert f"coordinator board {command}" in output(command, "--help")
    script = "import sys, coordinator.cli.commands.board; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True
    ).stdout
    assert not {"pydantic", "sqlite3", "yaml", "coordinator.trackers.board"} & set(loaded.split())
