"""Real processes that begin with the package loaded: each is a copy of one that has loaded it and does nothing else.

They are to be killed, so that there are many of them; to load everything again would be most of what they do.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

COPIES = multiprocessing.get_context("forkserver")
COPIES.set_forkserver_preload(
    [
        "pytest",
        "coordinator.cli.daemon",
        "coordinator.cli.runs",
        "coordinator.trackers.forge.app",
        "coordinator.trackers.forge.gitea",
        "coordinator.trackers.forge.tracker",
        "coordinator.trackers.multica.tracker",
        "httpx2",
        "tests.support.board_writers",
        "tests.support.crash_daemon",
        "tests.support.database_opener",
        "tests.support.worker",
    ]
)


class Copy:
    """One process in a group of its own, which does this and ends; used as a `subprocess.Popen` is."""

    def __init__(
        self,
        act: Callable[..., object],
        *given: object,
        env: Mapping[str, str],
        cwd: Path,
        stderr: Path,
    ) -> None:
        self._process = COPIES.Process(target=_begin, args=(dict(env), cwd, stderr, act, given))
        self._process.start()
        assert self._process.pid is not None
        self.pid = self._process.pid

    def poll(self) -> int | None:
        """Its exit code if it has ended, negative for a signal."""
        return self._process.exitcode

    def wait(self, seconds: float | None = None) -> int:
        """Its exit code, once it has ended."""
        self._process.join(seconds)
        code = self._process.exitcode
        if code is None:
            raise subprocess.TimeoutExpired(f"process {self.pid}", seconds or 0.0)
        return code

    def send_signal(self, number: signal.Signals) -> None:
        """Send a signal to this process alone."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """kill -9."""
        self.send_signal(signal.SIGKILL)

    def kill_group(self) -> None:
        """kill -9 for it and all that it has started."""
        self.kill()
        with suppress(ProcessLookupError):  # it was killed before it had a group of its own
            os.killpg(self.pid, signal.SIGKILL)

    def is_stopped(self) -> bool:
        """Whether it does nothing until it is told to go on."""
        return Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()[0] == "T"


def _begin(
    env: Mapping[str, str],
    cwd: Path,
    stderr: Path,
    act: Callable[..., object],
    given: tuple[object, ...],
) -> None:
    os.setsid()
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(env)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    os.dup2(os.open(stderr, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), 2)
    act(*given)


# -- a process that is known by how long it sleeps


def sleeping(seconds: str) -> bool:
    """Whether a `sleep` of so many seconds, by which it is known, is there."""
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if (process / "cmdline").read_bytes() == f"sleep\0{seconds}\0".encode():
                return True
    return False


def any_seconds() -> str:
    """So many seconds as nobody else sleeps."""
    return f"3{uuid4().int % 10**12}"


# -- the processes of a group


def alive(group: int) -> list[int]:
    """The processes of a group; not those that only wait to be reaped."""
    found = []
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, of_group = file.read_text().rpartition(")")[2].split()[:3]
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(of_group) == group and state != "Z":
            found.append(int(file.parent.name))
    return found
