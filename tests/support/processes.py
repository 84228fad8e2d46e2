"""Real processes that start with the package loaded.

Each is a copy of one idle process that has loaded it. Tests kill many processes, and loading the
package for each would take most of the time.
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
    """A process in a group of its own that calls a function. Use it like a `subprocess.Popen`."""

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
        """Return its exit code if it has ended, negative for a signal."""
        return self._process.exitcode

    def wait(self, seconds: float | None = None) -> int:
        """Wait for its end, and return its exit code."""
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
        """Kill the process with SIGKILL."""
        self.send_signal(signal.SIGKILL)

    def kill_group(self) -> None:
        """Kill the process and all its child processes with SIGKILL."""
        self.kill()
        with suppress(ProcessLookupError):  # it was killed before it had a group of its own
            os.killpg(self.pid, signal.SIGKILL)

    def is_stopped(self) -> bool:
        """Return whether the process is stopped by a signal."""
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


# -- a process that is identified by the length of its sleep


def sleeping(seconds: str) -> bool:
    """Return whether a `sleep` process with this number of seconds exists."""
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if (process / "cmdline").read_bytes() == f"sleep\0{seconds}\0".encode():
                return True
    return False


def any_seconds() -> str:
    """Return a number of seconds that no other `sleep` uses."""
    return f"3{uuid4().int % 10**12}"


# -- the processes of a group


def alive(group: int) -> list[int]:
    """Return the running processes of a group, without zombies."""
    found = []
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, of_group = file.read_text().rpartition(")")[2].split()[:3]
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(of_group) == group and state != "Z":
            found.append(int(file.parent.name))
    return found
