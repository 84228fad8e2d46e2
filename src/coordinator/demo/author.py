"""The scripted author: delivers what story.yaml says, commits it, and sets the issue to in_review."""

import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import yaml

from coordinator.trackers.board import Board

STORY: dict[str, Any] = yaml.safe_load(Path(__file__).with_name("story.yaml").read_text(encoding="utf-8"))
AUTHOR: str = STORY["author"]
IDENTITY = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "commit.gpgsign=false")


def make_repository(repo: Path) -> None:
    repo.mkdir(parents=True)
    git(repo, "init", "--quiet", "--initial-branch=main")
    commit(repo, "base", "Tickets")


def deliver(repo: Path, branch: str, name: str, message: str) -> None:
    """Commit what the story delivers under this name, on a branch of its own."""
    git(repo, "checkout", "--quiet", "-B", branch, "main")
    commit(repo, name, message)


def commit(repo: Path, name: str, message: str) -> None:
    """Write and commit the files that the story has under this name."""
    for file, text in STORY["commits"][name].items():
        (repo / file).write_text(text, encoding="utf-8")
    git(repo, "add", "--all")
    git(repo, "commit", "--quiet", "--message", message)


def git(repo: Path, *arguments: str) -> None:
    """Run git with an identity of its own, whatever the machine has."""
    subprocess.run(["git", *IDENTITY, *arguments], cwd=repo, check=True, stdin=subprocess.DEVNULL)


def submit(home: Path, key: str) -> None:
    with closing(Board(home)) as board:
        board.comment(key, "Done, please review.", author=AUTHOR)
        board.move(key, "in_review", actor=AUTHOR)


if __name__ == "__main__":
    # `python -m coordinator.demo.author rework HOME`, which the daemon starts after a reject: mend it, submit again.
    home = Path(sys.argv[2])
    commit(home / "tickets", "reworked", "Call the model; state no figure without a run")
    submit(home, os.environ["ISSUE"])
