"""Play the demonstration in its own directory, with a board, repositories and a daemon.

The daemon also runs this module as a program, which plays the author and reworks rejected work.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import yaml

from coordinator.config.environment import VARIABLES, state_file
from coordinator.errors import CoordinatorError, StoreError, UsageError
from coordinator.storage.sqlite import ELSEWHERE, make_directory
from coordinator.storage.store import Store
from coordinator.trackers.board import Board
from coordinator.workspace.sandbox.sandbox import find_sandbox

STORY: dict[str, Any] = yaml.safe_load(
    Path(__file__).with_name("story.yaml").read_text(encoding="utf-8")
)
AUTHOR: str = STORY["author"]
IDENTITY = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "commit.gpgsign=false")
REPLIES = Path(__file__).with_name("replies.jsonl")
LONGEST = 60.0  # seconds to wait for one event


def play(home: Path | None = None, *, serve: bool = False) -> None:
    """Play the story in about ten seconds. If `serve` is true, show the dashboard until Ctrl-C."""
    if shutil.which("git") is None:
        raise UsageError("the demo needs git", fix="install git")
    home = (home or Path(tempfile.mkdtemp(prefix="coordinator-demo-"))).absolute()
    make_directory(home)
    if any(home.iterdir()):
        raise UsageError(f"{home} is not empty", fix="name a new directory")
    _say(
        f"Setting the scene in {home}: a board, two git repositories, "
        "a daemon with three recorded judges."
    )
    try:
        set_the_scene(home)
    except OSError as error:
        raise StoreError(
            f"cannot write {error.filename}: {error.strerror}", fix=ELSEWHERE
        ) from error
    with closing(Store(state_file(home))) as store, run_daemon(home, serve) as daemon:

        def wait_for(reviews: int) -> None:
            deadline = time.monotonic() + LONGEST
            while len(store.runs(state="done")) < reviews:
                what = f"{reviews} reviews have ended"
                if daemon.poll() is not None:
                    raise CoordinatorError(
                        f"the daemon exited with code {daemon.returncode} before {what}"
                    )
                if time.monotonic() > deadline:
                    raise CoordinatorError(
                        f"the demo timed out after {LONGEST:.0f} s while waiting until {what}"
                    )
                time.sleep(0.05)

        for act in STORY["acts"]:
            _say(act["say"])
            if "deliver" in act:
                deliver(home, act["deliver"], act["issue"])
            wait_for(act["reviews"])
        if serve:
            where = "at the address in the first lines above; you can decide there"
            _say(f"The dashboard shows everything, {where}. Ctrl-C ends the demo.")
            with suppress(KeyboardInterrupt):
                daemon.wait()
    program = (
        "coordinator"
        if shutil.which("coordinator")
        else str(Path(sys.executable).with_name("coordinator"))
    )
    print(STORY["look_closer"].format(home=home, program=program), end="")


def _say(text: str) -> None:
    print(f"\n── {text}", flush=True)


def set_the_scene(home: Path) -> None:
    text = STORY["configuration"]
    for name, value in {
        "{python}": sys.executable,
        "{replies}": str(REPLIES),
        "{home}": str(home),
    }.items():
        text = text.replace(name, value)
    if find_sandbox().kind == "none":
        # A daemon refuses to run commands without a sandbox. The demo's own commands are safe.
        text += "sandbox: off\n"
    (home / "coordinator.yaml").write_text(text, encoding="utf-8")
    with closing(Board(home)) as board:
        for issue in STORY["issues"]:
            repo = home / issue["repo"]
            repo.mkdir()
            git(repo, "init", "--quiet", "--initial-branch=main")
            commit(repo, "base")
            git(repo, "checkout", "--quiet", "-b", "work")
            board.add(
                issue["title"],
                issue["text"],
                creator=STORY["creator"],
                assignee=AUTHOR,
                repo=str(repo),
                base="main",
                status="in_progress",
            )


@contextmanager
def run_daemon(home: Path, serve: bool) -> Iterator[subprocess.Popen[bytes]]:
    """Run a real `coordinator watch` during the `with` block. Its log goes to this terminal."""
    # The daemon must not inherit the user's own settings, such as a database.
    ours = {name: value for name, value in os.environ.items() if name not in VARIABLES}
    environment = ours | {"COORDINATOR_HOME": str(home)}
    command = [
        sys.executable,
        "-m",
        "coordinator",
        "watch",
        "--backlog",
        *(["--serve"] if serve else []),
    ]
    daemon = subprocess.Popen(command, cwd=home, env=environment, stdin=subprocess.DEVNULL)
    try:
        yield daemon
    finally:
        daemon.send_signal(signal.SIGTERM)
        daemon.wait(timeout=LONGEST)


def deliver(home: Path, name: str, key: str) -> None:
    """Commit the files that the story lists under `name`, and move the issue to `in_review`."""
    with closing(Board(home)) as board:
        commit(Path(board.issue(key).repo), name)
        board.comment(key, "Done, please review.", author=AUTHOR)
        board.move(key, "in_review", actor=AUTHOR)


def commit(repo: Path, name: str) -> None:
    """Write and commit the files that the story lists under `name`."""
    for file, text in STORY["commits"][name].items():
        (repo / file).write_text(text, encoding="utf-8")
    git(repo, "add", "--all")
    git(repo, "commit", "--quiet", "--message", STORY["messages"][name])


def git(repo: Path, *arguments: str) -> None:
    """Run git with the identity of the demonstration instead of the machine's."""
    subprocess.run(["git", *IDENTITY, *arguments], cwd=repo, check=True, stdin=subprocess.DEVNULL)


if __name__ == "__main__":
    # After a reject, the daemon starts `python -m coordinator.demo.play HOME` to deliver the
    # rework.
    deliver(Path(sys.argv[1]), "reworked", os.environ["ISSUE"])
