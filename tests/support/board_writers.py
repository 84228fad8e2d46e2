"""Processes that write to one board at the same time. They start together at a barrier."""

from __future__ import annotations

from contextlib import closing
from multiprocessing.synchronize import Barrier
from pathlib import Path

from coordinator.errors import Conflict
from coordinator.trackers import Comment, marker
from coordinator.trackers.board import Board

ROUNDS = 25


def say(board: Board, key: str, text: str, mark: str, to: str = "") -> Comment:
    """Post one of our comments once."""
    return board.post_once(key, text, marker=mark, to=to)


def edit(board: Board, key: str, text: str) -> None:
    """Change the text of an issue directly in the database of the board."""
    given = {"text": text, "id": int(key.removeprefix("B-"))}
    with board.database.transaction():
        board.database.execute(
            "UPDATE issues SET text = :text, version = version + 1 WHERE id = :id", given
        )


def assign(board: Board, key: str, assignee: str) -> None:
    """Give an issue to somebody else, as whoever can write the board's database may."""
    given = {"assignee": assignee, "id": int(key.removeprefix("B-"))}
    with board.database.transaction():
        board.database.execute("UPDATE issues SET assignee = :assignee WHERE id = :id", given)


def say_every_round(home: Path, barrier: Barrier, number: int) -> None:
    """Post the same comment as all other processes, round by round."""
    with closing(Board(home)) as board:
        for turn in range(ROUNDS):
            barrier.wait()
            said = say(board, "B-1", f"by {number}", marker("board:1", "summary", turn))
            board.comment("B-1", said.id, author=f"witness {turn}")


def move_every_issue(home: Path, barrier: Barrier, number: int) -> None:
    """Move one issue after the other, as all other processes do."""
    with closing(Board(home)) as board:
        for turn in range(1, ROUNDS + 1):
            barrier.wait()
            try:
                board.conclude(
                    f"B-{turn}", "done", actor=f"mover {number}", entry=f"{turn}", version=1
                )
            except Conflict:
                board.comment(f"B-{turn}", "lost", author=f"mover {number}")


def comment_fifty_times(home: Path, barrier: Barrier, number: int) -> None:
    """Post fifty comments by one author."""
    barrier.wait()
    with closing(Board(home)) as board:
        for turn in range(50):
            board.comment("B-1", f"{turn}", author=f"author {number}")


def move_for_ever(home: Path) -> None:
    """Move an issue back and forth until the process is killed."""
    with closing(Board(home)) as board:
        while True:
            for status in ("in_progress", "in_review"):
                board.move("B-1", status, actor="ada")
