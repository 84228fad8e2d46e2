"""What several processes do with one board at once; each begins together with the others, at a barrier."""

from __future__ import annotations

from contextlib import closing
from multiprocessing.synchronize import Barrier
from pathlib import Path

from coordinator.errors import Conflict
from coordinator.trackers import Comment, marker
from coordinator.trackers.board import Board

ROUNDS = 25


def say(board: Board, key: str, text: str, mark: str, to: str = "") -> Comment:
    """A comment of ours, posted once."""
    return board.post_once(key, text, marker=mark, to=to)


def edit(board: Board, key: str, text: str) -> None:
    """Ask for something else in an issue, as whoever can write the board's database may."""
    given = {"text": text, "id": int(key.removeprefix("B-"))}
    with board.database.transaction():
        board.database.execute(
            "UPDATE issues SET text = :text, version = version + 1 WHERE id = :id", given
        )


def say_every_round(home: Path, barrier: Barrier, number: int) -> None:
    """Post the same comment as all others, round by round."""
    with closing(Board(home)) as board:
        for turn in range(ROUNDS):
            barrier.wait()
            said = say(board, "B-1", f"by {number}", marker("board:1", "summary", turn))
            board.comment("B-1", said.id, author=f"witness {turn}")


def move_every_issue(home: Path, barrier: Barrier, number: int) -> None:
    """Move one issue after the other, as all others do."""
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
    """Fifty comments of one author."""
    barrier.wait()
    with closing(Board(home)) as board:
        for turn in range(50):
            board.comment("B-1", f"{turn}", author=f"author {number}")


def move_for_ever(home: Path) -> None:
    """Move an issue to and fro until killed."""
    with closing(Board(home)) as board:
        while True:
            for status in ("in_progress", "in_review"):
                board.move("B-1", status, actor="ada")
