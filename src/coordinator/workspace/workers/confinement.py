"""Confine this process, which reads hostile bytes: set limits, filter system calls, drop keys.

The process keeps the files that it has open, and can compute. It can open no file, start no
process, reach no network, and look at no other process. If the kernel has no filter of system
calls, the limits still hold, and `confine` returns the reason.
"""

import ctypes
import errno
import os
import platform
import resource
import signal
import struct
import sys
from collections.abc import Mapping

from coordinator.workspace.sandbox.seccomp import (
    ALLOW,
    IF_EQUAL,
    KILL,
    MACHINES,
    compile_filter,
    refuse_with,
)

MEMORY = 1 << 30  # bytes of address space
OPEN_FILES = 64

# From <sys/prctl.h>, <linux/seccomp.h>, <linux/audit.h> and <linux/keyctl.h>
_SET_DEATH_SIGNAL = 1
_SET_DUMPABLE = 4
_SET_SECCOMP = 22
_SET_NO_NEW_PRIVILEGES = 38
_FILTER = 2
_JOIN_SESSION_KEYRING = 1

# The calls of a program that computes, and reads and writes open files.
_X86_64 = {
    "read": 0,
    "write": 1,
    "close": 3,
    "lseek": 8,
    "mmap": 9,
    "mprotect": 10,
    "munmap": 11,
    "brk": 12,
    "rt_sigaction": 13,
    "rt_sigprocmask": 14,
    "rt_sigreturn": 15,
    "pread64": 17,
    "pwrite64": 18,
    "sched_yield": 24,
    "mremap": 25,
    "madvise": 28,
    "getpid": 39,
    "sendto": 44,
    "recvfrom": 45,
    "sendmsg": 46,
    "recvmsg": 47,
    "exit": 60,
    "ftruncate": 77,
    "getrusage": 98,
    "futex": 202,
    "restart_syscall": 219,
    "clock_gettime": 228,
    "exit_group": 231,
    "getrandom": 318,
}
_AARCH64 = {
    "ftruncate": 46,
    "close": 57,
    "lseek": 62,
    "read": 63,
    "write": 64,
    "pread64": 67,
    "pwrite64": 68,
    "exit": 93,
    "exit_group": 94,
    "futex": 98,
    "clock_gettime": 113,
    "sched_yield": 124,
    "restart_syscall": 128,
    "rt_sigaction": 134,
    "rt_sigprocmask": 135,
    "rt_sigreturn": 139,
    "getrusage": 165,
    "getpid": 172,
    "sendto": 206,
    "recvfrom": 207,
    "sendmsg": 211,
    "recvmsg": 212,
    "brk": 214,
    "munmap": 215,
    "mremap": 216,
    "mmap": 222,
    "mprotect": 226,
    "madvise": 233,
    "getrandom": 278,
}
# The numbers of the allowed calls on each processor architecture.
_ALLOWED: Mapping[str, Mapping[str, int]] = {
    "x86_64": _X86_64,
    "aarch64": _AARCH64,
}


def limit_resources() -> None:
    """Limit memory, open files and core dumps, and allow no further process."""
    limits = {
        resource.RLIMIT_AS: MEMORY,
        resource.RLIMIT_NOFILE: OPEN_FILES,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_NPROC: 0,
    }
    for which, limit in limits.items():
        _, most = resource.getrlimit(which)
        if most != resource.RLIM_INFINITY:
            limit = min(limit, most)
        try:
            resource.setrlimit(which, (limit, limit))
        except (OSError, ValueError):  # macOS refuses a limit of the address space
            if which != resource.RLIMIT_AS:
                raise


def die_with_parent() -> None:
    """Have the kernel end this process when the thread that started it is gone."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_SET_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)


def confine() -> str:
    """Give up keys, privileges and most system calls for good.

    Return the reason why there is no filter of system calls; empty if there is one.

    Call this after all imports, and after opening all files that the process needs.
    """
    if sys.platform != "linux":
        return f"no filter of system calls on {platform.system()}"
    machine = MACHINES.get(platform.machine())
    if machine is None:
        return f"no filter of system calls for the processor {platform.machine()}"
    libc = ctypes.CDLL(None, use_errno=True)
    libc.syscall(
        machine.calls["keyctl"], _JOIN_SESSION_KEYRING, None
    )  # a kernel without keyrings refuses
    libc.prctl(_SET_DUMPABLE, 0, 0, 0, 0)
    tests = [(IF_EQUAL, number) for number in sorted(_ALLOWED[platform.machine()].values())]
    # A call in the convention of another processor architecture ends the process.
    program = compile_filter(
        machine.audit, tests, matching=ALLOW, others=refuse_with(errno.EPERM), foreign=KILL
    )
    described = ctypes.create_string_buffer(program)
    # `struct sock_fprog`: the number of instructions, and their address
    given = struct.pack("@HP", len(program) // 8, ctypes.addressof(described))
    libc.prctl(_SET_NO_NEW_PRIVILEGES, 1, 0, 0, 0)  # without it, the kernel refuses the filter
    if libc.prctl(_SET_SECCOMP, _FILTER, ctypes.create_string_buffer(given), 0, 0) == 0:
        return ""
    return f"the kernel refuses a filter of system calls: {os.strerror(ctypes.get_errno())}"


def main() -> None:
    """Confine this process. If there is no filter of system calls, print the reason."""
    limit_resources()
    missing = confine()
    os.write(1, missing.encode())
    os._exit(0)  # the filter refuses some calls of an orderly end
