"""The system calls that no command in the sandbox can make, as a filter program for the kernel.

These calls reach kernel memory, keys of the user or other processes, and no ordinary program needs
them. A program that tries one is told that the kernel does not have it, and can go on without it.
Tracing stays allowed, because debuggers and leak checkers need it: in the sandbox's own process
namespace, a command can see only its own processes.
"""

import errno
import platform
import struct
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Machine:
    """A processor architecture: its number for filters, and its numbers of the refused calls."""

    audit: int
    calls: Mapping[str, int]
    beyond: int = 0  # the first number of another calling convention that is refused whole


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
_LOAD = 0x20
_IF_EQUAL = 0x15
_IF_AT_LEAST = 0x35
_RETURN = 0x06
_NUMBER_AT = 0  # where the kernel puts the number of the call,
_ARCHITECTURE_AT = 4  # and the architecture whose numbers count
_ALLOW = 0x7FFF0000
_REFUSE = 0x00050000 | errno.ENOSYS


def filter_program(machine: str = "") -> bytes:
    """Return the filter for a machine, by default ours; empty for an unknown machine."""
    known = MACHINES.get(machine or platform.machine())
    if known is None:
        return b""
    tests = []
    if known.beyond:
        tests.append((_IF_AT_LEAST, known.beyond))
    tests += [(_IF_EQUAL, number) for number in sorted(known.calls.values())]
    program = [
        _instruction(_LOAD, _ARCHITECTURE_AT),
        _instruction(_IF_EQUAL, known.audit, if_true=1),
        _instruction(_RETURN, _REFUSE),
        _instruction(_LOAD, _NUMBER_AT),
    ]
    for place, (test, value) in enumerate(tests):
        # A jump counts the instructions to skip: the other tests, and the one that allows.
        program.append(_instruction(test, value, if_true=len(tests) - place))
    program.append(_instruction(_RETURN, _ALLOW))
    program.append(_instruction(_RETURN, _REFUSE))
    return b"".join(program)


def _instruction(code: int, value: int, *, if_true: int = 0) -> bytes:
    return struct.pack("<HBBI", code, if_true, 0, value)
