"""Name the processes that own runs, and tell whether such a process is still alive.

The name includes the start time of the process, because a later process can get the same pid.
"""

import itertools
import os
import socket
import subprocess
from functools import cache
from pathlib import Path

from coordinator.errors import UsageError
from coordinator.storage.store import RunRow

_numbers = itertools.count(1)
_ended = set[str]()


def new_owner() -> str:
    """Return a name for one engine in this process: host|boot|pid|process start|number."""
    pid = os.getpid()
    number = next(_numbers)
    return "|".join([_host(), _boot(), str(pid), _process_start(pid), str(number)])


def end_owner(owner: str) -> None:
    """Remember that an engine of this process has ended, although the process continues."""
    _ended.add(owner)


def is_dead(owner: str) -> bool:
    """Return whether the owner is certainly dead. An owner on another host may be alive."""
    if owner in _ended:
        return True
    host, boot, pid, start, _ = owner.split("|")
    if host != _host():
        return False
    return boot != _boot() or start != _process_start(int(pid))


def host_of(owner: str) -> str:
    """Return the host in an owner's name."""
    return owner.partition("|")[0]


def is_held(owner: str) -> bool:
    """Return whether the owner of a run is a process that may be alive."""
    return bool(owner) and not is_dead(owner)


def still_open(run: RunRow) -> UsageError:
    """Return the error for an action that is not possible because the run is still open."""
    if is_held(run.owner):
        return UsageError(
            f"{run.id} is still running", fix=f"wait for its end, or `coordinator cancel {run.id}`"
        )
    return UsageError(f"{run.id} is still open", fix=f"`coordinator resume {run.id}` continues it")


@cache
def _host() -> str:
    name = socket.gethostname()
    # Containers of one host may share its name, but do not see each other's processes.
    try:
        return f"{name} {os.readlink('/proc/self/ns/pid')}"
    except OSError:
        return name


@cache
def _boot() -> str:
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return ""  # without it, is_dead still compares the start times of processes


def _process_start(pid: int) -> str:
    """Return the start time of a process, or an empty string if the process is gone."""
    if not os.path.exists("/proc/self/stat"):
        command = ["ps", "-o", "lstart=", "-p", str(pid)]
        return subprocess.run(command, capture_output=True, text=True).stdout.strip()
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return ""
    # The name of the program, in parentheses, can contain spaces.
    fields = stat.rpartition(")")[2].split()
    state = fields[0]
    start = fields[19]
    # The process is dead, but its parent has not waited for it yet.
    if state in "ZX":
        return ""
    return start
