"""A daemon in a process of its own, and its use of memory, processor time and requests."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

# The start is over after this many seconds with few requests. At the start the daemon reads all recent changes.
CALM = 4.0
# The most requests in that time, and the seconds to wait for it. The daemon may read each issue once.
FEW, LONGEST = 8, 600.0
WINDOW = 20.0  # seconds of measuring


class Usage(NamedTuple):
    """The usage of a daemon: memory, percent of one processor, and requests to its tracker."""

    megabytes: float
    cpu_percent: float
    requests_a_minute: float


@contextmanager
def daemon(
    home: Path, env: Mapping[str, str], is_ready: Callable[[], object], patience: float = 60.0
) -> Iterator[int]:
    """Start a daemon in a prepared home, and yield its process id."""
    env = {
        **os.environ,
        **env,
        "COORDINATOR_HOME": str(home),
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    with open(home / "stderr", "w", encoding="utf-8") as said:
        process = subprocess.Popen(
            [sys.executable, "-m", "coordinator", "watch"], env=env, cwd=home, stderr=said
        )
    try:
        deadline = time.monotonic() + patience
        while not is_ready():
            assert process.poll() is None, (home / "stderr").read_text(encoding="utf-8")[-2000:]
            assert time.monotonic() < deadline, "the daemon did not come up"
            time.sleep(0.1)
        yield process.pid
    finally:
        process.kill()
        process.wait()


def usage(pid: int, requests: Callable[[], int] = lambda: 0) -> Usage:
    """Return the usage of an idle daemon."""
    deadline, before = time.monotonic() + LONGEST, -FEW - 1
    while requests() - before > FEW and time.monotonic() < deadline:
        before = requests()
        time.sleep(CALM)
    began, spent, asked = time.monotonic(), cpu_seconds([pid]), requests()
    time.sleep(WINDOW)
    seconds = time.monotonic() - began
    cpu, count = cpu_seconds([pid]) - spent, requests() - asked
    return Usage(megabytes(pid), 100 * cpu / seconds, 60 * count / seconds)


def cpu_seconds(pids: list[int]) -> float:
    """Return the processor time of these processes and of their ended child processes."""
    ticks = (
        Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:15] for pid in pids
    )
    return sum(int(number) for each in ticks for number in each) / os.sysconf("SC_CLK_TCK")


def megabytes(pid: int) -> float:
    """Return the memory of a process."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024
