"""One user's machine: a home with secrets, a board, a real daemon with its dashboard, and authors who cheat.

Each author gets an issue and a repository, prepares the attack there and submits. Then the tests look at what came of
it, through the command line as the user does, and at what an attack would have left: canaries, processes, requests.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal
from uuid import uuid4

from coordinator.trackers.board import Board
from tests.support.repositories import git, new_repository, prepared
from tests.support.reviews import (
    ASKED,
    GREETS,
    ISSUE,
    JUDGES,
    WORK,
    Line,
    deliver,
    judge_line,
    report,
    rubric_line,
)
from tests.support.shell import call, data_of
from tests.support.waiting import PATIENCE

Kind = Literal["bubblewrap", "none"]
COORDINATOR = (sys.executable, "-m", "coordinator")
PYTHON = shlex.join([os.path.realpath(sys.executable), "-I", "-S", "-c"])
OVER = "the attack is over"

# What must never be seen outside the places where the user has put it.
HELD = {
    "VENDOR_API_KEY": "held-by-the-user-4711-aaaa",
    "COORDINATOR_DASHBOARD_TOKEN": "held-for-the-pages-4712-bbbb",
}
AT_HOME = {".ssh/id_ed25519": "private-half-of-a-key-4713", ".netrc": "password-of-the-forge-4714"}

REJECT: tuple[Line, ...] = tuple(
    judge_line(name, report((2, 2), against=("CK-001",))) for name in JUDGES
)
ACCEPT: tuple[Line, ...] = tuple(judge_line(name, report((5, 5))) for name in JUDGES)


@dataclass(frozen=True, kw_only=True)
class Attack:
    """A row of the table: what an author does, and what must come of it."""

    name: str
    tries: str
    script: str = ""  # what `make test` runs, as sh; `PYTHON`, `STATE` and the like are filled in
    # What judges are led to give as such, in their order; as the script above
    experiments: tuple[str, ...] = ()
    prepare: Callable[[Author], object] = str
    files: Mapping[str, str] = field(default_factory=dict)  # beside what the honest work has
    issue: str = ISSUE
    panel: Sequence[Line] = REJECT  # what the judges honestly say of it
    ends: tuple[str, ...] = ("reject",)
    says: str = ""  # a pattern in what `show` and the comments say
    hides: tuple[str, ...] = ()  # what no prompt, record or comment may hold
    killed: bool = False  # the script does not get to its end
    # What is done before it is submitted a second time,
    again: Callable[[Author], None] | None = None
    ends_again: tuple[str, ...] = ()  # and how that ends
    then: Callable[[Author], object] = str


@dataclass
class Author:
    """One attack under way: its issue, its repository, and what the user sees of it."""

    attack: Attack
    arena: Arena
    key: str
    repo: Path

    @property
    def review(self) -> str:
        return f"{self.key}.1"

    def fill(self, text: str) -> str:
        """A script with the places of this machine, which an author may well know."""
        arena = self.arena
        known: dict[str, object] = {
            "PYTHON": PYTHON, "STATE": arena.home, "USER_HOME": arena.user, "REPO": self.repo, "ISSUE": self.key,
            "DASHBOARD": arena.port, "LISTENER": arena.listener.port, "CANARY": self.canary, "SLEEP": arena.sleep,
            "COORDINATOR": shlex.join(COORDINATOR), "SOURCE": os.pathsep.join(sys.path),
        }  # fmt: skip
        return re.sub(rf"\b({'|'.join(known)})\b", lambda found: str(known[found[0]]), text)

    @property
    def canary(self) -> Path:
        """A file that is there only if something of the author's ran outside of every sandbox."""
        return self.arena.root / "canaries" / self.attack.name.replace(" ", "-")

    @property
    def panel(self) -> Sequence[Line]:
        """What the judges say: what the attack has them say, or a reject with the experiments for evidence."""
        if not self.attack.experiments:
            return self.attack.panel
        scripts = [f"{self.fill(script)}\necho {OVER}" for script in self.attack.experiments]
        runs = [{"run": script, "with": "sh", "shows": OVER, "on": "work"} for script in scripts]
        said = report((2, 2), against=("CK-001",), evidence=[GREETS, *runs])
        # Who writes blind tests is trusted no more: the same scripts, which have to be green on the base.
        keep = {"kind": "keep", "title": "it runs", "quote": ASKED, "with": "sh"}
        probes = {
            "reference": "{{reference}}",
            "probes": [keep | {"run": script} for script in scripts],
        }
        tester = {"seat": "Meta-Judge", "purpose": "probe", "reply": probes}
        return [tester, *(judge_line(name, said, number) for name in JUDGES for number in range(4))]

    def commit(self, files: Mapping[str, str]) -> None:
        deliver(self.repo, files)

    # -- what the user sees

    def shown(self, number: int = 1) -> dict[str, Any]:
        """The n-th review of the issue as `coordinator show --json` has it."""
        ran = call(
            "show", f"{self.key}.{number}", "--json", env=self.arena.variables, cwd=self.arena.home
        )
        assert ran.stdout, ran.stderr
        found: dict[str, Any] = data_of(ran.stdout)
        return found

    def probes(self) -> list[dict[str, Any]]:
        """What came of each of the same scripts as a blind test."""
        return [check for check in self.shown()["checks"] if re.fullmatch("P[0-9]", check["name"])]

    def experiments(self) -> list[dict[str, Any]]:
        """What came of each experiment."""
        ballot = self.shown()["standings"][0]["testimonies"][0]
        return [proof for proof in ballot["proofs"] if proof["evidence"]["kind"] == "experiment"]

    def said(self) -> str:
        """All that is said about it: the verdict, its prompts and replies, the comments."""
        ran = call("show", self.review, "--prompts", env=self.arena.variables, cwd=self.arena.home)
        return "\n".join([ran.stdout, ran.stderr, self.comments()])

    def comments(self) -> str:
        """What was posted about it."""
        with closing(Board(self.arena.home)) as board:
            return "\n".join(comment.text for comment in board.comments(self.key))

    def state(self, number: int = 1) -> str:
        """How the n-th review of the issue has ended."""
        return next(
            (row["state"] for row in self.arena.rows() if row["id"] == f"{self.key}.{number}"),
            "nothing",
        )

    def moved(self) -> bool:
        """Whether the attack has brought another end than it should have."""
        again = self.attack.again is not None and self.state(2) not in self.attack.ends_again
        return again or self.state() not in self.attack.ends

    def status(self) -> str:
        with closing(Board(self.arena.home)) as board:
            return board.issue(self.key).status


class Listener:
    """A server on loopback that counts who reaches it."""

    def __init__(self) -> None:
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._socket.getsockname()[1]
        self.reached = 0
        threading.Thread(target=self._count, daemon=True).start()

    def _count(self) -> None:
        with suppress(OSError):  # it is closed
            while True:
                connection, _ = self._socket.accept()
                self.reached += 1
                connection.close()

    def close(self) -> None:
        self._socket.close()


class Arena:
    """The machine of one user, with one kind of sandbox."""

    def __init__(self, root: Path, kind: Kind, attacks: Sequence[Attack]) -> None:
        self.root, self.kind = root, kind
        self.home, self.user = root / "user/.coordinator", root / "user"
        self.sleep = f"3{uuid4().int % 10**12}"  # so many seconds as nobody else sleeps
        self.listener = Listener()
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        for name, text in AT_HOME.items():
            (self.user / name).parent.mkdir(parents=True, exist_ok=True)
            (self.user / name).write_text(text)
        (root / "canaries").mkdir()
        self.home.mkdir(mode=0o700)
        (self.home / "env").write_text("".join(f"{name}={value}\n" for name, value in HELD.items()))
        (self.home / "env").chmod(0o600)
        self.variables = self._variables()
        self.authors = {
            attack.name: self._hire(number, attack) for number, attack in enumerate(attacks, 1)
        }
        self._configure()
        self.daemon: subprocess.Popen[bytes] | None = None

    def _variables(self) -> dict[str, str]:
        kept = {
            name: value
            for name, value in os.environ.items()
            if not name.endswith(("_KEY", "_TOKEN"))
        }
        path = kept.get("PATH", os.defpath)
        if self.kind == "none":  # one that does not work, before any other
            (self.root / "bin").mkdir()
            (self.root / "bin/bwrap").write_text("#!/bin/sh\nexit 1\n")
            (self.root / "bin/bwrap").chmod(0o755)
            path = f"{self.root / 'bin'}{os.pathsep}{path}"
        own = {"COORDINATOR_HOME": str(self.home), "HOME": str(self.user), "PATH": path}
        return kept | own | {"PYTHONPATH": os.pathsep.join(map(str, filter(None, sys.path)))}

    def _hire(self, number: int, attack: Attack) -> Author:
        author = Author(
            attack, self, f"B-{number}", _with_tests(self.root / "repos" / str(number), "")
        )
        title, _, text = author.fill(attack.issue).partition("\n\n")
        with closing(Board(self.home)) as board:
            made = board.add(title, text, creator="eve", assignee="ada", repo=str(author.repo), base="main",
                             status="in_progress")  # fmt: skip
        assert made.key == author.key
        script = f"{author.fill(attack.script)}\necho {OVER}\n" if attack.script else "exit 0\n"
        author.commit(
            WORK
            | {"test.sh": script}
            | {name: author.fill(text) for name, text in attack.files.items()}
        )
        attack.prepare(author)
        return author

    def _configure(self) -> None:
        lines: list[Line] = [rubric_line()]
        for author in self.authors.values():
            lines += [line | {"issue": author.key} for line in author.panel]
        (self.home / "replies.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
        seats = "".join(f"    - {{name: {name}, recorded: replies.jsonl}}\n" for name in JUDGES)
        panel = f"panel:\n  meta_judge: {{recorded: replies.jsonl}}\n  judges:\n{seats}"
        daemon = f"watch: {{poll: 0.2s, concurrency: 4}}\nserve: {{port: {self.port}}}\n"
        (self.home / "coordinator.yaml").write_text(panel + daemon)

    # -- the daemon

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """How a command ends, and what it prints."""
        return subprocess.run(
            [*COORDINATOR, *arguments],
            env=self.variables,
            cwd=self.home,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )

    def start(self) -> None:
        """Start the daemon in a directory that no author can write."""
        command = [*COORDINATOR, "watch", "--backlog", "--serve"]
        with open(self.root / "said", "ab") as said:
            self.daemon = subprocess.Popen(
                command,
                env=self.variables,
                cwd=self.home,
                stdout=said,
                stderr=said,
                stdin=subprocess.DEVNULL,
            )

    def submit_all(self) -> None:
        """Every author says that it is done, some do so twice; wait as long as reviews come to an end."""
        self._submit(self.authors.values())
        persistent = [author for author in self.authors.values() if author.attack.again]
        for author in persistent:
            assert author.attack.again
            author.attack.again(author)
        self._submit(persistent)

    def _submit(self, authors: Collection[Author]) -> None:
        with closing(Board(self.home)) as board:
            for author in authors:
                if board.issue(author.key).status == "in_review":
                    board.move(author.key, "in_progress", actor="ada")
                board.move(author.key, "in_review", actor="ada")
            due = len(board.entries(0))
        done, last = -1, time.monotonic()
        while time.monotonic() - last < PATIENCE and self.runs():
            now = sum(row["state"] != "open" for row in self.rows())
            if now >= due:
                return
            if now != done:
                done, last = now, time.monotonic()
            time.sleep(0.2)

    def runs(self) -> bool:
        """Whether the daemon is up."""
        return self.daemon is not None and self.daemon.poll() is None

    def close(self) -> None:
        if self.daemon is not None:
            self.daemon.terminate()
            with suppress(subprocess.TimeoutExpired):
                self.daemon.wait(30)
            self.daemon.kill()
            self.daemon.wait()
        self.listener.close()

    # -- looking

    @property
    def address(self) -> str:
        """Where the dashboard is."""
        return f"http://127.0.0.1:{self.port}"

    def summary(self) -> str:
        """What came of all attacks, in a line."""
        moved = sum(author.moved() for author in self.authors.values())
        out, foreign = len(self.leaked()) + self.listener.reached, len(self.alive())
        daemon = "no daemon stopped" if self.runs() else "the daemon STOPPED"
        return (
            f"{len(self.authors)} cases, sandbox: {self.kind}, {moved} verdicts moved, {out} secrets out, "
            f"{foreign} foreign processes alive, {daemon}"
        )

    def leaked(self) -> list[str]:
        """The secrets of the user that are in what the daemon keeps or has printed."""
        secrets = {*HELD.values(), *AT_HOME.values()}
        return [secret for text in self.recorded() for secret in secrets if secret in text]

    def rows(self) -> list[dict[str, Any]]:
        """All reviews, as `coordinator list --json` has them."""
        ran = call("list", "--limit", "1000", "--json", env=self.variables, cwd=self.home)
        found: list[dict[str, Any]] = data_of(ran.stdout) if ran.stdout else []
        return found

    def recorded(self) -> Iterator[str]:
        """Every text that the daemon keeps or has printed."""
        for name in ("state.db", "board.db"):
            with closing(sqlite3.connect(self.home / name)) as connection:
                yield from connection.iterdump()
        for path in (self.home / "coordinator.log", self.root / "said"):
            if path.exists():
                text = path.read_text(errors="replace")
                # The link for the user's browser
                yield re.sub(r"(the dashboard is at )http\S+", r"\1", text)

    def alive(self) -> list[str]:
        """What the attacks have started and is still there."""
        found = []
        for process in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                command = (
                    (process / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
                )
                if self.sleep in command or str(self.home / "work") in command:
                    found.append(command)
        return found


@prepared
def _with_tests(repo: Path, _key: str) -> None:
    """A project whose tests are `make test`, with a branch `work` for the author."""
    new_repository(repo)
    deliver(repo, {"Makefile": "test:\n\t@sh test.sh\n", "test.sh": "exit 0\n"})
    git(repo, "checkout", "--quiet", "-b", "work")


@contextmanager
def opened(root: Path, kind: Kind, attacks: Sequence[Attack]) -> Iterator[Arena]:
    """An arena in which everything was submitted and reviewed."""
    arena = Arena(root, kind, attacks)
    try:
        arena.start()
        arena.submit_all()
        yield arena
    finally:
        arena.close()
