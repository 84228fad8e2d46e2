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
import stat
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import partial
from typing import Any, NamedTuple, NoReturn

# Exit codes
EXCEEDED = 125
CANNOT_START = 126
NOT_FOUND = 127
TICK = 0.1  # seconds between two measurements
SPARE = 0.02  # the share of the machine's memory and of a disk that stays free for others
# Another program can be the cause, so these messages say nothing about the command.
FULL = ("the machine's memory is nearly full", "the disk is nearly full")
UNNOTICED = 1 << 26  # bytes of free disk space that can be lost before we measure the files
UNNOTICED_ENTRIES = 100_000  # the same for the files and folders on a disk
OPEN_FILES = 50_000  # open files of all processes that we look at in one measurement
CLOCK_LAG = 0.05  # seconds by which the times of new files can be behind the clock
SET_DUMPABLE = 4  # from <sys/prctl.h>
PROXY = ("127.0.0.1", 3128)  # in the sandbox of a set-up, the address of its proxy
NEW_NAMESPACES = 0x10000000 | 0x20000  # CLONE_NEWUSER and CLONE_NEWNS of <sched.h>
PERF_EVENT_OPEN = {"x86_64": 298, "aarch64": 241}  # the numbers of this system call
CLOCK_TICKS = os.sysconf("SC_CLK_TCK")  # per second; the unit of times in /proc

Plan = dict[str, Any]


def main() -> int:
    """Run the command of the plan; return its exit code, or end by the signal that ended it."""
    plan: Plan = json.loads(sys.argv[1])
    if plan["kind"] == "none":
        begin(plan)
    if plan["kind"] == "inside":
        keep(plan, plan["status"])
    told, status = os.pipe()
    counters = open_counter() if plan["seconds"] else []
    inside = json.dumps(inside_plan(plan, status, counters))
    refused = filter_file(plan["filter"])
    options = ["--seccomp", str(*refused)] if refused else []
    prepare: Callable[[], None] | None = None
    if plan["overlays"]:
        prepare = partial(mount_or_end, plan["overlays"])
    group: AbstractContextManager[None] = nullcontext()
    if not os.getuid():
        # The kernel does not limit the number of root's processes. This bound is higher than the
        # command's own limit, so we still notice and report when the command exceeds it.
        group = bounded_group(2 * plan["processes"])
    with group:
        try:
            sandboxed = subprocess.Popen(
                [*plan["bubblewrap"], *options, *sys.orig_argv[:-1], inside],
                pass_fds=[status, *refused, *plan["channels"], *counters],
                preexec_fn=prepare,
            )
        except OSError as error:
            print(f"sandbox: {error}", file=sys.stderr, flush=True)
            return CANNOT_START
        for handed_over in (status, *refused, *plan["channels"], *counters):
            os.close(handed_over)
        with os.fdopen(told, "rb") as pipe:
            said = pipe.read()
        sandboxed.wait()
    if not said:  # the command never started
        return CANNOT_START
    if plan["report"] and said[1:]:
        with suppress(OSError):  # a full disk must not change the exit code
            write(plan["report"], said[1:].decode())
    code = -signal.SIGKILL
    if said[1:]:
        code = json.loads(said[1:])["code"]
    if code < 0:
        with suppress(OSError):  # SIGKILL has no handler to reset
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    return code


def inside_plan(plan: Plan, status: int, counters: list[int]) -> Plan:
    """Return the plan for the first process inside, without paths that it need not know."""
    hidden = {"bubblewrap": (), "filter": "", "overlays": (), "report": ""}
    return plan | hidden | {"kind": "inside", "status": status, "counters": counters}


def filter_file(program: str) -> list[int]:
    """Return a list with an in-memory file of the system call filter; empty without a filter."""
    if not program:
        return []
    file = os.memfd_create("filter")
    os.write(file, bytes.fromhex(program))
    os.lseek(file, 0, os.SEEK_SET)
    return [file]


def mount_or_end(overlays: list[tuple[str, str]]) -> None:
    try:
        mount_overlays(overlays)
    except OSError as error:
        print(f"sandbox: {error}", file=sys.stderr, flush=True)
        os._exit(CANNOT_START)


def mount_overlays(overlays: list[tuple[str, str]]) -> None:
    """Mount overlays, in namespaces that only this process and its children have.

    Each pair is a lower folder and the folder where its overlay is mounted. There, the command
    finds the files of the lower folder and can change them. The changes go to a third folder beside
    the second one, so the lower folder stays as it is.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    user = os.getuid()
    group = os.getgid()
    require(libc.unshare(NEW_NAMESPACES), "user namespace")
    write("/proc/self/setgroups", "deny")
    write("/proc/self/uid_map", f"{user} {user} 1")
    write("/proc/self/gid_map", f"{group} {group} 1")
    for lower, folder in overlays:
        changes = f"{folder}-changes"
        scratch = f"{folder}-scratch"
        os.mkdir(changes)
        os.chmod(changes, os.stat(lower).st_mode)
        os.mkdir(scratch)
        opened = []
        for path in (lower, changes, scratch):
            # Do not put the path itself into the options. It could contain a comma, for example.
            opened.append(os.open(path, os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW))
        names = (f"/proc/self/fd/{file}" for file in opened)
        # `userxattr` keeps the kernel from following redirections that a command left in a folder.
        options = "lowerdir={},upperdir={},workdir={},userxattr,volatile".format(*names)
        kind = b"overlay"
        require(libc.mount(kind, os.fsencode(folder), kind, 0, options.encode()), "overlay")
        for file in opened:
            os.close(file)


def require(result: int, what: str) -> None:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")


def open_counter() -> list[int]:
    """Return a list with a file that counts processor time of this process and its descendants.

    Return an empty list if the kernel does not allow such a file.
    """
    call = PERF_EVENT_OPEN.get(os.uname().machine)
    if call is None:
        return []
    software = 1
    task_clock = 1
    inherit = 1 << 1
    # Counting the kernel too would need a privilege. This clock counts all time anyway.
    without_kernel = 1 << 5 | 1 << 6
    attributes = struct.pack(
        "=IIQQQQQ16x", software, 64, task_clock, 0, 0, 0, inherit | without_kernel
    )
    numbers = (ctypes.c_long(number) for number in (0, -1, -1, 0))
    file = ctypes.CDLL(None).syscall(ctypes.c_long(call), attributes, *numbers)
    return [file] if file >= 0 else []


@contextmanager
def bounded_group(processes: int) -> Iterator[None]:
    """Limit how many processes this process and its descendants can be.

    Use a control group (cgroup) for this. Do nothing if we are not allowed to make one.
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
    for file in (status, *plan["counters"]):
        os.set_inheritable(file, False)
    with suppress(OSError):
        write("/proc/self/oom_score_adj", 1_000)  # if memory runs out, the kernel ends us first
    if ctypes.CDLL(None).prctl(SET_DUMPABLE, 0, 0, 0, 0):
        raise OSError("prctl failed, so processes inside could trace the first process")
    for channel in plan["channels"]:
        hand_over_listener(channel)
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD})
    os.write(status, b"+")  # fails, and so ends us, if the reader is gone
    used = ResourceUse(plan)
    command = os.fork()
    if not command:
        begin(plan)
    clock = Clock(plan["counters"])
    while True:
        signal.sigtimedwait({signal.SIGCHLD}, TICK)
        ended, how = os.waitpid(-1, os.WNOHANG)
        while ended and ended != command:
            ended, how = os.waitpid(-1, os.WNOHANG)
        pids = [name for name in os.listdir("/proc") if name.isdigit()]
        if plan["seconds"]:
            clock.look(pids)
        if ended:
            finish(status, os.waitstatus_to_exitcode(how), clock)
        slow = clock.excess(plan["seconds"])
        cause = slow or used.excess(pids)
        if cause:
            print(f"sandbox: command stopped, {cause}", file=sys.stderr, flush=True)
            finish(status, CANNOT_START if cause in FULL else EXCEEDED, clock, bool(slow))


def hand_over_listener(channel: int) -> None:
    """Make a socket that listens in this network, and send it through the channel.

    The receiver is outside the sandbox, and answers requests from this network. The socket and the
    channel are closed here, so no process inside has them.
    """
    import socket  # noqa: PLC0415  most commands need none

    with socket.socket(fileno=channel) as outside, socket.create_server(PROXY) as listener:
        socket.send_fds(outside, [b"+"], [listener.fileno()])


def finish(status: int, code: int, clock: "Clock", is_time_up: bool = False) -> NoReturn:
    ending = {"code": code, "processor": round(clock.processor, 3), "time_up": is_time_up}
    os.write(status, json.dumps(ending).encode())
    os._exit(0)


class Clock:
    """The time that a command itself takes, however busy the machine is.

    `processor` is the processor time of all its processes, in seconds. `asleep` is the number of
    seconds in which none of them ran or waited for a processor.

    Processor time is measured in two ways, and the greater result counts. The kernel's counter
    loses a process whose program file is not readable. The sum over all processes loses a short
    process for which no other process waits.
    """

    def __init__(self, counters: list[int]) -> None:
        self.processor = 0.0
        self.asleep = 0.0
        self._counters = counters
        self._counted_before = self._counted()
        self._lost = 0.0
        self._sums: list[float] = []
        self._looked = time.monotonic()

    def look(self, pids: list[str]) -> None:
        """Measure the time of these processes, which must be all processes in the sandbox."""
        before = self.processor
        own = str(os.getpid())
        others = [pid for pid in pids if pid != own]
        counted = self._counted() - self._counted_before
        self.processor = max(before, counted, self._add_up(others))
        now = time.monotonic()
        passed = now - self._looked
        self._looked = now
        if not any(map(is_running, others)):
            self.asleep += max(0.0, passed - (self.processor - before))

    def excess(self, seconds: float) -> str:
        """Return the time limit that the command exceeds; empty if it exceeds none or has none."""
        if seconds and self.processor > seconds:
            return f"more than {seconds:g} s of processor time"
        if seconds and self.asleep > seconds:
            return f"nothing ran in it for {seconds:g} s"
        return ""

    def _counted(self) -> float:
        """Return the processor time in the kernel's counters, without that of this process."""
        total = 0.0
        for file in self._counters:
            total += int.from_bytes(os.read(file, 8), sys.byteorder) / 1e9
        return total - time.process_time()

    def _add_up(self, pids: list[str]) -> float:
        """Return the processor time of these processes and of all processes that have ended."""
        ended = resource.getrusage(resource.RUSAGE_CHILDREN)
        total = ended.ru_utime + ended.ru_stime
        for pid in pids:
            total += time_of(pid)
        # A process that ends while we measure is missing from one sum, but not from the next one.
        # If the next one is smaller too, no process has waited for it, so we add its time here.
        if len(self._sums) == 2:
            if total < self._sums[0]:
                self._lost += self._sums[0] - total
                self._sums.clear()
            else:
                self._sums.pop(0)
        self._sums.append(total)
        return total + self._lost


def stat_of(file: str) -> list[str]:
    """Return the fields of a `stat` file in /proc, starting with the state; empty if it is gone."""
    with suppress(OSError), open(file, errors="replace") as opened:
        return opened.read().rpartition(")")[2].split()
    return []


def time_of(pid: str) -> float:
    """Return the processor time of a process and of the children for which it has waited."""
    fields = stat_of(f"/proc/{pid}/stat")[11:15]
    return sum(map(int, fields)) / CLOCK_TICKS


def is_running(pid: str) -> bool:
    """Return whether a thread of a process runs or waits for a processor.

    A thread that waits for a disk counts as asleep, because any thread can fake such a wait.
    """
    with suppress(OSError):
        for thread in os.listdir(f"/proc/{pid}/task"):
            if stat_of(f"/proc/{pid}/task/{thread}/stat")[:1] == ["R"]:
                return True
    return False


def begin(plan: Plan) -> NoReturn:
    """Replace this process by the command, in its own session and within its process limits."""
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


class Room(NamedTuple):
    """The free space of a file system."""

    free: int  # bytes
    entries: int  # files and folders that it has; 0 if it does not count them
    is_full: bool
    is_full_of_entries: bool


def room(folder: str) -> Room:
    there = os.statvfs(folder)
    return Room(
        free=there.f_bavail * there.f_frsize,
        entries=there.f_files - there.f_ffree,
        is_full=there.f_bavail < SPARE * there.f_blocks,
        is_full_of_entries=there.f_favail < SPARE * there.f_files,
    )


class ResourceUse:
    """The memory and disk space that a command takes from the machine."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._started = time.time() - CLOCK_LAG
        self._available = memory("/proc/meminfo", ("MemAvailable:",))
        self._first = {folder: room(folder) for folder in plan["writable"]}
        self._measured = dict(self._first)  # the rooms at the last measurement of the files

    def excess(self, pids: list[str]) -> str:
        """Return the limit that the command exceeds; empty if it exceeds none."""
        plan = self._plan
        if len(pids) > plan["processes"]:
            return f"more than {plan['processes']} processes"
        if exceeds_memory(pids, plan["memory"]):
            return f"more than {plan['memory'] >> 20} MB of memory"
        # Some used memory belongs to no process, such as deleted files that are still open. This
        # measurement counts it too.
        available = memory("/proc/meminfo", ("MemAvailable:",))
        if available < SPARE * memory("/proc/meminfo", ("MemTotal:",)):
            return self._cause_of_full_memory(pids, self._available - available)
        rooms = {folder: room(folder) for folder in self._measured}
        if any(has_lost(self._measured[folder], now) for folder, now in rooms.items()):
            self._measured = rooms
            return self._excess_of_files(pids, rooms)
        for folder, now in rooms.items():
            # If another program frees space, the command must not use that space unnoticed.
            before = self._measured[folder]
            free = max(before.free, now.free)
            entries = min(before.entries, now.entries)
            self._measured[folder] = now._replace(free=free, entries=entries)
        return ""

    def _cause_of_full_memory(self, pids: list[str], lost: int) -> str:
        stop_others()
        files = Files(self._plan["writable"], self._started)
        files.add_open(pids)
        if 2 * (used_memory(pids) + files.in_memory) >= lost:
            return "it has filled the machine's memory"
        return FULL[0]

    def _excess_of_files(self, pids: list[str], rooms: dict[str, Room]) -> str:
        plan = self._plan
        is_full = any(now.is_full or now.is_full_of_entries for now in rooms.values())
        if is_full:
            stop_others()  # because a measurement can take seconds
        files = Files(plan["writable"], self._started)
        files.add_folders(plan["entries"])
        files.add_open(pids)
        lost = max(self._first[folder].free - now.free for folder, now in rooms.items())
        made = max(now.entries - self._first[folder].entries for folder, now in rooms.items())
        if not files.is_complete:
            # The command may have hidden files, so all lost space counts as its own.
            files.size = max(files.size, lost)
            files.entries = max(files.entries, made)
            files.new_size = max(files.new_size, lost)
            files.new_entries = max(files.new_entries, made)
        if files.size > plan["disk"]:
            return f"more than {plan['disk'] >> 20} MB of files"
        if files.entries > plan["entries"]:
            return f"more than {plan['entries']} files and folders"
        if not is_full:
            return ""
        if any(now.is_full for now in rooms.values()):
            is_cause = 2 * files.new_size >= lost
        else:
            is_cause = 2 * files.new_entries >= made
        return "it has filled the disk" if is_cause else FULL[1]


def has_lost(before: Room, now: Room) -> bool:
    """Return whether a file system has lost so much room that the files must be measured."""
    lost = before.free - now.free
    made = now.entries - before.entries
    return lost > UNNOTICED or made > UNNOTICED_ENTRIES


def stop_others() -> None:
    """Stop all other processes in the sandbox. They keep their memory and their open files."""
    with suppress(ProcessLookupError):
        os.kill(-1, signal.SIGSTOP)


class Files:
    """A measurement of all files and folders that a command can write to.

    `size` is their size on disk in bytes, and `entries` their number. `new_size` and `new_entries`
    are the same for the files and folders that the command has made or changed. `in_memory` is the
    size of its open memory files, which are in no folder. `is_complete` is false if any file was
    missed.
    """

    def __init__(self, folders: list[str], started: float) -> None:
        self.size = 0
        self.entries = 0
        self.new_size = 0
        self.new_entries = 0
        self.in_memory = 0
        self.is_complete = True
        self._folders = folders
        self._started = started

    def add_folders(self, most: int) -> None:
        """Add the entries in all writable folders, until there are more than `most`.

        Some folders cannot be listed: their mode forbids it, their path is too long for the kernel,
        or they are below more folders than we can open at once.
        """
        opened = []
        for folder in self._folders:
            opened += self._open(folder)
        while opened and self.entries <= most:
            try:
                entry = next(opened[-1], None)
                if entry is None:
                    opened.pop().close()
                    continue
                self._add(entry.stat(follow_symlinks=False))
            except OSError:
                self.is_complete = False
                continue
            if entry.is_dir(follow_symlinks=False):
                opened += self._open(entry.path)
        for iterator in opened:
            iterator.close()

    def add_open(self, pids: list[str]) -> None:
        """Add the deleted files that processes still have open."""
        scratch = {os.stat(folder).st_dev for folder in ("/tmp", "/dev/shm")}
        known: set[tuple[int, int]] = set()
        own = str(os.getpid())
        looked_at = 0
        for pid in pids:
            if pid == own:
                continue
            for path in self._open_files(pid):
                looked_at += 1
                if looked_at > OPEN_FILES:
                    self.is_complete = False
                    return
                try:
                    target = os.readlink(path)
                    about = os.stat(path)
                except OSError:
                    self.is_complete = False
                    continue
                if target.startswith("socket:") and sends_files(path):
                    self.is_complete = False
                key = (about.st_dev, about.st_ino)
                if about.st_nlink or not stat.S_ISREG(about.st_mode) or key in known:
                    continue
                known.add(key)
                if target.startswith("/memfd:"):
                    self.in_memory += about.st_blocks * 512
                elif about.st_dev not in scratch:
                    self._add(about)

    def _open(self, folder: str) -> list["os._ScandirIterator[str]"]:
        """Return a list with an iterator over a folder; empty if it is read-only or unreadable."""
        try:
            if os.statvfs(folder).f_flag & os.ST_RDONLY:
                return []
            return [os.scandir(folder)]
        except OSError:
            self.is_complete = False
            return []

    def _add(self, about: os.stat_result) -> None:
        self.size += about.st_blocks * 512
        self.entries += 1
        if about.st_ctime >= self._started:  # a command cannot choose this time
            self.new_size += about.st_blocks * 512
            self.new_entries += 1

    def _open_files(self, pid: str) -> Iterator[str]:
        """Yield the paths in /proc of the open files of a process.

        Each thread can have open files of its own. A file that is only mapped has no such path.
        """
        try:
            with open(f"/proc/{pid}/maps", errors="replace") as maps:
                for line in maps:
                    if line.endswith(" (deleted)\n") and self._is_below(line):
                        self.is_complete = False
            for thread in os.listdir(f"/proc/{pid}/task"):
                folder = f"/proc/{pid}/task/{thread}/fd"
                for name in os.listdir(folder):
                    yield f"{folder}/{name}"
        except OSError:
            self.is_complete = False

    def _is_below(self, line: str) -> bool:
        return any(f"{folder}/" in line for folder in self._folders)


def sends_files(path: str) -> bool:
    """Return whether open files are in transit in this socket, so that no process has them yet."""
    with suppress(OSError), open(path.replace("/fd/", "/fdinfo/")) as lines:
        for line in lines:
            if line.startswith("scm_fds:"):
                return line.split()[1] != "0"
    return False


def exceeds_memory(pids: list[str], limit: int) -> bool:
    """Return whether these processes and the scratch folders use more bytes than the limit."""
    rough = scratch_memory()
    for pid in pids:
        rough += resident_memory(pid)
    # The first sum counts shared memory once for each process. The second one divides it among the
    # processes, but takes longer.
    return rough > limit and used_memory(pids) > limit


def used_memory(pids: list[str]) -> int:
    """Return the bytes of memory that these processes and the scratch folders use."""
    exact = scratch_memory()
    for pid in pids:
        exact += memory(f"/proc/{pid}/smaps_rollup", ("Pss:",)) or resident_memory(pid)
    return exact


def scratch_memory() -> int:
    """Return the bytes in the scratch folders, which are in memory."""
    total = 0
    for folder in ("/tmp", "/dev/shm"):
        there = os.statvfs(folder)
        total += (there.f_blocks - there.f_bfree) * there.f_frsize
    return total


def resident_memory(pid: str) -> int:
    return memory(f"/proc/{pid}/status", ("RssAnon:", "RssShmem:"))


def memory(file: str, fields: tuple[str, ...]) -> int:
    """Return the sum of these fields of a file in /proc, in bytes; 0 if the file cannot be read."""
    total = 0
    with suppress(OSError), open(file) as lines:
        for line in lines:
            if line.startswith(fields):
                total += int(line.split()[1]) << 10
        return total
    return 0


if __name__ == "__main__":
    sys.exit(main())
