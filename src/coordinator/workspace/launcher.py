"""A program that builds a sandbox with bubblewrap, runs one command in it and enforces its limits.

`sandbox.py` starts this file by its path, so it uses only the standard library. Inside the sandbox
it is the first process. When it ends, the kernel ends all processes that the command has started.
No signal from inside reaches it, and no process inside can read its memory or trace it.
"""

import ctypes
import json
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from typing import Any, NoReturn

# Exit codes
EXCEEDED = 125
CANNOT_START = 126
NOT_FOUND = 127
TICK = 0.1  # seconds between two measurements
SPARE = 0.02  # the share of the machine's memory and of a disk that stays free for others
# Another program can be the reason, so these messages say nothing about the command.
FULL = ("the machine's memory is nearly full", "the disk is nearly full")
UNNOTICED = 1 << 26  # bytes that a disk can lose before we measure the files
SET_DUMPABLE = 4  # from <sys/prctl.h>
PROXY = ("127.0.0.1", 3128)  # in the sandbox of a set-up, the address of its proxy

Plan = dict[str, Any]


def main() -> int:
    """Run the command of the plan; return its exit code, or end by the signal that ended it."""
    plan: Plan = json.loads(sys.argv[1])
    if plan["kind"] == "none":
        begin(plan)
    if plan["kind"] == "inside":
        keep(plan, plan["status"])
    told, status = os.pipe()
    inside = json.dumps(plan | {"kind": "inside", "status": status, "bubblewrap": (), "filter": ""})
    refused = filter_file(plan["filter"])
    options = ["--seccomp", str(*refused)] if refused else []
    group: AbstractContextManager[None] = nullcontext()
    if not os.getuid():
        # The kernel does not limit the number of root's processes. This bound is higher than the
        # command's own limit, so we still notice and report when the command exceeds it.
        group = bounded_group(2 * plan["processes"])
    with group:
        try:
            sandboxed = subprocess.Popen(
                [*plan["bubblewrap"], *options, *sys.orig_argv[:-1], inside],
                pass_fds=[status, *refused, *plan["channels"]],
            )
        except OSError as error:
            print(f"sandbox: {error}", file=sys.stderr, flush=True)
            return CANNOT_START
        for handed_over in (status, *refused, *plan["channels"]):
            os.close(handed_over)
        with os.fdopen(told, "rb") as pipe:
            said = pipe.read()
        sandboxed.wait()
    if not said:  # the command never started
        return CANNOT_START
    code = int(said[1:] or -signal.SIGKILL)
    if code < 0:
        with suppress(OSError):  # SIGKILL has no handler to reset
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    return code


def filter_file(program: str) -> list[int]:
    """Return a file in memory with the filter of system calls; none if there is no filter."""
    if not program:
        return []
    file = os.memfd_create("filter")
    os.write(file, bytes.fromhex(program))
    os.lseek(file, 0, os.SEEK_SET)
    return [file]


@contextmanager
def bounded_group(processes: int) -> Iterator[None]:
    """Limit the number of processes with a control group, if we are allowed to make one.

    The limit holds for this process and all processes that it starts.
    """
    top = "/sys/fs/cgroup"
    if os.path.exists("/sys/fs/cgroup/pids/cgroup.procs"):
        top = "/sys/fs/cgroup/pids"
    group = f"{top}/coordinator-{os.getpid()}"
    with suppress(OSError):
        for name in os.listdir(top):
            _, _, pid = name.partition("coordinator-")
            if pid.isdigit() and not os.path.exists(f"/proc/{pid}"):  # its launcher was killed
                with suppress(OSError):
                    os.rmdir(f"{top}/{name}")
        os.mkdir(group)
        write(f"{group}/pids.max", processes)
        write(f"{group}/cgroup.procs", os.getpid())
    yield
    with suppress(OSError):  # if its processes are still ending, a later launcher removes it
        write(f"{top}/cgroup.procs", os.getpid())
        os.rmdir(group)


def write(file: str, value: object) -> None:
    with open(file, "w") as opened:
        opened.write(str(value))


def keep(plan: Plan, status: int) -> NoReturn:
    """As the first process in the sandbox, run the command and keep it within its limits.

    When the command ends or exceeds a limit, write its exit code to the pipe `status` and end.
    """
    os.set_inheritable(status, False)
    with suppress(OSError):
        write("/proc/self/oom_score_adj", 1_000)  # if memory runs out, the kernel ends us first
    if ctypes.CDLL(None).prctl(SET_DUMPABLE, 0, 0, 0, 0):
        raise OSError("prctl: the first process could be traced from inside")
    for channel in plan["channels"]:
        hand_over_listener(channel)
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD})
    os.write(status, b"+")  # fails, and so ends us, if the reader is gone
    command = os.fork()
    if not command:
        begin(plan)
    rooms = {folder: room(folder) for folder in plan["writable"]}
    while True:
        signal.sigtimedwait({signal.SIGCHLD}, TICK)
        ended, how = os.waitpid(-1, os.WNOHANG)
        while ended and ended != command:
            ended, how = os.waitpid(-1, os.WNOHANG)
        if ended:
            finish(status, os.waitstatus_to_exitcode(how))
        cause = excess(plan, rooms)
        if cause:
            print(f"sandbox: command stopped, {cause}", file=sys.stderr, flush=True)
            finish(status, CANNOT_START if cause in FULL else EXCEEDED)


def hand_over_listener(channel: int) -> None:
    """Send a socket through the channel that listens in this network, then close both here.

    The receiver is outside. Its answers reach this network, and no process inside has the socket.
    """
    import socket  # noqa: PLC0415  most commands need none

    with socket.socket(fileno=channel) as outside, socket.create_server(PROXY) as listener:
        socket.send_fds(outside, [b"+"], [listener.fileno()])


def finish(status: int, code: int) -> NoReturn:
    os.write(status, b"%d" % code)
    os._exit(0)


def begin(plan: Plan) -> NoReturn:
    """Become the command, in its own session and within the limits for one process."""
    with suppress(PermissionError):  # we lead a session already
        os.setsid()
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD})
    # Python ignores these signals, and the programs that it starts would inherit that.
    for number in (signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(number, signal.SIG_DFL)
    for name, limit in plan["limits"].items():
        which = getattr(resource, f"RLIMIT_{name}")
        _, most = resource.getrlimit(which)
        if most >= 0:  # a negative limit means unlimited
            limit = min(limit, most)
        resource.setrlimit(which, (limit, limit))
    try:
        os.execvp(plan["argv"][0], plan["argv"])
    except OSError as error:
        print(f"sandbox: {plan['argv'][0]}: {error.strerror}", file=sys.stderr, flush=True)
        os._exit(NOT_FOUND)


def excess(plan: Plan, rooms: dict[str, int]) -> str:
    """Return the limit that is exceeded; empty if no limit is exceeded.

    `rooms` has the free bytes of each writable folder at the last measurement, and is updated.
    """
    pids = [name for name in os.listdir("/proc") if name.isdigit()]
    if len(pids) > plan["processes"]:
        return f"more than {plan['processes']} processes"
    if exceeds_memory(pids, plan["memory"]):
        return f"more than {plan['memory'] >> 20} MB of memory"
    # Some used memory belongs to no process, such as deleted files that are still open. This
    # measurement counts it too.
    available = memory("/proc/meminfo", ("MemAvailable:",))
    if available < SPARE * memory("/proc/meminfo", ("MemTotal:",)):
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


def exceeds_memory(pids: list[str], limit: int) -> bool:
    """Return whether these processes and the scratch folders use more bytes than the limit."""
    in_folders = 0
    for folder in ("/tmp", "/dev/shm"):
        there = os.statvfs(folder)
        in_folders += (there.f_blocks - there.f_bfree) * there.f_frsize
    rough = {pid: memory(f"/proc/{pid}/status", ("RssAnon:", "RssShmem:")) for pid in pids}
    if sum(rough.values()) + in_folders <= limit:
        return False
    # The first sum counted shared memory once for each process. This sum divides it among the
    # processes, but takes longer.
    exact = 0
    for pid in pids:
        exact += memory(f"/proc/{pid}/smaps_rollup", ("Pss:",)) or rough[pid]
    return exact + in_folders > limit


def memory(file: str, fields: tuple[str, ...]) -> int:
    """Return the sum of these fields of a file in /proc, in bytes; 0 if the file cannot be read."""
    total = 0
    with suppress(OSError), open(file) as lines:
        for line in lines:
            if line.startswith(fields):
                total += int(line.split()[1]) << 10
        return total
    return 0


def room(folder: str) -> int:
    there = os.statvfs(folder)
    return there.f_bavail * there.f_frsize


def size(folder: str) -> int:
    """Return the bytes on disk of all files below a folder, without read-only mounts."""
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
