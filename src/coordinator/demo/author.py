"""The scripted author: delivers what the story says, commits it, and sets the issue to in_review."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from coordinator.demo.story import AUTHOR, BASE, DRIFTED, RETRIES, REWORKED
from coordinator.trackers.board import Board

IDENTITY = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "commit.gpgsign=false")


def make_repository(repo: Path) -> None:
    """A repository with a first commit on main."""
    repo.mkdir(parents=True)
    git(repo, "init", "--quiet", "--initial-branch=main")
    commit(repo, BASE, "Tickets")


def deliver(repo: Path, branch: str, files: Mapping[str, str], message: str) -> None:
    """Commit files on a branch of their own."""
    git(repo, "checkout", "--quiet", "-B", branch, "main")
    commit(repo, files, message)


def commit(repo: Path, files: Mapping[str, str], message: str) -> None:
    """Write and commit files."""
    for name, text in files.items():
        (repo / name).write_text(text, encoding="utf-8")
    git(repo, "add", "--all")
    git(repo, "commit", "--quiet", "--message", message)


def git(repo: Path, *arguments: str) -> None:
    """Run git with an identity of its own, whatever the machine has."""
    subprocess.run(["git", *IDENTITY, *arguments], cwd=repo, check=True, stdin=subprocess.DEVNULL)


def submit(home: Path, key: str) -> None:
    """Say that it is done."""
    with closing(Board(home)) as board:
        board.comment(key, "Done, please review.", author=AUTHOR)
        board.move(key, "in_review", actor=AUTHOR)


def deliver_drifted(home: Path) -> None:
    """The first delivery: a keyword list that calls itself a model, and a figure nobody measured."""
    deliver(home / "tickets", "label", DRIFTED, "Label tickets with a language model, 94.2 % accuracy")


def deliver_retries(home: Path) -> None:
    """A page about which reasonable judges differ."""
    deliver(home / "delivery", "retries", RETRIES, "Describe retries")


def rework(home: Path, key: str) -> None:
    """What the daemon's command starts after a reject: mend it and submit again."""
    commit(home / "tickets", REWORKED, "Call the model; state no figure without a run")
    submit(home, key)


if __name__ == "__main__":
    import os

    rework(Path(sys.argv[2]), os.environ["ISSUE"])
