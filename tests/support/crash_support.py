"""A home with a board, git repositories and recorded judges, and real daemons that work there."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import cached_property
from pathlib import Path

from coordinator.config.environment import database_url, state_file
from coordinator.models import Value
from coordinator.storage.store import RunRow, Store
from coordinator.trackers.board import Board
from tests.support.crash_daemon import watch
from tests.support.processes import Copy
from tests.support.programs import accepting_no_sandbox
from tests.support.reviews import (
    JUDGES,
    WORK,
    Line,
    deliver,
    judge_line,
    make_repository,
    report,
    rubric_line,
)
from tests.support.waiting import PATIENCE, pause_after, wait_until

AUTHOR, CREATOR = "ada", "eve"
MOST_ISSUES = 120
LEASE = 15.0
SILENT = {"greet.py": "def greet(name):\n    return name\n"}
MENDED = WORK | {"notes.md": "Nobody was greeted yet.\n"}
CHECKS = """\
checks:
  - {name: greets, run: "grep -q Hello greet.py", blocks: true}
  - {name: nothing left, grep: TODO, in: "*.py", expect: absent}
"""
UNBOUNDED = "review: {budget: {asks_per_hour: 1000000}}\n"
RETRIGGER = 'echo "$REVIEW" >> told'

# The kinds of issues, and the outcomes of their successive reviews.
ENDS = {
    "good": ("accept",),
    "drifted": ("reject", "accept"),
    "disputed": ("escalate",),
    "red": ("reject", "accept"),
    "unclear": ("error",),
}
KINDS = tuple(ENDS)


class Asked(Value):
    """One line of asked.jsonl, written when a daemon began an ask."""

    at: float
    uptime: float
    pid: int
    prompt: str
    issue: str
    review: int
    purpose: str
    seat: str
    round: int
    again: str = ""
    reference: str = ""


def replies(delay: float, issues: int) -> Iterator[Line]:
    """Return the replies of the panel about each issue. The kinds of issues alternate."""
    for number in range(1, issues + 1):
        for line in _replies_about(_kind(number)):
            yield line | {"issue": f"B-{number}", "delay": delay * (1 + number % 3)}


def _replies_about(kind: str) -> Iterator[Line]:
    if kind == "unclear":
        yield from (
            rubric_line(reply="I would rather not say.", again=again) for again in (False, True)
        )
    else:
        yield rubric_line()
    for seat in JUDGES:
        if kind == "good":
            yield judge_line(
                seat, "I would rather not say." if seat == JUDGES[0] else report((4, 4))
            )
            yield judge_line(seat, report((4, 4)), again=True)
        elif kind == "disputed":
            mine = report((2, 2) if seat == JUDGES[0] else (5, 5))
            yield from (judge_line(seat, mine, number) for number in range(4))
        else:
            yield judge_line(seat, report((2, 2), against=("CK-001",)), review=1)
            yield judge_line(seat, report((4, 4), rework={"R1": "resolved"}), review=2)


def _kind(number: int) -> str:
    return KINDS[(number - 1) % len(KINDS)]


class Scene:
    """One home: daemons start and end, the author delivers, and the test observes."""

    def __init__(self, home: Path, issues: int = MOST_ISSUES) -> None:
        self.home = home
        self.issues = issues
        self.template = make_repository(home / "repos" / "template")
        self.daemons: list[Daemon] = []
        self.kinds: dict[str, str] = {}
        self._mended: set[str] = set()
        self.board = Board(home)
        self.configure()

    def configure(
        self,
        *,
        delay: float = 0.01,
        checks: str = CHECKS,
        concurrency: int = 8,
        retrigger: str = RETRIGGER,
        watch: str = "",
    ) -> None:
        """Write the configuration and the replies. Replace each file as a whole."""
        _replace(
            self.home / "replies.jsonl",
            "".join(json.dumps(line) + "\n" for line in replies(delay, self.issues)),
        )
        seats = "".join(f"    - {{name: {name}, recorded: replies.jsonl}}\n" for name in JUDGES)
        panel = f"panel:\n  meta_judge: {{recorded: replies.jsonl}}\n  judges:\n{seats}"
        daemon = f"board: {{retrigger: '{retrigger}'}}\nwatch: {{poll: 0.05s, concurrency: {concurrency}{watch}}}\n"
        text = panel + checks + daemon + UNBOUNDED
        if "sandbox:" not in text:
            text += accepting_no_sandbox()
        _replace(self.home / "coordinator.yaml", text)

    # -- the author

    def deliver_next(self, repo: str = "") -> str:
        """Submit a new issue of the next kind. Its work is in this repository, or in a new one."""
        key = self._add(repo)
        if not repo:
            shutil.copytree(self.template, self.board.issue(key).repo)
        if self.kinds[key] == "red":
            deliver(Path(self.board.issue(key).repo), SILENT)
        self.submit(key)
        return key

    def deliver(self, kind: str, repo: str = "") -> str:
        """Submit a new issue of this kind. Issues of the kinds that come before it are skipped."""
        while _kind(len(self.kinds) + 1) != kind:
            self._add()
        return self.deliver_next(repo)

    def _add(self, repo: str = "") -> str:
        issue = self.board.add(
            "Send greetings",
            "greet.py must greet every guest by name.",
            creator=CREATOR,
            assignee=AUTHOR,
            repo=repo or str(self.home / "repos" / str(len(self.kinds) + 1)),
            base="main",
            status="in_progress",
        )
        # PostgreSQL skips numbers after a crash
        self.kinds[issue.key] = _kind(int(issue.key[2:]))
        return issue.key

    def submit(self, key: str) -> None:
        """Submit the issue as its author."""
        self.board.move(key, "in_review", actor=AUTHOR)

    def told(self) -> list[str]:
        """Return the reviews after which the author was started again, one entry for each start."""
        told = self.home / "told"
        return told.read_text().split() if told.exists() else []

    def rework(self) -> None:
        """Rework the issue as its author does when started again, unless that is done already."""
        for key in [review.partition(".")[0] for review in self.told()]:
            if key not in self._mended:
                self.mend(key)

    def mend(self, key: str) -> None:
        """Deliver better work, and submit it."""
        self._mended.add(key)
        deliver(Path(self.board.issue(key).repo), MENDED)
        self.submit(key)

    # -- daemons

    def launch(self, point: str = "", *, lease: float = LEASE) -> Daemon:
        """Start a daemon that waits at this point."""
        daemon = Daemon(self.home, point, lease)
        self.daemons.append(daemon)
        return daemon

    def stop(self, *daemons: Daemon) -> None:
        """Stop these daemons as soon as they are up."""
        self.until_up(*daemons)
        for daemon in daemons:
            daemon.stop()

    def until_up(self, *daemons: Daemon) -> None:
        """Wait until these daemons watch."""
        lines = [rf" {daemon.pid} (watching|executing runs for) " for daemon in daemons]
        self.until(lambda: all(re.search(line, self.log()) for line in lines), "the daemons are up")

    def until_held(self) -> None:
        """Wait until a daemon has reached its point."""
        self.until((self.home / "held").exists, "a daemon is held")

    def let_go(self) -> None:
        """Let the daemon at its point continue, as soon as it runs."""
        (self.home / "go").touch()

    def until(self, holds: Callable[[], object], what: str) -> None:
        """Wait for a condition, with a time limit. No daemon may end by itself meanwhile."""
        began = time.monotonic()
        while not holds():
            waited = time.monotonic() - began
            assert waited < PATIENCE, (
                f"waited {PATIENCE:g} s in vain until {what}\n{self.log()[-2000:]}"
            )
            for daemon in self.daemons:
                daemon.check()
            time.sleep(pause_after(waited))

    def until_settled(self, or_else: Callable[[], bool] = lambda: False) -> None:
        """Wait for the end of all reviews, or for another condition. Rework every rejected issue."""

        def is_settled() -> bool:
            self.rework()
            return self.settled() or or_else()

        self.until(is_settled, "every review has ended")

    def close(self) -> None:
        """End all remaining daemons."""
        for daemon in self.daemons:
            daemon.end()
        self.board.close()
        if "store" in vars(self):
            self.store.close()

    # -- looking

    @cached_property
    def store(self) -> Store:
        """Return the state of this home."""
        return Store(state_file(self.home))

    def _has_state(self) -> bool:
        # Do not create the file here: only daemons create it, and tests disturb that.
        return state_file(self.home).exists() or bool(database_url(self.home))

    def reviews(self) -> list[RunRow]:
        """Return all reviews, newest first."""
        return self.store.runs(limit=1000) if self._has_state() else []

    def newest_event(self) -> int:
        """Return the number of the newest event."""
        return self.store.last_seq() if self._has_state() else 0

    def submitted(self) -> list[str]:
        """Return the ids of the expected reviews: one for each entry into review."""
        return [f"{entry.issue}.{entry.number}" for entry in self.board.entries(0)]

    def in_progress(self) -> int:
        """Return the number of submissions whose review has not ended."""
        return len(self.submitted()) - sum(run.state != "open" for run in self.reviews())

    def settled(self) -> bool:
        """Return whether every submitted issue has had all its reviews."""
        due = sum(
            len(ENDS[self.kinds[key]])
            for key in {review_id.partition(".")[0] for review_id in self.submitted()}
        )
        return sum(run.state != "open" for run in self.reviews()) == due

    def asked(self) -> list[Asked]:
        """Return every ask that a daemon has begun."""
        path = self.home / "asked.jsonl"
        lines = path.read_text().splitlines() if path.exists() else []
        return [Asked.model_validate_json(line) for line in lines]

    def traces(self) -> list[str]:
        """Return the lines that commands of checks and set-ups wrote when they began."""
        path = self.home / "traces"
        return path.read_text().split() if path.exists() else []

    def log(self) -> str:
        """Return the log of the daemons."""
        path = self.home / "coordinator.log"
        return path.read_text() if path.exists() else ""


class Daemon:
    """A real process, in a process group of its own."""

    def __init__(self, home: Path, point: str, lease: float) -> None:
        self.home = home
        self.told_to_end = False
        environment = {**os.environ, "COORDINATOR_HOME": str(home)}
        self.process = Copy(watch, lease, point, env=environment, cwd=home, stderr=home / "stderr")

    @property
    def pid(self) -> int:
        return self.process.pid

    def check(self) -> None:
        """Raise an error if the daemon has ended by itself."""
        ended = None if self.told_to_end else self.process.poll()
        assert ended is None, (
            f"a daemon ended with {ended}\n{(self.home / 'stderr').read_text()[-2000:]}"
        )

    def kill(self) -> None:
        """Kill the daemon with SIGKILL."""
        self.check()
        self.end()

    def stop(self, number: signal.Signals = signal.SIGTERM) -> None:
        """Tell the daemon to end, and wait for it."""
        self.tell(number)
        assert self.process.wait(PATIENCE) == 0, (self.home / "stderr").read_text()[-2000:]

    def tell(self, number: signal.Signals) -> None:
        """Send a signal to its whole process group, as a terminal does."""
        self.check()
        self.told_to_end = True
        os.killpg(self.pid, number)

    def suspend(self) -> None:
        """Suspend the daemon with SIGSTOP, but not while it locks a file, because nobody else could write then."""
        while True:
            self.process.send_signal(signal.SIGSTOP)
            wait_until(self.process.is_stopped)
            if all(_is_free(self.home / name) for name in ("state.db", "board.db")):
                return
            self.wake()
            time.sleep(0.01)

    def wake(self) -> None:
        """Let the daemon continue after SIGSTOP."""
        self.process.send_signal(signal.SIGCONT)

    def end(self) -> None:
        """End the daemon, whatever state it is in."""
        self.told_to_end = True
        self.process.kill()
        self.process.wait(PATIENCE)


def _is_free(path: Path) -> bool:
    if not path.exists():  # the server ends an idle transaction
        return True
    with closing(sqlite3.connect(path, timeout=0.5, isolation_level=None)) as connection:
        try:
            connection.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError:
            return False
        connection.execute("ROLLBACK")
    return True


def _replace(path: Path, text: str) -> None:
    new = path.with_suffix(".new")
    new.write_text(text, encoding="utf-8")
    os.replace(new, path)
