"""Who holds a run: a process, named so that nobody mistakes a dead one or a reused pid for it; and who is alive."""

import itertools
import json
import os
import socket
import subprocess
import time
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from coordinator.errors import UsageError
from coordinator.storage.store import RunRow, Store

_numbers = itertools.count(1)
_ended = set[str]()


def new_owner() -> str:
    """A name for one engine in this process: host|boot|pid|process start|number."""
    return "|".join(
        [_host(), _boot(), str(os.getpid()), _process_start(os.getpid()), str(next(_numbers))]
    )


def end_owner(owner: str) -> None:
    """Say that an engine of this process has ended, though the process goes on."""
    _ended.add(owner)


def is_dead(owner: str) -> bool:
    """True if the process is certainly gone; one on another host may always be alive."""
    if owner in _ended:
        return True
    host, boot, pid, start, _ = owner.split("|")
    return host == _host() and (boot != _boot() or start != _process_start(int(pid)))


def host_of(owner: str) -> str:
    """Return the machine that a process is on."""
    return owner.partition("|")[0]


def is_held(owner: str) -> bool:
    """Return whether some process is at work on an open run with this owner."""
    return bool(owner) and not is_dead(owner)


def still_open(run: RunRow) -> UsageError:
    """Return the refusal of what is for runs that have ended; it says whether a process is on this one."""
    if is_held(run.owner):
        return UsageError(
            f"{run.id} is under way", fix=f"wait for its end, or `coordinator cancel {run.id}`"
        )
    return UsageError(
        f"{run.id} is still open", fix=f"`coordinator resume {run.id}` goes on with it"
    )


def living_workers(store: Store) -> set[str]:
    """Return the workers whose lease holds and that are not known to be dead."""
    now = store.now()
    return {
        worker.owner
        for worker in store.workers()
        if worker.expires > now and not is_dead(worker.owner)
    }


def dead_workers(store: Store, me: str, heard: Mapping[tuple[str, float], float]) -> set[str]:
    """Return workers other than me that are dead or whose lease expired, and owners without any."""
    now = time.monotonic()
    lapsed = set(store.owners_without_lease())
    for worker in store.workers():
        # Where the clock was set back the end of a lease is far away, and its length has to do.
        silent = now - heard.get((worker.owner, worker.beat), now) > worker.expires - worker.beat
        if silent or worker.expires <= store.now() or is_dead(worker.owner):
            lapsed.add(worker.owner)
    return lapsed - {me}


def hosts_for(store: Store, run: RunRow) -> set[str]:
    """Return the machines of the living workers for such jobs that have not found that they cannot do this run."""
    alive = living_workers(store)
    tried = store.last_park(run.id).get("not_on", ())
    able = [
        worker.owner
        for worker in store.workers()
        if run.job in json.loads(worker.about).get("jobs", ())
    ]
    return {host_of(owner) for owner in able if owner in alive} - set(tried)


def take_role(store: Store, setting: str, me: str) -> bool:
    """Have the role that a setting names, unless another living worker has it; return whether it is ours."""
    if store.setting(setting) in living_workers(store) - {me}:
        return False
    store.set_setting(setting, me)
    return True


@cache
def _host() -> str:
    try:  # containers of one host may share its name, but they do not see each other's processes
        return f"{socket.gethostname()} {os.readlink('/proc/self/ns/pid')}"
    except OSError:
        return socket.gethostname()


@cache
def _boot() -> str:
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return ""  # the start time of the process tells boots apart as well


def _process_start(pid: int) -> str:
    """When the process was started, empty if it is gone."""
    if not os.path.exists("/proc/self/stat"):
        told = subprocess.run(
            ["ps", "-o", "lstart=", "-p", str(pid)], capture_output=True, text=True
        )
        return told.stdout.strip()
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return ""
    state = fields[0]
    start = fields[19]
    # killed, and only not yet buried by its parent
    if state in "ZX":
        return ""
    return start
