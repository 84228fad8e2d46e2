"""Compile filters of system calls for the kernel, and define the filter of the sandbox.

The sandbox refuses calls that reach kernel memory, keys of the user or other processes, and that no
ordinary program needs. Such a call fails as if the kernel did not have it, so a program can go on
without it. Tracing stays allowed, because debuggers and leak checkers need it. In the sandbox's own
process namespace, a command can see only its own processes.
"""

import errno
import platform
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Machine:
    """A processor architecture, with its number in filters and the numbers of refused calls."""

    audit: int
    calls: Mapping[str, int]
    beyond: int = 0  # refuse all numbers from here on: they are of another calling convention


MACHINES: Mapping[str, Machine] = {
    "x86_64": Machine(
        audit=0xC000003E,
        calls={
            "add_key": 248,
            "bpf": 321,
            "delete_module": 176,
            "finit_module": 313,
            "init_module": 175,
            "io_uring_enter": 426,
            "io_uring_register": 427,
            "io_uring_setup": 425,
            "kcmp": 312,
            "kexec_file_load": 320,
            "kexec_load": 246,
            "keyctl": 250,
            "open_by_handle_at": 304,
            "perf_event_open": 298,
            "pidfd_getfd": 438,
            "process_vm_readv": 310,
            "process_vm_writev": 311,
            "request_key": 249,
            "userfaultfd": 323,
        },
        beyond=0x40000000,  # x32
    ),
    "aarch64": Machine(
        audit=0xC00000B7,
        calls={
            "add_key": 217,
            "bpf": 280,
            "delete_module": 106,
            "finit_module": 273,
            "init_module": 105,
            "io_uring_enter": 426,
            "io_uring_register": 427,
            "io_uring_setup": 425,
            "kcmp": 272,
            "kexec_file_load": 294,
            "kexec_load": 104,
            "keyctl": 219,
            "open_by_handle_at": 265,
            "perf_event_open": 241,
            "pidfd_getfd": 438,
            "process_vm_readv": 270,
            "process_vm_writev": 271,
            "request_key": 218,
            "userfaultfd": 282,
        },
    ),
}

# From <linux/bpf_common.h> and <linux/seccomp.h>
IF_EQUAL = 0x15
IF_AT_LEAST = 0x35
ALLOW = 0x7FFF0000
KILL = 0x80000000
_REFUSE = 0x00050000
_LOAD = 0x20
_RETURN = 0x06
_NUMBER_AT = 0  # the offset of the call's number in the kernel's data
_ARCHITECTURE_AT = 4  # the offset of the architecture that the number belongs to


def filter_program(machine: str = "") -> bytes:
    """Return the filter for a machine, by default ours; empty for an unknown machine."""
    known = MACHINES.get(machine or platform.machine())
    if known is None:
        return b""
    tests = []
    if known.beyond:
        tests.append((IF_AT_LEAST, known.beyond))
    tests += [(IF_EQUAL, number) for number in sorted(known.calls.values())]
    refuse = refuse_with(errno.ENOSYS)
    return compile_filter(known.audit, tests, matching=refuse, others=ALLOW, foreign=refuse)


def refuse_with(error: int) -> int:
    """Return the action that makes a call fail with this error number."""
    return _REFUSE | error


def compile_filter(
    audit: int, tests: Sequence[tuple[int, int]], *, matching: int, others: int, foreign: int
) -> bytes:
    """Return a filter program: the action `matching` for calls that pass a test, else `others`.

    A test is a comparison with a call number. `foreign` is the action for calls of another
    architecture than `audit`, whose numbers have other meanings.
    """
    program = [
        _instruction(_LOAD, _ARCHITECTURE_AT),
        _instruction(IF_EQUAL, audit, if_true=1),
        _instruction(_RETURN, foreign),
        _instruction(_LOAD, _NUMBER_AT),
    ]
    for place, (test, value) in enumerate(tests):
        # A jump counts the instructions to skip: the remaining tests, and the action `others`.
        program.append(_instruction(test, value, if_true=len(tests) - place))
    program.append(_instruction(_RETURN, others))
    program.append(_instruction(_RETURN, matching))
    return b"".join(program)


def _instruction(code: int, value: int, *, if_true: int = 0) -> bytes:
    return struct.pack("<HBBI", code, if_true, 0, value)
