"""Confine this process, which reads hostile bytes: limits, a filter of system calls, no keys.

The process keeps the files that it has open, and can compute. It can open no file, start no
process, reach no network, and look at no other process. On a system without a wall, the others
still stand, and `raise_walls` says which one is missing.
"""

import ctypes
import errno
import os
import platform
import resource
import signal
import struct
import sys
from collections.abc import Mapping, Sequence

MEMORY = 1 << 30  # bytes of address space
OPEN_FILES = 64

# From <sys/prctl.h>, <linux/seccomp.h>, <linux/audit.h> and <linux/keyctl.h>
_SET_DEATH_SIGNAL = 1
_SET_DUMPABLE = 4
_SET_SECCOMP = 22
_SET_NO_NEW_PRIVILEGES = 38
_FILTER = 2
_ALLOW = 0x7FFF0000
_REFUSE = 0x00050000 | errno.EPERM
_KILL = 0x80000000
_JOIN_SESSION_KEYRING = 1
_LOAD = 0x20  # BPF: load a word of the call's description
_IF_EQUAL = 0x15  # BPF: jump if the loaded word equals the operand
_RETURN = 0x06
_NUMBER_AT = 0  # where the description has the number of the call
_MACHINE_AT = 4

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
# For each machine: its name in the kernel, the number of `keyctl`, and the allowed calls.
_MACHINES: Mapping[str, tuple[int, int, Mapping[str, int]]] = {
    "x86_64": (0xC000003E, 250, _X86_64),
    "aarch64": (0xC00000B7, 219, _AARCH64),
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


def raise_walls() -> str:
    """Give up keys, privileges and most system calls for good; return the wall that is missing.

    Everything that this process will import or open must be there already.
    """
    if sys.platform != "linux":
        return f"no filter of system calls on {platform.system()}"
    machine = _MACHINES.get(platform.machine())
    if machine is None:
        return f"no filter of system calls for the processor {platform.machine()}"
    kernel_name, keyctl, allowed = machine
    libc = ctypes.CDLL(None, use_errno=True)
    libc.syscall(keyctl, _JOIN_SESSION_KEYRING, None)  # a kernel without keyrings refuses
    libc.prctl(_SET_DUMPABLE, 0, 0, 0, 0)
    program = _compile(kernel_name, sorted(allowed.values()))
    described = ctypes.create_string_buffer(program)
    # `struct sock_fprog`: the number of instructions, and their address
    given = struct.pack("@HP", len(program) // 8, ctypes.addressof(described))
    libc.prctl(_SET_NO_NEW_PRIVILEGES, 1, 0, 0, 0)  # without it, the kernel refuses the filter
    if libc.prctl(_SET_SECCOMP, _FILTER, ctypes.create_string_buffer(given), 0, 0) == 0:
        return ""
    return f"the kernel refuses a filter of system calls: {os.strerror(ctypes.get_errno())}"


def _compile(kernel_name: int, allowed: Sequence[int]) -> bytes:
    """Return a BPF program that allows these calls and refuses all others.

    A call in the convention of another machine, which has other numbers, ends the process.
    """
    code = [
        _instruction(_LOAD, _MACHINE_AT),
        _instruction(_IF_EQUAL, kernel_name, 1),
        _instruction(_RETURN, _KILL),
        _instruction(_LOAD, _NUMBER_AT),
    ]
    for index, number in enumerate(allowed):
        # If equal, skip the other comparisons and the refusal.
        code.append(_instruction(_IF_EQUAL, number, len(allowed) - index))
    code.append(_instruction(_RETURN, _REFUSE))
    code.append(_instruction(_RETURN, _ALLOW))
    return b"".join(code)


def _instruction(code: int, operand: int, jump: int = 0) -> bytes:
    """Return one instruction; a comparison that holds skips `jump` instructions."""
    return struct.pack("=HBBI", code, jump, 0, operand)


def main() -> None:
    """Confine this process, and print the wall that is missing."""
    limit_resources()
    missing = raise_walls()
    os.write(1, missing.encode())
    os._exit(0)  # the walls refuse some calls of an orderly end


if __name__ == "__main__":
    main()
