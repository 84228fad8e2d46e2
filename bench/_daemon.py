"""A daemon in a process of its own, and what it takes of the machine."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

# Seconds with few requests after which the start is over: it looks at whatever has changed lately
CALM = 4.0
# Requests in that time, and seconds to wait for it: each issue may be looked at once
FEW, LONGEST = 8, 600.0
WINDOW = 20.0  # seconds of measuring


class Usage(NamedTuple):
    """What a daemon takes: memory, of one processor for each second, and in requests to its tracker."""

    megabytes: float
    cpu_percent: float
    requests_a_minute: float


@contextmanager
def daemon(
    home: Path, env: Mapping[str, str], is_ready: Callable[[], object], patience: float = 60.0
) -> Iterator[int]:
    """A daemon for the configuration of a home that is ready; its process id."""
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
    """What a daemon takes while nothing happens."""
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
    """What processors have spent on these processes and on what they started and waited for."""
    ticks = (
        Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:15] for pid in pids
    )
    return sum(int(number) for each in ticks for number in each) / os.sysconf("SC_CLK_TCK")


def megabytes(pid: int) -> float:
    """The memory that a process holds."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024
