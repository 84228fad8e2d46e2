"""The daemon on Multica: its memory and requests with few and many issues in review, and its delay."""

from __future__ import annotations

import logging
import multiprocessing
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

from bench._report import Row, Target, show
from tests.support.multica_house import JUDGES, META, environment
from tests.support.multica_server import Issue, MulticaServer, never

FEW, MANY = 500, 5_000
OPEN = 500
CALM = 5.0  # seconds until the start is over; at the start the daemon reads all recent changes
WINDOW = 15.0  # seconds of measuring
CHANGES = 10  # comments a second, spread over the issues that are being reviewed
SAMPLES = 10
PATIENCE = 90.0
# The daemon looks at a seat without news every ten seconds, after a while. Here it does so once a window from the start.
DAEMON = f"""
from coordinator.agents import mention
from coordinator.cli import main
assert (mention.SOON, mention.LATER) == (1.0, 10.0)
mention.SOON = mention.LATER = {WINDOW}
main(["watch"])
"""


class Load(NamedTuple):
    """The load of the daemon with this many issues in review."""

    issues: int
    megabytes: float
    a_minute: float


# -- the stand-in, in a process of its own so that its memory does not count


class StandIn:
    """The interface to the stand-in: change the workspace and observe it."""

    def __init__(self, server: MulticaServer) -> None:
        self.server = server
        self.reviewed: list[Issue] = []
        for name in (META, *JUDGES):
            server.add_agent(name, behave=never, parallel=100_000)
        self.author = server.add_agent("Author")

    def environment(self, home: str) -> dict[str, str]:
        """Return the environment of the daemon."""
        return environment(self.server, Path(home))

    def fill(self, count: int) -> None:
        """Add issues that have been in review for a long time and do not change."""
        for number in range(count):
            issue = self.server.add_issue(f"Old {number}", status="in_review")
            issue.updated_at -= timedelta(hours=1)

    def wait_for_looks(self, asks: int) -> None:
        """Wait until a daemon that was just started watches, and waits for this many replies again."""
        server, looks, threads = self.server, self._looks(), self._threads()
        server.wait(lambda: self._looks() > looks + 1, PATIENCE)
        server.wait(lambda: self._threads() >= threads + asks, PATIENCE)

    def _looks(self) -> int:
        return self.server.count("GET", "/api/issues")

    def _threads(self) -> int:
        return self.server.count("GET", "/api/issues/*/task-runs")

    def submit(self, count: int) -> None:
        """Submit new work, and wait until a seat has been asked in each of the reviews."""
        posted = self._posted()
        for _ in range(count):
            self._submit_one()
        self.server.wait(lambda: self._posted() >= posted + count, PATIENCE)

    def _submit_one(self) -> Issue:
        issue = self.server.add_issue(
            f"New {len(self.reviewed)}", assignee=self.author, status="in_progress"
        )
        self.server.say(issue, "I have sorted the list.", by=self.author)
        self.server.move(issue, "in_review", by=self.author)
        self.reviewed.append(issue)
        return issue

    def _posted(self) -> int:
        return self.server.count("POST", "/api/issues/*/comments")

    def live(self, seconds: float, changes: int) -> int:
        """Produce events at a steady rate, and return the number of requests that came meanwhile."""
        before, chance, began = self.server.count(), random.Random(1), time.monotonic()
        for number in range(1, int(seconds * changes) + 1):
            self.server.say(chance.choice(self.reviewed), "/note seen", by=self.server.owner)
            time.sleep(max(0.0, began + number / changes - time.monotonic()))
        return self.server.count() - before

    def delays(self, count: int) -> list[float]:
        """Return the seconds from each submission to the first comment of the daemon on it."""
        found = []
        for _ in range(count):
            began = time.monotonic()
            issue = self._submit_one()
            paths = {f"/api/issues/{name}/comments" for name in (issue.id, issue.identifier)}
            self.server.wait(lambda paths=paths: self._first(paths), PATIENCE)  # type: ignore[misc]
            found.append(self._first(paths) - began)
        return found

    def _first(self, paths: set[str]) -> float:
        posts = (
            one.at
            for one in reversed(self.server.requests)
            if one.method == "POST" and one.path in paths
        )
        return next(posts, 0.0)


def serve(pipe: Connection) -> None:
    """Carry out the calls of the other process until it ends this one."""
    # A killed daemon leaves a broken socket.
    logging.getLogger("asyncio").setLevel(logging.ERROR)
    with MulticaServer() as server:
        stand_in = StandIn(server)
        while True:
            name, arguments = pipe.recv()
            pipe.send(getattr(stand_in, name)(*arguments))


class Remote:
    """The stand-in in another process."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe

    def do(self, name: str, *arguments: object) -> Any:
        """Call a method of the stand-in and return its result."""
        self._pipe.send((name, arguments))
        return self._pipe.recv()


@contextmanager
def stand_in() -> Iterator[Remote]:
    """Start a stand-in in a process of its own."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=serve, args=(theirs,), daemon=True)
    process.start()
    theirs.close()  # so that our end of the pipe is closed if the other process ends
    try:
        yield Remote(ours)
    finally:
        process.kill()
        process.join()


# -- the daemon


@contextmanager
def daemon(env: dict[str, str]) -> Iterator[int]:
    """Start a daemon, and yield its process id."""
    home = Path(env["COORDINATOR_HOME"])
    (home / "coordinator.yaml").write_text("tracker: multica\nchecks: []\nreview: {deadline: 1h}\n")
    with open(home / "stderr", "w") as said:
        process = subprocess.Popen([sys.executable, "-c", DAEMON], env=env, cwd=home, stderr=said)
    try:
        yield process.pid
        assert process.poll() is None, (home / "stderr").read_text()[-2000:]
    finally:
        process.kill()
        process.wait()


def megabytes(pid: int) -> float:
    """Return the memory of a process."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024


def load(there: Remote, env: dict[str, str], issues: int, samples: int) -> tuple[Load, list[float]]:
    """Start a daemon with this many issues in review and some open reviews. Return its load and its delay."""
    with daemon(env) as pid:
        there.do("wait_for_looks", OPEN)
        time.sleep(CALM)
        requests = there.do("live", WINDOW, CHANGES)
        return Load(issues, megabytes(pid), requests * 60 / WINDOW), there.do("delays", samples)


def measure_all() -> tuple[list[Load], list[float]]:
    """Measure the same open reviews with few and with many issues in review. Measure the delays with many."""
    with tempfile.TemporaryDirectory() as home, stand_in() as there:
        env = there.do("environment", home) | {"PYTHONPATH": os.pathsep.join(sys.path)}
        there.do("fill", FEW - OPEN)
        with daemon(env):
            there.do("wait_for_looks", 0)
            there.do("submit", OPEN)
        few, _ = load(there, env, FEW, 0)
        there.do("fill", MANY - FEW)
        many, delays = load(there, env, MANY, SAMPLES)
        return [few, many], delays


def measure() -> list[Row]:
    """Measure the cost of ten times as many issues, and the delay of the daemon."""
    (few, many), delays = measure_all()
    about, beside, growth = f"{MANY:,} issues in review", f"{FEW:,}", Target(1.1)
    return [
        Row(f"memory, {about}", "MB", [many.megabytes], beside, [few.megabytes], target=growth),
        Row(
            f"requests, {about}", "a minute", [many.a_minute], beside, [few.a_minute], target=growth
        ),
        Row(f"submission to first comment, {about}", "ms", [delay * 1000 for delay in delays]),
    ]


if __name__ == "__main__":
    show(measure())
