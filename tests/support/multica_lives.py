"""Issues on Multica from the first work to the accepted rework, with a daemon that is killed meanwhile."""

from __future__ import annotations

import asyncio
import re
import signal
import time
from collections import Counter
from contextlib import closing
from pathlib import Path

from coordinator.config.environment import state_file
from coordinator.reviews.record import ReviewReader
from coordinator.storage.store import Store
from tests.support.crash_daemon import watch
from tests.support.multica_house import (
    GOOD,
    JUDGES,
    META,
    SEEN,
    WORDS,
    answers,
    environment,
    settle,
)
from tests.support.multica_server import Issue, MulticaServer, Run
from tests.support.processes import Copy
from tests.support.reviews import RUBRIC, report
from tests.support.waiting import PATIENCE

AUTHOR = "Author"
CONFESSION = "It greets nobody by name yet."
BAD = report((2, 2), against=["CK-001"], evidence=[{"source": "diff", "quote": CONFESSION}, SEEN])
FINE = report((4, 4), evidence=[SEEN], rework={"R1": "resolved"})
MARKER = re.compile(r"<!-- coordinator: (?P<review>\S+) (?P<purpose>\S+) (?P<round>\d+) -->$")
# The events of one issue: work, a split panel, a debate, a reject, rework, an accept.
STATUSES = [
    f"{AUTHOR}: status in_progress",
    f"{AUTHOR}: status in_review",
    "Coordinator: status in_progress",
    f"{AUTHOR}: status in_review",
    "Coordinator: status done",
]
FIRST = [
    f"rubric/{META} 0",
    *(f"judge/{name} 0" for name in JUDGES),
    *(f"debate/{name} 1" for name in JUDGES),
]
WRITTEN = Counter([*FIRST, "reject 0", *(f"judge/{name} 0" for name in JUDGES), "accept 0"])
RUNS = Counter({AUTHOR: 2, META: 1} | dict.fromkeys(JUDGES, 3))


async def judge(run: Run) -> None:
    """Return the behaviour of the first judge.

    It accepts the first delivery until it sees the findings of the others.
    """
    await asyncio.sleep(0.02)
    asked = MARKER.search(run.prompt)
    assert asked is not None, "nobody else asks a judge"
    is_rework = "What an earlier review sent back" in run.prompt
    persuaded = run.agent.name != JUDGES[0] or asked["purpose"].startswith("debate")
    reply = FINE if is_rework else BAD if persuaded else GOOD
    answers(reply)(run)


async def work(run: Run) -> None:
    """Deliver as the author, better after a reject. Like a real author, comment only afterwards."""
    again = any(one.author == run.agent.actor for one in run.world.comments_of[run.issue.id])
    run.set_status("in_progress")
    await asyncio.sleep(0.05)
    run.set_status("in_review")
    await asyncio.sleep(0.02)
    run.reply("By name now." if again else f"{WORDS}\n{CONFESSION}")


class Scene:
    """A workspace with a panel and an author, and a home for daemons."""

    def __init__(self, server: MulticaServer, home: Path) -> None:
        self.server = server
        self.home = home
        self.issues: list[Issue] = []
        self.process: Copy | None = None
        self.variables = environment(server, home)
        settle(server, home, "checks: []\nwatch: {poll: 0.5s}\n")
        server.set_latency(0.002)  # so that a kill can come between a write and its answer
        server.add_agent(META, behave=answers(RUBRIC))
        for name in JUDGES:
            server.add_agent(name, behave=judge, parallel=50)
        self.author = server.add_agent(AUTHOR, behave=work, parallel=50)

    # -- lives

    def in_progress(self) -> int:
        """Return the number of issues that are not done."""
        return sum(issue.status != "done" for issue in self.issues)

    def begin_a_life(self) -> None:
        """Add a new issue, whose author starts on it."""
        title = f"Send greetings {len(self.issues)}"
        text = "greet.py must greet every guest by name."
        self.issues.append(
            self.server.add_issue(title, assignee=self.author, description=text, starts=True)
        )

    # -- daemons

    def launch(self) -> None:
        """Start a daemon."""
        self.process = Copy(
            watch, 15.0, "", env=self.variables, cwd=self.home, stderr=self.home / "stderr"
        )

    def end(self, by: signal.Signals) -> int:
        """Kill the daemon; return its exit code. Fail if it has ended by itself."""
        assert self.process is not None
        assert self.process.poll() is None, f"a daemon ended by itself\n{self.said()}"
        self.process.send_signal(by)
        code, self.process = self.process.wait(PATIENCE), None
        return code

    def close(self) -> None:
        """End all remaining daemons."""
        if self.process is not None:
            self.process.kill()
            self.process.wait(PATIENCE)

    def said(self) -> str:
        """Return the last lines of the daemons."""
        return (self.home / "stderr").read_text()[-3000:]

    def is_up(self) -> bool:
        """Return whether the daemon has begun to watch."""
        assert self.process is not None
        return f" {self.process.pid} watching " in (self.home / "coordinator.log").read_text()

    def until_settled(self) -> None:
        """Wait until all issues are done and all their reviews have ended."""
        deadline = time.monotonic() + PATIENCE
        with closing(Store(state_file(self.home))) as store:
            while self.in_progress() or store.runs(state="open") or not self.is_up():
                assert time.monotonic() < deadline, f"some lives do not end\n{self.said()}"
                time.sleep(0.02)


def check_life(scene: Scene, issue: Issue) -> None:
    """Check that every change of status and every comment occurs once and in order, and every review is on record."""
    server = scene.server
    assert server.story(issue, "status") == STATUSES
    assert server.story(issue, "comment deleted", "comment edited") == []
    ours = [one.content for one in server.comments(issue) if one.author == server.user.actor]
    marks = [found for text in ours if (found := MARKER.search(text))]
    assert len(marks) == len(ours)
    assert len({found.group() for found in marks}) == len(ours), "a marker is there twice"
    assert Counter(f"{found['purpose']} {found['round']}" for found in marks) == WRITTEN
    assert Counter(server.started(issue)) == RUNS
    assert {task.status for task in server.tasks(issue)} == {"completed"}
    with closing(Store(state_file(scene.home))) as store:
        reviews = [
            ReviewReader(store).review(run.id)
            for run in store.runs_about(f"multica:{issue.identifier}")
        ]
    assert [review.state for review in reviews] == ["reject", "accept"]
