"""The filter of system calls, run here as the kernel runs it."""

from __future__ import annotations

import errno
import struct

import pytest

from coordinator.workspace.sandbox.seccomp import MACHINES, filter_program

ALLOWED = 0x7FFF0000
REFUSED = 0x00050000 | errno.ENOSYS
READ = {"x86_64": 0, "aarch64": 63}
PTRACE = {"x86_64": 101, "aarch64": 117}


def answer(machine: str, number: int, audit: int) -> int:
    """Run the filter on one call; return what it returns."""
    program = list(struct.iter_unpack("<HBBI", filter_program(machine)))
    loaded = at = 0
    while True:
        code, if_true, if_false, value = program[at]
        at += 1
        if code == 0x06:
            return int(value)
        if code == 0x20:
            loaded = {0: number, 4: audit}[value]
        else:
            holds = loaded == value if code == 0x15 else loaded >= value
            at += if_true if holds else if_false


@pytest.mark.parametrize("machine", MACHINES)
def test_the_filter_refuses_what_is_listed_and_nothing_else(machine: str) -> None:
    known = MACHINES[machine]
    refused = {number for number in range(600) if answer(machine, number, known.audit) != ALLOWED}
    assert refused == set(known.calls.values())
    assert len(refused) == len(known.calls)
    assert answer(machine, min(refused), known.audit) == REFUSED
    assert answer(machine, READ[machine], known.audit) == ALLOWED
    assert answer(machine, PTRACE[machine], known.audit) == ALLOWED


@pytest.mark.parametrize("machine", MACHINES)
def test_the_numbers_of_another_architecture_are_refused(machine: str) -> None:
    for audit in (0x40000003, 0x40000028, 0):  # i386, 32-bit ARM, none
        assert answer(machine, READ[machine], audit) == REFUSED


def test_the_second_convention_of_a_machine_is_refused() -> None:
    audit = MACHINES["x86_64"].audit
    assert answer("x86_64", 0x40000000, audit) == REFUSED
    assert answer("x86_64", 0xFFFFFFFF, audit) == REFUSED


def test_an_unknown_machine_has_no_filter() -> None:
    assert filter_program("pdp11") == b""
