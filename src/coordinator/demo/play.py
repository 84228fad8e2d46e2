"""The demonstration: sets the scene in a directory of its own, starts the daemon, and shows what it says."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from coordinator.config.environment import state_file
from coordinator.demo import story
from coordinator.demo.author import deliver_drifted, deliver_retries, make_repository, submit
from coordinator.errors import CoordinatorError, UsageError
from coordinator.models import Status
from coordinator.storage.store import Store
from coordinator.trackers.board import ME, Board

REPLIES = Path(__file__).with_name("replies.jsonl")
LONGEST = 60.0

Daemon = subprocess.Popen[bytes]


def play(home: Path, *, serve: bool = False) -> None:
    """The whole story, in about ten seconds; with the dashboard, it can be looked at until Ctrl-C."""
    if shutil.which("git") is None:
        raise UsageError("the demo needs git", fix="install git")
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    if any(home.iterdir()):
        raise UsageError(f"{home} is not empty", fix="name a new directory")
    _say(f"Setting the scene in {home}: a board, two git repositories, a daemon with three recorded judges.")
    first, second = _set_the_scene(home)
    with closing(Board(home)) as board, _daemon(home, serve) as daemon:
        _say(f"{story.AUTHOR} delivers {first}: it claims experiments with a model; the code never calls one.")
        deliver_drifted(home)
        submit(home, first)
        _wait(daemon, board, first, "in_progress")
        _say(f"{first} was sent back with the evidence, and {story.AUTHOR} was started again to rework it.")
        _wait(daemon, board, first, "done")
        _say(f"{first} is accepted. Now {second}, about which the judges will not agree.")
        deliver_retries(home)
        submit(home, second)
        _wait_for_comment(daemon, board, second)
        _wait_for_the_end(daemon, home)
        _say(f"{second} stays in review: a person decides, with the dissent in front of them.")
        if serve:
            _linger(daemon)
    _closing_words(home, first, second)


def _linger(daemon: Daemon) -> None:
    _say("The dashboard shows all of it, at the address in the first lines above; decide there. Ctrl-C ends the demo.")
    with suppress(KeyboardInterrupt):
        daemon.wait()


def _set_the_scene(home: Path) -> tuple[str, str]:
    (home / "coordinator.yaml").write_text(story.configuration(str(REPLIES), str(home)), encoding="utf-8")
    for repo in ("tickets", "delivery"):
        make_repository(home / repo)
    with closing(Board(home)) as board:
        keys = [
            board.add(
                title,
                text,
                creator=story.CREATOR,
                assignee=story.AUTHOR,
                repo=str(home / repo),
                base="main",
                status="in_progress",
            ).key
            for title, text, repo in (
                (story.LABEL_TITLE, story.LABEL_TEXT, "tickets"),
                (story.RETRY_TITLE, story.RETRY_TEXT, "delivery"),
            )
        ]
    return keys[0], keys[1]


@contextmanager
def _daemon(home: Path, serve: bool) -> Iterator[Daemon]:
    """A real `coordinator watch`, whose log lines go to our terminal."""
    environment = os.environ | {"COORDINATOR_HOME": str(home)}
    command = [sys.executable, "-m", "coordinator", "watch", "--backlog", *(["--serve"] if serve else [])]
    daemon = subprocess.Popen(command, cwd=home, env=environment, stdin=subprocess.DEVNULL)
    try:
        yield daemon
    finally:
        daemon.send_signal(signal.SIGTERM)
        daemon.wait(timeout=LONGEST)


def _wait(daemon: Daemon, board: Board, key: str, status: Status) -> None:
    _until(daemon, lambda: any(change.now == status for change in board.history(key)[2:]), f"{key} is {status}")


def _wait_for_comment(daemon: Daemon, board: Board, key: str) -> None:
    _until(daemon, lambda: any(note.author == ME for note in board.comments(key)), f"{key} has a comment")


def _wait_for_the_end(daemon: Daemon, home: Path) -> None:
    # The tracker is told first: the end of the last review may not be on record yet.
    with closing(Store(state_file(home))) as store:
        _until(daemon, lambda: not store.runs(state="open"), "every review has ended")


def _until(daemon: Daemon, holds: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + LONGEST
    while not holds():
        if daemon.poll() is not None:
            raise CoordinatorError(f"the daemon ended with exit code {daemon.returncode} before {what}")
        if time.monotonic() > deadline:
            raise CoordinatorError(f"the demo waited {LONGEST:.0f} s in vain until {what}")
        time.sleep(0.05)


def _say(text: str) -> None:
    print(f"\n── {text}", flush=True)


def _closing_words(home: Path, first: str, second: str) -> None:
    with closing(Board(home)) as board:
        entries = {entry.issue: entry.id for entry in board.entries(0)}
        sent_back = next(entry for entry in board.entries(0) if entry.issue == first)
    program = "coordinator" if shutil.which("coordinator") else str(Path(sys.executable).with_name("coordinator"))
    looks = {
        f"show {first}.{sent_back.id}": "the review that sent it back: scores, debate, evidence",
        f"show {first}.{entries[first]}": "the one that accepted it",
        f"show {second}.{entries[second]}": "the one that needs a person",
        f"board show {first}": "the issue with everything that was written",
        "serve": "all of it in a browser",
    }
    print(f"\nLook closer:\n  export COORDINATOR_HOME={home}\n  {program} list")
    for arguments, what in looks.items():
        print(f"  {program} {arguments:<16} {what}")
    print(f"\n`{program} demo --serve` shows it in a browser, live.")
