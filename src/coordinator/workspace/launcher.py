"""A program that has bubblewrap build the walls of `sandbox.py`, runs one command behind them and keeps its bounds.

It is started by its path with the standard library only, and becomes the first process inside: all that the command
has started ends with it, no signal from inside reaches it, and nobody inside can look into it or trace it.
"""

import ctypes
import json
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from typing import Any, NoReturn

EXCEEDED = 125
CANNOT_START = 126
NOT_FOUND = 127  # exit codes
TICK = 0.1  # seconds between two looks at what is used
SPARE = 0.02  # of the machine's memory and of a disk that is left to others
# Perhaps through others: says nothing of us
FULL = ("the machine's memory is nearly full", "the disk is nearly full")
UNNOTICED = 1 << 26  # bytes that may go before it is asked who has them
SET_DUMPABLE = 4  # of <sys/prctl.h>

Plan = dict[str, Any]


def main() -> int:
    """Run the command of the plan; return its exit code, or end by the signal that has ended it."""
    plan: Plan = json.loads(sys.argv[1])
    if plan["kind"] == "none":
        begin(plan)
    if plan["kind"] == "inside":
        keep(plan, plan["status"])
    told, status = os.pipe()
    inside = json.dumps(plan | {"kind": "inside", "status": status, "walls": ()})
    # The kernel lets the user root start processes without end. It may be more than the command may have: that is still
    # noticed, counted and said.
    with nullcontext() if os.getuid() else bounded_group(2 * plan["processes"]):
        try:
            walled = subprocess.Popen(
                [*plan["walls"], *sys.orig_argv[:-1], inside], pass_fds=[status]
            )
        except OSError as error:
            print(f"sandbox: {error}", file=sys.stderr, flush=True)
            return CANNOT_START
        os.close(status)
        with os.fdopen(told, "rb") as pipe:
            said = pipe.read()
        walled.wait()
    if not said:  # the command was never begun
        return CANNOT_START
    code = int(said[1:] or -signal.SIGKILL)
    if code < 0:
        with suppress(OSError):  # there is no other way to end by SIGKILL
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    return code


@contextmanager
def bounded_group(processes: int) -> Iterator[None]:
    """Let us and all that we start be so many processes at most, where a control group can be had."""
    tops = ("/sys/fs/cgroup/pids", "/sys/fs/cgroup")
    top = next((path for path in tops if os.path.exists(f"{path}/cgroup.procs")), tops[-1])
    group = f"{top}/coordinator-{os.getpid()}"
    with suppress(OSError):
        for name in os.listdir(top):
            _, _, pid = name.partition("coordinator-")
            if pid.isdigit() and not os.path.exists(f"/proc/{pid}"):  # of one that was killed
                with suppress(OSError):
                    os.rmdir(f"{top}/{name}")
        os.mkdir(group)
        write(f"{group}/pids.max", processes)
        write(f"{group}/cgroup.procs", os.getpid())
    yield
    with suppress(OSError):  # what still ends in it is removed by those who come later
        write(f"{top}/cgroup.procs", os.getpid())
        os.rmdir(group)


def write(file: str, value: object) -> None:
    with open(file, "w") as opened:
        opened.write(str(value))


def keep(plan: Plan, status: int) -> NoReturn:
    """Run the command and end with it, or when there is too much of it; say on `status` how it went."""
    os.set_inheritable(status, False)
    with suppress(OSError):
        write("/proc/self/oom_score_adj", 1_000)  # the first to go
    if ctypes.CDLL(None).prctl(SET_DUMPABLE, 0, 0, 0, 0):
        raise OSError("prctl: the first process could be traced from inside")
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD})
    os.write(status, b"+")  # fails, and ends us, if nobody listens any more
    command = os.fork()
    if not command:
        begin(plan)
    rooms = {folder: room(folder) for folder in plan["writable"]}
    while True:
        signal.sigtimedwait({signal.SIGCHLD}, TICK)
        ended, how = os.waitpid(-1, os.WNOHANG)
        while ended and ended != command:
            ended, how = os.waitpid(-1, os.WNOHANG)
        cause = "" if ended else excess(plan, rooms)
        if cause:
            print(f"sandbox: ended, {cause}", file=sys.stderr, flush=True)
        if ended or cause:
            if cause in FULL:
                code = CANNOT_START
            elif cause:
                code = EXCEEDED
            else:
                code = os.waitstatus_to_exitcode(how)
            os.write(status, b"%d" % code)
            os._exit(0)


def begin(plan: Plan) -> NoReturn:
    """Become the command, in a session of its own and within the limits of one process."""
    with suppress(PermissionError):  # we lead one already
        os.setsid()
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD})
    # Which Python ignores, and what it starts would too
    for number in (signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(number, signal.SIG_DFL)
    for name, limit in plan["limits"].items():
        which = getattr(resource, f"RLIMIT_{name}")
        most = resource.getrlimit(which)[1]
        resource.setrlimit(which, (limit if most < 0 else min(limit, most),) * 2)
    try:
        os.execvp(plan["argv"][0], plan["argv"])
    except OSError as error:
        print(f"sandbox: {plan['argv'][0]}: {error.strerror}", file=sys.stderr, flush=True)
        os._exit(NOT_FOUND)


def excess(plan: Plan, rooms: dict[str, int]) -> str:
    """Return what there is too much of; `rooms` has what was free where it may write when that was last looked at."""
    pids = [name for name in os.listdir("/proc") if name.isdigit()]
    if len(pids) > plan["processes"]:
        return f"more than {plan['processes']} processes"
    used = [memory(f"/proc/{pid}/status", ("RssAnon:", "RssShmem:")) for pid in pids]
    for folder in ("/tmp", "/dev/shm"):
        there = os.statvfs(folder)
        used.append((there.f_blocks - there.f_bfree) * there.f_frsize)
    if sum(used) > plan["memory"]:
        # What processes share was counted for each of them; this shares it out, but takes longer.
        exact = (memory(f"/proc/{pid}/smaps_rollup", ("Pss:",)) for pid in pids)
        if (
            sum(each or rough for each, rough in zip(exact, used, strict=False)) + sum(used[-2:])
            > plan["memory"]
        ):
            return f"more than {plan['memory'] >> 20} MB of memory"
    # Not every byte is a process's own: files without a name count here.
    if memory("/proc/meminfo", ("MemAvailable:",)) < SPARE * memory(
        "/proc/meminfo", ("MemTotal:",)
    ):
        return FULL[0]
    for folder, before in rooms.items():
        there = os.statvfs(folder)
        free = room(folder)
        if before - free > UNNOTICED:
            if free < SPARE * there.f_blocks * there.f_frsize:
                return FULL[1]
            rooms[folder] = free
            if sum(map(size, rooms)) > plan["disk"]:
                return f"more than {plan['disk'] >> 20} MB of files"
    return ""


def memory(file: str, fields: tuple[str, ...]) -> int:
    """Return the sum of these fields of a file in /proc, in bytes; 0 if the process has ended or hides them."""
    with suppress(OSError), open(file) as lines:
        return sum(int(line.split()[1]) << 10 for line in lines if line.startswith(fields))
    return 0


def room(folder: str) -> int:
    there = os.statvfs(folder)
    return there.f_bavail * there.f_frsize


def size(folder: str) -> int:
    """Return the bytes on disk of all files below a folder, without what can only be read there."""
    total = 0
    for directory, below, names in os.walk(folder):
        with suppress(OSError):
            if os.statvfs(directory).f_flag & os.ST_RDONLY:
                below.clear()
                continue
        for name in names:
            with suppress(OSError):
                total += os.lstat(os.path.join(directory, name)).st_blocks * 512
    return total


if __name__ == "__main__":
    sys.exit(main())
