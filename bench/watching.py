"""Requests and processor time of a daemon that watches issues in review that do not change.

The trackers are the board, and the stand-ins for Multica and GitHub, with 10, 1,000 and 10,000
issues in review. The stand-ins are in a process of their own.
"""

from __future__ import annotations

import multiprocessing
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import timedelta
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Protocol

from bench._daemon import Usage, daemon, usage
from bench._report import Row, say, show
from coordinator.trackers.board import Board
from tests.support.forge_server import ForgeServer
from tests.support.multica_house import variables
from tests.support.multica_server import MulticaServer

COUNTS = (10, 1000, 10_000)
REPOS = 10
START = "On GitHub the first start reads every open pull request; with thousands that is not over when it is measured."
LONG_AGO = timedelta(hours=1)
PANEL = """\
panel:
  meta_judge: {recorded: replies.jsonl}
  judges: [{name: Ann, recorded: replies.jsonl}, {name: Bob, recorded: replies.jsonl}]
checks: []
"""


class Stand(Protocol):
    """A stand-in for a tracker."""

    def setup(self) -> tuple[str, dict[str, str]]:
        """Return the configuration and the environment of the daemon."""

    def fill(self, first: int, last: int) -> None:
        """Add issues in review that nobody changes any more."""

    def requests(self) -> int:
        """Return the number of requests so far."""


class OnMultica:
    """Issues in review on the stand-in for Multica."""

    def __init__(self) -> None:
        self._server = MulticaServer().__enter__()

    def setup(self) -> tuple[str, dict[str, str]]:
        return "tracker: multica\n", variables(self._server)

    def fill(self, first: int, last: int) -> None:
        for number in range(first, last):
            issue = self._server.add_issue(f"Old {number}", status="in_review")
            issue.updated_at -= LONG_AGO

    def requests(self) -> int:
        return len(self._server.requests)


class OnGitHub:
    """Open pull requests on the stand-in for GitHub, in a few repositories."""

    def __init__(self) -> None:
        self._server = ForgeServer("github").__enter__()
        self._token = self._server.user("judge")
        for number in range(REPOS):
            self._server.repo(f"acme/shop{number}")
            self._server.grant(f"acme/shop{number}", "judge", "write")

    def setup(self) -> tuple[str, dict[str, str]]:
        names = ", ".join(f"acme/shop{number}" for number in range(REPOS))
        text = f"tracker: github\nforge: {{url: '{self._server.url}', repos: [{names}]}}\n"
        return text, {"COORDINATOR_TOKEN": self._token}

    def fill(self, first: int, last: int) -> None:
        world = self._server.world
        for number in range(first, last):
            name = f"acme/shop{number % REPOS}"
            repo = world.repos[name]
            if not repo.items:
                self._server.open_pull(
                    name, by="author", branch="work", title="Work", files={"a.py": "1\n"}
                )
                model = self._server.pull(name, 1)
                model.created, model.updated = model.created - LONG_AGO, model.updated - LONG_AGO
                continue
            # All pull requests have the same commit, because thousands of commits would take minutes.
            model = self._server.pull(name, 1)
            copy = replace(
                model, id=world.new_id(), number=max(repo.items) + 1, title=f"Work {number}"
            )
            repo.items[copy.number] = copy

    def requests(self) -> int:
        return len(self._server.requests)


def serve(make: Callable[[], Stand], pipe: Connection) -> None:
    """Carry out the calls of the other process until it ends this one."""
    stand = make()
    while True:
        name, arguments = pipe.recv()
        pipe.send(getattr(stand, name)(*arguments))


class Remote:
    """A stand-in in another process."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe

    def _do(self, name: str, *arguments: object) -> Any:
        self._pipe.send((name, arguments))
        return self._pipe.recv()

    def setup(self) -> tuple[str, dict[str, str]]:
        text, env = self._do("setup")
        return text, env

    def fill(self, first: int, last: int) -> None:
        self._do("fill", first, last)

    def requests(self) -> int:
        return int(self._do("requests"))


@contextmanager
def remote(make: Callable[[], Stand]) -> Iterator[Remote]:
    """Start a stand-in in a process of its own."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=serve, args=(make, theirs), daemon=True)
    process.start()
    theirs.close()  # so that our end of the pipe is closed if the other process ends
    try:
        yield Remote(ours)
    finally:
        process.kill()
        process.join()


def new_home(home: Path, text: str = "") -> Path:
    """Make a home with this configuration and a panel that is never asked.

    Issues that are already in review are not reviewed.
    """
    home.mkdir()
    (home / "coordinator.yaml").write_text(text + PANEL, encoding="utf-8")
    (home / "replies.jsonl").touch()
    return home


def watched(stand: Remote, place: Path) -> dict[int, Usage]:
    """Return the usage of the daemon for each number of issues in review."""
    text, env = stand.setup()
    found, there = {}, 0
    for count in COUNTS:
        stand.fill(there, count)
        there, asked = count, stand.requests()
        home = new_home(place / str(count), text)
        with daemon(home, env, lambda asked=asked: stand.requests() > asked + 2) as pid:  # type: ignore[misc]
            found[count] = usage(pid, stand.requests)
    return found


def watched_board(place: Path) -> dict[int, Usage]:
    """Measure the daemon on the board, which needs no requests over the network."""
    found = {}
    for count in COUNTS:
        home = new_home(place / str(count))
        with closing(Board(home)) as board, board.database.transaction():
            for number in range(count):
                board.add(
                    f"Old {number}", "It is old.", creator="eve", assignee="ada", status="in_review"
                )
        with daemon(home, {}, (home / "state.db").exists) as pid:
            found[count] = usage(pid)
    return found


def rows_of(name: str, found: dict[int, Usage]) -> Iterator[Row]:
    """Return the results for one tracker."""
    few, beside = found[COUNTS[0]], f"{COUNTS[0]} in review"
    for count in COUNTS[1:]:
        many, about = found[count], f"{name}, {count:,} in review"
        if few.requests_a_minute:
            requests = [many.requests_a_minute]
            yield Row(
                about,
                "requests a minute",
                requests,
                beside,
                [few.requests_a_minute],
                headline=count == COUNTS[-1],
            )
        cpu = [max(few.cpu_percent, 0.01)]
        yield Row(
            about, "% of a core", [many.cpu_percent], beside, cpu, headline=count == COUNTS[-1]
        )


def measure() -> list[Row]:
    """Measure each tracker in turn."""
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as home:
        say("  the board")
        rows += rows_of("the board", watched_board(Path(home)))
    for name, make in (("Multica", OnMultica), ("GitHub", OnGitHub)):
        say(f"  {name}")
        with tempfile.TemporaryDirectory() as home, remote(make) as stand:
            rows += rows_of(name, watched(stand, Path(home)))
    return rows


if __name__ == "__main__":
    show(measure())
